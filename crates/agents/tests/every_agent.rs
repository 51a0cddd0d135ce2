//! What holds for every agent of the catalogue in every game.

use papan_agents::{Playable, agents, games};
use papan_core::{Random, spec::Kind};
use papan_search::{Limits, Stop, Value};
use std::time::Duration;

/// A small game of each family, and one with four seats.
const GAMES: [&str; 6] = [
    "othello:size=6",
    "blokus:size=8,starts=corners",
    "blokus:size=9,seats=4,starts=corners",
    "congklak:holes=4,seeds=3",
    "kalah:holes=4,seeds=3",
    "adjacency:rounds=4",
];

/// How far games are played here.
const PLIES: usize = 12;

/// The agents that play a game, each under its name alone.
fn names<G: Playable>(game: &G) -> Vec<&'static str> {
    let playing = agents::playing(game).into_iter();
    playing.map(|info| info.entry.name).collect()
}

fn visit_all<V: games::Visitor<Output = ()>>(visitor: impl Fn() -> V) {
    for game in GAMES {
        games::visit(game, visitor()).unwrap();
    }
}

/// The moves of a game in which an agent has all seats.
fn moves_of<G: Playable>(game: &G, name: &str, seed: u64) -> Vec<G::Move> {
    let mut agent = agents::open(game, name, seed).unwrap_or_else(|error| panic!("{error}"));
    agent.begin(game, seed);
    let limits = Limits::nodes(300);
    let mut position = game.start();
    let (mut played, mut legal) = (Vec::new(), Vec::new());
    while game.turn(&position).is_some() && played.len() < PLIES {
        legal.clear();
        game.moves(&position, &mut legal);
        let report = agent.think(game, &position, &limits).unwrap();
        assert!(legal.contains(&report.best), "{name} in {}", game.name());
        assert_eq!(
            report.principal_variation.first(),
            Some(&report.best),
            "{name}"
        );
        let line = game.line_text(&position, &report.principal_variation);
        assert_eq!(line.len(), report.principal_variation.len());
        game.play(&mut position, report.best);
        played.push(report.best);
    }
    played
}

#[test]
fn the_same_seed_gives_the_same_legal_moves() {
    struct Play;
    impl games::Visitor for Play {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            for name in names(&game) {
                let moves = moves_of(&game, name, 5);
                assert_eq!(moves, moves_of(&game, name, 5), "{name} in {}", game.name());
            }
        }
    }
    visit_all(|| Play);
}

#[test]
fn what_was_played_before_does_not_matter() {
    struct Play;
    impl games::Visitor for Play {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            for name in names(&game) {
                let mut agent = agents::open(&game, name, 1).unwrap();
                let mut first_moves = |seed| {
                    agent.begin(&game, seed);
                    let mut position = game.start();
                    let mut moves = Vec::new();
                    while game.turn(&position).is_some() && moves.len() < 6 {
                        let limits = Limits::nodes(2_000).and_depth(3);
                        let report = agent.think(&game, &position, &limits).unwrap();
                        game.play(&mut position, report.best);
                        moves.push((report.best, report.nodes));
                    }
                    moves
                };
                let once = first_moves(3);
                first_moves(4);
                assert_eq!(first_moves(3), once, "{name} in {}", game.name());
            }
        }
    }
    visit_all(|| Play);
}

/// However soon it must answer, an agent answers with a legal move.
#[test]
fn everyone_answers_at_once_when_stopped() {
    struct Hurry;
    impl games::Visitor for Hurry {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let stop = Stop::new();
            stop.stop();
            let start = game.start();
            let legal = game.legal_moves(&start);
            for name in names(&game) {
                let mut agent = agents::open(&game, name, 1).unwrap();
                for limits in [
                    Limits::nodes(1),
                    Limits::depth(1).and_time(Duration::from_millis(50)),
                    Limits::time(Duration::ZERO),
                    Limits::NONE.and_stop(&stop),
                ] {
                    agent.begin(&game, 1);
                    let best = agent.think(&game, &start, &limits).unwrap().best;
                    assert!(legal.contains(&best), "{name} in {}", game.name());
                }
            }
        }
    }
    visit_all(|| Hurry);
}

/// Those without an opinion about single moves: they play by chance, by a rule, or compare
/// whole plans; and with more than two seats, those that look ahead.
const SILENT: [&str; 16] = [
    "random",
    "hill:restart",
    "genetic",
    "paper/adjacency-genetic",
    "largest",
    "corners",
    "first-fit",
    "leaky",
    "paper/duo-random",
    "paper/duo-greedy",
    "paper/duo-advanced",
    "paper/leaky",
    "paper/leaky-text",
    "paper/brute-force",
    "paper/leaky-fitted",
    "paper/brute-force-fitted",
];

/// Those who look at every move as far as `think` does.
const THOROUGH: [&str; 13] = [
    "greedy",
    "minimax:depth=1",
    "minimax:depth=3",
    "negamax:depth=3",
    "alphabeta:depth=3",
    "negascout:depth=3",
    "maxn:depth=2",
    "paranoid:depth=2",
    "hill:steepest",
    "paper/othello-negamax:depth=2",
    "paper/congklak-negascout",
    "paper/congklak-minimax",
    "paper/adjacency-minimax",
];

/// Values are given for every legal move or, by those without an opinion, for none. The
/// best of them is that of the chosen move, and what `think` says.
#[test]
fn values_are_complete_and_agree_with_the_choice() {
    struct Ask;
    impl games::Visitor for Ask {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let start = game.start();
            let legal = game.legal_moves(&start);
            for name in names(&game) {
                let mut agent = agents::open(&game, name, 1).unwrap();
                agent.begin(&game, 1);
                let values = agent.values(&game, &start, &Limits::nodes(2_000));
                let valued: Vec<G::Move> = values.iter().map(|valued| valued.played).collect();
                let at = format!("{name} in {}", game.name());
                // The papers' own cannot do with so little; they come below.
                if game.seats() == 2 && !SILENT.contains(&name) && !name.starts_with("paper/") {
                    assert_eq!(valued, legal, "{at}");
                } else {
                    assert!(valued.is_empty() || valued == legal, "{at}");
                }
            }
            for name in THOROUGH {
                let Ok(mut agent) = agents::open(&game, name, 1) else {
                    continue; // not an agent of this game
                };
                if game.seats() > 2 {
                    continue;
                }
                agent.begin(&game, 1);
                let report = agent.think(&game, &start, &Limits::NONE).unwrap();
                agent.begin(&game, 1);
                let values = agent.values(&game, &start, &Limits::NONE);
                let number = |value: Value| value.number();
                let best = values
                    .iter()
                    .map(|valued| number(valued.value))
                    .fold(f64::MIN, f64::max);
                let chosen = values.iter().find(|valued| valued.played == report.best);
                let at = format!("{name} in {}", game.name());
                assert_eq!(report.value.map(number), Some(best), "{at}");
                assert_eq!(
                    chosen.map(|valued| number(valued.value)),
                    Some(best),
                    "{at}"
                );
            }
        }
    }
    visit_all(|| Ask);
}

/// What is proven is a result of the game, whatever the evaluation counts in.
#[test]
fn proven_values_are_margins() {
    struct Prove;
    impl games::Visitor for Prove {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let mut random = Random::new(4);
            let mut positions = vec![game.start()];
            let mut legal = Vec::new();
            while game.turn(positions.last().unwrap()).is_some() {
                let mut position = *positions.last().unwrap();
                legal.clear();
                game.moves(&position, &mut legal);
                game.play(&mut position, legal[random.below(legal.len())]);
                positions.push(position);
            }
            // Two plies before the end.
            let late = &positions[positions.len() - 3];
            let value = |name: &str| {
                let mut agent = agents::open(&game, name, 1).unwrap();
                agent.begin(&game, 1);
                let report = agent.think(&game, late, &Limits::NONE).unwrap();
                assert!(report.exact, "{name} in {}", game.name());
                report.value
            };
            if game.seats() == 2 {
                let margin = value("negascout:depth=6");
                for evaluation in G::EVALUATIONS {
                    let name = format!("negascout:depth=6,eval={}", evaluation.info.name);
                    assert_eq!(value(&name), margin, "{name} in {}", game.name());
                }
            }
        }
    }
    visit_all(|| Prove);
}

/// What the catalogue says of an agent can be typed: defaults are valid values.
#[test]
fn defaults_are_valid() {
    struct Check;
    impl games::Visitor for Check {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            for info in agents::playing(&game) {
                let entry = info.entry;
                let given: Vec<String> = entry
                    .parameters
                    .iter()
                    .map(|parameter| match parameter.name {
                        "" => parameter.default.to_owned(),
                        name => format!("{name}={}", parameter.default),
                    })
                    .collect();
                let text = format!("{}:{}", entry.name, given.join(","));
                let opened = agents::open(&game, &text, 1).map(|_| ());
                assert_eq!(opened, Ok(()), "{text} in {}", game.name());
            }
            let names: Vec<&str> = G::EVALUATIONS.iter().map(|known| known.info.name).collect();
            for name in &names {
                let text = format!("greedy:eval={name}");
                assert!(agents::open(&game, &text, 1).is_ok(), "{text}");
            }
            for agent in G::AGENTS {
                for parameter in agent.info.entry.parameters {
                    if let ("eval", Kind::Choice(words)) = (parameter.name, parameter.kind) {
                        assert_eq!(words, names, "{}", agent.info.entry.name);
                    }
                }
            }
        }
    }
    visit_all(|| Check);
}

#[test]
fn names_are_given_once() {
    struct Collect;
    impl games::Visitor for Collect {
        type Output = ();
        fn visit<G: Playable>(self, _: G) {
            let all = G::agents().iter();
            let mut names: Vec<&str> = all.map(|entry| entry.info.entry.name).collect();
            names.sort();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }
    visit_all(|| Collect);
}

/// Who needs two seats says so to games of more, and who plays them is named.
#[test]
fn what_an_agent_needs_is_asked_for() {
    struct Refuse;
    impl games::Visitor for Refuse {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            for agent in G::agents().iter() {
                let (info, name) = (agent.info, agent.info.entry.name);
                let opened = agents::open(&game, name, 1).map(|_| ());
                match info.needs.are_met(&game) {
                    true => assert_eq!(opened, Ok(()), "{name}"),
                    false => {
                        let error = opened.unwrap_err().to_string();
                        assert!(
                            error.contains("mcts") && error.contains("4 seats"),
                            "{error}"
                        );
                    }
                }
            }
        }
    }
    visit_all(|| Refuse);
}

/// Plans of moves are made for games that say that moves stay legal: so they must.
#[test]
fn moves_that_last_stay_legal() {
    struct Keep;
    impl games::Visitor for Keep {
        type Output = bool;
        fn visit<G: Playable>(self, game: G) -> bool {
            let mut random = Random::new(7);
            let mut position = game.start();
            let (mut before, mut after) = (Vec::new(), Vec::new());
            while game.turn(&position).is_some() && G::MOVES_LAST {
                before.clear();
                game.moves(&position, &mut before);
                let played = before[random.below(before.len())];
                game.play(&mut position, played);
                after.clear();
                game.moves(&position, &mut after);
                let over = game.turn(&position).is_none();
                let stays = |kept: &G::Move| *kept == played || over || after.contains(kept);
                assert!(before.iter().all(stays), "{}", game.name());
            }
            G::MOVES_LAST
        }
    }
    let lasting = GAMES
        .iter()
        .filter(|game| games::visit(game, Keep).unwrap());
    assert!(lasting.count() > 0);
}
