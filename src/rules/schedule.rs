//! The schedule axis: which side moves, and which stone is due. GO-2, CYCLE-1, CYCLE-2.

use super::axis;
use crate::{Player, Stone};

axis! {
    /// Which stone is due at which move.
    Schedule, "schedule" {
        /// The sides alternate and place their own stones (GO-2).
        Alternate = "alternate",
        /// Moves 9 and 10 of every ten place gray stones (CYCLE-1, CYCLE-2).
        TenMoveCycle = "ten-move-cycle",
    }
}

/// What the next move is to place, and who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Due {
    /// The side to move.
    pub player: Player,
    /// The stone to be placed: the mover's own colour or gray.
    pub stone: Stone,
}

impl Schedule {
    /// What is due at a move number, counted from 1, where numbers tell the side (GO-2).
    pub const fn due(self, number: u32) -> Due {
        // GO-2: odd numbers are Black's, even ones White's.
        let player = if number % 2 == 1 { Player::Black } else { Player::White };
        self.due_of(number, player)
    }

    /// What is due to a side at a move number.
    pub const fn due_of(self, number: u32, player: Player) -> Due {
        let stone = match self {
            Self::Alternate => player.stone(),
            Self::TenMoveCycle => match number % 10 {
                9 | 0 => Stone::Gray, // CYCLE-2
                _ => player.stone(),  // CYCLE-1
            },
        };
        Due { player, stone }
    }
}
