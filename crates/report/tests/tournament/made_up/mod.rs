//! Tournaments that nobody played, but that look as if: real rules, random moves, made-up
//! agents. The same for the same seed.

use papan_arena::{
    Conditions, Ending, GameResult, Job, Ply,
    ledger::{Entry, Moment},
    statistics::{Sprt, SprtModel},
    tournament::{Entrant, SequentialTest},
};
use papan_core::{AnyGame, LineOfPlay, Random};
use papan_report::tournament::{Fact, GameReport, Tournament};
use papan_search::{Fault, Value};
use std::time::Duration;

/// Agents: levels, and programs with long names where there are many.
fn agents(number: usize) -> Vec<Entrant> {
    let agent = |index: usize| match index {
        3 => Entrant::from("gtp:/usr/games/gtp-rhino --search-depth 8 --ending-depth 16 --verbose"),
        7 => Entrant::from("json:python3 agents/students/anna/first-attempt/agent.py --eager"),
        8 => Entrant::from("json:python3 agents/students/anna/second-attempt/agent.py --eager"),
        _ => Entrant {
            label: format!("level:{}", index + 1),
            agent: format!("alphabeta:depth={index},table=1048576"),
        },
    };
    (0..number).map(agent).collect()
}

/// A round robin of Othello, in which all boards can be replayed.
pub(crate) fn duels(seed: u64, number: usize, rounds: u64) -> GameReport {
    duels_with_replays(seed, number, rounds, usize::MAX)
}

pub(crate) fn duels_with_replays(
    seed: u64,
    number: usize,
    rounds: u64,
    replays: usize,
) -> GameReport {
    let game = papan_agents::games::open("othello").expect("a game");
    let agents = agents(number);
    let mut random = Random::new(seed);
    let mut entries = Vec::new();
    for round in 0..rounds {
        for one in 0..number {
            for other in (0..number).filter(|other| *other != one) {
                entries.push(entry(&*game, &mut random, &agents, &[one, other], round));
            }
        }
    }
    GameReport::new(&*game, agents, entries, None, replays)
}

/// Games of four players.
pub(crate) fn fours(seed: u64, number: usize, count: u64) -> GameReport {
    let game = papan_agents::games::open("blokus-classic").expect("a game");
    let agents = agents(number);
    let mut random = Random::new(seed);
    let entries = (0..count).map(|round| {
        let players: Vec<usize> = (0..4)
            .map(|seat| (round as usize + 1 + seat * 3) % number)
            .collect();
        entry(&*game, &mut random, &agents, &players, round)
    });
    let entries = entries.collect();
    GameReport::new(&*game, agents, entries, None, usize::MAX)
}

/// A game at random: four plies are its opening, the fourth agent crashes now and then, and
/// some games of two are solved before their end.
fn entry(
    game: &dyn AnyGame,
    random: &mut Random,
    agents: &[Entrant],
    players: &[usize],
    round: u64,
) -> Entry {
    let crashes = players.contains(&3) && random.below(12) == 0;
    let is_solved = players.len() == 2 && random.below(10) == 0;
    let mut position = game.start();
    let mut plies: Vec<Ply> = Vec::new();
    let mut nodes = vec![0; players.len()];
    let mut ending = Ending::Over;
    while let Some(seat) = position.turn() {
        let player = players[seat.index()];
        if crashes && plies.len() > 20 && player == 3 {
            ending = Ending::Forfeit {
                seat,
                fault: Fault::Crash,
                reason: "the program ended with signal 11 <core dumped>".to_owned(),
            };
            break;
        }
        if is_solved && plies.len() > 50 {
            let scores = position.scores();
            let margin = scores.as_slice()[0] - scores.as_slice()[1];
            ending = Ending::Solved { margin };
            break;
        }
        let moves = position.moves();
        let text = moves[random.below(moves.len())].clone();
        position.advance(&text).expect("a legal move");
        let strength = player as u32 + 1;
        plies.push(match plies.len() < 4 {
            true => Ply::of_opening(text),
            false => Ply {
                text,
                seat: Some(seat),
                time: Some(strength.pow(2) * Duration::from_nanos(300 + random.below(300) as u64)),
                value: (player != 1).then(|| Value::points(random.below(7) as i32 - 3)),
            },
        });
        nodes[seat.index()] += 900 * u64::from(strength).pow(2);
    }
    let scores = position.scores();
    let job = Job {
        event: "a tournament".to_owned(),
        game: game.name(),
        agents: players
            .iter()
            .map(|&player| agents[player].agent.clone())
            .collect(),
        round,
        seating: 0,
        opening: LineOfPlay::moves(plies.iter().take(4).map(|ply| ply.text.clone())),
        seed: random.next_u64(),
        conditions: Conditions::NONE,
    };
    Entry {
        id: job.id(),
        finished_at: Moment(1_794_800_000_000 + round as i64),
        result: GameResult {
            job,
            plies,
            nodes,
            // Of one of them it is not known.
            cpu_times: players
                .iter()
                .map(|&player| (player != 1).then(|| Duration::from_millis(7 + player as u64)))
                .collect(),
            position: position.text(),
            scores,
            outcome: ending.outcome(&scores),
            ending,
            errors: None,
            titles: vec![None; players.len()],
            fingerprints: vec![None; players.len()],
            version: "0.1.0".to_owned(),
            build: None,
            worker: None,
            confirmed_by: None,
            timed: false,
        },
    }
}

/// A test that ended.
pub(crate) fn test() -> SequentialTest {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, SprtModel::Normalised).expect("a test");
    let mut test = SequentialTest::new(sprt);
    let mut random = Random::new(11);
    for round in 0..20_000 {
        for seating in 0..2 {
            let share = [0.0, 0.5, 0.5, 1.0, 1.0][random.below(5)];
            let play = 2 * round + u64::from(seating);
            test.add(round, seating, play, share);
        }
        if test.decided_after.is_some() {
            break;
        }
    }
    assert!(test.decided_after.is_some());
    test
}

/// The whole of it.
pub(crate) fn tournament(title: &str, reports: Vec<GameReport>) -> Tournament {
    let facts = vec![
        Fact::new("seed", "7"),
        Fact::new("limits", "10 ms a move, one thread"),
        Fact::new("openings", "random:4, each from both sides"),
        Fact::new("played", "2026-11-14 20:11 to 2026-11-15 06:40 UTC"),
        Fact::new("version", "papan 0.1.0"),
    ];
    Tournament {
        title: title.to_owned(),
        facts,
        reports,
    }
}
