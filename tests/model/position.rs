//! Positions, and what chapters DEF and LAYER find on them.

use std::collections::{BTreeMap, BTreeSet};

use ternary_go::{Board, BoardSize, EmptyRegion, Player, Point, Stone, StoneString, rules::Rules};

use super::Model;

/// A set of points.
pub(crate) type Points = BTreeSet<Point>;

/// The content of every point of a board, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// The size of the board.
    pub(crate) size: BoardSize,
    /// The points that are not empty.
    pub(crate) stones: BTreeMap<Point, Stone>,
    /// On the holographic layer, the gray stones that stand there as a side's (LAYER-3).
    pub(crate) natured: Points,
}

/// A string (DEF-3).
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Its colour.
    pub(crate) colour: Stone,
    /// The points of its stones.
    pub(crate) stones: Points,
    /// Its liberties.
    pub(crate) liberties: Points,
    /// How many they are.
    pub(crate) count: usize,
}

impl From<&Board> for Position {
    fn from(board: &Board) -> Self {
        Self { size: board.size(), stones: board.stones().collect(), natured: Points::new() }
    }
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let mut board = Self::empty(position.size);
        for (&point, &stone) in &position.stones {
            // Only mutants put stones off the board.
            if position.size.contains(point) {
                board.set(point, Some(stone));
            }
        }
        board
    }
}

impl Position {
    /// What stands on a point; `None` when it is empty.
    pub(crate) fn at(&self, point: Point) -> Option<Stone> {
        self.stones.get(&point).copied()
    }

    /// The position with one stone more.
    pub(crate) fn with(&self, point: Point, stone: Stone) -> Self {
        let mut after = self.clone();
        after.stones.insert(point, stone);
        after.natured.remove(&point);
        after
    }

    /// The position with these points empty.
    pub(crate) fn without(&self, points: &Points) -> Self {
        let mut after = self.clone();
        after.stones.retain(|point, _| !points.contains(point));
        after.natured.retain(|point| !points.contains(point));
        after
    }
}

impl Model {
    /// The points of a board: x from 1 to w and y from 1 to h (Conventions, GO-9).
    pub(crate) fn points(&self, size: BoardSize) -> Vec<Point> {
        let (mut width, mut height) = (size.width(), size.height());
        if self.is("GO-9: a board has as many rows as columns") {
            height = width;
        }
        if self.is("GO-9: boards end at 19 lines") {
            (width, height) = (width.min(19), height.min(19));
        }
        if self.is("GO-9: boards have at least two columns and two rows") && width.min(height) < 2 {
            width = 0;
        }
        (0..height)
            .flat_map(|y| (0..width).map(move |x| Point::new(x, y).expect("a point")))
            .collect()
    }

    /// DEF-2: whether two points are adjacent.
    pub(crate) fn adjacent(&self, p: Point, q: Point) -> bool {
        let (dx, dy) = (p.column().abs_diff(q.column()), p.row().abs_diff(q.row()));
        let diagonal = self.is("DEF-2: diagonal points are adjacent") && (dx, dy) == (1, 1);
        let apart = self.is("DEF-2: points above one another are not adjacent") && dy == 1;
        self.holds("DEF-2", (dx + dy == 1 || diagonal) && !apart)
    }

    /// The points that may be adjacent to a point: those one column and one row away at most,
    /// but for mutants that make all points adjacent or liberties.
    fn around(&self, size: BoardSize, point: Point) -> Vec<Point> {
        let condition = self.mutant.map_or("", |mutant| mutant.condition());
        let mut points = self.points(size);
        if !["DEF-1", "DEF-2"].contains(&condition) {
            points.retain(|q| {
                point.column().abs_diff(q.column()) <= 1 && point.row().abs_diff(q.row()) <= 1
            });
        }
        points
    }

    /// DEF-2: the neighbours of a point.
    pub(crate) fn neighbours(&self, size: BoardSize, point: Point) -> Points {
        let near = |&q: &Point| self.adjacent(point, q);
        self.around(size, point).into_iter().filter(near).collect()
    }

    /// DEF-2: whether two sets of points without a common point are adjacent.
    pub(crate) fn sets_adjacent(&self, one: &Points, other: &Points) -> bool {
        one.is_disjoint(other) && one.iter().any(|&p| other.iter().any(|&q| self.adjacent(p, q)))
    }

    /// DEF-2: the maximal connected sets of some points; a chain goes on only where two points are
    /// alike.
    pub(crate) fn connected(
        &self,
        points: &Points,
        alike: impl Fn(Point, Point) -> bool,
    ) -> Vec<Points> {
        let mut rest = points.clone();
        let mut sets = Vec::new();
        while let Some(start) = rest.pop_first() {
            let mut set = Points::from([start]);
            let mut last = set.clone();
            while !last.is_empty() && !rest.is_empty() {
                let joins = |&q: &Point| last.iter().any(|&p| self.adjacent(p, q) && alike(p, q));
                last = rest.iter().copied().filter(joins).collect();
                rest = &rest - &last;
                set.extend(&last);
            }
            sets.push(set);
        }
        sets
    }

    /// DEF-1: the liberties of a stone.
    fn liberties_of_stone(&self, position: &Position, stone: Point) -> Points {
        let is_liberty =
            |&q: &Point| self.holds("DEF-1", position.at(q).is_none() && self.adjacent(stone, q));
        if self.is("LAYER-5: a gray stone of a joined string has no liberties")
            && position.natured.contains(&stone)
        {
            return Points::new();
        }
        self.around(position.size, stone).into_iter().filter(is_liberty).collect()
    }

    /// DEF-3: the strings.
    pub(crate) fn strings(&self, position: &Position) -> Vec<Group> {
        let colour = |point: Point| position.stones[&point];
        let alike = |p: Point, q: Point| {
            let natures = position.natured.contains(&p) != position.natured.contains(&q);
            let apart = self.is("CYCLE-2: adjacent gray stones are separate strings")
                && colour(p) == Stone::Gray
                || self.is("LAYER-5: gray of a nature joins no string") && natures;
            self.holds("DEF-3", colour(p) == colour(q) && !apart)
        };
        let stones: Points = position.stones.keys().copied().collect();
        self.connected(&stones, alike)
            .into_iter()
            .map(|stones| {
                let each: Vec<Points> =
                    stones.iter().map(|&stone| self.liberties_of_stone(position, stone)).collect();
                let liberties: Points = each.iter().flatten().copied().collect();
                let count = if self.is("DEF-3: a shared liberty counts once for each stone") {
                    each.iter().map(Points::len).sum()
                } else {
                    liberties.len()
                };
                Group {
                    colour: colour(*stones.first().expect("a stone")),
                    stones,
                    liberties,
                    count,
                }
            })
            .collect()
    }

    /// LAYER-6: the joined strings, black and white ones without natures.
    pub(crate) fn joined_strings(&self, position: &Position) -> Vec<Group> {
        let mut strings = self.strings(position);
        strings.retain(|string| self.holds("LAYER-6", string.colour != Stone::Gray));
        strings
    }

    /// The joined strings of a side: a gray stone has no owner (Conventions).
    pub(crate) fn own_strings(&self, position: &Position, side: Player) -> Vec<Group> {
        let mut strings = self.joined_strings(position);
        strings.retain(|string| string.colour == side.stone());
        strings
    }

    /// DEF-5: the empty regions.
    pub(crate) fn empty_regions(&self, position: &Position) -> Vec<Points> {
        let empty = |&point: &Point| self.holds("DEF-5", position.at(point).is_none());
        let points = self.points(position.size).into_iter().filter(empty).collect();
        let alike = |_, _| !self.is("DEF-5: every empty point is a region by itself");
        self.connected(&points, alike)
    }

    /// The colours of the stones adjacent to a set of points.
    pub(crate) fn touches(&self, position: &Position, points: &Points) -> BTreeSet<Stone> {
        let near = |at: Point| points.iter().any(|&p| self.adjacent(p, at));
        let stones = position.stones.iter().filter(|(at, _)| !points.contains(at));
        stones.filter(|(at, _)| near(**at)).map(|(_, &stone)| stone).collect()
    }

    /// DEF-6: whether a point holds wall. The edge holds no point.
    pub(crate) fn is_wall(&self, position: &Position, point: Point) -> bool {
        let gray = position.at(point) == Some(Stone::Gray);
        gray && !self.is("DEF-6: gray is no wall")
    }

    /// DEF-6: the regions enclosed by a side.
    pub(crate) fn enclosed_regions(&self, position: &Position, side: Player) -> Vec<Points> {
        let inside = |&point: &Point| {
            let own = position.at(point) == Some(side.stone());
            let opponents = self.is("DEF-6: the opponent's stones enclose too")
                && position.at(point) == Some(side.opponent().stone());
            self.holds("DEF-6", !own && !opponents && !self.is_wall(position, point))
        };
        let points = self.points(position.size).into_iter().filter(inside).collect();
        let mut regions = self.connected(&points, |_, _| true);
        if self.is("DEF-6: a region touches a stone of the side that encloses it") {
            regions.retain(|region| self.touches(position, region).contains(&side.stone()));
        }
        if self.is("DEF-6: a region holds an empty point") {
            regions.retain(|region| region.iter().any(|&point| position.at(point).is_none()));
        }
        regions
    }

    /// The region enclosed by a side that holds a point.
    pub(crate) fn enclosed_region_at(
        &self,
        position: &Position,
        side: Player,
        point: Point,
    ) -> Option<Points> {
        self.enclosed_regions(position, side).into_iter().find(|region| region.contains(&point))
    }

    /// The same for the query, which asks no reading (R-ENCLOSED).
    pub(crate) fn enclosed_answer(
        &self,
        rules: &Rules,
        position: &Position,
        side: Player,
        point: Point,
    ) -> Option<Points> {
        let split = self.reads(rules, "enclosed", "split")
            && self.is("R-ENCLOSED: under split all points but one are no region");
        let counts = |region: &Points| !split || region.len() + 1 < position.size.points();
        self.enclosed_region_at(position, side, point).filter(counts)
    }

    /// DEF-7: the side whose eye a region with these adjacent stones is.
    pub(crate) fn eye_of(&self, points: &Points, touches: &BTreeSet<Stone>) -> Option<Player> {
        let is_eye = |side: &Player| {
            let own = touches.contains(&side.stone());
            let opponents = touches.contains(&side.opponent().stone());
            let gray = self.is("DEF-7: gray beside a region spoils the eye")
                && touches.contains(&Stone::Gray);
            let large = self.is("DEF-7: only regions of one point are eyes") && points.len() > 1;
            self.holds("DEF-7", own && !opponents && !gray && !large)
        };
        Player::ALL.into_iter().find(is_eye)
    }

    /// The answer to a question about strings.
    pub(crate) fn string_answers(&self, position: &Position) -> Vec<StoneString> {
        let strings = self.strings(position);
        let answer = |string: &Group| {
            let mut liberties: Vec<Point> = string.liberties.iter().copied().collect();
            if string.count > liberties.len() {
                liberties.extend(liberties.first().copied());
            }
            // DEF-4: adjacent strings, whatever their colours.
            let is_adjacent = |other: &&Group| {
                let gray = [string.colour, other.colour].contains(&Stone::Gray);
                let adjacent = self.sets_adjacent(&string.stones, &other.stones)
                    && !(self.is("DEF-4: gray strings are nobody's neighbours") && gray);
                self.holds("DEF-4", adjacent)
            };
            StoneString {
                stone: string.colour,
                points: string.stones.iter().copied().collect(),
                liberties,
                adjacent: strings
                    .iter()
                    .filter(is_adjacent)
                    .map(|other| *other.stones.first().expect("a stone"))
                    .collect(),
            }
        };
        strings.iter().map(answer).collect()
    }

    /// The answer to a question about empty regions. It tells the adjacent colours, and these tell
    /// the eye: so a mutant of DEF-7 shows in the colours.
    pub(crate) fn region_answers(&self, position: &Position) -> Vec<EmptyRegion> {
        let answer = |points: Points| {
            let touches = self.touches(position, &points);
            let eye = self.eye_of(&points, &touches);
            let told = match eye {
                _ if eye == Self::default().eye_of(&points, &touches) => touches,
                Some(side) => BTreeSet::from([side.stone()]),
                None => BTreeSet::from([Stone::Black, Stone::White]),
            };
            EmptyRegion {
                points: points.into_iter().collect(),
                touches: told.into_iter().collect(),
            }
        };
        self.empty_regions(position).into_iter().map(answer).collect()
    }
}
