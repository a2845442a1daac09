//! What `tgo` understands: arguments, exit codes, output.

mod explain;
mod json;
mod position;
mod run;
mod show;
mod verify;

use std::{io::Write, path::PathBuf, process::ExitCode};

use clap::{Args, CommandFactory, Parser, Subcommand, error::ErrorKind};
use ternary_go::{
    Point, Ruleset,
    rules::{Axis, Rulings, Switch},
};

/// What a command ends with: 0, or 1 when the answer is no.
pub(crate) type Outcome = Result<ExitCode, Error>;

/// Why a command cannot answer: bad input, exit code 2.
#[derive(Debug)]
pub(crate) enum Error {
    /// A message of our own.
    Message(String),
    /// A message that is complete as it is.
    Rendered(String),
    /// The reader of our output has gone: nothing is left to say.
    Closed,
}

impl<E: std::error::Error> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Message(error.to_string())
    }
}

/// An error with a message of our own.
pub(crate) fn error(message: impl Into<String>) -> Error {
    Error::Message(message.into())
}

/// Exact rules of the three-colour Go games: cases, verdicts and counts, each by its clause.
#[derive(Parser)]
#[command(name = "tgo", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  tgo verify                         all cases against the reference engine
  tgo clause FORB-2                  a clause, with the cases that decide it
  tgo case FORB-2.a                  a case
  tgo legal FORB-2.a A1              a verdict with its reasons
  tgo play 9 'E5 E4 pass' --ruleset go

Exit codes: 0 yes, 1 no, 2 the question makes no sense.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

/// What every command understands.
#[derive(Args, Clone)]
pub(crate) struct Common {
    /// Print JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Readings of the disputed rules: SWITCH=VALUE, several separated by commas.
    #[arg(long, global = true, value_name = "SWITCH=VALUE", value_delimiter = ',', value_parser = reading)]
    pub(crate) rulings: Vec<(&'static str, String)>,
}

fn reading(text: &str) -> Result<(&'static str, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        let names: Vec<_> = Switch::ALL.iter().map(|switch| switch.name).collect();
        format!("write SWITCH=VALUE, where the switch is one of {}", names.join(", "))
    })?;
    let switch = Switch::named(name.trim()).map_err(|error| error.to_string())?;
    Rulings::default().set(switch.name, value.trim()).map_err(|error| error.to_string())?;
    Ok((switch.name, value.trim().into()))
}

/// A ruleset by name, with the nearest name in the error.
pub(crate) fn ruleset(text: &str) -> Result<Ruleset, String> {
    Ruleset::named(text).map_err(|error| error.to_string())
}

#[derive(Subcommand)]
enum Command {
    /// Put all cases to the reference engine.
    #[command(after_help = verify::HELP)]
    Verify(verify::Verify),
    /// Put case files of your own to the reference engine.
    #[command(after_help = verify::CHECK_HELP)]
    Check(verify::CheckFiles),
    /// Show a case, or list the cases.
    #[command(after_help = explain::CASE_HELP)]
    Case(explain::Case),
    /// Show a clause or ruling with its cases, or list them.
    #[command(after_help = explain::CLAUSE_HELP)]
    Clause(explain::Clause),
    /// Show a position: strings, liberties, eyes, natures, forbidden points.
    #[command(after_help = show::HELP)]
    Show(show::Show),
    /// Say whether moves are legal, and why not.
    #[command(after_help = run::LEGAL_HELP)]
    Legal(run::Legal),
    /// Play moves, and show what they capture and the position they lead to.
    #[command(after_help = run::PLAY_HELP)]
    Play(run::Play),
    /// Count a position.
    #[command(after_help = run::SCORE_HELP)]
    Score(run::Score),
    /// Count the legal sequences of moves.
    #[command(after_help = run::PERFT_HELP)]
    Perft(run::Perft),
    /// Translate points between A1 and the sources' notation.
    #[command(after_help = run::POINT_HELP)]
    Point(run::PointNames),
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  tgo completions bash > ~/.local/share/bash-completion/completions/tgo"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Runs the tool.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let _ = error.print();
            return if asked { ExitCode::SUCCESS } else { ExitCode::from(2) };
        }
    };
    let Cli { command, common } = cli;
    let outcome = match command {
        Command::Verify(verify) => verify.run(&common),
        Command::Check(check) => check.run(&common),
        Command::Case(case) => case.run(&common),
        Command::Clause(clause) => clause.run(&common),
        Command::Show(show) => show.run(&common),
        Command::Legal(legal) => legal.run(&common),
        Command::Play(play) => play.run(&common),
        Command::Score(score) => score.run(&common),
        Command::Perft(perft) => perft.run(&common),
        Command::Point(point) => point.run(&common),
        Command::Completions { shell } => completions(shell),
    };
    match outcome {
        Ok(code) => code,
        Err(Error::Closed) => ExitCode::SUCCESS,
        Err(Error::Rendered(text)) => {
            let _ = writeln!(anstream::stderr(), "{}", text.trim_end());
            ExitCode::from(2)
        }
        Err(Error::Message(message)) => {
            let _ = writeln!(anstream::stderr(), "error: {}", message.trim_end());
            ExitCode::from(2)
        }
    }
}

fn completions(shell: clap_complete::Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tgo", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Points separated by blanks, or `none`.
pub(crate) fn join(points: &[Point]) -> String {
    if points.is_empty() {
        return "none".into();
    }
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Prints a text on standard output, in one piece.
pub(crate) fn print(text: &str) -> Outcome {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(Error::Closed),
        Err(error) => Err(self::error(format!("cannot write the output: {error}"))),
    }
}

/// Prints a JSON value with a line break.
pub(crate) fn print_json(value: &serde_json::Value) -> Outcome {
    print(&format!("{value:#}\n"))
}

/// Reads a file whole, `-` for standard input; refuses more than a mebibyte.
pub(crate) fn read(path: &PathBuf) -> Result<Vec<u8>, Error> {
    const LIMIT: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let name = path.display();
    let result = if path.as_os_str() == "-" {
        std::io::Read::read_to_end(
            &mut std::io::Read::take(std::io::stdin(), LIMIT + 1),
            &mut bytes,
        )
    } else {
        std::fs::File::open(path).and_then(|file| {
            std::io::Read::read_to_end(&mut std::io::Read::take(file, LIMIT + 1), &mut bytes)
        })
    };
    result.map_err(|problem| error(format!("cannot read {name}: {problem}")))?;
    if bytes.len() as u64 > LIMIT {
        return Err(error(format!("{name} is larger than a mebibyte")));
    }
    Ok(bytes)
}
