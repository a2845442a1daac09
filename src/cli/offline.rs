//! `tgo emit` and `tgo grade`: requests and answers as files, for engines that cannot be started.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    process::ExitCode,
    time::Instant,
};

use clap::Args;
use ternary_go::{
    Reasons,
    case::check::CheckStatus,
    verify::{
        plan::{Reply, judged, plan},
        results::{Rerun, Results, quoted},
        translate::understood,
        wire::{self, Request, Response, Welcome},
    },
};

use super::{
    Common, Error, Outcome, error,
    output::{Output, tell},
    read_large,
    report::{Page, Report},
    select::Selection,
    source,
    verify::name,
};

pub(crate) const EMIT_HELP: &str = "\
Example:
  tgo emit > requests.jsonl
  tgo emit FORB --ruleset dunshi > requests.jsonl

Each line is a request of spec/protocol.md. `tgo grade` takes the answers. The id of a question is the same
whichever others are emitted with it.";

pub(crate) const GRADE_HELP: &str = "\
Example:
  tgo grade answers.jsonl
  tgo grade answers.jsonl FORB --ruleset dunshi

What was not answered is not run; answers to other cases are left aside. Exit codes: 0 the answers conform, 1 they do not, 2 the file is none.";

/// The ids of all questions of the suite, from 1: the same whichever of them are chosen.
fn ids() -> Result<BTreeMap<String, usize>, Error> {
    let suite = source::suite()?;
    let puts = plan(&suite, &[], &Welcome::everything("", ""));
    Ok(puts.iter().enumerate().map(|(index, put)| (put.key(), index + 1)).collect())
}

/// `tgo emit`.
#[derive(Args)]
pub(crate) struct Emit {
    #[command(flatten)]
    selection: Selection,
}

/// `tgo grade`.
#[derive(Args)]
pub(crate) struct Grade {
    /// The answers, a line each, in any order.
    answers: PathBuf,
    #[command(flatten)]
    selection: Selection,
    /// Write a report: text, jsonl, junit, markdown, html or badge (JSON for shields.io).
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = Report::read)]
    reports: Vec<Report>,
    /// List every check, not only failures.
    #[arg(long)]
    all: bool,
}

const HELLO: &str = "0";
const BYE: &str = "bye";

impl Emit {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let selected = self.selection.cases()?;
        let puts = plan(&selected.cases, &common.rulings, &Welcome::everything("", ""));
        let ids = ids()?;
        let mut output = Output::default();
        let mut add =
            |request: &Request| output.add(&format!("{}\n", serde_json::to_string(request)?));
        let hello = Some(wire::Hello::ours());
        let empty = |id: String| Request { id, hello: None, run: None, bye: None };
        add(&Request { hello, ..empty(HELLO.into()) })?;
        let asked = puts.iter().filter(|put| put.withheld.is_none());
        for put in asked {
            let run = Some(Box::new((&put.question.query()).into()));
            add(&Request { run, ..empty(ids[&put.key()].to_string()) })?;
        }
        add(&Request { bye: Some(wire::Bye {}), ..empty(BYE.into()) })?;
        output.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Grade {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        Report::check(&self.reports, Some(&self.answers))?;
        let selected = self.selection.cases()?;
        let begin = Instant::now();
        let mut answers = self.read()?;
        let welcome = answers.remove(HELLO).map(|(hello, _)| self.welcome(hello)).transpose()?;
        // What it says that it does not know counts as if it had not been asked.
        let silent = Welcome { readings: BTreeMap::new(), ..Welcome::everything("", "") };
        let said = welcome.as_ref().unwrap_or_else(|| {
            let file = self.answers.display();
            tell!(
                "note: {file} has no answer to `hello`, \"{HELLO}\": every ruleset and query is \
                 taken as claimed, and of the readings the defaults alone"
            );
            &silent
        });
        let puts = plan(&selected.cases, &common.rulings, said);
        let ids = ids()?;
        let reasons = welcome.as_ref().map_or_else(Reasons::default, |it| it.reasons.into());
        answers.remove(BYE);
        let cases = judged(&selected.cases, &puts, reasons, |put| {
            let response = answers.remove(&ids[&put.key()].to_string());
            match response {
                Some((response, length)) => {
                    let query = put.question.query();
                    let longest = wire::longest_answer(&query);
                    Reply::Answered(understood(response, length, &query.ask, longest))
                }
                None => Reply::Unanswered(CheckStatus::NotRun, "not answered".into()),
            }
        });
        let asked = 1..=ids.len();
        let known = |id: &String| {
            id.parse().is_ok_and(|number| asked.contains(&number) && number.to_string() == *id)
        };
        if let Some(id) = answers.keys().find(|id| !known(id)) {
            let file = self.answers.display();
            return Err(error(format!(
                "{file}: an answer to \"{id}\", which `tgo emit` never asks"
            )));
        }
        let results = Results {
            engine: welcome.as_ref().map_or_else(|| "the engine".into(), name),
            cases,
            total: selected.total,
            complaints: Vec::new(),
            broken: None,
            time: begin.elapsed(),
            rerun: Rerun {
                command: format!("grade {}", quoted(&self.answers.display().to_string())),
                ..Rerun::default()
            },
        };
        let code = Page { results: &results, common }.print(self.all, &[])?;
        Report::write_all(&self.reports, &results)?;
        Ok(code)
    }

    /// What the answer to `hello` says.
    fn welcome(&self, response: Response) -> Result<Welcome, Error> {
        let file = self.answers.display();
        let wrong = |why: String| error(format!("{file}: the answer to `hello`: {why}"));
        Welcome::of(response).map_err(wrong)
    }

    /// The answers by their ids, with their lengths.
    fn read(&self) -> Result<BTreeMap<String, (Response, usize)>, Error> {
        let (file, text) = (self.answers.display(), read_large(&self.answers)?);
        let (mut answers, mut seen) = (BTreeMap::new(), BTreeSet::new());
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = format!("{file}:{}", index + 1);
            // A struct of serde may be read from an array as well.
            if !line.trim_start().starts_with('{') {
                return Err(error(format!("{place}: no answer: it is no object")));
            }
            let response: Response = serde_json::from_str(line)
                .map_err(|problem| error(format!("{place}: no answer: {problem}")))?;
            if !seen.insert(response.id.clone()) {
                return Err(error(format!("{place}: a second answer to \"{}\"", response.id)));
            }
            answers.insert(response.id.clone(), (response, line.len()));
        }
        Ok(answers)
    }
}
