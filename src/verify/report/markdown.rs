//! The report as Markdown, for the summary of a CI job or to be checked in.

use std::fmt::Write as _;

use super::{
    Failed, Tally, catches, chapters, clauses, encoded, failures, legend, occasion, one_line,
    readable, reasons, side_by_side, statuses,
};
use crate::{case::Case, verify::results::Results};

/// The most failures that are told in full, and the bytes after which no more are. The summary of a
/// job on GitHub has at most a mebibyte.
const MOST_IN_FULL: usize = 200;
const BYTES_IN_FULL: usize = 500_000;
/// The bytes after which failures are not even listed.
const BYTES_IN_ALL: usize = 900_000;

/// The report.
pub fn report(results: &Results<'_>) -> String {
    let mut text = format!("# {} {}\n\n", code(&results.engine), results.claim());
    let (cases, total) = (results.cases.len(), results.total);
    let suite = concat!("ternary-go ", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "{suite}, {cases} of {total} cases.\n");
    if let Some(broken) = &results.broken {
        let _ = writeln!(text, "The engine is broken:\n\n{}", fenced(&readable(broken)));
    }
    text += &complaints(results);
    text += &tables(results);
    text += &failed(results, text.len());
    text
}

fn complaints(results: &Results<'_>) -> String {
    const MOST: usize = 20;
    let all = &results.complaints;
    let mut text = String::new();
    if !all.is_empty() {
        text += "## Complaints\n\n";
        text.extend(all.iter().take(MOST).map(|complaint| fenced(&readable(complaint)) + "\n"));
        if all.len() > MOST {
            let _ = writeln!(text, "And {} more.\n", all.len() - MOST);
        }
    }
    text
}

fn tables(results: &Results<'_>) -> String {
    let mut text = String::from("| status | checks |\n|---|---:|\n");
    for (status, count) in statuses(results) {
        let _ = writeln!(text, "| {status} | {count} |");
    }
    text += "\n| chapter | cases | passed | failed | xfail | not executed |\n|---|---:|---:|---:|---:|---:|\n";
    for (chapter, Tally { cases, passed, failed, known, left_out }) in chapters(results) {
        let _ =
            writeln!(text, "| {chapter} | {cases} | {passed} | {failed} | {known} | {left_out} |");
    }
    let reasons = reasons(results, 20);
    if !reasons.is_empty() {
        text += "\n## Not executed\n\n";
    }
    for (count, status, why) in reasons {
        let _ = writeln!(text, "- {count} {status}: {}", code(&why));
    }
    text
}

/// The failures, when so many bytes stand before them.
fn failed(results: &Results<'_>, before: usize) -> String {
    let all = failures(results);
    if all.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n## Failures\n");
    let mut rest = all.iter();
    for failed in rest.by_ref().take(MOST_IN_FULL) {
        text += &describe(results, failed);
        if before + text.len() > BYTES_IN_FULL {
            break;
        }
    }
    let more = rest.len();
    if more > 0 {
        let shown = all.len() - more;
        let _ = writeln!(text, "\n## {more} more failures\n\nThe first {shown} stand above.\n");
    }
    for (listed, failed) in rest.enumerate() {
        if before + text.len() > BYTES_IN_ALL {
            let _ = writeln!(text, "\nAnd {} more.", more - listed);
            break;
        }
        let Failed { case, check, rulesets, .. } = failed;
        let (name, link) = (code(&check.name), link(case, check.line));
        let rulesets = rulesets.join(", ");
        let _ =
            writeln!(text, "- {} {name} ({rulesets}), [line {}]({link})", check.status, check.line);
    }
    text
}

fn describe(results: &Results<'_>, failed: &Failed<'_>) -> String {
    let Failed { case, check, rulesets, .. } = failed;
    let kind = check.failure.as_ref().map(|failure| format!(" ({})", failure.kind));
    let mut text = format!(
        "\n### {}{}: {}\n\n[{}]({}) {}\\\nIn {}.\n",
        check.status,
        kind.unwrap_or_default(),
        code(&check.name),
        plain(&case.id),
        link(case, check.line),
        plain(&case.title),
        rulesets.join(", "),
    );
    if !failed.others.is_empty() {
        let _ = writeln!(text, "The same for {}.", code(&failed.others()));
    }
    for clause in clauses(case) {
        let _ = write!(text, "\n> **{}** {}\n", clause.id, plain(&clause.answer()));
    }
    if let Some(failure) = &check.failure {
        let past = failure.past.to_string();
        let past = if past.is_empty() { past } else { format!("\\\n{}", plain(&past)) };
        let _ = writeln!(text, "\n{}{past}:\n", plain(&occasion(case, check)));
        let (expected, got) = (readable(&failure.expected), readable(&failure.got));
        let boards = [("board", &*failure.before), ("expected", &*expected), ("got", &*got)];
        text += &fenced(&side_by_side(&boards));
        text.extend(legend(check).map(|legend| format!("\n{}\n", plain(&legend))));
    }
    if !check.note.is_empty() {
        let _ = write!(text, "\n{}", fenced(&readable(&check.note)));
    }
    if let Some(catches) = catches(case, check) {
        let _ = writeln!(text, "\nCatches: {}", plain(catches));
    }
    let _ = writeln!(text, "\nRerun: {}", code(&results.rerun.command(case)));
    text
}

/// The address of a line of a case's file, from the root of the suite.
fn link(case: &Case, line: usize) -> String {
    format!("{}#L{line}", encoded(&case.file))
}

/// A text as code in a line, whatever it holds.
fn code(text: &str) -> String {
    let text = one_line(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let blank =
        if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// A text as a block of code, whatever it holds.
fn fenced(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

/// How many backticks follow each other at most.
fn longest_run(text: &str) -> usize {
    text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0)
}

/// A text in which nothing is markup.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for sign in one_line(text).chars() {
        if "\\`*_[]<>&#|~$".contains(sign) {
            plain.push('\\');
        }
        plain.push(sign);
    }
    plain
}
