//! Levels of play.

use crate::{Agent, Answer, Playable, Strength, Traced};
use papan_core::{Random, Seat, key, spec::Settings};
use papan_search::{Limits, Report, Value};

/// A level of the game's own engine with a cap on its time: the strength is set by nodes and
/// errors, so that a level plays the same on any machine that is fast enough.
pub(crate) struct Level<G: Playable> {
    strength: Strength<G>,
    cap: Limits,
    random: Random,
    moves: Vec<G::Move>,
}

impl<G: Playable> Level<G> {
    pub(crate) fn new(game: &G, settings: &Settings, seed: u64) -> Level<G> {
        let divisor = settings.integer("divisor").into();
        Level {
            strength: game.open_level(settings.integer(""), divisor, seed),
            cap: Limits::time(settings.time("time")),
            random: Random::new(seed),
            moves: Vec::new(),
        }
    }

    /// A move that a player of this level makes when something goes wrong.
    fn error(&mut self, game: &G, position: &G::Position) -> G::Move {
        self.moves.clear();
        game.moves(position, &mut self.moves);
        let is_error = |played: &G::Move| (self.strength.is_error)(game, position, *played);
        if self.moves.iter().any(is_error) {
            self.moves.retain(is_error);
        }
        self.moves[self.random.below(self.moves.len())]
    }
}

impl<G: Playable> Agent<G> for Level<G> {
    fn begin(&mut self, game: &G, seed: u64) {
        // Not the agent's own numbers: whether it errs must not tell what it would play.
        self.random = Random::new(key::mix(seed, 1));
        self.strength.agent.begin(game, seed);
    }

    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        if self.strength.errors > 0 && self.random.below(1_000) < self.strength.errors {
            return Ok(Report::unsearched(self.error(game, position)));
        }
        let limits = self.cap.within(limits);
        self.strength.agent.think(game, position, &limits)
    }

    fn limits(&self) -> Limits {
        self.strength.agent.limits().within(&self.cap)
    }

    /// Those that it would see if it did not err.
    fn values(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Vec<(G::Move, Value)> {
        let limits = self.cap.within(limits);
        self.strength.agent.values(game, position, &limits)
    }

    fn finished(&self, game: &G, position: &G::Position, seat: Seat) -> Value {
        self.strength.agent.finished(game, position, seat)
    }

    fn trace(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        most: usize,
    ) -> Option<Traced<G>> {
        let limits = self.cap.within(limits);
        self.strength.agent.trace(game, position, &limits, most)
    }
}
