//! The escape axis: what may be done in place of a gray stone when a string is in atari.
//! PASS2-1, CONV-1, CONV-2, R-ATARI.

use super::axis;
use crate::{
    Board, Player,
    board::{Cell, Place, PlaceSet},
    region::string,
};

axis! {
    /// What the mover may do in place of a gray stone when a string is in atari.
    Escape, "escape" {
        /// Nothing.
        Absent = "absent",
        /// Both gray moves, or the gray move and the next, become passes (PASS2).
        DoublePass = "double-pass",
        /// The gray stone becomes the mover's own (CONV).
        Conversion = "conversion",
    }
}

axis! {
    /// R-ATARI: which atari opens the escape.
    Atari, "atari" {
        /// A string with one liberty that contains or neighbours the point just played.
        Touching = "touching",
        /// A string with one liberty, holding stones of a string that had two or more before.
        Reduced = "reduced",
        /// Any string with one liberty.
        Any = "any",
    }
}

/// The move just made, where it placed a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Previous {
    pub(crate) place: Place,
}

/// A string in atari that opens the escape: its stones and its liberty.
pub(crate) struct Threatened {
    pub(crate) stones: PlaceSet,
    pub(crate) liberty: Place,
}

/// The strings of the mover to which the move just made gives atari (PASS2-1, CONV-1).
///
/// `before` is the position before that move.
pub(crate) fn threatened(
    atari: Atari,
    board: &Board,
    mover: Player,
    previous: Previous,
    before: impl FnOnce() -> Board,
) -> Vec<Threatened> {
    let mut seen = PlaceSet::default();
    let mut all = Vec::new();
    for place in board.places().filter(|&place| board.cell(place) == Cell::of(mover)) {
        if seen.contains(place) {
            continue;
        }
        let (stones, liberties) = string(board, place);
        seen.extend(&stones);
        if liberties.len() == 1 {
            all.extend(liberties.first().map(|liberty| Threatened { stones, liberty }));
        }
    }
    match atari {
        Atari::Touching => all.retain(|string| {
            let near = |place: &Place| board.sides(*place).contains(&previous.place);
            string.stones.contains(previous.place) || string.stones.iter().any(|p| near(&p))
        }),
        Atari::Reduced => {
            let before = before();
            let had_two = |place: Place| {
                before.cell(place) == Cell::of(mover) && self::string(&before, place).1.len() >= 2
            };
            all.retain(|threatened| threatened.stones.iter().any(had_two));
        }
        Atari::Any => {}
    }
    all
}
