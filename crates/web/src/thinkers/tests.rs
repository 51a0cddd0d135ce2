use super::{
    queue::{Job, Queue, Wait},
    *,
};
use papan_core::{LineOfPlay, Seat};
use papan_search::{Live, Stop};
use std::sync::mpsc;
use tokio::sync::oneshot;

fn question(game: &str, agent: &str, milliseconds: u64) -> Question {
    Question {
        game: game.to_owned(),
        line: LineOfPlay::default(),
        agent: agent.to_owned(),
        part: Part::Player(Seat::FIRST),
        seed: 1,
        time: Some(Duration::from_millis(milliseconds)),
        clock: None,
        want: Want::Move,
    }
}

fn wait(task: &mut Task) -> Result<Reply, ApiError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(task.answer())
}

/// When nothing at all has happened for so long, also on a busy machine, nothing will.
const STILL: Duration = Duration::from_secs(120);

/// Waits until a task has left the queue.
fn begun(task: &Task) {
    let begin = Instant::now();
    while task.started().is_none() {
        assert!(begin.elapsed() < STILL, "the thinkers do not begin");
        thread::yield_now();
    }
}

/// A job that sends a word, and who waits for its answer.
fn job(
    word: &'static str,
    said: &mpsc::Sender<&'static str>,
) -> (Job, oneshot::Receiver<Result<Reply, ApiError>>) {
    let (answer, receiver) = oneshot::channel();
    let said = said.clone();
    let job = Job {
        run: Box::new(move || {
            said.send(word).unwrap();
            Ok(Reply::default())
        }),
        answer,
        stop: Stop::new(),
        started: Arc::default(),
    };
    (job, receiver)
}

#[test]
fn owners_take_turns_whoever_asks_most() {
    let (said, heard) = mpsc::channel();
    let mut queue = Queue::new(1);
    let mut receivers = Vec::new();
    for (owner, word) in [
        (7, "a1"),
        (7, "a2"),
        (7, "a3"),
        (8, "b1"),
        (8, "b2"),
        (9, "c1"),
    ] {
        let (job, receiver) = job(word, &said);
        queue.push(owner, job).unwrap();
        receivers.push(receiver);
    }
    while let Some((number, job)) = queue.begin(Instant::now()) {
        (job.run)().unwrap();
        queue.finish(number);
    }
    let order: Vec<_> = heard.try_iter().collect();
    assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
}

#[test]
fn a_long_question_lets_another_begin() {
    let (said, _heard) = mpsc::channel();
    let mut queue = Queue::new(1);
    let now = Instant::now();
    assert_eq!(queue.wait(now), Wait::ForChange);
    let (first, _one) = job("first", &said);
    let (second, _two) = job("second", &said);
    queue.push(1, first).unwrap();
    queue.push(1, second).unwrap();
    assert_eq!(queue.wait(now), Wait::No);
    let (number, _) = queue.begin(now).unwrap();
    assert_eq!(queue.wait(now), Wait::Until(now + SHORT));
    assert_eq!(queue.wait(now + SHORT), Wait::No);
    queue.finish(number);
    assert_eq!(queue.wait(now), Wait::No);
}

#[test]
fn the_queue_is_bounded_and_forgets_what_nobody_wants() {
    let (said, _heard) = mpsc::channel();
    let mut queue = Queue::new(1);
    let mut receivers = Vec::new();
    let mut refused = None;
    for _ in 0..100 {
        let (job, receiver) = job("word", &said);
        match queue.push(0, job) {
            Ok(()) => receivers.push(receiver),
            Err(error) => refused = Some(error.code),
        }
    }
    assert_eq!((receivers.len(), refused), (8, Some("busy")));
    for owner in 1..2_000 {
        let (job, receiver) = job("word", &said);
        if queue.push(owner, job).is_ok() {
            receivers.push(receiver);
        }
    }
    assert_eq!(receivers.len(), 1_000);
    receivers.truncate(5);
    let (job, _receiver) = job("word", &said);
    queue.push(5_000, job).unwrap();
    let mut left = 0;
    while queue.begin(Instant::now()).is_some() {
        left += 1;
    }
    assert_eq!(left, 6);
}

#[test]
fn a_stopped_thinker_has_a_move() {
    let thinkers = Thinkers::new(1);
    let mut task = thinkers
        .ask(1, question("othello", "mcts:time=60s", 60_000))
        .unwrap();
    begun(&task);
    task.stop.stop();
    // Not after the minute that it was given: then it would not have been stopped.
    let found = wait(&mut task).unwrap().found.unwrap();
    assert!(found.known.seconds < 59.0, "{}", found.known.seconds);
    assert!(["d3", "c4", "f5", "e6"].contains(&found.best.as_str()));
}

#[test]
fn a_task_that_is_dropped_ends() {
    let thinkers = Thinkers::new(1);
    let (ended, end) = mpsc::channel();
    let run = move |stop: &Stop, _: &Live| {
        while !stop.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        ended.send(()).unwrap();
        Ok(Reply::default())
    };
    let asked = question("othello", "random", 10);
    let task = thinkers.submit(1, asked, run).unwrap();
    begun(&task);
    drop(task);
    end.recv_timeout(STILL).unwrap();
}

#[test]
fn the_pool_outlives_a_panic() {
    let thinkers = Thinkers::new(1);
    for _ in 0..2 * LONG {
        let asked = question("othello", "random", 10);
        let run = |_: &Stop, _: &Live| panic!("a panic on purpose");
        let mut task = thinkers.submit(1, asked, run).unwrap();
        assert_eq!(wait(&mut task).unwrap_err().code, "internal");
    }
    let mut task = thinkers.ask(1, question("othello", "random", 10)).unwrap();
    assert!(wait(&mut task).unwrap().found.is_some());
}

#[test]
fn what_is_wrong_with_a_question_is_answered() {
    let thinkers = Thinkers::new(1);
    let code = |question: Question| match thinkers.ask(1, question) {
        Ok(mut task) => wait(&mut task).err().map(|error| error.code),
        Err(error) => Some(error.code),
    };
    for (game, agent, expected) in [
        ("othello", "GTP:true", "program"),
        ("othello", " nboard:true", "program"),
        ("othello", "ugi:true", "program"),
        ("othello", "json:true", "program"),
        ("othello", "negascout:depth=4,table=4096", "memory"),
        ("othello", "nobody", "spec"),
        ("chess", "random", "spec"),
        ("blokus-classic", "negascout", "spec"),
    ] {
        assert_eq!(code(question(game, agent, 10)), Some(expected), "{agent}");
        assert_eq!(
            check_agent(game, agent).unwrap_err().code,
            expected,
            "{agent}"
        );
    }
    let illegal = Question {
        line: LineOfPlay::moves(["d3", "d3"]),
        ..question("othello", "random", 10)
    };
    assert_eq!(code(illegal), Some("occupied"));
    assert_eq!(
        check_agent("othello", " Level:3,time=5s").unwrap(),
        "level:3"
    );
}

#[test]
fn a_closed_pool_answers_nothing_more() {
    let thinkers = Thinkers::new(1);
    let mut task = thinkers
        .ask(1, question("othello", "mcts:time=60s", 60_000))
        .unwrap();
    begun(&task);
    thinkers.close();
    assert!(wait(&mut task).is_ok());
    let error = thinkers.ask(1, question("othello", "random", 10)).err();
    assert_eq!(error.unwrap().code, "busy");
}

#[test]
fn progress_is_told_while_it_thinks() {
    let thinkers = Thinkers::new(1);
    for (game, agent) in [
        ("othello", "patterns:time=60s"),
        ("blokus-duo", "explorer:time=60s"),
        ("congklak", "planner:time=60s"),
        ("adjacency", "stable:time=60s"),
        ("blokus-classic", "mcts:time=60s"),
        ("othello", "negascout:depth=none,time=60s"),
        ("othello", "maxn:depth=none,time=60s"),
    ] {
        let mut task = thinkers.ask(1, question(game, agent, 60_000)).unwrap();
        let (mut nodes, mut changed) = (0, Instant::now());
        let progress = loop {
            let progress = task.progress();
            if progress.best.is_some() && progress.nodes > 0 {
                break progress;
            }
            if progress.nodes != nodes {
                (nodes, changed) = (progress.nodes, Instant::now());
            }
            assert!(changed.elapsed() < STILL, "{agent}: nothing moves");
            thread::sleep(Duration::from_millis(5));
        };
        let legal = papan_agents::games::open(game).unwrap().start().moves();
        assert!(
            progress.best.is_some_and(|best| legal.contains(&best)),
            "{agent}"
        );
        assert!(progress.worth.is_some() && progress.depth > 0, "{agent}");
        task.stop.stop();
        assert!(
            wait(&mut task)
                .unwrap()
                .found
                .unwrap()
                .known
                .worth
                .is_some()
        );
    }
}

/// An agent that begins before every move must not roll the same dice every time.
#[test]
fn chance_differs_from_move_to_move() {
    let thinkers = Thinkers::new(1);
    let mut places = std::collections::BTreeSet::new();
    let mut position = papan_agents::games::open("adjacency").unwrap().start();
    let mut asked = question("adjacency", "random", 10);
    for _ in 0..8 {
        let mut task = thinkers.ask(1, asked.clone()).unwrap();
        let best = wait(&mut task).unwrap().found.unwrap().best;
        let legal = position.moves();
        places.insert(legal.iter().position(|legal| *legal == best).unwrap());
        position.advance(&best).unwrap();
        asked.line.moves.push(best);
    }
    assert!(places.len() > 4, "{places:?}");
}

/// Moves taken back, and agents that were closed meanwhile, are answered as before.
#[test]
fn the_same_line_has_the_same_answer() {
    let thinkers = Thinkers::new(2);
    for (game, agent) in [
        ("othello", "level:2"),
        ("blokus-duo", "level:1"),
        ("blokus-classic", "random"),
        ("congklak", "level:3"),
        ("adjacency", "level:2"),
    ] {
        let best = |line: &LineOfPlay| {
            let asked = Question {
                line: line.clone(),
                ..question(game, agent, 60_000)
            };
            wait(&mut thinkers.ask(1, asked).unwrap())
                .unwrap()
                .found
                .unwrap()
                .best
        };
        let mut line = LineOfPlay::default();
        for _ in 0..6 {
            let played = best(&line);
            line.moves.push(played);
        }
        for ply in [3, 0, 5, 1] {
            let until = LineOfPlay::moves(&line.moves[..ply]);
            assert_eq!(best(&until), line.moves[ply], "{game} {agent}");
            thinkers.leave(1);
        }
    }
}
