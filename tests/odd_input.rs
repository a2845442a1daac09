//! The command line with files, streams and shells that are not as they should be.

#![cfg(all(unix, feature = "cli"))]

use std::{fs, path::Path};

use assert_cmd::{Command, cargo::cargo_bin};
use rstest::rstest;
use tempfile::TempDir;

/// Runs a line of a shell in a folder, with TGO for the program: standard output, standard error,
/// the exit code.
fn shell(folder: &Path, line: &str) -> (String, String, Option<i32>) {
    let tgo = format!("'{}'", cargo_bin!("tgo").display());
    let line = line.replace("TGO", &tgo);
    let mut command = Command::new("bash");
    let output = command.args(["-c", &line]).current_dir(folder).env("NO_COLOR", "1").output();
    let output = output.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Answers to the requests of some cases, line by line.
fn answers(folder: &Path, ids: &str) -> Vec<String> {
    let (lines, ..) = shell(folder, &format!("TGO emit {ids} | TGO engine"));
    lines.lines().map(str::to_owned).collect()
}

#[rstest]
#[case::array(|lines: &mut Vec<String>| lines[1] = "[\"1\",{},null,null,null]".into(), Some(2), "answers.jsonl:2: no answer: it is no object")]
#[case::zero_before(|lines: &mut Vec<String>| lines.push(lines[1].replacen("\"id\":\"", "\"id\":\"0", 1)), Some(2), "which `tgo emit` never asks")]
#[case::plus_before(|lines: &mut Vec<String>| lines.push(lines[1].replacen("\"id\":\"", "\"id\":\"+", 1)), Some(2), "which `tgo emit` never asks")]
#[case::long(|lines: &mut Vec<String>| lines[1] = lines[1].replacen("\"ok\":{", &format!("\"ok\":{{\"pad\":\"{}\",", "x".repeat(1 << 20)), 1), Some(1), "at most")]
#[case::no_hello(|lines: &mut Vec<String>| drop(lines.remove(0)), Some(0), "has no answer to `hello`")]
fn answers_are_graded_as_those_of_a_process(
    #[case] change: fn(&mut Vec<String>),
    #[case] code: Option<i32>,
    #[case] says: &str,
) {
    let folder = folder();
    let mut lines = answers(folder.path(), "GO-1.a GO-9.c");
    change(&mut lines);
    fs::write(folder.path().join("answers.jsonl"), lines.join("\n")).unwrap();
    let (out, errors, got) = shell(folder.path(), "TGO grade answers.jsonl GO-1.a GO-9.c");
    assert!((out.clone() + &errors).contains(says), "{out}{errors}");
    assert_eq!(got, code, "{out}{errors}");
}

/// Where nobody can hear an error, its exit code stays.
#[rstest]
#[case("TGO check nofile.yaml 2>/dev/full", 2)]
#[case("TGO verify --engine 'exit 7' GO-9 2>/dev/full", 3)]
#[case("TGO show 99x99 2>/dev/full", 2)]
fn a_full_standard_error_is_no_panic(#[case] line: &str, #[case] code: i32) {
    let folder = folder();
    let (out, _, got) = shell(folder.path(), line);
    assert_eq!(got, Some(code), "{out}");
}

#[rstest]
#[case("TGO verify GO-9 --report html=a --report junit=./a")]
#[case("ln -s a b; TGO verify GO-9 --report html=a --report junit=b; ")]
#[case("touch a; ln -s a b; TGO verify GO-9 --report html=a --report junit=b")]
#[case("touch a; TGO verify GO-9 --known-failures a --report jsonl=./a")]
fn a_report_has_a_file_of_its_own(#[case] line: &str) {
    let folder = folder();
    let (_, errors, code) = shell(folder.path(), line);
    assert!(errors.contains("a report needs a file of its own"), "{errors}");
    assert_eq!(code, Some(2));
    let written = fs::read(folder.path().join("a")).unwrap_or_default();
    assert!(written.is_empty());
}

#[test]
fn a_report_that_is_cut_is_not_rerun() {
    let folder = folder();
    let line =
        "TGO verify GO-9 --report jsonl=whole; head -5 whole > cut; TGO verify --rerun-failed cut";
    let (_, errors, code) = shell(folder.path(), line);
    assert!(errors.contains("cut is not whole: 4 of "), "{errors}");
    assert_eq!(code, Some(2));
}

#[test]
fn queries_that_both_engines_call_senseless_are_not_compared() {
    let folder = folder();
    fs::write(folder.path().join("error.sh"), "while read -r line; do case $line in *run*) id=${line#*id\\\":\\\"}; echo \"{\\\"id\\\":\\\"${id%%\\\"*}\\\",\\\"error\\\":{\\\"message\\\":\\\"no\\\"}}\";; *hello*) echo '{\"id\":\"0\",\"ok\":{\"engine\":\"e\",\"version\":\"1\",\"protocol\":1,\"rulesets\":[\"go\"],\"in_flight\":1}}';; *) echo '{\"id\":\"bye\",\"ok\":{}}'; exit;; esac; done").unwrap();
    let good = r#"{"rules":{"ruleset":"go"},"board":["."],"query":{"legal_moves":{}}}"#;
    fs::write(folder.path().join("good"), good).unwrap();
    let line = "TGO compare good --engine 'bash error.sh' --engine 'bash error.sh'";
    let (out, errors, code) = shell(folder.path(), line);
    assert!(out.contains("1 queries, 0 compared"), "{out}{errors}");
    assert!(out.contains("1 answered with `error` by both"), "{out}{errors}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_hello_of_many_names_is_told_in_few_lines() {
    let folder = folder();
    let names = (0..5000).map(|name| format!("\\\"r{name}\\\"")).collect::<Vec<_>>().join(",");
    let line = format!(
        "TGO verify GO-9.a --engine \"TGO engine | sed -u 's/\\\"rulesets\\\":\\[/&{},/'\"",
        names.replace('\\', "\\\\\\")
    );
    let (out, errors, code) = shell(folder.path(), &line);
    assert!(errors.contains("and 4990 names more"), "{errors}");
    assert_eq!((errors.lines().count(), code), (11, Some(0)), "{out}{errors}");
}

/// A shell may start something and then become the program: that is not the program's to kill.
#[cfg(target_os = "linux")]
#[test]
fn what_was_there_before_is_spared() {
    let folder = folder();
    let line =
        "sleep 30 >/dev/null 2>&1 & echo $!; exec TGO verify GO-9.a --engine 'TGO engine' 2>&1";
    let (out, errors, code) = shell(folder.path(), line);
    let pid = out.lines().next().unwrap();
    let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let _ = Command::new("kill").arg(pid).output();
    assert!(command.starts_with("sleep"), "{out}{errors}");
    assert_eq!(code, Some(0), "{out}{errors}");
}

/// A shell stays between, and says by its exit code which signal ended the engine.
#[test]
fn a_crash_after_the_last_answer_is_no_good_end() {
    let folder = folder();
    let line = "TGO verify GO-9.a --engine 'TGO engine; sh -c \"kill -SEGV \\$\\$\"; exit $?'";
    let (out, errors, code) = shell(folder.path(), line);
    assert!(out.contains("as after signal 11"), "{out}{errors}");
    assert_eq!(code, Some(1), "{out}{errors}");
}
