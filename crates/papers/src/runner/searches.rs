//! Agents asked in positions.

use super::{RowError, Task, judge_claim};
use crate::{
    data::{Compare, Figure},
    estimate::{Estimate, verdict},
    result::{MatchIf, RowResult, rounded},
};
use papan_agents::{Playable, agents, games};
use papan_core::line;
use papan_search::{Limits, Report};
use serde_json::{Map, Value};
use web_time::Instant;

/// How often the same search is repeated, to measure its time.
const RUNS: usize = 3;

/// What an agent answered in one or several positions.
struct Answers {
    moves: Vec<String>,
    values: Vec<Value>,
    nodes: u64,
    seconds: f64,
}

/// Asks the agent of a row. With several positions, numbers are added up. A claim is that
/// the values are those of the first row, the measure, found with fewer nodes.
pub(super) fn run(
    task: &Task,
    first: Option<&RowResult>,
    result: &mut RowResult,
) -> Result<(), RowError> {
    let agent = task.agents()?.first().cloned().unwrap_or_default();
    let positions = positions(task);
    let question = AskAgent {
        task,
        agent: &agent,
        positions: &positions,
    };
    let answers = games::visit(task.game()?, question)??;
    let nodes = Estimate::exact(answers.nodes as f64);
    result.figures.insert(Figure::Nodes, nodes);
    let seconds = Estimate::exact(answers.seconds);
    result.figures.insert(Figure::Seconds, seconds);
    result.detail("agent", agent);
    result.detail("nodes", answers.nodes);
    result.detail("seconds", answers.seconds);
    if let [position] = &positions[..] {
        result.detail("position", position.as_deref());
        for (name, value) in facts(&answers) {
            result.detail(&name, value);
        }
    } else {
        result.detail("values", answers.values.as_slice());
    }
    result.measured = match (&result.published, task.settings.figure) {
        (_, Some(Figure::Nodes)) => answers.nodes.into(),
        (_, Some(Figure::Seconds)) => rounded(answers.seconds),
        (Value::Object(published), _) => {
            let mut facts = facts(&answers);
            facts.retain(|name, _| published.contains_key(name));
            facts.into()
        }
        _ => answers.values.first().cloned().unwrap_or(Value::Null),
    };
    match task.row.compare {
        Compare::Measure => {}
        Compare::Claim if result.match_if.is_some() => {
            let figure = task.settings.figure.unwrap_or(Figure::Nodes);
            let Some(&estimate) = result.figures.get(&figure) else {
                return Err(RowError::Other(format!(
                    "a search has no figure {figure:?}"
                )));
            };
            judge_claim(task.row, estimate, result);
        }
        Compare::Claim => {
            let Some(first) = first else {
                return Err(RowError::Other("there is no measure".to_owned()));
            };
            let known = !answers.values.contains(&Value::Null);
            let same = known && first.values == answers.values;
            let most = first.details["nodes"].as_u64();
            let fewer = most > Some(answers.nodes);
            result.match_if = most.map(|nodes| MatchIf::Below(nodes as f64));
            result.verdict = Some(verdict(same && fewer));
        }
        _ => task.judge_exactly(result),
    }
    result.values = answers.values;
    Ok(())
}

/// The positions of a row; nothing is where the game begins.
fn positions(task: &Task) -> Vec<Option<String>> {
    let named = &task.experiment.positions;
    match &task.row.position {
        Some(name) => vec![Some(named.get(name).unwrap_or(name).clone())],
        None if named.is_empty() => vec![None],
        None => named.values().cloned().map(Some).collect(),
    }
}

/// What is known of a single answer, in the papers' ways of writing it too: congklak's
/// holes count from 0, Othello's squares from 0 to 63.
fn facts(answers: &Answers) -> Map<String, Value> {
    let mut facts = Map::new();
    let (Some(played), Some(value)) = (answers.moves.first(), answers.values.first()) else {
        return facts;
    };
    facts.insert("move".to_owned(), played.as_str().into());
    facts.insert("value".to_owned(), value.clone());
    if let Ok(column) = played.parse::<u32>() {
        facts.insert("hole".to_owned(), column.saturating_sub(1).into());
    }
    if let &[column @ b'a'..=b'h', row @ b'1'..=b'8'] = played.as_bytes() {
        let square = u32::from(row - b'1') * 8 + u32::from(column - b'a');
        facts.insert("square".to_owned(), square.into());
    }
    facts
}

struct AskAgent<'a> {
    task: &'a Task<'a>,
    agent: &'a str,
    positions: &'a [Option<String>],
}

impl games::Visitor for AskAgent<'_> {
    type Output = Result<Answers, RowError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut answers = Answers {
            moves: Vec::new(),
            values: Vec::new(),
            nodes: 0,
            seconds: 0.0,
        };
        for text in self.positions {
            let moves = self.task.row.moves.as_deref().unwrap_or_default();
            let moves = moves.split_whitespace();
            let position = line::walk(&game, text.as_deref(), moves, |_, _| {})?;
            if game.turn(&position).is_none() {
                return Err(RowError::Other("the game is over there".to_owned()));
            }
            let (report, seconds) = fastest(&game, self.agent, self.task.seed, &position)?;
            answers.seconds += seconds;
            answers.nodes += report.nodes;
            answers.moves.push(game.move_text(&position, report.best));
            let value = report.value.map(|value| rounded(value.number()));
            answers.values.push(value.unwrap_or(Value::Null));
        }
        Ok(answers)
    }
}

/// What a fresh agent answers. The fastest of several runs says most about the search and
/// least about the machine; all of them find the same.
fn fastest<G: Playable>(
    game: &G,
    agent: &str,
    seed: u64,
    position: &G::Position,
) -> Result<(Report<G::Move>, f64), RowError> {
    let ask = || -> Result<(Report<G::Move>, f64), RowError> {
        let mut agent = agents::open(game, agent, seed)?;
        agent.begin(game, seed);
        let begin = Instant::now();
        let report = agent.think(game, position, &Limits::NONE)?;
        Ok((report, begin.elapsed().as_secs_f64()))
    };
    let mut best = ask()?;
    for _ in 1..RUNS {
        let again = ask()?;
        if again.1 < best.1 {
            best = again;
        }
    }
    Ok(best)
}
