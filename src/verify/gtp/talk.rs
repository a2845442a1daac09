//! Commands and answers of GTP over the pipes of a process.

use std::time::{Duration, Instant};

use crate::verify::{
    process::Process,
    session::{Fault, FaultKind},
    wire::LONGEST_LINE,
};

/// What an engine answers to a command: the text after `=`, or after `?`.
pub(super) type Reply = Result<String, String>;

/// Lines that are no part of an answer, before one.
const MOST_STRAY: usize = 1000;

/// An engine that takes commands, one at a time.
pub(super) struct Talk {
    process: Process,
    /// How long it may take for an answer.
    limit: Duration,
    /// The id of the last command.
    id: u32,
    /// Whether commands have ids.
    sends_ids: bool,
    /// Whether answers have had ids.
    answers_ids: bool,
}

impl Talk {
    pub(super) fn new(process: Process, limit: Duration) -> Self {
        Self { process, limit, id: 0, sends_ids: true, answers_ids: false }
    }

    pub(super) fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    pub(super) fn fault(&self, kind: FaultKind, message: impl Into<String>) -> Fault {
        self.process.fault(kind, message)
    }

    /// The first command. An engine that does not understand ids is told so by its refusal.
    pub(super) fn greet(&mut self) -> Result<(), Fault> {
        let mut version = self.ask("protocol_version")?;
        if version.is_err() && !self.answers_ids {
            self.sends_ids = false;
            version = self.ask("protocol_version")?;
        }
        match version {
            Ok(version) if version == "2" => Ok(()),
            Ok(other) => {
                let other: String = other.chars().take(40).collect();
                let message = format!("GTP version {other:?}; this suite speaks 2");
                Err(self.fault(FaultKind::Error, message))
            }
            Err(message) => {
                Err(self.fault(FaultKind::Error, format!("`protocol_version` fails: {message}")))
            }
        }
    }

    /// Sends a command and waits for its answer.
    pub(super) fn ask(&mut self, command: &str) -> Result<Reply, Fault> {
        self.send(command)?;
        self.receive()
    }

    /// Sends the last command. An engine may end without an answer to that.
    pub(super) fn quit(&mut self) -> Result<(), Fault> {
        self.send("quit")?;
        match self.receive() {
            Ok(_) => {}
            Err(fault) if fault.kind == FaultKind::Crash => {}
            Err(fault) => return Err(fault),
        }
        self.process.ends(self.limit)
    }

    fn send(&mut self, command: &str) -> Result<(), Fault> {
        for _ in 0..MOST_STRAY {
            let Some(line) = self.process.waiting_line() else { break };
            if line.starts_with(['=', '?']) {
                return Err(self.unasked(&line));
            }
        }
        self.id += 1;
        let id = if self.sends_ids { format!("{} ", self.id) } else { String::new() };
        self.process.write_line(format!("{id}{command}"))
    }

    fn receive(&mut self) -> Result<Reply, Fault> {
        let begin = Instant::now();
        let (mut stray, mut first_stray) = (0, None);
        let first = loop {
            let line = match self.line(begin) {
                Ok(line) => line,
                Err(fault) => return Err(Self::with_stray(fault, stray, first_stray)),
            };
            if line.starts_with(['=', '?']) {
                break line;
            }
            if !line.trim().is_empty() {
                stray += 1;
                first_stray.get_or_insert(line);
            }
            if stray > MOST_STRAY {
                let fault = self.fault(FaultKind::Error, "too many lines that are no answer");
                return Err(Self::with_stray(fault, stray, first_stray));
            }
        };
        let (sign, rest) = first.split_at(1);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (id, text) = rest.split_at(end);
        self.check_id(id, &first)?;
        let mut text = text.trim().to_owned();
        loop {
            let line = self.line(begin)?;
            if line.trim().is_empty() {
                break;
            }
            text += "\n";
            text += line.trim_end();
            if text.len() > LONGEST_LINE {
                return Err(self.fault(FaultKind::Error, "an answer that is too long"));
            }
        }
        let text = text.trim().replace('\t', " ");
        Ok(if sign == "=" { Ok(text) } else { Err(text) })
    }

    /// Who has answered with an id once does so always.
    fn check_id(&mut self, id: &str, line: &str) -> Result<(), Fault> {
        if id.is_empty() && !self.answers_ids {
            return Ok(());
        }
        self.answers_ids = true;
        if self.sends_ids && id.parse() == Ok(self.id) {
            return Ok(());
        }
        Err(self.unasked(line))
    }

    fn unasked(&self, line: &str) -> Fault {
        let begin: String = line.chars().take(200).collect();
        let message = format!("{begin:?} answers no command; the last one has the id {}", self.id);
        self.fault(FaultKind::Error, message)
    }

    /// The next line; the limit is that of the whole answer.
    fn line(&mut self, begin: Instant) -> Result<String, Fault> {
        self.process.read_line(begin, self.limit, "")
    }

    /// A fault with the lines that were no answer.
    fn with_stray(mut fault: Fault, count: usize, first: Option<String>) -> Fault {
        if let Some(first) = first {
            let first: String = first.chars().take(200).collect();
            fault.message += &format!("\n{count} lines begin with neither = nor ?: {first:?}");
        }
        fault
    }
}
