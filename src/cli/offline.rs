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
        plan::plan,
        results::{Rerun, Results, quoted},
        translate,
        wire::{self, PROTOCOL, Request, Response, Welcome},
    },
};

use super::{
    Common, Error, Outcome, error,
    output::Output,
    read_large,
    report::{Page, Report},
    select::Selection,
    verify::name,
};

pub(crate) const EMIT_HELP: &str = "\
Example:
  tgo emit > requests.jsonl
  tgo emit FORB --ruleset dunshi > requests.jsonl

Each line is a request of spec/protocol.md. `tgo grade` takes the answers, with the same words and options.";

pub(crate) const GRADE_HELP: &str = "\
Example:
  tgo grade answers.jsonl
  tgo grade answers.jsonl FORB --ruleset dunshi

What was not answered is not run. Exit codes: 0 the answers conform, 1 they do not, 2 the file is none.";

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
    /// Write a report: text, jsonl, junit, markdown, html or badge.
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
        let mut output = Output::default();
        let mut add =
            |request: &Request| output.add(&format!("{}\n", serde_json::to_string(request)?));
        let suite = concat!("ternary-go ", env!("CARGO_PKG_VERSION")).into();
        let hello = Some(wire::Hello { protocol: PROTOCOL, suite });
        let empty = |id: String| Request { id, hello: None, run: None, bye: None };
        add(&Request { hello, ..empty(HELLO.into()) })?;
        let asked = puts.iter().filter(|put| put.withheld.is_none());
        for (index, put) in asked.enumerate() {
            let run = Some(Box::new((&put.question.query()).into()));
            add(&Request { run, ..empty((index + 1).to_string()) })?;
        }
        add(&Request { bye: Some(wire::Bye {}), ..empty(BYE.into()) })?;
        output.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Grade {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        self.reports.iter().try_for_each(Report::can_be_written)?;
        let selected = self.selection.cases()?;
        let puts = plan(&selected.cases, &common.rulings, &Welcome::everything("", ""));
        let begin = Instant::now();
        let mut answers = self.read()?;
        let welcome = answers.remove(HELLO).and_then(|response| response.ok);
        let welcome: Option<Welcome> = welcome.and_then(|ok| serde_json::from_value(ok).ok());
        let reasons = match welcome.as_ref().map(|welcome| welcome.reasons) {
            Some(wire::Reasons::All) => Reasons::All,
            Some(wire::Reasons::Some) | None => Reasons::Some,
        };
        answers.remove(BYE);
        let mut cases: Vec<_> = selected.cases.iter().map(|case| (case, vec![])).collect();
        let (mut id, mut index) = (0, 0);
        for put in &puts {
            let question = &put.question;
            let checks = match &put.withheld {
                Some((status, why)) => question.unanswered(*status, why),
                None => {
                    id += 1;
                    let response = answers.remove(&id.to_string());
                    match response.map(|it| translate::answer(it, &question.query().ask)) {
                        Some(Ok(answer)) => question.judge(&answer, reasons),
                        Some(Err(why)) => question
                            .unanswered(CheckStatus::Error, &format!("not understood: {why}")),
                        None => question.unanswered(CheckStatus::NotRun, "not answered"),
                    }
                }
            };
            // The questions have the order of the cases.
            while !std::ptr::eq(cases[index].0, question.run.case) {
                index += 1;
            }
            cases[index].1.extend(checks);
        }
        if let Some(id) = answers.keys().next() {
            let ids = answers.len();
            return Err(error(format!(
                "{}: {ids} answers to what was not asked, as \"{id}\": name the same cases as for `tgo emit`",
                self.answers.display()
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
        for report in &self.reports {
            report.write(&results)?;
        }
        Page { results: &results, common }.print(self.all, &[])
    }

    /// The answers by their ids.
    fn read(&self) -> Result<BTreeMap<String, Response>, Error> {
        let (file, text) = (self.answers.display(), read_large(&self.answers)?);
        let (mut answers, mut seen) = (BTreeMap::new(), BTreeSet::new());
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = format!("{file}:{}", index + 1);
            let response: Response = serde_json::from_str(line)
                .map_err(|problem| error(format!("{place}: no answer: {problem}")))?;
            if !seen.insert(response.id.clone()) {
                return Err(error(format!("{place}: a second answer to \"{}\"", response.id)));
            }
            answers.insert(response.id.clone(), response);
        }
        Ok(answers)
    }
}
