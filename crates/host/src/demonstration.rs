//! A short game of each family between agents, for the boards of the start page.

use crate::{
    error::{Answer, ApiError},
    house::House,
    request::{Asked, Response},
    route::Route,
    thinkers::Errand,
};
use papan_agents::{Playable, agents, games};
use papan_core::{
    Family,
    picture::{Animation, Picture, Theme},
};
use papan_search::{Limits, Stop};
use std::{collections::HashMap, sync::Arc};
use tokio::sync::Mutex;

/// Who plays: quick, and not so weak that it looks foolish.
const LEVEL: &str = "level:3";
/// The most moves that are shown; the pictures of all families are part of the first view.
const PLIES: usize = 12;
/// So that the game is the same every time.
const SEED: u64 = 1;

pub(crate) const ROUTES: &[Route] = &[Route::get("/api/demonstration/{family}", |house, asked| {
    Box::pin(demonstration(house, asked))
})];

/// The animations that have been made, as they are sent.
#[derive(Default)]
pub(crate) struct Demonstrations(Mutex<HashMap<&'static str, Arc<str>>>);

async fn demonstration(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let family = named(&asked.parameters[0])?;
    // The first who asks waits until it is made, and so do all who ask meanwhile.
    let mut made = house.demonstrations.0.lock().await;
    if let Some(replay) = made.get(family.name) {
        return Ok(Response::of("application/json", replay.as_bytes()));
    }
    let errand = Errand::Demonstration {
        family: family.name.to_owned(),
    };
    let replay = house.thinkers.run(errand, Stop::new(), Arc::new(|_| ()));
    let replay: Arc<str> = replay.await?.into();
    made.insert(family.name, Arc::clone(&replay));
    Ok(Response::of("application/json", replay.as_bytes()))
}

fn named(family: &str) -> Answer<&'static Family> {
    let missing = || ApiError::missing("there is no such family of games");
    games::family_named(family).ok_or_else(missing)
}

/// The game that is shown of a family, and who plays it.
pub(crate) fn players(family: &str) -> Answer<(&'static str, &'static str)> {
    Ok((named(family)?.presets[0], LEVEL))
}

/// The game of a family, as it is sent.
pub(crate) fn make(family: &str) -> Answer<String> {
    let pictures = games::visit(named(family)?.presets[0], Play)??;
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
            let first = make(family.name).unwrap();
            let made: serde_json::Value = serde_json::from_str(&first).unwrap();
            assert!(made["frames"].as_u64() > Some(10), "{}", family.name);
            assert!(made["view_box"].as_str().unwrap().starts_with("0 0 "));
            all += first.len();
        }
        assert!(all < 90_000, "{all} bytes for the boards of the first view");
        let first = games::families().next().unwrap();
        assert_eq!(make(first.name).unwrap(), make(first.name).unwrap());
    }
}
