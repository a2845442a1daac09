//! Strings that are pass-alive: Benson's algorithm. R-NEUTRALISED, R-PASSALIVE.

use crate::{
    Board, Player, Point,
    board::{Cell, PlaceSet},
    region::{region, string},
};

/// The stones of a side that are pass-alive: no moves of the opponent alone can capture them, as
/// long as no gray stone comes or changes its nature, and no stone is replaced (R-PASSALIVE).
///
/// Neutral gray is wall, as the edge is.
///
/// ```
/// use ternary_go::{Board, Player, pass_alive};
/// let board: Board = ". X . X O\nX X X X O\nO O O O .".parse()?;
/// assert_eq!(pass_alive(&board, Player::Black).len(), 6);
/// assert!(pass_alive(&board, Player::White).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pass_alive(board: &Board, player: Player) -> Vec<Point> {
    board.points_of(&pass_alive_places(board, player))
}

/// A region between the side's stones, with the strings around it.
struct Enclosed {
    empty: PlaceSet,
    border: PlaceSet,
}

pub(crate) fn pass_alive_places(board: &Board, player: Player) -> PlaceSet {
    let own = Cell::of(player);
    let mut strings: Vec<(PlaceSet, PlaceSet)> = Vec::new();
    let mut regions: Vec<Enclosed> = Vec::new();
    let mut seen = PlaceSet::default();
    for place in board.places().filter(|&place| !board.cell(place).is_wall()) {
        if seen.contains(place) {
            continue;
        }
        if board.cell(place) == own {
            strings.push(string(board, place));
            seen.extend(&strings[strings.len() - 1].0);
        } else {
            let (places, border) = region(board, place, |cell| cell != own && !cell.is_wall());
            seen.extend(&places);
            let mut empty = PlaceSet::default();
            for place in places.iter().filter(|&place| board.cell(place) == Cell::Empty) {
                empty.insert(place);
            }
            regions.push(Enclosed { empty, border });
        }
    }
    loop {
        let before = (strings.len(), regions.len());
        strings.retain(|(stones, liberties)| {
            let vital = |region: &&Enclosed| {
                !region.empty.is_empty()
                    && region.empty.is_within(liberties)
                    && region.border.meets(stones)
            };
            regions.iter().filter(vital).count() >= 2
        });
        let alive = strings.iter().fold(PlaceSet::default(), |mut all, (stones, _)| {
            all.extend(stones);
            all
        });
        regions.retain(|region| {
            region.border.iter().all(|place| board.cell(place) != own || alive.contains(place))
        });
        if before == (strings.len(), regions.len()) {
            return alive;
        }
    }
}
