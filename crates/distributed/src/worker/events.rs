//! The events that a worker has heard of, and which of them it plays for.

use crate::{
    EventKey,
    wire::{Agents, Announcement, Batch, PROTOCOL},
};
use async_nats::Client;
use papan_arena::{AgentVersion, GameId};
use std::{
    collections::{BTreeMap, HashSet},
    time::{Duration, Instant},
};

/// An event that was not heard of for this long is over, whatever became of its coordinator.
const GONE: Duration = Duration::from_secs(600);

/// After a question for jobs has failed, the next is asked so much later.
const PAUSE: Duration = Duration::from_millis(500);

/// All of them.
pub(super) struct Events {
    speed: u64,
    known: BTreeMap<EventKey, Known>,
    last: Option<EventKey>,
}

struct Known {
    announcement: Announcement,
    heard: Instant,
    not_before: Instant,
    /// Who plays in it, or why nothing of it is taken.
    agents: Result<HashSet<(String, String)>, String>,
}

impl Events {
    pub(super) fn new(speed: u64) -> Events {
        Events {
            speed,
            known: BTreeMap::new(),
            last: None,
        }
    }

    /// A coordinator tells of its event; what of it is news, in words.
    pub(super) async fn hear(
        &mut self,
        announcement: Announcement,
        client: &Client,
    ) -> Option<String> {
        let now = Instant::now();
        self.known
            .retain(|_, known| now.saturating_duration_since(known.heard) < GONE);
        let key = EventKey::of(&announcement.event);
        let event = announcement.event.clone();
        if announcement.ended {
            return self
                .known
                .remove(&key)
                .map(|_| format!("'{event}' is over"));
        }
        let is_new = self
            .known
            .get(&key)
            .is_none_or(|known| known.announcement.agents != announcement.agents);
        if !is_new {
            if let Some(known) = self.known.get_mut(&key) {
                known.heard = now;
                known.announcement = announcement;
            }
            return None;
        }
        let agents = match announcement.protocol {
            PROTOCOL => ask(client, &key, announcement.agents).await?,
            other => Err(format!(
                "its coordinator, Papan {}, speaks version {other} of the messages, and this is \
                 version {PROTOCOL}",
                announcement.version
            )),
        };
        let agents = match agents {
            Err(reason) => Err(reason),
            Ok(agents) => {
                let checked = tokio::task::spawn_blocking(move || check(agents)).await;
                checked.unwrap_or_else(|error| Err(error.to_string()))
            }
        };
        let news = match &agents {
            Ok(_) => format!("plays for '{event}', coordinated by {}", announcement.host),
            Err(reason) => format!("takes nothing of '{event}': {reason}"),
        };
        let known = Known {
            announcement,
            heard: now,
            not_before: now,
            agents,
        };
        self.known.insert(key, known);
        Some(news)
    }

    /// Whether an event goes on, as far as is known.
    pub(super) fn has(&self, key: &EventKey) -> bool {
        self.known.contains_key(key)
    }

    /// The events that it plays for, by name.
    pub(super) fn names(&self) -> Vec<String> {
        let played = self.known.values().filter(|known| known.agents.is_ok());
        played
            .map(|known| known.announcement.event.clone())
            .collect()
    }

    /// The events that it does not play for, and why.
    pub(super) fn declined(&self) -> Vec<(String, String)> {
        let reason = |known: &Known| {
            let reason = known.agents.as_ref().err()?;
            Some((known.announcement.event.clone(), reason.clone()))
        };
        self.known.values().filter_map(reason).collect()
    }

    /// How often to give a sign of life: as seldom as anyone asks for.
    pub(super) fn sign_every(&self) -> Duration {
        let asked = self
            .known
            .values()
            .map(|known| known.announcement.sign_every);
        let seldom = asked.fold(1.0, f64::max).clamp(1.0, 10.0);
        Duration::from_secs_f64(seldom)
    }

    /// The event to ask for jobs of, each in turn, and whether it is the only one.
    pub(super) fn next(&mut self) -> Option<(EventKey, bool)> {
        let now = Instant::now();
        let ready: Vec<&EventKey> = self
            .known
            .iter()
            .filter(|(_, known)| known.agents.is_ok() && now >= known.not_before)
            .map(|(key, _)| key)
            .collect();
        let after = ready.iter().find(|key| Some(**key) > self.last.as_ref());
        let key = (*after.or(ready.first())?).clone();
        self.last = Some(key.clone());
        Some((key, ready.len() == 1))
    }

    /// Nothing is to be had of an event now.
    pub(super) fn pause(&mut self, key: &EventKey) {
        if let Some(known) = self.known.get_mut(key) {
            known.not_before = Instant::now() + PAUSE;
        }
    }

    /// At which pace a batch is played, or why it is not: a machine that is twice as fast as the
    /// one that times are meant for has half of them.
    pub(super) fn pace(&self, batch: &Batch) -> Result<f64, String> {
        let event = &batch.event;
        let Some(known) = self.known.get(&EventKey::of(event)) else {
            return Err(format!("a job of '{event}', of which nothing was heard"));
        };
        let agents = known.agents.as_ref()?;
        for (index, short) in batch.jobs.iter().enumerate() {
            if batch.lineups.get(short.lineup).is_none() {
                return Err(format!("job {index} of '{event}' belongs to nothing"));
            }
        }
        for lineup in &batch.lineups {
            let is_known =
                |agent: &&String| agents.contains(&(lineup.game.clone(), (*agent).clone()));
            if let Some(agent) = lineup.agents.iter().find(|agent| !is_known(agent)) {
                return Err(format!(
                    "a job of '{event}' for {agent}, which was not announced"
                ));
            }
        }
        let pace = known.announcement.speed.max(1) as f64 / self.speed.max(1) as f64;
        Ok(pace.clamp(0.01, 100.0))
    }
}

/// Asks which agents play; `None` when nobody answers, or of something else.
async fn ask(client: &Client, key: &EventKey, digest: GameId) -> Option<Result<Agents, String>> {
    let answer = client.request(key.questions(), "".into()).await.ok()?;
    let agents: Agents = serde_json::from_slice(&answer.payload).ok()?;
    (crate::wire::digest(&agents) == digest).then_some(Ok(agents))
}

/// Whether agents play here as they do where the games are kept.
fn check(agents: Agents) -> Result<HashSet<(String, String)>, String> {
    let mut games: BTreeMap<&str, Vec<&AgentVersion>> = BTreeMap::new();
    for version in &agents {
        crate::refuse_commands(&version.agent).map_err(|error| error.to_string())?;
        games.entry(&version.game).or_default().push(version);
    }
    for (game, versions) in games {
        let texts: Vec<&str> = versions
            .iter()
            .map(|version| version.agent.as_str())
            .collect();
        let here = AgentVersion::here(game, &texts)
            .map_err(|error| format!("{game} cannot be played here: {error}"))?;
        for (there, here) in versions.into_iter().zip(here) {
            if there.fingerprint != here.fingerprint {
                let text = |fingerprint: &Option<String>| {
                    fingerprint.clone().unwrap_or_else(|| "unknown".to_owned())
                };
                return Err(format!(
                    "{} plays {game} differently here: it is version {} there and {} here; both \
                     need the same Papan with the same weights, levels and engines",
                    there.agent,
                    text(&there.fingerprint),
                    text(&here.fingerprint)
                ));
            }
        }
    }
    Ok(agents
        .into_iter()
        .map(|version| (version.game, version.agent))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_are_played_that_play_the_same_here() {
        let versions = AgentVersion::here("othello", &["level:2", "random"]).unwrap();
        assert_eq!(check(versions.clone()).unwrap().len(), 2);
        let mut other = versions.clone();
        other[0].fingerprint = Some("other".to_owned());
        assert!(check(other).unwrap_err().contains("version other there"));
        let mut unknown = versions.clone();
        unknown[1].agent = "newcomer".to_owned();
        assert!(check(unknown).unwrap_err().contains("unknown agent"));
        let mut command = versions;
        command[1].agent = "gtp:rm -rf".to_owned();
        assert!(check(command).unwrap_err().contains("engines.toml"));
    }
}
