//! `papan agents`

use crate::output;
use anyhow::Result;
use clap::Args;
use papan_agents::{
    AgentInfo, EvaluationInfo, Playable, agents, games,
    ratings::{self, Rating},
};
use papan_core::spec::Entry;
use serde::Serialize;

/// List the agents with their parameters
///
/// An agent is named with its parameters, as in random, minimax:depth=4, mcts:time=1s or
/// level:7.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only those that play this game, with its evaluations
    game: Option<String>,

    /// Write one JSON object: {"agents": [{"name", "summary", "parameters", "game"}],
    /// "evaluations": [{"name", "summary", "game"}], "levels": [{"game", "ratings"}]}
    #[arg(long, conflicts_with = "markdown")]
    json: bool,

    /// Write the list as a page of documentation: docs/agents.md is made so
    #[arg(long)]
    markdown: bool,
}

/// An agent or an evaluation with the game that it belongs to; `None` for all games.
#[derive(Serialize)]
struct Listed<T> {
    #[serde(flatten)]
    item: T,
    game: Option<String>,
}

#[derive(Serialize)]
struct List {
    agents: Vec<Listed<Entry>>,
    evaluations: Vec<Listed<EvaluationInfo>>,
    levels: Vec<Levels>,
}

/// The measured ratings of the levels of a game.
#[derive(Serialize)]
struct Levels {
    game: &'static str,
    ratings: &'static [Rating],
}

/// What one game adds to the list.
struct Own {
    agents: Vec<AgentInfo>,
    evaluations: Vec<EvaluationInfo>,
    seats: usize,
}

struct Ask;

impl games::Visitor for Ask {
    type Output = Own;

    fn visit<G: Playable>(self, game: G) -> Own {
        Own {
            agents: G::AGENTS.iter().map(|agent| agent.info).collect(),
            evaluations: G::EVALUATIONS.iter().map(|entry| entry.info).collect(),
            seats: game.seats(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let list = list(arguments.game.as_deref())?;
    if arguments.json {
        return output::json(&list);
    }
    if arguments.markdown {
        return output::text(&markdown(&list));
    }
    let mut text = String::new();
    let mut last: Option<&Option<String>> = None;
    for Listed { item, game } in &list.agents {
        if last != Some(game) {
            text += &match game {
                None => "every game\n".to_owned(),
                Some(game) => format!("\n{game}\n"),
            };
            last = Some(game);
        }
        text += &format!("  {:<28} {}\n", item.name, item.summary);
        for parameter in item.parameters {
            text += &format!(
                "      {}\n          {} (default {})\n",
                parameter.form(),
                parameter.summary,
                parameter.default
            );
        }
    }
    if !list.levels.is_empty() {
        text += "\nlevels in Elo above random, which has 0 (docs/levels.md)\n";
    }
    for Levels { game, ratings } in &list.levels {
        let shown: Vec<String> = ratings.iter().map(|of| format!("{:>5}", of.elo)).collect();
        text += &format!("  {game:<30}{}\n", shown.join(""));
    }
    text += "\nevaluations, for eval=\n";
    for Listed { item, game } in &list.evaluations {
        let game = game.as_deref().unwrap_or_default();
        text += &format!("  {:<18} {game:<12} {}\n", item.name, item.summary);
    }
    output::text(&text)
}

fn markdown(list: &List) -> String {
    let mut text = "# Agents\n\nMade by `papan agents --markdown`; a test keeps it current. An agent is \
        named with its\nparameters, as in `random`, `minimax:depth=4`, `mcts:time=1s` or `level:7`, the \
        same way\neverywhere. A value in the first column without a name stands alone behind the colon.\n"
        .to_owned();
    // A bar would end the cell of a table.
    let cell = |text: &str| text.replace('|', "\\|");
    let mut last: Option<&Option<String>> = None;
    for Listed { item, game } in &list.agents {
        if last != Some(game) {
            let heading = game.as_deref().unwrap_or("every game they can");
            text += &format!("\n## Those who play {heading}\n");
            last = Some(game);
        }
        text += &format!("\n### `{}`\n\n{}.\n", item.name, item.summary);
        if !item.parameters.is_empty() {
            text += "\n| parameter | default | meaning |\n|---|---|---|\n";
        }
        for parameter in item.parameters {
            text += &format!(
                "| `{}` | `{}` | {} |\n",
                cell(&parameter.form()),
                parameter.default,
                cell(parameter.summary)
            );
        }
    }
    let measured = list.levels.iter().map(|levels| levels.ratings.len()).max();
    let measured = measured.unwrap_or_default();
    text += "\n## Levels\n\nWhat levels are worth in Elo above `random`, which has 0, with 95% \
        intervals; measured by\n`tournaments/levels.toml` ([levels.md](levels.md)). Higher levels have \
        not been measured on this scale.\n\n| game |";
    text.extend((1..=measured).map(|level| format!(" {level} |")));
    text += &format!("\n|{}\n", "---|".repeat(measured + 1));
    for Levels { game, ratings } in &list.levels {
        text += &format!("| {game} |");
        text.extend(
            ratings
                .iter()
                .map(|of| format!(" {} ±{} |", of.elo, (of.high - of.low + 1) / 2)),
        );
        text += "\n";
    }
    text += "\n## Evaluations\n\nWhat `eval=` may name; the first of a game is its default.\n\n";
    text += "| game | name | meaning |\n|---|---|---|\n";
    for Listed { item, game } in &list.evaluations {
        let game = game.as_deref().unwrap_or_default();
        text += &format!("| {game} | `{}` | {} |\n", item.name, cell(item.summary));
    }
    text
}

fn list(game: Option<&str>) -> Result<List> {
    let names: Vec<&str> = match game {
        Some(game) => vec![game],
        None => games::representatives().collect(),
    };
    let mut list = List {
        agents: Vec::new(),
        evaluations: Vec::new(),
        levels: Vec::new(),
    };
    let asked = game.map(games::open).transpose()?.map(|game| game.name());
    for rated in ratings::all() {
        if asked.as_ref().is_none_or(|asked| *asked == rated.game) {
            list.levels.push(Levels {
                game: &rated.game,
                ratings: &rated.levels,
            });
        }
    }
    let mut owns = Vec::new();
    for name in names {
        owns.push((name.to_owned(), games::visit(name, Ask)?));
    }
    // With more than two seats some of them do not play.
    let plays = |info: &&AgentInfo| {
        let mut seats = owns.iter().map(|(_, own)| own.seats);
        game.is_none() || seats.any(|seats| info.needs.allow(seats))
    };
    let generic = agents::generic().filter(plays).map(|info| info.entry);
    let programs = agents::PROGRAMS.iter().copied();
    let listed = |item| Listed { item, game: None };
    list.agents.extend(generic.chain(programs).map(listed));
    for (name, own) in owns {
        let game = || Some(name.clone());
        let agents = own.agents.into_iter().map(|info| info.entry);
        list.agents
            .extend(agents.map(|item| Listed { item, game: game() }));
        let evaluations = own.evaluations.into_iter();
        list.evaluations
            .extend(evaluations.map(|item| Listed { item, game: game() }));
    }
    Ok(list)
}
