//! `tgo verify` and `tgo check`: which cases are put to the reference engine.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use ternary_go::{
    Clause, Ruleset,
    case::{
        Case,
        load::{CaseError, load_each},
    },
    rules::UnknownName,
};

use super::{
    Common, Error, Outcome, Rulesets, error, read,
    report::{Report, Suite},
    source,
};

pub(crate) const HELP: &str = "\
Examples:
  tgo verify                         all cases
  tgo verify FORB-2 SCORE            the cases of a clause, of a chapter, or one case
  tgo verify --ruleset dunshi
  tgo verify --rulings superko=simple   which checks would fail under another reading

Expectations that a case states for another reading of the same switch are left out.
Exit code 1 when a check fails.";

pub(crate) const CHECK_HELP: &str = "\
Examples:
  tgo check my-case.yaml
  tgo check cases/FORB

Folders are searched for .yaml and .yml files, links followed. Where files are broken the others are
still checked. Exit code 1 when a check fails, 2 when a file is no case.";

/// `tgo verify`.
#[derive(Args)]
pub(crate) struct Verify {
    /// Only these: case ids, clauses, rulings or chapters.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only under this ruleset.
    #[arg(long, value_name = "NAME", value_parser = Rulesets)]
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
    /// Only under this ruleset.
    #[arg(long, value_name = "NAME", value_parser = Rulesets)]
    ruleset: Option<Ruleset>,
    /// List every check, not only failures.
    #[arg(long)]
    all: bool,
}

impl Verify {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let suite = source::suite()?;
        let total = suite.len();
        for id in &self.ids {
            if !suite.iter().any(|case| matches(case, id)) {
                return Err(unknown(id, &suite));
            }
        }
        let selected = suite
            .into_iter()
            .filter(|case| self.ids.is_empty() || self.ids.iter().any(|id| matches(case, id)));
        let cases = under(selected.collect(), self.ruleset);
        let suite = Suite { cases, total, own_files: false, ruleset: self.ruleset };
        Report::of(&suite, common)?.print(self.all, common, &[])
    }
}

/// The cases that hold under a ruleset, if one is given, without their other rulesets.
fn under(mut cases: Vec<Case>, ruleset: Option<Ruleset>) -> Vec<Case> {
    if let Some(ruleset) = ruleset {
        cases.retain(|case| case.rulesets.contains(&ruleset));
        for case in &mut cases {
            case.rulesets = vec![ruleset];
        }
    }
    cases
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
        let total = cases.len();
        let suite = Suite { cases, total, own_files: true, ruleset: self.ruleset };
        let code = Report::of(&suite, common)?.print(self.all, common, &errors)?;
        Ok(if errors.is_empty() { code } else { ExitCode::from(2) })
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
