//! Which versions of agents have played under one name.
//!
//! The id of a game follows from the names of its agents; what `level:5` plays changes with
//! engines, weights and levels. So each game keeps a fingerprint of each of its agents beside
//! its id, and games of different fingerprints are not counted as one by mistake.

use crate::{GameId, GameResult};
use std::{collections::BTreeMap, fmt, sync::OnceLock};

/// What the program that plays calls itself, and how it was built.
static PROGRAM: OnceLock<(&'static str, &'static str)> = OnceLock::new();

/// Says once what the games of this process note as the version of Papan: the version, and
/// behind a plus the commit that the program was built from; and how it was built, such as
/// `release, x86_64-unknown-linux-gnu, rustc 1.95.0`.
pub fn set_program(version: &'static str, build: &'static str) {
    let _ = PROGRAM.set((version, build));
}

/// The version of Papan that games note.
pub fn program() -> String {
    let version = PROGRAM.get().map(|(version, _)| *version);
    version.unwrap_or(env!("CARGO_PKG_VERSION")).to_owned()
}

/// How the program that games note was built; `None` where nobody has said so.
pub fn build() -> Option<String> {
    PROGRAM.get().map(|(_, build)| (*build).to_owned())
}

/// How many games each version of each agent has played, by game and agent.
#[derive(Clone, Debug, Default)]
pub struct AgentVersions {
    seen: BTreeMap<(String, String), Versions>,
}

/// How many games each fingerprint has; `None` are those that do not tell.
type Versions = BTreeMap<Option<String>, u64>;

/// Games of different versions of an agent that would be counted as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MixedVersions {
    /// The agent.
    pub agent: String,
    /// What it plays.
    pub game: String,
    /// The fingerprints with the numbers of their games; a version that is about to play has
    /// none yet.
    pub versions: Vec<(String, u64)>,
}

impl fmt::Display for MixedVersions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let versions: Vec<String> = self
            .versions
            .iter()
            .map(|(version, games)| match games {
                0 => format!("{version} (about to play)"),
                1 => format!("{version} (1 game)"),
                games => format!("{version} ({games} games)"),
            })
            .collect();
        write!(
            f,
            "{} in {} would be counted as one agent, but it has changed: versions {}. Give what \
             is played now another event name, or count them together with --mix",
            self.agent,
            self.game,
            versions.join(" and ")
        )
    }
}

impl std::error::Error for MixedVersions {}

/// The fingerprint of another program that calls itself by a title: another title is another
/// version of the program.
pub(crate) fn of_title(title: &str) -> String {
    const DIGITS: usize = 12;
    GameId::of(title.as_bytes()).to_string()[..DIGITS].to_owned()
}

impl AgentVersions {
    /// One more game.
    pub fn add(&mut self, game: &GameResult) {
        for (seat, agent) in game.job.agents.iter().enumerate() {
            let fingerprint = game.fingerprints.get(seat).cloned().flatten();
            self.count(&game.job.game, agent, fingerprint, 1);
        }
    }

    /// An agent of this version is about to play.
    pub fn expect(&mut self, game: &str, agent: &str, fingerprint: String) {
        self.count(game, agent, Some(fingerprint), 0);
    }

    fn count(&mut self, game: &str, agent: &str, fingerprint: Option<String>, games: u64) {
        let versions = self.seen.entry((game.to_owned(), agent.to_owned()));
        *versions.or_default().entry(fingerprint).or_default() += games;
    }

    /// Whether no agent has played in several versions. Games that do not say which version
    /// played them may be any.
    pub fn check(&self) -> Result<(), MixedVersions> {
        for ((game, agent), versions) in &self.seen {
            let told: Vec<(String, u64)> = versions
                .iter()
                .filter_map(|(version, games)| Some((version.clone()?, *games)))
                .collect();
            if told.len() > 1 {
                return Err(MixedVersions {
                    agent: agent.clone(),
                    game: game.clone(),
                    versions: told,
                });
            }
        }
        Ok(())
    }

    /// What there is to know about games that are counted together: agents that have changed,
    /// and games that do not say which version played them beside others that do.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Err(MixedVersions { agent, game, .. }) = self.check() {
            notes.push(format!(
                "games of different versions are counted together, such as those of {agent} in {game}"
            ));
        }
        let mixed = self.seen.values().filter(|versions| versions.len() > 1);
        let unknown: u64 = mixed.filter_map(|versions| versions.get(&None)).sum();
        if unknown > 0 {
            notes.push(
                "some games do not say which versions of their agents played them; they are counted \
                 as if these were the same"
                    .to_owned(),
            );
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(all: &[(Option<&str>, u64)]) -> AgentVersions {
        let mut versions = AgentVersions::default();
        for (version, games) in all {
            versions.count("othello", "level:5", version.map(str::to_owned), *games);
        }
        versions
    }

    #[test]
    fn versions_are_not_mixed() {
        assert_eq!(versions(&[(Some("aa"), 3)]).check(), Ok(()));
        let mixed = versions(&[(Some("aa"), 3), (Some("bb"), 0)])
            .check()
            .unwrap_err();
        let text = mixed.to_string();
        for part in [
            "level:5 in othello",
            "aa (3 games)",
            "bb (about to play)",
            "--mix",
        ] {
            assert!(text.contains(part), "{text}");
        }
        // The same agent may be another in another game.
        let mut others = versions(&[(Some("aa"), 3)]);
        others.expect("kalah", "level:5", "bb".to_owned());
        assert_eq!(others.check(), Ok(()));
    }

    #[test]
    fn unknown_versions_are_noted() {
        assert_eq!(versions(&[(None, 2)]).notes(), [""; 0]);
        let unknown = versions(&[(None, 2), (Some("aa"), 0)]);
        assert_eq!(unknown.check(), Ok(()));
        assert_eq!(unknown.notes().len(), 1);
    }

    /// A program that did not start told no title: such a game may be of any version.
    #[test]
    fn titles_are_versions_of_programs() {
        let [one, other] = ["Engine 1", "Engine 2"].map(of_title);
        assert_eq!(versions(&[(None, 1), (Some(&one), 2)]).check(), Ok(()));
        assert!(
            versions(&[(Some(&one), 1), (Some(&other), 1)])
                .check()
                .is_err()
        );
    }
}
