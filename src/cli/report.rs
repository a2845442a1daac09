//! What came of the checks, as text and as JSON; and reports that are written to files.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::{Value, json};
use ternary_go::{
    case::{check::CheckStatus, load::CaseError},
    verify::{
        report::{badge, html, jsonl, junit, markdown, text},
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
            return Err(format!("write {}=FILE", text.trim_end_matches('=')));
        }
        Ok(Self { format: *format, file: file.into() })
    }

    /// Finds out before a run whether its report can be written after it.
    fn can_be_written(&self) -> Result<(), Error> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) || self.file.is_dir() {
            return Err(error(format!("cannot write {}: no such folder", self.file.display())));
        }
        Ok(())
    }

    /// Writes the report, whole or not at all.
    fn write(&self, results: &Results<'_>) -> Result<(), Error> {
        let text = match self.format {
            Format::Text => text::report(results, false),
            Format::JsonLines => jsonl::report(results),
            Format::JUnit => junit::report(results),
            Format::Markdown => markdown::report(results),
            Format::Html => html::report(results),
            Format::Badge => badge::report(results),
        };
        let name = self.file.display();
        let failed = |problem| error(format!("cannot write {name}: {problem}"));
        // Only a plain file can be replaced by another; a link, a pipe or a device is written to.
        let plain = match std::fs::symlink_metadata(&self.file) {
            Ok(found) => found.is_file() && !found.permissions().readonly(),
            Err(problem) => problem.kind() == std::io::ErrorKind::NotFound,
        };
        if !plain {
            return std::fs::write(&self.file, text).map_err(failed);
        }
        let draft = self.file.with_added_extension(format!("{}.part", std::process::id()));
        let write = || {
            use std::io::Write as _;
            std::fs::File::create_new(&draft)?.write_all(text.as_bytes())?;
            std::fs::rename(&draft, &self.file)
        };
        write().map_err(|problem| {
            let _ = std::fs::remove_file(&draft);
            failed(problem)
        })
    }

    /// Writes all reports that can be written; the errors of the others.
    pub(crate) fn write_all(reports: &[Self], results: &Results<'_>) -> Result<(), Error> {
        let errors: Vec<String> = reports
            .iter()
            .filter_map(|report| match report.write(results).err()? {
                Error::Message(message) => Some(message),
                Error::Cases(_) => None,
            })
            .collect();
        if errors.is_empty() { Ok(()) } else { Err(error(errors.join("\n"))) }
    }

    /// Refuses two reports in one file, or one in a file that is read, and finds out whether the
    /// others can be written.
    pub(crate) fn check(reports: &[Self], read: Option<&Path>) -> Result<(), Error> {
        let mut taken: Vec<PathBuf> = read.into_iter().map(place).collect();
        for report in reports {
            let (name, place) = (report.file.display(), place(&report.file));
            if taken.contains(&place) {
                return Err(error(format!(
                    "{name} is named twice: a report needs a file of its own"
                )));
            }
            taken.push(place);
            report.can_be_written()?;
        }
        Ok(())
    }
}

/// Where a file is, whatever it is called; it may be a link to one that is still to be written.
fn place(file: &Path) -> PathBuf {
    let target = std::fs::read_link(file);
    let file = &target.map_or_else(|_| file.into(), |target| file.with_file_name(target));
    let in_folder = || {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(file.file_name()?))
    };
    file.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| file.into())
}

impl Page<'_> {
    /// Prints failures and figures, with what is wrong with files that are no cases.
    pub(crate) fn print(&self, all: bool, errors: &[CaseError]) -> Outcome {
        if self.common.json {
            print_json(&self.json(errors))?;
        } else {
            print(&text::report(self.results, all))?;
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
}
