//! `tgo classify`: which readings of the disputed rules an engine plays.

use std::{fmt::Write as _, process::ExitCode};

use clap::Args;
use serde_json::{Value, json};
use ternary_go::{
    case::load::printable,
    rules::Axis,
    verify::{
        classify::{
            Classification, Evidence, OfRequest, OfSwitch, Played, Progress, Values, classify,
            words,
        },
        local::Local,
        results::Verdict,
        session::Connect,
    },
};

use super::{
    Common, Outcome,
    engine::EngineArgs,
    error, print, print_json, progress, source,
    verify::{broken, name},
};

pub(crate) const HELP: &str = "\
Examples:
  tgo classify --engine './my-engine'     an engine that speaks JSON Lines, spec/protocol.md
  tgo classify --gtp 'gnugo --mode gtp'   an engine that speaks GTP, spec/gtp.md

The engine is asked under every reading, also under those that it does not claim. Cases tell which
reading its answers fit, and whether its `hello` is true.
Exit codes: 0 a reading was found for each switch that it plays, and its hello is true; 1 its answers
contradict each other or decide nothing, or its hello is untrue; 2 the question makes no sense; 3 the
engine is broken.";

/// `tgo classify`.
#[derive(Args)]
pub(crate) struct Classify {
    #[command(flatten)]
    engine: EngineArgs,
}

impl Classify {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        if !common.rulings.is_empty() {
            return Err(error("every reading is asked for: leave --rulings out"));
        }
        let cases = source::suite()?;
        let connect: Box<dyn Connect> = match self.engine.connect(common)? {
            Some(connect) => connect,
            None => Box::new(Local::reference()),
        };
        let pool = match self.engine.open(&*connect) {
            Ok(pool) => pool,
            Err(fault) => return Ok(broken(&fault.to_string(), common)),
        };
        let bar = progress(0, "questions");
        let found = classify(&cases, &pool, &|step| match step {
            Progress::More(more) => bar.inc_length(more as u64),
            Progress::Answered => bar.inc(1),
        });
        bar.finish_and_clear();
        let name = name(pool.welcome());
        let given_up = pool.broken();
        let complaints = pool.close();
        if common.json {
            let mut value = as_json(&found);
            value["engine"] = name.into();
            value["complaints"] = complaints.clone().into();
            value["broken"] = given_up.clone().into();
            print_json(&value)?;
        } else {
            let mut text = as_text(&found, &name);
            for complaint in &complaints {
                let _ = writeln!(text, "{}", printable(complaint));
            }
            if let Some(why) = &given_up {
                let _ = writeln!(text, "The engine is broken: {}", printable(why));
            }
            print(&text)?;
        }
        Ok(if given_up.is_some() {
            ExitCode::from(Verdict::Broken.exit_code())
        } else {
            super::code(!found.is_clear() || !complaints.is_empty())
        })
    }
}

/// What an engine plays of a switch, in a few words.
fn line(of: &OfSwitch<'_>) -> String {
    let list = |values: &Values| {
        // In the order of the switch, the default first.
        let all = (of.switch.values)().into_iter();
        all.filter(|value| values.contains(value)).collect::<Vec<_>>().join(", ")
    };
    let mut text = match of.played() {
        Played::NotAsked => "not asked: no case of its rulesets and queries decides it".into(),
        Played::Unsupported => "unsupported: it answers nothing".into(),
        Played::AsAsked(values) => format!("as asked: {}", list(&values)),
        Played::Fixed(value) => format!("fixed at {value}"),
        Played::Undecided(values) => format!("undecided: {}", words(&values)),
        Played::Contradiction => "contradiction".into(),
        Played::ByRequest(all) => {
            let one = |(asked, plays): &(&str, Values)| format!("{asked} is {}", words(plays));
            format!("by what is asked: {}", all.iter().map(one).collect::<Vec<_>>().join("; "))
        }
    };
    let silent: Values = of
        .requests
        .iter()
        .filter(|request| request.positions > 0 && request.answered == 0)
        .map(|request| request.value)
        .collect();
    if !silent.is_empty() && silent.len() < of.requests.len() {
        let _ = write!(text, "; no answer to {}", list(&silent));
    }
    let misfits: usize = of.requests.iter().map(|request| request.misfits().count()).sum();
    if misfits > 0 {
        let answers = if misfits == 1 { "answer fits" } else { "answers fit" };
        let _ = write!(text, "; {misfits} {answers} no reading");
    }
    text
}

fn as_text(found: &Classification<'_>, engine: &str) -> String {
    let mut text = format!("What {engine} plays\n");
    for of in &found.switches {
        let _ = writeln!(text, "  {:<16} {}", of.switch.name, line(of));
    }
    section(&mut text, "Shown by", found.switches.iter().flat_map(shown));
    section(&mut text, "Contradictions", found.switches.iter().flat_map(contradictions));
    let hello = &found.hello;
    let remarks = hello.remarks.iter().map(|remark| format!("({remark})"));
    let told = hello.untrue.iter().cloned().chain(remarks).map(|line| printable(&line));
    let told: Vec<String> =
        told.map(|line| format!("  {}\n", line.replace('\n', "\n  "))).collect();
    let verdict = if hello.untrue.is_empty() { "true" } else { "untrue" };
    let _ = write!(text, "Its hello is {verdict}\n{}", told.concat());
    text
}

fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if !lines.is_empty() {
        *text += title;
        *text += "\n";
        text.extend(lines);
    }
}

/// The requests of a switch whose evidence is worth showing: the same evidence once.
fn shown(of: &OfSwitch<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let fixed = matches!(of.played(), Played::Fixed(_));
    for request in of.requests.iter().filter(|request| !request.fits().is_empty()) {
        let shown = request.shown_by();
        if shown.is_empty() {
            continue;
        }
        let (name, fits) = (of.switch.name, words(&request.fits()));
        let title = if fixed {
            format!("  {name}, whatever is asked, is {fits}\n")
        } else {
            format!("  {name}, asked for {}, is {fits}\n", request.value)
        };
        lines.push(title + &shown.into_iter().map(told).collect::<String>());
        if fixed {
            break;
        }
    }
    lines
}

/// The contradictions of a switch, those that several values asked for have alike once.
fn contradictions(of: &OfSwitch<'_>) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for request in &of.requests {
        let mut text: String = request.misfits().map(told).collect();
        if request.fits().is_empty() {
            text = request.shown_by().into_iter().map(told).collect::<String>() + &text;
        }
        if text.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(other, _)| *other == text) {
            Some((_, asked)) => asked.push(request.value),
            None => groups.push((text, vec![request.value])),
        }
    }
    let title =
        |asked: &[&str]| format!("  {}, asked for {}\n", of.switch.name, asked.join(" or for "));
    groups.iter().map(|(text, asked)| title(asked) + text).collect()
}

/// What a position tells, in a line or two.
fn told(evidence: &Evidence<'_>) -> String {
    let Evidence { case, ruleset, fits, line, differs, .. } = evidence;
    let fits = match fits.is_empty() {
        true => "fits no reading".into(),
        false => format!("fits {}", words(fits)),
    };
    let mut text = format!("    {} [{ruleset}] {fits}\n      {}:{line}", case.id, case.file);
    let (_, expectation) = evidence.check.rsplit_once('/').unwrap_or(("", &evidence.check));
    let reading = evidence.check.split('/').nth(1).unwrap_or_default();
    let _ = match differs {
        None => writeln!(text, " {expectation} as for {reading}"),
        Some((expected, got)) if expected.contains('\n') || got.contains('\n') => {
            writeln!(text, " {expectation} not as for {reading}")
        }
        Some((expected, got)) => {
            let got = printable(got);
            writeln!(text, " {expectation}: {reading} expects {expected}, got {got}")
        }
    };
    text
}

fn as_json(found: &Classification<'_>) -> Value {
    let switch = |of: &OfSwitch<'_>| {
        let (kind, values) = match of.played() {
            Played::NotAsked => ("not-asked", json!([])),
            Played::Unsupported => ("unsupported", json!([])),
            Played::AsAsked(values) => ("as-asked", json!(values)),
            Played::Fixed(value) => ("fixed", json!([value])),
            Played::Undecided(values) => ("undecided", json!(values)),
            Played::Contradiction => ("contradiction", json!([])),
            Played::ByRequest(all) => {
                let plays: Values = all.into_iter().flat_map(|(_, plays)| plays).collect();
                ("by-request", json!(plays))
            }
        };
        json!({
            "switch": of.switch.name, "ruling": of.switch.ruling.as_str(),
            "plays": kind, "values": values,
            "requests": of.requests.iter().map(request).collect::<Value>(),
        })
    };
    json!({
        "engine": null,
        "clear": found.is_clear(),
        "switches": found.switches.iter().map(switch).collect::<Value>(),
        "hello": { "untrue": found.hello.untrue, "remarks": found.hello.remarks },
    })
}

fn request(request: &OfRequest<'_>) -> Value {
    let all = |evidence: Vec<&Evidence<'_>>| evidence.into_iter().map(position).collect::<Value>();
    let fits = request.fits();
    let (shown, against) = match fits.is_empty() {
        true => (vec![], request.shown_by()),
        false => (request.shown_by(), vec![]),
    };
    json!({
        "asked": request.value, "claimed": request.claimed,
        "fits": if request.answered > 0 { json!(fits) } else { Value::Null },
        "positions": request.positions, "answered": request.answered, "why": request.why,
        "shown_by": all(shown), "contradiction": all(against),
        "fits_no_reading": all(request.misfits().collect()),
    })
}

fn position(evidence: &Evidence<'_>) -> Value {
    let differs = evidence.differs.as_ref();
    json!({
        "case": evidence.case.id, "ruleset": evidence.ruleset.name(),
        "file": evidence.case.file, "line": evidence.line,
        "fits": evidence.fits, "check": evidence.check,
        "expected": differs.map(|(expected, _)| expected), "got": differs.map(|(_, got)| got),
        "without_clauses": evidence.without_clauses,
    })
}
