//! A state: a game in play. What Python sees of it is in `methods`.

mod methods;

use crate::{
    errors::{self, IllegalActionError, PapanError},
    game::{self, Game},
};
use papan_core::{AnyPosition, LineOfPlay};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyTuple};

/// OpenSpiel's number for the player of a game that is over.
const TERMINAL: i64 = -4;

/// A game in play: a start and the moves since then.
///
/// Methods have OpenSpiel's names, and some of our own for those who think in texts.
///
/// >>> state = papan.load_game("othello").new_initial_state()
/// >>> state.play("f5", "d6").legal_actions()
/// [18, 26, 34, 42, 50]
#[pyclass(module = "papan", name = "State")]
pub(crate) struct State {
    pub(crate) game: Game,
    pub(crate) position: Box<dyn AnyPosition>,
    /// The text of the position that it began with; `None` for the standard start.
    start: Option<String>,
    history: Vec<(i8, u32)>,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            game: self.game.clone(),
            position: self.position.clone(),
            start: self.start.clone(),
            history: self.history.clone(),
        }
    }
}

impl State {
    pub(crate) fn begin(game: Game, start: Option<&str>) -> PyResult<State> {
        let position = game.game.first_position(start);
        Ok(State {
            position: position.map_err(errors::bad_position)?,
            start: start.map(str::to_owned),
            history: Vec::new(),
            game,
        })
    }

    /// A copy for long work, which lets other threads of Python play on meanwhile.
    pub(crate) fn released(state: PyRef<'_, State>) -> State {
        (*state).clone()
    }

    /// A state that an argument of one of its own methods may ask for, while the method waits for
    /// the argument.
    pub(crate) fn of<'py>(state: &Bound<'py, State>) -> PyResult<PyRef<'py, State>> {
        state.try_borrow().map_err(|_| State::busy())
    }

    fn busy() -> PyErr {
        PapanError::new_err("this state is about to be changed")
    }

    pub(crate) fn deserialize(game: Game, text: &str) -> PyResult<State> {
        let mut lines = text.splitn(3, '\n');
        let (name, start) = (lines.next().unwrap_or_default(), lines.next());
        if name != game.game.name() {
            return Err(PapanError::new_err(format!(
                "this is no state of {}: it begins with {name:?}",
                game.game.name()
            )));
        }
        let start = start.filter(|start| !start.is_empty());
        let mut state = State::begin(game, start)?;
        for word in lines.next().unwrap_or_default().split_whitespace() {
            let action = word.parse().map_err(|_| {
                PapanError::new_err(format!(
                    "the state has an action that is no number: {word:?}"
                ))
            })?;
            state.act(action)?;
        }
        Ok(state)
    }

    /// Plays the legal action of a number.
    pub(crate) fn act(&mut self, action: i64) -> PyResult<()> {
        let player = self.player();
        match usize::try_from(action) {
            Ok(number) if self.position.act(number) => {
                self.history.push((player as i8, number as u32));
                Ok(())
            }
            _ => Err(self.illegal(action)),
        }
    }

    /// Why an action is not possible.
    fn illegal(&self, action: i64) -> PyErr {
        let name = self.game.game.name();
        let text = usize::try_from(action)
            .ok()
            .and_then(|action| self.position.action_text(action));
        let problem = match (self.position.turn(), text) {
            (None, _) => "the game is over".to_owned(),
            (_, None) => format!(
                "actions of {name} are numbers from 0 to {}",
                self.game.game.actions() - 1
            ),
            (_, Some(text)) => match self.position.preview(&text) {
                Err(error) => error.to_string(),
                Ok(_) => format!("{text} is not legal here"),
            },
        };
        IllegalActionError::new_err(format!("action {action} is not legal: {problem}"))
    }

    pub(crate) fn play_all(&mut self, texts: &[String]) -> PyResult<()> {
        let mut position = self.position.clone();
        let mut history = Vec::with_capacity(texts.len());
        for text in texts {
            let player = position.turn().map_or(TERMINAL, |seat| seat.index() as i64);
            let action = position.action_of(text).map_err(errors::illegal)?;
            position.act(action);
            history.push((player as i8, action as u32));
        }
        self.position = position;
        self.history.extend(history);
        Ok(())
    }

    fn player(&self) -> i64 {
        let turn = self.position.turn();
        turn.map_or(TERMINAL, |seat| seat.index() as i64)
    }

    /// The line of play that led here.
    pub(crate) fn line(&self) -> PyResult<LineOfPlay> {
        Ok(game::line(self.start.as_deref(), self.texts()?))
    }

    fn texts(&self) -> PyResult<Vec<String>> {
        let first = self.game.game.first_position(self.start.as_deref());
        let mut position = first.map_err(errors::bad_position)?;
        let mut texts = Vec::with_capacity(self.history.len());
        for &(_, action) in &self.history {
            texts.extend(position.action_text(action as usize));
            position.act(action as usize);
        }
        Ok(texts)
    }

    fn observed(&self, player: Option<i64>) -> PyResult<(Vec<u8>, [usize; 3])> {
        let seat = self.game.seat(player, self.position.turn())?;
        let (planes, (rows, columns)) = self.game.game.planes();
        let shape = [planes.len(), rows, columns];
        let mut numbers = vec![0; shape.iter().product()];
        self.position.observe(seat, &mut numbers);
        Ok((numbers, shape))
    }

    /// The last of one or two arguments: OpenSpiel names the player first.
    fn last_of<'py>(arguments: &Bound<'py, PyTuple>, what: &str) -> PyResult<Bound<'py, PyAny>> {
        match arguments.len() {
            1 | 2 => arguments.get_item(arguments.len() - 1),
            _ => Err(PyTypeError::new_err(format!(
                "give {what}, or a player and {what}"
            ))),
        }
    }
}
