//! Every case of `cases/` as a test of its own: `cargo test FORB-2` asks the rules.

use std::fmt::Write as _;

use ternary_go::{Reference, case::load};

/// Reads one case file and puts it to the reference engine.
fn run(path: &std::path::Path) -> datatest_stable::Result<()> {
    let bytes = std::fs::read(path)?;
    let case = load::load(&path.display().to_string(), &bytes).map_err(|errors| {
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n")
    })?;
    let mut report = String::new();
    for check in case.check(&mut Reference) {
        if let Some(failure) = check.failure {
            writeln!(
                report,
                "{}:{}: {} [{}]\n{}\nexpected {}\ngot {}",
                case.file,
                check.line,
                check.name,
                check.ruleset,
                failure.before,
                failure.expected,
                failure.got
            )?;
        }
    }
    if report.is_empty() { Ok(()) } else { Err(report.into()) }
}

datatest_stable::harness! {
    { test = run, root = "cases", pattern = r"\.yaml$" },
}
