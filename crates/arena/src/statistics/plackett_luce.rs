//! Strengths in a pool in which two to eight play at a board: Plackett and Luce's model of
//! rankings with one advantage for each seat.

use super::choices::Fit;
use super::clusters::Clusters;
use super::interval::Mean;
use super::ratings::{Ratings, centred};
use super::{BadEncounter, Encounter, Estimate, encounter};
use serde::Serialize;

/// Strengths of players and seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlackettLuce {
    /// The players: 400 Elo more are ten times the chance of being first.
    #[serde(flatten)]
    pub ratings: Ratings,
    /// The advantage of each seat in Elo; the mean is 0.
    pub seats: Vec<Estimate>,
    /// The mean score of each player.
    pub mean_scores: Vec<Mean>,
    /// The mean place of each player; tied places are shared.
    pub mean_ranks: Vec<Mean>,
    /// How many games were evaluated.
    pub games: u64,
}

/// Fits the strengths of `players` players to all games at once. The games should all have
/// the same number of seats, or else the third of three seats counts as the third of four.
pub fn fit(players: usize, encounters: &[Encounter]) -> Result<PlackettLuce, BadEncounter> {
    encounter::check(players, encounters)?;
    let clusters = Clusters::new(encounters.iter().collect());
    let fit = Fit::new(players, &clusters);
    let seats: Vec<usize> = (players..fit.strengths.len()).collect();
    let means = |value: &dyn Fn(&Encounter, usize) -> f64| {
        let means = clusters.means(players, |game, add| {
            for (seat, &player) in game.players.iter().enumerate() {
                add(player, value(game, seat));
            }
        });
        means.iter().map(|mean| mean.mean).collect()
    };
    Ok(PlackettLuce {
        seats: centred(&fit, &seats),
        mean_scores: means(&|game, seat| f64::from(game.scores[seat])),
        mean_ranks: means(&|game, seat| game.place(seat)),
        games: clusters.games().len() as u64,
        ratings: Ratings::new(players, fit),
    })
}
