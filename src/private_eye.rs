//! Private eyes: DEF-8, R-EYECONTENT, R-ENCLOSED, R-REGION, R-POTENTIAL. Judged on the base layer.

use std::{
    cell::{Cell, OnceCell, RefCell},
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    fmt,
};

use crate::{
    Board, Player, Point,
    board::{PLACES, Place, PlaceSet},
    rules::eyes::{Enclosed, EyeContent, PrivateEye},
};

/// The switches that private eyes depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EyeRulings {
    /// R-EYECONTENT.
    pub eye_content: EyeContent,
    /// R-ENCLOSED.
    pub enclosed: Enclosed,
    /// R-REGION.
    pub private_eye: PrivateEye,
}

/// How a string can make an eye: stones added on `added` leave the empty point `eye` (DEF-8.3).
/// None of the stones can be spared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potential {
    /// The points on which stones of the string's side are added, in rising order.
    pub added: Vec<Point>,
    /// The point that is then an eye of one point.
    pub eye: Point,
}

/// Why an enclosed region gives a string no private eye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPrivateEye {
    /// DEF-8.2: another string of the same side is adjacent to an empty region of the string.
    Shared {
        /// A stone of the other string.
        with: Point,
    },
    /// DEF-8.3: this string of the opponent can make an eye.
    CanMake {
        /// A stone of the opponent's string.
        by: Point,
        /// How.
        potential: Potential,
    },
    /// DEF-8.3: this string of the opponent has an eye that holds stones which cannot live there.
    Has {
        /// A stone of the opponent's string.
        by: Point,
        /// A point of its eye.
        eye: Point,
        /// A stone of each string that cannot live in it.
        around: Vec<Point>,
    },
    /// R-ENCLOSED, `split`: the stones of the side do not split their field.
    NotSplit,
}

impl fmt::Display for NoPrivateEye {
    /// A sentence without a full stop: `E5 can make an eye at A1 with stones on B1 C1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = |start: fmt::Arguments<'_>, points: &[Point]| {
            f.write_fmt(start)?;
            points.iter().try_for_each(|point| write!(f, " {point}"))
        };
        match self {
            Self::Shared { with } => write!(f, "{with} is adjacent to the same empty region"),
            Self::CanMake { by, potential: Potential { added, eye } } => match &**added {
                [] => write!(f, "{by} has an eye at {eye}"),
                [one] => write!(f, "{by} can make an eye at {eye} with a stone on {one}"),
                added => list(format_args!("{by} can make an eye at {eye} with stones on"), added),
            },
            Self::Has { by, eye, around } => {
                list(format_args!("{by} has an eye at {eye} around"), around)?;
                f.write_str(", which can make none")
            }
            Self::NotSplit => f.write_str("the stones of the side do not split the board there"),
        }
    }
}

/// What DEF-8 says of one string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeReport {
    /// Its private eyes: of each the points of the empty regions of DEF-8.2.
    pub eyes: Vec<Vec<Point>>,
    /// For each enclosed region that gives none: the points of an empty region of DEF-8.2 in it that
    /// fails, and why.
    pub refused: Vec<(Vec<Point>, NoPrivateEye)>,
}

/// A black or white string.
struct Strand {
    player: Player,
    stones: PlaceSet,
    liberties: PlaceSet,
    /// Whether it can make an eye, once asked.
    potential: OnceCell<Option<(PlaceSet, Place)>>,
    /// The fewest stones that were found for one, once asked.
    fewest: OnceCell<Option<(PlaceSet, Place)>>,
}

/// Why an empty region is no private eye, and what is named of it when somebody asks.
enum Failure {
    /// DEF-8.2: this other string of the side is adjacent to it.
    Shared { with: usize },
    /// DEF-8.3: this string of the opponent can make an eye.
    CanMake { by: usize, found: (PlaceSet, Place) },
    /// DEF-8.3: this string of the opponent has an eye with stones in it.
    Has { by: usize, eye: PlaceSet },
    /// R-ENCLOSED, `split`.
    NotSplit,
}

/// An enclosed region of a side (DEF-6) with its empty regions.
struct Area {
    places: PlaceSet,
    empties: Vec<PlaceSet>,
    counts: bool,
    /// Where the opponent may make eyes in it, once asked.
    room: OnceCell<Room>,
}

/// Where a side may make eyes in an enclosed region of its opponent (DEF-8.3).
struct Room {
    /// Its points, the stones of the side among them, but for liberties that nothing may take.
    open: PlaceSet,
    /// The empty points that are not adjacent to the opponent.
    candidates: PlaceSet,
    bound: Vec<Bound>,
    learned: RefCell<Learned>,
    /// What it costs to take a place: nothing for a stone of the side.
    price: Vec<Cell<usize>>,
}

/// A string of the opponent that must keep one of its liberties.
struct Bound {
    liberties: PlaceSet,
    /// How often none could be kept.
    blame: Cell<usize>,
}

/// A way that leaves all of some points free and runs over all of some others leads no string that is
/// among `strings` to one of the eyes.
#[derive(Clone, Copy)]
struct Nogood {
    free: PlaceSet,
    used: PlaceSet,
    strings: PlaceSet,
    eyes: PlaceSet,
}

impl Nogood {
    /// What follows from this, which fails with a point used, and another that fails with it free.
    fn join(&mut self, other: &Self, point: Place) {
        let point = PlaceSet::of(point);
        self.free = self.free.or(&other.free.minus(&point));
        self.used = self.used.minus(&point).or(&other.used);
        self.strings = self.strings.and(&other.strings);
        self.eyes = self.eyes.and(&other.eyes);
    }
}

/// All nogoods found so far, and which of them have a point among the free ones, each after the
/// shadow of its free points; those that have no free points are under `None`.
#[derive(Default)]
struct Learned {
    all: Vec<Nogood>,
    with: HashMap<Option<Place>, Vec<(u64, usize)>>,
}

/// The base layer of a board, taken apart as far as private eyes need it.
pub(crate) struct BaseLayer<'a> {
    board: &'a Board,
    rulings: EyeRulings,
    stride: usize,
    empty: PlaceSet,
    stones: [PlaceSet; 2],
    strands: Vec<Strand>,
    areas: [Vec<Area>; 2],
}

const fn index(player: Player) -> usize {
    match player {
        Player::Black => 0,
        Player::White => 1,
    }
}

impl<'a> BaseLayer<'a> {
    pub(crate) fn new(board: &'a Board, rulings: EyeRulings) -> Self {
        let mut sets = [PlaceSet::default(); 4];
        for place in board.places() {
            sets[board.cell(place) as usize].insert(place);
        }
        let [empty, black, white, _] = sets;
        let (stride, stones) = (board.stride(), [black, white]);
        let mut layer = Self {
            board,
            rulings,
            stride,
            empty,
            stones,
            strands: Vec::new(),
            areas: [Vec::new(), Vec::new()],
        };
        let empties = components(&empty, stride);
        for player in Player::ALL {
            let own = stones[index(player)];
            for stones in components(&own, stride) {
                let liberties = stones.neighbours(stride).and(&empty);
                let (potential, fewest) = (OnceCell::new(), OnceCell::new());
                layer.strands.push(Strand { player, stones, liberties, potential, fewest });
            }
            let free = empty.or(&stones[index(player.opponent())]);
            let areas = components(&free, stride);
            let fields = components(&free.or(&own), stride);
            layer.areas[index(player)] = areas
                .iter()
                .map(|places| Area {
                    places: *places,
                    room: OnceCell::new(),
                    empties: empties.iter().filter(|empty| empty.meets(places)).copied().collect(),
                    counts: match rulings.enclosed {
                        Enclosed::Any => true,
                        Enclosed::Split => {
                            let field = fields.iter().find(|field| field.meets(places));
                            let parts =
                                |field: &PlaceSet| areas.iter().filter(|a| a.meets(field)).count();
                            field.is_some_and(|field| parts(field) >= 2)
                        }
                    },
                })
                .collect();
        }
        layer
    }

    /// The string that a place belongs to.
    fn strand_at(&self, place: Place) -> Option<usize> {
        self.strands.iter().position(|strand| strand.stones.contains(place))
    }

    /// The strings of a side adjacent to a set of places.
    fn strands_around(&self, player: Player, places: &PlaceSet) -> impl Iterator<Item = usize> {
        let border = places.neighbours(self.stride);
        self.strands
            .iter()
            .enumerate()
            .filter(move |(_, strand)| strand.player == player && strand.stones.meets(&border))
            .map(|(index, _)| index)
    }

    /// DEF-8: whether the string at a place has a private eye.
    pub(crate) fn has_private_eye(&self, place: Place) -> bool {
        let Some(strand) = self.strand_at(place) else { return false };
        let areas = &self.areas[index(self.strands[strand].player)];
        areas.iter().any(|area| self.judge(strand, area).iter().any(Result::is_ok))
    }

    /// DEF-8 in full for the string at a place.
    pub(crate) fn report(&self, place: Place) -> Option<EyeReport> {
        let strand = self.strand_at(place)?;
        let mut report = EyeReport { eyes: Vec::new(), refused: Vec::new() };
        for area in &self.areas[index(self.strands[strand].player)] {
            let judged = self.judge(strand, area);
            let eyes = judged.iter().filter_map(|judged| judged.as_ref().ok());
            report.eyes.extend(eyes.map(|eye| self.board.points_of(eye)));
            // A region is refused only if nothing in it is a private eye: the first reason will do.
            if judged.iter().all(Result::is_err)
                && let Some(Err(failure)) = judged.into_iter().next()
            {
                let fails = self.failing(strand, area, &failure);
                report.refused.push((self.board.points_of(&fails), self.explain(&failure)));
            }
        }
        Some(report)
    }

    /// The empty region of DEF-8.2 that a reason is about, the first of several.
    fn failing(&self, strand: usize, area: &Area, failure: &Failure) -> PlaceSet {
        let border = self.strands[strand].liberties;
        let about = match failure {
            Failure::Shared { with: other }
            | Failure::CanMake { by: other, .. }
            | Failure::Has { by: other, .. } => self.strands[*other].liberties,
            Failure::NotSplit => border,
        };
        let fails = |empties: &&PlaceSet| empties.meets(&border) && empties.meets(&about);
        area.empties.iter().find(fails).copied().unwrap_or_default()
    }

    /// A reason with the points that it rests on.
    fn explain(&self, failure: &Failure) -> NoPrivateEye {
        match failure {
            Failure::Shared { with } => NoPrivateEye::Shared { with: self.first_stone(*with) },
            Failure::CanMake { by, found } => {
                let (added, eye) = self.fewest(*by).unwrap_or(*found);
                let (added, eye) = (self.board.points_of(&added), self.board.point(eye));
                let potential = Potential { added, eye };
                NoPrivateEye::CanMake { by: self.first_stone(*by), potential }
            }
            Failure::Has { by, eye } => {
                let opponent = self.strands[*by].player.opponent();
                let inside =
                    |strand: &&Strand| strand.player == opponent && strand.stones.meets(eye);
                let inside = self.strands.iter().filter(inside);
                let mut around: Vec<Point> = inside
                    .filter_map(|strand| strand.stones.first())
                    .map(|place| self.board.point(place))
                    .collect();
                around.sort();
                let first = eye.and(&self.empty).first().or(eye.first());
                let eye = self.board.point(first.expect("an eye has points"));
                NoPrivateEye::Has { by: self.first_stone(*by), eye, around }
            }
            Failure::NotSplit => NoPrivateEye::NotSplit,
        }
    }

    /// What a region gives a string: nothing where no empty region in it is adjacent to the string;
    /// else private eyes, or why they are none: one for all its empty regions, or one for each (R-REGION).
    fn judge(&self, strand: usize, area: &Area) -> Vec<Result<PlaceSet, Failure>> {
        let border = self.strands[strand].liberties;
        let mine: Vec<&PlaceSet> =
            area.empties.iter().filter(|empties| empties.meets(&border)).collect();
        if mine.is_empty() {
            return Vec::new(); // DEF-8.2
        }
        if !area.counts {
            return vec![Err(Failure::NotSplit)];
        }
        match self.rulings.private_eye {
            PrivateEye::WholeRegion => vec![self.judge_empties(strand, &mine)],
            PrivateEye::SingleRegion => {
                mine.iter().map(|empties| self.judge_empties(strand, &[empties])).collect()
            }
        }
    }

    fn judge_empties(&self, strand: usize, mine: &[&PlaceSet]) -> Result<PlaceSet, Failure> {
        let player = self.strands[strand].player;
        let all = mine.iter().fold(PlaceSet::default(), |all, empties| all.or(empties));
        if let Some(with) = self.strands_around(player, &all).find(|&other| other != strand) {
            return Err(Failure::Shared { with }); // DEF-8.2
        }
        for by in self.strands_around(player.opponent(), &all) {
            if let Some(&found) = self.potential(by) {
                return Err(Failure::CanMake { by, found }); // DEF-8.3
            }
            if let Some(eye) = self.eye_with_stones(by, strand) {
                return Err(Failure::Has { by, eye }); // DEF-8.3
            }
        }
        Ok(all)
    }

    fn first_stone(&self, strand: usize) -> Point {
        self.board.point(self.strands[strand].stones.first().expect("a string has stones"))
    }

    /// DEF-8.3, *has*: an enclosed region of the string's side that is adjacent to it, holds an
    /// empty point and strings of the opponent, not the one judged, and none of them can make an
    /// eye (R-EYECONTENT).
    fn eye_with_stones(&self, strand: usize, judged: usize) -> Option<PlaceSet> {
        if self.rulings.eye_content == EyeContent::EmptyOnly {
            return None;
        }
        let Strand { player, stones, .. } = &self.strands[strand];
        let border = stones.neighbours(self.stride);
        let opponents = &self.stones[index(player.opponent())];
        let is_eye = |area: &&Area| {
            area.counts
                && area.places.meets(&border)
                && !area.empties.is_empty()
                && area.places.meets(opponents)
                && !area.places.meets(&self.strands[judged].stones)
                && !self.strands.iter().enumerate().any(|(index, inside)| {
                    inside.player != *player
                        && inside.stones.meets(&area.places)
                        && self.potential(index).is_some()
                })
        };
        self.areas[index(*player)].iter().find(is_eye).map(|area| area.places)
    }

    /// DEF-8.3, *can make*: the stones to add and the eye they leave, if there are any.
    fn potential(&self, strand: usize) -> Option<&(PlaceSet, Place)> {
        self.strands[strand].potential.get_or_init(|| self.find_potential(strand)).as_ref()
    }

    fn find_potential(&self, strand: usize) -> Option<(PlaceSet, Place)> {
        let search = self.search(strand)?;
        let mut candidates = search.room.candidates;
        while let Some(eye) = candidates.first() {
            match search.with_eye(eye) {
                Ok(added) => return Some((added, eye)),
                Err(why) if why.free.is_empty() => candidates = candidates.minus(&why.eyes),
                Err(_) => candidates = candidates.minus(&PlaceSet::of(eye)),
            }
        }
        None
    }

    /// As [`Self::potential`] with few stones, for those who ask why: the candidates near the string
    /// come first, those that need as many stones as were found are left out, and no stone stays
    /// that can be spared.
    fn fewest(&self, strand: usize) -> Option<(PlaceSet, Place)> {
        let search = || {
            let search = self.search(strand)?;
            let mut candidates = search.room.candidates;
            let mut best: Option<(PlaceSet, Place)> = None;
            let mut near = self.strands[strand].stones;
            while !candidates.is_empty() {
                near = near.or(&near.neighbours(self.stride));
                let here = candidates.and(&near);
                candidates = candidates.minus(&here);
                for eye in here.iter() {
                    let most = best.map_or(usize::MAX, |(added, _)| added.len());
                    if search.sides(eye).and(&self.empty).len() < most
                        && let Ok(added) = search.with_eye(eye)
                    {
                        let added = search.without_spare(added, eye);
                        if added.len() < most {
                            best = Some((added, eye));
                        }
                    }
                }
            }
            best
        };
        *self.strands[strand].fewest.get_or_init(search)
    }

    /// The search for an eye of a string.
    fn search(&self, strand: usize) -> Option<Search<'_>> {
        let Strand { player, stones, .. } = &self.strands[strand];
        let opponent = player.opponent();
        let area = self.areas[index(opponent)].iter().find(|area| area.places.meets(stones))?;
        let room = area.room.get_or_init(|| self.room(opponent, &area.places));
        Some(Search { layer: self, room, places: area.places, stones: *stones })
    }

    fn room(&self, opponent: Player, places: &PlaceSet) -> Room {
        let empty = places.and(&self.empty);
        // A string that has a liberty elsewhere keeps it, and one without liberties needs none.
        let bound = self.strands.iter().filter(|other| other.player == opponent);
        let bound = bound.map(|other| other.liberties);
        let bound = bound.filter(|liberties| !liberties.is_empty() && liberties.is_within(&empty));
        let (only, several): (Vec<_>, Vec<_>) = bound.partition(|liberties| liberties.len() == 1);
        let kept = only.iter().fold(PlaceSet::default(), |kept, only| kept.or(only));
        let several = several.into_iter().filter(|liberties| !liberties.meets(&kept));
        let bound = only.iter().copied().chain(several);
        let bound = bound.map(|liberties| Bound { liberties, blame: Cell::default() }).collect();
        let open = places.minus(&kept);
        let candidates = empty.minus(&self.stones[index(opponent)].neighbours(self.stride));
        let price = (0..PLACES).map(|place| Cell::new(empty.contains(place).into())).collect();
        Room { open, candidates, bound, learned: RefCell::default(), price }
    }
}

/// The search for stones to add around one point, so that every bound string keeps a liberty.
///
/// The stones make a way from the string to a neighbour of the eye. A short way is tried first. If
/// it takes all liberties of a bound string, one of them must be left free, and each is tried in
/// turn. That alone would try again and again what fails far from there. So every failure is
/// explained by a [`Nogood`], the few free points that are to blame:
///
/// - No way is left: the free points that cut the string off.
/// - No liberty of a bound string can be left free: what is to blame for each of them, together.
///   A failure that has nothing to do with the liberty left free is one without it too.
///
/// What was learned is kept for all strings and eyes for which it holds: a cut holds for all
/// strings on one side of it and for all eyes on the other. The bound strings that were to blame
/// before are looked at first, and ways avoid their liberties.
///
/// Nothing bounds the number of nogoods: boards can be made on which it is exponential.
struct Search<'a> {
    layer: &'a BaseLayer<'a>,
    room: &'a Room,
    /// The enclosed region of the opponent.
    places: PlaceSet,
    /// The string.
    stones: PlaceSet,
}

impl Search<'_> {
    /// The stones without those that the eye does not need, the farthest from it first.
    fn without_spare(&self, mut added: PlaceSet, eye: Place) -> PlaceSet {
        let Self { layer, stones, places, .. } = self;
        let (sides, own) = (self.sides(eye), places.minus(&layer.empty));
        let serves = |added: &PlaceSet| stones.flood(&own.or(added), layer.stride).meets(&sides);
        let mut far: Vec<Place> = added.minus(&sides).iter().collect();
        far.sort_by_key(|&place| {
            let (place, eye) = (layer.board.point(place), layer.board.point(eye));
            let across = place.column().abs_diff(eye.column());
            std::cmp::Reverse(across + place.row().abs_diff(eye.row()))
        });
        for place in far {
            let fewer = added.minus(&PlaceSet::of(place));
            if serves(&fewer) {
                added = fewer;
            }
        }
        added
    }

    /// Stones to add that make an eye of a point.
    fn with_eye(&self, eye: Place) -> Result<PlaceSet, Nogood> {
        let (free, used) = (PlaceSet::of(eye), PlaceSet::default());
        self.known(eye, &free, &used, None)
            .map_or_else(|| self.leaving(eye, &free, &used, eye), Err)
    }

    /// The points around an eye; none of them is a stone of the opponent.
    fn sides(&self, eye: Place) -> PlaceSet {
        PlaceSet::of(eye).neighbours(self.layer.stride).and(&self.places)
    }

    /// Stones to add that leave some points free, the eye and `last` among them. If a way must leave
    /// these free and run over the used ones, and there is none, why.
    fn leaving(
        &self,
        eye: Place,
        free: &PlaceSet,
        used: &PlaceSet,
        last: Place,
    ) -> Result<PlaceSet, Nogood> {
        if let Some(why) = self.known(eye, free, used, Some(last)) {
            return Err(why);
        }
        let sides = self.sides(eye);
        let Some(path) = self.path(free, &sides) else {
            return Err(self.cut(eye, free, self.reach(free)));
        };
        if let Some(why) = self.aside(free, used, &sides) {
            return Err(why);
        }
        let added = path.or(&sides.and(&self.layer.empty));
        // Of the strings that lose all liberties one that can keep few and was often to blame.
        let mut branch: Option<(&Bound, PlaceSet, Vec<(Place, Nogood)>)> = None;
        for bound in self.room.bound.iter().filter(|bound| bound.liberties.is_within(&added)) {
            let mut choices = PlaceSet::default();
            let mut failed = Vec::new();
            for point in bound.liberties.minus(used).iter() {
                match self.fails_at_once(eye, &free.or(&PlaceSet::of(point)), used, point) {
                    Some(why) if !why.free.contains(point) => return Err(why),
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
        let Some((bound, choices, mut failed)) = branch else { return Ok(added) };
        let (strings, eyes) = (self.places, self.room.candidates);
        let mut why = Nogood { free: PlaceSet::default(), used: bound.liberties, strings, eyes };
        let mut used = *used;
        let mut learned = true;
        for point in choices.iter() {
            let one = PlaceSet::of(point);
            match self.leaving(eye, &free.or(&one), &used, point) {
                Ok(added) => return Ok(added),
                Err(fails) if fails.free.contains(point) => failed.push((point, fails)),
                Err(fails) => {
                    (why, learned) = (fails, false);
                    break;
                }
            }
            used.extend(&one);
        }
        for (point, fails) in failed.iter().rev() {
            if why.used.contains(*point) {
                why.join(fails, *point);
                learned = true;
            }
        }
        if !learned {
            return Err(why);
        }
        bound.blame.update(|blame| blame + 1);
        bound.liberties.iter().for_each(|place| self.room.price[place].update(|price| price + 1));
        Err(self.learn(why))
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
            let eyes = free.neighbours(self.layer.stride).and(&self.room.candidates);
            return Some(Nogood { free, used: PlaceSet::default(), strings: self.places, eyes });
        }
        self.known(eye, free, used, Some(last)).or_else(|| {
            let reached = self.reach(free);
            (!reached.meets(&sides)).then(|| self.cut(eye, free, reached))
        })
    }

    /// Why no way runs over all the used points, where one of them hangs on a single place.
    fn aside(&self, free: &PlaceSet, used: &PlaceSet, sides: &PlaceSet) -> Option<Nogood> {
        if used.is_empty() {
            return None;
        }
        let open = self.room.open.minus(free).minus(&self.stones);
        let mut walk = Walk {
            board: self.layer.board,
            open,
            sides: *sides,
            found: [0; PLACES],
            count: 1,
            passed: Vec::new(),
            neck: [0; PLACES],
        };
        let start = self.stones.first()?;
        self.stones.iter().for_each(|p| walk.found[p] = 1);
        for stone in self.stones.iter() {
            walk.around(stone, start, 1);
        }
        let point = used.iter().find(|&point| walk.neck[point] != 0 || walk.found[point] == 0)?;
        let neck = walk.neck[point];
        let stride = self.layer.stride;
        let neck = if neck == 0 {
            PlaceSet::default()
        } else if neck == start {
            self.stones
        } else {
            PlaceSet::of(neck)
        };
        let all_open = self.room.open.minus(free).minus(&neck);
        let inner = PlaceSet::of(point).flood(&all_open, stride);
        let outer = self.reach(free).minus(&inner);
        let (free, _, inner) = self.apart(*free, all_open, outer, inner, None);
        let eyes = self.room.candidates.minus(&inner.neighbours(stride));
        let strings = if neck == self.stones { neck } else { self.places.minus(&inner) };
        Some(self.learn(Nogood { free, used: PlaceSet::of(point), strings, eyes }))
    }

    /// A nogood that forbids to leave some points free and to use some others, with the last free
    /// point among its own.
    fn known(
        &self,
        eye: Place,
        free: &PlaceSet,
        used: &PlaceSet,
        last: Option<Place>,
    ) -> Option<Nogood> {
        let Learned { all, with } = &*self.room.learned.borrow();
        let holds = |nogood: &&Nogood| {
            nogood.free.is_within(free)
                && nogood.used.is_within(used)
                && nogood.eyes.contains(eye)
                && nogood.strings.meets(&self.stones)
        };
        let shadow = free.shadow();
        let near = with.get(&last)?.iter().filter(|(other, _)| other & !shadow == 0);
        near.map(|&(_, index)| &all[index]).find(holds).copied()
    }

    fn learn(&self, nogood: Nogood) -> Nogood {
        let Learned { all, with } = &mut *self.room.learned.borrow_mut();
        let none = nogood.free.is_empty().then_some(None);
        for point in nogood.free.iter().map(Some).chain(none) {
            with.entry(point).or_default().push((nogood.free.shadow(), all.len()));
        }
        all.push(nogood);
        nogood
    }

    /// What the string can be joined with while some points stay free.
    fn reach(&self, free: &PlaceSet) -> PlaceSet {
        self.stones.flood(&self.room.open.minus(free), self.layer.stride)
    }

    /// Free points that cut the string off from the eye, of which none can be spared.
    fn cut(&self, eye: Place, all: &PlaceSet, reached: PlaceSet) -> Nogood {
        let (stride, open) = (self.layer.stride, self.room.open.minus(all));
        let beyond = self.sides(eye).and(&open).flood(&open, stride);
        let (free, reached, _) = self.apart(*all, open, reached, beyond, Some(eye));
        let eyes = self.room.candidates.minus(&reached.neighbours(stride));
        self.learn(Nogood { free, used: PlaceSet::default(), strings: reached, eyes })
    }

    /// The free points that keep two sets apart, of which none can be spared, and what is then
    /// connected with each set.
    fn apart(
        &self,
        all: PlaceSet,
        mut open: PlaceSet,
        mut one: PlaceSet,
        mut other: PlaceSet,
        first: Option<Place>,
    ) -> (PlaceSet, PlaceSet, PlaceSet) {
        let stride = self.layer.stride;
        let mut free = all;
        for point in first.into_iter().chain(all.iter()) {
            let around = PlaceSet::of(point).neighbours(stride);
            let (here, there) = (around.meets(&one), around.meets(&other));
            if here && there {
                continue;
            }
            free = free.minus(&PlaceSet::of(point));
            open.insert(point);
            for (set, _) in [(&mut one, here), (&mut other, there)].iter_mut().filter(|s| s.1) {
                set.insert(point);
                **set = set.flood(&open, stride);
            }
        }
        (free, one, other)
    }

    /// The empty places of a cheapest way from the string to one of the sides of the eye.
    fn path(&self, free: &PlaceSet, sides: &PlaceSet) -> Option<PlaceSet> {
        let Self { layer, room, .. } = self;
        let open = room.open.minus(free);
        // Where each place was reached from first; a stone of the string from itself.
        let mut from = [None; PLACES];
        let start = self.stones.iter().map(|stone| Reverse((0, stone, stone)));
        let mut next: BinaryHeap<Reverse<(usize, Place, Place)>> = start.collect();
        while let Some(Reverse((cost, place, before))) = next.pop() {
            if from[place].is_some() {
                continue;
            }
            from[place] = Some(before);
            if sides.contains(place) {
                let back = std::iter::successors(Some(place), |&place| from[place]);
                let mut way = PlaceSet::default();
                back.take_while(|place| !self.stones.contains(*place)).for_each(|p| {
                    way.insert(p);
                });
                return Some(way.and(&layer.empty));
            }
            for side in layer.board.sides(place) {
                if open.contains(side) && from[side].is_none() {
                    next.push(Reverse((cost + room.price[side].get(), side, place)));
                }
            }
        }
        None
    }
}

/// A walk over all places that can be reached, to find those that no way to the eye runs over: they
/// hang on a single place (Tarjan).
struct Walk<'a> {
    board: &'a Board,
    open: PlaceSet,
    sides: PlaceSet,
    /// When each place was found.
    found: [usize; PLACES],
    count: usize,
    /// Those found that no neck is known of.
    passed: Vec<Place>,
    /// The place that a place hangs on.
    neck: [Place; PLACES],
}

impl Walk<'_> {
    /// Goes on from a place; the earliest place that is next to one found from here on.
    fn visit(&mut self, place: Place) -> usize {
        self.count += 1;
        let found = self.count;
        self.found[place] = found;
        self.passed.push(place);
        let low = self.around(place, place, found);
        if self.sides.contains(place) { 0 } else { low }
    }

    fn around(&mut self, place: Place, neck: Place, found: usize) -> usize {
        let mut low = found;
        for side in self.board.sides(place) {
            if self.found[side] != 0 {
                low = low.min(self.found[side]);
            } else if self.open.contains(side) {
                let reaches = self.visit(side);
                low = low.min(reaches);
                if reaches >= found {
                    while let Some(last) = self.passed.pop() {
                        self.neck[last] = neck;
                        if last == side {
                            break;
                        }
                    }
                }
            }
        }
        low
    }
}

/// The maximal connected subsets of a set.
fn components(set: &PlaceSet, stride: usize) -> Vec<PlaceSet> {
    let mut rest = *set;
    let mut all = Vec::new();
    while let Some(place) = rest.first() {
        let component = PlaceSet::of(place).flood(&rest, stride);
        rest = rest.minus(&component);
        all.push(component);
    }
    all
}

/// DEF-8: the private eye of the string at a point, or why it has none; `None` where no black or
/// white string stands.
///
/// ```
/// use ternary_go::{Board, private_eye, EyeRulings};
/// let board: Board = "3 . X O\n2 X X O\n1 O O .".parse()?;
/// let report = private_eye(&board, "A2".parse()?, EyeRulings::default()).unwrap();
/// assert_eq!(report.eyes, [["A3".parse()?]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When the board has no such point.
pub fn private_eye(board: &Board, point: Point, rulings: EyeRulings) -> Option<EyeReport> {
    board.get(point)?.player()?;
    BaseLayer::new(board, rulings).report(board.place(point))
}

/// DEF-8 for every black and white string, in the order of their first stones: cheaper than asking
/// one by one.
pub fn all_private_eyes(board: &Board, rulings: EyeRulings) -> Vec<(Point, EyeReport)> {
    let layer = BaseLayer::new(board, rulings);
    let mut all: Vec<(Point, EyeReport)> = layer
        .strands
        .iter()
        .filter_map(|strand| {
            let first = strand.stones.first()?;
            Some((board.point(first), layer.report(first)?))
        })
        .collect();
    all.sort_by_key(|(first, _)| *first);
    all
}
