//! Laws that hold of every game, as property tests.

mod games;

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use ternary_go::{
    Board, BoardSize, Diagram, Game, Grid, Marks, Move, Player, Point, Quarters, Setup, Stone,
    all_private_eyes, empty_regions, holographic, natures, pass_alive,
    rules::{
        Rules,
        extras::{Extras, Mode},
        gray::Gray,
        shift::{GrayShift, ShiftRemoval},
        superko::Superko,
    },
    score, step, strings,
};

use self::games::{
    all_moves, board, exchanged, exchanged_rules, game, left, play, rules, turned, turned_move,
    turned_natures, turned_point, verdicts, visible,
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// FLOW-1: a refused move changes nothing, and `play` and `verdict` say the same.
    #[test]
    fn a_refused_move_changes_nothing((rules, setup, choices) in game()) {
        let mut game = Game::from_setup(rules, setup).unwrap();
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
    fn legal_moves_are_the_legal_verdicts((rules, setup, choices) in game()) {
        let mut game = Game::from_setup(rules, setup).unwrap();
        play(&mut game, &choices);
        let legal = game.legal_moves();
        for attempt in all_moves(game.board().size()) {
            prop_assert_eq!(legal.contains(&attempt), game.verdict(attempt).is_ok(), "{}", attempt);
        }
    }

    /// A copy shares nothing with its original.
    #[test]
    fn copies_share_nothing((rules, setup, choices) in game()) {
        let mut game = Game::from_setup(rules, setup).unwrap();
        let (first, rest) = choices.split_at(choices.len() / 2);
        play(&mut game, first);
        let before = visible(&game);
        let mut copy = game.clone();
        play(&mut copy, rest);
        prop_assert_eq!(visible(&game), before);
    }

    /// Replaying a game and setting up its position with its history give the same verdicts.
    #[test]
    fn replay_equals_setup_with_history((mut rules, setup, choices) in game()) {
        // R-SETUP: random bombs that are spent cannot be told from a seed.
        rules.allowance.mode = Mode::AtWill;
        // R-SETUP: a history holds no bomb turns and no double moves. Where only positions are
        // compared that makes no difference.
        let positions = matches!(rules.rulings.superko, Superko::Positional | Superko::None);
        let mut game = Game::from_setup(rules, setup).unwrap();
        let mut history = Vec::new();
        let mut last = None;
        for choice in &choices {
            // A pass may count towards the end of the game, and no pass stands behind a set-up.
            let mut legal = game.legal_moves();
            legal.retain(|play| match play {
                Move::Pass => false,
                Move::DeclareBomb | Move::Knife(_) => positions,
                Move::Place(_)
                | Move::DoublePass
                | Move::Convert(_)
                | Move::Replace(_)
                | Move::Resign
                | Move::Agree => true,
            });
            let Some(&play) = legal.get(choice.index(legal.len().max(1))) else { break };
            let (before, number) = (game.board().clone(), game.number());
            let mover = game.due().player;
            game.play(play).unwrap();
            // PASS2-2, BOMB-3: the second pass, and the dummy, are numbers without a position of
            // their own.
            history.extend((number..game.number()).map(|taken| {
                if taken == number { before.clone() } else { game.board().clone() }
            }));
            let previous = match play {
                Move::Place(point) | Move::Convert(point) | Move::Knife(point)
                | Move::Replace(point) => Some(point),
                Move::Pass | Move::DoublePass | Move::DeclareBomb | Move::Resign
                | Move::Agree => None,
            };
            // R-SETUP: a set-up stands before a turn, and before it no knife can be thrown.
            let knife = rules.extras == Extras::Knives && mover == rules.allowance.receiver;
            let in_turn = game.has_bomb() || knife && matches!(play, Move::Place(_));
            if !in_turn {
                last = Some((game.clone(), history.clone(), previous));
            }
        }
        let Some((game, history, previous)) = last else { return Ok(()) };
        let to_move = (rules.extras == Extras::Knives).then_some(game.due().player);
        let (board, number) = (game.board().clone(), game.number());
        let left = Some(left(&game));
        let times = Some(Player::ALL.map(|player| game.random_times(player).to_vec()));
        let setup = Setup { board, number, previous, history, to_move, left, times };
        let again = Game::from_setup(rules, setup).unwrap();
        prop_assert_eq!(visible(&again), visible(&game));
    }

    /// The rules do not depend on how the board lies.
    #[test]
    fn the_rules_commute_with_the_symmetries(
        (rules, setup, choices) in game(), symmetry in 0..8_u8, black in any::<bool>(),
    ) {
        let size = setup.board.size();
        let other = Setup { board: turned(symmetry, &setup.board), ..setup.clone() };
        let mut game = Game::from_setup(rules, setup).unwrap();
        let mut other = Game::from_setup(rules, other).unwrap();
        for made in play(&mut game, &choices) {
            other.play(turned_move(symmetry, size, made)).unwrap();
        }
        prop_assert_eq!(turned(symmetry, game.board()), other.board().clone());
        prop_assert_eq!(turned(symmetry, game.layer()), other.layer().clone());
        prop_assert_eq!(turned_natures(symmetry, size, game.natures()), other.natures());
        prop_assert_eq!((game.due(), left(&game)), (other.due(), left(&other)));
        for attempt in all_moves(size) {
            let turned_attempt = turned_move(symmetry, size, attempt);
            prop_assert_eq!(game.verdict(attempt), other.verdict(turned_attempt), "{}", attempt);
        }
        let marks = Marks::default();
        let (ours, theirs) =
            (score(game.board(), &rules, &marks), score(other.board(), &rules, &marks));
        prop_assert_eq!(ours, theirs);
        let player = if black { Player::Black } else { Player::White };
        let mut alive: Vec<Point> = pass_alive(game.board(), player)
            .into_iter().map(|point| turned_point(symmetry, size, point)).collect();
        alive.sort();
        prop_assert_eq!(alive, pass_alive(other.board(), player));
    }

    /// The rules favour neither colour: colours and sides exchanged, the verdicts are the same.
    #[test]
    fn the_rules_commute_with_exchanging_the_colours((mut rules, setup, choices) in game()) {
        // A seed gives each side its own times: no other seed gives them to the other side.
        rules.allowance.mode = Mode::AtWill;
        // Numbers tell the side, so the other game starts one number away. In the cycle the stone
        // due must be the same too: only 9 and 10 of each ten are gray, and 8 is followed by 9.
        let number = setup.number;
        let twin = Setup {
            board: exchanged(&setup.board),
            number: if number % 2 == 1 { number + 1 } else { number - 1 },
            to_move: setup.to_move.map(Player::opponent),
            left: setup.left.map(|[black, white]| [white, black]),
            ..setup.clone()
        };
        let twin_rules = exchanged_rules(rules);
        let mut game = Game::from_setup(rules, setup).unwrap();
        let mut other = Game::from_setup(twin_rules, twin).unwrap();
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
            prop_assert_eq!(exchanged(game.layer()), other.layer().clone());
            let [black, white] = left(&other);
            prop_assert_eq!(left(&game), [white, black]);
        }
        let marks = Marks::default();
        let theirs = Rules { komi: Quarters(-rules.komi.0), ..twin_rules };
        let ours = score(game.board(), &rules, &marks).unwrap();
        let theirs = score(&exchanged(game.board()), &theirs, &marks).unwrap();
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
    fn a_count_adds_up(rules in rules(), board in board(6, true), komi in -40..40_i32) {
        let rules = Rules { komi: Quarters(komi), ..rules };
        let count = score(&board, &rules, &Marks::default()).unwrap();
        let all = Quarters::stones(board.size().points() as i32);
        prop_assert_eq!(count.black.0 + count.white.0 + count.neutral.0, all.0);
        let black = count.black.0 - count.par(Player::Black).0;
        let white = count.white.0 - count.par(Player::White).0;
        prop_assert_eq!(black + white, 0);
    }

    /// R-ATARI: where gray is neutral `touching` and `reduced` never differ in play.
    #[test]
    fn touching_and_reduced_agree_in_play((rules, setup, choices) in game()) {
        if rules.gray == Gray::Natured {
            return Ok(());
        }
        let mut twins = ["touching", "reduced"].map(|reading| {
            let mut rules = rules;
            rules.rulings.set("atari", reading).unwrap();
            Game::from_setup(rules, setup.clone()).unwrap()
        });
        let moves = play(&mut twins[0], &choices);
        for play in moves {
            twins[1].play(play).unwrap();
        }
        prop_assert_eq!(visible(&twins[0]), visible(&twins[1]));
    }

    /// What holds after each move where gray strings have natures: the layer is that of the board,
    /// after a placement every joined string has a liberty, and gray takes nothing off the board.
    #[test]
    fn natures_and_liberties_after_each_move((rules, setup, choices) in game()) {
        let mut game = Game::from_setup(rules, setup).unwrap();
        for choice in &choices {
            let legal = game.legal_moves();
            let Some(&play) = legal.get(choice.index(legal.len().max(1))) else { break };
            let gray = game.due().stone == Stone::Gray && matches!(play, Move::Place(_));
            let numbers = (game.number(), left(&game));
            let step = step(&mut game, play.into());
            let board = game.board();
            prop_assert_eq!(&step.natures, &game.natures());
            prop_assert_eq!(step.left, left(&game));
            let captures = step.outcome.unwrap();
            prop_assert!(!(gray && rules.rulings.gray_shift == GrayShift::Forbidden) || captures.is_empty());
            // BOMB-2: a declaration changes neither number nor side.
            if play == Move::DeclareBomb {
                prop_assert_eq!((game.number(), left(&game)), numbers);
            }
            // GO-2, BOMB-3: the parity of the number tells the side, but in knife-go.
            if rules.extras != Extras::Knives {
                prop_assert_eq!(game.number() % 2 == 1, game.due().player == Player::Black);
            }
            if rules.gray != Gray::Natured {
                prop_assert!(step.natures.is_empty());
                prop_assert_eq!(game.layer(), board);
                continue;
            }
            prop_assert_eq!(game.layer(), &holographic(board, rules.rulings.eyes()));
            let placed = matches!(play, Move::Place(_));
            if placed && rules.rulings.shift_removal == ShiftRemoval::Immediate {
                for string in strings(game.layer()) {
                    prop_assert!(string.stone == Stone::Gray || !string.liberties.is_empty());
                }
            }
        }
    }

    /// NAT: the counts are those of adjacent strings, with and without private eyes (DEF-8).
    #[test]
    fn the_counts_are_of_adjacent_strings(rules in rules(), board in board(6, true)) {
        let rulings = rules.rulings.eyes();
        let eyes = all_private_eyes(&board, rulings);
        let has_eye = |first: Point| eyes.iter().any(|(at, eye)| *at == first && !eye.eyes.is_empty());
        let strings = strings(&board);
        for gray in natures(&board, rulings) {
            let own = strings.iter().find(|string| string.points == gray.points).unwrap();
            let counts = [(Stone::Black, true), (Stone::White, true), (Stone::Black, false), (Stone::White, false)]
                .map(|(stone, eye)| {
                    let counted = |first: &&Point| board.get(**first) == Some(stone) && has_eye(**first) == eye;
                    own.adjacent.iter().filter(counted).count()
                });
            let got = gray.counts;
            let got = [got.black_eyes, got.white_eyes, got.black_others, got.white_others];
            prop_assert_eq!(got, counts);
        }
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
