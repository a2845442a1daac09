//! Whole games: set up, asked, played. The verdicts are in `judge`.

use std::{fmt, sync::OnceLock};

use crate::{
    Board, BoardSize, GrayString, Move, Player, Point, Refusal, StatedMove, Stone,
    board::{Cell, PlaceSet},
    judge::{Resolved, Turn},
    nature::{natures, with_natures},
    region::without_liberties,
    rules::{
        Rules,
        end::Passes,
        escape::{Escape, Previous, Threatened},
        extras::{Extras, Left, given, index},
        gray::Gray,
        schedule::{Due, Schedule},
        superko::{Record, Stood, hash},
    },
};

/// Where a game starts, when not from the empty board (GO-8, R-SETUP).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The position. It need not be reachable, and strings without liberties stand.
    pub board: Board,
    /// The number of the move to be made, from 1; it tells the side and the stone due.
    pub number: u32,
    /// The point on which the move just made placed a stone; without it there is none.
    pub previous: Option<Point>,
    /// The positions before `board`, oldest first, one for each move before.
    pub history: Vec<Board>,
    /// The side to move, where the number does not tell it (R-KNIFE).
    pub to_move: Option<Player>,
    /// The extras that Black and White have left; without it all of them.
    pub left: Option<[u8; 2]>,
    /// The times of the random flybombs that Black and White have still to throw; without it they
    /// are drawn from the seed (R-SCHEDULE).
    pub times: Option<[Vec<u32>; 2]>,
}

impl Setup {
    /// A position with the number of the move to be made, and nothing behind it.
    pub const fn new(board: Board, number: u32) -> Self {
        let history = Vec::new();
        Self { board, number, previous: None, history, to_move: None, left: None, times: None }
    }
}

/// Why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// A gray stone in a game without gray.
    GrayStone(Point),
    /// A move number of 0, or above [`Game::MAX_NUMBER`].
    Number(u32),
    /// A history of as many positions as there were moves, or more.
    LongHistory {
        /// The positions given.
        positions: usize,
        /// The move number.
        number: u32,
    },
    /// A position in the history on a board of another size.
    OtherSize {
        /// Which of the positions, from 1.
        position: usize,
    },
    /// A previous move off the board.
    PreviousOffBoard(Point),
    /// A side to move that is not that of the number.
    ToMove(Player),
    /// More extras left than there are at all.
    TooManyLeft(Player),
    /// Axes that contradict each other: gray stones fall due in a game without gray.
    NoGray,
    /// A time of a random flybomb that is no number of a move, or stands there twice.
    Time(Player, u32),
    /// More times than the mode has random flybombs.
    TooManyTimes(Player),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GrayStone(point) => write!(f, "a gray stone on {point} in a game that has none"),
            Self::Number(number) => {
                write!(f, "move number {number}: numbers are 1 to {}", Game::MAX_NUMBER)
            }
            Self::LongHistory { positions, number } => {
                write!(
                    f,
                    "{positions} positions stood before move {number}: at most {}",
                    number - 1
                )
            }
            Self::OtherSize { position } => {
                write!(f, "position {position} of the history has another size than the board")
            }
            Self::PreviousOffBoard(point) => {
                write!(f, "the previous move {point} is off the board")
            }
            Self::ToMove(player) => write!(f, "{player} is not the side to move at this number"),
            Self::TooManyLeft(player) => write!(f, "{player} has more extras left than there are"),
            Self::NoGray => f.write_str("a gray stone is due in a game that has none"),
            Self::Time(player, time) if !(1..=Game::MAX_NUMBER).contains(time) => {
                write!(f, "the time {time} of {player}: times are 1 to {}", Game::MAX_NUMBER)
            }
            Self::Time(player, time) => write!(f, "{player} has the time {time} twice"),
            Self::TooManyTimes(player) => {
                write!(f, "{player} has more times than there are random bombs")
            }
        }
    }
}

impl std::error::Error for SetupError {}

/// Whether a game goes on (GO-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It goes on.
    Playing,
    /// It is over by passes or agreement; the points are counted.
    Over,
    /// This side has resigned.
    Resigned(Player),
}

impl Status {
    /// `playing`, `over` or `resigned`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Over => "over",
            Self::Resigned(_) => "resigned",
        }
    }
}

/// What a move did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The points whose stones it removed, row by row from the lower left corner.
    pub captures: Vec<Point>,
}

/// A game: the position, its record, and whose turn it is. A value: copies share nothing.
///
/// ```
/// use ternary_go::{Game, Move, Ruleset, BoardSize, IllegalMove};
/// let mut game = Game::new(Ruleset::Go.rules(), BoardSize::square(5)?);
/// for word in ["A2", "A1", "B1"] {
///     game.play(word.parse::<ternary_go::StatedMove>()?)?;
/// }
/// // Black has taken A1; White's stone there would have no liberty.
/// let refusal = game.verdict(Move::Place("A1".parse()?)).unwrap_err();
/// assert!(refusal.has(IllegalMove::Suicide));
/// assert_eq!(refusal.to_string(), "GO-5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    known: Known,
    pub(crate) hash: u64,
    pub(crate) turn: Turn,
    pub(crate) status: Status,
    pub(crate) passes: Passes,
    pub(crate) left: Left,
    pub(crate) previous: Option<Previous>,
    pub(crate) record: Record,
}

/// What is worked out of a position when it is first asked for, and kept until the next move.
#[derive(Clone, Debug, Default)]
struct Known {
    gray: OnceLock<Vec<GrayString>>,
    // The holographic layer, where it is not the board itself.
    layer: OnceLock<Board>,
    airless: OnceLock<PlaceSet>,
}

impl Game {
    /// The highest move number.
    pub const MAX_NUMBER: u32 = 1_000_000_000;

    /// The most sequences of moves that the reference engine counts for a case.
    pub const MOST_SEQUENCES: u64 = 1_000_000;

    /// The most moves of a sequence that is counted within bounds.
    pub const LONGEST_SEQUENCE: u32 = 500;

    /// A game from the empty board.
    pub fn new(rules: Rules, size: BoardSize) -> Self {
        Self::start(rules, Board::empty(size), Turn::at(&rules, 1, None))
    }

    /// A game from a position (GO-8, R-SETUP).
    ///
    /// # Errors
    /// When the setup contradicts itself or the rules have no such stones.
    pub fn from_setup(rules: Rules, setup: Setup) -> Result<Self, SetupError> {
        let Setup { board, number, previous, history, to_move, left, times } = setup;
        if !(1..=Self::MAX_NUMBER).contains(&number) {
            return Err(SetupError::Number(number));
        }
        if history.len() >= number as usize {
            return Err(SetupError::LongHistory { positions: history.len(), number });
        }
        for (index, before) in history.iter().enumerate() {
            if before.size() != board.size() {
                return Err(SetupError::OtherSize { position: index + 1 });
            }
        }
        if rules.gray == Gray::Absent {
            if rules.schedule == Schedule::TenMoveCycle || rules.extras == Extras::Flybombs {
                return Err(SetupError::NoGray);
            }
            let gray = |board: &Board| board.stones().find(|(_, stone)| *stone == Stone::Gray);
            if let Some((point, _)) = history.iter().chain([&board]).find_map(gray) {
                return Err(SetupError::GrayStone(point));
            }
        }
        if let Some(point) = previous.filter(|&point| !board.size().contains(point)) {
            return Err(SetupError::PreviousOffBoard(point));
        }
        let turn = Turn::at(&rules, number, to_move);
        if let Some(player) = to_move.filter(|&player| player != turn.player) {
            return Err(SetupError::ToMove(player));
        }
        let previous = previous.map(|point| Previous { place: board.place(point) });
        let first_number = number - history.len() as u32;
        let mut boards = history.into_iter().chain([board]);
        let first = boards.next().expect("the position itself is there");
        // The sides alternate backwards from the side to move.
        let turn_before = |moves: u32| {
            let even = moves.is_multiple_of(2);
            let player = if even { turn.player } else { turn.player.opponent() };
            Turn { number: number - moves, player, bomb: false }
        };
        let mut moves_before = number - first_number;
        let mut game = Self::start(rules, first, turn_before(moves_before));
        for board in boards {
            let mover = game.turn.player;
            moves_before -= 1;
            (game.hash, game.board) = (hash(&board), board);
            game.turn = turn_before(moves_before);
            let at = Stood::Before(game.turn.number);
            game.record.add(&game.board, game.hash, game.due(), Some(mover), at);
        }
        game.previous = previous;
        for (player, left) in Player::ALL.into_iter().zip(left.into_iter().flatten()) {
            let all = &mut game.left.at_will[index(player)];
            if left > *all {
                return Err(SetupError::TooManyLeft(player));
            }
            *all = left;
        }
        if let Some(times) = times {
            game.left.times = given(&rules, times)?;
        }
        Ok(game)
    }

    fn start(rules: Rules, board: Board, turn: Turn) -> Self {
        let mut record = Record::new(&board);
        let hash = hash(&board);
        record.add(&board, hash, turn.due(&rules), None, Stood::Before(turn.number));
        let (status, passes, previous) = (Status::Playing, Passes::default(), None);
        let left = Left::new(&rules, board.size());
        let known = Known::default();
        Self { rules, board, known, hash, turn, status, passes, left, previous, record }
    }

    /// The parameters of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The holographic layer: gray strings of a side's nature are stones of that side (LAYER-3).
    pub fn layer(&self) -> &Board {
        match self.rules.gray {
            Gray::Absent | Gray::Neutral => &self.board,
            Gray::Natured => {
                self.known.layer.get_or_init(|| with_natures(&self.board, self.gray_strings()))
            }
        }
    }

    /// The gray strings with their counts and natures; empty in rulesets without natures (LAYER-6).
    pub fn natures(&self) -> Vec<GrayString> {
        match self.rules.gray {
            Gray::Absent | Gray::Neutral => Vec::new(),
            Gray::Natured => self.gray_strings().to_vec(),
        }
    }

    fn gray_strings(&self) -> &[GrayString] {
        self.known.gray.get_or_init(|| natures(&self.board, self.rules.rulings.eyes()))
    }

    /// The black and white strings without liberties, gray taken as wall.
    pub(crate) fn airless(&self) -> PlaceSet {
        let all = || self.board.places().collect();
        *self.known.airless.get_or_init(|| without_liberties(&self.board, &all()))
    }

    /// The number of the next move (GO-2, BOMB-3).
    pub const fn number(&self) -> u32 {
        self.turn.number
    }

    /// Whether the game goes on (GO-7).
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The side to move and the stone due.
    pub const fn due(&self) -> Due {
        self.turn.due(&self.rules)
    }

    /// The extras that a side may still use at will (BOMB-1, KNIFE-1, BOMBGO-1).
    pub const fn extras_left(&self, player: Player) -> u8 {
        self.left.at_will[index(player)]
    }

    /// The times of the random flybombs that a side has still to throw, rising (R-SCHEDULE).
    pub fn random_times(&self, player: Player) -> &[u32] {
        &self.left.times[index(player)]
    }

    /// Whether the turn is one with a flybomb: declared, or due by chance (BOMB-2, R-SCHEDULE).
    pub fn has_bomb(&self) -> bool {
        self.left.declared || self.turn.bomb || self.left.is_due(self.turn.player, self.turn.number)
    }

    /// What is due: `Black places a gray stone`, or `White places a white stone, then a flybomb`.
    pub fn due_in_words(&self) -> String {
        let Due { player, stone } = self.due();
        let bomb = self.has_bomb() && stone != Stone::Gray;
        let then = if bomb { ", then a flybomb" } else { "" };
        format!("{} places a {stone} stone{then}", player.title())
    }

    /// A game with the same position and record in which another stone is due, at the number where
    /// the rules have it next. `None` where they never have it.
    pub fn with_due(&self, due: Due) -> Option<Self> {
        if self.due() == due {
            return Some(self.clone());
        }
        let (rules, number) = (&self.rules, self.turn.number);
        let gray = due.stone == Stone::Gray;
        let bomb = (gray && rules.extras == Extras::Flybombs).then_some(number);
        let number = bomb.or_else(|| (number..number + 20).find(|&n| rules.schedule.due(n) == due));
        let mut game = self.clone();
        game.turn = Turn { number: number?, player: due.player, bomb: bomb.is_some() };
        game.previous = None;
        (game.left.declared, game.left.knife_open) = (false, false);
        Some(game)
    }

    /// The ruleset and whose turn it is: `dunshi, move 9: Black places a gray stone`.
    pub fn headline(&self) -> String {
        let name = self.rules.ruleset;
        match self.status {
            Status::Playing => {
                format!("{name}, move {}: {}", self.number(), self.due_in_words())
            }
            Status::Over => format!("{name}: the game is over"),
            Status::Resigned(player) => {
                format!(
                    "{name}: {} has resigned, {} wins",
                    player.title(),
                    player.opponent().title()
                )
            }
        }
    }

    /// Whether a move is legal. Changes nothing.
    ///
    /// # Errors
    /// All clauses that forbid it, as R-REASONS orders them.
    pub fn verdict(&self, play: impl Into<StatedMove>) -> Result<(), Refusal> {
        self.resolve(play.into()).map(|_| ())
    }

    /// Makes a move.
    ///
    /// # Errors
    /// As [`Game::verdict`]; a refused move changes nothing (FLOW-1).
    pub fn play(&mut self, play: impl Into<StatedMove>) -> Result<Played, Refusal> {
        match self.resolve(play.into())? {
            Resolved::Place(placement) => return Ok(self.place(placement)),
            Resolved::Pass => {
                // R-END: a passed flybomb is no pass.
                if !self.turn.bomb && self.passes.pass(self.rules.rulings.end, self.due()) {
                    self.status = Status::Over;
                }
                self.record_pass();
            }
            Resolved::DoublePass => {
                // PASS2-2: two numbers. PASS2-3: these passes end nothing.
                self.record_pass();
                self.record_pass();
            }
            Resolved::Declare => self.left.declared = true,
            Resolved::End(status) => self.status = status,
        }
        Ok(Played::default())
    }

    /// The legal moves: placements row by row from the lower left corner, then those that an axis
    /// adds, then the pass. None when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let points = self.board.size().iter();
        let mut all: Vec<Move> = points.clone().map(Move::Place).collect();
        match self.rules.escape {
            Escape::Absent => {}
            Escape::Conversion => all.extend(points.clone().map(Move::Convert)),
            Escape::DoublePass => all.push(Move::DoublePass),
        }
        match self.rules.extras {
            Extras::None => {}
            Extras::Flybombs => all.push(Move::DeclareBomb),
            Extras::Knives => all.extend(points.map(Move::Knife)),
            Extras::Replacements => all.extend(points.map(Move::Replace)),
        }
        all.push(Move::Pass);
        all.retain(|&play| self.verdict(play).is_ok());
        all
    }

    /// One stone of each string that gives the mover an escape now (PASS2-1, CONV-1); none when the
    /// game is over.
    pub fn in_atari(&self) -> Vec<Point> {
        if self.status != Status::Playing {
            return Vec::new();
        }
        let first = |string: &Threatened| string.stones.first();
        self.threatened().iter().filter_map(first).map(|place| self.board.point(place)).collect()
    }

    /// The number of legal sequences of this many moves.
    pub fn perft(&self, depth: u32) -> u64 {
        let mut looks = u64::MAX;
        self.count(depth, u64::MAX, &mut looks).unwrap_or(u64::MAX)
    }

    /// The number of legal sequences of this many moves, if there are at most so many, and if they
    /// have at most [`Game::LONGEST_SEQUENCE`] moves. As many positions on the way are looked at, at
    /// most: where most games end before, shorter sequences may be more.
    pub fn perft_within(&self, depth: u32, most: u64) -> Option<u64> {
        let mut looks = most;
        (depth <= Self::LONGEST_SEQUENCE).then(|| self.count(depth, most, &mut looks)).flatten()
    }

    /// Counts at most so many sequences, with at most so many looks at a position.
    fn count(&self, depth: u32, most: u64, looks: &mut u64) -> Option<u64> {
        *looks = looks.checked_sub(1)?;
        let moves = if depth == 0 { return (most > 0).then_some(1) } else { self.legal_moves() };
        if depth == 1 {
            return Some(moves.len() as u64).filter(|&count| count <= most);
        }
        let mut count = 0;
        for play in moves {
            let mut game = self.clone();
            game.play(play).expect("the move is legal");
            count += game.count(depth - 1, most - count, looks)?;
        }
        Some(count)
    }

    /// FLOW-2, FLOW-3: makes a placement that was found legal.
    fn place(&mut self, placement: crate::judge::Placement) -> Played {
        use crate::judge::Kind;
        let mover = placement.mover;
        let mut removed: PlaceSet = placement.captured;
        self.known = Known::default();
        match placement.shift {
            Some(shift) => {
                let settled = shift.into_settled(&self.rules);
                removed.extend(&settled.removed);
                (self.hash, self.board) = (hash(&settled.board), settled.board);
            }
            None => {
                self.hash = placement.hash;
                self.board.put(placement.place, placement.cell);
                for place in placement.captured.iter() {
                    self.board.put(place, Cell::Empty);
                }
            }
        }
        match placement.kind {
            Kind::Ordinary => {}
            Kind::Knife => {
                self.left.at_will[index(mover)] -= 1;
                // R-KNIFE: the first stone was followed by one of the same side.
                self.record.amend_due(Due { player: mover, stone: mover.stone() });
            }
            Kind::Replacement => self.left.at_will[index(mover)] -= 1,
        }
        if placement.next.bomb {
            let times = &mut self.left.times[index(mover)];
            if self.left.declared {
                self.left.at_will[index(mover)] -= 1;
            } else {
                times.remove(0);
            }
        }
        self.left.declared = false;
        self.left.knife_open = placement.kind == Kind::Ordinary;
        let stood = Stood::After(self.turn.number);
        self.turn = placement.next;
        self.passes = Passes::default();
        self.previous = Some(Previous { place: placement.place });
        self.record.add(&self.board, self.hash, self.due(), Some(mover), stood);
        Played { captures: self.board.points_of(&removed) }
    }

    /// A pass takes a number and is recorded (R-SUPERKO, situational); it gives no atari.
    fn record_pass(&mut self) {
        let (mover, stood) = (self.turn.player, Stood::After(self.turn.number));
        self.turn = self.turn.next(false);
        self.left.knife_open = false;
        self.previous = None;
        self.record.add_unchanged(self.hash, self.due(), mover, stood);
    }
}
