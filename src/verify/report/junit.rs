//! The report as JUnit XML.

use crate::verify::results::Results;

/// The report.
pub fn report(results: &Results<'_>) -> String {
    results.sentence()
}
