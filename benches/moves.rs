//! Uniformly random legal moves of `go`, side by side with the crates `board-game` and `goban`.
//!
//! `cargo bench --bench moves` prints moves a second and ratios. The engines take turns game by
//! game in one run, so that a change of the machine's speed meets them all alike.
//!
//! Every engine plays by the same rules (no suicide, positional superko) in the same way: an empty
//! point is drawn, tried, and drawn again if it is refused; a pass when no point is left.
//!
//! Then all sequences of nine moves on 3×3 (perft), by ours and by `board-game`.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use board_game::{
    board::Board as _,
    games::go::{GoBoard, Komi, Move as PeerMove, Rules, Tile},
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use ternary_go::{BoardSize, Game, Move, Point, Ruleset};

/// An engine that can play random games.
trait Player {
    const NAME: &'static str;
    fn start(lines: u8) -> Self;
    /// Tries a stone on a point that is empty in its own position; false if refused.
    fn place(&mut self, column: u8, row: u8) -> bool;
    fn is_empty(&self, column: u8, row: u8) -> bool;
    /// Passes; true when the game is over.
    fn pass(&mut self) -> bool;
}

struct Ours(Game);

impl Player for Ours {
    const NAME: &'static str = "ternary-go";

    fn start(lines: u8) -> Self {
        Self(Game::new(Ruleset::Go.rules(), BoardSize::square(lines.into()).unwrap()))
    }

    fn place(&mut self, column: u8, row: u8) -> bool {
        let point = Point::new(column, row).unwrap();
        self.0.play(Move::Place(point)).is_ok()
    }

    fn is_empty(&self, column: u8, row: u8) -> bool {
        self.0.board().get(Point::new(column, row).unwrap()).is_none()
    }

    fn pass(&mut self) -> bool {
        self.0.play(Move::Pass).unwrap();
        self.0.status() != ternary_go::Status::Playing
    }
}

impl Player for GoBoard {
    const NAME: &'static str = "board-game";

    fn start(lines: u8) -> Self {
        GoBoard::new(lines, Komi::new(15), Rules::cgos())
    }

    fn place(&mut self, column: u8, row: u8) -> bool {
        self.play(PeerMove::Place(Tile::new(column, row))).is_ok()
    }

    fn is_empty(&self, column: u8, row: u8) -> bool {
        self.chains().stone_at(Tile::new(column, row).to_flat(self.size())).is_none()
    }

    fn pass(&mut self) -> bool {
        self.play(PeerMove::Pass).unwrap();
        self.is_done()
    }
}

struct Goban(goban::rules::game::Game);

impl Player for Goban {
    const NAME: &'static str = "goban";

    fn start(lines: u8) -> Self {
        use goban::rules::{CHINESE, GobanSizes, IllegalRules, Rule, game::Game};
        let size = if lines == 9 { GobanSizes::Nine } else { GobanSizes::Nineteen };
        let flag_illegal = IllegalRules::SUICIDE | IllegalRules::SUPERKO;
        Self(Game::new(size, Rule { flag_illegal, ..CHINESE }))
    }

    fn place(&mut self, column: u8, row: u8) -> bool {
        self.0.try_play(goban::rules::Move::Play(row, column)).is_ok()
    }

    fn is_empty(&self, column: u8, row: u8) -> bool {
        self.0.goban().get_color((row, column)).is_none()
    }

    fn pass(&mut self) -> bool {
        self.0.play(goban::rules::Move::Pass);
        self.0.is_over()
    }
}

/// Plays a random game of at most three moves a point; the number of moves, and the time.
fn random_game<P: Player>(lines: u8, seed: u64) -> (u64, Duration) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut moves = 0;
    let mut points = Vec::with_capacity(usize::from(lines).pow(2));
    let start = Instant::now();
    let mut game = P::start(lines);
    while moves < 3 * u64::from(lines).pow(2) {
        points.clear();
        for column in 0..lines {
            points.extend(
                (0..lines).filter(|&row| game.is_empty(column, row)).map(|row| (column, row)),
            );
        }
        moves += 1;
        let mut placed = false;
        while !placed && !points.is_empty() {
            let (column, row) = points.swap_remove(random.gen_range(0..points.len()));
            placed = game.place(column, row);
        }
        if !placed && game.pass() {
            break;
        }
    }
    let time = start.elapsed();
    black_box(&game.is_empty(0, 0));
    (moves, time)
}

#[derive(Default)]
struct Total {
    moves: u64,
    time: Duration,
}

impl Total {
    fn add(&mut self, (moves, time): (u64, Duration)) {
        self.moves += moves;
        self.time += time;
    }

    fn rate(&self) -> u64 {
        (u128::from(self.moves) * 1_000_000_000 / self.time.as_nanos().max(1)) as u64
    }
}

fn main() {
    println!("{:>5}  {:<12} {:>14} {:>10}", "board", "engine", "moves/s", "of ours");
    for (lines, games) in [(9, 400), (19, 60)] {
        let (mut ours, mut board_game, mut goban) =
            (Total::default(), Total::default(), Total::default());
        for seed in 0..games {
            ours.add(random_game::<Ours>(lines, seed));
            board_game.add(random_game::<GoBoard>(lines, seed));
            // goban copies its board for every question about superko: a tenth of the games will do.
            if seed % 10 == 0 {
                goban.add(random_game::<Goban>(lines, seed));
            }
        }
        let names = [Ours::NAME, GoBoard::NAME, Goban::NAME];
        for (name, total) in names.into_iter().zip([&ours, &board_game, &goban]) {
            let percent = total.rate() * 100 / ours.rate().max(1);
            println!("{lines:>2}x{lines:<2}  {name:<12} {:>14} {percent:>9}%", total.rate());
        }
    }
    perft(9);
}

/// The number of sequences of so many moves on 3×3, counted one by one.
fn perft(depth: u32) {
    let measure = |count: &dyn Fn() -> u64| {
        let start = Instant::now();
        (count(), start.elapsed())
    };
    let ours = Game::new(Ruleset::Go.rules(), BoardSize::square(3).unwrap());
    let theirs = GoBoard::new(3, Komi::new(15), Rules::cgos());
    let (nodes, time) = measure(&|| ours.perft(depth));
    let (same, their_time) = measure(&|| board_game::util::game_stats::perft_naive(&theirs, depth));
    assert_eq!(nodes, same);
    let percent = time.as_millis() * 100 / their_time.as_millis().max(1);
    println!(
        "perft 3x3 to depth {depth}: {nodes} sequences; ours {} ms, board-game {} ms, ratio {percent} %",
        time.as_millis(),
        their_time.as_millis()
    );
}
