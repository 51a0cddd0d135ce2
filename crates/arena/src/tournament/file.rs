//! Tournament files.

use super::{Entrant, Kind, MOST_THREADS, Tournament, TournamentError};
use crate::{
    Adjudication, Conditions, Openings, Seating, parse_time,
    statistics::{Sprt, SprtModel},
};
use papan_core::{
    files::{self, MOST_FOR_SETTINGS},
    spec,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::Path, str::FromStr, time::Duration};

/// What a tournament file says, and how many threads it asks for.
#[derive(Clone, Debug)]
pub struct TournamentFile {
    /// The tournament.
    pub tournament: Tournament,
    /// How many games at the same time, where the file says so.
    pub threads: Option<usize>,
}

/// The words of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Option<String>,
    #[serde(default)]
    kind: WrittenKind,
    game: Option<String>,
    #[serde(default)]
    games: Vec<String>,
    agents: Vec<WrittenAgent>,
    rounds: Option<u64>,
    #[serde(default)]
    rounds_of: BTreeMap<String, u64>,
    reach: Option<usize>,
    tables: Option<usize>,
    #[serde(default = "first_seed", with = "seed")]
    seed: u64,
    #[serde(default)]
    seats: Seating,
    openings: Option<String>,
    threads: Option<usize>,
    #[serde(default)]
    conditions: WrittenConditions,
    #[serde(default)]
    adjudication: WrittenAdjudication,
    gauntlet: Option<WrittenGauntlet>,
    sprt: Option<WrittenSprt>,
}

fn first_seed() -> u64 {
    1
}

/// Seeds have 64 bits, of which the numbers of TOML lack one: larger ones are texts.
mod seed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged, expecting = "a seed is a whole number, or a text of one")]
    enum Written {
        Number(i64),
        Text(String),
    }

    pub(super) fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(*seed) {
            Ok(number) => Written::Number(number),
            Err(_) => Written::Text(seed.to_string()),
        }
        .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let seed = match Written::deserialize(deserializer)? {
            Written::Number(number) => u64::try_from(number).ok(),
            Written::Text(text) => text.parse().ok(),
        };
        seed.ok_or_else(|| D::Error::custom("a seed is a whole number from 0 to 2^64 - 1"))
    }
}

#[derive(Serialize, Deserialize, Default, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum WrittenKind {
    #[default]
    RoundRobin,
    Gauntlet,
    Sprt,
    Match,
}

#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "an agent is a text such as \"level:5\", or { name = \"...\", agent = \"...\" }"
)]
enum WrittenAgent {
    Plain(String),
    Named { name: String, agent: String },
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct WrittenConditions {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<String>,
    clock: Option<String>,
    grace: Option<String>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct WrittenAdjudication {
    solver: Option<u64>,
    margin: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGauntlet {
    challengers: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSprt {
    elo0: f64,
    elo1: f64,
    #[serde(default = "usual_error")]
    alpha: f64,
    #[serde(default = "usual_error")]
    beta: f64,
    #[serde(default)]
    model: SprtModel,
}

fn usual_error() -> f64 {
    0.05
}

/// Rounds of a sequential test that is not decided before, when nobody says how many.
pub const SPRT_ROUNDS: u64 = 50_000;

impl Tournament {
    /// Reads a tournament file. Files of openings are looked for beside it.
    pub fn read(path: &Path) -> Result<TournamentFile, TournamentError> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let file = files::read_text(path, MOST_FOR_SETTINGS)
            .map_err(|error| error.problem.to_string())
            .and_then(|text| Tournament::from_toml(&text, &name));
        let mut file = file.map_err(|problem| TournamentError::File {
            path: path.to_owned(),
            problem,
        })?;
        if let Openings::File { path: openings, .. } = &mut file.tournament.openings
            && let Some(folder) = path.parent()
        {
            *openings = folder.join(&*openings);
        }
        Ok(file)
    }

    /// The tournament that a text describes, with a name for it when it has none of its own.
    ///
    /// ```
    /// use papan_arena::tournament::Tournament;
    ///
    /// let file = Tournament::from_toml(
    ///     r#"
    ///     game = "othello"
    ///     agents = ["level:1", "level:2", { name = "Chance", agent = "random" }]
    ///     rounds = 5
    ///     openings = "random:6"
    ///     [conditions]
    ///     time = "100ms"
    ///     "#,
    ///     "spring cup",
    /// )
    /// .unwrap();
    /// let program = file.tournament.prepare().unwrap();
    /// assert_eq!(program.total(), 3 * 5 * 2); // three meetings, five openings, both colours
    /// assert!(Tournament::from_toml("game = 'othello'", "x").unwrap_err().contains("agents"));
    /// ```
    pub fn from_toml(text: &str, name: &str) -> Result<TournamentFile, String> {
        let written: Written = toml::from_str(text).map_err(|error| error.to_string())?;
        written.tournament(text, name)
    }
}

impl Tournament {
    /// A file that says the same, for tournaments that come from elsewhere.
    pub fn to_toml(&self) -> String {
        // Texts and numbers only: there is nothing that could not be written.
        toml::to_string(&Written::of(self)).unwrap_or_default()
    }
}

/// A value of a file, with the key in front of what is wrong with it.
fn value<T: FromStr<Err: ToString>>(key: &str, text: Option<String>) -> Result<Option<T>, String> {
    let read = |text: String| {
        text.parse()
            .map_err(|error: T::Err| format!("{key}: {}", error.to_string()))
    };
    text.map(read).transpose()
}

fn time(key: &str, text: Option<String>) -> Result<Option<Duration>, String> {
    text.map(|text| parse_time(&text).map_err(|error| format!("{key}: {error}")))
        .transpose()
}

impl Written {
    fn of(tournament: &Tournament) -> Written {
        let Conditions {
            depth,
            nodes,
            time,
            clock,
            grace,
            adjudication,
        } = &tournament.conditions;
        let text = |time: Option<Duration>| time.map(spec::time_text);
        let agent = |entrant: &Entrant| match entrant.label == entrant.agent {
            true => WrittenAgent::Plain(entrant.agent.clone()),
            false => WrittenAgent::Named {
                name: entrant.label.clone(),
                agent: entrant.agent.clone(),
            },
        };
        Written {
            name: Some(tournament.name.clone()),
            kind: match tournament.kind {
                Kind::Match => WrittenKind::Match,
                Kind::RoundRobin => WrittenKind::RoundRobin,
                Kind::Gauntlet(_) => WrittenKind::Gauntlet,
                Kind::Sprt(_) => WrittenKind::Sprt,
            },
            game: None,
            games: tournament.games.clone(),
            agents: tournament.agents.iter().map(agent).collect(),
            rounds: Some(tournament.rounds),
            rounds_of: tournament.rounds_of.clone(),
            reach: tournament.reach,
            tables: tournament.tables,
            seed: tournament.seed,
            seats: tournament.seating,
            openings: Some(tournament.openings.to_string()),
            threads: None,
            conditions: WrittenConditions {
                depth: *depth,
                nodes: *nodes,
                time: text(*time),
                clock: clock.map(|clock| clock.to_string()),
                grace: text(*grace),
            },
            adjudication: WrittenAdjudication {
                solver: adjudication.solver,
                margin: adjudication.margin.map(|margin| margin.to_string()),
            },
            gauntlet: match tournament.kind {
                Kind::Gauntlet(challengers) => Some(WrittenGauntlet { challengers }),
                _ => None,
            },
            sprt: match tournament.kind {
                Kind::Sprt(sprt) => Some(WrittenSprt {
                    elo0: sprt.hypotheses().0,
                    elo1: sprt.hypotheses().1,
                    alpha: sprt.error_rates().0,
                    beta: sprt.error_rates().1,
                    model: sprt.model(),
                }),
                _ => None,
            },
        }
    }

    fn tournament(self, text: &str, name: &str) -> Result<TournamentFile, String> {
        let kind = self.kind()?;
        let games = match (self.game, self.games) {
            (Some(game), games) if games.is_empty() => vec![game],
            (None, games) if !games.is_empty() => games,
            _ => return Err("write game = \"...\" or games = [\"...\", ...]".to_owned()),
        };
        let rounds = match (self.rounds, kind) {
            (Some(0), _) => return Err("rounds is a number from 1".to_owned()),
            (Some(rounds), _) => rounds,
            (None, Kind::Sprt(_)) => SPRT_ROUNDS,
            (None, _) => return Err(
                "rounds is missing: how many openings each meeting plays, every one from all seats"
                    .to_owned(),
            ),
        };
        if let Some(other) = self.rounds_of.keys().find(|game| !games.contains(game)) {
            return Err(format!(
                "rounds_of: {other} is not played here; the games are {}",
                games.join(", ")
            ));
        }
        if self.rounds_of.values().any(|&rounds| rounds == 0)
            || self.tables == Some(0)
            || self.reach == Some(0)
        {
            return Err("rounds_of, reach and tables are numbers from 1".to_owned());
        }
        let WrittenConditions { depth, nodes, .. } = self.conditions;
        if depth == Some(0) || nodes == Some(0) || self.adjudication.solver == Some(0) {
            return Err("depth, nodes and solver are numbers from 1".to_owned());
        }
        if self
            .threads
            .is_some_and(|threads| !(1..=MOST_THREADS).contains(&threads))
        {
            return Err(format!("threads is a number from 1 to {MOST_THREADS}"));
        }
        let conditions = Conditions {
            depth: self.conditions.depth,
            nodes: self.conditions.nodes,
            time: time("conditions.time", self.conditions.time)?,
            clock: value("conditions.clock", self.conditions.clock)?,
            grace: time("conditions.grace", self.conditions.grace)?,
            adjudication: Adjudication {
                solver: self.adjudication.solver,
                margin: value("adjudication.margin", self.adjudication.margin)?,
            },
        };
        let entrant = |agent| match agent {
            WrittenAgent::Plain(agent) => Entrant {
                label: agent.clone(),
                agent,
            },
            WrittenAgent::Named { name, agent } => Entrant { label: name, agent },
        };
        Ok(TournamentFile {
            tournament: Tournament {
                name: self.name.unwrap_or_else(|| name.to_owned()),
                kind,
                games,
                agents: self.agents.into_iter().map(entrant).collect(),
                rounds,
                rounds_of: self.rounds_of,
                reach: self.reach,
                tables: self.tables,
                most_games: None,
                seed: self.seed,
                seating: self.seats,
                openings: value("openings", self.openings)?.unwrap_or_default(),
                conditions,
                source: text.to_owned(),
            },
            threads: self.threads,
        })
    }

    fn kind(&self) -> Result<Kind, String> {
        if self.gauntlet.is_some() && self.kind != WrittenKind::Gauntlet {
            return Err("[gauntlet] is for kind = \"gauntlet\"".to_owned());
        }
        match (self.kind, &self.sprt) {
            (WrittenKind::Sprt, Some(sprt)) => {
                let sprt = Sprt::new(sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, sprt.model);
                sprt.map(Kind::Sprt)
                    .map_err(|error| format!("sprt: {error}"))
            }
            (WrittenKind::Sprt, None) => Err("[sprt] is missing: elo0 and elo1".to_owned()),
            (_, Some(_)) => Err("[sprt] is for kind = \"sprt\"".to_owned()),
            (WrittenKind::RoundRobin, _) => Ok(Kind::RoundRobin),
            (WrittenKind::Match, _) => Ok(Kind::Match),
            (WrittenKind::Gauntlet, _) => {
                let challengers = self
                    .gauntlet
                    .as_ref()
                    .map_or(1, |gauntlet| gauntlet.challengers);
                Ok(Kind::Gauntlet(challengers))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        Tournament::from_toml(text, "test").unwrap_err()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = include_str!("../../../../tournaments/example.toml");
        let mut tournament = Tournament::from_toml(text, "x").unwrap().tournament;
        tournament.name = "a \"quoted\" name".to_owned();
        tournament.rounds_of.insert("othello".to_owned(), 7);
        tournament.seed = u64::MAX;
        tournament.conditions.adjudication.margin = Some("20x4".parse().unwrap());
        tournament.conditions.clock = Some("60s+500ms".parse().unwrap());
        let sprt = Sprt::new(-2.5, 3.0, 0.1, 0.05, SprtModel::Normalised).unwrap();
        for kind in [
            Kind::RoundRobin,
            Kind::Match,
            Kind::Gauntlet(2),
            Kind::Sprt(sprt),
        ] {
            tournament.kind = kind;
            let written = tournament.to_toml();
            let again = Tournament::from_toml(&written, "y").unwrap().tournament;
            tournament.source = written;
            assert_eq!(format!("{again:?}"), format!("{tournament:?}"));
        }
    }

    #[test]
    fn a_file_says_what_is_wrong_with_it() {
        let good = "game = 'othello'\nagents = ['random', 'greedy']\nrounds = 1\n";
        assert!(Tournament::from_toml(good, "test").is_ok());
        for (more, expected) in [
            (
                "openings = 'randon'",
                "openings: 'randon' names no openings",
            ),
            ("kind = 'swiss'", "unknown variant `swiss`"),
            ("colour = 3", "unknown field `colour`"),
            ("kind = 'sprt'", "[sprt] is missing"),
            ("[sprt]\nelo0 = 0\nelo1 = 5", "[sprt] is for kind"),
            ("kind = 'sprt'\n[sprt]\nelo0 = 5\nelo1 = 0", "sprt: "),
            (
                "[conditions]\ntime = '5'",
                "conditions.time: '5' is not possible",
            ),
            (
                "[conditions]\nclock = 'x'",
                "conditions.clock: 'x' is not possible",
            ),
            (
                "[adjudication]\nmargin = '5'",
                "adjudication.margin: '5' is not",
            ),
            (
                "[rounds_of]\nkalah = 3",
                "rounds_of: kalah is not played here",
            ),
            ("tables = 0", "numbers from 1"),
            ("seed = -1", "a seed is a whole number"),
            ("threads = 0", "threads is a number from 1 to 1024"),
            ("threads = 1025", "threads is a number from 1 to 1024"),
            ("games = ['kalah']", "write game"),
        ] {
            let text = problem(&format!("{good}{more}\n"));
            assert!(text.contains(expected), "{more}: {text}");
        }
        assert!(problem("game = 'othello'\nagents = [3]\nrounds = 1").contains("an agent is"));
        assert!(problem("game = 'othello'\nagents = ['random', 'random']").contains("rounds"));
    }
}
