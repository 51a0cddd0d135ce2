//! Questions and their answers.

use super::{Part, Progress, TIMES};
use crate::{
    error::ApiError,
    runtime::Instant,
    value::{PositionValue, Scale},
};
use papan_agents::{
    Playable, agents,
    erased::{AnySession, Refusal},
    games::{self, Visitor},
};
use papan_core::{LineOfPlay, Seat, spec::SpecError};
use papan_search::{Clock, Limits, Live, Stop};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The most megabytes that an agent may be asked to remember positions in.
pub(crate) const TABLE: u64 = 64;

/// What an agent is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The game with its parameters.
    pub game: String,
    /// Where the game is.
    pub line: LineOfPlay,
    /// The agent with its parameters.
    pub agent: String,
    /// Whom it is for: each has a session of its own.
    pub part: Part,
    /// What chance follows from in this game: see [`AgentSession`](papan_search::AgentSession).
    pub seed: u64,
    /// How long it may think; without it the agent's own limits hold.
    pub time: Option<Duration>,
    /// The clock of the game, of which it may use a fair share.
    #[serde(with = "super::clock")]
    pub clock: Option<Clock>,
    /// What is asked for.
    pub want: Want,
}

/// What is asked for: a move, values, or both, each with half of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Want {
    /// How many of the best moves with their lines; with one it is the move, with none there is
    /// no move.
    pub lines: usize,
    /// A value of each legal move.
    pub values: bool,
}

impl Want {
    /// A move.
    pub const MOVE: Want = Want {
        lines: 1,
        values: false,
    };
    /// A value of each legal move.
    pub const VALUES: Want = Want {
        lines: 0,
        values: true,
    };
    /// A move, and a value of each.
    pub const BOTH: Want = Want {
        lines: 1,
        values: true,
    };
}

/// What an agent answers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// Its move, where that was asked for.
    pub found: Option<Found>,
    /// The best moves with their lines, where several were asked for; empty when the agent has no
    /// opinion about single moves.
    pub lines: Vec<ValuedLine>,
    /// The values in the order of the game, where they were asked for; empty when the agent
    /// has no opinion.
    pub values: Option<Vec<Valued>>,
}

/// A move that an agent chose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The seat to move.
    pub seat: Seat,
    /// The move.
    pub best: String,
    /// What it knows of the position.
    pub known: Progress,
}

/// A move with its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ValuedMove"))]
pub struct Valued {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth to the seat that plays it.
    pub worth: PositionValue,
}

impl Valued {
    fn of(valued: papan_agents::Valued<String>, scale: Scale) -> Valued {
        Valued {
            worth: scale.value(valued.value, valued.exact),
            played: valued.played,
        }
    }
}

/// A move with its value, and the line that is expected after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ValuedLine {
    /// The move.
    #[serde(flatten)]
    pub valued: Valued,
    /// What is expected to be played, the move itself first.
    pub line: Vec<String>,
    /// How many plies ahead was looked.
    pub depth: u32,
}

impl ValuedLine {
    pub(crate) fn of(line: papan_agents::Valued<String>, scale: Scale) -> ValuedLine {
        ValuedLine {
            depth: line.depth,
            line: line.line.clone(),
            valued: Valued::of(line, scale),
        }
    }
}

/// How a question may be thought about.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// Ends the thinking.
    pub stop: &'a Stop,
    /// How long it was thought about before.
    pub spent: Duration,
    /// How many threads may think about it.
    pub threads: usize,
}

impl Question {
    /// What the agent that judges analyses is asked about the end of a line.
    pub(crate) fn advice(
        game: &str,
        line: LineOfPlay,
        seed: u64,
        time: Duration,
        want: Want,
    ) -> Result<Question, SpecError> {
        Ok(Question {
            agent: games::analysis_agent(game)?.to_owned(),
            game: game.to_owned(),
            line,
            part: Part::Adviser,
            seed,
            time: Some(time),
            clock: None,
            want,
        })
    }

    /// What must never begin to think.
    pub fn check(&self) -> Result<(), ApiError> {
        refuse_programs(&self.agent)
    }

    /// Thinks, as long as it has not yet thought about this question. The time begins now.
    pub fn answer(
        &self,
        session: &mut dyn AnySession,
        attempt: &Attempt<'_>,
        live: &Live,
    ) -> Result<Reply, ApiError> {
        let scale = Scale::of(&self.game, &self.agent)?;
        let (least, most) = TIMES;
        let time = self.time.unwrap_or(most).clamp(least, most);
        let time = time.saturating_sub(attempt.spent).max(least);
        let limits = Limits {
            clock: self.clock,
            ..Limits::time(time)
                .and_stop(attempt.stop)
                .and_live(live)
                .and_threads(attempt.threads)
        };
        let begin = Instant::now();
        let mut reply = Reply::default();
        if self.want.lines > 0 {
            let part = if self.want.values { 2 } else { 1 };
            let limits = limits.clone().and_time(time / part);
            let (found, lines) = self.think(session, scale, &limits)?;
            (reply.found, reply.lines) = (Some(found), lines);
        }
        if self.want.values {
            let limits = limits.and_time(time.saturating_sub(begin.elapsed()).max(least));
            reply.values = Some(self.values(session, scale, &limits)?);
        }
        Ok(reply)
    }

    fn think(
        &self,
        session: &mut dyn AnySession,
        scale: Scale,
        limits: &Limits,
    ) -> Result<(Found, Vec<ValuedLine>), ApiError> {
        let answer = match self.want.lines {
            1 => session
                .think(&self.line, limits)
                .map(|thought| (thought, Vec::new())),
            most => session.lines(&self.line, limits, most),
        };
        let (thought, lines) = answer.map_err(refused)?;
        let worth = |value| scale.value(value, thought.exact);
        let found = Found {
            seat: thought.seat,
            best: thought.best.clone(),
            known: Progress {
                worth: thought.value.map(worth),
                best: Some(thought.best),
                line: thought.principal_variation,
                depth: thought.depth,
                nodes: thought.nodes,
                seconds: thought.seconds,
            },
        };
        let shown = lines.into_iter().map(|line| ValuedLine::of(line, scale));
        Ok((found, shown.collect()))
    }

    fn values(
        &self,
        session: &mut dyn AnySession,
        scale: Scale,
        limits: &Limits,
    ) -> Result<Vec<Valued>, ApiError> {
        let values = session.values(&self.line, limits);
        let values = values.map_err(refused)?.into_iter();
        Ok(values.map(|valued| Valued::of(valued, scale)).collect())
    }
}

/// A refusal of a question as the page is told.
fn refused(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::Line(error) => error.into(),
        Refusal::Over => ApiError::bad("over", refusal.to_string()),
        Refusal::Failed(failure) => ApiError::internal(failure),
    }
}

/// An agent's text in its shortest form, or why it may not play that game here.
pub fn check_agent(game: &str, agent: &str) -> Result<String, ApiError> {
    struct Canonical<'a>(&'a str);
    impl Visitor for Canonical<'_> {
        type Output = Result<String, SpecError>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            agents::canonical(&game, self.0)
        }
    }
    refuse_programs(agent)?;
    Ok(games::visit(game, Canonical(agent))??)
}

/// Agents that start other programs, or take much memory, are for the command line: a page
/// may be open to anyone.
fn refuse_programs(agent: &str) -> Result<(), ApiError> {
    if let Some(entry) = agents::kind_of_program(agent) {
        if agents::PROGRAMS.is_empty() {
            let text = "other programs can be started only where papan itself is one";
            return Err(ApiError::new(501, "server-only", text));
        }
        return Err(ApiError::forbidden(
            "program",
            format!(
                "{} starts another program, which the page may not do: name one of Papan's agents",
                entry.name
            ),
        ));
    }
    for piece in agent.split([':', ',']) {
        let Some((name, value)) = piece.split_once('=') else {
            continue;
        };
        let (name, value) = (name.trim(), value.trim());
        let is_above = |most| value.parse::<u64>().is_ok_and(|value| value > most);
        if name.eq_ignore_ascii_case("table") && is_above(TABLE) {
            return Err(ApiError::bad(
                "memory",
                format!("table={value} is too much here: up to {TABLE} megabytes"),
            )
            .with("most", TABLE));
        }
        if name.eq_ignore_ascii_case("threads") && is_above(1) {
            return Err(ApiError::bad(
                "threads",
                format!("threads={value} is too much here: whoever plays has one thread"),
            ));
        }
    }
    Ok(())
}
