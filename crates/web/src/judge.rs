//! Who judges positions for hints, values and reviews: in each game the engine made for it,
//! which plays the highest level and is stopped by time alone.

use papan_agents::games;
use papan_core::spec::SpecError;

/// The agent that judges positions of a game. All of them give values of moves, for any
/// number of seats, prove what is near the end, and count in points of the result or in
/// shares of games.
pub(crate) fn judge(game: &str) -> Result<&'static str, SpecError> {
    // An agent thinks for five seconds when it is not told otherwise; here the question
    // says how long.
    Ok(match games::family_of(game)? {
        "othello" => "patterns:time=60s",
        "congklak" => "planner:time=60s",
        "adjacency" => "stable:time=60s",
        "blokus" => "explorer:time=60s",
        _ => "mcts:time=60s",
    })
}
