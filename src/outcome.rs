//! What a placement would do, whether or not it is legal: for those who ask why it is not.

use crate::{
    Board, Game, Move, Player, Point, Stone,
    board::{Cell, PlaceSet},
    play::captures,
    rules::{extras::Extras, schedule::Due},
};

pub use crate::rules::superko::Stood;

/// What a placement would do by FLOW-2 and FLOW-3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The position that it would leave.
    pub board: Board,
    /// The points of the stones that it would capture (GO-4).
    pub captured: Vec<Point>,
    /// The points of the stones that R-SHIFT would then remove, round by round.
    pub rounds: Vec<Vec<Point>>,
    /// When that position stood before, where GO-6 forbids it for that.
    pub stood: Option<Stood>,
}

impl Game {
    /// What a placement would do if it were allowed; `None` where no stone could be put.
    ///
    /// A black or white stone that GO-5 forbids is put there, without liberties, all the same.
    ///
    /// ```
    /// use ternary_go::{Game, Move, Ruleset, Setup};
    /// let game = Game::from_setup(Ruleset::Meng.rules(), Setup::new(". * X .".parse()?, 9))?;
    /// let play = Move::Place("D1".parse()?);
    /// assert_eq!(game.verdict(play).unwrap_err().to_string(), "FORB-1");
    /// assert_eq!(game.outcome(play).unwrap().rounds, [["C1".parse()?]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self, play: Move) -> Option<Outcome> {
        let due = self.due();
        let own = |player: Player| Due { player, stone: player.stone() };
        let (point, Due { player, stone }) = match play {
            Move::Place(point) => (point, due),
            Move::Convert(point) | Move::Replace(point) => (point, own(due.player)),
            Move::Knife(point) => (point, own(self.rules.allowance.receiver)),
            Move::Pass | Move::DoublePass | Move::DeclareBomb | Move::Resign | Move::Agree => {
                return None;
            }
        };
        let place = self.board.size().contains(point).then(|| self.board.place(point))?;
        let (mut board, mut layer) = (self.board.clone(), self.layer().clone());
        if matches!(play, Move::Replace(_)) && self.rules.extras == Extras::Replacements {
            board.put(place, Cell::Empty);
            layer.put(place, Cell::Empty);
        }
        if board.cell(place) != Cell::Empty {
            return None;
        }
        let cell = Cell::from(stone);
        let captured = match stone {
            Stone::Gray => PlaceSet::default(),
            Stone::Black | Stone::White => captures(&layer, player, place),
        };
        let mut rounds = Vec::new();
        match self.shift(&board, place, cell, &captured, player) {
            Some(shift) => {
                let settled = shift.into_settled(&self.rules);
                let points = |round: &PlaceSet| self.board.points_of(round);
                rounds.extend(settled.rounds.iter().map(points));
                board = settled.board;
            }
            None => {
                board.put(place, cell);
                captured.iter().for_each(|place| board.put(place, Cell::Empty));
            }
        }
        let next = if matches!(play, Move::Knife(_)) {
            own(player.opponent())
        } else {
            self.turn.next(self.has_bomb() && !self.turn.bomb).due(&self.rules)
        };
        let stood = self.record.stood(self.rules.rulings.superko, &board, next, player);
        Some(Outcome { captured: self.board.points_of(&captured), rounds, stood, board })
    }
}
