//! The groups of processes that were started and have not ended.
//!
//! Programs have groups of their own, so whoever ends this program from its terminal does
//! not reach them, and a program that exits drops nothing.

use papan_search::{Failure, Fault};
use rustix::process::{Pid, Signal, kill_process_group};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

#[derive(Debug)]
struct Groups {
    /// By the numbers of their first processes.
    alive: BTreeSet<i32>,
    /// Whether all were killed, and no more may begin.
    closed: bool,
}

static GROUPS: Mutex<Groups> = Mutex::new(Groups {
    alive: BTreeSet::new(),
    closed: false,
});

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all programs that run, with whatever they started, and lets no more begin: for who
/// is about to exit, as after Ctrl-C. Whoever still waits for one of them is told that it
/// was stopped ([`Fault::Stopped`]), so that nobody loses a game by it.
pub fn kill_all() {
    let mut groups = groups();
    groups.closed = true;
    for &group in &groups.alive {
        kill(group);
    }
}

fn kill(group: i32) {
    if let Some(group) = Pid::from_raw(group) {
        // It may have ended by itself.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A group that is alive. Dropping it kills the group, which must happen before its first
/// process is waited for: until then its number cannot become another's.
#[derive(Debug)]
pub(super) struct Group(i32);

impl Group {
    /// The group of a process that was just started; an error once all were killed.
    pub(super) fn new(first: Pid) -> Result<Group, Failure> {
        let group = Group(first.as_raw_nonzero().get());
        let mut groups = groups();
        groups.alive.insert(group.0);
        match groups.closed {
            false => Ok(group),
            true => {
                // Dropping the group needs the lock.
                drop(groups);
                Err(stopped())
            }
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        kill(self.0);
        groups().alive.remove(&self.0);
    }
}

/// Why a program is no longer there, when all were killed.
pub(super) fn killed() -> Option<Failure> {
    groups().closed.then(stopped)
}

fn stopped() -> Failure {
    Failure::new(Fault::Stopped, "stopped")
}
