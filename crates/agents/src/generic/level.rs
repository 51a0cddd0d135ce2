//! Levels of play.

use crate::{Agent, Answer, Failure, Lines, Playable, Traced, Values, agents, levels};
use papan_core::{
    Random, key,
    spec::{Settings, SpecError},
};
use papan_engines::weights::Weights;
use papan_search::{Limits, Report, best_lines};
use std::time::Duration;

/// What `time=` is when it is not given; then the time of the level's row holds.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// A level of the game with a cap on its time: the strength is set by nodes and errors, so
/// that a level plays the same on any machine that is fast enough.
pub(super) struct Level<G: Playable> {
    /// Who plays when nothing goes wrong.
    agent: Box<dyn Agent<G>>,
    /// How many of a thousand moves are errors.
    errors: usize,
    cap: Limits,
    random: Random,
    moves: Vec<G::Move>,
}

impl<G: Playable> Level<G> {
    pub(super) fn new(game: &G, settings: &Settings, seed: u64) -> Result<Level<G>, SpecError> {
        let level = levels::get(game, settings.integer(""));
        let agent = level.agent_text(settings.integer("divisor").into());
        let time = settings.time("time");
        Ok(Level {
            agent: agents::open(game, &agent, seed)?,
            errors: level.errors as usize,
            cap: Limits::time(if time == USUAL_TIME { level.time } else { time }),
            random: Random::new(seed),
            moves: Vec::new(),
        })
    }

    /// Any legal move, when something goes wrong this time.
    fn error_now(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        if self.errors == 0 || self.random.below(1_000) >= self.errors {
            return None;
        }
        self.moves.clear();
        game.moves(position, &mut self.moves);
        Some(self.moves[self.random.below(self.moves.len())])
    }
}

/// The weights that the agent of a level needs.
pub(super) fn weights<G: Playable>(
    game: &G,
    settings: &Settings,
) -> Result<Vec<&'static Weights>, SpecError> {
    agents::weights(game, &levels::get(game, settings.integer("")).agent_text(1))
}

/// What the play of a level follows from: its row in the file of levels, and its agent.
pub(super) fn behaviour<G: Playable>(game: &G, settings: &Settings) -> Result<String, SpecError> {
    let level = levels::get(game, settings.integer(""));
    let agent = level.agent_text(1);
    let (errors, behaviour) = (level.errors, agents::behaviour(game, &agent)?);
    Ok(format!("1 {errors} {agent}: {behaviour}"))
}

impl<G: Playable> Agent<G> for Level<G> {
    fn begin(&mut self, game: &G, seed: u64) {
        // Not the agent's own numbers: whether it errs must not tell what it would play.
        self.random = Random::new(key::mix(seed, 1));
        self.agent.begin(game, seed);
    }

    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        if let Some(error) = self.error_now(game, position) {
            return Ok(Report::unsearched(error));
        }
        let limits = self.cap.within(limits);
        self.agent.think(game, position, &limits)
    }

    /// The cap on its time is not what sets its strength.
    fn remembers(&self) -> bool {
        self.agent.remembers()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }

    fn limits(&self) -> Limits {
        self.agent.limits().within(&self.cap)
    }

    /// Those that it would see if it did not err.
    fn values(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Values<G::Move> {
        let limits = self.cap.within(limits);
        self.agent.values(game, position, &limits)
    }

    /// The lines are those of a player who does not err; the move may be an error.
    fn lines(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        most: usize,
    ) -> Result<Lines<G::Move>, Failure> {
        let error = self.error_now(game, position);
        let limits = self.cap.within(limits);
        let (report, lines) = self.agent.lines(game, position, &limits, most)?;
        let report = error.map_or(report, Report::unsearched);
        Ok(best_lines(report, lines, most))
    }

    fn trace(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        most: usize,
    ) -> Option<Traced<G>> {
        let limits = self.cap.within(limits);
        self.agent.trace(game, position, &limits, most)
    }
}
