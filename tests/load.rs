//! The loader of cases: what it refuses, and how it says so.

use std::{fs, path::PathBuf};

use rstest::rstest;
use ternary_go::case::load::{load, suite};

/// The errors of a text as they are shown.
fn shown(bytes: &[u8]) -> String {
    match load("FORB-2.a.yaml", bytes) {
        Ok(_) => "no error\n".into(),
        Err(errors) => {
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n") + "\n"
        }
    }
}

/// Each file of `tests/bad-cases` has its errors beside it.
#[rstest]
fn bad_case(#[files("tests/bad-cases/*.yaml")] path: PathBuf) {
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let bytes = fs::read(&path).unwrap();
    insta::with_settings!({
        snapshot_path => "bad-cases",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, shown(&bytes));
    });
}

#[test]
fn suite_loads() {
    if let Err(errors) = suite() {
        let all: Vec<_> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", all.join("\n\n"));
    }
}
