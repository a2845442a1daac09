//! The report as text, as `tgo verify` prints it.

use std::fmt::Write as _;

use super::{
    Failed, Tally, catches, chapters, clauses, failures, legend, occasion, one_line, readable,
    reasons, side_by_side,
};
use crate::{case::load::printable, verify::results::Results};

/// The report; with all checks if so asked, else with failures only.
pub fn report(results: &Results<'_>, all: bool) -> String {
    let mut text = String::new();
    for failed in failures(results) {
        let _ = writeln!(text, "{}", with_rerun(results, &failed));
    }
    if all {
        let rest = results.checks().filter(|(_, check)| !check.status.is_bad());
        for (_, check) in rest {
            let note = if check.note.is_empty() { "" } else { ": " };
            let note = format!("{note}{}", one_line(&check.note));
            let name = printable(&check.name);
            let _ = writeln!(text, "{} {name} [{}]{note}", check.status, check.ruleset);
        }
    }
    text + &table(results) + &last_lines(results)
}

/// A failure: what and where, the clauses, the boards.
pub fn describe(failed: &Failed<'_>) -> String {
    let Failed { case, check, rulesets, .. } = failed;
    let place = format!("{}:{}", printable(&case.file), check.line);
    let kind = check.failure.as_ref().map(|failure| format!(" ({})", failure.kind));
    let mut text = format!(
        "{} {} [{}]{}\n  {place} — {}\n",
        check.status.name().to_uppercase(),
        printable(&check.name),
        rulesets.join(", "),
        kind.unwrap_or_default(),
        case.title
    );
    if !failed.others.is_empty() {
        let _ = writeln!(text, "  the same for: {}", printable(&failed.others()));
    }
    text.extend(clauses(case).map(|clause| format!("  {}: {}\n", clause.id, clause.answer())));
    if let Some(failure) = &check.failure {
        let _ = writeln!(text, "  {}", occasion(case, check));
        let past = failure.past.to_string();
        text += &if past.is_empty() { past } else { format!("  {past}\n") };
        let (expected, got) = (readable(&failure.expected), readable(&failure.got));
        let boards = [("board", &*failure.before), ("expected", &*expected), ("got", &*got)];
        text.extend(side_by_side(&boards).lines().map(|line| format!("    {line}\n")));
        text.extend(legend(check).map(|legend| format!("  {legend}\n")));
    }
    if !check.note.is_empty() {
        let _ = writeln!(text, "  {}", indented(&check.note));
    }
    text.extend(catches(case, check).map(|catches| format!("  catches: {catches}\n")));
    text
}

/// A failure as [`describe`], and the command that puts it again.
pub fn with_rerun(results: &Results<'_>, failed: &Failed<'_>) -> String {
    format!("{}  rerun: {}\n", describe(failed), printable(&results.rerun.command(failed.case)))
}

/// A text whose further lines cannot be taken for those of the report.
fn indented(text: &str) -> String {
    readable(text).replace('\n', "\n  ")
}

fn table(results: &Results<'_>) -> String {
    let head = ["chapter", "cases", "passed", "failed", "xfail", "not executed"];
    let mut text = row(head.map(Into::into));
    for (chapter, tally) in chapters(results) {
        let Tally { cases, passed, failed, known, left_out } = tally;
        let [cases, passed, failed, known, left_out] =
            [cases, passed, failed, known, left_out].map(|count| count.to_string());
        text += &row([chapter.into(), cases, passed, failed, known, left_out]);
    }
    text
}

fn row([chapter, cases, passed, failed, known, left_out]: [String; 6]) -> String {
    format!("{chapter:<10}{cases:>6}{passed:>8}{failed:>8}{known:>7}{left_out:>14}\n")
}

fn last_lines(results: &Results<'_>) -> String {
    let mut text = String::from("\n");
    for (count, status, why) in reasons(results, 8) {
        let _ = writeln!(text, "{count} {status}: {why}");
    }
    for complaint in results.complaints.iter().chain(&results.broken) {
        let _ = writeln!(text, "{}", indented(complaint));
    }
    let (cases, total) = (results.cases.len(), results.total);
    let sentence = one_line(&results.sentence());
    let time = Milliseconds(results.time);
    let _ = writeln!(text, "{sentence} ({cases} of {total} cases, {time} ms)");
    text
}

/// A duration in milliseconds with one decimal, without floats.
pub(super) struct Milliseconds(pub(super) std::time::Duration);

impl std::fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = self.0.as_micros() / 100;
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}
