//! Every case of `cases/` as a test of its own: `cargo test FORB-2` asks the rules.

use std::fmt::Write as _;

use ternary_go::{
    Reference,
    case::{
        check::{Check, CheckStatus, Failure},
        load,
    },
};

/// Reads one case file and puts it to the reference engine.
fn run(path: &std::path::Path) -> datatest_stable::Result<()> {
    let bytes = std::fs::read(path)?;
    let case = load::load(&path.display().to_string(), &bytes).map_err(|errors| {
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n")
    })?;
    let mut report = String::new();
    for check in case.check(&mut Reference) {
        let Check { name, ruleset, line, status, failure, note, .. } = check;
        if status != CheckStatus::Pass {
            writeln!(report, "{}:{line}: {name} [{ruleset}]: {status} {note}", case.file)?;
        }
        if let Some(Failure { before, expected, got, .. }) = failure {
            writeln!(report, "{before}\nexpected {expected}\ngot {got}")?;
        }
    }
    if report.is_empty() { Ok(()) } else { Err(report.into()) }
}

datatest_stable::harness! {
    { test = run, root = "cases", pattern = r"\.yaml$" },
}
