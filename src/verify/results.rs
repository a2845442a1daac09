//! What came of a run: the checks of each case, counted, and what they come to.

use std::time::Duration;

use crate::case::{
    Case,
    check::{Check, CheckStatus},
};

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Results<'a> {
    /// Which engine was asked.
    pub engine: String,
    /// The cases with their checks.
    pub cases: Vec<(&'a Case, Vec<Check>)>,
    /// How many cases there are in the whole suite.
    pub total: usize,
    /// What the engine did wrong besides single answers.
    pub complaints: Vec<String>,
    /// Why the engine was given up, if it was.
    pub broken: Option<String>,
    /// How long it took.
    pub time: Duration,
    /// How a case is put to the engine again.
    pub rerun: Rerun,
}

/// How a case is put to an engine again.
#[derive(Clone, Debug)]
pub struct Rerun {
    /// The command, as `verify`, with the words before the case.
    pub command: String,
    /// The options that it needs, with a blank before each.
    pub options: String,
    /// Whether the cases are files of the user's own.
    pub own_files: bool,
}

impl Default for Rerun {
    fn default() -> Self {
        Self { command: "verify".into(), options: String::new(), own_files: false }
    }
}

impl Rerun {
    /// The command for a case.
    pub fn command(&self, case: &Case) -> String {
        let what = match (self.own_files, &*case.file) {
            (true, "standard input") => "-".into(),
            (true, file) => quoted(file),
            (false, _) => case.id.clone(),
        };
        format!("tgo {} {what}{}", self.command, self.options)
    }
}

/// A path as a shell takes it for one word.
pub fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:@,=".contains(c);
    if path.chars().all(plain) { path.into() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// What a run comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every check that was executed holds, and some were; none is left that was not run.
    Conforms,
    /// Some check does not hold or was not run, or none was executed.
    DoesNotConform,
    /// The engine was given up.
    Broken,
}

impl Verdict {
    /// The exit code of `tgo verify`.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Conforms => 0,
            Self::DoesNotConform => 1,
            Self::Broken => 3,
        }
    }
}

impl<'a> Results<'a> {
    /// All checks with their cases.
    pub fn checks(&self) -> impl Iterator<Item = (&'a Case, &Check)> {
        self.cases.iter().flat_map(|(case, checks)| checks.iter().map(|check| (*case, check)))
    }

    /// How many checks have a status.
    pub fn count(&self, status: CheckStatus) -> usize {
        self.checks().filter(|(_, check)| check.status == status).count()
    }

    /// How many checks there are.
    pub fn selected(&self) -> usize {
        self.cases.iter().map(|(_, checks)| checks.len()).sum()
    }

    /// How many were put to the engine, and answered with more than that it does not know.
    pub fn executed(&self) -> usize {
        self.checks().filter(|(_, check)| check.status.is_executed()).count()
    }

    /// What the run comes to.
    pub fn verdict(&self) -> Verdict {
        let bad = |status: CheckStatus| status.is_bad() || status == CheckStatus::NotRun;
        let bad = self.checks().any(|(_, check)| bad(check.status));
        if self.broken.is_some() {
            Verdict::Broken
        } else if bad || !self.complaints.is_empty() || self.executed() == 0 {
            Verdict::DoesNotConform
        } else {
            Verdict::Conforms
        }
    }

    /// The verdict in a sentence, with the counts.
    pub fn sentence(&self) -> String {
        if self.rerun.own_files {
            // Case files of one's own are put to the reference engine to be tried themselves.
            let claim = self.claim();
            let (_, counts) = claim.split_once(": ").unwrap_or(("", &claim));
            return match self.checks().filter(|(_, check)| check.status.is_bad()).count() {
                0 => format!("no check differs: {counts}"),
                1 => format!("1 check differs: {counts}"),
                count => format!("{count} checks differ: {counts}"),
            };
        }
        format!("{} {}", self.engine, self.claim())
    }

    /// The sentence without the name of the engine, with which it begins.
    pub fn claim(&self) -> String {
        let verdict = match self.verdict() {
            Verdict::Conforms => "conforms",
            Verdict::DoesNotConform if self.executed() == 0 => "was asked nothing that it knows",
            Verdict::DoesNotConform => "does not conform",
            Verdict::Broken => "is broken",
        };
        let counts: Vec<String> = CheckStatus::ALL
            .into_iter()
            .filter(|status| *status != CheckStatus::Pass)
            .map(|status| (status, self.count(status)))
            .filter(|(_, count)| *count > 0)
            .map(|(status, count)| format!(", {count} {status}"))
            .collect();
        format!(
            "{verdict}: {} of {} checks executed, {} pass{}",
            self.executed(),
            self.selected(),
            self.count(CheckStatus::Pass),
            counts.concat()
        )
    }
}
