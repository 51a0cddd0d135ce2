//! How levels play, as `levels.toml` says; docs/levels.md says what they mean.

use crate::Playable;
use papan_core::{files, floats, playouts, spec::parse_time};
use serde::{Deserialize, Deserializer, de::Error as _};
use std::{
    collections::BTreeMap,
    env,
    path::Path,
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};

/// How many levels there are in each game.
pub const COUNT: usize = 9;

/// Names another file of levels, for measurements of levels that are not built in. Their
/// fingerprints are other ones, so that their games are not counted with those of others.
pub const FILE_VARIABLE: &str = "PAPAN_LEVELS";

/// The rows that hold for every game without rows of its own.
const ANY: &str = "any";

/// How many random games tell how long a game is.
const RANDOM_GAMES: u64 = 64;

/// Of how many games that is kept.
const MOST_KNOWN: usize = 1_000;

/// How a level plays in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Who plays, as one types it.
    pub agent: &'static str,
    /// The most nodes for a move.
    pub nodes: u64,
    /// How many of a thousand moves are errors: any legal move.
    pub errors: u32,
    /// The most time for a move. Nodes end the search long before it on any usual machine.
    pub time: Duration,
}

impl Level {
    /// The agent with its nodes, divided so that many games can be played to compare levels.
    /// It has no limit of time that matters: who plays a level sets one.
    pub fn agent_text(&self, divisor: u64) -> String {
        let nodes = (self.nodes / divisor.max(1)).max(1);
        let behind = if self.agent.contains(':') { ',' } else { ':' };
        format!("{}{behind}nodes={nodes},time=3600s", self.agent)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Vec<Rows>,
}

/// The levels of a family of games or of one preset of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    name: String,
    agent: String,
    /// How errors follow the length of a game; without it they are the same in all.
    length: Option<Length>,
    levels: [Row; COUNT],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Length {
    /// How many plies a random game has in the game that the rows were fitted to.
    plies: f64,
    /// How much errors follow the ratio of the lengths: see [`of`].
    exponent: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Who plays this level, where it is not who plays the others.
    agent: Option<String>,
    nodes: u64,
    errors: u32,
    #[serde(deserialize_with = "time")]
    time: Duration,
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_time(&text).ok_or_else(|| D::Error::custom(format!("'{text}' is no time such as 5s")))
}

static ROWS: LazyLock<BTreeMap<String, Rows>> = LazyLock::new(|| {
    let rows = match env::var_os(FILE_VARIABLE) {
        None => read(include_str!("../levels.toml")),
        Some(file) => files::read_text(Path::new(&file), files::MOST_FOR_SETTINGS)
            .map_err(|error| error.to_string())
            .and_then(|text| read(&text)),
    };
    rows.unwrap_or_else(|problem| panic!("the levels cannot be read: {problem}"))
});

fn read(text: &str) -> Result<BTreeMap<String, Rows>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let rows = file.game.into_iter();
    Ok(rows.map(|rows| (rows.name.clone(), rows)).collect())
}

/// The rows of a game: those of its preset, else of its family, else those for any game.
fn rows<G: Playable>(game: &G) -> &'static Rows {
    let name = game.name();
    let preset = name.split(':').next().unwrap_or_default();
    let names = [preset, game.family().name, ANY];
    let found = names.into_iter().find_map(|name| ROWS.get(name));
    found.expect("the tests look for rows that hold for any game")
}

/// How the levels of a game play, from the first to the last.
///
/// The rows were fitted to one game of the family. In a shorter variant there is less time to
/// show that one plays well: the share of moves that are no errors, *q*, becomes
/// *q*<sup>*r*</sup>, where *r* is the ratio of the lengths to a power that the rows have.
///
/// ```
/// use papan_agents::levels;
/// use papan_othello::Othello;
///
/// let [usual, small] = [8, 4].map(|size| levels::of(&Othello::with_size(size)));
/// assert_eq!(usual[0].agent, "patterns");
/// assert!(usual[0].errors > usual[8].errors);
/// assert!(usual[0].errors > small[0].errors);
/// ```
pub fn of<G: Playable>(game: &G) -> [Level; COUNT] {
    let rows = rows(game);
    let exponent = rows.length.as_ref().map_or(1.0, |usual| {
        let ratio = plies(game) / usual.plies;
        floats::pow(ratio, usual.exponent)
    });
    rows.levels.each_ref().map(|row| Level {
        agent: row.agent.as_ref().unwrap_or(&rows.agent),
        nodes: row.nodes,
        errors: errors_of_length(row.errors, exponent),
        time: row.time,
    })
}

fn errors_of_length(errors: u32, exponent: f64) -> u32 {
    let sound = 1.0 - f64::from(errors) / 1e3;
    (1e3 * (1.0 - floats::pow(sound, exponent))).round() as u32
}

/// How many plies a random game has. The answer is kept: a level is looked up several times for each
/// game of a server, and the random games would be a third of all that it does.
fn plies<G: Playable>(game: &G) -> f64 {
    static KNOWN: Mutex<BTreeMap<String, f64>> = Mutex::new(BTreeMap::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let name = game.name();
    if let Some(&plies) = known().get(&name) {
        return plies;
    }
    let tally = playouts(game, &game.start(), 1, 0..RANDOM_GAMES);
    let plies = tally.moves as f64 / tally.games as f64;
    let mut known = known();
    // Boards can have any size and start, and who serves many people shall not keep them all.
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(name, plies);
    plies
}

/// How a level from 1 to 9 plays in a game.
pub fn get<G: Playable>(game: &G, level: u32) -> Level {
    let index = (level as usize).clamp(1, COUNT) - 1;
    of(game)[index].clone()
}

/// What level 1 should be worth in Elo above `random`: it scores 65% against it.
pub const FIRST_ELO: f64 = 110.0;

/// Other errors for levels whose ratings above `random` were measured, the first level first:
/// with them level 1 should have [`FIRST_ELO`], the last its rating of before, and those between
/// should be as far from each other. Each is found between the two levels, or `random` and a
/// level, whose ratings are on either side of what it should have.
///
/// ```
/// use papan_agents::levels::fitted_errors;
///
/// // The first is too weak, the second too near to the third.
/// assert_eq!(fitted_errors(&[(900, 55.0), (300, 400.0), (100, 510.0)]), [804, 457, 100]);
/// ```
pub fn fitted_errors(measured: &[(u32, f64)]) -> Vec<u32> {
    let points = || [(1_000, 0.0)].into_iter().chain(measured.iter().copied());
    let last = measured.last().map_or(FIRST_ELO, |&(_, elo)| elo);
    let step = (last - FIRST_ELO) / (measured.len().max(2) - 1) as f64;
    let wanted = (0..measured.len()).map(|level| FIRST_ELO + step * level as f64);
    let fitted = wanted.map(|wanted| {
        let mut between = points().zip(points().skip(1));
        let found = between.find(|(below, above)| below.1 <= wanted && wanted <= above.1);
        let ((more, low), (less, high)) = found.unwrap_or_else(|| {
            let last = points().last().unwrap_or_default();
            (last, last)
        });
        let part = if high > low {
            (wanted - low) / (high - low)
        } else {
            1.0
        };
        (f64::from(more) + part * (f64::from(less) - f64::from(more))).round() as u32
    });
    fitted.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    struct Ask;
    impl games::Visitor for Ask {
        type Output = [Level; COUNT];
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            of(&game)
        }
    }

    /// A name that no game has would be a row that nobody plays.
    #[test]
    fn every_row_is_of_a_game_and_has_its_length() {
        let presets: Vec<&str> = games::all().iter().map(|entry| entry.name).collect();
        for (name, rows) in ROWS.iter().filter(|(name, _)| *name != ANY) {
            let family = games::family_named(name).map(|family| family.presets[0]);
            let preset = presets.iter().find(|preset| *preset == name).copied();
            let game = family
                .or(preset)
                .unwrap_or_else(|| panic!("{name} is no game"));
            let levels = games::visit(game, Ask).unwrap();
            for (level, row) in levels.iter().zip(&rows.levels) {
                assert_eq!(
                    level.errors, row.errors,
                    "{name}: plies of {game} are others"
                );
            }
        }
        assert!(ROWS[ANY].length.is_none());
    }

    #[test]
    fn shorter_games_have_fewer_errors() {
        let errors = [1_000, 900, 500, 100, 0].map(|errors| errors_of_length(errors, 0.5));
        assert_eq!(errors, [1_000, 684, 293, 51, 0]);
        assert_eq!(errors_of_length(870, 1.0), 870);
    }

    #[test]
    fn a_file_says_what_is_wrong_with_it() {
        let row = "{ nodes = 1, errors = 0, time = \"soon\" }";
        let text = format!("[[game]]\nname = \"othello\"\nagent = \"random\"\nlevels = [{row}]");
        let problem = read(&text).err().unwrap();
        assert!(
            problem.contains("'soon' is no time such as 5s"),
            "{problem}"
        );
    }

    #[test]
    fn nodes_are_divided_and_at_least_one() {
        let level = Level {
            agent: "patterns",
            nodes: 12_000,
            errors: 0,
            time: Duration::from_secs(1),
        };
        assert_eq!(level.agent_text(1), "patterns:nodes=12000,time=3600s");
        assert_eq!(level.agent_text(4_096), "patterns:nodes=2,time=3600s");
        assert_eq!(level.agent_text(1_000_000), "patterns:nodes=1,time=3600s");
        let booked = Level {
            agent: "patterns:book=on",
            ..level
        };
        assert_eq!(
            booked.agent_text(6),
            "patterns:book=on,nodes=2000,time=3600s"
        );
    }
}
