//! Exact numbers: quarters of a stone.

use std::{fmt, str::FromStr};

/// A number of stones, in quarters: komi, points and margins are exact (SCORE-1).
///
/// ```
/// use ternary_go::Quarters;
/// let komi: Quarters = "3.75".parse()?;
/// assert_eq!(komi, Quarters(15));
/// assert_eq!(Quarters(-50).to_string(), "-12.5");
/// assert!("3.8".parse::<Quarters>().is_err());
/// # Ok::<(), ternary_go::QuartersError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quarters(pub i32);

impl Quarters {
    /// The largest komi either way, in stones: more than any board has points.
    pub const MAX_STONES: i32 = 1000;

    /// So many whole stones; the nearest number that fits where they are too many.
    pub const fn stones(stones: i32) -> Self {
        Self(stones.saturating_mul(4))
    }

    /// The number that a text writes, however large: `3.75`, `-2`, `+3.`.
    pub(crate) fn exact(text: &str) -> Option<Self> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let quarters = match fraction.trim_end_matches('0') {
            "" => 0,
            "25" => 1,
            "5" => 2,
            "75" => 3,
            _ => return None,
        };
        if !whole.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let whole: i32 = whole.parse().ok()?;
        Some(Self(sign * whole.checked_mul(4)?.checked_add(quarters)?))
    }

    /// The number without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// Twice the number: a margin of stones in points, as GTP and SGF count (SCORE-7).
    #[must_use]
    pub const fn doubled(self) -> Self {
        Self(self.0.saturating_mul(2))
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let fraction = ["", ".25", ".5", ".75"][(self.0.unsigned_abs() % 4) as usize];
        write!(f, "{sign}{}{fraction}", self.0.unsigned_abs() / 4)
    }
}

impl FromStr for Quarters {
    type Err = QuartersError;

    fn from_str(text: &str) -> Result<Self, QuartersError> {
        Self::exact(text)
            .filter(|quarters| quarters.abs() <= Self::stones(Self::MAX_STONES))
            .ok_or_else(|| QuartersError(crate::point::short(text)))
    }
}

/// A text that is no number of stones in quarters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuartersError(String);

impl fmt::Display for QuartersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a number of stones: write quarters exactly, as 3.75 or -2, within ±1000",
            self.0
        )
    }
}

impl std::error::Error for QuartersError {}
