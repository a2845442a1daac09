//! `tgo legal`: verdicts on moves with their reasons, or a map of the whole board.

use std::{collections::BTreeMap, process::ExitCode};

use clap::Args;
use ternary_go::{Game, Move, Point, StatedMove, Verdict, case::MapSign, draw};

use super::{
    Common, Outcome, code,
    facts::{Reason, by_gray_shift, reasons, without_liberties},
    join, json,
    position::{Position, Ready, read_moves},
    print, print_json,
};

pub(crate) const HELP: &str = "\
Examples:
  tgo legal FORB-2.a A1 --number 9   one move, with the marks of the case if it has any
  tgo legal 9 E5 pass                on an empty board of 9 lines
  tgo legal R-TIGER.a a --rulings tiger-mouth=two-stones
  tgo legal board.txt                every point at once, as a map

Exit code 1 when a move asked about is illegal.";

/// `tgo legal`.
#[derive(Args)]
pub(crate) struct Legal {
    #[command(flatten)]
    position: Position,
    /// Moves to judge, each on the position as it stands; all points when none is given.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

impl Legal {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { game, marks, .. } = self.position.read(common)?;
        let moves = read_moves(&self.moves, &marks)?;
        if self.moves.is_empty() {
            map(&game, common)?;
            return Ok(ExitCode::SUCCESS);
        }
        let judged = |&play: &StatedMove| (play, verdict(&game, play));
        let verdicts: Vec<(StatedMove, Verdict)> = moves.iter().map(judged).collect();
        if common.json {
            let mut value = json::state(&game);
            value["legal"] = verdicts.iter().map(|(play, _)| with_reasons(&game, *play)).collect();
            print_json(&value)?;
        } else {
            let mut text = format!("{}\n", game.headline());
            for (play, verdict) in &verdicts {
                let is = if verdict.is_ok() { "legal" } else { "illegal" };
                text += &format!("{play}: {is}\n");
                text.extend(reasons(&game, *play).iter().map(|reason| reason.text("  ")));
            }
            print(&text)?;
        }
        Ok(code(verdicts.iter().any(|(_, verdict)| verdict.is_err())))
    }
}

fn verdict(game: &Game, play: impl Into<StatedMove>) -> Verdict {
    game.verdict(play).map_err(|refusal| refusal.clauses().collect())
}

/// A verdict as JSON, with what it rests on here.
fn with_reasons(game: &Game, play: StatedMove) -> serde_json::Value {
    let mut value = json::verdict(&play.to_string(), &verdict(game, play));
    let reasons = reasons(game, play);
    if !reasons.is_empty() {
        value["reasons"] = reasons.iter().map(Reason::json).collect();
    }
    value
}

/// The verdict for every empty point.
fn map(game: &Game, common: &Common) -> Result<(), super::Error> {
    let board = game.board();
    let sign = |point| match board.get(point) {
        Some(stone) => MapSign::Stone(stone),
        None => MapSign::of_verdict(&verdict(game, Move::Place(point))),
    };
    let (points, others): (Vec<_>, Vec<_>) =
        game.legal_moves().into_iter().partition(|play| matches!(play, Move::Place(_)));
    if common.json {
        let mut value = json::state(game);
        let empty = board.size().iter().filter(|&point| board.get(point).is_none());
        value["legal"] = empty.map(|point| with_reasons(game, Move::Place(point).into())).collect();
        value["other_legal_moves"] = others.iter().map(Move::to_string).collect();
        return print_json(&value);
    }
    let signs: BTreeMap<Point, MapSign> = board.size().iter().map(|p| (p, sign(p))).collect();
    let map = draw(board.size(), |point| signs[&point].sign());
    let mut text = format!("{}\n\n{map}\n\n", game.headline());
    for meaning in MapSign::ALL {
        let occurs = signs.values().any(|&sign| sign == meaning);
        if occurs && !matches!(meaning, MapSign::Stone(_)) {
            text += &format!("  {}  {}\n", meaning.sign(), meaning.name());
        }
    }
    let empty = board.size().iter().filter(|&point| board.get(point).is_none());
    let shifting: Vec<_> = empty.filter(|&point| by_gray_shift(game, point)).collect();
    if !shifting.is_empty() {
        text += &format!("\nFORB-1 by R-GRAYSHIFT alone: {}\n", join(&shifting));
        text.extend(stuck(game).map(|line| format!("{line}\n")));
    }
    let (count, points) = (points.len(), if points.len() == 1 { "point" } else { "points" });
    text += &format!("\n{count} legal {points}; other legal moves: {}\n", words(&others));
    print(&text)
}

/// That strings without liberties bar gray stones.
pub(crate) fn stuck(game: &Game) -> Option<String> {
    let names = without_liberties(game);
    let have = if names.len() == 1 { "has" } else { "have" };
    let names = Some(names.join(", ")).filter(|names| !names.is_empty())?;
    Some(format!("{names} {have} no liberty, and R-SHIFT would remove what has none"))
}

/// Moves by their words; many with the same word and a point are counted.
fn words(moves: &[Move]) -> String {
    let kind = |play: &Move| play.to_string().split_once(':').map(|(kind, _)| kind.to_owned());
    let mut words: Vec<String> = Vec::new();
    for alike in moves.chunk_by(|one, other| kind(one) == kind(other)) {
        match (kind(&alike[0]), alike.len()) {
            (Some(kind), count @ 9..) => words.push(format!("{kind}: on {count} points")),
            _ => words.extend(alike.iter().map(ToString::to_string)),
        }
    }
    if words.is_empty() { "none".into() } else { words.join(" ") }
}
