//! Moves made, and what the game so far says of the next: GO-6, GO-7, PASS2, CONV, R-SUPERKO,
//! R-ATARI, R-END.

use ternary_go::{Move, Point, StatedMove, Status, Stone, rules::escape::Escape};

use super::{
    Group, Model, Points, Position,
    game::{Act, After, Entry, Game, Made, Reasons},
};

impl Model {
    /// FLOW-1: makes a move, or leaves everything as it was. Tells what was captured.
    pub(crate) fn play(&self, game: &mut Game, play: StatedMove) -> Result<Points, Reasons> {
        if let Err(reasons) = self.verdict(game, play) {
            self.refuse(game, play.play);
            return Err(reasons);
        }
        let mover = self.mover(game.number);
        let mut captured = Points::new();
        match play.play {
            Move::Place(point) => {
                let due = self.due(game, game.number);
                captured = self.make_placement(game, point, due, false);
            }
            Move::Convert(point) => {
                captured = self.make_placement(game, point, mover.stone(), true);
            }
            Move::Pass => {
                if self.is("GO-3: a pass removes strings without liberties") {
                    game.position = self.without_dead_strings(&game.position);
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
                game.number += u32::from(self.is("GO-2: agreement takes a number"));
            }
            Move::Resign => {
                game.status = match () {
                    () if self.is("GO-7: a resignation is an agreement") => Status::Over,
                    () => Status::Resigned(mover),
                };
                game.number += u32::from(self.is("GO-2: a resignation takes a number"));
            }
        }
        Ok(captured)
    }

    /// FLOW-1: position, record, number, side and stone due stay as they were; but for mutants.
    fn refuse(&self, game: &mut Game, play: Move) {
        let mover = self.mover(game.number);
        if let Move::Place(point) | Move::Convert(point) = play {
            if self.is("GO-6: a placement that is refused is recorded") {
                let stone = self.due(game, game.number);
                let (position, _) = self.placed(game, point, stone, false);
                game.record.push(Entry {
                    position,
                    next: game.number + 1,
                    after: After::Placement,
                });
            }
            if self.is("FLOW-1: a refused stone stays where it was put")
                && game.position.at(point).is_none()
            {
                game.position = game.position.with(point, mover.stone());
            }
        }
        if self.is("FLOW-1: a refused move takes its number") {
            game.number += 1;
        }
        if self.is("FLOW-1: a refused move loses the game") && game.status == Status::Playing {
            game.status = Status::Resigned(mover);
        }
    }

    /// FLOW-2: a placement, and GO-6: the position after it is recorded.
    fn make_placement(&self, game: &mut Game, p: Point, stone: Stone, converted: bool) -> Points {
        let escape = !self.escaping(game).is_empty();
        let due = self.due(game, game.number);
        let (after, captured) = self.placed(game, p, stone, converted);
        let before = std::mem::replace(&mut game.position, after);
        game.made.push(Made { before, due, act: Act::Placed(p, stone, converted), escape });
        // GO-2: every placement takes a number, conversions included.
        if !(converted && self.is("GO-2: a conversion takes no number")) {
            game.number += 1;
        }
        self.record(game, After::Placement);
        captured
    }

    fn make_pass(&self, game: &mut Game, act: Act) {
        let escape = !self.escaping(game).is_empty();
        let (before, due) = (game.position.clone(), self.due(game, game.number));
        game.made.push(Made { before, due, act, escape });
        let over = self.over_by_passes(game);
        // GO-2: every pass takes a number. GO-7: the last one as any other.
        let no_number = self.is("GO-2: a pass takes no number")
            || over && self.is("GO-7: the pass that ends the game takes no number");
        game.number += u32::from(!no_number);
        if over {
            game.status = Status::Over;
        }
        self.record(game, if act == Act::Pass { After::Pass } else { After::ForcedPass });
    }

    fn record(&self, game: &mut Game, after: After) {
        game.record.push(Entry { position: game.position.clone(), next: game.number, after });
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
        let over = if self.reads(game, "end", "any-two-passes") {
            unforced(last) && earlier.last().map_or(behind, |made| unforced(made))
        } else {
            let broken = self.is("R-END: a passed gray move breaks a row of stone passes");
            let mut back = earlier.iter().rev().skip_while(|made| gray_pass(made) && !broken);
            stone_pass(last) && back.next().map_or(behind, |made| stone_pass(made))
        };
        self.holds("R-END", over)
    }

    /// GO-6: whether a placement at this number may not lead to this position.
    pub(crate) fn repeats(&self, game: &Game, after: &Position, point: Point) -> bool {
        let mut compared = after.clone();
        if self.is("GO-6: positions are compared before the captures")
            && let Some(stone) = after.at(point)
        {
            compared = game.position.with(point, stone);
        }
        let captures = after.stones.len() <= game.position.stones.len();
        if self.is("GO-6: a placement that captures nothing is not compared") && !captures {
            return false;
        }
        let without_gray = |position: &Position| {
            let mut position = position.clone();
            if self.is("GO-6: gray stones are left out of the comparison") {
                position.stones.retain(|_, stone| *stone != Stone::Gray);
            }
            position
        };
        let same = |entry: &Entry| without_gray(&entry.position) == without_gray(&compared);
        let next = game.number + 1;
        let mut record: Vec<&Entry> = game.record.iter().collect();
        let repeats = if self.reads(game, "superko", "positional") {
            record.iter().any(|entry| same(entry))
        } else if self.reads(game, "superko", "situational") {
            record.retain(|entry| match entry.after {
                After::History => !self.is("R-SUPERKO: situational forgets the history"),
                After::Start => !self.is("R-SUPERKO: situational forgets the start"),
                After::Placement => true,
                After::Pass => !self.is("R-SUPERKO: under situational passes make no entry"),
                After::ForcedPass => {
                    !self.is("R-SUPERKO: under situational forced passes make no entry")
                }
            });
            let side = |entry: &Entry| {
                self.mover(entry.next) == self.mover(next)
                    || self.is("R-SUPERKO: situational does not ask for the side to move")
            };
            let due = |entry: &Entry| {
                self.due(game, entry.next) == self.due_told(game, after, point)
                    || self.is("R-SUPERKO: situational does not ask for the stone due")
            };
            record.iter().any(|entry| same(entry) && side(entry) && due(entry))
        } else if self.reads(game, "superko", "simple") {
            let past = self.is("R-SUPERKO: simple looks past passes");
            let placed = |made: &&Made| matches!(made.act, Act::Placed(..));
            let last = game.made.iter().rev().find(placed).map(|made| made.before.clone());
            if self.is("R-SUPERKO: simple forgets the history") {
                record.retain(|entry| entry.after != After::History);
            }
            record.iter().any(|entry| same(entry) && entry.next + 1 == game.number)
                || past && last.is_some_and(|last| last == compared)
        } else {
            false
        };
        self.holds("GO-6", repeats)
    }

    /// R-SUPERKO: the colour due after a placement is that of the schedule.
    fn due_told(&self, game: &Game, after: &Position, point: Point) -> Stone {
        let next = game.number + 1;
        let due = self.due(game, next);
        let touched = |string: &Group| {
            string.count == 1 && string.stones.iter().any(|&stone| self.adjacent(stone, point))
        };
        let own = self.own_strings(after, self.mover(next));
        let open = due == Stone::Gray && own.iter().any(touched);
        if open && self.is("R-SUPERKO: an open escape changes the stone due") {
            return self.mover(next).stone();
        }
        due
    }

    /// PASS2-1, CONV-1: where the move just made put its stone, and the position before it. A pass
    /// puts none, and before the first move of a game there is none but a given one.
    fn move_just_made(&self, game: &Game) -> Option<(Point, Position)> {
        let placement = |made: &Made| match made.act {
            Act::Placed(_, Stone::Gray, _) if self.is("R-ATARI: a gray stone gives no atari") => {
                None
            }
            Act::Placed(_, _, true) if self.is("R-ATARI: a converted stone gives no atari") => None,
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
        let mover = self.mover(game.number);
        let mut own = self.own_strings(&game.position, mover);
        let Some((point, before)) = self.move_just_made(game) else {
            let any = game.made.is_empty()
                && self.is("R-ATARI: without a previous point any string in atari counts")
                || self.reads(game, "atari", "any")
                    && self.is("R-ATARI: under any no move has to be made");
            own.retain(|string| any && string.count == 1);
            return own;
        };
        if self.is("R-ATARI: a stone that has gone gives no atari")
            && game.position.at(point).is_none()
        {
            return vec![];
        }
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
            let reading = if self.reads(game, "atari", "touching") {
                touching
            } else if self.reads(game, "atari", "reduced") {
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
        let gray = self.due(game, game.number) == Stone::Gray
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
        placements
            .chain(conversions)
            .chain([Move::Pass, Move::DoublePass])
            .filter(|&play| self.verdict(game, play.into()).is_ok())
            .collect()
    }
}
