//! Reports of a run, one format a file; and here what they share.

pub mod badge;
#[cfg(feature = "cli")]
pub mod html;
pub mod jsonl;
#[cfg(feature = "cli")]
pub mod junit;
pub mod markdown;
pub mod text;

use std::{cmp::Reverse, collections::BTreeMap, fmt::Write as _};

use super::results::Results;
use crate::{
    Clause,
    case::{
        Case, Expectation, MapSign,
        check::{Check, CheckStatus, Failure, FailureKind},
        load::printable,
    },
};

/// A failure with all rulesets in which it is the same.
#[derive(Clone, Debug)]
pub struct Failed<'a> {
    /// The case.
    pub case: &'a Case,
    /// The check under the first of the rulesets.
    pub check: &'a Check,
    /// Where the engine gave no answer: the other checks of the question, which have the same fault.
    pub others: Vec<&'a Check>,
    /// The rulesets.
    pub rulesets: Vec<&'static str>,
}

impl Failed<'_> {
    /// The names of the other checks of the question within the case: `legal.b, legal.c`.
    pub fn others(&self) -> String {
        let names = self.others.iter().map(|check| check.name.rsplit('/').next().unwrap_or(""));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Whether a check has no answer as this one has none: that of the same question.
    fn holds(&self, case: &Case, check: &Check) -> bool {
        let unanswered = |check: &Check| {
            check.failure.as_ref().is_some_and(|failure| failure.kind == FailureKind::NoAnswer)
        };
        unanswered(self.check)
            && unanswered(check)
            && self.case.file == case.file
            && self.check.question == check.question
            && self.check.ruleset == check.ruleset
    }
}

/// All failures of a run, each once.
pub fn failures<'a>(results: &'a Results<'a>) -> Vec<Failed<'a>> {
    /// How far back the same failure is sought: the rulesets of a case stand together.
    const BACK: usize = 64;
    let mut faults: Vec<Failed<'_>> = Vec::new();
    for (case, check) in results.checks().filter(|(_, check)| check.status.is_bad()) {
        match faults.last_mut().filter(|last| last.holds(case, check)) {
            Some(last) => last.others.push(check),
            None => {
                let rulesets = vec![check.ruleset];
                faults.push(Failed { case, check, others: Vec::new(), rulesets });
            }
        }
    }
    let mut all: Vec<Failed<'_>> = Vec::new();
    for failed in faults {
        let same = |other: &&mut Failed<'_>| {
            other.case.file == failed.case.file
                && shown(other.check) == shown(failed.check)
                && other.others() == failed.others()
        };
        match all.iter_mut().rev().take(BACK).find(same) {
            Some(first) => first.rulesets.extend(failed.rulesets),
            None => all.push(failed),
        }
    }
    all
}

/// What is shown of a check beside its ruleset.
fn shown(check: &Check) -> impl PartialEq + '_ {
    let failure = check.failure.as_ref();
    let difference = failure.map(|f| (f.kind, &f.expected, &f.got, &f.before, &f.past));
    (&check.name, check.status, &check.note, turn(check), difference)
}

/// What a failure is about: whose turn it was, and the move that was played then.
pub fn occasion(case: &Case, check: &Check) -> String {
    let of_branches = case.by.iter().flat_map(|branch| &branch.expect);
    let played = case.expect.iter().chain(of_branches).find_map(|located| {
        let Expectation::Play { moves, after } = &located.value else { return None };
        let step = after.iter().find(|step| step.line == check.line)?.value.0;
        moves.get(step - 1).map(|word| format!(", and {word} is played"))
    });
    // Without an answer the position shown is the first one.
    let answered = |failure: &Failure| failure.kind != FailureKind::NoAnswer;
    let played = played.filter(|_| check.failure.as_ref().is_some_and(answered));
    turn(check).to_owned() + &played.unwrap_or_default()
}

/// What the signs of two maps of verdicts mean, where the check is about such maps.
pub fn legend(check: &Check) -> Option<String> {
    let failure = check.failure.as_ref().filter(|failure| failure.kind != FailureKind::NoAnswer)?;
    let sub = check.name.split('/').next_back()?;
    let maps = [&failure.expected, &failure.got];
    let rows =
        maps.into_iter().flat_map(|map| map.lines()).filter_map(|row| row.trim().split_once(' '));
    let signs: Vec<&str> = rows
        .filter(|(number, _)| number.parse::<u8>().is_ok())
        .flat_map(|(_, signs)| signs.split(' '))
        .collect();
    let used = |sign: &&MapSign| {
        !matches!(sign, MapSign::Stone(_)) && signs.contains(&&*sign.sign().to_string())
    };
    let meaning = |sign: &MapSign| format!("{} {}", sign.sign(), sign.name());
    let meanings: Vec<String> = MapSign::ALL.iter().filter(used).map(meaning).collect();
    sub.starts_with("legal_map").then(|| meanings.join("; "))
}

/// The mistake that the case finds, where the engine has answered.
pub fn catches<'a>(case: &'a Case, check: &Check) -> Option<&'a str> {
    let answered = |failure: &Failure| failure.kind != FailureKind::NoAnswer;
    case.catches.as_deref().filter(|_| check.failure.as_ref().is_none_or(answered))
}

/// Whose turn it was, without the ruleset.
fn turn(check: &Check) -> &str {
    let turn = check.failure.as_ref().map_or("", |failure| &*failure.turn);
    turn.strip_prefix(check.ruleset).map_or(turn, |turn| turn.trim_start_matches([',', ':', ' ']))
}

/// The clauses that a case decides, as `spec/` has them.
pub fn clauses(case: &Case) -> impl Iterator<Item = &'static Clause> + '_ {
    case.tests.iter().filter_map(|id| id.clause())
}

/// The chapter of a case: that of the first clause it decides.
pub fn chapter(case: &Case) -> &'static str {
    case.tests.first().map_or("", |clause| clause.chapter())
}

/// What came of the cases of a chapter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Its cases.
    pub cases: usize,
    /// Checks that hold.
    pub passed: usize,
    /// Checks that do not, and that are not known to.
    pub failed: usize,
    /// Checks that do not, as is known.
    pub known: usize,
    /// Checks that were not executed.
    pub left_out: usize,
}

/// What came of each chapter.
pub fn chapters(results: &Results<'_>) -> BTreeMap<&'static str, Tally> {
    let mut chapters: BTreeMap<&str, Tally> = BTreeMap::new();
    for (case, checks) in &results.cases {
        let tally = chapters.entry(chapter(case)).or_default();
        tally.cases += 1;
        for check in checks {
            match check.status {
                CheckStatus::Pass => tally.passed += 1,
                CheckStatus::Xfail => tally.known += 1,
                CheckStatus::Fail
                | CheckStatus::Xpass
                | CheckStatus::Error
                | CheckStatus::Crash
                | CheckStatus::Timeout => tally.failed += 1,
                CheckStatus::Unsupported | CheckStatus::Skipped | CheckStatus::NotRun => {
                    tally.left_out += 1;
                }
            }
        }
    }
    chapters
}

/// The statuses that occur, with how often.
pub fn statuses(results: &Results<'_>) -> Vec<(CheckStatus, usize)> {
    let counts = CheckStatus::ALL.into_iter().map(|status| (status, results.count(status)));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// Why checks were not executed: how many, what they are, and the first line of the reason.
///
/// The most frequent reasons of each status come first; beyond so many the rest are one line.
pub fn reasons(results: &Results<'_>, most: usize) -> Vec<(usize, CheckStatus, String)> {
    let left_out = [CheckStatus::Unsupported, CheckStatus::Skipped, CheckStatus::NotRun];
    let of_status = |status| {
        let mut why: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, check) in results.checks().filter(|(_, check)| check.status == status) {
            *why.entry(check.note.lines().next().unwrap_or_default()).or_default() += 1;
        }
        let mut why: Vec<_> = why.into_iter().collect();
        why.sort_by_key(|(why, count)| (Reverse(*count), *why));
        // A line for one reason more is no longer than one about it.
        let rest =
            if why.len() == most + 1 { Vec::new() } else { why.split_off(most.min(why.len())) };
        let others = rest.iter().map(|(_, count)| count).sum();
        let others = (others, status, format!("for {} other reasons", rest.len()));
        let few = why.into_iter().map(|(why, count)| (count, status, one_line(why)));
        few.chain((!rest.is_empty()).then_some(others)).collect::<Vec<_>>()
    };
    left_out.into_iter().flat_map(of_status).collect()
}

/// The longest line, and the most lines and characters in all, that are shown of a text.
const LONGEST_LINE: usize = 400;
const MOST_LINES: usize = 60;
const LONGEST: usize = 4000;

/// A text of an engine as a person may be shown it: without control characters, and not too long.
///
/// ```
/// use ternary_go::verify::report::readable;
/// assert_eq!(readable("\u{1b}[2J\u{202e}"), "\\u{1b}[2J\\u{202e}");
/// assert!(readable(&"x".repeat(1 << 20)).len() < 500);
/// ```
pub fn readable(text: &str) -> String {
    let mut readable = String::new();
    let mut left = LONGEST;
    let count = text.lines().count();
    for (index, line) in text.lines().enumerate() {
        if index == MOST_LINES || left == 0 {
            let _ = write!(readable, "\n… {} more lines", count - index);
            break;
        }
        if index > 0 {
            readable.push('\n');
        }
        let shown = line.char_indices().nth(LONGEST_LINE.min(left));
        let (start, rest) = line.split_at(shown.map_or(line.len(), |(byte, _)| byte));
        left -= start.chars().count();
        // XML bars these two.
        readable += &printable(start).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
        if !rest.is_empty() {
            let _ = write!(readable, "… {} more characters", rest.chars().count());
        }
    }
    readable
}

/// A text as [`readable`] in one line.
pub fn one_line(text: &str) -> String {
    readable(text.trim()).replace('\n', " ⏎ ")
}

/// Texts of several lines next to each other, each under its name.
pub fn side_by_side(columns: &[(&str, &str)]) -> String {
    let blocks: Vec<Vec<&str>> = columns
        .iter()
        .map(|(name, text)| std::iter::once(*name).chain(text.lines()).collect())
        .collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let mut line = String::new();
        for block in &blocks {
            let width = block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            let _ = write!(line, "{:<width$}   ", block.get(row).unwrap_or(&""));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Where the sources of this crate are published, if it says so.
const REPOSITORY: &str = match option_env!("CARGO_PKG_REPOSITORY") {
    Some(address) => address,
    None => "",
};

/// The address of a line of a file of the suite: in the repository at this version, else the path.
pub fn permalink(file: &str, line: usize) -> String {
    let path = format!("{}#L{line}", encoded(file));
    match REPOSITORY.trim_end_matches('/') {
        "" => path,
        address => format!("{address}/blob/v{}/{path}", env!("CARGO_PKG_VERSION")),
    }
}

/// A path as an address holds it: never a scheme, never markup.
pub fn encoded(path: &str) -> String {
    let byte = |byte: u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'/' | b'.' | b'_' | b'-' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    path.bytes().map(byte).collect()
}
