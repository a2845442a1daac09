//! Questions about `go` put by the commands that GTP engines have.

use super::{
    setup::{Line, Obstacle, Play},
    talk::{Reply, Talk},
};
use crate::{
    Answer, Ask, Board, BoardSize, Move, Player, Point, Query, Ruleset, StatedMove, StepAnswer,
    rules::{
        Axis, escape::Escape, extras::Extras, gray::Gray, schedule::Schedule, superko::Superko,
    },
    verify::{session::Fault, wire::Welcome},
};

/// The commands without which nothing can be asked.
pub(super) const NEEDED: [&str; 3] = ["boardsize", "clear_board", "play"];

/// The queries that can be put.
const QUERIES: [&str; 4] = ["legal", "legal_moves", "play", "perft"];

/// The most positions that are set up for one `perft`.
const MOST_POSITIONS: usize = 2000;

/// The most orders of stones that are tried for one set-up.
const MOST_ORDERS: usize = 8;

/// What an engine says of itself; of the readings the user says it.
pub(super) fn welcome(
    name: &str,
    version: &str,
    readings: &[(&'static str, &'static str)],
) -> Welcome {
    let all = Welcome::everything(name, version);
    // The other switches make no difference in `go`.
    let superko = readings.iter().find(|(switch, _)| *switch == Superko::NAME);
    let superko = superko.map_or(Superko::default().name(), |(_, reading)| reading);
    let mut played = all.readings;
    played.insert(Superko::NAME.into(), vec![superko.into()]);
    Welcome {
        rulesets: vec![Ruleset::Go.name().into()],
        queries: Some(QUERIES.map(Into::into).to_vec()),
        readings: played,
        reasons: crate::verify::wire::Reasons::Some,
        in_flight: 1,
        ..all
    }
}

/// How legality is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Legality {
    /// `is_legal`.
    Each,
    /// `all_legal`.
    All,
    /// `play`; what it accepts is set up anew without it.
    Try,
}

/// An engine that takes plain commands.
pub(super) struct Plain {
    legality: Legality,
    lists_stones: bool,
    rectangles: bool,
    /// The size that it has been told.
    size: Option<BoardSize>,
}

/// Why a question has no answer of its own.
enum Stop {
    Fault(Fault),
    Answer(Answer),
    Repeats(Box<Board>),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Obstacle> for Stop {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::Unsupported(what) => unsupported(what),
            Obstacle::Repeats(board) => Self::Repeats(board),
        }
    }
}

fn unsupported(what: impl Into<String>) -> Stop {
    Stop::Answer(Answer::Unsupported(what.into()))
}

fn failed(what: impl Into<String>) -> Stop {
    Stop::Answer(Answer::Error(what.into()))
}

impl Plain {
    /// An engine that has these commands.
    pub(super) fn new(has: impl Fn(&str) -> bool) -> Self {
        let legality = if has("is_legal") {
            Legality::Each
        } else if has("all_legal") {
            Legality::All
        } else {
            Legality::Try
        };
        let rectangles = has("rectangular_boardsize");
        Self { legality, lists_stones: has("list_stones"), rectangles, size: None }
    }

    /// Puts a question.
    pub(super) fn answer(&mut self, talk: &mut Talk, query: &Query) -> Result<Answer, Fault> {
        let mut avoid = Vec::new();
        loop {
            match self.ask(talk, query, &avoid) {
                Ok(answer) | Err(Stop::Answer(answer)) => return Ok(answer),
                Err(Stop::Fault(fault)) => return Err(fault),
                Err(Stop::Repeats(board)) if avoid.len() < MOST_ORDERS => avoid.push(*board),
                Err(Stop::Repeats(_)) => {
                    let what = "a position of its set-up stone by stone comes back later";
                    return Ok(Answer::Unsupported(what.into()));
                }
            }
        }
    }

    fn ask(&mut self, talk: &mut Talk, query: &Query, avoid: &[Board]) -> Result<Answer, Stop> {
        let rules = &query.rules;
        let game = (rules.schedule, rules.gray, rules.escape, rules.extras);
        if game != (Schedule::Alternate, Gray::Absent, Escape::Absent, Extras::None) {
            return Err(unsupported("GTP has no words for this game"));
        }
        let mut line = Line::new(rules, &query.setup, avoid)?;
        for &play in &query.moves {
            let play = expressed(&line, play)?;
            line.after(play)?;
            line.make(play);
        }
        // What cannot be said is found before anything is asked.
        match &query.ask {
            Ask::Legal(moves) => {
                let plays: Vec<Play> =
                    moves.iter().map(|&play| expressed(&line, play)).collect::<Result<_, _>>()?;
                self.set_up_first(talk, &line)?;
                Ok(Answer::Verdicts(
                    self.verdicts(talk, &line, &plays)?
                        .into_iter()
                        .map(|legal| if legal { Ok(()) } else { Err(vec![]) })
                        .collect(),
                ))
            }
            Ask::LegalMoves => {
                self.set_up_first(talk, &line)?;
                let moves = self.legal_plays(talk, &line)?.into_iter();
                let play = |play: Play| play.point.map_or(Move::Pass, Move::Place);
                Ok(Answer::LegalMoves(moves.map(play).collect()))
            }
            Ask::Play(moves) => {
                self.set_up_first(talk, &line)?;
                self.steps(talk, line, moves)
            }
            Ask::Perft(depth) => {
                let empty = line.board.size().points() - line.board.stones().count();
                let positions = (empty + 1).checked_pow(depth.saturating_sub(1));
                if positions.is_none_or(|positions| positions > MOST_POSITIONS) {
                    let what = format!("perft of more than {MOST_POSITIONS} positions over GTP");
                    return Err(unsupported(what));
                }
                self.set_up_first(talk, &line)?;
                Ok(Answer::Perft(self.perft(talk, &line, *depth)?))
            }
            Ask::Strings
            | Ask::EmptyRegions
            | Ask::Enclosed(..)
            | Ask::PrivateEyes
            | Ask::Natures
            | Ask::Score(_)
            | Ask::Coordinates(_) => Err(unsupported("GTP has no command for it")),
        }
    }

    /// Sets up a position, and looks whether it stands there.
    fn set_up_first(&mut self, talk: &mut Talk, line: &Line) -> Result<(), Stop> {
        self.set_up(talk, line)?;
        match self.board(talk, line.board.size())? {
            Some(board) if board != line.board => Err(failed(format!(
                "after its moves the board should be\n{}\nand it is\n{board}",
                line.board
            ))),
            Some(_) | None => Ok(()),
        }
    }

    /// Brings the engine to a position.
    fn set_up(&mut self, talk: &mut Talk, line: &Line) -> Result<(), Stop> {
        let size = line.board.size();
        if self.size != Some(size) {
            self.size = None;
            let command = match (size.width(), size.height()) {
                (width, height) if width == height => format!("boardsize {width}"),
                (width, height) if self.rectangles => {
                    format!("rectangular_boardsize {width} {height}")
                }
                _ => return Err(unsupported(format!("a board of {size}"))),
            };
            if let Err(message) = talk.ask(&command)? {
                return Err(unsupported(format!("a board of {size}: `{command}`: {message}")));
            }
            self.size = Some(size);
        }
        replay(talk, line)
    }

    /// Whether each of some moves is legal, on the position that stands there.
    fn verdicts(&self, talk: &mut Talk, line: &Line, plays: &[Play]) -> Result<Vec<bool>, Stop> {
        let mut all = None;
        let mut verdicts = Vec::new();
        let mut moved = false;
        for &play in plays {
            line.after(play)?;
            if std::mem::take(&mut moved) {
                replay(talk, line)?;
            }
            verdicts.push(match (self.legality, play.point) {
                (Legality::Each, Some(point)) => is_legal(talk, line, play.player, point)?,
                (Legality::All, Some(point)) => {
                    if all.is_none() {
                        let reply = talk.ask(&format!("all_legal {}", line.to_move))?;
                        all = Some(points("all_legal", reply)?);
                    }
                    all.iter().flatten().any(|legal| *legal == point)
                }
                // Not every engine takes a pass in `is_legal`.
                (Legality::Try, _) | (_, None) => {
                    moved = talk.ask(&play.to_string())?.is_ok();
                    moved
                }
            });
        }
        Ok(verdicts)
    }

    /// All legal moves on the position that stands there; it may be another one afterwards.
    fn legal_plays(&self, talk: &mut Talk, line: &Line) -> Result<Vec<Play>, Stop> {
        if line.passes >= 2 {
            return Err(unsupported("GTP has no end of the game"));
        }
        let points = line.board.size().iter().map(Some).chain([None]);
        let plays: Vec<Play> = points.map(|point| Play { player: line.to_move, point }).collect();
        let verdicts = self.verdicts(talk, line, &plays)?;
        let legal = plays.into_iter().zip(verdicts).filter(|(_, legal)| *legal);
        Ok(legal.map(|(play, _)| play).collect())
    }

    fn steps(&self, talk: &mut Talk, mut line: Line, moves: &[StatedMove]) -> Result<Answer, Stop> {
        let size = line.board.size();
        let mut before = self.board(talk, size)?;
        let mut steps = Vec::new();
        for &play in moves {
            let play = expressed(&line, play)?;
            line.after(play)?;
            let accepted = talk.ask(&play.to_string())?.is_ok();
            if accepted {
                line.make(play);
            }
            let board = self.board(talk, size)?;
            let captures = |(before, after): (&Board, &Board)| {
                let gone =
                    before.stones().filter(|(point, stone)| after.get(*point) != Some(*stone));
                gone.map(|(point, _)| point).collect()
            };
            steps.push(StepAnswer {
                verdict: if accepted { Ok(()) } else { Err(vec![]) },
                captures: before.as_ref().zip(board.as_ref()).map(captures),
                board: board.clone(),
                number: None,
                to_move: None,
                due: None,
                status: None,
                atari: None,
                natures: None,
                left: None,
            });
            before = board;
        }
        Ok(Answer::Played(steps))
    }

    /// The number of sequences, from the position that stands there. The game is over after two
    /// passes: that is not asked.
    fn perft(&self, talk: &mut Talk, line: &Line, depth: u32) -> Result<u64, Stop> {
        if depth == 0 {
            return Ok(1);
        }
        if line.passes >= 2 {
            return Ok(0);
        }
        let plays = self.legal_plays(talk, line)?;
        if depth == 1 {
            return Ok(plays.len() as u64);
        }
        let mut count = 0;
        for play in plays {
            let mut next = line.clone();
            next.make(play);
            replay(talk, &next)?;
            count += self.perft(talk, &next, depth - 1)?;
        }
        Ok(count)
    }

    /// The stones that stand there, where the engine lists them.
    fn board(&self, talk: &mut Talk, size: BoardSize) -> Result<Option<Board>, Stop> {
        if !self.lists_stones {
            return Ok(None);
        }
        let mut board = Board::empty(size);
        for player in Player::ALL {
            for point in points("list_stones", talk.ask(&format!("list_stones {player}"))?)? {
                if !size.contains(point) || board.get(point).is_some() {
                    return Err(failed(format!("`list_stones {player}` names {point}")));
                }
                board.set(point, Some(player.stone()));
            }
        }
        Ok(Some(board))
    }
}

/// Makes all moves of a line on an empty board.
fn replay(talk: &mut Talk, line: &Line) -> Result<(), Stop> {
    if let Err(message) = talk.ask("clear_board")? {
        return Err(failed(format!("`clear_board` fails: {message}")));
    }
    for (index, play) in line.plays.iter().enumerate() {
        if let Err(message) = talk.ask(&play.to_string())? {
            return Err(if index < line.given {
                unsupported(format!("it refuses `{play}` of the set-up: {message}"))
            } else {
                failed(format!("it refuses `{play}`, which is legal: {message}"))
            });
        }
    }
    Ok(())
}

/// Whether a stone may be placed, by the command for that. Off the board a refusal is an answer.
fn is_legal(talk: &mut Talk, line: &Line, player: Player, point: Point) -> Result<bool, Stop> {
    match talk.ask(&format!("is_legal {player} {point}"))?.as_deref() {
        Ok("1") => Ok(true),
        Ok("0") => Ok(false),
        Ok(other) => Err(failed(format!("`is_legal` answers {other:?}"))),
        Err(_) if !line.board.size().contains(point) => Ok(false),
        Err(message) => Err(failed(format!("`is_legal` fails: {message}"))),
    }
}

/// The points of an answer; a pass is none.
fn points(command: &str, reply: Reply) -> Result<Vec<Point>, Stop> {
    let text = reply.map_err(|message| failed(format!("`{command}` fails: {message}")))?;
    let words = text.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("pass"));
    let point = |word: &str| {
        word.parse()
            .map_err(|error| failed(format!("`{command}` answers what is no point: {error}")))
    };
    words.map(point).collect()
}

/// A move as GTP writes it.
fn expressed(line: &Line, stated: StatedMove) -> Result<Play, Stop> {
    let StatedMove { number, player, play } = stated;
    if line.passes >= 2 {
        return Err(unsupported("GTP has no end of the game: after two passes nothing is asked"));
    }
    if number.is_some_and(|number| number != line.number) {
        return Err(unsupported("GTP moves have no numbers"));
    }
    if player.is_some_and(|player| player != line.to_move) {
        return Err(unsupported("GTP lets either side move at any time"));
    }
    let point = match play {
        Move::Place(point) => Some(point),
        Move::Pass => None,
        Move::DoublePass
        | Move::Convert(_)
        | Move::DeclareBomb
        | Move::Knife(_)
        | Move::Replace(_)
        | Move::Resign
        | Move::Agree => return Err(unsupported(format!("GTP has no word for `{play}`"))),
    };
    Ok(Play { player: line.to_move, point })
}
