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
    let line = |line: &str| match line.rsplit_once(" of ") {
        Some((start, rest)) if rest.contains(" cases, ") && rest.ends_with(" ms)") => {
            format!("{start} of ALL cases, TIME)\n")
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
#[case::legal_gray_shift("legal_gray_shift", "legal '. * X .' D1 --ruleset meng --number 9")]
#[case::legal_gray_shift_map(
    "legal_gray_shift_map",
    "legal '..*../.OXO./*.O.X/.X*X./.....' --ruleset meng --number 10"
)]
#[case::legal_self_shift(
    "legal_self_shift",
    "legal '. X * .' A1 --ruleset meng --rulings self-shift=forbidden --json"
)]
#[case::play_self_shift("play_self_shift", "play '. X * .' A1 --ruleset meng")]
#[case::play_no_stone("play_no_stone", "play '. O O .' bomb pass --ruleset flybomb")]
#[case::play_knife_of_the_other(
    "play_knife_of_the_other",
    "play 5 D4 W:knife:A1 --ruleset knife-go"
)]
#[case::play_bad_word("play_bad_word", "play 5 'C3 D4 b:E5 A1'")]
#[case::show_layer_eyes("show_layer_eyes", "show '* . . O/. X * .' --ruleset meng --number 9")]
#[case::show_small_board("show_small_board", "show ../*X --ruleset meng")]
#[case::show_few_stones("show_few_stones", "show 9 --ruleset flybomb --after 'C3 G7'")]
#[case::show_times(
    "show_times",
    "show 5 --ruleset flybomb --mode B --times black=9,black=3 --left white=0"
)]
#[case::play_times_json(
    "play_times_json",
    "play 2 A1 pass --ruleset flybomb --mode A --times black=1 --json"
)]
#[case::bad_times("bad_times", "show 5 --ruleset flybomb --times black=3")]
#[case::bad_left("bad_left", "show 5 --ruleset dunshi --left black=3")]
#[case::score_natures_json(
    "score_natures_json",
    "score 'X . * O/X X O O/. X O ./X * O .' --ruleset flybomb --json"
)]
#[case::score_off_the_board("score_off_the_board", "score '. X' --dead A9")]
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
#[case::case_of_chapter_as_svg("case_of_chapter_as_svg", "case FORB-2 --svg")]
#[case::clause_chapter("clause_chapter", "clause PASS2")]
#[case::clause_of_switch("clause_of_switch", "clause scoring-natures")]
#[case::clause_json("clause_json", "clause CONV-1 --json")]
#[case::show_by_number("show_by_number", "show FORB-2.a")]
#[case::show_by_reading("show_by_reading", "show R-TIGER.a")]
#[case::show_over("show_over", "show '. X/O .' --ruleset dunshi --number 9 --after 'agree'")]
#[case::score_under_by("score_under_by", "score SCORE-2.c")]
#[case::legal_other_moves("legal_other_moves", "legal 2 --ruleset knife-go --after A1 --json")]
#[case::legal_facts(
    "legal_facts",
    "legal '. O ./O X *' B1 Z9 12.A1 W:A1 double-pass convert:A2 bomb knife:A2 replace:A1 A2 --ruleset dunshi --number 9"
)]
#[case::play_words(
    "play_words",
    "play '. . . ./. O . ./O X . ./. . . .' C2 double-pass W:C3 B:C3 pass resign --ruleset dunshi --number 8"
)]
#[case::play_agreed("play_agreed", "play 3 pass agree A1")]
#[case::play_after_moves("play_after_moves", "play 3 A1 --after 'B2 C1'")]
#[case::score_of_case("score_of_case", "score SCORE-6.a")]
#[case::score_without_marks("score_without_marks", "score SCORE-6.a --neutralised none")]
#[case::score_by_reading("score_by_reading", "score R-CLEAN.a")]
#[case::score_resigned("score_resigned", "score 3 --after 'B2 resign'")]
#[case::score_json_refused("score_json_refused", "score '. X' --dead A1 --json")]
#[case::score_no_point("score_no_point", "score 5 --dead pass")]
#[case::bad_option("bad_option", "legal 9 --jsn")]
#[case::bad_option_json("bad_option_json", "legal 9 --boad --json")]
#[case::bad_path("bad_path", "legal no/such.file A1")]
#[case::bad_folder("bad_folder", "legal src/cli")]
#[case::bad_name("bad_name", "legal nofile.txt")]
#[case::bad_readings("bad_readings", "verify --rulings superko=simple,superko=none")]
#[case::bad_json("bad_json", "legal 26 --json")]
#[case::no_moves("no_moves", "legal 9 ''")]
#[case::verify_skips("verify_skips", "verify R-TIGER.a --rulings tiger-mouth=two-stones")]
fn prints(#[case] name: &str, #[case] line: &str) {
    insta::with_settings!({ description => format!("tgo {line}"), omit_expression => true }, {
        insta::assert_snapshot!(name, without_figures(&tgo(line, "")));
    });
}

#[rstest]
#[case::moves_from_input("play 5 -", "C3 C4\npass", "over")]
#[case::diagram_from_input("show -", ". X\nO .\n", "go, move 1")]
#[case::case_from_input("check -", "id: 7\n", "exit code 2")]
#[case::case_after_marks_of_yaml(
    "show -",
    "\u{feff}%YAML 1.2\n---\n# a case\nid: 7\n",
    "the key `title`"
)]
#[case::diagram_after_marks_of_yaml("show -", "\u{feff}# a board\n---\n. X\nO .\n", "go, move 1")]
#[case::gray_superko(
    "show -",
    "id: GO-6.a\ntitle: A gray stone back\ntests: [GO-6]\nrulesets: [dunshi]\nnumber: 9\nboard: |\n  . . .\nhistory:\n  - |\n    . . *\nlegal: { C1: GO-6 }\n",
    "GO-6    Superko  C1"
)]
#[case::input_twice("play - -", ". X\nO .\n", "stands twice")]
#[case::empty_input("play 5 -", "\n", "there are no moves in -")]
#[case::too_many_moves("play 1 -", &"pass ".repeat(100_001), "more than 100000 moves")]
#[case::input_by_its_path("show /dev/stdin", ". X\nO .\n", "go, move 1")]
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
    assert!(seen.contains("engine conforms: ") && seen.ends_with("exit code 0\n"), "{seen}");
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
        // Several commands in a row are there to be typed.
        if output.starts_with("$ ") {
            continue;
        }
        let seen = tgo(command.strip_prefix("$ tgo ").unwrap(), "");
        assert_eq!(seen.split("--- exit code").next().unwrap(), output);
    }
}

/// A folder in which single files are broken: the others are checked, and everything is told.
#[cfg(unix)]
#[test]
fn checks_what_it_can_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let case = |id: &str, verdict: &str| {
        format!(
            "id: {id}\ntitle: A claim\ntests: [GO-1]\nrulesets: [go, dunshi]\nboard: |\n  . X\n  . .\nlegal:\n  A1: {verdict}\n"
        )
    };
    std::fs::write(path("GO-1.a.YAML"), case("GO-1.a", "ok")).unwrap();
    std::fs::write(path("GO-1.b.yml"), case("GO-1.b", "GO-1")).unwrap();
    std::fs::create_dir(path("elsewhere")).unwrap();
    std::fs::write(path("elsewhere/case"), case("GO-1.c", "ok")).unwrap();
    std::os::unix::fs::symlink(path("elsewhere/case"), path("GO-1.c.yaml")).unwrap();
    std::fs::write(path("large.yaml"), "#".repeat(2 << 20)).unwrap();
    std::fs::write(path("broken.yaml"), "id: [").unwrap();
    let line = format!("check {} {}", folder.path().display(), path("missing.yaml").display());
    let seen = tgo(&line, "");
    for part in [
        "FAIL GO-1.b/legal.A1 [go, dunshi]",
        "rerun: tgo check ",
        "1: Black places a black stone",
        "2 checks differ: 6 of 6 checks executed, 4 pass, 2 fail (3 of 3 cases",
        "larger than a mebibyte",
        "broken.yaml:1",
        "missing.yaml",
        "exit code 2",
    ] {
        assert!(seen.contains(part), "{part}:\n{seen}");
    }
    let seen = tgo(&format!("{line} --json"), "");
    let json = seen.split("--- exit code 2").next().unwrap();
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!((&json["cases"], json["errors"].as_array().unwrap().len()), (&3.into(), 3));
}

/// What a file says of itself cannot drive a terminal.
#[test]
fn nothing_in_a_failure_drives_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a\u{1b}[31m\u{202e}.txt");
    let case = "id: GO-1.a\ntitle: A wrong claim\ntests: [GO-1]\nrulesets: [go]\nboard: |\n  . X\nlegal:\n  A1: GO-1\n";
    std::fs::write(&path, case).unwrap();
    let seen = tgo(&format!("check '{}'", path.display()), "");
    assert!(seen.contains("FAIL") && !seen.contains(['\u{1b}', '\u{202e}']), "{seen}");
}

/// The exit code is that of the verdict, though nobody reads the output.
#[cfg(unix)]
#[test]
fn exit_codes_outlive_the_reader() {
    use std::process::{Command, Stdio};
    let code = |words: &[&str], out: Stdio| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tgo"));
        let command = command.args(words).stdout(out).stderr(Stdio::null());
        command.status().unwrap().code().unwrap()
    };
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        Stdio::from(writer)
    };
    assert_eq!(code(&["legal", "5", "Z9"], closed()), 1);
    assert_eq!(code(&["legal", "5", "A1"], closed()), 0);
    assert_eq!(code(&["play", "5", "A1", "A1"], closed()), 1);
    assert_eq!(code(&["perft", "5", "20"], closed()), 0);
    let full = || Stdio::from(std::fs::File::create("/dev/full").unwrap());
    if std::path::Path::new("/dev/full").exists() {
        assert_eq!(code(&["--help"], full()), 2);
        assert_eq!(code(&["--version"], full()), 2);
        assert_eq!(code(&["legal", "5", "A1"], full()), 2);
    }
}

/// Each case as JSON has all of its expectations, and no mark is left unresolved.
#[test]
fn all_cases_are_exported() {
    let seen = tgo("case --json", "");
    let json = seen.split("--- exit code 0").next().unwrap();
    let all: Vec<serde_json::Value> = serde_json::from_str(json).unwrap();
    let suite = ternary_go::case::load::suite().unwrap();
    assert_eq!(all.len(), suite.len());
    for (value, case) in all.iter().zip(&suite) {
        assert_eq!(value["id"], case.id.as_str());
        for expected in &case.expect {
            assert!(!value[expected.value.key()].is_null(), "{}", case.id);
        }
        for branch in &case.by {
            let on = branch.on.to_string();
            let (axis, of_axis) = on.split_once('=').unwrap();
            for expected in &branch.expect {
                assert!(!value["by"][axis][of_axis][expected.value.key()].is_null(), "{}", case.id);
            }
        }
        for verdict in value["legal"].as_array().into_iter().flatten() {
            let word = verdict["move"].as_str().unwrap();
            assert!(word.parse::<ternary_go::StatedMove>().is_ok(), "{}: {word}", case.id);
        }
    }
}

/// A case of one's own is shown as those of the suite are.
#[test]
fn a_file_is_a_case() {
    assert!(tgo("case cases/FORB/FORB-2.a.yaml", "").starts_with("FORB-2.a · "));
}

/// The first case of the guide is the file that it names.
#[test]
fn the_guide_shows_a_case_as_it_is() {
    let guide = include_str!("../cases/README.md");
    let (_, first) = guide.split_once("```yaml\n").unwrap();
    assert_eq!(first.split("```").next().unwrap(), include_str!("../cases/FORB/FORB-2.a.yaml"));
}

/// A report of another version may name cases that are gone: the others are run.
#[test]
fn a_report_of_another_version_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.jsonl");
    let check = |case: &str| format!("{{\"case\":\"{case}\",\"status\":\"fail\"}}\n");
    let seen = |suite: &str, cases: &[&str]| {
        let checks: String = cases.iter().map(|case| check(case)).collect();
        std::fs::write(&file, format!("{{\"suite\":\"{suite}\"}}\n{checks}")).unwrap();
        tgo(&format!("verify --rerun-failed '{}'", file.display()), "")
    };
    let ours = ternary_go::verify::wire::SUITE;
    let same = seen(ours, &["GO-1.a"]);
    assert!(!same.contains("note: ") && same.ends_with("exit code 0\n"), "{same}");
    let unknown = seen(ours, &["GO-1.a", "GO-1.zz"]);
    assert!(unknown.contains("there is no case GO-1.zz") && unknown.ends_with("exit code 2\n"));
    let other = seen("ternary-go 0.0.1", &["GO-1.a", "GO-1.zz"]);
    assert!(other.contains(&format!("is of ternary-go 0.0.1, this is {ours}")), "{other}");
    assert!(other.contains(&format!("{ours} has no case GO-1.zz: left out")), "{other}");
    assert!(other.contains("(1 of ") && other.ends_with("exit code 0\n"), "{other}");
    let none = seen("ternary-go 0.0.1", &["GO-1.zz"]);
    assert!(none.ends_with("exit code 2\n"), "{none}");
}
