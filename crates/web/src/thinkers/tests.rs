use super::{
    queue::{Attempt, Job, Queue, Wait},
    *,
};
use crate::limits::{QUESTIONS_OF_ALL, QUESTIONS_OF_CLIENT, QUESTIONS_OF_OWNER};
use papan_core::{LineOfPlay, Seat};
use papan_host::{
    Client, Thinkers as _,
    thinkers::{Want, check_agent},
};
use std::{net::Ipv4Addr, sync::mpsc};
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
        want: Want::MOVE,
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

fn client(last: u8) -> Client {
    Client(Ipv4Addr::new(10, 0, 0, last).into())
}

/// A game or page of this machine.
fn asker(owner: u64) -> Asker {
    let client = Client::HERE;
    Asker { owner, client }
}

/// A job that sends a word, and who waits for its answer.
fn job_of(
    asker: Asker,
    part: Part,
    word: &'static str,
    said: &mpsc::Sender<&'static str>,
) -> (Job, Task) {
    let (answer, receiver) = oneshot::channel();
    let said = said.clone();
    let run = move |_: &Attempt| {
        said.send(word).unwrap();
        Ok(Reply::default())
    };
    let thought = Arc::new(Thought::new(question("othello", "random", 10)));
    let task = Task::new(receiver, Arc::clone(&thought) as _);
    let is_advice = part == Part::Adviser;
    let job = Job::new(asker, is_advice, Box::new(run), answer, thought);
    (job, task)
}

const PLAYER: Part = Part::Player(Seat::FIRST);

/// A queue with a question of each owner that waits.
fn queue_of(owners: std::ops::Range<u64>, part: Part) -> (Queue, Vec<Task>) {
    let (said, _) = mpsc::channel();
    let mut queue = Queue::new(1);
    let tasks = owners.map(|owner| {
        let (job, task) = job_of(asker(owner), part, "word", &said);
        queue.push(job).unwrap();
        task
    });
    let tasks = tasks.collect();
    (queue, tasks)
}

#[test]
fn owners_take_turns_whoever_asks_most() {
    let (said, heard) = mpsc::channel();
    let mut queue = Queue::new(1);
    let mut tasks = Vec::new();
    let far = |owner| Asker {
        owner,
        client: client(1),
    };
    for (asker, word) in [
        (asker(7), "a1"),
        (asker(7), "a2"),
        (asker(7), "a3"),
        (asker(8), "b1"),
        (asker(8), "b2"),
        (asker(9), "c1"),
        // All pages and games of another machine have one turn together.
        (far(20), "d1"),
        (far(21), "d2"),
        (far(22), "d3"),
    ] {
        let (job, task) = job_of(asker, PLAYER, word, &said);
        queue.push(job).unwrap();
        tasks.push(task);
    }
    while let Some((attempt, mut job)) = queue.begin(Instant::now()) {
        (job.run)(&attempt).unwrap();
        queue.finish(&attempt);
    }
    let order: Vec<_> = heard.try_iter().collect();
    assert_eq!(
        order,
        ["a1", "b1", "c1", "d1", "a2", "b2", "d2", "a3", "d3"]
    );
}

#[test]
fn advice_has_the_threads_that_nobody_else_needs() {
    let (said, _heard) = mpsc::channel();
    let now = Instant::now();
    let mut queue = Queue::new(4);
    let (job, _advice) = job_of(asker(1), Part::Adviser, "advice", &said);
    queue.push(job).unwrap();
    let (alone, interrupted) = queue.begin(now).unwrap();
    assert_eq!(alone.threads, 4);
    // An opponent has one, and who thinks with its thread is interrupted.
    let (job, _player) = job_of(asker(2), PLAYER, "move", &said);
    queue.push(job).unwrap();
    assert!(alone.stop.is_stopped() && interrupted.is_interrupted(&alone));
    let (player, _job) = queue.begin(now).unwrap();
    assert_eq!(player.threads, 1);
    queue.finish(&alone);
    queue.put_back(interrupted, SHORT);
    let (again, _job) = queue.begin(now).unwrap();
    assert_eq!(again.threads, 3);
    // While others wait nobody has more than one.
    for owner in 3..5 {
        let (job, task) = job_of(asker(owner), Part::Adviser, "advice", &said);
        queue.push(job).unwrap();
        std::mem::forget(task);
    }
    let (first, _job) = queue.begin(now).unwrap();
    assert_eq!(first.threads, 1);
}

#[test]
fn a_long_question_lets_another_begin() {
    let (mut queue, _tasks) = queue_of(1..3, PLAYER);
    let now = Instant::now();
    assert_eq!(Queue::new(1).wait(now), Wait::ForChange);
    assert_eq!(queue.wait(now), Wait::No);
    let (attempt, _job) = queue.begin(now).unwrap();
    assert_eq!(queue.wait(now), Wait::Until(now + SHORT));
    assert_eq!(queue.wait(now + SHORT), Wait::No);
    queue.finish(&attempt);
    assert_eq!(queue.wait(now), Wait::No);
}

/// All threads are taken by analyses of a minute; a move comes.
#[test]
fn a_move_waits_for_no_analysis() {
    let (said, _heard) = mpsc::channel();
    let (mut queue, mut tasks) = queue_of(0..50, Part::Adviser);
    let mut now = Instant::now();
    let mut thinking = Vec::new();
    for _ in 0..LONG_QUESTIONS {
        assert_eq!(queue.wait(now), Wait::No);
        thinking.push(queue.begin(now).unwrap());
        now += SHORT;
    }
    let (job, task) = job_of(asker(100), PLAYER, "move", &said);
    queue.push(job).unwrap();
    tasks.push(task);
    assert!(matches!(queue.wait(now), Wait::Until(_)));
    // The one that has thought for longest gives way, and goes on later.
    let stopped = |(attempt, _): &(Attempt, Job)| attempt.stop.is_stopped();
    assert_eq!(thinking.iter().position(stopped), Some(0));
    assert_eq!(thinking.iter().filter(|one| stopped(one)).count(), 1);
    let (attempt, job) = thinking.remove(0);
    assert!(job.is_interrupted(&attempt) && !queue.finish(&attempt));
    queue.put_back(job, now - attempt.begun);
    assert_eq!(queue.wait(now), Wait::No);
    let (attempt, _job) = queue.begin(now).unwrap();
    assert_eq!(attempt.owner, 100);
    // Those who have not begun yet go before what was interrupted.
    queue.finish(&attempt);
    let owners: Vec<u64> = std::iter::from_fn(|| queue.begin(now))
        .map(|(attempt, _)| attempt.owner)
        .collect();
    assert_eq!(owners.len(), 47);
    assert_eq!(owners.last(), Some(&0));
}

/// Opponents that think for a minute take no thread from one that needs a moment, either.
#[test]
fn a_long_question_thinks_longer_each_time() {
    let (mut queue, _tasks) = queue_of(0..20, PLAYER);
    let mut now = Instant::now();
    let mut thinking = Vec::new();
    let mut longest = Duration::ZERO;
    for _ in 0..400 {
        match queue.wait(now) {
            Wait::No => thinking.push(queue.begin(now).unwrap()),
            Wait::Until(moment) => now = moment,
            Wait::ForChange => unreachable!("there are more than threads"),
        }
        let stopped = thinking
            .iter()
            .position(|(attempt, _)| attempt.stop.is_stopped());
        if let Some(place) = stopped {
            let (attempt, job) = thinking.remove(place);
            queue.finish(&attempt);
            longest = longest.max(now - attempt.begun);
            queue.put_back(job, now - attempt.begun);
        }
    }
    assert!(longest >= 8 * SHORT, "{longest:?}");
    let most = thinking.iter().map(|(attempt, _)| attempt.spent).max();
    assert!(most.unwrap() >= 4 * SHORT, "{most:?}");
}

#[test]
fn what_is_stopped_while_it_waits_is_answered_soon() {
    let (mut queue, tasks) = queue_of(0..9, PLAYER);
    let now = Instant::now();
    let all: Vec<_> = (0..9).map(|_| queue.begin(now).unwrap()).collect();
    for (attempt, job) in all {
        queue.finish(&attempt);
        queue.put_back(job, SHORT);
    }
    tasks[6].stop();
    queue.wait(now);
    let (attempt, _) = queue.begin(now).unwrap();
    assert_eq!(attempt.owner, 6);
    assert!(attempt.stop.is_stopped());
}

#[test]
fn who_leaves_thinks_no_more() {
    let (mut queue, tasks) = queue_of(0..3, PLAYER);
    let (attempt, job) = queue.begin(Instant::now()).unwrap();
    queue.leave(0);
    queue.leave(2);
    assert!(attempt.stop.is_stopped() && !job.is_interrupted(&attempt));
    assert!(queue.finish(&attempt));
    assert_eq!(queue.begin(Instant::now()).unwrap().0.owner, 1);
    assert!(queue.begin(Instant::now()).is_none());
    drop(tasks);
}

#[test]
fn the_queue_is_bounded_and_forgets_what_nobody_wants() {
    let (said, _heard) = mpsc::channel();
    let mut queue = Queue::new(1);
    let mut tasks = Vec::new();
    let mut push = |queue: &mut Queue, asker: Asker, count: usize| {
        let mut refused = Vec::new();
        for _ in 0..count {
            let (job, task) = job_of(asker, PLAYER, "word", &said);
            match queue.push(job) {
                Ok(()) => tasks.push(task),
                Err(error) => refused.push(error.code),
            }
        }
        assert!(refused.iter().all(|code| *code == "busy"));
        count - refused.len()
    };
    assert_eq!(push(&mut queue, asker(0), 100), QUESTIONS_OF_OWNER);
    let far = |owner| Asker {
        owner,
        client: client(1),
    };
    let of_client: usize = (5_000..5_500)
        .map(|owner| push(&mut queue, far(owner), 1))
        .sum();
    assert_eq!(of_client, QUESTIONS_OF_CLIENT);
    let of_all: usize = (1..2_000)
        .map(|owner| push(&mut queue, asker(owner), 1))
        .sum();
    assert_eq!(
        of_all,
        QUESTIONS_OF_ALL - QUESTIONS_OF_CLIENT - QUESTIONS_OF_OWNER
    );
    tasks.truncate(5);
    let (job, _task) = job_of(asker(9_000), PLAYER, "word", &said);
    queue.push(job).unwrap();
    let mut left = 0;
    while queue.begin(Instant::now()).is_some() {
        left += 1;
    }
    assert_eq!(left, 6);
}

/// Eight analyses of a minute, and an opponent of the first level.
#[test]
fn a_move_is_answered_among_analyses() {
    let thinkers = Thinkers::new(2);
    let analyses: Vec<Task> = (0..20)
        .map(|owner| {
            let asked = Question {
                part: Part::Adviser,
                ..question("othello", "patterns:time=60s", 60_000)
            };
            thinkers.ask(asker(owner), asked).unwrap()
        })
        .collect();
    analyses[..8].iter().for_each(begun);
    for ply in 0..3 {
        let asked = question("othello", "level:1", 60_000);
        let mut task = thinkers.ask(asker(100 + ply), asked).unwrap();
        assert!(wait(&mut task).unwrap().found.is_some());
    }
    // All of them are still thought about: a minute has not passed.
    for mut task in analyses {
        assert!(task.is_pending());
        task.stop();
        assert!(wait(&mut task).unwrap().found.is_some());
    }
}

#[test]
fn a_stopped_thinker_has_a_move() {
    let thinkers = Thinkers::new(1);
    let mut task = thinkers
        .ask(asker(1), question("othello", "mcts:time=60s", 60_000))
        .unwrap();
    begun(&task);
    task.stop();
    // Not after the minute that it was given: then it would not have been stopped.
    let found = wait(&mut task).unwrap().found.unwrap();
    assert!(found.known.seconds < 59.0, "{}", found.known.seconds);
    assert!(["d3", "c4", "f5", "e6"].contains(&found.best.as_str()));
}

#[test]
fn a_task_that_is_dropped_ends() {
    let thinkers = Thinkers::new(1);
    let (ended, end) = mpsc::channel();
    let run = move |attempt: &Attempt, _: &Live| {
        while !attempt.stop.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        ended.send(()).unwrap();
        Ok(Reply::default())
    };
    let asked = question("othello", "random", 10);
    let task = thinkers.submit(asker(1), asked, run).unwrap();
    begun(&task);
    drop(task);
    end.recv_timeout(STILL).unwrap();
}

#[test]
fn the_pool_outlives_a_panic() {
    let thinkers = Thinkers::new(1);
    for _ in 0..2 * LONG_QUESTIONS {
        let asked = question("othello", "random", 10);
        let run = |_: &Attempt, _: &Live| panic!("a panic on purpose");
        let mut task = thinkers.submit(asker(1), asked, run).unwrap();
        assert_eq!(wait(&mut task).unwrap_err().code, "internal");
    }
    let mut task = thinkers
        .ask(asker(1), question("othello", "random", 10))
        .unwrap();
    assert!(wait(&mut task).unwrap().found.is_some());
}

#[test]
fn what_breaks_down_is_said() {
    assert_eq!(unless_broken(|| Ok(1)), Ok(1));
    let broken = unless_broken(|| -> Answer<u32> { panic!("as this test wants it") });
    assert_eq!(broken.unwrap_err().code, "internal");
}

#[test]
fn what_is_wrong_with_a_question_is_answered() {
    let thinkers = Thinkers::new(1);
    let code = |question: Question| match thinkers.ask(asker(1), question) {
        Ok(mut task) => wait(&mut task).err().map(|error| error.code.into_owned()),
        Err(error) => Some(error.code.into_owned()),
    };
    for (game, agent, expected) in [
        ("othello", "GTP:true", "program"),
        ("othello", " nboard:true", "program"),
        ("othello", "ugi:true", "program"),
        ("othello", "json:true", "program"),
        ("othello", "negascout:depth=4,table=4096", "memory"),
        ("othello", "patterns:threads=2", "threads"),
        ("othello", "nobody", "spec"),
        ("chess", "random", "spec"),
        ("blokus-classic", "negascout", "spec"),
    ] {
        let answered = code(question(game, agent, 10));
        assert_eq!(answered.as_deref(), Some(expected), "{agent}");
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
    assert_eq!(code(illegal).as_deref(), Some("occupied"));
    assert_eq!(
        check_agent("othello", " Level:3,time=5s").unwrap(),
        "level:3"
    );
}

#[test]
fn a_closed_pool_answers_nothing_more() {
    let thinkers = Thinkers::new(1);
    let mut task = thinkers
        .ask(asker(1), question("othello", "mcts:time=60s", 60_000))
        .unwrap();
    begun(&task);
    thinkers.close();
    assert!(wait(&mut task).is_ok());
    let error = thinkers
        .ask(asker(1), question("othello", "random", 10))
        .err();
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
        let mut task = thinkers
            .ask(asker(1), question(game, agent, 60_000))
            .unwrap();
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
        task.stop();
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
        let mut task = thinkers.ask(asker(1), asked.clone()).unwrap();
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
            wait(&mut thinkers.ask(asker(1), asked).unwrap())
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
