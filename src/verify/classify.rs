//! Which reading of each switch an engine plays, inferred from its answers.
//!
//! Every case that sets the readings of a switch side by side is asked under each of them. What an
//! engine that plays a reading would answer is known: what the reference engine answers under it.
//! So each expectation that some readings fulfil and others do not leaves some of them over, and
//! the readings that all expectations about a position leave over are those that the answers fit.

mod asker;
mod hello;
mod position;

use std::collections::BTreeSet;

use super::{pool::Pool, wire::Welcome};
use crate::{Ruleset, case::Case, rules::Switch};

pub use hello::Hello;

use asker::Asker;
use position::{Position, positions};

/// Some of the values of a switch.
pub type Values = BTreeSet<&'static str>;

/// What an engine plays.
#[derive(Clone, Debug)]
pub struct Classification<'a> {
    /// The switches, in the order of [`Switch::ALL`].
    pub switches: Vec<OfSwitch<'a>>,
    /// Whether the engine says the truth of itself.
    pub hello: Hello,
}

/// What an engine plays of a switch.
#[derive(Clone, Debug)]
pub struct OfSwitch<'a> {
    /// The switch.
    pub switch: &'static Switch,
    /// What it plays when a value is asked for, each value in order.
    pub requests: Vec<OfRequest<'a>>,
}

/// What an engine plays when a value of a switch is asked for.
#[derive(Clone, Debug)]
pub struct OfRequest<'a> {
    /// All values of the switch.
    pub all: Values,
    /// The value asked for.
    pub value: &'static str,
    /// Whether the engine says that it plays it.
    pub claimed: bool,
    /// How many positions could be asked about.
    pub positions: usize,
    /// How many of them the engine answered.
    pub answered: usize,
    /// Why it did not answer the first of the others.
    pub why: Option<String>,
    /// The positions whose answers tell values apart.
    pub evidence: Vec<Evidence<'a>>,
}

/// What the answers about a position tell.
#[derive(Clone, Debug)]
pub struct Evidence<'a> {
    /// The case.
    pub case: &'a Case,
    /// The ruleset under which it was asked.
    pub ruleset: Ruleset,
    /// The values that the answers fit; none when they fit no reading, all when nothing but wrong
    /// clauses tells them apart.
    pub fits: Values,
    /// An expectation that tells, by the name of its check.
    pub check: String,
    /// Its line in the file of the case.
    pub line: usize,
    /// What was expected and what was answered; `None` where the expectation holds.
    pub differs: Option<(String, String)>,
    /// Whether the clauses that the engine names had to be set aside.
    pub without_clauses: bool,
}

/// What an engine plays of a switch, in a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// No case of a ruleset and query of this engine tells the values apart.
    NotAsked,
    /// It answers nothing.
    Unsupported,
    /// What is asked for, of these values.
    AsAsked(Values),
    /// One value, whatever is asked for.
    Fixed(&'static str),
    /// For each value that is asked for and answered, what it plays.
    ByRequest(Vec<(&'static str, Values)>),
    /// One of these: the positions that it answers do not tell them apart.
    Undecided(Values),
    /// Its answers fit no single value.
    Contradiction,
}

/// How far a classification has come.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// So many more questions are put.
    More(usize),
    /// One is answered.
    Answered,
}

impl Classification<'_> {
    /// Whether a reading was found for every switch that the engine plays, and its hello is true.
    pub fn is_clear(&self) -> bool {
        let clear = |of: &OfSwitch<'_>| {
            let found = match of.played() {
                Played::NotAsked | Played::Unsupported | Played::AsAsked(_) | Played::Fixed(_) => {
                    true
                }
                Played::ByRequest(all) => all.iter().all(|(_, values)| values.len() == 1),
                Played::Undecided(_) | Played::Contradiction => false,
            };
            found && of.requests.iter().all(|request| request.misfits().next().is_none())
        };
        self.hello.untrue.is_empty() && self.switches.iter().all(clear)
    }
}

impl<'a> OfSwitch<'a> {
    /// A switch before anything is known, with how many positions it has.
    fn new(switch: &'static Switch, positions: usize, welcome: &Welcome) -> Self {
        let values = (switch.values)();
        let request = |&value: &&'static str| OfRequest {
            all: values.iter().copied().collect(),
            value,
            claimed: welcome.reads(switch, value),
            positions,
            answered: 0,
            why: None,
            evidence: Vec::new(),
        };
        Self { switch, requests: values.iter().map(request).collect() }
    }

    /// What the engine plays, in a word.
    pub fn played(&self) -> Played {
        let all = self.requests.iter().map(|request| request.value).collect::<Values>();
        let answered = self.requests.iter().filter(|request| request.answered > 0);
        let by_request: Vec<_> =
            answered.clone().map(|request| (request.value, request.fits())).collect();
        if by_request.is_empty() {
            let asked = self.requests.iter().any(|request| request.positions > 0);
            return if asked { Played::Unsupported } else { Played::NotAsked };
        }
        let alone = |request: &OfRequest<'a>| {
            let fits = request.evidence.iter().any(|evidence| !evidence.fits.is_empty());
            !fits && !request.evidence.is_empty()
        };
        if by_request.iter().any(|(_, fits)| fits.is_empty()) || answered.clone().all(alone) {
            return Played::Contradiction;
        }
        let as_asked = by_request.iter().all(|(value, fits)| fits.contains(value));
        let always = intersection(&all, by_request.iter().map(|(_, fits)| fits));
        let exactly = by_request.iter().all(|(_, fits)| fits.len() == 1);
        match (as_asked, always.first()) {
            (_, Some(value)) if always.len() == 1 && (exactly || !as_asked) => Played::Fixed(value),
            (true, None) => {
                Played::AsAsked(by_request.into_iter().map(|(value, _)| value).collect())
            }
            (true, Some(_)) => {
                Played::Undecided(by_request.into_iter().flat_map(|(_, f)| f).collect())
            }
            (false, Some(_)) => Played::Undecided(always),
            (false, None) => Played::ByRequest(by_request),
        }
    }
}

impl<'a> OfRequest<'a> {
    /// Whether its positions are put, with the values that are claimed or with the others.
    fn is_put(&self, claimed: bool) -> bool {
        self.claimed == claimed && self.why.is_none()
    }

    /// The values that the answers fit, those positions left aside that fit none.
    pub fn fits(&self) -> Values {
        intersection(&self.all, self.telling().map(|evidence| &evidence.fits))
    }

    /// The positions whose answers fit some value.
    fn telling(&self) -> impl Iterator<Item = &Evidence<'a>> {
        self.evidence.iter().filter(|evidence| !evidence.fits.is_empty())
    }

    /// The positions whose answers fit no value.
    pub fn misfits(&self) -> impl Iterator<Item = &Evidence<'a>> {
        self.evidence.iter().filter(|evidence| evidence.fits.is_empty())
    }

    /// The smallest set of positions that leaves over the same values as all of them; where no
    /// value is left, it is a contradiction.
    pub fn shown_by(&self) -> Vec<&Evidence<'a>> {
        let mut distinct: Vec<&Evidence<'a>> = Vec::new();
        for evidence in self.telling() {
            if !distinct.iter().any(|other| other.fits == evidence.fits) {
                distinct.push(evidence);
            }
        }
        let target = self.fits();
        (0..=distinct.len())
            .find_map(|size| smallest(&distinct, size, &self.all, &target))
            .unwrap_or_default()
    }
}

/// So many of these positions that leave the target over, if there are such.
fn smallest<'e, 'a>(
    among: &[&'e Evidence<'a>],
    size: usize,
    left: &Values,
    target: &Values,
) -> Option<Vec<&'e Evidence<'a>>> {
    if size == 0 {
        return (left == target).then(Vec::new);
    }
    (0..among.len()).find_map(|index| {
        let left = left & &among[index].fits;
        let mut rest = smallest(&among[index + 1..], size - 1, &left, target)?;
        rest.insert(0, among[index]);
        Some(rest)
    })
}

fn intersection<'v>(all: &Values, sets: impl IntoIterator<Item = &'v Values>) -> Values {
    sets.into_iter().fold(all.clone(), |left, set| &left & set)
}

/// Finds out what an engine plays. It is asked also what it does not claim to play.
///
/// Where the engine is given up ([`Pool::broken`]), what is known so far is given.
pub fn classify<'a>(
    cases: &'a [Case],
    pool: &Pool<'_>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Classification<'a> {
    let welcome = pool.welcome();
    let asker = Asker { pool, progress };
    let positions: Vec<Vec<Position<'a>>> =
        Switch::ALL.iter().map(|switch| positions(cases, switch, welcome)).collect();
    let mut switches: Vec<OfSwitch<'a>> = Switch::ALL
        .iter()
        .zip(&positions)
        .map(|(switch, positions)| OfSwitch::new(switch, positions.len(), welcome))
        .collect();
    asker.settle(&positions, &mut switches, true);
    asker.probe(&positions, &mut switches);
    asker.settle(&positions, &mut switches, false);
    set_aside(&mut switches);
    let hello = Hello::of(cases, &switches, &asker);
    Classification { switches, hello }
}

/// Leaves aside the positions that rest on a pinned reading which the engine does not play, as
/// other positions show beyond doubt.
fn set_aside(switches: &mut [OfSwitch<'_>]) {
    let mut not_played: BTreeSet<(&str, &str)> = BTreeSet::new();
    for of in switches.iter() {
        for request in of.requests.iter().filter(|request| request.answered > 0) {
            let fits = request.fits();
            if !fits.is_empty() && !fits.contains(request.value) {
                not_played.insert((of.switch.name, request.value));
            }
        }
    }
    for request in switches.iter_mut().flat_map(|of| &mut of.requests) {
        let rests = |case: &Case| {
            let pins = case.rulings.iter().map(|reading| (reading.switch.name, reading.value));
            pins.into_iter().any(|reading| not_played.contains(&reading))
        };
        request.evidence.retain(|evidence| !rests(evidence.case));
    }
}

/// Values as words: `simple or none`.
pub fn words(values: &Values) -> String {
    let values: Vec<&str> = values.iter().copied().collect();
    match values.split_last() {
        None => "none of them".into(),
        Some((last, [])) => (*last).into(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
