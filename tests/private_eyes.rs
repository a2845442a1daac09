//! Private eyes against brute force: DEF-8 word for word, over all sets of added stones.
//!
//! Every board of up to 2×4 points, but for an exchange of colours, random boards of up to 4×4, and
//! boards on which strings get in the way of an eye, in both values of each switch.

use std::{cell::RefCell, collections::HashMap};

use pretty_assertions::assert_eq;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use ternary_go::{
    Board, BoardSize, EyeRulings, NoPrivateEye, Point, Stone, all_private_eyes,
    rules::{
        Axis,
        eyes::{Enclosed, EyeContent, PrivateEye},
    },
};

/// A small board as sets of points, one bit each.
struct Sets {
    points: Vec<Point>,
    around: Vec<u32>,
    empty: u32,
    stones: [u32; 2],
    // What was found for the strings of each side: it is the same in every reading.
    found: RefCell<[HashMap<u32, bool>; 2]>,
}

impl Sets {
    fn new(board: &Board) -> Self {
        let points: Vec<Point> = board.size().iter().collect();
        let near =
            |a: Point, b: Point| a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) == 1;
        let bits = |holds: &dyn Fn(Point) -> bool| {
            points.iter().enumerate().fold(0, |bits, (i, &p)| bits | u32::from(holds(p)) << i)
        };
        let around = points.iter().map(|&a| bits(&|b| near(a, b))).collect();
        let of = |stone: Option<Stone>| bits(&|p| board.get(p) == stone);
        let (empty, stones) = (of(None), [of(Some(Stone::Black)), of(Some(Stone::White))]);
        Self { around, empty, stones, points: points.clone(), found: RefCell::default() }
    }

    fn border(&self, set: u32) -> u32 {
        let (mut border, mut rest) = (0, set);
        while rest != 0 {
            border |= self.around[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        border & !set
    }

    fn component(&self, start: u32, within: u32) -> u32 {
        let mut set = start;
        loop {
            let next = set | self.border(set) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    fn components(&self, mut set: u32) -> Vec<u32> {
        let mut all = Vec::new();
        while set != 0 {
            let component = self.component(1 << set.trailing_zeros(), set);
            set &= !component;
            all.push(component);
        }
        all
    }

    /// *Can make*: some set of added stones leaves an empty point as an eye of the grown string.
    fn can_make(&self, string: u32, side: usize) -> bool {
        if let Some(found) = self.found.borrow()[side].get(&string) {
            return *found;
        }
        let found = self.try_all(string, side);
        self.found.borrow_mut()[side].insert(string, found);
        found
    }

    fn try_all(&self, string: u32, side: usize) -> bool {
        let opponents = self.components(self.stones[1 - side]);
        let mut added = self.empty;
        loop {
            if self.makes(string, side, added, &opponents) {
                return true;
            }
            if added == 0 {
                return false;
            }
            added = (added - 1) & self.empty;
        }
    }

    fn makes(&self, string: u32, side: usize, added: u32, opponents: &[u32]) -> bool {
        let starved = |other: &&u32| {
            let liberties = self.border(**other) & self.empty;
            liberties != 0 && liberties & !added == 0
        };
        if opponents.iter().any(|other| starved(&other)) {
            return false;
        }
        let mine = self.stones[side] | added;
        let grown = self.component(string, mine);
        let solid = self.empty | self.stones[0] | self.stones[1];
        (0..self.points.len()).any(|p| {
            let around = self.around[p] & solid;
            (self.empty & !added) >> p & 1 != 0 && around & !mine == 0 && around & grown != 0
        })
    }

    /// The enclosed regions of a side that count under the reading.
    fn regions(&self, side: usize, enclosed: Enclosed) -> Vec<u32> {
        let free = self.empty | self.stones[1 - side];
        let all = self.components(free);
        let fields = self.components(free | self.stones[side]);
        let splits = |region: &&u32| {
            let field = fields.iter().find(|field| *field & **region != 0).unwrap();
            enclosed == Enclosed::Any || all.iter().filter(|part| *part & field != 0).count() >= 2
        };
        all.iter().filter(splits).copied().collect()
    }

    fn threatens(&self, enemy: u32, judged: u32, side: usize, rulings: EyeRulings) -> bool {
        let has = || {
            rulings.eye_content == EyeContent::Region
                && self.regions(side, rulings.enclosed).iter().any(|&region| {
                    let inside = self.components(self.stones[1 - side]);
                    let mut inside = inside.iter().filter(|&&other| other & region != 0).peekable();
                    self.border(enemy) & region != 0
                        && region & self.empty != 0
                        && inside.peek().is_some()
                        && region & judged == 0
                        && !inside.any(|&other| self.can_make(other, 1 - side))
                })
        };
        self.can_make(enemy, side) || has()
    }

    fn private_eye(&self, string: u32, side: usize, rulings: EyeRulings) -> bool {
        let others = self.components(self.stones[side]);
        let enemies = self.components(self.stones[1 - side]);
        let good = |empties: &[u32]| {
            let shared = |empties: u32| {
                others.iter().any(|&other| other != string && self.border(empties) & other != 0)
            };
            let threatened = |empties: u32| {
                enemies.iter().any(|&enemy| {
                    self.border(empties) & enemy != 0
                        && self.threatens(enemy, string, 1 - side, rulings)
                })
            };
            !empties.is_empty() && !empties.iter().any(|&e| shared(e) || threatened(e))
        };
        self.regions(side, rulings.enclosed).iter().any(|&region| {
            let empties = self.components(self.empty & region);
            let mine: Vec<u32> =
                empties.into_iter().filter(|&empties| self.border(empties) & string != 0).collect();
            if rulings.private_eye == PrivateEye::WholeRegion {
                good(&mine)
            } else {
                mine.iter().any(|&one| good(&[one]))
            }
        })
    }
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

/// Holds the engine against brute force on every string of a board; the number of strings.
fn compare(board: &Board, readings: &[EyeRulings]) -> usize {
    let sets = Sets::new(board);
    let bit = |at: &Point| 1 << sets.points.iter().position(|p| p == at).unwrap();
    let mut compared = 0;
    for &rulings in readings {
        let reports = all_private_eyes(board, rulings);
        let strings = [0, 1].map(|side| sets.components(sets.stones[side]).len());
        assert_eq!(reports.len(), strings[0] + strings[1]);
        for (first, report) in reports {
            let side = usize::from(board.get(first) == Some(Stone::White));
            let string = sets.component(bit(&first), sets.stones[side]);
            let expected = sets.private_eye(string, side, rulings);
            assert_eq!(
                !report.eyes.is_empty(),
                expected,
                "{first} {rulings:?}\n{board}\n{report:?}"
            );
            for (_, why) in &report.refused {
                if let NoPrivateEye::CanMake { by, potential } = why {
                    let added = potential.added.iter().fold(0, |set, at| set | bit(at));
                    let enemy = sets.component(bit(by), sets.stones[1 - side]);
                    let opponents = sets.components(sets.stones[side]);
                    assert!(
                        added & !sets.empty == 0 && sets.makes(enemy, 1 - side, added, &opponents),
                        "{potential:?} by {by}\n{board}"
                    );
                }
            }
            compared += 1;
        }
    }
    compared
}

fn board(width: usize, height: usize, mut number: u64) -> Board {
    let size = BoardSize::new(width, height).unwrap();
    let mut board = Board::empty(size);
    for point in size.iter() {
        let stone = [None, Some(Stone::Black), Some(Stone::White), Some(Stone::Gray)];
        board.set(point, stone[(number % 4) as usize]);
        number /= 4;
    }
    board
}

/// The number of the board with black and white exchanged: the digits 1 and 2.
fn exchanged(number: u64) -> u64 {
    let (low, high) = (number & 0x5555_5555_5555_5555, number >> 1 & 0x5555_5555_5555_5555);
    high | low << 1
}

#[test]
fn every_board_of_up_to_2x4() {
    let readings = readings();
    for (width, height) in [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4)] {
        for number in 0..4_u64.pow((width * height) as u32) {
            // Of two boards that differ by the colours only one is asked about.
            if exchanged(number) < number {
                continue;
            }
            compare(&board(width, height, number), &readings);
        }
    }
}

#[test]
fn random_boards_of_up_to_4x4() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let readings = readings();
    let mut compared = 0;
    for round in 0..6000 {
        let (width, height) = (random.gen_range(2..=4), random.gen_range(3..=4));
        let size = BoardSize::new(width, height).unwrap();
        let mut board = Board::empty(size);
        // Some boards open, some crowded; gray is rarer.
        let weight = 1 + round % 6;
        for point in size.iter() {
            let stone = match random.gen_range(0..weight + 4) {
                0 | 1 => Some(Stone::Black),
                2 | 3 => Some(Stone::White),
                4 if round % 2 == 0 => Some(Stone::Gray),
                _ => None,
            };
            board.set(point, stone);
        }
        if board.size().points() - board.stones().count() <= 11 {
            compared += compare(&board, &readings[round % 8..=round % 8]);
        }
    }
    assert!(compared > 10_000, "only {compared} strings were compared");
}

/// Boards on which a way to an eye takes the last liberties of strings again and again, so that the
/// search has to turn back: found by a climb that counted how often it does.
const WAYS: [&str; 14] = [
    "OOO.XX/.XX..*/OXX*../O....*/XXXXXX",
    "XXX*X./...O.O/.X..X*/O**.X*/....XX",
    ".O.O*X/.*X.X./O*X.X*/..*O.*/X....*",
    "XXXXO./...O.X/OXX.**/O**.X*/....XO",
    "X...XXO/.OO*X../.*X..OO/...OOX.",
    "OOO.X*/OXX..*/.XX*O./O....*/OXXXXO",
    ".O.O*X/O*X.*./.*X.O*/..*OXX/X...**",
    ".O.O**/O*X.X./.*X.X*/..*O*./X...*.",
    ".XX./.XX./..O*/..OO/.XOO/O.X./*O.X",
    ".X.XX./*X.*.*/O.X.X./.X.OXX/X*X*.*",
    "O.../.O../.*OO/.O.X/X.OX/*O.X/O.X*",
    "...X.X/.X.OXX/*X*O.X/..X*../*O.X.O",
    "X..*/.XX./.XX./.X.X/.XO./O.XX/*OX*/XO.X",
    "X*.X.O*X/*.X.X.*./.XXO.X.O/X..*O.X*",
];

#[test]
fn boards_on_which_ways_fail() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(19);
    let readings = readings();
    for text in WAYS {
        let first: Board = text.replace('/', "\n").parse().unwrap();
        compare(&first, &readings);
        // And boards like it.
        let mut board = first.clone();
        for round in 0..160 {
            let points: Vec<Point> = board.size().iter().collect();
            let stones = [None, Some(Stone::Black), Some(Stone::White), Some(Stone::Gray)];
            let point = points[random.gen_range(0..points.len())];
            board.set(point, stones[random.gen_range(0..4)]);
            if points.len() - board.stones().count() <= 12 {
                compare(&board, &readings[round % 8..=round % 8]);
            }
            if round % 4 == 3 {
                board = first.clone();
            }
        }
    }
}
