//! What came of one expectation: passed, or not, and how.

use std::fmt;

use crate::{Player, Point, StatedMove};

/// One expectation compared with the answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name: `GO-6.a/after.2`.
    pub name: String,
    /// The name of the first check of its question: an answer, or a fault in its place, is about all.
    pub question: String,
    /// The ruleset under which it was asked.
    pub ruleset: &'static str,
    /// The line of the case file where the expectation stands.
    pub line: usize,
    /// What came of it.
    pub status: CheckStatus,
    /// What differs, or why there is no answer; `None` when the check passed or was not put.
    pub failure: Option<Failure>,
    /// Why it is unsupported, skipped or not run; why a failure was expected. Often empty.
    pub note: String,
}

/// What can come of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckStatus {
    /// The answer is the expected one.
    Pass,
    /// It is not.
    Fail,
    /// It is not, as is known.
    Xfail,
    /// It is, though it is known not to be: the list of known failures is wrong.
    Xpass,
    /// The engine says that it does not know.
    Unsupported,
    /// The engine plays another reading, or another reading was asked for.
    Skipped,
    /// The engine says that it failed, or answered what is no answer.
    Error,
    /// The engine ended.
    Crash,
    /// The engine did not answer in time.
    Timeout,
    /// The run ended before.
    NotRun,
}

impl CheckStatus {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Pass,
        Self::Fail,
        Self::Xfail,
        Self::Xpass,
        Self::Unsupported,
        Self::Skipped,
        Self::Error,
        Self::Crash,
        Self::Timeout,
        Self::NotRun,
    ];

    /// The status in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Xfail => "xfail",
            Self::Xpass => "xpass",
            Self::Unsupported => "unsupported",
            Self::Skipped => "skipped",
            Self::Error => "error",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::NotRun => "not-run",
        }
    }

    /// Whether the check was put to the engine, and the engine did not say that it does not know.
    pub const fn is_executed(self) -> bool {
        !matches!(self, Self::Unsupported | Self::Skipped | Self::NotRun)
    }

    /// Whether a run with such a check does not conform.
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Fail | Self::Xpass | Self::Error | Self::Crash | Self::Timeout)
    }
}

impl fmt::Display for CheckStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How an answer differs from what a case expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which kind of difference.
    pub kind: FailureKind,
    /// What the case expects.
    pub expected: String,
    /// What the engine answered.
    pub got: String,
    /// The position that the question was about, drawn.
    pub before: String,
    /// The rules and whose turn it was: `dunshi, move 9: Black places a gray stone`.
    pub turn: String,
    /// How that position came about.
    pub past: Past,
}

/// How a position came about from the board of the case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// The number of the next move.
    pub number: u32,
    /// The side that makes it.
    pub to_move: Player,
    /// The number of the next move on the board of the case.
    pub from: u32,
    /// The point on which the move before that board placed its stone.
    pub previous: Option<Point>,
    /// How many boards stood before that board.
    pub history: usize,
    /// The moves made since, with whether each was refused and taken back.
    pub moves: Vec<(StatedMove, bool)>,
}

impl fmt::Display for Past {
    /// `previous: E5; history: 3 boards; moves from 7: C3, B1 (refused)`; nothing where nothing was before.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, previous, history, moves, .. } = self;
        let word = |(play, refused): &(StatedMove, bool)| {
            format!("{play}{}", if *refused { " (refused)" } else { "" })
        };
        let words: Vec<String> = moves.iter().map(word).collect();
        let boards = if *history == 1 { "board" } else { "boards" };
        let parts = [
            previous.map(|point| format!("previous: {point}")),
            (*history > 0).then(|| format!("history: {history} {boards}")),
            (!words.is_empty()).then(|| format!("moves from {from}: {}", words.join(", "))),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

/// The kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A legal move is refused, or an illegal one is not.
    Legality,
    /// The move is refused, but not by these clauses.
    Clauses,
    /// Another value.
    Value,
    /// The engine could not answer.
    NoAnswer,
}

impl FailureKind {
    /// The kind in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legality => "legality",
            Self::Clauses => "clauses",
            Self::Value => "value",
            Self::NoAnswer => "no answer",
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
