//! Flybombs, throwing knives and replacements: chapters BOMB and HANDICAP, with R-SCHEDULE.

use ternary_go::{
    BoardSize, Move, Player, Point, Setup, Stone,
    rules::{
        Rules,
        extras::{Extras, Mode},
    },
};

use super::{
    Model,
    game::{Act, Bomb, Game, Kind, Reasons, Turn},
};

/// The place of a side in a pair.
pub(crate) const fn of(side: Player) -> usize {
    match side {
        Player::Black => 0,
        Player::White => 1,
    }
}

impl Model {
    /// N, and how many of the bombs of a side are random (BOMB-1, BOMB-5).
    fn counts(&self, rules: &Rules) -> (u8, u8) {
        let mut n = rules.allowance.count;
        let bombs = rules.extras == Extras::Flybombs;
        if bombs && self.is("BOMB-1: each side has three bombs, whatever is agreed")
            || rules.extras == Extras::Knives && self.is("R-KNIFE: there are three knives always")
            || rules.extras == Extras::Replacements
                && self.is("R-BOMBGO: there are three replacements always")
        {
            n = 3;
        }
        let random = match rules.allowance.mode {
            _ if self.is("BOMB-5: every mode is A") => 1,
            _ if self.is("BOMB-5: every mode is B") => n,
            _ if self.is("BOMB-5: every mode is C") => 0,
            Mode::OneRandom => 1,
            Mode::AllRandom => n,
            Mode::AtWill => 0,
        };
        let none = n == 0 && !self.is("BOMB-5: with N = 0 mode A still has a random bomb");
        (n, if none { 0 } else { random })
    }

    /// The receiver of knives or replacements.
    pub(crate) fn receiver(&self, rules: &Rules) -> Player {
        match rules.extras {
            Extras::Knives if self.is("R-KNIFE: the receiver is always Black") => Player::Black,
            Extras::Replacements if self.is("R-BOMBGO: the receiver is always Black") => {
                Player::Black
            }
            Extras::None | Extras::Flybombs | Extras::Knives | Extras::Replacements => {
                rules.allowance.receiver
            }
        }
    }

    /// The extras at will of a new game.
    fn at_will(&self, rules: &Rules) -> [u8; 2] {
        let (n, random) = self.counts(rules);
        let mut left = [0; 2];
        match rules.extras {
            Extras::Flybombs => {
                let besides = self.is("BOMB-5: random bombs come besides the bombs at will");
                left = [if besides { n } else { n.saturating_sub(random) }; 2];
            }
            Extras::Knives | Extras::Replacements => left[of(self.receiver(rules))] = n,
            Extras::None => {}
        }
        left
    }

    /// R-SETUP: the extras left at a set-up.
    pub(crate) fn left(&self, rules: &Rules, setup: &Setup) -> Result<[u8; 2], String> {
        let most = self.at_will(rules);
        match setup.left {
            Some(left) if left[0] > most[0] || left[1] > most[1] => {
                Err("more extras are left than there were".into())
            }
            Some(left) if !self.is("R-SETUP: all extras are left at a set-up") => Ok(left),
            Some(_) | None => Ok(most),
        }
    }

    /// R-SCHEDULE: the times of the random bombs of both sides.
    pub(crate) fn times(&self, rules: &Rules, size: BoardSize) -> [Vec<u32>; 2] {
        let mut times = [vec![], vec![]];
        if rules.extras != Extras::Flybombs {
            return times;
        }
        let mut p = size.points() as u64;
        if self.is("R-SCHEDULE: times are drawn as for a board of 19 lines") {
            p = 361;
        }
        let random = u64::from(self.counts(rules).1);
        let r = random.min(p);
        let mut s = rules.allowance.seed;
        if self.is("R-SCHEDULE: the seed is always 0") {
            s = 0;
        }
        let mut x = || {
            s = s.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = s;
            z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ z >> 31
        };
        let mut draw = || loop {
            let x = x();
            if x < p * (u64::MAX / p) {
                break 1 + (x % p) as u32 - u32::from(self.is("R-SCHEDULE: times begin at 0"));
            }
        };
        let mut sides = Player::ALL;
        if self.is("R-SCHEDULE: the times of White are drawn first") {
            sides.reverse();
        }
        for side in sides {
            let drawn = &mut times[of(side)];
            while (drawn.len() as u64) < r {
                let time = draw();
                if !drawn.contains(&time) || self.is("R-SCHEDULE: a time may be drawn twice") {
                    drawn.push(time);
                }
            }
        }
        if self.is("R-SCHEDULE: both sides have the times of Black") {
            times[1] = times[0].clone();
        }
        times
    }

    /// R-SETUP: the times of the bombs that are still to be thrown, given or drawn.
    pub(crate) fn times_left(&self, rules: &Rules, setup: &Setup) -> [Vec<u32>; 2] {
        match &setup.times {
            Some(times) if !self.is("R-SETUP: given times are not looked at") => times.clone(),
            Some(_) | None => self.times(rules, setup.board.size()),
        }
    }

    /// R-SCHEDULE: the time of the random bomb that is due to a side before its stone, the smallest.
    pub(crate) fn random_due(&self, game: &Game) -> Option<u32> {
        let Turn { number, side, bomb } = game.turn;
        let due = |&time: &u32| match () {
            () if self.is("R-SCHEDULE: a bomb is due at its very number alone") => number == time,
            () if self.is("R-SCHEDULE: the own turns of a side are counted") => {
                let own = |turn: &&super::game::Made| turn.side == side && turn.due != Stone::Gray;
                game.made.iter().filter(own).count() as u32 + 1 >= time
            }
            () if self.is("R-SCHEDULE: a bomb is due after its time") => number > time,
            () => number >= time,
        };
        let free = bomb != Bomb::ToThrow;
        game.times[of(side)].iter().copied().filter(due).min().filter(|_| free)
    }

    /// BOMB-2: whether a stone played now has a bomb after it.
    pub(crate) fn is_bomb_turn(&self, game: &Game) -> bool {
        match game.turn.bomb {
            Bomb::Declared => true,
            Bomb::None => self.random_due(game).is_some(),
            Bomb::ToThrow => false,
        }
    }

    /// BOMB-2: the bomb of the turn is used up by its stone.
    pub(crate) fn use_bomb(&self, game: &mut Game) {
        let side = of(game.turn.side);
        match game.turn.bomb {
            Bomb::Declared => {
                game.left[side] = game.left[side].saturating_sub(1);
                if self.is("BOMB-1: the sides share their bombs") {
                    game.left[1 - side] = game.left[side];
                }
            }
            Bomb::None => {
                let time = self.random_due(game);
                let used = game.times[side].iter().position(|&other| Some(other) == time);
                if let Some(index) = used {
                    game.times[side].remove(index);
                }
            }
            Bomb::ToThrow => {}
        }
    }

    /// R-REASONS, 3, and BOMB-2: what refuses a declaration.
    pub(crate) fn no_bomb(&self, game: &Game) -> Reasons {
        let Turn { side, bomb, .. } = game.turn;
        let bombs = game.rules.extras == Extras::Flybombs;
        let left = game.left[of(side)] > 0
            || self.is("BOMB-2: a side without a bomb at will may declare")
            || !game.times[of(side)].is_empty()
                && self.is("BOMB-5: random bombs may be declared too");
        let early = bomb != Bomb::Declared || self.is("BOMB-2: a bomb may be declared twice");
        let now = bomb != Bomb::ToThrow
            || self.is("BOMB-2: a bomb may be declared between the stone and the bomb");
        let random = self.random_due(game).is_none()
            || self.is("BOMB-2: a bomb may be declared while a random one is due");
        if !self.holds("BOMB-2", bombs && left && early && now && random) {
            return vec!["BOMB-2"];
        }
        let declared = Game { turn: Turn { bomb: Bomb::Declared, ..game.turn }, ..game.clone() };
        let asked = match self.is("R-BOMBPASS: the stone is looked for as in an ordinary turn") {
            true => game,
            false => &declared,
        };
        let free = |&point: &Point| {
            let mut reasons = self.occupied(asked, Move::Place(point));
            if reasons.is_empty() {
                reasons = self.forbidden_own(asked, point, Kind::Ordinary);
            }
            if self.is("R-BOMBPASS: GO-6 is not asked in looking for a stone") {
                reasons.retain(|id| *id != "GO-6");
            }
            reasons.is_empty()
        };
        let playable = self.points(game.position.size).iter().any(free);
        if self.holds("R-BOMBPASS", playable) { vec![] } else { vec!["R-BOMBPASS"] }
    }

    /// R-REASONS, 3, and R-BOMBPASS: what refuses a pass.
    pub(crate) fn no_pass(&self, game: &Game) -> Reasons {
        let owed = game.turn.bomb == Bomb::Declared
            && !self.is("R-BOMBPASS: the stone of a declared bomb may be passed");
        let random = self.is("R-SCHEDULE: a turn in which a bomb is due may not be passed")
            && self.random_due(game).is_some();
        let thrown = self.is("BOMB-4: a bomb may not be passed") && game.turn.bomb == Bomb::ToThrow;
        if owed || random || thrown { vec!["R-BOMBPASS"] } else { vec![] }
    }

    /// R-REASONS, 3, and KNIFE-1: what refuses a knife.
    pub(crate) fn no_knife(&self, game: &Game) -> Reasons {
        let knives = game.rules.extras == Extras::Knives;
        let both = self.is("KNIFE-1: both sides may throw knives");
        let receiver = self.receiver(&game.rules);
        let left = game.left[of(receiver)] > 0 || self.is("KNIFE-1: there is no end of knives");
        let mut made = game.made.iter().rev();
        if self.is("KNIFE-1: a knife may be thrown after the opponent has moved") {
            made.next_back();
            let late = game.made.iter().any(|made| made.side == receiver);
            return if knives && left && late { vec![] } else { vec!["KNIFE-1"] };
        }
        let after = made.next().is_some_and(|made| {
            let stone = match made.act {
                Act::Placed(_, _, Kind::Knife) => self.is("KNIFE-1: a knife may follow a knife"),
                Act::Placed(..) => true,
                Act::Pass | Act::ForcedPass => self.is("KNIFE-2: a knife may follow a pass"),
            };
            stone && (made.side == receiver || both)
        });
        let before = game.made.is_empty()
            && self.is("R-SETUP: a knife may be thrown before the first stone");
        if self.holds("KNIFE-1", knives && left && (after || before)) {
            vec![]
        } else {
            vec!["KNIFE-1"]
        }
    }

    /// R-REASONS, 3, and BOMBGO-1: what refuses a replacement.
    pub(crate) fn no_replacement(&self, game: &Game, point: Point) -> Reasons {
        let replacements = game.rules.extras == Extras::Replacements;
        let side = game.turn.side;
        let receiver = self.receiver(&game.rules);
        let own = side == receiver || self.is("BOMBGO-1: both sides may replace");
        let left =
            game.left[of(receiver)] > 0 || self.is("BOMBGO-1: there is no end of replacements");
        let stone = game.position.at(point);
        let opponents = stone == Some(side.opponent().stone())
            || stone.is_none()
                && self.is("BOMBGO-1: an empty point may be replaced")
                && game.position.size.contains(point)
            || stone == Some(side.stone()) && self.is("BOMBGO-1: an own stone may be replaced");
        if self.holds("BOMBGO-1", replacements && own && left && opponents) {
            vec![]
        } else {
            vec!["BOMBGO-1"]
        }
    }

    /// GO-2, BOMB-3, KNIFE-1: the turn after a placement or a pass.
    pub(crate) fn next_turn(&self, game: &Game, act: Act) -> Turn {
        let Turn { number, side, bomb } = game.turn;
        let (placed, kind) = match act {
            Act::Placed(_, _, kind) => (true, kind),
            Act::Pass | Act::ForcedPass => (false, Kind::Ordinary),
        };
        let bombed = placed && self.is_bomb_turn(game);
        let mut steps = 1;
        if bombed && !self.is("BOMB-3: the dummy takes no number") {
            steps = 2;
        }
        let none = kind == Kind::Converted && self.is("GO-2: a conversion takes no number")
            || kind == Kind::Knife && self.is("KNIFE-1: a knife takes no number")
            || kind == Kind::Replaced && self.is("BOMBGO-1: a replacement takes no number")
            || bomb == Bomb::ToThrow && self.is("BOMB-3: the bomb takes no number")
            || bomb == Bomb::ToThrow && !placed && self.is("BOMB-4: a passed bomb takes no number")
            || !placed && self.is("GO-2: a pass takes no number");
        if none {
            steps = 0;
        }
        let number = number + steps;
        let next = if bombed { Bomb::ToThrow } else { Bomb::None };
        let maker = self.maker(game, kind);
        let side = match game.rules.extras {
            Extras::Flybombs if bombed => match self.is("BOMB-3: the opponent throws the bomb") {
                true => side.opponent(),
                false => side,
            },
            Extras::Flybombs => side.opponent(),
            Extras::Knives if !self.is("KNIFE-1: the parity of the number tells the side") => {
                maker.opponent()
            }
            Extras::Replacements if none => side.opponent(),
            Extras::None | Extras::Knives | Extras::Replacements => self.side_at(number),
        };
        Turn { number, side, bomb: next }
    }

    /// The side that makes a move: knives are the receiver's.
    pub(crate) fn maker(&self, game: &Game, kind: Kind) -> Player {
        match kind {
            Kind::Knife if self.is("KNIFE-1: both sides may throw knives") => {
                game.turn.side.opponent()
            }
            Kind::Knife => self.receiver(&game.rules),
            Kind::Ordinary | Kind::Converted | Kind::Replaced => game.turn.side,
        }
    }

    /// The stone of a knife or a replacement has been used.
    pub(crate) fn use_extra(&self, game: &mut Game, kind: Kind) {
        let left = &mut game.left[of(self.receiver(&game.rules))];
        let used = match kind {
            Kind::Knife => !self.is("KNIFE-1: there is no end of knives"),
            Kind::Replaced => !self.is("BOMBGO-1: there is no end of replacements"),
            Kind::Ordinary | Kind::Converted => false,
        };
        *left = left.saturating_sub(u8::from(used));
    }
}
