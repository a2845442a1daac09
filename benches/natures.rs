//! The cost of natures, as multiples measured side by side in one run.
//!
//! `cargo bench --bench natures` prints
//! - all private eyes and natures of 19×19 positions as a multiple of one flood fill of the same
//!   board (all strings with their liberties): opening, middle game, end game;
//! - the same for boards that were made to be hard, in the reading that makes them hardest: mazes of
//!   strings whose last liberties are in the way of an eye, and boards found by long climbs;
//! - the same for the worst position that a search finds in a few seconds;
//! - the verdicts on all points of random boards, as a multiple of the natures;
//! - a random playout of `flybomb` and of `meng` as a multiple of one of `go`.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use ternary_go::{
    Board, BoardSize, EyeRulings, Game, Move, Player, Ruleset, Setup, Status, Stone,
    all_private_eyes, natures,
    rules::{
        Axis,
        eyes::{Enclosed, EyeContent, PrivateEye},
    },
    strings,
};

/// The shortest of several measurements of a function.
fn time(rounds: u32, mut function: impl FnMut()) -> Duration {
    let once = |function: &mut dyn FnMut()| {
        let start = Instant::now();
        function();
        start.elapsed()
    };
    (0..rounds).map(|_| once(&mut function)).min().unwrap_or_default()
}

fn everything(board: &Board) {
    judge(board, EyeRulings::default());
}

fn judge(board: &Board, rulings: EyeRulings) {
    black_box(all_private_eyes(board, rulings));
    black_box(natures(board, rulings));
}

/// The times of private eyes with natures, and of a flood fill.
fn measure(board: &Board, rounds: u32) -> (Duration, Duration) {
    let flood = time(rounds, || {
        black_box(strings(board));
    });
    (time(rounds, || everything(board)), flood)
}

/// Plays random moves that fill no own one-point eye, as players do.
fn random_game(ruleset: Ruleset, lines: usize, seed: u64, most: usize) -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let size = BoardSize::square(lines).unwrap();
    let mut game = Game::new(ruleset.rules(), size);
    let mut points = Vec::new();
    for _ in 0..most {
        if game.status() != Status::Playing {
            break;
        }
        if ruleset == Ruleset::Flybomb && random.gen_ratio(1, 20) {
            let _ = game.play(Move::DeclareBomb);
        }
        let due = game.due();
        points.clear();
        points.extend(size.iter().filter(|&point| game.board().get(point).is_none()));
        let mut placed = false;
        while !placed && !points.is_empty() {
            let point = points.swap_remove(random.gen_range(0..points.len()));
            placed = !(due.stone != Stone::Gray && is_own_eye(&game, due.player, point))
                && game.play(Move::Place(point)).is_ok();
        }
        if !placed && game.play(Move::Pass).is_err() {
            break;
        }
    }
    game
}

fn is_own_eye(game: &Game, player: Player, point: ternary_go::Point) -> bool {
    let size = game.board().size();
    let near = |other: &ternary_go::Point| {
        other.column().abs_diff(point.column()) + other.row().abs_diff(point.row()) == 1
    };
    size.iter().filter(near).all(|other| game.board().get(other) == Some(player.stone()))
}

fn row(name: &str, (cost, flood): (Duration, Duration)) {
    let tenths = cost.as_nanos() * 10 / flood.as_nanos().max(1);
    println!(
        "{name:<28} {:>9} µs {:>9} µs {:>7}.{}",
        cost.as_micros(),
        flood.as_micros(),
        tenths / 10,
        tenths % 10
    );
}

fn main() {
    println!("{:<28} {:>12} {:>12} {:>9}", "19×19", "eyes+natures", "flood fill", "multiple");
    for (name, moves) in
        [("opening, move 40", 40), ("middle game, move 150", 150), ("end game, move 320", 320)]
    {
        for ruleset in [Ruleset::Meng, Ruleset::Flybomb] {
            let boards: Vec<Board> =
                (0..3).map(|seed| random_game(ruleset, 19, seed, moves).board().clone()).collect();
            let all = boards.iter().map(|board| measure(board, 20));
            let sum = all.fold((Duration::ZERO, Duration::ZERO), |(a, b), (c, d)| (a + c, b + d));
            row(&format!("{name} ({ruleset})"), (sum.0 / 3, sum.1 / 3));
        }
    }
    let (hard, readings) = (hard_boards(), readings());
    for (name, board) in &hard {
        let (_, flood) = measure(board, 5);
        let costs = readings.iter().map(|&rulings| time(5, || judge(board, rulings)));
        row(name, (costs.max().unwrap_or_default(), flood));
    }
    let worst = worst_position(Duration::from_secs(20));
    row("worst position found", measure(&worst, 5));
    println!("\n{worst}\n");
    verdicts();
    playouts();
}

fn hard_boards() -> Vec<(&'static str, Board)> {
    let boards = [
        ("maze 19×19", include_str!("boards/hang19.txt")),
        ("maze 19×19, three bands", include_str!("boards/hang19b.txt")),
        ("maze 19×19, two bands", include_str!("boards/slow19.txt")),
        ("maze 25×25", include_str!("boards/hang25.txt")),
        ("climb 7", include_str!("boards/climb7.txt")),
        ("climb 31", include_str!("boards/climb31.txt")),
        ("climb 41", include_str!("boards/climb41.txt")),
        ("climb 81", include_str!("boards/climb81.txt")),
        ("climb 101", include_str!("boards/climb101.txt")),
    ];
    boards.map(|(name, text)| (name, text.trim_end().parse().unwrap())).into()
}

fn readings() -> Vec<EyeRulings> {
    let mut all = Vec::new();
    for &eye_content in EyeContent::ALL {
        for &enclosed in Enclosed::ALL {
            for &private_eye in PrivateEye::ALL {
                all.push(EyeRulings { eye_content, enclosed, private_eye });
            }
        }
    }
    all
}

/// Verdicts on all points of boards with stones at random, many of them without liberties.
fn verdicts() {
    println!(
        "{:<28} {:>12} {:>12} {:>9}",
        "all verdicts, 19×19", "verdicts", "natures", "multiple"
    );
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let stones = [None, Some(Stone::Black), Some(Stone::White), Some(Stone::Gray)];
    let size = BoardSize::square(19).unwrap();
    for number in [9, 11] {
        let mut board = Board::empty(size);
        size.iter().for_each(|point| board.set(point, stones[random.gen_range(0..4)]));
        let setup = || Setup::new(board.clone(), number);
        let rules = Ruleset::Meng.rules();
        let cost = time(5, || {
            let game = Game::from_setup(rules, setup()).unwrap();
            black_box(game.legal_moves());
        });
        let rulings = EyeRulings::default();
        let natures = time(5, || {
            black_box(natures(&board, rulings));
        });
        let due = if number == 9 { "gray due" } else { "black due" };
        row(&format!("random board, {due}"), (cost, natures));
    }
}

/// Climbs from random boards to dearer ones by changing a few points at a time.
fn worst_position(limit: Duration) -> Board {
    let size = BoardSize::square(19).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let start = Instant::now();
    let mut worst = (Duration::ZERO, Board::empty(size));
    let stones = [None, Some(Stone::Black), Some(Stone::White), Some(Stone::Gray)];
    while start.elapsed() < limit {
        let mut board = Board::empty(size);
        let weights = [random.gen_range(1..8), random.gen_range(1..6), random.gen_range(1..6), 1];
        let total: u32 = weights.iter().sum();
        let draw = |random: &mut Xoshiro256PlusPlus| {
            let mut pick = random.gen_range(0..total);
            let kind = weights.iter().position(|&weight| {
                let here = pick < weight;
                pick = pick.saturating_sub(weight);
                here
            });
            stones[kind.unwrap_or(0)]
        };
        for point in size.iter() {
            board.set(point, draw(&mut random));
        }
        let mut cost = time(2, || everything(&board));
        for _ in 0..120 {
            let mut other = board.clone();
            for _ in 0..random.gen_range(1..6) {
                let index = random.gen_range(0..size.points());
                let point = size.iter().nth(index).unwrap();
                other.set(point, draw(&mut random));
            }
            let dearer = time(2, || everything(&other));
            if dearer > cost {
                (cost, board) = (dearer, other);
            }
        }
        if cost > worst.0 {
            worst = (cost, board);
        }
    }
    worst.1
}

/// Whole random games of at most 200 moves on 9×9, as multiples of those of `go`.
fn playouts() {
    println!("{:<28} {:>12} {:>12}", "random playouts, 9×9", "a game", "multiple");
    let mut cost_of_go = 0;
    for ruleset in [Ruleset::Go, Ruleset::Dunshi, Ruleset::Meng, Ruleset::Flybomb] {
        let start = Instant::now();
        for seed in 0..10 {
            black_box(random_game(ruleset, 9, seed, 200));
        }
        let cost = start.elapsed().as_micros() / 10;
        if ruleset == Ruleset::Go {
            cost_of_go = cost;
        }
        let tenths = cost * 10 / cost_of_go.max(1);
        println!("{:<28} {cost:>9} µs {:>10}.{}", ruleset.to_string(), tenths / 10, tenths % 10);
    }
}
