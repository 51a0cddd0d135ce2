//! All agents, by the names that one types.

use crate::{
    Agent, Playable, RandomAgent,
    generic::{self, Greedy, Level, Many, MonteCarloAgent, Searching},
    programs::{self, Outside},
};
use papan_core::spec::{Entry, Settings, SpecError};
use papan_protocol::client::{External, Program};

/// The agents that play every game they can, each with its parameters. Those that only one
/// game has are its [`Playable::AGENTS`].
pub const ALL: &[Entry] = generic::ENTRIES;

/// Other programs as agents, by the protocols that they speak: `gtp:COMMAND`.
pub const PROGRAMS: &[Entry] = programs::ENTRIES;

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
    match Outside::parse(game, text)? {
        Some(outside) => Ok(Box::new(External::new(outside.program))),
        None => game.open_any(&settings::<G>(text)?, seed),
    }
}

/// The shortest text that names the same agent: parameters that have their usual values are
/// left out, and the others stand in the order of the catalogue.
///
/// ```
/// use papan_agents::agents::canonical;
/// use papan_othello::Othello;
///
/// let othello = Othello::new();
/// assert_eq!(canonical(&othello, " Minimax:eval=discs,depth=3").unwrap(), "minimax:eval=discs");
/// assert_eq!(
///     canonical(&othello, "GTP: move=5s,start=10s, engine  -l 6 ").unwrap(),
///     "gtp:move=5s,engine  -l 6"
/// );
/// ```
pub fn canonical<G: Playable>(game: &G, text: &str) -> Result<String, SpecError> {
    match Outside::parse(game, text)? {
        Some(outside) => Ok(outside.text),
        None => {
            let settings = settings::<G>(text)?;
            // Some mistakes are found only by who opens it.
            game.open_any(&settings, 0)?;
            Ok(settings.to_string())
        }
    }
}

/// How to start the other program that a text names; `None` when it names an agent of ours.
pub fn program<G: Playable>(game: &G, text: &str) -> Result<Option<Program>, SpecError> {
    Ok(Outside::parse(game, text)?.map(|outside| outside.program))
}

fn settings<G: Playable>(text: &str) -> Result<Settings, SpecError> {
    Settings::parse_among("agent", text, &[ALL, G::AGENTS, PROGRAMS])
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
