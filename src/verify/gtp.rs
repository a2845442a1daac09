//! Engines that speak GTP, as `spec/gtp.md` describes: by the extension, or by plain commands.

mod plain;
pub mod server;
mod setup;
mod talk;

use self::{plain::Plain, talk::Talk};
use super::{
    process::Process,
    session::{Connect, Fault, FaultKind, Limits, Received, Session},
    translate,
    wire::{self, Hello, Response, Welcome},
};
use crate::{Answer, Ask, Query};

/// The commands of the extension.
pub(crate) const HELLO: &str = "tgo-hello";
/// A question.
pub(crate) const RUN: &str = "tgo-run";

/// A command whose process speaks GTP, version 2.
#[derive(Clone, Debug)]
pub struct Gtp {
    /// The command, for a shell.
    pub command: String,
    /// How long it may take.
    pub limits: Limits,
    /// What an engine without the extension plays: readings of switches, else the defaults.
    pub readings: Vec<(&'static str, &'static str)>,
}

impl Connect for Gtp {
    fn connect(&self) -> Result<Box<dyn Session>, Fault> {
        let process = Process::start(&self.command)?;
        let mut talk = Talk::new(process, self.limits.start);
        talk.greet()?;
        let name = talk.ask("name")?.unwrap_or_default();
        let version = talk.ask("version")?.unwrap_or_default();
        let listed = match talk.ask("list_commands")? {
            Ok(list) => list.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            Err(message) => {
                let message = format!("`list_commands` fails: {message}");
                return Err(talk.fault(FaultKind::Error, message));
            }
        };
        let has = |command: &str| listed.iter().any(|listed| listed == command);
        let (welcome, way) = if has(HELLO) && has(RUN) {
            (hello(&mut talk)?, Way::Extension)
        } else if let Some(missing) = plain::NEEDED.into_iter().find(|command| !has(command)) {
            let message = format!("`list_commands` names no `{missing}`");
            return Err(talk.fault(FaultKind::Error, message));
        } else {
            (plain::welcome(&name, &version, &self.readings), Way::Plain(Plain::new(has)))
        };
        talk.set_limit(self.limits.answer);
        Ok(Box::new(GtpSession { talk, welcome, way, asked: None }))
    }
}

/// Asks an engine with the extension what it plays.
fn hello(talk: &mut Talk) -> Result<Welcome, Fault> {
    let reply = talk.ask(&command(HELLO, &Hello::ours()))?;
    match reply.and_then(|text| Welcome::of(response(&text)?)) {
        // GTP answers one command after the other.
        Ok(welcome) => Ok(Welcome { in_flight: 1, ..welcome }),
        Err(why) => Err(talk.fault(FaultKind::Error, format!("the answer to `{HELLO}`: {why}"))),
    }
}

/// A command of the extension with its argument. A `#` would begin a comment.
fn command(name: &str, argument: &impl serde::Serialize) -> String {
    let argument = serde_json::to_string(argument).expect("it is JSON");
    format!("{name} {}", argument.replace('#', r"\u0023"))
}

/// The answer of a command of the extension: that of the protocol, without `id`.
fn response(text: &str) -> Result<Response, String> {
    let mut value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    let object = value.as_object_mut().ok_or("it is no object")?;
    object.insert("id".into(), "".into());
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// How questions are put.
enum Way {
    Extension,
    Plain(Plain),
}

struct GtpSession {
    talk: Talk,
    welcome: Welcome,
    way: Way,
    /// The question under way.
    asked: Option<(usize, Query)>,
}

impl Session for GtpSession {
    fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    fn send(&mut self, id: usize, query: &Query) -> Result<(), Fault> {
        self.asked = Some((id, query.clone()));
        Ok(())
    }

    fn receive(&mut self) -> Result<(usize, Received), Fault> {
        let (id, query) = self.asked.take().expect("a question is under way");
        let answer = match &mut self.way {
            Way::Extension => {
                let run = command(RUN, &wire::Run::from(&query));
                by_extension(self.talk.ask(&run)?, &query.ask)
            }
            Way::Plain(plain) => plain.answer(&mut self.talk, &query)?,
        };
        Ok((id, Box::new(|| answer)))
    }

    fn close(&mut self) -> Result<(), Fault> {
        self.talk.quit()
    }
}

fn by_extension(reply: Result<String, String>, ask: &Ask) -> Answer {
    let answer = match reply {
        Ok(text) => response(&text).and_then(|response| translate::answer(response, ask)),
        Err(message) => return Answer::Error(message),
    };
    answer.unwrap_or_else(|why| Answer::Error(format!("not understood: {why}")))
}
