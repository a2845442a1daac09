//! Engines over the wire: the adapters conform, each bad engine is caught for what it does wrong,
//! and no process of any is left.

#![cfg(all(feature = "cli", unix))]

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{LazyLock, mpsc},
    thread,
    time::{Duration, Instant},
};

use rstest::{Context, rstest};
use ternary_go::{
    Ruleset,
    case::{Case, check::CheckStatus},
    verify::{
        plan::{Put, judged, plan},
        pool::Pool,
        results::{Rerun, Results},
        session::{JsonLines, Limits},
    },
};

/// Where the adapters are.
fn adapters() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters")
}

/// An interpreter by name, once it is known to be there. Where it is missing the test passes with a
/// note, unless `TGO_REQUIRE_ADAPTERS` is set.
fn interpreter(name: &str, asks_for_path: &[&str]) -> Option<String> {
    let output = Command::new(name).args(asks_for_path).output().ok();
    let path = output.filter(|output| output.status.success());
    if path.is_none() {
        let required = std::env::var_os("TGO_REQUIRE_ADAPTERS").is_some();
        assert!(!required, "{name} is required and not there");
        eprintln!("{name} is not there: its engines are not tested");
    }
    path.map(|output| String::from_utf8(output.stdout).unwrap().trim().to_owned())
}

static PYTHON: LazyLock<Option<String>> =
    LazyLock::new(|| interpreter("python3", &["-c", "import sys; print(sys.executable)"]));
static NODE: LazyLock<Option<String>> =
    LazyLock::new(|| interpreter("node", &["-p", "process.execPath"]));

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A mark in the environment of an engine and of all that it starts.
fn new_mark(name: &str) -> String {
    static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    format!("TGO_TEST={}-{number}-{name}.", std::process::id())
}

/// The command that starts an adapter.
fn adapter(interpreter: &str, script: &str) -> String {
    let script = adapters().join(script);
    format!(
        "exec env PYTHONDONTWRITEBYTECODE=1 {} {}",
        quoted(interpreter),
        quoted(script.to_str().unwrap())
    )
}

/// The command that starts a bad engine; `None` where there is no Python.
fn bad(name: &str, mark: &str) -> Option<String> {
    let good = format!("{} engine", quoted(assert_cmd::cargo::cargo_bin!("tgo").to_str().unwrap()));
    let script = adapters().join(format!("bad/{name}.py"));
    Some(format!(
        "exec env {} GOOD_ENGINE={} SLOW_SECONDS=2 {} -B {}",
        quoted(mark),
        quoted(&good),
        quoted(PYTHON.as_deref()?),
        quoted(script.to_str().unwrap())
    ))
}

/// Waits until no process carries a text in its environment (Linux).
fn assert_none_left(mark: &str) {
    let marked = |process: &PathBuf| {
        let variables = std::fs::read(process.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&variables).contains(mark)
    };
    let begin = Instant::now();
    while let Ok(processes) = std::fs::read_dir("/proc") {
        let mut paths = processes.flatten().map(|entry| entry.path());
        let Some(left) = paths.find(marked) else { return };
        let line = std::fs::read_to_string(left.join("cmdline")).unwrap_or_default();
        assert!(begin.elapsed() < Duration::from_secs(10), "{} is left: {line}", left.display());
        thread::sleep(Duration::from_millis(20));
    }
}

/// Gives what a function gives, unless it takes too long.
fn within<T: Send + 'static>(limit: u64, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    let worker = thread::spawn(move || send.send(work()));
    let done = receive.recv_timeout(Duration::from_secs(limit));
    match done {
        Ok(done) => done,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("it does not end within {limit} s"),
        Err(mpsc::RecvTimeoutError::Disconnected) => panic!("{:?}", worker.join()),
    }
}

/// The cases that are named, or whose ids begin so, under `dunshi` alone; all cases where none is
/// named.
fn cases(ids: &str) -> Vec<Case> {
    static SUITE: LazyLock<Vec<Case>> =
        LazyLock::new(|| ternary_go::case::load::suite().expect("the cases are well formed"));
    if ids.is_empty() {
        return SUITE.clone();
    }
    let is = |case: &Case, id: &str| case.id == id || id.ends_with('-') && case.id.starts_with(id);
    let named = |case: &&Case| ids.split(' ').any(|id| is(case, id));
    let mut cases: Vec<Case> = SUITE.iter().filter(named).cloned().collect();
    cases.retain(|case| case.rulesets.contains(&Ruleset::Dunshi));
    for case in &mut cases {
        case.rulesets = vec![Ruleset::Dunshi];
    }
    assert!(cases.len() >= ids.split(' ').count(), "{ids}");
    cases
}

/// What came of a run, as `tgo verify` tells it.
struct Seen {
    code: u8,
    /// What came of the checks, but for those that pass.
    statuses: BTreeSet<CheckStatus>,
    /// A line for each check that does not pass, and all that is said of the engine.
    text: String,
}

/// Puts cases to an engine.
fn put(command: String, ids: &str, start: u64, limit: u64, faults: usize) -> Seen {
    let limits =
        Limits { start: Duration::from_millis(start), answer: Duration::from_millis(limit) };
    let (connect, cases) = (JsonLines { command, limits }, cases(ids));
    let pool = match Pool::open(&connect, 1, faults) {
        Ok(pool) => pool,
        Err(fault) => {
            return Seen { code: 3, statuses: BTreeSet::new(), text: fault.to_string() };
        }
    };
    let puts = plan(&cases, &[], pool.welcome());
    let asked = puts.iter().filter(|put| put.withheld.is_none());
    let queries: Vec<_> = asked.map(|put| put.question.query()).collect();
    let mut replies = pool.ask(&queries, &|| {}).into_iter();
    let reasons = pool.welcome().reasons.into();
    let reply = |_: &Put<'_>| replies.next().expect("a reply to each query");
    let checks = judged(&cases, &puts, reasons, reply);
    let results = Results {
        engine: pool.welcome().engine.clone(),
        cases: checks,
        total: cases.len(),
        broken: pool.broken(),
        complaints: pool.close(),
        time: Duration::ZERO,
        rerun: Rerun::default(),
    };
    let (mut text, mut statuses) = (String::new(), BTreeSet::new());
    for (_, check) in results.checks().filter(|(_, check)| check.status != CheckStatus::Pass) {
        let why = check.failure.as_ref().map_or(&check.note, |failure| &failure.got);
        let kind = check.failure.as_ref().map_or("", |failure| failure.kind.name());
        let _ = writeln!(text, "{} {} {kind}: {why}", check.status, check.name);
        statuses.insert(check.status);
    }
    let said = results.complaints.iter().chain(&results.broken).cloned();
    let sentence = results.sentence();
    text.extend(said.chain([sentence]).map(|line| line + "\n"));
    Seen { code: results.verdict().exit_code(), statuses, text }
}

#[rstest]
#[case::python(&PYTHON, "python/naive.py")]
#[case::node(&NODE, "node/naive.mjs")]
fn a_complete_adapter_conforms_in_everything(
    #[case] interpreter: &'static LazyLock<Option<String>>,
    #[case] script: &str,
) {
    let Some(interpreter) = interpreter.as_ref() else { return };
    let command = adapter(interpreter, script);
    let seen = within(600, || put(command, "", LONG, LONG, 1));
    assert!(seen.code == 0 && seen.statuses.is_empty(), "{}", seen.text);
}

#[rstest]
#[case::python(&PYTHON, "python/naive.py", 2_000)]
#[case::node(&NODE, "node/naive.mjs", 10_000)]
fn a_complete_adapter_agrees_about_random_queries(
    #[case] interpreter: &'static LazyLock<Option<String>>,
    #[case] script: &str,
    #[case] count: usize,
) {
    let (Some(python), Some(interpreter)) = (PYTHON.as_ref(), interpreter.as_ref()) else { return };
    let random = adapter(python, "random_queries.py") + &format!(" {count} --seed {count}");
    let queries = Command::new("sh").args(["-c", &random]).output().unwrap();
    let mut compare = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tgo"));
    compare.args(["compare", "-", "--limit", "60", "--engine", &adapter(interpreter, script)]);
    let output = compare.write_stdin(queries.stdout).timeout(Duration::from_secs(600)).output();
    let output = output.unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let counts = format!("{count} queries, {count} compared, no difference\n");
    assert!(output.status.success() && text.ends_with(&counts), "{text}");
}

#[rstest]
#[case::python(&PYTHON, "python/skeleton.py")]
#[case::node(&NODE, "node/skeleton.mjs")]
fn a_skeleton_conforms_in_what_it_knows(
    #[case] interpreter: &'static LazyLock<Option<String>>,
    #[case] script: &str,
) {
    let Some(interpreter) = interpreter.as_ref() else { return };
    let command = adapter(interpreter, script);
    let seen = within(600, || put(command, "", LONG, LONG, 1));
    let unknown = BTreeSet::from([CheckStatus::Unsupported, CheckStatus::Skipped]);
    assert!(seen.code == 0 && seen.statuses == unknown, "{}", seen.text);
}

/// A long time, for what does not wait for it to pass.
const LONG: u64 = 60_000;
/// A short one.
const SHORT: u64 = 300;
/// One that a good answer keeps on a busy machine too.
const MIDDLE: u64 = 2_000;

const ONE: &str = "FORB-2.a";
const TWO: &str = "FORB-1.a GO-1.a";
/// More questions than a pipe holds.
const MANY: &str = "FORB-";

#[rstest]
// What is wrong about the rules.
#[case::always_legal(TWO, LONG, 1, "fail", " legal\n")]
#[case::always_illegal(TWO, LONG, 1, "fail", "refused by no clause\n")]
#[case::blind_to_gray(TWO, LONG, 1, "fail", "GO-1.a/number=19/legal.E5 legality: E5 legal")]
#[case::plays_go(TWO, LONG, 1, "fail", "GO-1.a/number=19/legal.E5 legality: E5 legal")]
#[case::gray_captures(TWO, LONG, 1, "fail", "FORB-1.a")]
#[case::gray_dies("LAYER-4.a", LONG, 1, "fail", "value: 9 . .")]
#[case::wrong_clauses(TWO, LONG, 1, "fail", "refused by KNIFE-1")]
#[case::lies("R-TIGER.a", LONG, 1, "fail", "R-TIGER.a/tiger-mouth=")]
#[case::knows_nothing(ONE, LONG, 1, "unsupported", "was asked nothing that it knows")]
// Silence.
#[case::silent(ONE, SHORT, 3, "", "no answer to `hello` within 300 ms")]
#[case::silent_after_hello(ONE, SHORT, 1, "timeout", "no answer within 300 ms")]
#[case::slow(ONE, SHORT, 1, "timeout", "no answer within 300 ms")]
#[case::deaf(ONE, SHORT, 1, "timeout", "no answer within 300 ms")]
#[case::closes_input(ONE, SHORT, 1, "timeout", "no answer within 300 ms")]
#[case::reads_nothing(MANY, SHORT, 3, "timeout not-run", "given up after 5 faults in a row")]
#[case::forgets(TWO, MIDDLE, 1, "", "one at a time all were answered")]
// Ends.
#[case::dies_at_start(
    ONE,
    LONG,
    3,
    "",
    "it ended: exit code 1\nits standard error:\n  | no licence"
)]
#[case::crashes(
    TWO,
    LONG,
    1,
    "crash",
    "it ended: exit code 70\nits standard error:\n  | fatal: the third"
)]
#[case::crashes_on_score(
    "SCORE-1.a FORB-1.a",
    LONG,
    1,
    "crash",
    "crash SCORE-1.a/score no answer: it ended: signal: 9 (SIGKILL)\ncrashes_on_score does"
)]
#[case::leaves(ONE, LONG, 1, "crash", "it ended: exit code 0")]
#[case::leaves_at_bye(ONE, LONG, 1, "", "at the end: it ended: exit code 0")]
#[case::leaves_with_child(ONE, LONG, 1, "crash", "it ended: exit code 1")]
#[case::closes_output(ONE, LONG, 1, "crash", "it closed its output")]
#[case::half_a_line(ONE, LONG, 1, "crash", "it ended: exit code 1, in the middle of \"{")]
#[case::goes_on(ONE, MIDDLE, 1, "", "at the end: it goes on after the last request")]
// Floods.
#[case::floods_with_lines(ONE, LONG, 1, "error", "a second answer to \"1\"")]
#[case::floods_with_blanks(ONE, SHORT, 1, "timeout", "no answer within 300 ms")]
#[case::floods_at_bye(ONE, MIDDLE, 1, "", "at the end: it goes on after the last request")]
#[case::endless_line(ONE, LONG, 1, "error", "a line that is too long")]
#[case::huge_answers(ONE, LONG, 1, "error", "bytes; at most 33792 answer this question")]
#[case::floods_errors(ONE, 1_000, 1, "timeout", "1000 ms\nits standard error:\n")]
// Lines that are no answers.
#[case::not_json(
    ONE,
    LONG,
    1,
    "error",
    "not JSON: \"= illegal\"; standard output is for answers alone"
)]
#[case::wrong_ids(ONE, LONG, 1, "error", "an answer to \"answer 1\", which is not asked")]
#[case::twice(ONE, LONG, 1, "error", "a second answer to \"1\"")]
#[case::stray_output(
    ONE,
    LONG,
    1,
    "",
    "at the end: more output after the last answer: \"good-bye!\""
)]
#[case::wrong_type(ONE, LONG, 1, "error", "not understood: `ok` is no object")]
#[case::garbage(ONE, LONG, 1, "error", " …\n")]
// Good ones.
#[case::out_of_order(TWO, LONG, 0, "", "out_of_order conforms")]
#[case::huge_in_flight(TWO, LONG, 0, "", "huge_in_flight conforms")]
#[case::leaves_child(ONE, LONG, 0, "", "leaves_child conforms")]
#[case::escapes(ONE, LONG, 0, "", "escapes conforms")]
fn a_bad_engine_is_caught(
    #[context] context: Context,
    #[case] ids: &'static str,
    #[case] limit: u64,
    #[case] code: u8,
    #[case] statuses: &str,
    #[case] words: &str,
) {
    let name = context.description.unwrap();
    let mark = new_mark(name);
    let Some(command) = bad(name, &mark) else { return };
    // One that never says hello is not waited for as long as the others.
    let start = if name == "silent" { limit } else { LONG };
    let seen = within(120, move || put(command, ids, start, limit, 50));
    assert_eq!(seen.code, code, "{}", seen.text);
    let names: Vec<_> = seen.statuses.iter().map(|status| status.name()).collect();
    let expected: BTreeSet<_> = statuses.split_whitespace().collect();
    assert_eq!(names.into_iter().collect::<BTreeSet<_>>(), expected, "{}", seen.text);
    assert!(seen.text.contains(words), "{}", seen.text);
    assert_none_left(&mark);
}

/// The names of the bad engines, by their files.
fn bad_engines() -> Vec<String> {
    let files = std::fs::read_dir(adapters().join("bad")).unwrap().flatten();
    let names = files.map(|file| file.file_name().into_string().unwrap());
    let scripts = names.filter_map(|name| Some(name.strip_suffix(".py")?.to_owned()));
    let mut scripts: Vec<String> = scripts.filter(|name| name != "good").collect();
    scripts.sort();
    scripts
}

#[test]
fn every_bad_engine_is_told_of_and_tested() {
    let guide = std::fs::read_to_string(adapters().join("bad/README.md")).unwrap();
    let here = include_str!("engines.rs");
    for name in bad_engines() {
        assert!(guide.contains(&format!("| [{name}]({name}.py) |")), "the guide lacks {name}");
        assert!(here.contains(&format!("#[case::{name}(")), "no test of {name}");
    }
}

/// Whatever an engine does, it is done with, and leaves nothing to those that come after it.
#[test]
fn all_bad_engines_one_after_the_other_come_to_an_end() {
    let mark = new_mark("each");
    for name in bad_engines() {
        let Some(command) = bad(&name, &mark) else { return };
        let begin = Instant::now();
        let seen = within(60, move || put(command, ONE, 2_000, 200, 1));
        println!("{name}: {} after {} ms", seen.code, begin.elapsed().as_millis());
        assert_none_left(&mark);
    }
}

/// Runs `tgo verify` over one case with a folder of its own for temporary files: the exit code, and
/// all that it says.
fn verify(engine: &str, options: &[&str]) -> (i32, String) {
    let temporary = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tgo"));
    command.args(["verify", "--engine", engine, "--ruleset", "dunshi", ONE]).args(options);
    command.env("TMPDIR", temporary.path()).timeout(Duration::from_secs(120));
    let output = command.output().unwrap();
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0, "temporary files are left");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().expect("an exit code"), String::from_utf8(said).unwrap())
}

#[rstest]
#[case::good("huge_in_flight", &[], 0, "huge_in_flight 1 conforms: 2 of 2 checks executed, 2 pass")]
#[case::bad("not_json", &[], 1, "ERROR FORB-2.a/number=9/legal.a [dunshi] (no answer)")]
#[case::complaint("stray_output", &[], 1, "at the end: more output after the last answer: \"good-bye!\"")]
#[case::broken("dies_at_start", &[], 3, "the engine is broken: it ended: exit code 1")]
#[case::broken_json("dies_at_start", &["--json"], 3, "\"broken\": \"it ended: exit code 1")]
#[case::given_up("leaves", &["--faults", "1"], 3, "given up after 1 faults, the last: it ended")]
fn the_tool_tells_what_an_engine_does(
    #[case] name: &str,
    #[case] options: &[&str],
    #[case] code: i32,
    #[case] words: &str,
) {
    let mark = new_mark(name);
    let Some(command) = bad(name, &mark) else { return };
    let (got, said) = verify(&command, options);
    assert_eq!(got, code, "{said}");
    assert!(said.contains(words), "{said}");
    assert_none_left(&mark);
}

#[test]
fn a_command_that_is_not_there_is_told_of() {
    let (code, said) = verify("/nowhere/engine", &[]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("exit code 127, as when there is no such command"), "{said}");
}

/// What an engine calls itself, says and answers may be anything.
#[test]
fn garbage_does_not_drive_the_terminal() {
    let Some(command) = bad("garbage", &new_mark("garbage")) else { return };
    let (code, said) = verify(&command, &[]);
    assert_eq!(code, 1, "{said}");
    assert!(!said.contains(['\0', '\u{1b}', '\u{7}', '\u{202e}', '\u{2066}']), "{said:?}");
    assert!(said.len() < 100_000, "{} bytes", said.len());
}

/// An interrupt ends an engine that hears none.
#[cfg(target_os = "linux")]
#[rstest]
#[case::at_hello("INT", "silent")]
#[case::at_work("INT", "deaf")]
#[case::told_to_end("TERM", "deaf")]
#[case::hung_up("HUP", "deaf")]
fn an_interrupt_leaves_no_process(#[case] signal: &str, #[case] name: &str) {
    let mark = new_mark(name);
    let Some(command) = bad(name, &mark) else { return };
    let temporary = tempfile::tempdir().unwrap();
    let mut tgo = Command::new(assert_cmd::cargo::cargo_bin!("tgo"))
        .args(["verify", "--engine", &command, "--ruleset", "dunshi", "FORB"])
        .args(["--start-limit", "60s", "--limit", "60s", "--faults", "10000"])
        .env("TMPDIR", temporary.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The engine itself, and not the shell that becomes it.
    let own = format!("TGO_ENGINE={}-", tgo.id());
    let begin = Instant::now();
    while !has_process(&own, &format!("bad/{name}.py")) {
        assert!(begin.elapsed() < Duration::from_secs(60), "the engine does not start");
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(200));
    let sent = Command::new("kill").args([&format!("-{signal}"), &tgo.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = tgo.try_wait().unwrap() {
            break status;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "tgo goes on after SIG{signal}");
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(130));
    assert_none_left(&own);
    assert_none_left(&mark);
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0, "temporary files are left");
}

/// What has left its parents, its session and its environment is still found.
#[cfg(target_os = "linux")]
#[test]
fn no_process_escapes() {
    let mark = new_mark("escapes");
    let Some(command) = bad("escapes", &mark) else { return };
    let (code, said) = verify(&command, &[]);
    assert_eq!(code, 0, "{said}");
    let mark = mark.strip_prefix("TGO_TEST=").unwrap();
    let processes = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let left = processes.filter(|process| {
        let command = std::fs::read(process.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains(mark)
    });
    assert_eq!(left.collect::<Vec<_>>(), [] as [PathBuf; 0]);
}

/// Whether a process has a text in its environment and another in its command.
#[cfg(target_os = "linux")]
fn has_process(variable: &str, command: &str) -> bool {
    let holds = |path: PathBuf, text: &str| {
        String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).contains(text)
    };
    let processes = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let mut processes = processes.filter(|process| holds(process.join("cmdline"), command));
    processes.any(|process| holds(process.join("environ"), variable))
}
