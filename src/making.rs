//! How a string can make an eye: DEF-8.3, R-POTENTIAL.
//!
//! An eye of a string is made by stones on the neighbours of a point, and by a *way*: places from
//! the string to one of these neighbours, each next to the one before, that hold stones of the side
//! or are given some. Stones elsewhere are of no use, and a way need not come twice to a place.
//!
//! Each string of the opponent that had a liberty must keep one. So the way leaves some points free,
//! and which ones is searched for: a short way is tried, and where it takes all liberties of such a
//! string, every way leaves the first of them free, or uses it and leaves the second free, and so
//! on. That alone would fail again and again for the same reasons, so a failure is explained by a
//! [`Nogood`]: some points left free and some used that are to blame.
//!
//! - No way is left: to blame are the free points that cut the string off from the eye.
//! - A used point hangs on a single place, so that a way there has no way back: to blame are the
//!   point and the free points that keep it there.
//! - None of the liberties can be left free: to blame is what is to blame for each of them, together,
//!   but for the liberties. If one of them fails for reasons without it, these are the reasons.
//!
//! A nogood is kept for all strings and eyes for which it holds: a cut holds for all strings on one
//! side of it and all eyes on the other.
//!
//! Independent failures add up and do not multiply. In a row, the last fails for reasons without the
//! first. Side by side, a way that uses a point of one does not run over the other.
//!
//! The search is exact, and in the worst case exponential: a way with forbidden sets of points has no
//! quick method. Boards made for it by long climbs take up to some tenths of a second
//! (`benches/natures.rs`).

#![expect(
    clippy::result_large_err,
    reason = "failures are as common as successes, and both are sets"
)]

use std::{
    cell::{Cell, RefCell},
    cmp::Reverse,
    collections::VecDeque,
};

use crate::board::{PLACES, Place, PlaceSet};

/// Where a side may make eyes: an enclosed region of its opponent.
pub(crate) struct Room {
    stride: usize,
    places: PlaceSet,
    empty: PlaceSet,
    /// The places but for liberties that are the only ones of their strings.
    open: PlaceSet,
    /// The points that can become an eye: empty, and not next to the opponent.
    pub(crate) candidates: PlaceSet,
    bound: Vec<Bound>,
    learned: RefCell<Learned>,
}

/// A string of the opponent that must keep one of its liberties.
struct Bound {
    liberties: PlaceSet,
    /// How often it was to blame.
    blame: Cell<usize>,
}

/// No way from one of the strings to one of the eyes leaves all of some points free and uses all of
/// some others.
#[derive(Clone, Copy)]
pub(crate) struct Nogood {
    free: PlaceSet,
    used: PlaceSet,
    /// Places: those of the strings are among them.
    strings: PlaceSet,
    eyes: PlaceSet,
}

/// All nogoods found so far, and which of them have a point among the free ones, each with the
/// shadow of its free points.
#[derive(Default)]
struct Learned {
    all: Vec<Nogood>,
    with: Vec<Vec<(u64, usize)>>,
    without_free: Vec<usize>,
}

impl Nogood {
    /// The eyes that cannot be made at all, of which this is one.
    pub(crate) fn eyes(&self, eye: Place) -> PlaceSet {
        if self.free.is_empty() { self.eyes } else { PlaceSet::of(eye) }
    }

    /// What follows from this, which fails with a point used, and another that fails with it free.
    fn join(&mut self, other: &Self, point: Place) {
        let point = PlaceSet::of(point);
        self.free = self.free.or(&other.free.minus(&point));
        self.used = self.used.minus(&point).or(&other.used);
        self.strings = self.strings.and(&other.strings);
        self.eyes = self.eyes.and(&other.eyes);
    }
}

impl Room {
    /// An enclosed region with its empty points, the opponent's stones around it, and the liberties
    /// of each of the opponent's strings.
    pub(crate) fn new(
        stride: usize,
        places: PlaceSet,
        empty: PlaceSet,
        opponent: &PlaceSet,
        liberties: impl Iterator<Item = PlaceSet>,
    ) -> Self {
        // A string that has a liberty elsewhere keeps it, and one without liberties needs none.
        let bound = liberties.filter(|bound| !bound.is_empty() && bound.is_within(&empty));
        let (only, several): (Vec<_>, Vec<_>) = bound.partition(|bound| bound.len() == 1);
        let kept = only.iter().fold(PlaceSet::default(), |kept, only| kept.or(only));
        let several = several.into_iter().filter(|bound| !bound.meets(&kept));
        let bound = only.iter().copied().chain(several);
        let bound = bound.map(|liberties| Bound { liberties, blame: Cell::default() }).collect();
        let (open, candidates) = (places.minus(&kept), empty.minus(&opponent.neighbours(stride)));
        Self { stride, places, empty, open, candidates, bound, learned: RefCell::default() }
    }
}

/// One round of a search: the order in which choices are tried, and the steps left.
struct Round {
    rising: bool,
    steps: usize,
}

/// The search for an eye of a string.
pub(crate) struct Making<'a> {
    pub(crate) room: &'a Room,
    pub(crate) stones: PlaceSet,
}

/// A bound string, those of its liberties that may be left free, and why the others may not.
type Branch<'a> = (&'a Bound, PlaceSet, Vec<(Place, Nogood)>);

impl Making<'_> {
    /// An eye that can be made, and the stones to add for it.
    pub(crate) fn any(&self) -> Option<(PlaceSet, Place)> {
        let mut candidates = self.room.candidates;
        while let Some(eye) = candidates.first() {
            match self.with_eye(eye) {
                Ok(added) => return Some((added, eye)),
                Err(why) => candidates = candidates.minus(&why.eyes(eye)),
            }
        }
        None
    }

    /// An eye that can be made with few stones, and these, where one is known: no stone stays that
    /// can be spared, and eyes are passed over that a short way does not make at once.
    pub(crate) fn fewer(&self, (added, eye): (PlaceSet, Place)) -> (PlaceSet, Place) {
        let Room { stride, places, empty, candidates, .. } = self.room;
        let own = places.minus(empty);
        let mut best = (self.without_spare(added, eye), eye);
        // An eye that needs as many is taken instead if it is nearer.
        let all = best.0.len() + 1;
        let mut most = all;
        let mut candidates = *candidates;
        // What is reached with no stone added, with one, with two …
        let mut near = self.stones.flood(&own, *stride);
        for stones in 0..all {
            let here = candidates.and(&near.neighbours(*stride));
            candidates = candidates.minus(&here);
            for eye in here.iter() {
                // The last stone of the way is one of those around the eye.
                let around = self.sides(eye).and(empty).len();
                if around.max((around + stones).saturating_sub(1)) < most
                    && let Some(added) = self.at_once(eye)
                {
                    let added = self.without_spare(added, eye);
                    if added.len() < most {
                        (best, most) = ((added, eye), added.len());
                    }
                }
            }
            near = near.or(&near.neighbours(*stride).and(places)).flood(&own, *stride);
        }
        best
    }

    /// The stones to add that make an eye of a candidate, if the first way will do.
    fn at_once(&self, eye: Place) -> Option<PlaceSet> {
        let sides = self.sides(eye);
        let way = self.way(&PlaceSet::of(eye), &sides)?;
        let added = way.or(&sides).and(&self.room.empty);
        let starved = |bound: &Bound| bound.liberties.is_within(&added);
        (!self.room.bound.iter().any(starved)).then_some(added)
    }

    /// The stones without those that the eye does not need, the farthest from it first.
    fn without_spare(&self, mut added: PlaceSet, eye: Place) -> PlaceSet {
        let Room { stride, places, empty, .. } = self.room;
        let (sides, own) = (self.sides(eye), places.minus(empty));
        let serves = |added: &PlaceSet| self.stones.flood(&own.or(added), *stride).meets(&sides);
        let mut far: Vec<Place> = added.minus(&sides).iter().collect();
        far.sort_by_key(|place| {
            let across = (place % stride).abs_diff(eye % stride);
            Reverse(across + (place / stride).abs_diff(eye / stride))
        });
        for place in far {
            let fewer = added.minus(&PlaceSet::of(place));
            if serves(&fewer) {
                added = fewer;
            }
        }
        added
    }

    /// The stones to add that make an eye of a candidate, or why there are none.
    ///
    /// In a bad order a search may be very long. So it ends after some steps, and begins anew in
    /// another order, with what was learned and twice the steps.
    pub(crate) fn with_eye(&self, eye: Place) -> Result<PlaceSet, Nogood> {
        let (free, used) = (PlaceSet::of(eye), PlaceSet::default());
        if let Some(why) = self.known(eye, &free, &used, None) {
            return Err(why);
        }
        let mut rounds = (0..).map(|round| Round { rising: round % 2 == 0, steps: 64 << round });
        let result = rounds.find_map(|mut round| self.leaving(eye, &free, &used, eye, &mut round));
        result.expect("a round is long enough")
    }

    /// The neighbours of an eye; none of them is a stone of the opponent.
    fn sides(&self, eye: Place) -> PlaceSet {
        PlaceSet::of(eye).neighbours(self.room.stride).and(&self.room.places)
    }

    /// The stones to add, or why there are none with a way that leaves some points free, the eye
    /// among them and one for the first time, and uses some others. `None` when the round is over.
    fn leaving(
        &self,
        eye: Place,
        free: &PlaceSet,
        used: &PlaceSet,
        last: Place,
        round: &mut Round,
    ) -> Option<Result<PlaceSet, Nogood>> {
        if let Some(why) = self.known(eye, free, used, Some(last)) {
            return Some(Err(why));
        }
        round.steps = round.steps.checked_sub(1)?;
        let sides = self.sides(eye);
        let Some(way) = self.way(free, &sides) else {
            return Some(Err(self.cut(eye, free)));
        };
        if let Some(why) = self.aside(free, used, &sides) {
            return Some(Err(why));
        }
        let added = way.or(&sides).and(&self.room.empty);
        // Of the strings that lose all liberties one that can keep few and was often to blame.
        let mut branch: Option<Branch<'_>> = None;
        for bound in self.room.bound.iter().filter(|bound| bound.liberties.is_within(&added)) {
            let (mut choices, mut failed) = (PlaceSet::default(), Vec::new());
            for point in bound.liberties.minus(used).iter() {
                match self.fails_at_once(eye, &free.or(&PlaceSet::of(point)), used, point) {
                    Some(why) if !why.free.contains(point) => return Some(Err(why)),
                    Some(why) => failed.push((point, why)),
                    None => choices.extend(&PlaceSet::of(point)),
                }
            }
            let better = |(other, others, _): &(&Bound, PlaceSet, _)| {
                choices.len() * (1 + other.blame.get()) < others.len() * (1 + bound.blame.get())
            };
            if branch.as_ref().is_none_or(better) {
                branch = Some((bound, choices, failed));
            }
            if choices.len() < 2 {
                break;
            }
        }
        let Some((bound, choices, mut failed)) = branch else { return Some(Ok(added)) };
        let (strings, eyes) = (self.room.places, self.room.candidates);
        let mut why = Nogood { free: PlaceSet::default(), used: bound.liberties, strings, eyes };
        let (mut used, mut new) = (*used, true);
        let mut choices: Vec<Place> = choices.iter().collect();
        if !round.rising {
            choices.reverse();
        }
        for point in choices {
            let free = free.or(&PlaceSet::of(point));
            match self.leaving(eye, &free, &used, point, round)? {
                Ok(added) => return Some(Ok(added)),
                Err(fails) if fails.free.contains(point) => failed.push((point, fails)),
                Err(fails) => {
                    (why, new) = (fails, false);
                    break;
                }
            }
            used.insert(point);
        }
        for (point, fails) in failed.iter().rev() {
            if why.used.contains(*point) {
                why.join(fails, *point);
                new = true;
            }
        }
        if new {
            bound.blame.update(|blame| blame + 1);
            self.learn(why);
        }
        Some(Err(why))
    }

    /// Why some points cannot be left free, where that is seen without trying.
    fn fails_at_once(
        &self,
        eye: Place,
        free: &PlaceSet,
        used: &PlaceSet,
        last: Place,
    ) -> Option<Nogood> {
        let sides = self.sides(eye);
        if sides.contains(last) {
            let free = PlaceSet::of(last);
            let eyes = free.neighbours(self.room.stride).and(&self.room.candidates);
            let (used, strings) = (PlaceSet::default(), self.room.places);
            return Some(Nogood { free, used, strings, eyes });
        }
        let known = self.known(eye, free, used, Some(last));
        known.or_else(|| (!self.reach(free).meets(&sides)).then(|| self.cut(eye, free)))
    }

    /// A nogood that has the last free point, or none.
    fn known(
        &self,
        eye: Place,
        free: &PlaceSet,
        used: &PlaceSet,
        last: Option<Place>,
    ) -> Option<Nogood> {
        let Learned { all, with, without_free } = &*self.room.learned.borrow();
        let holds = |nogood: &&Nogood| {
            nogood.free.is_within(free)
                && nogood.used.is_within(used)
                && nogood.eyes.contains(eye)
                && nogood.strings.meets(&self.stones)
        };
        let Some(last) = last else {
            return without_free.iter().map(|&index| &all[index]).find(holds).copied();
        };
        let shadow = free.shadow();
        let near = with.get(last)?.iter().filter(|(other, _)| other & !shadow == 0);
        near.map(|&(_, index)| &all[index]).find(holds).copied()
    }

    fn learn(&self, nogood: Nogood) -> Nogood {
        let Learned { all, with, without_free } = &mut *self.room.learned.borrow_mut();
        if nogood.free.is_empty() {
            without_free.push(all.len());
        }
        with.resize_with(PLACES, Vec::new);
        for point in nogood.free.iter() {
            with[point].push((nogood.free.shadow(), all.len()));
        }
        all.push(nogood);
        nogood
    }

    /// What the string can be joined with while some points stay free.
    fn reach(&self, free: &PlaceSet) -> PlaceSet {
        self.stones.flood(&self.room.open.minus(free), self.room.stride)
    }

    /// Why no way is left, where some free points cut the string off.
    fn cut(&self, eye: Place, free: &PlaceSet) -> Nogood {
        let (stride, open) = (self.room.stride, self.room.open.minus(free));
        let beyond = self.sides(eye).and(&open).flood(&open, stride);
        let (free, reached, _) = self.apart(eye, free, open, self.reach(free), beyond);
        let eyes = self.room.candidates.minus(&reached.neighbours(stride));
        self.learn(Nogood { free, used: PlaceSet::default(), strings: reached, eyes })
    }

    /// Why no way uses all of some points, where one of them hangs on a single place.
    fn aside(&self, free: &PlaceSet, used: &PlaceSet, sides: &PlaceSet) -> Option<Nogood> {
        if used.is_empty() {
            return None;
        }
        let Room { stride, places, candidates, .. } = self.room;
        let mut open = self.room.open.minus(free);
        let walk = Walk::new(*stride, &self.stones, open, *sides);
        let point = used.iter().find(|&point| walk.hangs(point))?;
        let neck = match Place::from(walk.neck[point]) {
            0 => PlaceSet::default(),
            neck if self.stones.contains(neck) => self.stones,
            neck => PlaceSet::of(neck),
        };
        open = open.minus(&neck);
        let there = PlaceSet::of(point).flood(&open, *stride);
        let (free, _, there) = self.apart(point, free, open, self.reach(free).minus(&there), there);
        let strings = if neck == self.stones { neck } else { places.minus(&there) };
        let eyes = candidates.minus(&there.neighbours(*stride));
        Some(self.learn(Nogood { free, used: PlaceSet::of(point), strings, eyes }))
    }

    /// Of some free points those that keep two sets apart, so that none of them can be spared, and
    /// all that is then connected with each of the sets. One point is spared before all others.
    fn apart(
        &self,
        first: Place,
        all: &PlaceSet,
        mut open: PlaceSet,
        mut one: PlaceSet,
        mut other: PlaceSet,
    ) -> (PlaceSet, PlaceSet, PlaceSet) {
        let mut free = *all;
        for point in all.iter().filter(|&point| point == first).chain(all.iter()) {
            let around = PlaceSet::of(point).neighbours(self.room.stride);
            let near = [around.meets(&one), around.meets(&other)];
            if near == [true, true] {
                continue;
            }
            free = free.minus(&PlaceSet::of(point));
            open.insert(point);
            for (set, near) in [&mut one, &mut other].into_iter().zip(near) {
                if near {
                    set.insert(point);
                    *set = set.flood(&open, self.room.stride);
                }
            }
        }
        (free, one, other)
    }

    /// A way with the fewest stones to add.
    fn way(&self, free: &PlaceSet, sides: &PlaceSet) -> Option<PlaceSet> {
        let open = self.room.open.minus(free);
        // The place before each place that was reached; that of a stone of the string is itself.
        let mut before = [NOWHERE; PLACES];
        let mut next: VecDeque<(Place, Place)> = self.stones.iter().map(|own| (own, own)).collect();
        while let Some((place, previous)) = next.pop_front() {
            if before[place] != NOWHERE {
                continue;
            }
            before[place] = short(previous);
            if sides.contains(place) {
                let back = std::iter::successors(Some(place), |&place| Some(before[place].into()));
                return Some(back.take_while(|&place| !self.stones.contains(place)).collect());
            }
            for side in around(place, self.room.stride) {
                if open.contains(side) && before[side] == NOWHERE {
                    match self.room.empty.contains(side) {
                        true => next.push_back((side, place)),
                        false => next.push_front((side, place)),
                    }
                }
            }
        }
        None
    }
}

/// No place: a corner of the board's edge.
const NOWHERE: u16 = 0;

/// A place in few bytes, for lists of one for each place.
const fn short(place: Place) -> u16 {
    place as u16
}

const fn around(place: Place, stride: usize) -> [Place; 4] {
    [place - stride, place - 1, place + 1, place + stride]
}

/// A walk from a string over all open places, to find those that hang on a single one: from there no
/// way leads on to the sides of an eye (Tarjan: the blocks of a graph).
struct Walk {
    stride: usize,
    open: PlaceSet,
    sides: PlaceSet,
    /// How many places were found before each place, and itself; 0 where it was not found.
    found: [u16; PLACES],
    count: u16,
    /// The places found last, of which none is known to hang on another.
    passed: Vec<Place>,
    /// The place that each place hangs on, or nowhere.
    neck: [u16; PLACES],
}

impl Walk {
    fn new(stride: usize, stones: &PlaceSet, open: PlaceSet, sides: PlaceSet) -> Self {
        let (found, passed, neck) = ([0; PLACES], Vec::new(), [NOWHERE; PLACES]);
        let mut walk = Self { stride, open, sides, found, count: 1, passed, neck };
        // The string counts as one place.
        stones.iter().for_each(|stone| walk.found[stone] = 1);
        for stone in stones.iter() {
            walk.go_on(stone, 1);
        }
        walk
    }

    fn hangs(&self, place: Place) -> bool {
        self.found[place] == 0 || self.neck[place] != NOWHERE
    }

    /// Goes on from a place that was just found. Tells how early a place was found that is reached
    /// from there without going back: 0 for the eye.
    fn go_on(&mut self, place: Place, found: u16) -> u16 {
        let mut first = if self.sides.contains(place) { 0 } else { found };
        for side in around(place, self.stride) {
            if self.found[side] != 0 {
                first = first.min(self.found[side]);
            } else if self.open.contains(side) {
                self.count += 1;
                self.found[side] = self.count;
                self.passed.push(side);
                let reached = self.go_on(side, self.count);
                first = first.min(reached);
                if reached >= found {
                    while let Some(last) = self.passed.pop() {
                        self.neck[last] = short(place);
                        if last == side {
                            break;
                        }
                    }
                }
            }
        }
        first
    }
}
