//! A position that a case varies by a switch, and what the answers about it tell.

use super::{Evidence, Values};
use crate::{
    Answer, Ask, ClauseId, Engine, Query, Reasons, Reference, Ruleset,
    case::{
        Case, Variation,
        check::{Check, CheckStatus},
        question::{Question, Run},
    },
    rules::Switch,
    verify::{
        plan::{Reply, prepare},
        wire::Welcome,
    },
};

/// A position of a case, and what the case expects for each value of a switch.
pub(super) struct Position<'a> {
    switch: &'static Switch,
    case: &'a Case,
    ruleset: Ruleset,
    /// What is asked, each thing once.
    pub(super) asks: Vec<Ask>,
    /// The questions of all values, each with its place among what is asked.
    questions: Vec<(usize, Question<'a>)>,
    /// What the reference engine answers to each question when it plays each value.
    known: Vec<Vec<Answer>>,
}

/// The positions that the cases vary by a switch, in games that an engine plays.
pub(super) fn positions<'a>(
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
    pub(super) fn queries(&self, value: &str) -> Vec<Query> {
        let (_, first) = &self.questions[0];
        let run = under(first, self.switch, value).run;
        self.asks.iter().map(|ask| run.query(ask.clone())).collect()
    }

    /// What the replies tell when a value was asked for: nothing, or why there is no answer.
    pub(super) fn judge(
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
