//! Ratings of a pool in which two to eight play at a board: Plackett and Luce's model of
//! rankings with one advantage for each seat. With two seats it is the model of Bradley and
//! Terry with a term for moving first, a draw counted as half a win each.

use super::choices::Fit;
use super::encounter::Encounters;
use super::ratings::{Ratings, centred};
use super::{BadEncounter, Encounter, Estimate, encounter};

/// Strengths of players and seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Pool {
    /// The players: 400 Elo more are ten times the chance of being first.
    pub ratings: Ratings,
    /// The advantage of each seat in Elo; the mean is 0.
    pub seats: Vec<Estimate>,
}

impl Pool {
    /// How many Elo moving first is worth; `None` where there are not two seats.
    pub fn first_move(&self) -> Option<Estimate> {
        match self.seats[..] {
            // The seats are worth as much above as below their mean: half the difference each.
            [first, _] => Some(Estimate::around(2.0 * first.value, 2.0 * first.error())),
            _ => None,
        }
    }
}

/// Fits the strengths of `players` players to all games at once. The games should all have
/// the same number of seats, or else the third of three seats counts as the third of four.
///
/// ```
/// use papan_arena::statistics::{Encounter, pool};
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
/// let fit = pool::fit(2, &games).unwrap();
/// assert!(fit.first_move().unwrap().low > 0.0);
/// assert_eq!(fit.ratings.ladder[0].player, 0);
/// assert!(pool::fit(1, &games).is_err());
/// ```
pub fn fit(players: usize, encounters: &[Encounter]) -> Result<Pool, BadEncounter> {
    fit_to(players, &encounters)
}

/// [`fit`] to games that are kept in some other form.
pub(crate) fn fit_to(players: usize, encounters: &dyn Encounters) -> Result<Pool, BadEncounter> {
    encounter::check(players, encounters)?;
    let fit = Fit::new(players, encounters);
    let seats: Vec<usize> = (players..fit.strengths.len()).collect();
    Ok(Pool {
        seats: centred(&fit, &seats),
        ratings: Ratings::new(players, fit),
    })
}
