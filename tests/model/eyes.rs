//! Private eyes: DEF-8 with R-ENCLOSED, R-REGION, R-EYECONTENT and R-POTENTIAL.

use std::{cell::RefCell, collections::BTreeMap};

use ternary_go::{Player, Point, Stone, rules::Rules};

use super::{Group, Model, Points, Position};

/// A position as private eyes see it, every gray stone wall (DEF-8.1).
pub(crate) struct Scene<'a> {
    model: &'a Model,
    rules: &'a Rules,
    position: &'a Position,
    /// The black and white strings.
    pub(crate) strings: Vec<Group>,
    empty_regions: Vec<Points>,
    near: BTreeMap<Point, Points>,
    /// What was found of the strings, by their first stones.
    makes: RefCell<BTreeMap<Point, bool>>,
}

/// The ways to close an empty point p with stones of one side.
struct Closing<'a> {
    scene: &'a Scene<'a>,
    /// The string W.
    string: &'a Group,
    eye: Point,
    /// The liberties of the strings of c that had one before.
    bound: Vec<&'a Points>,
}

impl Model {
    /// The base layer taken as private eyes see it.
    pub(crate) fn scene<'a>(&'a self, rules: &'a Rules, position: &'a Position) -> Scene<'a> {
        let mut strings = self.strings(position);
        strings.retain(|string| string.colour != Stone::Gray);
        let near = |point| (point, self.neighbours(position.size, point));
        Scene {
            model: self,
            rules,
            position,
            strings,
            empty_regions: self.empty_regions(position),
            near: self.points(position.size).into_iter().map(near).collect(),
            makes: RefCell::default(),
        }
    }
}

impl Scene<'_> {
    fn adjacent(&self, one: &Points, other: &Points) -> bool {
        one.is_disjoint(other)
            && one.iter().any(|p| self.near.get(p).is_some_and(|near| !near.is_disjoint(other)))
    }

    fn empty(&self, point: Point) -> bool {
        self.position.at(point).is_none()
    }

    fn strings_of(&self, side: Player) -> impl Iterator<Item = &Group> {
        self.strings.iter().filter(move |string| string.colour == side.stone())
    }

    /// DEF-6 and R-ENCLOSED: the enclosed regions of a side that may hold a private eye. Every
    /// gray stone is wall (DEF-8.1).
    fn regions(&self, side: Player) -> Vec<Points> {
        let mut regions = self.model.enclosed_regions(self.position, side);
        if self.model.reads(self.rules, "enclosed", "split") {
            let free = |&point: &Point| self.position.at(point) != Some(Stone::Gray);
            let points = self.near.keys().copied().filter(free).collect();
            let fields = self.model.connected(&points, |_, _| true);
            let all = regions.clone();
            regions.retain(|region| {
                let holds = |field: &&Points| field.is_superset(region);
                let field = fields.iter().find(holds).expect("a field");
                all.iter().filter(|other| other.is_subset(field)).count() >= 2
            });
        }
        regions
    }

    /// DEF-8: the private eyes of a string S, each as the points of its empty regions.
    pub(crate) fn private_eyes(&self, s: &Group) -> Vec<Points> {
        let Some(c) = s.colour.player() else { return vec![] };
        let mut eyes = Vec::new();
        for region in self.regions(c) {
            let beside =
                |empty: &&Points| empty.is_subset(&region) && self.adjacent(empty, &s.stones);
            // ℰ: the empty regions in R that are adjacent to S.
            let inside: Vec<&Points> = self.empty_regions.iter().filter(beside).collect();
            let parts: Vec<Vec<&Points>> =
                if self.model.reads(self.rules, "private-eye", "single-region") {
                    inside.into_iter().map(|empty| vec![empty]).collect()
                } else {
                    vec![inside]
                };
            for part in parts {
                if self.is_private(s, c, &region, &part) {
                    eyes.push(part.into_iter().flatten().copied().collect());
                }
            }
        }
        eyes
    }

    /// DEF-8.2 and DEF-8.3 for some empty regions in an enclosed region of c.
    fn is_private(&self, s: &Group, c: Player, region: &Points, part: &[&Points]) -> bool {
        let model = self.model;
        let touches = |string: &Group| part.iter().any(|e| self.adjacent(e, &string.stones));
        let own = |other: &&Group| other.stones != s.stones;
        let shared = self.strings_of(c).filter(own).any(touches);
        let any = model.is("DEF-8.2: no string of the opponent may touch the eye either")
            && self.strings_of(c.opponent()).any(touches);
        if part.is_empty() || !model.holds("DEF-8.2", !shared && !any) {
            return false;
        }
        let everywhere = model.is("DEF-8.3: every string of the opponent in the region is asked");
        let asked = |w: &&Group| match everywhere {
            true => w.stones.is_subset(region),
            false => touches(w),
        };
        let mut opponents = self.strings_of(c.opponent()).filter(asked);
        let spoils = |w: &Group| self.makes_eye(w) || self.has_eye(w, s, region);
        model.holds("DEF-8.3", !opponents.any(spoils))
    }

    /// DEF-8.3: whether W has an eye with stones in it that does not hold S.
    fn has_eye(&self, w: &Group, s: &Group, region: &Points) -> bool {
        let model = self.model;
        if model.reads(self.rules, "eye-content", "empty-only") {
            return false;
        }
        let d = w.colour.player().expect("a side");
        let is_eye = |q: &Points| {
            let inside: Vec<&Group> =
                self.strings_of(d.opponent()).filter(|string| string.stones.is_subset(q)).collect();
            let holds_s = s.stones.is_subset(q)
                && !model.is("DEF-8.3: the opponent's eye may hold the string itself");
            let live = inside.iter().any(|v| self.makes_eye(v))
                && !model.is("R-EYECONTENT: stones in the opponent's eye may live there");
            let elsewhere = model.is("DEF-8.3: the opponent's eye with stones lies in the region")
                && !q.is_subset(region);
            self.adjacent(q, &w.stones)
                && q.iter().any(|&point| self.empty(point))
                && !inside.is_empty()
                && !holds_s
                && !live
                && !elsewhere
        };
        self.regions(d).iter().any(is_eye)
    }

    /// DEF-8.3, R-POTENTIAL: whether W can make an eye.
    fn makes_eye(&self, w: &Group) -> bool {
        let first = *w.stones.first().expect("a stone");
        if let Some(&known) = self.makes.borrow().get(&first) {
            return known;
        }
        let mut points: Vec<Point> =
            self.near.keys().copied().filter(|&point| self.empty(point)).collect();
        let far = |p: &Point| {
            let apart = |q: &Point| p.column().abs_diff(q.column()) + p.row().abs_diff(q.row());
            w.stones.iter().map(apart).min()
        };
        points.sort_by_key(far);
        let found = points.into_iter().any(|eye| self.closes(w, eye));
        self.makes.borrow_mut().insert(first, found);
        found
    }

    /// Whether stones of the side d of W can be added so that p is an eye of W.
    fn closes(&self, w: &Group, eye: Point) -> bool {
        let model = self.model;
        let d = w.colour;
        let near = &self.near[&eye];
        let mut points = near.iter().map(|&near| self.position.at(near));
        if !points.all(|stone| [None, Some(Stone::Gray), Some(d)].contains(&stone)) {
            return false;
        }
        if model.is("R-POTENTIAL: the eye has to be a true one") && !self.is_true(eye, d) {
            return false;
        }
        let c = d.player().expect("a side").opponent();
        let stuck = self.strings_of(c).any(|string| string.count == 0);
        if stuck && model.is("R-POTENTIAL: where a string has no liberty no stone is added") {
            return near.iter().all(|&near| !self.empty(near))
                && near.iter().any(|near| w.stones.contains(near));
        }
        let free = model.is("DEF-8.3: added stones may take last liberties");
        let bound = self
            .strings_of(c)
            .filter(|string| !string.liberties.is_empty() && !free)
            .map(|string| &string.liberties)
            .collect();
        let closing = Closing { scene: self, string: w, eye, bound };
        let added: Points = near.iter().copied().filter(|&near| self.empty(near)).collect();
        if model.is("R-POTENTIAL: an eye counts only where it stands already") && !added.is_empty()
        {
            return false;
        }
        let joined = model.is("R-POTENTIAL: the whole eye has to be closed by one string");
        closing.leaves_liberties(&added) && closing.joins(&added, &Points::new(), joined)
    }

    /// Whether an eye of d on a point would not be false by the stones on its diagonals.
    fn is_true(&self, eye: Point, d: Stone) -> bool {
        let beside =
            |q: &&Point| (q.column().abs_diff(eye.column()), q.row().abs_diff(eye.row())) == (1, 1);
        let diagonals: Vec<&Point> = self.near.keys().filter(beside).collect();
        let taken = |q: &&&Point| {
            self.position.at(***q).is_some_and(|stone| stone != d && stone != Stone::Gray)
        };
        let taken = diagonals.iter().filter(taken).count();
        taken == 0 || taken == 1 && diagonals.len() == 4
    }
}

impl Closing<'_> {
    /// Whether every string of c that had a liberty still has one once these points are filled.
    fn leaves_liberties(&self, added: &Points) -> bool {
        !self.bound.iter().any(|liberties| liberties.is_subset(added))
    }

    /// Whether some points, with those added and without those left out, join W to a neighbour of
    /// p. Along a shortest way every point is either added or left out: all ways are tried.
    fn joins(&self, added: &Points, left_out: &Points, whole: bool) -> bool {
        let Some(way) = self.way(added, left_out, whole) else { return false };
        let Some(&next) = way.first() else { return true };
        let all: Points = added.iter().chain(&way).copied().collect();
        if !whole && self.leaves_liberties(&all) {
            return true;
        }
        let with = added.iter().copied().chain([next]).collect();
        let without = left_out.iter().copied().chain([next]).collect();
        self.joins(&with, left_out, whole) || self.joins(added, &without, whole)
    }

    /// The empty points on a shortest way from W to a neighbour of p, nearest first: over stones
    /// of d and points that may be added. None to add, where they are joined already.
    fn way(&self, added: &Points, left_out: &Points, whole: bool) -> Option<Vec<Point>> {
        let position = self.scene.position;
        let own =
            |point: Point| position.at(point) == Some(self.string.colour) || added.contains(&point);
        let open = |point: Point| {
            position.at(point).is_none()
                && point != self.eye
                && !left_out.contains(&point)
                && !self.bound.iter().any(|liberties| {
                    liberties.iter().all(|liberty| *liberty == point || added.contains(liberty))
                })
        };
        let spread = |mut reached: BTreeMap<Point, Option<Point>>| {
            // All that is joined without another stone.
            let mut last: Vec<Point> = reached.keys().copied().collect();
            while let Some(point) = last.pop() {
                for &near in &self.scene.near[&point] {
                    if own(near) && !reached.contains_key(&near) {
                        reached.insert(near, Some(point));
                        last.push(near);
                    }
                }
            }
            reached
        };
        let start = self.string.stones.iter().map(|&stone| (stone, None)).collect();
        let mut reached: BTreeMap<Point, Option<Point>> = spread(start);
        let eye = &self.scene.near[&self.eye];
        let mut ends: Points =
            eye.iter().copied().filter(|&point| position.at(point) != Some(Stone::Gray)).collect();
        if whole {
            // Every neighbour of the eye has to be in the string of W: one after another.
            let joined: Points = reached.keys().copied().collect();
            if !ends.is_empty() && ends.is_subset(&joined) {
                return Some(vec![]);
            }
            ends = &ends - &joined;
        }
        loop {
            if let Some(end) = ends.iter().find(|end| reached.contains_key(end)) {
                let mut way = Vec::new();
                let mut point = Some(*end);
                while let Some(at) = point {
                    if !own(at) {
                        way.push(at);
                    }
                    point = reached[&at];
                }
                way.reverse();
                return Some(way);
            }
            let before = reached.len();
            for point in reached.keys().copied().collect::<Vec<_>>() {
                for &near in &self.scene.near[&point] {
                    if open(near) && !reached.contains_key(&near) {
                        reached.insert(near, Some(point));
                    }
                }
            }
            if reached.len() == before {
                return None;
            }
            reached = spread(reached);
        }
    }
}
