//! The switch `superko`: which repetitions are illegal. GO-6, R-SUPERKO.

use std::{
    collections::HashMap,
    fmt,
    hash::{BuildHasherDefault, Hasher},
};

use super::{axis, schedule::Due};
use crate::{
    Board, Player,
    board::{Cell, PLACES, Place, PlaceSet},
};

axis! {
    /// R-SUPERKO: which repetitions are illegal.
    Superko, "superko" {
        /// A position that stood before, whoever is to move.
        Positional = "positional",
        /// A position that stood before with the same side to move and the same kind of stone due.
        Situational = "situational",
        /// The position before the opponent's last turn.
        Simple = "simple",
        /// None.
        None = "none",
    }
}

/// The positions of a game, each kept exactly. A hash only says where to look.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    // The cells of all boards, one after the other.
    cells: Vec<Cell>,
    entries: Vec<Entry>,
    // The newest entry of each hash; older ones are linked from there.
    newest: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    cells_each: usize,
}

/// When a position stood in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stood {
    /// Before the move of this number: at the start, or in the history of a set-up.
    Before(u32),
    /// After the move of this number.
    After(u32),
}

impl fmt::Display for Stood {
    /// `before move 1`, or `after move 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before(number) => write!(f, "before move {number}"),
            Self::After(number) => write!(f, "after move {number}"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    // Where its cells begin.
    start: usize,
    due: Due,
    stood: Stood,
    // Who made the move that led here.
    mover: Option<Player>,
    older: Option<u32>,
}

/// Whether a board as a placement would leave it has these cells.
pub(crate) trait Outcome {
    fn is(&self, cells: &[Cell]) -> bool;
}

/// A board with one stone more and some captured, without making it.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub(crate) board: &'a Board,
    pub(crate) place: Place,
    pub(crate) cell: Cell,
    pub(crate) captured: &'a PlaceSet,
}

impl Outcome for Placed<'_> {
    fn is(&self, cells: &[Cell]) -> bool {
        self.board.cells().iter().zip(cells).enumerate().all(|(place, (&now, &then))| {
            then == if place == self.place {
                self.cell
            } else if self.captured.contains(place) {
                Cell::Empty
            } else {
                now
            }
        })
    }
}

/// A board from which some stones may be removed: all that may come of it.
pub(crate) struct Reduced<'a> {
    pub(crate) board: &'a Board,
    pub(crate) airless: &'a PlaceSet,
}

impl Outcome for Reduced<'_> {
    fn is(&self, cells: &[Cell]) -> bool {
        self.board.cells().iter().zip(cells).enumerate().all(|(place, (&now, &then))| {
            then == now || then == Cell::Empty && self.airless.contains(place)
        })
    }
}

impl Outcome for Board {
    fn is(&self, cells: &[Cell]) -> bool {
        self.cells() == cells
    }
}

impl Record {
    /// A record without positions, for boards like this one.
    pub(crate) fn new(board: &Board) -> Self {
        let cells_each = board.cells().len();
        Self { cells: Vec::new(), entries: Vec::new(), newest: HashMap::default(), cells_each }
    }

    /// Adds the position after a move of `mover`, or the start; `due` is what comes next.
    pub(crate) fn add(
        &mut self,
        board: &Board,
        hash: u64,
        due: Due,
        mover: Option<Player>,
        stood: Stood,
    ) {
        let start = self.cells.len();
        self.cells.extend_from_slice(board.cells());
        let older = self.newest.insert(hash, self.entries.len() as u32);
        self.entries.push(Entry { start, due, stood, mover, older });
    }

    /// Adds the position once more, after a pass.
    pub(crate) fn add_unchanged(&mut self, hash: u64, due: Due, mover: Player, stood: Stood) {
        let start = self.entries.last().expect("the start is recorded").start;
        let older = self.newest.insert(hash, self.entries.len() as u32);
        self.entries.push(Entry { start, due, stood, mover: Some(mover), older });
    }

    /// Whether GO-6 forbids a placement by `mover` with this outcome; `due` is what would come next.
    pub(crate) fn forbids(
        &self,
        superko: Superko,
        outcome: &impl Outcome,
        hash: u64,
        due: Due,
        mover: Player,
    ) -> bool {
        match superko {
            Superko::Positional => self.same(outcome, hash).next().is_some(),
            Superko::Situational => self.same(outcome, hash).any(|entry| entry.due == due),
            Superko::Simple => self
                .before_turn_of(mover.opponent())
                .is_some_and(|entry| outcome.is(self.board_of(entry))),
            Superko::None => false,
        }
    }

    /// Whether some board in the record is this outcome.
    pub(crate) fn has(&self, outcome: &impl Outcome) -> bool {
        self.entries.iter().any(|entry| outcome.is(self.board_of(entry)))
    }

    /// When the position stood for which GO-6 forbids a placement: the first time of several.
    pub(crate) fn stood(
        &self,
        superko: Superko,
        board: &Board,
        due: Due,
        mover: Player,
    ) -> Option<Stood> {
        let hash = hash(board);
        let first = match superko {
            Superko::Positional => self.same(board, hash).last(),
            Superko::Situational => self.same(board, hash).filter(|entry| entry.due == due).last(),
            Superko::Simple => {
                self.before_turn_of(mover.opponent()).filter(|entry| board.is(self.board_of(entry)))
            }
            Superko::None => None,
        };
        first.map(|entry| entry.stood)
    }

    /// The entries whose board is this outcome.
    fn same<'a>(&'a self, outcome: &'a impl Outcome, hash: u64) -> impl Iterator<Item = &'a Entry> {
        let mut next = self.newest.get(&hash).copied();
        let entries = std::iter::from_fn(move || {
            let entry = &self.entries[next? as usize];
            next = entry.older;
            Some(entry)
        });
        entries.filter(move |entry| outcome.is(self.board_of(entry)))
    }

    fn board_of(&self, entry: &Entry) -> &[Cell] {
        &self.cells[entry.start..entry.start + self.cells_each]
    }

    /// The position before a side's last turn: all its moves in a row, nobody else's between.
    fn before_turn_of(&self, player: Player) -> Option<&Entry> {
        let mut entries =
            self.entries.iter().rev().skip_while(|e| e.mover == Some(player.opponent()));
        entries.clone().next().filter(|entry| entry.mover == Some(player))?;
        entries.find(|entry| entry.mover != Some(player))
    }

    /// Whether the last position stood before with this due.
    pub(crate) fn last_stood_before(&self, due: Due) -> bool {
        let Some((last, earlier)) = self.entries.split_last() else { return false };
        let board = self.board_of(last);
        earlier.iter().any(|entry| entry.due == due && self.board_of(entry) == board)
    }

    /// Says anew what came after the last position: the receiver's second stone (R-KNIFE).
    pub(crate) fn amend_due(&mut self, due: Due) {
        self.entries.last_mut().expect("the start is recorded").due = due;
    }

    /// The position before the last move, where it is known.
    pub(crate) fn before_last(&self) -> Option<&[Cell]> {
        self.entries.iter().rev().nth(1).map(|entry| self.board_of(entry))
    }
}

/// A random number for a cell at a place: the hash of a board is the exclusive or of them all.
#[inline]
pub(crate) fn hash_of(place: Place, cell: Cell) -> u64 {
    NUMBERS[place][cell as usize]
}

/// The hash of a board.
pub(crate) fn hash(board: &Board) -> u64 {
    board.places().fold(0, |hash, place| hash ^ hash_of(place, board.cell(place)))
}

static NUMBERS: [[u64; 5]; PLACES] = numbers();

/// Random numbers for black, white and gray at every place (splitmix64); 0 for empty and edge.
const fn numbers() -> [[u64; 5]; PLACES] {
    let mut numbers = [[0; 5]; PLACES];
    let mut seed: u64 = 0;
    let mut index = 0;
    while index < 3 * PLACES {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = seed;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        numbers[index / 3][index % 3 + 1] = z ^ z >> 31;
        index += 1;
    }
    numbers
}

/// A hasher for numbers that are random already.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Stone, rules::schedule::Schedule};

    /// Equal hashes are confirmed by the boards: with every hash 0 nothing new is forbidden.
    #[test]
    fn a_collision_forbids_nothing() {
        let mut board: Board = ". . .\n. X .\n. . .".parse().unwrap();
        let due = Schedule::Alternate.due(2);
        let mut record = Record::new(&board);
        record.add(&board, 0, due, None, Stood::Before(1));
        let (captured, cell) = (PlaceSet::default(), Cell::White);
        let place = board.place("A1".parse().unwrap());
        let new = Placed { board: &board, place, cell, captured: &captured };
        assert!(!record.forbids(Superko::Positional, &new, 0, due, Player::White));
        let mut again = board.clone();
        again.set("A1".parse().unwrap(), Some(Stone::White));
        record.add(&again, 0, due, Some(Player::White), Stood::After(1));
        board.set("B2".parse().unwrap(), Some(Stone::Black));
        let repeated = Placed { board: &board, place, cell, captured: &captured };
        assert!(record.forbids(Superko::Positional, &repeated, 0, due, Player::White));
    }
}
