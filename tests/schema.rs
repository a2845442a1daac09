//! The JSON Schema of case files is checked in. `UPDATE_SCHEMA=1` writes it anew.

#![cfg(feature = "conformance")]

use std::fs;

use pretty_assertions::assert_eq;
use ternary_go::case::load::schema;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/schema.json");

#[test]
fn schema_is_that_of_the_loader() {
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(FILE, schema()).unwrap();
    }
    let checked_in = fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(checked_in, schema(), "run `UPDATE_SCHEMA=1 cargo test --test schema`");
}

#[test]
fn schema_names_every_key_and_refuses_others() {
    let schema: serde_json::Value = serde_json::from_str(&schema()).unwrap();
    let keys: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!((keys[0], keys.len()), (&"id".to_owned(), 29));
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(
        schema["required"],
        serde_json::json!(["id", "title", "tests", "rulesets", "board"])
    );
}
