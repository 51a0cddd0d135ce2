//! Sessions of agents that are only known at run time: text in, text out, beside
//! [`AnyGame`](papan_core::AnyGame).

use crate::{Failure, Playable, Solving, Unsolved, Values, agents, games};
use papan_core::{LineError, LineOfPlay, Seat, line, spec::SpecError};
use papan_search::{AgentSession, Limits, Report, Value};
use thiserror::Error;

/// A game in play with an agent: an [`AgentSession`] in text. It is told with each question
/// where the game is, and plays on from what it knows.
pub trait AnySession: Send {
    /// Chooses a move at the end of a line of play. Where the limits hold a clock, the agent
    /// has its [share](papan_search::Clock::share) for this move.
    fn think(&mut self, line: &LineOfPlay, limits: &Limits) -> Result<Thought, Refusal>;

    /// What the legal moves there are worth to the seat to move, in the game's order; empty
    /// when the agent has no opinion.
    fn values(&mut self, line: &LineOfPlay, limits: &Limits) -> Result<Values<String>, Refusal>;

    /// The move that it chooses there, and its `most` best moves with their lines, the best first:
    /// see [`Agent::lines`](crate::Agent::lines).
    fn lines(
        &mut self,
        line: &LineOfPlay,
        limits: &Limits,
        most: usize,
    ) -> Result<(Thought, Values<String>), Refusal>;

    /// About how many bytes the agent takes: see [`Agent::memory`](crate::Agent::memory).
    fn memory(&self) -> usize;
}

/// What an agent answers: a [`Report`] in text.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The seat to move.
    pub seat: Seat,
    /// The move.
    pub best: String,
    /// What it is worth to the seat that plays it, where the agent has an opinion.
    pub value: Option<Value>,
    /// What it expects to be played, the chosen move first.
    pub principal_variation: Vec<String>,
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
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Refusal {
    /// The line of play cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The game is over: there is nothing to think about.
    #[error("the game is over in this position: there is no move to choose")]
    Over,
    /// The agent failed, as only other programs do.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// A session of the agent that a text names, for the game that a text names. Its chance
/// decisions follow from `seed`.
///
/// ```
/// use papan_agents::erased::open_session;
/// use papan_core::LineOfPlay;
/// use papan_search::Limits;
///
/// let mut session = open_session("othello:size=4", "negascout:depth=4", 1).unwrap();
/// let thought = session.think(&LineOfPlay::moves(["b1"]), &Limits::NONE).unwrap();
/// assert_eq!((&thought.best, thought.depth), (&thought.principal_variation[0], 4));
/// ```
pub fn open_session(game: &str, agent: &str, seed: u64) -> Result<Box<dyn AnySession>, SpecError> {
    struct Open<'a> {
        agent: &'a str,
        seed: u64,
    }
    impl games::Visitor for Open<'_> {
        type Output = Result<Box<dyn AnySession>, SpecError>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let agent = agents::open(&game, self.agent, self.seed)?;
            Ok(Box::new(ErasedSession {
                session: AgentSession::new(game, agent, self.seed),
                line: LineOfPlay::default(),
            }))
        }
    }
    games::visit(game, Open { agent, seed })?
}

/// What an opening book knows of the end of a line of play: see [`Playable::book`].
///
/// ```
/// use papan_agents::erased::book;
/// use papan_core::LineOfPlay;
///
/// let known = book("othello", &LineOfPlay::moves(["f5"])).unwrap();
/// assert_eq!(known[0].line[0], known[0].played);
/// assert!(book("congklak", &LineOfPlay::default()).unwrap().is_empty());
/// ```
pub fn book(game: &str, line: &LineOfPlay) -> Result<Values<String>, BookRefusal> {
    struct Look<'a>(&'a LineOfPlay);
    impl games::Visitor for Look<'_> {
        type Output = Result<Values<String>, BookRefusal>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let position = self.0.walk(&game, |_, _| {})?;
            Ok(in_text(&game, &position, game.book(&position)))
        }
    }
    games::visit(game, Look(line))?
}

/// Why a book cannot be asked.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BookRefusal {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// The line of play cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// The exact value of the end of a line of play: see [`Playable::solve_as`].
///
/// ```
/// use papan_agents::{Solving, erased::solve};
/// use papan_core::LineOfPlay;
/// use papan_search::Limits;
///
/// let asked = Solving { limits: Limits::NONE, threads: 1, anyway: false, only_outcome: false };
/// let solved = solve("othello:size=4", &LineOfPlay::default(), &asked).unwrap();
/// assert_eq!(solved.value.unwrap().number(), -10.0);
/// assert!(solve("blokus-classic", &LineOfPlay::default(), &asked).is_err());
/// ```
pub fn solve(game: &str, line: &LineOfPlay, asked: &Solving) -> Result<Thought, SolveRefusal> {
    struct Solve<'a>(&'a LineOfPlay, &'a Solving);
    impl games::Visitor for Solve<'_> {
        type Output = Result<Thought, SolveRefusal>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let Solve(line, asked) = self;
            let position = line.walk(&game, |_, _| {})?;
            let seat = game.turn(&position).ok_or(SolveRefusal::Over)?;
            let report = game.solve_as(&position, asked, &mut |_| {})?;
            Ok(thought(&game, &position, seat, report))
        }
    }
    games::visit(game, Solve(line, asked))?
}

/// Why a position is not solved.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SolveRefusal {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// The line of play cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The game is over.
    #[error("the game is over in this position: there is nothing to solve")]
    Over,
    /// It takes more than was allowed.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
}

/// A report in the words of a game.
fn thought<G: Playable>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    report: Report<G::Move>,
) -> Thought {
    Thought {
        seat,
        best: game.move_text(position, report.best),
        value: report.value,
        principal_variation: game.line_text(position, &report.principal_variation),
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
        exact: report.exact,
    }
}

/// Values in the words of a game.
fn in_text<G: Playable>(
    game: &G,
    position: &G::Position,
    values: Values<G::Move>,
) -> Values<String> {
    let write = |played, line: Vec<G::Move>| {
        let text = game.move_text(position, played);
        (text, game.line_text(position, &line))
    };
    let written = values.into_iter().map(|valued| valued.written(write));
    written.collect()
}

struct ErasedSession<G: Playable> {
    session: AgentSession<G>,
    /// The game of the session in the words that it was told in.
    line: LineOfPlay,
}

impl<G: Playable> ErasedSession<G> {
    /// Plays on to the end of a line. The seat is that to move.
    fn follow(&mut self, line: &LineOfPlay) -> Result<Seat, Refusal> {
        let ErasedSession {
            session,
            line: told,
        } = self;
        let mut known = 0;
        if told.start == line.start {
            let same = told.moves.iter().zip(&line.moves);
            known = same.take_while(|(told, text)| told == text).count();
        } else {
            let first = line::first_position(session.game(), line.start.as_deref());
            session.begin_at(first.map_err(|error| Refusal::Line(error.into()))?);
            told.start.clone_from(&line.start);
        }
        session.cut(known);
        told.moves.truncate(known);
        let new = &line.moves[known..];
        let mut moves = Vec::with_capacity(new.len());
        let last = line::walk_from(session.game(), *session.position(), new, |_, played| {
            moves.push(played);
        });
        last.map_err(|mut error| {
            if let LineError::Move { number, .. } = &mut error {
                *number += known;
            }
            Refusal::Line(error)
        })?;
        for played in moves {
            session.play(played);
        }
        told.moves.extend_from_slice(new);
        let turn = session.game().turn(session.position());
        turn.ok_or(Refusal::Over)
    }

    /// An answer about the position now, in text.
    fn thought(&self, seat: Seat, report: Report<G::Move>) -> Thought {
        thought(self.session.game(), self.session.position(), seat, report)
    }

    fn in_text(&self, values: Values<G::Move>) -> Values<String> {
        in_text(self.session.game(), self.session.position(), values)
    }
}

impl<G: Playable> AnySession for ErasedSession<G> {
    fn think(&mut self, line: &LineOfPlay, limits: &Limits) -> Result<Thought, Refusal> {
        let seat = self.follow(line)?;
        let session = &mut self.session;
        let share = limits.clock.map_or(Limits::NONE, |clock| {
            let grace = limits.grace.unwrap_or_default();
            clock.limits(session.game(), session.position(), seat, grace)
        });
        let report = session.think(&limits.within(&share));
        let report = report.map_err(Refusal::Failed)?;
        Ok(self.thought(seat, report))
    }

    fn values(&mut self, line: &LineOfPlay, limits: &Limits) -> Result<Values<String>, Refusal> {
        self.follow(line)?;
        let values = self.session.values(limits);
        Ok(self.in_text(values))
    }

    fn lines(
        &mut self,
        line: &LineOfPlay,
        limits: &Limits,
        most: usize,
    ) -> Result<(Thought, Values<String>), Refusal> {
        let seat = self.follow(line)?;
        let lines = self.session.lines(limits, most);
        let (report, lines) = lines.map_err(Refusal::Failed)?;
        Ok((self.thought(seat, report), self.in_text(lines)))
    }

    fn memory(&self) -> usize {
        self.session.agent().memory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::AnyGame;

    #[test]
    fn what_is_wrong_is_said() {
        let mut session = open_session("othello", "random", 1).unwrap();
        let nowhere = LineOfPlay {
            start: Some("no board".to_owned()),
            ..LineOfPlay::default()
        };
        let refusal = session.think(&nowhere, &Limits::NONE);
        assert!(matches!(refusal, Err(Refusal::Line(LineError::Start(_)))));
        let good = LineOfPlay::moves(["d3"]);
        assert!(session.think(&good, &Limits::NONE).is_ok());
        // The number is that of the whole line, also behind moves that are known.
        let refusal = session.think(&LineOfPlay::moves(["d3", "a1"]), &Limits::NONE);
        assert!(
            matches!(
                refusal,
                Err(Refusal::Line(LineError::Move { number: 2, .. }))
            ),
            "{refusal:?}"
        );
        assert!(session.think(&good, &Limits::NONE).is_ok());
        assert!(open_session("othello", "randon", 1).is_err());
        assert!(open_session("otello", "random", 1).is_err());
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let mut session = open_session("congklak", "greedy", 1).unwrap();
        assert!(
            session
                .think(&LineOfPlay::moves(["1"]), &Limits::NONE)
                .is_ok()
        );
        let mut position = games::open("adjacency:rounds=1").unwrap().start();
        let mut line = LineOfPlay::default();
        while position.turn().is_some() {
            let text = position.moves()[0].clone();
            line.moves.push(position.advance(&text).unwrap());
        }
        let mut session = open_session("adjacency:rounds=1", "level:3", 1).unwrap();
        let refusal = session.think(&line, &Limits::NONE).unwrap_err();
        assert_eq!(refusal, Refusal::Over);
        assert!(session.values(&line, &Limits::NONE).is_err());
    }

    #[test]
    fn moves_and_values_are_those_of_the_typed_agent() {
        for game in ["othello", "blokus-duo", "congklak", "adjacency"] {
            let mut session = open_session(game, "greedy", 1).unwrap();
            let start = LineOfPlay::default();
            let thought = session.think(&start, &Limits::NONE).unwrap();
            let values = session.values(&start, &Limits::NONE).unwrap();
            let legal = games::open(game).unwrap().start().moves();
            let listed: Vec<&String> = values.iter().map(|valued| &valued.played).collect();
            assert_eq!(listed, legal.iter().collect::<Vec<_>>(), "{game}");
            let most = values.iter().map(|valued| valued.value.number());
            let most = most.fold(f64::MIN, f64::max);
            assert_eq!(thought.value.map(Value::number), Some(most), "{game}");
            let (thought, lines) = session.lines(&start, &Limits::NONE, 2).unwrap();
            assert_eq!(
                (lines.len(), &lines[0].played),
                (2, &thought.best),
                "{game}"
            );
            assert!(lines[0].value.number() == most && lines[1].value.number() <= most);
            assert_eq!(lines[1].line[0], lines[1].played);
        }
    }

    /// The game as an agent plays it against itself, at most `plies` of it. Before every
    /// `reopen`-th move the session is closed and opened again.
    fn play(game: &dyn AnyGame, agent: &str, plies: usize, reopen: usize) -> LineOfPlay {
        let open = || open_session(&game.name(), agent, 7).unwrap();
        let mut session = open();
        let mut line = LineOfPlay::default();
        let mut position = game.start();
        while position.turn().is_some() && line.moves.len() < plies {
            if line.moves.len() % reopen == reopen - 1 {
                session = open();
            }
            let thought = session.think(&line, &Limits::NONE).unwrap();
            line.moves.push(position.advance(&thought.best).unwrap());
        }
        line
    }

    #[test]
    fn undo_restart_and_reopening_change_no_move_of_agents_without_time() {
        for name in [
            "othello:size=6",
            "blokus-duo",
            "blokus-classic-3:size=8",
            "congklak",
            "kalah",
            "adjacency:rounds=6",
        ] {
            let game = games::open(name).unwrap();
            let mut agents = vec![
                "random",
                "greedy",
                "level:2,divisor=8",
                "level:5,divisor=64",
                "mcts:nodes=60",
                "maxn:depth=1",
            ];
            if game.seats() == 2 {
                agents.extend(["negascout:depth=2,vary=5", "alphabeta:depth=none,nodes=300"]);
            }
            for agent in agents {
                let line = play(&*game, agent, 24, usize::MAX);
                for reopen in [1, 5] {
                    assert_eq!(play(&*game, agent, 24, reopen), line, "{name} {agent}");
                }
                // Back and forth: each move again, in any order.
                let mut session = open_session(name, agent, 7).unwrap();
                let plies = line.moves.len();
                for step in 0..2 * plies {
                    let ply = step * 7 % plies;
                    let until = LineOfPlay::moves(&line.moves[..ply]);
                    let thought = session.think(&until, &Limits::NONE).unwrap();
                    assert_eq!(thought.best, line.moves[ply], "{name} {agent} {ply}");
                }
            }
        }
    }

    #[test]
    fn an_agent_that_only_time_limits_remembers() {
        let remembers = |agent: &str| {
            let game = papan_othello::Othello::new();
            agents::open(&game, agent, 1).unwrap().remembers()
        };
        assert!(remembers("negascout:depth=none,time=10ms"));
        assert!(remembers("mcts:time=10ms"));
        for agent in [
            "level:9",
            "level:1,time=10ms",
            "random",
            "negascout:depth=4,time=1s",
        ] {
            assert!(!remembers(agent), "{agent}");
        }
    }

    #[test]
    fn large_tables_are_counted() {
        for (game, agent, least) in [
            ("othello", "negascout:depth=2,table=16", 8 << 20),
            ("othello", "patterns", 8 << 20),
            ("othello", "level:9", 16 << 20),
            ("blokus-duo", "explorer:time=1s", 40 << 20),
            ("congklak", "planner:time=1s", 16 << 20),
            ("adjacency", "stable:time=1s", 16 << 20),
            ("kalah", "mcts:time=1s", 40 << 20),
        ] {
            let memory = open_session(game, agent, 1).unwrap().memory();
            assert!(
                (least..=100 << 20).contains(&memory),
                "{game} {agent} {memory}"
            );
        }
        for agent in ["random", "level:1"] {
            let memory = open_session("blokus-duo", agent, 1).unwrap().memory();
            assert!(memory < 8 << 20, "{agent} {memory}");
        }
    }
}
