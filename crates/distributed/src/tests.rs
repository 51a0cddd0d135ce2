//! Coordinators and workers with a real server: those that lie are found.

use crate::{
    Access, Address, Coordinator, CoordinatorOptions, DistributedError, WorkerOptions,
    nats::NatsServer,
    wire::{Batch, Carried, Results},
    work,
};
use papan_arena::{GameResult, Ledger, Pool, Referee, ledger::Filter, tournament::*};
use papan_search::Stop;
use std::{fs, ops::ControlFlow, path::PathBuf, thread};

/// Raises a flag when it is dropped, also by a test that fails: its workers end then.
struct Until(Stop);

impl Drop for Until {
    fn drop(&mut self) {
        self.0.stop();
    }
}

fn folder(name: &str) -> PathBuf {
    let name = format!("papan-distributed-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn tournament() -> Program {
    let text = "name = \"cup\"\ngame = \"adjacency:rounds=6\"\nagents = [\"greedy\", \"random\", \
                \"mcts:nodes=30\"]\nrounds = 20\nseed = 3\n";
    Tournament::from_toml(text, "cup")
        .unwrap()
        .tournament
        .prepare()
        .unwrap()
}

/// All games in the order of their ids.
fn games(ledger: &Ledger) -> Vec<GameResult> {
    let mut games = Vec::new();
    ledger
        .each(&Filter::default(), &mut |entry| {
            games.push(entry.result);
            ControlFlow::Continue(())
        })
        .unwrap();
    games
}

fn run(program: &Program, players: &dyn papan_arena::Players, stop: &Stop) -> (Ledger, Progress) {
    let mut ledger = Ledger::in_memory().unwrap();
    let options = RunOptions {
        mix: false,
        allow_forfeits: true,
        retry_forfeits: false,
        stop,
    };
    let progress = program.run(Some(&mut ledger), players, &options, &mut |_, _| {});
    (ledger, progress.unwrap())
}

fn worker(name: &str, stop: &Stop, tamper: Option<fn(&Batch, &mut Results)>) -> WorkerOptions {
    WorkerOptions {
        name: Some(name.to_owned()),
        threads: 1,
        pinned: false,
        games: None,
        stop: stop.clone(),
        tamper,
    }
}

/// Plays the tournament with a worker that lies, and an honest one once it was found, and returns why that one was put
/// aside; everything that counts must be as it is without it.
fn found_out(name: &str, tamper: fn(&Batch, &mut Results)) -> String {
    let folder = folder(name);
    let server = NatsServer::start(&folder, "");
    let address: Address = server.address().parse().unwrap();
    let program = tournament();
    let (here, _) = run(&program, &Pool::new(1, &Stop::new()), &Stop::new());
    let stop = Stop::new();
    let (ledger, progress) = thread::scope(|scope| {
        let _until = Until(stop.clone());
        let address = &address;
        let (liar, honest) = (
            worker("liar", &stop, Some(tamper)),
            worker("honest", &stop, None),
        );
        scope.spawn(move || {
            let play = |options| work(address, &Access::default(), options, |_| {}, &mut |_| {});
            // Whoever is put aside ends with that reason; then there is someone else.
            let ended = play(&liar);
            assert!(matches!(ended, Err(DistributedError::PutAside { .. })));
            play(&honest).unwrap();
        });
        let options = CoordinatorOptions {
            audit: 1.0,
            ledger: None,
            stop: Stop::new(),
        };
        let coordinator = Coordinator::connect(address, &Access::default(), options, |_| {});
        run(&program, &coordinator.unwrap(), &Stop::new())
    });
    let (here, there) = (games(&here), games(&ledger));
    assert_eq!(here.len(), there.len());
    let same = |(one, other): (&GameResult, &GameResult)| one.same_play(other);
    assert!(here.iter().zip(&there).all(same), "the games differ");
    let by_liar = there
        .iter()
        .filter(|game| game.worker.as_deref() == Some("liar"));
    assert!(by_liar.into_iter().all(|game| game.confirmed_by.is_some()));
    let aside = ledger.put_aside_workers("cup").unwrap();
    assert_eq!(progress.put_aside, aside);
    let _ = fs::remove_dir_all(&folder);
    match &aside[..] {
        [(worker, reason)] if worker == "liar" => reason.clone(),
        other => panic!("{other:?}"),
    }
}

/// Each game as another agent would have played it, under the name of the right one.
fn other_agent(batch: &Batch, results: &mut Results) {
    for carried in &mut results.games {
        let index = batch
            .jobs
            .iter()
            .position(|job| job.slot == carried.slot)
            .unwrap();
        let right = batch.job(index).unwrap();
        let mut other = right.clone();
        other.agents = vec!["random".to_owned(); right.agents.len()];
        let mut game = Referee::default()
            .play(&other, &Stop::new())
            .unwrap()
            .unwrap();
        let honest = carried.clone().restored(right.clone(), "liar", "").unwrap();
        game.fingerprints = honest.fingerprints;
        game.job = right;
        *carried = Carried::new(carried.slot, game);
    }
}

#[test]
fn a_worker_with_another_agent_is_found_by_the_audit() {
    let reason = found_out("agent", other_agent);
    assert!(reason.contains("played again, is another one"), "{reason}");
}

#[test]
fn impossible_games_are_not_kept() {
    let reason = found_out("scores", |_, results| {
        for carried in &mut results.games {
            let text = serde_json::to_string(carried).unwrap();
            let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
            value["scores"][0] = 99.into();
            *carried = serde_json::from_value(value).unwrap();
        }
    });
    assert!(reason.contains("is impossible: its scores are"), "{reason}");
    let reason = found_out("moves", |_, results| {
        for carried in &mut results.games {
            let text = serde_json::to_string(carried).unwrap();
            let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
            let moves = value["moves"].as_array_mut().unwrap();
            let last = moves.len() - 1;
            moves[last] = moves[0].clone();
            *carried = serde_json::from_value(value).unwrap();
        }
    });
    assert!(reason.contains("is impossible: move"), "{reason}");
}

/// A contest without a name is an event of its own, and its jobs belong to none.
#[test]
fn contests_are_played_elsewhere_too() {
    let folder = folder("contest");
    let server = NatsServer::start(&folder, "");
    let address: Address = server.address().parse().unwrap();
    let contest = papan_arena::Contest::new("adjacency:rounds=4", &["greedy", "random"], 30);
    let here = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
    let stop = Stop::new();
    let there = thread::scope(|scope| {
        let _until = Until(stop.clone());
        let (options, address) = (worker("anna", &stop, None), &address);
        scope.spawn(move || {
            work(address, &Access::default(), &options, |_| {}, &mut |_| {}).unwrap();
        });
        let options = CoordinatorOptions {
            audit: 0.0,
            ledger: None,
            stop: Stop::new(),
        };
        let coordinator = Coordinator::connect(address, &Access::default(), options, |_| {});
        contest.play_by(&coordinator.unwrap(), &Stop::new(), &mut |_| {})
    });
    let there = there.unwrap();
    assert_eq!(here.len(), there.len());
    assert!(
        here.iter()
            .zip(&there)
            .all(|(one, other)| one.same_play(other))
    );
    let _ = fs::remove_dir_all(&folder);
}
