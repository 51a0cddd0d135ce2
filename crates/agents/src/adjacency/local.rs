//! Local search, corrected: hill climbing and a genetic algorithm over plans of squares.

use crate::{Agent, Answer, parameters, values_at_one_ply};
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::{
    Random,
    spec::{Settings, SpecError},
};
use papan_engines::adjacency::AdjacencyEvaluation;
use papan_search::{
    Limits, Value,
    plans::{Breeding, Planning, Restarts, Steps, breed, climb, climb_from_many_starts},
};

/// What the agent does for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Steps(Steps),
    Restarts(Restarts),
    Breeding(Breeding),
}

/// Plays the first move of the best plan that it finds.
pub(super) struct LocalSearch {
    way: Way,
    evaluation: AdjacencyEvaluation,
    limits: Limits,
    random: Random,
}

impl LocalSearch {
    /// The agent `hill`.
    pub(super) fn hill(
        game: &Adjacency,
        settings: &Settings,
        seed: u64,
    ) -> Result<LocalSearch, SpecError> {
        let restarts = Restarts {
            starts: settings.integer("starts"),
            plies: settings.integer("plies"),
        };
        let ways = [
            Way::Steps(Steps::Steepest),
            Way::Steps(Steps::Sideways),
            Way::Steps(Steps::Stochastic),
            Way::Restarts(restarts),
        ];
        LocalSearch::new(game, settings.choice("", ways), settings, seed)
    }

    /// The agent `genetic`.
    pub(super) fn genetic(
        game: &Adjacency,
        settings: &Settings,
        seed: u64,
    ) -> Result<LocalSearch, SpecError> {
        let breeding = Breeding {
            population: settings.integer("population"),
            generations: settings.integer("generations"),
            mutation: (settings.decimal("mutation") * 1e3).round() as u32,
            tournament: settings.integer("tournament"),
            elite: settings.integer("elite"),
            plies: settings.integer("plies"),
        };
        LocalSearch::new(game, Way::Breeding(breeding), settings, seed)
    }

    fn new(
        game: &Adjacency,
        way: Way,
        settings: &Settings,
        seed: u64,
    ) -> Result<LocalSearch, SpecError> {
        Ok(LocalSearch {
            way,
            evaluation: parameters::evaluation_entry(game, settings)?.evaluation,
            limits: Limits::time(settings.time("time")),
            random: Random::new(seed),
        })
    }
}

impl Agent<Adjacency> for LocalSearch {
    fn begin(&mut self, _: &Adjacency, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(&mut self, game: &Adjacency, position: &Position, limits: &Limits) -> Answer<Square> {
        let limits = self.limits.within(limits);
        let random = &mut self.random;
        let planning = Planning {
            game,
            evaluation: &self.evaluation,
        };
        let plies = position.plies_left();
        Ok(match self.way {
            Way::Steps(steps) => climb(&planning, position, steps, &limits, random),
            Way::Restarts(restarts) => {
                let restarts = Restarts {
                    plies: restarts.plies.min(plies),
                    ..restarts
                };
                climb_from_many_starts(&planning, position, restarts, &limits, random)
            }
            Way::Breeding(breeding) => {
                let breeding = Breeding {
                    plies: breeding.plies.min(plies),
                    ..breeding
                };
                breed(&planning, position, breeding, &limits, random)
            }
        })
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// Only steps compare moves; the others compare whole plans.
    fn values(
        &mut self,
        game: &Adjacency,
        position: &Position,
        _: &Limits,
    ) -> Vec<(Square, Value)> {
        match self.way {
            Way::Steps(_) => values_at_one_ply(game, position, &self.evaluation),
            Way::Restarts(_) | Way::Breeding(_) => Vec::new(),
        }
    }
}
