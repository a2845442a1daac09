//! The switches of FLOW-3: what becomes of joined strings without liberties. R-SHIFT, R-GRAYSHIFT,
//! R-SELFSHIFT.

use super::{Rules, axis, gray::Gray};
use crate::{
    Board, Player,
    board::{Cell, PlaceSet},
    nature::{holographic, without_liberties},
};

axis! {
    /// R-SHIFT: what becomes of joined strings without liberties when natures are recomputed.
    ShiftRemoval, "shift-removal" {
        /// They are removed, the opponent's first, until every joined string has a liberty.
        Immediate = "immediate",
        /// They stay.
        Linger = "linger",
    }
}

axis! {
    /// R-GRAYSHIFT: whether a gray stone may start a removal.
    GrayShift, "gray-shift" {
        /// It may not: its point is a capture point.
        Forbidden = "forbidden",
        /// It may.
        Allowed = "allowed",
    }
}

axis! {
    /// R-SELFSHIFT: whether a black or white stone may start a removal of the mover's own stones.
    SelfShift, "self-shift" {
        /// It may.
        Allowed = "allowed",
        /// It may not: it is suicide.
        Forbidden = "forbidden",
    }
}

/// A position after FLOW-3: the board, its holographic layer, and what was removed.
pub(crate) struct Settled {
    pub(crate) board: Board,
    pub(crate) layer: Board,
    pub(crate) removed: PlaceSet,
    /// The removed stones round by round (R-SHIFT).
    pub(crate) rounds: Vec<PlaceSet>,
    /// Whether stones of the mover's joined strings are among the removed.
    pub(crate) own_loss: bool,
}

/// FLOW-3: natures recomputed, then R-SHIFT, for a move of `mover` that left this board.
pub(crate) fn settle(rules: &Rules, mut board: Board, mover: Player) -> Settled {
    let mut layer = layer_of(rules, &board);
    let (mut removed, mut rounds, mut own_loss) = (PlaceSet::default(), Vec::new(), false);
    match rules.rulings.shift_removal {
        ShiftRemoval::Linger => {}
        ShiftRemoval::Immediate => loop {
            let theirs = without_liberties(&layer, mover.opponent());
            let dead = if theirs.is_empty() { without_liberties(&layer, mover) } else { theirs };
            if dead.is_empty() {
                break;
            }
            own_loss |= theirs.is_empty();
            removed.extend(&dead);
            rounds.push(dead);
            for place in dead.iter() {
                board.put(place, Cell::Empty);
            }
            layer = layer_of(rules, &board);
        },
    }
    Settled { board, layer, removed, rounds, own_loss }
}

/// The layer on which legality and life are judged (LAYER-3, LAYER-6).
pub(crate) fn layer_of(rules: &Rules, board: &Board) -> Board {
    match rules.gray {
        Gray::Absent | Gray::Neutral => board.clone(),
        Gray::Natured => holographic(board, rules.rulings.eyes()),
    }
}
