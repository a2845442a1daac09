//! Diagrams: boards in text, out and in.
//!
//! One line a row, the highest row first; one sign a point. Blanks between the signs, row numbers
//! on the left and column letters in the last line are optional, and are checked where they stand.

use std::{fmt, str::FromStr};

use crate::{Board, BoardSize, Point, Stone, point::column_letter};

/// The signs of a diagram before they mean anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    size: BoardSize,
    // Row by row from the lower left corner, each with its line and column in the text.
    signs: Vec<(char, Spot)>,
}

/// A line and a column of a text, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Grid {
    /// Reads the signs of a diagram whose row numbers cannot be mistaken for signs.
    ///
    /// # Errors
    /// When rows differ in length, labels are wrong, or the board is too large.
    pub fn read(text: &str) -> Result<Self, DiagramError> {
        Self::read_rows(text, None)
    }

    /// Reads the signs of a diagram of a known size, where digits may be signs too.
    ///
    /// # Errors
    /// As [`Grid::read`], and when the size is another.
    pub fn read_sized(text: &str, size: BoardSize) -> Result<Self, DiagramError> {
        let grid = Self::read_rows(text, Some(size))?;
        if grid.size == size {
            Ok(grid)
        } else {
            let spot = Spot { line: 1, column: 1 };
            Err(DiagramError {
                spot,
                reason: Reason::OtherSize { expected: size, found: grid.size },
            })
        }
    }

    fn read_rows(text: &str, known: Option<BoardSize>) -> Result<Self, DiagramError> {
        let mut rows: Vec<Row> = Vec::new();
        let mut letters = None;
        for (index, line) in text.lines().enumerate() {
            let mut signs: Vec<(char, Spot)> = line
                .chars()
                .enumerate()
                .filter(|(_, sign)| !sign.is_ascii_whitespace())
                .map(|(column, sign)| (sign, Spot { line: index + 1, column: column + 1 }))
                .take(2 * BoardSize::MAX as usize)
                .collect();
            let Some(&(first, spot)) = signs.first() else { continue };
            if let Some((_, Spot { line, .. })) = letters {
                let spot = Spot { line, column: 1 };
                return Err(DiagramError { spot, reason: Reason::LettersNotLast });
            }
            if first == 'A' {
                letters = Some((signs, spot));
                continue;
            }
            let mut number = None;
            let word = line.split_ascii_whitespace().next().unwrap_or_default();
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let is_row = known.is_some_and(|size| signs.len() == size.width() as usize);
            if is_number && !is_row {
                number = Some((word.to_owned(), spot));
                signs.drain(..word.len().min(signs.len()));
            }
            if signs.is_empty() || signs.len() > BoardSize::MAX as usize {
                return Err(DiagramError { spot, reason: Reason::RowLength(signs.len()) });
            }
            if rows.len() == BoardSize::MAX as usize {
                return Err(DiagramError { spot, reason: Reason::TooManyRows });
            }
            rows.push(Row { number, signs });
        }
        Self::check(rows, letters)
    }

    fn check(
        mut rows: Vec<Row>,
        letters: Option<(Vec<(char, Spot)>, Spot)>,
    ) -> Result<Self, DiagramError> {
        let start = Spot { line: 1, column: 1 };
        let error = |spot, reason| Err(DiagramError { spot, reason });
        let Some(width) = rows.first().map(|row| row.signs.len()) else {
            return error(start, Reason::NoRows);
        };
        rows.reverse();
        let numbered = rows[0].number.is_some();
        for (index, row) in rows.iter().enumerate().rev() {
            let spot = row.signs[0].1;
            if row.signs.len() != width {
                return error(spot, Reason::Ragged { expected: width, found: row.signs.len() });
            }
            match &row.number {
                Some((number, spot)) if *number != (index + 1).to_string() => {
                    return error(*spot, Reason::RowNumber { expected: index + 1 });
                }
                Some((_, spot)) if !numbered => return error(*spot, Reason::SomeNumbers),
                None if numbered => return error(spot, Reason::SomeNumbers),
                Some(_) | None => {}
            }
        }
        if let Some((letters, spot)) = letters {
            let expected: String = (0..width as u8).map(column_letter).collect();
            if !letters.iter().map(|(letter, _)| *letter).eq(expected.chars()) {
                return error(spot, Reason::ColumnLetters { expected });
            }
        }
        let size = BoardSize::new(width, rows.len()).expect("both sides were checked");
        Ok(Self { size, signs: rows.into_iter().flat_map(|row| row.signs).collect() })
    }

    /// The size of the board drawn.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The points with their signs and where these stand, row by row from the lower left corner.
    pub fn iter(&self) -> impl Iterator<Item = (Point, char, Spot)> + '_ {
        self.size.iter().zip(&self.signs).map(|(point, &(sign, spot))| (point, sign, spot))
    }
}

struct Row {
    number: Option<(String, Spot)>,
    signs: Vec<(char, Spot)>,
}

/// A board read from a diagram, with the points that lower-case letters mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The stones.
    pub board: Board,
    /// The marks: each an empty point, in the order of the letters.
    pub marks: Vec<(char, Point)>,
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let grid = Grid::read(text)?;
        let mut board = Board::empty(grid.size());
        let mut marks: Vec<(char, Point)> = Vec::new();
        for (point, sign, spot) in grid.iter() {
            match sign {
                '.' => {}
                'a'..='z' => {
                    if marks.iter().any(|(mark, _)| *mark == sign) {
                        return Err(DiagramError { spot, reason: Reason::MarkTwice(sign) });
                    }
                    marks.push((sign, point));
                }
                _ => match Stone::ALL.into_iter().find(|stone| stone.sign() == sign) {
                    Some(stone) => board.set(point, Some(stone)),
                    None => return Err(DiagramError { spot, reason: Reason::Sign(sign) }),
                },
            }
        }
        marks.sort_unstable();
        Ok(Self { board, marks })
    }
}

impl FromStr for Board {
    type Err = DiagramError;

    /// Reads a diagram; marks are empty points.
    fn from_str(text: &str) -> Result<Self, DiagramError> {
        text.parse::<Diagram>().map(|diagram| diagram.board)
    }
}

impl fmt::Display for Board {
    /// Draws the board with row numbers and column letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(self.size(), |point| self.get(point).map_or('.', Stone::sign)))
    }
}

/// Draws a sign for every point, with row numbers and column letters.
pub fn draw(size: BoardSize, sign: impl Fn(Point) -> char) -> String {
    let margin = size.height().to_string().len();
    let mut text = String::new();
    for row in (0..size.height()).rev() {
        text += &format!("{:>margin$}", row + 1);
        for column in 0..size.width() {
            text.extend([' ', sign(Point::at(column, row))]);
        }
        text.push('\n');
    }
    text += &" ".repeat(margin);
    for column in 0..size.width() {
        text.extend([' ', column_letter(column)]);
    }
    text
}

/// Why a text is not a diagram, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramError {
    /// Where in the diagram.
    pub spot: Spot,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    NoRows,
    TooManyRows,
    RowLength(usize),
    Ragged { expected: usize, found: usize },
    RowNumber { expected: usize },
    SomeNumbers,
    ColumnLetters { expected: String },
    LettersNotLast,
    OtherSize { expected: BoardSize, found: BoardSize },
    Sign(char),
    MarkTwice(char),
}

impl DiagramError {
    /// What is wrong, without the place.
    pub fn message(&self) -> String {
        match &self.reason {
            Reason::NoRows => "the diagram has no rows".into(),
            Reason::TooManyRows => "the diagram has more than 25 rows".into(),
            Reason::RowLength(found) => {
                format!("a row of {} points: rows have 1 to 25", at_most(*found))
            }
            Reason::Ragged { expected, found } => {
                format!("a row of {found} points where the first has {expected}")
            }
            Reason::RowNumber { expected } => format!("the number of this row is {expected}"),
            Reason::SomeNumbers => "some rows are numbered and some are not".into(),
            Reason::ColumnLetters { expected } => {
                format!("the column letters of this board are {expected}")
            }
            Reason::LettersNotLast => "the column letters come last, below the rows".into(),
            Reason::OtherSize { expected, found } => {
                format!("a diagram of {found} where the board is {expected}")
            }
            Reason::Sign(sign) => format!(
                "`{}` is no sign of a diagram: X black, O white, * gray, . empty, a to z a mark",
                sign.escape_debug()
            ),
            Reason::MarkTwice(mark) => format!("the mark `{mark}` stands twice"),
        }
    }
}

fn at_most(points: usize) -> String {
    if points > BoardSize::MAX as usize { "more than 25".into() } else { points.to_string() }
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spot { line, column } = self.spot;
        write!(f, "line {line}, column {column} of the diagram: {}", self.message())
    }
}

impl std::error::Error for DiagramError {}
