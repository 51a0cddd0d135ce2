//! Many games, stepped together in memory of the caller.

use crate::{
    errors::{IllegalActionError, PapanError},
    game::Game,
    waiting::MOST_THREADS,
};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4};
use papan_core::{AnyBatch, BatchError, Buffers};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Many games of one kind that are stepped together, on several threads.
///
/// All arrays are the caller's own and C-contiguous: ``observations`` uint8 of
/// ``(games, planes, rows, columns)`` and ``masks`` uint8 of ``(games, actions)``, each of which may
/// be ``None``, ``rewards`` float32 of ``(games, players)``, ``ended`` uint8 and ``players`` int8.
/// A game that ends in a step begins anew in the same step.
#[pyclass(frozen, module = "papan", name = "Batch")]
pub(crate) struct Batch {
    game: Game,
    batch: Mutex<Box<dyn AnyBatch>>,
    games: usize,
    threads: usize,
}

/// The most games of a batch. An allocation that fails ends the process, and the largest game takes
/// some 300 bytes.
const MOST_GAMES: usize = 1_000_000;

impl Batch {
    pub(crate) fn new(
        game: Game,
        games: usize,
        seed: u64,
        opening_plies: u32,
        threads: usize,
    ) -> PyResult<Batch> {
        if games == 0 || games > MOST_GAMES {
            return Err(PapanError::new_err(format!(
                "{games} games cannot be played at once: from 1 to {MOST_GAMES} can"
            )));
        }
        let longest = game.game.longest_game();
        if opening_plies as usize > longest {
            return Err(PapanError::new_err(format!(
                "{opening_plies} plies are no opening: a game has at most {longest}"
            )));
        }
        Ok(Batch {
            batch: Mutex::new(game.game.batch(games, seed, opening_plies)),
            game,
            games,
            threads: threads.clamp(1, MOST_THREADS),
        })
    }

    /// A panic in another thread leaves the games as they were between two of them.
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyBatch>> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn failed(error: BatchError) -> PyErr {
    match error {
        BatchError::Illegal { .. } => IllegalActionError::new_err(error.to_string()),
        BatchError::Length { .. } => PapanError::new_err(error.to_string()),
    }
}

/// The numbers of an array, or why they cannot be used.
macro_rules! contiguous {
    ($array:expr, $name:literal) => {
        $array
            .as_slice_mut()
            .map_err(|_| PapanError::new_err(concat!($name, " is not C-contiguous").to_owned()))?
    };
}

type Observations<'py> = Option<PyReadwriteArray4<'py, u8>>;
type Masks<'py> = Option<PyReadwriteArray2<'py, u8>>;

/// What is done with the buffers.
enum Work<'a> {
    Reset(u64),
    Step(&'a [i64]),
}

impl Batch {
    #[allow(clippy::too_many_arguments)] // one for each array of the caller
    fn work(
        &self,
        py: Python<'_>,
        work: Work<'_>,
        observations: &mut Observations<'_>,
        masks: &mut Masks<'_>,
        rewards: &mut PyReadwriteArray2<'_, f32>,
        ended: &mut PyReadwriteArray1<'_, u8>,
        players: &mut PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let buffers = Buffers {
            observations: match observations {
                Some(array) => Some(contiguous!(array, "observations")),
                None => None,
            },
            masks: match masks {
                Some(array) => Some(contiguous!(array, "masks")),
                None => None,
            },
            rewards: contiguous!(rewards, "rewards"),
            ended: contiguous!(ended, "ended"),
            players: contiguous!(players, "players"),
        };
        let threads = self.threads;
        py.detach(|| match work {
            Work::Reset(seed) => self.lock().reset(seed, threads, buffers),
            Work::Step(actions) => self.lock().step(actions, threads, buffers),
        })
        .map_err(failed)
    }
}

#[pymethods]
impl Batch {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// How many games there are.
    #[getter]
    fn num_envs(&self) -> usize {
        self.games
    }

    /// How many numbers of actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.game.game.actions()
    }

    /// How many players a game has.
    #[getter]
    fn num_players(&self) -> usize {
        self.game.game.seats()
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let (planes, (rows, columns)) = self.game.game.planes();
        (planes.len(), rows, columns)
    }

    /// Begins all games anew; all that is random follows from ``seed``.
    #[pyo3(signature = (seed, observations, masks, rewards, ended, players))]
    #[allow(clippy::too_many_arguments)]
    fn reset(
        &self,
        py: Python<'_>,
        seed: u64,
        mut observations: Observations<'_>,
        mut masks: Masks<'_>,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut ended: PyReadwriteArray1<'_, u8>,
        mut players: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        self.work(
            py,
            Work::Reset(seed),
            &mut observations,
            &mut masks,
            &mut rewards,
            &mut ended,
            &mut players,
        )
    }

    /// Plays an action in each game. Where one is not legal, nothing is played at all.
    #[pyo3(signature = (actions, observations, masks, rewards, ended, players))]
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut observations: Observations<'_>,
        mut masks: Masks<'_>,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut ended: PyReadwriteArray1<'_, u8>,
        mut players: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let actions = actions
            .as_slice()
            .map_err(|_| PapanError::new_err("actions is not C-contiguous"))?;
        self.work(
            py,
            Work::Step(actions),
            &mut observations,
            &mut masks,
            &mut rewards,
            &mut ended,
            &mut players,
        )
    }

    /// Draws a legal action for each game, each as likely as the others.
    fn sample(&self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let actions = contiguous!(actions, "actions");
        py.detach(|| self.lock().sample(self.threads, actions))
            .map_err(failed)
    }

    /// The position of a game as text.
    fn position(&self, game: usize) -> PyResult<String> {
        let text = self.lock().position_text(game);
        text.ok_or_else(|| PapanError::new_err(format!("there is no game {game}")))
    }
}
