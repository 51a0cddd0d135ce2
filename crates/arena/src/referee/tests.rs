//! Whether games are played and judged as jobs say.

use super::*;
use crate::{Contest, Margin};
use papan_core::LineOfPlay;

/// The first game of a contest.
fn job(game: &str, agents: [&str; 2], conditions: Conditions) -> Job {
    let contest = Contest {
        conditions,
        ..Contest::new(game, &agents, 1)
    };
    contest.schedule().unwrap().job(0)
}

fn played(job: &Job, pace: f64) -> GameResult {
    let played = Referee::default().play_at(job, pace, &Stop::new());
    played.unwrap().unwrap()
}

/// A search that would go on for hours.
const ENDLESS: &str = "mcts:nodes=1000000000,time=3600s";

/// A time limit of each move, which a busy machine may miss.
fn moves_of(milliseconds: u64) -> Conditions {
    Conditions {
        time: Some(Duration::from_millis(milliseconds)),
        ..BUSY
    }
}

const BUSY: Conditions = Conditions {
    grace: Some(Duration::from_secs(60)),
    ..Conditions::NONE
};

#[test]
fn games_in_which_the_clock_had_no_say_come_out_the_same_at_any_pace() {
    let nodes = Conditions {
        nodes: Some(20),
        ..Conditions::NONE
    };
    for (game, agents, conditions) in [
        (
            "othello:size=4",
            ["alphabeta:depth=3,time=3600s", "mcts:nodes=40,time=3600s"],
            Conditions::NONE,
        ),
        (
            "adjacency:rounds=2",
            ["level:2", "stable:nodes=500,time=3600s"],
            Conditions::NONE,
        ),
        ("othello:size=4", ["level:3", "random"], moves_of(3_600_000)),
        ("othello:size=4", [ENDLESS, ENDLESS], nodes),
        // Its search ends with the game.
        (
            "othello:size=4",
            ["patterns:time=3600s", "greedy"],
            moves_of(3_600_000),
        ),
    ] {
        let job = job(game, agents, conditions);
        let [usual, slow] = [1.0, 9.0].map(|pace| played(&job, pace));
        assert!(!usual.timed && !slow.timed, "{agents:?}");
        assert!(usual.same_play(&slow), "{agents:?}");
    }
}

#[test]
fn games_in_which_the_clock_had_a_say_are_marked() {
    let clock = Conditions {
        clock: Some("3600s".parse().unwrap()),
        ..Conditions::NONE
    };
    let never_ready = "json:/no/such/program";
    for (game, agents, conditions) in [
        (
            "adjacency:rounds=6",
            ["mcts:time=2ms", "random"],
            Conditions::NONE,
        ),
        (
            "adjacency:rounds=6",
            ["random", "alphabeta:depth=9,time=2ms"],
            Conditions::NONE,
        ),
        // The cap on the time of a level.
        (
            "adjacency:rounds=6",
            ["random", "level:9,time=1ms"],
            Conditions::NONE,
        ),
        ("adjacency:rounds=6", ["random", ENDLESS], moves_of(2)),
        ("othello:size=4", ["random", "random"], clock),
        ("othello:size=4", ["random", never_ready], Conditions::NONE),
    ] {
        assert!(
            played(&job(game, agents, conditions), 1.0).timed,
            "{agents:?}"
        );
    }
}

#[test]
fn times_of_conditions_and_agents_follow_the_pace() {
    let second = Duration::from_secs(1);
    // The last moves of a game are soon searched to its end.
    for (agent, conditions) in [(ENDLESS, moves_of(5)), ("mcts:time=5ms", Conditions::NONE)] {
        let job = job("adjacency:rounds=4", [agent, agent], conditions);
        let begin = Instant::now();
        let game = played(&job, 10.0);
        assert!(begin.elapsed() >= Duration::from_millis(4 * 50), "{agent}");
        let times = game.plies.iter().filter_map(|ply| ply.time);
        let counted: Duration = times.sum();
        assert!(counted >= Duration::from_millis(4 * 5), "{agent}");
        assert!(counted <= begin.elapsed() / 9, "{agent}");
    }
    for (agent, conditions) in [
        (ENDLESS, moves_of(40_000)),
        ("mcts:time=40s", Conditions::NONE),
    ] {
        let job = job("adjacency:rounds=4", [agent, agent], conditions);
        let begin = Instant::now();
        let game = played(&job, 0.001);
        assert!(game.timed && begin.elapsed() < 40 * second, "{agent}");
        assert!(game.plies.iter().any(|ply| ply.time > Some(40 * second)));
    }
}

#[test]
fn the_clock_of_a_game_counts_by_the_pace() {
    let conditions = Conditions {
        clock: Some("10s".parse().unwrap()),
        ..BUSY
    };
    let job = job("adjacency:rounds=2", [ENDLESS, ENDLESS], conditions);
    let begin = Instant::now();
    let game = played(&job, 0.01);
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(game.ending, Ending::Over);
    let counted: Duration = game.plies.iter().filter_map(|ply| ply.time).sum();
    assert!(counted > Duration::from_secs(5), "{counted:?}");
}

#[test]
fn an_opening_that_cannot_be_played_says_which_move_and_why() {
    let contest = Contest::new("othello", &["random", "random"], 1);
    let error = |opening: LineOfPlay| {
        let job = Job {
            opening,
            ..contest.schedule().unwrap().job(0)
        };
        let played = Referee::default().play(&job, &Stop::new());
        played.err().unwrap().to_string()
    };
    assert_eq!(
        error(LineOfPlay::moves(["f5", "f5", "d6"])),
        "opening: move 2: 'f5' is not allowed: the square is taken"
    );
    let nowhere = LineOfPlay {
        start: Some("nowhere".to_owned()),
        ..LineOfPlay::default()
    };
    assert!(error(nowhere).starts_with("opening: not a position of othello"));
}

#[test]
fn both_must_agree_for_long_enough() {
    let margin = Margin {
        points: 10,
        plies: 3,
    };
    let mut agreement = Agreement::default();
    let [first, second] = [Seat::FIRST, Seat::SECOND];
    let points = |points| Some(Value::points(points));
    assert_eq!(agreement.after(first, points(12), margin), None);
    assert_eq!(agreement.after(second, points(-10), margin), None);
    assert_eq!(agreement.after(first, points(9), margin), None);
    assert_eq!(agreement.after(second, points(-11), margin), None);
    assert_eq!(agreement.after(first, points(11), margin), None);
    assert_eq!(agreement.after(second, points(-30), margin), Some(first));
    assert_eq!(agreement.after(first, None, margin), None);
    // Whoever moves again and again does not agree with itself.
    for _ in 0..9 {
        assert_eq!(agreement.after(first, points(30), margin), None);
    }
    assert_eq!(agreement.after(second, points(-30), margin), Some(first));
}

/// Work is measured, and does not make two games different.
#[cfg(target_os = "linux")]
#[test]
fn who_thinks_more_takes_more_of_the_processor() {
    let agents = ["mcts:nodes=2000,time=3600s", "random"];
    let job = job("othello:size=6", agents, Conditions::NONE);
    let game = played(&job, 1.0);
    let [much, little] = [0, 1].map(|seat| game.cpu_time_of(Seat::new(seat)).unwrap());
    assert!(much > 10 * little, "{much:?} {little:?}");
    let unmeasured = GameResult {
        cpu_times: vec![None; 2],
        ..game.clone()
    };
    assert!(game.same_play(&unmeasured) && game != unmeasured);
}

#[test]
fn who_never_thought_has_no_time() {
    let job = job("othello:size=4", ["json:/no/such/program", "random"], BUSY);
    let game = played(&job, 1.0);
    assert_eq!(game.cpu_times, [None, None]);
}
