//! Cases: positions with expectations, as the files of `cases/` hold them.
//!
//! The format is described in `cases/README.md`. [`load`] reads it, [`question`] puts a case to an
//! engine.

pub mod check;
mod compare;
pub mod load;
pub mod question;
mod whole;

use std::fmt;

use crate::{
    Board, ClauseId, IllegalMove, Move, Nature, Player, Point, Quarters, Reasons, Ruleset, Setup,
    StatedMove, Stone,
    rules::{
        Rules, Rulings, Switch,
        extras::{Allowance, Extras},
    },
};

/// A case: a position, what it tests, and what is expected of an engine.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its id: main clause and letter, as `FORB-2.a`.
    pub id: String,
    /// What the position shows, in one line.
    pub title: String,
    /// The clauses and rulings that it decides.
    pub tests: Vec<ClauseId>,
    /// Those that it merely uses.
    pub requires: Vec<ClauseId>,
    /// The mistake in an engine that it finds.
    pub catches: Option<String>,
    /// How the expected values follow from the clauses.
    pub why: Option<String>,
    /// The rulesets in which it holds.
    pub rulesets: Vec<Ruleset>,
    /// The readings that it pins.
    pub rulings: Vec<Reading>,
    /// The position from which it starts.
    pub board: Board,
    /// The empty points that letters mark.
    pub marks: Vec<(char, Point)>,
    /// The number of the move to be made on the board.
    pub number: u32,
    /// The side to move, where it is stated beside the number (R-KNIFE).
    pub to_move: Option<Player>,
    /// How many flybombs, knives or replacements there are, and whose.
    pub allowance: Allowance,
    /// How many of them Black and White have left, where that is stated.
    pub left: [Option<u8>; 2],
    /// The times of the random flybombs that Black and White have still to throw, where stated.
    pub times: Option<[Vec<u32>; 2]>,
    /// The positions before the board, oldest first.
    pub history: Vec<Board>,
    /// Where the move just made placed its stone.
    pub previous: Option<Point>,
    /// The komi, in quarters of a stone; without it that of the ruleset.
    pub komi: Option<Quarters>,
    /// Moves made before anything is asked.
    pub moves: Vec<StatedMove>,
    /// What is expected whatever the value of the axis in `by`.
    pub expect: Vec<Located<Expectation>>,
    /// What is expected for single values of one axis.
    pub by: Vec<Branch>,
    /// The file it was read from, as given.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// One value of a switch.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The switch.
    pub switch: &'static Switch,
    /// The name of the value.
    pub value: &'static str,
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.switch.name, self.value)
    }
}

/// Something with the line of the case file where it stands, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The thing.
    pub value: T,
    /// The line.
    pub line: usize,
}

/// Expectations for one value of an axis.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The value.
    pub on: Variation,
    /// What is expected then.
    pub expect: Vec<Located<Expectation>>,
}

/// A value of the axis that `by` varies.
#[derive(Clone, Copy, Debug)]
pub enum Variation {
    /// A reading of a switch.
    Reading(Reading),
    /// A ruleset.
    Ruleset(Ruleset),
    /// The number of the move to be made on the board.
    Number(u32),
    /// A komi, in quarters of a stone.
    Komi(Quarters),
}

impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reading(reading) => reading.fmt(f),
            Self::Ruleset(ruleset) => write!(f, "ruleset={ruleset}"),
            Self::Number(number) => write!(f, "number={number}"),
            Self::Komi(komi) => write!(f, "komi={komi}"),
        }
    }
}

/// One kind of expectation with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `legal`: verdicts on single moves, under their names in the case.
    Legal(Vec<Located<(String, StatedMove, Verdict)>>),
    /// `legal_map`: the verdict for every point, row by row from the lower left corner.
    LegalMap(Vec<(Point, MapSign)>),
    /// `legal_moves`: all legal moves but to resign and to agree.
    LegalMoves(Vec<Move>),
    /// `strings`.
    Strings(Vec<Located<StringExpectation>>),
    /// `eyes`: empty regions.
    Eyes(Vec<Located<EyeExpectation>>),
    /// `enclosed`: enclosed regions, by the side that encloses and one of their points.
    Enclosed(Vec<Located<(Player, Point, Vec<Point>)>>),
    /// `private_eyes`: strings, each with a point of a private eye or `None` where it has none.
    PrivateEyes(Vec<Located<(Point, Option<Point>)>>),
    /// `natures`: gray strings.
    Natures(Vec<Located<NatureExpectation>>),
    /// `play`: a line of moves and what holds after some of them.
    Play {
        /// The moves.
        moves: Vec<StatedMove>,
        /// Step, counted from 1, and what holds after it.
        after: Vec<Located<(usize, StepExpectation)>>,
    },
    /// `score`.
    Score(ScoreExpectation),
    /// `perft`: depths and numbers of sequences.
    Perft(Vec<Located<(u32, u64)>>),
    /// `coordinates`: points and their names in the sources' notation.
    Coordinates(Vec<Located<(Point, Option<String>)>>),
}

impl Expectation {
    /// The key under which it stands.
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Legal(_) => "legal",
            Self::LegalMap(_) => "legal_map",
            Self::LegalMoves(_) => "legal_moves",
            Self::Strings(_) => "strings",
            Self::Eyes(_) => "eyes",
            Self::Enclosed(_) => "enclosed",
            Self::PrivateEyes(_) => "private_eyes",
            Self::Natures(_) => "natures",
            Self::Play { .. } => "play",
            Self::Score(_) => "score",
            Self::Perft(_) => "perft",
            Self::Coordinates(_) => "coordinates",
        }
    }
}

/// What is expected of a single move: legal, or all the clauses that forbid it.
pub type Verdict = Result<(), Vec<ClauseId>>;

/// A sign of a `legal_map`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapSign {
    /// A stone stands there.
    Stone(Stone),
    /// The point is empty and the move legal.
    Legal,
    /// FORB-1 alone: `1`.
    CapturePoint,
    /// FORB-2 alone: `2`.
    Eye,
    /// FORB-3 alone: `3`.
    Mouth,
    /// FORB-1 and FORB-2: `e`.
    EyeInAtari,
    /// FORB-1 and FORB-3: `m`.
    MouthInAtari,
    /// GO-5: `s`.
    Suicide,
    /// GO-6: `k`.
    Superko,
    /// GO-6 and any of FORB: `K`.
    SuperkoAndShape,
    /// GO-7: `#`.
    GameOver,
    /// Clauses that no other sign stands for: `!`. Only an engine in error earns it.
    Other,
}

impl MapSign {
    /// All signs of case files, in the order of `cases/README.md`.
    pub const ALL: [Self; 13] = [
        Self::Stone(Stone::Black),
        Self::Stone(Stone::White),
        Self::Stone(Stone::Gray),
        Self::Legal,
        Self::CapturePoint,
        Self::Eye,
        Self::Mouth,
        Self::EyeInAtari,
        Self::MouthInAtari,
        Self::Suicide,
        Self::Superko,
        Self::SuperkoAndShape,
        Self::GameOver,
    ];

    /// The sign.
    pub const fn sign(self) -> char {
        match self {
            Self::Stone(stone) => stone.sign(),
            Self::Legal => '.',
            Self::CapturePoint => '1',
            Self::Eye => '2',
            Self::Mouth => '3',
            Self::EyeInAtari => 'e',
            Self::MouthInAtari => 'm',
            Self::Suicide => 's',
            Self::Superko => 'k',
            Self::SuperkoAndShape => 'K',
            Self::GameOver => '#',
            Self::Other => '!',
        }
    }

    /// What the sign means, in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stone(stone) => stone.name(),
            Self::Legal => "legal",
            Self::CapturePoint => "FORB-1, a capture point",
            Self::Eye => "FORB-2, the opponent's one-point eye",
            Self::Mouth => "FORB-3, the opponent's tiger's mouth",
            Self::EyeInAtari => "FORB-1 and FORB-2",
            Self::MouthInAtari => "FORB-1 and FORB-3",
            Self::Suicide => "GO-5, suicide",
            Self::Superko => "GO-6, superko",
            Self::SuperkoAndShape => "GO-6 and FORB",
            Self::GameOver => "GO-7, the game is over",
            Self::Other => "other clauses",
        }
    }

    /// The meaning of a sign.
    pub fn of_sign(sign: char) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.sign() == sign)
    }

    /// Whether the verdict on a placement is what the sign says, from an engine that names so many
    /// of its reasons. Where it shows a stone, any clauses will do.
    pub fn says(self, verdict: &Verdict, reasons: Reasons) -> bool {
        let Err(clauses) = verdict else { return self == Self::Legal };
        match (self, reasons) {
            (Self::Legal | Self::Other, _) => false,
            (Self::Stone(_), Reasons::Some) => true,
            (Self::Stone(_), Reasons::All) => !clauses.is_empty(),
            (_, Reasons::Some) => self.sets().any(|set| clauses.iter().all(|id| set.contains(id))),
            (_, Reasons::All) => self.sets().any(|set| {
                clauses.iter().all(|id| set.contains(id))
                    && set.iter().all(|id| clauses.contains(id))
            }),
        }
    }

    /// The sets of clauses that the sign stands for.
    fn sets(self) -> impl Iterator<Item = Vec<ClauseId>> {
        use IllegalMove::{
            CapturePoint as Capture, GameOver, OpponentsEye as Eye, OpponentsMouth as Mouth,
            Suicide, Superko,
        };
        let sets: &[&[IllegalMove]] = match self {
            Self::Stone(_) | Self::Legal | Self::Other => &[],
            Self::CapturePoint => &[&[Capture]],
            Self::Eye => &[&[Eye]],
            Self::Mouth => &[&[Mouth]],
            Self::EyeInAtari => &[&[Capture, Eye]],
            Self::MouthInAtari => &[&[Capture, Mouth]],
            Self::Suicide => &[&[Suicide]],
            Self::Superko => &[&[Superko]],
            Self::SuperkoAndShape => &[
                &[Capture, Superko],
                &[Eye, Superko],
                &[Mouth, Superko],
                &[Capture, Eye, Superko],
                &[Capture, Mouth, Superko],
            ],
            Self::GameOver => &[&[GameOver]],
        };
        sets.iter().map(|set| set.iter().map(|reason| reason.clause()).collect())
    }

    /// The sign that the verdict on a placement earns, the point being empty.
    pub fn of_verdict(verdict: &Verdict) -> Self {
        let says =
            |sign: &Self| !matches!(sign, Self::Stone(_)) && sign.says(verdict, Reasons::All);
        Self::ALL.into_iter().find(says).unwrap_or(Self::Other)
    }
}

/// What is expected of the string at a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringExpectation {
    /// A point of the string.
    pub at: Point,
    /// All its stones.
    pub stones: Option<Vec<Point>>,
    /// All its liberties.
    pub liberties: Option<Vec<Point>>,
    /// One stone of each adjacent string.
    pub adjacent: Option<Vec<Point>>,
}

/// What is expected of the empty region of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeExpectation {
    /// A point of the region.
    pub at: Point,
    /// All its points.
    pub points: Option<Vec<Point>>,
    /// The colours of the stones adjacent to it.
    pub touches: Option<Vec<Stone>>,
    /// Whose eye it is: `Some(None)` for nobody's.
    pub eye_of: Option<Option<Player>>,
}

/// What is expected of the gray string at a point: the counts of NAT and the nature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NatureExpectation {
    /// A point of the string.
    pub at: Point,
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

/// What is expected after a step of a line of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepExpectation {
    /// The move is refused by all these clauses.
    pub illegal: Option<Vec<ClauseId>>,
    /// The points whose stones the step removed.
    pub captures: Option<Vec<Point>>,
    /// The position.
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
    /// Stones of gray strings, each with the nature of its string.
    pub natures: Option<Vec<(Point, Nature)>>,
    /// The extras that sides may still use at will.
    pub left: Option<Vec<(Player, u8)>>,
}

/// What is expected of a count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreExpectation {
    /// The marks of dead strings.
    pub dead: Vec<Point>,
    /// The marks of neutralised strings.
    pub neutralised: Vec<Point>,
    /// The marks are refused by these clauses.
    pub illegal: Option<Vec<ClauseId>>,
    /// Black's points, in quarters of a stone.
    pub black: Option<Quarters>,
    /// White's points, in quarters of a stone.
    pub white: Option<Quarters>,
    /// The neutral points, in quarters of a stone.
    pub neutral: Option<Quarters>,
    /// The margin in stones, as `W+12.75` or `draw`.
    pub margin: Option<String>,
    /// The margin in points, as `W+25.5` or `0`.
    pub points: Option<String>,
}

impl Case {
    /// The parameters of one of its rulesets with the pinned readings, the extras and the komi.
    pub fn rules(&self, ruleset: Ruleset) -> Rules {
        let mut rulings = Rulings::default();
        for reading in &self.rulings {
            rulings.set(reading.switch.name, reading.value).expect("readings were checked");
        }
        let rules = ruleset.rules();
        let komi = self.komi.unwrap_or(rules.komi);
        Rules { rulings, komi, allowance: self.allowance, ..rules }
    }

    /// Where it starts under these rules.
    pub fn setup(&self, rules: &Rules) -> Setup {
        let Self { number, previous, to_move, left, .. } = *self;
        let (board, history) = (self.board.clone(), self.history.clone());
        let (left, times) = (extras_left(rules, left), random_times(rules, &self.times));
        Setup { board, number, previous, history, to_move, left, times }
    }
}

/// The extras that both sides have left: those stated, and otherwise all.
pub(crate) fn extras_left(rules: &Rules, stated: [Option<u8>; 2]) -> Option<[u8; 2]> {
    let [black, white] = rules.extras_at_will();
    let left = [stated[0].unwrap_or(black), stated[1].unwrap_or(white)];
    (stated != [None, None] && rules.extras != Extras::None).then_some(left)
}

/// The times of random flybombs, where they are stated and the rules have such bombs.
pub(crate) fn random_times(rules: &Rules, stated: &Option<[Vec<u32>; 2]>) -> Option<[Vec<u32>; 2]> {
    stated.clone().filter(|_| rules.extras == Extras::Flybombs)
}
