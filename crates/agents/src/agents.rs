//! All agents, by the names that one types.

use crate::{Agent, RandomAgent};
use papan_core::{
    Game,
    spec::{Entry, Settings, SpecError},
};

/// Every agent with its parameters.
pub const ALL: &[Entry] = &[Entry {
    name: "random",
    summary: "any legal move, each as likely as the others",
    parameters: &[],
}];

/// The agent that a text names, for a game. Its chance decisions follow from `seed`.
///
/// ```
/// use papan_agents::agents;
/// use papan_core::{Game, example::Nim};
///
/// let nim = Nim::new(7);
/// let mut agent = agents::open::<Nim>("random", 1).unwrap();
/// assert!((1..=3).contains(&agent.choose(&nim, &nim.start())));
/// assert_eq!(
///     agents::open::<Nim>("randon", 1).err().unwrap().to_string(),
///     "unknown agent 'randon', did you mean 'random'?; known: random"
/// );
/// ```
pub fn open<G: Game>(text: &str, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
    Settings::parse("agent", text, ALL)?;
    Ok(Box::new(RandomAgent::new(seed)))
}
