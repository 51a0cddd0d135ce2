//! What games belong to.

use super::Moment;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A tournament or match, as it is begun.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Event {
    /// Its name: [`Job::event`](crate::Job::event).
    pub name: String,
    /// Everything that must not change while it goes on, as JSON.
    pub settings: String,
    /// The tournament file, or the command; it may change.
    pub source: String,
    /// What agents are called in tables, as (agent, label); they may change.
    pub labels: Vec<(String, String)>,
}

/// A tournament or match, as a ledger knows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EventSummary {
    /// Its name.
    pub name: String,
    /// How many games there are of it.
    pub count: u64,
    /// Which games are played.
    pub games: Vec<String>,
    /// All agents that have played in it.
    pub agents: Vec<String>,
    /// What agents are called in tables, as (agent, label).
    pub labels: Vec<(String, String)>,
    /// When it was begun.
    pub begun_at: Moment,
    /// When its first game was added.
    pub first_at: Option<Moment>,
    /// When its latest game was added.
    pub last_at: Option<Moment>,
    /// What must not change; `None` when games were added without saying so.
    pub settings: Option<String>,
    /// The tournament file, or the command.
    pub source: String,
}

/// What differs between two settings, in words.
pub fn differences(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (leaves(old), leaves(new));
    let mut paths: Vec<&String> = old.keys().chain(new.keys()).collect();
    paths.sort();
    paths.dedup();
    let shown = |value: Option<&String>| match value {
        None => "not set".to_owned(),
        Some(text) => papan_core::shortened(text),
    };
    paths
        .into_iter()
        .map(|path| (path, old.get(path), new.get(path)))
        .filter(|(_, old, new)| old != new)
        .map(|(path, old, new)| {
            let place = match path.as_str() {
                "" => String::new(),
                path => format!("{path} "),
            };
            format!("{place}was {}, now {}", shown(old), shown(new))
        })
        .collect()
}

/// Each plain value of a JSON text under its path; a text that is no JSON is one value.
fn leaves(text: &str) -> BTreeMap<String, String> {
    fn walk(path: String, value: &Value, leaves: &mut BTreeMap<String, String>) {
        let below = |part: &str| match path.is_empty() {
            true => part.to_owned(),
            false => format!("{path}.{part}"),
        };
        match value {
            Value::Object(object) if !object.is_empty() => {
                for (name, value) in object {
                    walk(below(name), value, leaves);
                }
            }
            Value::Array(list) if !list.is_empty() => {
                for (index, value) in (1..).zip(list) {
                    walk(below(&index.to_string()), value, leaves);
                }
            }
            plain => {
                leaves.insert(path, plain.to_string());
            }
        }
    }
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let mut leaves = BTreeMap::new();
    walk(String::new(), &value, &mut leaves);
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_their_place() {
        let old = r#"{"game":"othello","agents":["a","b"],"seed":1}"#;
        let new = r#"{"game":"othello","agents":["a","c","d"],"conditions":{"nodes":5}}"#;
        assert_eq!(
            differences(old, new),
            [
                r#"agents.2 was "b", now "c""#,
                r#"agents.3 was not set, now "d""#,
                "conditions.nodes was not set, now 5",
                "seed was 1, now not set",
            ]
        );
        assert!(
            differences(
                old,
                r#"{"seed": 1, "agents": ["a", "b"], "game": "othello"}"#
            )
            .is_empty()
        );
        assert_eq!(differences("one", "two"), [r#"was "one", now "two""#]);
    }
}
