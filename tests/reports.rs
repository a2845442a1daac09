//! The reports of a run: snapshots of each format, and engines whose texts mean harm.

#![cfg(feature = "cli")]

use std::time::Duration;

use rstest::rstest;
use ternary_go::{
    Answer, Ask, Engine, IllegalMove, Query, Reference, Ruleset, Stone,
    case::{
        Case,
        check::{Check, CheckStatus},
        load::suite,
        question::{Question, Run},
    },
    verify::{
        known::Known,
        plan::put,
        report::{Tally, badge, chapters, failures, html, jsonl, junit, markdown, readable, text},
        results::{Rerun, Results},
    },
};

/// An engine that is wrong in several ways, and speaks in words of its own.
struct Wrong {
    words: String,
}

impl Engine for Wrong {
    fn answer(&mut self, query: &Query) -> Answer {
        if query.rules.ruleset == Ruleset::Dullstone {
            return Answer::Unsupported(self.words.clone());
        }
        match (&query.ask, Reference.answer(query)) {
            (Ask::Perft(_), _) => Answer::Error(self.words.clone()),
            // The sixth move is refused where it is legal, and the first is never refused.
            (Ask::Legal(_), Answer::Verdicts(mut verdicts)) => {
                verdicts[0] = Ok(());
                if let Some(sixth) = verdicts.get_mut(5) {
                    *sixth = Err(vec![IllegalMove::CapturePoint.clause()]);
                }
                Answer::Verdicts(verdicts)
            }
            (Ask::Play(_), Answer::Played(mut steps)) => {
                for step in &mut steps {
                    let board = step.board.as_mut().unwrap();
                    if board.get("A2".parse().unwrap()).is_some() {
                        board.set("A1".parse().unwrap(), Some(Stone::White));
                    }
                }
                Answer::Played(steps)
            }
            (_, answer) => answer,
        }
    }
}

fn cases() -> Vec<Case> {
    let mut cases = suite().unwrap();
    cases.retain(|case| ["GO-4.a", "GO-9.a", "R-TIGER.f"].contains(&&*case.id));
    cases
}

fn results<'a>(cases: &'a [Case], engine: &mut dyn Engine, name: &str) -> Results<'a> {
    Results {
        engine: name.into(),
        cases: put(cases, &[], engine, || {}),
        total: cases.len(),
        complaints: vec![],
        broken: None,
        time: Duration::from_millis(1234),
        rerun: Rerun { options: " --engine './wrong'".into(), ..Rerun::default() },
    }
}

fn wrong(cases: &[Case]) -> Results<'_> {
    let words = "no idea".to_owned();
    let mut results = results(cases, &mut Wrong { words }, "wrong 1.0");
    results.complaints.push("at the end: it ended: exit code 3\n  | bye".into());
    results
}

fn reports(results: &Results<'_>) -> [(&'static str, String); 6] {
    [
        ("text", text::report(results, true)),
        ("jsonl", jsonl::report(results)),
        ("junit", junit::report(results)),
        ("markdown", markdown::report(results)),
        ("html", html::report(results)),
        ("badge", badge::report(results)),
    ]
}

#[test]
fn snapshots() {
    let cases = cases();
    for (format, report) in reports(&wrong(&cases)) {
        let version = concat!("ternary-go ", env!("CARGO_PKG_VERSION"));
        let report = report.replace(version, "ternary-go VERSION");
        insta::assert_snapshot!(format, report);
    }
}

const EVIL: &str = "\u{1b}[31m\u{7}\u{0}\r\u{9b}2J\u{202e}evil\u{2066} ]]> --> </pre><script>alert(1)</script> \
     & \"'` ``` ```` | \u{fffe}\u{ffff}\n# evil heading\n```\n~~~\nevil conforms\n";

fn hostile(cases: &[Case]) -> Results<'_> {
    let words = EVIL.to_owned() + &"evil".repeat(1 << 18);
    let mut results = results(cases, &mut Wrong { words: words.clone() }, EVIL);
    results.complaints = vec![EVIL.into(), words.clone()];
    results.broken = Some(words);
    results
}

/// Whether a character may drive a terminal, or break a format.
fn harmful(sign: char) -> bool {
    (sign.is_control() && sign != '\n' && sign != '\t')
        || matches!(sign, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[test]
fn hostile_texts_stay_texts() {
    let cases = cases();
    for (format, report) in reports(&hostile(&cases)) {
        assert_eq!(report.find(harmful), None, "{format}");
        let most = if format == "jsonl" { 1_000_000 } else { 200_000 };
        assert!(report.len() < most, "{format}: {} bytes", report.len());
        match format {
            "jsonl" | "badge" => {
                for line in report.lines() {
                    let _: serde_json::Value = serde_json::from_str(line).unwrap();
                }
            }
            "html" => assert!(!report.contains("<script") && report.matches("</pre>").count() > 3),
            "junit" => {
                assert!(!report.contains("<script") && !report.contains("]]>"));
                assert!(!report.contains(['\u{fffe}', '\u{ffff}']));
            }
            "markdown" => outside_of_fences(&report),
            _ => assert!(!report.contains("\nevil") && !report.contains("\n# evil")),
        }
    }
}

/// Nothing that an engine says stands outside of code.
fn outside_of_fences(markdown: &str) {
    let mut open: Option<usize> = None;
    for line in markdown.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match open {
            Some(length) if ticks >= length && line.len() == ticks => open = None,
            Some(_) => {}
            None if ticks >= 3 && line[ticks..] == *"text" => open = Some(ticks),
            None => assert!(!line.starts_with("# evil") && !line.starts_with("evil"), "{line}"),
        }
    }
    assert_eq!(open, None);
}

#[test]
fn a_failure_is_told_once_for_all_rulesets() {
    let cases = cases();
    let results = wrong(&cases);
    let bad = results.checks().filter(|(_, check)| check.status.is_bad()).count();
    let told: Vec<_> = failures(&results);
    let checks = told.iter().map(|failed| failed.rulesets.len() * (1 + failed.others.len()));
    assert_eq!(checks.sum::<usize>(), bad);
    let of = |name: &str| told.iter().filter(|f| f.check.name == name).collect::<Vec<_>>();
    assert_eq!(of("GO-4.a/after.5")[0].rulesets, ["go", "dunshi"]);
    assert_eq!(of("GO-4.a/after.5").len(), 1);
}

/// An answer that never comes is told once for all checks of the question.
#[test]
fn a_fault_is_told_once_for_a_question() {
    let mut cases = suite().unwrap();
    cases.retain(|case| case.id == "GO-4.a");
    let fault = |question: &Question<'_>| question.unanswered(CheckStatus::Crash, "it ended");
    let checks = cases[0].runs().iter().flat_map(Run::questions).flat_map(|q| fault(&q)).collect();
    let mut results = wrong(&cases);
    results.cases = vec![(&cases[0], checks)];
    let told = failures(&results);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].check.name, "GO-4.a/play");
    let report = text::report(&results, false);
    assert!(report.contains(&format!("  the same for: {}\n", told[0].others())), "{report}");
    assert!(told[0].others().starts_with("after."));
    assert_eq!(jsonl::report(&results).lines().count(), 1 + results.selected());
}

/// A failure that is known is no pass.
#[test]
fn known_failures_have_a_count_of_their_own() {
    let cases = cases();
    let mut results = wrong(&cases);
    let known = Known::read("GO-4.a/after.5 [go]\nGO-4.a/after.5 [dunshi]\n").unwrap();
    let before = chapters(&results)["GO"];
    known.apply(results.cases.iter_mut().flat_map(|(_, checks)| checks));
    let after = Tally { failed: before.failed - 2, known: 2, ..before };
    assert_eq!(chapters(&results)["GO"], after);
}

#[test]
fn long_reports_are_cut_and_say_so() {
    let cases = cases();
    let mut results = wrong(&cases);
    let again: Vec<_> = results.cases.clone();
    for _ in 0..2000 {
        // Names that differ, so that no two failures are the same.
        let number = results.cases.len();
        let rename =
            |check: &Check| Check { name: format!("{number}/{}", check.name), ..check.clone() };
        results.cases.extend(
            again.iter().map(|(case, all)| (*case, all.iter().map(rename).collect::<Vec<_>>())),
        );
    }
    let (markdown, html) = (markdown::report(&results), html::report(&results));
    assert!(markdown.len() < 1 << 20, "{} bytes", markdown.len());
    assert!(markdown.contains("The first 200 stand above") && markdown.contains("\nAnd "));
    assert!(html.len() < 10 << 20, "{} bytes", html.len());
    assert!(html.contains("The page tells the first 500 in full"));
    assert_eq!(html.matches("<article").count(), 500);
}

#[rstest]
#[case::whole(&[], &[], "green")]
#[case::fails(&[CheckStatus::Fail], &[], "red")]
#[case::unsupported(&[CheckStatus::Unsupported], &[], "yellowgreen")]
#[case::known(&[CheckStatus::Xfail], &[], "yellowgreen")]
#[case::complaint(&[], &["a bad end"], "red")]
fn colours(#[case] statuses: &[CheckStatus], #[case] complaints: &[&str], #[case] colour: &str) {
    let cases = cases();
    let mut results = results(&cases, &mut Reference, "reference");
    results.complaints = complaints.iter().map(|text| (*text).into()).collect();
    for (check, status) in results.cases[0].1.iter_mut().zip(statuses) {
        check.status = *status;
    }
    let colour_of = |results: &Results<'_>| {
        let badge: serde_json::Value = serde_json::from_str(&badge::report(results)).unwrap();
        badge["color"].as_str().unwrap().to_owned()
    };
    assert_eq!(colour_of(&results), colour);
    results.total += 1;
    assert_ne!(colour_of(&results), "green", "a part of the suite is no whole");
    for check in results.cases.iter_mut().flat_map(|(_, checks)| checks) {
        check.status = CheckStatus::Unsupported;
    }
    assert_eq!(colour_of(&results), "lightgrey");
    results.broken = Some("it ended".into());
    assert_eq!(colour_of(&results), "lightgrey");
}

#[test]
fn readable_texts_are_short() {
    assert_eq!(readable("a\nb\n"), "a\nb");
    assert!(readable(&"a\n".repeat(1 << 20)).lines().count() < 70);
    assert!(readable(&"\u{1b}\n".repeat(1 << 10)).len() < 10_000);
}
