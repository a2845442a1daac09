//! What `tgo` prints: snapshots of its output, and its exit codes.

#![cfg(feature = "cli")]

use std::io::Write as _;

use assert_cmd::Command;
use rstest::rstest;

/// Runs `tgo` with words separated by blanks (`'…'` keeps them together), and gives everything
/// that can be seen: standard output, standard error, the exit code.
fn tgo(line: &str, input: &str) -> String {
    let mut arguments = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        match index % 2 {
            0 => arguments.extend(part.split_whitespace().map(str::to_owned)),
            _ => arguments.push(part.to_owned()),
        }
    }
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tgo"));
    command.args(arguments).env("NO_COLOR", "1").env("COLUMNS", "100").write_stdin(input);
    let output = command.output().unwrap();
    let mut seen = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    if !errors.is_empty() {
        seen += &format!("--- standard error\n{errors}");
    }
    seen + &format!("--- exit code {}\n", output.status.code().unwrap())
}

/// The output without the time that a run took, and without the number of all cases.
fn without_figures(text: &str) -> String {
    let line = |line: &str| match line.split_once(" cases, ") {
        Some((start, rest)) if rest.ends_with(" ms") => {
            let start = start.rsplit_once(' ').map_or(start, |(start, _)| start);
            let rest = rest.rsplit_once(", ").map_or(rest, |(rest, _)| rest);
            format!("{start} ALL cases, {rest}, TIME\n")
        }
        _ => format!("{line}\n"),
    };
    let all = text.lines().filter(|line| !line.starts_with("  \"of\": ")).map(line);
    all.collect()
}

#[rstest]
#[case::help("help", "--help")]
#[case::no_command("no_command", "")]
#[case::unknown_command("unknown_command", "verfy")]
#[case::verify_help("verify_help", "verify --help")]
#[case::verify_clause("verify_clause", "verify FORB-2")]
#[case::verify_case("verify_case", "verify FORB-2.a --all")]
#[case::verify_other_reading(
    "verify_other_reading",
    "verify R-TIGER.a --rulings tiger-mouth=three-stones"
)]
#[case::verify_unknown("verify_unknown", "verify FORB-22")]
#[case::verify_json("verify_json", "verify FORB-2.a --ruleset dunshi --json")]
#[case::case_page("case_page", "case R-TIGER.a")]
#[case::case_list("case_list", "case FORB-4")]
#[case::case_unknown("case_unknown", "case FORB-2.z")]
#[case::case_json("case_json", "case FORB-2.a --json")]
#[case::clause_page("clause_page", "clause FORB-2")]
#[case::ruling_page("ruling_page", "clause R-TIGER")]
#[case::clause_unknown("clause_unknown", "clause FORB2")]
#[case::clause_list("clause_list", "clause")]
#[case::show_case("show_case", "show FORB-4.c --number 9")]
#[case::show_diagram(
    "show_diagram",
    "show 'X X . O/. X O O/* . O .' --ruleset dullstone --number 10"
)]
#[case::show_go("show_go", "show '. X ./X . X/. X .' --to-move white")]
#[case::show_json("show_json", "show '. O/O .' --ruleset dunshi --number 9 --json")]
#[case::show_layer("show_layer", "show '* . ./X * ./. O *' --ruleset flybomb --count 2")]
#[case::show_private_eyes(
    "show_private_eyes",
    "show 'X . O . ./X X * O ./. X O O ./. . X O ./. . X . *' --ruleset meng --number 10"
)]
#[case::show_eye_readings(
    "show_eye_readings",
    "show '. X . X ./X X O X X/O O O O O' --ruleset meng --rulings enclosed=split"
)]
#[case::show_gray_shift("show_gray_shift", "show '. * X .' --ruleset meng --number 9")]
#[case::show_knives(
    "show_knives",
    "show 'X . ./. O .' --ruleset knife-go --number 6 --to-move black --receiver white"
)]
#[case::show_layer_json("show_layer_json", "show '* . ./X * ./. O *' --ruleset flybomb --json")]
#[case::legal_flybomb(
    "legal_flybomb",
    "legal '* . ./X * ./. O *' --ruleset flybomb --after 'bomb'"
)]
#[case::legal_knives("legal_knives", "legal 4 --ruleset knife-go --after 'A1'")]
#[case::legal_replacement(
    "legal_replacement",
    "legal '. O ./O X O' replace:B1 replace:A1 replace:Z9 --ruleset bomb-go --to-move white --receiver white"
)]
#[case::legal_reasons("legal_reasons", "legal R-TIGER.a a C3 --rulings tiger-mouth=two-stones")]
#[case::legal_map("legal_map", "legal R-TIGER.a")]
#[case::legal_json("legal_json", "legal 5 C3 F6 pass --json")]
#[case::legal_ko("legal_ko", "legal '. X O ./X . X O/. X O .' C2 --to-move white --after 'B2'")]
#[case::play("play", "play 5 A2 A1 B1 A1 W:C3 pass pass D4")]
#[case::play_conversion(
    "play_conversion",
    "play '. . . ./. O . ./O X . ./. . . .' C2 convert:B1 --ruleset dullstone --number 8"
)]
#[case::play_shift("play_shift", "play '* . ./X * ./. O *' A1 pass --ruleset flybomb")]
#[case::play_flybombs(
    "play_flybombs",
    "play 5 bomb C3 C2 bomb pass B2 bomb B3 D4 pass --ruleset flybomb --count 1"
)]
#[case::play_random_bomb(
    "play_random_bomb",
    "play 3 pass B2 bomb A1 A2 C1 --ruleset flybomb --mode A --seed 7 --count 2"
)]
#[case::play_knives("play_knives", "play 4 A1 knife:A2 W:B2 knife:C3 --ruleset knife-go --count 1")]
#[case::play_replacement("play_replacement", "play 4 B2 B3 replace:B3 --ruleset bomb-go --count 1")]
#[case::play_layer_json(
    "play_layer_json",
    "play '* . ./X * ./. O *' bomb C3 --ruleset flybomb --json"
)]
#[case::play_knives_json("play_knives_json", "play 2 A1 knife:B2 --ruleset knife-go --json")]
#[case::play_json("play_json", "play 3 B2 pass --json")]
#[case::score_marks("score_marks", "score 'X . X O ./X X X O ./. X . O X/X X X O .' --dead E2")]
#[case::score_refused("score_refused", "score 'X . X O ./X X X O ./. X . O X/X X X O .' --dead A1")]
#[case::score_json("score_json", "score 'X . O/X . O/X . O' --komi 0 --json")]
#[case::score_natures("score_natures", "score 'X . * O/X X O O/. X O ./X * O .' --ruleset flybomb")]
#[case::score_bomb_go("score_bomb_go", "score 'X . O/X . O' --ruleset bomb-go --json")]
#[case::perft("perft", "perft 2 4")]
#[case::perft_flybomb("perft_flybomb", "perft 2 3 --ruleset flybomb --count 1")]
#[case::point("point", "point 9 C3 二B 〇〇 J9")]
#[case::point_wrong("point_wrong", "point 9 I4")]
#[case::bad_ruling("bad_ruling", "legal 5 A1 --rulings superko=positionl")]
#[case::bad_switch("bad_switch", "legal 5 A1 --rulings tigermouth=two-stones")]
#[case::bad_ruleset("bad_ruleset", "legal 5 A1 --ruleset dunsi")]
#[case::bad_size("bad_size", "legal 26 A1")]
#[case::bad_move("bad_move", "legal 5 pas")]
#[case::bad_diagram("bad_diagram", "show 'X . O/X .'")]
#[case::bad_number("bad_number", "show 5 --number 0")]
#[case::bad_komi("bad_komi", "score 5 --komi 3.8")]
#[case::bad_count("bad_count", "show 5 --ruleset dunshi --count 3")]
#[case::bad_receiver("bad_receiver", "show 5 --ruleset flybomb --receiver white")]
#[case::bad_mode("bad_mode", "show 5 --ruleset flybomb --mode D")]
#[case::bad_seed("bad_seed", "show 5 --ruleset flybomb --mode B --seed -1")]
#[case::bad_to_move("bad_to_move", "show 5 --number 4 --to-move black")]
#[case::bad_file("bad_file", "check no-such-file.yaml")]
#[case::gray_in_go("gray_in_go", "show '. * .' --ruleset go")]
fn prints(#[case] name: &str, #[case] line: &str) {
    insta::with_settings!({ description => format!("tgo {line}"), omit_expression => true }, {
        insta::assert_snapshot!(name, without_figures(&tgo(line, "")));
    });
}

#[rstest]
#[case::moves_from_input("play 5 -", "C3 C4\npass", "over")]
#[case::diagram_from_input("show -", ". X\nO .\n", "go, move 1")]
#[case::case_from_input("check -", "id: 7\n", "exit code 2")]
fn reads_standard_input(#[case] line: &str, #[case] input: &str, #[case] expected: &str) {
    let seen = tgo(line, input);
    let holds = seen.contains(expected) || (expected == "over" && seen.contains("3. pass"));
    assert!(holds, "{seen}");
}

/// Moves and diagrams from files, and a case file that fails.
#[test]
fn reads_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
        path.display().to_string()
    };
    let moves = file("game.txt", "C3\nC4 D4\n");
    assert!(tgo(&format!("play 5 @{moves}"), "").contains("3. D4"));
    let board = file("board.txt", "2 X .\n1 . O\n  A B\n");
    assert!(tgo(&format!("legal {board} A1"), "").contains("A1: legal"));
    let case = "id: GO-1.a\ntitle: A wrong claim\ntests: [GO-1]\nrulesets: [go]\nboard: |\n  . X\n  . .\nlegal:\n  A1: GO-1\n";
    let case = file("GO-1.a.yaml", case);
    let seen = tgo(&format!("check {case}"), "");
    assert!(seen.contains("GO-1.a.yaml:9") && seen.contains("exit code 1"), "{seen}");
}

/// What a failing case shows of private eyes, natures and extras.
#[test]
fn shows_how_natures_differ() {
    let case = "\
id: NAT-2.1.a
title: Everything about natures stated wrongly
tests: [NAT-2.1]
rulesets: [flybomb]
extras: { count: 2, left: { white: 1 } }
board: |
  3 * . .
  2 X * .
  1 . O *
private_eyes:
  A2: none
  B1: C3
natures:
  A3: { By: 0 }
  B2: { By: 1, Wy: 1, nature: white }
play:
  moves: bomb C3
  after:
    1: { left: { black: 1, white: 1 }, due: black }
    2: { left: { white: 1, black: 0 }, natures: { A3: black, C1: neutral }, to_move: black }
";
    insta::assert_snapshot!("check_natures", without_figures(&tgo("check -", case)));
}

/// A script for every shell.
#[rstest]
fn completes(#[values("bash", "zsh", "fish", "elvish", "powershell")] shell: &str) {
    let seen = tgo(&format!("completions {shell}"), "");
    assert!(seen.contains("verify") && seen.ends_with("exit code 0\n"), "{seen}");
}

/// The whole suite, as the README's first command asks for it.
#[test]
fn verify_passes() {
    let seen = tgo("verify", "");
    assert!(seen.contains("0 failed") && seen.ends_with("exit code 0\n"), "{seen}");
}

/// The picture of the README is the one that the tool draws.
#[test]
fn the_picture_of_the_readme_is_drawn_by_the_tool() {
    let seen = tgo("case R-TIGER.b --svg", "");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/R-TIGER.b.svg");
    let picture = seen.trim_end_matches("--- exit code 0\n");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, picture).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), picture, "UPDATE_DOCS=1 writes it anew");
}

/// The commands that the README shows print what it shows.
#[test]
fn the_readme_shows_what_the_tool_prints() {
    let readme = include_str!("../README.md");
    let blocks: Vec<&str> = readme.split("```console\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let (shown, _) = block.split_once("```").unwrap();
        let (command, output) = shown.split_once('\n').unwrap();
        let seen = tgo(command.strip_prefix("$ tgo ").unwrap(), "");
        assert_eq!(seen.split("--- exit code").next().unwrap(), output);
    }
}
