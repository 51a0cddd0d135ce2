//! How levels play, as `levels.toml` says.

use serde::Deserialize;
use std::{collections::BTreeMap, sync::LazyLock};

/// How many levels there are in each game.
pub const COUNT: usize = 9;

/// The family whose levels hold for every game without levels of its own.
const ANY: &str = "any";

/// How a level plays in one family of games.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Who plays, as one types it.
    pub agent: String,
    /// The most nodes for a move; `None` for an agent that does not search.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// How many of a thousand moves are errors.
    #[serde(default)]
    pub errors: u32,
}

impl Level {
    /// The agent with its nodes, divided so that many games can be played to compare levels.
    /// It has no limit of time that matters: who plays a level sets one.
    pub fn agent_text(&self, divisor: u64) -> String {
        let agent = &self.agent;
        let Some(nodes) = self.nodes else {
            return agent.clone();
        };
        let nodes = (nodes / divisor.max(1)).max(1);
        let separator = if agent.contains(':') { ',' } else { ':' };
        format!("{agent}{separator}nodes={nodes},time=3600s")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    family: Vec<Family>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    name: String,
    levels: [Level; COUNT],
}

/// The levels of each family.
static LEVELS: LazyLock<BTreeMap<String, [Level; COUNT]>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../levels.toml")).expect("the tests read it");
    let families = file.family.into_iter();
    families
        .map(|family| (family.name, family.levels))
        .collect()
});

/// The levels of a family of games, from the first to the last.
///
/// ```
/// let levels = papan_agents::levels::of("othello");
/// assert_eq!(levels[0].agent, "patterns");
/// assert!(levels[0].errors > levels[8].errors);
/// ```
pub fn of(family: &str) -> &'static [Level; COUNT] {
    let named = LEVELS.get(family).or_else(|| LEVELS.get(ANY));
    named.expect("the tests look for it")
}

/// How a level from 1 to 9 plays in a family of games.
pub fn get(family: &str, level: u32) -> &'static Level {
    let levels = of(family);
    &levels[(level as usize).clamp(1, COUNT) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Playable, agents, games};

    /// Whether the agents of all levels can be opened.
    struct Open;
    impl games::Visitor for Open {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            for level in of(game.family().name) {
                assert!(!level.agent.starts_with("level"), "a level is no level");
                assert!(level.errors <= 1_000);
                let opened = agents::open(&game, &level.agent_text(1 << 40), 1).map(|_| ());
                assert_eq!(opened, Ok(()), "{} in {}", level.agent, game.name());
            }
        }
    }

    #[test]
    fn every_level_of_every_game_can_be_opened() {
        for entry in games::all() {
            games::visit(entry.name, Open).unwrap();
        }
    }

    /// A name that no game has would be a row that nobody plays.
    #[test]
    fn every_row_is_of_a_family() {
        let families: Vec<&str> = games::families().map(|family| family.name).collect();
        for name in LEVELS.keys() {
            assert!(name == ANY || families.contains(&name.as_str()), "{name}");
        }
        assert_eq!(of("a game without levels"), of(ANY));
    }

    #[test]
    fn nodes_are_divided_and_at_least_one() {
        let level = get("othello", 4);
        assert_eq!(level.agent_text(1), "patterns:nodes=12000,time=3600s");
        assert_eq!(level.agent_text(4_096), "patterns:nodes=2,time=3600s");
        assert_eq!(level.agent_text(1_000_000), "patterns:nodes=1,time=3600s");
        assert_eq!(get("blokus-duo", 2).agent_text(7), "largest");
    }
}
