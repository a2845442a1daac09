//! Where a case starts: board, number, side, history, previous point, extras, komi and moves.

use std::ops::Range;

use super::{
    error::Fault,
    extras::Allowed,
    format::CaseFile,
    head::Head,
    reader::{Reader, Word, bit},
};
use crate::{
    Board, Game, Player, Point, Quarters, Ruleset, Setup, SetupError, Stone,
    case::{Variation, extras_left, random_times},
    rules::{Rules, Rulings, extras::index, gray::Gray},
};

/// The longest history of a case.
const MAX_HISTORY: usize = 1000;

/// Where a case starts. The board is the reader's.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) number: u32,
    /// The side to move, where it is stated and the number does not tell it.
    pub(super) to_move: Option<Player>,
    pub(super) extras: Allowed,
    pub(super) history: Vec<Board>,
    pub(super) previous: Option<Point>,
    pub(super) komi: Option<Quarters>,
    pub(super) moves: Vec<Word>,
}

/// The position of a case after its moves, for one ruleset and one value of the axis in `by`.
#[derive(Debug)]
pub(super) struct Scene {
    /// Whether gray stones have natures.
    pub(super) natured: bool,
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
        self.diagram = self.diagram(&file.board, "board:");
    }

    /// Reports marks that nothing in the case names: no word for a point, nor a text in backquotes.
    /// Where there are other faults, it may not have been read whole: only what looks like a stone
    /// is reported then.
    pub(super) fn unused_marks(&mut self, file: &CaseFile) {
        let marks = self.diagram.as_ref().map_or_else(Vec::new, |diagram| diagram.marks.clone());
        let texts = [Some(&file.title.value), file.catches.0.as_ref().map(|text| &text.value)];
        let texts = texts.into_iter().chain([file.why.0.as_ref().map(|text| &text.value)]);
        let texts: Vec<&String> = texts.flatten().collect();
        let whole = self.faults.is_empty();
        for (mark, point) in marks {
            let stone = "xo".contains(mark);
            let named = |text: &&String| text.contains(&format!("`{mark}`"));
            let used = self.marks_used.get() & bit(mark) != 0 || texts.iter().any(named);
            if used || !(stone || whole) {
                continue;
            }
            let help = if stone {
                "stones are upper case: X black, O white; letters mark empty points".into()
            } else {
                format!("write `.`, or name it: `{mark}` stands for {point} anywhere in the case")
            };
            let range = self.range_of_point(&file.board, point);
            self.fault_with_help(range, format!("the mark `{mark}` is never used"), help);
        }
    }

    /// Reads where the case starts; `None` where any of it is faulty.
    pub(super) fn start(&mut self, file: &CaseFile, head: &Head) -> Option<Start> {
        let faults = self.faults.len();
        let (number, to_move) = self.first_turn(file, head);
        let extras = self.extras(file, head);
        let mut history = Vec::new();
        if let Some(list) = &file.history.0 {
            if list.value.len() > MAX_HISTORY {
                let message = format!("a history of more than {MAX_HISTORY} positions");
                self.fault(list.span.range(), message);
            } else {
                history.extend(list.value.iter().filter_map(|board| self.position(board, "-")));
            }
        }
        let previous = file.previous.0.as_ref().and_then(|point| self.point(point));
        let komi = file.komi.0.as_ref().and_then(|komi| self.stones(komi));
        let moves = file.moves.0.as_ref().map_or(Some(Vec::new()), |moves| self.moves(moves))?;
        (self.faults.len() == faults && self.diagram.is_some()).then_some(Start {
            number,
            to_move,
            extras,
            history,
            previous,
            komi,
            moves,
        })
    }

    /// The number of the move to be made, by `number` or `to_move`, and the side stated beside it.
    fn first_turn(&mut self, file: &CaseFile, head: &Head) -> (u32, Option<Player>) {
        let number = file.number.0.as_ref().and_then(|number| self.move_number(number));
        let player = file.to_move.0.as_ref().and_then(|player| self.player(player));
        if head.only_knives() {
            let first = if player == Some(Player::White) { 2 } else { 1 };
            return (number.unwrap_or(first), player);
        }
        if let (Some(_), Some(to_move)) = (&file.number.0, &file.to_move.0) {
            let help = "the number tells whose move it is, but for knife-go: odd black, even white";
            self.fault_with_help(
                to_move.span.range(),
                "`number` and `to_move` exclude each other",
                help,
            );
        }
        let number = match player {
            Some(Player::White) => 2,
            Some(Player::Black) | None => number.unwrap_or(1),
        };
        (number, None)
    }

    /// Plays the moves of a case in each ruleset and for each value of the axis in `by`.
    pub(super) fn scenes(
        &mut self,
        file: &CaseFile,
        head: &Head,
        start: &Start,
        branches: &[Variation],
    ) -> Vec<Scene> {
        let Some(diagram) = self.diagram.clone() else { return Vec::new() };
        let base = branches.is_empty().then_some(None);
        let (mut scenes, mut wrong, mut tried) = (Vec::new(), Vec::new(), 0);
        for &ruleset in &head.rulesets {
            for branch in base.into_iter().chain((0..branches.len()).map(Some)) {
                let on = branch.map(|index| branches[index]);
                if matches!(on, Some(Variation::Ruleset(other)) if other != ruleset) {
                    continue;
                }
                let (rules, number, name) = varied(ruleset, head, start, on);
                let history = start.history.clone();
                let (board, previous) = (diagram.board.clone(), start.previous);
                let (to_move, left) = (start.to_move, extras_left(&rules, start.extras.left));
                let times = random_times(&rules, &start.extras.times);
                let setup = Setup { board, number, previous, history, to_move, left, times };
                tried += 1;
                let natured = rules.gray == Gray::Natured;
                match self.replay(file, rules, setup, &start.moves) {
                    Ok(board) => scenes.push(Scene { natured, name, branch, board }),
                    Err(fault) => wrong.push((fault, name)),
                }
            }
        }
        self.faults_of_scenes(wrong, tried);
        scenes
    }

    /// Reports faults that several scenes may share, each once with the names of its scenes.
    pub(super) fn faults_of_scenes(&mut self, wrong: Vec<(Fault, String)>, tried: usize) {
        let mut shared: Vec<(Fault, Vec<String>)> = Vec::new();
        for (fault, name) in wrong {
            match shared.iter_mut().find(|(other, _)| *other == fault) {
                Some((_, names)) => names.push(name),
                None => shared.push((fault, vec![name])),
            }
        }
        for (mut fault, names) in shared {
            if names.len() < tried {
                let names = names.join(", ");
                fault.help = Some(match fault.help {
                    Some(help) => format!("{help}; {names} it is not"),
                    None => format!("this is so {names}"),
                });
            }
            self.faults.push(fault);
        }
    }

    /// The position after the moves of a case, or what is refused.
    fn replay(
        &self,
        file: &CaseFile,
        rules: Rules,
        setup: Setup,
        moves: &[Word],
    ) -> Result<Board, Fault> {
        let mut game = Game::from_setup(rules, setup.clone()).map_err(|error| {
            let range = self.range_of_setup(file, &setup, &error);
            match error {
                SetupError::TooManyLeft(player) => {
                    let of_side = |all: [u8; 2]| all[index(player)];
                    let left = setup.left.map_or(0, of_side);
                    let most = of_side(rules.extras_at_will());
                    let message =
                        format!("{player} has {left} left: at most {most} may be used at will");
                    Fault::new(range, message)
                }
                SetupError::TooManyTimes(player) => {
                    let most = rules.random_bombs();
                    let given = setup.times.as_ref().map_or(0, |times| times[index(player)].len());
                    let message =
                        format!("{player} has {given} times: at most {most} in this mode");
                    Fault::new(range, message)
                }
                SetupError::GrayStone(_)
                | SetupError::Number(_)
                | SetupError::Time(..)
                | SetupError::LongHistory { .. }
                | SetupError::OtherSize { .. }
                | SetupError::PreviousOffBoard(_)
                | SetupError::ToMove(_)
                | SetupError::NoGray => Fault::new(range, error.to_string()),
            }
        })?;
        for (index, (stated, range)) in moves.iter().enumerate() {
            if let Err(refusal) = game.play(*stated) {
                let step = index + 1;
                let message = format!("move {step} of `moves`, {stated}, is refused by {refusal}");
                return Err(Fault::new(range.clone(), message).with_help("each is to be legal"));
            }
        }
        Ok(game.board().clone())
    }

    /// Where the key stands that makes a setup impossible.
    fn range_of_setup(&self, file: &CaseFile, setup: &Setup, error: &SetupError) -> Range<usize> {
        let history = file.history.0.as_ref();
        let board = file.board.span.range();
        match error {
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
            SetupError::ToMove(_) => {
                file.to_move.0.as_ref().map_or(board, |to_move| to_move.span.range())
            }
            SetupError::TooManyLeft(player) => Self::range_of_left(file, *player).unwrap_or(board),
            // No ruleset of a case is so.
            SetupError::NoGray => board,
            SetupError::Time(player, _) | SetupError::TooManyTimes(player) => {
                Self::range_of_times(file, *player).unwrap_or(board)
            }
        }
    }
}

/// The rules, the number and the name of a scene.
fn varied(
    ruleset: Ruleset,
    head: &Head,
    start: &Start,
    on: Option<Variation>,
) -> (Rules, u32, String) {
    let mut rulings = Rulings::default();
    let mut name = format!("in {ruleset}");
    let varied = on.and_then(|on| match on {
        Variation::Reading(reading) => Some(reading),
        Variation::Ruleset(_) | Variation::Number(_) | Variation::Komi(_) => None,
    });
    for reading in head.rulings.iter().chain(&varied) {
        // The names were checked when the readings were made.
        let _ = rulings.set(reading.switch.name, reading.value);
    }
    let rules = ruleset.rules();
    let (mut number, mut komi) = (start.number, start.komi.unwrap_or(rules.komi));
    match on {
        None | Some(Variation::Ruleset(_)) => {}
        Some(Variation::Reading(reading)) => name += &format!(" with {reading}"),
        Some(Variation::Komi(other)) => komi = other,
        Some(Variation::Number(other)) => {
            number = other;
            name += &format!(" with number {number}");
        }
    }
    (Rules { rulings, komi, allowance: start.extras.allowance, ..rules }, number, name)
}
