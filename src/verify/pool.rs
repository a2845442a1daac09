//! Puts queries to engines: several at a time, started again after a fault.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use super::{
    plan::Reply,
    session::{Connect, Fault, Received, Session},
    wire::Welcome,
};
use crate::{Query, case::check::CheckStatus};

/// Engines of one kind, and what they are allowed.
pub struct Pool<'a> {
    connect: &'a dyn Connect,
    welcome: Welcome,
    /// Started and waiting.
    idle: Mutex<Vec<Box<dyn Session>>>,
    /// How many run at once.
    jobs: usize,
    /// How many faults are suffered in all.
    most_faults: usize,
    faults: AtomicUsize,
    /// Why it was given up.
    broken: Mutex<Option<String>>,
    /// What it did wrong besides single answers.
    complaints: Mutex<Vec<String>>,
}

/// Requests under way at once, however many an engine would take.
const MOST_IN_FLIGHT: usize = 1024;

/// Faults in a row after which an engine is given up.
const IN_A_ROW: usize = 5;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Pool<'a> {
    /// Starts one engine, to hear what it says of itself.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn open(connect: &'a dyn Connect, jobs: usize, most_faults: usize) -> Result<Self, Fault> {
        let first = connect.connect()?;
        Ok(Self {
            connect,
            welcome: first.welcome().clone(),
            idle: Mutex::new(vec![first]),
            jobs,
            most_faults,
            faults: AtomicUsize::new(0),
            broken: Mutex::new(None),
            complaints: Mutex::new(Vec::new()),
        })
    }

    /// What the engine says of itself.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// Why the engine was given up, if it was.
    pub fn broken(&self) -> Option<String> {
        lock(&self.broken).clone()
    }

    /// Puts the queries to the engines. The replies have the order of the queries; what was not
    /// asked because the engine was given up is [`CheckStatus::NotRun`]. The function is called
    /// after each reply.
    pub fn ask(&self, queries: &[Query], after_each: &(dyn Fn() + Sync)) -> Vec<Reply> {
        let work = Work {
            queries,
            next: AtomicUsize::new(0),
            replies: Mutex::new(vec![None; queries.len()]),
            after_each,
        };
        let jobs = self.jobs.clamp(1, queries.len().max(1));
        if jobs == 1 {
            self.work(&work);
        } else {
            thread::scope(|scope| {
                for _ in 0..jobs {
                    scope.spawn(|| self.work(&work));
                }
            });
        }
        let why = || format!("not asked: {}", self.broken().unwrap_or_default());
        let not_run = || Reply::Unanswered(CheckStatus::NotRun, why());
        let replies = work.replies.into_inner().unwrap_or_else(PoisonError::into_inner);
        replies.into_iter().map(|reply| reply.unwrap_or_else(not_run)).collect()
    }

    /// Says good-bye to the engines; what they do wrong then, and did besides single answers.
    pub fn close(self) -> Vec<String> {
        let mut complaints = std::mem::take(&mut *lock(&self.complaints));
        let idle = self.idle.into_inner().unwrap_or_else(PoisonError::into_inner);
        thread::scope(|scope| {
            let close = |mut session: Box<dyn Session>| scope.spawn(move || session.close().err());
            let closing: Vec<_> = idle.into_iter().map(close).collect();
            let faults = closing.into_iter().filter_map(|thread| thread.join().ok().flatten());
            complaints.extend(faults.map(|fault| format!("at the end: {fault}")));
        });
        complaints.sort();
        complaints.dedup();
        complaints
    }

    /// One engine's share of the work.
    fn work(&self, work: &Work<'_>) {
        let mut worker = Worker {
            pool: self,
            work,
            following: None,
            asked: BTreeSet::new(),
            received: None,
            again: VecDeque::new(),
            unexplained: None,
            in_a_row: 0,
        };
        let mut session = lock(&self.idle).pop();
        while lock(&self.broken).is_none() {
            let mut started = match session.take() {
                Some(session) => session,
                None if worker.is_done() => return,
                None => match self.connect.connect() {
                    Ok(session) => {
                        if *session.welcome() != self.welcome {
                            let other = "started again, it says another hello than at first";
                            lock(&self.complaints).push(other.into());
                        }
                        session
                    }
                    Err(fault) => {
                        let why = format!("started again: {}", fault.first_line());
                        lock(&self.complaints).push(why);
                        worker.suffer(&fault);
                        continue;
                    }
                },
            };
            match worker.run(&mut *started) {
                Ok(()) => {
                    lock(&self.idle).push(started);
                    return;
                }
                Err(fault) => {
                    // What it started is gone before another one is started.
                    drop(started);
                    worker.blame(&fault);
                    worker.suffer(&fault);
                }
            }
        }
    }
}

/// Queries, and the replies to them.
struct Work<'a> {
    queries: &'a [Query],
    next: AtomicUsize,
    replies: Mutex<Vec<Option<Reply>>>,
    after_each: &'a (dyn Fn() + Sync),
}

impl Work<'_> {
    fn reply(&self, id: usize, reply: Reply) {
        let before = lock(&self.replies)[id].replace(reply);
        if before.is_none() {
            (self.after_each)();
        }
    }

    /// Whether every query has been given out.
    fn is_done(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.queries.len()
    }

    fn next(&self) -> Option<usize> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.queries.len()).then_some(next)
    }
}

struct Worker<'a, 'b> {
    pool: &'a Pool<'b>,
    work: &'a Work<'a>,
    /// The request to be sent next.
    following: Option<usize>,
    /// The requests under way.
    asked: BTreeSet<usize>,
    /// An answer that is still to be read.
    received: Option<(usize, Received)>,
    /// Requests that were under way when an engine was at fault: asked again one at a time.
    again: VecDeque<usize>,
    /// A fault while several were under way, until one of them alone is at fault.
    unexplained: Option<String>,
    /// Faults since the last answer.
    in_a_row: usize,
}

impl Worker<'_, '_> {
    /// Asks until nothing is left to be asked.
    fn run(&mut self, session: &mut dyn Session) -> Result<(), Fault> {
        let in_flight = (session.welcome().in_flight as usize).min(MOST_IN_FLIGHT);
        loop {
            if self.asked.is_empty() && self.again.is_empty() {
                let complain = |fault| {
                    format!(
                        "with several requests under way: {fault}; one at a time all were answered"
                    )
                };
                lock(&self.pool.complaints).extend(self.unexplained.take().map(complain));
            }
            while self.asked.len() < if self.again.is_empty() { in_flight } else { 1 } {
                // Those asked again wait until nothing else is under way.
                let alone = self.again.pop_front();
                let Some(id) = alone.or_else(|| self.next()) else { break };
                self.asked.insert(id);
                session.send(id, &self.work.queries[id])?;
                if alone.is_some() {
                    break;
                }
            }
            // While the engine works, the answer before is read and the next request made ready.
            self.read();
            if self.asked.is_empty() {
                return Ok(());
            }
            self.following = self.next();
            if let Some(id) = self.following {
                session.prepare(id, &self.work.queries[id]);
            }
            let (id, answer) = session.receive()?;
            self.asked.remove(&id);
            self.in_a_row = 0;
            self.received = Some((id, answer));
        }
    }

    fn next(&mut self) -> Option<usize> {
        self.following.take().or_else(|| self.work.next())
    }

    /// Reads the answer that is still to be read.
    fn read(&mut self) {
        if let Some((id, answer)) = self.received.take() {
            self.work.reply(id, Reply::Answered(answer()));
        }
    }

    /// Whether nothing is left to be asked.
    fn is_done(&self) -> bool {
        self.again.is_empty() && self.following.is_none() && self.work.is_done()
    }

    /// Finds out which request a fault is about. Where several were under way nobody knows: they
    /// are asked again.
    fn blame(&mut self, fault: &Fault) {
        self.read();
        let unanswered = Reply::Unanswered(fault.kind.status(), fault.message.clone());
        let answered =
            |id: &usize| *id < self.work.queries.len() && lock(&self.work.replies)[*id].is_some();
        if let Some(id) = fault.about.filter(answered) {
            self.work.reply(id, unanswered);
        } else if self.asked.len() == 1 {
            let id = self.asked.pop_first().expect("there is one");
            self.work.reply(id, unanswered);
            self.unexplained = None;
        } else {
            self.unexplained.get_or_insert(fault.first_line().into());
        }
        self.again.extend(std::mem::take(&mut self.asked));
    }

    /// Counts a fault, and gives the engine up after too many.
    fn suffer(&mut self, fault: &Fault) {
        self.in_a_row += 1;
        let all = self.pool.faults.fetch_add(1, Ordering::Relaxed) + 1;
        let first = fault.first_line();
        let why = if self.in_a_row >= IN_A_ROW {
            format!("given up after {IN_A_ROW} faults in a row, the last: {first}")
        } else if all >= self.pool.most_faults {
            format!("given up after {all} faults, the last: {first}")
        } else {
            return;
        };
        lock(&self.pool.broken).get_or_insert(why);
    }
}
