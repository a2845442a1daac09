//! Every case is read alike by a second YAML reader, and holds nothing that YAML 1.1 takes for
//! something else.

#![cfg(feature = "conformance")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

#[test]
fn two_readers_agree_on_every_case() {
    let mut differences = Vec::new();
    for path in cases() {
        let text = fs::read_to_string(&path).unwrap();
        let one: Value = serde_yaml::from_str(&text).unwrap();
        let other: Value = serde_saphyr::from_str_with_options(&text, options()).unwrap();
        if texts(&one) != texts(&other) {
            differences.push(path);
        }
    }
    assert!(differences.is_empty(), "read differently: {differences:#?}");
}

#[test]
fn no_case_means_something_else_in_yaml_1_1() {
    let mut found = Vec::new();
    for path in cases() {
        let text = fs::read_to_string(&path).unwrap();
        let value: Value = serde_yaml::from_str(&text).unwrap();
        for scalar in texts(&value).into_iter().flatten() {
            let quoted =
                ['"', '\''].iter().any(|quote| text.contains(&format!("{quote}{scalar}{quote}")));
            if means_something_else(&scalar) && !quoted {
                found.push(format!("{}: {scalar}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "quote these: {found:#?}");
}

#[test]
fn what_yaml_1_1_reads_otherwise_is_known() {
    for scalar in
        ["no", "Yes", "ON", "y", "012", "1_000", "12:30", "190:20:30", "2001-01-01", "0b11"]
    {
        assert!(means_something_else(scalar), "{scalar}");
    }
    for scalar in ["none", "D4", "3.75", "0", "10", "W+12.75", "12.D4", "FORB-1", "convert:D4"] {
        assert!(!means_something_else(scalar), "{scalar}");
    }
}

/// All files of cases.
fn cases() -> Vec<PathBuf> {
    let mut all = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"), &mut all);
    assert!(!all.is_empty(), "there are cases");
    all.sort();
    all
}

fn collect(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            all.push(path);
        }
    }
}

fn options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
    }
}

/// Each scalar as text, after the keys and indices that lead to it.
fn texts(value: &Value) -> Vec<Vec<String>> {
    let below = |key: String, value: &Value| {
        let with_key = move |mut path: Vec<String>| {
            path.insert(0, key.clone());
            path
        };
        texts(value).into_iter().map(with_key).collect::<Vec<_>>()
    };
    match value {
        Value::Object(map) => {
            map.iter().flat_map(|(key, value)| below(key.clone(), value)).collect()
        }
        Value::Array(list) => {
            let items = list.iter().enumerate();
            items.flat_map(|(index, value)| below(format!("[{index}]"), value)).collect()
        }
        Value::String(text) => vec![vec![text.trim_end_matches('\n').to_owned()]],
        Value::Null | Value::Bool(_) | Value::Number(_) => vec![vec![value.to_string()]],
    }
}

/// Whether YAML 1.1 takes a plain scalar for a truth value, or for another number than 1.2 does.
fn means_something_else(scalar: &str) -> bool {
    let words = ["y", "n", "yes", "no", "on", "off"];
    let truth = words.iter().any(|word| word.eq_ignore_ascii_case(scalar));
    let digits = scalar.trim_start_matches(['+', '-']);
    let starts_with_digit = digits.starts_with(|first: char| first.is_ascii_digit());
    let only = |signs: &str| digits.chars().all(|c| c.is_ascii_digit() || signs.contains(c));
    let leading_zero = digits.len() > 1 && digits.starts_with('0') && only("");
    let underscores = digits.contains('_') && only("_.");
    let base_sixty = digits.contains(':') && only(":._");
    let date = digits.matches('-').count() == 2 && only("-");
    let binary = digits.starts_with("0b");
    truth || starts_with_digit && (leading_zero || underscores || base_sixty || date || binary)
}
