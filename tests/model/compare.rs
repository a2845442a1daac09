//! Puts the same query to the model and the reference, and lists positions to ask about.

use ternary_go::{
    Answer, Ask, Board, BoardSize, Engine, Query, Reference, Ruleset, Setup, Step, Stone, Verdict,
    rules::{Rules, gray::Gray},
};

use super::Model;

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

pub(crate) fn positions(
    size: BoardSize,
    contents: &'static [Option<Stone>],
) -> impl Iterator<Item = Board> {
    let all = contents.len().pow(size.points() as u32);
    (0..all).map(move |index| position(size, contents, index))
}

pub(crate) fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort();
    items
}

pub(crate) fn sorted_verdict(verdict: Verdict) -> Verdict {
    verdict.map_err(sorted)
}

/// An answer without what no clause fixes: the order of lists, and the words of an error.
pub(crate) fn normal(answer: Answer) -> Answer {
    match answer {
        Answer::Verdicts(verdicts) => {
            Answer::Verdicts(verdicts.into_iter().map(sorted_verdict).collect())
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
        Answer::Played(steps) => {
            let step = |step: Step| Step {
                outcome: step.outcome.map(sorted).map_err(sorted),
                atari: sorted(step.atari),
                ..step
            };
            Answer::Played(steps.into_iter().map(step).collect())
        }
        Answer::Score(score) => Answer::Score(score.map_err(sorted)),
        Answer::Error(_) => Answer::Error(String::new()),
        Answer::PrivateEyes(mut eyes) => {
            for (_, eyes) in &mut eyes {
                eyes.sort();
            }
            Answer::PrivateEyes(sorted(eyes))
        }
        Answer::Natures(mut natures) => {
            natures.sort_by_key(|gray| gray.points.first().copied());
            Answer::Natures(natures)
        }
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
    assert!(
        model == reference,
        "{:?} on\n{}\nmodel     {model:?}\nreference {reference:?}\n{rules:?}\n{setup:?}",
        query.ask,
        setup.board
    );
    reference
}
