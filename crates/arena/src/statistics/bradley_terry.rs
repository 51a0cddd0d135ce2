//! Ratings of a pool in which two play at a board: Bradley and Terry's model with one common
//! term for moving first, a draw counted as half a win each.

use super::choices::Fit;
use super::clusters::Clusters;
use super::ratings::{Ratings, centred};
use super::{BadEncounter, Encounter, Estimate, encounter};
use serde::Serialize;

/// Ratings and the worth of the first move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BradleyTerry {
    /// The players.
    #[serde(flatten)]
    pub ratings: Ratings,
    /// How many Elo moving first is worth.
    pub first_move: Estimate,
    /// How many games were evaluated.
    pub games: u64,
}

/// Fits the ratings of `players` players to all games with two seats at once; other games are
/// left out.
///
/// ```
/// use papan_arena::statistics::{Encounter, bradley_terry};
///
/// let game = |players: [usize; 2], ranks: [u8; 2], opening| Encounter {
///     players: players.to_vec(),
///     ranks: ranks.to_vec(),
///     scores: vec![0, 0],
///     opening,
/// };
/// let games: Vec<Encounter> = (0..100)
///     .flat_map(|n| {
///         let lost = if n % 4 == 0 { [2, 1] } else { [1, 2] };
///         [game([0, 1], [1, 2], n), game([1, 0], lost, n)]
///     })
///     .collect();
/// let fit = bradley_terry::fit(2, &games).unwrap();
/// assert!(fit.first_move.low > 0.0);
/// assert_eq!(fit.ratings.ladder[0].player, 0);
/// assert!(bradley_terry::fit(1, &games).is_err());
/// ```
pub fn fit(players: usize, encounters: &[Encounter]) -> Result<BradleyTerry, BadEncounter> {
    encounter::check(players, encounters)?;
    let two_seats = encounters.iter().filter(|game| game.seats() == 2);
    let clusters = Clusters::new(two_seats.collect());
    let games = clusters.games().len() as u64;
    let fit = Fit::new(players, &clusters);
    let first_move = match games {
        0 => Estimate::unknown(),
        _ => {
            // The seats are worth as much above as below their mean: half the difference each.
            let seat = centred(&fit, &[players, players + 1])[0];
            Estimate::around(2.0 * seat.value, 2.0 * seat.error())
        }
    };
    Ok(BradleyTerry {
        ratings: Ratings::new(players, fit),
        first_move,
        games,
    })
}
