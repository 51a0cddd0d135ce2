//! Other programs where there are none, as in a browser: starting one is refused.
//!
//! What talks with programs is compiled all the same, and the compiler knows that no [`Process`]
//! ever comes to be.

mod deadline;
mod words;

pub use deadline::Deadline;
pub(crate) use words::shown;
pub use words::{quoted, words};

use papan_search::{Failure, Fault};
use std::time::Duration;

/// Who said a line of a dialogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// We did.
    Us,
    /// The program did.
    Program,
}

/// Another program while it runs: there is none.
#[derive(Debug)]
pub enum Process {}

impl Process {
    /// Refuses to start a program.
    pub fn start(_: &[String], _: &'static str) -> Result<Process, Failure> {
        Err(Failure::new(Fault::Start, super::NO_PROGRAMS))
    }

    /// From now on the dialogue is kept.
    pub fn record(&mut self) {
        match *self {}
    }

    /// What was said.
    pub fn dialogue(&mut self) -> Vec<(Side, String)> {
        match *self {}
    }

    /// Writes to the program.
    pub fn send(&mut self, _: &str, _: &Deadline) -> Result<(), Failure> {
        match *self {}
    }

    /// Reads a line.
    pub fn line(&mut self, _: &Deadline) -> Result<String, Failure> {
        match *self {}
    }

    /// Reads a line, if one comes.
    pub fn next_line(&mut self, _: &Deadline) -> Result<Option<String>, Failure> {
        match *self {}
    }

    /// Tells it that no more will be written.
    pub fn close_input(&mut self) {
        match *self {}
    }

    /// Waits until it has ended.
    pub fn wait_for_end(&mut self, _: &Deadline) -> Result<String, Failure> {
        match *self {}
    }

    /// What it wrote to its standard error.
    pub fn errors(&mut self) -> String {
        match *self {}
    }

    /// Forgets that.
    pub fn forget_errors(&mut self) {
        match *self {}
    }

    /// Adds it to a failure.
    pub fn quote_errors(&mut self, _: &mut Failure) {
        match *self {}
    }

    /// The processor time it has taken.
    pub fn processor_time(&self) -> Option<Duration> {
        match *self {}
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        match *self {}
    }
}
