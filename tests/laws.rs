//! Laws that hold of every game, as property tests.

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use ternary_go::{
    Board, BoardSize, Diagram, Game, Grid, Marks, Move, Player, Point, Quarters, Refusal, Ruleset,
    Setup, Status, Stone, empty_regions, pass_alive,
    rules::{Axis, Rules, Switch},
    score, strings,
};

/// Rules of any ruleset with any reading of every switch.
fn rules() -> impl Strategy<Value = Rules> {
    let ruleset = prop::sample::select(Ruleset::ALL);
    (ruleset, prop::collection::vec(any::<prop::sample::Index>(), Switch::ALL.len())).prop_map(
        |(ruleset, choices)| {
            let mut rules = ruleset.rules();
            for (switch, choice) in Switch::ALL.iter().zip(choices) {
                let values = (switch.values)();
                rules.rulings.set(switch.name, values[choice.index(values.len())]).unwrap();
            }
            rules
        },
    )
}

fn size(most: usize) -> impl Strategy<Value = BoardSize> {
    (1..=most, 1..=most).prop_map(|(width, height)| BoardSize::new(width, height).unwrap())
}

/// Any arrangement of stones; gray ones only where the rules have them.
fn board(most: usize, gray: bool) -> impl Strategy<Value = Board> {
    size(most).prop_flat_map(move |size| {
        let stones: usize = if gray { 4 } else { 3 };
        prop::collection::vec(0..stones, size.points()).prop_map(move |stones| {
            let mut board = Board::empty(size);
            for (point, stone) in size.iter().zip(stones) {
                let stone =
                    [None, Some(Stone::Black), Some(Stone::White), Some(Stone::Gray)][stone];
                board.set(point, stone);
            }
            board
        })
    })
}

/// Rules, a position for them, a move number, and choices of moves.
fn game() -> impl Strategy<Value = (Rules, Board, u32, Vec<prop::sample::Index>)> {
    rules().prop_flat_map(|rules| {
        let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..40);
        let empty = size(5).prop_map(Board::empty);
        let board = prop_oneof![board(5, rules.ruleset != Ruleset::Go), empty];
        (Just(rules), board, 1..=21_u32, choices)
    })
}

/// Every move that can be written down for a board, and some off it.
fn all_moves(size: BoardSize) -> Vec<Move> {
    let mut points: Vec<Point> = size.iter().collect();
    points.extend(["Z25", "A25", "Z1"].map(|point| point.parse::<Point>().unwrap()));
    let placements = points.iter().copied().map(Move::Place);
    let conversions = points.iter().copied().map(Move::Convert);
    let rest = [Move::Pass, Move::DoublePass];
    placements.chain(conversions).chain(rest).collect()
}

fn verdicts(game: &Game) -> Vec<Result<(), Refusal>> {
    all_moves(game.board().size()).into_iter().map(|play| game.verdict(play)).collect()
}

/// Everything that can be seen of a game.
fn visible(game: &Game) -> (Board, u32, Status, Vec<Point>, Vec<Result<(), Refusal>>) {
    let board = game.board().clone();
    (board, game.number(), game.status(), game.in_atari(), verdicts(game))
}

/// A symmetry of the square, 0 to 7, as a map of points.
fn turn(symmetry: u8, size: BoardSize, point: Point) -> (BoardSize, Point) {
    let (mut x, mut y) = (point.column(), point.row());
    if symmetry & 1 != 0 {
        x = size.width() - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size.height() - 1 - y;
    }
    let (w, h) = (usize::from(size.width()), usize::from(size.height()));
    if symmetry & 4 != 0 {
        (BoardSize::new(h, w).unwrap(), Point::new(y, x).unwrap())
    } else {
        (size, Point::new(x, y).unwrap())
    }
}

fn turned_point(symmetry: u8, size: BoardSize, point: Point) -> Point {
    if size.contains(point) { turn(symmetry, size, point).1 } else { point }
}

fn turned_move(symmetry: u8, size: BoardSize, play: Move) -> Move {
    match play {
        Move::Place(point) => Move::Place(turned_point(symmetry, size, point)),
        Move::Convert(point) => Move::Convert(turned_point(symmetry, size, point)),
        Move::Pass | Move::DoublePass | Move::Resign | Move::Agree => play,
    }
}

fn turned(symmetry: u8, board: &Board) -> Board {
    let size = board.size();
    let mut turned = Board::empty(turn(symmetry, size, "A1".parse().unwrap()).0);
    for (point, stone) in board.stones() {
        turned.set(turned_point(symmetry, size, point), Some(stone));
    }
    turned
}

fn exchanged(board: &Board) -> Board {
    let mut exchanged = board.clone();
    for (point, stone) in board.stones() {
        let other = stone.player().map_or(Stone::Gray, |player| player.opponent().stone());
        exchanged.set(point, Some(other));
    }
    exchanged
}

/// Plays one of the legal moves for each choice.
fn play(game: &mut Game, choices: &[prop::sample::Index]) -> Vec<Move> {
    let mut played = Vec::new();
    for choice in choices {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let play = legal[choice.index(legal.len())];
        game.play(play).unwrap();
        played.push(play);
    }
    played
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    /// FLOW-1: a refused move changes nothing, and `play` and `verdict` say the same.
    #[test]
    fn a_refused_move_changes_nothing((rules, board, number, choices) in game()) {
        let mut game = Game::from_setup(rules, Setup::new(board, number)).unwrap();
        play(&mut game, &choices);
        let before = visible(&game);
        for attempt in all_moves(game.board().size()) {
            if let Err(refusal) = game.verdict(attempt) {
                prop_assert_eq!(game.play(attempt), Err(refusal));
                prop_assert!(refusal.clauses().count() > 0);
            }
        }
        prop_assert_eq!(visible(&game), before);
    }

    /// The list of legal moves holds exactly the moves whose single verdict is legal.
    #[test]
    fn legal_moves_are_the_legal_verdicts((rules, board, number, choices) in game()) {
        let mut game = Game::from_setup(rules, Setup::new(board, number)).unwrap();
        play(&mut game, &choices);
        let legal = game.legal_moves();
        for attempt in all_moves(game.board().size()) {
            prop_assert_eq!(legal.contains(&attempt), game.verdict(attempt).is_ok(), "{}", attempt);
        }
    }

    /// A copy shares nothing with its original.
    #[test]
    fn copies_share_nothing((rules, board, number, choices) in game()) {
        let mut game = Game::from_setup(rules, Setup::new(board, number)).unwrap();
        let (first, rest) = choices.split_at(choices.len() / 2);
        play(&mut game, first);
        let before = visible(&game);
        let mut copy = game.clone();
        play(&mut copy, rest);
        prop_assert_eq!(visible(&game), before);
    }

    /// Replaying a game and setting up its position with its history give the same verdicts.
    #[test]
    fn replay_equals_setup_with_history((rules, board, number, choices) in game()) {
        let mut game = Game::from_setup(rules, Setup::new(board.clone(), number)).unwrap();
        let mut history = Vec::new();
        let mut previous = None;
        for choice in &choices {
            // A pass may count towards the end of the game, and no pass stands behind a set-up.
            let legal: Vec<Move> =
                game.legal_moves().into_iter().filter(|play| *play != Move::Pass).collect();
            let Some(&play) = legal.get(choice.index(legal.len().max(1))) else { break };
            history.push(game.board().clone());
            if play == Move::DoublePass {
                history.push(game.board().clone());
            }
            game.play(play).unwrap();
            previous = match play {
                Move::Place(point) | Move::Convert(point) => Some(point),
                Move::Pass | Move::DoublePass | Move::Resign | Move::Agree => None,
            };
        }
        let setup = Setup { board: game.board().clone(), number: game.number(), previous, history };
        let again = Game::from_setup(rules, setup).unwrap();
        prop_assert_eq!(visible(&again), visible(&game));
    }

    /// The rules do not depend on how the board lies.
    #[test]
    fn the_rules_commute_with_the_symmetries(
        (rules, board, number, choices) in game(), symmetry in 0..8_u8, black in any::<bool>(),
    ) {
        let size = board.size();
        let mut game = Game::from_setup(rules, Setup::new(board.clone(), number)).unwrap();
        let setup = Setup::new(turned(symmetry, &board), number);
        let mut other = Game::from_setup(rules, setup).unwrap();
        for made in play(&mut game, &choices) {
            other.play(turned_move(symmetry, size, made)).unwrap();
        }
        prop_assert_eq!(turned(symmetry, game.board()), other.board().clone());
        for attempt in all_moves(size) {
            let turned_attempt = turned_move(symmetry, size, attempt);
            prop_assert_eq!(game.verdict(attempt), other.verdict(turned_attempt), "{}", attempt);
        }
        let marks = Marks::default();
        let (ours, theirs) =
            (score(game.board(), rules.komi, &marks), score(other.board(), rules.komi, &marks));
        prop_assert_eq!(ours, theirs);
        let player = if black { Player::Black } else { Player::White };
        let mut alive: Vec<Point> = pass_alive(game.board(), player)
            .into_iter().map(|point| turned_point(symmetry, size, point)).collect();
        alive.sort();
        prop_assert_eq!(alive, pass_alive(other.board(), player));
    }

    /// The rules favour neither colour: colours and sides exchanged, the verdicts are the same.
    #[test]
    fn the_rules_commute_with_exchanging_the_colours((rules, board, number, choices) in game()) {
        // Numbers tell the side, so the other game starts one number away. In the cycle the stone
        // due must be the same too: only 9 and 10 of each ten are gray, and 8 is followed by 9.
        let twin = if number % 2 == 1 { number + 1 } else { number - 1 };
        let mut game = Game::from_setup(rules, Setup::new(board.clone(), number)).unwrap();
        let mut other = Game::from_setup(rules, Setup::new(exchanged(&board), twin)).unwrap();
        for choice in &choices {
            let (due, twin_due) = (game.due(), other.due());
            if (due.stone == Stone::Gray) != (twin_due.stone == Stone::Gray) {
                break;
            }
            prop_assert_eq!(due.player, twin_due.player.opponent());
            let next_differs = |game: &Game| {
                let next = game.rules().schedule.due(game.number() + 1);
                next.stone == Stone::Gray
            };
            // Situational superko sees the stone due next, which may differ between the twins.
            if next_differs(&game) == next_differs(&other) {
                prop_assert_eq!(verdicts(&game), verdicts(&other));
            }
            let legal = game.legal_moves();
            let Some(&play) = legal.get(choice.index(legal.len().max(1))) else { break };
            if other.verdict(play).is_err() {
                break;
            }
            game.play(play).unwrap();
            other.play(play).unwrap();
            prop_assert_eq!(exchanged(game.board()), other.board().clone());
        }
        let marks = Marks::default();
        let ours = score(game.board(), Quarters(15), &marks).unwrap();
        let theirs = score(&exchanged(game.board()), Quarters(-15), &marks).unwrap();
        prop_assert_eq!(ours.margin().0.0, -theirs.margin().0.0);
    }

    /// A board drawn and read back is the same board.
    #[test]
    fn a_board_drawn_and_read_is_the_same(board in board(25, true)) {
        let text = board.to_string();
        prop_assert_eq!(text.parse::<Board>().unwrap(), board.clone());
        let bare: String = text.lines().rev().skip(1).map(|line| {
            let row = line.split_whitespace().skip(1).collect::<String>();
            format!("{row}\n")
        }).collect::<Vec<_>>().into_iter().rev().collect();
        prop_assert_eq!(bare.parse::<Board>().unwrap(), board);
    }

    /// Whatever text is read as a diagram, a grid or a move, nothing panics.
    #[test]
    fn reading_never_panics(text in "[.XO* a-zA-K0-9:\n\t-]{0,80}", any in "\\PC{0,40}") {
        for text in [text, any] {
            let _ = text.parse::<Diagram>();
            let _ = Grid::read_sized(&text, BoardSize::new(3, 2).unwrap());
            let _ = text.parse::<ternary_go::StatedMove>();
            let _ = text.parse::<Quarters>();
            let _ = text.parse::<BoardSize>();
            let _ = Point::from_source(&text, BoardSize::square(9).unwrap());
        }
    }

    /// Strings and empty regions divide the board, and liberties are what they are (DEF-1, -3, -5).
    #[test]
    fn strings_and_regions_divide_the_board(board in board(8, true)) {
        let (strings, regions) = (strings(&board), empty_regions(&board));
        let mut points: Vec<Point> = strings.iter().flat_map(|string| string.points.clone()).collect();
        points.extend(regions.iter().flat_map(|region| region.points.clone()));
        points.sort();
        prop_assert_eq!(points, board.size().iter().collect::<Vec<_>>());
        for string in strings {
            for liberty in &string.liberties {
                prop_assert_eq!(board.get(*liberty), None);
            }
        }
    }

    /// Points and neutral points make up the board, and the margins add to zero (SCORE-7).
    #[test]
    fn a_count_adds_up(board in board(8, true), komi in -40..40_i32) {
        let count = score(&board, Quarters(komi), &Marks::default()).unwrap();
        let all = Quarters::stones(board.size().points() as i32);
        prop_assert_eq!(count.black.0 + count.white.0 + count.neutral.0, all.0);
        let black = count.black.0 - count.par(Player::Black).0;
        let white = count.white.0 - count.par(Player::White).0;
        prop_assert_eq!(black + white, 0);
    }

    /// R-ATARI: where gray is neutral `touching` and `reduced` never differ in play.
    #[test]
    fn touching_and_reduced_agree_in_play((rules, board, number, choices) in game()) {
        let mut twins = ["touching", "reduced"].map(|reading| {
            let mut rules = rules;
            rules.rulings.set("atari", reading).unwrap();
            Game::from_setup(rules, Setup::new(board.clone(), number)).unwrap()
        });
        let moves = play(&mut twins[0], &choices);
        for play in moves {
            twins[1].play(play).unwrap();
        }
        prop_assert_eq!(visible(&twins[0]), visible(&twins[1]));
    }
}

/// COORD-1 and COORD-2 there and back, on the boards of the games.
#[rstest::rstest]
fn both_notations_there_and_back(#[values(1, 9, 11, 13, 19)] lines: usize) {
    let size = BoardSize::square(lines).unwrap();
    for point in size.iter() {
        assert_eq!(point.to_string().parse::<Point>().unwrap(), point);
        let source = point.to_source(size).unwrap();
        assert_eq!(Point::from_source(&source, size).unwrap(), point);
    }
}
