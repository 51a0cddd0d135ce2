//! Coordinators and workers with a real server: those that lie are found.

use crate::{
    Access, Address, Coordinator, CoordinatorOptions, DistributedError, WorkerOptions,
    nats::NatsServer,
    wire::{Batch, Carried, Results, ShortJob},
    work,
};
use papan_arena::{
    GameResult, Ledger, Pool, Referee, ledger::Filter, statistics::SprtStatus, tournament::*,
};
use papan_search::Stop;
use std::{fs, ops::ControlFlow, path::PathBuf, thread};

/// Raises a flag when it is dropped, also by a test or a worker that fails: everyone ends then, where
/// the others would wait for ever.
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

const TOURNAMENT: &str = "name = \"cup\"\ngame = \"adjacency:rounds=6\"\nagents = [\"greedy\", \
    \"random\", \"mcts:nodes=30\"]\nrounds = 20\nseed = 3\n";

fn tournament(text: &str) -> Program {
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

/// Plays what is missing; `watch` sees every state.
fn run_in(
    ledger: &mut Ledger,
    program: &Program,
    players: &dyn papan_arena::Players,
    watch: &mut dyn FnMut(&Progress),
) -> Progress {
    let options = RunOptions {
        mix: false,
        allow_forfeits: true,
        retry_forfeits: false,
        stop: &Stop::new(),
    };
    let mut watch = |_: &papan_arena::ContestGame, progress: &Progress| watch(progress);
    let progress = program.run(Some(ledger), players, &options, &mut watch);
    progress.unwrap()
}

fn run(program: &Program, players: &dyn papan_arena::Players) -> (Ledger, Progress) {
    let mut ledger = Ledger::in_memory().unwrap();
    let progress = run_in(&mut ledger, program, players, &mut |_| {});
    (ledger, progress)
}

fn coordinator(address: &Address, audit: f64, stop: &Stop) -> Coordinator {
    let options = CoordinatorOptions {
        audit,
        ledger: None,
        stop: stop.clone(),
    };
    Coordinator::connect(address, &Access::default(), options, |_| {}).unwrap()
}

fn worker(name: &str, stop: &Stop, tamper: Option<Tamper>) -> WorkerOptions {
    WorkerOptions {
        name: Some(name.to_owned()),
        threads: 1,
        pinned: false,
        games: None,
        stop: stop.clone(),
        tamper,
    }
}

/// What a worker makes of its results before it gives them.
type Tamper = fn(&Batch, &mut Results);

/// Works as one that is put aside, and then as someone else.
fn one_after_the_other(address: &Address, liar: &WorkerOptions, honest: &WorkerOptions) {
    let _until = Until(liar.stop.clone());
    let play = |options| work(address, &Access::default(), options, |_| {}, &mut |_| {});
    // Whoever is put aside ends with that reason.
    let ended = play(liar);
    assert!(matches!(ended, Err(DistributedError::PutAside { .. })));
    // Not even in the middle of a game does it stop those who hold the same flag.
    assert!(!liar.stop.is_stopped());
    play(honest).unwrap();
}

/// Plays the tournament with a worker that lies, and an honest one once it was found, and returns why that one was put
/// aside; everything that counts must be as it is without it.
fn found_out(name: &str, tamper: Tamper) -> String {
    found_out_in(name, TOURNAMENT, tamper, None)
}

/// The same in another tournament, with what the honest one makes of its results.
fn found_out_in(name: &str, text: &str, tamper: Tamper, honest: Option<Tamper>) -> String {
    let folder = folder(name);
    let server = NatsServer::start(&folder, "");
    let address: Address = server.address().parse().unwrap();
    let program = tournament(text);
    let (here, _) = run(&program, &Pool::new(1, &Stop::new()));
    let stop = Stop::new();
    let (ledger, progress) = thread::scope(|scope| {
        let _until = Until(stop.clone());
        let address = &address;
        let (liar, honest) = (
            worker("liar", &stop, Some(tamper)),
            worker("honest", &stop, honest),
        );
        scope.spawn(move || one_after_the_other(address, &liar, &honest));
        run(&program, &coordinator(address, 1.0, &stop))
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
        let honest = carried
            .clone()
            .restored(right.clone(), "liar", ("", None))
            .unwrap();
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
            let _until = Until(options.stop.clone());
            work(address, &Access::default(), &options, |_| {}, &mut |_| {}).unwrap();
        });
        contest.play_by(&coordinator(address, 0.0, &stop), &Stop::new(), &mut |_| {})
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

/// Who plays as the other one would, so that the weaker one wins.
fn the_other_way_round(batch: &Batch, results: &mut Results) {
    for carried in &mut results.games {
        let same = |job: &ShortJob| job.slot == carried.slot;
        let index = batch.jobs.iter().position(same).unwrap();
        let right = batch.job(index).unwrap();
        let mut other = right.clone();
        other.agents.reverse();
        let played = Referee::default().play(&other, &Stop::new());
        let mut game = played.unwrap().unwrap();
        game.fingerprints.reverse();
        game.job = right;
        *carried = Carried::new(carried.slot, game);
    }
}

#[test]
fn a_sequential_test_that_lies_decided_is_open_again() {
    let test = "name = \"cup\"\nkind = \"sprt\"\ngame = \"adjacency:rounds=6\"\nagents = [\"random\", \
        \"greedy\"]\nrounds = 2000\nseed = 3\n[sprt]\nelo0 = 0\nelo1 = 200\n";
    let folder = folder("sequential");
    let server = NatsServer::start(&folder, "");
    let address: Address = server.address().parse().unwrap();
    let program = tournament(test);
    let (_, here) = run(&program, &Pool::new(1, &Stop::new()));
    let status = |progress: &Progress| progress.sprt.as_ref().unwrap().state.status;
    assert_eq!(status(&here), SprtStatus::AcceptH0);
    let mut ledger = Ledger::in_memory().unwrap();
    let stop = Stop::new();
    thread::scope(|scope| {
        let _until = Until(stop.clone());
        let address = &address;
        let liar = worker("liar", &stop, Some(the_other_way_round));
        let honest = worker("honest", &stop, None);
        scope.spawn(move || one_after_the_other(address, &liar, &honest));
        // Nobody looks at first, and the test is decided.
        let players = coordinator(address, 0.0, &stop);
        let decided = run_in(&mut ledger, &program, &players, &mut |_| {});
        assert_eq!(status(&decided), SprtStatus::AcceptH1);
        drop(players);
        // Then someone does.
        let mut was_open = false;
        let players = coordinator(address, 1.0, &stop);
        let progress = run_in(&mut ledger, &program, &players, &mut |progress| {
            was_open |= progress.pass == 1 && status(progress) == SprtStatus::Running;
        });
        assert!(was_open && progress.pass == 1);
        assert_eq!(status(&progress), SprtStatus::AcceptH0);
        assert_eq!(progress.rounds_that_count(), here.rounds_that_count());
        assert_eq!(progress.put_aside[0].0, "liar");
    });
    let _ = fs::remove_dir_all(&folder);
}

/// Every thought as if it had taken `factor` times as long.
fn slower(results: &mut Results, factor: f64) {
    for carried in &mut results.games {
        let mut value = serde_json::to_value(&*carried).unwrap();
        for time in value["times"].as_array_mut().unwrap() {
            *time = ((time.as_f64().unwrap() * factor) as u64).into();
        }
        *carried = serde_json::from_value(value).unwrap();
    }
}

#[test]
fn a_worker_that_is_much_slower_than_it_says_is_put_aside() {
    // Thoughts long enough to be judged by, on a fast machine too.
    let test = "name = \"cup\"\ngame = \"adjacency:rounds=6\"\nagents = [\"mcts:nodes=6000\", \
        \"mcts:nodes=7000\"]\nrounds = 16\nseed = 3\n";
    // However busy this machine is, the one is slow and the other is not.
    let (slow, fast): (Tamper, Tamper) = (
        |_, results| slower(results, 16.0),
        |_, results| slower(results, 0.25),
    );
    let reason = found_out_in("slow", test, slow, Some(fast));
    assert!(reason.contains("of the speed that it says"), "{reason}");
}

/// What was to be played a second time when a coordinator ended is so in its next run.
#[test]
fn games_that_nobody_has_confirmed_are_asked_for_again() {
    let folder = folder("again");
    let server = NatsServer::start(&folder, "");
    let address: Address = server.address().parse().unwrap();
    let program = tournament(TOURNAMENT);
    let mut ledger = Ledger::in_memory().unwrap();
    let stop = Stop::new();
    thread::scope(|scope| {
        let _until = Until(stop.clone());
        for name in ["anna", "bert"] {
            let (options, address) = (worker(name, &stop, None), &address);
            scope.spawn(move || {
                let _until = Until(options.stop.clone());
                work(address, &Access::default(), &options, |_| {}, &mut |_| {}).unwrap();
            });
        }
        let mut confirmed = Vec::new();
        for share in [0.0, 0.3, 0.3, 1.0] {
            let players = coordinator(&address, share, &stop);
            run_in(&mut ledger, &program, &players, &mut |_| {});
            let games = games(&ledger).into_iter();
            let by = |game: GameResult| Some((game.worker?, game.confirmed_by?));
            confirmed.push(games.filter_map(by).collect::<Vec<_>>());
        }
        let counts: Vec<usize> = confirmed.iter().map(Vec::len).collect();
        // Twice the same share is the same games.
        assert_eq!((counts[0], counts[1]), (0, counts[2]), "{counts:?}");
        let total = program.total() as usize;
        assert!(
            counts[1] > total / 10 && counts[1] < total / 2,
            "{counts:?}"
        );
        assert_eq!(counts[3], total);
        assert!(confirmed[3].iter().all(|(player, by)| player != by));
    });
    let _ = fs::remove_dir_all(&folder);
}
