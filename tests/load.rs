//! The loader of cases: what it refuses, and how it says so.

#![cfg(feature = "conformance")]

use std::{fs, path::PathBuf};

use pretty_assertions::assert_eq;
use rstest::rstest;
use ternary_go::case::{
    Expectation,
    load::{MAX_BYTES, load, load_all, suite},
};

const CASE: &str = "\
id: FORB-2.a
title: The opponent's one-point eye
tests: [FORB-2]
rulesets: [dunshi, dullstone]
board: |
  3 O . .
  2 O O .
  1 a O .
    A B C
number: 9
legal:
  a: FORB-2
  C3: ok
";

/// The errors of a text as they are shown.
fn shown(bytes: impl AsRef<[u8]>) -> String {
    match load("FORB-2.a.yaml", bytes.as_ref()) {
        Ok(_) => "no error\n".into(),
        Err(errors) => {
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n") + "\n"
        }
    }
}

/// Compares with the snapshot of that name in `tests/bad-cases`.
fn assert_shown(name: &str, text: impl ToString) {
    insta::with_settings!({
        snapshot_path => "bad-cases",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text.to_string());
    });
}

/// Each file of `tests/bad-cases` has its errors beside it.
#[rstest]
fn bad_case(#[files("tests/bad-cases/*.yaml")] path: PathBuf) {
    let name = path.file_stem().unwrap().to_str().unwrap();
    assert_shown(name, shown(fs::read(&path).unwrap()));
}

#[test]
fn suite_loads_in_the_order_of_its_ids() {
    let cases = suite().unwrap_or_else(|errors| {
        panic!("{}", errors.iter().map(|error| format!("{error}\n\n")).collect::<String>())
    });
    let place = |id: &str| cases.iter().position(|case| case.id == id);
    assert!(place("FORB-1.a") < place("FORB-1.b"));
    assert!(place("FORB-1.b") < place("FORB-2.a"));
}

#[test]
fn a_byte_order_mark_and_other_line_ends_change_nothing() {
    let plain = format!("{:?}", load("x", CASE.as_bytes()).unwrap().expect);
    for text in [format!("\u{feff}{CASE}"), CASE.replace('\n', "\r\n")] {
        assert_eq!(format!("{:?}", load("x", text.as_bytes()).unwrap().expect), plain);
    }
}

#[test]
fn expectations_know_their_lines() {
    let text = format!("{CASE}eyes:\n  a: {{ points: [A1] }}\n\"perft\":\n  1: 5\n  2: 20\n");
    let case = load("x", text.as_bytes()).unwrap();
    let lines: Vec<_> = case.expect.iter().map(|one| (one.value.key(), one.line)).collect();
    assert_eq!(lines, [("legal", 11), ("eyes", 14), ("perft", 17)]);
    let Expectation::Legal(legal) = &case.expect[0].value else { panic!("legal comes first") };
    assert_eq!(legal.iter().map(|verdict| verdict.line).collect::<Vec<_>>(), [12, 13]);
}

#[test]
fn anchors_are_fine() {
    let text = CASE.replace("board: |", "board: &board |").replace("number: 9", "number: 10")
        + "play:\n  moves: pass\n  after:\n    1: { board: *board }\n";
    assert_eq!(shown(&text).replace("FORB-2\n", "ok\n"), "no error\n");
}

#[test]
fn ids_differ_between_files() {
    let other = CASE.replace("FORB-2.a", "FORB-2.b");
    let files = |second: &'static str, text| {
        [("one/FORB-2.a.yaml", CASE.as_bytes()), (second, str::as_bytes(text))]
    };
    let both = load_all(files("one/FORB-2.b.yaml", &other)).unwrap();
    assert_eq!(both.iter().map(|case| &*case.id).collect::<Vec<_>>(), ["FORB-2.a", "FORB-2.b"]);
    let errors = load_all(files("two/FORB-2.a.yaml", CASE)).unwrap_err();
    assert_shown("generated-id-in-two-files", &errors[0]);
    assert_eq!(errors.len(), 1);
}

#[test]
fn colours_are_asked_for() {
    let error = &load("x", b"boad: |").unwrap_err()[0];
    assert!(!error.to_string().contains('\u{1b}'));
    assert!(error.coloured().contains('\u{1b}'));
}

#[test]
fn nothing_in_a_file_drives_the_terminal() {
    for text in ["\u{1b}[2J", "id: \"\\e[2J\"\n", "\"\\e[2J\": x\n", "id: \u{9b}2J"] {
        let errors = load("\u{1b}[2J.yaml", text.as_bytes()).unwrap_err();
        let shown: String = errors.iter().map(ToString::to_string).collect();
        assert!(!shown.contains(['\u{1b}', '\u{9b}']), "{shown}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_shown_where_they_stand() {
    let mut bytes = CASE.replace("eye", "眼eye").into_bytes();
    let place = CASE.find("eye").unwrap() + '眼'.len_utf8();
    bytes[place] = 0xff;
    assert_shown("generated-not-utf8", shown(&bytes));
    assert_shown("generated-not-utf8-after-mark", shown([b"\xef\xbb\xbf", &*bytes].concat()));
    assert_shown("generated-not-utf8-at-all", shown(b"\xff\xfei\0d\0"));
}

#[test]
fn large_files_are_refused_unread() {
    let board: String = "  . . . . . . . . .\n".repeat(60_000);
    let text = CASE.replace("  3 O . .\n", &board);
    assert!(text.len() > 1_000_000);
    assert_shown("generated-file-too-large", shown(&text));
    let comment = "#".repeat(MAX_BYTES - CASE.len());
    assert_eq!(shown(format!("{CASE}{comment}")), "no error\n");
    assert_shown("generated-file-just-too-large", shown(format!("{CASE}{comment}#")));
}

#[test]
fn large_boards_are_refused() {
    let high: String = "  . . . . . . . . .\n".repeat(10_000);
    assert_shown("generated-board-far-too-high", shown(CASE.replace("  3 O . .\n", &high)));
    let wide = format!("  {}\n", ". ".repeat(100_000));
    assert_shown("generated-board-far-too-wide", shown(CASE.replace("  3 O . .\n", &wide)));
}

#[test]
fn deep_nesting_is_refused() {
    let flow = format!("{CASE}strings: {}{}\n", "{ a: ".repeat(9_000), "}".repeat(9_000));
    assert_shown("generated-nested-maps", shown(flow));
    let list = format!("{CASE}strings: {}{}\n", "[".repeat(9_000), "]".repeat(9_000));
    assert_shown("generated-nested-lists", shown(list));
    let block: String = (0..400).map(|depth| format!("{}a:\n", " ".repeat(depth + 1))).collect();
    assert_shown("generated-nested-blocks", shown(format!("{CASE}enclosed:\n{block}")));
}

#[test]
fn alias_bombs_are_refused() {
    let tenfold = |name: &str| vec![format!("*{name}"); 10].join(", ");
    let mut lists = "why: &a lol\n".to_owned();
    for (name, next) in ["a", "b", "c", "d", "e", "f"].iter().zip(["b", "c", "d", "e", "f", "g"]) {
        lists += &format!("{next}: &{next} [{}]\n", tenfold(name));
    }
    assert_shown("generated-alias-bomb", shown(format!("{CASE}{lists}")));
    let long = format!("why: &a {}\n", "lol ".repeat(30_000));
    let many = format!("requires: [{}]\n", vec!["*a"; 20_000].join(", "));
    assert_shown(
        "generated-alias-bomb-of-text",
        shown(format!("{CASE}{long}{many}")).replace(&"lol ".repeat(100), ""),
    );
    let few = format!("requires: [&a GO-4, {}]\n", vec!["*a"; 2_000].join(", "));
    assert_shown("generated-aliases-by-the-thousand", shown(format!("{CASE}{few}")));
    let point = "eyes:\n  C3: &eye { points: &all [C3, C2, C1, B3] }\n  a: *eye\n";
    assert_eq!(shown(format!("{CASE}{point}")).matches("A1 itself is missing").count(), 1);
}

#[test]
fn only_so_many_errors_are_shown() {
    let many: String = (1..=25).map(|row| format!("  Z{row}: wrong\n")).collect();
    let errors = load("x", format!("{CASE}{many}").as_bytes()).unwrap_err();
    assert_eq!(errors.len(), 20);
    let help = errors[19].help.as_deref();
    assert_eq!(help, Some("5 more errors in this file are not shown"));
}

#[test]
fn a_case_cut_short_never_panics() {
    for end in 0..CASE.len() {
        let _ = load("FORB-2.a.yaml", &CASE.as_bytes()[..end]);
        let without: Vec<u8> =
            CASE.bytes().enumerate().filter(|(index, _)| *index != end).map(|(_, b)| b).collect();
        let _ = load("FORB-2.a.yaml", &without);
    }
}

/// What an editor with the schema takes for a number is one here too.
#[test]
fn numbers_are_those_of_yaml() {
    for number in ["9", "+9", "9.0", "9."] {
        assert_eq!(shown(CASE.replace("number: 9", &format!("number: {number}"))), "no error\n");
    }
    let score = |rest: &str| shown(format!("{CASE}{rest}"));
    for komi in ["3.", "+3", "-1000", "1000.0", "3.750"] {
        assert_eq!(
            score(&format!("komi: {komi}\nscore: {{ dead: [], black: 0 }}\n")),
            "no error\n"
        );
    }
    let margins = "komi: -1000\nscore: { margin: B+1625, points: B+3250 }\n";
    assert_eq!(score(margins), "no error\n");
    let next = "play: { moves: pass, after: { 1: { number: 1000000003 } } }\n";
    assert_eq!(score(next), "no error\n");
}

/// Files of every spelling of `.yaml` are named after the case in them.
#[test]
fn ids_are_the_stems_of_files() {
    for file in ["FORB-2.a.yml", "x/FORB-2.a.YAML", "FORB-2.a", "my-case.txt"] {
        assert!(load(file, CASE.as_bytes()).is_ok(), "{file}");
    }
    for file in ["FORB-2.b.yml", "x/FORB-2.b.YAML"] {
        assert!(load(file, CASE.as_bytes()).is_err(), "{file}");
    }
}

/// No board that YAML folds is read, wherever it stands and however it is written.
#[test]
fn a_folded_diagram_is_never_read() {
    for board in
        ["board:\n  . X .\n  O O .\n", "board: >\n  . X\n  O O\n", "board: '. X\n\n\n  O O'\n"]
    {
        for rest in ["", "id: GO-1.a\ntitle: A\ntests: [GO-1]\nrulesets: [go]\nlegal: { A1: ok }\n"]
        {
            assert!(load("x", format!("{board}{rest}").as_bytes()).is_err());
            assert!(load("x", format!("{rest}{board}").as_bytes()).is_err());
        }
    }
}

#[test]
fn a_line_has_only_so_many_moves() {
    let line = format!("{CASE}play: {{ moves: {} }}\n", "pass ".repeat(2001));
    assert!(shown(&line).contains("2001 moves: a line has at most 2000"));
    assert_eq!(shown(line.replacen("pass ", "", 1)), "no error\n");
}
