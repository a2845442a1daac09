//! Counting the points: SCORE-1 to SCORE-8, R-CLEAN, R-NEUTRALISED, R-MARKS.

use std::fmt;

use crate::{
    Board, Player, Point, Quarters, Stone,
    board::{Cell, Place, PlaceSet},
    clause::ClauseId,
    life::pass_alive_places,
    nature::{GrayString, natures, with_natures},
    region::{empty_regions, region, string},
    rules::{Rules, gray::Gray, scoring::ScoringNatures},
};

/// What the players agree on before the points are counted: one stone names its whole string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Dead strings (SCORE-2).
    pub dead: Vec<Point>,
    /// Strings enclosed by neutral gray that are not independently alive (SCORE-6).
    pub neutralised: Vec<Point>,
}

/// The count of a position (SCORE-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Black's points, in quarters of a stone: B.
    pub black: Quarters,
    /// White's points, in quarters of a stone: W.
    pub white: Quarters,
    /// The neutral points: X.
    pub neutral: Quarters,
    /// The count at which neither side wins without komi: Y = (N − X) / 2.
    pub half: Quarters,
    /// The komi: m.
    pub komi: Quarters,
}

impl Score {
    /// What a side must exceed to win: Y + m for Black, Y − m for White (SCORE-7).
    pub const fn par(&self, player: Player) -> Quarters {
        match player {
            Player::Black => Quarters(self.half.0.saturating_add(self.komi.0)),
            Player::White => Quarters(self.half.0.saturating_sub(self.komi.0)),
        }
    }

    /// Who wins and by how much (SCORE-7).
    pub fn margin(&self) -> Margin {
        Margin(Quarters(self.black.0.saturating_sub(self.par(Player::Black).0)))
    }
}

/// Black's margin, in quarters of a stone; White's is its negative, and zero is a draw (SCORE-7).
///
/// ```
/// use ternary_go::{Margin, Quarters};
/// let margin = Margin(Quarters(-51));
/// assert_eq!((margin.to_string(), margin.in_points()), ("W+12.75".into(), "W+25.5".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin(pub Quarters);

impl Margin {
    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Player> {
        match self.0.0 {
            0 => None,
            1.. => Some(Player::Black),
            _ => Some(Player::White),
        }
    }

    /// The margin in points, as GTP and SGF write it: twice the stones, and 0 for a draw.
    pub fn in_points(self) -> String {
        match self.winner() {
            Some(winner) => format!("{}+{}", winner.letter(), self.0.doubled().abs()),
            None => "0".into(),
        }
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{}+{}", winner.letter(), self.0.abs()),
            None => f.write_str("draw"),
        }
    }
}

/// Why marks are refused (R-MARKS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadMark {
    /// No stone of a joined string stands on the point marked dead.
    NothingDead(Point),
    /// No stone of a joined string stands on the point marked neutralised, the dead ones removed.
    NothingNeutralised(Point),
    /// The string marked dead is pass-alive.
    AliveNotDead(Point),
    /// The string marked neutralised is pass-alive.
    AliveNotNeutralised(Point),
    /// Neutral gray and the edge leave the board in one piece.
    NotEnclosed(Point),
    /// The string marked neutralised shares an empty region with an opponent's that is not.
    SharesRegion(Point),
}

impl BadMark {
    /// The point that is marked.
    pub const fn point(self) -> Point {
        match self {
            Self::NothingDead(point)
            | Self::NothingNeutralised(point)
            | Self::AliveNotDead(point)
            | Self::AliveNotNeutralised(point)
            | Self::NotEnclosed(point)
            | Self::SharesRegion(point) => point,
        }
    }

    /// The clause that refuses the mark.
    pub const fn clause(self) -> ClauseId {
        ClauseId::of(match self {
            Self::NothingDead(_) => "SCORE-2",
            Self::NothingNeutralised(_) => "SCORE-6",
            Self::AliveNotDead(_)
            | Self::AliveNotNeutralised(_)
            | Self::NotEnclosed(_)
            | Self::SharesRegion(_) => "R-NEUTRALISED",
        })
    }
}

impl fmt::Display for BadMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingDead(point) => {
                write!(
                    f,
                    "{point} is marked dead, but it holds no stone of a black or white string"
                )
            }
            Self::NothingNeutralised(point) => write!(
                f,
                "{point} is marked neutralised, but it holds no stone of a black or white string once \
                 the dead ones are gone"
            ),
            Self::AliveNotDead(point) => {
                write!(f, "{point} is marked dead, but its string is pass-alive")
            }
            Self::AliveNotNeutralised(point) => {
                write!(f, "{point} is marked neutralised, but its string is pass-alive")
            }
            Self::NotEnclosed(point) => {
                write!(f, "the string at {point} is not enclosed: gray does not split the board")
            }
            Self::SharesRegion(point) => write!(
                f,
                "the string at {point} shares an empty region with an opponent's string that is not neutralised"
            ),
        }
    }
}

impl std::error::Error for BadMark {}

/// Counts a position with marks, by the komi and the natures of the rules (SCORE).
///
/// ```
/// use ternary_go::{Board, Marks, Quarters, Ruleset, score};
/// let board: Board = "X X . O O\nX X . O O".parse()?;
/// let score = score(&board, &Ruleset::Go.rules(), &Marks::default())?;
/// assert_eq!((score.black, score.white), (Quarters::stones(5), Quarters::stones(5)));
/// assert_eq!(score.margin().to_string(), "W+3.75");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a mark cannot be (R-MARKS).
pub fn score(board: &Board, rules: &Rules, marks: &Marks) -> Result<Score, BadMark> {
    let counted = counted_board(board, rules, marks)?;
    let (mut black, mut white, mut neutral) = (0, 0, 0);
    for place in counted.places() {
        match counted.cell(place) {
            Cell::Black => black += 4,
            Cell::White => white += 4,
            Cell::Gray => neutral += 4, // SCORE-5
            Cell::Empty | Cell::Edge => {}
        }
    }
    for region in empty_regions(&counted) {
        let points = 4 * region.points.len() as i32;
        let touches = Player::ALL.map(|player| region.touches(player.stone()));
        match touches {
            [true, false] => black += points,    // SCORE-3
            [false, true] => white += points,    // SCORE-3
            [false, false] => neutral += points, // SCORE-5
            [true, true] => {
                // SCORE-4
                black += points / 2;
                white += points / 2;
            }
        }
    }
    let all = 4 * board.size().points() as i32;
    let [black, white, neutral] = [black, white, neutral].map(Quarters);
    let half = Quarters((all - neutral.0) / 2);
    Ok(Score { black, white, neutral, half, komi: rules.komi })
}

/// The board whose points are counted: without dead strings, and gray where a string is neutralised.
///
/// # Errors
/// When a mark cannot be (R-MARKS).
pub fn counted_board(board: &Board, rules: &Rules, marks: &Marks) -> Result<Board, BadMark> {
    neutralise(&cleaned_board(board, rules, marks)?.layer, &marks.neutralised)
}

/// A board without its dead strings, and what its gray stones are for the count (SCORE-2, R-CLEAN).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cleaned {
    /// The position without the dead strings, its gray stones gray.
    pub board: Board,
    /// Its gray strings with the natures for the count; empty in rulesets without natures.
    pub natures: Vec<GrayString>,
    /// The position with these natures (LAYER-3): what is counted where nothing is neutralised.
    pub layer: Board,
}

/// SCORE-2: the position without the dead joined strings. Nothing is captured by it.
///
/// # Errors
/// When a dead mark cannot be (R-MARKS).
pub fn cleaned_board(board: &Board, rules: &Rules, marks: &Marks) -> Result<Cleaned, BadMark> {
    let natures_of = |board: &Board| match rules.gray {
        Gray::Absent | Gray::Neutral => Vec::new(),
        Gray::Natured => natures(board, rules.rulings.eyes()),
    };
    let mut natures = natures_of(board);
    let layer = with_natures(board, &natures);
    let mut cleaned = board.clone();
    for (point, place, player) in stones_at(&layer, &marks.dead).map_err(BadMark::NothingDead)? {
        if pass_alive_places(&layer, player).contains(place) {
            return Err(BadMark::AliveNotDead(point));
        }
        for place in string(&layer, place).0.iter() {
            cleaned.put(place, Cell::Empty);
        }
    }
    // R-CLEAN: whose natures count.
    match rules.rulings.scoring_natures {
        ScoringNatures::AfterRemoval if cleaned != *board => natures = natures_of(&cleaned),
        ScoringNatures::AfterRemoval => {}
        // A dead string takes whole gray strings with it.
        ScoringNatures::BeforeRemoval => {
            natures.retain(|gray| cleaned.get(gray.points[0]).is_some());
        }
    }
    let layer = with_natures(&cleaned, &natures);
    Ok(Cleaned { board: cleaned, natures, layer })
}

/// SCORE-6: the layer with the neutralised strings turned gray, after the checks of R-NEUTRALISED.
fn neutralise(cleaned: &Board, marks: &[Point]) -> Result<Board, BadMark> {
    let marks = stones_at(cleaned, marks).map_err(BadMark::NothingNeutralised)?;
    let mut neutralised = PlaceSet::default();
    for &(_, place, _) in &marks {
        neutralised.extend(&string(cleaned, place).0);
    }
    let one_field = fields(cleaned) < 2;
    for (point, place, player) in marks {
        if pass_alive_places(cleaned, player).contains(place) {
            return Err(BadMark::AliveNotNeutralised(point));
        }
        if one_field {
            return Err(BadMark::NotEnclosed(point));
        }
        if shares_region(cleaned, place, player, &neutralised) {
            return Err(BadMark::SharesRegion(point));
        }
    }
    let mut counted = cleaned.clone();
    for place in neutralised.iter() {
        counted.put(place, Cell::Gray);
    }
    Ok(counted)
}

/// The black and white stones on the marked points; the first mark without one is the error.
fn stones_at(board: &Board, marks: &[Point]) -> Result<Vec<(Point, Place, Player)>, Point> {
    let stone_at = |&point: &Point| {
        let place = board.size().contains(point).then(|| board.place(point)).ok_or(point)?;
        let player = board.cell(place).stone().and_then(Stone::player).ok_or(point)?;
        Ok((point, place, player))
    };
    marks.iter().map(stone_at).collect()
}

/// The number of fields: maximal connected sets of points that are not neutral gray.
fn fields(board: &Board) -> usize {
    let mut seen = PlaceSet::default();
    let mut fields = 0;
    for place in board.places() {
        if !board.cell(place).is_wall() && !seen.contains(place) {
            seen.extend(&region(board, place, |cell| !cell.is_wall()).0);
            fields += 1;
        }
    }
    fields
}

/// Whether a string is adjacent to an empty region that an opponent's string, not itself
/// neutralised, is adjacent to as well.
fn shares_region(board: &Board, place: Place, player: Player, neutralised: &PlaceSet) -> bool {
    let opponent = Cell::of(player.opponent());
    string(board, place).1.iter().any(|liberty| {
        let (_, border) = region(board, liberty, |cell| cell == Cell::Empty);
        border.iter().any(|place| board.cell(place) == opponent && !neutralised.contains(place))
    })
}
