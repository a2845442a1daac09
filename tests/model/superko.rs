//! GO-6 and R-SUPERKO: whether a position has stood before.

use ternary_go::{Point, Stone, rules::extras::Extras};

use super::{
    Group, Model, Points, Position,
    game::{Act, After, Entry, Game, Kind, Made, Turn},
};

impl Model {
    /// GO-6: whether a placement may not lead to this position, `next` being the turn after it.
    pub(crate) fn repeats(
        &self,
        game: &Game,
        after: &Position,
        point: Point,
        kind: Kind,
        next: Turn,
    ) -> bool {
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
        let compared_to = without_gray(&compared);
        let same = |entry: &Entry| without_gray(&entry.position) == compared_to;
        let mut record: Vec<Entry> = game.record.clone();
        let repeats = if self.reads(&game.rules, "superko", "positional") {
            record.iter().any(same)
        } else if self.reads(&game.rules, "superko", "situational") {
            record.retain(|entry| match entry.after {
                After::History => !self.is("R-SUPERKO: situational forgets the history"),
                After::Start => !self.is("R-SUPERKO: situational forgets the start"),
                After::Placement => true,
                After::Pass => !self.is("R-SUPERKO: under situational passes make no entry"),
                After::ForcedPass => {
                    !self.is("R-SUPERKO: under situational forced passes make no entry")
                }
                After::PassedBomb => {
                    !self.is("R-SUPERKO: under situational a passed bomb makes no entry")
                }
            });
            let changed = kind == Kind::Knife && self.changes_back(game, &mut record);
            let side = |entry: &Entry| {
                entry.side == next.side
                    || self.is("R-SUPERKO: situational does not ask for the side to move")
            };
            let due_next = self.due_told(game, after, point, next);
            let due = |entry: &Entry| {
                entry.due == due_next
                    || self.is("R-SUPERKO: situational does not ask for the stone due")
            };
            changed || record.iter().any(|entry| same(entry) && side(entry) && due(entry))
        } else if self.reads(&game.rules, "superko", "simple") {
            let past = self.is("R-SUPERKO: simple looks past passes");
            let placed = |made: &&Made| matches!(made.act, Act::Placed(..));
            let last = game.made.iter().rev().find(placed).map(|made| made.before.clone());
            let before = self.before_opponents_turn(game, kind);
            before.is_some_and(|before| without_gray(&before) == compared_to)
                || past && last.is_some_and(|last| last == compared)
        } else {
            false
        };
        self.holds("GO-6", repeats)
    }

    /// R-SUPERKO, situational: a knife changes the entry of the stone before it into one with the
    /// receiver to move. Whether such an entry was in the record before that stone.
    fn changes_back(&self, game: &Game, record: &mut Vec<Entry>) -> bool {
        if self.is("R-SUPERKO: a knife leaves the entry of the first stone as it was") {
            return false;
        }
        let Some(mut changed) = record.pop() else { return false };
        changed.side = self.maker(game, Kind::Knife);
        changed.due = changed.side.stone();
        let stood = record.iter().any(|entry| {
            entry.position == changed.position
                && entry.side == changed.side
                && entry.due == changed.due
        });
        record.push(changed);
        stood && !self.is("R-SUPERKO: the entry that a knife changes is not compared")
    }

    /// R-SUPERKO, simple: the position before the opponent's last turn.
    fn before_opponents_turn(&self, game: &Game, kind: Kind) -> Option<Position> {
        let mover = self.maker(game, kind);
        let mut made = game.made.as_slice();
        if self.is("R-SUPERKO: simple looks at the move before alone") && !made.is_empty() {
            return made.last().map(|made| made.before.clone());
        }
        // The present turn, for a bomb or a knife, began with the stone before it.
        while let Some((last, rest)) = made.split_last()
            && last.side == mover
        {
            made = rest;
        }
        let mut before = None;
        while let Some((last, rest)) = made.split_last()
            && last.side != mover
        {
            before = Some(last.before.clone());
            made = rest;
            if self.is("R-SUPERKO: simple knows the second move of the opponent's turn alone") {
                break;
            }
        }
        let history = |entry: &&Entry| entry.after == After::History;
        let forgets = self.is("R-SUPERKO: simple forgets the history");
        let last = || game.record.iter().rfind(history);
        before.or_else(|| last().filter(|_| !forgets).map(|entry| entry.position.clone()))
    }

    /// R-SUPERKO: the colour due after a placement is that of the schedule.
    fn due_told(&self, game: &Game, after: &Position, point: Point, next: Turn) -> Stone {
        let due = self.due(game, next);
        let touched = |string: &Group| {
            string.count == 1 && string.stones.iter().any(|&stone| self.adjacent(stone, point))
        };
        let own = self.own_strings(after, next.side);
        let open = due == Stone::Gray && own.iter().any(touched);
        if open && self.is("R-SUPERKO: an open escape changes the stone due") {
            return next.side.stone();
        }
        due
    }

    /// GO-6: adds the present position to the record.
    pub(crate) fn record(&self, game: &mut Game, after: After, kind: Kind) {
        if kind == Kind::Knife {
            if self.is("GO-6: the first stone of a turn is not recorded") {
                game.record.pop();
            }
            // R-SUPERKO: the entry of the stone before it is changed.
            let side = self.receiver(&game.rules);
            if !self.is("R-SUPERKO: a knife leaves the entry of the first stone as it was")
                && let Some(entry) = game.record.last_mut()
            {
                (entry.side, entry.due) = (side, side.stone());
            }
        }
        let (side, mut due) = (game.turn.side, self.due(game, game.turn));
        let thrown = game.turn.bomb == super::game::Bomb::ToThrow;
        if thrown && self.is("GO-6: the first stone of a turn is not recorded") {
            return;
        }
        let mut entry_side = side;
        if thrown && self.is("R-SUPERKO: the stone of a bomb turn is recorded as an ordinary one") {
            entry_side = side.opponent();
            due = entry_side.stone();
        }
        let position = game.position.clone();
        game.record.push(Entry { position, side: entry_side, due, after });
    }

    /// GO-6 and BOMBGO-2: the position without the replaced stone is not recorded.
    pub(crate) fn record_lifted(&self, game: &mut Game, point: Point) {
        if game.rules.extras == Extras::Replacements
            && self.is("BOMBGO-2: the position without the replaced stone is recorded")
        {
            let position = game.position.without(&Points::from([point]));
            let (side, due) = (game.turn.side, game.turn.side.stone());
            game.record.push(Entry { position, side, due, after: After::Placement });
        }
    }
}
