//! Local search, corrected: hill climbing and a genetic algorithm over plans of squares.

use crate::{Agent, Answer, Values, parameters, values_at_one_ply};
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::{
    Random,
    spec::{Settings, SpecError},
};
use papan_engines::adjacency::AdjacencyEvaluation;
use papan_search::{
    Limits, Ties, Varied, greedy,
    plans::{Breeding, Planning, Restarts, breed, climb, climb_from_many_starts},
};

/// What the agent does for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// The move that is best at once.
    Greedy(Ties),
    /// A move that is better by chance.
    Stochastic,
    Restarts(Restarts),
    Breeding(Breeding),
}

/// Plays the first move of the best plan that it finds.
pub(super) struct LocalSearch {
    way: Way,
    evaluation: Varied<AdjacencyEvaluation>,
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
            Way::Greedy(Ties::First),
            Way::Greedy(Ties::Random),
            Way::Stochastic,
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
            evaluation: parameters::evaluation(game, settings, seed)?,
            limits: Limits::time(settings.time("time")),
            random: Random::new(seed),
        })
    }
}

impl Agent<Adjacency> for LocalSearch {
    fn begin(&mut self, _: &Adjacency, seed: u64) {
        self.random = Random::new(seed);
        self.evaluation.seed = seed;
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
            Way::Greedy(ties) => greedy(game, position, &self.evaluation, ties, &limits, random),
            Way::Stochastic => climb(&planning, position, &limits, random),
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

    /// The others compare whole plans, not moves.
    fn values(&mut self, game: &Adjacency, position: &Position, _: &Limits) -> Values<Square> {
        match self.way {
            Way::Greedy(_) | Way::Stochastic => values_at_one_ply(game, position, &self.evaluation),
            Way::Restarts(_) | Way::Breeding(_) => Vec::new(),
        }
    }
}
