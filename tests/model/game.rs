//! Games: chapters GO, CYCLE, PASS2, CONV and FLOW, with the rulings about them.

use ternary_go::{
    Board, Move, Player, Point, Setup, StatedMove, Status, Stone,
    rules::{Rules, escape::Escape, gray::Gray, schedule::Schedule},
};

use super::{Group, Model, Points, Position};

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// The rules.
    pub(crate) rules: Rules,
    /// The position.
    pub(crate) position: Position,
    /// The number of the next move.
    pub(crate) number: u32,
    /// Whether it is over.
    pub(crate) status: Status,
    /// GO-6, R-SUPERKO: the positions that stood, oldest first.
    pub(crate) record: Vec<Entry>,
    /// The moves made, double passes as two.
    pub(crate) made: Vec<Made>,
    /// The point given as that of the move before the set-up, and the position before it.
    pub(crate) previous: Option<(Point, Position)>,
}

/// A position that stood before a move.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The position.
    pub(crate) position: Position,
    /// The number of that move.
    pub(crate) next: u32,
    /// What led to it.
    pub(crate) after: After,
}

/// What led to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    History,
    Start,
    Placement,
    Pass,
    ForcedPass,
}

/// A move that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The position before it.
    pub(crate) before: Position,
    /// The stone that was due.
    pub(crate) due: Stone,
    /// What was done.
    pub(crate) act: Act,
    /// Whether the mover could have escaped.
    pub(crate) escape: bool,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// A stone on a point; true for a converted one.
    Placed(Point, Stone, bool),
    Pass,
    /// One of the two passes of a double pass (PASS2-3).
    ForcedPass,
}

/// The clauses that refuse a move.
pub(crate) type Reasons = Vec<&'static str>;

impl Model {
    /// GO-8, R-SETUP: the game that starts from a position.
    pub(crate) fn set_up(&self, rules: Rules, setup: &Setup) -> Result<Game, String> {
        let gray = |board: &Board| board.stones().any(|(_, stone)| stone == Stone::Gray);
        let mut history: Vec<Position> = setup.history.iter().map(Position::from).collect();
        let size = setup.board.size();
        if rules.gray == Gray::Absent && (gray(&setup.board) || setup.history.iter().any(gray)) {
            return Err("a gray stone in a game that has none".into());
        }
        if setup.number < 1 || setup.number as usize <= history.len() {
            return Err("there is no move of that number".into());
        }
        if history.iter().any(|position| position.size != size) {
            return Err("a board of another size in the history".into());
        }
        if setup.previous.is_some_and(|point| !size.contains(point)) {
            return Err("the previous point is off the board".into());
        }
        if self.is("R-SETUP: the history is forgotten") {
            history.clear();
        }
        let mut position = Position::from(&setup.board);
        if self.is("R-SETUP: strings without liberties are removed at the set-up") {
            position = self.without_dead_strings(&position);
        }
        let number = match setup.number {
            2.. if self.is("GO-8: every game starts with number 1") => 1,
            n if self.is("GO-8: the stated number is one too high") => n + 1,
            n => n,
        };
        let mut record = Vec::new();
        for (index, position) in history.iter().enumerate() {
            let next = setup.number - history.len() as u32 + index as u32;
            record.push(Entry { position: position.clone(), next, after: After::History });
        }
        if !self.is("GO-8: the set-up position is not in the record") {
            record.push(Entry { position: position.clone(), next: number, after: After::Start });
        }
        let before = |point: Point| match history.last() {
            Some(last)
                if !self.is("R-SETUP: the previous point alone tells the position before") =>
            {
                last.clone()
            }
            Some(_) | None => position.without(&Points::from([point])),
        };
        let mut point = setup.previous;
        if self.is("R-SETUP: a history tells the previous point") && point.is_none() {
            let is_new = |point: &&Point| history.last().is_some_and(|h| h.at(**point).is_none());
            point = position.stones.keys().find(is_new).copied();
        }
        let previous = point.map(|point| (point, before(point)));
        let previous = previous.filter(|_| !self.is("R-SETUP: the previous point is forgotten"));
        Ok(Game {
            rules,
            position,
            number,
            status: Status::Playing,
            record,
            made: Vec::new(),
            previous,
        })
    }

    /// GO-2: the side that makes move n.
    pub(crate) fn mover(&self, number: u32) -> Player {
        let odd = number % 2 == 1;
        let black = odd != self.is("GO-2: White moves first");
        if black { Player::Black } else { Player::White }
    }

    /// GO-2, CYCLE: the stone due at move n.
    pub(crate) fn due(&self, game: &Game, number: u32) -> Stone {
        let own = self.mover(number).stone();
        if game.rules.schedule == Schedule::Alternate {
            return own;
        }
        let converted = |made: &Made| matches!(made.act, Act::Placed(_, _, true));
        if self.is("CONV-3: the mover's next stone after a conversion is gray")
            && number == game.number
            && game.made.iter().rev().nth(1).is_some_and(converted)
        {
            return Stone::Gray;
        }
        let place = match number {
            _ if self.is("CYCLE-2: gray is due at the last two of every nine moves") => {
                if matches!(number % 9, 8 | 0) { 9 } else { 1 }
            }
            _ if self.is("CYCLE-2: gray is due once, at the end of the first ten") => {
                if number > 10 { 1 } else { number % 10 }
            }
            n => n % 10,
        };
        let mutated = self.mutant.is_some_and(|mutant| mutant.condition() == "CYCLE-1");
        let own_due = self.holds("CYCLE-1", (1..=8).contains(&place));
        let ninth = place == 9 && !self.is("CYCLE-2: Black's ninth stone is black");
        let tenth = place == 0 && !self.is("CYCLE-2: White's tenth stone is white");
        let gray_due = self.holds("CYCLE-2", ninth || tenth);
        if mutated && own_due || !mutated && !gray_due { own } else { Stone::Gray }
    }

    /// Whether a move is legal, or the clauses that forbid it.
    pub(crate) fn verdict(&self, game: &Game, play: StatedMove) -> Result<(), Reasons> {
        // R-REASONS: the first stage at which anything forbids the move decides.
        let stages: [&dyn Fn() -> Reasons; 5] = [
            &|| self.over(game, play.play),
            &|| self.out_of_turn(game, play),
            &|| self.no_escape(game, play.play),
            &|| self.occupied(game, play.play),
            &|| self.forbidden(game, play.play),
        ];
        let mut stages = stages.to_vec();
        if self.is("R-REASONS: the side is asked for before the end of the game") {
            stages.swap(0, 1);
        }
        if self.is("R-REASONS: the point is asked for before the escape") {
            stages.swap(2, 3);
        }
        let all = self.is("R-REASONS: reasons are collected over all stages");
        let mut found = vec![];
        for stage in stages {
            if found.is_empty() || all {
                found.extend(stage());
            }
        }
        if self.is("R-REASONS: the first reason alone is named") {
            found.truncate(1);
        }
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    /// R-REASONS, 1, and GO-7: after the end every move is refused.
    fn over(&self, game: &Game, play: Move) -> Reasons {
        let over = game.status != Status::Playing;
        let open = match play {
            Move::Pass => self.is("GO-7: passes are open after the end"),
            Move::Agree | Move::Resign => {
                self.is("GO-7: agreement and resignation are open after the end")
            }
            Move::DoublePass | Move::Convert(_) => {
                self.is("GO-7: escapes are judged as before the end")
            }
            Move::Place(_) => self.is("GO-7: placements are open after the end"),
        };
        let resigned = matches!(game.status, Status::Resigned(_))
            && self.is("GO-7: the game goes on after a resignation");
        let early = play == Move::Agree
            && self.is("GO-7: agreement is open after a pass only")
            && self.last_act(game) != Some(Act::Pass);
        if self.holds("GO-7", over && !open && !resigned || early) { vec!["GO-7"] } else { vec![] }
    }

    /// R-REASONS, 2, and GO-2: what is stated is the side or number of the next move.
    fn out_of_turn(&self, game: &Game, play: StatedMove) -> Reasons {
        let number = play.number.is_none_or(|number| number == game.number)
            || self.is("GO-2: a stated number is not looked at");
        let side = play.player.is_none_or(|side| side == self.mover(game.number))
            || self.is("GO-2: a stated side is not looked at");
        let either = self.is("GO-2: of side and number one has to be right")
            && (play.number == Some(game.number) || play.player == Some(self.mover(game.number)));
        if self.holds("GO-2", number && side || either) { vec![] } else { vec!["GO-2"] }
    }

    /// R-REASONS, 3, PASS2-1 and CONV-1: a double pass or conversion that is not available.
    fn no_escape(&self, game: &Game, play: Move) -> Reasons {
        let open = |escape: Escape| {
            let barred = self.is("PASS2-1: White has no double pass")
                || self.is("CONV-1: White has no conversion");
            game.rules.escape == escape
                && !self.escaping_strings(game).is_empty()
                && !(barred && self.mover(game.number) == Player::White)
        };
        let double_pass = || self.holds("PASS2-1", open(Escape::DoublePass));
        let conversion = || self.holds("CONV-1", open(Escape::Conversion));
        let must_announce = self.is("PASS2-1: a double pass that is open has to be announced");
        let must_convert = self.is("CONV-1: a conversion that is open has to be made");
        let forced = self.last_act(game) == Some(Act::ForcedPass)
            && self.is("PASS2-2: the move after a double pass has to rescue a string");
        let rescue = |point: Point| {
            let own = self.own_strings(&game.position, self.mover(game.number));
            own.iter().any(|string| string.count == 1 && string.liberties.contains(&point))
        };
        match play {
            Move::Place(point) if forced && !rescue(point) => vec!["PASS2-2"],
            Move::DoublePass if !double_pass() => vec!["PASS2-1"],
            Move::Convert(_) if !conversion() => vec!["CONV-1"],
            Move::Place(_) | Move::Pass if must_announce && double_pass() => vec!["PASS2-1"],
            Move::Place(_) | Move::Pass if must_convert && conversion() => vec!["CONV-1"],
            Move::Place(_) | Move::Pass | Move::DoublePass => vec![],
            Move::Convert(_) | Move::Agree | Move::Resign => vec![],
        }
    }

    /// R-REASONS, 4, and GO-1: a stone goes on an empty point of the board.
    fn occupied(&self, game: &Game, play: Move) -> Reasons {
        let (Move::Place(point) | Move::Convert(point)) = play else { return vec![] };
        let on_board = self.points(game.position.size).contains(&point);
        let empty = game.position.at(point).is_none()
            || self.is("GO-1: a stone may go on the other colours");
        if self.holds("GO-1", on_board && empty) { vec![] } else { vec!["GO-1"] }
    }

    /// R-REASONS, 5: what forbids a stone on an empty point.
    fn forbidden(&self, game: &Game, play: Move) -> Reasons {
        let due = self.due(game, game.number);
        match play {
            Move::Place(point) if due == Stone::Gray => self.forbidden_gray(game, point),
            Move::Place(point) => self.forbidden_own(game, point, false),
            Move::Convert(point) => {
                let mut reasons = self.forbidden_own(game, point, true);
                if self.is("CONV-3: FORB bars conversions too") {
                    let gray = self.forbidden_gray(game, point);
                    reasons.extend(gray.into_iter().filter(|id| id.starts_with("FORB")));
                }
                reasons
            }
            // GO-3: no pass is refused.
            Move::Pass => {
                let gray =
                    self.is("GO-3: a move at which gray is due is no pass") && due == Stone::Gray;
                let twice = self.is("GO-3: a pass after a pass is refused")
                    && self.last_act(game) == Some(Act::Pass);
                let repeats = self.is("GO-6: a pass is refused that repeats a position");
                if !self.holds("GO-3", !gray && !twice) {
                    vec!["GO-3"]
                } else if repeats {
                    vec!["GO-6"]
                } else {
                    vec![]
                }
            }
            Move::DoublePass | Move::Agree | Move::Resign => vec![],
        }
    }

    /// GO-3, GO-6: a move was a pass or not.
    fn last_act(&self, game: &Game) -> Option<Act> {
        game.made.last().map(|made| made.act)
    }

    /// R-REASONS, 5: a stone of the mover's own colour.
    fn forbidden_own(&self, game: &Game, point: Point, converted: bool) -> Reasons {
        let mut reasons = vec![];
        if converted && !self.rescues(game, point) {
            reasons.push("CONV-2");
            if self.is("R-REASONS: CONV-2 decides before GO-5 and GO-6 are asked") {
                return reasons;
            }
        }
        let mover = self.mover(game.number);
        let (after, _) = self.placed(game, point, mover.stone(), converted);
        let free = converted && self.is("CONV-3: GO-5 does not bar conversions");
        if !free && self.suicide(game, &after, point, mover) {
            reasons.push("GO-5");
            if !self.is("R-REASONS: a suicide is asked about GO-6 too") {
                return reasons;
            }
        }
        let free = converted && self.is("CONV-3: GO-6 does not bar conversions");
        if !free && self.repeats(game, &after, point) {
            reasons.push("GO-6");
        }
        reasons
    }

    /// R-REASONS, 5: a gray stone. It needs no liberty (LAYER-4).
    fn forbidden_gray(&self, game: &Game, point: Point) -> Reasons {
        let mut reasons = self.gray_reasons(game, point);
        let (after, _) = self.placed(game, point, Stone::Gray, false);
        let strings = self.strings(&after);
        let choked = |string: &&Group| string.stones.contains(&point) && string.count == 0;
        if self.is("LAYER-4: a gray stone needs a liberty") && strings.iter().any(|s| choked(&s)) {
            reasons.push("GO-5");
        }
        let asked = reasons.is_empty() || !self.is("R-REASONS: FORB decides before GO-6 is asked");
        let free = self.is("GO-6: gray placements are free of it");
        if asked && !free && self.repeats(game, &after, point) {
            reasons.push("GO-6");
        }
        reasons
    }

    /// CONV-2: whether a point is the only liberty of a string that satisfies CONV-1.
    fn rescues(&self, game: &Game, point: Point) -> bool {
        let mut strings = self.atari_strings(game);
        if self.is("CONV-2: the first string alone can be rescued") {
            strings.truncate(1);
        }
        if self.is("CONV-2: the only liberty of any own string will do") {
            strings = self.own_strings(&game.position, self.mover(game.number));
            strings.retain(|string| string.count == 1);
        }
        let only = |string: &Group| string.count == 1 && string.liberties.contains(&point);
        let rescue = self.holds("CONV-2", strings.iter().any(only));
        let idle = self.is("CONV-3: a conversion has to give the string more liberties") && {
            let own = self.mover(game.number);
            let (after, _) = self.placed(game, point, own.stone(), true);
            let strings = self.own_strings(&after, own);
            strings.iter().any(|string| string.stones.contains(&point) && string.count < 2)
        };
        rescue && !idle
    }

    /// FLOW-2: the position after a stone is placed and captures are made, and what was captured.
    pub(crate) fn placed(
        &self,
        game: &Game,
        point: Point,
        stone: Stone,
        converted: bool,
    ) -> (Position, Points) {
        let mover = self.mover(game.number);
        let before = &game.position;
        let stays_gray = converted && self.is("CONV-3: a converted stone stays gray");
        let stone = if stays_gray { Stone::Gray } else { stone };
        let powerless = match stone {
            Stone::Gray => !self.is("FLOW-2: a gray stone captures"),
            Stone::Black | Stone::White => {
                converted && self.is("CONV-3: a converted stone captures nothing")
            }
        };
        let mut captured: Vec<Group> = match powerless {
            true => vec![],
            false => self.captured(before, point, mover),
        };
        if self.is("GO-4: only the first string is captured") {
            captured.truncate(1);
        }
        let mut taken: Points =
            captured.iter().flat_map(|string| &string.stones).copied().collect();
        if self.is("GO-4: of a string only the stones beside the new one are captured") {
            taken.retain(|&stone| self.adjacent(stone, point));
        }
        let mut after = before.without(&taken).with(point, stone);
        if self.is("FLOW-3: a move removes every string without liberties") {
            let removed = self.without_dead_strings(&after);
            taken.extend(after.stones.keys().filter(|point| removed.at(**point).is_none()));
            after = removed;
        }
        (after, taken)
    }

    /// GO-4: the opponent's joined strings whose set of liberties before the move was {p}.
    fn captured(&self, before: &Position, point: Point, mover: Player) -> Vec<Group> {
        let mut strings = self.joined_strings(before);
        if self.is("LAYER-4: gray strings are captured when their last liberty is taken") {
            strings = self.strings(before);
        }
        let is_captured = |string: &Group| {
            let owner = match string.colour {
                Stone::Gray => {
                    self.is("LAYER-4: gray strings are captured when their last liberty is taken")
                }
                colour if colour == mover.stone() => {
                    self.is("GO-4: a stone captures strings of its own colour")
                }
                Stone::Black | Stone::White => {
                    !self.is("LAYER-1: black and white strings are never captured")
                }
            };
            let last = string.count == 1 && string.liberties.contains(&point);
            let none = self.is("GO-4: strings that had no liberty before are captured too")
                && string.count == 0;
            owner && self.holds("GO-4", last || none)
        };
        strings.into_iter().filter(is_captured).collect()
    }

    /// GO-5: whether the mover's string at p has no liberty after the captures.
    fn suicide(&self, game: &Game, after: &Position, point: Point, mover: Player) -> bool {
        let mut looked_at = after.clone();
        if self.is("GO-5: liberties are counted before the captures") {
            looked_at = game.position.with(point, mover.stone());
        }
        if self.is("GO-5: the stone alone is asked for liberties, not its string") {
            return looked_at.at(point).is_some()
                && self
                    .neighbours(looked_at.size, point)
                    .iter()
                    .all(|&near| looked_at.at(near).is_some());
        }
        let free = self.is("LAYER-1: a black or white stone needs no liberty when it is played");
        let strings = self.own_strings(&looked_at, mover);
        let single = self.is("GO-5: a stone that joins a string is not asked for liberties");
        let dead = |string: &Group| {
            string.count == 0
                && !free
                && !(single && string.stones.len() > 1)
                && (string.stones.contains(&point)
                    || self.is("GO-5: every string of the mover is asked for liberties"))
        };
        self.holds("GO-5", strings.iter().any(dead))
    }

    /// The position without its black and white strings that have no liberty; for mutants.
    pub(crate) fn without_dead_strings(&self, position: &Position) -> Position {
        let mut strings = self.joined_strings(position);
        strings.retain(|string| string.count == 0);
        position.without(&strings.iter().flat_map(|string| &string.stones).copied().collect())
    }
}
