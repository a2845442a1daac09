//! The switches of private eyes: R-EYECONTENT, R-ENCLOSED, R-REGION.

use super::axis;

axis! {
    /// R-EYECONTENT: whether an eye that holds enemy stones counts in DEF-8.3.
    EyeContent, "eye-content" {
        /// It does, if those stones cannot live in it.
        Region = "region",
        /// It does not.
        EmptyOnly = "empty-only",
    }
}

axis! {
    /// R-ENCLOSED: what an enclosed region of DEF-8 is.
    Enclosed, "enclosed" {
        /// Whatever stones of the side, wall and edge bound.
        Any = "any",
        /// The stones of the side must split their field into two parts or more.
        Split = "split",
    }
}

axis! {
    /// R-REGION: which empty regions DEF-8.2 and DEF-8.3 ask about.
    PrivateEye, "private-eye" {
        /// All those inside the enclosed region that are adjacent to the string.
        WholeRegion = "whole-region",
        /// Any one of them alone.
        SingleRegion = "single-region",
    }
}
