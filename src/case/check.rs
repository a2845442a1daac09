//! What came of one expectation: passed, or not, and how.

use std::fmt;

/// One expectation compared with the answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name: `GO-6.a/after.2`.
    pub name: String,
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
