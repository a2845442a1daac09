//! Other people's engines on the rules of Go: the `board-game` crate, and GNU Go over GTP.
//!
//! `go` is exactly `Rules::cgos()`: area counting, no suicide, positional superko.
//! Without GNU Go on the machine its test says so and passes; `TGO_REQUIRE_GNUGO=1` makes it fail.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

use board_game::{
    board::Board as _,
    games::go::{GoBoard, Komi, Move as PeerMove, Rules, Tile},
};
use pretty_assertions::assert_eq;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rstest::rstest;
use ternary_go::{BoardSize, Game, Move, Point, Ruleset, Setup};

fn peer_move(play: Move) -> PeerMove {
    match play {
        Move::Pass => PeerMove::Pass,
        Move::Place(point) => PeerMove::Place(Tile::new(point.column(), point.row())),
        Move::DoublePass
        | Move::Convert(_)
        | Move::DeclareBomb
        | Move::Knife(_)
        | Move::Replace(_)
        | Move::Resign
        | Move::Agree => {
            panic!("{play} is no move of go")
        }
    }
}

/// Every verdict on every point of random games, and the position after each move.
#[rstest]
#[case(1, 4)]
#[case(2, 200)]
#[case(3, 200)]
#[case(4, 100)]
#[case(5, 60)]
#[case(9, 12)]
#[case(19, 1)]
fn board_game_agrees_on_random_games(#[case] lines: u8, #[case] games: u64) {
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let size = BoardSize::square(lines.into()).unwrap();
        let mut game = Game::new(Ruleset::Go.rules(), size);
        let mut peer = GoBoard::new(lines, Komi::new(15), Rules::cgos());
        for _ in 0..3 * size.points() {
            let legal = game.legal_moves();
            assert_eq!(peer.is_done(), legal.is_empty());
            if legal.is_empty() {
                break;
            }
            for point in size.iter() {
                let theirs = peer.is_available_move(peer_move(Move::Place(point))).unwrap();
                assert_eq!(
                    legal.contains(&Move::Place(point)),
                    theirs,
                    "{point} on\n{}",
                    game.board()
                );
            }
            // A pass ends games early: one in ten is enough.
            let pass = legal.len() == 1 || random.gen_bool(0.1);
            let choices = if pass { legal.len() - 1..legal.len() } else { 0..legal.len() - 1 };
            let play = legal[random.gen_range(choices)];
            game.play(play).unwrap();
            peer.play(peer_move(play)).unwrap();
            assert_eq!(stones(&game), peer_stones(&peer, size));
        }
    }
}

fn stones(game: &Game) -> Vec<(Point, bool)> {
    game.board().stones().map(|(point, stone)| (point, stone == ternary_go::Stone::Black)).collect()
}

fn peer_stones(peer: &GoBoard, size: BoardSize) -> Vec<(Point, bool)> {
    let stone = |point: Point| {
        let tile = Tile::new(point.column(), point.row()).to_flat(peer.size());
        peer.chains().stone_at(tile).map(|player| (point, player == board_game::board::Player::A))
    };
    size.iter().filter_map(stone).collect()
}

/// The tables that `board-game` 0.8.2 publishes in its own tests, for `Rules::cgos()`.
#[rstest]
#[case::empty_3x3(". . .\n. . .\n. . .", 1, &[1, 10, 91, 738, 5281, 33384, 179_712])]
#[case::empty_5x5(
    ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .", 1, &[1, 26, 651, 15650])]
#[case::pocket(
    ". . . . .\n. . . . .\n. . . . .\n. . . X .\n. . X . X", 2, &[1, 22, 485, 9745])]
#[case::triple_ko(
    ". O . X O\nO X X X O\nO . X O O\nX X X O .\nO O O O .", 1, &[1, 5, 26, 109, 739, 6347])]
fn perft_matches_the_tables(#[case] board: &str, #[case] number: u32, #[case] nodes: &[u64]) {
    let setup = Setup::new(board.parse().unwrap(), number);
    let game = Game::from_setup(Ruleset::Go.rules(), setup).unwrap();
    let ours: Vec<u64> = (0..nodes.len() as u32).map(|depth| game.perft(depth)).collect();
    assert_eq!(ours, nodes);
}

/// GNU Go as a child that speaks GTP.
struct GnuGo {
    child: Child,
    replies: BufReader<std::process::ChildStdout>,
}

impl GnuGo {
    fn start() -> Option<Self> {
        let arguments =
            ["--mode", "gtp", "--chinese-rules", "--positional-superko", "--forbid-suicide"];
        let mut child = ["gnugo", "/usr/games/gnugo"].iter().find_map(|program| {
            let (input, output) = (Stdio::piped(), Stdio::piped());
            Command::new(program).args(arguments).stdin(input).stdout(output).spawn().ok()
        })?;
        let replies = BufReader::new(child.stdout.take().unwrap());
        Some(Self { child, replies })
    }

    /// Sends a command; the words of the reply, or the message of a refusal.
    fn ask(&mut self, command: &str) -> Result<Vec<String>, String> {
        let input = self.child.stdin.as_mut().unwrap();
        writeln!(input, "{command}").and_then(|()| input.flush()).unwrap();
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            assert!(self.replies.read_line(&mut reply).unwrap() > 0, "GNU Go has gone");
        }
        match reply.split_at(1) {
            ("=", rest) => Ok(rest.split_whitespace().map(str::to_owned).collect()),
            (_, rest) => Err(rest.trim().to_owned()),
        }
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All legal points of random games on boards of several sizes.
#[test]
fn gnu_go_agrees_on_random_games() {
    let Some(mut peer) = GnuGo::start() else {
        assert!(std::env::var_os("TGO_REQUIRE_GNUGO").is_none(), "GNU Go is not on this machine");
        eprintln!("skipped: GNU Go is not on this machine");
        return;
    };
    for (lines, games) in [(2, 20), (3, 20), (4, 10), (5, 10), (7, 4), (9, 3), (19, 1)] {
        for seed in 0..games {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let size = BoardSize::square(lines).unwrap();
            let mut game = Game::new(Ruleset::Go.rules(), size);
            peer.ask(&format!("boardsize {lines}")).unwrap();
            peer.ask("clear_board").unwrap();
            for _ in 0..3 * size.points() {
                let legal = game.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let side = game.due().player;
                let mut theirs = peer.ask(&format!("all_legal {side}")).unwrap();
                theirs.retain(|word| word != "PASS");
                theirs.sort();
                let points = legal.iter().filter(|play| matches!(play, Move::Place(_)));
                let mut ours: Vec<String> = points.map(ToString::to_string).collect();
                ours.sort();
                assert_eq!(ours, theirs, "{side} on\n{}", game.board());
                // A pass only when no point is left: two of them end our game, but not GNU Go's.
                let choices = 0..(legal.len() - 1).max(1);
                let play = legal[random.gen_range(choices)];
                game.play(play).unwrap();
                peer.ask(&format!("play {side} {play}")).unwrap();
            }
        }
    }
}
