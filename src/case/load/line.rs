//! Expectations about a line of moves: `play`.

use super::{
    expect::Scenes,
    format::{PlayShape, StepShape},
    reader::{MAX_MOVES, Reader},
    words::{MAX_NEXT_NUMBER, Step},
    yaml::{Map, Scalar, Text},
};
use crate::{
    Game, IllegalMove, Player, Status,
    case::{Expectation, Located, StepExpectation},
};

impl Reader<'_> {
    pub(super) fn play(&mut self, play: &PlayShape, scenes: Scenes<'_>) -> Option<Expectation> {
        let moves = self.moves(&play.moves);
        let steps = moves.as_ref().map(Vec::len);
        let after = match &play.after.0 {
            Some(map) => self.steps(map, steps, scenes),
            None => Vec::new(),
        };
        let moves = moves?.into_iter().map(|(stated, _)| stated).collect();
        Some(Expectation::Play { moves, after })
    }

    fn steps(
        &mut self,
        map: &Map<Step, StepShape>,
        steps: Option<usize>,
        scenes: Scenes<'_>,
    ) -> Vec<Located<(usize, StepExpectation)>> {
        let last = steps.unwrap_or(MAX_MOVES);
        let name = |reader: &mut Self, step: &Scalar| {
            let step_number = reader.number(step, "a step", (1, u64::MAX))?;
            let step_number = usize::try_from(step_number).ok()?;
            if step_number > last {
                let message = format!("step {step_number} of a line of {last}");
                let help = "steps are counted from 1, one for each word of `moves`";
                reader.fault_with_help(step.span.range(), message, help);
                return None;
            }
            Some(step_number)
        };
        self.entries("after", map, name, |reader, step, number, shape| {
            Some((*number, reader.step(step, shape, scenes)))
        })
    }

    fn step(&mut self, key: &Text<Step>, shape: &StepShape, scenes: Scenes<'_>) -> StepExpectation {
        let reasons = IllegalMove::ALL.map(IllegalMove::clause);
        let illegal = &shape.illegal.0;
        let step = StepExpectation {
            illegal: illegal.as_ref().and_then(|ids| self.reasons(ids, &reasons, None)),
            captures: shape.captures.0.as_ref().and_then(|list| self.points(list)),
            board: shape.board.0.as_ref().and_then(|board| self.position(board, "board:")),
            number: shape.number.0.as_ref().and_then(|number| self.next_number(number)),
            to_move: shape.to_move.0.as_ref().and_then(|player| self.player(player)),
            due: shape.due.0.as_ref().and_then(|stone| self.stone(stone)),
            status: shape.status.0.as_ref().and_then(|status| self.status(status)),
            atari: shape.atari.0.as_ref().and_then(|list| self.points(list)),
            natures: shape.natures.0.as_ref().map(|natures| self.step_natures(natures, scenes)),
            left: shape.left.0.as_ref().map(|left| self.left(left)),
        };
        if let (Some(_), Some(captures)) = (illegal, &shape.captures.0) {
            let help = "a refused move is taken back: it captures nothing";
            let message = "`illegal` and `captures` exclude each other";
            self.fault_with_help(captures.span.range(), message, help);
        }
        let keys = [
            illegal.is_some(),
            shape.captures.0.is_some(),
            shape.board.0.is_some(),
            shape.number.0.is_some(),
            shape.to_move.0.is_some(),
            shape.due.0.is_some(),
            shape.status.0.is_some(),
            shape.atari.0.is_some(),
            shape.natures.0.is_some(),
            shape.left.0.is_some(),
        ];
        if keys == [false; 10] {
            let help = "a step without expectations is left out";
            self.fault_with_help(key.span.range(), "nothing is expected after this step", help);
        }
        step
    }

    /// The number of a move.
    pub(super) fn move_number(&mut self, scalar: &Scalar) -> Option<u32> {
        let number = self.number(scalar, "the number of a move", (1, Game::MAX_NUMBER.into()))?;
        u32::try_from(number).ok()
    }

    /// The number of a move after a line of moves.
    fn next_number(&mut self, scalar: &Scalar) -> Option<u32> {
        let number = self.number(scalar, "the number of a move", (1, MAX_NEXT_NUMBER.into()))?;
        u32::try_from(number).ok()
    }

    fn status(&mut self, scalar: &Scalar) -> Option<&'static str> {
        let names = [Status::Playing, Status::Over, Status::Resigned(Player::Black)];
        self.name(scalar, "status", &names.map(|status| (status.name(), status.name())))
    }
}
