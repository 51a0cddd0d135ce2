//! How much each seat is worth, whoever sat there. It says something about the game only
//! where every player had every seat equally often.

use super::clusters::Clusters;
use super::encounter::{EncounterView, Encounters};
use super::interval::{Mean, wilson};
use super::{BadEncounter, Encounter, Estimate, encounter};
use serde::Serialize;

/// How those who had a seat did.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatAdvantage {
    /// The seat, counted from 0.
    pub seat: usize,
    /// How many games had it.
    pub games: u64,
    /// The share of first places; one that is shared counts in parts.
    pub first: Estimate,
    /// The mean score.
    pub score: Mean,
    /// The mean place; tied places are shared.
    pub rank: Mean,
}

/// The results by seat.
///
/// ```
/// use papan_arena::statistics::{Encounter, seats};
///
/// let game = |ranks: [u8; 2], scores: [i32; 2], opening| Encounter {
///     players: vec![0, 1],
///     ranks: ranks.to_vec(),
///     scores: scores.to_vec(),
///     opening,
/// };
/// let games = [game([1, 2], [40, 24], 0), game([1, 1], [32, 32], 1)];
/// let by_seat = seats::advantages(&games).unwrap();
/// assert_eq!(by_seat[0].first.value, 0.75);
/// assert_eq!(by_seat[0].score.mean, 36.0);
/// assert_eq!(by_seat[1].rank.mean, 1.75);
/// ```
pub fn advantages(encounters: &[Encounter]) -> Result<Vec<SeatAdvantage>, BadEncounter> {
    advantages_in(&encounters)
}

/// [`advantages`] in games that are kept in some other form.
pub(crate) fn advantages_in(
    encounters: &dyn Encounters,
) -> Result<Vec<SeatAdvantage>, BadEncounter> {
    encounter::check(encounter::PLAYERS, encounters)?;
    let opening = |game: usize| encounters.encounter(game).opening;
    let clusters = Clusters::new(encounters.count(), opening);
    let seats = encounter::each(encounters).map(|game| game.seats()).max();
    let seats = seats.unwrap_or(0);
    let means = |value: &dyn Fn(EncounterView<'_>, usize) -> f64| {
        clusters.means(seats, |game, add| {
            let game = encounters.encounter(game);
            for seat in 0..game.seats() {
                add(seat, value(game, seat));
            }
        })
    };
    let firsts = means(&|game, seat| game.first(seat));
    let scores = means(&|game, seat| f64::from(game.scores[seat]));
    let ranks = means(&|game, seat| game.place(seat));
    let advantage = |seat: usize| {
        let first = firsts[seat];
        let share = first.mean.mean;
        // As many independent games with one winner each would vary as much as these do.
        let independent = match first.error > 0.0 {
            true => share * (1.0 - share) / first.error.powi(2),
            false => clusters.len() as f64,
        };
        let (low, high) = wilson(share, independent as u64);
        SeatAdvantage {
            seat,
            games: first.count,
            first: Estimate {
                value: share,
                low: low.min(share),
                high: high.max(share),
            },
            score: scores[seat].mean,
            rank: ranks[seat].mean,
        }
    };
    Ok((0..seats).map(advantage).collect())
}
