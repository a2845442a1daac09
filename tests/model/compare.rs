//! The same questions put to the reference engine and to the model, and random positions.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use ternary_go::{
    Answer, Ask, Board, BoardSize, Engine, Move, Player, Point, Query, Reference, Ruleset, Setup,
    StatedMove, StepAnswer, Stone, Verdict,
    rules::{Rules, Rulings, Switch, gray::Gray},
};

use super::Model;

pub(crate) type Random = Xoshiro256PlusPlus;

pub(crate) fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).unwrap()
}

/// Position number `index` of a board, of as many as there are.
pub(crate) fn position(size: BoardSize, contents: &[Option<Stone>], mut index: usize) -> Board {
    let mut board = Board::empty(size);
    for point in size.iter() {
        board.set(point, contents[index % contents.len()]);
        index /= contents.len();
    }
    board
}

pub(crate) const TWO: &[Option<Stone>] = &[None, Some(Stone::Black), Some(Stone::White)];
pub(crate) const THREE: &[Option<Stone>] =
    &[None, Some(Stone::Black), Some(Stone::White), Some(Stone::Gray)];

pub(crate) fn contents(ruleset: Ruleset) -> &'static [Option<Stone>] {
    if ruleset.rules().gray == Gray::Absent { TWO } else { THREE }
}

/// One in so many of the positions of a board, from a random one on.
pub(crate) fn sample(
    random: &mut Random,
    size: BoardSize,
    contents: &'static [Option<Stone>],
    step: usize,
) -> impl Iterator<Item = Board> {
    let all = contents.len().pow(size.points() as u32);
    (random.gen_range(0..step)..all).step_by(step).map(move |i| position(size, contents, i))
}

pub(crate) fn random_readings(random: &mut Random) -> Rulings {
    let mut rulings = Rulings::default();
    for switch in Switch::ALL {
        let values = (switch.values)();
        rulings.set(switch.name, values[random.gen_range(0..values.len())]).unwrap();
    }
    rulings
}

/// Every move on a board, and some with their side or number stated.
pub(crate) fn all_moves(size: BoardSize, number: u32) -> Vec<StatedMove> {
    let plain = [Move::Pass, Move::DoublePass, Move::DeclareBomb, Move::Agree, Move::Resign];
    let off_board = Point::new(24, 24).unwrap();
    let points = size.iter().chain([off_board]);
    let first = size.iter().next().unwrap();
    let stated = |play, number, player| StatedMove { number, player, play };
    points
        .flat_map(|point| {
            [Move::Place(point), Move::Convert(point), Move::Knife(point), Move::Replace(point)]
        })
        .chain(plain)
        .map(StatedMove::from)
        .chain([
            stated(Move::Place(first), Some(number), None),
            stated(Move::Pass, Some(number + 1), None),
            stated(Move::DoublePass, Some(number), Some(Player::White)),
            stated(Move::Convert(first), None, Some(Player::Black)),
            stated(Move::DeclareBomb, Some(number), Some(Player::Black)),
            stated(Move::Knife(first), None, Some(Player::Black)),
            stated(Move::Knife(first), Some(number), Some(Player::White)),
            stated(Move::Replace(first), None, Some(Player::White)),
            stated(Move::Agree, None, Some(Player::White)),
            stated(Move::Resign, Some(number + 2), Some(Player::Black)),
        ])
        .collect()
}

pub(crate) fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort();
    items
}

fn sorted_verdict(verdict: Verdict) -> Verdict {
    verdict.map_err(sorted)
}

/// An answer without what no clause fixes: the order of lists, and the words of an error.
fn normal(answer: Answer) -> Answer {
    match answer {
        Answer::Verdicts(verdicts) => {
            Answer::Verdicts(verdicts.into_iter().map(sorted_verdict).collect())
        }
        Answer::LegalMoves(mut moves) => {
            moves.sort_by_cached_key(Move::to_string);
            Answer::LegalMoves(moves)
        }
        Answer::Strings(mut strings) => {
            strings.sort_by_key(|string| string.points.first().copied());
            Answer::Strings(strings)
        }
        Answer::EmptyRegions(mut regions) => {
            regions.sort_by_key(|region| region.points.first().copied());
            Answer::EmptyRegions(regions)
        }
        Answer::Enclosed(points) => Answer::Enclosed(points.map(sorted)),
        Answer::PrivateEyes(strings) => {
            let eyes = |(at, eyes): (Point, Vec<Vec<Point>>)| {
                (at, sorted(eyes.into_iter().map(sorted).collect()))
            };
            Answer::PrivateEyes(sorted(strings.into_iter().map(eyes).collect()))
        }
        Answer::Natures(mut strings) => {
            strings.sort_by_key(|string| string.points.first().copied());
            Answer::Natures(strings)
        }
        Answer::Played(steps) => {
            let step = |mut step: StepAnswer| {
                if let Some(natures) = &mut step.natures {
                    natures.sort_by_key(|string| string.points.first().copied());
                }
                StepAnswer {
                    verdict: sorted_verdict(step.verdict),
                    captures: step.captures.map(sorted),
                    atari: step.atari.map(sorted),
                    ..step
                }
            };
            Answer::Played(steps.into_iter().map(step).collect())
        }
        Answer::Score(score) => Answer::Score(score.map_err(sorted)),
        Answer::Error(_) => Answer::Error(String::new()),
        other @ (Answer::Perft(_) | Answer::Coordinates(_) | Answer::Unsupported(_)) => other,
    }
}

/// Asks both engines.
pub(crate) fn compare(rules: Rules, setup: &Setup, ask: Ask) -> Answer {
    let query = Query { rules, setup: setup.clone(), moves: vec![], ask };
    let (model, reference) = (Model::default().answer(&query), Reference.answer(&query));
    let (model, reference) = (normal(model), normal(reference));
    if let (Answer::Verdicts(model), Answer::Verdicts(reference), Ask::Legal(moves)) =
        (&model, &reference, &query.ask)
    {
        for ((model, reference), play) in model.iter().zip(reference).zip(moves) {
            assert!(
                model == reference,
                "{play} on\n{}\nmodel {model:?}\nreference {reference:?}\n{rules:?}\n{setup:?}",
                setup.board
            );
        }
    }
    if let (Answer::Played(model), Answer::Played(reference), Ask::Play(moves)) =
        (&model, &reference, &query.ask)
    {
        for (index, (model, reference)) in model.iter().zip(reference).enumerate() {
            let line: Vec<String> = moves[..=index].iter().map(ToString::to_string).collect();
            assert!(
                model == reference,
                "{line:?} on\n{}\nmodel {model:?}\nreference {reference:?}\n{rules:?}\n{setup:?}",
                setup.board
            );
        }
    }
    assert!(
        model == reference,
        "{:?} on\n{}\nmodel     {model:?}\nreference {reference:?}\n{rules:?}\n{setup:?}",
        query.ask,
        setup.board
    );
    reference
}

pub(crate) fn with(ruleset: Ruleset, rulings: Rulings) -> Rules {
    Rules { rulings, ..ruleset.rules() }
}

pub(crate) fn random_board(
    random: &mut Random,
    size: BoardSize,
    contents: &[Option<Stone>],
) -> Board {
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

pub(crate) fn random_size(random: &mut Random, longest: usize) -> BoardSize {
    size(random.gen_range(1..=longest), random.gen_range(1..=longest))
}

pub(crate) fn random_marks(random: &mut Random, board: &Board) -> Vec<Point> {
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
