//! The switches of FLOW-3: what becomes of joined strings without liberties. R-SHIFT, R-GRAYSHIFT,
//! R-SELFSHIFT.

use std::cell::OnceCell;

use super::{Rules, axis, gray::Gray};
use crate::{
    Board, Nature, Player,
    board::{Cell, Place, PlaceSet},
    nature::{GrayStrings, holographic},
    region::{string, without_liberties},
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

/// A position that FLOW-2 left and to which FLOW-3 may do something.
///
/// A joined string consists of whole black or white strings and of gray ones of their nature, and
/// the liberties of each are its own. So where every black and white string has a liberty nothing is
/// removed, and no nature needs to be known.
pub(crate) struct Shift {
    pub(crate) board: Board,
    /// The black and white strings without liberties: nothing else can be removed.
    pub(crate) airless: PlaceSet,
    mover: Player,
    settled: OnceCell<Settled>,
}

/// A position after FLOW-3: the board, and what was removed.
pub(crate) struct Settled {
    pub(crate) board: Board,
    pub(crate) removed: PlaceSet,
    /// The removed stones round by round (R-SHIFT).
    pub(crate) rounds: Vec<PlaceSet>,
    /// Whether stones of the mover's joined strings are among the removed.
    pub(crate) own_loss: bool,
}

impl Shift {
    /// The position that a move of `mover` left, if some string in it has no liberty. Such a string
    /// must hold one of these places.
    pub(crate) fn new(board: Board, mover: Player, near: &PlaceSet) -> Option<Self> {
        let airless = without_liberties(&board, near);
        let settled = OnceCell::new();
        (!airless.is_empty()).then_some(Self { board, airless, mover, settled })
    }

    /// Whether FLOW-3 removes anything.
    pub(crate) fn removes(&self, rules: &Rules) -> bool {
        let strings = strings_of(&self.board, &self.airless);
        let gray = GrayStrings::new(&self.board, rules.rulings.eyes());
        // Those next to no gray need no natures.
        strings.iter().any(|string| gray_around(&self.board, string).is_empty())
            || strings.iter().any(|string| is_removed(&gray, &self.board, string))
    }

    /// FLOW-3: natures recomputed, then R-SHIFT.
    pub(crate) fn settled(&self, rules: &Rules) -> &Settled {
        self.settled.get_or_init(|| self.settle(rules))
    }

    /// [`Self::settled`], taken.
    pub(crate) fn into_settled(self, rules: &Rules) -> Settled {
        self.settled(rules);
        self.settled.into_inner().expect("just worked out")
    }

    fn settle(&self, rules: &Rules) -> Settled {
        let (mut board, mut airless) = (self.board.clone(), self.airless);
        let (mut removed, mut rounds, mut own_loss) = (PlaceSet::default(), Vec::new(), false);
        loop {
            let mut dead = [PlaceSet::default(); 2];
            let gray = GrayStrings::new(&board, rules.rulings.eyes());
            for string in strings_of(&board, &airless) {
                if is_removed(&gray, &board, &string) {
                    let own =
                        string.first().map(|place| board.cell(place)) == Some(Cell::of(self.mover));
                    dead[usize::from(own)].extend(&string);
                }
            }
            drop(gray);
            let [theirs, own] = dead;
            let dead = if theirs.is_empty() { own } else { theirs };
            if dead.is_empty() {
                return Settled { board, removed, rounds, own_loss };
            }
            own_loss |= theirs.is_empty();
            removed.extend(&dead);
            rounds.push(dead);
            for place in dead.iter() {
                board.put(place, Cell::Empty);
            }
            airless = without_liberties(&board, &airless);
        }
    }
}

/// The strings that make up a set of stones.
fn strings_of(board: &Board, stones: &PlaceSet) -> Vec<PlaceSet> {
    let mut rest = *stones;
    std::iter::from_fn(|| {
        let (string, _) = string(board, rest.first()?);
        rest = rest.minus(&string);
        Some(string)
    })
    .collect()
}

fn gray_around(board: &Board, string: &PlaceSet) -> Vec<Place> {
    let around = string.neighbours(board.stride());
    around.iter().filter(|&place| board.cell(place) == Cell::Gray).collect()
}

/// R-SHIFT: whether the joined string of a string without liberties has none either.
///
/// A gray string of a side's nature is adjacent to a string of it that has a private eye (NAT), and
/// so a liberty (DEF-8.2). All of them are one joined string, and that has the liberty too.
fn is_removed(gray: &GrayStrings<'_>, board: &Board, string: &PlaceSet) -> bool {
    let side = string.first().and_then(|place| board.cell(place).stone()?.player());
    let own = |place| Some(gray.nature_at(place)) == side.map(Nature::Of);
    !gray_around(board, string).into_iter().any(own)
}

/// The layer on which legality and life are judged (LAYER-3, LAYER-6).
pub(crate) fn layer_of(rules: &Rules, board: &Board) -> Board {
    match rules.gray {
        Gray::Absent | Gray::Neutral => board.clone(),
        Gray::Natured => holographic(board, rules.rulings.eyes()),
    }
}
