//! Whether an engine says the truth of itself in `hello`.

use super::{OfSwitch, asker::Asker, words};
use crate::{
    Answer, Ask, Engine, Query, Reference, Ruleset,
    case::{Case, question::Question},
    rules::{Axis, Switch},
    verify::{
        compare::compare,
        plan::{Reply, prepare, stated},
        wire::{self, Welcome},
    },
};

/// Whether an engine says the truth of itself in `hello`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// What is not true, a sentence each.
    pub untrue: Vec<String>,
    /// What is worth knowing besides.
    pub remarks: Vec<String>,
}

/// How many questions are put about a ruleset or a query.
const PROBES: usize = 4;

/// How many are put before it is said that none is answered.
const MANY: usize = 100;

impl Hello {
    /// What an engine says of itself, compared with what it plays.
    pub(super) fn of(cases: &[Case], switches: &[OfSwitch<'_>], asker: &Asker<'_>) -> Self {
        let mut hello = Self::default();
        hello.readings(switches, asker.pool.welcome());
        hello.rulesets(cases, asker);
        hello.queries(cases, asker);
        hello
    }

    /// Compares what an engine plays of each switch with what it says.
    fn readings(&mut self, switches: &[OfSwitch<'_>], welcome: &Welcome) {
        for (name, values) in &welcome.readings {
            let Ok(switch) = Switch::named(name) else {
                self.remarks.push(format!("`readings` names `{name}`, which is no switch"));
                continue;
            };
            for value in values.iter().filter(|value| !(switch.values)().contains(&value.as_str()))
            {
                let why = format!("`readings` names {name}={value}, which is no reading");
                self.remarks.push(why);
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
                    self.untrue.push(format!("claims {name}={value}, but answers nothing: {why}"));
                } else if request.claimed && !fits.is_empty() && !plays {
                    let fits = words(&fits);
                    self.untrue.push(format!("claims {name}={value}, but plays {fits} then"));
                } else if !request.claimed && request.answered > 0 && plays && fits.len() == 1 {
                    self.untrue.push(format!("plays {name}={value}, but does not claim it"));
                }
            }
            let aside = of.requests.iter().flat_map(|request| &request.evidence);
            let mut aside: Vec<&str> =
                aside.filter(|e| e.without_clauses).map(|e| e.case.id.as_str()).collect();
            aside.sort_unstable();
            aside.dedup();
            if !aside.is_empty() {
                let ids = aside.join(", ");
                self.remarks.push(format!("{name}: the clauses that it names are wrong in {ids}"));
            }
        }
    }

    /// Whether the engine plays the rulesets that it claims, and no others.
    fn rulesets(&mut self, cases: &[Case], asker: &Asker<'_>) {
        let welcome = asker.pool.welcome();
        for &ruleset in Ruleset::ALL {
            let claimed = welcome.plays(ruleset);
            let mut bold = welcome.clone();
            bold.rulesets = vec![ruleset.name().into()];
            let queries = |most| plain(cases, &bold, most, |query| welcome.answers(&query.ask));
            self.truth(&format!("the ruleset {ruleset}"), claimed, queries, asker);
        }
    }

    /// Whether the engine answers the queries that it claims, and no others.
    fn queries(&mut self, cases: &[Case], asker: &Asker<'_>) {
        let welcome = asker.pool.welcome();
        for name in wire::Query::NAMES {
            let claimed = welcome
                .queries
                .as_ref()
                .is_none_or(|known| known.iter().any(|query| query == name));
            let is_one = |query: &Query| wire::Query::from(&query.ask).name() == name;
            let queries = |most| plain(cases, welcome, most, is_one);
            self.truth(&format!("the query {name}"), claimed, queries, asker);
        }
    }

    /// Puts so many queries about something that is claimed or not, and says what is not true.
    fn truth(
        &mut self,
        what: &str,
        claimed: bool,
        queries: impl Fn(usize) -> Vec<Query>,
        asker: &Asker<'_>,
    ) {
        // What is not claimed is asked once.
        let mut asked = queries(if claimed { PROBES } else { 1 });
        if asked.is_empty() || asker.pool.broken().is_some() {
            return;
        }
        let mut replies = asker.ask(&asked);
        let is_unknown = |reply: &Reply| matches!(reply, Reply::Answered(Answer::Unsupported(_)));
        if claimed && replies.iter().all(is_unknown) {
            asked = queries(MANY);
            replies = asker.ask(&asked);
        }
        let (mut answered, mut differ, mut unknown) = (0, 0, 0);
        for (query, reply) in asked.iter().zip(&replies) {
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
        if claimed && unknown == asked.len() {
            let asked = asked.len();
            self.untrue
                .push(format!("claims {what}, but answers `unsupported` {asked} of {asked} times"));
        } else if !claimed && answered > 0 && differ == 0 {
            self.untrue.push(format!("answers {what} as it should, but does not claim it"));
        } else if !claimed && answered > 0 {
            self.remarks.push(format!("does not claim {what}, but answers it, and wrongly"));
        }
    }
}

/// A few queries of the cases that rest on no reading, each with another thing that is asked.
fn plain(
    cases: &[Case],
    welcome: &Welcome,
    most: usize,
    wanted: impl Fn(&Query) -> bool,
) -> Vec<Query> {
    let mut queries: Vec<Query> = Vec::new();
    let mut others: Vec<Query> = Vec::new();
    for run in cases.iter().flat_map(Case::runs) {
        if queries.len() == most {
            break;
        }
        if stated(&run).next().is_some() {
            continue;
        }
        let (run, None) = prepare(run, &[], welcome) else { continue };
        let questions = run.questions();
        // Few cases ask for all legal moves.
        let more = std::iter::once(Ask::LegalMoves).map(|ask| run.query(ask));
        for query in questions.iter().map(Question::query).chain(more).filter(|query| wanted(query))
        {
            let kind = |query: &Query| wire::Query::from(&query.ask).name();
            if queries.iter().all(|other| kind(other) != kind(&query)) {
                queries.push(query);
            } else if others.len() < most {
                others.push(query);
            }
        }
    }
    queries.extend(others);
    queries.truncate(most);
    queries
}
