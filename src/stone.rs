//! The two sides and the three colours of stones.

use std::fmt;

/// A side of the game. Only sides have opponents; gray has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Moves first (GO-2).
    Black,
    /// Moves second.
    White,
}

impl Player {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The stones of this side.
    pub const fn stone(self) -> Stone {
        match self {
            Self::Black => Stone::Black,
            Self::White => Stone::White,
        }
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// `Black` or `White`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// `B` or `W`, as in results and move lists.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The colour of a stone. Gray is one colour, whoever placed it (CYCLE-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stone {
    /// A black stone, `X` in diagrams.
    Black,
    /// A white stone, `O` in diagrams.
    White,
    /// A gray stone, `*` in diagrams.
    Gray,
}

impl Stone {
    /// All colours.
    pub const ALL: [Self; 3] = [Self::Black, Self::White, Self::Gray];

    /// The side whose colour it is; `None` for gray.
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::Black => Some(Player::Black),
            Self::White => Some(Player::White),
            Self::Gray => None,
        }
    }

    /// `black`, `white` or `gray`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Gray => "gray",
        }
    }

    /// The stone's sign in a diagram.
    pub const fn sign(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
            Self::Gray => '*',
        }
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
