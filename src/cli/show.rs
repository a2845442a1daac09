//! `tgo show`: a position with its strings, eyes, private eyes, natures and forbidden points.

use std::{fmt::Write as _, process::ExitCode};

use clap::Args;
use serde_json::json;
use ternary_go::{
    Board, EyeReport, Game, GrayString, IllegalMove, Move, NoPrivateEye, Player, Point, Refusal,
    Status, Stone, StoneString, all_private_eyes, empty_regions,
    rules::{gray::Gray, schedule::Due},
    strings,
};

use super::{
    Common, Outcome,
    facts::by_gray_shift,
    join, json,
    legal::stuck,
    natures,
    position::{Position, Ready, left, picture, times},
    print, print_json,
};

pub(crate) const HELP: &str = "\
Examples:
  tgo show FORB-2.a                  a case
  tgo show '...O/..O./O.../.O..' --ruleset dunshi --number 9
  tgo show board.txt --ruleset flybomb   private eyes and natures too
  tgo show board.txt --json";

/// `tgo show`.
#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    position: Position,
    /// Print the picture as SVG.
    #[arg(long, conflicts_with = "json")]
    svg: bool,
}

impl Show {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { game, marks, .. } = self.position.read(common)?;
        if self.svg {
            print(&ternary_go::svg(game.board(), &marks))?;
        } else if common.json {
            print_json(&as_json(&game))?;
        } else {
            print(&as_text(&game, &marks))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn as_json(game: &Game) -> serde_json::Value {
    let mut value = json::state(game);
    value["strings"] = strings(game.board()).iter().map(json::string).collect();
    value["eyes"] = empty_regions(game.board()).iter().map(json::region).collect();
    if let Some(natured) = Natured::of(game) {
        value["natures"] = natures::as_json(game.board(), &natured.gray, &natured.eyes);
        value["private_eyes"] = natured.eyes.iter().map(json::private_eyes).collect();
        value["layer"] = json::board(game.layer());
        value["layer_strings"] = strings(game.layer()).iter().map(json::string).collect();
        value["layer_eyes"] = empty_regions(game.layer()).iter().map(json::region).collect();
    }
    value["forbidden"] = forbidden(game).iter().map(Forbidden::json).collect();
    value
}

fn as_text(game: &Game, marks: &[(char, Point)]) -> String {
    let mut text = format!("{}\n", game.headline());
    text.extend(left(game).into_iter().chain(times(game)).map(|line| format!("{line}\n")));
    text += &format!("\n{}\n", picture(game, marks));
    let rows: String = strings(game.board()).iter().map(string_row).collect();
    if !rows.is_empty() {
        text += &format!("\nStrings\n{rows}");
    }
    let layered = game.board() != game.layer();
    text += &eyes(game.board(), if layered { "Eyes (base layer)" } else { "Eyes" });
    if let Some(natured) = Natured::of(game) {
        text += &natured.text(game.board(), game.layer());
    }
    text.extend(forbidden(game).iter().map(Forbidden::text));
    text
}

/// A string with the number of its stones and its liberties.
fn string_row(string: &StoneString) -> String {
    let (count, liberties) = (string.points.len(), string.liberties.len());
    let stones = if count == 1 { "stone" } else { "stones" };
    let named = if string.stone == Stone::Gray {
        "wall".into()
    } else {
        let word = if liberties == 1 { "liberty:" } else { "liberties:" };
        format!("{liberties:>3} {word:<10} {}", join(&string.liberties))
    };
    let name = format!("{} {}", string.stone, string.points[0]);
    format!("  {name:<10} {count:>3} {stones:<6}  {named}\n")
}

fn eyes(board: &Board, title: &str) -> String {
    let regions = empty_regions(board).into_iter();
    let eyes = regions.filter_map(|region| Some((region.eye_of()?, region.points)));
    let rows: String =
        eyes.map(|(player, points)| format!("  {player:<6} {}\n", shown(&points))).collect();
    if rows.is_empty() { rows } else { format!("\n{title}\n{rows}") }
}

/// The points of a region, or how many there are.
fn shown(points: &[Point]) -> String {
    match points {
        [first, ..] if points.len() > 12 => format!("{} points around {first}", points.len()),
        _ => join(points),
    }
}

/// What a position has besides where gray strings have natures.
struct Natured {
    eyes: Vec<(Point, EyeReport)>,
    gray: Vec<GrayString>,
}

impl Natured {
    fn of(game: &Game) -> Option<Self> {
        let eyes = || all_private_eyes(game.board(), game.rules().rulings.eyes());
        let natured = game.rules().gray == Gray::Natured;
        natured.then(|| Self { eyes: eyes(), gray: game.natures() })
    }

    fn text(&self, board: &Board, layer: &Board) -> String {
        let mut text = String::new();
        if !self.eyes.is_empty() {
            text += "\nPrivate eyes\n";
            text.extend(self.eyes.iter().map(|(first, report)| eye_rows(board, *first, report)));
        }
        if !self.gray.is_empty() {
            text += "\nNatures\n";
            text += &natures::rows(board, &self.gray, &self.eyes);
        }
        if board != layer {
            text += &format!("\nHolographic layer\n\n{layer}\n\nJoined strings with gray stones\n");
            let joined = |string: &StoneString| {
                string.points.iter().any(|&point| board.get(point) != Some(string.stone))
            };
            text.extend(strings(layer).iter().filter(|string| joined(string)).map(string_row));
            let eyes = eyes(layer, "Eyes (holographic layer)");
            text += if eyes.is_empty() { "\nNo eyes on the holographic layer\n" } else { &eyes };
        }
        text
    }
}

/// A string with its private eyes, or with the reasons why it has none.
fn eye_rows(board: &Board, first: Point, report: &EyeReport) -> String {
    let stone = board.get(first).map_or("", Stone::name);
    let name = format!("{stone} {first}");
    if !report.eyes.is_empty() {
        let eyes: Vec<String> = report.eyes.iter().map(|eye| shown(eye)).collect();
        return format!("  {name:<10} {}\n", eyes.join(" / "));
    }
    match &*report.refused {
        [] => format!("  {name:<10} none: it has no liberty\n"),
        [(region, why)] => format!("  {name:<10} none at {}: {why}\n", shown(region)),
        several => {
            let row = |(region, why): &(Vec<Point>, NoPrivateEye)| {
                format!("{:<12} at {}: {why}\n", "", shown(region))
            };
            let rows: String = several.iter().map(row).collect();
            format!("  {name:<10} none:\n{rows}")
        }
    }
}

/// The points that one side may not place a stone of one colour on.
struct Forbidden {
    player: Player,
    stone: Stone,
    points: Vec<(Point, Refusal)>,
    /// The capture points that R-GRAYSHIFT alone makes.
    shifting: Vec<Point>,
    /// That strings without liberties bar gray stones.
    stuck: Option<String>,
}

/// The stone due, gray stones of both sides where the game has them, and otherwise the stones of
/// both sides; nothing when the game is over.
///
/// What is not due is judged as if it were, with the same position and record.
fn forbidden(game: &Game) -> Vec<Forbidden> {
    if game.status() != Status::Playing {
        return Vec::new();
    }
    let due = game.due();
    let gray = game.rules().gray != Gray::Absent;
    let stone = |player: Player| if gray { Stone::Gray } else { player.stone() };
    let others = Player::ALL.map(|player| Due { player, stone: stone(player) });
    let mut all = if others.contains(&due) { Vec::new() } else { vec![due] };
    all.extend(others);
    all.into_iter().filter_map(|due| Some(Forbidden::by(&game.with_due(due)?))).collect()
}

impl Forbidden {
    /// What a game forbids to the stone due in it.
    fn by(game: &Game) -> Self {
        let due = game.due();
        let refused = |point| Some((point, game.verdict(Move::Place(point)).err()?));
        let points = game.board().size().iter().filter_map(refused);
        let points = points.filter(|(_, refusal)| !refusal.has(IllegalMove::NotEmpty));
        let points: Vec<(Point, Refusal)> = points.collect();
        let shifting = points.iter().map(|(point, _)| *point);
        let shifting: Vec<Point> = shifting.filter(|&point| by_gray_shift(game, point)).collect();
        let stuck = stuck(game).filter(|_| !shifting.is_empty());
        Self { player: due.player, stone: due.stone, points, shifting, stuck }
    }

    fn json(&self) -> serde_json::Value {
        let points: serde_json::Map<String, serde_json::Value> = self
            .points
            .iter()
            .map(|(point, refusal)| {
                (point.to_string(), json::clauses(&refusal.clauses().collect::<Vec<_>>()))
            })
            .collect();
        let (player, stone) = (self.player.name(), self.stone.name());
        let mut value = json!({ "player": player, "stone": stone, "points": points });
        if !self.shifting.is_empty() {
            value["by_gray_shift"] = json::points(&self.shifting);
        }
        value
    }

    fn text(&self) -> String {
        let name = if self.stone == Stone::Gray {
            format!("{}'s gray stone", self.player.title())
        } else {
            format!("{}'s stone", self.player.title())
        };
        if self.points.is_empty() {
            return format!("\nNo empty point is forbidden to {name}.\n");
        }
        let mut text = format!("\nForbidden to {name}\n");
        let clause =
            |reason: IllegalMove| reason.clause().clause().map_or("", |clause| clause.name);
        let reasons = self.points.iter().flat_map(|(_, refusal)| refusal.reasons());
        let width = reasons.map(|reason| clause(reason).chars().count()).max().unwrap_or(0);
        for reason in IllegalMove::ALL {
            let points: Vec<Point> = self
                .points
                .iter()
                .filter(|(_, refusal)| refusal.has(reason))
                .map(|(point, _)| *point)
                .collect();
            if !points.is_empty() {
                let id = reason.clause().as_str();
                let _ = writeln!(text, "  {id:<7} {:<width$}  {}", clause(reason), join(&points));
            }
            if reason == IllegalMove::CapturePoint && !self.shifting.is_empty() {
                let _ = writeln!(text, "{:10}by R-GRAYSHIFT alone: {}", "", join(&self.shifting));
                text.extend(self.stuck.iter().map(|stuck| format!("{:10}{stuck}\n", "")));
            }
        }
        text
    }
}
