//! A badge in JSON, as shields.io reads it.

use crate::verify::results::Results;

/// The report.
pub fn report(results: &Results<'_>) -> String {
    results.sentence()
}
