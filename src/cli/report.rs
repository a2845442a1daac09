//! What came of the checks: failures with their positions, a table of chapters, JSON.

use std::{collections::BTreeMap, fmt::Write as _, time::Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use ternary_go::{
    Reference, Ruleset,
    case::{
        Case, Variation,
        check::{Check, Run},
        load::{CaseError, printable},
    },
};

use super::{
    Common, Error, Outcome, code, error, json as as_json, output::tell_errors, print, print_json,
};

/// The cases that are put to the reference engine.
pub(crate) struct Suite {
    pub(crate) cases: Vec<Case>,
    /// How many there are in all.
    pub(crate) total: usize,
    /// Whether they are files of the reader's own.
    pub(crate) own_files: bool,
    /// The one ruleset that was asked for.
    pub(crate) ruleset: Option<Ruleset>,
}

/// The checks of the cases.
pub(crate) struct Report<'a> {
    suite: &'a Suite,
    results: Vec<(&'a Case, Vec<Check>)>,
    /// How many runs of cases state another reading than those asked for.
    skipped: usize,
    time: std::time::Duration,
}

impl<'a> Report<'a> {
    /// Puts the cases to the reference engine.
    pub(crate) fn of(suite: &'a Suite, common: &Common) -> Result<Self, Error> {
        let start = Instant::now();
        let bar = progress(suite.cases.len());
        let (mut results, mut skipped) = (Vec::new(), 0);
        for case in &suite.cases {
            bar.inc(1);
            let mut checks = Vec::new();
            for mut run in case.runs() {
                if states_otherwise(&run, common) {
                    skipped += 1;
                    continue;
                }
                for (switch, value) in &common.rulings {
                    run.rules.rulings.set(switch, value)?;
                }
                checks.extend(run.check(&mut Reference));
            }
            results.push((case, checks));
        }
        bar.finish_and_clear();
        Ok(Self { suite, results, skipped, time: start.elapsed() })
    }

    fn checks(&self) -> impl Iterator<Item = (&'a Case, &Check)> {
        self.results.iter().flat_map(|(case, checks)| checks.iter().map(|check| (*case, check)))
    }

    /// Prints failures and figures, with what is wrong with files that are no cases.
    pub(crate) fn print(&self, all: bool, common: &Common, errors: &[CaseError]) -> Outcome {
        let run = self.checks().count();
        let failed = self.checks().filter(|(_, check)| check.failure.is_some()).count();
        if run == 0 {
            return Err(error("no check was selected"));
        }
        if common.json {
            let checks: Vec<_> =
                self.checks().map(|(case, check)| check_json(case, check)).collect();
            let mut value = json!({
                "cases": self.suite.cases.len(), "of": self.suite.total, "checks": run,
                "passed": run - failed, "failed": failed, "skipped": self.skipped,
                "results": checks,
            });
            if !errors.is_empty() {
                value["errors"] = as_json::case_errors(errors);
            }
            print_json(&value)?;
        } else {
            let mut text = self.failures(common);
            if all {
                let passed = self.checks().filter(|(_, check)| check.failure.is_none());
                text.extend(passed.map(|(_, c)| format!("pass {} [{}]\n", c.name, c.ruleset)));
            }
            print(&(text + &self.table() + &self.last_line(run, failed)))?;
            if !errors.is_empty() {
                tell_errors(errors);
            }
        }
        Ok(code(failed > 0))
    }

    /// Each failure once, with all rulesets in which it is the same.
    fn failures(&self, common: &Common) -> String {
        let mut groups: Vec<(&Case, &Check, Vec<&str>)> = Vec::new();
        for (case, check) in self.checks() {
            let Some(failure) = &check.failure else { continue };
            let same = |(other_case, other, _): &&mut (&Case, &Check, Vec<&str>)| {
                let alike = other.failure.as_ref().is_some_and(|other| {
                    (&other.expected, &other.got, &other.before)
                        == (&failure.expected, &failure.got, &failure.before)
                });
                other_case.file == case.file && other.name == check.name && alike
            };
            match groups.iter_mut().find(same) {
                Some((.., rulesets)) => rulesets.push(check.ruleset),
                None => groups.push((case, check, vec![check.ruleset])),
            }
        }
        let describe = |(case, check, rulesets): &(&Case, &Check, Vec<&str>)| {
            describe(case, check, rulesets, &self.rerun(case, common))
        };
        groups.iter().map(describe).collect()
    }

    /// The command that puts a case to the engine again.
    fn rerun(&self, case: &Case, common: &Common) -> String {
        let what = if self.suite.own_files {
            let input = case.file == "standard input";
            format!("check {}", if input { "-".into() } else { quoted(&printable(&case.file)) })
        } else {
            format!("verify {}", case.id)
        };
        let ruleset = self.suite.ruleset.map(|ruleset| format!(" --ruleset {ruleset}"));
        let readings = Some(common.readings()).filter(|readings| !readings.is_empty());
        let readings = readings.map(|readings| format!(" --rulings {readings}"));
        format!("tgo {what}{}{}", ruleset.unwrap_or_default(), readings.unwrap_or_default())
    }

    fn table(&self) -> String {
        #[derive(Default)]
        struct Tally {
            cases: usize,
            passed: usize,
            failed: usize,
        }
        let mut chapters: BTreeMap<&str, Tally> = BTreeMap::new();
        for (case, checks) in &self.results {
            let chapter = case.tests.first().map_or("", |clause| clause.chapter());
            let tally = chapters.entry(chapter).or_default();
            tally.cases += 1;
            let failed = checks.iter().filter(|check| check.failure.is_some()).count();
            tally.failed += failed;
            tally.passed += checks.len() - failed;
        }
        let mut text = format!("{:<10}{:>6}{:>8}{:>8}\n", "chapter", "cases", "passed", "failed");
        for (chapter, Tally { cases, passed, failed }) in &chapters {
            let _ = writeln!(text, "{chapter:<10}{cases:>6}{passed:>8}{failed:>8}");
        }
        text
    }

    fn last_line(&self, run: usize, failed: usize) -> String {
        let Suite { cases, total, own_files, .. } = self.suite;
        let time = Milliseconds(self.time);
        let mut text = String::from("\n");
        if self.skipped > 0 {
            let _ =
                writeln!(text, "{} parts of cases state another reading: left out", self.skipped);
        }
        let verdict = match (own_files, failed) {
            (false, 0) => "the reference engine conforms".into(),
            (false, _) => "the reference engine does not conform".into(),
            (true, 0) => "no check differs".into(),
            (true, 1) => "1 check differs".into(),
            (true, _) => format!("{failed} checks differ"),
        };
        let count = cases.len();
        let figures = format!("{count} of {total} cases, {run} checks, {failed} failed, {time} ms");
        text + &format!("{verdict}: {figures}\n")
    }
}

/// Whether a run pins or varies a switch to another value than is asked for.
fn states_otherwise(run: &Run<'_>, common: &Common) -> bool {
    let varied = run.branch.and_then(|branch| {
        let Variation::Reading(reading) = branch.on else { return None };
        Some(reading)
    });
    let mut stated = run.case.rulings.iter().copied().chain(varied);
    stated.any(|stated| {
        let other = |(switch, value): &(&str, &str)| {
            *switch == stated.switch.name && *value != stated.value
        };
        common.rulings.iter().any(other)
    })
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

fn progress(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} cases {msg}");
    ProgressBar::new(length as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn describe(case: &Case, check: &Check, rulesets: &[&str], rerun: &str) -> String {
    let Some(failure) = &check.failure else { return String::new() };
    let place = format!("{}:{}", printable(&case.file), check.line);
    let rulesets = rulesets.join(", ");
    let mut text = format!(
        "FAIL {} [{rulesets}] ({})\n  {place} — {}\n",
        printable(&check.name),
        failure.kind,
        case.title
    );
    for id in &case.tests {
        text.extend(id.clause().map(|clause| format!("  {id}: {}\n", clause.answer())));
    }
    // The rulesets stand above; the turn is that of them all.
    let turn = failure.turn.split_once(", ").map_or(&*failure.turn, |(_, turn)| turn);
    text += &format!("  {turn}\n");
    let (expected, got) = (printable(&failure.expected), printable(&failure.got));
    text += &side_by_side(&[("board", &failure.before), ("expected", &expected), ("got", &got)]);
    text.extend(case.catches.iter().map(|catches| format!("  catches: {catches}\n")));
    text + &format!("  rerun: {rerun}\n\n")
}

/// Texts of several lines next to each other, each under its name.
fn side_by_side(columns: &[(&str, &String)]) -> String {
    let blocks: Vec<Vec<&str>> = columns
        .iter()
        .map(|(name, text)| std::iter::once(*name).chain(text.lines()).collect())
        .collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let mut line = String::from("   ");
        for block in &blocks {
            let width = block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            line += &format!(" {:<width$}  ", block.get(row).unwrap_or(&""));
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
}

fn check_json(case: &Case, check: &Check) -> Value {
    let mut value = json!({
        "check": check.name, "case": case.id, "ruleset": check.ruleset,
        "file": case.file, "line": check.line,
        "status": if check.failure.is_some() { "fail" } else { "pass" },
    });
    if let Some(failure) = &check.failure {
        value["kind"] = failure.kind.name().into();
        value["expected"] = failure.expected.as_str().into();
        value["got"] = failure.got.as_str().into();
        value["turn"] = failure.turn.as_str().into();
        value["before"] = failure.before.lines().collect();
    }
    value
}
