//! `tgo compare`: which answers are the same, which differ, and what becomes of bad lines.

#![cfg(feature = "cli")]

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use ternary_go::{
    Answer, Ask, Board, Clause, Engine, Nature, Point, Query, Reference, Ruleset, Setup,
    verify::compare::{Comparison, Kind, compare, on_the_wire},
};

/// A query about a board, and the answer of the reference engine.
fn asked(ruleset: Ruleset, rows: &str, number: u32, ask: Ask) -> (Query, Answer) {
    let board: Board = rows.parse().unwrap();
    let setup = Setup::new(board, number);
    let query = Query { rules: ruleset.rules(), setup, moves: vec![], ask };
    let answer = Reference.answer(&query);
    (query, answer)
}

fn points(text: &str) -> Vec<Point> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

const BOARD: &str = "3 X X .\n2 O * .\n1 O O .";

#[test]
fn an_answer_is_the_same_as_itself() {
    let asks = [
        Ask::Legal(vec!["C1".parse().unwrap(), "A1".parse().unwrap()]),
        Ask::LegalMoves,
        Ask::Strings,
        Ask::EmptyRegions,
        Ask::PrivateEyes,
        Ask::Natures,
        Ask::Play(vec!["C1".parse().unwrap(), "pass".parse().unwrap()]),
        Ask::Perft(2),
        Ask::Coordinates(points("A1 B2")),
    ];
    for ask in asks {
        for ruleset in [Ruleset::Dunshi, Ruleset::Meng] {
            let (query, answer) = asked(ruleset, BOARD, 1, ask.clone());
            assert_eq!(compare(&query, &answer, &answer, true), Comparison::default());
            assert!(on_the_wire(&answer, &query)["ok"].is_object());
        }
    }
}

#[test]
fn lists_have_no_order_and_any_stone_names_its_string() {
    let (query, answer) = asked(Ruleset::Dunshi, BOARD, 1, Ask::Strings);
    let mut other = answer.clone();
    let Answer::Strings(strings) = &mut other else { panic!() };
    strings.reverse();
    for string in strings {
        string.points.reverse();
        let adjacent = string.adjacent.as_mut().unwrap();
        for point in adjacent.iter_mut() {
            if *point == "A1".parse().unwrap() {
                *point = "B1".parse().unwrap();
            }
        }
    }
    assert!(answer != other);
    assert_eq!(compare(&query, &answer, &other, true), Comparison::default());
    assert_eq!(on_the_wire(&answer, &query), on_the_wire(&other, &query));

    let (query, answer) = asked(Ruleset::Meng, BOARD, 1, Ask::PrivateEyes);
    let Answer::PrivateEyes(mut strings) = answer.clone() else { panic!() };
    strings.reverse();
    for (stone, _) in &mut strings {
        if *stone == "A1".parse().unwrap() {
            *stone = "A2".parse().unwrap();
        }
    }
    assert!(answer != Answer::PrivateEyes(strings.clone()));
    assert_eq!(compare(&query, &answer, &Answer::PrivateEyes(strings), true).differs, None);
}

#[test]
fn a_string_in_atari_may_be_named_by_any_stone() {
    let rows = "3 X X .\n2 O O .\n1 . O .";
    let ask = Ask::Play(vec!["C3".parse().unwrap()]);
    let (query, answer) = asked(Ruleset::Dunshi, rows, 8, ask);
    let with = |atari: &str| {
        let mut answer = answer.clone();
        let Answer::Played(steps) = &mut answer else { panic!() };
        steps[0].atari = Some(points(atari));
        answer
    };
    let same = |one: &str, other: &str| compare(&query, &with(one), &with(other), true).differs;
    assert_eq!(same("A2", "B1"), None);
    assert_eq!(same("A2", "A3"), Some(Kind::Value));
}

#[test]
fn differences_have_kinds() {
    let suicide = Clause::named("GO-5").unwrap().id;
    let superko = Clause::named("GO-6").unwrap().id;
    let ask = Ask::Legal(vec!["C1".parse().unwrap()]);
    let (query, _) = asked(Ruleset::Go, "1 . . .", 1, ask);
    let verdict = |verdict| Answer::Verdicts(vec![verdict]);
    let (yes, no) = (verdict(Ok(())), verdict(Err(vec![suicide])));
    let differs = |one: &Answer, other: &Answer, all| compare(&query, one, other, all).differs;
    assert_eq!(differs(&yes, &no, false), Some(Kind::Legality));
    let other = verdict(Err(vec![superko, suicide]));
    assert_eq!(differs(&no, &other, true), Some(Kind::Clauses));
    assert_eq!(differs(&no, &other, false), None);
    assert_eq!(differs(&verdict(Err(vec![suicide, superko])), &other, true), None);
    let error = |text: &str| Answer::Error(text.into());
    assert_eq!(differs(&error("this"), &error("that"), true), None);
    assert_eq!(differs(&error("this"), &yes, true), Some(Kind::Answer));
    let unsupported = Answer::Unsupported("that".into());
    let comparison = compare(&query, &unsupported, &yes, true);
    assert_eq!(comparison, Comparison { unsupported: true, ..Comparison::default() });
    assert_eq!(differs(&Answer::Perft(3), &Answer::Perft(4), true), Some(Kind::Value));
}

#[test]
fn what_is_left_out_does_not_differ() {
    let (query, answer) = asked(Ruleset::Meng, BOARD, 1, Ask::Natures);
    let mut other = answer.clone();
    let Answer::Natures(natures) = &mut other else { panic!() };
    natures[0].black_eyes = None;
    let left_out = Comparison { left_out: true, ..Comparison::default() };
    assert_eq!(compare(&query, &answer, &other, true), left_out);
    let Answer::Natures(natures) = &mut other else { panic!() };
    natures[0].nature = Some(Nature::Of(ternary_go::Player::White));
    let differs = compare(&query, &answer, &other, true).differs;
    let Answer::Natures(natures) = &answer else { panic!() };
    let same = natures[0].nature == Some(Nature::Of(ternary_go::Player::White));
    assert_eq!(differs, (!same).then_some(Kind::Value));
}

/// Runs `tgo compare` on lines and engines, in which TGO is the reference engine: standard output,
/// standard error, the exit code.
#[cfg(unix)]
fn tgo(input: &str, more: &[&str]) -> (String, String, i32) {
    let tgo = assert_cmd::cargo::cargo_bin!("tgo");
    let engine = format!("'{}' engine", tgo.display());
    let output = Command::new(tgo)
        .args(["compare", "-"])
        .args(more.iter().map(|word| word.replace("TGO", &engine)))
        .env("NO_COLOR", "1")
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[cfg(unix)]
const HELLO: &str = "{\"id\":\"0\",\"hello\":{\"protocol\":1}}\n";
#[cfg(unix)]
const LEGAL: &str = "{\"rules\":{\"ruleset\":\"go\"},\"board\":[\"...\",\".X.\"],\"query\":{\"legal\":{\"moves\":[\"A1\",\"B1\"]}}}\n";
#[cfg(unix)]
const WHOLE: &str = "{\"id\":\"7\",\"run\":{\"rules\":{\"ruleset\":\"dunshi\"},\"board\":[\"XO\",\"X.\"],\"query\":{\"strings\":{}}}}\n";
#[cfg(unix)]
const BYE: &str = "{\"id\":\"9\",\"bye\":{}}\n";
/// What the reference engine calls itself.
#[cfg(unix)]
const TGO: &str = concat!("ternary-go ", env!("CARGO_PKG_VERSION"));

/// Says illegal where the reference engine says legal.
#[cfg(unix)]
const FLIP: &str = r#"TGO | sed -u 's/{"ok":{}}/{"illegal":{}}/'"#;

#[cfg(unix)]
fn names() -> String {
    format!("A is {TGO}, B is {TGO}\n")
}

#[cfg(unix)]
#[test]
fn engines_that_agree() {
    let input = [HELLO, LEGAL, "\n", WHOLE, BYE].concat();
    let (out, errors, code) = tgo(&input, &["--engine", "TGO"]);
    let expected = names() + "2 queries, 2 compared, no difference\n";
    assert_eq!((out, code), (expected, 0), "{errors}");
}

#[cfg(unix)]
#[test]
fn engines_that_do_not() {
    let input = [HELLO, LEGAL, WHOLE].concat();
    let (out, errors, code) = tgo(&input, &["--engine", FLIP, "--engine", "TGO"]);
    let place = "verdicts.1, A1\n    A {\"illegal\":{\"clauses\":[]}}\n    B {\"ok\":{}}\n";
    let names = names();
    let counts = "2 queries, 2 compared, 1 difference: 1 legality\n";
    let expected = format!("line 2: legality\n  {LEGAL}  {place}{names}{counts}");
    assert_eq!(out, expected, "{errors}");
    assert_eq!(code, 1);
}

#[cfg(unix)]
#[test]
fn it_stops_after_so_many_differences() {
    let input = LEGAL.repeat(3000);
    let (out, _, code) = tgo(&input, &["--engine", FLIP, "--stop-after", "2", "--json"]);
    let lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[1]["line"], &lines[1]["kind"]), (&2.into(), &"legality".into()));
    assert_eq!(lines[0]["run"]["query"]["legal"]["moves"][0], "A1");
    assert_eq!((&lines[2]["differences"], &lines[2]["stopped"]), (&2.into(), &true.into()));
    assert_eq!(code, 1);
}

#[cfg(unix)]
#[test]
fn what_an_engine_does_not_play_is_counted_apart() {
    let go_only = r#"TGO | sed -u 's/"rulesets":\[[^]]*\]/"rulesets":["go"]/'"#;
    let (out, _, code) = tgo(&[LEGAL, WHOLE].concat(), &["--engine", go_only]);
    let counts = "2 queries, 1 compared, no difference\n";
    let apart = format!("1 unsupported by A {TGO}, the first: it does not play dunshi\n");
    let expected = names() + counts + &apart;
    assert_eq!((out, code), (expected, 0));
}

#[cfg(unix)]
#[test]
fn bad_lines_have_a_place() {
    let misspelt = LEGAL.replace("\"query\"", "\"qery\"");
    let (out, errors, code) = tgo(&[LEGAL, &misspelt, WHOLE].concat(), &["--engine", FLIP]);
    assert!(out.starts_with("line 1: legality\n"), "{out}");
    assert!(errors.starts_with("error: standard input:2:"), "{errors}");
    assert!(errors.contains("unknown field `qery`"), "{errors}");
    assert_eq!(code, 2);
    for (line, says) in [
        ("nonsense\n", "standard input:1:2: expected ident"),
        ("{\"id\":\"1\"}\n", "standard input:1: expected one of `hello`, `run`, `bye`"),
        ("[]\n", "standard input:1:"),
        (&LEGAL.replace("A1", "A1x"), "standard input:1: `A1x` is not a move"),
        (&LEGAL.replace("...", "..q"), "standard input:1: the board: row 1 holds `q`"),
    ] {
        let (out, errors, code) = tgo(line, &["--engine", "TGO"]);
        assert!(errors.contains(says), "{errors}");
        assert_eq!((out.as_str(), code), ("", 2));
        let (out, _, code) = tgo(line, &["--engine", "TGO", "--json"]);
        let value: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert!(value["error"].as_str().unwrap().starts_with("standard input:1:"), "{value}");
        assert_eq!((out.lines().count(), code), (1, 2));
    }
}

#[cfg(unix)]
#[test]
fn engines_that_fail_and_words_that_make_no_sense() {
    let (_, errors, code) = tgo(LEGAL, &["--engine", "exit 7"]);
    assert_eq!((errors.as_str(), code), ("the engine is broken: A: it ended: exit code 7\n", 3));
    // It falls over the first query that it hears.
    let falls = r#"read hello; echo "$hello" | TGO; read run; exit 4"#;
    let (out, _, code) = tgo(&LEGAL.repeat(8), &["--engine", "TGO", "--engine", falls]);
    assert!(out.contains("line 1: no answer\n") && out.contains("is broken: given up"), "{out}");
    assert_eq!(code, 3);
    assert_eq!(tgo(LEGAL, &[]).2, 2);
    assert_eq!(tgo(LEGAL, &["--engine", "TGO", "--engine", "TGO", "--engine", "TGO"]).2, 2);
    assert_eq!(tgo(LEGAL, &["--engine", "TGO", "--rulings", "superko=simple"]).2, 2);
}

#[cfg(unix)]
#[test]
fn of_a_line_of_moves_the_first_difference_is_told() {
    let query = "{\"rules\":{\"ruleset\":\"go\"},\"board\":[\"...\",\"...\"],\"query\":{\"play\":{\"moves\":[\"A1\",\"B1\",\"C2\"]}}}\n";
    let wrong = r#"TGO | sed -u 's/\["\.\.\.","XO\."\]/["...","XX."]/'"#;
    let (out, errors, code) = tgo(query, &["--engine", wrong]);
    let board = "  go, move 2: White places a white stone\n    2 . . .\n    1 X . .\n      A B C\n";
    let place = "  steps.2.board, B1\n    A [\"...\",\"XX.\"]\n    B [\"...\",\"XO.\"]\n";
    assert!(out.contains(&format!("{board}{place}A is")), "{out}{errors}");
    assert_eq!(code, 1);
}
