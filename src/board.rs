//! The board as a value: which stone stands on which point.

use std::fmt;

use crate::{BoardSize, Player, Point, Stone};

/// What a place of the padded board holds. The edge is a place of its own, so that neighbours
/// need no bounds: DEF-6 counts it as wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Cell {
    Empty,
    Black,
    White,
    Gray,
    Edge,
}

impl Cell {
    pub(crate) const fn stone(self) -> Option<Stone> {
        match self {
            Self::Black => Some(Stone::Black),
            Self::White => Some(Stone::White),
            Self::Gray => Some(Stone::Gray),
            Self::Empty | Self::Edge => None,
        }
    }

    /// Wall: the edge and gray (DEF-6).
    pub(crate) const fn is_wall(self) -> bool {
        matches!(self, Self::Gray | Self::Edge)
    }

    pub(crate) const fn of(player: Player) -> Self {
        match player {
            Player::Black => Self::Black,
            Player::White => Self::White,
        }
    }
}

impl From<Stone> for Cell {
    fn from(stone: Stone) -> Self {
        match stone {
            Stone::Black => Self::Black,
            Stone::White => Self::White,
            Stone::Gray => Self::Gray,
        }
    }
}

/// A place of the padded board.
pub(crate) type Place = usize;

/// The places of the largest padded board: 27 rows of 25 points and one edge.
pub(crate) const PLACES: usize = (BoardSize::MAX as usize + 2) * (BoardSize::MAX as usize + 1);

/// A board and the stones on it: a value that shares nothing with its copies.
///
/// A board knows no rules. Any arrangement of stones is a board.
///
/// ```
/// use ternary_go::{Board, Stone};
/// let board: Board = "3 . X .\n2 X . X\n1 . * .\n  A B C".parse()?;
/// assert_eq!(board.get("B1".parse()?), Some(Stone::Gray));
/// assert_eq!(board.to_string(), "3 . X .\n2 X . X\n1 . * .\n  A B C");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: BoardSize,
    // One edge row below, one above, one edge place at the end of each row.
    cells: Box<[Cell]>,
}

impl Board {
    /// The empty board.
    pub fn empty(size: BoardSize) -> Self {
        let stride = size.width() as usize + 1;
        let cells = vec![Cell::Edge; stride * (size.height() as usize + 2)];
        let mut board = Self { size, cells: cells.into() };
        for point in size.iter() {
            board.cells[board.place(point)] = Cell::Empty;
        }
        board
    }

    /// The sides of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point; `None` where the point is empty.
    ///
    /// # Panics
    /// When the board has no such point ([`BoardSize::contains`]).
    pub fn get(&self, point: Point) -> Option<Stone> {
        self.cells[self.checked(point)].stone()
    }

    /// Puts a stone on a point, or empties it. No rule is applied.
    ///
    /// # Panics
    /// When the board has no such point ([`BoardSize::contains`]).
    pub fn set(&mut self, point: Point, stone: Option<Stone>) {
        let place = self.checked(point);
        self.cells[place] = stone.map_or(Cell::Empty, Cell::from);
    }

    /// All stones with their points, row by row from the lower left corner.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Stone)> + '_ {
        self.size.iter().filter_map(|point| Some((point, self.get(point)?)))
    }

    fn checked(&self, point: Point) -> Place {
        assert!(self.size.contains(point), "{point} is off a board of {}", self.size);
        self.place(point)
    }

    pub(crate) fn place(&self, point: Point) -> Place {
        (point.row() as usize + 1) * self.stride() + point.column() as usize
    }

    pub(crate) fn point(&self, place: Place) -> Point {
        let stride = self.stride();
        Point::at((place % stride) as u8, (place / stride - 1) as u8)
    }

    pub(crate) fn stride(&self) -> usize {
        self.size.width() as usize + 1
    }

    /// The four sides of a place (DEF-2): a diagonal is none of them.
    #[inline]
    pub(crate) fn sides(&self, place: Place) -> [Place; 4] {
        let stride = self.stride();
        [place - stride, place - 1, place + 1, place + stride]
    }

    #[inline]
    pub(crate) fn cell(&self, place: Place) -> Cell {
        self.cells[place]
    }

    #[inline]
    pub(crate) fn put(&mut self, place: Place, cell: Cell) {
        self.cells[place] = cell;
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Takes the cells of a board of the same size.
    pub(crate) fn copy_cells(&mut self, cells: &[Cell]) {
        self.cells.copy_from_slice(cells);
    }

    /// The places that are points of the board.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        (0..self.cells.len()).filter(|&place| self.cells[place] != Cell::Edge)
    }

    /// The points of a set, row by row from the lower left corner.
    pub(crate) fn points_of(&self, set: &PlaceSet) -> Vec<Point> {
        set.iter().map(|place| self.point(place)).collect()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})\n{self}", self.size)
    }
}

/// A set of places, small enough to be copied.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PlaceSet([u64; PLACES.div_ceil(64)]);

impl PlaceSet {
    #[inline]
    pub(crate) fn contains(&self, place: Place) -> bool {
        self.0[place / 64] >> (place % 64) & 1 != 0
    }

    /// Adds a place; false where the set had it before.
    #[inline]
    pub(crate) fn insert(&mut self, place: Place) -> bool {
        let word = &mut self.0[place / 64];
        let bit = 1 << (place % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; PLACES.div_ceil(64)]
    }

    pub(crate) fn first(&self) -> Option<Place> {
        self.iter().next()
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// A small image of the set: that of a subset lies within it.
    pub(crate) fn shadow(&self) -> u64 {
        self.0.iter().fold(0, |shadow, word| shadow | word)
    }

    /// The set of one place.
    pub(crate) fn of(place: Place) -> Self {
        let mut set = Self::default();
        set.insert(place);
        set
    }

    #[must_use]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[must_use]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[must_use]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The places on the four sides of its places, on a board with rows so far apart (DEF-2).
    #[must_use]
    pub(crate) fn neighbours(&self, stride: usize) -> Self {
        Self(std::array::from_fn(|word| self.neighbours_in(word, stride)))
    }

    #[inline]
    fn neighbours_in(&self, word: usize, stride: usize) -> u64 {
        let here = self.0[word];
        let below = if word == 0 { 0 } else { self.0[word - 1] };
        let above = self.0.get(word + 1).copied().unwrap_or(0);
        let step = |by: usize| here << by | below >> (64 - by) | here >> by | above << (64 - by);
        step(1) | step(stride)
    }

    /// What is connected to the set through places of another, on a board with rows so far apart.
    #[must_use]
    pub(crate) fn flood(&self, within: &Self, stride: usize) -> Self {
        let mut reached = *self;
        let open = |&word: &usize| within.0[word] != 0;
        let words = (0..within.0.len()).find(open).unwrap_or_default()
            ..(0..within.0.len()).rfind(open).map_or(0, |last| last + 1);
        loop {
            let mut grown = false;
            // Upwards, then downwards: what a word gains goes on to the next at once.
            for word in words.clone().chain(words.clone().rev()) {
                loop {
                    let new = reached.neighbours_in(word, stride) & within.0[word];
                    if new & !reached.0[word] == 0 {
                        break;
                    }
                    reached.0[word] |= new;
                    grown = true;
                }
            }
            if !grown {
                return reached;
            }
        }
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }

    /// The places in rising order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(index * 64 + bit)
            })
        })
    }
}

impl FromIterator<Place> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut set = Self::default();
        for place in places {
            set.insert(place);
        }
        set
    }
}
