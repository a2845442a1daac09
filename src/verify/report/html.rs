//! The report as one HTML page with diagrams: no script, nothing from elsewhere.

mod boards;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    Failed, Tally, catches, chapter, chapters, clauses, failures, occasion, one_line, permalink,
    readable, reasons, statuses, text::Milliseconds,
};
use crate::{
    Picture,
    case::check::CheckStatus,
    verify::results::{Results, Verdict},
};

/// The most failures that are told in full, and the bytes after which no more are.
const MOST_IN_FULL: usize = 500;
const BYTES_IN_FULL: usize = 8_000_000;
/// The most failures that are listed after those.
const MOST_LISTED: usize = 10_000;

const STYLE: &str = include_str!("html/style.css");

/// The report.
pub fn report(results: &Results<'_>) -> String {
    let all = failures(results);
    let engine = one_line(&results.engine);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; style-src 'unsafe-inline'";
                meta name="color-scheme" content="light dark";
                title { (engine) " " (verdict(results).1) ": ternary-go" }
                style { (PreEscaped(STYLE)) (PreEscaped(filters(&all))) }
            }
            body {
                (PreEscaped(Picture::definitions()))
                (head(results, &engine, &all))
                main { (failed(results, &all)) }
            }
        }
    };
    page.into_string()
}

/// The class of the verdict, and its words.
fn verdict(results: &Results<'_>) -> (&'static str, &'static str) {
    match results.verdict() {
        Verdict::Conforms => ("good", "conforms"),
        Verdict::DoesNotConform if results.executed() == 0 => ("bad", "was asked nothing"),
        Verdict::DoesNotConform => ("bad", "does not conform"),
        Verdict::Broken => ("bad", "is broken"),
    }
}

fn head(results: &Results<'_>, engine: &str, all: &[Failed<'_>]) -> Markup {
    let (class, words) = verdict(results);
    let reasons = reasons(results, 20);
    let chapters = chapters(results);
    let failing: Vec<&str> = all.iter().map(|failed| chapter(failed.case)).collect();
    html! {
        header {
            h1 { span.engine { (engine) } " " span class={ "verdict " (class) } { (words) } }
            p.sentence { (one_line(&results.sentence())) "." }
            p.run {
                "ternary-go " (env!("CARGO_PKG_VERSION")) " · "
                (results.cases.len()) " of " (results.total) " cases · "
                (Milliseconds(results.time).to_string()) " ms"
            }
            @if let Some(broken) = &results.broken { pre.wrong { (readable(broken)) } }
            @for complaint in results.complaints.iter().take(50) { pre.wrong { (readable(complaint)) } }
            @if results.complaints.len() > 50 { p { "And " (results.complaints.len() - 50) " more complaints." } }
            div.tables {
                table {
                    thead { tr { th { "status" } th.n { "checks" } } }
                    tbody { @for (status, count) in statuses(results) {
                        tr { td { span class={ "status " (status) } { (status) } } td.n { (count) } }
                    } }
                }
                table {
                    thead { tr { th { "chapter" } th.n { "cases" } th.n { "passed" } th.n { "failed" } th.n { "xfail" } th.n { "not executed" } } }
                    tbody { @for (chapter, Tally { cases, passed, failed, known, left_out }) in chapters {
                        tr {
                            td { @if failing.contains(&chapter) { a href={ "#" (chapter) } { (chapter) } } @else { (chapter) } }
                            td.n { (cases) } (number(passed, "")) (number(failed, "some")) (number(known, "")) (number(left_out, ""))
                        }
                    } }
                }
            }
            @if !reasons.is_empty() {
                h2 { "Not executed" }
                table.reasons { tbody { @for (count, status, why) in reasons {
                    tr { td.n { (count) } td { span class={ "status " (status) } { (status) } } td { (why) } }
                } } }
            }
        }
    }
}

/// A number in a table: a dot for none.
fn number(count: usize, class: &str) -> Markup {
    html! { @if count == 0 { td."n none" { "·" } } @else { td class={ "n " (class) } { (count) } } }
}

/// The statuses of failures, with how many failures have each.
fn kinds(all: &[Failed<'_>]) -> Vec<(CheckStatus, usize)> {
    let of = |status| all.iter().filter(|failed| failed.check.status == status).count();
    let kinds = CheckStatus::ALL.into_iter().map(|status| (status, of(status)));
    kinds.filter(|(_, count)| *count > 0).collect()
}

/// What hides the failures of other statuses than the chosen one.
fn filters(all: &[Failed<'_>]) -> String {
    let filter = |(status, _): &(CheckStatus, usize)| {
        format!(
            "body:has(#only-{status}:checked) :is(article,.listed li):not(.{status}),\
             body:has(#only-{status}:checked) main section:not(:has(.{status})){{display:none}}\n"
        )
    };
    kinds(all).iter().map(filter).collect()
}

fn failed(results: &Results<'_>, all: &[Failed<'_>]) -> Markup {
    let kinds = kinds(all);
    let (chapters, shown) = in_full(results, all);
    let (more, rest) = (all.len() - shown, &all[shown..]);
    html! {
        @if !all.is_empty() {
            h2 { (all.len()) @if all.len() == 1 { " failure" } @else { " failures" } }
            p.hint { "Each is told once, with all rulesets in which it is the same. A red ring marks the point that a check asks about, and those where expected and got differ." }
            @if kinds.len() > 1 {
                fieldset {
                    label { input type="radio" name="only" checked; " all (" (all.len()) ")" }
                    @for (status, count) in &kinds {
                        label { input type="radio" name="only" id={ "only-" (status) }; " " (status) " (" (count) ")" }
                    }
                }
            }
        }
        @for (chapter, articles) in chapters {
            section id=(chapter) { h2.chapter { (chapter) } (articles) }
        }
        @if more > 0 {
            section {
                h2 { (more) " more failures" }
                p { "The page tells the first " (shown) " in full, to stay of a size that can be read." }
                ul.listed { @for Failed { case, check, rulesets, .. } in rest.iter().take(MOST_LISTED) {
                    li class=(check.status) {
                        span class={ "status " (check.status) } { (check.status) } " "
                        a href=(permalink(&case.file, check.line)) { (one_line(&check.name)) }
                        " " span.rulesets { (rulesets.join(", ")) }
                    }
                } }
                @if more > MOST_LISTED { p { "And " (more - MOST_LISTED) " more." } }
            }
        }
    }
}

/// The failures that are told in full, by chapter, and how many they are.
fn in_full(results: &Results<'_>, all: &[Failed<'_>]) -> (Vec<(&'static str, Markup)>, usize) {
    let mut chapters: Vec<(&str, Markup)> = Vec::new();
    let (mut bytes, mut shown) = (0, 0);
    for failed in all.iter().take(MOST_IN_FULL) {
        let article = article(results, failed).into_string();
        bytes += article.len();
        shown += 1;
        let name = chapter(failed.case);
        match chapters.iter_mut().find(|(chapter, _)| *chapter == name) {
            Some((_, articles)) => articles.0 += &article,
            None => chapters.push((name, PreEscaped(article))),
        }
        if bytes > BYTES_IN_FULL {
            break;
        }
    }
    (chapters, shown)
}

fn article(results: &Results<'_>, failed: &Failed<'_>) -> Markup {
    let Failed { case, check, rulesets, .. } = failed;
    let place = one_line(&format!("{}:{}", case.file, check.line));
    let kind = check.failure.as_ref().map(|failure| failure.kind);
    html! {
        article class=(check.status) {
            h3 {
                span class={ "status " (check.status) } { (check.status) @if let Some(kind) = kind { " · " (kind) } }
                " " (one_line(&check.name))
            }
            p.title { (case.title) }
            p.place {
                a href=(permalink(&case.file, check.line)) { (place) }
                span.rulesets { @for ruleset in rulesets { " " span { (ruleset) } } }
            }
            @if !failed.others.is_empty() { p.others { "The same for " (one_line(&failed.others())) "." } }
            @for clause in clauses(case) {
                p.clause { a href=(permalink(clause.file, clause.line)) { (clause.id) } " " (clause.answer()) }
            }
            @if let Some(failure) = &check.failure {
                @let past = failure.past.to_string();
                p.turn { (occasion(case, check)) @if !past.is_empty() { br; (past) } ":" }
                (boards::figures(case, check, failure))
            }
            @if !check.note.is_empty() { pre.wrong { (readable(&check.note)) } }
            @if let Some(catches) = catches(case, check) { p.catches { "Catches: " (catches) } }
            pre.rerun { (one_line(&results.rerun.command(case))) }
        }
    }
}
