//! Gray strings with their counts, and the strings that were counted.

use serde_json::Value;
use ternary_go::{Board, EyeReport, GrayString, Player, Point, string_at};

use super::{join, json};

/// The strings around a gray string, each by its first stone, in the order By, Wy, Bo, Wo (NAT).
fn counted(board: &Board, gray: &GrayString, eyes: &[(Point, EyeReport)]) -> [Vec<Point>; 4] {
    let around = string_at(board, gray.points[0]).map(|string| string.adjacent).unwrap_or_default();
    let has_eye = |point: &Point| {
        eyes.iter().any(|(first, report)| first == point && !report.eyes.is_empty())
    };
    let of = |player: Player, eye: bool| {
        let is =
            |point: &&Point| board.get(**point) == Some(player.stone()) && has_eye(point) == eye;
        around.iter().filter(is).copied().collect()
    };
    let [black, white] = Player::ALL;
    [of(black, true), of(white, true), of(black, false), of(white, false)]
}

/// A row for each gray string: its counts with the strings counted, and its nature.
pub(crate) fn rows(board: &Board, gray: &[GrayString], eyes: &[(Point, EyeReport)]) -> String {
    let row = |gray: &GrayString| {
        let named = |(name, strings): (&str, &Vec<Point>)| match &**strings {
            [] => format!("{name} 0"),
            strings => format!("{name} {} ({})", strings.len(), join(strings)),
        };
        let counted = counted(board, gray, eyes);
        let counts: Vec<String> = NAMES.into_iter().zip(&counted).map(named).collect();
        let name = format!("gray {}", gray.points[0]);
        format!("  {name:<10} {}  {}\n", counts.join("  "), gray.nature)
    };
    gray.iter().map(row).collect()
}

const NAMES: [&str; 4] = ["By", "Wy", "Bo", "Wo"];

/// The gray strings as JSON, with the strings counted under `counted`.
pub(crate) fn as_json(board: &Board, gray: &[GrayString], eyes: &[(Point, EyeReport)]) -> Value {
    let one = |gray: &GrayString| {
        let mut value = json::nature(gray);
        for (name, strings) in NAMES.iter().zip(counted(board, gray, eyes)) {
            value["counted"][name] = json::points(&strings);
        }
        value
    };
    gray.iter().map(one).collect()
}
