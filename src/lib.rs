//! The exact rules of the three-colour Go games.
//!
//! Draft.

mod board;
#[cfg(feature = "conformance")]
pub mod case;
mod clause;
mod diagram;
mod engine;
mod eye;
mod game;
mod life;
mod moves;
mod play;
mod point;
mod quarters;
mod refusal;
mod region;
pub mod rules;
mod score;
mod stone;

mod embedded {
    //! The texts of `spec/` and `cases/`, as `build.rs` found them.
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use board::Board;
pub use clause::{Clause, ClauseId};
pub use diagram::{Diagram, DiagramError, Grid, Spot, draw};
pub use engine::{Answer, Ask, Engine, Query, Reference, Step, Verdict};
pub use game::{Game, Played, Setup, SetupError, Status};
pub use life::pass_alive;
pub use moves::{Move, MoveError, StatedMove};
pub use point::{BoardSize, Point, PointError};
pub use quarters::{Quarters, QuartersError};
pub use refusal::{IllegalMove, Refusal};
pub use region::{
    EmptyRegion, StoneString, empty_region_at, empty_regions, enclosed_region_at, string_at, strings,
};
pub use rules::Ruleset;
pub use score::{BadMark, Margin, Marks, Score, score};
pub use stone::{Player, Stone};
