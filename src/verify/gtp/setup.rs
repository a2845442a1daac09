//! A position put on the board of a GTP engine by single stones, and what its record holds then.

use std::collections::HashSet;

use crate::{
    Board, Player, Point, Setup, Stone,
    board::Cell,
    play::captures,
    region::{string, strings},
    rules::{Rules, superko::Superko},
};

/// A move as GTP has it: a side, and a point or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Play {
    pub(super) player: Player,
    pub(super) point: Option<Point>,
}

impl std::fmt::Display for Play {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "play {} ", self.player)?;
        match self.point {
            Some(point) => write!(f, "{point}"),
            None => f.write_str("pass"),
        }
    }
}

/// A position with the moves that lead to it from the empty board.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Stones of the first position, then moves.
    pub(super) plays: Vec<Play>,
    /// How many of them set up the first position and the history.
    pub(super) given: usize,
    /// The position.
    pub(super) board: Board,
    /// The number of the next move.
    pub(super) number: u32,
    /// The side that makes it.
    pub(super) to_move: Player,
    /// Passes just before.
    pub(super) passes: u32,
    /// Positions in the record of the engine that are not in that of the game.
    artefacts: HashSet<Board>,
}

/// Why a question cannot be put.
#[derive(Debug)]
pub(super) enum Obstacle {
    /// GTP has no words for it.
    Unsupported(String),
    /// A move would lead to a position that stood on the board while it was set up.
    Repeats(Box<Board>),
}

impl Line {
    /// Sets up a position, with its history, in an order of stones that leads over none of these
    /// boards.
    ///
    /// While all strings have liberties no order captures anything: a string of some of the stones
    /// has the liberty of its string, or an empty point where another stone of that will stand.
    pub(super) fn new(rules: &Rules, setup: &Setup, avoid: &[Board]) -> Result<Self, Obstacle> {
        let unsupported = |what: &str| Err(Obstacle::Unsupported(what.into()));
        let Setup { board, number, history, to_move, .. } = setup;
        let boards: Vec<&Board> = history.iter().chain([board]).collect();
        let start = boards[0];
        if strings(start).iter().any(|string| string.liberties.is_empty()) {
            return unsupported("GTP cannot set up a string without liberties");
        }
        let to_move = to_move.unwrap_or_else(|| rules.schedule.due(*number).player);
        let first = if history.len().is_multiple_of(2) { to_move } else { to_move.opponent() };
        let plays = in_order(start, first.opponent(), avoid);
        let mut artefacts = HashSet::new();
        let mut before = Board::empty(start.size());
        for Play { player, point } in &plays {
            artefacts.insert(before.clone());
            before.set(point.expect("a stone has a point"), Some(player.stone()));
        }
        // The record of a situational game has the side to move: that after the last stone.
        let side = plays.last().map_or(Player::Black, |play| play.player.opponent());
        if rules.rulings.superko == Superko::Situational && side != first {
            artefacts.insert(start.clone());
        }
        if artefacts.iter().any(|board| avoid.contains(board)) {
            return unsupported("no order of its stones keeps the record of superko clean");
        }
        let number = number - history.len() as u32;
        let (board, passes, given) = (start.clone(), 0, 0);
        let mut line = Self { plays, given, board, number, to_move: first, passes, artefacts };
        for next in &boards[1..] {
            let point = start.size().iter().find(|&point| {
                line.board.get(point).is_none() && next.get(point) == Some(line.to_move.stone())
            });
            let play = Play { player: line.to_move, point };
            if point.is_none() || line.after(play)? != **next {
                return unsupported("its history is not one of moves");
            }
            line.make(play);
        }
        line.given = line.plays.len();
        Ok(line)
    }

    /// The position after a move, whether or not a rule forbids it.
    ///
    /// # Errors
    /// When that position stood on the board while the first one was set up: an engine that
    /// remembers it would refuse the move, and be right by what it has seen.
    pub(super) fn after(&self, play: Play) -> Result<Board, Obstacle> {
        let mut board = self.board.clone();
        let Some(point) = play.point.filter(|&point| board.size().contains(point)) else {
            return Ok(board);
        };
        let place = board.place(point);
        let captured = match board.cell(place) {
            Cell::Empty => captures(&board, play.player, place),
            Cell::Black | Cell::White | Cell::Gray | Cell::Edge => return Ok(board),
        };
        board.put(place, Cell::of(play.player));
        for place in captured.iter() {
            board.put(place, Cell::Empty);
        }
        let (own, liberties) = string(&board, place);
        if liberties.is_empty() {
            // Where an engine allows suicide.
            for place in own.iter() {
                board.put(place, Cell::Empty);
            }
        }
        if self.artefacts.contains(&board) {
            return Err(Obstacle::Repeats(Box::new(board)));
        }
        Ok(board)
    }

    /// Adds a move that the engine has accepted.
    pub(super) fn make(&mut self, play: Play) {
        self.board = match self.after(play) {
            Ok(board) => board,
            Err(Obstacle::Repeats(board)) => *board,
            Err(Obstacle::Unsupported(_)) => self.board.clone(),
        };
        self.passes = if play.point.is_none() { self.passes + 1 } else { 0 };
        self.plays.push(play);
        self.number += 1;
        self.to_move = self.to_move.opponent();
    }
}

/// The stones of a position in an order that leads over none of these boards, where there is one;
/// the last is of this side, if it has a stone.
fn in_order(board: &Board, last: Player, avoid: &[Board]) -> Vec<Play> {
    let mut stones: Vec<(Point, Stone)> = board.stones().collect();
    // A stone that a board lacks keeps the order from leading over that board, once it stands.
    let mut first = Vec::new();
    for avoided in avoid {
        let lacks = |(point, stone): &(Point, Stone)| avoided.get(*point) != Some(*stone);
        if !first.iter().any(lacks)
            && let Some(index) = stones.iter().position(lacks)
        {
            first.push(stones.remove(index));
        }
    }
    if let Some(index) = stones.iter().rposition(|(_, stone)| *stone == last.stone()) {
        let stone = stones.remove(index);
        stones.push(stone);
    }
    first.append(&mut stones);
    let play = |(point, stone): (Point, Stone)| {
        let player = if stone == Stone::White { Player::White } else { Player::Black };
        Play { player, point: Some(point) }
    };
    first.into_iter().map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;

    fn line(board: &str, history: &[&str], number: u32, avoid: &[&str]) -> Result<Line, Obstacle> {
        let read = |text: &&str| text.parse::<Board>().unwrap();
        let mut setup = Setup::new(read(&board), number);
        setup.history = history.iter().map(read).collect();
        let avoid: Vec<Board> = avoid.iter().map(read).collect();
        Line::new(&Ruleset::Go.rules(), &setup, &avoid)
    }

    #[test]
    fn a_history_is_played() {
        let (before, after) = (". O .\n. X .\n. . .", "X O .\n. X .\n. . .");
        let line = super::tests::line(after, &[before], 4, &[]).unwrap();
        assert_eq!((line.plays.len(), line.given, line.number), (3, 3, 4));
        assert_eq!(line.plays[2].to_string(), "play black A3");
        assert_eq!(line.to_move, Player::White);
        // Move 2 is White's, and the new stone is black.
        assert!(super::tests::line(after, &[before], 3, &[]).is_err());
    }

    /// Whether a set-up leads over a board.
    fn leads_over(line: &Line, board: &str) -> bool {
        let board: Board = board.parse().unwrap();
        let mut before = Board::empty(line.board.size());
        line.plays.iter().any(|play| {
            let leads = before == board;
            before.set(play.point.unwrap(), Some(play.player.stone()));
            leads
        })
    }

    #[test]
    fn no_order_leads_over_a_board_that_is_to_be_avoided() {
        let all = "X O .\nX X O\n. O .";
        let avoid = ". . .\nX X .\n. O .";
        assert!(leads_over(&line(all, &[], 1, &[]).unwrap(), avoid));
        assert!(!leads_over(&line(all, &[], 1, &[avoid]).unwrap(), avoid));
        // The empty board stands before every set-up.
        assert!(line(all, &[], 1, &[". . .\n. . .\n. . ."]).is_err());
    }

    /// Black takes two white stones, White takes back, and one stone of the set-up is left.
    #[test]
    fn a_move_to_a_position_of_the_set_up_is_told() {
        let play = |player, point: Option<&str>| {
            let point = point.map(|point| point.parse().unwrap());
            Play { player, point }
        };
        let last = |avoid: &[&str]| {
            let mut line = line("X . O O", &[], 2, avoid).unwrap();
            line.make(play(Player::White, None));
            line.make(play(Player::Black, Some("B1")));
            assert_eq!(line.board, "X X . .".parse().unwrap());
            line.after(play(Player::White, Some("C1")))
        };
        let Err(Obstacle::Repeats(board)) = last(&[]) else { panic!("it repeats nothing") };
        assert_eq!(*board, ". . O .".parse().unwrap());
        assert_eq!(last(&[". . O ."]).unwrap(), *board);
    }

    #[test]
    fn a_string_without_liberties_is_not_set_up() {
        assert!(line("X O .", &[], 2, &[]).is_err());
    }
}
