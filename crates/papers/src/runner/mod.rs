//! Running experiments.

mod agreement;
mod claims;
mod evaluations;
mod fit;
mod lines;
mod matches;
mod readings;
mod searches;
mod standing;

pub use matches::FIRST_GAMES;

use crate::{
    data::{Compare, Experiment, Kind, Paper, Row, Settings, split},
    estimate::verdict,
    result::{ExperimentResult, MatchIf, RowResult, rounded},
    select::Chosen,
};
use papan_arena::{BadOpenings, ContestError, JobError, Players};
use papan_core::{LineError, MoveError, PositionError, key, spec::SpecError};
use papan_search::{Failure, Stop};
use serde_json::Value;
use std::{collections::BTreeSet, thread};
use thiserror::Error;
use web_time::Instant;

/// How experiments are run. The results follow from the seeds, whatever the number of
/// threads, except for times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Runner {
    /// The number of games of every match, instead of the one in the data.
    pub games: Option<u64>,
    /// The seed of everything random, instead of the one in the data.
    pub seed: Option<u64>,
    /// The number of games played at the same time.
    pub threads: usize,
}

impl Default for Runner {
    /// As the data says, on all cores.
    fn default() -> Runner {
        Runner {
            games: None,
            seed: None,
            threads: thread::available_parallelism().map_or(1, |cores| cores.get()),
        }
    }
}

/// How far a run has come, as it is told to whoever shows progress.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress<'a> {
    /// An experiment begins.
    Begin(Chosen<'a>),
    /// Some of the steps of [`Runner::steps`] are done.
    Steps(u64),
}

/// Why an experiment cannot be run: its data names something that is not there.
#[derive(Debug, Error)]
#[error("{place}: {problem}")]
pub struct RunError {
    /// The paper, the experiment and the row.
    pub place: String,
    /// What is wrong.
    pub problem: Box<RowError>,
}

/// What may be wrong with a row, seen only when it is run.
#[derive(Debug, Error)]
pub enum RowError {
    /// A game or an agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// An agent that fails to answer.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The number of agents.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// The openings.
    #[error(transparent)]
    Openings(#[from] BadOpenings),
    /// A position and the moves from it.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// It was told to stop.
    #[error("stopped before it was done")]
    Stopped,
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// What a row needs to be run.
struct Task<'a> {
    runner: &'a Runner,
    paper: &'a Paper,
    experiment: &'a Experiment,
    row: &'a Row,
    settings: Settings,
    seed: u64,
    players: Option<&'a dyn Players>,
    stop: &'a Stop,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl RunError {
    /// Whether nothing is wrong, but it was told to stop.
    pub fn is_stopped(&self) -> bool {
        matches!(*self.problem, RowError::Stopped)
    }
}

impl Runner {
    /// Runs experiments and those that their claims speak of, and returns the former.
    pub fn run<'a>(
        &self,
        chosen: &[Chosen<'a>],
        progress: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<Vec<ExperimentResult>, RunError> {
        self.run_until(chosen, &Stop::new(), progress)
    }

    /// The same, which someone else may stop: it then ends soon, with an error that says so.
    ///
    /// ```
    /// use papan_papers::{Runner, data, select};
    /// use papan_search::Stop;
    ///
    /// let papers = data::all().unwrap();
    /// let chosen = select::named(&papers, &["congklak-negascout"]).unwrap();
    /// let stop = Stop::new();
    /// stop.stop();
    /// let error = Runner::default().run_until(&chosen, &stop, &|_| {}).unwrap_err();
    /// assert!(error.is_stopped());
    /// ```
    pub fn run_until<'a>(
        &self,
        chosen: &[Chosen<'a>],
        stop: &Stop,
        progress: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<Vec<ExperimentResult>, RunError> {
        self.run_by(chosen, None, stop, progress)
    }

    /// The same, where others than the threads of this machine may play the games; the searches
    /// and readings of single positions stay here.
    pub fn run_by<'a>(
        &self,
        chosen: &[Chosen<'a>],
        players: Option<&dyn Players>,
        stop: &Stop,
        progress: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<Vec<ExperimentResult>, RunError> {
        let mut results: Vec<ExperimentResult> = Vec::new();
        for &needed in &with_needed(chosen) {
            progress(Progress::Begin(needed));
            let result = self.run_one(needed, &results, players, stop, progress)?;
            results.push(result);
        }
        let is_chosen = |result: &ExperimentResult| {
            chosen.iter().any(|chosen| {
                chosen.paper.name == result.paper && chosen.experiment.id == result.experiment
            })
        };
        results.retain(is_chosen);
        Ok(results)
    }

    /// How many steps a run has: games, and one for every row of other kinds.
    pub fn steps(&self, chosen: &[Chosen]) -> u64 {
        let steps = |chosen: &Chosen| -> u64 {
            let rows = chosen.experiment.rows.iter();
            rows.map(|row| self.row_steps(chosen.experiment, row)).sum()
        };
        with_needed(chosen).iter().map(steps).sum()
    }

    fn row_steps(&self, experiment: &Experiment, row: &Row) -> u64 {
        let games = || self.games(&row.settings(experiment));
        match experiment.kind {
            Kind::Match | Kind::Readings => games(),
            Kind::Fit => games() * row.of.iter().flatten().count() as u64,
            _ => 1,
        }
    }

    fn games(&self, settings: &Settings) -> u64 {
        self.games.or(settings.games).unwrap_or(1)
    }

    fn run_one(
        &self,
        chosen: Chosen,
        earlier: &[ExperimentResult],
        players: Option<&dyn Players>,
        stop: &Stop,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<ExperimentResult, RunError> {
        let Chosen { paper, experiment } = chosen;
        let begin = Instant::now();
        let mut rows: Vec<RowResult> = Vec::new();
        for (index, row) in experiment.rows.iter().enumerate() {
            let task = Task {
                runner: self,
                paper,
                experiment,
                row,
                settings: row.settings(experiment),
                seed: key::mix(self.seed.unwrap_or(experiment.seed), index as u64),
                players,
                stop,
                progress,
            };
            let mut result = RowResult::before(experiment, row);
            let planned = task.settings.games.unwrap_or(0);
            result.is_short = self.games(&task.settings) < planned;
            let done = match experiment.kind {
                Kind::People => Ok(()),
                Kind::Evaluations => evaluations::run(&task, &mut result),
                Kind::Search => searches::run(&task, rows.first(), &mut result),
                Kind::Game => matches::run_game(&task, &mut result),
                Kind::Match => matches::run(&task, &mut result),
                Kind::Fit => fit::run(&task, &mut result),
                Kind::Standing => standing::run(&task, &mut result),
                Kind::Counts => {
                    standing::run_counts(&task, &mut result);
                    Ok(())
                }
                Kind::Agreement => agreement::run(&task, &mut result),
                Kind::Readings => readings::run(&task, rows.first(), &mut result),
                Kind::Claims => claims::run(&task, of_paper(paper, earlier), &mut result),
            };
            // What was done after that is of games that are not there.
            let done = match done {
                // It is what has stopped the others.
                Err(RowError::Contest(ContestError::Job(JobError::Machine(_)))) => done,
                _ if stop.is_stopped() => Err(RowError::Stopped),
                _ => done,
            };
            if let Err(problem) = done {
                let place = format!("{}/{}, {}", paper.name, experiment.id, row.name);
                let problem = Box::new(problem);
                return Err(RunError { place, problem });
            }
            if !matches!(experiment.kind, Kind::Match | Kind::Fit | Kind::Readings) {
                progress(Progress::Steps(1));
            }
            rows.push(result);
        }
        Ok(ExperimentResult {
            paper: paper.name.clone(),
            experiment: experiment.id.clone(),
            title: experiment.title.clone(),
            about: experiment.about.clone(),
            seconds: begin.elapsed().as_secs_f64(),
            rows,
            chart: experiment.chart,
        })
    }
}

fn of_paper<'a>(
    paper: &Paper,
    results: &'a [ExperimentResult],
) -> impl Iterator<Item = &'a ExperimentResult> {
    results
        .iter()
        .filter(move |result| result.paper == paper.name)
}

/// The chosen experiments with those that claims among them speak of, which come before
/// them in the data.
fn with_needed<'a>(chosen: &[Chosen<'a>]) -> Vec<Chosen<'a>> {
    let mut all: Vec<Chosen<'a>> = Vec::new();
    for &Chosen { paper, experiment } in chosen {
        let mut wanted = BTreeSet::from([experiment.id.as_str()]);
        // Claims speak only of what comes before them, so one pass from the end finds all.
        for other in paper.experiments.iter().rev() {
            if other.kind == Kind::Claims && wanted.contains(other.id.as_str()) {
                let rows = other.rows.iter();
                let lists = rows.flat_map(|row| [&row.of, &row.less, &row.per]);
                let references = lists.flatten().flatten();
                wanted.extend(references.filter_map(|text| Some(split(text)?.0)));
            }
        }
        for experiment in &paper.experiments {
            let candidate = Chosen { paper, experiment };
            if wanted.contains(experiment.id.as_str()) && !all.contains(&candidate) {
                all.push(candidate);
            }
        }
    }
    all
}

impl Task<'_> {
    fn game(&self) -> Result<&str, RowError> {
        let game = self.settings.game.as_deref();
        game.ok_or_else(|| RowError::Other("no game".to_owned()))
    }

    fn agents(&self) -> Result<&[String], RowError> {
        let agents = self.settings.agents.as_deref();
        agents.ok_or_else(|| RowError::Other("no agents".to_owned()))
    }

    /// Compares exactly: numbers as numbers, objects by the keys that were published.
    fn judge_exactly(&self, result: &mut RowResult) {
        debug_assert_eq!(self.row.compare, Compare::Exact);
        result.match_if = Some(MatchIf::Equals(result.measured.clone()));
        result.verdict = Some(verdict(equal(&result.published, &result.measured)));
    }
}

/// Whether two values are equal, numbers as numbers.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => left
            .iter()
            .all(|(key, left)| right.get(key).is_some_and(|right| equal(left, right))),
        _ => left == right,
    }
}

/// Shows a number with its interval, and judges a statement about it.
fn judge_claim(row: &Row, estimate: crate::estimate::Estimate, result: &mut RowResult) {
    result.measured = rounded(estimate.value);
    let has_error = estimate.error > 0.0 || estimate.games.is_some();
    if has_error {
        result.interval = Some(estimate.interval());
    }
    if row.compare == Compare::Measure {
        return;
    }
    let holds = estimate.is_within(row.above, row.below);
    let is_clear = has_error && estimate.is_clear(row.above, row.below);
    result.decide(verdict(holds), is_clear);
}
