//! An engine in Rust put to the whole suite, as in somebody's own `cargo test`.
//!
//! `cargo run --example conforms` runs it.

use ternary_go::{
    Answer, Ask, Engine, Game, Query, Ruleset, rules::Rules, verify::plan::assert_conforms,
};

/// An engine that knows Go and nothing else; what it does not know it says.
struct PlainGo;

impl Engine for PlainGo {
    fn answer(&mut self, query: &Query) -> Answer {
        let known = Rules { komi: query.rules.komi, ..Ruleset::Go.rules() };
        if query.rules != known {
            return Answer::Unsupported("anything but go".into());
        }
        let Ask::Legal(moves) = &query.ask else {
            return Answer::Unsupported("anything but verdicts".into());
        };
        let Ok(mut game) = Game::from_setup(query.rules, query.setup.clone()) else {
            return Answer::Error("no such position".into());
        };
        if query.moves.iter().any(|play| game.play(*play).is_err()) {
            return Answer::Error("an illegal move".into());
        }
        // Here the author asks an engine of his own. It need not say why a move is illegal.
        let verdict = |play| game.verdict(play).map_err(|_| Vec::new());
        Answer::Verdicts(moves.iter().map(|&play| verdict(play)).collect())
    }
}

fn main() {
    assert_conforms(&mut PlainGo);
    println!("plain Go conforms, where it answers");
}
