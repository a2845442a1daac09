//! Why a move is illegal: every refusal names the clauses it rests on (R-REASONS).

use std::fmt;

use crate::clause::ClauseId;

/// One reason for which a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// The side or the number stated is not that of the next move.
    NotTheTurn,
    /// No double pass may be announced here.
    NoDoublePass,
    /// No conversion is available here.
    NoConversion,
    /// No flybomb may be declared here.
    NoBomb,
    /// A turn with a declared flybomb must place its stone, and can be declared only if one is legal.
    BombNeedsStone,
    /// No double move is open here.
    NoKnife,
    /// No replacement is open here, or no opponent's stone stands on the point.
    NoReplacement,
    /// The point is off the board or holds a stone.
    NotEmpty,
    /// A converted stone off the single liberty of a string in atari.
    NoRescue,
    /// The stone's own string would have no liberty.
    Suicide,
    /// The position stood before.
    Superko,
    /// A gray stone on the last liberty of a string.
    CapturePoint,
    /// A gray stone in the opponent's one-point eye.
    OpponentsEye,
    /// A gray stone in the opponent's tiger's mouth.
    OpponentsMouth,
}

impl IllegalMove {
    /// All reasons, in the order in which a refusal lists them.
    pub const ALL: [Self; 15] = [
        Self::GameOver,
        Self::NotTheTurn,
        Self::NoDoublePass,
        Self::NoConversion,
        Self::NoBomb,
        Self::BombNeedsStone,
        Self::NoKnife,
        Self::NoReplacement,
        Self::NotEmpty,
        Self::NoRescue,
        Self::Suicide,
        Self::CapturePoint,
        Self::OpponentsEye,
        Self::OpponentsMouth,
        Self::Superko,
    ];

    /// The clause that the reason rests on.
    pub const fn clause(self) -> ClauseId {
        ClauseId::of(match self {
            Self::GameOver => "GO-7",
            Self::NotTheTurn => "GO-2",
            Self::NoDoublePass => "PASS2-1",
            Self::NoConversion => "CONV-1",
            Self::NoBomb => "BOMB-2",
            Self::BombNeedsStone => "R-BOMBPASS",
            Self::NoKnife => "KNIFE-1",
            Self::NoReplacement => "BOMBGO-1",
            Self::NotEmpty => "GO-1",
            Self::NoRescue => "CONV-2",
            Self::Suicide => "GO-5",
            Self::Superko => "GO-6",
            Self::CapturePoint => "FORB-1",
            Self::OpponentsEye => "FORB-2",
            Self::OpponentsMouth => "FORB-3",
        })
    }
}

/// All reasons for which a move is refused.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Refusal(u16);

impl Refusal {
    pub(crate) fn add(&mut self, reason: IllegalMove) {
        self.0 |= 1 << reason as u8;
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the reason is among them.
    pub const fn has(self, reason: IllegalMove) -> bool {
        self.0 >> reason as u8 & 1 != 0
    }

    /// The reasons, in the order of [`IllegalMove::ALL`].
    pub fn reasons(self) -> impl Iterator<Item = IllegalMove> {
        IllegalMove::ALL.into_iter().filter(move |&reason| self.has(reason))
    }

    /// The clauses of the reasons.
    pub fn clauses(self) -> impl Iterator<Item = ClauseId> {
        self.reasons().map(IllegalMove::clause)
    }
}

impl From<IllegalMove> for Refusal {
    fn from(reason: IllegalMove) -> Self {
        let mut refusal = Self::default();
        refusal.add(reason);
        refusal
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Refusal({self})")
    }
}

impl fmt::Display for Refusal {
    /// The ids of the clauses, separated by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, clause) in self.clauses().enumerate() {
            write!(f, "{}{clause}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
