//! The report as JUnit XML: a suite for the run, then one for each chapter with a test for each check.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Failed, chapter, one_line, readable, text};
use crate::{
    case::{
        Case,
        check::{Check, CheckStatus},
    },
    verify::results::Results,
};

/// The report.
///
/// A failure of the engine as a whole, such as a bad end, is an error of the suite `run`, so that
/// the report holds a failure or an error just when the engine does not conform.
///
/// # Panics
/// Never: the report is written to memory, and its texts hold nothing that XML bars.
pub fn report(results: &Results<'_>) -> String {
    let mut chapters: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for (case, check) in results.checks() {
        let name = chapter(case);
        let suite = chapters.entry(name).or_insert_with(|| TestSuite::new(name));
        suite.add_test_case(test(results, case, check));
    }
    let mut report = Report::new("ternary-go");
    report.set_time(results.time);
    report.add_test_suite(run(results));
    report.add_test_suites(chapters.into_values());
    report.to_string().expect("memory can be written to")
}

/// The suite about the engine as a whole.
fn run(results: &Results<'_>) -> TestSuite {
    let wrong: Vec<String> =
        results.complaints.iter().chain(&results.broken).map(|text| readable(text)).collect();
    let sentence = one_line(&results.sentence());
    let mut status = TestCaseStatus::success();
    if !wrong.is_empty() || results.executed() == 0 {
        status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(sentence.as_str());
        status.set_type(if results.broken.is_some() { "broken" } else { "complaint" });
        status.set_description(wrong.join("\n"));
    }
    let mut test = TestCase::new("the engine as a whole", status);
    test.set_classname("run");
    let mut suite = TestSuite::new("run");
    suite.add_property(("engine", &*one_line(&results.engine)));
    suite.add_property(("suite", concat!("ternary-go ", env!("CARGO_PKG_VERSION"))));
    suite.add_property(("result", &*sentence));
    suite.add_property(("cases", &*format!("{} of {}", results.cases.len(), results.total)));
    suite.add_test_case(test);
    let lines: Vec<String> = std::iter::once(sentence).chain(wrong).collect();
    suite.set_system_out(lines.join("\n"));
    suite
}

/// A check as a test.
fn test(results: &Results<'_>, case: &Case, check: &Check) -> TestCase {
    let mut status = match check.status {
        CheckStatus::Pass => TestCaseStatus::success(),
        CheckStatus::Fail | CheckStatus::Xpass => {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        CheckStatus::Error | CheckStatus::Crash | CheckStatus::Timeout => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
        CheckStatus::Xfail
        | CheckStatus::Unsupported
        | CheckStatus::Skipped
        | CheckStatus::NotRun => TestCaseStatus::skipped(),
    };
    status.set_type(match &check.failure {
        Some(failure) if check.status == CheckStatus::Fail => failure.kind.name(),
        Some(_) | None => check.status.name(),
    });
    status.set_message(message(check));
    if check.status.is_bad() || check.status == CheckStatus::Xfail {
        let failed = Failed { case, check, others: Vec::new(), rulesets: vec![check.ruleset] };
        status.set_description(text::with_rerun(results, &failed));
    }
    let mut test = TestCase::new(format!("{} [{}]", one_line(&check.name), check.ruleset), status);
    test.set_classname(one_line(&case.id));
    test.extra.insert("file".into(), one_line(&case.file).into());
    test.extra.insert("line".into(), check.line.to_string().into());
    test
}

/// What came of a check, in a line.
fn message(check: &Check) -> String {
    let difference = check.failure.as_ref().map(|failure| {
        let (expected, got) = (one_line(&failure.expected), one_line(&failure.got));
        if failure.expected.contains('\n') {
            format!("{}: see expected and got", failure.kind)
        } else {
            format!("expected {expected}, got {got}")
        }
    });
    let note = Some(one_line(&check.note)).filter(|note| !note.is_empty());
    let parts: Vec<String> = note.into_iter().chain(difference).collect();
    if parts.is_empty() { check.status.name().into() } else { parts.join(": ") }
}
