//! A game with its parameters.

use crate::{
    batch::Batch,
    errors::{self, PapanError},
    json, record,
    state::State,
};
use numpy::PyArray1;
use papan_agents::games;
use papan_core::{AnyGame, LineOfPlay, Random, Record, Seat, spec::Settings};
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyDict, PyTuple, PyType},
};
use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    sync::Arc,
};

/// A game with its parameters: ``load_game("othello:size=6")``.
///
/// Methods have OpenSpiel's names. A game never changes; two of the same name are equal.
///
/// >>> game = papan.load_game("othello")
/// >>> game.num_distinct_actions(), game.observation_tensor_shape()
/// (65, [2, 8, 8])
#[pyclass(frozen, module = "papan", name = "Game")]
pub(crate) struct Game {
    pub(crate) game: Arc<dyn AnyGame>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            game: Arc::clone(&self.game),
        }
    }
}

impl Game {
    pub(crate) fn open(spec: &str) -> PyResult<Game> {
        let game = games::open(spec).map_err(errors::unknown_name)?;
        Ok(Game { game: game.into() })
    }

    /// A player, or the one to move.
    pub(crate) fn seat(&self, player: Option<i64>, turn: Option<Seat>) -> PyResult<Seat> {
        let seats = self.game.seats();
        match player {
            // OpenSpiel's name for a game that is over.
            None | Some(..0) => Ok(turn.unwrap_or_default()),
            Some(player) if (player as usize) < seats => Ok(Seat::new(player as usize)),
            Some(player) => Err(self.no_player(player)),
        }
    }

    pub(crate) fn no_player(&self, player: i64) -> PyErr {
        PapanError::new_err(format!(
            "there is no player {player}: {} has players 0 to {}",
            self.game.name(),
            self.game.seats() - 1
        ))
    }
}

/// Where every action goes to, and every number of an observation.
type Image<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

/// The game that a text names, such as ``othello``, ``blokus-duo`` or ``congklak:holes=5``.
///
/// >>> papan.load_game("otello")
/// Traceback (most recent call last):
/// ...
/// papan.UnknownNameError: unknown game 'otello', did you mean 'othello'?...
#[pyfunction]
pub(crate) fn load_game(spec: &str) -> PyResult<Game> {
    Game::open(spec)
}

/// The names of all games.
///
/// >>> "blokus-duo" in papan.games()
/// True
#[pyfunction(name = "games")]
pub(crate) fn all_games() -> Vec<&'static str> {
    games::all().iter().map(|entry| entry.name).collect()
}

#[pymethods]
impl Game {
    #[new]
    fn new(spec: &str) -> PyResult<Game> {
        Game::open(spec)
    }

    /// The name with all parameters that differ from the usual ones.
    #[getter]
    fn name(&self) -> String {
        self.game.name()
    }

    /// The game with its variants that it belongs to.
    #[getter]
    fn family(&self) -> &'static str {
        self.game.family().name
    }

    /// What each player is called.
    #[getter]
    fn seat_names(&self) -> Vec<String> {
        let seats = Seat::all(self.game.seats());
        seats.map(|seat| self.game.seat_name(seat)).collect()
    }

    /// How many players there are.
    fn num_players(&self) -> usize {
        self.game.seats()
    }

    /// How many numbers of actions there are.
    fn num_distinct_actions(&self) -> usize {
        self.game.actions()
    }

    /// The most moves of a game.
    fn max_game_length(&self) -> usize {
        self.game.longest_game()
    }

    /// The least that a game can bring.
    fn min_utility(&self) -> f64 {
        -1.0
    }

    /// The most that a game can bring.
    fn max_utility(&self) -> f64 {
        1.0
    }

    /// What all players get together.
    fn utility_sum(&self) -> f64 {
        0.0
    }

    /// Planes, rows and columns of an observation.
    fn observation_tensor_shape(&self) -> [usize; 3] {
        let (planes, (rows, columns)) = self.game.planes();
        [planes.len(), rows, columns]
    }

    /// The numbers of an observation.
    fn observation_tensor_size(&self) -> usize {
        self.observation_tensor_shape().iter().product()
    }

    /// What each plane of an observation says.
    ///
    /// >>> len(papan.load_game("othello").observation_planes())
    /// 2
    fn observation_planes(&self) -> Vec<String> {
        self.game.planes().0
    }

    /// A state at the start, or at the position that a text describes.
    ///
    /// >>> papan.load_game("othello:size=4").new_initial_state("-----OX--XO----- X").legal_moves()
    /// ['b1', 'a2', 'd3', 'c4']
    #[pyo3(signature = (position=None))]
    fn new_initial_state(&self, position: Option<&str>) -> PyResult<State> {
        State::begin(self.clone(), position)
    }

    /// A state after these moves from the start: a list of texts, one text with blanks between
    /// them, or a game as :meth:`read` gives it.
    ///
    /// >>> papan.load_game("othello").state("f5 d6").moves
    /// ['f5', 'd6']
    #[pyo3(signature = (moves=None))]
    fn state(&self, moves: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let Some(moves) = moves else {
            return State::begin(self.clone(), None);
        };
        let (start, texts) = if let Ok(text) = moves.extract::<String>() {
            (None, text.split_whitespace().map(str::to_owned).collect())
        } else if moves.cast::<PyDict>().is_ok() {
            let record = record::of(self, moves)?;
            (
                record.start,
                record.moves.into_iter().map(|one| one.text).collect(),
            )
        } else {
            let texts: PyResult<Vec<String>> = moves.extract();
            (
                None,
                texts.map_err(|_| PyTypeError::new_err("moves are a text or a list of texts"))?,
            )
        };
        let mut state = State::begin(self.clone(), start.as_deref())?;
        state.play_all(&texts)?;
        Ok(state)
    }

    /// The state that :meth:`State.serialize` wrote.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        State::deserialize(self.clone(), text)
    }

    /// Random moves from the start, as texts.
    ///
    /// >>> len(papan.load_game("othello").random_line(8, seed=1))
    /// 8
    #[pyo3(signature = (plies, seed=0))]
    fn random_line(&self, plies: u32, seed: u64) -> Vec<String> {
        self.game.random_line(plies, &mut Random::new(seed)).moves
    }

    /// The names of its file formats.
    fn formats(&self) -> Vec<&'static str> {
        let formats = self.game.formats();
        formats.iter().map(|format| format.name).collect()
    }

    /// The games in a file, given as text or as bytes: for each a dictionary with ``moves``, each
    /// with what was noted beside it, and with ``start`` and ``tags`` where the file has them.
    /// :meth:`state` takes such a game.
    ///
    /// >>> game = papan.load_game("othello")
    /// >>> [found] = game.read("transcript", "f5d6c3")
    /// >>> game.state(found).moves
    /// ['f5', 'd6', 'c3']
    fn read<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let bytes: Vec<u8> = match data.extract::<String>() {
            Ok(text) => text.into_bytes(),
            Err(_) => data
                .extract()
                .map_err(|_| PyTypeError::new_err("a file is given as text or as bytes"))?,
        };
        let records = py
            .detach(|| self.game.read(format, &bytes))
            .map_err(|error| PapanError::new_err(error.to_string()))?;
        let read = |record| json::to_python(py, &papan_core::to_json(&record));
        records.iter().map(read).collect()
    }

    /// The file that has these games: states, or games as :meth:`read` gives them. The formats are
    /// those of :meth:`formats`.
    ///
    /// >>> game = papan.load_game("othello")
    /// >>> game.write("transcript", [game.state("f5 d6"), game.state("f5 f6")])
    /// b'f5d6\nf5f6\n'
    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        games: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let records: PyResult<Vec<Record>> =
            games.iter().map(|game| record::of(self, game)).collect();
        let records = records?;
        let written = py.detach(|| self.game.write(format, &records));
        let written = written.map_err(|error| PapanError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &written))
    }

    /// The images of the board under which the rules stay the same, the board as it is first: for
    /// each, where every action goes to, and every number of a flat observation.
    ///
    /// >>> len(papan.load_game("othello").symmetries())
    /// 8
    fn symmetries<'py>(&self, py: Python<'py>) -> Vec<Image<'py>> {
        let found = self.game.symmetries().into_iter();
        found
            .map(|symmetry| {
                (
                    PyArray1::from_vec(py, symmetry.actions),
                    PyArray1::from_vec(py, symmetry.observation),
                )
            })
            .collect()
    }

    /// Many games that are stepped together: see :class:`papan.environments.VectorEnvironment`.
    #[pyo3(signature = (games, seed=0, opening_plies=0, threads=1))]
    fn batch(
        &self,
        games: usize,
        seed: u64,
        opening_plies: u32,
        threads: usize,
    ) -> PyResult<Batch> {
        Batch::new(self.clone(), games, seed, opening_plies, threads)
    }

    /// What OpenSpiel asks of a game: with its own enumerations where it is installed.
    fn get_type<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("papan._openspiel")?;
        module.call_method1("game_type", (slf,))
    }

    /// All parameters with their values, also those that the name leaves out: whole numbers, and
    /// texts as they stand in a name.
    ///
    /// >>> papan.load_game("othello:size=6").get_parameters()
    /// {'size': 6}
    fn get_parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (name, found) = (self.game.name(), PyDict::new(py));
        let settings = Settings::parse("game", &name, games::all());
        let settings = settings.map_err(errors::unknown_name)?;
        let entry = games::all().iter().find(|entry| entry.is_named(&name));
        for parameter in entry.into_iter().flat_map(|entry| entry.parameters) {
            let value = settings.value(parameter.name).to_string();
            match value.parse::<i64>() {
                Ok(number) => found.set_item(parameter.name, number)?,
                Err(_) => found.set_item(parameter.name, value)?,
            }
        }
        Ok(found)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Game>();
        other.is_ok_and(|other| other.get().game.name() == self.game.name())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("papan.load_game({:?})", self.game.name())
    }

    fn __str__(&self) -> String {
        self.game.name()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let name = self.game.name().into_bound_py_any(py)?;
        Ok((py.get_type::<Game>(), PyTuple::new(py, [name])?))
    }
}

/// The line of play of a state, for those who think about it.
pub(crate) fn line(start: Option<&str>, moves: Vec<String>) -> LineOfPlay {
    LineOfPlay {
        start: start.map(str::to_owned),
        moves,
    }
}
