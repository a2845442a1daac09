//! A second engine, written from `spec/` alone: plain, slow, and open to mutation.
//!
//! Every function reads like the clause whose id it carries, and works everything out anew from
//! the position. The condition of a clause goes through [`Model::holds`], and what a clause says
//! besides its condition asks [`Model::is`]. So a [`Mutant`] can bend each of them.

pub(crate) mod compare;
mod count;
mod extras;
mod eyes;
mod forbidden;
mod game;
mod mutants;
mod mutated_rulings;
mod names;
mod natures;
mod position;
mod stones;
mod superko;
mod turns;

use ternary_go::{
    Answer, Ask, Board, Clause, ClauseId, Engine, Point, Query, Reasons, Score, StatedMove, Step,
    rules::{Rules, Switch, gray::Gray},
};

#[allow(unused_imports, reason = "each test that has this module uses a part of it")]
pub(crate) use self::{
    game::{Act, Game, Kind},
    mutants::{Change, Mutant, mutants},
    position::{Group, Points, Position},
};

/// The second engine, as `spec/` has it or bent in one place.
#[derive(Clone, Copy, Default)]
pub(crate) struct Model {
    /// Where it differs from `spec/`.
    pub(crate) mutant: Option<&'static Mutant>,
}

impl Model {
    /// The condition of a clause, unless the mutant makes it hold always or never.
    fn holds(&self, clause: &str, condition: bool) -> bool {
        match self.mutant {
            Some(mutant) if mutant.condition() == clause => match mutant.change {
                Change::Never => false,
                Change::Always => true,
                Change::Other(_) => condition,
            },
            Some(_) | None => condition,
        }
    }

    /// Whether it is the mutant of this description.
    fn is(&self, says: &str) -> bool {
        matches!(self.mutant, Some(Mutant { change: Change::Other(change), .. }) if *change == says)
    }

    /// The reading of a switch under the rules; some mutants know one reading alone.
    fn reads(&self, rules: &Rules, switch: &str, reading: &str) -> bool {
        let (_, value) =
            rules.rulings.iter().find(|(known, _)| known.name == switch).expect("a switch");
        let only = Switch::named(switch).expect("a switch");
        let only = (only.values)()
            .into_iter()
            .find(|value| self.is(&format!("{}: every reading is {value}", only.ruling)));
        only.unwrap_or(value) == reading
    }
}

impl Engine for Model {
    fn answer(&mut self, query: &Query) -> Answer {
        let mut game = match self.set_up(query.rules, &query.setup) {
            Ok(game) => game,
            Err(error) => return Answer::Error(error),
        };
        for &play in &query.moves {
            if let Err(reasons) = self.play(&mut game, play) {
                return Answer::Error(format!("{play} is refused by {reasons:?}"));
            }
        }
        let position = &game.position;
        match &query.ask {
            Ask::Legal(moves) => {
                let verdict = |&play: &StatedMove| self.verdict(&game, play).map_err(ids);
                Answer::Verdicts(moves.iter().map(verdict).collect())
            }
            Ask::LegalMoves => Answer::LegalMoves(self.moves(&game)),
            Ask::Strings => Answer::Strings(each(self.string_answers(position))),
            Ask::EmptyRegions => Answer::EmptyRegions(each(self.region_answers(position))),
            Ask::Enclosed(side, point) => {
                let region = self.enclosed_answer(&game.rules, position, *side, *point);
                Answer::Enclosed(region.map(|points| points.into_iter().collect()))
            }
            Ask::PrivateEyes => {
                Answer::PrivateEyes(self.private_eye_answers(&game.rules, position))
            }
            Ask::Natures => Answer::Natures(each(self.grays(&game.rules, position))),
            Ask::Play(moves) => {
                let mut game = game.clone();
                let steps = moves.iter().map(|&play| self.step(&mut game, play));
                Answer::Played(each(steps.collect()))
            }
            Ask::Score(marks) => {
                let count: Result<Score, _> = self.score(&game.rules, position, marks);
                Answer::Score(count.map(Into::into).map_err(|clause| ids(vec![clause])))
            }
            Ask::Perft(depth) => Answer::Perft(self.perft(&game, *depth)),
            Ask::Coordinates(points) => {
                let size = position.size;
                Answer::Coordinates(points.iter().map(|&point| self.name(point, size)).collect())
            }
        }
    }

    fn reasons(&self) -> Reasons {
        Reasons::All
    }
}

impl Model {
    fn step(&self, game: &mut Game, play: StatedMove) -> Step {
        let outcome = self.play(game, play);
        let first = |string: &Group| *string.stones.first().expect("a stone");
        let atari: Vec<Point> = self.escaping(game).iter().map(first).collect();
        Step {
            outcome: outcome.map(|points: Points| points.into_iter().collect()).map_err(ids),
            board: Board::from(&game.position),
            number: game.turn.number,
            to_move: game.turn.side,
            due: self.due(game, game.turn),
            status: game.status,
            atari,
            natures: match game.rules.gray {
                Gray::Natured => self.grays(&game.rules, &game.position),
                Gray::Absent | Gray::Neutral => vec![],
            },
            left: game.left,
        }
    }

    /// The number of legal sequences: one move of whatever kind is one step of a sequence.
    fn perft(&self, game: &Game, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let leads = |&play: &ternary_go::Move| {
            let mut game = game.clone();
            self.play(&mut game, play.into()).map_or(0, |_| self.perft(&game, depth - 1))
        };
        self.moves(game).iter().map(leads).sum()
    }
}

/// Facts as an engine answers them.
fn each<T: Into<U>, U>(facts: Vec<T>) -> Vec<U> {
    facts.into_iter().map(Into::into).collect()
}

fn ids(clauses: Vec<&'static str>) -> Vec<ClauseId> {
    clauses.into_iter().map(|id| Clause::named(id).expect("a clause of spec/").id).collect()
}
