//! The exact rules of the three-colour Go games: Go with a third, gray stone.
//!
//! Every refusal and every count rests on a numbered clause of `spec/`, and the crate carries the
//! specification ([`Clause`]) and the cases that decide it (`case`, with the feature
//! `conformance`).
//!
//! # A tour
//!
//! A [`Board`] is a value that knows no rules. [`strings`], [`empty_regions`] and [`pass_alive`]
//! look at one:
//!
//! ```
//! use ternary_go::{Board, empty_regions, Player};
//! let board: Board = "3 . O .\n2 O O .\n1 . O *".parse()?;
//! let eyes = empty_regions(&board).into_iter().filter(|region| region.eye_of().is_some());
//! assert_eq!(eyes.count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Ruleset`] names a game, [`rules::Rules`] holds its parameters, and a [`Game`] plays it, from
//! the empty board or from any [`Setup`]:
//!
//! ```
//! use ternary_go::{Game, Move, Ruleset, Setup};
//! let board = "3 . O .\n2 O O .\n1 . O *".parse()?;
//! let game = Game::from_setup(Ruleset::Dunshi.rules(), Setup::new(board, 9))?;
//! let refusal = game.verdict(Move::Place("A1".parse()?)).unwrap_err();
//! let reasons: Vec<String> = refusal
//!     .clauses()
//!     .map(|id| format!("{id}: {}", id.clause().unwrap().name))
//!     .collect();
//! assert_eq!(reasons, ["FORB-2: Opponent's one-point eye"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`score`] counts a position, and an [`Engine`] answers any of these questions as a [`Query`] that
//! stands alone. The reference engine, [`Reference`], is one implementation.
//!
//! # Features
//!
//! - none: the engine, without dependencies.
//! - `conformance`: the case format, its loader and the runner.
//! - `cli` (default): the tool `tgo`.
//!
//! # What is exact
//!
//! Positions are compared as they are; hashes only say where to look. Points, komi and margins are
//! whole quarters of a stone ([`Quarters`]). Boards are 1×1 to 25×25, rectangles too.

mod answer;
mod board;
#[cfg(feature = "conformance")]
pub mod case;
mod clause;
mod diagram;
mod engine;
mod eye;
mod game;
mod judge;
mod life;
mod making;
mod moves;
mod nature;
mod outcome;
mod play;
mod point;
mod private_eye;
mod quarters;
mod refusal;
mod region;
pub mod rules;
mod score;
mod stone;
mod svg;
#[cfg(feature = "conformance")]
pub mod verify;

mod embedded {
    //! The texts of `spec/` and `cases/`, as `build.rs` found them.
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use answer::{
    Answer, NatureAnswer, RegionAnswer, ScoreAnswer, StepAnswer, StringAnswer, Verdict,
};
pub use board::Board;
pub use clause::{Clause, ClauseId};
pub use diagram::{Diagram, DiagramError, Grid, Spot, draw};
pub use engine::{Ask, Engine, Query, Reasons, Reference, Step, step};
pub use game::{Game, Played, Setup, SetupError, Status};
pub use life::pass_alive;
pub use moves::{Move, MoveError, StatedMove};
pub use nature::{Counts, GrayString, Nature, holographic, natures};
pub use outcome::{Outcome, Stood};
pub use point::{BoardSize, Point, PointError};
pub use private_eye::{
    EyeReport, EyeRulings, NoPrivateEye, Potential, all_private_eyes, private_eye,
};
pub use quarters::{Quarters, QuartersError};
pub use refusal::{IllegalMove, Refusal};
pub use region::{
    EmptyRegion, StoneString, empty_region_at, empty_regions, enclosed_region_at, string_at,
    strings,
};
pub use rules::Ruleset;
pub use score::{BadMark, Cleaned, Margin, Marks, Score, cleaned_board, counted_board, score};
pub use stone::{Player, Stone};
pub use svg::{Picture, svg};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
