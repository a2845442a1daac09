//! A badge in JSON, as shields.io reads it.

use serde_json::json;

use crate::{
    case::check::CheckStatus,
    verify::results::{Results, Verdict},
};

/// The report.
///
/// Green stands for a whole suite that holds: with checks that the engine does not support, that
/// it is known to fail, or that were not selected, it is yellow.
pub fn report(results: &Results<'_>) -> String {
    let (message, color) = match results.verdict() {
        Verdict::Broken => ("broken".into(), "lightgrey"),
        Verdict::DoesNotConform if results.executed() == 0 => {
            ("nothing executed".into(), "lightgrey")
        }
        Verdict::DoesNotConform => (counts(results), "red"),
        Verdict::Conforms if is_whole(results) => (counts(results), "green"),
        Verdict::Conforms => (counts(results), "yellowgreen"),
    };
    let badge = json!({
        "schemaVersion": 1, "label": "ternary-go", "message": message, "color": color,
    });
    format!("{badge}\n")
}

/// Whether nothing is left that the engine could still do.
fn is_whole(results: &Results<'_>) -> bool {
    let lacks = |status| results.count(status) > 0;
    results.cases.len() >= results.total
        && !lacks(CheckStatus::Unsupported)
        && !lacks(CheckStatus::Xfail)
}

/// How many checks pass, and what the others came to.
fn counts(results: &Results<'_>) -> String {
    let bad = CheckStatus::ALL.into_iter().filter(|status| status.is_bad());
    let told = bad.chain([CheckStatus::Xfail, CheckStatus::Unsupported]);
    let others = told.map(|status| (results.count(status), status.name()));
    let complaints = match results.complaints.len() {
        1 => (1, "complaint"),
        count => (count, "complaints"),
    };
    let (cases, total) = (results.cases.len(), results.total);
    let partial = if cases < total { format!(", {cases} of {total} cases") } else { String::new() };
    let others: String = others
        .chain([complaints])
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!(", {count} {what}"))
        .collect();
    let (passed, checks) = (results.count(CheckStatus::Pass), results.selected());
    format!("{passed} of {checks} checks{others}{partial}")
}
