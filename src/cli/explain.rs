//! `tgo case` and `tgo clause`: what the suite and the specification say.

use std::{path::Path, process::ExitCode};

use clap::Args;
use serde_json::json;
use ternary_go::{
    Clause as Registered,
    case::{Case as Loaded, load},
    rules::{Axis, Switch, UnknownName},
};

use super::{
    Common, Error, Outcome, error, export, print, print_json, read, select::matches, source,
};

pub(crate) const CASE_HELP: &str = "\
Examples:
  tgo case                           all cases by title
  tgo case FORB-2.a                  one, with its picture
  tgo case FORB-2.a --svg > FORB-2.a.svg
  tgo case FORB-2                    those of a clause
  tgo case my-case.yaml              a file of your own
  tgo case --json                    all of them with their expectations, marks resolved";

pub(crate) const CLAUSE_HELP: &str = "\
Examples:
  tgo clause                         all clauses and rulings by name
  tgo clause FORB                    those of a chapter
  tgo clause R-TIGER                 a ruling with its readings and cases
  tgo clause tiger-mouth             the ruling of a switch";

/// `tgo case`.
#[derive(Args)]
pub(crate) struct Case {
    /// A case, its file, or a clause or chapter whose cases are listed.
    id: Option<String>,
    /// Print the file as it is.
    #[arg(long, conflicts_with = "json", requires = "id")]
    yaml: bool,
    /// Print the picture as SVG.
    #[arg(long, conflicts_with_all = ["json", "yaml"], requires = "id")]
    svg: bool,
}

impl Case {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let suite = source::suite()?;
        let id = self.id.as_deref();
        let own = id.map(Path::new).filter(|path| path.is_file());
        let own = own
            .map(|path| load::load(&path.display().to_string(), &read(path)?).map_err(Error::Cases))
            .transpose()?;
        let exact = suite.iter().find(|case| Some(case.id.as_str()) == id);
        if let Some(case) = own.as_ref().or(exact) {
            match () {
                () if self.yaml => print(&case.text)?,
                () if self.svg => print(&ternary_go::svg(&case.board, &case.marks))?,
                () if common.json => print_json(&export::case(case))?,
                () => print(&page(case))?,
            }
            return Ok(ExitCode::SUCCESS);
        }
        let listed: Vec<&Loaded> =
            suite.iter().filter(|case| id.is_none_or(|id| matches(case, id))).collect();
        if let Some(id) = id.filter(|_| listed.is_empty()) {
            if Registered::named(id).is_ok() {
                return Err(error(format!("no case tests {id}")));
            }
            let ids = suite.iter().map(|case| case.id.as_str());
            return Err(UnknownName::new("case", id, ids).into());
        }
        if self.yaml || self.svg {
            let (id, count) = (id.unwrap_or_default(), listed.len());
            return Err(error(format!("--yaml and --svg print one case; {id} has {count}")));
        }
        if common.json {
            print_json(&listed.iter().map(|case| export::case(case)).collect())?;
        } else {
            print(&list(&listed))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn list(cases: &[&Loaded]) -> String {
    cases.iter().map(|case| format!("{:<14} {}\n", case.id, case.title)).collect()
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
    /// A clause, a ruling, a switch such as tiger-mouth, or a chapter such as FORB.
    id: Option<String>,
}

impl Clause {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let suite = source::suite()?;
        let all: Vec<&Registered> = Registered::all().iter().collect();
        let Some(id) = self.id.as_deref() else { return clauses(&all, &suite, common) };
        let chapter: Vec<_> = all.iter().copied().filter(|one| one.id.chapter() == id).collect();
        if !chapter.is_empty() {
            return clauses(&chapter, &suite, common);
        }
        let of_switch = all.iter().find(|clause| clause.switch == Some(id)).copied();
        let clause = of_switch.map_or_else(|| Registered::named(id), Ok)?;
        if common.json {
            print_json(&as_json(clause, &suite))?;
        } else {
            print(&clause_page(clause, &suite)?)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A list of clauses.
fn clauses(clauses: &[&Registered], suite: &[Loaded], common: &Common) -> Outcome {
    if common.json {
        print_json(&clauses.iter().map(|clause| as_json(clause, suite)).collect())?;
    } else {
        let row =
            |clause: &&Registered| format!("{:<14} {}{}\n", clause.id, clause.name, term(clause));
        print(&clauses.iter().map(row).collect::<String>())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn term(clause: &Registered) -> String {
    clause.term.map(|term| format!(" ({term})")).unwrap_or_default()
}

fn tests<'a>(clause: &Registered, suite: &'a [Loaded]) -> Vec<&'a Loaded> {
    suite.iter().filter(|case| case.tests.contains(&clause.id)).collect()
}

/// A clause with its text, its reasons and its cases.
fn clause_page(clause: &Registered, suite: &[Loaded]) -> Result<String, Error> {
    let mut text = format!("{} · {}{}\n", clause.id, clause.name, term(clause));
    text += &format!("{}:{}\n\n{}\n", clause.file, clause.line, clause.text);
    for (label, words) in [("Why", clause.why), ("Source", clause.source)] {
        text.extend(words.map(|words| format!("\n{label}: {words}.\n")));
    }
    if !clause.notes.is_empty() {
        text += &format!("\n{}\n", clause.notes);
    }
    if let Some(switch) = clause.switch {
        let switch = Switch::named(switch)?;
        text += &format!("\n--rulings {}={}\n", switch.name, (switch.values)().join(" | "));
    }
    let tests = tests(clause, suite);
    text += "\nCases that decide it\n";
    text += if tests.is_empty() { "  none\n" } else { "" };
    text.extend(list(&tests).lines().map(|line| format!("  {line}\n")));
    let used = suite.iter().filter(|case| case.requires.contains(&clause.id)).count();
    Ok(text + &format!("\n{used} more cases use it.\n"))
}

fn as_json(clause: &Registered, suite: &[Loaded]) -> serde_json::Value {
    json!({
        "id": clause.id.as_str(),
        "name": clause.name,
        "term": clause.term,
        "text": clause.text,
        "why": clause.why,
        "source": clause.source,
        "notes": clause.notes,
        "rulesets": clause.rulesets,
        "switch": clause.switch,
        "file": clause.file,
        "line": clause.line,
        "cases": tests(clause, suite).iter().map(|case| case.id.as_str()).collect::<Vec<_>>(),
    })
}
