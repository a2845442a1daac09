//! Verifying anybody's implementation: the protocol, the engines behind it, and what comes of a run.

#[cfg(feature = "cli")]
pub mod classify;
pub mod compare;
#[cfg(feature = "cli")]
pub mod gtp;
pub mod known;
pub mod line;
#[cfg(feature = "cli")]
pub mod local;
pub mod plan;
#[cfg(feature = "cli")]
pub mod pool;
#[cfg(feature = "cli")]
pub mod process;
pub mod report;
pub mod results;
pub mod serve;
#[cfg(feature = "cli")]
pub mod session;
pub mod translate;
mod welcome;
pub mod wire;
