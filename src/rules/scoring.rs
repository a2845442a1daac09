//! The switch `scoring-natures`: R-CLEAN.

use super::axis;

axis! {
    /// R-CLEAN: which natures gray strings have when the points are counted.
    ScoringNatures, "scoring-natures" {
        /// Those of the board without the dead strings.
        AfterRemoval = "after-removal",
        /// Those of the board with them.
        BeforeRemoval = "before-removal",
    }
}
