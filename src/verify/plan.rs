//! Which questions of the cases are put to an engine, by what it says of itself.

use super::wire::{self, Welcome};
use crate::{
    Answer, Engine, Query, Reasons,
    case::{
        Case, Reading, Variation,
        check::{Check, CheckStatus, Question, Run},
    },
    rules::{Axis, Switch},
};

/// A question with its query, or with the reason for which it is not put.
#[derive(Clone, Debug)]
pub struct Put<'a> {
    /// The question.
    pub question: Question<'a>,
    /// Which of the questions of its run it is, from 0.
    pub place: usize,
    /// Why it is not put to the engine: [`CheckStatus::Unsupported`] or [`CheckStatus::Skipped`].
    pub withheld: Option<(CheckStatus, String)>,
}

impl Put<'_> {
    /// What tells the question from all others of the suite.
    pub fn key(&self) -> String {
        let Run { case, rules, branch, .. } = &self.question.run;
        let branch = branch.map(|branch| branch.on.to_string()).unwrap_or_default();
        format!("{} {} {branch} {}", case.id, rules.ruleset, self.place)
    }

    /// The checks, by the answer.
    pub fn judge(&self, answer: &Answer, reasons: Reasons) -> Vec<Check> {
        match &self.withheld {
            Some((status, why)) => self.question.unanswered(*status, why),
            None => self.question.judge(answer, reasons),
        }
    }
}

/// The questions of the cases for an engine, when these readings are asked for.
///
/// What an engine does not play is withheld. A reading that a case does not state is one that the
/// engine plays: nothing depends on it.
pub fn plan<'a>(
    cases: &'a [Case],
    asked: &[(&'static str, &'static str)],
    welcome: &Welcome,
) -> Vec<Put<'a>> {
    let mut puts = Vec::new();
    for run in cases.iter().flat_map(Case::runs) {
        let (run, withheld) = prepare(run, asked, welcome);
        for (place, question) in run.questions().into_iter().enumerate() {
            let query = wire::Query::from(&question.query().ask).name();
            let known = welcome.queries.as_ref();
            let unknown = known.is_some_and(|known| !known.iter().any(|name| name == query));
            let of_query = || {
                unknown
                    .then(|| (CheckStatus::Unsupported, format!("the engine answers no `{query}`")))
            };
            let withheld = withheld.clone().or_else(of_query);
            puts.push(Put { question, place, withheld });
        }
    }
    puts
}

/// A run with the readings that are asked, or the reason for which it is not put.
pub(super) fn prepare<'a>(
    mut run: Run<'a>,
    asked: &[(&'static str, &'static str)],
    welcome: &Welcome,
) -> (Run<'a>, Option<(CheckStatus, String)>) {
    let stated: Vec<Reading> = stated(&run).collect();
    let ruleset = run.rules.ruleset.name();
    if !welcome.rulesets.iter().any(|name| name == ruleset) {
        return (
            run,
            Some((CheckStatus::Unsupported, format!("the engine does not play {ruleset}"))),
        );
    }
    for switch in Switch::ALL {
        let of_case = stated.iter().find(|reading| reading.switch.name == switch.name);
        let of_user = asked.iter().find(|(name, _)| *name == switch.name).map(|(_, value)| *value);
        let default = [(switch.values)()[0].to_owned()];
        let played = welcome.readings.get(switch.name).map_or(&default[..], Vec::as_slice);
        let reading = match (of_case, of_user) {
            (Some(reading), Some(value)) if reading.value != value => {
                let why = format!("the case states {reading}");
                return (run, Some((CheckStatus::Skipped, why)));
            }
            (Some(reading), _) => reading.value,
            (None, Some(value)) => value,
            (None, None) => {
                let default = default[0].clone();
                let first = if played.contains(&default) {
                    &default
                } else {
                    played.first().unwrap_or(&default)
                };
                // A reading that nobody knows is asked for as the default.
                let _ = run.rules.rulings.set(switch.name, first);
                continue;
            }
        };
        if !played.iter().any(|value| value == reading) {
            let why = format!("the engine does not play {}={reading}", switch.name);
            return (run, Some((CheckStatus::Skipped, why)));
        }
        run.rules.rulings.set(switch.name, reading).expect("a reading of the switch");
    }
    (run, None)
}

/// The readings that a run pins or varies.
pub fn stated<'a>(run: &Run<'a>) -> impl Iterator<Item = Reading> + use<'a> {
    let varied = run.branch.and_then(|branch| match branch.on {
        Variation::Reading(reading) => Some(reading),
        Variation::Ruleset(_) | Variation::Number(_) | Variation::Komi(_) => None,
    });
    run.case.rulings.iter().copied().chain(varied)
}

/// Puts cases to an engine in the same process, one question after the other.
///
/// The checks stand with their cases, in order.
pub fn put<'a>(
    cases: &'a [Case],
    asked: &[(&'static str, &'static str)],
    engine: &mut dyn Engine,
    mut after_each: impl FnMut(),
) -> Vec<(&'a Case, Vec<Check>)> {
    let welcome = Welcome::everything("", "");
    let mut all: Vec<(&Case, Vec<Check>)> = Vec::new();
    for case in cases {
        let puts = plan(std::slice::from_ref(case), asked, &welcome);
        let judge = |put: &Put<'_>| match &put.withheld {
            Some((status, why)) => put.question.unanswered(*status, why),
            None => {
                let query: Query = put.question.query();
                put.question.judge(&engine.answer(&query), engine.reasons())
            }
        };
        all.push((case, puts.iter().flat_map(judge).collect()));
        after_each();
    }
    all
}

/// Puts the whole suite to an engine, and panics with a report where it does not conform.
///
/// For the `cargo test` of an engine in Rust:
///
/// ```
/// use ternary_go::{Answer, Engine, Query, Reference, verify::plan::assert_conforms};
///
/// struct Mine;
///
/// impl Engine for Mine {
///     fn answer(&mut self, query: &Query) -> Answer {
///         match query.rules.ruleset.to_string().as_str() {
///             "go" => Reference.answer(query), // your engine here
///             other => Answer::Unsupported(other.into()),
///         }
///     }
/// }
///
/// assert_conforms(&mut Mine);
/// ```
///
/// # Panics
/// When a check fails, or when the engine supports nothing at all.
pub fn assert_conforms(engine: &mut dyn Engine) {
    let cases = crate::case::load::suite().expect("the cases in the crate are well formed");
    let results = put(&cases, &[], engine, || {});
    let checks = || results.iter().flat_map(|(case, checks)| checks.iter().map(move |c| (case, c)));
    let executed = checks().filter(|(_, check)| check.status.is_executed()).count();
    let bad: Vec<_> = checks().filter(|(_, check)| check.status.is_bad()).collect();
    let describe = |(case, check): &(&&Case, &Check)| {
        let failure = check.failure.as_ref().map(|failure| {
            format!(
                "{}\n{}expected {}\ngot      {}\n",
                failure.turn, failure.before, failure.expected, failure.got
            )
        });
        format!(
            "{} {} [{}]\n{}:{}: {}\n{}",
            check.status,
            check.name,
            check.ruleset,
            case.file,
            check.line,
            case.title,
            failure.unwrap_or_default()
        )
    };
    assert!(executed > 0, "the engine answers none of {} checks", checks().count());
    assert!(
        bad.is_empty(),
        "{}\n{} of {executed} checks do not hold; the first {} are above",
        bad.iter().take(10).map(describe).collect::<Vec<_>>().join("\n"),
        bad.len(),
        bad.len().min(10)
    );
}
