//! Monte Carlo tree search.

use crate::{Agent, Answer, Failure, Lines, Playable, Valued, Values, parameters};
use papan_core::{Random, spec::Settings};
use papan_search::{Limits, MonteCarlo, RootMove, Value, best_lines};

/// Plays what random games say.
pub(super) struct MonteCarloAgent<G: Playable> {
    search: MonteCarlo<G::Move>,
    limits: Limits,
    random: Random,
}

impl<G: Playable> MonteCarloAgent<G> {
    pub(super) fn new(settings: &Settings, seed: u64) -> MonteCarloAgent<G> {
        let mut search = MonteCarlo::default();
        search.exploration = settings.decimal("exploration");
        search.rave = Some(settings.decimal("rave")).filter(|games| *games > 0.0);
        MonteCarloAgent {
            search,
            limits: parameters::limits_without_depth(settings),
            random: Random::new(seed),
        }
    }

    /// What the last search found of every move.
    fn root_values(&self, game: &G) -> Values<G::Move> {
        let valued = |root_move: RootMove<G::Move>| {
            let line = self.search.line(root_move.played);
            Valued {
                played: root_move.played,
                value: Value::Share(root_move.share),
                // With more seats all but a sure win also hangs on whom the others favour.
                exact: root_move.proven && (game.seats() == 2 || root_move.share == 1.0),
                depth: line.len() as u32,
                line,
            }
        };
        self.search.root_moves().into_iter().map(valued).collect()
    }
}

impl<G: Playable> Agent<G> for MonteCarloAgent<G> {
    fn begin(&mut self, _: &G, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        let limits = self.limits.within(limits);
        Ok(self.search.run(game, position, &limits, &mut self.random))
    }

    fn values(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Values<G::Move> {
        if game.turn(position).is_none() {
            return Vec::new();
        }
        let limits = self.limits.within(limits);
        self.search.run(game, position, &limits, &mut self.random);
        self.root_values(game)
    }

    /// All lines are branches of one tree.
    fn lines(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        most: usize,
    ) -> Result<Lines<G::Move>, Failure> {
        let report = self.think(game, position, limits)?;
        Ok(best_lines(report, self.root_values(game), most))
    }

    fn memory(&self) -> usize {
        self.search.memory(self.limits.nodes)
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}
