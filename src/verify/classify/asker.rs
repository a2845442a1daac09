//! Puts the questions of positions to the engine, those that it claims to play first.

use super::{OfSwitch, Position, Progress};
use crate::{
    Query,
    verify::{plan::Reply, pool::Pool},
};

/// The engine, and who hears of its answers.
pub(super) struct Asker<'p> {
    pub(super) pool: &'p Pool<'p>,
    pub(super) progress: &'p (dyn Fn(Progress) + Sync),
}

/// After how many faults an engine is not asked any more what it does not claim.
const FAULTS: usize = 5;

impl Asker<'_> {
    pub(super) fn ask(&self, queries: &[Query]) -> Vec<Reply> {
        (self.progress)(Progress::More(queries.len()));
        self.pool.ask(queries, &|| (self.progress)(Progress::Answered))
    }

    /// Asks about all positions under the values that are claimed, or under the others.
    pub(super) fn settle<'a>(
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
    pub(super) fn probe<'a>(&self, positions: &[Vec<Position<'a>>], switches: &mut [OfSwitch<'a>]) {
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
}
