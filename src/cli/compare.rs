//! `tgo compare`: positions of people's own, put to two engines.

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode, thread};

use clap::{ArgGroup, Args};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use ternary_go::{
    Answer, Ask, Game, Query, StatedMove,
    case::{check::CheckStatus, load::printable},
    verify::{
        compare::{Comparison, Kind, compare, on_the_wire, places},
        local::Local,
        plan::Reply,
        pool::Pool,
        results::Verdict,
        session::Connect,
        wire::{self, Welcome},
    },
};

use super::{
    Common, Error, Outcome, Output,
    engine::Allowed,
    error,
    output::tell,
    print,
    queries::{Input, Line},
    verify::{broken, name},
};

pub(crate) const HELP: &str = "\
Examples:
  tgo compare positions.jsonl --engine ./my-engine              with the reference engine
  tgo compare positions.jsonl --engine ./one --engine ./other
  tgo emit | tgo compare - --engine ./my-engine                 the questions of the cases

Each line is a request of spec/protocol.md, {\"id\":…,\"run\":{…}}, or what stands after its `run`:
  {\"rules\":{\"ruleset\":\"go\"},\"board\":[\"...\",\".X.\",\"...\"],\"query\":{\"legal_moves\":{}}}

What an engine leaves out, does not support or does not claim is counted apart. Clauses are compared
where both engines name all of them.
Exit codes: 0 no difference, 1 some, 2 a line is no query, 3 an engine is broken.";

/// `tgo compare`.
#[derive(Args)]
#[command(group = ArgGroup::new("engines").args(["engine", "gtp"]).multiple(true).required(true))]
pub(crate) struct Compare {
    /// The queries, one a line; - for standard input.
    #[arg(value_name = "QUERIES")]
    file: PathBuf,
    /// An engine that speaks JSON Lines (spec/protocol.md). With one engine the other is the
    /// reference engine.
    #[arg(long, value_name = "COMMAND")]
    engine: Vec<String>,
    /// An engine that speaks GTP (spec/gtp.md).
    #[arg(long, value_name = "COMMAND")]
    gtp: Vec<String>,
    #[command(flatten)]
    allowed: Allowed,
    /// Stop after so many differences.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    stop_after: u64,
}

impl Compare {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        if !common.rulings.is_empty() {
            return Err(error("the queries state their readings: leave --rulings out"));
        }
        let json_lines = self.engine.iter().map(|command| self.allowed.json_lines(command));
        let gtp = self.gtp.iter().map(|command| self.allowed.gtp(command, common));
        let mut engines = json_lines.chain(gtp).collect::<Result<Vec<Box<dyn Connect>>, _>>()?;
        if engines.len() == 1 {
            engines.push(Box::new(Local::reference()));
        }
        let [one, other] = &engines[..] else {
            return Err(error("two engines are compared: name one or two"));
        };
        let mut input = Input::open(&self.file)?;
        let pools = [self.allowed.open(&**one), self.allowed.open(&**other)];
        let [one, other] = pools;
        let pools = match (one, other) {
            (Ok(one), Ok(other)) => [one, other],
            (Err(fault), _) => return Ok(broken(&format!("A: {fault}"), common)),
            (_, Err(fault)) => return Ok(broken(&format!("B: {fault}"), common)),
        };
        let mut comparing = Comparing::new(&pools, common, self.stop_after);
        let mut bad = None;
        loop {
            let chunk = input.chunk()?;
            let go_on = comparing.chunk(&chunk.lines, &input.bar)?;
            if go_on {
                bad = chunk.bad;
            }
            if !go_on || bad.is_some() || chunk.last {
                break;
            }
        }
        input.bar.finish_and_clear();
        // Where nothing stands before a bad line, nothing is counted.
        if comparing.queries > 0 || bad.is_none() {
            comparing.last_lines()?;
        }
        comparing.out.flush()?;
        let differ = comparing.differences() > 0;
        let given_up = pools.iter().any(|pool| pool.broken().is_some());
        let (compared, mut complaints) = (comparing.compared, 0);
        drop(comparing);
        for pool in pools {
            for complaint in pool.close() {
                complaints += 1;
                tell!("an engine breaks the protocol: {}", printable(&complaint));
            }
        }
        match bad {
            _ if given_up => Ok(ExitCode::from(Verdict::Broken.exit_code())),
            // The errors are lines, as the differences are.
            Some(problem) if common.json => {
                print(&format!("{}\n", json!({ "error": problem })))?;
                Ok(ExitCode::from(2))
            }
            Some(problem) => Err(error(problem)),
            None => Ok(super::code(differ || complaints > 0 || compared == 0)),
        }
    }
}

/// The places in which two answers differ that are told, at most.
const PLACES: usize = 5;

/// What came of the lines so far.
struct Comparing<'a, 'p> {
    pools: &'a [Pool<'p>; 2],
    names: [String; 2],
    as_json: bool,
    all_clauses: bool,
    stop_after: u64,
    out: Output,
    /// How many were read.
    queries: u64,
    /// How many both engines answered.
    compared: u64,
    differences: BTreeMap<Kind, u64>,
    left_out: u64,
    /// How many both engines answered with `error`.
    errors: u64,
    /// By engine: how many it does not answer, and why not the first of them.
    unsupported: [(u64, Option<String>); 2],
    /// By engine: how many it failed at.
    failed: [u64; 2],
}

impl<'a, 'p> Comparing<'a, 'p> {
    fn new(pools: &'a [Pool<'p>; 2], common: &Common, stop_after: u64) -> Self {
        let all = |pool: &Pool<'_>| pool.welcome().reasons == wire::Reasons::All;
        Self {
            pools,
            names: [name(pools[0].welcome()), name(pools[1].welcome())],
            as_json: common.json,
            all_clauses: pools.iter().all(all),
            stop_after,
            out: Output::default(),
            queries: 0,
            compared: 0,
            differences: BTreeMap::new(),
            left_out: 0,
            errors: 0,
            unsupported: [(0, None), (0, None)],
            failed: [0, 0],
        }
    }

    fn differences(&self) -> u64 {
        self.differences.values().sum::<u64>() + self.failed.iter().sum::<u64>()
    }

    /// Puts lines to both engines; whether to go on.
    fn chunk(&mut self, lines: &[Line], bar: &ProgressBar) -> Result<bool, Error> {
        let [one, other] = self.pools;
        let (mut ones, mut others) = thread::scope(|scope| {
            let ones = scope.spawn(|| replies(one, lines));
            let others = replies(other, lines);
            (ones.join().expect("it does not panic").into_iter(), others.into_iter())
        });
        for line in lines {
            let (Some(one), Some(other)) = (ones.next(), others.next()) else { break };
            if !self.line(line, [one, other], bar)? {
                return Ok(false);
            }
        }
        let (queries, differences) = (self.queries, self.differences());
        bar.set_message(format!("{queries} queries, {differences} differences"));
        Ok(self.pools.iter().all(|pool| pool.broken().is_none()))
    }

    /// Compares the replies to a line; whether to go on.
    fn line(
        &mut self,
        line: &Line,
        replies: [Result<Reply, String>; 2],
        bar: &ProgressBar,
    ) -> Result<bool, Error> {
        self.queries += 1;
        let mut answers = [None, None];
        for (index, reply) in replies.into_iter().enumerate() {
            let unsupported = match reply {
                Ok(Reply::Answered(Answer::Unsupported(what))) => what,
                Err(why) => why,
                Ok(Reply::Answered(answer)) => {
                    answers[index] = Some(Ok(answer));
                    continue;
                }
                Ok(Reply::Unanswered(CheckStatus::NotRun, _)) => continue,
                Ok(Reply::Unanswered(status, why)) => {
                    self.failed[index] += 1;
                    answers[index] = Some(Err(format!("{status}: {why}")));
                    continue;
                }
            };
            let (count, why) = &mut self.unsupported[index];
            *count += 1;
            why.get_or_insert(unsupported);
        }
        let kind = match &answers {
            // Neither says anything of the rules.
            [Some(Ok(Answer::Error(_))), Some(Ok(Answer::Error(_)))] => {
                self.errors += 1;
                None
            }
            [Some(Ok(one)), Some(Ok(other))] => {
                let comparison = compare(&line.query, one, other, self.all_clauses);
                self.compared += 1;
                let Comparison { differs, left_out, .. } = comparison;
                self.left_out += u64::from(left_out && differs.is_none());
                differs
            }
            _ => None,
        };
        if let Some(kind) = kind {
            *self.differences.entry(kind).or_default() += 1;
        }
        let failed = answers.iter().flatten().any(Result::is_err);
        if kind.is_none() && !failed {
            return Ok(true);
        }
        let kind = kind.map_or("no answer", Kind::name);
        bar.suspend(|| self.tell(line, kind, &answers))?;
        Ok(self.differences() < self.stop_after && !self.out.is_closed())
    }

    fn tell(
        &mut self,
        line: &Line,
        kind: &str,
        answers: &[Option<Result<Answer, String>>; 2],
    ) -> Result<(), Error> {
        let shown = |answer: &Option<Result<Answer, String>>| match answer {
            Some(Ok(answer)) => on_the_wire(answer, &line.query),
            Some(Err(why)) => json!({ "none": why }),
            None => Value::Null,
        };
        let [one, other] = answers.each_ref().map(shown);
        if self.as_json {
            let run = serde_json::to_value(wire::Run::from(&line.query)).unwrap_or_default();
            let value =
                json!({ "line": line.number, "kind": kind, "run": run, "a": one, "b": other });
            self.out.add(&format!("{value}\n"))?;
        } else {
            let (number, text) = (line.number, printable(line.text.trim()));
            let mut text = format!("line {number}: {kind}\n  {text}\n");
            // The keys that tell the kind of an answer are not told.
            let inner = |value: &Value| value.get("ok").cloned().unwrap_or_else(|| value.clone());
            let (one, other) = (inner(&one), inner(&other));
            let mut all = places(&one, &other);
            all.retain(|(place, ..)| self.all_clauses || !place.ends_with("clauses"));
            let words = if let Ask::Legal(moves) | Ask::Play(moves) = &line.query.ask {
                &moves[..]
            } else {
                &[]
            };
            // What comes after the first step that differs follows from it.
            if let (Ask::Play(_), Some(step)) = (&line.query.ask, first_entry(&all)) {
                all.retain(|(place, ..)| entry(place) == Some(step));
                text += &before(&line.query, &words[..step.saturating_sub(1)]);
            }
            for (place, one, other) in all.iter().take(PLACES) {
                let word = entry(place).and_then(|number| words.get(number.checked_sub(1)?));
                let word = word.map(|word| format!(", {word}")).unwrap_or_default();
                let place = if place.is_empty() { "answer" } else { place };
                let (one, other) = (printable(&one.to_string()), printable(&other.to_string()));
                text += &format!("  {place}{word}\n    A {one}\n    B {other}\n");
            }
            if all.len() > PLACES {
                text += &format!("  and {} places more\n", all.len() - PLACES);
            }
            self.out.add(&text)?;
        }
        self.out.flush()
    }

    /// The counts.
    fn last_lines(&mut self) -> Result<(), Error> {
        let broken: Vec<Option<String>> = self.pools.iter().map(Pool::broken).collect();
        let stopped = self.differences() >= self.stop_after;
        if self.as_json {
            let kinds = Kind::ALL.into_iter();
            let kinds = kinds.map(|kind| {
                (kind.name().to_owned(), self.differences.get(&kind).copied().unwrap_or(0).into())
            });
            let engine = |index: usize| {
                json!({
                    "engine": self.names[index], "unsupported": self.unsupported[index].0,
                    "why": self.unsupported[index].1, "no_answer": self.failed[index],
                    "broken": broken[index],
                })
            };
            let value = json!({
                "queries": self.queries, "compared": self.compared,
                "differences": self.differences(),
                "kinds": kinds.collect::<serde_json::Map<String, Value>>(),
                "left_out": self.left_out, "errors": self.errors, "stopped": stopped, "a": engine(0), "b": engine(1),
            });
            return self.out.add(&format!("{value}\n"));
        }
        let mut parts: Vec<String> = self
            .differences
            .iter()
            .map(|(kind, count)| format!("{count} {}", kind.name()))
            .collect();
        let failed: u64 = self.failed.iter().sum();
        if failed > 0 {
            parts.push(format!("{failed} no answer"));
        }
        let parts =
            if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
        let differences = match self.differences() {
            0 => "no difference".into(),
            1 => "1 difference".into(),
            count => format!("{count} differences"),
        };
        let [a, b] = &self.names;
        let mut text = format!("A is {a}, B is {b}\n");
        text += &format!(
            "{} queries, {} compared, {differences}{parts}\n",
            self.queries, self.compared
        );
        if stopped {
            text += "stopped after them: --stop-after says when\n";
        }
        if self.left_out > 0 {
            text += &format!("{} where an engine leaves something out\n", self.left_out);
        }
        if self.errors > 0 {
            text += &format!("{} answered with `error` by both\n", self.errors);
        }
        let engines = ["A", "B"].into_iter().zip(&self.names).zip(&self.unsupported).zip(broken);
        for (((letter, name), (count, why)), broken) in engines {
            if *count > 0 {
                let why = printable(why.as_deref().unwrap_or_default());
                text += &format!("{count} unsupported by {letter} {name}, the first: {why}\n");
            }
            if let Some(why) = broken {
                text += &format!("{letter} {name} is broken: {}\n", printable(&why));
            }
        }
        self.out.add(&text)
    }
}

/// The number of an entry of a list in a place of an answer, counted from 1: 3 in `steps.3.board`.
fn entry(place: &str) -> Option<usize> {
    place.split('.').nth(1)?.parse().ok()
}

/// The first entry of a list that differs.
fn first_entry<T>(places: &[(String, T, T)]) -> Option<usize> {
    places.iter().filter_map(|(place, ..)| entry(place)).min()
}

/// The position after some moves of a query, by the reference engine: refused ones are taken back.
fn before(query: &Query, moves: &[StatedMove]) -> String {
    let Ok(mut game) = Game::from_setup(query.rules, query.setup.clone()) else {
        return String::new();
    };
    for play in query.moves.iter().chain(moves) {
        let _ = game.play(*play);
    }
    let board: String =
        game.board().to_string().lines().map(|row| format!("    {row}\n")).collect();
    format!("  {}\n{board}", game.headline())
}

/// The replies of an engine to lines, or why it is not asked.
fn replies(pool: &Pool<'_>, lines: &[Line]) -> Vec<Result<Reply, String>> {
    let withheld: Vec<_> = lines.iter().map(|line| withheld(pool.welcome(), &line.query)).collect();
    let put = lines.iter().zip(&withheld).filter(|(_, why)| why.is_none());
    let queries: Vec<Query> = put.map(|(line, _)| line.query.clone()).collect();
    let mut replies = pool.ask(&queries, &|| ()).into_iter();
    let each = |why: Option<String>| match why {
        Some(why) => Err(why),
        None => Ok(replies.next().expect("a reply for each query")),
    };
    withheld.into_iter().map(each).collect()
}

/// Why a query is not put to an engine that says this of itself.
fn withheld(welcome: &Welcome, query: &Query) -> Option<String> {
    let ruleset = query.rules.ruleset;
    if !welcome.plays(ruleset) {
        return Some(format!("it does not play {ruleset}"));
    }
    if !welcome.answers(&query.ask) {
        return Some(format!("it answers no `{}`", wire::Query::from(&query.ask).name()));
    }
    let mut readings = query.rules.rulings.iter();
    let unknown = readings.find(|(switch, value)| !welcome.reads(switch, value));
    unknown.map(|(switch, value)| format!("it does not play {}={value}", switch.name))
}
