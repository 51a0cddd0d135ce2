//! What agents play is pinned beside their fingerprints, so that nobody changes the one
//! without the other: games of different behaviour must not be counted under one name.

use papan_agents::{Playable, agents, games};
use papan_search::Limits;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A line for each game and agent: the fingerprint, and a digest of what it plays.
const PINNED: &str = include_str!("behaviour.txt");

/// A small game of each kind, for the agents that are no levels.
const SMALL: [&str; 6] = [
    "othello:size=6",
    "blokus:size=8,starts=corners",
    "blokus:size=9,seats=4,starts=corners",
    "congklak:holes=4,seeds=3",
    "kalah:holes=4,seeds=3",
    "adjacency:rounds=4",
];

/// How an agent plays a game: its fingerprint, and a digest of its moves.
type Played = Vec<(String, [String; 2])>;

/// Every agent with a node limit.
struct Agents;

impl games::Visitor for Agents {
    type Output = Played;
    fn visit<G: Playable>(self, game: G) -> Played {
        let names = agents::playing(&game)
            .into_iter()
            .map(|info| info.entry.name);
        let no_level = names.filter(|name| *name != "level");
        let limits = Limits::nodes(300);
        no_level
            .map(|name| (name.to_owned(), played(&game, name, name, &limits, 8)))
            .collect()
    }
}

/// Every level; the higher ones with few nodes.
struct Levels;

impl games::Visitor for Levels {
    type Output = Played;
    fn visit<G: Playable>(self, game: G) -> Played {
        let level = |level| {
            let name = format!("level:{level}");
            let divisor = if level < 4 { 1 } else { 4096 };
            let short = format!("{name},divisor={divisor}");
            let played = played(&game, &name, &short, &Limits::NONE, 10);
            (name, played)
        };
        (1..=9).map(level).collect()
    }
}

/// The fingerprint of an agent, and a digest of two games that it, or the same with other
/// parameters, plays against itself.
fn played<G: Playable>(
    game: &G,
    name: &str,
    text: &str,
    limits: &Limits,
    plies: usize,
) -> [String; 2] {
    let mut agent = agents::open(game, text, 5).unwrap();
    let mut moves = String::new();
    for seed in [5, 6] {
        agent.begin(game, seed);
        let mut position = game.start();
        for _ in 0..plies {
            if game.turn(&position).is_none() {
                break;
            }
            let best = agent.think(game, &position, limits).unwrap().best;
            moves += &game.move_text(&position, best);
            moves.push(' ');
            game.play(&mut position, best);
        }
    }
    let digest = Sha256::digest(moves);
    let digits = digest.iter().take(6).map(|byte| format!("{byte:02x}"));
    let fingerprint = agents::fingerprint(game, name).unwrap();
    [fingerprint.expect("an agent of ours"), digits.collect()]
}

#[test]
fn who_plays_otherwise_has_another_fingerprint() {
    let pinned: BTreeMap<&str, [&str; 2]> = PINNED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut words = line.rsplitn(3, ' ');
            let [moves, fingerprint, name] = [words.next(), words.next(), words.next()]
                .map(|word| word.unwrap_or_else(|| panic!("three fields in '{line}'")));
            (name, [fingerprint, moves])
        })
        .collect();
    let small = SMALL.map(|game| (game, games::visit(game, Agents).unwrap()));
    let levels = games::all()
        .iter()
        .map(|entry| (entry.name, games::visit(entry.name, Levels).unwrap()));
    let mut lines = String::new();
    let mut problems = Vec::new();
    let mut count = 0;
    for (game, played) in small.into_iter().chain(levels) {
        for (agent, [fingerprint, moves]) in played {
            count += 1;
            let name = format!("{game} {agent}");
            lines += &format!("{name} {fingerprint} {moves}\n");
            match pinned.get(name.as_str()) {
                None => problems.push(format!("{name} is new: add its line")),
                Some([old, same]) if *same == moves && *old == fingerprint => {}
                Some([old, _]) if *old == fingerprint => problems.push(format!(
                    "{name} plays otherwise than before under the same fingerprint: raise the \
                     revision in its entry, or of its evaluation, then change its line"
                )),
                Some(_) => {
                    problems.push(format!("{name} has another fingerprint: change its line"))
                }
            }
        }
    }
    if count != pinned.len() {
        problems.push(format!("{} lines for {count} agents", pinned.len()));
    }
    let problems = problems.join("\n");
    assert!(
        problems.is_empty(),
        "{problems}\n\nThe lines would be:\n{lines}"
    );
}
