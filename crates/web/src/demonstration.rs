//! A short game of each family between agents, for the boards of the start page.

use crate::{
    app::App,
    error::{Answer, ApiError},
    extract::Path,
    replay::Replay,
};
use axum::{
    Router,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use papan_agents::{Playable, agents, games};
use papan_core::{Family, LineOfPlay};
use papan_search::Limits;
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Who plays: quick, and not so weak that it looks foolish.
const LEVEL: &str = "level:3";
/// The most moves that are shown.
const PLIES: usize = 20;
/// So that the game is the same every time.
const SEED: u64 = 1;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/demonstration/{family}", get(demonstration))
}

/// The games that have been made, as they are sent.
#[derive(Default)]
pub(crate) struct Demonstrations(Mutex<HashMap<&'static str, Arc<str>>>);

impl Demonstrations {
    /// The game of a family. The first who asks waits until it is made; so do all who ask
    /// meanwhile, which is why it is to be asked on a thread that may wait.
    fn of(&self, family: &'static Family) -> Answer<Arc<str>> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(replay) = made.get(family.name) {
            return Ok(Arc::clone(replay));
        }
        let replay: Arc<str> = make(family)?.into();
        made.insert(family.name, Arc::clone(&replay));
        Ok(replay)
    }
}

async fn demonstration(
    State(app): State<Arc<App>>,
    Path(family): Path<String>,
) -> Answer<Response> {
    let family = games::family_named(&family)
        .ok_or_else(|| ApiError::missing("there is no such family of games"))?;
    let replay = tokio::task::spawn_blocking(move || app.demonstrations.of(family))
        .await
        .map_err(ApiError::internal)??;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, replay.to_string()).into_response())
}

fn make(family: &Family) -> Answer<String> {
    let name = family.presets[0];
    let moves = games::visit(name, Play)??;
    let mut replay = Replay::new(&*games::open(name)?, &LineOfPlay::moves(moves))?;
    replay.forget_positions();
    let mut replay = serde_json::to_value(&replay).map_err(ApiError::internal)?;
    for frame in replay["frames"].as_array_mut().into_iter().flatten() {
        lighten(frame);
    }
    Ok(replay.to_string())
}

/// Leaves out what a small board does not show: all five games together are part of the
/// first view of the page, which is to be light.
fn lighten(frame: &mut Value) {
    let remove = |value: &mut Value, names: &[&str]| {
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|name, _| !names.contains(&name.as_str()));
        }
    };
    remove(frame, &["phrases", "scores"]);
    let Some(board) = frame.get_mut("board") else {
        return;
    };
    remove(board, &["shapes", "corners"]);
    let colours = board.get_mut("colours").and_then(Value::as_array_mut);
    for colour in colours.into_iter().flatten() {
        remove(colour, &["pieces_left", "score", "seat"]);
    }
}

/// Plays a game between agents, without limits of time, so that it is always the same.
struct Play;

impl games::Visitor for Play {
    type Output = Answer<Vec<String>>;

    fn visit<G: Playable>(self, game: G) -> Answer<Vec<String>> {
        let mut position = game.start();
        let mut agent = agents::open(&game, LEVEL, SEED)?;
        let mut moves = Vec::new();
        while game.turn(&position).is_some() && moves.len() < PLIES {
            let answer = agent.think(&game, &position, &Limits::NONE);
            let chosen = answer.map_err(ApiError::internal)?.best;
            moves.push(game.move_text(&position, chosen));
            game.play(&mut position, chosen);
        }
        Ok(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_a_game_which_stays_the_same() {
        let mut all = 0;
        for family in games::families() {
            let first = make(family).unwrap();
            let replay: serde_json::Value = serde_json::from_str(&first).unwrap();
            assert!(
                replay["frames"].as_array().unwrap().len() > 10,
                "{}",
                family.name
            );
            assert_eq!(replay["geometry"], family.geometry);
            assert!(replay.get("view").is_none());
            all += first.len();
        }
        assert!(all < 40_000, "{all} bytes for the boards of the first view");
        let othello = games::families().next().unwrap();
        assert_eq!(make(othello).unwrap(), make(othello).unwrap());
    }
}
