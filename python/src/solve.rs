//! Exact values.

use crate::{
    errors::{IllegalActionError, PapanError, UnsolvedError},
    state::State,
    waiting::{MOST_THREADS, interruptible},
};
use papan_agents::{
    ProvenOutcome, Solving,
    erased::{SolveRefusal, solve as solve_line},
};
use papan_search::Limits;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// The exact value of a position for the player to move, or what is proven of it.
///
/// ``value`` is the final margin with perfect play (in Othello with the empty squares for the winner), ``None`` when the time ended first or only
/// ``outcome`` was asked for. ``least`` and ``most`` are proven bounds of it, where there are any.
#[pyclass(frozen, get_all, module = "papan", name = "Solution")]
pub(crate) struct Solution {
    /// The final margin with perfect play.
    value: Option<i64>,
    /// ``win``, ``draw`` or ``loss`` for the player to move, where that is proven.
    outcome: Option<String>,
    /// The line of best play, as texts.
    line: Vec<String>,
    /// The best move, or the best so far.
    best: Option<String>,
    /// The least that the value is proven to be.
    least: Option<i64>,
    /// The most that the value is proven to be.
    most: Option<i64>,
    /// How many positions were searched.
    nodes: u64,
    /// How long it took.
    seconds: f64,
}

#[pymethods]
impl Solution {
    /// Whether the value is proven.
    #[getter]
    fn proven(&self) -> bool {
        self.value.is_some()
    }

    fn __repr__(&self) -> String {
        let number = |number: Option<i64>| number.map_or("None".to_owned(), |n| n.to_string());
        let outcome = self.outcome.as_ref();
        format!(
            "Solution(value={}, outcome={}, line={:?}, least={}, most={})",
            number(self.value),
            outcome.map_or("None".to_owned(), |outcome| format!("{outcome:?}")),
            self.line.join(" "),
            number(self.least),
            number(self.most),
        )
    }
}

pub(crate) fn solve(
    py: Python<'_>,
    state: &State,
    time: Option<f64>,
    threads: usize,
    anyway: bool,
    wdl: bool,
) -> PyResult<Solution> {
    let allowed = match time {
        None => None,
        Some(seconds) => match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Some(time),
            _ => {
                return Err(PapanError::new_err(format!(
                    "{seconds} seconds are no time to solve"
                )));
            }
        },
    };
    let (game, line) = (state.game.game.name(), state.line()?);
    let begin = Instant::now();
    let found = interruptible(py, |stop| {
        let asked = Solving {
            limits: Limits {
                time: allowed,
                stop: Some(stop.clone()),
                ..Limits::NONE
            },
            threads: threads.clamp(1, MOST_THREADS),
            anyway,
            only_outcome: wdl,
        };
        solve_line(&game, &line, &asked)
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    match found {
        Ok(thought) => {
            let value = thought.value.map_or(0, |value| value.number() as i64);
            let exact = (!wdl).then_some(value);
            Ok(Solution {
                value: exact,
                outcome: Some(ProvenOutcome::of(value as i32).to_string()),
                best: Some(thought.best),
                line: thought.principal_variation,
                least: exact,
                most: exact,
                nodes: thought.nodes,
                seconds,
            })
        }
        // It went on for as long as it was allowed to, and not because nothing solves this game.
        Err(SolveRefusal::Unsolved(unsolved))
            if unsolved.so_far.is_some() || allowed.is_some_and(|time| begin.elapsed() >= time) =>
        {
            let known = unsolved.so_far;
            let of = |part: fn(&papan_agents::SoFar) -> i64| known.as_ref().map(part);
            Ok(Solution {
                value: None,
                line: Vec::new(),
                least: of(|known| known.least.into()),
                most: of(|known| known.most.into()),
                nodes: known.as_ref().map_or(0, |known| known.nodes),
                outcome: known
                    .as_ref()
                    .and_then(|known| Some(known.outcome?.to_string())),
                best: known.map(|known| known.best),
                seconds,
            })
        }
        Err(SolveRefusal::Unsolved(unsolved)) => Err(UnsolvedError::new_err(unsolved.to_string())),
        Err(SolveRefusal::Over) => Err(IllegalActionError::new_err(SolveRefusal::Over.to_string())),
        Err(refusal) => Err(PapanError::new_err(refusal.to_string())),
    }
}
