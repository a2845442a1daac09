//! `tgo gtp`, and `tgo verify --gtp` with engines of all manners.
//!
//! Without GNU Go on the machine its test says so and passes; `TGO_REQUIRE_GNUGO=1` makes it fail.

#![cfg(feature = "cli")]

use assert_cmd::Command;
use rstest::rstest;

/// The path of `tgo`.
fn tgo() -> String {
    assert_cmd::cargo::cargo_bin!("tgo").display().to_string()
}

/// What `tgo verify` prints when it asks a GTP engine.
fn verify(engine: &str, options: &str) -> String {
    let mut command = Command::new(tgo());
    command.args(["verify", "--gtp", engine]).args(options.split_whitespace());
    let output = command.env("NO_COLOR", "1").output().unwrap();
    [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat()
}

/// The last line of a report, without the label of the engine and the figures of the cases.
fn sentence(text: &str) -> String {
    let line = text.lines().rev().find(|line| line.contains("checks executed")).unwrap_or(text);
    line.split_once(" (").map_or(line, |(line, _)| line).into()
}

/// The number before a word of a sentence.
fn figure(sentence: &str, word: &str) -> usize {
    let words: Vec<&str> = sentence.split([' ', ',']).collect();
    let at = words.iter().position(|other| *other == word).expect(sentence);
    words[at - 1].parse().expect(sentence)
}

#[test]
fn with_the_extension_everything_is_asked_and_holds() {
    let seen = sentence(&verify(&format!("'{}' gtp", tgo()), ""));
    assert!(seen.contains("ternary-go 0.1.0 conforms"), "{seen}");
    assert_eq!(figure(&seen, "of"), figure(&seen, "checks"), "{seen}");
}

/// Under each reading the plain commands tell the same game as the protocol.
#[rstest]
fn without_it_what_is_asked_holds(
    #[values("positional", "situational", "simple", "none")] superko: &str,
) {
    let engine = format!("'{}' gtp --plain --rulings superko={superko}", tgo());
    let seen = sentence(&verify(&engine, &format!("--ruleset go --rulings superko={superko}")));
    assert!(seen.contains("conforms"), "{seen}");
    assert!(figure(&seen, "of") > 150, "{seen}");
}

/// The record that a set-up stone by stone leaves behind is no excuse.
#[test]
fn an_engine_without_superko_does_not_conform() {
    let engine = format!("'{}' gtp --plain --rulings superko=none", tgo());
    let seen = verify(&engine, "GO-6 --ruleset go");
    assert!(sentence(&seen).contains("does not conform"), "{seen}");
    assert!(seen.contains("refused by GO-6"), "{seen}");
}

#[rstest]
fn bad_manners_are_borne(
    #[values(
        "crlf",
        "no-ids",
        "refuses-ids",
        "thinks-aloud",
        "blanks",
        "no-answer-to-quit",
        "no-is-legal",
        "only-play"
    )]
    manners: &str,
) {
    let seen = verify(&fake(manners), "GO-4 GO-5 GO-6 GO-9.a --ruleset go --jobs 2");
    let seen = sentence(&seen);
    assert!(seen.contains("conforms"), "{seen}");
    assert!(figure(&seen, "of") > 40, "{seen}");
}

fn fake(manners: &str) -> String {
    format!("python3 tests/gtp/fake.py {manners} '{}' gtp --plain", tgo())
}

/// What is wrong is told, and the run goes on or is given up.
#[rstest]
#[case("quits-early", "it ended: exit code 3")]
#[case("silent", "no answer within 500 ms")]
#[case("flood", "1001 lines begin with neither = nor ?: \"I am thinking\"")]
#[case("blank-flood", "no answer within 500 ms")]
#[case("endless", "does not conform")]
#[case("endless-with-ids", "answers no command; the last one has the id ")]
#[case("endless-answer", "an answer that is too long")]
#[case("forgets-ids", "answers no command; the last one has the id ")]
#[case("wrong-ids", "answers no command; the last one has the id ")]
#[case("twice", "answers no command; the last one has the id ")]
#[case("twice-without-ids", "does not conform")]
#[case("is-legal-yes", "`is_legal` answers \"yes\"")]
#[case("is-legal-fails", "`is_legal` fails: unknown command")]
#[case("loses-stones", "after its moves the board should be")]
#[case("names-nothing", "`list_stones` answers what is no point: there is no column I")]
#[case("version-1", "the engine is broken: GTP version \"1\"; this suite speaks 2")]
#[case("no-play", "the engine is broken: `list_commands` names no `play`")]
fn faults_are_told(#[case] manners: &str, #[case] told: &str) {
    let limit = if told.contains("within") { "500ms" } else { "60s" };
    let seen = verify(&fake(manners), &format!("GO-5.a --ruleset go --limit {limit}"));
    assert!(seen.contains(told), "{seen}");
    assert!(!seen.contains(" conforms:"), "{seen}");
}

#[test]
fn a_command_that_is_no_engine_is_broken() {
    assert!(verify("true", "GO-5").contains("the engine is broken: it ended: exit code 0"));
}

/// What `tgo gtp` answers to lines.
fn dialogue(options: &str, lines: &str) -> String {
    let mut command = Command::new(tgo());
    command.arg("gtp").args(options.split_whitespace()).write_stdin(lines);
    let output = command.output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_commands_of_gtp() {
    insta::assert_snapshot!(dialogue(
        "",
        "1 protocol_version\r\nname\n\nlist_commands\n# only a comment\n2 known_command play\nknown_command fly\n\
         fly\n3\n4x\nboardsize 26\nboardsize\nboardsize 9 9\nboardsize five\nrectangular_boardsize 4 3\n\
         play b a1\nPLAY b a2\nplay BLACK\tC2 # a comment\n7 play White A1\nplay w I1\nplay red A3\nplay w D4\n\
         play w b1\nplay w a2\nlist_stones b\nlist_stones white\nshowboard\nis_legal b a1\nis_legal w pass\nall_legal b\n\
         undo\nundo 2\nlist_stones w\nkomi 7.5\nkomi 7.25\nkomi much\nfinal_score\n99 quit\nname\n"
    ));
}

#[test]
fn the_end_of_a_game() {
    insta::assert_snapshot!(dialogue(
        "",
        "boardsize 2\nplay b pass\nplay w pass\nplay b A1\nshowboard\nundo\nplay w A1\nclear_board\nundo\n\
         genmove b\ngenmove w\ngenmove b\nplay w resign\nfinal_score\nall_legal b\n"
    ));
}

#[test]
fn gray_stones() {
    let moves =
        "play b A1\nplay w C3\nplay b B1\nplay w C2\nplay b A3\nplay w D4\nplay b D1\nplay w B4\n";
    let then = "showboard\nplay w A2\nplay b A2\nlist_stones gray\nplay w double-pass\nplay w pass\nplay b convert:C1\nshowboard\n";
    insta::assert_snapshot!(dialogue(
        "--ruleset dullstone --plain",
        &format!("boardsize 4\n{moves}{then}list_commands\n")
    ));
}

#[test]
fn the_extension() {
    insta::assert_snapshot!(dialogue(
        "",
        "1 tgo-hello {\"protocol\":2}\ntgo-hello\n\
         tgo-run {\"rules\":{\"ruleset\":\"go\"},\"board\":[\"...\",\".X.\",\"...\"],\"query\":{\"legal\":{\"moves\":[\"B2\"]}}}\n\
         tgo-run {\"rules\":{\"ruleset\":\"go\"},\"board\":[\"#\"]}\n\
         tgo-run {\"rules\":{\"ruleset\":\"go\"},\"board\":[\".\"],\"query\":{\"score\":{\"dead\":[\"A1\"]}}}\n"
    ));
}

/// GNU Go with the same rules, over everything that can be asked.
#[test]
fn gnu_go_conforms() {
    let there =
        |program: &&&str| std::process::Command::new(program).arg("--version").output().is_ok();
    let Some(program) = ["gnugo", "/usr/games/gnugo"].iter().find(there) else {
        assert!(std::env::var_os("TGO_REQUIRE_GNUGO").is_none(), "GNU Go is not on this machine");
        eprintln!("skipped: GNU Go is not on this machine");
        return;
    };
    let options = "--mode gtp --chinese-rules --positional-superko --forbid-suicide";
    let seen = sentence(&verify(&format!("{program} {options}"), "--ruleset go"));
    assert!(seen.contains("GNU Go 3.8 conforms"), "{seen}");
    assert!(figure(&seen, "of") > 100, "{seen}");
}
