//! `tgo verify` and `tgo check`: puts cases to the reference engine or to any other one.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Args;
use ternary_go::{
    Reasons, Reference, Ruleset,
    case::{
        Case,
        check::{Check, CheckStatus},
        load::{CaseError, load_each, printable},
    },
    verify::{
        known::Known,
        plan::{Reply, judged, plan, put},
        pool::Pool,
        results::{Rerun, Results, Verdict},
        wire,
    },
};

use super::{
    Common, Error, Outcome, Rulesets,
    engine::EngineArgs,
    error,
    output::tell,
    progress, read, read_large,
    report::{Page, Report},
    select::{Selection, under},
};

pub(crate) const HELP: &str = "\
Examples:
  tgo verify                            all cases against the reference engine
  tgo verify FORB-2 SCORE               the cases of a clause, of a chapter, or one case
  tgo verify --engine './my-engine'     all cases against an engine of your own, spec/protocol.md
  tgo verify --gtp 'gnugo --mode gtp'   those that a GTP engine can answer, spec/gtp.md
  tgo verify --engine ./my-engine --known-failures known.txt --report junit=report.xml
  tgo verify --engine ./my-engine --known-failures known.txt --fix   writes that list
  tgo verify --rulings superko=simple   under another reading

Expectations that a case states for another reading of the same switch are skipped.
With --fix the exit code is 0 once the list is true.
Exit codes: 0 the engine conforms, 1 it does not, 2 the question makes no sense, 3 the engine is broken.";

pub(crate) const CHECK_HELP: &str = "\
Examples:
  tgo check my-case.yaml
  tgo check cases/FORB

Folders are searched for .yaml and .yml files, links followed. Where files are broken the others are
still checked. Exit code 1 when a check fails, 2 when a file is no case.";

/// `tgo verify`.
#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    engine: EngineArgs,
    /// Checks that the engine is known to fail, one a line: a run holds when just these fail.
    #[arg(long, value_name = "FILE")]
    known_failures: Option<PathBuf>,
    /// Make the list of known failures true, after a run over all cases.
    #[arg(long, requires = "known_failures")]
    fix: bool,
    /// Write a report: text, jsonl, junit, markdown, html or badge (JSON for shields.io).
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = Report::read)]
    reports: Vec<Report>,
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
    /// Only under this ruleset.
    #[arg(long, value_name = "NAME", value_parser = Rulesets)]
    ruleset: Option<Ruleset>,
    /// List every check, not only failures.
    #[arg(long)]
    all: bool,
}

/// The unknown names in a hello that are told, at most.
const NOTES: usize = 10;

impl Verify {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let partial = self.selection.is_partial() || !common.rulings.is_empty();
        if self.fix && partial {
            return Err(error("--fix needs a run over all cases: some are left out"));
        }
        Report::check(&self.reports, self.known_failures.as_deref())?;
        let known = self.known_failures.as_ref().map(|file| self.known(file)).transpose()?;
        let selected = self.selection.cases()?;
        let begin = Instant::now();
        let mut results = Results {
            engine: "the reference engine".into(),
            cases: Vec::new(),
            total: selected.total,
            complaints: Vec::new(),
            broken: None,
            time: Duration::ZERO,
            rerun: Rerun { options: self.rerun(common), ..Rerun::default() },
        };
        match self.engine.connect(common)? {
            None => results.cases = ask_reference(&selected.cases, common),
            Some(connect) => {
                let pool = match self.engine.open(&*connect) {
                    Ok(pool) => pool,
                    Err(fault) => {
                        results.engine = "the engine".into();
                        results.broken = Some(fault.to_string());
                        results.cases = not_run(&selected.cases);
                        let code = broken(&fault.to_string(), common);
                        Report::write_all(&self.reports, &results)?;
                        return Ok(code);
                    }
                };
                results.engine = name(pool.welcome());
                let unknown = pool.welcome().unknown_names();
                for name in unknown.iter().take(NOTES) {
                    tell!("note: its hello: {}", printable(name));
                }
                if unknown.len() > NOTES {
                    tell!("note: its hello: and {} names more", unknown.len() - NOTES);
                }
                results.cases = ask(&pool, &selected.cases, common);
                results.broken = pool.broken();
                results.complaints = pool.close();
            }
        }
        results.time = begin.elapsed();
        if let Some(known) = &known {
            known.apply(results.cases.iter_mut().flat_map(|(_, checks)| checks));
            let strangers = known.strangers(results.checks().map(|(_, check)| check));
            // A run over some cases says nothing of the others.
            if !partial && !self.fix && !strangers.is_empty() {
                let names = strangers.join(", ");
                results.complaints.push(format!("the known failures name no check: {names}"));
            }
        }
        Page { results: &results, common }.print(self.all, &[])?;
        Report::write_all(&self.reports, &results)?;
        let verdict = results.verdict();
        match (&known, &self.known_failures) {
            (Some(known), Some(file)) if self.fix && verdict != Verdict::Broken => {
                fix(known, file, &results)
            }
            _ => Ok(ExitCode::from(verdict.exit_code())),
        }
    }

    /// The list of known failures; an empty one where `--fix` is to write a new file.
    fn known(&self, file: &Path) -> Result<Known, Error> {
        if self.fix && !file.exists() {
            return Ok(Known::default());
        }
        if !file.exists() {
            let file = file.display();
            return Err(error(format!("there is no {file}: a run with --fix writes it")));
        }
        Known::read(&read_large(file)?)
            .map_err(|problem| error(format!("{}: {problem}", file.display())))
    }

    /// The options that a command to run a case again needs.
    fn rerun(&self, common: &Common) -> String {
        let ruleset = self.selection.ruleset.map(|ruleset| format!(" --ruleset {ruleset}"));
        let readings = Some(common.readings()).filter(|readings| !readings.is_empty());
        let readings = readings.map(|readings| format!(" --rulings {readings}"));
        format!(
            "{}{}{}",
            self.engine.words(),
            ruleset.unwrap_or_default(),
            readings.unwrap_or_default()
        )
    }
}

/// Writes the list of known failures anew.
fn fix(known: &Known, file: &Path, results: &Results<'_>) -> Outcome {
    let fixed = known.fixed(results.checks().map(|(_, check)| check));
    std::fs::write(file, &fixed)
        .map_err(|problem| error(format!("cannot write {}: {problem}", file.display())))?;
    let count = Known::read(&fixed).map_err(error)?.len();
    tell!("{}: {count} known failures", file.display());
    let complains = !results.complaints.is_empty() || results.executed() == 0;
    Ok(ExitCode::from(u8::from(complains)))
}

/// The checks of cases that no engine was there for.
fn not_run(cases: &[Case]) -> Vec<(&Case, Vec<Check>)> {
    let puts = plan(cases, &[], &wire::Welcome::everything("", ""));
    let why = "the engine could not be started";
    judged(cases, &puts, Reasons::All, |_| Reply::Unanswered(CheckStatus::NotRun, why.into()))
}

/// Tells that an engine could not be started.
pub(super) fn broken(fault: &str, common: &Common) -> ExitCode {
    if common.json {
        let _ = super::print_json(&serde_json::json!({ "broken": fault }));
    } else {
        let fault = ternary_go::verify::report::readable(fault);
        tell!("the engine is broken: {fault}");
    }
    ExitCode::from(Verdict::Broken.exit_code())
}

/// What an engine calls itself.
pub(crate) fn name(welcome: &wire::Welcome) -> String {
    let name = format!("{} {}", welcome.engine, welcome.version);
    let name: String = name.trim().chars().filter(|c| !c.is_control()).take(80).collect();
    if name.is_empty() { "the engine".into() } else { name }
}

fn ask_reference<'a>(cases: &'a [Case], common: &Common) -> Vec<(&'a Case, Vec<Check>)> {
    let bar = progress(cases.len(), "cases");
    let results = put(cases, &common.rulings, &mut Reference, || bar.inc(1));
    bar.finish_and_clear();
    results
}

/// Puts the cases to engines in processes of their own.
fn ask<'a>(pool: &Pool<'_>, cases: &'a [Case], common: &Common) -> Vec<(&'a Case, Vec<Check>)> {
    let puts = plan(cases, &common.rulings, pool.welcome());
    let asked = || puts.iter().filter(|put| put.withheld.is_none());
    let queries: Vec<_> = asked().map(|put| put.question.query()).collect();
    let bar = progress(queries.len(), "questions");
    let mut replies = pool.ask(&queries, &|| bar.inc(1)).into_iter();
    bar.finish_and_clear();
    let not_asked = || Reply::Unanswered(CheckStatus::NotRun, "not asked".into());
    let reasons = pool.welcome().reasons.into();
    judged(cases, &puts, reasons, |_| replies.next().unwrap_or_else(not_asked))
}

impl CheckFiles {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let (mut files, mut errors) = (Vec::new(), Vec::new());
        for path in &self.files {
            if path.is_dir() {
                folder(path, &mut files, &mut errors)?;
            } else {
                add(path, &mut files, &mut errors);
            }
        }
        let files = files.iter().map(|(name, bytes): &(String, Vec<u8>)| (&**name, &**bytes));
        let (cases, more) = load_each(files);
        errors.extend(more);
        let cases = under(cases, self.ruleset);
        if cases.is_empty() && !errors.is_empty() {
            return Err(Error::Cases(errors));
        }
        let begin = Instant::now();
        let ruleset = self.ruleset.map(|ruleset| format!(" --ruleset {ruleset}"));
        let results = Results {
            engine: "the reference engine".into(),
            total: cases.len(),
            cases: ask_reference(&cases, common),
            complaints: Vec::new(),
            broken: None,
            time: begin.elapsed(),
            rerun: Rerun {
                command: "check".into(),
                options: ruleset.unwrap_or_default(),
                own_files: true,
            },
        };
        if results.selected() == 0 {
            return Err(error("no check was selected"));
        }
        Page { results: &results, common }.print(self.all, &errors)?;
        let code = results.verdict().exit_code();
        Ok(ExitCode::from(if errors.is_empty() { code } else { 2 }))
    }
}

/// Reads a file; one that cannot be read is an error beside the others.
fn add(path: &Path, files: &mut Vec<(String, Vec<u8>)>, errors: &mut Vec<CaseError>) {
    let input = path.as_os_str() == "-";
    let name = if input { "standard input".into() } else { path.display().to_string() };
    match read(path) {
        Ok(bytes) => files.push((name, bytes)),
        Err(Error::Message(message)) => errors.push(CaseError::of_file(&name, message)),
        Err(Error::Cases(more)) => errors.extend(more),
    }
}

/// Reads the case files of a folder and of those in it.
fn folder(
    folder: &Path,
    files: &mut Vec<(String, Vec<u8>)>,
    errors: &mut Vec<CaseError>,
) -> Result<(), Error> {
    let before = files.len() + errors.len();
    for entry in walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(problem) => {
                let path = problem.path().unwrap_or(folder).display().to_string();
                errors.push(CaseError::of_file(&path, problem.to_string()));
                continue;
            }
        };
        let is_case = entry
            .path()
            .extension()
            .is_some_and(|end| ["yaml", "yml"].iter().any(|known| end.eq_ignore_ascii_case(known)));
        if !entry.file_type().is_dir() && is_case {
            add(entry.path(), files, errors);
        }
    }
    if files.len() + errors.len() == before {
        return Err(error(format!("{} holds no .yaml or .yml files", folder.display())));
    }
    Ok(())
}
