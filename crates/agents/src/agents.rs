//! All agents, by the names that one types.

use crate::{
    Agent, Playable, RandomAgent,
    generic::{self, Greedy, Level, Many, MonteCarloAgent, Searching},
};
use papan_core::spec::{Entry, Settings, SpecError};

/// The agents that play every game they can, each with its parameters. Those that only one
/// game has are its [`Playable::AGENTS`].
pub const ALL: &[Entry] = generic::ENTRIES;

/// Whether an agent of [`ALL`] plays games of more than two seats.
///
/// ```
/// assert!(papan_agents::agents::plays_many("mcts"));
/// assert!(!papan_agents::agents::plays_many("minimax"));
/// ```
pub fn plays_many(name: &str) -> bool {
    !matches!(name, "minimax" | "negamax" | "alphabeta" | "negascout")
}

/// The agent that a text names, for a game. Its chance decisions follow from `seed`.
///
/// ```
/// use papan_agents::agents;
/// use papan_core::Game;
/// use papan_othello::Othello;
///
/// let othello = Othello::new();
/// let mut agent = agents::open(&othello, "random", 1).unwrap();
/// let chosen = agent.choose(&othello, &othello.start());
/// assert!(othello.flips(&othello.start(), chosen) != 0);
/// assert!(
///     agents::open(&othello, "randon", 1).err().unwrap().to_string()
///         .starts_with("unknown agent 'randon', did you mean 'random'?")
/// );
/// ```
pub fn open<G: Playable>(game: &G, text: &str, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
    let settings = Settings::parse_among("agent", text, &[ALL, G::AGENTS])?;
    game.open_any(&settings, seed)
}

/// The agent that settings name, for [`Playable::open_any`].
pub fn open_any<G: Playable>(
    game: &G,
    settings: &Settings,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, SpecError> {
    Ok(match settings.name() {
        "random" => Box::new(RandomAgent::new(seed)),
        "greedy" => Box::new(Greedy::new(game, settings, seed)?),
        name if !plays_many(name) => Box::new(Searching::new(game, settings, seed)?),
        "mcts" => Box::new(MonteCarloAgent::new(settings, seed)),
        "maxn" | "paranoid" => Box::new(Many::new(game, settings, seed)?),
        "level" => Box::new(Level::new(game, settings, seed)),
        _ => return game.open_agent(settings, seed),
    })
}
