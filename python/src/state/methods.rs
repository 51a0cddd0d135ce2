//! What Python sees of a state.

use super::State;
use crate::{
    errors::{self, IllegalActionError, PapanError},
    game::Game,
    json,
    solve::{self, Solution},
};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use papan_core::{picture::Theme, returns, to_json};
use pyo3::{
    prelude::*,
    types::{PyTuple, PyType},
};

#[pymethods]
impl State {
    /// The game.
    #[getter(game)]
    fn its_game(&self) -> Game {
        self.game.clone()
    }

    /// The game.
    fn get_game(&self) -> Game {
        self.game.clone()
    }

    /// The player to move; -4 when the game is over.
    fn current_player(&self) -> i64 {
        self.player()
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.position.turn().is_none()
    }

    /// Never: nothing here is left to chance.
    fn is_chance_node(&self) -> bool {
        false
    }

    /// Never: players move one after the other.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// Never: every player is one.
    fn is_mean_field_node(&self) -> bool {
        false
    }

    /// Whether somebody has to move.
    fn is_player_node(&self) -> bool {
        self.position.turn().is_some()
    }

    /// Whether nothing has been played yet.
    fn is_initial_state(&self) -> bool {
        self.history.is_empty()
    }

    /// How many moves were played.
    fn move_number(&self) -> usize {
        self.history.len()
    }

    /// The numbers of the legal moves, in their order; none for a player who is not to move.
    ///
    /// >>> state = papan.load_game("othello").state("f5 d6")
    /// >>> state.legal_actions(), state.legal_actions(player=1)
    /// ([18, 26, 34, 42, 50], [])
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<i64>) -> Vec<usize> {
        if player.is_some_and(|player| player != self.player()) {
            return Vec::new();
        }
        let mut actions = self.position.actions();
        actions.sort_unstable();
        actions
    }

    /// A list with 1 for each legal action and 0 for all others.
    ///
    /// >>> mask = papan.load_game("congklak").new_initial_state().legal_actions_mask()
    /// >>> mask
    /// [1, 1, 1, 1, 1, 1, 1]
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask(&self, player: Option<i64>) -> Vec<u32> {
        let mut mask = vec![0; self.game.game.actions()];
        if player.is_none_or(|player| player == self.player()) {
            self.position.write_mask(&mut mask);
        }
        mask.into_iter().map(u32::from).collect()
    }

    /// The same as an array.
    ///
    /// >>> papan.load_game("othello").new_initial_state().mask().nonzero()[0].tolist()
    /// [19, 26, 37, 44]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut mask = vec![0; self.game.game.actions()];
        self.position.write_mask(&mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// What a player sees, by default the one to move: an array of planes, rows and columns. See
    /// :meth:`Game.observation_planes`.
    ///
    /// >>> planes = papan.load_game("othello").new_initial_state().observation()
    /// >>> planes.shape, planes.sum(axis=(1, 2)).tolist()
    /// ((2, 8, 8), [2, 2])
    #[pyo3(signature = (player=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (numbers, shape) = self.observed(player)?;
        PyArray1::from_vec(py, numbers).reshape(shape)
    }

    /// The same as a flat list of numbers.
    #[pyo3(signature = (player=None))]
    fn observation_tensor(&self, player: Option<i64>) -> PyResult<Vec<f32>> {
        let (numbers, _) = self.observed(player)?;
        Ok(numbers.into_iter().map(f32::from).collect())
    }

    /// The board in text.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<i64>) -> String {
        let _ = player;
        self.position.draw()
    }

    /// Everything is known to everyone: the moves so far.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<i64>) -> String {
        let _ = player;
        self.history_str()
    }

    /// Plays a legal action.
    ///
    /// >>> state = papan.load_game("othello").new_initial_state()
    /// >>> state.apply_action(37)
    /// >>> state.moves
    /// ['f5']
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        self.act(action)
    }

    /// Takes the last action back, which has to be this one of this player.
    ///
    /// >>> state = papan.load_game("othello").state("f5 d6")
    /// >>> state.undo_action(1, state.history()[-1])
    /// >>> state.moves
    /// ['f5']
    fn undo_action(&mut self, player: i64, action: i64) -> PyResult<()> {
        match self.history.last() {
            Some(&(by, last)) if i64::from(by) == player && i64::from(last) == action => {
                self.undo()
            }
            _ => Err(IllegalActionError::new_err(format!(
                "the last action was not action {action} of player {player}"
            ))),
        }
    }

    /// Takes the last move back.
    fn undo(&mut self) -> PyResult<()> {
        if self.history.pop().is_none() {
            return Err(IllegalActionError::new_err("nothing was played yet"));
        }
        let first = self.game.game.first_position(self.start.as_deref());
        let mut position = first.map_err(errors::bad_position)?;
        for &(_, action) in &self.history {
            position.act(action as usize);
        }
        self.position = position;
        Ok(())
    }

    /// The state after a legal action; this one stays as it is.
    ///
    /// >>> state = papan.load_game("othello").new_initial_state()
    /// >>> state.child(37).moves, state.moves
    /// (['f5'], [])
    fn child(&self, action: i64) -> PyResult<State> {
        let mut child = self.clone();
        child.act(action)?;
        Ok(child)
    }

    /// A copy.
    #[pyo3(name = "clone")]
    fn duplicate(&self) -> State {
        self.clone()
    }

    /// An action as text: ``action_to_string(action)`` or ``action_to_string(player, action)``.
    ///
    /// >>> papan.load_game("othello").new_initial_state().action_to_string(37)
    /// 'f5'
    #[pyo3(signature = (*arguments))]
    fn action_to_string(&self, arguments: &Bound<'_, PyTuple>) -> PyResult<String> {
        let action: i64 = Self::last_of(arguments, "an action")?.extract()?;
        let text = usize::try_from(action).ok();
        let text = text.and_then(|action| self.position.action_text(action));
        text.ok_or_else(|| self.illegal(action))
    }

    /// The action that a text writes here: ``string_to_action(text)`` or
    /// ``string_to_action(player, text)``.
    ///
    /// >>> papan.load_game("othello").new_initial_state().string_to_action("f5")
    /// 37
    #[pyo3(signature = (*arguments))]
    fn string_to_action(&self, arguments: &Bound<'_, PyTuple>) -> PyResult<usize> {
        let text: String = Self::last_of(arguments, "a text")?.extract()?;
        self.position.action_of(&text).map_err(errors::illegal)
    }

    /// What the game is worth to each player: zeros while it goes on, then 1 for the winner of two
    /// and -1 for the other; all players together have 0.
    ///
    /// >>> state = papan.load_game("othello:size=4").new_initial_state()
    /// >>> state.returns(), state.play(*state.solve().line).returns()
    /// ([0.0, 0.0], [-1.0, 1.0])
    fn returns(&self) -> Vec<f64> {
        match self.position.turn() {
            Some(_) => vec![0.0; self.game.game.seats()],
            None => returns(&self.position.scores()),
        }
    }

    /// What the last move brought: the same, since only the end counts.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// What the game is worth to a player.
    fn player_return(&self, player: i64) -> PyResult<f64> {
        let returns = self.returns();
        let value = usize::try_from(player)
            .ok()
            .and_then(|seat| returns.get(seat));
        value.copied().ok_or_else(|| self.game.no_player(player))
    }

    /// The same as :meth:`player_return`.
    fn player_reward(&self, player: i64) -> PyResult<f64> {
        self.player_return(player)
    }

    /// The points of each player.
    ///
    /// >>> state = papan.load_game("othello").state("f5 d6")
    /// >>> state.scores()
    /// [3, 3]
    fn scores(&self) -> Vec<i32> {
        self.position.scores().as_slice().to_vec()
    }

    /// The actions so far.
    fn history(&self) -> Vec<u32> {
        self.history.iter().map(|&(_, action)| action).collect()
    }

    /// The actions so far, each with its player.
    fn full_history(&self) -> Vec<(i8, u32)> {
        self.history.clone()
    }

    /// The actions so far in one text.
    fn history_str(&self) -> String {
        let words = self.history.iter().map(|(_, action)| action.to_string());
        words.collect::<Vec<_>>().join(", ")
    }

    /// How many players there are.
    fn num_players(&self) -> usize {
        self.game.game.seats()
    }

    /// How many numbers of actions there are.
    fn num_distinct_actions(&self) -> usize {
        self.game.game.actions()
    }

    /// The moves so far as texts.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        self.texts()
    }

    /// The text of the position that it began with; ``None`` for the standard start.
    #[getter]
    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The legal moves as texts, in the game's own order.
    fn legal_moves(&self) -> Vec<String> {
        self.position.moves()
    }

    /// Plays moves that are given as texts, all or none of them, and returns the state itself.
    ///
    /// >>> papan.load_game("othello").new_initial_state().play("f5", "d6").scores()
    /// [3, 3]
    #[pyo3(signature = (*texts))]
    fn play<'py>(slf: Bound<'py, State>, texts: Vec<String>) -> PyResult<Bound<'py, State>> {
        let mut state = slf.try_borrow_mut().map_err(|_| State::busy())?;
        state.play_all(&texts)?;
        drop(state);
        Ok(slf)
    }

    /// What a legal move would do: in words, as phrases for any language, and as data.
    ///
    /// >>> papan.load_game("othello").new_initial_state().effects("f5")["summary"]
    /// 'turns over 1'
    fn effects<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let (_, effects) = self.position.preview(text).map_err(errors::illegal)?;
        json::to_python(py, &to_json(&effects))
    }

    /// The position in one line of text.
    ///
    /// >>> papan.load_game("othello:size=4").new_initial_state().position
    /// '-----OX--XO----- X'
    #[getter]
    fn position(&self) -> String {
        self.position.text()
    }

    /// The board in lines of text.
    fn draw(&self) -> String {
        self.position.draw()
    }

    /// The position as the page sees it: a dictionary.
    ///
    /// >>> papan.load_game("othello").new_initial_state().view()["scores"]
    /// [2, 2]
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &to_json(&self.position.view()))
    }

    /// The board as a picture, the last move marked: ``width`` pixels wide, for a ground that is
    /// ``light`` or ``dark``.
    ///
    /// >>> papan.load_game("othello").new_initial_state().svg(width=400, theme="dark")[:4]
    /// '<svg'
    #[pyo3(signature = (width=320, theme="light"))]
    fn svg(&self, width: u32, theme: &str) -> PyResult<String> {
        let theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => {
                return Err(PapanError::new_err(format!(
                    "there is no theme {theme:?}: light and dark are possible"
                )));
            }
        };
        Ok(self.position.picture().to_svg(theme, Some(width)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(320, "light")
    }

    /// The exact value for the player to move, with the line of best play.
    ///
    /// What would take hours is refused with an :class:`UnsolvedError` that says how much it is,
    /// unless ``time`` (seconds) says how long to go on, or ``anyway`` to go on to the end. Where the
    /// time ends first the answer is what is proven by then. With ``wdl`` only who wins is asked,
    /// which is less work.
    ///
    /// >>> solution = papan.load_game("othello:size=4").new_initial_state().solve()
    /// >>> solution.value, solution.outcome
    /// (-10, 'loss')
    #[pyo3(signature = (*, time=None, threads=1, anyway=false, wdl=false))]
    fn solve(
        slf: PyRef<'_, Self>,
        py: Python<'_>,
        time: Option<f64>,
        threads: usize,
        anyway: bool,
        wdl: bool,
    ) -> PyResult<Solution> {
        solve::solve(py, &State::released(slf), time, threads, anyway, wdl)
    }

    /// The state in one text, for :meth:`Game.deserialize_state`.
    ///
    /// >>> state = papan.load_game("othello").state("f5 d6")
    /// >>> state.game.deserialize_state(state.serialize()) == state
    /// True
    fn serialize(&self) -> String {
        let actions = self.history.iter().map(|(_, action)| action.to_string());
        let actions = actions.collect::<Vec<_>>().join(" ");
        let start = self.start.as_deref().unwrap_or_default();
        format!("{}\n{start}\n{actions}", self.game.game.name())
    }

    fn __str__(&self) -> String {
        self.position.draw()
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = self.game.game.name();
        Ok(match &self.start {
            None => format!(
                "papan.load_game({name:?}).state({:?})",
                self.texts()?.join(" ")
            ),
            Some(start) => format!(
                "papan.load_game({name:?}).new_initial_state({start:?}).play(*{:?})",
                self.texts()?
            ),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<State>() else {
            return Ok(false);
        };
        let other = State::of(other)?;
        Ok(self.position.key() == other.position.key()
            && self.game.game.name() == other.game.game.name()
            && self.position.text() == other.position.text())
    }

    fn __hash__(&self) -> u64 {
        self.position.key()
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    #[staticmethod]
    fn _restore(game: &str, text: &str) -> PyResult<State> {
        State::deserialize(Game::open(game)?, text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let kind: Bound<'py, PyType> = py.get_type::<State>();
        let restore = kind.getattr("_restore")?;
        Ok((restore, (self.game.game.name(), self.serialize())))
    }
}
