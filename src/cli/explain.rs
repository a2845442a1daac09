//! `tgo case` and `tgo clause`: what the suite and the specification say.

use std::fmt::Write as _;

use clap::Args;
use serde_json::json;
use ternary_go::{
    Clause as Registered,
    case::Case as Loaded,
    rules::{Axis, Switch, UnknownName},
};

use super::{Common, Outcome, json as as_json, position, print, print_json, verify::matches};

pub(crate) const CASE_HELP: &str = "\
Examples:
  tgo case                           all cases by title
  tgo case FORB-2.a                  one, with its picture
  tgo case FORB-2.a --svg > FORB-2.a.svg
  tgo case FORB-2                    those of a clause";

pub(crate) const CLAUSE_HELP: &str = "\
Examples:
  tgo clause                         all clauses and rulings by name
  tgo clause R-TIGER                 a ruling with its readings and cases";

/// `tgo case`.
#[derive(Args)]
pub(crate) struct Case {
    /// A case, or a clause whose cases are listed.
    id: Option<String>,
    /// Print the file as it is.
    #[arg(long, conflicts_with = "json")]
    yaml: bool,
    /// Print the picture as SVG.
    #[arg(long, conflicts_with_all = ["json", "yaml"])]
    svg: bool,
}

impl Case {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let suite = position::suite()?;
        let id = self.id.as_deref();
        let exact = suite.iter().find(|case| Some(case.id.as_str()) == id);
        match (exact, id) {
            (Some(case), _) if self.yaml => print(&case.text),
            (Some(case), _) if self.svg => print(&ternary_go::svg(&case.board, &case.marks)),
            (Some(case), _) if common.json => print_json(&summary(case)),
            (Some(case), _) => print(&page(case)),
            (None, id) => {
                let listed: Vec<&Loaded> =
                    suite.iter().filter(|case| id.is_none_or(|id| matches(case, id))).collect();
                if let Some(id) = id.filter(|_| listed.is_empty()) {
                    let ids = suite.iter().map(|case| case.id.as_str());
                    return Err(UnknownName::new("case", id, ids).into());
                }
                if common.json {
                    return print_json(&listed.iter().map(|case| summary(case)).collect());
                }
                print(&list(&listed))
            }
        }
    }
}

fn list(cases: &[&Loaded]) -> String {
    cases.iter().map(|case| format!("{:<14} {}\n", case.id, case.title)).collect()
}

fn summary(case: &Loaded) -> serde_json::Value {
    json!({
        "id": case.id,
        "title": case.title,
        "tests": as_json::clauses(&case.tests),
        "requires": as_json::clauses(&case.requires),
        "catches": case.catches,
        "why": case.why,
        "rulesets": case.rulesets.iter().map(|ruleset| ruleset.name()).collect::<Vec<_>>(),
        "board": as_json::board(&case.board),
        "number": case.number,
        "file": case.file,
    })
}

/// A case as a page: what it shows, the position, why, the file's expectations.
fn page(case: &Loaded) -> String {
    let ids = |ids: &[ternary_go::ClauseId]| {
        ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("{} · {}\n\n", case.id, case.title);
    let mark =
        |point| case.marks.iter().find(|(_, at)| *at == point).map_or('.', |(mark, _)| *mark);
    let board = ternary_go::draw(case.board.size(), |point| {
        case.board.get(point).map_or_else(|| mark(point), ternary_go::Stone::sign)
    });
    text.extend(board.lines().map(|line| format!("  {line}\n")));
    let rulesets: Vec<&str> = case.rulesets.iter().map(|ruleset| ruleset.name()).collect();
    text += &format!("\ntests     {}\n", ids(&case.tests));
    if !case.requires.is_empty() {
        text += &format!("requires  {}\n", ids(&case.requires));
    }
    text += &format!("rulesets  {}\n", rulesets.join(" "));
    if let Some(catches) = &case.catches {
        text += &format!("catches   {catches}\n");
    }
    text += &format!("file      {}\n", case.file);
    if let Some(why) = &case.why {
        text += &format!("\n{}\n", why.trim_end());
    }
    let first = case.expect.first().map(|located| located.line);
    let rest: Vec<&str> = case.text.lines().collect();
    let start = first
        .into_iter()
        .chain(case.by.iter().flat_map(|branch| branch.expect.first().map(|located| located.line)));
    if start.min().is_some() {
        let by_key = |line: &&str| {
            !["id:", "title:", "tests:", "requires:", "catches:", "why:", "rulesets:", "board:"]
                .iter()
                .any(|key| line.starts_with(key))
        };
        text.push('\n');
        let mut shown = true;
        for line in rest {
            if line.starts_with(|first: char| first.is_ascii_alphabetic()) {
                shown = by_key(&line);
            }
            if shown && !line.starts_with('#') && !line.trim().is_empty() {
                text += &format!("{line}\n");
            }
        }
    }
    text
}

/// `tgo clause`.
#[derive(Args)]
pub(crate) struct Clause {
    /// A clause or ruling.
    id: Option<String>,
}

impl Clause {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Some(id) = &self.id else {
            if common.json {
                return print_json(&Registered::all().iter().map(short).collect());
            }
            let row = |clause: &Registered| {
                let term = clause.term.map(|term| format!(" ({term})")).unwrap_or_default();
                format!("{:<14} {}{term}\n", clause.id, clause.name)
            };
            return print(&Registered::all().iter().map(row).collect::<String>());
        };
        let clause = Registered::named(id)?;
        let suite = position::suite()?;
        let by = |ids: &[ternary_go::ClauseId]| ids.contains(&clause.id);
        let tests: Vec<&Loaded> = suite.iter().filter(|case| by(&case.tests)).collect();
        if common.json {
            let mut value = short(clause);
            value["cases"] = tests.iter().map(|case| case.id.as_str()).collect();
            return print_json(&value);
        }
        let term = clause.term.map(|term| format!(" ({term})")).unwrap_or_default();
        let mut text =
            format!("{} · {}{term}\n{}:{}\n\n", clause.id, clause.name, clause.file, clause.line);
        text += &format!("{}\n", clause.text);
        if !clause.notes.is_empty() {
            text += &format!("\n{}\n", clause.notes);
        }
        if let Some(switch) = clause.switch {
            let switch = Switch::named(switch)?;
            writeln!(text, "\n--rulings {}={}", switch.name, (switch.values)().join(" | "))?;
        }
        text += "\nCases that decide it\n";
        if tests.is_empty() {
            text += "  none\n";
        }
        text.extend(list(&tests).lines().map(|line| format!("  {line}\n")));
        let used = suite.iter().filter(|case| by(&case.requires)).count();
        writeln!(text, "\n{used} more cases use it.")?;
        print(&text)
    }
}

fn short(clause: &Registered) -> serde_json::Value {
    json!({
        "id": clause.id.as_str(),
        "name": clause.name,
        "term": clause.term,
        "text": clause.text,
        "rulesets": clause.rulesets,
        "switch": clause.switch,
        "file": clause.file,
        "line": clause.line,
    })
}
