//! Those who choose moves.

use crate::{
    errors::{self, PapanError},
    state::State,
    waiting::interruptible,
};
use papan_agents::erased::{AnySession, Thought as Answer, open_session};
use papan_search::{Limits, Stop, Unit, Value, Valued};
use pyo3::{prelude::*, types::PyDict};
use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// What an agent answers.
#[pyclass(frozen, get_all, module = "papan", name = "Thought")]
pub(crate) struct Thought {
    /// The action that it chooses.
    pub(crate) action: usize,
    /// The same as text.
    pub(crate) r#move: String,
    /// What it is worth to the player who moves; ``None`` when the agent has no opinion.
    pub(crate) value: Option<f64>,
    /// What the value counts: ``points`` or ``share`` (of games won).
    pub(crate) unit: Option<&'static str>,
    /// What it expects to be played, its own move first.
    pub(crate) line: Vec<String>,
    /// How many plies ahead it looked.
    pub(crate) depth: u32,
    /// How many positions it looked at, or games it simulated.
    pub(crate) nodes: u64,
    /// How long it took.
    pub(crate) seconds: f64,
    /// Whether the value is that of the game itself, proven.
    pub(crate) exact: bool,
}

#[pymethods]
impl Thought {
    fn __repr__(&self) -> String {
        let value = match self.value {
            None => String::new(),
            Some(value) => format!(", value={value}"),
        };
        format!(
            "Thought(move={:?}{value}, line={:?}, depth={}, nodes={}, exact={})",
            self.r#move,
            self.line.join(" "),
            self.depth,
            self.nodes,
            if self.exact { "True" } else { "False" }
        )
    }
}

/// A move with its value and the line that begins with it.
#[pyclass(frozen, get_all, module = "papan", name = "Line")]
pub(crate) struct Line {
    /// The action.
    action: usize,
    /// The same as text.
    r#move: String,
    /// What it is worth to the player who moves.
    value: f64,
    /// What the value counts: ``points`` or ``share`` (of games won).
    unit: &'static str,
    /// What is expected to be played, the move first.
    line: Vec<String>,
    /// How many plies ahead the search looked.
    depth: u32,
    /// Whether the value is that of the game itself, proven.
    exact: bool,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!(
            "Line(move={:?}, value={}, line={:?}, exact={})",
            self.r#move,
            self.value,
            self.line.join(" "),
            if self.exact { "True" } else { "False" }
        )
    }
}

fn unit(value: Value) -> &'static str {
    match value.unit() {
        Unit::Points => "points",
        Unit::Share => "share",
    }
}

/// An agent of the catalogue in one game.
struct Opened {
    game: String,
    session: Box<dyn AnySession>,
}

/// Someone who plays: ``papan.agent("level:5")``.
///
/// An agent plays every game that it can; which one is known when it is first asked.
///
/// >>> state = papan.load_game("othello").new_initial_state()
/// >>> thought = papan.agent("negascout:depth=4").think(state)
/// >>> thought.action in state.legal_actions(), thought.depth
/// (True, 4)
#[pyclass(frozen, module = "papan", name = "Agent")]
pub(crate) struct Agent {
    spec: String,
    seed: Mutex<u64>,
    opened: Mutex<Option<Opened>>,
}

/// The agent that a text names, as ``papan agents`` lists them. Its random choices follow from
/// ``seed``. With a game the name is checked at once.
#[pyfunction]
#[pyo3(signature = (spec, game=None, seed=1))]
pub(crate) fn agent(spec: &str, game: Option<&str>, seed: u64) -> PyResult<Agent> {
    let agent = Agent {
        spec: spec.to_owned(),
        seed: Mutex::new(seed),
        opened: Mutex::new(None),
    };
    // A wrong name is better known at once. Without a game any that has the agent will do.
    match game {
        Some(game) => {
            open_session(game, spec, seed).map_err(errors::unknown_name)?;
        }
        None => {
            let mut problems = Vec::new();
            for entry in papan_agents::games::all() {
                match open_session(entry.name, spec, seed) {
                    Ok(_) => return Ok(agent),
                    Err(error) => problems.push(error),
                }
            }
            if !problems.is_empty() {
                return Err(errors::unknown_name(problems.remove(0)));
            }
        }
    }
    Ok(agent)
}

pub(crate) fn limits(
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<f64>,
    stop: &Stop,
) -> PyResult<Limits> {
    let time =
        match time {
            None => None,
            Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
                PapanError::new_err(format!("{seconds} seconds are no time to think"))
            })?),
        };
    if nodes == Some(0) || depth == Some(0) {
        return Err(PapanError::new_err("a limit of 0 leaves nothing to think"));
    }
    Ok(Limits {
        nodes,
        depth,
        time,
        stop: Some(stop.clone()),
        ..Limits::NONE
    })
}

/// What the caller allows for one thought.
type Allowed = (Option<u64>, Option<u32>, Option<f64>);

impl Agent {
    /// Asks the agent about the end of a line of play.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        state: &State,
        (nodes, depth, time): Allowed,
        question: impl FnOnce(
            &mut dyn AnySession,
            &papan_core::LineOfPlay,
            &Limits,
        ) -> Result<T, papan_agents::erased::Refusal>
        + Send,
    ) -> PyResult<T> {
        let game = state.game.game.name();
        let line = state.line()?;
        limits(nodes, depth, time, &Stop::new())?;
        let seed = *self.seed.lock().unwrap_or_else(PoisonError::into_inner);
        interruptible(py, |stop| {
            let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
            let known = opened.take().filter(|opened| opened.game == game);
            let mut here = match known {
                Some(known) => known,
                None => Opened {
                    session: open_session(&game, &self.spec, seed).map_err(errors::unknown_name)?,
                    game,
                },
            };
            let limits = limits(nodes, depth, time, stop)?;
            let answer = question(here.session.as_mut(), &line, &limits);
            *opened = Some(here);
            answer.map_err(errors::refused)
        })?
    }

    fn answered(state: &State, answer: Answer) -> PyResult<Thought> {
        let action = state.position.action_of(&answer.best);
        Ok(Thought {
            action: action.map_err(errors::illegal)?,
            r#move: answer.best,
            value: answer.value.map(Value::number),
            unit: answer.value.map(unit),
            line: answer.principal_variation,
            depth: answer.depth,
            nodes: answer.nodes,
            seconds: answer.seconds,
            exact: answer.exact,
        })
    }
}

#[pymethods]
impl Agent {
    /// The text that names it.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Begins a new game: everything random follows from the seed. It waits for what is thought
    /// in another thread.
    ///
    /// >>> state = papan.load_game("othello").state("f5 d6")
    /// >>> agent = papan.agent("random")
    /// >>> chosen = []
    /// >>> for _ in range(2):
    /// ...     agent.begin(seed=7)
    /// ...     chosen.append(agent.choose(state))
    /// >>> chosen[0] == chosen[1]
    /// True
    #[pyo3(signature = (seed=1))]
    fn begin(&self, py: Python<'_>, seed: u64) {
        py.detach(|| {
            *self.seed.lock().unwrap_or_else(PoisonError::into_inner) = seed;
            *self.opened.lock().unwrap_or_else(PoisonError::into_inner) = None;
        });
    }

    /// The action that it plays.
    ///
    /// >>> state = papan.load_game("othello").state("f5 d6")
    /// >>> papan.agent("mcts").choose(state, nodes=200) in state.legal_actions()
    /// True
    #[pyo3(signature = (state, *, nodes=None, depth=None, time=None))]
    fn choose(
        &self,
        py: Python<'_>,
        state: PyRef<'_, State>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
    ) -> PyResult<usize> {
        Ok(self.think(py, state, nodes, depth, time)?.action)
    }

    #[pyo3(signature = (state, *, nodes=None, depth=None, time=None))]
    fn __call__(
        &self,
        py: Python<'_>,
        state: PyRef<'_, State>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
    ) -> PyResult<usize> {
        self.choose(py, state, nodes, depth, time)
    }

    /// What it plays, with its value and the line that it expects.
    ///
    /// >>> state = papan.load_game("othello:size=4").new_initial_state()
    /// >>> thought = papan.agent("negascout:depth=none,time=10s").think(state)
    /// >>> thought.value, thought.unit, thought.exact
    /// (-8.0, 'points', True)
    #[pyo3(signature = (state, *, nodes=None, depth=None, time=None))]
    fn think(
        &self,
        py: Python<'_>,
        state: PyRef<'_, State>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
    ) -> PyResult<Thought> {
        let state = State::released(state);
        let answer = self.ask(py, &state, (nodes, depth, time), |session, line, limits| {
            session.think(line, limits)
        })?;
        Self::answered(&state, answer)
    }

    /// What each legal action is worth to the player who moves; empty when the agent has no
    /// opinion.
    ///
    /// >>> state = papan.load_game("othello").state("f5 d6")
    /// >>> values = papan.agent("negascout").values(state, depth=3)
    /// >>> sorted(values) == state.legal_actions()
    /// True
    #[pyo3(signature = (state, *, nodes=None, depth=None, time=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        state: PyRef<'_, State>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let state = State::released(state);
        let values = self.ask(py, &state, (nodes, depth, time), |session, line, limits| {
            session.values(line, limits)
        })?;
        let found = PyDict::new(py);
        for Valued { played, value, .. } in values {
            let action = state.position.action_of(&played).map_err(errors::illegal)?;
            found.set_item(action, value.number())?;
        }
        Ok(found)
    }

    /// Its best moves with their lines, the best first.
    ///
    /// >>> state = papan.load_game("othello").state("f5 d6")
    /// >>> lines = papan.agent("negascout").lines(state, 2, depth=3)
    /// >>> len(lines), lines[0].value >= lines[1].value, len(lines[0].line)
    /// (2, True, 3)
    #[pyo3(signature = (state, n=3, *, nodes=None, depth=None, time=None))]
    fn lines(
        &self,
        py: Python<'_>,
        state: PyRef<'_, State>,
        n: usize,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
    ) -> PyResult<Vec<Line>> {
        let state = State::released(state);
        let (_, lines) = self.ask(py, &state, (nodes, depth, time), |session, line, limits| {
            session.lines(line, limits, n)
        })?;
        let found = lines.into_iter().map(|valued| {
            let action = state.position.action_of(&valued.played);
            Ok(Line {
                action: action.map_err(errors::illegal)?,
                r#move: valued.played,
                value: valued.value.number(),
                unit: unit(valued.value),
                line: valued.line,
                depth: valued.depth,
                exact: valued.exact,
            })
        });
        found.collect()
    }

    fn __repr__(&self) -> String {
        format!("papan.agent({:?})", self.spec)
    }
}
