//! Whether a list of strings, regions or eyes is one of this board at all: each point in just one.

use std::collections::BTreeMap;

use super::{check::FailureKind, compare::Finding};
use crate::{Answer, Board, Point, Stone, string_at};

/// What is wrong with a list, whatever is expected of single entries.
pub(super) fn wrong(board: &Board, answer: &Answer) -> Option<Finding> {
    let (expected, got) = match answer {
        Answer::Strings(all) => {
            let points = all.iter().flat_map(|string| &string.points);
            let stones = |point| board.get(point).is_some();
            let colour = || {
                all.iter().find_map(|string| {
                    let stone = string.stone?;
                    let other = |point: &&Point| board.get(**point) != Some(stone);
                    string.points.iter().find(other).map(|point| format!("{point} called {stone}"))
                })
            };
            ("every stone in one string", once(board, points, stones).or_else(colour)?)
        }
        Answer::EmptyRegions(all) => {
            let points = all.iter().flat_map(|region| &region.points);
            let empty = |point| board.get(point).is_none();
            ("every empty point in one region", once(board, points, empty)?)
        }
        Answer::Natures(all) => {
            let points = all.iter().flat_map(|gray| &gray.points);
            let gray = |point| board.get(point) == Some(Stone::Gray);
            ("every gray stone in one string", once(board, points, gray)?)
        }
        Answer::PrivateEyes(all) => {
            let first = |point: Point| {
                let string = board.size().contains(point).then(|| string_at(board, point));
                string.flatten().map_or(point, |string| string.points[0])
            };
            let named: Vec<Point> = all.iter().map(|(at, _)| first(*at)).collect();
            let begins = |point| {
                board.get(point).is_some_and(|stone| stone.player().is_some())
                    && first(point) == point
            };
            let eyes = all.iter().flat_map(|(_, eyes)| eyes);
            let no_eye = eyes
                .flatten()
                .find(|&&point| !board.size().contains(point) || board.get(point).is_some());
            let no_eye = no_eye.map(|point| format!("{point} in a private eye"));
            (
                "every black and white string once, and eyes of empty points",
                once(board, &named, begins).or(no_eye)?,
            )
        }
        Answer::Verdicts(_)
        | Answer::LegalMoves(_)
        | Answer::Enclosed(_)
        | Answer::Played(_)
        | Answer::Score(_)
        | Answer::Perft(_)
        | Answer::Coordinates(_)
        | Answer::Unsupported(_)
        | Answer::Error(_) => return None,
    };
    Some(Finding::Differs(FailureKind::Value, expected.into(), got))
}

/// The first point that is there without belonging there, twice, or not at all.
fn once<'a>(
    board: &Board,
    points: impl IntoIterator<Item = &'a Point>,
    belongs: impl Fn(Point) -> bool,
) -> Option<String> {
    let mut times: BTreeMap<Point, usize> = BTreeMap::new();
    points.into_iter().for_each(|point| *times.entry(*point).or_default() += 1);
    let strange = |(point, times): (&Point, &usize)| {
        if !board.size().contains(*point) || !belongs(*point) {
            Some(format!("{point} does not belong there"))
        } else {
            (*times > 1).then(|| format!("{point} is there {times} times"))
        }
    };
    let missing = board.size().iter().find(|point| belongs(*point) && !times.contains_key(point));
    let missing = missing.map(|point| format!("{point} is not there"));
    times.iter().find_map(strange).or(missing)
}
