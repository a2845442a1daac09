//! The engine boundary: a query that stands alone, an answer, and whatever turns one into the other.

use crate::{
    Answer, BadMark, Board, BoardSize, ClauseId, Game, GrayString, Marks, Nature, Player, Point,
    Refusal, Setup, StatedMove, Status, Stone, all_private_eyes, empty_regions, enclosed_region_at,
    natures,
    rules::{Rules, gray::Gray},
    score, strings,
};

/// Anything that answers queries about the rules.
///
/// ```
/// use ternary_go::{Answer, Ask, Board, Engine, Query, Reference, Ruleset, Setup};
/// let board: Board = "3 . . .\n2 O O .\n1 . O .".parse()?;
/// let query = Query {
///     rules: Ruleset::Dunshi.rules(),
///     setup: Setup::new(board, 9),
///     moves: vec![],
///     ask: Ask::Legal(vec!["A1".parse()?, "C3".parse()?]),
/// };
/// let Answer::Verdicts(verdicts) = Reference.answer(&query) else { panic!() };
/// assert_eq!(verdicts[0].as_ref().unwrap_err()[0].as_str(), "FORB-2");
/// assert_eq!(verdicts[1], Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Engine {
    /// Answers a query. What the engine cannot answer is [`Answer::Unsupported`].
    fn answer(&mut self, query: &Query) -> Answer;

    /// Which clauses its refusals name.
    fn reasons(&self) -> Reasons {
        Reasons::Some
    }
}

/// Which of the clauses that forbid a move an engine names when it refuses one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reasons {
    /// Any of them, or none.
    #[default]
    Some,
    /// All of them (R-REASONS).
    All,
}

/// A question about a position under given rules.
#[derive(Clone, Debug)]
pub struct Query {
    /// The rules: every axis and switch.
    pub rules: Rules,
    /// The position from which the moves are made.
    pub setup: Setup,
    /// Moves to be made before the question; each is legal.
    pub moves: Vec<StatedMove>,
    /// The question.
    pub ask: Ask,
}

/// What a query asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A verdict on each of these moves.
    Legal(Vec<StatedMove>),
    /// All legal moves but to resign and to agree.
    LegalMoves,
    /// All strings with their liberties (DEF-3).
    Strings,
    /// All empty regions (DEF-5) and whose eyes they are (DEF-7).
    EmptyRegions,
    /// The region enclosed by a side that holds a point (DEF-6).
    Enclosed(Player, Point),
    /// Whether each black and white string has a private eye, and why not (DEF-8).
    PrivateEyes,
    /// All gray strings with their counts and natures (NAT).
    Natures,
    /// The result of each of these moves, refused ones taken back (FLOW-1).
    Play(Vec<StatedMove>),
    /// The count (SCORE).
    Score(Marks),
    /// The number of legal sequences of so many moves.
    Perft(u32),
    /// The names of points in the sources' notation (COORD-2).
    Coordinates(Vec<Point>),
}

/// What one move of a line led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The points whose stones the move removed, or the clauses that refuse it.
    pub outcome: Result<Vec<Point>, Vec<ClauseId>>,
    /// The position after it.
    pub board: Board,
    /// The number of the next move.
    pub number: u32,
    /// The side to move next.
    pub to_move: Player,
    /// The stone due next.
    pub due: Stone,
    /// Whether the game goes on.
    pub status: Status,
    /// One stone of each string that gives the side to move its escape.
    pub atari: Vec<Point>,
    /// The gray strings with their counts and natures; empty in rulesets without natures (LAYER-6).
    pub natures: Vec<GrayString>,
    /// The extras that Black and White may still use at will.
    pub left: [u8; 2],
}

/// The reference engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl Engine for Reference {
    fn answer(&mut self, query: &Query) -> Answer {
        let mut game = match Game::from_setup(query.rules, query.setup.clone()) {
            Ok(game) => game,
            Err(error) => return Answer::Error(error.to_string()),
        };
        for &play in &query.moves {
            if let Err(refusal) = game.play(play) {
                return Answer::Error(format!("the move {play} is illegal: {refusal}"));
            }
        }
        answer(&game, &query.ask)
    }

    fn reasons(&self) -> Reasons {
        Reasons::All
    }
}

fn answer(game: &Game, ask: &Ask) -> Answer {
    let board = game.board();
    match ask {
        Ask::Legal(moves) => {
            let verdict = |&play: &StatedMove| game.verdict(play).map_err(clauses);
            Answer::Verdicts(moves.iter().map(verdict).collect())
        }
        Ask::LegalMoves => Answer::LegalMoves(game.legal_moves()),
        Ask::Strings => Answer::Strings(strings(board).into_iter().map(Into::into).collect()),
        Ask::EmptyRegions => {
            Answer::EmptyRegions(empty_regions(board).into_iter().map(Into::into).collect())
        }
        Ask::Enclosed(player, point) => match off_board(board.size(), *point) {
            Some(error) => error,
            None => Answer::Enclosed(enclosed_region_at(board, *player, *point)),
        },
        Ask::PrivateEyes => {
            let all = all_private_eyes(board, game.rules().rulings.eyes());
            Answer::PrivateEyes(
                all.into_iter().map(|(first, report)| (first, report.eyes)).collect(),
            )
        }
        Ask::Natures => {
            let mut all = natures(board, game.rules().rulings.eyes());
            if game.rules().gray != Gray::Natured {
                all.iter_mut().for_each(|gray| gray.nature = Nature::Neutral); // LAYER-6
            }
            Answer::Natures(all.into_iter().map(Into::into).collect())
        }
        Ask::Play(moves) => {
            let mut game = game.clone();
            let step = |&play: &StatedMove| step(&mut game, play).into();
            Answer::Played(moves.iter().map(step).collect())
        }
        Ask::Score(marks) => {
            let count = score(board, game.rules(), marks);
            let refused = |bad: BadMark| vec![bad.clause()];
            Answer::Score(count.map(Into::into).map_err(refused))
        }
        Ask::Perft(depth) => {
            let most = Game::MOST_SEQUENCES;
            let too_many = || {
                Answer::Error(format!("more than {most} sequences or positions, or too long ones"))
            };
            game.perft_within(*depth, most).map_or_else(too_many, Answer::Perft)
        }
        Ask::Coordinates(points) => {
            let name = |point: &Point| point.to_source(board.size());
            Answer::Coordinates(points.iter().map(name).collect())
        }
    }
}

/// Makes a move if it is legal, and says what it led to; a refused move is taken back (FLOW-1).
pub fn step(game: &mut Game, play: StatedMove) -> Step {
    let outcome = game.play(play).map(|played| played.captures).map_err(clauses);
    let due = game.due();
    Step {
        outcome,
        board: game.board().clone(),
        number: game.number(),
        to_move: due.player,
        due: due.stone,
        status: game.status(),
        atari: game.in_atari(),
        natures: game.natures(),
        left: Player::ALL.map(|player| game.extras_left(player)),
    }
}

fn clauses(refusal: Refusal) -> Vec<ClauseId> {
    refusal.clauses().collect()
}

fn off_board(size: BoardSize, point: Point) -> Option<Answer> {
    let error = || Answer::Error(format!("{point} is off a board of {size}"));
    (!size.contains(point)).then(error)
}
