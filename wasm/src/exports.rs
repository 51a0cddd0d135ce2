//! What Node.js calls.

use crate::{games, speed};
use wasm_bindgen::prelude::wasm_bindgen;

/// Gives [weights](papan_engines::weights) to the program.
#[wasm_bindgen]
pub fn provide(name: &str, bytes: Vec<u8>) -> Result<(), String> {
    papan_engines::weights::provide(name, bytes).map_err(|error| error.to_string())
}

/// The names of the weights of a game.
#[wasm_bindgen]
pub fn weights_for(game: &str) -> Result<Vec<String>, String> {
    let names = papan_agents::games::weights(game).map_err(|error| error.to_string())?;
    Ok(names.into_iter().map(str::to_owned).collect())
}

/// Plays games: see [`games::play`].
#[wasm_bindgen]
pub fn play(game: &str, agent: &str, games: u32, seed: u32) -> Result<Vec<String>, String> {
    games::play(game, agent, games.into(), seed.into())
}

/// The names of the pieces of work whose speed is measured.
#[wasm_bindgen]
pub fn pieces() -> Vec<String> {
    speed::all().iter().map(speed::Piece::name).collect()
}

/// Does one of them once: how many nodes or moves there are in it.
#[wasm_bindgen]
pub fn work(piece: usize) -> Result<f64, String> {
    let piece = speed::all().into_iter().nth(piece);
    let counted = piece.ok_or("no such piece of work")?.once()?;
    Ok(counted as f64)
}
