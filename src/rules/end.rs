//! The switch `end`: which passes end the game. GO-7, PASS2-3, R-END.

use super::{axis, schedule::Due};
use crate::Player;

axis! {
    /// R-END: which passes end the game.
    End, "end" {
        /// Both sides in turn declined a stone of their own, and nothing was placed in between.
        StonePasses = "stone-passes",
        /// Any two consecutive passes that were not forced.
        AnyTwoPasses = "any-two-passes",
    }
}

/// The passes since the last placement, as far as the end of the game depends on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Passes {
    // The side that last declined a stone of its own colour.
    declined: Option<Player>,
    // Whether the last move was a pass that was not forced.
    passed: bool,
}

impl Passes {
    /// Counts a pass that was not forced; true when the game is over.
    pub(crate) fn pass(&mut self, end: End, due: Due) -> bool {
        let own = due.stone == due.player.stone();
        let over = match end {
            // R-END: a passed gray move is skipped.
            End::StonePasses => own && self.declined == Some(due.player.opponent()),
            End::AnyTwoPasses => self.passed,
        };
        self.passed = true;
        if own {
            self.declined = Some(due.player);
        }
        over
    }
}
