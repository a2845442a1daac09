//! What engines answer. An engine leaves out what it does not know.

use crate::{
    Board, ClauseId, EmptyRegion, GrayString, Move, Nature, Player, Point, Quarters, Score, Step,
    Stone, StoneString,
};

/// An engine's answer, of the kind that the query asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To [`Ask::Legal`](crate::Ask::Legal): a verdict each, in the order asked.
    Verdicts(Vec<Verdict>),
    /// To [`Ask::LegalMoves`](crate::Ask::LegalMoves), in any order.
    LegalMoves(Vec<Move>),
    /// To [`Ask::Strings`](crate::Ask::Strings), in any order.
    Strings(Vec<StringAnswer>),
    /// To [`Ask::EmptyRegions`](crate::Ask::EmptyRegions), in any order.
    EmptyRegions(Vec<RegionAnswer>),
    /// To [`Ask::Enclosed`](crate::Ask::Enclosed): the points; `None` where a stone of the side or
    /// wall stands.
    Enclosed(Option<Vec<Point>>),
    /// To [`Ask::PrivateEyes`](crate::Ask::PrivateEyes): each black and white string by one of its
    /// stones, and the points of each of its private eyes.
    PrivateEyes(Vec<(Point, Vec<Vec<Point>>)>),
    /// To [`Ask::Natures`](crate::Ask::Natures), in any order.
    Natures(Vec<NatureAnswer>),
    /// To [`Ask::Play`](crate::Ask::Play): a step for each move.
    Played(Vec<StepAnswer>),
    /// To [`Ask::Score`](crate::Ask::Score): the count, or the clauses that refuse the marks.
    Score(Result<ScoreAnswer, Vec<ClauseId>>),
    /// To [`Ask::Perft`](crate::Ask::Perft).
    Perft(u64),
    /// To [`Ask::Coordinates`](crate::Ask::Coordinates): `None` for points without such a name.
    Coordinates(Vec<Option<String>>),
    /// The engine does not know this question, ruleset, reading or size of board.
    Unsupported(String),
    /// The query makes no sense to the engine, or it has failed.
    Error(String),
}

/// Legal, or clauses that forbid the move (R-REASONS).
pub type Verdict = Result<(), Vec<ClauseId>>;

/// A string of the board as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringAnswer {
    /// Its stones.
    pub points: Vec<Point>,
    /// Its colour.
    pub stone: Option<Stone>,
    /// All its liberties.
    pub liberties: Option<Vec<Point>>,
    /// A stone of each adjacent string.
    pub adjacent: Option<Vec<Point>>,
}

impl From<StoneString> for StringAnswer {
    fn from(string: StoneString) -> Self {
        let StoneString { stone, points, liberties, adjacent } = string;
        Self { points, stone: Some(stone), liberties: Some(liberties), adjacent: Some(adjacent) }
    }
}

/// An empty region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionAnswer {
    /// Its points.
    pub points: Vec<Point>,
    /// The colours of the stones adjacent to it.
    pub touches: Option<Vec<Stone>>,
    /// Whose eye it is, `Some(None)` for nobody's.
    pub eye_of: Option<Option<Player>>,
}

impl From<EmptyRegion> for RegionAnswer {
    fn from(region: EmptyRegion) -> Self {
        let eye_of = Some(region.eye_of());
        Self { points: region.points, touches: Some(region.touches), eye_of }
    }
}

/// A gray string: the counts of NAT and its nature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NatureAnswer {
    /// Its stones.
    pub points: Vec<Point>,
    /// By: adjacent black strings with a private eye.
    pub black_eyes: Option<usize>,
    /// Wy: adjacent white strings with a private eye.
    pub white_eyes: Option<usize>,
    /// Bo: adjacent black strings without one.
    pub black_others: Option<usize>,
    /// Wo: adjacent white strings without one.
    pub white_others: Option<usize>,
    /// The nature.
    pub nature: Option<Nature>,
}

impl From<GrayString> for NatureAnswer {
    fn from(gray: GrayString) -> Self {
        Self {
            points: gray.points,
            black_eyes: Some(gray.counts.black_eyes),
            white_eyes: Some(gray.counts.white_eyes),
            black_others: Some(gray.counts.black_others),
            white_others: Some(gray.counts.white_others),
            nature: Some(gray.nature),
        }
    }
}

/// What one move of a line led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepAnswer {
    /// Legal, or clauses that refuse the move.
    pub verdict: Verdict,
    /// The points whose stones the move removed.
    pub captures: Option<Vec<Point>>,
    /// The position after it.
    pub board: Option<Board>,
    /// The number of the next move.
    pub number: Option<u32>,
    /// The side to move next.
    pub to_move: Option<Player>,
    /// The stone due next.
    pub due: Option<Stone>,
    /// `playing`, `over` or `resigned`.
    pub status: Option<&'static str>,
    /// One stone of each string that gives the side to move its escape.
    pub atari: Option<Vec<Point>>,
    /// The gray strings with their natures, in games that have natures (LAYER-6).
    pub natures: Option<Vec<NatureAnswer>>,
    /// The extras that Black and White may still use at will.
    pub left: Option<[u8; 2]>,
}

impl From<Step> for StepAnswer {
    fn from(step: Step) -> Self {
        let (verdict, captures) = match step.outcome {
            Ok(captures) => (Ok(()), captures),
            Err(clauses) => (Err(clauses), vec![]),
        };
        Self {
            verdict,
            captures: Some(captures),
            board: Some(step.board),
            number: Some(step.number),
            to_move: Some(step.to_move),
            due: Some(step.due),
            status: Some(step.status.name()),
            atari: Some(step.atari),
            natures: Some(step.natures.into_iter().map(Into::into).collect()),
            left: Some(step.left),
        }
    }
}

/// A count: points in quarters of a stone, margins as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreAnswer {
    /// Black's points.
    pub black: Option<Quarters>,
    /// White's points.
    pub white: Option<Quarters>,
    /// The neutral points.
    pub neutral: Option<Quarters>,
    /// The margin in stones, as `W+12.75` or `draw`.
    pub margin: Option<String>,
    /// The margin in points, as `W+25.5` or `0`.
    pub points: Option<String>,
}

impl From<Score> for ScoreAnswer {
    fn from(score: Score) -> Self {
        let margin = score.margin();
        Self {
            black: Some(score.black),
            white: Some(score.white),
            neutral: Some(score.neutral),
            margin: Some(margin.to_string()),
            points: Some(margin.in_points()),
        }
    }
}
