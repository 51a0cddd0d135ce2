//! The programs that run, and how all of them are ended.
//!
//! They are in groups of their own, so whoever ends this program from its terminal does not
//! reach them, and a program that exits drops nothing.

use super::system::Handle;
use papan_search::{Failure, Fault};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

#[derive(Debug)]
struct All {
    /// By the numbers of the processes that we started.
    alive: BTreeMap<u32, Handle>,
    /// Whether all were killed, and no more may begin.
    closed: bool,
}

static ALL: Mutex<All> = Mutex::new(All {
    alive: BTreeMap::new(),
    closed: false,
});

fn all() -> MutexGuard<'static, All> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that a program runs; an error once all were killed, and then it is to be ended.
pub(super) fn add(number: u32, handle: Handle) -> Result<(), Failure> {
    let mut all = all();
    all.alive.insert(number, handle);
    match all.closed {
        false => Ok(()),
        true => Err(stopped()),
    }
}

/// Notes that a program has ended.
pub(super) fn remove(number: u32) {
    all().alive.remove(&number);
}

/// Kills all programs that run, with whatever they started, and lets no more begin: for who
/// is about to exit, as after Ctrl-C. Whoever still waits for one of them is told that it
/// was stopped ([`Fault::Stopped`]), so that nobody loses a game by it.
pub fn kill_all() {
    let mut all = all();
    all.closed = true;
    all.alive.values().for_each(Handle::end);
}

/// Why a program is no longer there, when all were killed.
pub(super) fn killed() -> Option<Failure> {
    all().closed.then(stopped)
}

fn stopped() -> Failure {
    Failure::new(Fault::Stopped, "stopped")
}
