//! The agent that thinks with the engine of Othello.

use crate::{Agent, Answer, Failure, Lines, Playable, Values};
use papan_engines::othello::Engine;
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Report};

/// No game has more plies with passes left out.
const LONGEST_GAME: u32 = 64;

/// The engine with limits of its own.
pub(super) struct EngineAgent {
    engine: Engine,
    limits: Limits,
    /// Whether it plays from its book where it can.
    book: bool,
}

impl EngineAgent {
    pub(super) fn new(game: &Othello, limits: Limits, threads: usize, book: bool) -> EngineAgent {
        // A table much larger than the search only takes time to clear.
        let positions = match limits.nodes {
            Some(nodes) => (nodes / 2).clamp(1 << 10, 1 << 21) as usize,
            None => 1 << 20,
        };
        EngineAgent {
            engine: Engine::new(game, positions).with_threads(threads),
            limits: limits.and_depth(LONGEST_GAME),
            book,
        }
    }
}

impl Agent<Othello> for EngineAgent {
    fn begin(&mut self, _: &Othello, _: u64) {
        self.engine.forget();
    }

    fn think(&mut self, game: &Othello, position: &Position, limits: &Limits) -> Answer<Move> {
        if self.book
            && let Some(known) = game.book(position).into_iter().next()
        {
            return Ok(Report {
                value: Some(known.value),
                principal_variation: known.line,
                ..Report::unsearched(known.played)
            });
        }
        Ok(self.engine.think(position, &self.limits.within(limits)))
    }

    fn values(&mut self, _: &Othello, position: &Position, limits: &Limits) -> Values<Move> {
        let quiet = Limits {
            live: None,
            ..self.limits.within(limits)
        };
        self.engine.values(position, &quiet)
    }

    fn lines(
        &mut self,
        _: &Othello,
        position: &Position,
        limits: &Limits,
        most: usize,
    ) -> Result<Lines<Move>, Failure> {
        let limits = self.limits.within(limits);
        Ok(self.engine.lines(position, &limits, most))
    }

    /// The depth limit is only that of every game.
    fn remembers(&self) -> bool {
        let Limits {
            depth, nodes, time, ..
        } = &self.limits;
        time.is_some() && nodes.is_none() && *depth == Some(LONGEST_GAME)
    }

    fn memory(&self) -> usize {
        self.engine.memory()
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}
