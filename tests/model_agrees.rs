//! The reference engine and the model, written apart from one specification, give equal answers.

#[allow(dead_code, unused_imports, reason = "the mutants are for the other test with this module")]
mod model;

use model::{
    Model,
    compare::{
        Random, THREE, TWO, all_moves, compare, contents, position, random_board, random_marks,
        random_readings, random_size, sample, size, sorted, with,
    },
};
use rand::{Rng, SeedableRng};
use rstest::rstest;
use ternary_go::{
    Answer, Ask, Board, BoardSize, Clause, Game, Marks, Move, Nature, Player, Point, Quarters,
    Ruleset, Setup, StatedMove, pass_alive,
    rules::{
        Axis, Rules, Rulings,
        extras::{Allowance, Extras, Mode},
        gray::Gray,
    },
};

const NUMBERS: [u32; 6] = [1, 2, 8, 9, 10, 11];

fn random_rules(random: &mut Random, ruleset: Ruleset) -> Rules {
    let allowance = Allowance {
        count: random.gen_range(0..4),
        receiver: Player::ALL[random.gen_range(0..2)],
        mode: Mode::ALL[random.gen_range(0..3)],
        seed: random.gen_range(0..100),
    };
    Rules { allowance, ..with(ruleset, random_readings(random)) }
}

/// A set-up of a board with whatever else may be given.
fn random_setup(random: &mut Random, rules: &Rules, board: Board, number: u32) -> Setup {
    let size = board.size();
    let previous = size.iter().nth(random.gen_range(0..2 * size.points()));
    let knives = rules.extras == Extras::Knives && random.gen_bool(0.5);
    let to_move = knives.then(|| Player::ALL[random.gen_range(0..2)]);
    let stated = rules.extras != Extras::None && random.gen_bool(0.3);
    let left = stated.then(|| [0; 2].map(|_: i32| random.gen_range(0..3)));
    Setup { previous, to_move, left, ..Setup::new(board, number) }
}

/// All verdicts and the legal moves in positions of a board, one in so many, under random rules and
/// the default ones.
fn compare_verdicts(ruleset: Ruleset, size: BoardSize, step: usize) {
    let mut random = Random::seed_from_u64(size.points() as u64);
    for board in sample(&mut Random::seed_from_u64(1), size, contents(ruleset), step) {
        let number = NUMBERS[random.gen_range(0..6)];
        for rules in [ruleset.rules(), random_rules(&mut random, ruleset)] {
            let setup = random_setup(&mut random, &rules, board.clone(), number);
            compare(rules, &setup, Ask::Legal(all_moves(size, number)));
            compare(rules, &setup, Ask::LegalMoves);
        }
    }
}

fn rulesets() -> impl Iterator<Item = Ruleset> {
    Ruleset::ALL.iter().copied()
}

#[rstest]
#[case(1, 1, 1)]
#[case(1, 2, 1)]
#[case(2, 1, 1)]
#[case(1, 3, 1)]
#[case(3, 1, 1)]
#[case(2, 2, 1)]
#[case(4, 1, 1)]
#[case(2, 3, 2)]
#[case(3, 2, 3)]
#[case(6, 1, 3)]
#[case(3, 3, 151)]
fn every_verdict_on_small_boards(#[case] width: usize, #[case] height: usize, #[case] step: usize) {
    for ruleset in rulesets() {
        compare_verdicts(ruleset, size(width, height), step);
    }
}

/// What the board alone tells: strings, regions, enclosed regions, private eyes, natures.
#[rstest]
#[case(1, 1, 1)]
#[case(2, 1, 1)]
#[case(2, 2, 1)]
#[case(5, 1, 1)]
#[case(2, 3, 3)]
#[case(3, 3, 101)]
#[case(4, 3, 8009)]
fn strings_and_regions(#[case] width: usize, #[case] height: usize, #[case] step: usize) {
    let size = size(width, height);
    let mut random = Random::seed_from_u64(3);
    for board in sample(&mut Random::seed_from_u64(2), size, THREE, step) {
        let setup = Setup::new(board, 1);
        let rules = with(Ruleset::Meng, random_readings(&mut random));
        for ask in [Ask::Strings, Ask::EmptyRegions, Ask::PrivateEyes, Ask::Natures] {
            compare(rules, &setup, ask);
        }
        for player in Player::ALL {
            for point in size.iter() {
                compare(rules, &setup, Ask::Enclosed(player, point));
            }
        }
    }
}

/// Private eyes and natures on larger random boards, with each reading.
#[rstest]
fn eyes_and_natures(#[values(1, 2)] seed: u64) {
    let mut random = Random::seed_from_u64(seed);
    let mut natured = 0;
    for _ in 0..2000 {
        let size = random_size(&mut random, 9);
        let setup = Setup::new(random_board(&mut random, size, THREE), 1);
        let ruleset = [Ruleset::Meng, Ruleset::Flybomb, Ruleset::Dunshi][random.gen_range(0..3)];
        let rules = with(ruleset, random_readings(&mut random));
        compare(rules, &setup, Ask::PrivateEyes);
        let answer = compare(rules, &setup, Ask::Natures);
        let Answer::Natures(strings) = answer else { panic!("{answer:?}") };
        natured += strings.iter().filter(|gray| gray.nature != Some(Nature::Neutral)).count();
    }
    assert!(natured > 300, "{natured} gray strings with a nature");
}

/// The positions to which placements lead, put in the history at each place.
#[rstest]
fn repetitions_of_a_history(
    #[values("positional", "situational", "simple", "none")] superko: &str,
) {
    let mut random = Random::seed_from_u64(4);
    let size = size(2, 2);
    for ruleset in rulesets() {
        for board in sample(&mut Random::seed_from_u64(5), size, contents(ruleset), 3) {
            let number = [4, 9, 10, 11, 12, 19, 20, 21][random.gen_range(0..8)];
            let mut rules = random_rules(&mut random, ruleset);
            let mut free = rules;
            rules.rulings.set("superko", superko).unwrap();
            free.rulings.set("superko", "none").unwrap();
            for point in size.iter() {
                let mut game = Game::from_setup(free, Setup::new(board.clone(), number)).unwrap();
                if game.play(Move::Place(point)).is_err() {
                    continue;
                }
                let other = position(size, TWO, random.gen_range(0..81));
                for place in 0..3 {
                    let mut history = vec![other.clone(); 3];
                    history[place] = game.board().clone();
                    let setup = random_setup(&mut random, &rules, board.clone(), number);
                    let setup = Setup { history, ..setup };
                    compare(rules, &setup, Ask::Legal(all_moves(size, number)));
                }
            }
        }
    }
}

/// Setups that are refused, and those that only look like it.
#[rstest]
fn setups() {
    let board: Board = "X .\n. O".parse().unwrap();
    let gray: Board = "X .\n* O".parse().unwrap();
    let large: Board = "X . .\n* . O".parse().unwrap();
    let histories =
        [vec![], vec![board.clone()], vec![board.clone(); 3], vec![gray.clone()], vec![large]];
    for (ruleset, number) in rulesets().flat_map(|ruleset| (0..5).map(move |n| (ruleset, n))) {
        for history in &histories {
            for board in [&board, &gray] {
                for previous in [None, Some("B1"), Some("C1")] {
                    let previous = previous.map(|point| point.parse().unwrap());
                    for left in [None, Some([0, 0]), Some([3, 0]), Some([0, 1]), Some([4, 0])] {
                        let extras = ruleset.rules().extras != Extras::None;
                        let (board, history) = (board.clone(), history.clone());
                        let left = left.filter(|_| extras);
                        let setup = Setup { previous, history, left, ..Setup::new(board, number) };
                        let moves =
                            vec![Move::Pass.into(), Move::Place("B1".parse().unwrap()).into()];
                        compare(ruleset.rules(), &setup, Ask::Play(moves));
                    }
                }
            }
        }
    }
}

/// The numbers of lines of play.
#[rstest]
fn perft(#[values(1, 7, 8, 9, 10)] number: u32) {
    let mut random = Random::seed_from_u64(u64::from(number));
    for ruleset in rulesets() {
        for (board, depth) in
            [(". .", 4), ("X .\n. O", 3), ("X . X\nO X .", 3), (". X .\nX O .\n. X O", 2)]
        {
            let board: Board = board.parse().unwrap();
            for rules in [ruleset.rules(), random_rules(&mut random, ruleset)] {
                let setup = random_setup(&mut random, &rules, board.clone(), number);
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

/// Counts of random positions with random marks and komi, without natures and with them.
#[rstest]
fn counts(#[values(0, 1)] seed: u64) {
    let mut random = Random::seed_from_u64(seed);
    let mut counted = 0;
    for round in 0..3000 {
        let ruleset = [Ruleset::Dunshi, Ruleset::Meng, Ruleset::Flybomb][round % 3];
        let size = random_size(&mut random, 6);
        let board = random_board(&mut random, size, THREE);
        let komi = Quarters(random.gen_range(-40..40));
        let rules = Rules { komi, ..with(ruleset, random_readings(&mut random)) };
        let (dead, neutralised) =
            (random_marks(&mut random, &board), random_marks(&mut random, &board));
        let answer = compare(rules, &Setup::new(board, 1), Ask::Score(Marks { dead, neutralised }));
        counted += usize::from(matches!(answer, Answer::Score(Ok(_))));
    }
    assert!((500..2900).contains(&counted), "{counted} of 3000 marks accepted");
}

/// Every string of positions of a small board marked as dead or as neutralised.
#[rstest]
#[case(2, 3, 5)]
#[case(3, 3, 307)]
#[case(5, 2, 1511)]
fn marks(#[case] width: usize, #[case] height: usize, #[case] step: usize) {
    for board in sample(&mut Random::seed_from_u64(6), size(width, height), THREE, step) {
        for point in board.size().iter() {
            for (dead, neutralised) in [(vec![point], vec![]), (vec![], vec![point])] {
                let marks = Marks { dead, neutralised };
                let setup = Setup::new(board.clone(), 1);
                for ruleset in [Ruleset::Dullstone, Ruleset::Meng] {
                    compare(ruleset.rules(), &setup, Ask::Score(marks.clone()));
                }
            }
        }
    }
}

/// The strings that live without another move, in positions of small boards.
#[rstest]
#[case(2, 3, 5)]
#[case(3, 3, 101)]
#[case(7, 1, 11)]
#[case(5, 2, 1009)]
#[case(4, 3, 20011)]
fn strings_alive(#[case] width: usize, #[case] height: usize, #[case] step: usize) {
    let mut alive = 0;
    for board in sample(&mut Random::seed_from_u64(7), size(width, height), THREE, step) {
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
    #[values(
        Ruleset::Go,
        Ruleset::Dunshi,
        Ruleset::Dullstone,
        Ruleset::Meng,
        Ruleset::Flybomb,
        Ruleset::KnifeGo,
        Ruleset::BombGo
    )]
    ruleset: Ruleset,
) {
    let mut random = Random::seed_from_u64(1);
    let model = Model::default();
    let mut special = 0;
    for round in 0..300 {
        let size = random_size(&mut random, 5);
        let rules = random_rules(&mut random, ruleset);
        let board = match round % 2 {
            0 => Board::empty(size),
            _ => random_board(&mut random, size, contents(ruleset)),
        };
        let number = random.gen_range(1..25);
        let before = [0, 0, 1, 2][random.gen_range(0..4)].min(number - 1);
        let history =
            (0..before).map(|_| random_board(&mut random, size, contents(ruleset))).collect();
        let setup = Setup { left: None, ..random_setup(&mut random, &rules, board, number) };
        let setup = Setup { history, ..setup };
        let mut game = Game::from_setup(rules, setup.clone()).unwrap();
        let mut second = model.set_up(rules, &setup).unwrap();
        let mut line = Vec::new();
        for _ in 0..30 + size.points() {
            let mut open = Vec::new();
            for play in all_moves(size, game.number()) {
                let verdict =
                    game.verdict(play).map_err(|refusal| sorted(refusal.clauses().collect()));
                let second = model.verdict(&second, play).map_err(|reasons| {
                    let clause = |id| Clause::named(id).unwrap().id;
                    sorted(reasons.into_iter().map(clause).collect())
                });
                let words: Vec<String> = line.iter().map(StatedMove::to_string).collect();
                assert!(
                    verdict == second,
                    "{play} after {words:?} on\n{}\nreference {verdict:?}\nmodel {second:?}\n{rules:?}\n{setup:?}",
                    game.board()
                );
                if verdict.is_ok() && !matches!(play.play, Move::Agree | Move::Resign) {
                    open.push(play);
                }
            }
            let is_special = |play: &&StatedMove| !matches!(play.play, Move::Place(_) | Move::Pass);
            let pass = |play: &&StatedMove| play.play == Move::Pass;
            let choice: Vec<StatedMove> = match random.gen_range(0..10) {
                0..6 if open.iter().any(|play| is_special(&play)) => {
                    special += 1;
                    open.iter().filter(is_special).copied().collect()
                }
                9 => open.iter().filter(pass).copied().collect(),
                _ => open.clone(),
            };
            let Some(&play) = choice.get(random.gen_range(0..choice.len().max(1))) else {
                if open.is_empty() { break } else { continue }
            };
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
    let plain = ruleset == Ruleset::Go;
    assert!(plain || special > 10, "{special} moves that are neither stones nor passes");
}

#[test]
fn rulesets_are_all_compared() {
    assert_eq!(Ruleset::ALL.len(), 7);
    assert!(Ruleset::ALL.iter().any(|ruleset| ruleset.rules().gray == Gray::Natured));
    assert_eq!(Rulings::default().iter().count(), 11);
}
