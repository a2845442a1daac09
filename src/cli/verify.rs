//! `tgo verify` and `tgo check`: cases put to the reference engine.

use std::{
    collections::BTreeMap, fmt::Write as _, path::PathBuf, process::ExitCode, time::Instant,
};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use ternary_go::{
    Clause, Reference, Ruleset,
    case::{Case, check::Check, load},
    rules::UnknownName,
};

use super::{Common, Error, Outcome, error, position, print, print_json, read, ruleset};

pub(crate) const HELP: &str = "\
Examples:
  tgo verify                         all cases
  tgo verify FORB-2 SCORE            the cases of a clause, of a chapter, or one case
  tgo verify --ruleset dunshi
  tgo verify --rulings superko=simple   which checks would fail under another reading

Exit code 1 when a check fails.";

pub(crate) const CHECK_HELP: &str = "\
Examples:
  tgo check my-case.yaml
  tgo check cases/FORB

Folders are searched for .yaml files. Exit code 1 when a check fails, 2 when a file is no case.";

/// `tgo verify`.
#[derive(Args)]
pub(crate) struct Verify {
    /// Only these: case ids, clauses, rulings or chapters.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only under this ruleset.
    #[arg(long, value_name = "NAME", value_parser = ruleset)]
    ruleset: Option<Ruleset>,
    /// List every check, not only failures.
    #[arg(long)]
    all: bool,
}

/// `tgo check`.
#[derive(Args)]
pub(crate) struct CheckFiles {
    /// Case files, folders of them, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List every check, not only failures.
    #[arg(long)]
    all: bool,
}

impl Verify {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let suite = position::suite()?;
        let total = suite.len();
        for id in &self.ids {
            if !suite.iter().any(|case| matches(case, id)) {
                return Err(unknown(id, &suite));
            }
        }
        let mut selected: Vec<Case> = suite
            .into_iter()
            .filter(|case| self.ids.is_empty() || self.ids.iter().any(|id| matches(case, id)))
            .collect();
        if let Some(ruleset) = self.ruleset {
            selected.retain(|case| case.rulesets.contains(&ruleset));
            for case in &mut selected {
                case.rulesets = vec![ruleset];
            }
        }
        run(&selected, total, self.all, common)
    }
}

/// Whether an id names a case: its own id, a clause that it tests, or a chapter.
pub(crate) fn matches(case: &Case, id: &str) -> bool {
    case.id == id
        || case.tests.iter().any(|clause| {
            let of_clause = clause.as_str().strip_prefix(id);
            clause.chapter() == id
                || of_clause.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
}

fn unknown(id: &str, suite: &[Case]) -> Error {
    if Clause::named(id).is_ok() {
        return error(format!("no case tests {id}"));
    }
    let clauses = Clause::all().iter().map(|clause| clause.id);
    let names = clauses.clone().map(|id| id.as_str()).chain(clauses.map(|id| id.chapter()));
    let names = names.chain(suite.iter().map(|case| case.id.as_str()));
    UnknownName::new("case, clause or chapter", id, names).into()
}

impl CheckFiles {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for path in &self.files {
            if !path.is_dir() {
                files.push((path.display().to_string(), read(path)?));
                continue;
            }
            let before = files.len();
            for entry in walkdir::WalkDir::new(path).sort_by_file_name() {
                let entry = entry?;
                let is_case =
                    entry.path().extension().is_some_and(|end| end == "yaml" || end == "yml");
                if entry.file_type().is_file() && is_case {
                    let path = entry.into_path();
                    files.push((path.display().to_string(), read(&path)?));
                }
            }
            if files.len() == before {
                return Err(error(format!("{} holds no .yaml files", path.display())));
            }
        }
        let cases =
            load::load_all(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
        match cases {
            Ok(cases) => run(&cases, cases.len(), self.all, common),
            Err(errors) if common.json => {
                let errors: Vec<_> = errors
                    .iter()
                    .map(|error| {
                        json!({
                            "file": error.file, "line": error.line, "column": error.column,
                            "message": error.message, "help": error.help,
                        })
                    })
                    .collect();
                print_json(&json!({ "errors": errors }))?;
                Ok(ExitCode::from(2))
            }
            Err(errors) => Err(position::broken(&errors)),
        }
    }
}

/// The checks of a chapter.
#[derive(Default)]
struct Tally {
    cases: usize,
    passed: usize,
    failed: usize,
}

/// Puts cases to the reference engine and reports.
fn run(cases: &[Case], total: usize, all: bool, common: &Common) -> Outcome {
    let start = Instant::now();
    let bar = progress(cases.len());
    let mut results: Vec<(&Case, Vec<Check>)> = Vec::new();
    for case in cases {
        bar.inc(1);
        let mut checks = Vec::new();
        for mut run in case.runs() {
            for (switch, value) in &common.rulings {
                run.rules.rulings.set(switch, value)?;
            }
            checks.extend(run.check(&mut Reference));
        }
        results.push((case, checks));
    }
    bar.finish_and_clear();
    let time = start.elapsed();
    let checks =
        || results.iter().flat_map(|(case, checks)| checks.iter().map(move |c| (*case, c)));
    let (run, failed) = (checks().count(), checks().filter(|(_, c)| c.failure.is_some()).count());
    if run == 0 {
        return Err(error("no check was selected"));
    }
    if common.json {
        let checks: Vec<_> = checks().map(|(case, check)| check_json(case, check)).collect();
        print_json(&json!({
            "cases": cases.len(), "of": total, "checks": run, "passed": run - failed,
            "failed": failed, "results": checks,
        }))?;
    } else {
        let mut text = String::new();
        for (case, check) in checks() {
            if check.failure.is_some() || all {
                text += &describe(case, check);
            }
        }
        let mut chapters: BTreeMap<&str, Tally> = BTreeMap::new();
        for (case, checks) in &results {
            let chapter = case.tests.first().map_or("", |clause| clause.chapter());
            let tally = chapters.entry(chapter).or_default();
            tally.cases += 1;
            let failed = checks.iter().filter(|check| check.failure.is_some()).count();
            tally.failed += failed;
            tally.passed += checks.len() - failed;
        }
        writeln!(text, "{:<10}{:>6}{:>8}{:>8}", "chapter", "cases", "passed", "failed")?;
        for (chapter, tally) in &chapters {
            let Tally { cases, passed, failed } = tally;
            writeln!(text, "{chapter:<10}{cases:>6}{passed:>8}{failed:>8}")?;
        }
        let verdict = if failed == 0 { "conforms" } else { "does not conform" };
        writeln!(
            text,
            "\nthe reference engine {verdict}: {} of {total} cases, {run} checks, {failed} failed, {} ms",
            cases.len(),
            Milliseconds(time),
        )?;
        print(&text)?;
    }
    Ok(ExitCode::from(u8::from(failed > 0)))
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

fn describe(case: &Case, check: &Check) -> String {
    let place = format!("{}:{}", case.file, check.line);
    let Some(failure) = &check.failure else {
        return format!("pass {} [{}]\n", check.name, check.ruleset);
    };
    let mut text = format!(
        "FAIL {} [{}] ({})\n  {} — {}\n",
        check.name, check.ruleset, failure.kind, place, case.title
    );
    for id in &case.tests {
        if let Some(clause) = id.clause() {
            text += &format!("  {id}: {}\n", clause.sentence());
        }
    }
    let columns =
        [("board", &failure.before), ("expected", &failure.expected), ("got", &failure.got)];
    text += &side_by_side(&columns);
    if let Some(catches) = &case.catches {
        text += &format!("  catches: {catches}\n");
    }
    text + &format!("  rerun: tgo verify {}\n\n", case.id)
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

fn check_json(case: &Case, check: &Check) -> serde_json::Value {
    let mut value = json!({
        "check": check.name, "case": case.id, "ruleset": check.ruleset,
        "file": case.file, "line": check.line,
        "status": if check.failure.is_some() { "fail" } else { "pass" },
    });
    if let Some(failure) = &check.failure {
        value["kind"] = failure.kind.name().into();
        value["expected"] = failure.expected.as_str().into();
        value["got"] = failure.got.as_str().into();
    }
    value
}
