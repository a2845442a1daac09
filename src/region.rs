//! Strings, their liberties, empty and enclosed regions: DEF-1 to DEF-6.

use crate::{
    Board, Player, Point, Stone,
    board::{Cell, Place, PlaceSet},
};

/// A string (DEF-3): a maximal connected set of stones of one colour.
///
/// ```
/// use ternary_go::{Board, string_at};
/// let board: Board = "X X .\nO X O".parse()?;
/// let string = string_at(&board, "B1".parse()?).unwrap();
/// assert_eq!(string.points.len(), 3);
/// assert_eq!(string.liberties, ["C2".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoneString {
    /// The colour of its stones.
    pub stone: Stone,
    /// The points of its stones, row by row from the lower left corner.
    pub points: Vec<Point>,
    /// Its liberties (DEF-1), each once, in the same order.
    pub liberties: Vec<Point>,
    /// One stone of each adjacent string (DEF-2): the first of that string, in the same order.
    pub adjacent: Vec<Point>,
}

/// The string that the stone on a point belongs to; `None` where the point is empty.
///
/// # Panics
/// When the board has no such point.
pub fn string_at(board: &Board, point: Point) -> Option<StoneString> {
    let stone = board.get(point)?;
    let place = board.place(point);
    let (stones, liberties) = string(board, place);
    let mut adjacent = PlaceSet::default();
    let mut seen = PlaceSet::default();
    for side in stones.iter().flat_map(|place| board.sides(place)) {
        if board.cell(side).stone().is_some_and(|other| other != stone) && !seen.contains(side) {
            let (others, _) = string(board, side);
            seen.extend(&others);
            adjacent.insert(others.first().unwrap_or(side));
        }
    }
    Some(StoneString {
        stone,
        points: board.points_of(&stones),
        liberties: board.points_of(&liberties),
        adjacent: board.points_of(&adjacent),
    })
}

/// All strings of a board, gray ones too, in the order of their first points.
pub fn strings(board: &Board) -> Vec<StoneString> {
    let mut seen = PlaceSet::default();
    let mut all = Vec::new();
    for (point, _) in board.stones() {
        if !seen.contains(board.place(point)) {
            let string = string_at(board, point).expect("a stone stands there");
            for &point in &string.points {
                seen.insert(board.place(point));
            }
            all.push(string);
        }
    }
    all
}

/// An empty region (DEF-5): a maximal connected set of empty points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyRegion {
    /// Its points, row by row from the lower left corner.
    pub points: Vec<Point>,
    /// The colours of the stones adjacent to it: black, white, gray in this order.
    pub touches: Vec<Stone>,
}

impl EmptyRegion {
    /// The side whose eye the region is (DEF-7): every adjacent stone is of that side, wall
    /// apart, and there is at least one.
    pub fn eye_of(&self) -> Option<Player> {
        let mut players = self.touches.iter().filter_map(|stone| stone.player());
        players.next().filter(|_| players.next().is_none())
    }

    pub(crate) fn touches(&self, stone: Stone) -> bool {
        self.touches.contains(&stone)
    }
}

/// The empty region of a point; `None` where a stone stands.
///
/// # Panics
/// When the board has no such point.
pub fn empty_region_at(board: &Board, point: Point) -> Option<EmptyRegion> {
    if board.get(point).is_some() {
        return None;
    }
    let (places, border) = region(board, board.place(point), |cell| cell == Cell::Empty);
    let has = |stone: &Stone| border.iter().any(|place| board.cell(place) == (*stone).into());
    let touches = Stone::ALL.into_iter().filter(has).collect();
    Some(EmptyRegion { points: board.points_of(&places), touches })
}

/// All empty regions of a board, in the order of their first points.
pub fn empty_regions(board: &Board) -> Vec<EmptyRegion> {
    let mut seen = PlaceSet::default();
    let mut all = Vec::new();
    for point in board.size().iter() {
        if seen.contains(board.place(point)) {
            continue;
        }
        if let Some(region) = empty_region_at(board, point) {
            for &point in &region.points {
                seen.insert(board.place(point));
            }
            all.push(region);
        }
    }
    all
}

/// The region enclosed by a side that holds a point (DEF-6): a maximal connected set of points
/// that are neither the side's stones nor wall. `None` where the point is one of these.
///
/// # Panics
/// When the board has no such point.
pub fn enclosed_region_at(board: &Board, by: Player, point: Point) -> Option<Vec<Point>> {
    assert!(board.size().contains(point), "{point} is off a board of {}", board.size());
    let inside = |cell: Cell| cell != Cell::of(by) && !cell.is_wall();
    let place = board.place(point);
    inside(board.cell(place)).then(|| board.points_of(&region(board, place, inside).0))
}

/// The stones and the liberties of the string at a place (DEF-3, DEF-1).
pub(crate) fn string(board: &Board, place: Place) -> (PlaceSet, PlaceSet) {
    let cell = board.cell(place);
    let (stones, border) = region(board, place, |other| other == cell);
    let mut liberties = PlaceSet::default();
    for place in border.iter().filter(|&place| board.cell(place) == Cell::Empty) {
        liberties.insert(place);
    }
    (stones, liberties)
}

/// The maximal connected set of places around one of them that satisfy a condition, and the
/// places adjacent to it, the edge too.
pub(crate) fn region(
    board: &Board,
    place: Place,
    inside: impl Fn(Cell) -> bool,
) -> (PlaceSet, PlaceSet) {
    let (mut places, mut border) = (PlaceSet::default(), PlaceSet::default());
    let mut open = Vec::with_capacity(32);
    places.insert(place);
    open.push(place);
    while let Some(place) = open.pop() {
        for side in board.sides(place) {
            if !inside(board.cell(side)) {
                border.insert(side);
            } else if places.insert(side) {
                open.push(side);
            }
        }
    }
    (places, border)
}

/// Whether the string at a place has a liberty other than one point; stops at the first it finds.
pub(crate) fn has_liberty_besides(board: &Board, place: Place, besides: Place) -> bool {
    let cell = board.cell(place);
    let mut seen = PlaceSet::default();
    let mut open = Vec::new();
    seen.insert(place);
    let mut next = Some(place);
    while let Some(place) = next {
        for side in board.sides(place) {
            let other = board.cell(side);
            if other == Cell::Empty && side != besides {
                return true;
            }
            if other == cell && seen.insert(side) {
                open.push(side);
            }
        }
        next = open.pop();
    }
    false
}

/// The black and white strings without liberties that hold one of some places.
pub(crate) fn without_liberties(board: &Board, places: &PlaceSet) -> PlaceSet {
    let mut all = PlaceSet::default();
    for place in places.iter() {
        let stone = matches!(board.cell(place), Cell::Black | Cell::White);
        if stone && !all.contains(place) && !has_liberty_besides(board, place, place) {
            all.extend(&string(board, place).0);
        }
    }
    all
}
