//! Moves made, and what the game so far says of the next: GO-6, GO-7, PASS2, CONV, R-SUPERKO,
//! R-ATARI, R-END.

use ternary_go::{
    Move, Point, StatedMove, Status, Stone,
    rules::{escape::Escape, schedule::Schedule},
};

use super::{
    Group, Model, Points, Position,
    extras::of,
    game::{Act, After, Bomb, Entry, Game, Kind, Made, Reasons},
};

impl Model {
    /// FLOW-1: makes a move, or leaves everything as it was. Tells what was captured.
    pub(crate) fn play(&self, game: &mut Game, play: StatedMove) -> Result<Points, Reasons> {
        if let Err(reasons) = self.verdict(game, play) {
            self.refuse(game, play.play);
            return Err(reasons);
        }
        let mover = game.turn.side;
        let mut captured = Points::new();
        match play.play {
            Move::Place(point) => {
                let due = self.due(game, game.turn);
                captured = self.make_placement(game, point, due, Kind::Ordinary);
            }
            Move::Convert(point) => {
                captured = self.make_placement(game, point, mover.stone(), Kind::Converted);
            }
            Move::Knife(point) => {
                let stone = self.maker(game, Kind::Knife).stone();
                captured = self.make_placement(game, point, stone, Kind::Knife);
            }
            Move::Replace(point) => {
                self.record_lifted(game, point);
                captured = self.make_placement(game, point, mover.stone(), Kind::Replaced);
            }
            // BOMB-2: a declaration takes no number.
            Move::DeclareBomb => {
                game.turn.bomb = Bomb::Declared;
                game.turn.number += u32::from(self.is("BOMB-2: a declaration takes a number"));
            }
            Move::Pass => {
                if self.is("GO-3: a pass removes strings without liberties") {
                    game.position = self.without_dead_strings(&game.position);
                    game.layer = self.layer(&game.rules, &game.position);
                }
                if self.is("FLOW-3: strings without liberties go after a pass too") {
                    let layer = game.layer.clone();
                    let point = Point::new(24, 24).expect("a point");
                    let position = &game.position;
                    let settled =
                        self.settled(&game.rules, position, &layer, mover, (point, Stone::Gray));
                    (game.position, game.layer) = (settled.position, settled.layer);
                }
                self.make_pass(game, Act::Pass);
            }
            // PASS2-2: the move and the opponent's next are passes.
            Move::DoublePass => {
                let passes = match () {
                    () if self.is("PASS2-2: a double pass takes one number") => 1,
                    () if self.is("PASS2-2: a double pass takes three numbers") => 3,
                    () => 2,
                };
                for _ in 0..passes {
                    self.make_pass(game, Act::ForcedPass);
                }
                if self.is("R-SUPERKO: a double pass makes one entry") {
                    game.record.remove(game.record.len() - 2);
                }
            }
            // GO-7: neither takes a number (GO-2).
            Move::Agree => {
                game.status = match () {
                    () if self.is("GO-7: agreement does not end the game") => Status::Playing,
                    () if self.is("GO-7: agreement is a resignation") => Status::Resigned(mover),
                    () => Status::Over,
                };
                Self::take_number(game, self.is("GO-2: agreement takes a number"));
            }
            Move::Resign => {
                game.status = match () {
                    () if self.is("GO-7: a resignation is an agreement") => Status::Over,
                    () => Status::Resigned(mover),
                };
                Self::take_number(game, self.is("GO-2: a resignation takes a number"));
            }
        }
        Ok(captured)
    }

    /// Takes a number, for mutants that do so.
    fn take_number(game: &mut Game, does: bool) {
        if does {
            game.turn.number += 1;
            game.turn.side = game.turn.side.opponent();
        }
    }

    /// FLOW-1: position, record, number, side and stone due stay as they were, and so do a
    /// declaration and the extras left; but for mutants.
    fn refuse(&self, game: &mut Game, play: Move) {
        let mover = game.turn.side;
        if let Move::Place(point) | Move::Convert(point) = play {
            if self.is("GO-6: a placement that is refused is recorded") {
                let stone = self.due(game, game.turn);
                let outcome = self.placed(game, point, stone, Kind::Ordinary);
                let act = Act::Placed(point, stone, Kind::Ordinary);
                let next = self.next_turn(game, act);
                let due = self.due(game, next);
                let (position, side) = (outcome.settled.position, next.side);
                game.record.push(Entry { position, side, due, after: After::Placement });
            }
            if self.is("FLOW-1: a refused stone stays where it was put")
                && game.position.at(point).is_none()
            {
                game.position = game.position.with(point, mover.stone());
                game.layer = self.layer(&game.rules, &game.position);
            }
            if self.is("FLOW-1: a refused stone withdraws the declaration")
                && game.turn.bomb == Bomb::Declared
            {
                game.turn.bomb = Bomb::None;
            }
        }
        if self.is("FLOW-1: a refused extra is used up")
            && let Move::Knife(_) | Move::Replace(_) = play
        {
            let left = &mut game.left[of(self.receiver(&game.rules))];
            *left = left.saturating_sub(1);
        }
        Self::take_number(game, self.is("FLOW-1: a refused move takes its number"));
        if self.is("FLOW-1: a refused move loses the game") && game.status == Status::Playing {
            game.status = Status::Resigned(mover);
        }
    }

    /// FLOW-2 and FLOW-3: a placement, and GO-6: the position after it is recorded.
    fn make_placement(&self, game: &mut Game, p: Point, stone: Stone, kind: Kind) -> Points {
        let escape = !self.escaping(game).is_empty();
        let (due, side) = (self.due(game, game.turn), self.maker(game, kind));
        let outcome = self.placed(game, p, stone, kind);
        let act = Act::Placed(p, stone, kind);
        // GO-2: every placement takes a number.
        let next = self.next_turn(game, act);
        if self.is_bomb_turn(game) {
            self.use_bomb(game);
        }
        self.use_extra(game, kind);
        let before = std::mem::replace(&mut game.position, outcome.settled.position);
        game.layer = outcome.settled.layer;
        game.made.push(Made { before, side, due, act, escape });
        game.turn = next;
        self.record(game, After::Placement, kind);
        outcome.removed
    }

    fn make_pass(&self, game: &mut Game, act: Act) {
        let escape = !self.escaping(game).is_empty();
        let (before, due) = (game.position.clone(), self.due(game, game.turn));
        let (side, bomb) = (game.turn.side, game.turn.bomb);
        let next = self.next_turn(game, act);
        if bomb == Bomb::ToThrow && self.is("BOMB-4: a passed bomb is not used up") {
            game.left[of(side)] += 1;
        }
        if bomb == Bomb::None && self.is("R-SCHEDULE: a passed turn uses up the bomb that is due") {
            self.use_bomb(game);
        }
        game.made.push(Made { before, side, due, act, escape });
        let over = self.over_by_passes(game);
        // GO-2: every pass takes a number. GO-7: the last one as any other.
        if !(over && self.is("GO-7: the pass that ends the game takes no number")) {
            game.turn = next;
        }
        if over {
            game.status = Status::Over;
        }
        let after = match act {
            Act::ForcedPass => After::ForcedPass,
            _ if bomb == Bomb::ToThrow => After::PassedBomb,
            Act::Pass | Act::Placed(..) => After::Pass,
        };
        self.record(game, after, Kind::Ordinary);
    }

    /// R-END: whether the pass just made ends the game.
    fn over_by_passes(&self, game: &Game) -> bool {
        let unforced = |made: &Made| match made.act {
            Act::Pass => true,
            Act::ForcedPass => self.is("R-END: forced passes count as passes"),
            Act::Placed(..) => false,
        };
        let gray = |made: &Made| {
            made.due == Stone::Gray
                && !(self.is("R-END: a passed bomb is a stone pass")
                    && game.rules.schedule == Schedule::Alternate)
                && !(made.escape && self.is("R-END: a passed chance to convert is a stone pass"))
        };
        let stone_pass = |made: &Made| unforced(made) && !gray(made);
        let gray_pass = |made: &Made| unforced(made) && gray(made);
        let Some((last, earlier)) = game.made.split_last() else { return false };
        let behind = self.is("R-END: a pass stands behind every set-up");
        let mut earlier: Vec<&Made> = earlier.iter().collect();
        if self.is("R-END: placements between two passes do not matter") {
            earlier.retain(|made| !matches!(made.act, Act::Placed(..)));
        }
        let over = if self.reads(&game.rules, "end", "any-two-passes") {
            // A passed bomb is no pass for this.
            let bomb = |made: &Made| {
                game.rules.schedule == Schedule::Alternate
                    && made.due == Stone::Gray
                    && !self.is("R-END: under any-two-passes a passed bomb is a pass")
            };
            let pass = |made: &Made| unforced(made) && !bomb(made);
            pass(last) && earlier.last().map_or(behind, |made| pass(made))
        } else {
            let broken = self.is("R-END: a passed gray move breaks a row of stone passes");
            let mut back = earlier.iter().rev().skip_while(|made| gray_pass(made) && !broken);
            stone_pass(last) && back.next().map_or(behind, |made| stone_pass(made))
        };
        self.holds("R-END", over)
    }

    /// PASS2-1, CONV-1: where the move just made put its stone, and the position before it. A pass
    /// puts none, and before the first move of a game there is none but a given one.
    fn move_just_made(&self, game: &Game) -> Option<(Point, Position)> {
        let placement = |made: &Made| match made.act {
            Act::Placed(_, Stone::Gray, _) if self.is("R-ATARI: a gray stone gives no atari") => {
                None
            }
            Act::Placed(_, _, Kind::Converted)
                if self.is("R-ATARI: a converted stone gives no atari") =>
            {
                None
            }
            Act::Placed(point, ..) => Some((point, made.before.clone())),
            Act::Pass | Act::ForcedPass => None,
        };
        if self.is("R-ATARI: passes are skipped in looking for the move just made") {
            return game.made.iter().rev().find_map(placement).or_else(|| game.previous.clone());
        }
        if self.is("R-SETUP: a given previous point stays the move just made")
            && game.previous.is_some()
        {
            return game.previous.clone();
        }
        match game.made.last() {
            Some(made) => placement(made),
            None => game.previous.clone(),
        }
    }

    /// R-ATARI: the strings of the mover to which the move just made gave atari.
    pub(crate) fn atari_strings(&self, game: &Game) -> Vec<Group> {
        let mover = game.turn.side;
        let layer = match self.is("LAYER-3: atari is judged on the base layer") {
            true => &game.position,
            false => &game.layer,
        };
        let mut own = self.own_strings(layer, mover);
        let Some((point, before)) = self.move_just_made(game) else {
            let any = game.made.is_empty()
                && self.is("R-ATARI: without a previous point any string in atari counts")
                || self.reads(&game.rules, "atari", "any")
                    && self.is("R-ATARI: under any no move has to be made");
            own.retain(|string| any && string.count == 1);
            return own;
        };
        if self.is("R-ATARI: a stone that has gone gives no atari")
            && game.position.at(point).is_none()
        {
            return vec![];
        }
        let before = match self.is("R-ATARI: the position before is taken on the base layer") {
            true => before.clone(),
            false => self.layer(&game.rules, &before),
        };
        let strings_before = self.own_strings(&before, mover);
        let in_atari_before = |string: &Group| {
            let same = |old: &&Group| !old.stones.is_disjoint(&string.stones);
            strings_before.iter().filter(same).any(|old| old.count == 1)
        };
        let gave = |string: &Group| {
            let touching = string.stones.contains(&point)
                && !self.is("R-ATARI: touching is being adjacent alone")
                || string.stones.iter().any(|&stone| self.adjacent(stone, point));
            let two = |old: &&Group| match () {
                () if self.is("R-ATARI: reduced asks for exactly two liberties before") => {
                    old.count == 2
                }
                () => old.count >= 2,
            };
            let reduced = strings_before
                .iter()
                .filter(two)
                .any(|old| !old.stones.is_disjoint(&string.stones));
            let reading = if self.reads(&game.rules, "atari", "touching") {
                touching
            } else if self.reads(&game.rules, "atari", "reduced") {
                reduced
            } else {
                true
            };
            let again = self.is("R-ATARI: a string in atari before is given none")
                && in_atari_before(string);
            self.holds("R-ATARI", string.count == 1 && reading && !again)
        };
        own.retain(gave);
        own
    }

    /// PASS2-1, CONV-1: the strings that satisfy the condition, a gray stone being due.
    pub(crate) fn escaping_strings(&self, game: &Game) -> Vec<Group> {
        let gray = self.due(game, game.turn) == Stone::Gray
            || self.is("R-REASONS: an escape is open whatever stone is due");
        if gray { self.atari_strings(game) } else { vec![] }
    }

    /// The strings that give the side to move its escape. After the end there is none (GO-7).
    pub(crate) fn escaping(&self, game: &Game) -> Vec<Group> {
        let escape = game.rules.escape != Escape::Absent && game.status == Status::Playing;
        if escape { self.escaping_strings(game) } else { vec![] }
    }

    /// The legal moves, agreement and resignation apart.
    pub(crate) fn moves(&self, game: &Game) -> Vec<Move> {
        let points = self.points(game.position.size);
        let placements = points.iter().map(|&point| Move::Place(point));
        let conversions = points.iter().map(|&point| Move::Convert(point));
        let knives = points.iter().map(|&point| Move::Knife(point));
        let replacements = points.iter().map(|&point| Move::Replace(point));
        placements
            .chain(conversions)
            .chain(knives)
            .chain(replacements)
            .chain([Move::Pass, Move::DoublePass, Move::DeclareBomb])
            .filter(|&play| self.verdict(game, play.into()).is_ok())
            .collect()
    }
}
