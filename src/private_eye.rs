//! Private eyes: DEF-8, R-EYECONTENT, R-ENCLOSED, R-REGION, R-POTENTIAL. Judged on the base layer.

use std::{cell::OnceCell, fmt};

use crate::{
    Board, Player, Point,
    board::{Place, PlaceSet},
    making::{Making, Room},
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
    /// Few stones for one, once asked.
    fewer: OnceCell<(PlaceSet, Place)>,
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
                let (potential, fewer) = (OnceCell::new(), OnceCell::new());
                layer.strands.push(Strand { player, stones, liberties, potential, fewer });
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
                let (added, eye) = self.fewer(*by, *found);
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
        self.strands[strand].potential.get_or_init(|| self.making(strand)?.any()).as_ref()
    }

    /// What was found by [`Self::potential`] with fewer stones, for those who ask why.
    fn fewer(&self, strand: usize, found: (PlaceSet, Place)) -> (PlaceSet, Place) {
        let fewer = || self.making(strand).map_or(found, |making| making.fewer(found));
        *self.strands[strand].fewer.get_or_init(fewer)
    }

    /// The search for an eye of a string.
    fn making(&self, strand: usize) -> Option<Making<'_>> {
        let Strand { player, stones, .. } = &self.strands[strand];
        let opponent = player.opponent();
        let area = self.areas[index(opponent)].iter().find(|area| area.places.meets(stones))?;
        let room = || {
            let empty = area.places.and(&self.empty);
            let opponents = self.strands.iter().filter(|other| other.player == opponent);
            let liberties = opponents.map(|other| other.liberties);
            let opponents = &self.stones[index(opponent)];
            Room::new(self.stride, area.places, empty, opponents, liberties)
        };
        Some(Making { room: area.room.get_or_init(room), stones: *stones })
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
