//! Which questions of the cases are put to an engine, by what it says of itself.

use std::time::Instant;

use super::{
    report::{failures, text},
    results::{Rerun, Results, Verdict},
    wire::{self, Welcome},
};
use crate::{
    Answer, Engine, Reasons,
    case::{
        Case, Reading, Variation,
        check::{Check, CheckStatus},
        question::{Question, Run},
    },
    rules::Switch,
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

/// What came of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An answer.
    Answered(Answer),
    /// None, and why.
    Unanswered(CheckStatus, String),
}

impl Put<'_> {
    /// What tells the question from all others of the suite.
    pub fn key(&self) -> String {
        let Run { case, rules, branch, .. } = &self.question.run;
        let branch = branch.map(|branch| branch.on.to_string()).unwrap_or_default();
        format!("{} {} {branch} {}", case.id, rules.ruleset, self.place)
    }

    /// The checks, by the reply; it is asked for where the question was put.
    pub fn judge(&self, reply: impl FnOnce() -> Reply, reasons: Reasons) -> Vec<Check> {
        if let Some((status, why)) = &self.withheld {
            return self.question.unanswered(*status, why);
        }
        match reply() {
            Reply::Answered(answer) => self.question.judge(&answer, reasons),
            Reply::Unanswered(status, why) => self.question.unanswered(status, &why),
        }
    }
}

/// Cases with the checks of their questions, which have the order of the cases.
pub fn judged<'a>(
    cases: &'a [Case],
    puts: &[Put<'a>],
    reasons: Reasons,
    mut reply: impl FnMut(&Put<'a>) -> Reply,
) -> Vec<(&'a Case, Vec<Check>)> {
    let mut puts = puts.iter().peekable();
    let of_case = |case: &'a Case| {
        let mut checks = Vec::new();
        while let Some(put) = puts.next_if(|put| std::ptr::eq(put.question.run.case, case)) {
            checks.extend(put.judge(|| reply(put), reasons));
        }
        (case, checks)
    };
    cases.iter().map(of_case).collect()
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
            let of_query = || {
                let ask = question.ask();
                let query = wire::Query::from(&ask).name();
                let why = || (CheckStatus::Unsupported, format!("the engine answers no `{query}`"));
                (!welcome.answers(&ask)).then(why)
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
    let ruleset = run.rules.ruleset;
    if !welcome.plays(ruleset) {
        let why = format!("the engine does not play {ruleset}");
        return (run, Some((CheckStatus::Unsupported, why)));
    }
    for switch in Switch::ALL {
        let of_case = stated.iter().find(|reading| reading.switch.name == switch.name);
        let of_user = asked.iter().find(|(name, _)| *name == switch.name).map(|(_, value)| *value);
        let reading = match (of_case, of_user) {
            (Some(reading), Some(value)) if reading.value != value => {
                let why = format!("the case states {reading}");
                return (run, Some((CheckStatus::Skipped, why)));
            }
            (Some(reading), _) => reading.value,
            (None, Some(value)) => value,
            (None, None) => {
                // The first reading that it plays; one that nobody knows is asked for as the default.
                let values = (switch.values)();
                let played = values.iter().find(|value| welcome.reads(switch, value));
                run.rules
                    .rulings
                    .set(switch.name, played.unwrap_or(&values[0]))
                    .expect("a reading");
                continue;
            }
        };
        if !welcome.reads(switch, reading) {
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
    let (welcome, reasons) = (Welcome::everything("", ""), engine.reasons());
    let mut of_case = |case: &'a Case| {
        let puts = plan(std::slice::from_ref(case), asked, &welcome);
        let answer = |put: &Put<'_>| Reply::Answered(engine.answer(&put.question.query()));
        let checks = judged(std::slice::from_ref(case), &puts, reasons, answer);
        after_each();
        checks
    };
    cases.iter().flat_map(&mut of_case).collect()
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
    const SHOWN: usize = 10;
    let begin = Instant::now();
    let cases = crate::case::load::suite().expect("the cases in the crate are well formed");
    let results = Results {
        engine: "the engine".into(),
        cases: put(&cases, &[], engine, || {}),
        total: cases.len(),
        complaints: Vec::new(),
        broken: None,
        time: begin.elapsed(),
        rerun: Rerun::default(),
    };
    let failures = failures(&results);
    let shown: Vec<String> = failures.iter().take(SHOWN).map(text::describe).collect();
    let more = match failures.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("and {more} failures more\n"),
    };
    let (shown, sentence) = (shown.join("\n"), results.sentence());
    assert!(results.verdict() == Verdict::Conforms, "{shown}\n{more}{sentence}");
}
