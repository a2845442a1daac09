//! Points, board sizes, and the two coordinate systems: COORD-1 and COORD-2.

use std::{fmt, str::FromStr};

/// The column letters of COORD-1: the alphabet without I.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The numerals of COORD-2, from 1 to 9.
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The sign of COORD-2 for a coordinate of 0.
const ON_AXIS: char = '〇';

/// A point named by column and row, whether or not some board has it (COORD-1).
///
/// Columns and rows count from 0 at the lower left corner; A1 is `(0, 0)`.
///
/// ```
/// use ternary_go::Point;
/// let point: Point = "j4".parse()?;
/// assert_eq!((point.column(), point.row()), (8, 3));
/// assert_eq!(point.to_string(), "J4");
/// assert!("I4".parse::<Point>().is_err());
/// # Ok::<(), ternary_go::PointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    // The row comes first, so that points sort row by row from the lower left corner.
    row: u8,
    column: u8,
}

impl Point {
    /// The point at a column and a row, both counted from 0.
    ///
    /// # Errors
    /// When either is 25 or more: no board of ours has such a point.
    pub fn new(column: u8, row: u8) -> Result<Self, PointError> {
        if column < BoardSize::MAX && row < BoardSize::MAX {
            Ok(Self { row, column })
        } else {
            Err(PointError::OffAnyBoard)
        }
    }

    /// The column, counted from 0 at the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, counted from 0 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }

    pub(crate) const fn at(column: u8, row: u8) -> Self {
        Self { row, column }
    }

    /// The point in the notation of the sources (COORD-2), where the board has one.
    ///
    /// `None` when the board has no centre point, is larger than 19 lines, or lacks the point.
    ///
    /// ```
    /// use ternary_go::{BoardSize, Point};
    /// let nine = BoardSize::square(9)?;
    /// let name = |point: &str| point.parse::<Point>().unwrap().to_source(nine).unwrap();
    /// assert_eq!(name("C3"), "BB");
    /// assert_eq!(name("G3"), "二B");
    /// assert_eq!(name("E5"), "〇〇");
    /// # Ok::<(), ternary_go::PointError>(())
    /// ```
    pub fn to_source(self, size: BoardSize) -> Option<String> {
        let (half_width, half_height) = size.halves()?;
        let name = |offset: i8| match offset {
            0 => ON_AXIS,
            1.. => NUMERALS[offset as usize - 1],
            _ => char::from(b'A' + offset.unsigned_abs() - 1),
        };
        size.contains(self).then(|| {
            [name(self.column as i8 - half_width), name(self.row as i8 - half_height)]
                .iter()
                .collect()
        })
    }

    /// Reads a point in the notation of the sources (COORD-2).
    ///
    /// # Errors
    /// When the board has no such notation, the text is not two signs of it, or the point is
    /// off the board.
    pub fn from_source(text: &str, size: BoardSize) -> Result<Self, PointError> {
        let (half_width, half_height) = size.halves().ok_or(PointError::NoCentre(size))?;
        let offset = |sign: char| match sign {
            ON_AXIS | '0' => Some(0),
            'A'..='I' | 'a'..='i' => Some(-(sign.to_ascii_uppercase() as i8 - b'A' as i8 + 1)),
            _ => NUMERALS.iter().position(|&numeral| numeral == sign).map(|index| index as i8 + 1),
        };
        let mut signs = text.chars().map(offset);
        let (Some(Some(x)), Some(Some(y)), None) = (signs.next(), signs.next(), signs.next())
        else {
            return Err(PointError::NotSource(text.into()));
        };
        let (column, row) = (x + half_width, y + half_height);
        let inside =
            (0..size.width() as i8).contains(&column) && (0..size.height() as i8).contains(&row);
        if inside {
            Ok(Self::at(column as u8, row as u8))
        } else {
            Err(PointError::OffBoard(text.into(), size))
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(COLUMNS[self.column as usize]), self.row + 1)
    }
}

impl FromStr for Point {
    type Err = PointError;

    /// Reads a point as COORD-1 writes it: a letter without I, then a row from 1 to 25.
    fn from_str(text: &str) -> Result<Self, PointError> {
        let error = || PointError::NotPoint(text.into());
        let (letter, digits) = text.split_at_checked(1).ok_or_else(error)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        if letter == b'I' {
            return Err(PointError::LetterI);
        }
        let column = COLUMNS.iter().position(|&column| column == letter).ok_or_else(error)?;
        let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
        let row: u8 = digits.parse().ok().filter(|_| plain).ok_or_else(error)?;
        Self::new(column as u8, row - 1).map_err(|_| error())
    }
}

/// The letter that COORD-1 gives a column, counted from 0.
pub(crate) fn column_letter(column: u8) -> char {
    char::from(COLUMNS[column as usize])
}

/// The sides of a board in points, 1 to 25 each (GO-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// The longest side of a board, in points.
    pub const MAX: u8 = 25;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// When a side is 0 or longer than 25.
    pub fn new(width: usize, height: usize) -> Result<Self, PointError> {
        let side =
            |length: usize| u8::try_from(length).ok().filter(|n| (1..=Self::MAX).contains(n));
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            (None, _) | (_, None) => Err(PointError::BadSize { width, height }),
        }
    }

    /// A board of `lines` columns and as many rows.
    ///
    /// # Errors
    /// As [`BoardSize::new`].
    pub fn square(lines: usize) -> Result<Self, PointError> {
        Self::new(lines, lines)
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of points: N in SCORE-7.
    pub const fn points(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the board has the point.
    pub const fn contains(self, point: Point) -> bool {
        point.column < self.width && point.row < self.height
    }

    /// All points, row by row from the lower left corner.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        (0..self.height)
            .flat_map(move |row| (0..self.width).map(move |column| Point::at(column, row)))
    }

    /// The distance from the centre point to the sides, where COORD-2 is defined.
    fn halves(self) -> Option<(i8, i8)> {
        let half = |side: u8| (side % 2 == 1 && side <= 19).then_some((side / 2) as i8);
        Some((half(self.width)?, half(self.height)?))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

impl FromStr for BoardSize {
    type Err = PointError;

    /// Reads `9` (nine lines) or `9x13` (nine columns, thirteen rows).
    fn from_str(text: &str) -> Result<Self, PointError> {
        let side = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
            text.parse::<usize>().ok().filter(|_| plain).ok_or(PointError::NotSize(text.into()))
        };
        match text.split_once(['x', '×']) {
            Some((width, height)) => Self::new(side(width)?, side(height)?),
            None => Self::square(side(text)?),
        }
    }
}

/// Why a text is not a point, or two numbers no board size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointError {
    /// Not a letter and a row.
    NotPoint(String),
    /// The letter I, which COORD-1 leaves out.
    LetterI,
    /// A column or row that no board has.
    OffAnyBoard,
    /// Not two signs of COORD-2.
    NotSource(String),
    /// A board without a centre point, or larger than 19 lines: COORD-2 names nothing there.
    NoCentre(BoardSize),
    /// A point of COORD-2 outside the board.
    OffBoard(String, BoardSize),
    /// Not one number or two.
    NotSize(String),
    /// A side of 0 points or more than 25.
    BadSize {
        /// The number of columns asked for.
        width: usize,
        /// The number of rows asked for.
        height: usize,
    },
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPoint(text) => {
                write!(f, "`{}` is not a point: write D4 (COORD-1)", short(text))
            }
            Self::LetterI => write!(f, "there is no column I: H is followed by J (COORD-1)"),
            Self::OffAnyBoard => write!(f, "no board has such a point: sides end at 25"),
            Self::NotSource(text) => {
                write!(f, "`{}` is not a point in the sources' notation (COORD-2)", short(text))
            }
            Self::NoCentre(size) => {
                write!(f, "a board of {size} has no points in the sources' notation (COORD-2)")
            }
            Self::OffBoard(text, size) => write!(f, "{text} is off a board of {size} (COORD-2)"),
            Self::NotSize(text) => {
                write!(f, "`{}` is not a board size: write 9 or 9x13", short(text))
            }
            Self::BadSize { width, height } => {
                write!(f, "a board of {width}×{height}: sides are 1 to 25 points (GO-9)")
            }
        }
    }
}

impl std::error::Error for PointError {}

/// At most 40 characters of a text, for messages.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
