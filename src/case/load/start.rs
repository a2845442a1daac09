//! Where a case starts: board, number, history, previous point, komi and moves.

use super::{
    format::CaseFile,
    head::Head,
    reader::{Reader, Word},
};
use crate::{
    Board, Game, Player, Point, Quarters, Setup, SetupError, Stone,
    case::Variation,
    rules::{Rules, Rulings},
};

/// The longest history of a case.
const MAX_HISTORY: usize = 1000;

/// The longest line of moves of a case.
pub(super) const MAX_MOVES: usize = 1000;

/// Where a case starts. The board is the reader's.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) number: u32,
    pub(super) history: Vec<Board>,
    pub(super) previous: Option<Point>,
    pub(super) komi: Quarters,
    pub(super) moves: Vec<Word>,
}

/// The position of a case after its moves, for one ruleset and one value of the axis in `by`.
#[derive(Debug)]
pub(super) struct Scene {
    /// The ruleset and the value, as text.
    pub(super) name: String,
    /// The value: its place in `by`.
    pub(super) branch: Option<usize>,
    /// The position.
    pub(super) board: Board,
}

impl Reader<'_> {
    /// Reads the board, and keeps it for whatever names points.
    pub(super) fn board(&mut self, file: &CaseFile) {
        self.diagram = self.diagram(&file.board);
    }

    /// Reads where the case starts; `None` where any of it is faulty.
    pub(super) fn start(&mut self, file: &CaseFile) -> Option<Start> {
        let faults = self.faults.len();
        let number = self.first_number(file);
        let mut history = Vec::new();
        if let Some(list) = &file.history.0 {
            if list.value.len() > MAX_HISTORY {
                let message = format!("a history of more than {MAX_HISTORY} positions");
                self.fault(list.span.range(), message);
            } else {
                history.extend(list.value.iter().filter_map(|board| self.position(board)));
            }
        }
        let previous = file.previous.0.as_ref().and_then(|point| self.point(point));
        let komi = file.komi.0.as_ref().map_or(Some(Rules::KOMI), |komi| self.stones(komi));
        let moves = file.moves.0.as_ref().map_or(Some(Vec::new()), |moves| self.moves(moves));
        let (komi, moves) = (komi?, moves?);
        (self.faults.len() == faults && self.diagram.is_some()).then_some(Start {
            number,
            history,
            previous,
            komi,
            moves,
        })
    }

    /// The number of the move to be made, by `number` or `to_move`.
    fn first_number(&mut self, file: &CaseFile) -> u32 {
        let number = file.number.0.as_ref().and_then(|number| self.move_number(number));
        let player = file.to_move.0.as_ref().and_then(|player| self.player(player));
        if let (Some(_), Some(to_move)) = (&file.number.0, &file.to_move.0) {
            let help = "the number tells whose move it is: odd black, even white";
            self.fault_with_help(
                to_move.span.range(),
                "`number` and `to_move` exclude each other",
                help,
            );
        }
        match player {
            Some(Player::White) => 2,
            Some(Player::Black) | None => number.unwrap_or(1),
        }
    }

    /// Plays the moves of a case in each ruleset and for each value of the axis in `by`.
    pub(super) fn scenes(
        &mut self,
        file: &CaseFile,
        head: &Head,
        start: &Start,
        branches: &[Variation],
        common: bool,
    ) -> Vec<Scene> {
        let Some(diagram) = self.diagram.clone() else { return Vec::new() };
        let whole_axis = matches!(branches, [Variation::Number(_) | Variation::Ruleset(_), ..]);
        let mut scenes = Vec::new();
        for &ruleset in &head.rulesets {
            let mut rulings = Rulings::default();
            for reading in &head.rulings {
                // The names were checked when the readings were made.
                let _ = rulings.set(reading.switch.name, reading.value);
            }
            let rules = Rules { rulings, komi: start.komi, ..ruleset.rules() };
            let base = (branches.is_empty() || (common && !whole_axis)).then_some(None);
            for branch in base.into_iter().chain((0..branches.len()).map(Some)) {
                let (mut rules, mut number) = (rules, start.number);
                let mut name = format!("in {ruleset}");
                match branch.map(|index| branches[index]) {
                    None => {}
                    Some(Variation::Ruleset(other)) if other != ruleset => continue,
                    Some(Variation::Ruleset(_)) => {}
                    Some(Variation::Reading(reading)) => {
                        let _ = rules.rulings.set(reading.switch.name, reading.value);
                        name += &format!(" with {reading}");
                    }
                    Some(Variation::Number(other)) => {
                        number = other;
                        name += &format!(" with number {number}");
                    }
                    Some(Variation::Komi(komi)) => rules.komi = komi,
                }
                let history = start.history.clone();
                let (board, previous) = (diagram.board.clone(), start.previous);
                let setup = Setup { board, number, previous, history };
                if let Some(board) = self.replay(file, rules, setup, &start.moves, &name) {
                    scenes.push(Scene { name, branch, board });
                }
            }
        }
        scenes
    }

    /// The position after the moves of a case; what is refused is reported.
    fn replay(
        &mut self,
        file: &CaseFile,
        rules: Rules,
        setup: Setup,
        moves: &[Word],
        name: &str,
    ) -> Option<Board> {
        let mut game = match Game::from_setup(rules, setup.clone()) {
            Ok(game) => game,
            Err(error) => {
                self.setup_fault(file, &setup, &error, name);
                return None;
            }
        };
        for (index, (stated, range)) in moves.iter().enumerate() {
            if let Err(refusal) = game.play(*stated) {
                let message =
                    format!("move {} of `moves`, {stated}, is refused by {refusal}", index + 1);
                self.once(range.clone(), message, format!("so it is {name}"));
                return None;
            }
        }
        Some(game.board().clone())
    }

    /// Reports a setup that cannot be at the key that makes it so.
    fn setup_fault(&mut self, file: &CaseFile, setup: &Setup, error: &SetupError, name: &str) {
        let history = file.history.0.as_ref();
        let board = file.board.span.range();
        let range = match error {
            SetupError::GrayStone(point) => {
                let gray = |board: &Board| board.get(*point) == Some(Stone::Gray);
                let before = setup.history.iter().position(gray);
                let scalar = history.zip(before).and_then(|(list, index)| list.value.get(index));
                match scalar {
                    Some(scalar) => self.range_of_point(scalar, *point),
                    None => self.range_of_point(&file.board, *point),
                }
            }
            SetupError::Number(_) => {
                file.number.0.as_ref().map_or(board, |number| number.span.range())
            }
            SetupError::LongHistory { .. } => history.map_or(board, |list| list.span.range()),
            SetupError::OtherSize { position } => {
                let scalar = history.and_then(|list| list.value.get(position - 1));
                scalar.map_or(board, |scalar| scalar.span.range())
            }
            SetupError::PreviousOffBoard(_) => {
                file.previous.0.as_ref().map_or(board, |previous| previous.span.range())
            }
        };
        self.once(range, error.to_string(), format!("so it is {name}"));
    }

    /// Reports a fault that several rulesets may share, with the first of them.
    pub(super) fn once(
        &mut self,
        range: std::ops::Range<usize>,
        message: String,
        help: impl Into<String>,
    ) {
        if !self.faults.iter().any(|fault| fault.range == range && fault.message == message) {
            self.fault_with_help(range, message, help);
        }
    }
}
