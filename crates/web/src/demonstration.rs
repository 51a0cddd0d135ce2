//! A short game of each family between agents, for the boards of the start page.

use crate::{
    app::{App, lock},
    error::{Answer, ApiError},
    extract::Path,
    inspect::aside,
};
use axum::{
    Router,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use papan_agents::{Playable, agents, games};
use papan_core::{
    Family,
    picture::{Animation, Picture, Theme},
};
use papan_search::Limits;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

/// Who plays: quick, and not so weak that it looks foolish.
const LEVEL: &str = "level:3";
/// The most moves that are shown; the pictures of all families are part of the first view.
const PLIES: usize = 12;
/// So that the game is the same every time.
const SEED: u64 = 1;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/demonstration/{family}", get(demonstration))
}

/// The animations that have been made, as they are sent.
#[derive(Default)]
pub(crate) struct Demonstrations(Mutex<HashMap<&'static str, Arc<str>>>);

impl Demonstrations {
    /// The game of a family. The first who asks waits until it is made; so do all who ask
    /// meanwhile, which is why it is to be asked on a thread that may wait.
    fn of(&self, family: &'static Family) -> Answer<Arc<str>> {
        let mut made = lock(&self.0);
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
    let replay = aside(move || app.demonstrations.of(family)).await?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, replay.to_string()).into_response())
}

fn make(family: &Family) -> Answer<String> {
    let pictures = games::visit(family.presets[0], Play)??;
    let animation = Animation::new(&pictures, Theme::Page);
    serde_json::to_string(&animation).map_err(ApiError::internal)
}

/// Draws a game between agents, without limits of time, so that it is always the same.
struct Play;

impl games::Visitor for Play {
    type Output = Answer<Vec<Picture>>;

    fn visit<G: Playable>(self, game: G) -> Answer<Vec<Picture>> {
        let mut position = game.start();
        let mut agent = agents::open(&game, LEVEL, SEED)?;
        let mut pictures = vec![game.picture(&position, None)];
        while let Some(seat) = game.turn(&position)
            && pictures.len() <= PLIES
        {
            let answer = agent.think(&game, &position, &Limits::NONE);
            let chosen = answer.map_err(ApiError::internal)?.best;
            game.play(&mut position, chosen);
            pictures.push(game.picture(&position, Some((seat, chosen))));
        }
        Ok(pictures)
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
            let made: serde_json::Value = serde_json::from_str(&first).unwrap();
            assert!(made["frames"].as_u64() > Some(10), "{}", family.name);
            assert!(made["view_box"].as_str().unwrap().starts_with("0 0 "));
            all += first.len();
        }
        assert!(all < 90_000, "{all} bytes for the boards of the first view");
        let first = games::families().next().unwrap();
        assert_eq!(make(first).unwrap(), make(first).unwrap());
    }
}
