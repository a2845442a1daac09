//! Which engine a command asks, and `tgo engine`, which is the reference engine behind the protocol.

use std::{process::ExitCode, time::Duration};

use clap::Args;
use ternary_go::{
    Reference,
    verify::{
        gtp::Gtp,
        pool::Pool,
        serve::serve,
        session::{Connect, Fault, JsonLines, Limits},
        wire::Welcome,
    },
};

use super::{Common, Error, Outcome, error};

pub(crate) const HELP: &str = "\
Example:
  echo '{\"id\":\"1\",\"run\":{\"rules\":{\"ruleset\":\"go\"},\"board\":[\"...\",\".X.\",\"...\"],\"query\":{\"legal\":{\"moves\":[\"B2\"]}}}}' | tgo engine

spec/protocol.md describes the messages. The engine ends at `bye` or at the end of its input.";

/// Which engine, and what it is allowed.
#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Ask this command, which speaks JSON Lines (spec/protocol.md), instead of the reference engine.
    #[arg(long, value_name = "COMMAND", conflicts_with = "gtp")]
    pub(crate) engine: Option<String>,
    /// Ask this command, which speaks GTP (spec/gtp.md). `--rulings superko=simple` says what it plays.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) gtp: Option<String>,
    #[command(flatten)]
    allowed: Allowed,
}

/// What an engine is allowed.
#[derive(Args)]
pub(crate) struct Allowed {
    /// How many engines run at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// How long an engine may take to start: seconds, or as 500ms.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    start_limit: Duration,
    /// How long it may take for an answer.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    limit: Duration,
    /// After how many faults in all it is given up; after five in a row it always is.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    faults: u32,
}

/// A time as `10`, `10s` or `500ms`.
fn duration(text: &str) -> Result<Duration, String> {
    let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
    let read = match text.strip_suffix("ms") {
        Some(millis) => number(millis).map(Duration::from_millis),
        None => number(text.strip_suffix('s').unwrap_or(text)).map(Duration::from_secs),
    };
    let most = Duration::from_secs(24 * 60 * 60);
    read.filter(|time| *time <= most).ok_or_else(|| "write seconds, as 10, or 500ms".into())
}

impl EngineArgs {
    /// What starts the engine; `None` for the reference engine.
    pub(crate) fn connect(&self, common: &Common) -> Result<Option<Box<dyn Connect>>, Error> {
        match (&self.engine, &self.gtp) {
            (Some(command), _) => self.allowed.json_lines(command).map(Some),
            (None, Some(command)) => self.allowed.gtp(command, common).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Starts the first engine. An interrupt from now on ends all of them.
    pub(crate) fn open<'a>(&self, connect: &'a dyn Connect) -> Result<Pool<'a>, Fault> {
        self.allowed.open(connect)
    }

    /// The option that names the engine, with a blank before it, as a shell takes it.
    pub(crate) fn words(&self) -> String {
        let quoted = |command: &String| format!("'{}'", command.replace('\'', r"'\''"));
        let engine = self.engine.as_ref().map(|command| format!(" --engine {}", quoted(command)));
        let gtp = self.gtp.as_ref().map(|command| format!(" --gtp {}", quoted(command)));
        engine.or(gtp).unwrap_or_default() + &self.allowed.words()
    }
}

impl Allowed {
    /// The limits that are not the usual ones.
    fn words(&self) -> String {
        let usual = Limits::default();
        let word = |name: &str, limit: Duration, usual: Duration| match limit == usual {
            true => String::new(),
            false => format!(" --{name} {}ms", limit.as_millis()),
        };
        word("start-limit", self.start_limit, usual.start)
            + &word("limit", self.limit, usual.answer)
    }

    const fn limits(&self) -> Limits {
        Limits { start: self.start_limit, answer: self.limit }
    }

    /// What starts an engine that speaks JSON Lines.
    pub(crate) fn json_lines(&self, command: &str) -> Result<Box<dyn Connect>, Error> {
        let command = some(command)?.into();
        Ok(Box::new(JsonLines { command, limits: self.limits() }))
    }

    /// What starts an engine that speaks GTP.
    pub(crate) fn gtp(&self, command: &str, common: &Common) -> Result<Box<dyn Connect>, Error> {
        let (command, readings) = (some(command)?.into(), common.rulings.clone());
        Ok(Box::new(Gtp { command, limits: self.limits(), readings }))
    }

    /// Starts the first engine. An interrupt from now on ends all of them.
    pub(crate) fn open<'a>(&self, connect: &'a dyn Connect) -> Result<Pool<'a>, Fault> {
        ternary_go::verify::process::adopt_orphans();
        let _ = ctrlc::set_handler(|| {
            ternary_go::verify::process::kill_all();
            std::process::exit(130);
        });
        Pool::open(connect, self.jobs.into(), self.faults as usize)
    }
}

/// A command that is not empty.
fn some(command: &str) -> Result<&str, Error> {
    let empty = || error("the command of the engine is empty");
    Some(command).filter(|command| !command.trim().is_empty()).ok_or_else(empty)
}

/// `tgo engine`.
pub(crate) fn run(_: &Common) -> Outcome {
    let welcome = Welcome::everything("ternary-go", env!("CARGO_PKG_VERSION"));
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    match serve(&mut Reference, &welcome, input, std::io::BufWriter::new(output)) {
        // Nobody reads any more: there is nothing left to do.
        Err(problem) if problem.kind() == std::io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(problem) => Err(error(format!("the streams fail: {problem}"))),
        Ok(()) => Ok(ExitCode::SUCCESS),
    }
}
