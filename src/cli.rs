//! What `tgo` understands: arguments, exit codes, errors.

mod advice;
mod classify;
mod compare;
mod engine;
mod explain;
mod export;
mod facts;
mod gtp;
mod json;
mod legal;
mod natures;
mod offline;
mod output;
mod perft;
mod play;
mod position;
mod queries;
mod report;
mod score;
mod select;
mod show;
mod source;
mod verify;

use std::{ffi::OsStr, process::ExitCode, sync::LazyLock};

use clap::{
    Arg, Args, CommandFactory, Parser, Subcommand,
    builder::{PossibleValue, TypedValueParser},
    error::ErrorKind,
};
use ternary_go::{
    Ruleset,
    case::load::CaseError,
    rules::{Axis, Rulings, Switch},
};

pub(crate) use output::{Output, join, print, print_json, progress, read, read_large};

/// What a command ends with: 0, or 1 when the answer is no.
pub(crate) type Outcome = Result<ExitCode, Error>;

/// Why a command cannot answer: bad input, exit code 2.
#[derive(Debug)]
pub(crate) enum Error {
    /// A message.
    Message(String),
    /// What is wrong with case files.
    Cases(Vec<CaseError>),
}

impl<E: std::error::Error> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Message(error.to_string())
    }
}

impl Error {
    /// Tells the error on standard error, or as JSON on standard output.
    fn tell(&self, as_json: bool) {
        let _ = match self {
            Self::Message(message) if as_json => {
                print_json(&serde_json::json!({ "error": message.trim_end() }))
            }
            Self::Cases(errors) if as_json => {
                print_json(&serde_json::json!({ "errors": json::case_errors(errors) }))
            }
            Self::Message(message) => {
                let message = ternary_go::case::load::printable(message.trim_end());
                output::tell!("error: {message}");
                Ok(())
            }
            Self::Cases(errors) => {
                output::tell_errors(errors);
                Ok(())
            }
        };
    }
}

/// An error with a message of our own.
pub(crate) fn error(message: impl Into<String>) -> Error {
    Error::Message(message.into())
}

/// The exit code for a yes or a no.
pub(crate) fn code(no: bool) -> ExitCode {
    ExitCode::from(u8::from(no))
}

/// Exact rules of the three-colour Go games: cases, verdicts and counts, each by its clause.
#[derive(Parser)]
#[command(name = "tgo", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  tgo verify                         all cases against the reference engine
  tgo clause FORB-2                  a clause, with the cases that decide it
  tgo case FORB-2.a                  a case
  tgo legal FORB-2.a A1 --number 9   a verdict with its reasons
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
    /// Print JSON, errors too.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Readings of the disputed rules: SWITCH=VALUE, several separated by commas.
    #[arg(long, global = true, value_name = "SWITCH=VALUE", value_delimiter = ',', value_parser = Readings)]
    pub(crate) rulings: Vec<(&'static str, &'static str)>,
}

impl Common {
    /// Refuses two readings of one switch.
    fn check(&self) -> Result<(), Error> {
        let conflict = self.rulings.iter().enumerate().find_map(|(index, (switch, value))| {
            let same = |(name, other): &&(&str, &str)| name == switch && other != value;
            let (_, other) = self.rulings[..index].iter().find(same)?;
            Some(error(format!("{switch} is {other} or {value}, not both")))
        });
        conflict.map_or(Ok(()), Err)
    }

    /// The readings as they are written after `--rulings`.
    pub(crate) fn readings(&self) -> String {
        let readings = self.rulings.iter().map(|(switch, value)| format!("{switch}={value}"));
        readings.collect::<Vec<_>>().join(",")
    }
}

/// Reads readings, and lists them all.
#[derive(Clone)]
struct Readings;

impl TypedValueParser for Readings {
    type Value = (&'static str, &'static str);

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let read = |text: &str| reading(text);
        read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
            let of_switch = |switch: &'static Switch| {
                (switch.values)().into_iter().map(|value| format!("{}={value}", switch.name))
            };
            Switch::ALL.iter().flat_map(of_switch).collect()
        });
        Some(Box::new(ALL.iter().map(|reading| PossibleValue::new(reading.as_str()))))
    }
}

fn reading(text: &str) -> Result<(&'static str, &'static str), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        let names: Vec<_> = Switch::ALL.iter().map(|switch| switch.name).collect();
        format!("write SWITCH=VALUE, where the switch is one of {}", names.join(", "))
    })?;
    let switch = Switch::named(name.trim()).map_err(|error| error.to_string())?;
    let mut rulings = Rulings::default();
    rulings.set(switch.name, value.trim()).map_err(|error| error.to_string())?;
    let set = rulings.iter().find(|(other, _)| other.name == switch.name);
    Ok((switch.name, set.expect("every switch has a value").1))
}

/// Reads a ruleset, with the nearest name in the error, and lists them all.
#[derive(Clone)]
pub(crate) struct Rulesets;

impl TypedValueParser for Rulesets {
    type Value = Ruleset;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Ruleset, clap::Error> {
        let read = |text: &str| Ruleset::named(text).map_err(|error| error.to_string());
        read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Ruleset::ALL.iter().map(|ruleset| PossibleValue::new(ruleset.name()))))
    }
}

#[derive(Subcommand)]
enum Command {
    /// Put all cases to an engine: the reference engine, or anybody's.
    #[command(after_help = verify::HELP)]
    Verify(verify::Verify),
    /// Put case files of your own to the reference engine.
    #[command(after_help = verify::CHECK_HELP)]
    Check(verify::CheckFiles),
    /// Say which readings of the disputed rules an engine plays.
    #[command(after_help = classify::HELP)]
    Classify(classify::Classify),
    /// Put positions of your own to two engines, and show where they differ.
    #[command(after_help = compare::HELP)]
    Compare(compare::Compare),
    /// Serve the reference engine on standard input and output.
    #[command(after_help = engine::HELP)]
    Engine,
    /// Write the requests of all cases, for an engine that cannot be started.
    #[command(after_help = offline::EMIT_HELP)]
    Emit(offline::Emit),
    /// Judge a file of answers to them.
    #[command(after_help = offline::GRADE_HELP)]
    Grade(offline::Grade),
    /// Serve the reference engine as a GTP engine.
    #[command(after_help = gtp::HELP)]
    Gtp(gtp::Gtp),
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
    #[command(after_help = legal::HELP)]
    Legal(legal::Legal),
    /// Play moves, and show what they capture and the position they lead to.
    #[command(after_help = play::HELP)]
    Play(play::Play),
    /// Count a position.
    #[command(after_help = score::HELP)]
    Score(score::Score),
    /// Count the legal sequences of moves.
    #[command(after_help = perft::HELP)]
    Perft(perft::Perft),
    /// Translate points between A1 and the sources' notation.
    #[command(after_help = perft::POINT_HELP)]
    Point(perft::PointNames),
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
    let (outcome, as_json) = match Cli::try_parse() {
        Ok(cli) => (run(&cli), cli.common.json),
        // The arguments could not be read: `--json` may still be among them.
        Err(error) => (not_parsed(&error), std::env::args_os().any(|word| word == "--json")),
    };
    outcome.unwrap_or_else(|error| {
        error.tell(as_json);
        ExitCode::from(2)
    })
}

fn run(cli: &Cli) -> Outcome {
    let Cli { command, common } = cli;
    common.check()?;
    match command {
        Command::Verify(verify) => verify.run(common),
        Command::Check(check) => check.run(common),
        Command::Classify(classify) => classify.run(common),
        Command::Compare(compare) => compare.run(common),
        Command::Engine => engine::run(common),
        Command::Emit(emit) => emit.run(common),
        Command::Grade(grade) => grade.run(common),
        Command::Gtp(gtp) => gtp.run(common),
        Command::Case(case) => case.run(common),
        Command::Clause(clause) => clause.run(common),
        Command::Show(show) => show.run(common),
        Command::Legal(legal) => legal.run(common),
        Command::Play(play) => play.run(common),
        Command::Score(score) => score.run(common),
        Command::Perft(perft) => perft.run(common),
        Command::Point(point) => point.run(common),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "tgo", &mut script);
            print(&String::from_utf8_lossy(&script))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Help and version where they were asked for, and otherwise what is wrong with the arguments.
fn not_parsed(problem: &clap::Error) -> Outcome {
    let text = problem.render();
    if matches!(problem.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        print(&text.ansi().to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    if std::env::args_os().any(|word| word == "--json") {
        let text = text.to_string();
        return Err(error(text.strip_prefix("error: ").unwrap_or(&text)));
    }
    let _ = problem.print();
    Ok(ExitCode::from(2))
}
