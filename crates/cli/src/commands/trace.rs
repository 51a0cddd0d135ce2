//! `papan trace`

use crate::{
    input::{PositionArguments, mistake},
    output,
};
use anyhow::Result;
use clap::Args;
use papan_agents::{
    Playable, agents, games,
    tree::{self, Tree},
};
use papan_report::trace::{self, Board};
use papan_search::Limits;
use std::path::{Path, PathBuf};

/// Show the tree of a search: values, windows, cutoffs and re-searches
///
/// A page (.html) needs nothing else to be opened: nodes open and close, and the search can
/// be stepped through node by node. A large tree is drawn by its principal variation and the
/// moves beside it.
///
/// Data (.json) is one object: {"game", "agent", "position", "turn", "seats", "move",
/// "value", "line", "depth", "nodes", "recorded", "left_out", "best", "root_cut",
/// "branches": [{"id", "parent", "move", "mover", "next", "over", "depth", "alpha", "beta",
/// "value", "again", "known", "cut", "best"}]}. Values and windows are those of the seat to
/// move at the root; an open bound of a window is null. docs/trace.md says what each means.
#[derive(Args)]
#[command(after_help = "Examples:
  papan trace othello negascout:depth=3 --out tree.html
  papan trace congklak-paper paper/congklak-negascout --out p5.html \\
      --position \"0,0,5,0,0,3,0:42 0,0,3,0,3,0,0:42 A\"
  papan trace adjacency:rounds=3 paper/adjacency-minimax --out tree.json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    at: PositionArguments,

    /// The agent with its parameters, such as alphabeta:depth=3 (papan agents lists them)
    agent: String,

    /// The file to write, a page or data by its ending
    #[arg(long, value_name = "FILE.html|FILE.json")]
    out: PathBuf,

    /// Replace the file if it is there
    #[arg(long)]
    force: bool,

    /// Depth limit in plies; without it the agent's own depth, or 4 where it has none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Most visits to nodes that are recorded; where there are more, the principal variation
    /// and the moves beside it
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy)]
enum Form {
    Page,
    Data,
}

impl Form {
    /// By the end of a file's name.
    fn of(path: &Path) -> Result<Form> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("html" | "htm") => Ok(Form::Page),
            Some("json") => Ok(Form::Data),
            _ => mistake(format!(
                "{} ends neither in .html nor in .json",
                path.display()
            )),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let form = Form::of(&arguments.out)?;
    // Better known before the search than after it.
    output::check_place(&arguments.out, arguments.force)?;
    let (tree, bytes) = games::visit(&arguments.at.game, Ask(arguments, form))??;
    output::file(&arguments.out, &bytes, arguments.force)?;
    let left_out = match tree.left_out {
        0 => "all of them".to_owned(),
        left_out => {
            format!("the best line and the moves beside it; {left_out} others are left out")
        }
    };
    let value = tree
        .value
        .map_or(String::new(), |value| format!(", worth {value}"));
    output::text(&format!(
        "{}: {} looks, {left_out}\n{} chooses {}{value}",
        arguments.out.display(),
        tree.recorded,
        tree.agent,
        tree.best,
    ))
}

struct Ask<'a>(&'a Arguments, Form);

impl games::Visitor for Ask<'_> {
    type Output = Result<(Tree, Vec<u8>)>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let Ask(arguments, form) = self;
        let position = arguments.at.position_in(&game)?;
        let mut agent = agents::open(&game, &arguments.agent, arguments.seed)?;
        if game.turn(&position).is_none() {
            return mistake("the game is over in this position: there is nothing to look at");
        }
        agent.begin(&game, arguments.seed);
        let limits = Limits {
            depth: arguments.depth,
            ..Limits::NONE
        };
        let most = arguments.nodes as usize;
        let bar = output::spinner();
        let traced = agent.trace(&game, &position, &limits, most);
        bar.finish_and_clear();
        let Some(traced) = traced else {
            let others = tree::agents(&game, &position).join(", ");
            return mistake(match others.is_empty() {
                true => format!("no agent has a tree to show for {}", game.name()),
                false => format!(
                    "{} has no tree to show; these have one: {others}",
                    arguments.agent
                ),
            });
        };
        let tree = Tree::of(&game, &arguments.agent, &position, &traced);
        let bytes = match form {
            Form::Data => serde_json::to_vec(&tree)?,
            Form::Page => {
                let board = |(look, seen): (&tree::Look, &G::Position)| Board {
                    parent: look.parent,
                    drawn: game.draw(seen),
                };
                let looks = tree.branches.iter().zip(&traced.positions);
                let boards: Vec<Board> = looks.map(board).collect();
                let title = format!("{} thinks about {}", tree.agent, tree.game);
                trace::page(&title, &tree, &game.draw(&position), &boards)?
                    .html()
                    .into_bytes()
            }
        };
        Ok((tree, bytes))
    }
}
