//! Alpha-beta with an evaluation from Python.

use crate::{
    agent::{Thought, limits},
    arrays,
    errors::PapanError,
    state::State,
};
use numpy::{AllowTypeChange, PyArrayLikeDyn, PyUntypedArrayMethods};
use papan_core::returns;
use papan_search::Stop;
use pyo3::{prelude::*, types::PyTuple};
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// How deep a search is that nobody limits.
const USUAL_DEPTH: u32 = 2;

/// How deep any is.
const MOST_DEPTH: u32 = 64;

/// What a decided game is worth beside evaluations from -1 to 1.
const DECIDED: f64 = 1.0;

/// Alpha-beta over an evaluation that is called with many positions at once.
struct AlphaBeta<'a> {
    evaluate: &'a Bound<'a, PyAny>,
    /// Whether it is given arrays and no states.
    arrays: bool,
    /// What was judged, by the keys of positions: deeper searches meet the same ones again.
    judged: HashMap<u64, f64>,
    nodes: u64,
    /// What a search must not go beyond; the first one ends in any case.
    end: Option<Instant>,
    most_nodes: Option<u64>,
}

/// Why a search has no answer.
enum Halt {
    /// Its time or its nodes are used up.
    Limit,
    Failed(PyErr),
}

impl From<PyErr> for Halt {
    fn from(error: PyErr) -> Halt {
        Halt::Failed(error)
    }
}

/// What a search found for the player to move.
struct Found {
    value: f64,
    line: Vec<usize>,
    /// Whether evaluations had no part in it.
    exact: bool,
}

impl AlphaBeta<'_> {
    /// Has those of the states judged that are not known yet.
    fn judge(&mut self, states: &[State]) -> PyResult<()> {
        let is_new = |state: &&State| {
            state.position.turn().is_some() && !self.judged.contains_key(&state.position.key())
        };
        let asked: Vec<&State> = states.iter().filter(is_new).collect();
        let Some(first) = asked.first() else {
            return Ok(());
        };
        self.nodes += asked.len() as u64;
        let values = match self.arrays {
            true => {
                let py = self.evaluate.py();
                let positions = asked.iter().map(|state| &*state.position);
                let answer = self
                    .evaluate
                    .call1(arrays::of(py, &first.game, positions)?)?;
                // Priors are for tree searches; the same evaluation serves both.
                let values = match answer.cast::<PyTuple>() {
                    Ok(both) => both.get_item(0)?,
                    Err(_) => answer,
                };
                let values: PyArrayLikeDyn<'_, f64, AllowTypeChange> = values.extract()?;
                if values.shape() != [asked.len()] {
                    return Err(PapanError::new_err(format!(
                        "values has the shape {:?} where [{}] is needed",
                        values.shape(),
                        asked.len()
                    )));
                }
                values.as_array().iter().copied().collect()
            }
            false => {
                let states: Vec<State> = asked.iter().map(|&state| state.clone()).collect();
                let answer = self.evaluate.call1((states,))?;
                let values: PyResult<Vec<f64>> =
                    answer.try_iter()?.map(|value| value?.extract()).collect();
                values?
            }
        };
        if values.len() != asked.len() {
            return Err(PapanError::new_err(format!(
                "the evaluation gave {} values for {} states",
                values.len(),
                asked.len()
            )));
        }
        if !values.iter().all(|value| value.is_finite()) {
            return Err(PapanError::new_err("the evaluation gave no finite number"));
        }
        let keys = asked.iter().map(|state| state.position.key());
        self.judged.extend(keys.zip(values));
        Ok(())
    }

    fn check(&self) -> Result<(), Halt> {
        self.evaluate.py().check_signals()?;
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        match late || self.most_nodes.is_some_and(|most| self.nodes >= most) {
            true => Err(Halt::Limit),
            false => Ok(()),
        }
    }

    /// The value of a state for its player to move. `expected` is a line that is tried first.
    fn search(
        &mut self,
        state: &State,
        depth: u32,
        mut alpha: f64,
        beta: f64,
        expected: &[usize],
    ) -> Result<Found, Halt> {
        self.check()?;
        let mover = state.position.turn().unwrap_or_default();
        let mut actions = state.position.actions();
        actions.sort_unstable();
        let mut children = Vec::with_capacity(actions.len());
        for &action in &actions {
            let mut child = state.clone();
            child.act(action as i64)?;
            children.push(child);
        }
        // All children are judged at once: at the last ply that is their value, before it the order
        // in which they are searched.
        self.judge(&children)?;
        let sign = |child: &State| match child.position.turn() == Some(mover) {
            true => 1.0,
            false => -1.0,
        };
        let value = |child: &State| match child.position.turn() {
            None => DECIDED * returns(&child.position.scores())[mover.index()],
            Some(_) => sign(child) * self.judged[&child.position.key()],
        };
        let values: Vec<f64> = children.iter().map(value).collect();
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by(|&one, &other| {
            let is_expected = |at: usize| expected.first() == Some(&actions[at]);
            let first = is_expected(other).cmp(&is_expected(one));
            first.then(values[other].total_cmp(&values[one]))
        });
        let mut best = Found {
            value: f64::NEG_INFINITY,
            line: Vec::new(),
            exact: false,
        };
        let mut all_exact = true;
        for at in order {
            let child = &children[at];
            let found = match child.position.turn() {
                Some(_) if depth > 1 => {
                    let (low, high) = match sign(child) > 0.0 {
                        true => (alpha, beta),
                        false => (-beta, -alpha),
                    };
                    let rest = match expected.split_first() {
                        Some((first, rest)) if *first == actions[at] => rest,
                        _ => &[],
                    };
                    let found = self.search(child, depth - 1, low, high, rest)?;
                    Found {
                        value: sign(child) * found.value,
                        ..found
                    }
                }
                turn => Found {
                    value: values[at],
                    line: Vec::new(),
                    exact: turn.is_none(),
                },
            };
            all_exact &= found.exact;
            if found.value > best.value {
                best = Found {
                    line: [vec![actions[at]], found.line].concat(),
                    ..found
                };
            }
            alpha = alpha.max(best.value);
            if alpha >= beta {
                // That it is so much at least follows from this move alone.
                return Ok(best);
            }
        }
        // Nothing is better than to win.
        best.exact &= all_exact || best.value >= DECIDED;
        Ok(best)
    }

    /// The deepest answer that the limits allow.
    fn deepen(
        &mut self,
        root: &State,
        depth: u32,
        time: Option<Duration>,
    ) -> PyResult<(Found, u32)> {
        let begin = Instant::now();
        let most_nodes = self.most_nodes.take();
        let is_limited = time.is_some() || most_nodes.is_some();
        let mut reached = if is_limited { 1 } else { depth };
        let whole = |search: &mut Self, depth, expected: &[usize]| {
            search.search(root, depth, f64::NEG_INFINITY, f64::INFINITY, expected)
        };
        // Whatever the limits are there is an answer.
        let mut best = match whole(self, reached, &[]) {
            Ok(found) => found,
            Err(Halt::Failed(error)) => return Err(error),
            Err(Halt::Limit) => unreachable!("nothing limits the first search"),
        };
        self.end = time.and_then(|time| begin.checked_add(time));
        self.most_nodes = most_nodes;
        while reached < depth && !best.exact {
            match whole(self, reached + 1, &best.line) {
                Ok(found) => (best, reached) = (found, reached + 1),
                Err(Halt::Failed(error)) => return Err(error),
                Err(Halt::Limit) => break,
            }
        }
        Ok((best, reached))
    }
}

/// Alpha-beta with an evaluation of one's own, for games of two players.
///
/// ``evaluate`` is given a list of states, the children of one position, and returns a value from
/// -1 to 1 for each, for the player to move there. With ``arrays`` it is given their observations and
/// masks, as :meth:`TreeSearch.run` does, and priors that it returns beside the values do not count. A
/// finished game is worth its returns. A position that is met again is not judged again.
///
/// ``depth`` is 2 unless something else limits the search: with ``time`` (seconds) or ``nodes``
/// (positions that are judged) it looks one ply deeper again and again, to ``depth`` at most, and the
/// last whole search counts.
///
/// >>> state = papan.load_game("othello").new_initial_state()
/// >>> def discs(states):
/// ...     return [(s.scores()[s.current_player()] * 2 - sum(s.scores())) / 64 for s in states]
/// >>> papan.alphabeta(state, discs, depth=2).depth
/// 2
/// >>> def network(observations, masks):
/// ...     return observations[:, 0].mean(axis=(1, 2)) - observations[:, 1].mean(axis=(1, 2))
/// >>> papan.alphabeta(state, network, nodes=500, arrays=True).depth > 2
/// True
#[pyfunction]
#[pyo3(signature = (state, evaluate, depth=None, *, nodes=None, time=None, arrays=false))]
pub(crate) fn alphabeta(
    state: PyRef<'_, State>,
    evaluate: &Bound<'_, PyAny>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    arrays: bool,
) -> PyResult<Thought> {
    if state.game.game.seats() != 2 {
        return Err(PapanError::new_err(format!(
            "alpha-beta is for two players, and {} has {}",
            state.game.game.name(),
            state.game.game.seats()
        )));
    }
    if state.position.turn().is_none() {
        return Err(PapanError::new_err(
            "the game is over: there is no move to choose",
        ));
    }
    let limits = limits(nodes, depth, time, &Stop::new())?;
    let usual = match nodes.is_some() || time.is_some() {
        true => MOST_DEPTH,
        false => USUAL_DEPTH,
    };
    let depth = depth.unwrap_or(usual);
    if depth > MOST_DEPTH {
        return Err(PapanError::new_err(format!(
            "depth is from 1 to {MOST_DEPTH} plies"
        )));
    }
    let begin = Instant::now();
    let root = (*state).clone();
    drop(state);
    let mut search = AlphaBeta {
        evaluate,
        arrays,
        judged: HashMap::new(),
        nodes: 0,
        end: None,
        most_nodes: limits.nodes,
    };
    let (found, depth) = search.deepen(&root, depth, limits.time)?;
    let nodes = search.nodes;
    let mut position = root.position.clone();
    let mut texts = Vec::new();
    for &action in &found.line {
        texts.extend(position.action_text(action));
        position.act(action);
    }
    Ok(Thought {
        action: found.line[0],
        r#move: texts[0].clone(),
        value: Some(found.value),
        unit: Some("value"),
        exact: found.exact,
        line: texts,
        depth,
        nodes,
        seconds: begin.elapsed().as_secs_f64(),
    })
}
