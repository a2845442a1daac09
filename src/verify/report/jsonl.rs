//! The report as JSON Lines: a line for the run, then one for each check.

use serde_json::{Value, json};

use crate::{
    case::{
        Case,
        check::{Check, CheckStatus, Past},
        load::printable_json,
    },
    verify::{
        results::{Results, Verdict},
        wire::SUITE,
    },
};

/// The report.
pub fn report(results: &Results<'_>) -> String {
    let statuses = CheckStatus::ALL.into_iter();
    let counts = statuses.map(|status| (status.name().into(), results.count(status).into()));
    let head = json!({
        "engine": cut(&results.engine),
        "suite": SUITE,
        "conforms": results.verdict() == Verdict::Conforms,
        "cases": results.cases.len(), "of": results.total,
        "checks": results.selected(), "executed": results.executed(),
        "statuses": counts.collect::<serde_json::Map<_, _>>(),
        "complaints": results.complaints.iter().map(|text| cut(text)).collect::<Vec<_>>(),
        "broken": results.broken.as_deref().map(cut),
        "milliseconds": u64::try_from(results.time.as_millis()).unwrap_or(u64::MAX),
    });
    let checks = results.checks().map(|(case, one)| check(case, one));
    std::iter::once(head).chain(checks).map(|line| printable_json(&format!("{line}\n"))).collect()
}

/// The most characters of a text of an engine.
const LONGEST: usize = 10_000;

/// A text, cut where an engine made it too long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… {} more bytes", &text[..end], text.len() - end),
        None => text.into(),
    }
}

/// One check.
pub fn check(case: &Case, check: &Check) -> Value {
    let mut value = json!({
        "check": check.name, "case": case.id, "ruleset": check.ruleset,
        "file": case.file, "line": check.line, "status": check.status.name(),
    });
    if !check.note.is_empty() {
        value["note"] = cut(&check.note).into();
    }
    if let Some(failure) = &check.failure {
        value["kind"] = failure.kind.name().into();
        value["expected"] = cut(&failure.expected).into();
        value["got"] = cut(&failure.got).into();
        value["turn"] = failure.turn.as_str().into();
        value["before"] = failure.before.lines().collect();
        let Past { number, to_move, from, previous, history, moves } = &failure.past;
        value["number"] = (*number).into();
        value["to_move"] = to_move.name().into();
        if !moves.is_empty() {
            value["from"] = (*from).into();
            value["moves"] = moves.iter().map(|(play, _)| play.to_string()).collect();
        }
        if let Some(previous) = previous {
            value["previous"] = previous.to_string().into();
        }
        if *history > 0 {
            value["history"] = (*history).into();
        }
    }
    value
}
