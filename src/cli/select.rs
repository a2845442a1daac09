//! Which cases of the suite a command is about.

use std::{collections::BTreeSet, path::PathBuf};

use clap::Args;
use serde_json::Value;
use ternary_go::{
    Clause, Ruleset,
    case::{Case, load::printable},
    rules::UnknownName,
    verify::wire::SUITE,
};

use super::{Error, Rulesets, error, output::tell, read_large, source};

/// Which cases.
#[derive(Args)]
pub(crate) struct Selection {
    /// Only these: case ids, clauses, rulings or chapters.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only under this ruleset.
    #[arg(long, value_name = "NAME", value_parser = Rulesets)]
    pub(crate) ruleset: Option<Ruleset>,
    /// Only the i-th of n parts of the cases, which together are all of them.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// Only the cases that did not hold or were not run, by a report in JSON Lines.
    #[arg(long, value_name = "REPORT")]
    rerun_failed: Option<PathBuf>,
}

/// The cases that were selected, and how many there are in all.
pub(crate) struct Selected {
    pub(crate) cases: Vec<Case>,
    pub(crate) total: usize,
}

impl Selection {
    /// Whether it leaves something out.
    pub(crate) const fn is_partial(&self) -> bool {
        let Self { ids, ruleset, shard, rerun_failed } = self;
        !ids.is_empty() || ruleset.is_some() || shard.is_some() || rerun_failed.is_some()
    }

    /// The cases.
    pub(crate) fn cases(&self) -> Result<Selected, Error> {
        let suite = source::suite()?;
        let total = suite.len();
        for id in &self.ids {
            if !suite.iter().any(|case| matches(case, id)) {
                return Err(unknown(id, &suite));
            }
        }
        let failed = self.rerun_failed.as_ref().map(|file| failed(file, &suite)).transpose()?;
        let named =
            |case: &Case| self.ids.is_empty() || self.ids.iter().any(|id| matches(case, id));
        let selected = suite.into_iter().filter(named);
        let selected =
            selected.filter(|case| failed.as_ref().is_none_or(|ids| ids.contains(&case.id)));
        let mut cases = under(selected.collect(), self.ruleset);
        if let Some((part, of)) = self.shard {
            let mut index = 0;
            cases.retain(|_| {
                index += 1;
                (index - 1) % of == part - 1
            });
        }
        if cases.is_empty() {
            return Err(error("no case was selected"));
        }
        Ok(Selected { cases, total })
    }
}

/// The cases that hold under a ruleset, if one is given, without their other rulesets.
pub(crate) fn under(mut cases: Vec<Case>, ruleset: Option<Ruleset>) -> Vec<Case> {
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

fn shard(text: &str) -> Result<(usize, usize), String> {
    let (part, of) = text.split_once('/').unwrap_or((text, ""));
    match (part.parse::<usize>(), of.parse::<usize>()) {
        (Ok(part), Ok(of)) if (1..=of).contains(&part) => Ok((part, of)),
        _ => Err("write I/N, the first of four parts as 1/4".into()),
    }
}

/// The cases of a report in JSON Lines that did not hold, or were not run. A report of another version
/// of the suite may name cases that are gone: that is told, and the others are run.
fn failed(file: &std::path::Path, suite: &[Case]) -> Result<Vec<String>, Error> {
    let (name, text) = (file.display(), read_large(file)?);
    let (mut ids, mut gone) = (Vec::new(), BTreeSet::new());
    let (mut other, mut said, mut checks) = (false, 0, 0);
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: &str| error(format!("{name}:{}: {what}", index + 1));
        let value: Value = serde_json::from_str(line)
            .map_err(|problem| wrong(&format!("not a report in JSON Lines: {problem}")))?;
        if let Some(of) = value["suite"].as_str().filter(|of| *of != SUITE) {
            other = true;
            let of: String = of.chars().take(80).collect();
            let note = format!("note: {name} is of {of}, this is {SUITE}: its checks may differ");
            tell!("{}", printable(&note));
        }
        said += value["checks"].as_u64().unwrap_or(0);
        let (Some(case), Some(status)) = (value["case"].as_str(), value["status"].as_str()) else {
            continue;
        };
        checks += 1;
        let failed = ["fail", "xpass", "error", "crash", "timeout", "not-run"].contains(&status);
        let known = suite.iter().any(|known| known.id == case);
        match (known, other) {
            (false, false) => return Err(wrong(&format!("there is no case {case}"))),
            (false, true) if failed => drop(gone.insert(case.to_owned())),
            (true, _) if failed => ids.push(case.to_owned()),
            _ => {}
        }
    }
    if checks < said {
        let lines = format!("{checks} of {said} checks stand there");
        return Err(error(format!("{name} is not whole: {lines}")));
    }
    if !gone.is_empty() {
        let gone: Vec<_> = gone.into_iter().collect();
        let note = format!("note: {SUITE} has no case {}: left out", gone.join(", "));
        tell!("{}", printable(&note));
    }
    if ids.is_empty() {
        return Err(error(format!("{name} names no check of this suite that did not hold")));
    }
    Ok(ids)
}
