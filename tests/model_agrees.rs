//! The reference engine and the model, written apart from one specification, give equal answers.

#[allow(dead_code, unused_imports, reason = "the mutants are for the other test with this module")]
mod model;

use model::{
    Model,
    compare::{THREE, TWO, compare, contents, position, positions, size, sorted},
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rstest::rstest;
use ternary_go::{
    Answer, Ask, Board, BoardSize, Game, Marks, Move, Player, Point, Quarters, Ruleset, Setup,
    StatedMove, Stone, pass_alive,
    rules::{Rules, Rulings, Switch},
};

type Random = Xoshiro256PlusPlus;

/// The default readings, then every other value of every switch, one at a time.
fn readings() -> Vec<Rulings> {
    let mut all = vec![Rulings::default()];
    for switch in Switch::ALL {
        for value in (switch.values)().into_iter().skip(1) {
            let mut rulings = Rulings::default();
            rulings.set(switch.name, value).unwrap();
            all.push(rulings);
        }
    }
    all
}

fn random_readings(random: &mut Random) -> Rulings {
    let mut rulings = Rulings::default();
    for switch in Switch::ALL {
        let values = (switch.values)();
        rulings.set(switch.name, values[random.gen_range(0..values.len())]).unwrap();
    }
    rulings
}

/// Every move on a board, and some with their side or number stated.
fn all_moves(size: BoardSize, number: u32) -> Vec<StatedMove> {
    let plain = [Move::Pass, Move::DoublePass, Move::Agree, Move::Resign];
    let off_board = Point::new(24, 24).unwrap();
    let points = size.iter().chain([off_board]);
    let first = size.iter().next().unwrap();
    let stated = |play, number, player| StatedMove { number, player, play };
    points
        .flat_map(|point| [Move::Place(point), Move::Convert(point)])
        .chain(plain)
        .map(StatedMove::from)
        .chain([
            stated(Move::Place(first), Some(number), None),
            stated(Move::Pass, Some(number + 1), None),
            stated(Move::DoublePass, Some(number), Some(Player::White)),
            stated(Move::Convert(first), None, Some(Player::Black)),
            stated(Move::Agree, None, Some(Player::White)),
            stated(Move::Resign, Some(number + 2), Some(Player::Black)),
        ])
        .collect()
}

fn with(ruleset: Ruleset, rulings: Rulings) -> Rules {
    Rules { rulings, ..ruleset.rules() }
}

/// All verdicts in a position with each number, each reading and each previous point.
fn compare_verdicts(ruleset: Ruleset, board: &Board, numbers: &[u32], rulings: &[Rulings]) {
    for &number in numbers {
        let gray = ruleset != Ruleset::Go && matches!(number % 10, 9 | 0);
        let points = board.size().iter().filter(|_| gray).map(Some);
        for previous in points.chain([None]) {
            for &rulings in rulings {
                let setup = Setup { previous, ..Setup::new(board.clone(), number) };
                let moves = all_moves(board.size(), number);
                compare(with(ruleset, rulings), &setup, Ask::Legal(moves));
            }
        }
    }
}

#[rstest]
#[case(1, 1)]
#[case(1, 2)]
#[case(2, 1)]
#[case(1, 3)]
#[case(3, 1)]
#[case(2, 2)]
fn every_verdict_on_the_smallest_boards(
    #[case] width: usize,
    #[case] height: usize,
    #[values(Ruleset::Go, Ruleset::Dunshi, Ruleset::Dullstone)] ruleset: Ruleset,
) {
    for board in positions(size(width, height), contents(ruleset)) {
        compare_verdicts(ruleset, &board, &[1, 2, 8, 9, 10, 11], &readings());
    }
}

/// Every position; the readings of R-TIGER and R-ATARI where they matter.
#[rstest]
fn every_verdict_on_boards_of_six_points(
    #[values(Ruleset::Go, Ruleset::Dunshi, Ruleset::Dullstone)] ruleset: Ruleset,
    #[values((2, 3), (3, 2))] (width, height): (usize, usize),
) {
    let mut random = Random::seed_from_u64(6);
    for board in positions(size(width, height), contents(ruleset)) {
        let readings = [Rulings::default(), random_readings(&mut random)];
        let number = [1, 2, 8, 9, 10, 11][random.gen_range(0..6)];
        compare_verdicts(ruleset, &board, &[number], &readings);
    }
}

/// Some positions of 3×3.
#[rstest]
fn verdicts_on_nine_points(
    #[values(Ruleset::Go, Ruleset::Dunshi, Ruleset::Dullstone)] ruleset: Ruleset,
) {
    let mut random = Random::seed_from_u64(9);
    for _ in 0..1500 {
        let all = contents(ruleset).len().pow(9);
        let board = position(size(3, 3), contents(ruleset), random.gen_range(0..all));
        let number = [1, 2, 8, 9, 10, 11][random.gen_range(0..6)];
        compare_verdicts(ruleset, &board, &[number], &[random_readings(&mut random)]);
    }
}

/// Every position with every number, reading and previous point, and every position of 3×3.
#[rstest]
#[ignore = "takes minutes; run it with --release"]
fn every_verdict_on_small_boards(
    #[values(Ruleset::Go, Ruleset::Dunshi, Ruleset::Dullstone)] ruleset: Ruleset,
) {
    for board in positions(size(2, 3), contents(ruleset)) {
        compare_verdicts(ruleset, &board, &[1, 2, 8, 9, 10, 11], &readings());
    }
    let mut random = Random::seed_from_u64(33);
    for board in positions(size(3, 3), contents(ruleset)) {
        let readings = random_readings(&mut random);
        for number in [1, 9, 10] {
            let moves = all_moves(board.size(), number);
            let previous = board.size().iter().nth(random.gen_range(0..10));
            let setup = Setup { previous, ..Setup::new(board.clone(), number) };
            compare(with(ruleset, readings), &setup, Ask::Legal(moves));
        }
    }
}

/// What the board alone tells: strings, regions, enclosed regions.
#[rstest]
#[case(1, 1, 1)]
#[case(2, 1, 1)]
#[case(2, 2, 1)]
#[case(2, 3, 1)]
#[case(3, 3, 127)]
#[case(4, 3, 5003)]
fn strings_and_regions(#[case] width: usize, #[case] height: usize, #[case] step: usize) {
    let size = size(width, height);
    for board in positions(size, THREE).step_by(step) {
        let setup = Setup::new(board, 1);
        let rules = Ruleset::Dunshi.rules();
        compare(rules, &setup, Ask::Strings);
        compare(rules, &setup, Ask::EmptyRegions);
        for player in Player::ALL {
            for point in size.iter() {
                compare(rules, &setup, Ask::Enclosed(player, point));
            }
        }
    }
}

/// The positions to which placements lead, put in the history at each place.
#[rstest]
fn repetitions_of_a_history(
    #[values("positional", "situational", "simple", "none")] superko: &str,
    #[values(Ruleset::Go, Ruleset::Dunshi, Ruleset::Dullstone)] ruleset: Ruleset,
) {
    let mut random = Random::seed_from_u64(4);
    let size = size(2, 2);
    for board in positions(size, contents(ruleset)) {
        let number = [4, 9, 10, 11, 12, 19, 20, 21][random.gen_range(0..8)];
        let mut rulings = random_readings(&mut random);
        rulings.set("superko", superko).unwrap();
        let mut free = Rulings::default();
        free.set("superko", "none").unwrap();
        let moves: Vec<StatedMove> = size.iter().map(|point| Move::Place(point).into()).collect();
        for &play in &moves {
            let mut game = Game::from_setup(with(ruleset, free), Setup::new(board.clone(), number));
            let game = game.as_mut().unwrap();
            if game.play(play).is_err() {
                continue;
            }
            let other = position(size, TWO, random.gen_range(0..81));
            for place in 0..3 {
                let mut history = vec![other.clone(); 3];
                history[place] = game.board().clone();
                let previous = size.iter().nth(random.gen_range(0..8));
                let setup = Setup { previous, history, ..Setup::new(board.clone(), number) };
                compare(with(ruleset, rulings), &setup, Ask::Legal(all_moves(size, number)));
            }
        }
    }
}

/// Setups that are refused, and those that only look like it.
#[rstest]
fn setups(#[values(Ruleset::Go, Ruleset::Dunshi)] ruleset: Ruleset) {
    let board: Board = "X .\n. O".parse().unwrap();
    let gray: Board = "X .\n* O".parse().unwrap();
    let large: Board = "X . .\n* . O".parse().unwrap();
    let histories =
        [vec![], vec![board.clone()], vec![board.clone(); 3], vec![gray.clone()], vec![large]];
    for number in 0..5 {
        for history in &histories {
            for board in [&board, &gray] {
                for previous in [None, Some("B1"), Some("A2"), Some("C1")] {
                    let previous = previous.map(|point| point.parse().unwrap());
                    let (board, history) = (board.clone(), history.clone());
                    let setup = Setup { previous, history, ..Setup::new(board, number) };
                    let moves = vec![Move::Pass.into(), Move::Place("B1".parse().unwrap()).into()];
                    compare(ruleset.rules(), &setup, Ask::Play(moves));
                }
            }
        }
    }
}

/// The numbers of lines of play, with both readings of the end.
#[rstest]
fn perft(
    #[values(Ruleset::Go, Ruleset::Dunshi, Ruleset::Dullstone)] ruleset: Ruleset,
    #[values(1, 7, 8, 9, 10)] number: u32,
) {
    for rulings in readings() {
        let rules = with(ruleset, rulings);
        for (board, depth) in
            [(". .", 5), ("X .\n. O", 4), ("X . X\nO X .", 3), (". X .\nX O .\n. X O", 2)]
        {
            let board: Board = board.parse().unwrap();
            for previous in [None, Some(Point::new(1, 0).unwrap())] {
                let setup = Setup { previous, ..Setup::new(board.clone(), number) };
                for depth in 0..=depth {
                    compare(rules, &setup, Ask::Perft(depth));
                }
            }
        }
    }
}

/// Names of points on boards of all kinds, and of points off them.
#[rstest]
fn coordinates() {
    for (width, height) in
        [(1, 1), (1, 19), (2, 2), (3, 5), (9, 9), (13, 7), (18, 19), (19, 19), (19, 21)]
    {
        let points = BoardSize::square(25).unwrap().iter().collect();
        let setup = Setup::new(Board::empty(size(width, height)), 1);
        compare(Ruleset::Go.rules(), &setup, Ask::Coordinates(points));
    }
}

fn random_board(random: &mut Random, size: BoardSize, contents: &[Option<Stone>]) -> Board {
    let mut board = Board::empty(size);
    // Boards of all densities; a colour that repeats makes strings.
    let empty = random.gen_range(0.1..0.9);
    let mut stone = None;
    for point in size.iter() {
        if random.gen_bool(0.5) {
            let stones = &contents[1..];
            stone = stones[random.gen_range(0..stones.len())];
        }
        let stone = if random.gen_bool(empty) { None } else { stone };
        board.set(point, stone);
    }
    board
}

fn random_size(random: &mut Random, longest: usize) -> BoardSize {
    size(random.gen_range(1..=longest), random.gen_range(1..=longest))
}

fn random_marks(random: &mut Random, board: &Board) -> Vec<Point> {
    let stones: Vec<Point> = board.stones().map(|(point, _)| point).collect();
    let count = [0, 0, 1, 1, 2, 3][random.gen_range(0..6)];
    let any = |random: &mut Random| Point::new(random.gen_range(0..8), random.gen_range(0..8));
    (0..count)
        .map(|_| match stones.is_empty() || random.gen_bool(0.03) {
            true => any(random).unwrap(),
            false => stones[random.gen_range(0..stones.len())],
        })
        .collect()
}

/// Counts of random positions with random marks and komi.
#[rstest]
fn counts(#[values(0, 1, 2, 3)] seed: u64) {
    let mut random = Random::seed_from_u64(seed);
    let mut counted = 0;
    for _ in 0..3000 {
        let size = random_size(&mut random, 6);
        let board = random_board(&mut random, size, THREE);
        let komi = Quarters(random.gen_range(-40..40));
        let rules = Rules { komi, ..Ruleset::Dunshi.rules() };
        let (dead, neutralised) =
            (random_marks(&mut random, &board), random_marks(&mut random, &board));
        let answer = compare(rules, &Setup::new(board, 1), Ask::Score(Marks { dead, neutralised }));
        counted += usize::from(matches!(answer, Answer::Score(Ok(_))));
    }
    assert!((500..2900).contains(&counted), "{counted} of 3000 marks accepted");
}

/// Every string of every position of a small board marked as dead or as neutralised.
#[rstest]
#[case(2, 3, 1)]
#[case(3, 3, 127)]
#[case(5, 2, 499)]
fn marks(#[case] width: usize, #[case] height: usize, #[case] step: usize) {
    for board in positions(size(width, height), THREE).step_by(step) {
        for point in board.size().iter() {
            for (dead, neutralised) in [(vec![point], vec![]), (vec![], vec![point])] {
                let marks = Marks { dead, neutralised };
                let setup = Setup::new(board.clone(), 1);
                compare(Ruleset::Dullstone.rules(), &setup, Ask::Score(marks));
            }
        }
    }
}

/// The strings that live without another move, in every position of small boards.
#[rstest]
#[case(2, 3, 1)]
#[case(3, 3, 29)]
#[case(7, 1, 1)]
#[case(5, 2, 101)]
#[case(4, 3, 6007)]
fn strings_alive(#[case] width: usize, #[case] height: usize, #[case] step: usize) {
    let mut alive = 0;
    for board in positions(size(width, height), THREE).step_by(step) {
        for player in Player::ALL {
            let strings = Model::default().pass_alive(&(&board).into(), player);
            let points: Vec<Point> =
                sorted(strings.iter().flat_map(|string| &string.stones).copied().collect());
            assert_eq!(points, pass_alive(&board, player), "{player} on\n{board}");
            alive += points.len();
        }
    }
    assert!(alive > 0);
}

/// Whole games: all verdicts at every step, then every step again as one line of play.
#[rstest]
fn games(
    #[values(Ruleset::Go, Ruleset::Dunshi, Ruleset::Dullstone)] ruleset: Ruleset,
    #[values(1, 2)] seed: u64,
) {
    let mut random = Random::seed_from_u64(seed);
    let model = Model::default();
    let mut escapes = 0;
    for round in 0..120 {
        let size = random_size(&mut random, 7);
        let rules = with(ruleset, random_readings(&mut random));
        let board = match round % 2 {
            0 => Board::empty(size),
            _ => random_board(&mut random, size, contents(ruleset)),
        };
        let number = random.gen_range(1..25);
        let previous = size.iter().nth(random.gen_range(0..2 * size.points()));
        let before = [0, 0, 1, 2][random.gen_range(0..4)].min(number - 1);
        let history =
            (0..before).map(|_| random_board(&mut random, size, contents(ruleset))).collect();
        let setup = Setup { previous, history, ..Setup::new(board, number) };
        let mut game = Game::from_setup(rules, setup.clone()).unwrap();
        let mut second = model.set_up(rules, &setup).unwrap();
        let mut line = Vec::new();
        for _ in 0..40 + 2 * size.points() {
            let mut open = Vec::new();
            for play in all_moves(size, game.number()) {
                let verdict =
                    game.verdict(play).map_err(|refusal| sorted(refusal.clauses().collect()));
                let second = model.verdict(&second, play).map_err(|reasons| {
                    let clause = |id| ternary_go::Clause::named(id).unwrap().id;
                    sorted(reasons.into_iter().map(clause).collect())
                });
                assert!(
                    verdict == second,
                    "{play} after {line:?} on\n{}\nreference {verdict:?}\nmodel {second:?}\n{rules:?}\n{setup:?}",
                    game.board()
                );
                if verdict.is_ok() && !matches!(play.play, Move::Agree | Move::Resign) {
                    open.push(play);
                }
            }
            let escape =
                |play: &&StatedMove| matches!(play.play, Move::DoublePass | Move::Convert(_));
            let pass = |play: &&StatedMove| play.play == Move::Pass;
            let choice: Vec<StatedMove> = match random.gen_range(0..10) {
                0..5 if open.iter().any(|play| escape(&play)) => {
                    escapes += 1;
                    open.iter().filter(escape).copied().collect()
                }
                9 => open.iter().filter(pass).copied().collect(),
                _ => open.clone(),
            };
            let Some(&play) = choice.get(random.gen_range(0..choice.len().max(1))) else { break };
            let captures = game.play(play).unwrap().captures;
            let taken = model.play(&mut second, play).unwrap();
            assert_eq!(captures, taken.into_iter().collect::<Vec<_>>());
            line.push(play);
            // A refused move changes nothing: it stays in the line.
            if random.gen_bool(0.1) {
                line.push(Move::Place(Point::new(24, 0).unwrap()).into());
            }
        }
        let last = [Move::Agree, Move::Resign, Move::Pass][round % 3];
        line.extend([last.into(), last.into(), StatedMove::from(Move::Agree)]);
        let stated = StatedMove { number: Some(1), player: None, play: Move::Pass };
        line.push(stated);
        compare(rules, &setup, Ask::Play(line));
    }
    assert!(ruleset == Ruleset::Go || escapes > 20, "{escapes} escapes");
}
