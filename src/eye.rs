//! Shapes around one point: one-point eyes and tiger's mouths. DEF-7, FORB-2, FORB-3, R-TIGER.

use crate::{
    Board, Player,
    board::{Cell, Place},
    rules::gray::TigerMouth,
};

/// What stands on the four sides of a place: stones of one side, empty points, the rest.
struct Sides {
    stones: usize,
    empty: usize,
    // Stones of the other side: neither wall nor the owner's.
    foreign: usize,
}

fn sides(board: &Board, place: Place, owner: Player) -> Sides {
    let mut sides = Sides { stones: 0, empty: 0, foreign: 0 };
    for side in board.sides(place) {
        match board.cell(side) {
            Cell::Empty => sides.empty += 1,
            Cell::Gray | Cell::Edge => {}
            cell if cell == Cell::of(owner) => sides.stones += 1,
            Cell::Black | Cell::White => sides.foreign += 1,
        }
    }
    sides
}

/// FORB-2: whether an empty place is a one-point eye of a side (DEF-7).
pub(crate) fn one_point_eye(board: &Board, place: Place, owner: Player) -> bool {
    let sides = sides(board, place, owner);
    sides.empty == 0 && sides.foreign == 0 && sides.stones >= 1
}

/// FORB-3: whether an empty place is a tiger's mouth of a side (R-TIGER).
pub(crate) fn tiger_mouth(board: &Board, place: Place, owner: Player, reading: TigerMouth) -> bool {
    let sides = sides(board, place, owner);
    sides.empty == 1 && sides.foreign == 0 && reading.is_made_by(sides.stones)
}
