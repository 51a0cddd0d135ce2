//! Agents without chance and without clocks.

use papan_core::Game;
use papan_search::{Agent, Answer, Failure, Fault, Limits, Report, Value};
use std::{sync::mpsc::Receiver, thread, time::Duration};

/// Plays the first move of the list and thinks that it is worth its lead.
pub(crate) struct First;

impl<G: Game> Agent<G> for First {
    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        let mover = game.turn(position).expect("a game that goes on");
        let moves = game.legal_moves(position);
        let after = game.after(position, moves[0]);
        Ok(Report {
            value: Some(Value::points(game.scores(&after).difference(mover))),
            depth: limits.depth.unwrap_or(1),
            nodes: limits.nodes.unwrap_or(moves.len() as u64),
            ..Report::unsearched(moves[0])
        })
    }
}

/// Thinks until it is stopped or its time is over.
pub(crate) struct Patient;

impl<G: Game> Agent<G> for Patient {
    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        let stopped = || limits.stop.as_ref().is_some_and(|stop| stop.is_stopped());
        match limits.time {
            Some(time) => thread::sleep(time.min(Duration::from_secs(5))),
            None => {
                while !stopped() {
                    thread::sleep(Duration::from_millis(1));
                }
            }
        }
        First.think(game, position, limits)
    }
}

/// Thinks until the test says that it may answer; fails when it is stopped before.
pub(crate) struct Released(pub(crate) Receiver<()>);

impl<G: Game> Agent<G> for Released {
    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        let stopped = || limits.stop.as_ref().is_some_and(|stop| stop.is_stopped());
        while self.0.recv_timeout(Duration::from_millis(1)).is_err() {
            if stopped() {
                return Err(Failure::new(Fault::Stopped, "it was stopped"));
            }
        }
        First.think(game, position, limits)
    }
}

/// Has no move.
pub(crate) struct Broken;

impl<G: Game> Agent<G> for Broken {
    fn think(&mut self, _: &G, _: &G::Position, _: &Limits) -> Answer<G::Move> {
        Err(Failure::new(Fault::Crash, "it ended"))
    }
}
