//! Experiments that run: one at a time, the others wait.

use super::{find, no_run, show};
use crate::{
    error::{Answer, ApiError},
    games::secret,
    house::Client,
    limits::RUNS_OF_CLIENT,
    lock, runtime,
    store::{Store, Write},
    thinkers::{Errand, Thinkers, Told},
};
use papan_arena::ledger::Moment;
use papan_papers::{Paper, Runner, runner::Progress, select::Chosen};
use papan_search::Stop;
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

/// The most experiments that wait.
const WAITING: usize = 64;
/// The number of runs that are remembered after their end.
const REMEMBERED: usize = 256;

/// All runs.
#[derive(Clone)]
pub(crate) struct Runs(Arc<Shared>);

struct Shared {
    /// Outcomes are kept beside the games, so that they outlive the server.
    store: Arc<dyn Store>,
    /// Those who run them.
    thinkers: Arc<dyn Thinkers>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    last: u64,
    runs: BTreeMap<u64, Run>,
    /// Whether somebody works through the queue.
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
    /// None so far. Outcomes are kept in the store of the games.
    pub(crate) fn new(store: Arc<dyn Store>, thinkers: Arc<dyn Thinkers>) -> Runs {
        Runs(Arc::new(Shared {
            store,
            thinkers,
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
            of: Runner::default().steps(&[chosen]),
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
            runtime::spawn(async move { runs.work().await });
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

    /// What came out of an experiment the last time, where it is [known](Runs::read_outcomes).
    pub(super) fn outcome(&self, key: &str) -> Option<Value> {
        lock(&self.0.inner).outcomes.get(key).cloned().flatten()
    }

    /// Reads what came out of the experiments of these papers, where that is not yet known.
    pub(super) async fn read_outcomes(&self, papers: &[Paper]) -> Answer<()> {
        for key in self.unknown(papers) {
            let kept = self.0.store.document(&kept_under(&key)).await?;
            let read = kept.and_then(|text| serde_json::from_str(&text).ok());
            // Another one may have come out of it meanwhile.
            lock(&self.0.inner).outcomes.entry(key).or_insert(read);
        }
        Ok(())
    }

    /// The keys of experiments of which nobody has looked yet what came out of them.
    fn unknown(&self, papers: &[Paper]) -> Vec<String> {
        let all = papers.iter().flat_map(|paper| {
            let experiments = paper.experiments.iter();
            experiments.map(|experiment| show::key(paper, experiment))
        });
        let inner = lock(&self.0.inner);
        all.filter(|key| !inner.outcomes.contains_key(key))
            .collect()
    }

    /// Stops everything: the server goes down.
    pub(crate) fn close(&self) {
        let mut inner = lock(&self.0.inner);
        inner.closed = true;
        for run in inner.runs.values_mut() {
            run.stop.stop();
        }
    }

    /// Runs what waits until nothing does.
    async fn work(&self) {
        loop {
            // In a statement of its own: the lock would be held as long as the run otherwise,
            // and whoever asks about runs would wait for ever.
            let next = lock(&self.0.inner).next();
            let Some((number, chosen, stop, done)) = next else {
                return;
            };
            let errand = Errand::Experiment {
                paper: chosen.paper.name.clone(),
                experiment: chosen.experiment.id.clone(),
            };
            let told = move |count| {
                done.fetch_add(count, Ordering::Relaxed);
            };
            let ran = self.0.thinkers.run(errand, stop, Arc::new(told)).await;
            let read = |text: String| serde_json::from_str(&text).map_err(ApiError::internal);
            let (state, problem) = match ran.and_then(read) {
                Ok(outcome) => {
                    self.keep(&key(chosen), outcome).await;
                    (State::Done, None)
                }
                Err(error) if error.code == STOPPED => (State::Stopped, None),
                Err(error) => (State::Failed, Some(error.text)),
            };
            if let Some(run) = lock(&self.0.inner).runs.get_mut(&number) {
                (run.state, run.problem) = (state, problem);
            }
        }
    }

    async fn keep(&self, key: &str, outcome: Value) {
        let write = Write::Document {
            key: kept_under(key),
            json: outcome.to_string(),
        };
        // It is shown until the server ends, even where it cannot be kept.
        let _ = self.0.store.write(write).await;
        let mut inner = lock(&self.0.inner);
        inner.outcomes.insert(key.to_owned(), Some(outcome));
    }
}

/// What is told of a run that was stopped before it was done.
const STOPPED: &str = "stopped";

/// Runs an experiment on so many threads; what came out of it, as JSON.
pub(crate) fn run(
    paper: &str,
    experiment: &str,
    threads: usize,
    stop: &Stop,
    told: &Told,
) -> Answer<String> {
    let chosen = find(paper, experiment)?;
    let runner = Runner {
        threads,
        ..Runner::default()
    };
    let outcomes = runner.run_until(&[chosen], stop, &|event| {
        if let Progress::Steps(count) = event {
            told(count);
        }
    });
    let outcomes = outcomes.map_err(|error| match error.is_stopped() {
        true => ApiError::bad(STOPPED, error.to_string()),
        // It may name files of this machine, which only the log may.
        false => ApiError::internal(error),
    })?;
    let at = Moment::now().to_string();
    let outcome = outcomes.first().map(|outcome| show::outcome(outcome, &at));
    serde_json::to_string(&outcome).map_err(ApiError::internal)
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

fn key(chosen: Chosen<'_>) -> String {
    show::key(chosen.paper, chosen.experiment)
}

fn kept_under(key: &str) -> String {
    format!("paper/{key}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Memory, Threads};
    use std::time::{Duration, Instant};
    use tokio::runtime::Runtime;

    /// Runs whose outcomes are kept there, in a runtime.
    fn runs_in(store: &Arc<Memory>) -> (Runs, Runtime) {
        let runtime = Runtime::new().unwrap();
        let runs = Runs::new(Arc::clone(store) as _, Threads::new());
        (runs, runtime)
    }

    /// The number of a run of this experiment, and the secret that stops it.
    fn start(runs: &Runs, chosen: Chosen<'static>) -> (u64, Option<String>) {
        let started = runs.start(chosen, Client::HERE).unwrap();
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
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn outcomes_are_told_and_kept() {
        let store = Arc::new(Memory::default());
        let (runs, runtime) = runs_in(&store);
        let _entered = runtime.enter();
        let chosen = find("congklak-negascout", "values").unwrap();
        let papers = [chosen.paper.clone()];
        runtime.block_on(runs.read_outcomes(&papers)).unwrap();
        assert!(runs.outcome("congklak-negascout/values").is_none());
        let (number, _) = start(&runs, chosen);
        let told = ended(&runs, number);
        assert!(told.state == State::Done);
        assert_eq!(told.done, told.of);
        assert_eq!(
            told.outcome.as_ref().unwrap()["rows"][0]["as_expected"],
            true
        );
        let (again, runtime) = runs_in(&store);
        runtime.block_on(again.read_outcomes(&papers)).unwrap();
        let kept = again.outcome("congklak-negascout/values");
        assert_eq!(kept, told.outcome);
    }

    #[test]
    fn what_runs_can_be_stopped_and_what_waits_too() {
        let (runs, runtime) = runs_in(&Arc::default());
        let _entered = runtime.enter();
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
        assert!(runs.start(short, Client::HERE).is_err());
    }

    /// The experiment with the most games.
    fn longest() -> Chosen<'static> {
        let all = papan_papers::select::everything(crate::papers::papers());
        let steps = |chosen: &Chosen<'static>| Runner::default().steps(&[*chosen]);
        all.into_iter().max_by_key(steps).unwrap()
    }
}
