//! `papan best`

use crate::{
    input::{EnginesArguments, PositionArguments, mistake},
    interrupt, output,
};
use anyhow::Result;
use clap::Args;
use papan_agents::{Playable, agents, games};
use papan_search::{Limits, Live, Progress, Value};
use serde::Serialize;

/// Ask an agent for its move, value and principal variation
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    at: PositionArguments,

    /// The agent with its parameters, such as negascout:depth=8 (papan agents lists them)
    agent: String,

    /// Give a value for every legal move, each found with the same share of the agent's nodes and
    /// time
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    engines: EnginesArguments,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Write one JSON object: {"game", "agent", "move", "value", "line", "depth", "nodes",
    /// "seconds", "exact"}, and with --all "moves": [{"move", "value"}]; values are for the
    /// seat to move
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    agent: String,
    #[serde(rename = "move")]
    best: String,
    /// `null` when the agent has no opinion.
    value: Option<Value>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Valued>>,
}

#[derive(Serialize)]
struct Valued {
    #[serde(rename = "move")]
    played: String,
    value: Value,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.engines.read_if_named()?;
    interrupt::end_at_once();
    let answer = games::visit(&arguments.at.game, Ask(arguments))??;
    if arguments.json {
        return output::json(&answer);
    }
    let mut text = answer.best.clone();
    if let Some(value) = answer.value {
        let exact = if answer.exact { ", proven" } else { "" };
        text += &format!("  value {value}{exact}");
    }
    text += &format!(
        "\nline   {}\ndepth  {}\nnodes  {}\ntime   {:.3} s\n",
        answer.line.join(" "),
        answer.depth,
        answer.nodes,
        answer.seconds
    );
    if let Some(mut moves) = answer.moves {
        moves.sort_by(|left, right| right.value.number().total_cmp(&left.value.number()));
        for Valued { played, value } in moves {
            text += &format!("{:>8}  {played}\n", value.to_string());
        }
    }
    output::text(&text)
}

struct Ask<'a>(&'a Arguments);

impl games::Visitor for Ask<'_> {
    type Output = Result<Answer>;

    fn visit<G: Playable>(self, game: G) -> Result<Answer> {
        let Ask(arguments) = self;
        // From before the agent is opened: a large table takes its time.
        let bar = output::spinner();
        let live = Live::new();
        let limits = Limits::NONE.and_live(&live);
        let told = || match live.read() {
            Progress { nodes: 0, .. } => String::new(),
            Progress { nodes, depth, .. } => format!("depth {depth}, {nodes} nodes"),
        };
        let mut agent = agents::open(&game, &arguments.agent, arguments.seed)?;
        agent.begin(&game, arguments.seed);
        let line = arguments.at.line();
        let position = line.walk(&game, |before, played| agent.observe(&game, before, played))?;
        if game.turn(&position).is_none() {
            return mistake("the game is over in this position: there is no move to choose");
        }
        let thought = output::watched(&bar, told, || agent.think(&game, &position, &limits));
        let mut report = thought?;
        let moves = match arguments.all {
            false => None,
            true => {
                agent.begin(&game, arguments.seed);
                let values =
                    output::watched(&bar, told, || agent.values(&game, &position, &limits));
                if values.is_empty() {
                    return mistake(format!(
                        "{} has no opinion about moves: --all needs an agent with values",
                        arguments.agent
                    ));
                }
                // A move has one value: that which can be compared with those of the others, for
                // which the agent has the same share of its nodes and time.
                let chosen = values.iter().find(|(played, _)| *played == report.best);
                if let Some(&(_, value)) = chosen {
                    report.exact &= report.value == Some(value);
                    report.value = Some(value);
                }
                let valued = |(played, value)| Valued {
                    played: game.move_text(&position, played),
                    value,
                };
                Some(values.into_iter().map(valued).collect())
            }
        };
        bar.finish_and_clear();
        Ok(Answer {
            game: game.name(),
            agent: arguments.agent.clone(),
            best: game.move_text(&position, report.best),
            value: report.value,
            line: game.line_text(&position, &report.principal_variation),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            exact: report.exact,
            moves,
        })
    }
}
