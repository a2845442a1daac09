//! `tgo play`: moves made one after the other, and what each did.

use clap::Args;
use ternary_go::{
    Game, GrayString, Move, Nature, Player, Point, StatedMove, Step, Stone, rules::gray::Gray,
};

use super::{
    Common, Error, Outcome, Output, code,
    facts::{Reason, reasons},
    join, json,
    position::{Position, Ready, left, read_moves, times},
};

pub(crate) const HELP: &str = "\
Examples:
  tgo play 5 A2 A1 B1                from an empty board
  tgo play 9 @game.txt --ruleset dunshi
  echo 'E5 E4 pass' | tgo play 9 -

Moves are words: D4, pass, double-pass, convert:D4, bomb, knife:D4, replace:D4, resign, agree; W:D4
and 12.D4 state side and number. Exit code 1 when a move is illegal; it is taken back, and the rest
is played (FLOW-1). `escape open for`, in JSON `atari`, names the strings whose atari lets the side to
move pass twice or convert its gray stone (PASS2-1, CONV-1), not all strings in atari.";

/// `tgo play`.
#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    position: Position,
    /// Moves as words; @FILE reads them from a file, - from standard input.
    #[arg(value_name = "MOVES", required = true)]
    moves: Vec<String>,
}

impl Play {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { mut game, marks, made, .. } = self.position.read(common)?;
        let moves = read_moves(&self.moves, &marks)?;
        let mut out = Output::default();
        let refused = if common.json {
            as_json(&mut game, &moves, &mut out)?
        } else {
            as_text(&mut game, &moves, made, &mut out)?
        };
        out.flush()?;
        Ok(code(refused))
    }
}

/// Plays the moves, and prints each with the position after it as JSON; whether one was refused.
fn as_json(game: &mut Game, moves: &[StatedMove], out: &mut Output) -> Result<bool, Error> {
    let indented = |value: serde_json::Value, by: &str| format!("{value:#}").replace('\n', by);
    out.add(&format!("{{\n  \"from\": {},\n", indented(json::state(game), "\n  ")))?;
    out.add("  \"play\": [")?;
    let mut refused = false;
    for (index, &play) in moves.iter().enumerate() {
        let (reasons, rounds) = (reasons(game, play), rounds(game, play));
        let step = ternary_go::step(game, play);
        refused |= step.outcome.is_err();
        let mut value = json::step(&play.to_string(), &step, game);
        if step.outcome.is_err() {
            value["reasons"] = reasons.iter().map(Reason::json).collect();
        } else if game.rules().gray == Gray::Natured {
            value["shift"] = rounds.iter().map(|round| json::points(round)).collect();
        }
        let comma = if index == 0 { "" } else { "," };
        out.add(&format!("{comma}\n    {}", indented(value, "\n    ")))?;
    }
    out.add("\n  ]\n}\n")?;
    Ok(refused)
}

/// Plays the moves, a line each; whether one was refused.
fn as_text(
    game: &mut Game,
    moves: &[StatedMove],
    made: usize,
    out: &mut Output,
) -> Result<bool, Error> {
    let mut refused = false;
    let (mut natures, mut extras) = (game.natures(), of_extras(game));
    if made > 0 {
        out.add(&format!("{made} {} before\n", if made == 1 { "move" } else { "moves" }))?;
    }
    if let Some(line) = times(game) {
        out.add(&format!("{line}\n"))?;
    }
    for &play in moves {
        let (number, what) = (number(game, play.play), what(game, play));
        let reasons: String =
            reasons(game, play).iter().map(|reason| reason.text("        ")).collect();
        let removed = removed(game, play);
        let step = ternary_go::step(game, play);
        let result = match &step.outcome {
            Ok(_) => what + &removed,
            Err(_) => "illegal, taken back".into(),
        };
        refused |= step.outcome.is_err();
        out.add(format!("{number:>6} {:<12} {result}", play.to_string()).trim_end())?;
        out.add(&format!("\n{reasons}"))?;
        if !step.atari.is_empty() {
            out.add(&format!("        escape open for: {}\n", join(&step.atari)))?;
        }
        for line in changed(&natures, &step) {
            out.add(&format!("        {line}\n"))?;
        }
        let now = of_extras(game);
        for line in now.iter().filter(|line| !extras.contains(line)) {
            out.add(&format!("        {line}\n"))?;
        }
        (natures, extras) = (step.natures, now);
    }
    out.add(&format!("\n{}\n", game.board()))?;
    if game.layer() != game.board() {
        out.add(&format!("\nHolographic layer\n\n{}\n\n", game.layer()))?;
    }
    out.add(&format!("{}\n", game.headline()))?;
    Ok(refused)
}

/// The extras that are left, and the times of random ones, a line each.
fn of_extras(game: &Game) -> Vec<String> {
    left(game).into_iter().chain(times(game)).collect()
}

/// The stones that a move makes R-SHIFT remove, round by round.
fn rounds(game: &Game, play: StatedMove) -> Vec<Vec<Point>> {
    game.outcome(play.play).map(|outcome| outcome.rounds).unwrap_or_default()
}

/// What a legal move removes: by GO-4, and round by round by R-SHIFT.
fn removed(game: &Game, play: StatedMove) -> String {
    let Some(outcome) = game.outcome(play.play) else { return String::new() };
    let mut text = String::new();
    if !outcome.captured.is_empty() {
        text += &format!(", takes {}", join(&outcome.captured));
    }
    for (index, round) in outcome.rounds.iter().enumerate() {
        let start = if index == 0 { "; R-SHIFT removes" } else { ", then" };
        text += &format!("{start} {}", join(round));
    }
    text
}

/// The number of a move; both of a double pass, and none of a declared flybomb (PASS2-2, BOMB-2).
fn number(game: &Game, play: Move) -> String {
    let number = game.number();
    match play {
        Move::DeclareBomb | Move::Resign | Move::Agree => String::new(),
        Move::DoublePass => format!("{number}-{}.", number.saturating_add(1)),
        Move::Place(_) | Move::Pass | Move::Convert(_) | Move::Knife(_) | Move::Replace(_) => {
            format!("{number}.")
        }
    }
}

/// What a legal move is, in words.
fn what(game: &Game, stated: StatedMove) -> String {
    let mover = game.due().player.title();
    match stated.play {
        Move::Place(_) => {
            let stone = game.due().stone;
            let bomb = game.has_bomb() && stone != Stone::Gray;
            let follows = if bomb { ", a flybomb follows" } else { "" };
            format!("{mover} places a {stone} stone{follows}")
        }
        Move::Convert(_) => format!("{mover} converts the gray stone"),
        Move::DeclareBomb => format!("{mover} declares a flybomb"),
        Move::Knife(_) => format!("{} throws a knife", receiver(game).title()),
        Move::Replace(_) => format!("{mover} replaces a stone"),
        Move::Pass => format!("{mover} passes"),
        Move::DoublePass => format!("{mover} announces a double pass: both sides pass"),
        Move::Resign => format!("{mover} resigns"),
        Move::Agree => "the players agree that the game is over".into(),
    }
}

const fn receiver(game: &Game) -> Player {
    game.rules().allowance.receiver
}

/// The gray strings whose nature is not what it was, on any of their points.
fn changed<'a>(before: &'a [GrayString], step: &'a Step) -> impl Iterator<Item = String> + 'a {
    step.natures.iter().filter_map(|gray| {
        let was = |point: &Point| {
            let other = before.iter().find(|other| other.points.contains(point))?;
            Some((*point, other.nature))
        };
        let were: Vec<(Point, Nature)> = gray.points.iter().filter_map(was).collect();
        let now = match gray.nature {
            Nature::Neutral => "neutral".into(),
            Nature::Of(player) => format!("of {player} nature"),
        };
        let Some((old, _)) = were.first() else {
            // A stone that was not there yet.
            let sides = gray.nature != Nature::Neutral;
            return sides.then(|| format!("{}, the new gray stone, is {now}", gray.points[0]));
        };
        let mut others: Vec<&str> = were
            .iter()
            .filter(|(_, nature)| *nature != gray.nature)
            .map(|(_, nature)| nature.name())
            .collect();
        others.dedup();
        (!others.is_empty()).then(|| format!("{old} is {now}, was {}", others.join(", ")))
    })
}
