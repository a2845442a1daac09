//! One move judged: a fixed pipeline that asks each axis of the rules in turn. R-REASONS, FLOW, GO.

use crate::{
    Board, Game, IllegalMove, Move, Player, Point, Refusal, StatedMove, Status, Stone,
    board::{Cell, Place, PlaceSet},
    play::{captures, is_suicide},
    rules::{
        Rules,
        escape::{Escape, Threatened, threatened},
        extras::{Extras, index},
        gray::{Gray, forbidden},
        schedule::Due,
        shift::{GrayShift, SelfShift, Shift, ShiftRemoval, layer_of},
        superko::{self, Placed, Reduced, Superko, hash_of},
    },
};

/// Whose turn it is, at which number, and whether the stone of the turn is played and its flybomb
/// comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) number: u32,
    pub(crate) player: Player,
    pub(crate) bomb: bool,
}

impl Turn {
    /// The turn at a number; the side is that of the number, but for R-KNIFE.
    pub(crate) fn at(rules: &Rules, number: u32, stated: Option<Player>) -> Self {
        let player = rules.schedule.due(number).player;
        let player = match rules.extras {
            Extras::Knives => stated.unwrap_or(player),
            Extras::None | Extras::Flybombs | Extras::Replacements => player,
        };
        Self { number, player, bomb: false }
    }

    /// The turn after a move; a stone with a flybomb keeps it, and skips the dummy's number (BOMB-3).
    pub(crate) const fn next(self, with_bomb: bool) -> Self {
        match with_bomb {
            true => Self { number: self.number + 2, player: self.player, bomb: true },
            false => Self { number: self.number + 1, player: self.player.opponent(), bomb: false },
        }
    }

    /// What is due.
    pub(crate) const fn due(self, rules: &Rules) -> Due {
        match self.bomb {
            true => Due { player: self.player, stone: Stone::Gray },
            false => rules.schedule.due_of(self.number, self.player),
        }
    }
}

/// A move that is legal, worked out.
#[expect(clippy::large_enum_variant, reason = "made for every verdict and taken apart at once")]
pub(crate) enum Resolved {
    Place(Placement),
    Pass,
    DoublePass,
    Declare,
    End(Status),
}

/// A placement that is legal: what it puts and removes, and what comes next.
pub(crate) struct Placement {
    pub(crate) mover: Player,
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    pub(crate) cell: Cell,
    pub(crate) captured: PlaceSet,
    pub(crate) hash: u64,
    pub(crate) next: Turn,
    /// Where FLOW-3 may remove something; the hash is that of the position before it.
    pub(crate) shift: Option<Shift>,
}

/// What is spent on a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ordinary,
    Knife,
    Replacement,
}

/// A placement to be judged: who puts what where, and what comes after it.
struct Candidate {
    mover: Player,
    kind: Kind,
    place: Place,
    next: Turn,
}

impl Game {
    /// Judges a move: R-REASONS, stage by stage.
    pub(crate) fn resolve(&self, stated: StatedMove) -> Result<Resolved, Refusal> {
        if self.status != Status::Playing {
            return Err(IllegalMove::GameOver.into()); // GO-7
        }
        let due = self.due();
        let side = match stated.play {
            Move::Knife(_) if self.rules.extras == Extras::Knives => self.rules.allowance.receiver,
            Move::Place(_)
            | Move::Pass
            | Move::DoublePass
            | Move::Convert(_)
            | Move::DeclareBomb
            | Move::Knife(_)
            | Move::Replace(_)
            | Move::Resign
            | Move::Agree => due.player,
        };
        let right_side = stated.player.is_none_or(|player| player == side);
        if !right_side || stated.number.is_some_and(|number| number != self.turn.number) {
            return Err(IllegalMove::NotTheTurn.into()); // GO-2
        }
        let ordinary = |place| {
            let next = self.turn.next(self.has_bomb() && !self.turn.bomb);
            Candidate { mover: due.player, kind: Kind::Ordinary, place, next }
        };
        match stated.play {
            Move::Place(point) => {
                let candidate = ordinary(self.empty(point)?);
                match due.stone {
                    Stone::Gray => self.resolve_gray(&candidate),
                    Stone::Black | Stone::White => {
                        self.resolve_own(&self.board, self.layer(), candidate, Refusal::default())
                    }
                }
            }
            Move::Convert(point) => {
                let rescued = self.escape(Escape::Conversion, IllegalMove::NoConversion)?; // CONV-1
                let place = self.empty(point)?;
                let mut refusal = Refusal::default();
                if !rescued.iter().any(|string| string.liberty == place) {
                    refusal.add(IllegalMove::NoRescue); // CONV-2
                }
                self.resolve_own(&self.board, self.layer(), ordinary(place), refusal) // CONV-3
            }
            Move::DoublePass => {
                self.escape(Escape::DoublePass, IllegalMove::NoDoublePass)?; // PASS2-1
                Ok(Resolved::DoublePass)
            }
            Move::DeclareBomb => self.resolve_declaration(),
            Move::Knife(point) => self.resolve_knife(point),
            Move::Replace(point) => self.resolve_replacement(point),
            Move::Pass if self.left.declared => Err(IllegalMove::BombNeedsStone.into()),
            Move::Pass => Ok(Resolved::Pass), // GO-3
            Move::Resign => Ok(Resolved::End(Status::Resigned(due.player))),
            Move::Agree => Ok(Resolved::End(Status::Over)),
        }
    }

    /// GO-1: a point of the board that is empty.
    fn empty(&self, point: Point) -> Result<Place, Refusal> {
        let on_board = self.board.size().contains(point).then(|| self.board.place(point));
        on_board
            .filter(|&place| self.board.cell(place) == Cell::Empty)
            .ok_or(IllegalMove::NotEmpty.into())
    }

    /// The strings for which an escape of this kind is open.
    fn escape(&self, escape: Escape, otherwise: IllegalMove) -> Result<Vec<Threatened>, Refusal> {
        let threatened = if self.rules.escape == escape { self.threatened() } else { Vec::new() };
        if threatened.is_empty() { Err(otherwise.into()) } else { Ok(threatened) }
    }

    /// PASS2-1, CONV-1: the mover's strings put in atari by the move just made, when gray is due.
    pub(crate) fn threatened(&self) -> Vec<Threatened> {
        let due = self.due();
        let open = due.stone == Stone::Gray
            && self.status == Status::Playing
            && self.rules.escape != Escape::Absent;
        let Some(previous) = self.previous.filter(|_| open) else {
            return Vec::new();
        };
        let before = || {
            let mut before = self.board.clone();
            match self.record.before_last() {
                Some(cells) => before.copy_cells(cells),
                None => before.put(previous.place, Cell::Empty),
            }
            layer_of(&self.rules, &before)
        };
        threatened(self.rules.rulings.atari, self.layer(), due.player, previous, before)
    }

    /// BOMB-2, R-BOMBPASS: a flybomb at will, declared before the stone of the turn.
    fn resolve_declaration(&self) -> Result<Resolved, Refusal> {
        let Due { player, stone } = self.due();
        let open = self.rules.extras == Extras::Flybombs
            && stone != Stone::Gray
            && !self.has_bomb()
            && self.left.at_will[index(player)] > 0;
        if !open {
            return Err(IllegalMove::NoBomb.into());
        }
        let mut declared = self.clone();
        declared.left.declared = true;
        let mut points = self.board.size().iter();
        if points.any(|point| declared.verdict(Move::Place(point)).is_ok()) {
            Ok(Resolved::Declare)
        } else {
            Err(IllegalMove::BombNeedsStone.into())
        }
    }

    /// KNIFE-1: the receiver's second stone, right after its first.
    fn resolve_knife(&self, point: Point) -> Result<Resolved, Refusal> {
        let receiver = self.rules.allowance.receiver;
        let open = self.rules.extras == Extras::Knives
            && self.left.knife_open
            && self.turn.player == receiver.opponent()
            && self.left.at_will[index(receiver)] > 0;
        if !open {
            return Err(IllegalMove::NoKnife.into());
        }
        let next = Turn { number: self.turn.number + 1, ..self.turn };
        let place = self.empty(point)?;
        let candidate = Candidate { mover: receiver, kind: Kind::Knife, place, next };
        let resolved = self.resolve_own(&self.board, self.layer(), candidate, Refusal::default()); // KNIFE-2
        // R-SUPERKO: the entry of the first stone becomes one with the receiver to move.
        let changed = Due { player: receiver, stone: receiver.stone() };
        let repeats = self.rules.rulings.superko == Superko::Situational
            && self.record.last_stood_before(changed);
        match resolved {
            Err(refusal) if !repeats || refusal.has(IllegalMove::Suicide) => Err(refusal),
            Err(_) => Err(IllegalMove::Superko.into()),
            Ok(_) if repeats => Err(IllegalMove::Superko.into()),
            Ok(resolved) => Ok(resolved),
        }
    }

    /// BOMBGO-1: the opponent's stone leaves the board, then BOMBGO-2.
    fn resolve_replacement(&self, point: Point) -> Result<Resolved, Refusal> {
        let mover = self.turn.player;
        let place = self.board.size().contains(point).then(|| self.board.place(point));
        let place = place.filter(|&place| self.board.cell(place) == Cell::of(mover.opponent()));
        let open = self.rules.extras == Extras::Replacements
            && mover == self.rules.allowance.receiver
            && self.left.at_will[index(mover)] > 0;
        let Some(place) = place.filter(|_| open) else {
            return Err(IllegalMove::NoReplacement.into());
        };
        let mut board = self.board.clone();
        board.put(place, Cell::Empty);
        let candidate =
            Candidate { mover, kind: Kind::Replacement, place, next: self.turn.next(false) };
        self.resolve_own(&board, &board, candidate, Refusal::default())
    }

    /// A stone of the mover's own colour: GO-4, GO-5, FLOW-3, GO-6.
    fn resolve_own(
        &self,
        board: &Board,
        layer: &Board,
        candidate: Candidate,
        mut refusal: Refusal,
    ) -> Result<Resolved, Refusal> {
        let Candidate { mover, place, .. } = candidate;
        let cell = Cell::of(mover);
        let captured = captures(layer, mover, place);
        if captured.is_empty() && is_suicide(layer, mover, place) {
            refusal.add(IllegalMove::Suicide); // GO-5
            return Err(refusal);
        }
        let shift = self.shift(board, place, cell, &captured, mover);
        let self_shift = self.rules.rulings.self_shift == SelfShift::Forbidden;
        if self_shift && shift.as_ref().is_some_and(|shift| shift.settled(&self.rules).own_loss) {
            refusal.add(IllegalMove::Suicide); // R-SELFSHIFT
            return Err(refusal);
        }
        self.resolve_placement(board, cell, captured, shift, &candidate, refusal)
    }

    /// A gray stone: FORB, FLOW-3, GO-6. It captures nothing and needs no liberty (LAYER-4).
    fn resolve_gray(&self, candidate: &Candidate) -> Result<Resolved, Refusal> {
        let Candidate { mover, place, .. } = *candidate;
        let mut refusal = forbidden(self.layer(), mover, place, self.rules.rulings.tiger_mouth);
        let captured = PlaceSet::default();
        let shift = self.shift(&self.board, place, Cell::Gray, &captured, mover);
        let gray_shift = self.rules.rulings.gray_shift == GrayShift::Forbidden;
        if gray_shift && shift.as_ref().is_some_and(|shift| shift.removes(&self.rules)) {
            refusal.add(IllegalMove::CapturePoint); // R-GRAYSHIFT
        }
        self.resolve_placement(&self.board, Cell::Gray, captured, shift, candidate, refusal)
    }

    /// The position that FLOW-2 would leave, where FLOW-3 may remove something from it.
    pub(crate) fn shift(
        &self,
        board: &Board,
        place: Place,
        cell: Cell,
        captured: &PlaceSet,
        mover: Player,
    ) -> Option<Shift> {
        let natured = self.rules.gray == Gray::Natured;
        if !natured || self.rules.rulings.shift_removal == ShiftRemoval::Linger {
            return None;
        }
        let mut after = board.clone();
        after.put(place, cell);
        for place in captured.iter() {
            after.put(place, Cell::Empty);
        }
        // A string that has lost its last liberty holds the stone or is next to it.
        let mut near = self.airless();
        near.insert(place);
        near.extend(&PlaceSet::of(place).neighbours(board.stride()));
        Shift::new(after, mover, &near)
    }

    /// GO-6: the position that a placement would leave must be new, as R-SUPERKO reads it.
    fn resolve_placement(
        &self,
        board: &Board,
        cell: Cell,
        captured: PlaceSet,
        shift: Option<Shift>,
        candidate: &Candidate,
        mut refusal: Refusal,
    ) -> Result<Resolved, Refusal> {
        let Candidate { mover, kind, place, next } = *candidate;
        let superko = self.rules.rulings.superko;
        let due = next.due(&self.rules);
        // A stone that is replaced has left the board already.
        let before = self.board.cell(place);
        let hash = self.hash ^ hash_of(place, before) ^ hash_of(place, cell);
        let hash =
            captured.iter().fold(hash, |hash, taken| hash ^ hash_of(taken, self.board.cell(taken)));
        let repeats = match &shift {
            Some(shift) => {
                let Shift { board, airless, .. } = shift;
                self.record.has(&Reduced { board, airless }) && {
                    let board = &shift.settled(&self.rules).board;
                    self.record.forbids(superko, board, superko::hash(board), due, mover)
                }
            }
            None => {
                let outcome = Placed { board, place, cell, captured: &captured };
                self.record.forbids(superko, &outcome, hash, due, mover)
            }
        };
        if repeats {
            refusal.add(IllegalMove::Superko);
        }
        if !refusal.is_empty() {
            return Err(refusal);
        }
        Ok(Resolved::Place(Placement { mover, kind, place, cell, captured, hash, next, shift }))
    }
}
