//! The protocol: the examples of `spec/protocol.md`, the schema, and what comes of bad requests.

#![cfg(feature = "conformance")]

use std::fs;

use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::{Value, json};
use ternary_go::{
    Ask, Query, Reference,
    case::load::suite,
    verify::{
        plan::{Reply, plan},
        serve::serve,
        translate,
        wire::{self, Request, Response, Welcome},
    },
};

const SPEC: &str = include_str!("../spec/protocol.md");
const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/spec/protocol.schema.json");

/// What the reference engine says to some lines.
fn said(input: &str) -> Vec<Value> {
    let mut output = Vec::new();
    let welcome = Welcome::everything("reference", "1");
    serve(&mut Reference, &welcome, input.as_bytes(), &mut output).unwrap();
    let lines = String::from_utf8(output).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn said_to(request: &Value) -> Value {
    said(&format!("{request}\n")).remove(0)
}

/// Every request of the specification that is followed by an answer gets that answer.
#[test]
fn examples_of_the_specification() {
    let lines: Vec<&str> = SPEC.lines().filter(|line| line.starts_with("{\"id\":")).collect();
    let mut tried = 0;
    for pair in lines.windows(2) {
        let read = |line: &str| serde_json::from_str::<Value>(line).unwrap_or_default();
        let (request, answer) = (read(pair[0]), read(pair[1]));
        if request["run"].is_null() || answer["ok"].is_null() && answer["illegal"].is_null() {
            continue;
        }
        assert_eq!(said_to(&request), answer, "{}", pair[0]);
        tried += 1;
    }
    assert!(tried >= 11, "{tried} examples");
}

/// The long example, which stands on several lines.
#[test]
fn the_example_of_all_keys() {
    let begin = SPEC.find("{\"id\":\"7\",\"run\":{\n").unwrap();
    let text = &SPEC[begin..begin + SPEC[begin..].find("\n```").unwrap()];
    let request: Value = serde_json::from_str(text).unwrap();
    let expected = json!([{ "illegal": { "clauses": ["FORB-2"] } }, { "ok": {} }]);
    assert_eq!(said_to(&request)["ok"]["verdicts"], expected);
}

#[test]
fn the_schema_is_that_of_the_types() {
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(SCHEMA, wire::schema()).unwrap();
    }
    let checked_in = fs::read_to_string(SCHEMA).unwrap_or_default();
    assert_eq!(checked_in, wire::schema(), "run `UPDATE_SCHEMA=1 cargo test --test protocol`");
}

/// The same question comes out of the wire as goes in, for every question of the suite.
#[test]
fn every_query_of_the_suite_survives_the_wire() {
    let cases = suite().unwrap();
    let all = plan(&cases, &[], &Welcome::everything("", ""));
    assert!(all.len() > 2000);
    for put in &all {
        let query = put.question.query();
        let run: wire::Run = (&query).into();
        let text = serde_json::to_string(&run).unwrap();
        assert!(!text.contains(&put.question.run.case.id), "{text}");
        let back: wire::Run = serde_json::from_str(&text).unwrap();
        let back = Query::try_from(&back).unwrap();
        assert_eq!((back.rules, back.moves), (query.rules, query.moves), "{text}");
        assert_eq!(back.ask, query.ask, "{text}");
        let setups = [&back.setup, &query.setup].map(|setup| {
            (setup.board.clone(), setup.number, setup.previous, setup.history.clone())
        });
        assert_eq!(setups[0], setups[1], "{text}");
    }
}

/// The reference engine conforms to the suite by way of the wire.
#[test]
fn every_answer_survives_the_wire() {
    use ternary_go::{Engine as _, Reasons};
    let cases = suite().unwrap();
    for put in plan(&cases, &[], &Welcome::everything("", "")) {
        let query = put.question.query();
        let response = translate::response("7".into(), &Reference.answer(&query), &query.rules);
        let text = serde_json::to_string(&response).unwrap();
        let response: Response = serde_json::from_str(&text).unwrap();
        let answer = translate::answer(response, &query.ask).unwrap();
        for check in put.judge(|| Reply::Answered(answer), Reasons::All) {
            assert_eq!(check.status.name(), "pass", "{check:?}");
        }
    }
}

#[rstest]
#[case::no_json("{", "EOF while parsing")]
#[case::no_object("7", "invalid type: integer `7`")]
#[case::no_kind(r#"{"id":"1"}"#, "exactly one of `hello`, `run`, `bye`")]
#[case::two_kinds(r#"{"id":"1","bye":{},"hello":{"protocol":1}}"#, "exactly one of")]
#[case::number_as_id(r#"{"id":1,"bye":{}}"#, "invalid type: integer `1`, expected a string")]
#[case::misspelt(
    r#"{"id":"1","run":{"rules":{"ruleset":"go"},"bord":["."],"query":{"strings":{}}}}"#,
    "unknown field `bord`"
)]
#[case::ruleset(
    r#"{"id":"1","run":{"rules":{"ruleset":"dunsi"},"board":["."],"query":{"strings":{}}}}"#,
    "did you mean `dunshi`?"
)]
#[case::axis(r#"{"id":"1","run":{"rules":{"ruleset":"go","gray":"grey"},"board":["."],"query":{"strings":{}}}}"#, "unknown gray `grey`")]
#[case::switch(r#"{"id":"1","run":{"rules":{"ruleset":"go","rulings":{"superko":"positionl"}},"board":["."],"query":{"strings":{}}}}"#, "did you mean `positional`?")]
#[case::query(
    r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["."],"query":{"legals":{}}}}"#,
    "unknown variant `legals`"
)]
#[case::no_rows(
    r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":[],"query":{"strings":{}}}}"#,
    "the board"
)]
#[case::ragged(
    r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["..","."],"query":{"strings":{}}}}"#,
    "row 2 has 1 points"
)]
#[case::sign(
    r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["x."],"query":{"strings":{}}}}"#,
    "row 1 holds `x`"
)]
#[case::gray_in_go(
    r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["*."],"query":{"strings":{}}}}"#,
    "a gray stone on A1"
)]
#[case::word(r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["."],"query":{"legal":{"moves":["D4","I5"]}}}}"#, "I5")]
#[case::illegal_move(r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["X"],"moves":["A1"],"query":{"strings":{}}}}"#, "the move A1 is illegal: GO-1")]
#[case::float(r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["."],"number":1.5,"query":{"strings":{}}}}"#, "invalid type: floating point")]
#[case::seed(r#"{"id":"1","run":{"rules":{"ruleset":"flybomb","allowance":{"seed":"-1"}},"board":["."],"query":{"strings":{}}}}"#, "the seed `-1`")]
#[case::no_gray_to_place(r#"{"id":"1","run":{"rules":{"ruleset":"go","schedule":"ten-move-cycle"},"board":["."],"query":{"strings":{}}}}"#, "a gray stone is due in a game that has none")]
#[case::komi(r#"{"id":"1","run":{"rules":{"ruleset":"go","komi":"1000.25"},"board":["."],"query":{"strings":{}}}}"#, "within ±1000")]
#[case::count(r#"{"id":"1","run":{"rules":{"ruleset":"flybomb","allowance":{"count":256}},"board":["."],"query":{"strings":{}}}}"#, "256")]
#[case::number(r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["."],"number":1000000001,"query":{"strings":{}}}}"#, "numbers are 1 to 1000000000")]
#[case::time(r#"{"id":"1","run":{"rules":{"ruleset":"flybomb","allowance":{"mode":"B"}},"board":["."],"times":{"black":[1000000001],"white":[]},"query":{"strings":{}}}}"#, "times are 1 to 1000000000")]
#[case::wide(r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":[".........................."],"query":{"strings":{}}}}"#, "sides are 1 to 25 points")]
#[case::too_long(r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["........."],"query":{"perft":{"depth":4000000000}}}}"#, "more than 1000000 sequences")]
fn bad_requests_are_errors(#[case] line: &str, #[case] expected: &str) {
    let answers = said(&format!("{line}\n\n{{\"id\":\"2\",\"bye\":{{}}}}\n"));
    let message = answers[0]["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains(expected), "{}", answers[0]);
    // The engine goes on.
    assert_eq!(answers[1], json!({ "id": "2", "ok": {} }));
}

#[test]
fn lines_are_forgiving() {
    let hello = r#"{"id":"a \" b","hello":{"protocol":1,"more":true}}"#;
    let answers = said(&format!("\r\n{hello}\r\n   \n{{\"id\":\"\",\"bye\":{{}}}}\nnot read"));
    assert_eq!((answers[0]["id"].as_str(), answers.len()), (Some("a \" b"), 2));
    assert_eq!(answers[0]["ok"]["in_flight"], 64);
    let other = said_to(&json!({ "id": "1", "hello": { "protocol": 2 } }));
    assert!(other["unsupported"]["what"].as_str().unwrap().contains("protocol 2"));
}

#[test]
fn white_alone_stands_for_number_2() {
    let run = json!({ "rules": { "ruleset": "go" }, "board": [".."], "to_move": "white", "query": { "play": { "moves": ["2.pass"] } } });
    let step = &said_to(&json!({ "id": "1", "run": run }))["ok"]["steps"][0];
    assert_eq!((&step["number"], &step["to_move"]), (&json!(3), &json!("black")));
}

/// Answers that are none, whatever was asked.
#[rstest]
#[case(json!({ "id": "1" }), "exactly one of")]
#[case(json!({ "id": "1", "ok": {}, "error": {} }), "exactly one of")]
#[case(json!({ "id": "1", "ok": 7 }), "`ok`")]
#[case(json!({ "id": "1", "ok": { "verdicts": [] } }), "0 verdicts for 1 moves")]
#[case(json!({ "id": "1", "ok": { "verdicts": ["legal"] } }), "unknown variant `legal`")]
#[case(json!({ "id": "1", "illegal": {} }), "a verdict stands inside `ok`")]
#[case(json!({ "id": "1", "ok": { "verdicts": [{ "illegal": { "clauses": ["GO5"] } }] } }), "did you mean `GO-5`?")]
fn no_answers(#[case] response: Value, #[case] expected: &str) {
    let response: Response = serde_json::from_value(response).unwrap();
    let ask = Ask::Legal(vec!["A1".parse().unwrap()]);
    let error = translate::answer(response, &ask).unwrap_err();
    assert!(error.contains(expected), "{error}");
}

/// A list in any order names nothing twice.
#[rstest]
#[case(Ask::LegalMoves, json!({ "moves": ["A1", "pass", "a1"] }), "A1 stands twice")]
#[case(Ask::LegalMoves, json!({ "moves": ["A1", "B:A1"] }), "A1 stands twice")]
#[case(Ask::EmptyRegions, json!({ "eyes": [{ "points": ["C3"], "touches": ["gray", "gray"] }] }), "gray stands twice")]
#[case(Ask::Legal(vec!["A1".parse().unwrap()]), json!({ "verdicts": [{ "illegal": { "clauses": ["GO-5", "GO-5"] } }] }), "GO-5 stands twice")]
#[case(Ask::Strings, json!({ "strings": [{ "stones": ["A1"], "liberties": ["B1", "B1"] }] }), "B1 stands twice")]
#[case(Ask::EmptyRegions, json!({ "eyes": [{ "points": ["C3", "C3"] }] }), "C3 stands twice")]
#[case(Ask::Play(vec!["A1".parse().unwrap()]), json!({ "steps": [{ "captures": ["A2", "A2"] }] }), "step 1: A2 stands twice")]
fn a_list_with_something_twice_is_no_answer(
    #[case] ask: Ask,
    #[case] ok: Value,
    #[case] expected: &str,
) {
    let response: Response = serde_json::from_value(json!({ "id": "1", "ok": ok })).unwrap();
    let error = translate::answer(response, &ask).unwrap_err();
    assert!(error.contains(expected), "{error}");
}

/// A request has one kind, and its parts have the names of the specification.
#[test]
fn the_specification_names_every_query() {
    for name in wire::Query::NAMES {
        assert!(SPEC.contains(&format!("\n### {name}\n")), "{name}");
    }
    let text = r#"{"id":"1","run":{"rules":{"ruleset":"go"},"board":["."],"query":{"perft":{"depth":1}}}}"#;
    let request: Request = serde_json::from_str(text).unwrap();
    assert_eq!(request.run.unwrap().query.name(), "perft");
}
