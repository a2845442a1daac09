//! Chapter FORB: where a gray stone may not go, judged on the position before the move.

use ternary_go::{Player, Point, Stone};

use super::{
    Group, Model, Position,
    game::{Game, Reasons},
};

/// What the four sides of a point hold, seen by the opponent d of the mover.
#[derive(Default)]
struct Sides {
    empty: usize,
    opponents: usize,
    own: usize,
    gray: usize,
    edge: usize,
}

impl Model {
    /// FORB-1, FORB-2 and FORB-3 for a gray stone of the mover.
    pub(crate) fn gray_reasons(&self, game: &Game, point: Point) -> Reasons {
        let mover = game.turn.side;
        let mut reasons = vec![];
        if self.is_capture_point(self.shape_of(game), point, mover) {
            reasons.push("FORB-1");
        }
        if self.is_eye_of(game, point, mover.opponent()) {
            reasons.push("FORB-2");
        }
        if self.is_mouth_of(game, point, mover.opponent()) {
            reasons.push("FORB-3");
        }
        reasons
    }

    /// LAYER-3: forbidden points are judged on the holographic layer.
    fn shape_of<'a>(&self, game: &'a Game) -> &'a Position {
        match self.is("LAYER-3: forbidden points are judged on the base layer") {
            true => &game.position,
            false => &game.layer,
        }
    }

    /// FORB-1: whether a point is the only liberty of a black or white joined string.
    fn is_capture_point(&self, position: &Position, point: Point, mover: Player) -> bool {
        let own = self.is("FORB-1: only the mover's own strings count");
        let opponents = self.is("FORB-1: only the opponent's strings count");
        let strings = self.joined_strings(position);
        let only = |string: &Group| {
            let last = string.count == 1 && string.liberties.contains(&point);
            let choked = self.is("FORB-1: strings that had no liberty before count too")
                && string.count == 0;
            let stones =
                string.stones.len() == 1 || !self.is("FORB-1: only strings of one stone count");
            let owned = match string.colour == mover.stone() {
                true => !opponents,
                false => !own,
            };
            (last || choked) && owned && stones
        };
        self.holds("FORB-1", strings.iter().any(only))
    }

    /// The four sides of a point (DEF-2): on each lies one neighbour or the edge.
    fn sides(&self, position: &Position, point: Point, d: Player) -> Sides {
        let neighbours = self.neighbours(position.size, point);
        let mut sides =
            Sides { edge: 4_usize.saturating_sub(neighbours.len()), ..Sides::default() };
        for &near in &neighbours {
            let natured = position.natured.contains(&near);
            let stone = position.at(near);
            let wall = natured
                && (stone == Some(d.stone())
                    && self.is("FORB-2: gray of the opponent's nature is wall")
                    || stone != Some(d.stone())
                        && self.is("FORB-4: gray of the mover's nature is wall"));
            match stone {
                None => sides.empty += 1,
                _ if wall => sides.gray += 1,
                Some(Stone::Gray) => sides.gray += 1,
                Some(stone) if stone == d.stone() => sides.opponents += 1,
                Some(_) => sides.own += 1,
            }
        }
        sides
    }

    /// FORB-4: whether the shape counts, whatever the state of the strings around it.
    fn shape_counts(&self, position: &Position, point: Point, d: Player) -> bool {
        let beside =
            |string: &Group| string.stones.iter().any(|&stone| self.adjacent(stone, point));
        let mut around = self.own_strings(position, d);
        around.retain(beside);
        let atari = around.iter().any(|string| string.count == 1);
        !(atari && self.is("FORB-4: strings in atari make no eye and no mouth")
            || around.len() > 1 && self.is("FORB-4: one string has to make the eye or mouth"))
    }

    /// FORB-2: whether a point is a one-point eye of side d.
    fn is_eye_of(&self, game: &Game, point: Point, d: Player) -> bool {
        let position = self.shape_of(game);
        let is_eye = |d: Player| {
            let Sides { empty, opponents, own, gray, edge } = self.sides(position, point, d);
            let mut eye = empty == 0 && own == 0 && opponents > 0;
            if self.is("FORB-2: gray beside the point spoils the eye") {
                eye &= gray == 0;
            }
            if self.is("FORB-2: a side that faces the edge spoils the eye") {
                eye &= edge == 0;
            }
            if self.is("FORB-2: a point closed by wall alone is an eye") {
                eye |= empty == 0 && own == 0;
            }
            if self.is("FORB-4: a stone of the mover acts as wall") {
                eye |= empty == 0 && opponents > 0;
            }
            if self.is("R-EYE: an eye may hold stones of the mover beside its one empty point") {
                eye |= self.holds_mover_in_eye(position, point, d);
            }
            eye && self.shape_counts(position, point, d)
        };
        let own = self.is("FORB-2: the mover's own eyes are barred too");
        let only_own = self.is("FORB-2: the mover's own eyes are barred instead");
        let eye = is_eye(d) && !only_own || (own || only_own) && is_eye(d.opponent());
        self.holds("FORB-2", eye)
    }

    /// R-EYE, the other reading: a region enclosed by d whose one empty point this is.
    fn holds_mover_in_eye(&self, position: &Position, point: Point, d: Player) -> bool {
        let Some(region) = self.enclosed_region_at(position, d, point) else { return false };
        let empty = region.iter().filter(|&&point| position.at(point).is_none()).count();
        empty == 1 && self.touches(position, &region).contains(&d.stone())
    }

    /// FORB-3, R-TIGER: whether a point is a tiger's mouth of side d.
    fn is_mouth_of(&self, game: &Game, point: Point, d: Player) -> bool {
        let position = self.shape_of(game);
        let is_mouth = |d: Player| {
            let Sides { empty, opponents, own, gray, edge } = self.sides(position, point, d);
            let closed = match self.is("FORB-4: a stone of the mover acts as wall") {
                true => empty == 1,
                false => empty == 1 && own == 0,
            };
            let enough = if self.reads(&game.rules, "tiger-mouth", "closed-sides") {
                opponents >= 1 || self.is("FORB-3: a point closed by wall alone is a mouth")
            } else if self.reads(&game.rules, "tiger-mouth", "two-stones") {
                let counted = match self.is("R-TIGER: under two-stones gray counts as a stone") {
                    true => opponents + gray,
                    false => opponents,
                };
                counted >= 2
            } else {
                let counted = match self.is("R-TIGER: under three-stones gray counts as a stone") {
                    true => opponents + gray,
                    false => opponents,
                };
                counted == 3
            };
            let spoilt = gray > 0 && self.is("FORB-3: gray beside the point spoils the mouth")
                || edge > 0 && self.is("FORB-3: a side that faces the edge spoils the mouth")
                || self.is("R-TIGER: a point of a larger eye is no mouth")
                    && self.in_eye(position, point, d);
            let several = self.is("FORB-3: two sides may be empty")
                && empty == 2
                && own == 0
                && opponents >= 1;
            (closed && enough && !spoilt || several) && self.shape_counts(position, point, d)
        };
        let own = self.is("FORB-3: the mover's own mouths are barred too");
        let only_own = self.is("FORB-3: the mover's own mouths are barred instead");
        let mouth = is_mouth(d) && !only_own || (own || only_own) && is_mouth(d.opponent());
        self.holds("FORB-3", mouth)
    }

    /// R-TIGER: whether a point is in an eye (DEF-7) of side d.
    fn in_eye(&self, position: &Position, point: Point, d: Player) -> bool {
        let regions = self.empty_regions(position);
        let region = regions.into_iter().find(|region| region.contains(&point));
        region.is_some_and(|region| {
            let touches = self.touches(position, &region);
            self.eye_of(&region, &touches) == Some(d)
        })
    }
}
