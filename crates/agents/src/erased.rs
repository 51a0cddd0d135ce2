//! Agents that are only known at run time: text in, text out, beside
//! [`AnyGame`](papan_core::AnyGame).

use crate::{Agent, Failure, Playable, agents, games};
use papan_core::{MoveError, PositionError, Seat, spec::SpecError};
use papan_search::{Limits, Value};
use std::fmt;

/// An agent with the game that it plays.
pub trait AnyAgent: Send {
    /// Chooses a move in the position after these moves, from a position or the usual start.
    /// The agent hears of all of them, as of a game that begins with this question.
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Thought, Refusal>;

    /// What the legal moves are worth to the seat to move, in the game's order; empty when
    /// the agent has no opinion.
    fn values(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Vec<(String, Value)>, Refusal>;
}

/// What an agent answers: a [`Report`](papan_search::Report) in text.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The seat to move.
    pub seat: Seat,
    /// The move.
    pub best: String,
    /// What it is worth to the seat that plays it, where the agent has an opinion.
    pub value: Option<Value>,
    /// What it expects to be played, the chosen move first.
    pub line: Vec<String>,
    /// How many plies ahead it looked.
    pub depth: u32,
    /// How many positions it looked at, or games it simulated.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether the value is that of the game itself, proven.
    pub exact: bool,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// The text of the position to start from describes none.
    Start(PositionError),
    /// A move, counted from 0, cannot be played.
    Move(usize, MoveError),
    /// The game is over: there is nothing to think about.
    Over,
    /// The agent failed, as only other programs do.
    Failed(Failure),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Start(error) => error.fmt(f),
            Refusal::Move(index, error) => write!(f, "move {}: {error}", index + 1),
            Refusal::Over => {
                f.write_str("the game is over in this position: there is no move to choose")
            }
            Refusal::Failed(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Refusal::Start(error) => Some(error),
            Refusal::Move(_, error) => Some(error),
            Refusal::Over => None,
            Refusal::Failed(failure) => Some(failure),
        }
    }
}

/// The agent that a text names, for the game that a text names. Its chance decisions follow
/// from `seed`.
///
/// ```
/// use papan_agents::erased::open_erased;
/// use papan_search::Limits;
///
/// let mut agent = open_erased("othello:size=4", "negascout:depth=4", 1).unwrap();
/// let thought = agent.think(None, &["b1".to_owned()], &Limits::NONE).unwrap();
/// assert_eq!((&thought.best, thought.depth), (&thought.line[0], 4));
/// ```
pub fn open_erased(game: &str, agent: &str, seed: u64) -> Result<Box<dyn AnyAgent>, SpecError> {
    struct Erase<'a> {
        agent: &'a str,
        seed: u64,
    }
    impl games::Visitor for Erase<'_> {
        type Output = Result<Box<dyn AnyAgent>, SpecError>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let agent = agents::open(&game, self.agent, self.seed)?;
            Ok(Box::new(Erased {
                agent,
                game,
                seed: self.seed,
            }))
        }
    }
    games::visit(game, Erase { agent, seed })?
}

struct Erased<G: Playable> {
    game: G,
    agent: Box<dyn Agent<G>>,
    seed: u64,
}

impl<G: Playable> Erased<G> {
    /// Tells the agent of a game until now. The seat is that to move.
    fn walk(
        &mut self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<(G::Position, Seat), Refusal> {
        let Erased { game, agent, seed } = self;
        let mut position = match start {
            None => game.start(),
            Some(text) => game.parse_position(text).map_err(Refusal::Start)?,
        };
        agent.begin(game, *seed);
        for (index, text) in moves.iter().enumerate() {
            let played = game.parse_move(&position, text);
            let played = played.map_err(|error| Refusal::Move(index, error))?;
            agent.observe(game, &position, played);
            game.play(&mut position, played);
        }
        let seat = game.turn(&position).ok_or(Refusal::Over)?;
        Ok((position, seat))
    }
}

impl<G: Playable> AnyAgent for Erased<G> {
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Thought, Refusal> {
        let (position, seat) = self.walk(start, moves)?;
        // Of a clock it may use a fair share.
        let share = limits.clock.map_or(Limits::NONE, |clock| {
            let grace = limits.grace.unwrap_or_default();
            clock.limits(&self.game, &position, seat, grace)
        });
        let limits = limits.within(&share);
        let report = self.agent.think(&self.game, &position, &limits);
        let report = report.map_err(Refusal::Failed)?;
        Ok(Thought {
            seat,
            best: self.game.move_text(&position, report.best),
            value: report.value,
            line: self.game.line_text(&position, &report.principal_variation),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            exact: report.exact,
        })
    }

    fn values(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Vec<(String, Value)>, Refusal> {
        let (position, _) = self.walk(start, moves)?;
        let values = self.agent.values(&self.game, &position, limits);
        let text = |(played, value)| (self.game.move_text(&position, played), value);
        Ok(values.into_iter().map(text).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn what_is_wrong_is_said() {
        let mut agent = open_erased("othello", "random", 1).unwrap();
        let refusal = agent.think(Some("no board"), &[], &Limits::NONE);
        assert!(matches!(refusal, Err(Refusal::Start(_))));
        let refusal = agent.think(None, &texts(&["d3", "a1"]), &Limits::NONE);
        assert!(matches!(refusal, Err(Refusal::Move(1, _))), "{refusal:?}");
        assert!(open_erased("othello", "randon", 1).is_err());
        assert!(open_erased("otello", "random", 1).is_err());
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let moves = texts(&["1"]);
        let mut agent = open_erased("congklak", "greedy", 1).unwrap();
        assert!(agent.think(None, &moves, &Limits::NONE).is_ok());
        let mut position = games::open("adjacency:rounds=1").unwrap().start();
        let mut played = Vec::new();
        while position.turn().is_some() {
            let text = position.moves()[0].clone();
            position.play(&text).unwrap();
            played.push(text);
        }
        let mut agent = open_erased("adjacency:rounds=1", "level:3", 1).unwrap();
        let refusal = agent.think(None, &played, &Limits::NONE).unwrap_err();
        assert_eq!(refusal, Refusal::Over);
        assert!(agent.values(None, &played, &Limits::NONE).is_err());
    }

    #[test]
    fn moves_and_values_are_those_of_the_typed_agent() {
        for game in ["othello", "blokus-duo", "congklak", "adjacency"] {
            let mut agent = open_erased(game, "greedy", 1).unwrap();
            let thought = agent.think(None, &[], &Limits::NONE).unwrap();
            let values = agent.values(None, &[], &Limits::NONE).unwrap();
            let legal = games::open(game).unwrap().start().moves();
            let listed: Vec<&String> = values.iter().map(|(played, _)| played).collect();
            assert_eq!(listed, legal.iter().collect::<Vec<_>>(), "{game}");
            let most = values.iter().map(|(_, value)| value.number());
            let most = most.fold(f64::MIN, f64::max);
            assert_eq!(thought.value.map(Value::number), Some(most), "{game}");
        }
    }
}
