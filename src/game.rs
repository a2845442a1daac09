//! Whole games: a fixed pipeline that asks each axis of the rules in turn. GO, FLOW.

use std::fmt;

use crate::{
    Board, BoardSize, IllegalMove, Move, Player, Point, Refusal, StatedMove, Stone,
    board::{Cell, Place, PlaceSet},
    play::{captures, is_suicide},
    rules::{
        Rules,
        end::Passes,
        escape::{Escape, Previous, Threatened, threatened},
        gray::{Gray, forbidden},
        schedule::Due,
        superko::{Outcome, Record, hash, hash_of},
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
}

impl Setup {
    /// A position with the number of the move to be made, and nothing behind it.
    pub const fn new(board: Board, number: u32) -> Self {
        Self { board, number, previous: None, history: Vec::new() }
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
    rules: Rules,
    board: Board,
    hash: u64,
    number: u32,
    status: Status,
    passes: Passes,
    previous: Option<Previous>,
    record: Record,
}

/// A move that is legal, worked out.
enum Resolved {
    Place { place: Place, cell: Cell, captured: PlaceSet, hash: u64 },
    Pass,
    DoublePass,
    End(Status),
}

impl Game {
    /// The highest move number.
    pub const MAX_NUMBER: u32 = 1_000_000_000;

    /// A game from the empty board.
    pub fn new(rules: Rules, size: BoardSize) -> Self {
        Self::start(rules, Board::empty(size), 1)
    }

    /// A game from a position (GO-8, R-SETUP).
    ///
    /// # Errors
    /// When the setup contradicts itself or the rules have no such stones.
    pub fn from_setup(rules: Rules, setup: Setup) -> Result<Self, SetupError> {
        let Setup { board, number, previous, history } = setup;
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
            let gray = |board: &Board| board.stones().find(|(_, stone)| *stone == Stone::Gray);
            if let Some((point, _)) = history.iter().chain([&board]).find_map(gray) {
                return Err(SetupError::GrayStone(point));
            }
        }
        if let Some(point) = previous.filter(|&point| !board.size().contains(point)) {
            return Err(SetupError::PreviousOffBoard(point));
        }
        let previous = previous.map(|point| Previous { place: board.place(point) });
        let first_number = number - history.len() as u32;
        let mut boards = history.into_iter().chain([board]);
        let first = boards.next().expect("the position itself is there");
        let mut game = Self::start(rules, first, first_number);
        for board in boards {
            let mover = game.due().player;
            (game.hash, game.board) = (hash(&board), board);
            game.number += 1;
            game.record.add(&game.board, game.hash, game.due(), Some(mover));
        }
        game.previous = previous;
        Ok(game)
    }

    fn start(rules: Rules, board: Board, number: u32) -> Self {
        let mut record = Record::new(&board);
        let hash = hash(&board);
        record.add(&board, hash, rules.schedule.due(number), None);
        let (status, passes, previous) = (Status::Playing, Passes::default(), None);
        Self { rules, board, hash, number, status, passes, previous, record }
    }

    /// The parameters of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the next move (GO-2).
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Whether the game goes on (GO-7).
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The side to move and the stone due.
    pub const fn due(&self) -> Due {
        self.rules.schedule.due(self.number)
    }

    /// The ruleset and whose turn it is: `dunshi, move 9: Black places a gray stone`.
    pub fn headline(&self) -> String {
        let name = self.rules.ruleset;
        match self.status {
            Status::Playing => {
                let (number, Due { player, stone }) = (self.number(), self.due());
                format!("{name}, move {number}: {} places a {stone} stone", player.title())
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
            Resolved::Place { place, cell, captured, hash } => {
                Ok(self.place(place, cell, &captured, hash))
            }
            Resolved::Pass => {
                let due = self.due();
                if self.passes.pass(self.rules.rulings.end, due) {
                    self.status = Status::Over;
                }
                self.record_pass();
                Ok(Played::default())
            }
            Resolved::DoublePass => {
                // PASS2-2: two numbers. PASS2-3: these passes end nothing.
                self.record_pass();
                self.record_pass();
                Ok(Played::default())
            }
            Resolved::End(status) => {
                self.status = status;
                Ok(Played::default())
            }
        }
    }

    /// The legal moves: placements row by row from the lower left corner, then conversions, the
    /// double pass and the pass. None when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let points = self.board.size().iter();
        let empty = points.filter(|&point| self.board.get(point).is_none());
        let convert = match self.rules.escape {
            Escape::Conversion => self.threatened(),
            Escape::Absent | Escape::DoublePass => Vec::new(),
        };
        let mut rescues = PlaceSet::default();
        for string in convert {
            rescues.insert(string.liberty);
        }
        let conversions = rescues.iter().map(|place| Move::Convert(self.board.point(place)));
        let rest = [Move::DoublePass, Move::Pass];
        let all = empty.map(Move::Place).chain(conversions).chain(rest);
        all.filter(|&play| self.verdict(play).is_ok()).collect()
    }

    /// One stone of each string that gives the mover an escape now (PASS2-1, CONV-1).
    pub fn in_atari(&self) -> Vec<Point> {
        let first = |string: &Threatened| string.stones.first();
        self.threatened().iter().filter_map(first).map(|place| self.board.point(place)).collect()
    }

    /// The number of legal sequences of this many moves.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = if depth == 0 { return 1 } else { self.legal_moves() };
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |play| {
            let mut game = self.clone();
            game.play(play).expect("the move is legal");
            game.perft(depth - 1)
        };
        moves.into_iter().map(after).sum()
    }

    /// Judges a move: R-REASONS, stage by stage.
    fn resolve(&self, stated: StatedMove) -> Result<Resolved, Refusal> {
        if self.status != Status::Playing {
            return Err(IllegalMove::GameOver.into()); // GO-7
        }
        let due = self.due();
        let right_side = stated.player.is_none_or(|player| player == due.player);
        if !right_side || stated.number.is_some_and(|number| number != self.number) {
            return Err(IllegalMove::NotTheTurn.into()); // GO-2
        }
        match stated.play {
            Move::Place(point) => match due.stone.player() {
                Some(mover) => self.resolve_own(mover, self.empty(point)?, Refusal::default()),
                None => self.resolve_gray(due.player, self.empty(point)?),
            },
            Move::Convert(point) => {
                let rescued = self.escape(Escape::Conversion, IllegalMove::NoConversion)?; // CONV-1
                let place = self.empty(point)?;
                let mut refusal = Refusal::default();
                if !rescued.iter().any(|string| string.liberty == place) {
                    refusal.add(IllegalMove::NoRescue); // CONV-2
                }
                self.resolve_own(due.player, place, refusal) // CONV-3
            }
            Move::DoublePass => {
                self.escape(Escape::DoublePass, IllegalMove::NoDoublePass)?; // PASS2-1
                Ok(Resolved::DoublePass)
            }
            Move::Pass => Ok(Resolved::Pass), // GO-3
            Move::Resign => Ok(Resolved::End(Status::Resigned(due.player))),
            Move::Agree => Ok(Resolved::End(Status::Over)),
        }
    }

    /// GO-1: a point of the board that is empty.
    fn empty(&self, point: Point) -> Result<Place, Refusal> {
        let on_board = self.board.size().contains(point).then(|| self.board.place(point));
        on_board
            .filter(|&place| self.board.cell(place) == Cell::Empty)
            .ok_or(IllegalMove::NotEmpty.into())
    }

    /// The strings for which an escape of this kind is open.
    fn escape(&self, escape: Escape, otherwise: IllegalMove) -> Result<Vec<Threatened>, Refusal> {
        let threatened = if self.rules.escape == escape { self.threatened() } else { Vec::new() };
        if threatened.is_empty() { Err(otherwise.into()) } else { Ok(threatened) }
    }

    /// PASS2-1, CONV-1: the mover's strings put in atari by the move just made, when gray is due.
    fn threatened(&self) -> Vec<Threatened> {
        let due = self.due();
        let Some(previous) = self.previous.filter(|_| due.stone == Stone::Gray) else {
            return Vec::new();
        };
        let before = || {
            let mut before = self.board.clone();
            match self.record.before_last() {
                Some(cells) => before.copy_cells(cells),
                None => before.put(previous.place, Cell::Empty),
            }
            before
        };
        threatened(self.rules.rulings.atari, &self.board, due.player, previous, before)
    }

    /// A stone of the mover's own colour: GO-4, GO-5, GO-6.
    fn resolve_own(
        &self,
        mover: Player,
        place: Place,
        mut refusal: Refusal,
    ) -> Result<Resolved, Refusal> {
        let cell = Cell::of(mover);
        let captured = captures(&self.board, mover, place);
        let mut hash = self.hash ^ hash_of(place, cell);
        if !captured.is_empty() {
            let taken = Cell::of(mover.opponent());
            hash = captured.iter().fold(hash, |hash, place| hash ^ hash_of(place, taken));
        } else if is_suicide(&self.board, mover, place) {
            refusal.add(IllegalMove::Suicide); // GO-5
            return Err(refusal);
        }
        self.resolve_placement(place, cell, captured, hash, refusal)
    }

    /// A gray stone: FORB, GO-6. It captures nothing and needs no liberty (FLOW-2, LAYER-4).
    fn resolve_gray(&self, mover: Player, place: Place) -> Result<Resolved, Refusal> {
        let refusal = forbidden(&self.board, mover, place, self.rules.rulings.tiger_mouth);
        let hash = self.hash ^ hash_of(place, Cell::Gray);
        self.resolve_placement(place, Cell::Gray, PlaceSet::default(), hash, refusal)
    }

    /// GO-6: the position that a placement would leave must be new, as R-SUPERKO reads it.
    fn resolve_placement(
        &self,
        place: Place,
        cell: Cell,
        captured: PlaceSet,
        hash: u64,
        mut refusal: Refusal,
    ) -> Result<Resolved, Refusal> {
        let outcome = Outcome { board: &self.board, place, cell, captured: &captured };
        let next = self.rules.schedule.due(self.number + 1);
        let superko = self.rules.rulings.superko;
        if self.record.forbids(superko, outcome, hash, next, self.due().player) {
            refusal.add(IllegalMove::Superko);
        }
        if refusal.is_empty() {
            Ok(Resolved::Place { place, cell, captured, hash })
        } else {
            Err(refusal)
        }
    }

    /// FLOW-2: places a stone and removes what it captures.
    fn place(&mut self, place: Place, cell: Cell, captured: &PlaceSet, hash: u64) -> Played {
        let mover = self.due().player;
        self.board.put(place, cell);
        let mut captures = Vec::new();
        for place in captured.iter() {
            self.board.put(place, Cell::Empty);
            captures.push(self.board.point(place));
        }
        self.hash = hash;
        self.number += 1;
        self.passes = Passes::default();
        self.previous = Some(Previous { place });
        self.record.add(&self.board, hash, self.due(), Some(mover));
        Played { captures }
    }

    /// A pass takes a number and is recorded (R-SUPERKO, situational); it gives no atari.
    fn record_pass(&mut self) {
        let mover = self.due().player;
        self.number += 1;
        self.previous = None;
        self.record.add_unchanged(self.hash, self.due(), mover);
    }
}
