//! What came of the checks, as text and as JSON; and reports that are written to files.

use std::{collections::BTreeMap, fmt::Write as _, path::PathBuf, process::ExitCode};

use serde_json::{Value, json};
use ternary_go::{
    case::{
        Case,
        check::{Check, CheckStatus},
        load::{CaseError, printable},
    },
    verify::{
        report::{badge, html, jsonl, junit, markdown},
        results::{Results, Verdict},
    },
};

use super::{
    Common, Error, Outcome, error, json as as_json, output::tell_errors, print, print_json,
};

/// The results, and how they are told.
pub(crate) struct Page<'a> {
    pub(crate) results: &'a Results<'a>,
    pub(crate) common: &'a Common,
    /// The options that a command to run a case again needs.
    pub(crate) rerun: String,
    /// Whether the cases are files of the reader's own.
    pub(crate) own_files: bool,
}

/// A report to be written: its format and its file.
#[derive(Clone)]
pub(crate) struct Report {
    format: Format,
    file: PathBuf,
}

#[derive(Clone, Copy)]
enum Format {
    Text,
    JsonLines,
    JUnit,
    Markdown,
    Html,
    Badge,
}

const FORMATS: [(&str, Format); 6] = [
    ("text", Format::Text),
    ("jsonl", Format::JsonLines),
    ("junit", Format::JUnit),
    ("markdown", Format::Markdown),
    ("html", Format::Html),
    ("badge", Format::Badge),
];

impl Report {
    /// Reads `FORMAT=FILE`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (format, file) = text.split_once('=').unwrap_or((text, ""));
        let names = FORMATS.iter().map(|(name, _)| *name);
        let Some((_, format)) = FORMATS.iter().find(|(name, _)| *name == format) else {
            return Err(ternary_go::rules::UnknownName::new("format", format, names).to_string());
        };
        if file.is_empty() {
            return Err(format!("write {text}=FILE"));
        }
        Ok(Self { format: *format, file: file.into() })
    }

    /// Finds out before a run whether its report can be written after it.
    pub(crate) fn can_be_written(&self) -> Result<(), Error> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) || self.file.is_dir() {
            return Err(error(format!("cannot write {}: no such folder", self.file.display())));
        }
        Ok(())
    }

    /// Writes the report, whole or not at all.
    pub(crate) fn write(&self, page: &Page<'_>) -> Result<(), Error> {
        let results = page.results;
        let text = match self.format {
            Format::Text => page.text(false),
            Format::JsonLines => jsonl::report(results),
            Format::JUnit => junit::report(results),
            Format::Markdown => markdown::report(results),
            Format::Html => html::report(results),
            Format::Badge => badge::report(results),
        };
        let draft = self.file.with_added_extension("part");
        let written =
            std::fs::write(&draft, text).and_then(|()| std::fs::rename(&draft, &self.file));
        written.map_err(|problem| {
            let _ = std::fs::remove_file(&draft);
            error(format!("cannot write {}: {problem}", self.file.display()))
        })
    }
}

/// A failure that is the same under several rulesets.
type Group<'a> = (&'a Case, &'a Check, Vec<&'a str>);

impl Page<'_> {
    /// Prints failures and figures, with what is wrong with files that are no cases.
    pub(crate) fn print(&self, all: bool, errors: &[CaseError]) -> Outcome {
        if self.common.json {
            print_json(&self.json(errors))?;
        } else {
            print(&self.text(all))?;
            if !errors.is_empty() {
                tell_errors(errors);
            }
        }
        Ok(ExitCode::from(self.results.verdict().exit_code()))
    }

    fn json(&self, errors: &[CaseError]) -> Value {
        let results = self.results;
        let statuses = CheckStatus::ALL.into_iter();
        let counts = statuses.map(|status| (status.name().into(), results.count(status).into()));
        let mut value = json!({
            "engine": results.engine,
            "conforms": results.verdict() == Verdict::Conforms,
            "cases": results.cases.len(), "of": results.total,
            "checks": results.selected(), "executed": results.executed(),
            "statuses": counts.collect::<serde_json::Map<_, _>>(),
            "complaints": results.complaints, "broken": results.broken,
            "results": results.checks().map(|(case, check)| jsonl::check(case, check)).collect::<Vec<_>>(),
        });
        if !errors.is_empty() {
            value["errors"] = as_json::case_errors(errors);
        }
        value
    }

    fn text(&self, all: bool) -> String {
        let mut text = self.failures();
        if all {
            let rest = self.results.checks().filter(|(_, check)| !check.status.is_bad());
            for (_, check) in rest {
                let note = if check.note.is_empty() { "" } else { ": " };
                let note = format!("{note}{}", printable(&check.note));
                let _ = writeln!(text, "{} {} [{}]{note}", check.status, check.name, check.ruleset);
            }
        }
        text + &self.table() + &self.last_lines()
    }

    /// Each failure once, with all rulesets in which it is the same.
    fn failures(&self) -> String {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for (case, check) in self.results.checks().filter(|(_, check)| check.status.is_bad()) {
            let same = |(other_case, other, _): &&mut Group<'_>| {
                let shown = |check: &Check| {
                    let failure = check.failure.as_ref()?;
                    Some((failure.expected.clone(), failure.got.clone(), failure.before.clone()))
                };
                other_case.file == case.file
                    && (&other.name, other.status) == (&check.name, check.status)
                    && shown(other) == shown(check)
            };
            match groups.iter_mut().rev().take(64).find(same) {
                Some((.., rulesets)) => rulesets.push(check.ruleset),
                None => groups.push((case, check, vec![check.ruleset])),
            }
        }
        groups.iter().map(|group| self.describe(group)).collect()
    }

    /// The command that puts a case to the engine again.
    fn command(&self, case: &Case) -> String {
        let what = if self.own_files {
            let input = case.file == "standard input";
            format!("check {}", if input { "-".into() } else { quoted(&printable(&case.file)) })
        } else {
            format!("verify {}", case.id)
        };
        format!("tgo {what}{}", self.rerun)
    }

    fn describe(&self, (case, check, rulesets): &Group<'_>) -> String {
        let place = format!("{}:{}", printable(&case.file), check.line);
        let kind = check.failure.as_ref().map_or("", |failure| failure.kind.name());
        let mut text = format!(
            "{} {} [{}] ({kind})\n  {place} — {}\n",
            check.status.name().to_uppercase(),
            printable(&check.name),
            rulesets.join(", "),
            case.title
        )
        .replace(" ()\n", "\n");
        for id in &case.tests {
            text.extend(id.clause().map(|clause| format!("  {id}: {}\n", clause.answer())));
        }
        if let Some(failure) = &check.failure {
            // The rulesets stand above; the turn is that of them all.
            let turn = failure.turn.split_once(", ").map_or(&*failure.turn, |(_, turn)| turn);
            text += &format!("  {turn}\n");
            let (expected, got) = (printable(&failure.expected), printable(&failure.got));
            text += &side_by_side(&[
                ("board", &failure.before),
                ("expected", &expected),
                ("got", &got),
            ]);
        }
        if !check.note.is_empty() {
            text += &format!("  {}\n", printable(&check.note));
        }
        text.extend(case.catches.iter().map(|catches| format!("  catches: {catches}\n")));
        text + &format!("  rerun: {}\n\n", self.command(case))
    }

    fn table(&self) -> String {
        #[derive(Default)]
        struct Tally {
            cases: usize,
            passed: usize,
            failed: usize,
            left_out: usize,
        }
        let mut chapters: BTreeMap<&str, Tally> = BTreeMap::new();
        for (case, checks) in &self.results.cases {
            let chapter = case.tests.first().map_or("", |clause| clause.chapter());
            let tally = chapters.entry(chapter).or_default();
            tally.cases += 1;
            for check in checks {
                let status = check.status;
                match (status.is_bad() || status == CheckStatus::Xfail, status.is_executed()) {
                    (true, _) => tally.failed += 1,
                    (false, true) => tally.passed += 1,
                    (false, false) => tally.left_out += 1,
                }
            }
        }
        let head = ["chapter", "cases", "passed", "failed", "not executed"];
        let mut text = row(head.map(Into::into));
        for (chapter, tally) in &chapters {
            let Tally { cases, passed, failed, left_out } = tally;
            let counts = [cases, passed, failed, left_out].map(|count| count.to_string());
            let [cases, passed, failed, left_out] = counts;
            text += &row([(*chapter).into(), cases, passed, failed, left_out]);
        }
        text
    }

    fn last_lines(&self) -> String {
        let results = self.results;
        let mut text = String::from("\n");
        for status in [CheckStatus::Unsupported, CheckStatus::Skipped, CheckStatus::NotRun] {
            let mut why: BTreeMap<&str, usize> = BTreeMap::new();
            for (_, check) in results.checks().filter(|(_, check)| check.status == status) {
                *why.entry(check.note.lines().next().unwrap_or_default()).or_default() += 1;
            }
            let mut why: Vec<_> = why.into_iter().collect();
            why.sort_by_key(|(why, count)| (std::cmp::Reverse(*count), *why));
            for (why, count) in why.iter().take(8) {
                let _ = writeln!(text, "{count} {status}: {}", printable(why));
            }
            if why.len() > 8 {
                let _ = writeln!(text, "and {status} for {} other reasons", why.len() - 8);
            }
        }
        for complaint in &results.complaints {
            let _ = writeln!(text, "{}", printable(complaint));
        }
        if let Some(broken) = &results.broken {
            let _ = writeln!(text, "{}", printable(broken));
        }
        let (cases, total) = (results.cases.len(), results.total);
        let sentence = printable(&results.sentence());
        let time = Milliseconds(results.time);
        let _ = writeln!(text, "{sentence} ({cases} of {total} cases, {time} ms)");
        text
    }
}

fn row([chapter, cases, passed, failed, left_out]: [String; 5]) -> String {
    format!("{chapter:<10}{cases:>6}{passed:>8}{failed:>8}{left_out:>14}\n")
}

/// A path as a shell takes it for one word.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:@,=".contains(c);
    if path.chars().all(plain) { path.into() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// A duration in milliseconds with one decimal, without floats.
struct Milliseconds(std::time::Duration);

impl std::fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = self.0.as_micros() / 100;
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

/// Texts of several lines next to each other, each under its name. What an engine says may be of
/// any length: a line is cut where it is longer than any of ours.
fn side_by_side(columns: &[(&str, &String)]) -> String {
    const LONGEST: usize = 4000;
    let cut = |line: &str| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_owned(),
    };
    let blocks: Vec<Vec<String>> = columns
        .iter()
        .map(|(name, text)| std::iter::once(*name).chain(text.lines()).map(cut).collect())
        .collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let mut line = String::from("   ");
        for block in &blocks {
            let width = block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            line += &format!(" {:<width$}  ", block.get(row).map_or("", String::as_str));
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
}
