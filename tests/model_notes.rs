//! What the notes and reasons of `spec/` claim of the rules holds, in the model.

#[allow(dead_code, reason = "parts of the model are for the other tests that have this module")]
mod model;

use std::collections::BTreeSet;

use model::{Act, Game, Kind, Model, Points};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use ternary_go::{
    Answer, Ask, Board, BoardSize, Engine, Move, Point, Query, Reference, Ruleset, Setup, Stone,
    rules::escape::Atari,
};

const CONTENTS: [Option<Stone>; 4] =
    [None, Some(Stone::Black), Some(Stone::White), Some(Stone::Gray)];

/// One position in so many of a board.
fn positions(width: usize, height: usize, step: usize) -> impl Iterator<Item = Board> {
    let size = BoardSize::new(width, height).unwrap();
    let all = CONTENTS.len().pow(size.points() as u32);
    (0..all).step_by(step).map(move |mut index| {
        let mut board = Board::empty(size);
        for point in size.iter() {
            board.set(point, CONTENTS[index % 4]);
            index /= 4;
        }
        board
    })
}

fn small_positions() -> impl Iterator<Item = Board> {
    [(1, 1, 1), (1, 4, 1), (2, 2, 1), (3, 2, 1), (3, 3, 41)]
        .into_iter()
        .flat_map(|(width, height, step)| positions(width, height, step))
}

fn at_number(board: &Board, number: u32) -> Game {
    let setup = Setup::new(board.clone(), number);
    Model::default().set_up(Ruleset::Dunshi.rules(), &setup).unwrap()
}

fn empty_points(board: &Board) -> impl Iterator<Item = Point> {
    board.size().iter().filter(|point| board.get(*point).is_none())
}

/// DEF-4: adjacent strings are of different colours.
#[test]
fn adjacent_strings_differ_in_colour() {
    let model = Model::default();
    for board in small_positions() {
        let strings = model.strings(&(&board).into());
        for one in &strings {
            for other in &strings {
                let apart = !model.sets_adjacent(&one.stones, &other.stones);
                assert!(apart || one.colour != other.colour, "{board}");
            }
        }
    }
}

/// The note of FORB-2: its points are the opponent's one-point eyes (DEF-7).
#[test]
fn barred_eyes_are_one_point_eyes() {
    let model = Model::default();
    for board in small_positions() {
        for number in [9, 10] {
            let game = at_number(&board, number);
            let opponent = model.side_at(number).opponent();
            for point in empty_points(&board) {
                let region = Points::from([point]);
                let alone = model.empty_regions(&game.position).contains(&region);
                let touches = model.touches(&game.position, &region);
                let eye = alone && model.eye_of(&region, &touches) == Some(opponent);
                let barred = model.gray_reasons(&game, point).contains(&"FORB-2");
                assert_eq!(barred, eye, "{point} on\n{board}");
            }
        }
    }
}

/// R-EYE: its readings never differ in what is legal.
#[test]
fn eyes_with_stones_in_them_are_barred_anyway() {
    let other = model::mutants()
        .iter()
        .find(|mutant| mutant.clauses().any(|clause| clause == "R-EYE"))
        .expect("the other reading");
    let (one, other) = (Model::default(), Model { mutant: Some(other) });
    let mut differ = 0;
    for board in small_positions() {
        for number in [9, 10] {
            let game = at_number(&board, number);
            for point in empty_points(&board) {
                let (one, other) =
                    (one.gray_reasons(&game, point), other.gray_reasons(&game, point));
                assert_eq!(one.is_empty(), other.is_empty(), "{point} on\n{board}");
                differ += usize::from(one != other);
            }
        }
    }
    assert!(differ > 0);
}

/// The strings in atari under both readings of R-ATARI that look at the move, and what was seen of
/// the notes of GO-6 and LAYER-4, in games from the empty board.
#[test]
fn touching_and_reduced_never_differ_in_play() {
    let model = Model::default();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found = 0;
    for round in 0..60 {
        let ruleset = [Ruleset::Dunshi, Ruleset::Dullstone][round % 2];
        let size = BoardSize::square(random.gen_range(2..6)).unwrap();
        let setup = Setup::new(Board::empty(size), 1);
        let mut game = model.set_up(ruleset.rules(), &setup).unwrap();
        for _ in 0..80 {
            let moves = model.moves(&game);
            let Some(&play) = moves.get(random.gen_range(0..moves.len().max(1))) else { break };
            let gray = |game: &Game| -> BTreeSet<Point> {
                let stones = game.position.stones.iter();
                stones
                    .filter(|(_, stone)| **stone == Stone::Gray)
                    .map(|(point, _)| *point)
                    .collect()
            };
            let before = gray(&game);
            model.play(&mut game, play.into()).unwrap();
            assert!(before.is_subset(&gray(&game)), "a gray stone has gone");
            // GO-6: in play a gray stone never repeats a position.
            for point in size.iter().filter(|point| game.position.at(*point).is_none()) {
                let after = game.position.with(point, Stone::Gray);
                let act = Act::Placed(point, Stone::Gray, Kind::Ordinary);
                let next = model.next_turn(&game, act);
                assert!(!model.repeats(&game, &after, point, Kind::Ordinary, next));
            }
            let under = |atari: Atari| -> Vec<Points> {
                let mut game = game.clone();
                game.rules.rulings.atari = atari;
                model.atari_strings(&game).into_iter().map(|string| string.stones).collect()
            };
            assert_eq!(under(Atari::Touching), under(Atari::Reduced));
            found += under(Atari::Touching).len();
        }
    }
    assert!(found > 20, "{found} strings in atari");
}

/// FORB-1 and FLOW-2: a gray stone takes no last liberty, except in play of black and white.
#[test]
fn gray_stones_leave_every_string_a_liberty() {
    let model = Model::default();
    for board in small_positions() {
        for number in [9, 10] {
            let game = at_number(&board, number);
            let choked = |game: &Game| {
                let strings = model.joined_strings(&game.position);
                strings.iter().filter(|string| string.liberties.is_empty()).count()
            };
            for play in model.moves(&game) {
                if let Move::Place(_) = play {
                    let mut after = game.clone();
                    model.play(&mut after, play.into()).unwrap();
                    assert_eq!(choked(&game), choked(&after), "{play} on\n{board}");
                }
            }
        }
    }
}

/// The strings that a line of play leaves with an escape open.
fn in_atari(engine: &mut dyn Engine, ruleset: Ruleset, setup: &Setup, line: &[&str]) -> Vec<Point> {
    let query = Query {
        rules: ruleset.rules(),
        setup: setup.clone(),
        moves: vec![],
        ask: Ask::Play(line.iter().map(|word| word.parse().unwrap()).collect()),
    };
    let Answer::Played(mut steps) = engine.answer(&query) else { panic!() };
    assert!(steps.iter().all(|step| step.verdict.is_ok()));
    steps.pop().and_then(|step| step.atari).unwrap()
}

/// Before the end a string gives the escape; after it every move is refused (GO-7).
#[test]
fn the_end_closes_the_escapes() {
    let board: Board = "4 . O . .\n3 O X . .\n2 . . . .\n1 . . . .".parse().unwrap();
    let setup = Setup::new(board, 8);
    for engine in [&mut Model::default() as &mut dyn Engine, &mut Reference] {
        assert_eq!(in_atari(engine, Ruleset::Dullstone, &setup, &["C3"]).len(), 1);
        for end in ["agree", "resign"] {
            assert_eq!(in_atari(engine, Ruleset::Dullstone, &setup, &["C3", end]), []);
        }
    }
}

/// In flybomb a gray stone may be due, but there is no escape.
fn in_atari_before_a_bomb(engine: &mut dyn Engine) -> Vec<Point> {
    let setup = Setup::new("1 . . X O .".parse().unwrap(), 1);
    in_atari(engine, Ruleset::Flybomb, &setup, &["bomb", "B1"])
}

#[test]
fn without_an_escape_no_string_gives_one() {
    assert_eq!(in_atari_before_a_bomb(&mut Model::default()), []);
}

/// The same of the reference engine.
#[test]
fn without_an_escape_no_string_gives_one_in_the_reference() {
    assert_eq!(in_atari_before_a_bomb(&mut Reference), []);
}
