//! How an answer differs from what a case expects.

use std::collections::BTreeSet;

use super::{
    EyeExpectation, MapSign, NatureExpectation, ScoreExpectation, StepExpectation,
    StringExpectation, check::FailureKind,
};
use crate::{
    Board, BoardSize, ClauseId, EmptyRegion, GrayString, Nature, Player, Point, Score, Step, Stone,
    StoneString, Verdict, draw, rules::extras::index, string_at,
};

/// The difference, if any, before it is put in its place.
pub(super) type Difference = Option<(FailureKind, String, String)>;

pub(super) fn differ<T: PartialEq>(
    expected: &T,
    got: &T,
    show: impl Fn(&T) -> String,
) -> Difference {
    (expected != got).then(|| (FailureKind::Value, show(expected), show(got)))
}

/// Several differences as one: of the first one's kind, with all that differs.
fn every(differences: impl IntoIterator<Item = Difference>) -> Difference {
    let join = |(kind, expected, got): (FailureKind, String, String), (_, more, other): _| {
        (kind, format!("{expected}\n{more}"), format!("{got}\n{other}"))
    };
    differences.into_iter().flatten().reduce(join)
}

/// The difference of two sets, shown under a name.
fn sets<T: Ord + Clone + std::fmt::Display>(
    name: &str,
    expected: Option<&[T]>,
    got: &[T],
) -> Difference {
    let show = |set: &BTreeSet<T>| format!("{name} {}", join(set));
    differ(&set(expected?), &set(got), show)
}

/// The difference of two values, if one is expected, shown by a function.
fn values<T: PartialEq>(expected: Option<&T>, got: &T, show: impl Fn(&T) -> String) -> Difference {
    differ(expected?, got, show)
}

pub(super) fn points_difference(expected: &[Point], got: &[Point]) -> Difference {
    sets("points", Some(expected), got)
}

pub(super) fn map_difference(
    size: BoardSize,
    signs: &[(Point, MapSign)],
    verdicts: &[Verdict],
) -> Difference {
    let (mut got, mut others, mut kind) = (Vec::new(), String::new(), None);
    for (&(point, expected), verdict) in signs.iter().zip(verdicts) {
        if expected.says(verdict) {
            got.push((point, expected));
            continue;
        }
        let legality = verdict.is_ok() != (expected == MapSign::Legal);
        let found = if legality { FailureKind::Legality } else { FailureKind::Clauses };
        kind = kind.filter(|_| !legality).or(Some(found));
        let sign = MapSign::of_verdict(verdict);
        if let (MapSign::Other, Err(clauses)) = (sign, verdict) {
            others += &format!("\n{point} refused by {}", join(clauses));
        }
        got.push((point, sign));
    }
    let picture = |signs: &[(Point, MapSign)]| {
        draw(size, |point| {
            signs.iter().find(|(at, _)| *at == point).map_or('?', |(_, sign)| sign.sign())
        })
    };
    Some((kind?, picture(signs), picture(&got) + &others))
}

pub(super) fn verdict_difference(expected: &Verdict, got: &Verdict) -> Difference {
    let show = |verdict: &Verdict| match verdict {
        Ok(()) => "legal".into(),
        Err(clauses) if clauses.is_empty() => "refused by no clause".into(),
        Err(clauses) => format!("refused by {}", join(set(clauses))),
    };
    let kind = match (expected, got) {
        (Ok(()), Ok(())) => return None,
        (Err(expected), Err(got)) if set(expected) == set(got) => return None,
        (Err(_), Err(_)) => FailureKind::Clauses,
        (Ok(()), Err(_)) | (Err(_), Ok(())) => FailureKind::Legality,
    };
    Some((kind, show(expected), show(got)))
}

pub(super) fn string_difference(expected: &StringExpectation, all: &[StoneString]) -> Difference {
    let holds = |point: &Point| all.iter().find(|string| string.points.contains(point));
    let Some(string) = holds(&expected.at) else {
        let got = format!("no string at {}", expected.at);
        return Some((FailureKind::Value, "a string".into(), got));
    };
    // A string is as good as named by any one of its stones.
    let names = |points: &[Point]| -> Vec<Point> {
        points.iter().map(|point| holds(point).map_or(*point, |other| other.points[0])).collect()
    };
    let adjacent = expected.adjacent.as_ref().map(|points| names(points));
    every([
        sets("stones", expected.stones.as_deref(), &string.points),
        sets("liberties", expected.liberties.as_deref(), &string.liberties),
        sets("adjacent strings at", adjacent.as_deref(), &names(&string.adjacent)),
    ])
}

pub(super) fn eye_difference(expected: &EyeExpectation, all: &[EmptyRegion]) -> Difference {
    let Some(region) = all.iter().find(|region| region.points.contains(&expected.at)) else {
        let got = format!("no empty region at {}", expected.at);
        return Some((FailureKind::Value, "an empty region".into(), got));
    };
    let eye = |owner: &Option<Player>| format!("eye of {}", owner.map_or("nobody", Player::name));
    every([
        sets("points", expected.points.as_deref(), &region.points),
        sets("touches", expected.touches.as_deref(), &region.touches),
        values(expected.eye_of.as_ref(), &region.eye_of(), eye),
    ])
}

pub(super) fn private_eye_difference(
    board: &Board,
    at: Point,
    expected: Option<Point>,
    all: &[(Point, Vec<Vec<Point>>)],
) -> Difference {
    // A string is as good as named by any one of its stones.
    let stones = string_at(board, at).map(|string| string.points).unwrap_or_default();
    let Some((_, eyes)) = all.iter().find(|(stone, _)| stones.contains(stone)) else {
        let got = format!("no string at {at}");
        return Some((FailureKind::Value, "a string".into(), got));
    };
    let holds = match expected {
        Some(point) => eyes.iter().any(|eye| eye.contains(&point)),
        None => eyes.is_empty(),
    };
    let expected = expected.map_or("no private eye".into(), |at| format!("a private eye at {at}"));
    let got = match &**eyes {
        [] => "no private eye".into(),
        eyes => format!("private eyes {}", eyes.iter().map(join).collect::<Vec<_>>().join(" / ")),
    };
    (!holds).then_some((FailureKind::Value, expected, got))
}

pub(super) fn nature_difference(expected: &NatureExpectation, all: &[GrayString]) -> Difference {
    let Some(gray) = all.iter().find(|gray| gray.points.contains(&expected.at)) else {
        let got = format!("no gray string at {}", expected.at);
        return Some((FailureKind::Value, "a gray string".into(), got));
    };
    let NatureExpectation { black_eyes, white_eyes, black_others, white_others, nature, .. } =
        expected;
    let counts = [
        ("By", black_eyes, gray.counts.black_eyes),
        ("Wy", white_eyes, gray.counts.white_eyes),
        ("Bo", black_others, gray.counts.black_others),
        ("Wo", white_others, gray.counts.white_others),
    ];
    let count =
        |(name, expected, got)| values(Option::as_ref(expected), &got, |n| format!("{name} {n}"));
    let nature = values(nature.as_ref(), &gray.nature, |nature| format!("nature {nature}"));
    every(counts.map(count).into_iter().chain([nature]))
}

/// The difference of the natures after a step.
fn step_natures(expected: Option<&[(Point, Nature)]>, step: &Step) -> Difference {
    let nature = |point: &Point| {
        let gray = step.natures.iter().find(|gray| gray.points.contains(point));
        let stands = step.board.get(*point) == Some(Stone::Gray);
        match gray {
            Some(gray) => gray.nature.name(),
            // LAYER-6: rulesets without natures name none.
            None if stands && step.natures.is_empty() => Nature::Neutral.name(),
            None => "no gray string",
        }
    };
    let expected = expected?;
    let got: Vec<String> = expected.iter().map(|(at, _)| format!("{at} {}", nature(at))).collect();
    let expected: Vec<String> = expected.iter().map(|(at, is)| format!("{at} {is}")).collect();
    differ(&expected, &got, |natures| format!("natures {}", natures.join(", ")))
}

/// The difference of the extras left after a step.
fn step_left(expected: Option<&[(Player, u8)]>, step: &Step) -> Difference {
    let expected = expected?.to_vec();
    let left = |(player, _): &(Player, u8)| (*player, step.left[index(*player)]);
    let got = expected.iter().map(left).collect();
    differ(&expected, &got, |all| {
        let words = all.iter().map(|(player, left)| format!("{player} {left}"));
        format!("left {}", words.collect::<Vec<_>>().join(", "))
    })
}

/// The holographic layer after a step: gray strings of a side's nature are its stones (LAYER-3).
fn layer(step: &Step) -> Board {
    let mut layer = step.board.clone();
    for gray in &step.natures {
        if let Nature::Of(player) = gray.nature {
            for point in gray.points.iter().filter(|&&point| step.board.size().contains(point)) {
                layer.set(*point, Some(player.stone()));
            }
        }
    }
    layer
}

pub(super) fn step_difference(
    size: BoardSize,
    expected: &StepExpectation,
    step: &Step,
) -> Difference {
    if step.board.size() != size {
        return differ(&size, &step.board.size(), |size| format!("a board of {size}"));
    }
    let expected_verdict = expected.illegal.clone().map_or(Ok(()), Err);
    let verdict = step.outcome.as_ref().map(|_| ()).map_err(Clone::clone);
    let captured = step.outcome.as_deref().unwrap_or_default();
    // A joined string is as good as named by any one of its stones, gray ones too (LAYER-5).
    let layer = layer(step);
    let names = |points: &[Point]| -> Vec<Point> {
        let first = |point: &Point| {
            let on_board = layer.size().contains(*point);
            on_board.then(|| string_at(&layer, *point)).flatten().map(|string| string.points[0])
        };
        points.iter().map(|point| first(point).unwrap_or(*point)).collect()
    };
    let atari = expected.atari.as_ref().map(|points| names(points));
    every([
        verdict_difference(&expected_verdict, &verdict),
        sets("captures", expected.captures.as_deref(), captured),
        values(expected.board.as_ref(), &step.board, Board::to_string),
        values(expected.number.as_ref(), &step.number, |number| format!("next number {number}")),
        values(expected.to_move.as_ref(), &step.to_move, |player| format!("{player} to move")),
        values(expected.due.as_ref(), &step.due, |stone| format!("{stone} due")),
        values(expected.status.as_ref(), &step.status.name(), |status| format!("status {status}")),
        sets("strings in atari at", atari.as_deref(), &names(&step.atari)),
        step_natures(expected.natures.as_deref(), step),
        step_left(expected.left.as_deref(), step),
    ])
}

pub(super) fn score_difference(
    expected: &ScoreExpectation,
    answer: &Result<Score, Vec<ClauseId>>,
) -> Difference {
    let score = match (&expected.illegal, answer) {
        (None, Ok(score)) => score,
        (Some(_), _) | (None, Err(_)) => {
            let verdict = answer.as_ref().map(|_| ()).map_err(Clone::clone);
            let expected = expected.illegal.clone().map_or(Ok(()), Err);
            return verdict_difference(&expected, &verdict);
        }
    };
    let margin = score.margin();
    every([
        values(expected.black.as_ref(), &score.black, |number| format!("black {number}")),
        values(expected.white.as_ref(), &score.white, |number| format!("white {number}")),
        values(expected.neutral.as_ref(), &score.neutral, |number| format!("neutral {number}")),
        values(expected.margin.as_ref(), &margin.to_string(), |text| format!("margin {text}")),
        values(expected.points.as_ref(), &margin.in_points(), |text| format!("points {text}")),
    ])
}

fn set<T: Ord + Clone>(items: &[T]) -> BTreeSet<T> {
    items.iter().cloned().collect()
}

/// Items separated by blanks, or `none`.
pub(super) fn join(items: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if words.is_empty() { "none".into() } else { words.join(" ") }
}
