//! `tgo perft` and `tgo point`: counts of sequences, and names of points.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use ternary_go::{BoardSize, Point};

use super::{
    Common, Outcome, Output, error,
    position::{Position, Ready},
    print, print_json,
};

pub(crate) const HELP: &str = "\
Examples:
  tgo perft 3 6 --ruleset go
  tgo perft FORB-2.a 3 --number 9

Each length is printed as it comes; long ones take long.";

pub(crate) const POINT_HELP: &str = "\
Examples:
  tgo point 9 C3 二B 〇〇
  tgo point 9x13 A1";

/// `tgo perft`.
#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    position: Position,
    /// The greatest length of a sequence.
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
}

impl Perft {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { game, .. } = self.position.read(common)?;
        let nodes = (0..=self.depth).map(|depth| (depth, game.perft(depth)));
        if common.json {
            let nodes: serde_json::Map<String, serde_json::Value> =
                nodes.map(|(depth, nodes)| (depth.to_string(), nodes.into())).collect();
            print_json(&json!({ "perft": nodes }))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = Output::default();
        for (depth, nodes) in nodes {
            out.add(&format!("{depth:>3} {nodes:>20}\n"))?;
            out.flush()?;
            if out.is_closed() {
                break;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// `tgo point`.
#[derive(Args)]
pub(crate) struct PointNames {
    /// The size of the board: 9 or 9x13.
    size: BoardSize,
    /// Points in either notation: C3 or BB.
    #[arg(required = true, value_name = "POINT")]
    points: Vec<String>,
}

impl PointNames {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let mut rows = Vec::new();
        for word in &self.points {
            let point = word.parse::<Point>().or_else(|own| {
                Point::from_source(word, self.size)
                    .map_err(|source| error(format!("{own}; in the other notation: {source}")))
            })?;
            if !self.size.contains(point) {
                return Err(error(format!("{point} is off a board of {}", self.size)));
            }
            rows.push((point.to_string(), point.to_source(self.size)));
        }
        if common.json {
            let rows = rows.iter().map(|(own, source)| json!({ "point": own, "source": source }));
            print_json(&rows.collect())?;
            return Ok(ExitCode::SUCCESS);
        }
        let none = || "none".into();
        let rows = rows
            .into_iter()
            .map(|(own, source)| format!("{own:<4} {}\n", source.unwrap_or_else(none)));
        print(&rows.collect::<String>())?;
        Ok(ExitCode::SUCCESS)
    }
}
