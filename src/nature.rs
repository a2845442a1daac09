//! Natures of gray strings, and the holographic layer they make: LAYER-2 to LAYER-5, NAT.

use std::{
    cell::{OnceCell, RefCell},
    fmt,
};

use crate::{
    Board, Player, Point, Stone,
    board::{Cell, Place, PlaceSet},
    private_eye::{BaseLayer, EyeRulings},
    region::{region, string},
};

/// The nature of a gray string (LAYER-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nature {
    /// Wall.
    Neutral,
    /// Part of every black or every white string that it touches.
    Of(Player),
}

impl Nature {
    /// All natures.
    pub const ALL: [Self; 3] = [Self::Neutral, Self::Of(Player::Black), Self::Of(Player::White)];

    /// `neutral`, `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Of(player) => player.name(),
        }
    }
}

impl fmt::Display for Nature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The four counts of NAT: distinct strings adjacent to a gray string on the base layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// By: black strings with a private eye.
    pub black_eyes: usize,
    /// Wy: white strings with a private eye.
    pub white_eyes: usize,
    /// Bo: black strings without one.
    pub black_others: usize,
    /// Wo: white strings without one.
    pub white_others: usize,
}

impl Counts {
    /// NAT: the nature that the counts give.
    pub fn nature(&self) -> Nature {
        let Self { black_eyes, white_eyes, black_others, white_others } = *self;
        let more = |black: usize, white: usize| match black.cmp(&white) {
            std::cmp::Ordering::Greater => Nature::Of(Player::Black),
            std::cmp::Ordering::Less => Nature::Of(Player::White),
            std::cmp::Ordering::Equal => Nature::Neutral,
        };
        if black_eyes + white_eyes == 0 {
            return Nature::Neutral; // NAT-1
        }
        match more(black_eyes, white_eyes) {
            // NAT-2.3.1 to NAT-2.3.3
            Nature::Neutral => more(black_others, white_others),
            // NAT-2.1, NAT-2.2
            nature => nature,
        }
    }
}

/// A gray string with its counts and its nature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrayString {
    /// The points of its stones, row by row from the lower left corner.
    pub points: Vec<Point>,
    /// The counts.
    pub counts: Counts,
    /// The nature.
    pub nature: Nature,
}

/// The gray strings of a board with their counts and natures (NAT), in the order of their first
/// points. A string's *other* strings are those without a private eye.
///
/// ```
/// use ternary_go::{Board, EyeRulings, Nature, Player, natures};
/// let board: Board = "3 . X O\n2 X X O\n1 * O .".parse()?;
/// let gray = natures(&board, EyeRulings::default());
/// assert_eq!(gray[0].nature, Nature::Of(Player::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn natures(board: &Board, rulings: EyeRulings) -> Vec<GrayString> {
    let gray = GrayStrings::new(board, rulings);
    for place in board.places().filter(|&place| board.cell(place) == Cell::Gray) {
        gray.nature_at(place);
    }
    let known = gray.known.into_inner().into_iter();
    known
        .map(|(stones, counts)| {
            let points = board.points_of(&stones);
            GrayString { points, counts, nature: counts.nature() }
        })
        .collect()
}

/// The gray strings of a board, each judged when it is asked about.
pub(crate) struct GrayStrings<'a> {
    board: &'a Board,
    rulings: EyeRulings,
    base: OnceCell<BaseLayer<'a>>,
    known: RefCell<Vec<(PlaceSet, Counts)>>,
}

impl<'a> GrayStrings<'a> {
    pub(crate) fn new(board: &'a Board, rulings: EyeRulings) -> Self {
        Self { board, rulings, base: OnceCell::new(), known: RefCell::default() }
    }

    /// The nature of the gray string at a place.
    pub(crate) fn nature_at(&self, place: Place) -> Nature {
        let mut known = self.known.borrow_mut();
        if let Some((_, counts)) = known.iter().find(|(stones, _)| stones.contains(place)) {
            return counts.nature();
        }
        let (stones, border) = region(self.board, place, |cell| cell == Cell::Gray);
        let counts = self.count(&border);
        known.push((stones, counts));
        counts.nature()
    }

    fn count(&self, border: &PlaceSet) -> Counts {
        let mut counts = Counts::default();
        let mut counted = PlaceSet::default();
        for side in border.iter() {
            let Some(player) = self.board.cell(side).stone().and_then(Stone::player) else {
                continue;
            };
            if counted.contains(side) {
                continue;
            }
            counted.extend(&string(self.board, side).0);
            let base = self.base.get_or_init(|| BaseLayer::new(self.board, self.rulings));
            let count = match (player, base.has_private_eye(side)) {
                (Player::Black, true) => &mut counts.black_eyes,
                (Player::White, true) => &mut counts.white_eyes,
                (Player::Black, false) => &mut counts.black_others,
                (Player::White, false) => &mut counts.white_others,
            };
            *count += 1;
        }
        counts
    }
}

/// The holographic layer (LAYER-3, LAYER-5): gray strings of a side's nature are stones of that
/// side, so that its strings are the joined strings.
pub fn holographic(board: &Board, rulings: EyeRulings) -> Board {
    with_natures(board, &natures(board, rulings))
}

/// A board with stones of a side in place of the gray strings of its nature.
pub(crate) fn with_natures(board: &Board, natures: &[GrayString]) -> Board {
    let mut layer = board.clone();
    for gray in natures {
        if let Nature::Of(player) = gray.nature {
            for &point in &gray.points {
                layer.set(point, Some(player.stone()));
            }
        }
    }
    layer
}
