//! Which reading of each switch an engine plays, inferred from its answers.
//!
//! Every case that sets the readings of a switch side by side is asked under each of them. What an
//! engine that plays a reading would answer is known: what the reference engine answers under it.
//! So each expectation that some readings fulfil and others do not leaves some of them over, and
//! the readings that all expectations about a position leave over are those that the answers fit.

use std::collections::BTreeSet;

use super::{
    compare::compare,
    plan::{Reply, prepare, stated},
    pool::Pool,
    wire::{self, Welcome},
};
use crate::{
    Answer, Ask, ClauseId, Engine, Query, Reasons, Reference, Ruleset,
    case::{
        Case, Variation,
        check::{Check, CheckStatus},
        question::{Question, Run},
    },
    rules::{Axis, Switch},
};

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

/// Whether an engine says the truth of itself in `hello`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// What is not true, a sentence each.
    pub untrue: Vec<String>,
    /// What is worth knowing besides.
    pub remarks: Vec<String>,
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
        .map(|(switch, positions)| OfSwitch {
            switch,
            requests: requests(switch, positions.len(), welcome),
        })
        .collect();
    asker.settle(&positions, &mut switches, true);
    asker.probe(&positions, &mut switches);
    asker.settle(&positions, &mut switches, false);
    set_aside(&mut switches);
    let mut hello = Hello::default();
    readings(&switches, welcome, &mut hello);
    asker.rulesets(cases, &mut hello);
    asker.queries(cases, &mut hello);
    Classification { switches, hello }
}

/// The requests of a switch before anything is known.
fn requests<'a>(switch: &Switch, positions: usize, welcome: &Welcome) -> Vec<OfRequest<'a>> {
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
    values.iter().map(request).collect()
}

/// A position of a case, and what the case expects for each value of a switch.
struct Position<'a> {
    switch: &'static Switch,
    case: &'a Case,
    ruleset: Ruleset,
    /// What is asked, each thing once.
    asks: Vec<Ask>,
    /// The questions of all values, each with its place among what is asked.
    questions: Vec<(usize, Question<'a>)>,
    /// What the reference engine answers to each question when it plays each value.
    known: Vec<Vec<Answer>>,
}

/// The positions that the cases vary by a switch, in games that an engine plays.
fn positions<'a>(
    cases: &'a [Case],
    switch: &'static Switch,
    welcome: &Welcome,
) -> Vec<Position<'a>> {
    let values = (switch.values)();
    // The engine is asked also for values that it does not claim.
    let mut bold = welcome.clone();
    bold.readings.insert(switch.name.into(), values.iter().map(|&value| value.into()).collect());
    let mut positions = Vec::new();
    for case in cases {
        let varies = case.by.iter().any(|branch| {
            matches!(branch.on, Variation::Reading(reading) if reading.switch.name == switch.name)
        });
        if !varies {
            continue;
        }
        for &ruleset in &case.rulesets {
            let rules = case.rules(ruleset);
            let run = Run { case, rules, number: case.number, branch: None };
            let (run, withheld) = prepare(run, &[(switch.name, values[0])], &bold);
            if withheld.is_some() {
                continue;
            }
            let mut position = Position {
                switch,
                case,
                ruleset,
                asks: Vec::new(),
                questions: Vec::new(),
                known: Vec::new(),
            };
            for branch in &case.by {
                let run = Run { branch: Some(branch), ..run.clone() };
                let questions = run.questions_of(&branch.expect);
                questions.into_iter().for_each(|question| position.add(question, welcome));
            }
            if !position.questions.is_empty() {
                positions.push(position);
            }
        }
    }
    // What is written about the switch comes first, then small boards.
    let own = format!("{}.", switch.ruling);
    positions.sort_by_key(|position| {
        (!position.case.id.starts_with(&own), position.case.board.size().points())
    });
    positions
}

impl<'a> Position<'a> {
    fn add(&mut self, question: Question<'a>, welcome: &Welcome) {
        let ask = question.query().ask;
        if !welcome.answers(&ask) {
            return;
        }
        let index = self.asks.iter().position(|other| *other == ask).unwrap_or_else(|| {
            self.asks.push(ask);
            self.asks.len() - 1
        });
        let known = |value| Reference.answer(&under(&question, self.switch, value).query());
        self.known.push((self.switch.values)().into_iter().map(known).collect());
        self.questions.push((index, question));
    }

    /// The queries when a value is asked for.
    fn queries(&self, value: &str) -> Vec<Query> {
        let (_, first) = &self.questions[0];
        let run = under(first, self.switch, value).run;
        self.asks.iter().map(|ask| run.query(ask.clone())).collect()
    }

    /// What the replies tell when a value was asked for: nothing, or why there is no answer.
    fn judge(
        &self,
        value: &str,
        replies: &[Reply],
        reasons: Reasons,
    ) -> Result<Option<Evidence<'a>>, String> {
        let mut answers = Vec::new();
        for (index, _) in &self.questions {
            answers.push(match &replies[*index] {
                Reply::Answered(Answer::Unsupported(what)) => Err(format!("unsupported: {what}")),
                Reply::Answered(Answer::Error(message)) => Err(format!("error: {message}")),
                Reply::Answered(answer) => Ok(answer.clone()),
                Reply::Unanswered(status, why) => Err(format!("{status}: {why}")),
            });
        }
        if let Some(Err(why)) = answers.iter().find(|answer| answer.is_err())
            && answers.iter().all(Result::is_err)
        {
            return Err(why.clone());
        }
        let evidence = self.evidence(value, &answers, Some(reasons));
        Ok(match evidence {
            // The clauses may be wrong where the verdicts are not.
            Some(evidence) if evidence.fits.is_empty() => {
                match self.evidence(value, &answers, None) {
                    None => Some(Evidence { fits: self.all(), without_clauses: true, ..evidence }),
                    Some(legality) if legality.fits.is_empty() => Some(evidence),
                    legality @ Some(_) => legality,
                }
            }
            evidence => evidence,
        })
    }

    fn all(&self) -> Values {
        (self.switch.values)().into_iter().collect()
    }

    /// The values that answers fit, if they tell any apart; without reasons by verdicts alone.
    fn evidence(
        &self,
        value: &str,
        answers: &[Result<Answer, String>],
        reasons: Option<Reasons>,
    ) -> Option<Evidence<'a>> {
        let values = (self.switch.values)();
        let mut fits = self.all();
        let mut telling: Vec<(Check, Values, Option<&str>)> = Vec::new();
        for (((_, question), known), answer) in self.questions.iter().zip(&self.known).zip(answers)
        {
            let Ok(answer) = answer else { continue };
            let question = under(question, self.switch, value);
            let checks = match reasons {
                Some(reasons) => question.judge(answer, reasons),
                None => question.judge(&without_clauses(answer), Reasons::Some),
            };
            // By value, which checks an engine that plays it passes for sure, and which it may.
            let sure = known.iter().map(|known| match reasons {
                Some(reasons) => passed(&question, known, reasons),
                None => passed(&question, &without_clauses(known), Reasons::Some),
            });
            let maybe = known.iter().map(|known| match reasons {
                Some(Reasons::All) => passed(&question, known, Reasons::All),
                Some(Reasons::Some) | None => {
                    passed(&question, &without_clauses(known), Reasons::Some)
                }
            });
            let (sure, maybe): (Vec<_>, Vec<_>) = (sure.collect(), maybe.collect());
            for (index, check) in checks.into_iter().enumerate() {
                let having = |passes: &[Vec<bool>], which: bool| -> Values {
                    let all = values.iter().zip(passes);
                    all.filter(|(_, passes)| passes[index] == which)
                        .map(|(value, _)| *value)
                        .collect()
                };
                if having(&sure, true).len() == values.len() {
                    continue;
                }
                let left = match check.status {
                    CheckStatus::Pass => having(&maybe, true),
                    CheckStatus::Fail => having(&sure, false),
                    CheckStatus::Xfail
                    | CheckStatus::Xpass
                    | CheckStatus::Unsupported
                    | CheckStatus::Skipped
                    | CheckStatus::Error
                    | CheckStatus::Crash
                    | CheckStatus::Timeout
                    | CheckStatus::NotRun => continue,
                };
                if left.len() == values.len() {
                    continue;
                }
                fits = &fits & &left;
                telling.push((check, left, value_of(&question)));
            }
        }
        // Where something fits, the expectation of a value that fits which says most; otherwise one
        // that does not hold.
        let rank = |(check, left, value): &(Check, Values, Option<&str>)| {
            let (fails, own) = (check.failure.is_some(), value.is_some_and(|v| fits.contains(v)));
            if fits.is_empty() { (!fails, false, 0) } else { (fails, !own, left.len()) }
        };
        let (check, ..) = telling.into_iter().min_by_key(rank)?;
        let differs = check.failure.map(|failure| (failure.expected, failure.got));
        Some(Evidence {
            case: self.case,
            ruleset: self.ruleset,
            fits,
            check: check.name,
            line: check.line,
            differs,
            without_clauses: reasons.is_none(),
        })
    }
}

/// A question when a value is asked for.
fn under<'a>(question: &Question<'a>, switch: &Switch, value: &str) -> Question<'a> {
    let mut question = question.clone();
    question.run.rules.rulings.set(switch.name, value).expect("a value of the switch");
    question
}

/// The value of the switch that a question belongs to.
fn value_of(question: &Question<'_>) -> Option<&'static str> {
    match question.run.branch?.on {
        Variation::Reading(reading) => Some(reading.value),
        Variation::Ruleset(_) | Variation::Number(_) | Variation::Komi(_) => None,
    }
}

/// Which checks of a question an answer passes.
fn passed(question: &Question<'_>, answer: &Answer, reasons: Reasons) -> Vec<bool> {
    let checks = question.judge(answer, reasons);
    checks.iter().map(|check| check.status == CheckStatus::Pass).collect()
}

/// An answer that names no clauses.
fn without_clauses(answer: &Answer) -> Answer {
    let none = |_: &Vec<ClauseId>| Vec::new();
    let mut answer = answer.clone();
    match &mut answer {
        Answer::Verdicts(verdicts) => verdicts.iter_mut().for_each(|verdict| {
            *verdict = verdict.as_ref().map_err(none).copied();
        }),
        Answer::Played(steps) => steps.iter_mut().for_each(|step| {
            step.verdict = step.verdict.as_ref().map_err(none).copied();
        }),
        Answer::Score(Err(clauses)) => clauses.clear(),
        Answer::Score(Ok(_))
        | Answer::LegalMoves(_)
        | Answer::Strings(_)
        | Answer::EmptyRegions(_)
        | Answer::Enclosed(_)
        | Answer::PrivateEyes(_)
        | Answer::Natures(_)
        | Answer::Perft(_)
        | Answer::Coordinates(_)
        | Answer::Unsupported(_)
        | Answer::Error(_) => {}
    }
    answer
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

/// Compares what an engine plays of each switch with what it says.
fn readings(switches: &[OfSwitch<'_>], welcome: &Welcome, hello: &mut Hello) {
    for (name, values) in &welcome.readings {
        let Ok(switch) = Switch::named(name) else {
            hello.remarks.push(format!("`readings` names `{name}`, which is no switch"));
            continue;
        };
        for value in values.iter().filter(|value| !(switch.values)().contains(&value.as_str())) {
            let why = format!("`readings` names {name}={value}, which is no reading");
            hello.remarks.push(why);
        }
    }
    for of in switches {
        let name = of.switch.name;
        for request in of.requests.iter().filter(|request| request.positions > 0) {
            let (value, fits) = (request.value, request.fits());
            let plays = fits.contains(value);
            if request.claimed && request.answered == 0 {
                let why = request.why.as_deref().unwrap_or("not asked");
                let why = why.lines().next().unwrap_or_default();
                hello.untrue.push(format!("claims {name}={value}, but answers nothing: {why}"));
            } else if request.claimed && !fits.is_empty() && !plays {
                let fits = words(&fits);
                hello.untrue.push(format!("claims {name}={value}, but plays {fits} then"));
            } else if !request.claimed && request.answered > 0 && plays && fits.len() == 1 {
                hello.untrue.push(format!("plays {name}={value}, but does not claim it"));
            }
        }
        let aside = of.requests.iter().flat_map(|request| &request.evidence);
        let mut aside: Vec<&str> =
            aside.filter(|e| e.without_clauses).map(|e| e.case.id.as_str()).collect();
        aside.sort_unstable();
        aside.dedup();
        if !aside.is_empty() {
            let ids = aside.join(", ");
            hello.remarks.push(format!("{name}: the clauses that it names are wrong in {ids}"));
        }
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

/// The engine, and who hears of its answers.
struct Asker<'p> {
    pool: &'p Pool<'p>,
    progress: &'p (dyn Fn(Progress) + Sync),
}

/// After how many faults an engine is not asked any more what it does not claim.
const FAULTS: usize = 5;

/// How many questions are put about a ruleset or a query.
const PROBES: usize = 4;

impl Asker<'_> {
    fn ask(&self, queries: &[Query]) -> Vec<Reply> {
        (self.progress)(Progress::More(queries.len()));
        self.pool.ask(queries, &|| (self.progress)(Progress::Answered))
    }

    /// Asks about all positions under the values that are claimed, or under the others.
    fn settle<'a>(
        &self,
        positions: &[Vec<Position<'a>>],
        switches: &mut [OfSwitch<'a>],
        claimed: bool,
    ) {
        let reasons = self.pool.welcome().reasons.into();
        let mut queries = Vec::new();
        for (of, positions) in switches.iter().zip(positions) {
            for request in of.requests.iter().filter(|request| request.is_put(claimed)) {
                queries.extend(positions.iter().flat_map(|at| at.queries(request.value)));
            }
        }
        let replies = self.ask(&queries);
        let mut replies = &replies[..];
        for (of, positions) in switches.iter_mut().zip(positions) {
            for request in of.requests.iter_mut().filter(|request| request.is_put(claimed)) {
                for position in positions {
                    let (own, rest) = replies.split_at(position.asks.len());
                    replies = rest;
                    match position.judge(request.value, own, reasons) {
                        Ok(evidence) => {
                            request.answered += 1;
                            request.evidence.extend(evidence);
                        }
                        Err(why) => {
                            request.why.get_or_insert(why);
                        }
                    }
                }
            }
        }
    }

    /// Asks one question under each value that is not claimed, since an engine may fall over it.
    fn probe<'a>(&self, positions: &[Vec<Position<'a>>], switches: &mut [OfSwitch<'a>]) {
        let mut faults = 0;
        for (of, positions) in switches.iter_mut().zip(positions) {
            let Some(first) = positions.first() else { continue };
            for request in of.requests.iter_mut().filter(|request| request.is_put(false)) {
                if faults == FAULTS || self.pool.broken().is_some() {
                    request.why = Some("not asked, after faults at others".into());
                    continue;
                }
                let reply = self.ask(&first.queries(request.value)[..1]).pop();
                if let Some(Reply::Unanswered(status, why)) = reply {
                    faults += 1;
                    request.why = Some(format!("{status}: {why}"));
                }
            }
        }
    }

    /// Whether the engine plays the rulesets that it claims, and no others.
    fn rulesets(&self, cases: &[Case], hello: &mut Hello) {
        let welcome = self.pool.welcome();
        for &ruleset in Ruleset::ALL {
            let claimed = welcome.plays(ruleset);
            let mut bold = welcome.clone();
            bold.rulesets = vec![ruleset.name().into()];
            let queries = plain(cases, &bold, |query| welcome.answers(&query.ask));
            self.truth(&format!("the ruleset {ruleset}"), claimed, &queries, hello);
        }
    }

    /// Whether the engine answers the queries that it claims, and no others.
    fn queries(&self, cases: &[Case], hello: &mut Hello) {
        let welcome = self.pool.welcome();
        for name in wire::Query::NAMES {
            let claimed = welcome
                .queries
                .as_ref()
                .is_none_or(|known| known.iter().any(|query| query == name));
            let is_one = |query: &Query| wire::Query::from(&query.ask).name() == name;
            let queries = plain(cases, welcome, is_one);
            self.truth(&format!("the query {name}"), claimed, &queries, hello);
        }
    }

    /// Puts queries about something that is claimed or not, and says what is not true.
    fn truth(&self, what: &str, claimed: bool, queries: &[Query], hello: &mut Hello) {
        if queries.is_empty() || self.pool.broken().is_some() {
            return;
        }
        // What is not claimed is asked once.
        let queries = if claimed { queries } else { &queries[..1] };
        let replies = self.ask(queries);
        let (mut answered, mut differ, mut unknown) = (0, 0, 0);
        for (query, reply) in queries.iter().zip(&replies) {
            match reply {
                Reply::Answered(Answer::Unsupported(_)) => unknown += 1,
                Reply::Answered(Answer::Error(_)) | Reply::Unanswered(..) => {}
                Reply::Answered(answer) => {
                    let known = Reference.answer(query);
                    let same = compare(query, answer, &known, false).differs.is_none();
                    answered += 1;
                    differ += usize::from(!same);
                }
            }
        }
        if claimed && unknown == queries.len() {
            let asked = queries.len();
            hello
                .untrue
                .push(format!("claims {what}, but answers `unsupported` {asked} of {asked} times"));
        } else if !claimed && answered > 0 && differ == 0 {
            hello.untrue.push(format!("answers {what} as it should, but does not claim it"));
        } else if !claimed && answered > 0 {
            hello.remarks.push(format!("does not claim {what}, but answers it, and wrongly"));
        }
    }
}

impl OfRequest<'_> {
    /// Whether its positions are put, with the values that are claimed or with the others.
    fn is_put(&self, claimed: bool) -> bool {
        self.claimed == claimed && self.why.is_none()
    }
}

/// A few queries of the cases that rest on no reading, each with another thing that is asked.
fn plain(cases: &[Case], welcome: &Welcome, wanted: impl Fn(&Query) -> bool) -> Vec<Query> {
    let mut queries: Vec<Query> = Vec::new();
    let mut others: Vec<Query> = Vec::new();
    for run in cases.iter().flat_map(Case::runs) {
        if queries.len() == PROBES {
            break;
        }
        if stated(&run).next().is_some() {
            continue;
        }
        let (run, None) = prepare(run, &[], welcome) else { continue };
        let questions = run.questions();
        // No case asks for all legal moves.
        let more = std::iter::once(Ask::LegalMoves).map(|ask| run.query(ask));
        for query in questions.iter().map(Question::query).chain(more).filter(|query| wanted(query))
        {
            let kind = |query: &Query| wire::Query::from(&query.ask).name();
            if queries.iter().all(|other| kind(other) != kind(&query)) {
                queries.push(query);
            } else if others.len() < PROBES {
                others.push(query);
            }
        }
    }
    queries.extend(others);
    queries.truncate(PROBES);
    queries
}
