//! Placements: GO-4, GO-5, CONV-2 and FLOW-2, and what forbids them.

use ternary_go::{Player, Point, Stone};

use super::{
    Group, Model, Points, Position,
    game::{Act, Bomb, Game, Kind, Reasons},
    natures::Settled,
};

/// What a placement leads to.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// The holographic position that FLOW-2 leaves, with the natures before the move.
    pub(crate) layer: Position,
    /// The position that FLOW-2 leaves.
    unsettled: Position,
    /// What FLOW-3 leaves.
    pub(crate) settled: Settled,
    /// The points whose stones were removed.
    pub(crate) removed: Points,
}

impl Model {
    /// R-REASONS, 5: a stone of the mover's own colour.
    pub(crate) fn forbidden_own(&self, game: &Game, point: Point, kind: Kind) -> Reasons {
        let converted = kind == Kind::Converted;
        let mut reasons = vec![];
        if converted && !self.rescues(game, point) {
            reasons.push("CONV-2");
            if self.is("R-REASONS: CONV-2 decides before GO-5 and GO-6 are asked") {
                return reasons;
            }
        }
        let mover = self.maker(game, kind);
        let outcome = self.placed(game, point, mover.stone(), kind);
        let free = converted && self.is("CONV-3: GO-5 does not bar conversions")
            || kind == Kind::Knife && self.is("KNIFE-2: a knife may be suicide")
            || kind == Kind::Replaced && self.is("BOMBGO-2: a replacement may be suicide");
        if !free && self.suicide(game, &outcome, point, mover) {
            reasons.push("GO-5");
            if !self.is("R-REASONS: a suicide is asked about GO-6 too") {
                return reasons;
            }
        }
        let free = converted && self.is("CONV-3: GO-6 does not bar conversions")
            || kind == Kind::Knife && self.is("KNIFE-2: GO-6 does not bar knives")
            || kind == Kind::Replaced && self.is("BOMBGO-2: GO-6 does not bar replacements");
        if !free && self.is_repetition(game, &outcome, point, kind) {
            reasons.push("GO-6");
        }
        reasons
    }

    /// R-REASONS, 5: a gray stone. It needs no liberty (LAYER-4).
    pub(crate) fn forbidden_gray(&self, game: &Game, point: Point) -> Reasons {
        let mut reasons = self.gray_reasons(game, point);
        let bomb = game.turn.bomb == Bomb::ToThrow;
        if bomb && self.is("BOMB-4: FORB does not bar a bomb") {
            reasons.clear();
        }
        if bomb
            && self.is("BOMB-4: the bomb is judged on the position before the turn's stone")
            && let Some(made) = game.made.last()
        {
            let layer = self.layer(&game.rules, &made.before);
            let before = Game { position: made.before.clone(), layer, ..game.clone() };
            reasons = self.gray_reasons(&before, point);
        }
        let outcome = self.placed(game, point, Stone::Gray, Kind::Ordinary);
        // R-GRAYSHIFT.
        let [own, opponents] = &outcome.settled.removed;
        let removes = match () {
            () if self.is("R-GRAYSHIFT: the opponent's stones alone count") => {
                !opponents.is_empty()
            }
            () if self.is("R-GRAYSHIFT: the mover's stones alone count") => !own.is_empty(),
            () => !own.is_empty() || !opponents.is_empty(),
        };
        let shift = removes && self.reads(&game.rules, "gray-shift", "forbidden");
        if self.holds("R-GRAYSHIFT", shift) && !reasons.contains(&"FORB-1") {
            reasons.push("FORB-1");
        }
        let strings = self.strings(&outcome.settled.position);
        let choked = |string: &&Group| string.stones.contains(&point) && string.count == 0;
        if self.is("LAYER-4: a gray stone needs a liberty") && strings.iter().any(|s| choked(&s)) {
            reasons.push("GO-5");
        }
        let asked = reasons.is_empty() || !self.is("R-REASONS: FORB decides before GO-6 is asked");
        let free = self.is("GO-6: gray placements are free of it")
            || bomb && self.is("GO-6: bombs are free of it");
        if asked && !free && self.is_repetition(game, &outcome, point, Kind::Ordinary) {
            reasons.push("GO-6");
        }
        reasons
    }

    /// GO-6 for the position that a whole move would leave.
    fn is_repetition(&self, game: &Game, outcome: &Outcome, point: Point, kind: Kind) -> bool {
        let early = self.is("GO-6: positions are compared before R-SHIFT");
        let after = if early { &outcome.unsettled } else { &outcome.settled.position };
        let stone = after.at(point).unwrap_or(game.turn.side.stone());
        let next = self.next_turn(game, Act::Placed(point, stone, kind));
        self.repeats(game, after, point, kind, next)
    }

    /// CONV-2: whether a point is the only liberty of a string that satisfies CONV-1.
    fn rescues(&self, game: &Game, point: Point) -> bool {
        let mut strings = self.atari_strings(game);
        if self.is("CONV-2: the first string alone can be rescued") {
            strings.truncate(1);
        }
        if self.is("CONV-2: the only liberty of any own string will do") {
            strings = self.own_strings(&game.layer, game.turn.side);
            strings.retain(|string| string.count == 1);
        }
        let only = |string: &Group| string.count == 1 && string.liberties.contains(&point);
        let rescue = self.holds("CONV-2", strings.iter().any(only));
        let idle = self.is("CONV-3: a conversion has to give the string more liberties") && {
            let own = game.turn.side;
            let outcome = self.placed(game, point, own.stone(), Kind::Converted);
            let strings = self.own_strings(&outcome.layer, own);
            strings.iter().any(|string| string.stones.contains(&point) && string.count < 2)
        };
        rescue && !idle
    }

    /// FLOW-2 and FLOW-3: the position after a stone is placed, captures are made and natures are
    /// worked out anew.
    pub(crate) fn placed(&self, game: &Game, point: Point, stone: Stone, kind: Kind) -> Outcome {
        let mover = self.maker(game, kind);
        let converted = kind == Kind::Converted;
        // BOMBGO-2: the opponent's stone leaves the board first.
        let mut lifted = Points::new();
        if kind == Kind::Replaced
            && !self.is("BOMBGO-2: the replaced stone changes its colour where it stands")
        {
            lifted.insert(point);
        }
        let (position, layer) = (game.position.without(&lifted), game.layer.without(&lifted));
        let stays_gray = converted && self.is("CONV-3: a converted stone stays gray");
        let stone = if stays_gray { Stone::Gray } else { stone };
        let powerless = match stone {
            Stone::Gray => !self.is("FLOW-2: a gray stone captures"),
            Stone::Black | Stone::White => {
                converted && self.is("CONV-3: a converted stone captures nothing")
                    || kind == Kind::Knife && self.is("KNIFE-2: a knife captures nothing")
                    || kind == Kind::Replaced && self.is("BOMBGO-2: the new stone captures nothing")
            }
        };
        let judged = match self.is("LAYER-3: captures are judged on the base layer") {
            true => &position,
            false => &layer,
        };
        let mut captured: Vec<Group> = match powerless {
            true => vec![],
            false => self.captured(judged, point, mover),
        };
        if self.is("GO-4: only the first string is captured") {
            captured.truncate(1);
        }
        let mut taken: Points =
            captured.iter().flat_map(|string| &string.stones).copied().collect();
        if self.is("GO-4: of a string only the stones beside the new one are captured") {
            taken.retain(|&stone| self.adjacent(stone, point));
        }
        if self.is("LAYER-5: a joined string is captured without its gray stones") {
            taken = &taken - &layer.natured;
        }
        let mut after = position.without(&taken).with(point, stone);
        if self.is("FLOW-3: a move removes every string without liberties") {
            let removed = self.without_dead_strings(&after);
            taken.extend(after.stones.keys().filter(|point| removed.at(**point).is_none()));
            after = removed;
        }
        let layer = layer.without(&taken).with(point, stone);
        let settled = self.settled(&game.rules, &after, &layer, mover, (point, stone));
        let mut removed = taken;
        if !self.is("R-SHIFT: what it removes is no capture") {
            removed.extend(settled.removed.iter().flatten());
        }
        Outcome { layer, unsettled: after, settled, removed }
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
    fn suicide(&self, game: &Game, outcome: &Outcome, point: Point, mover: Player) -> bool {
        let mut looked_at = outcome.layer.clone();
        if self.is("GO-5: liberties are counted before the captures") {
            looked_at = game.layer.with(point, mover.stone());
        }
        if self.is("GO-5: natures are worked out anew before liberties are counted") {
            looked_at = self.layer(&game.rules, &outcome.unsettled);
        }
        if self.is("GO-5: liberties are counted on the base layer") {
            looked_at = outcome.unsettled.clone();
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
        // R-SELFSHIFT.
        let [own, opponents] = &outcome.settled.removed;
        let any = self.is("R-SELFSHIFT: a removal of the opponent's stones is suicide too");
        let removes = !own.is_empty() || any && !opponents.is_empty();
        let shift = self
            .holds("R-SELFSHIFT", removes && self.reads(&game.rules, "self-shift", "forbidden"));
        self.holds("GO-5", strings.iter().any(dead)) || shift
    }

    /// The position without its black and white strings that have no liberty; for mutants.
    pub(crate) fn without_dead_strings(&self, position: &Position) -> Position {
        let mut strings = self.joined_strings(position);
        strings.retain(|string| string.count == 0);
        position.without(&strings.iter().flat_map(|string| &string.stones).copied().collect())
    }
}
