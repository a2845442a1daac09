//! Moves and the words that write them.

use std::{fmt, str::FromStr};

use crate::{Player, Point, point::short, rules::UnknownName};

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone of the colour that is due, on a point.
    Place(Point),
    /// A pass (GO-3).
    Pass,
    /// The forced double pass: this move and the next are passes (PASS2). It takes two numbers.
    DoublePass,
    /// The gray stone becomes the mover's own, on a point (CONV).
    Convert(Point),
    /// The mover declares a flybomb for this turn (BOMB-2). It takes no number.
    DeclareBomb,
    /// The receiver's second stone in a row (KNIFE-1).
    Knife(Point),
    /// The receiver's stone in place of an opponent's (BOMBGO-1).
    Replace(Point),
    /// The side to move resigns (GO-7).
    Resign,
    /// The players agree that the game is over (GO-7).
    Agree,
}

/// The words for moves without a point.
const WORDS: [(&str, Move); 5] = [
    ("pass", Move::Pass),
    ("double-pass", Move::DoublePass),
    ("bomb", Move::DeclareBomb),
    ("resign", Move::Resign),
    ("agree", Move::Agree),
];

/// A kind of move with a point.
type OnPoint = fn(Point) -> Move;

/// The words for moves with a point besides a plain placement.
const WITH_POINT: [(&str, OnPoint); 3] =
    [("convert:", Move::Convert), ("knife:", Move::Knife), ("replace:", Move::Replace)];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => write!(f, "{point}"),
            Self::Convert(point) => write!(f, "convert:{point}"),
            Self::Knife(point) => write!(f, "knife:{point}"),
            Self::Replace(point) => write!(f, "replace:{point}"),
            Self::DeclareBomb => f.write_str("bomb"),
            Self::Pass => f.write_str("pass"),
            Self::DoublePass => f.write_str("double-pass"),
            Self::Resign => f.write_str("resign"),
            Self::Agree => f.write_str("agree"),
        }
    }
}

/// A move with what a record states about it: its number, its side, both or neither.
///
/// ```
/// use ternary_go::{Move, Player, StatedMove};
/// let stated: StatedMove = "12.W:D4".parse()?;
/// assert_eq!((stated.number, stated.player), (Some(12), Some(Player::White)));
/// assert_eq!(stated.play, Move::Place("D4".parse().unwrap()));
/// assert_eq!(stated.to_string(), "12.W:D4");
/// # Ok::<(), ternary_go::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatedMove {
    /// The move number, if stated.
    pub number: Option<u32>,
    /// The side, if stated.
    pub player: Option<Player>,
    /// The move.
    pub play: Move,
}

impl From<Move> for StatedMove {
    fn from(play: Move) -> Self {
        Self { number: None, player: None, play }
    }
}

impl fmt::Display for StatedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number}.")?;
        }
        if let Some(player) = self.player {
            write!(f, "{}:", player.letter())?;
        }
        write!(f, "{}", self.play)
    }
}

impl FromStr for StatedMove {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        Self::read(text, |word| word.parse().map_err(|_| MoveError::unknown(word)))
    }
}

impl StatedMove {
    /// Reads a move word; `point` reads what should be a point.
    ///
    /// # Errors
    /// When the word is no move.
    pub fn read(
        text: &str,
        point: impl Fn(&str) -> Result<Point, MoveError>,
    ) -> Result<Self, MoveError> {
        let mut rest = text;
        let mut number = None;
        if let Some((digits, after)) = rest.split_once('.')
            && rest.starts_with(|first: char| first.is_ascii_digit())
        {
            let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
            let read = digits.parse().ok().filter(|_| plain);
            number = Some(read.ok_or_else(|| MoveError::unknown(text))?);
            rest = after;
        }
        let stated = Player::ALL.into_iter().find_map(|side| {
            let after = rest.strip_prefix(side.letter())?.strip_prefix(':')?;
            Some((side, after))
        });
        let player = stated.map(|(side, _)| side);
        rest = stated.map_or(rest, |(_, after)| after);
        if rest.is_empty() {
            return Err(MoveError::unknown(text));
        }
        let prefixed =
            WITH_POINT.iter().find_map(|(word, of)| Some((rest.strip_prefix(word)?, of)));
        let play = match (WORDS.iter().find(|(word, _)| *word == rest), prefixed) {
            (Some((_, play)), _) => *play,
            (None, Some((rest, of))) => of(point(rest).map_err(|_| MoveError::unknown(text))?),
            (None, None) => Move::Place(point(rest).map_err(|_| MoveError::unknown(text))?),
        };
        Ok(Self { number, player, play })
    }
}

/// A word that is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    word: String,
    hint: Hint,
}

/// What the word may have been meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Hint {
    /// A number that stands apart from its move.
    NumberAlone,
    /// A side in small letters, written as it should be.
    Side(String),
    /// A move that is written nearly so.
    Nearest(String),
    /// Nothing near.
    Nothing,
}

impl MoveError {
    /// A word that is neither a point nor any other move.
    pub fn unknown(word: &str) -> Self {
        Self { word: short(word), hint: Hint::of(word) }
    }
}

impl Hint {
    fn of(word: &str) -> Self {
        let digits = word.strip_suffix('.').unwrap_or_default();
        if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Self::NumberAlone;
        }
        let upper = word.replacen("b:", "B:", 1).replacen("w:", "W:", 1);
        if upper != word && upper.parse::<StatedMove>().is_ok() {
            return Self::Side(short(&upper));
        }
        let words = WORDS.iter().map(|(word, _)| *word);
        let words = words.chain(["convert:D4", "knife:D4", "replace:D4"]);
        match UnknownName::new("move", word, words).nearest() {
            Some(nearest) => Self::Nearest(nearest.to_owned()),
            None => Self::Nothing,
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { word, hint } = self;
        write!(f, "`{word}` is not a move: ")?;
        match hint {
            Hint::NumberAlone => write!(f, "write `{word}D4` without a blank"),
            Hint::Side(upper) => write!(f, "the sides are B and W: did you mean `{upper}`?"),
            Hint::Nearest(nearest) => write!(f, "did you mean `{nearest}`?"),
            Hint::Nothing => f.write_str(
                "write a point such as D4, or pass, double-pass, convert:D4, bomb, knife:D4, \
                 replace:D4, resign, agree; W:D4 and 12.D4 state side and number",
            ),
        }
    }
}

impl std::error::Error for MoveError {}

#[cfg(test)]
mod tests {
    use super::StatedMove;

    #[test]
    fn words_that_are_no_moves_are_understood() {
        for (word, hint) in [
            ("1.", "write `1.D4` without a blank"),
            ("b:C3", "did you mean `B:C3`?"),
            ("12.w:pass", "did you mean `12.W:pass`?"),
            ("b:", "state side and number"),
            ("pas", "did you mean `pass`?"),
            ("é:b:", "state side and number"),
            ("B:W:D4", "`B:W:D4` is not a move"),
            ("W:B:D4", "`W:B:D4` is not a move"),
            ("1.1.D4", "`1.1.D4` is not a move"),
            ("knife:Z", "`knife:Z` is not a move"),
            ("18446744073709551616.D4", "`18446744073709551616.D4` is not a move"),
        ] {
            let error = word.parse::<StatedMove>().unwrap_err().to_string();
            assert!(error.contains(hint), "{error}");
        }
    }
}
