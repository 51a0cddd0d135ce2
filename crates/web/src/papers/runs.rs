//! Experiments that run: one at a time, on a thread of its own, the others wait.

use super::{no_run, show};
use crate::{
    app::{Client, lock},
    error::{Answer, ApiError},
    games::{Rooms, Write, secret},
    limits::RUNS_OF_CLIENT,
};
use papan_arena::ledger::Moment;
use papan_papers::{Runner, runner::Progress, select::Chosen};
use papan_search::Stop;
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};
use tokio::runtime::Handle;

/// The most experiments that wait.
const WAITING: usize = 64;
/// The number of runs that are remembered after their end.
const REMEMBERED: usize = 256;

/// All runs.
#[derive(Clone)]
pub(crate) struct Runs(Arc<Shared>);

struct Shared {
    threads: usize,
    /// Outcomes are kept beside the games, so that they outlive the server.
    rooms: Rooms,
    /// The thread that runs experiments is none of the runtime's, and waits for it.
    runtime: Handle,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    last: u64,
    runs: BTreeMap<u64, Run>,
    /// Whether a thread works through the queue.
    working: bool,
    closed: bool,
    outcomes: HashMap<String, Option<Value>>,
}

struct Run {
    chosen: Chosen<'static>,
    /// Who started it, and the hash of the secret that only they know.
    client: Client,
    secret: [u8; 32],
    state: State,
    done: Arc<AtomicU64>,
    of: u64,
    stop: Stop,
    problem: Option<String>,
}

/// A run that began or waits.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RunStarted"))]
pub(crate) struct Started {
    pub(super) run: u64,
    /// What stops it; null when another has started it before.
    pub(super) secret: Option<String>,
}

/// How far a run is.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RunTold {
    run: u64,
    paper: &'static str,
    experiment: &'static str,
    state: State,
    done: u64,
    of: u64,
    problem: Option<String>,
    /// What came out of it, once it is done.
    #[cfg_attr(test, ts(as = "Option<show::OutcomeShown>"))]
    outcome: Option<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RunState"))]
#[serde(rename_all = "lowercase")]
enum State {
    Waiting,
    Running,
    Done,
    Failed,
    Stopped,
}

impl State {
    fn is_over(self) -> bool {
        !matches!(self, State::Waiting | State::Running)
    }
}

impl Runs {
    /// Runs on at most `threads` threads; outcomes are kept in the file of the games. To be called
    /// in a runtime.
    pub(crate) fn new(threads: usize, rooms: Rooms) -> Runs {
        Runs(Arc::new(Shared {
            threads,
            rooms,
            runtime: Handle::current(),
            inner: Mutex::default(),
        }))
    }

    /// Starts an experiment, or has it wait; one that waits or runs already is not started
    /// again.
    pub(super) fn start(&self, chosen: Chosen<'static>, client: Client) -> Answer<Started> {
        let mut inner = lock(&self.0.inner);
        if let Some(run) = inner.current(&key(chosen)) {
            return Ok(Started { run, secret: None });
        }
        let waiting = || inner.runs.values().filter(|run| !run.state.is_over());
        let of_client = waiting().filter(|run| run.client == client).count();
        let is_crowd = !client.is_this_machine() && of_client >= RUNS_OF_CLIENT;
        if waiting().count() >= WAITING || is_crowd || inner.closed {
            return Err(ApiError::busy("too many experiments wait already"));
        }
        let secret = secret::new_secret()?;
        inner.last += 1;
        let number = inner.last;
        let run = Run {
            of: self.runner().steps(&[chosen]),
            chosen,
            client,
            secret: secret::hash(&secret),
            state: State::Waiting,
            done: Arc::default(),
            stop: Stop::new(),
            problem: None,
        };
        inner.runs.insert(number, run);
        inner.forget();
        if !inner.working {
            let runs = self.clone();
            let thread = thread::Builder::new().name("papers".to_owned());
            thread
                .spawn(move || runs.work())
                .map_err(ApiError::internal)?;
            inner.working = true;
        }
        Ok(Started {
            run: number,
            secret: Some(secret),
        })
    }

    /// How far a run is; `None` when nobody remembers it.
    pub(super) fn tell(&self, number: u64) -> Option<RunTold> {
        let (mut told, key) = {
            let inner = lock(&self.0.inner);
            let run = inner.runs.get(&number)?;
            let told = RunTold {
                run: number,
                paper: &run.chosen.paper.name,
                experiment: &run.chosen.experiment.id,
                state: run.state,
                done: run.done.load(Ordering::Relaxed).min(run.of),
                of: run.of,
                problem: run.problem.clone(),
                outcome: None,
            };
            (told, (run.state == State::Done).then(|| key(run.chosen)))
        };
        told.outcome = key.and_then(|key| self.outcome(&key));
        Some(told)
    }

    /// Stops a run for whoever started it, and tells how far it was.
    pub(super) fn stop(&self, number: u64, given: Option<&str>) -> Answer<RunTold> {
        {
            let mut inner = lock(&self.0.inner);
            let run = inner.runs.get_mut(&number).ok_or_else(no_run)?;
            if !given.is_some_and(|given| secret::is_secret(given, &run.secret)) {
                let text = "only who started the run may stop it";
                return Err(ApiError::forbidden("run", text));
            }
            run.stop.stop();
            if run.state == State::Waiting {
                run.state = State::Stopped;
            }
        }
        self.tell(number).ok_or_else(no_run)
    }

    /// The number of the run of an experiment that is not over.
    pub(super) fn current(&self, key: &str) -> Option<u64> {
        lock(&self.0.inner).current(key)
    }

    /// What came out of an experiment the last time.
    pub(super) fn outcome(&self, key: &str) -> Option<Value> {
        let mut inner = lock(&self.0.inner);
        let known = inner.outcomes.entry(key.to_owned()).or_insert_with(|| {
            let kept = self.0.rooms.store.document(&kept_under(key));
            serde_json::from_str(&kept.ok()??).ok()
        });
        known.clone()
    }

    /// Stops everything: the server goes down.
    pub(crate) fn close(&self) {
        let mut inner = lock(&self.0.inner);
        inner.closed = true;
        for run in inner.runs.values_mut() {
            run.stop.stop();
        }
    }

    fn runner(&self) -> Runner {
        Runner {
            threads: self.0.threads,
            ..Runner::default()
        }
    }

    /// Runs what waits until nothing does.
    fn work(&self) {
        loop {
            // In a statement of its own: the lock would be held as long as the run otherwise,
            // and whoever asks about runs would wait for ever.
            let next = lock(&self.0.inner).next();
            let Some((number, chosen, stop, done)) = next else {
                return;
            };
            let result = unless_broken(|| {
                self.runner().run_until(&[chosen], &stop, &|event| {
                    if let Progress::Steps(count) = event {
                        done.fetch_add(count, Ordering::Relaxed);
                    }
                })
            });
            let (state, problem) = match &result {
                Err(broken) => (State::Failed, Some(broken.clone())),
                Ok(Ok(outcomes)) => {
                    for outcome in outcomes {
                        let at = Moment::now().to_string();
                        self.keep(&key(chosen), &show::outcome(outcome, &at));
                    }
                    (State::Done, None)
                }
                Ok(Err(error)) if error.is_stopped() => (State::Stopped, None),
                // It may name files of this machine, which only the log may.
                Ok(Err(error)) => (State::Failed, Some(ApiError::internal(error).text)),
            };
            if let Some(run) = lock(&self.0.inner).runs.get_mut(&number) {
                (run.state, run.problem) = (state, problem);
            }
        }
    }

    fn keep(&self, key: &str, outcome: &show::OutcomeShown) {
        // Numbers, texts and lists of them, which always can be written.
        let outcome = serde_json::to_value(outcome).unwrap_or_default();
        let write = Write::Document {
            key: kept_under(key),
            json: outcome.to_string(),
        };
        // It is shown until the server ends, even where it cannot be kept.
        let _ = self.0.runtime.block_on(self.0.rooms.write(write));
        let mut inner = lock(&self.0.inner);
        inner.outcomes.insert(key.to_owned(), Some(outcome));
    }
}

impl Inner {
    fn current(&self, wanted: &str) -> Option<u64> {
        let mut runs = self.runs.iter();
        let found = runs.find(|(_, run)| !run.state.is_over() && key(run.chosen) == wanted);
        found.map(|(number, _)| *number)
    }

    /// The next run that waits. Without one the work ends, and whoever starts a run later
    /// starts the work as well.
    fn next(&mut self) -> Option<(u64, Chosen<'static>, Stop, Arc<AtomicU64>)> {
        let waiting = self.runs.iter_mut();
        let next = waiting
            .filter(|(_, run)| run.state == State::Waiting && !self.closed)
            .min_by_key(|(number, _)| **number);
        let Some((number, run)) = next else {
            self.working = false;
            return None;
        };
        run.state = State::Running;
        Some((*number, run.chosen, run.stop.clone(), Arc::clone(&run.done)))
    }

    /// Forgets the oldest runs that are over.
    fn forget(&mut self) {
        let over = self.runs.iter().filter(|(_, run)| run.state.is_over());
        let over: Vec<u64> = over.map(|(number, _)| *number).collect();
        for number in over.iter().take(over.len().saturating_sub(REMEMBERED)) {
            self.runs.remove(number);
        }
    }
}

/// Does something that must not take the thread with it when it breaks down: those who wait
/// would wait for ever.
fn unless_broken<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| "the experiment broke down".to_owned())
}

fn key(chosen: Chosen<'_>) -> String {
    show::key(chosen.paper, chosen.experiment)
}

fn kept_under(key: &str) -> String {
    format!("paper/{key}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{papers::find, thinkers::Thinkers};
    use std::{
        env, fs,
        net::Ipv4Addr,
        path::PathBuf,
        process,
        time::{Duration, Instant},
    };
    use tokio::runtime::Runtime;

    /// Runs whose outcomes are kept in a folder of this name, in a runtime.
    fn runs_in(name: &str) -> (Runs, Runtime) {
        let runtime = Runtime::new().unwrap();
        let file = folder(name).join("games.db");
        let rooms = Rooms::open(&file, 1 << 30, Arc::new(Thinkers::new(1))).unwrap();
        let runs = runtime.block_on(async { Runs::new(1, rooms) });
        (runs, runtime)
    }

    fn folder(name: &str) -> PathBuf {
        env::temp_dir().join(format!("papan-runs-{name}-{}", process::id()))
    }

    /// Gives the file back, once the thread that worked has done so too.
    fn end(runs: Runs) {
        runs.close();
        while Arc::strong_count(&runs.0) > 1 {
            thread::yield_now();
        }
    }

    fn here() -> Client {
        Client(Ipv4Addr::LOCALHOST.into())
    }

    /// The number of a run of this experiment, and the secret that stops it.
    fn start(runs: &Runs, chosen: Chosen<'static>) -> (u64, Option<String>) {
        let started = runs.start(chosen, here()).unwrap();
        (started.run, started.secret)
    }

    fn ended(runs: &Runs, number: u64) -> RunTold {
        let (mut done, mut changed) = (0, Instant::now());
        loop {
            let told = runs.tell(number).unwrap();
            if told.state.is_over() {
                return told;
            }
            if told.done != done {
                (done, changed) = (told.done, Instant::now());
            }
            assert!(changed.elapsed() < Duration::from_secs(120), "{done}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn outcomes_are_told_and_kept() {
        let (runs, _runtime) = runs_in("kept");
        let chosen = find("congklak-negascout", "values").unwrap();
        assert!(runs.outcome("congklak-negascout/values").is_none());
        let (number, _) = start(&runs, chosen);
        let told = ended(&runs, number);
        assert!(told.state == State::Done);
        assert_eq!(told.done, told.of);
        assert_eq!(
            told.outcome.as_ref().unwrap()["rows"][0]["as_expected"],
            true
        );
        end(runs);
        let (again, _runtime) = runs_in("kept");
        let kept = again.outcome("congklak-negascout/values");
        assert_eq!(kept, told.outcome);
        end(again);
        fs::remove_dir_all(folder("kept")).unwrap();
    }

    #[test]
    fn what_runs_can_be_stopped_and_what_waits_too() {
        let (runs, _runtime) = runs_in("stopped");
        let short = find("congklak-negascout", "values").unwrap();
        let (long, secret) = start(&runs, longest());
        let (next, next_secret) = start(&runs, short);
        // Whoever wants the same sees the same run, and cannot stop it.
        assert_eq!(start(&runs, short), (next, None));
        for wrong in [None, Some(""), secret.as_deref()] {
            assert_eq!(runs.stop(next, wrong).err().unwrap().code, "run");
        }
        assert!(runs.stop(next, next_secret.as_deref()).unwrap().state == State::Stopped);
        runs.stop(long, secret.as_deref()).unwrap();
        assert!(ended(&runs, long).state == State::Stopped);
        // The thread has ended or will soon; either way the next one is run.
        let (last, _) = start(&runs, short);
        assert!(ended(&runs, last).state == State::Done);
        assert_eq!(runs.stop(99, None).err().unwrap().code, "not-found");
        runs.close();
        assert!(runs.start(short, here()).is_err());
        end(runs);
        fs::remove_dir_all(folder("stopped")).unwrap();
    }

    #[test]
    fn what_breaks_down_is_said() {
        assert_eq!(unless_broken(|| 1), Ok(1));
        let broken = unless_broken(|| -> u32 { panic!("as this test wants it") });
        assert!(broken.is_err());
    }

    /// The experiment with the most games.
    fn longest() -> Chosen<'static> {
        let all = papan_papers::select::everything(crate::papers::papers());
        let steps = |chosen: &Chosen<'static>| Runner::default().steps(&[*chosen]);
        all.into_iter().max_by_key(steps).unwrap()
    }
}
