//! How an answer differs from what a case expects.

use std::collections::BTreeSet;

use super::{
    EyeExpectation, MapSign, NatureExpectation, ScoreExpectation, StepExpectation,
    StringExpectation, check::FailureKind,
};
use crate::{
    Board, BoardSize, ClauseId, Move, Nature, NatureAnswer, Player, Point, Reasons, RegionAnswer,
    ScoreAnswer, StepAnswer, Stone, StringAnswer, Verdict, draw, rules::extras::index, string_at,
};

/// What comes of comparing an answer with what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// Nothing differs.
    Same,
    /// The engine left these out.
    LeftOut(String),
    /// What was expected and what was answered.
    Differs(FailureKind, String, String),
}
use Finding::{Differs, LeftOut, Same};

impl Finding {
    /// A value that differs.
    fn value(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Differs(FailureKind::Value, expected.into(), got.into())
    }

    /// The same with the words that say what it is about.
    pub(super) fn about(self, what: impl std::fmt::Display) -> Self {
        match self {
            Differs(kind, expected, got) => {
                Differs(kind, format!("{what} {expected}"), format!("{what} {got}"))
            }
            Same | LeftOut(_) => self,
        }
    }
}

pub(super) fn differ<T: PartialEq>(expected: &T, got: &T, show: impl Fn(&T) -> String) -> Finding {
    if expected == got { Same } else { Finding::value(show(expected), show(got)) }
}

/// Several findings as one: all that differs, of the first one's kind; else all that is left out.
fn every(findings: impl IntoIterator<Item = Finding>) -> Finding {
    let join = |one, other| match (one, other) {
        (Same, finding) | (finding, Same) => finding,
        (LeftOut(one), LeftOut(other)) => LeftOut(format!("{one}, {other}")),
        (LeftOut(_), finding) | (finding, LeftOut(_)) => finding,
        (Differs(kind, expected, got), Differs(_, more, other)) => {
            Differs(kind, format!("{expected}\n{more}"), format!("{got}\n{other}"))
        }
    };
    findings.into_iter().reduce(join).unwrap_or(Same)
}

/// Two sets, shown under a name.
fn sets<T: Ord + Clone + std::fmt::Display>(
    name: &str,
    expected: Option<&[T]>,
    got: Option<&[T]>,
) -> Finding {
    let (expected, got) = (expected.map(set), got.map(set));
    values(name, expected.as_ref(), got.as_ref(), |set| format!("{name} {}", join(set)))
}

/// Two values under a name, if one is expected, shown by a function.
fn values<T: PartialEq>(
    name: &str,
    expected: Option<&T>,
    got: Option<&T>,
    show: impl Fn(&T) -> String,
) -> Finding {
    match (expected, got) {
        (None, _) => Same,
        (Some(_), None) => LeftOut(name.into()),
        (Some(expected), Some(got)) => differ(expected, got, show),
    }
}

pub(super) fn points_difference(expected: &[Point], got: &[Point]) -> Finding {
    sets("points", Some(expected), Some(got))
}

pub(super) fn map_difference(
    size: BoardSize,
    signs: &[(Point, MapSign)],
    verdicts: &[Verdict],
    reasons: Reasons,
) -> Finding {
    let (mut got, mut others, mut kind) = (Vec::new(), String::new(), None);
    for (&(point, expected), verdict) in signs.iter().zip(verdicts) {
        if expected.says(verdict, reasons) {
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
    kind.map_or(Same, |kind| Differs(kind, picture(signs), picture(&got) + &others))
}

/// Two lists of legal moves in any order: which are missing, and which are none.
pub(super) fn moves_difference(expected: &[Move], got: &[Move]) -> Finding {
    let without = |all: &[Move], others: &[Move]| {
        all.iter().copied().filter(|play| !others.contains(play)).collect::<Vec<_>>()
    };
    let (missing, superfluous) = (without(expected, got), without(got, expected));
    if missing.is_empty() && superfluous.is_empty() {
        return Same;
    }
    let expected = format!("legal moves {}", join(expected));
    let got = format!(
        "legal moves {}\nmissing {}\nsuperfluous {}",
        join(got),
        join(missing),
        join(superfluous)
    );
    Differs(FailureKind::Legality, expected, got)
}

pub(super) fn verdict_difference(expected: &Verdict, got: &Verdict, reasons: Reasons) -> Finding {
    let show = |verdict: &Verdict| match verdict {
        Ok(()) => "legal".into(),
        Err(clauses) if clauses.is_empty() => "refused by no clause".into(),
        Err(clauses) => format!("refused by {}", join(set(clauses))),
    };
    let kind = match (expected, got) {
        (Ok(()), Ok(())) => return Same,
        (Err(expected), Err(got)) if reasons.hold(&set(expected), &set(got)) => return Same,
        (Err(_), Err(_)) => FailureKind::Clauses,
        (Ok(()), Err(_)) | (Err(_), Ok(())) => FailureKind::Legality,
    };
    Differs(kind, show(expected), show(got))
}

impl Reasons {
    /// Whether an engine that names so many of the clauses that apply may name these.
    fn hold(self, apply: &BTreeSet<ClauseId>, named: &BTreeSet<ClauseId>) -> bool {
        match self {
            Self::All => apply == named,
            Self::Some => named.is_subset(apply),
        }
    }
}

pub(super) fn string_difference(expected: &StringExpectation, all: &[StringAnswer]) -> Finding {
    let holds = |point: &Point| all.iter().find(|string| string.points.contains(point));
    let Some(string) = holds(&expected.at) else {
        return Finding::value("a string", format!("no string at {}", expected.at));
    };
    // A string is as good as named by any one of its stones.
    let names = |points: &Vec<Point>| -> BTreeSet<Point> {
        points.iter().map(|point| holds(point).map_or(*point, |other| other.points[0])).collect()
    };
    let adjacent = expected.adjacent.as_ref().map(names);
    let got = string.adjacent.as_ref().map(names);
    every([
        sets("stones", expected.stones.as_deref(), Some(&string.points)),
        sets("liberties", expected.liberties.as_deref(), string.liberties.as_deref()),
        values("adjacent", adjacent.as_ref(), got.as_ref(), |at| {
            format!("adjacent strings at {}", join(at))
        }),
    ])
}

pub(super) fn eye_difference(expected: &EyeExpectation, all: &[RegionAnswer]) -> Finding {
    let Some(region) = all.iter().find(|region| region.points.contains(&expected.at)) else {
        return Finding::value("an empty region", format!("no empty region at {}", expected.at));
    };
    let eye = |owner: &Option<Player>| format!("eye of {}", owner.map_or("nobody", Player::name));
    every([
        sets("points", expected.points.as_deref(), Some(&region.points)),
        sets("touches", expected.touches.as_deref(), region.touches.as_deref()),
        values("eye_of", expected.eye_of.as_ref(), region.eye_of.as_ref(), eye),
    ])
}

pub(super) fn private_eye_difference(
    board: &Board,
    at: Point,
    expected: Option<Point>,
    all: &[(Point, Vec<Vec<Point>>)],
) -> Finding {
    // A string is as good as named by any one of its stones.
    let stones = string_at(board, at).map(|string| string.points).unwrap_or_default();
    let Some((_, eyes)) = all.iter().find(|(stone, _)| stones.contains(stone)) else {
        return Finding::value("a string", format!("no string at {at}"));
    };
    let holds = match expected {
        Some(point) => eyes.iter().any(|eye| eye.contains(&point)),
        None => eyes.is_empty(),
    };
    let expected =
        expected.map_or_else(|| "no private eye".into(), |at| format!("a private eye at {at}"));
    let got = match &**eyes {
        [] => "no private eye".into(),
        eyes => format!("private eyes {}", eyes.iter().map(join).collect::<Vec<_>>().join(" / ")),
    };
    if holds { Same } else { Finding::value(expected, got) }
}

pub(super) fn nature_difference(expected: &NatureExpectation, all: &[NatureAnswer]) -> Finding {
    let Some(gray) = all.iter().find(|gray| gray.points.contains(&expected.at)) else {
        return Finding::value("a gray string", format!("no gray string at {}", expected.at));
    };
    let counts = [
        ("By", expected.black_eyes, gray.black_eyes),
        ("Wy", expected.white_eyes, gray.white_eyes),
        ("Bo", expected.black_others, gray.black_others),
        ("Wo", expected.white_others, gray.white_others),
    ];
    let count = |(name, expected, got): (_, Option<usize>, Option<usize>)| {
        values(name, expected.as_ref(), got.as_ref(), |n| format!("{name} {n}"))
    };
    let show = |nature: &Nature| format!("nature {nature}");
    let nature = values("nature", expected.nature.as_ref(), gray.nature.as_ref(), show);
    every(counts.map(count).into_iter().chain([nature]))
}

/// The natures after a step, in a game that has natures or not.
fn step_natures(
    expected: Option<&[(Point, Nature)]>,
    step: &StepAnswer,
    board: Option<&Board>,
    natured: bool,
) -> Finding {
    let Some(expected) = expected else { return Same };
    let nature = |point: &Point| -> Option<&'static str> {
        let gray = step.natures.iter().flatten().find(|gray| gray.points.contains(point));
        let stands = |board: &Board| board.get(*point) == Some(Stone::Gray);
        match gray {
            Some(gray) => gray.nature.map(Nature::name),
            None if natured => step.natures.as_ref().map(|_| "no gray string"),
            // LAYER-6: games without natures name none.
            None if stands(board?) => Some(Nature::Neutral.name()),
            None => Some("no gray string"),
        }
    };
    let all: Vec<_> = expected.iter().map(|(at, is)| (at, is.name(), nature(at))).collect();
    let differs = all.iter().any(|(_, is, got)| got.is_some_and(|got| got != *is));
    if !differs && all.iter().any(|(_, _, got)| got.is_none()) {
        return LeftOut("natures".into());
    }
    let expected: Vec<String> = all.iter().map(|(at, is, _)| format!("{at} {is}")).collect();
    let got = all.iter().map(|(at, _, got)| format!("{at} {}", got.unwrap_or("left out")));
    differ(&expected, &got.collect(), |natures| format!("natures {}", natures.join(", ")))
}

/// The strings in atari after a step, in a game that has natures or not.
fn step_atari(
    expected: Option<&[Point]>,
    step: &StepAnswer,
    board: Option<&Board>,
    natured: bool,
) -> Finding {
    // A joined string is as good as named by any one of its stones, gray ones too (LAYER-5).
    let layer = board.map(|board| layer(board, step.natures.as_deref().unwrap_or_default()));
    let first = |point: &Point| {
        let layer = layer.as_ref().filter(|layer| layer.size().contains(*point))?;
        string_at(layer, *point).map(|string| string.points[0])
    };
    let names = |points: &[Point]| -> BTreeSet<Point> {
        points.iter().map(|point| first(point).unwrap_or(*point)).collect()
    };
    let (expected, got) = (expected.map(names), step.atari.as_deref().map(names));
    // Without the layer nobody knows which string a stone names.
    let gray = |board: &Board| board.size().iter().any(|at| board.get(at) == Some(Stone::Gray));
    let told = |all: &Vec<NatureAnswer>| all.iter().all(|gray| gray.nature.is_some());
    let told = !natured || step.natures.as_ref().is_some_and(told);
    let known = board.is_some_and(|board| told || !gray(board));
    let none = [&expected, &got].into_iter().flatten().any(BTreeSet::is_empty);
    let got = got.as_ref().filter(|got| known || none || expected.as_ref() == Some(*got));
    values("atari", expected.as_ref(), got, |at| format!("strings in atari at {}", join(at)))
}

/// The extras left after a step.
fn step_left(expected: Option<&[(Player, u8)]>, step: &StepAnswer) -> Finding {
    let Some(expected) = expected.map(<[_]>::to_vec) else { return Same };
    let of_all = |left: [u8; 2]| -> Vec<(Player, u8)> {
        expected.iter().map(|(player, _)| (*player, left[index(*player)])).collect()
    };
    values("left", Some(&expected), step.left.map(of_all).as_ref(), |all| {
        let words = all.iter().map(|(player, left)| format!("{player} {left}"));
        format!("left {}", words.collect::<Vec<_>>().join(", "))
    })
}

/// The holographic layer after a step: gray strings of a side's nature are its stones (LAYER-3).
fn layer(board: &Board, natures: &[NatureAnswer]) -> Board {
    let mut layer = board.clone();
    for gray in natures {
        if let Some(Nature::Of(player)) = gray.nature {
            for point in gray.points.iter().filter(|&&point| board.size().contains(point)) {
                layer.set(*point, Some(player.stone()));
            }
        }
    }
    layer
}

pub(super) fn step_difference(
    size: BoardSize,
    expected: &StepExpectation,
    step: &StepAnswer,
    reasons: Reasons,
    natured: bool,
) -> Finding {
    if let Some(board) = step.board.as_ref().filter(|board| board.size() != size) {
        return differ(&size, &board.size(), |size| format!("a board of {size}"));
    }
    let expected_verdict = expected.illegal.clone().map_or(Ok(()), Err);
    let board = step.board.as_ref();
    every([
        verdict_difference(&expected_verdict, &step.verdict, reasons),
        sets("captures", expected.captures.as_deref(), step.captures.as_deref()),
        values("board", expected.board.as_ref(), board, Board::to_string),
        values("number", expected.number.as_ref(), step.number.as_ref(), |number| {
            format!("next number {number}")
        }),
        values("to_move", expected.to_move.as_ref(), step.to_move.as_ref(), |player| {
            format!("{player} to move")
        }),
        values("due", expected.due.as_ref(), step.due.as_ref(), |stone| format!("{stone} due")),
        values("status", expected.status.as_ref(), step.status.as_ref(), |status| {
            format!("status {status}")
        }),
        step_atari(expected.atari.as_deref(), step, board, natured),
        step_natures(expected.natures.as_deref(), step, board, natured),
        step_left(expected.left.as_deref(), step),
    ])
}

pub(super) fn score_difference(
    expected: &ScoreExpectation,
    answer: &Result<ScoreAnswer, Vec<ClauseId>>,
    reasons: Reasons,
) -> Finding {
    let score = match (&expected.illegal, answer) {
        (None, Ok(score)) => score,
        (Some(_), _) | (None, Err(_)) => {
            let verdict = answer.as_ref().map(|_| ()).map_err(Clone::clone);
            let expected = expected.illegal.clone().map_or(Ok(()), Err);
            return verdict_difference(&expected, &verdict, reasons);
        }
    };
    let count = |name: &'static str, expected: &Option<_>, got: &Option<_>| {
        values(name, expected.as_ref(), got.as_ref(), |count: &crate::Quarters| {
            format!("{name} {count}")
        })
    };
    let text = |name: &'static str, expected: &Option<String>, got: &Option<String>| {
        values(name, expected.as_ref(), got.as_ref(), |text| format!("{name} {text}"))
    };
    every([
        count("black", &expected.black, &score.black),
        count("white", &expected.white, &score.white),
        count("neutral", &expected.neutral, &score.neutral),
        text("margin", &expected.margin, &score.margin),
        text("points", &expected.points, &score.points),
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
