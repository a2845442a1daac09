//! The extras axis: flybombs, double moves, replacements. BOMB, KNIFE, BOMBGO, R-SCHEDULE.

use super::{Rules, axis};
use crate::{BoardSize, Game, Player, SetupError};

axis! {
    /// What a side may do a few times in a game besides its moves.
    Extras, "extras" {
        /// Nothing.
        None = "none",
        /// A turn with a gray stone after its own (BOMB).
        Flybombs = "flybombs",
        /// Two own stones in a row, for the receiver (KNIFE).
        Knives = "knives",
        /// An own stone in place of an opponent's, for the receiver (BOMBGO).
        Replacements = "replacements",
    }
}

axis! {
    /// BOMB-5: which flybombs come at random times.
    Mode, "mode" {
        /// C: none.
        AtWill = "C",
        /// A: one.
        OneRandom = "A",
        /// B: all.
        AllRandom = "B",
    }
}

/// How many extras a game has, whose they are, and when random ones fall due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowance {
    /// N: the flybombs of each side, the knives or the replacements of the receiver.
    pub count: u8,
    /// Who receives knives or replacements.
    pub receiver: Player,
    /// Which flybombs come at random times.
    pub mode: Mode,
    /// The seed from which random times are drawn (R-SCHEDULE).
    pub seed: u64,
}

impl Default for Allowance {
    /// Three each, Black receives, mode C (BOMB-1, BOMB-5, R-KNIFE).
    fn default() -> Self {
        Self { count: 3, receiver: Player::Black, mode: Mode::AtWill, seed: 0 }
    }
}

impl Rules {
    /// How many extras Black and White may use at will in a whole game (BOMB-5, KNIFE-1, BOMBGO-1).
    pub fn extras_at_will(&self) -> [u8; 2] {
        let Allowance { count, receiver, .. } = self.allowance;
        let of_receiver = Player::ALL.map(|player| if player == receiver { count } else { 0 });
        match self.extras {
            Extras::None => [0; 2],
            Extras::Flybombs => [count - self.random_bombs(); 2],
            Extras::Knives | Extras::Replacements => of_receiver,
        }
    }

    /// How many flybombs of each side come at random times (BOMB-5).
    pub const fn random_bombs(&self) -> u8 {
        let Allowance { count, mode, .. } = self.allowance;
        match (self.extras, mode) {
            (Extras::Flybombs, Mode::OneRandom) if count > 0 => 1,
            (Extras::Flybombs, Mode::AllRandom) => count,
            (Extras::Flybombs, Mode::OneRandom | Mode::AtWill)
            | (Extras::None | Extras::Knives | Extras::Replacements, _) => 0,
        }
    }
}

/// What is left of the extras, and where in a turn the game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    /// Extras of each side that may be used at will.
    pub(crate) at_will: [u8; 2],
    /// The times of the random flybombs of each side that have not been used, rising.
    pub(crate) times: [Vec<u32>; 2],
    /// A flybomb at will was declared for this turn.
    pub(crate) declared: bool,
    /// The receiver just placed the first stone of its turn: a knife may follow.
    pub(crate) knife_open: bool,
}

pub(crate) const fn index(player: Player) -> usize {
    match player {
        Player::Black => 0,
        Player::White => 1,
    }
}

impl Left {
    pub(crate) fn new(rules: &Rules, size: BoardSize) -> Self {
        let mut draw = Draw(rules.allowance.seed);
        let times = [(); 2].map(|()| draw.times(rules.random_bombs(), size));
        Self { at_will: rules.extras_at_will(), times, declared: false, knife_open: false }
    }

    /// Whether a random flybomb of the side is due with the stone of this number (R-SCHEDULE).
    pub(crate) fn is_due(&self, player: Player, number: u32) -> bool {
        self.times[index(player)].first().is_some_and(|&time| time <= number)
    }
}

/// R-SETUP: times that are given, rising: distinct numbers of moves, no more of them than random
/// flybombs.
pub(crate) fn given(rules: &Rules, mut times: [Vec<u32>; 2]) -> Result<[Vec<u32>; 2], SetupError> {
    for player in Player::ALL {
        let times = &mut times[index(player)];
        if times.len() > rules.random_bombs().into() {
            return Err(SetupError::TooManyTimes(player));
        }
        times.sort_unstable();
        let number = |time: &u32| (1..=Game::MAX_NUMBER).contains(time);
        let twice = times.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        if let Some(time) = times.iter().copied().find(|time| !number(time)).or(twice) {
            return Err(SetupError::Time(player, time));
        }
    }
    Ok(times)
}

/// R-SCHEDULE: the generator that random times are drawn from (splitmix64).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 1 to `most`, each as likely as the others: draws that would favour the low
    /// ones are drawn again.
    fn number(&mut self, most: u64) -> u64 {
        let limit = u64::MAX - u64::MAX % most;
        loop {
            let drawn = self.next();
            if drawn < limit {
                return drawn % most + 1;
            }
        }
    }

    /// So many distinct times from 1 to the number of points, rising; at most as many as there are.
    fn times(&mut self, count: u8, size: BoardSize) -> Vec<u32> {
        let mut times = Vec::new();
        while times.len() < usize::from(count).min(size.points()) {
            let time = self.number(size.points() as u64) as u32;
            if !times.contains(&time) {
                times.push(time);
            }
        }
        times.sort_unstable();
        times
    }
}
