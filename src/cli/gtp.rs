//! `tgo gtp`: the reference engine behind GTP.

use std::process::ExitCode;

use clap::Args;
use ternary_go::{
    Ruleset,
    verify::gtp::server::{Server, serve},
};

use super::{Common, Outcome, Rulesets, error};

pub(crate) const HELP: &str = "\
Examples:
  printf 'boardsize 5\\nplay b C3\\nshowboard\\nquit\\n' | tgo gtp
  tgo gtp --ruleset dunshi --rulings superko=simple
  tgo verify --gtp 'tgo gtp'

spec/gtp.md describes the commands. The engine ends at `quit` or at the end of its input.";

/// `tgo gtp`.
#[derive(Args)]
pub(crate) struct Gtp {
    /// The game that `play` and the other commands are about.
    #[arg(long, value_name = "NAME", default_value = "go", value_parser = Rulesets)]
    ruleset: Ruleset,
    /// Answer the commands of GTP only, without the extension `tgo-run`.
    #[arg(long)]
    plain: bool,
}

impl Gtp {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let mut rules = self.ruleset.rules();
        for (switch, value) in &common.rulings {
            rules.rulings.set(switch, value)?;
        }
        let mut server = Server::new(rules, !self.plain);
        let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
        match serve(&mut server, input, std::io::BufWriter::new(output)) {
            // Nobody reads any more: there is nothing left to do.
            Err(problem) if problem.kind() == std::io::ErrorKind::BrokenPipe => {
                Ok(ExitCode::SUCCESS)
            }
            Err(problem) => Err(error(format!("the streams fail: {problem}"))),
            Ok(()) => Ok(ExitCode::SUCCESS),
        }
    }
}
