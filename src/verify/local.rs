//! An engine in the same process, in the place of one behind a protocol.

use std::collections::VecDeque;

use super::{
    session::{Connect, Fault, FaultKind, Received, Session},
    wire::Welcome,
};
use crate::{Answer, Engine, Query, Reference};

/// An engine in Rust with what it says of itself. Each connection has a copy of it.
///
/// ```
/// use ternary_go::verify::{local::Local, pool::Pool};
/// let pool = Pool::open(&Local::reference(), 1, 50).map(|pool| pool.welcome().engine.clone());
/// assert_eq!(pool.unwrap(), "ternary-go");
/// ```
#[derive(Clone, Debug)]
pub struct Local<E> {
    /// The engine.
    pub engine: E,
    /// What it says of itself.
    pub welcome: Welcome,
}

impl Local<Reference> {
    /// The reference engine.
    pub fn reference() -> Self {
        let welcome = Welcome::everything("ternary-go", env!("CARGO_PKG_VERSION"));
        Self { engine: Reference, welcome }
    }
}

impl<E: Engine + Clone + Send + Sync + 'static> Connect for Local<E> {
    fn connect(&self) -> Result<Box<dyn Session>, Fault> {
        Ok(Box::new(LocalSession { local: self.clone(), answers: VecDeque::new() }))
    }
}

struct LocalSession<E> {
    local: Local<E>,
    answers: VecDeque<(usize, Answer)>,
}

impl<E: Engine + Send> Session for LocalSession<E> {
    fn welcome(&self) -> &Welcome {
        &self.local.welcome
    }

    fn send(&mut self, id: usize, query: &Query) -> Result<(), Fault> {
        self.answers.push_back((id, self.local.engine.answer(query)));
        Ok(())
    }

    fn receive(&mut self) -> Result<(usize, Received), Fault> {
        let nothing = || Fault::new(FaultKind::Error, "nothing was asked");
        let (id, answer) = self.answers.pop_front().ok_or_else(nothing)?;
        Ok((id, Box::new(|| answer)))
    }

    fn close(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}
