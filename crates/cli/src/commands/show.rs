//! `papan show`

use crate::{input::PositionArguments, output};
use anyhow::Result;
use clap::Args;
use papan_core::{AnyGame, AnyPosition, Effects, Seat, View, picture::Theme};
use serde::Serialize;
use std::path::PathBuf;

/// Draw a position: the board, whose turn it is, the legal moves and the score
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    at: PositionArguments,

    /// Write one JSON object: {"game", "position", "turn", "legal_moves", "scores",
    /// "outcome", "board"}, "opening": {"code", "name"} where it has a name, and "played" where
    /// moves were given
    #[arg(long)]
    json: bool,

    /// Write the board as a picture to this file (SVG) instead; - is the standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,

    /// The picture is for dark ground
    #[arg(long, requires = "svg")]
    dark: bool,

    /// Replace the file of --svg if it is there
    #[arg(long, requires = "svg")]
    force: bool,
}

/// How wide a picture is in pixels where nothing else says it.
const WIDTH: u32 = 600;

/// A move that was played, and what it did.
#[derive(Serialize)]
struct Played {
    seat: Option<Seat>,
    #[serde(rename = "move")]
    text: String,
    effects: Effects,
}

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    view: View,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    played: Vec<Played>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let game = papan_agents::games::open(&arguments.at.game)?;
    let mut played = Vec::new();
    let position = game.replay(&arguments.at.line(), &mut |before, text, _| {
        // The move has been played, so that there is something to say about it.
        if let Ok((text, effects)) = before.preview(text) {
            played.push(Played {
                seat: before.turn(),
                text,
                effects,
            });
        }
    })?;
    if let Some(path) = &arguments.svg {
        let theme = match arguments.dark {
            true => Theme::Dark,
            false => Theme::Light,
        };
        let svg = position.picture().to_svg(theme, Some(WIDTH)) + "\n";
        return match path.as_os_str() == "-" {
            true => output::text(&svg),
            false => output::file(path, svg.as_bytes(), arguments.force),
        };
    }
    match arguments.json {
        true => output::json(&Shown {
            view: position.view(),
            played,
        }),
        false => output::text(&drawn(&*game, &*position, &played)),
    }
}

fn drawn(game: &dyn AnyGame, position: &dyn AnyPosition, played: &[Played]) -> String {
    let mut text = format!("{}\n", game.name());
    for (index, played) in played.iter().enumerate() {
        let seat = played
            .seat
            .map_or(String::new(), |seat| game.seat_name(seat));
        text += &format!(
            "{:>3}. {seat} {}: {}\n",
            index + 1,
            played.text,
            played.effects.summary
        );
    }
    text += &format!("\n{}\n\n", position.draw().trim_end());
    if let Some(opening) = position.opening() {
        text += &format!("opening   {}\n", opening.name);
    }
    let scores = position.scores();
    let points: Vec<String> = Seat::all(scores.seats())
        .map(|seat| format!("{} {}", game.seat_name(seat), scores[seat]))
        .collect();
    text += &format!("score     {}\n", points.join(", "));
    match (position.turn(), position.outcome()) {
        (Some(seat), _) => {
            let moves = position.moves();
            text += &format!("turn      {}\n", game.seat_name(seat));
            text += &format!("moves     {}: {}\n", moves.len(), shortened(&moves));
        }
        (None, outcome) => {
            let winner = outcome.and_then(|outcome| outcome.winner());
            let result = winner.map_or("a draw".to_owned(), |seat| {
                format!("{} wins", game.seat_name(seat))
            });
            text += &format!("result    {result}\n");
        }
    }
    text + &format!("position  {}\n", position.text())
}

/// As many moves as a screen takes; `--json` has them all.
fn shortened(moves: &[String]) -> String {
    const MOST: usize = 64;
    let listed = moves[..moves.len().min(MOST)].join(" ");
    match moves.len() > MOST {
        true => format!("{listed} ... (--json lists all)"),
        false => listed,
    }
}
