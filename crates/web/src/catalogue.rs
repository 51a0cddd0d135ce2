//! The games and agents there are.

use crate::{
    app::App,
    error::{Answer, ApiError},
    families::{self, FAMILIES, Family},
    games::TIME,
    replay::seat_names,
    thinkers::TABLE,
};
use axum::{Json, Router, routing::get};
use papan_agents::{
    Playable, agents, games,
    ratings::{self, Rating},
};
use papan_core::{
    formats::FormatInfo,
    spec::{Entry, Kind, Parameter},
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, sync::Arc};

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/catalogue", get(catalogue))
}

/// Everything that can be chosen on the page.
#[derive(Clone, Serialize)]
pub(crate) struct Catalogue {
    version: &'static str,
    families: Vec<Listed>,
    /// Who plays, for each geometry.
    agents: BTreeMap<&'static str, Vec<ListedAgent>>,
    /// The least and the most seconds for a move.
    time: Value,
}

/// A family with all that one chooses in it.
#[derive(Clone, Serialize)]
struct Listed {
    #[serde(flatten)]
    family: Family,
    game: &'static str,
    seats: usize,
    seat_names: Vec<String>,
    presets: Vec<Preset>,
    parameters: Vec<Value>,
    formats: Vec<FormatInfo>,
    ratings: Vec<Rating>,
}

/// A variant. Its parameters are those of the family with defaults of its own.
#[derive(Clone, Serialize)]
struct Preset {
    name: &'static str,
    summary: &'static str,
    seats: usize,
    seat_names: Vec<String>,
    defaults: Map<String, Value>,
    ratings: Vec<Rating>,
}

#[derive(Clone, Serialize)]
struct ListedAgent {
    name: &'static str,
    summary: &'static str,
    parameters: Vec<Value>,
    many: bool,
}

async fn catalogue() -> Answer<Json<Catalogue>> {
    Ok(Json(Catalogue::make()?))
}

impl Catalogue {
    fn make() -> Answer<Catalogue> {
        let mut agents = BTreeMap::new();
        for family in &FAMILIES {
            let own = games::visit(family.presets[0], OwnAgents)?;
            let all = || {
                agents::ALL
                    .iter()
                    .map(|entry| (entry, agents::plays_many(entry.name)))
            };
            // Agents of one game play it with as many seats as it has.
            let own = own.iter().map(|entry| (entry, true));
            agents.insert(
                family.geometry,
                all().chain(own).map(listed_agent).collect(),
            );
        }
        let (least, most) = (TIME.start(), TIME.end());
        Ok(Catalogue {
            version: env!("CARGO_PKG_VERSION"),
            families: FAMILIES.iter().map(listed).collect::<Answer<_>>()?,
            agents,
            time: json!({ "least": least, "most": most }),
        })
    }
}

fn listed(family: &Family) -> Answer<Listed> {
    let presets: Vec<Preset> = family
        .presets
        .iter()
        .map(|name| preset(name))
        .collect::<Answer<_>>()?;
    let name = family.presets[0];
    let game = games::open(name)?;
    Ok(Listed {
        family: *family,
        game: name,
        seats: game.seats(),
        seat_names: seat_names(&*game),
        presets,
        parameters: entry(name)?.parameters.iter().map(typed).collect(),
        formats: game.formats(),
        ratings: ratings_of(name),
    })
}

fn preset(name: &'static str) -> Answer<Preset> {
    let game = games::open(name)?;
    let entry = entry(name)?;
    let default = |parameter: &Parameter| (parameter.name.to_owned(), parameter.default.into());
    Ok(Preset {
        name,
        summary: entry.summary,
        seats: game.seats(),
        seat_names: seat_names(&*game),
        defaults: entry.parameters.iter().map(default).collect(),
        ratings: ratings_of(name),
    })
}

fn entry(name: &str) -> Answer<&'static Entry> {
    families::entry(name).ok_or_else(|| ApiError::missing(format!("there is no game '{name}'")))
}

fn ratings_of(game: &str) -> Vec<Rating> {
    ratings::of(game).map_or(Vec::new(), |ratings| ratings.to_vec())
}

fn listed_agent((entry, many): (&Entry, bool)) -> ListedAgent {
    ListedAgent {
        name: entry.name,
        summary: entry.summary,
        parameters: entry.parameters.iter().map(typed).collect(),
        many,
    }
}

/// A parameter with what one needs to make a control for it.
fn typed(parameter: &Parameter) -> Value {
    let mut value = json!({
        "name": parameter.name,
        "allowed": parameter.kind.to_string(),
        "default": parameter.default,
        "summary": parameter.summary,
    });
    let more = match parameter.kind {
        Kind::Integer(low, high) => {
            let high = match parameter.name {
                "table" => u64::from(high).min(TABLE),
                _ => high.into(),
            };
            json!({ "kind": "integer", "low": low, "high": high })
        }
        Kind::Decimal(low, high) => json!({
            "kind": "decimal",
            "low": f64::from(low) / 1e3,
            "high": f64::from(high) / 1e3,
        }),
        Kind::Time(low, high) => json!({
            "kind": "time",
            "low": f64::from(low) / 1e3,
            "high": (f64::from(high) / 1e3).min(*TIME.end()),
        }),
        Kind::Limit => json!({ "kind": "limit" }),
        Kind::Choice(choices) => json!({ "kind": "choice", "choices": choices }),
        Kind::Text(choices, form) => json!({ "kind": "text", "choices": choices, "form": form }),
    };
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

/// The agents that only one game has.
struct OwnAgents;

impl games::Visitor for OwnAgents {
    type Output = &'static [Entry];
    fn visit<G: Playable>(self, _: G) -> &'static [Entry] {
        G::AGENTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_listed_and_no_programs() {
        let catalogue = serde_json::to_value(Catalogue::make().unwrap()).unwrap();
        let families = catalogue["families"].as_array().unwrap();
        let names: Vec<&str> = families
            .iter()
            .map(|of| of["family"].as_str().unwrap())
            .collect();
        assert_eq!(
            names,
            [
                "othello",
                "blokus-duo",
                "blokus-classic",
                "congklak",
                "adjacency"
            ]
        );
        let congklak = &families[3];
        assert_eq!(congklak["presets"][2]["name"], "kalah");
        assert_eq!(congklak["presets"][2]["defaults"]["holes"], "6");
        assert_eq!(congklak["parameters"][0]["kind"], "integer");
        assert_eq!(congklak["ratings"].as_array().unwrap().len(), 9);
        assert_eq!(families[2]["presets"][2]["seats"], 3);
        for (geometry, agents) in catalogue["agents"].as_object().unwrap() {
            let names: Vec<&str> = agents
                .as_array()
                .unwrap()
                .iter()
                .map(|of| of["name"].as_str().unwrap())
                .collect();
            assert!(
                names.contains(&"level") && names.contains(&"mcts"),
                "{geometry}"
            );
            for program in agents::PROGRAMS {
                assert!(
                    !names.contains(&program.name),
                    "{geometry}: {}",
                    program.name
                );
            }
        }
        let discs = catalogue["agents"]["discs"].as_array().unwrap();
        assert!(discs.iter().any(|agent| agent["name"] == "patterns"));
    }
}
