//! What verifying costs: a child that answers at once, against the bare round trips through its pipe.
//!
//! The child is this program: it says recorded answers, one for each line that it reads. It also
//! tells how many questions a second `tgo engine` answers.

use std::{
    env,
    fs::{self, File},
    io::{BufRead, BufReader, BufWriter, Write},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use ternary_go::{
    Ask, Board, BoardSize, Engine, Move, Point, Query, Reasons, Reference, Ruleset, Setup, Stone,
    case::load::suite,
    verify::{
        plan::{Put, Reply, judged, plan},
        pool::Pool,
        session::{JsonLines, Limits},
        translate,
        wire::{Bye, Hello, PROTOCOL, Request, Welcome},
    },
};

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if let [_, word, file] = &arguments[..]
        && word == "replay"
    {
        return replay(Path::new(file));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answers.jsonl");
    verifying(&file);
    serving();
}

/// Says the lines of a file, one for each line of the input.
fn replay(file: &Path) {
    let answers = BufReader::new(File::open(file).expect("recorded answers"));
    let mut output = std::io::stdout().lock();
    for (line, answer) in std::io::stdin().lock().lines().zip(answers.lines()) {
        line.expect("a request");
        output.write_all((answer.expect("an answer") + "\n").as_bytes()).expect("a reader");
        output.flush().expect("a reader");
    }
}

/// The median of some times.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn verifying(file: &Path) {
    let cases = suite().expect("the suite");
    let welcome = Welcome { in_flight: 1, ..Welcome::everything("recorded", "1") };
    let puts = plan(&cases, &[], &welcome);
    let (mut requests, mut answers) = (Vec::new(), Vec::new());
    let request = |id: &str| Request { id: id.into(), hello: None, run: None, bye: None };
    let hello = Some(Hello { protocol: PROTOCOL, suite: "bench".into() });
    requests.push(serde_json::to_string(&Request { hello, ..request("0") }).unwrap());
    answers.push(format!("{{\"id\":\"0\",\"ok\":{}}}", serde_json::to_string(&welcome).unwrap()));
    for (index, put) in puts.iter().enumerate() {
        let (id, query) = ((index + 1).to_string(), put.question.query());
        let run = Some(Box::new((&query).into()));
        requests.push(serde_json::to_string(&Request { run, ..request(&id) }).unwrap());
        let answer = translate::response(id, &Reference.answer(&query), &query.rules);
        answers.push(serde_json::to_string(&answer).unwrap());
    }
    requests.push(serde_json::to_string(&Request { bye: Some(Bye {}), ..request("bye") }).unwrap());
    answers.push("{\"id\":\"bye\",\"ok\":{}}".into());
    fs::write(file, answers.join("\n") + "\n").expect("a file");

    let program = env::current_exe().expect("this program");
    let command = format!("'{}' replay '{}'", program.display(), file.display());
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    let mut checks = 0;
    for _ in 0..5 {
        bare.push(round_trips(&program, file, &requests));
        let begin = Instant::now();
        let connect = JsonLines { command: command.clone(), limits: Limits::default() };
        let pool = Pool::open(&connect, 1, 1).expect("the child");
        let puts = plan(&cases, &[], pool.welcome());
        let queries: Vec<Query> = puts.iter().map(|put| put.question.query()).collect();
        let replies = pool.ask(&queries, &|| {});
        let mut replies = replies.into_iter();
        let reply = |_: &Put<'_>| replies.next().expect("a reply to each query");
        let judged = judged(&cases, &puts, Reasons::All, reply);
        let all = judged.iter().flat_map(|(_, checks)| checks);
        checks = all.filter(|check| check.status.name() == "pass").count();
        assert!(pool.close().is_empty());
        ours.push(begin.elapsed());
    }
    let (bare, ours) = (median(bare), median(ours));
    let ratio = ours.as_micros() * 100 / bare.as_micros();
    println!("{} cases, {} questions, {checks} checks pass", cases.len(), puts.len());
    println!("bare round trips with start and end  {:>6} ms", bare.as_millis());
    println!(
        "verifying, one request at a time     {:>6} ms, {}.{:02} times as long",
        ours.as_millis(),
        ratio / 100,
        ratio % 100
    );
    println!("{} cases a second", cases.len() as u128 * 1_000_000 / ours.as_micros());
}

/// The same lines through the same child, and nothing else.
fn round_trips(program: &Path, file: &Path, requests: &[String]) -> Duration {
    let begin = Instant::now();
    let mut child = Command::new(program)
        .arg("replay")
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the child");
    let mut input = BufWriter::new(child.stdin.take().expect("a pipe"));
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut answer = String::new();
    for request in requests {
        input.write_all(request.as_bytes()).expect("a reader");
        input.write_all(b"\n").expect("a reader");
        input.flush().expect("a reader");
        answer.clear();
        output.read_line(&mut answer).expect("an answer");
    }
    drop(input);
    child.wait().expect("its end");
    begin.elapsed()
}

/// How many questions a second `tgo engine` answers.
fn serving() {
    let query = |ruleset: Ruleset, board: Board, ask| Query {
        rules: ruleset.rules(),
        setup: Setup::new(board, 31),
        moves: vec![],
        ask,
    };
    let nine = scattered(9);
    let all = nine.size().iter().map(|point| Move::Place(point).into()).collect();
    let questions = [
        ("legal moves, go, 9×9", query(Ruleset::Go, nine, Ask::Legal(all)), 2000),
        ("natures, meng, 19×19", query(Ruleset::Meng, scattered_with_gray(19), Ask::Natures), 2000),
    ];
    let command = format!("'{}' engine", env!("CARGO_BIN_EXE_tgo"));
    for (name, query, count) in questions {
        let connect = JsonLines { command: command.clone(), limits: Limits::default() };
        let pool = Pool::open(&connect, 1, 1).expect("tgo engine");
        let queries = vec![query; count];
        let begin = Instant::now();
        let replies = pool.ask(&queries, &|| {});
        let time = begin.elapsed();
        assert!(replies.iter().all(|reply| matches!(reply, Reply::Answered(_))));
        println!("tgo engine, {name}: {} a second", count as u128 * 1_000_000 / time.as_micros());
    }
}

/// A board about half full, always the same.
fn scattered(size: usize) -> Board {
    let mut board = Board::empty(BoardSize::square(size).expect("a size"));
    let points: Vec<Point> = board.size().iter().collect();
    let mut state: u64 = 7;
    for point in points {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        board.set(
            point,
            match state >> 33 & 3 {
                0 => Some(Stone::Black),
                1 => Some(Stone::White),
                _ => None,
            },
        );
    }
    board
}

/// The same with gray stones on every seventh point.
fn scattered_with_gray(size: usize) -> Board {
    let mut board = scattered(size);
    let points: Vec<Point> = board.size().iter().step_by(7).collect();
    for point in points {
        board.set(point, Some(Stone::Gray));
    }
    board
}
