//! Games: their set-up, whose turn it is, and the stages at which a move is judged.

use ternary_go::{
    Board, Move, Player, Point, Setup, StatedMove, Status, Stone,
    rules::{Rules, Ruleset, escape::Escape, extras::Extras, gray::Gray, schedule::Schedule},
};

use super::{Model, Points, Position};

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// The rules.
    pub(crate) rules: Rules,
    /// The position.
    pub(crate) position: Position,
    /// Its holographic position (LAYER-3).
    pub(crate) layer: Position,
    /// What is to be played next.
    pub(crate) turn: Turn,
    /// The extras that Black and White may still use at will.
    pub(crate) left: [u8; 2],
    /// The times of the random bombs that they have still to throw (R-SCHEDULE).
    pub(crate) times: [Vec<u32>; 2],
    /// Whether it is over.
    pub(crate) status: Status,
    /// GO-6, R-SUPERKO: the positions that stood, oldest first.
    pub(crate) record: Vec<Entry>,
    /// The moves made, double passes as two.
    pub(crate) made: Vec<Made>,
    /// The point given as that of the move before the set-up, and the position before it.
    pub(crate) previous: Option<(Point, Position)>,
}

/// What is to be played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// The number of the move.
    pub(crate) number: u32,
    /// The side to move.
    pub(crate) side: Player,
    /// Where it stands in a bomb turn.
    pub(crate) bomb: Bomb,
}

/// The state of a bomb turn (BOMB-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bomb {
    /// None is declared.
    None,
    /// One is declared, and the stone is owed.
    Declared,
    /// The stone is played, and the bomb follows.
    ToThrow,
}

/// A position that stood before a move.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The position.
    pub(crate) position: Position,
    /// The side to move then.
    pub(crate) side: Player,
    /// The stone due then.
    pub(crate) due: Stone,
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
    PassedBomb,
    ForcedPass,
}

/// A move that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The position before it.
    pub(crate) before: Position,
    /// The side that made it.
    pub(crate) side: Player,
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
    /// A stone on a point.
    Placed(Point, Stone, Kind),
    Pass,
    /// One of the two passes of a double pass (PASS2-3).
    ForcedPass,
}

/// What kind of placement it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ordinary,
    /// CONV.
    Converted,
    /// KNIFE.
    Knife,
    /// BOMBGO.
    Replaced,
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
        // R-SETUP: the parity of the number gives the side, but where knives have been thrown.
        let knives = rules.extras == Extras::Knives
            && !self.is("R-SETUP: the side stated beside the number is not looked at");
        let side = match setup.to_move {
            Some(side) if knives => side,
            Some(_) | None => self.side_at(number),
        };
        let left = self.left(&rules, setup)?;
        let turn = Turn { number, side, bomb: Bomb::None };
        let mut game = Game {
            rules,
            layer: self.layer(&rules, &position),
            turn,
            left,
            times: self.times_left(&rules, setup),
            status: Status::Playing,
            record: Vec::new(),
            made: Vec::new(),
            previous: None,
            position: position.clone(),
        };
        for (index, position) in history.iter().enumerate() {
            let back = (history.len() - index) as u32;
            let number = setup.number - back;
            let alternate = if back.is_multiple_of(2) { side } else { side.opponent() };
            let side = match knives && !self.is("R-SETUP: parity tells the sides of a history") {
                true => alternate,
                false => self.side_at(number),
            };
            let due = self.due(&game, Turn { number, side, bomb: Bomb::None });
            let position = position.clone();
            game.record.push(Entry { position, side, due, after: After::History });
        }
        if !self.is("GO-8: the set-up position is not in the record") {
            let (position, due) = (position.clone(), self.due(&game, turn));
            game.record.push(Entry { position, side, due, after: After::Start });
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
        game.previous = previous.filter(|_| !self.is("R-SETUP: the previous point is forgotten"));
        Ok(game)
    }

    /// GO-2: the side that makes move n, where the parity of numbers tells it.
    pub(crate) fn side_at(&self, number: u32) -> Player {
        let odd = number % 2 == 1;
        let black = odd != self.is("GO-2: White moves first");
        if black { Player::Black } else { Player::White }
    }

    /// GO-2, CYCLE, BOMB-2: the stone due at a turn.
    pub(crate) fn due(&self, game: &Game, turn: Turn) -> Stone {
        let Turn { number, side, bomb } = turn;
        let own = side.stone();
        if bomb == Bomb::ToThrow && !self.is("BOMB-2: the bomb is a second stone of the mover") {
            return Stone::Gray;
        }
        if game.rules.schedule == Schedule::Alternate {
            return own;
        }
        let converted = |made: &Made| matches!(made.act, Act::Placed(_, _, Kind::Converted));
        if self.is("CONV-3: the mover's next stone after a conversion is gray")
            && number == game.turn.number
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
            &|| self.unavailable(game, play.play),
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
            Move::DeclareBomb | Move::Knife(_) | Move::Replace(_) => {
                self.is("GO-7: extras are judged as before the end")
            }
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
            && self.last_act(game) != Some(Act::Pass)
            || matches!(play, Move::Agree | Move::Resign)
                && game.turn.bomb != Bomb::None
                && self.is("GO-7: agreement and resignation wait for the end of a bomb turn");
        if self.holds("GO-7", over && !open && !resigned || early) { vec!["GO-7"] } else { vec![] }
    }

    /// R-REASONS, 2, and GO-2: what is stated is the side or number of the next move.
    fn out_of_turn(&self, game: &Game, play: StatedMove) -> Reasons {
        let Turn { number, mut side, .. } = game.turn;
        // For a knife it is the receiver, where there are knives.
        if matches!(play.play, Move::Knife(_))
            && game.rules.extras == Extras::Knives
            && !self.is("GO-2: the side stated with a knife is the one to move")
        {
            side = self.receiver(&game.rules);
        }
        let right = (play.number == Some(number), play.player == Some(side));
        let either =
            self.is("GO-2: of side and number one has to be right") && (right.0 || right.1);
        let number =
            play.number.is_none() || right.0 || self.is("GO-2: a stated number is not looked at");
        let side =
            play.player.is_none() || right.1 || self.is("GO-2: a stated side is not looked at");
        if self.holds("GO-2", number && side || either) { vec![] } else { vec!["GO-2"] }
    }

    /// R-REASONS, 3: a move that is not available.
    fn unavailable(&self, game: &Game, play: Move) -> Reasons {
        let white = game.turn.side == Player::White;
        let open = |escape: Escape| {
            let barred = self.is("PASS2-1: White has no double pass")
                || self.is("CONV-1: White has no conversion");
            game.rules.escape == escape
                && !self.escaping_strings(game).is_empty()
                && !(barred && white)
        };
        let meng = game.rules.ruleset == Ruleset::Meng;
        let none = meng && self.is("R-MENG: Meng Go has no double pass");
        let double_pass = || self.holds("PASS2-1", open(Escape::DoublePass) && !none);
        let conversion = || self.holds("CONV-1", open(Escape::Conversion));
        let must_announce = self.is("PASS2-1: a double pass that is open has to be announced");
        let must_convert = self.is("CONV-1: a conversion that is open has to be made");
        let forced = self.last_act(game) == Some(Act::ForcedPass)
            && self.is("PASS2-2: the move after a double pass has to rescue a string");
        let rescue = |point: Point| {
            let own = self.own_strings(&game.layer, game.turn.side);
            own.iter().any(|string| string.count == 1 && string.liberties.contains(&point))
        };
        match play {
            Move::Place(point) if forced && !rescue(point) => vec!["PASS2-2"],
            Move::DoublePass if !double_pass() => vec!["PASS2-1"],
            Move::Convert(_) if !conversion() => vec!["CONV-1"],
            Move::Place(_) | Move::Pass if must_announce && double_pass() => vec!["PASS2-1"],
            Move::Place(_) | Move::Pass if must_convert && conversion() => vec!["CONV-1"],
            Move::Pass => self.no_pass(game),
            Move::DeclareBomb => self.no_bomb(game),
            Move::Knife(_) => self.no_knife(game),
            Move::Replace(point) => self.no_replacement(game, point),
            Move::Place(_) | Move::DoublePass => vec![],
            Move::Convert(_) | Move::Agree | Move::Resign => vec![],
        }
    }

    /// R-REASONS, 4, and GO-1: a stone goes on an empty point of the board.
    pub(crate) fn occupied(&self, game: &Game, play: Move) -> Reasons {
        let (Move::Place(point) | Move::Convert(point) | Move::Knife(point)) = play else {
            return vec![];
        };
        let on_board = self.points(game.position.size).contains(&point);
        let empty = game.position.at(point).is_none()
            || self.is("GO-1: a stone may go on the other colours");
        if self.holds("GO-1", on_board && empty) { vec![] } else { vec!["GO-1"] }
    }

    /// R-REASONS, 5: what forbids a stone on an empty point.
    fn forbidden(&self, game: &Game, play: Move) -> Reasons {
        let due = self.due(game, game.turn);
        match play {
            Move::Place(point) if due == Stone::Gray => self.forbidden_gray(game, point),
            Move::Place(point) => self.forbidden_own(game, point, Kind::Ordinary),
            Move::Knife(point) => self.forbidden_own(game, point, Kind::Knife),
            Move::Replace(point) => self.forbidden_own(game, point, Kind::Replaced),
            Move::Convert(point) => {
                let mut reasons = self.forbidden_own(game, point, Kind::Converted);
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
            Move::DoublePass | Move::DeclareBomb | Move::Agree | Move::Resign => vec![],
        }
    }

    /// GO-3, GO-6: a move was a pass or not.
    fn last_act(&self, game: &Game) -> Option<Act> {
        game.made.last().map(|made| made.act)
    }
}
