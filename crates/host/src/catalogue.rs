//! The games and agents there are.

use crate::{
    error::{Answer, ApiError},
    games::TIME,
    replay::{FamilyShown, seat_names},
    request::Response,
    route::Route,
    thinkers::TABLE,
};
use papan_agents::{
    AgentInfo, Playable, games,
    ratings::{self, Rating},
};
use papan_core::{
    Family, Seat, SeatPlace,
    formats::FormatInfo,
    spec::{Entry, Kind, Parameter},
};
use serde::Serialize;
use std::collections::BTreeMap;

pub(crate) const ROUTES: &[Route] = &[
    Route::get("/api/catalogue", |_, _| {
        Box::pin(async { Response::json(&catalogue()?) })
    }),
    Route::get("/api/families", |_, _| {
        Box::pin(async { Response::json(&families()?) })
    }),
];

/// Everything that can be chosen on the page.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Catalogue {
    version: &'static str,
    families: Vec<Listed>,
    /// The least and the most seconds for a move.
    time: TimeRange,
}

/// The least and the most seconds of something.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TimeRange {
    least: f64,
    most: f64,
}

/// What the start page needs: all families, without what is chosen later.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Cards {
    families: Vec<Card>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Card {
    #[serde(flatten)]
    family: FamilyShown,
    game: &'static str,
    seats: usize,
    summary: &'static str,
}

/// A family with all that one chooses in it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Family"))]
struct Listed {
    #[serde(flatten)]
    family: FamilyShown,
    /// Its variants; the first is the game itself.
    presets: Vec<Preset>,
    parameters: Vec<ListedParameter>,
    #[cfg_attr(test, ts(type = "Core.FormatInfo[]"))]
    formats: Vec<FormatInfo>,
    /// What levels are worth in the games of the family that were measured, by game.
    #[cfg_attr(test, ts(type = "{ [game: string]: Agents.Rating[] }"))]
    ratings: BTreeMap<&'static str, &'static [Rating]>,
    /// Who plays.
    agents: Vec<ListedAgent>,
}

/// A variant. Its parameters are those of the family with defaults of its own.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Preset {
    name: &'static str,
    summary: &'static str,
    seats: usize,
    seat_names: Vec<String>,
    /// Where the seats sit at the board as drawn; empty where it makes no difference.
    #[cfg_attr(test, ts(as = "Vec<String>"))]
    seat_places: Vec<SeatPlace>,
    defaults: BTreeMap<&'static str, &'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Agent"))]
struct ListedAgent {
    name: &'static str,
    summary: &'static str,
    parameters: Vec<ListedParameter>,
    /// Whether it plays games of more than two seats.
    many: bool,
}

/// A parameter with what one needs to make a control for it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Parameter"))]
struct ListedParameter {
    name: &'static str,
    /// What is allowed, in words.
    allowed: String,
    default: &'static str,
    summary: &'static str,
    #[serde(flatten)]
    range: Range,
}

/// What may be written; times are in seconds.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Range {
    Integer {
        low: u32,
        high: u64,
    },
    Decimal {
        low: f64,
        high: f64,
    },
    Time {
        low: f64,
        high: f64,
    },
    Limit,
    Choice {
        choices: &'static [&'static str],
    },
    Text {
        choices: &'static [&'static str],
        form: &'static str,
    },
}

fn families() -> Answer<Cards> {
    let card = |family: &Family| {
        let game = family.presets[0];
        Ok(Card {
            family: family.into(),
            game,
            seats: games::open(game)?.seats(),
            summary: entry(game)?.summary,
        })
    };
    let families = games::families().map(card).collect::<Answer<_>>()?;
    Ok(Cards { families })
}

fn catalogue() -> Answer<Catalogue> {
    let (least, most) = (*TIME.start(), *TIME.end());
    Ok(Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        families: games::families().map(listed).collect::<Answer<_>>()?,
        time: TimeRange { least, most },
    })
}

fn listed(family: &Family) -> Answer<Listed> {
    let presets = family.presets.iter().map(|name| preset(name));
    let name = family.presets[0];
    Ok(Listed {
        family: family.into(),
        presets: presets.collect::<Answer<_>>()?,
        parameters: entry(name)?.parameters.iter().map(typed).collect(),
        formats: games::open(name)?.formats(),
        ratings: ratings_of(family),
        agents: games::visit(name, Agents)?,
    })
}

fn preset(name: &'static str) -> Answer<Preset> {
    let game = games::open(name)?;
    let entry = entry(name)?;
    let default = |parameter: &Parameter| (parameter.name, parameter.default);
    Ok(Preset {
        name,
        summary: entry.summary,
        seats: game.seats(),
        seat_names: seat_names(&*game),
        seat_places: Seat::all(game.seats())
            .filter_map(|seat| game.seat_place(seat))
            .collect(),
        defaults: entry.parameters.iter().map(default).collect(),
    })
}

fn entry(name: &str) -> Answer<&'static Entry> {
    let entry = games::all().iter().find(|entry| entry.name == name);
    entry.ok_or_else(|| ApiError::missing(format!("there is no game '{name}'")))
}

fn ratings_of(family: &Family) -> BTreeMap<&'static str, &'static [Rating]> {
    let rated = ratings::all().iter();
    rated
        .filter(|rated| games::family_of(&rated.game).is_ok_and(|of| of == family))
        .map(|rated| (rated.game.as_str(), rated.levels.as_slice()))
        .collect()
}

fn listed_agent(info: &AgentInfo) -> ListedAgent {
    let entry = info.entry;
    ListedAgent {
        name: entry.name,
        summary: entry.summary,
        parameters: entry.parameters.iter().map(typed).collect(),
        many: info.needs.allow(3),
    }
}

fn typed(parameter: &Parameter) -> ListedParameter {
    let range = match parameter.kind {
        Kind::Integer(low, high) => Range::Integer {
            low,
            high: match parameter.name {
                "table" => u64::from(high).min(TABLE),
                _ => high.into(),
            },
        },
        Kind::Decimal(low, high) => Range::Decimal {
            low: f64::from(low) / 1e3,
            high: f64::from(high) / 1e3,
        },
        Kind::Time(low, high) => Range::Time {
            low: f64::from(low) / 1e3,
            high: (f64::from(high) / 1e3).min(*TIME.end()),
        },
        Kind::Limit => Range::Limit,
        Kind::Choice(choices) => Range::Choice { choices },
        Kind::Text(choices, form) => Range::Text { choices, form },
    };
    ListedParameter {
        name: parameter.name,
        allowed: parameter.kind.to_string(),
        default: parameter.default,
        summary: parameter.summary,
        range,
    }
}

/// The agents of a game, whatever number of seats it has.
struct Agents;

impl games::Visitor for Agents {
    type Output = Vec<ListedAgent>;

    fn visit<G: Playable>(self, _: G) -> Self::Output {
        let agents = G::agents().iter();
        agents.map(|agent| listed_agent(&agent.info)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_agents::agents;

    #[test]
    fn everything_is_listed_and_no_programs() {
        let catalogue = serde_json::to_value(catalogue().unwrap()).unwrap();
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
        assert!(congklak["ratings"]["congklak"].as_array().unwrap().len() >= 6);
        assert_ne!(
            congklak["ratings"]["kalah"],
            congklak["ratings"]["congklak"]
        );
        assert_eq!(families[2]["presets"][2]["seats"], 3);
        let places = &congklak["presets"][0]["seat_places"];
        assert_eq!(*places, serde_json::json!(["top", "bottom"]));
        for family in families {
            let names: Vec<&str> = family["agents"]
                .as_array()
                .unwrap()
                .iter()
                .map(|of| of["name"].as_str().unwrap())
                .collect();
            let name = &family["family"];
            assert!(
                names.contains(&"level") && names.contains(&"mcts"),
                "{name}"
            );
            for program in agents::PROGRAMS {
                assert!(!names.contains(&program.name), "{name}: {}", program.name);
            }
        }
        let has = |family: usize, agent: &str, many: bool| {
            let mut agents = families[family]["agents"].as_array().unwrap().iter();
            agents.any(|of| of["name"] == agent && of["many"] == many)
        };
        assert!(has(0, "patterns", true) && has(0, "minimax", false));
        assert!(has(2, "explorer", true) && !has(2, "patterns", true));
    }
}
