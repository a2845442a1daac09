//! An engine under way: requests go in, answers come out, and faults have names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    time::{Duration, Instant},
};

use super::{
    process::Process,
    translate,
    wire::{self, Request, Response, Welcome, longest_answer},
};
use crate::{Answer, Ask, Query, case::check::CheckStatus};

/// How long an engine may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Until it has answered `hello`.
    pub start: Duration,
    /// From one answer to the next.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { start: Duration::from_secs(10), answer: Duration::from_secs(10) }
    }
}

/// What an engine does that is no answer. It is killed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it did.
    pub kind: FaultKind,
    /// In words, with the end of its standard error.
    pub message: String,
    /// The request that it is about, when that has been answered already.
    pub about: Option<usize>,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It ended, or could not be started.
    Crash,
    /// No answer in time.
    Timeout,
    /// A line that is no answer.
    Error,
}

impl FaultKind {
    /// What becomes of the request at fault.
    pub const fn status(self) -> CheckStatus {
        match self {
            Self::Crash => CheckStatus::Crash,
            Self::Timeout => CheckStatus::Timeout,
            Self::Error => CheckStatus::Error,
        }
    }
}

impl Fault {
    /// A fault of a kind, with what it is in words.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), about: None }
    }

    /// What it is, without the standard error.
    pub fn first_line(&self) -> &str {
        self.message.lines().next().unwrap_or_default()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// An answer that is still to be read: there is time for it when the next request is sent.
pub type Received = Box<dyn FnOnce() -> Answer + Send>;

/// An engine that was started and has said hello.
pub trait Session: Send {
    /// What it said.
    fn welcome(&self) -> &Welcome;

    /// Makes a request ready that is likely to be sent next, while the engine works on others.
    fn prepare(&mut self, _id: usize, _query: &Query) {}

    /// Sends a request. No more are under way at once than the welcome allows.
    ///
    /// # Errors
    /// When the engine is at fault.
    fn send(&mut self, id: usize, query: &Query) -> Result<(), Fault>;

    /// The next answer, with the id of its request.
    ///
    /// # Errors
    /// When the engine is at fault.
    fn receive(&mut self) -> Result<(usize, Received), Fault>;

    /// Says good-bye.
    ///
    /// # Errors
    /// When the engine does not answer that, does not end, or has said more than was asked.
    fn close(&mut self) -> Result<(), Fault>;
}

/// Whatever starts engines.
pub trait Connect: Sync {
    /// Starts an engine and says hello to it.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer that.
    fn connect(&self) -> Result<Box<dyn Session>, Fault>;
}

/// A command whose process speaks JSON Lines.
#[derive(Clone, Debug)]
pub struct JsonLines {
    /// The command, for a shell.
    pub command: String,
    /// How long it may take.
    pub limits: Limits,
}

impl Connect for JsonLines {
    fn connect(&self) -> Result<Box<dyn Session>, Fault> {
        let process = Process::start(&self.command)?;
        let mut session = JsonLinesSession {
            process,
            limits: self.limits,
            welcome: Welcome::everything("", ""),
            ready: None,
            asked: BTreeMap::new(),
            answered: BTreeSet::new(),
        };
        session.welcome = session.hello()?;
        Ok(Box::new(session))
    }
}

struct JsonLinesSession {
    process: Process,
    limits: Limits,
    welcome: Welcome,
    /// A request that was made ready, and its line.
    ready: Option<(usize, String)>,
    /// The questions under way, each with how many bytes its answer may have.
    asked: BTreeMap<usize, (Ask, usize)>,
    /// Those that it has answered.
    answered: BTreeSet<usize>,
}

/// The id of a request; numbers from 1 for questions, 0 and a word for the others.
fn name(id: usize) -> String {
    (id + 1).to_string()
}

const HELLO: &str = "0";
const BYE: &str = "bye";

fn line(request: &Request) -> String {
    serde_json::to_string(request).expect("a request is JSON")
}

fn question(id: usize, query: &Query) -> String {
    let run = Some(Box::new(query.into()));
    line(&Request { id: name(id), hello: None, run, bye: None })
}

impl JsonLinesSession {
    /// The next line as an answer to something, with its length.
    fn read(&mut self, limit: Duration, to: &str) -> Result<(Response, usize), Fault> {
        let begin = Instant::now();
        let line = loop {
            let line = self.process.read_line(begin, limit, to)?;
            if !line.trim().is_empty() {
                break line;
            }
        };
        // A struct of serde may be read from an array as well.
        let is_object = line.trim_start().starts_with('{');
        let response = serde_json::from_str(&line);
        if response.is_ok() && !is_object {
            let line = short(&line);
            return Err(self.process.fault(FaultKind::Error, format!("no object: {line}")));
        }
        response.map(|response| (response, line.len())).map_err(|error| {
            let end = if error.is_eof() { self.process.end() } else { None };
            let (kind, why) = match end {
                Some(end) => {
                    (FaultKind::Crash, format!("{end}, in the middle of {}", short(&line)))
                }
                None if serde_json::from_str::<serde::de::IgnoredAny>(&line).is_err() => {
                    let line = short(&line);
                    let only = "standard output is for answers alone";
                    (FaultKind::Error, format!("not JSON: {line}; {only}"))
                }
                None => (FaultKind::Error, format!("no answer: {error}, in {}", short(&line))),
            };
            self.process.fault(kind, why)
        })
    }

    fn hello(&mut self) -> Result<Welcome, Fault> {
        let hello = Some(wire::Hello::ours());
        self.process.write_line(line(&Request {
            id: HELLO.into(),
            hello,
            run: None,
            bye: None,
        }))?;
        let (response, _) = self.read(self.limits.start, " to `hello`")?;
        let wrong = |process: &Process, why: String| {
            let message = format!("the answer to `hello`: {}", translate::clipped(why));
            Err(process.fault(FaultKind::Error, message))
        };
        if response.id != HELLO {
            return wrong(
                &self.process,
                format!("its id is {}, not \"{HELLO}\"", short(&response.id)),
            );
        }
        Welcome::of(response).or_else(|why| wrong(&self.process, why))
    }
}

/// The beginning of a text, quoted.
fn short(text: &str) -> String {
    let begin: String = text.chars().take(200).collect();
    let more = if begin.len() < text.len() { " …" } else { "" };
    format!("{begin:?}{more}")
}

impl Session for JsonLinesSession {
    fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    fn prepare(&mut self, id: usize, query: &Query) {
        self.ready = Some((id, question(id, query)));
    }

    fn send(&mut self, id: usize, query: &Query) -> Result<(), Fault> {
        let line = match self.ready.take() {
            Some((ready, line)) if ready == id => line,
            Some(_) | None => question(id, query),
        };
        self.process.write_line(line)?;
        self.asked.insert(id, (query.ask.clone(), longest_answer(query)));
        Ok(())
    }

    fn receive(&mut self) -> Result<(usize, Received), Fault> {
        let (response, length) = self.read(self.limits.answer, "")?;
        let known = response.id.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let known = known.filter(|&id| name(id) == response.id);
        let Some((id, (ask, longest))) = known.and_then(|id| self.asked.remove_entry(&id)) else {
            let about = known.filter(|id| self.answered.contains(id));
            let message = match about {
                Some(_) => format!("a second answer to {}", short(&response.id)),
                None => format!("an answer to {}, which is not asked", short(&response.id)),
            };
            return Err(Fault { about, ..self.process.fault(FaultKind::Error, message) });
        };
        self.answered.insert(id);
        Ok((id, Box::new(move || translate::understood(response, length, &ask, longest))))
    }

    fn close(&mut self) -> Result<(), Fault> {
        let bye = Some(wire::Bye {});
        self.process.write_line(line(&Request { id: BYE.into(), hello: None, run: None, bye }))?;
        let (response, _) = self.read(self.limits.answer, " to `bye`")?;
        if response.id != BYE {
            let message = format!("an answer to {} after the last request", short(&response.id));
            return Err(self.process.fault(FaultKind::Error, message));
        }
        if response.ok.is_none() {
            return Err(self.process.fault(FaultKind::Error, "the answer to `bye` is not `ok`"));
        }
        self.process.ends(self.limits.answer)
    }
}
