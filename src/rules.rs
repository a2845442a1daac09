//! Rulesets as products of closed axes, and the readings of the disputed rules.
//!
//! One file an axis: [`schedule`], [`gray`], [`escape`], [`end`], [`superko`]. Each has one
//! `match` over the values of its axis.

pub mod end;
pub mod escape;
pub mod extras;
pub mod eyes;
pub mod gray;
pub mod schedule;
pub mod scoring;
pub mod shift;
pub mod superko;

use std::{fmt, str::FromStr};

use self::{
    end::End,
    escape::{Atari, Escape},
    extras::{Allowance, Extras},
    eyes::{Enclosed, EyeContent, PrivateEye},
    gray::{Gray, TigerMouth},
    schedule::Schedule,
    scoring::ScoringNatures,
    shift::{GrayShift, SelfShift, ShiftRemoval},
    superko::Superko,
};
use crate::{EyeRulings, Quarters, clause::ClauseId};

/// A closed set of values, each with a name: an axis of the rules or a switch.
pub trait Axis: Copy + PartialEq + Sized + 'static {
    /// The name of the axis.
    const NAME: &'static str;
    /// All values, the default first.
    const ALL: &'static [Self];

    /// The name of a value.
    fn name(self) -> &'static str;

    /// The value of a name.
    ///
    /// # Errors
    /// When the axis has no such value; the message names the nearest.
    fn named(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.iter().copied().find(|value| value.name() == name).ok_or_else(|| {
            UnknownName::new(Self::NAME, name, Self::ALL.iter().map(|value| value.name()))
        })
    }
}

/// Defines an enum that is an [`Axis`]; the first value is the default.
macro_rules! axis {
    ($(#[$doc:meta])* $axis:ident, $name:literal { $($(#[$value_doc:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $axis { $($(#[$value_doc])* $value,)+ }

        impl $crate::rules::Axis for $axis {
            const NAME: &'static str = $name;
            const ALL: &'static [Self] = &[$(Self::$value),+];

            fn name(self) -> &'static str {
                match self { $(Self::$value => $text,)+ }
            }
        }

        impl Default for $axis {
            fn default() -> Self {
                <Self as $crate::rules::Axis>::ALL[0]
            }
        }

        impl std::fmt::Display for $axis {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::rules::Axis::name(*self))
            }
        }

        impl std::str::FromStr for $axis {
            type Err = $crate::rules::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::rules::Axis::named(name)
            }
        }
    };
}
pub(crate) use axis;

axis! {
    /// A named game: a point in the product of the axes.
    Ruleset, "ruleset" {
        /// Go, the common baseline.
        Go = "go",
        /// 钝石三色围棋: neutral gray in the ten-move cycle, with the forced double pass.
        Dunshi = "dunshi",
        /// 钝石围棋: neutral gray in the ten-move cycle, with conversion.
        Dullstone = "dullstone",
        /// 萌式三色围棋: gray with natures in the ten-move cycle, with the forced double pass.
        Meng = "meng",
        /// 飞弹三色围棋: gray with natures as flybombs.
        Flybomb = "flybomb",
        /// 让飞刀围棋: Go with double moves for the receiver.
        KnifeGo = "knife-go",
        /// 让炸弹围棋: Go with replacements for the receiver.
        BombGo = "bomb-go",
    }
}

/// All parameters of a game, decomposed: one value of each axis, the readings, the komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The name of the game. Nothing is decided by it: the other fields are.
    pub ruleset: Ruleset,
    /// Which stone is due at which move.
    pub schedule: Schedule,
    /// What gray stones are.
    pub gray: Gray,
    /// What the mover may do in place of a gray stone when a string is in atari.
    pub escape: Escape,
    /// What a side may do a few times besides its moves.
    pub extras: Extras,
    /// How often, and who.
    pub allowance: Allowance,
    /// The readings of the disputed rules.
    pub rulings: Rulings,
    /// What Black gives back when the points are counted (SCORE-1).
    pub komi: Quarters,
}

impl Rules {
    /// The default komi: 3.75 stones (SCORE-1).
    pub const KOMI: Quarters = Quarters(15);
}

impl Ruleset {
    /// The composition of the game, with the default reading of every switch and komi 3.75.
    pub fn rules(self) -> Rules {
        use {Escape as E, Extras as X, Gray as G, Schedule as S};
        let (schedule, gray, escape, extras) = match self {
            Self::Go => (S::Alternate, G::Absent, E::Absent, X::None),
            Self::Dunshi => (S::TenMoveCycle, G::Neutral, E::DoublePass, X::None),
            Self::Dullstone => (S::TenMoveCycle, G::Neutral, E::Conversion, X::None),
            Self::Meng => (S::TenMoveCycle, G::Natured, E::DoublePass, X::None),
            Self::Flybomb => (S::Alternate, G::Natured, E::Absent, X::Flybombs),
            Self::KnifeGo => (S::Alternate, G::Absent, E::Absent, X::Knives),
            Self::BombGo => (S::Alternate, G::Absent, E::Absent, X::Replacements),
        };
        let komi = match extras {
            X::None | X::Flybombs => Rules::KOMI,
            X::Knives | X::Replacements => Quarters(0), // R-KNIFE, R-BOMBGO
        };
        let (rulings, allowance) = (Rulings::default(), Allowance::default());
        Rules { ruleset: self, schedule, gray, escape, extras, allowance, rulings, komi }
    }
}

/// One reading of each disputed rule that has a switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rulings {
    /// R-TIGER: what a tiger's mouth is.
    pub tiger_mouth: TigerMouth,
    /// R-SUPERKO: which repetitions are illegal.
    pub superko: Superko,
    /// R-ATARI: which atari opens the escape.
    pub atari: Atari,
    /// R-END: which passes end the game.
    pub end: End,
    /// R-EYECONTENT: whether eyes with enemy stones in them count.
    pub eye_content: EyeContent,
    /// R-ENCLOSED: what an enclosed region of DEF-8 is.
    pub enclosed: Enclosed,
    /// R-REGION: which empty regions DEF-8 asks about.
    pub private_eye: PrivateEye,
    /// R-SHIFT: what becomes of joined strings without liberties.
    pub shift_removal: ShiftRemoval,
    /// R-GRAYSHIFT: whether a gray stone may start a removal.
    pub gray_shift: GrayShift,
    /// R-SELFSHIFT: whether a stone may start a removal of the mover's own.
    pub self_shift: SelfShift,
    /// R-CLEAN: whose natures count.
    pub scoring_natures: ScoringNatures,
}

/// A switch: the ruling that has it, its name, the names of its values with the default first.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The ruling.
    pub ruling: ClauseId,
    /// The name, as in `--rulings NAME=VALUE`.
    pub name: &'static str,
    /// The names of the values; the first is the default.
    pub values: fn() -> Vec<&'static str>,
    set: fn(&mut Rulings, &str) -> Result<(), UnknownName>,
    get: fn(&Rulings) -> &'static str,
}

macro_rules! switch {
    ($ruling:literal, $axis:ty, $field:ident) => {
        Switch {
            ruling: ClauseId::of($ruling),
            name: <$axis as Axis>::NAME,
            values: || <$axis>::ALL.iter().map(|value| value.name()).collect(),
            set: |rulings, name| Ok(rulings.$field = <$axis>::named(name)?),
            get: |rulings| rulings.$field.name(),
        }
    };
}

impl Switch {
    /// All switches.
    pub const ALL: &'static [Self] = &[
        switch!("R-TIGER", TigerMouth, tiger_mouth),
        switch!("R-SUPERKO", Superko, superko),
        switch!("R-ATARI", Atari, atari),
        switch!("R-END", End, end),
        switch!("R-EYECONTENT", EyeContent, eye_content),
        switch!("R-ENCLOSED", Enclosed, enclosed),
        switch!("R-REGION", PrivateEye, private_eye),
        switch!("R-SHIFT", ShiftRemoval, shift_removal),
        switch!("R-GRAYSHIFT", GrayShift, gray_shift),
        switch!("R-SELFSHIFT", SelfShift, self_shift),
        switch!("R-CLEAN", ScoringNatures, scoring_natures),
    ];

    /// The switch of a name.
    ///
    /// # Errors
    /// When there is none; the message names the nearest.
    pub fn named(name: &str) -> Result<&'static Self, UnknownName> {
        Self::ALL
            .iter()
            .find(|switch| switch.name == name)
            .ok_or_else(|| UnknownName::new("switch", name, Self::ALL.iter().map(|s| s.name)))
    }
}

impl Rulings {
    /// Sets a switch by name.
    ///
    /// ```
    /// use ternary_go::rules::{Rulings, superko::Superko};
    /// let mut rulings = Rulings::default();
    /// rulings.set("superko", "simple")?;
    /// assert_eq!(rulings.superko, Superko::Simple);
    /// let error = rulings.set("superko", "positionl").unwrap_err();
    /// assert_eq!(error.to_string(), "unknown superko `positionl`: did you mean `positional`?");
    /// # Ok::<(), ternary_go::rules::UnknownName>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such switch or value.
    pub fn set(&mut self, switch: &str, value: &str) -> Result<(), UnknownName> {
        (Switch::named(switch)?.set)(self, value)
    }

    /// The switches that private eyes depend on.
    pub const fn eyes(&self) -> EyeRulings {
        let Self { eye_content, enclosed, private_eye, .. } = *self;
        EyeRulings { eye_content, enclosed, private_eye }
    }

    /// The switches with their values, in the order of [`Switch::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (&'static Switch, &'static str)> + '_ {
        Switch::ALL.iter().map(|switch| (switch, (switch.get)(self)))
    }
}

/// A name that an axis, or any other closed list, does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    nearest: Option<String>,
    known: Vec<String>,
}

impl UnknownName {
    /// The most known names that a message lists.
    pub(crate) const LISTED: usize = 16;

    /// A name that is not among the known ones of its kind.
    pub fn new<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        let near = |word: &String| {
            let distance = distance(&name.to_lowercase(), &word.to_lowercase());
            (distance <= word.len().max(3) / 3 && distance < word.len())
                .then_some((distance, word.clone()))
        };
        let nearest = known.iter().filter_map(near).min().map(|(_, word)| word);
        Self { kind, name: crate::point::short(name), nearest, known }
    }

    /// The nearest known name, where one is near.
    pub fn nearest(&self) -> Option<&str> {
        self.nearest.as_deref()
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`", self.kind, self.name)?;
        match &self.nearest {
            Some(nearest) => write!(f, ": did you mean `{nearest}`?"),
            None if self.known.len() <= Self::LISTED => {
                write!(f, ": expected {}", self.known.join(", "))
            }
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The number of letters to change, add, drop or swap with a neighbour to make one word the other.
fn distance(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().take(64).collect();
    let other: Vec<char> = other.chars().take(64).collect();
    let mut rows = vec![(0..=other.len()).collect::<Vec<_>>()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let same = usize::from(one[i - 1] != other[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

impl FromStr for Rulings {
    type Err = UnknownName;

    /// Reads `SWITCH=VALUE,…`.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let mut rulings = Self::default();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (switch, value) = part.split_once('=').unwrap_or((part, ""));
            rulings.set(switch.trim(), value.trim())?;
        }
        Ok(rulings)
    }
}
