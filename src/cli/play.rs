//! `tgo play`: moves made one after the other, and what each did.

use clap::Args;
use ternary_go::{Game, GrayString, Move, Player, Point, StatedMove, Step};

use super::{
    Common, Error, Outcome, Output, code, join, json,
    legal::reasons,
    position::{Position, Ready, left, read_moves},
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
        let step = ternary_go::step(game, play);
        refused |= step.outcome.is_err();
        let step = json::step(&play.to_string(), &step, game.rules());
        let comma = if index == 0 { "" } else { "," };
        out.add(&format!("{comma}\n    {}", indented(step, "\n    ")))?;
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
    let (mut natures, mut extras) = (game.natures(), left(game));
    if made > 0 {
        out.add(&format!("{made} {} before\n", if made == 1 { "move" } else { "moves" }))?;
    }
    for &play in moves {
        let (number, what) = (number(game, play.play), what(game, play));
        let reasons = reasons(game, play, "        ");
        let step = ternary_go::step(game, play);
        let result = match &step.outcome {
            Ok(captures) if captures.is_empty() => what,
            Ok(captures) => format!("{what}, takes {}", join(captures)),
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
        let now = left(game);
        if now != extras {
            out.add(&now.iter().map(|line| format!("        {line}\n")).collect::<String>())?;
        }
        (natures, extras) = (step.natures, now);
    }
    out.add(&format!("\n{}\n{}\n", game.board(), game.headline()))?;
    Ok(refused)
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
        Move::Place(_) => game.due_in_words(),
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
        let holds = |point: &Point| before.iter().find(|other| other.points.contains(point));
        // A stone that was not there yet was neutral.
        let mut were: Vec<&str> = gray
            .points
            .iter()
            .map(|point| holds(point).map_or("neutral", |other| other.nature.name()))
            .filter(|nature| *nature != gray.nature.name())
            .collect();
        were.dedup();
        let (first, now) = (gray.points[0], gray.nature);
        (!were.is_empty()).then(|| format!("{first} is of {now} nature, was {}", were.join(", ")))
    })
}
