//! The report as one HTML page with diagrams.

use crate::verify::results::Results;

/// The report.
pub fn report(results: &Results<'_>) -> String {
    results.sentence()
}
