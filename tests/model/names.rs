//! Chapter COORD: the sources' own names of points.

use ternary_go::{BoardSize, Point};

use super::Model;

/// The characters for −9 to −1, for 0, and for 1 to 9.
const CHARACTERS: [&str; 19] = [
    "I", "H", "G", "F", "E", "D", "C", "B", "A", "〇", "一", "二", "三", "四", "五", "六", "七",
    "八", "九",
];

impl Model {
    /// COORD-2: the name of a point; `None` where it has none.
    pub(crate) fn name(&self, point: Point, size: BoardSize) -> Option<String> {
        let odd = |side: u8| {
            side % 2 == 1 && side <= 19
                || self.is("COORD-2: boards with an even side have names")
                    && side % 2 != 1
                    && side < 19
        };
        let limit = match self.is("COORD-2: the board is at most 9 lines") {
            true => 9,
            false => 19,
        };
        let named = odd(size.width()) && odd(size.height());
        let named = named && size.width().max(size.height()) <= limit;
        let square =
            size.width() == size.height() || !self.is("COORD-2: only square boards have names");
        let on_board = self.points(size).contains(&point);
        if !self.holds("COORD-2", named && square && on_board) {
            return None;
        }
        // Columns and rows count from 0 here and from 1 in spec/.
        let offset = |place: u8, side: u8| i32::from(place) + 1 - (i32::from(side) + 1) / 2;
        let mut u = offset(point.column(), size.width());
        let mut v = offset(point.row(), size.height());
        if self.is("COORD-2: the origin is the lower left corner") {
            (u, v) = (i32::from(point.column()), i32::from(point.row()));
        }
        if self.is("COORD-2: letters lie to the right") {
            u = -u;
        }
        if self.is("COORD-2: letters lie above") {
            v = -v;
        }
        if self.is("COORD-2: the row stands first") {
            (u, v) = (v, u);
        }
        let character = |value: i32| {
            let index = usize::try_from(value + 9).ok().filter(|&index| index < CHARACTERS.len());
            let character = CHARACTERS[index.unwrap_or(9)];
            match character {
                "〇" if self.is("COORD-2: zero is written 0") => "0",
                "I" if self.is("COORD-2: the letters leave out I") => "J",
                other => other,
            }
        };
        Some(format!("{}{}", character(u), character(v)))
    }
}
