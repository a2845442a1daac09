//! Known failures: a list of checks that an engine is known to fail, held strictly.

use std::collections::{BTreeMap, BTreeSet};

use crate::case::check::{Check, CheckStatus};

/// A list of known failures: a check a line, with its ruleset, and why after `#`.
///
/// ```
/// use ternary_go::verify::known::Known;
/// let known = Known::read("# ours\nGO-6.a/after.2 [go]  # no superko yet\n")?;
/// assert_eq!(known.len(), 1);
/// assert!(Known::read("GO-6.a/after.2\n").unwrap_err().starts_with("line 1"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Known {
    lines: Vec<String>,
    /// By the check, the line on which it stands.
    checks: BTreeMap<String, usize>,
}

/// The name of a check in the list.
fn key(check: &Check) -> String {
    format!("{} [{}]", check.name, check.ruleset)
}

/// The part of a line before its comment.
fn entry(line: &str) -> &str {
    let comment = line.char_indices().find(|&(index, c)| {
        c == '#' && line[..index].chars().next_back().is_none_or(char::is_whitespace)
    });
    line[..comment.map_or(line.len(), |(index, _)| index)].trim()
}

impl Known {
    /// Reads a list.
    ///
    /// # Errors
    /// When a line is not `CHECK [RULESET]`, or a check stands there twice; the message says which.
    pub fn read(text: &str) -> Result<Self, String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut checks = BTreeMap::new();
        for (index, line) in lines.iter().enumerate() {
            let entry = entry(line);
            if entry.is_empty() {
                continue;
            }
            let shape = entry.split_once(" [").is_some_and(|(name, ruleset)| {
                !name.contains(' ') && ruleset.strip_suffix(']').is_some_and(|r| !r.contains(' '))
            });
            if !shape {
                let line = index + 1;
                return Err(format!(
                    "line {line}: `{entry}` is not `CHECK [RULESET]`, as GO-6.a/after.2 [go]"
                ));
            }
            if let Some(first) = checks.insert(entry.to_owned(), index) {
                let (line, first) = (index + 1, first + 1);
                return Err(format!("line {line}: `{entry}` stands on line {first} already"));
            }
        }
        Ok(Self { lines, checks })
    }

    /// How many checks it lists.
    pub fn len(&self) -> usize {
        self.checks.len()
    }

    /// Whether it lists none.
    pub fn is_empty(&self) -> bool {
        self.checks.is_empty()
    }

    /// Turns failures that are known into expected ones, and passes that are listed into faults of
    /// the list.
    pub fn apply<'a>(&self, checks: impl IntoIterator<Item = &'a mut Check>) {
        for check in checks {
            let Some(&line) = self.checks.get(&key(check)) else { continue };
            check.status = match check.status {
                CheckStatus::Fail
                | CheckStatus::Error
                | CheckStatus::Crash
                | CheckStatus::Timeout => CheckStatus::Xfail,
                CheckStatus::Pass => CheckStatus::Xpass,
                other @ (CheckStatus::Xfail
                | CheckStatus::Xpass
                | CheckStatus::Unsupported
                | CheckStatus::Skipped
                | CheckStatus::NotRun) => other,
            };
            if check.status == CheckStatus::Xpass {
                check.note = format!("line {} of the known failures: it passes now", line + 1);
            }
        }
    }

    /// The listed checks that are not among these.
    pub fn strangers<'a>(&self, checks: impl IntoIterator<Item = &'a Check>) -> Vec<String> {
        let known: BTreeSet<String> = checks.into_iter().map(key).collect();
        self.checks.keys().filter(|name| !known.contains(*name)).cloned().collect()
    }

    /// The list made true: comments and lines that still hold stay, what passes now or is no check
    /// goes, and what fails now comes at the end, in order.
    pub fn fixed<'a>(&self, checks: impl IntoIterator<Item = &'a Check>) -> String {
        let fails = |check: &&Check| {
            matches!(
                check.status,
                CheckStatus::Fail
                    | CheckStatus::Error
                    | CheckStatus::Crash
                    | CheckStatus::Timeout
                    | CheckStatus::Xfail
            )
        };
        let failing: BTreeSet<String> = checks.into_iter().filter(fails).map(key).collect();
        let stays = |line: &&String| {
            let entry = entry(line);
            entry.is_empty() || failing.contains(entry)
        };
        let mut lines: Vec<String> = self.lines.iter().filter(stays).cloned().collect();
        lines.extend(failing.into_iter().filter(|name| !self.checks.contains_key(name)));
        lines.into_iter().map(|line| line + "\n").collect()
    }
}
