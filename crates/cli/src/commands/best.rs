//! `papan best`

use crate::{
    input::{EnginesArguments, PositionArguments, ThreadsArguments, mistake},
    interrupt, output,
};
use anyhow::Result;
use clap::Args;
use papan_agents::{Playable, agents, games};
use papan_core::Opening;
use papan_search::{Limits, Live, PlainNumber, Progress, Unit, Value, Valued, Values, best_lines};
use serde::Serialize;

/// Ask an agent for its move, value and principal variation
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    at: PositionArguments,

    /// The agent with its parameters, such as negascout:depth=8 (papan agents lists them)
    agent: String,

    /// Give a value for every legal move, each found with the same share of the agent's nodes and
    /// time; = before a value: proven
    #[arg(long)]
    all: bool,

    /// Give the best K moves, each with its value and the line that is expected after it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    lines: Option<u16>,

    #[command(flatten)]
    threads: ThreadsArguments,

    #[command(flatten)]
    engines: EnginesArguments,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Write one JSON object: {"game", "agent", "move", "value", "unit", "line", "depth", "nodes",
    /// "seconds", "exact"}, "opening": {"code", "name"} where it has a name, "book" (as "lines")
    /// where the position is in the opening book, with --lines "lines": [{"move", "value", "line", "depth", "exact"}] and
    /// with --all "moves": [{"move", "value", "exact"}]; values are for the seat to move, in the
    /// unit "points" or "share" (of games won), exact ones are proven
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
    value: Option<PlainNumber>,
    unit: Option<Unit>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    exact: bool,
    /// What the opening book knows of the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    book: Vec<Line>,
    /// The last opening with a name on the way here.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Opening>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Line>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Judged>>,
}

#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    judged: Judged,
    line: Vec<String>,
    depth: u32,
}

#[derive(Serialize)]
struct Judged {
    #[serde(rename = "move")]
    played: String,
    value: PlainNumber,
    exact: bool,
}

impl Judged {
    /// As people read it.
    fn worth(&self) -> String {
        let proven = if self.exact { "=" } else { "" };
        format!("{proven}{}", self.value.0)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.engines.read_if_named()?;
    interrupt::end_at_once();
    let mut answer = games::visit(&arguments.at.game, Ask(arguments))??;
    answer.opening = arguments.at.open()?.1.opening().copied();
    if arguments.json {
        return output::json(&answer);
    }
    let mut text = answer.best.clone();
    if let Some(PlainNumber(value)) = answer.value {
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
    if let Some(opening) = answer.opening {
        text += &format!("opening {}\n", opening.name);
    }
    for (index, Line { judged, line, .. }) in answer.book.iter().enumerate() {
        let title = if index == 0 { "book" } else { "" };
        text += &format!("{title:<4} {:>7}  {}\n", judged.worth(), line.join(" "));
    }
    if !answer.book.is_empty() && (answer.lines.is_some() || answer.moves.is_some()) {
        text += "\n";
    }
    for Line { judged, line, .. } in answer.lines.iter().flatten() {
        text += &format!("{:>8}  {}\n", judged.worth(), line.join(" "));
    }
    if answer.lines.is_some() && answer.moves.is_some() {
        text += "\n";
    }
    for judged in answer.moves.iter().flatten() {
        text += &format!("{:>8}  {}\n", judged.worth(), judged.played);
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
        let threads = arguments.threads.count();
        let limits = Limits::NONE.and_live(&live).and_threads(threads);
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
        let (mut report, lines) = match arguments.lines {
            None => {
                let thought =
                    output::watched(&bar, told, || agent.think(&game, &position, &limits));
                (thought?, None)
            }
            Some(most) => {
                let found = output::watched(&bar, told, || {
                    agent.lines(&game, &position, &limits, most.into())
                });
                let (report, lines) = found?;
                (report, Some(opinions(arguments, "--lines", lines)?))
            }
        };
        let moves = match arguments.all {
            false => None,
            true => {
                agent.begin(&game, arguments.seed);
                let values =
                    output::watched(&bar, told, || agent.values(&game, &position, &limits));
                let values = opinions(arguments, "--all", values)?;
                let (compared, best) = best_lines(report, values, usize::MAX);
                report = compared;
                Some(best)
            }
        };
        let judged = |valued: &Valued<G::Move>| Judged {
            played: game.move_text(&position, valued.played),
            value: PlainNumber(valued.value),
            exact: valued.exact,
        };
        let line = |valued: &Valued<G::Move>| Line {
            judged: judged(valued),
            line: game.line_text(&position, &valued.line),
            depth: valued.depth,
        };
        let book = game.book(&position).iter().map(line).collect();
        let lines = lines.map(|lines| lines.iter().map(line).collect());
        let moves = moves.map(|moves| moves.iter().map(judged).collect());
        bar.finish_and_clear();
        Ok(Answer {
            game: game.name(),
            agent: arguments.agent.clone(),
            best: game.move_text(&position, report.best),
            value: report.value.map(PlainNumber),
            unit: report.value.map(Value::unit),
            line: game.line_text(&position, &report.principal_variation),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            exact: report.exact,
            book,
            opening: None,
            lines,
            moves,
        })
    }
}

/// What an agent says of moves, or that it says nothing.
fn opinions<M>(arguments: &Arguments, option: &str, values: Values<M>) -> Result<Values<M>> {
    if values.is_empty() {
        return mistake(format!(
            "{} has no opinion about moves: {option} needs an agent with values",
            arguments.agent
        ));
    }
    Ok(values)
}
