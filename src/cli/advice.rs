//! Advice for a count: which strings cannot be dead. It is no input of the count.

use serde_json::{Value, json};
use ternary_go::{Game, Player, Point, pass_alive, rules::gray::Gray, strings};

use super::{join, json as as_json};

/// The joined strings of a position that are not marked dead, each by its first stone.
pub(crate) struct Advice {
    sides: [OfSide; 2],
    natures: bool,
}

/// The strings of a side.
struct OfSide {
    player: Player,
    /// Those that are pass-alive (R-NEUTRALISED).
    alive: Vec<Point>,
    /// Those that are not proved alive.
    open: Vec<Point>,
}

impl Advice {
    /// What can be said of the position as given.
    pub(crate) fn of(game: &Game, dead: &[Point]) -> Self {
        let (layer, natures) = (game.layer(), game.rules().gray == Gray::Natured);
        let all = strings(layer);
        let of_side = |player: Player| {
            let alive = pass_alive(layer, player);
            let own = all.iter().filter(|string| string.stone == player.stone());
            let own = own.filter(|string| !string.points.iter().any(|point| dead.contains(point)));
            // A gray stone may be the first of a joined string: a stone of the side names it better.
            let stands = |point: &&Point| game.board().get(**point) == Some(player.stone());
            let named = |points: &[Point]| *points.iter().find(stands).unwrap_or(&points[0]);
            let (alive, open) =
                own.map(|string| named(&string.points)).partition(|first| alive.contains(first));
            OfSide { player, alive, open }
        };
        Self { sides: Player::ALL.map(of_side), natures }
    }

    pub(crate) fn text(&self) -> String {
        let lists = |side: &OfSide| {
            let lists = [("pass-alive", &side.alive), ("not proved alive", &side.open)];
            let lists = lists.into_iter().filter(|(_, strings)| !strings.is_empty());
            let name = side.player.title();
            let row = |(words, strings): (&str, &Vec<Point>)| {
                format!("  {name:<6} {words:<17} {}\n", join(strings))
            };
            lists.map(row).collect::<String>()
        };
        let rows: String = self.sides.iter().map(lists).collect();
        if rows.is_empty() {
            return rows;
        }
        let mut text = format!("\nAdvice, not input: strings by one of their stones\n{rows}");
        if self.sides.iter().any(|side| !side.alive.is_empty()) {
            text += "What is pass-alive cannot be marked dead (R-NEUTRALISED).\n";
            if self.natures {
                text +=
                    "Natures are taken as they stand, though they might change (R-PASSALIVE).\n";
            }
        }
        if self.sides.iter().any(|side| !side.open.is_empty()) {
            text += "Of those not proved alive the players say which are dead.\n";
        }
        text
    }

    pub(crate) fn json(&self) -> Value {
        let side = |side: &OfSide| {
            json!({
                "pass_alive": as_json::points(&side.alive),
                "not_proved": as_json::points(&side.open),
            })
        };
        let [black, white] = &self.sides;
        json!({ "black": side(black), "white": side(white) })
    }
}
