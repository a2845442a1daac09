//! Reports of a run, one format a file.

pub mod badge;
pub mod html;
pub mod jsonl;
pub mod junit;
pub mod markdown;
