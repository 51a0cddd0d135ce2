//! Games to be played the same everywhere.

use papan_agents::{Playable, agents, games};
use papan_arena::{Conditions, Contest, ContestGame, Openings};
use papan_search::Stop;

/// The levels that are played, and what their nodes are divided by, so that it does not take long.
const LEVELS: [(u32, u64); 7] = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 4), (6, 16), (7, 400)];

/// How many games each level plays.
const GAMES_OF_LEVELS: u64 = 2;

/// A small game of each kind, for the agents that are no levels.
const SMALL: [&str; 6] = [
    "othello:size=6",
    "blokus:size=8,starts=corners",
    "blokus:size=9,seats=4,starts=corners",
    "congklak:holes=4,seeds=3",
    "kalah:holes=4,seeds=3",
    "adjacency:rounds=4",
];

/// What these have on small boards too, and only usual ones have.
const LEARNED: [(&str, &str); 3] = [
    ("othello", "patterns:book=on,nodes=2000,time=3600s"),
    ("othello", "negascout:eval=patterns,depth=3,time=3600s"),
    ("blokus-duo", "explorer:playout=network,nodes=60,time=3600s"),
];

/// The nodes for a move of agents that are no levels.
const NODES: u64 = 300;

/// Some games of one agent with itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The game with its parameters.
    pub game: String,
    /// The agent with its parameters.
    pub agent: String,
    /// How many.
    pub games: u64,
}

/// All that are compared: the levels of every game, and every other agent of the catalogue.
pub fn all() -> Vec<Task> {
    let mut all = Vec::new();
    for game in games::all() {
        for (level, divisor) in LEVELS {
            all.push(Task {
                game: game.name.to_owned(),
                agent: format!("level:{level},divisor={divisor},time=3600s"),
                games: GAMES_OF_LEVELS,
            });
        }
    }
    for game in SMALL {
        let names = games::visit(game, Names).unwrap_or_default();
        all.extend(names.into_iter().map(|agent| Task {
            game: game.to_owned(),
            agent,
            games: 1,
        }));
    }
    all.extend(LEARNED.map(|(game, agent)| Task {
        game: game.to_owned(),
        agent: agent.to_owned(),
        games: 1,
    }));
    all
}

/// The agents of a game that are no levels.
struct Names;

impl games::Visitor for Names {
    type Output = Vec<String>;
    fn visit<G: Playable>(self, game: G) -> Vec<String> {
        let agents = agents::playing(&game).into_iter();
        let names = agents.map(|info| info.entry.name.to_owned());
        names.filter(|name| name != "level").collect()
    }
}

struct Seats;

impl games::Visitor for Seats {
    type Output = usize;
    fn visit<G: Playable>(self, game: G) -> usize {
        game.seats()
    }
}

/// Plays them: the moves of each game. The seed says where they begin, and what the agents' chance
/// follows from.
///
/// ```
/// let play = |seed| papan_wasm::games::play("adjacency:rounds=4", "level:3,time=3600s", 2, seed);
/// assert_eq!(play(1), play(1));
/// assert_ne!(play(1), play(2));
/// assert!(play(1).unwrap().iter().all(|moves| moves.split(' ').count() == 8));
/// assert!(papan_wasm::games::play("chess", "level:3", 1, 1).is_err());
/// ```
pub fn play(game: &str, agent: &str, count: u64, seed: u64) -> Result<Vec<String>, String> {
    let seats = games::visit(game, Seats).map_err(|error| error.to_string())?;
    let mut contest = Contest {
        seed,
        openings: Openings::Random(2),
        ..Contest::new(game, &vec![agent; seats], count)
    };
    if !agent.contains("time=") {
        contest.conditions = Conditions {
            nodes: Some(NODES),
            ..Conditions::NONE
        };
    }
    let played = contest.play(1, &Stop::new(), &mut |_| {});
    let played = played.map_err(|error| error.to_string())?;
    let moves = |played: &ContestGame| {
        let moves: Vec<&str> = played.game.moves().collect();
        moves.join(" ")
    };
    Ok(played.iter().map(moves).collect())
}
