//! The ledger where there is none: without the feature `ledger`, nothing can be one.
//!
//! What keeps games is compiled all the same, and the compiler knows that no [`Ledger`] ever comes
//! to be.

use super::{Entry, Event};
use crate::{GameId, GameResult, Job};
use std::ops::ControlFlow;
use thiserror::Error;

/// A file of games: there is none.
pub enum Ledger {}

/// What is wrong with a ledger: there is none.
#[derive(Debug, Error)]
pub enum LedgerError {}

/// Which games are meant; all of them by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Those of this event.
    pub event: Option<String>,
}

impl Filter {
    /// The games of an event.
    pub fn event(name: &str) -> Filter {
        Filter {
            event: Some(name.to_owned()),
        }
    }
}

impl Ledger {
    /// Begins an event or continues it.
    pub fn begin(&mut self, _: &Event) -> Result<(), LedgerError> {
        match *self {}
    }

    /// Adds games.
    pub fn add(&mut self, _: &[GameResult]) -> Result<Vec<bool>, LedgerError> {
        match *self {}
    }

    /// Removes games.
    pub fn remove(&mut self, _: &[GameId]) -> Result<u64, LedgerError> {
        match *self {}
    }

    /// Shows games.
    pub fn each(
        &self,
        _: &Filter,
        _: &mut dyn FnMut(Entry) -> ControlFlow<()>,
    ) -> Result<(), LedgerError> {
        match *self {}
    }

    /// The games that were forfeited.
    pub fn forfeits(
        &self,
        _: &Filter,
        _: &dyn Fn(&Job) -> bool,
    ) -> Result<Vec<GameId>, LedgerError> {
        match *self {}
    }

    /// Notes who has played games again.
    pub fn confirm(&mut self, _: &[(GameId, String)]) -> Result<(), LedgerError> {
        match *self {}
    }

    /// Notes that a worker is not believed any more.
    pub fn put_aside(&mut self, _: &str, _: &str, _: &str) -> Result<(), LedgerError> {
        match *self {}
    }

    /// Those who are not.
    pub fn put_aside_workers(&self, _: &str) -> Result<Vec<(String, String)>, LedgerError> {
        match *self {}
    }

    /// What decides which games are played a second time.
    pub fn secret(&self) -> Result<u64, LedgerError> {
        match *self {}
    }
}
