//! The model behind all ratings of a pool: a ranking is a series of choices. The first place
//! goes to one of all seats, the second to one of those left, and so on; each seat is chosen
//! in proportion to exp(strength of its player + advantage of the seat). With two seats this
//! is Bradley and Terry's model, with more it is Plackett and Luce's.

use super::cholesky::Matrix;
use super::clusters::Clusters;
use super::encounter::{EncounterView, Encounters};
use std::collections::HashMap;

/// How much the virtual games count that keep the strengths of unbeaten players finite: one
/// game of each player against the average player, half won and half lost, and the same
/// for each seat.
const VIRTUAL: f64 = 1.0;

/// Strengths fitted to games, in natural units, uncentred.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fit {
    /// Of the players, then of the seats.
    pub(super) strengths: Vec<f64>,
    /// The covariance of their errors.
    pub(super) covariance: Matrix,
    /// How many standard errors make an interval.
    pub(super) critical: f64,
    /// The number of the component of each player: players with the same number are
    /// connected by games.
    pub(super) components: Vec<usize>,
}

/// The choices of all games: the choice among the same seats with the same players is one
/// entry, however many games had it, so that a step of the fit does not walk all games.
struct Choices {
    players: usize,
    size: usize,
    /// How often each player and each seat was chosen.
    chosen: Vec<f64>,
    /// The seats to choose from, as (player, seat), and how often.
    sets: Vec<(Vec<(usize, usize)>, f64)>,
}

impl Fit {
    /// The strengths that make the games likeliest.
    pub(super) fn new(players: usize, encounters: &dyn Encounters) -> Fit {
        let opening = |game: usize| encounters.encounter(game).opening;
        let clusters = Clusters::new(encounters.count(), opening);
        let games = || clusters.games().map(|game| encounters.encounter(game));
        let choices = Choices::new(players, games);
        let strengths = choices.likeliest();
        Fit {
            covariance: choices.covariance(&strengths, encounters, &clusters),
            strengths,
            critical: clusters.critical(),
            components: components(players, games()),
        }
    }
}

impl Choices {
    fn new<'a, G: Iterator<Item = EncounterView<'a>>>(
        players: usize,
        games: impl Fn() -> G,
    ) -> Choices {
        let seats = games().map(|game| game.seats()).max().unwrap_or(0);
        let size = players + seats;
        let mut chosen = vec![0.0; size];
        let mut weights: HashMap<u128, f64> = HashMap::new();
        for game in games() {
            visit_choices(game.ranks, |winners, among, weight| {
                let each = weight / f64::from(winners.count_ones());
                for seat in bits(winners) {
                    chosen[game.players[seat]] += each;
                    chosen[players + seat] += each;
                }
                // Sixteen bits a seat: the player counted from 1, or nothing.
                let key = bits(among).fold(0, |key, seat| {
                    key | ((game.players[seat] as u128 + 1) << (16 * seat))
                });
                *weights.entry(key).or_default() += weight;
            });
        }
        let mut weights: Vec<(u128, f64)> = weights.into_iter().collect();
        // Sums of fractions depend on their order; a map has none.
        weights.sort_unstable_by_key(|&(key, _)| key);
        let options = |key: u128| {
            (0..seats)
                .filter_map(|seat| {
                    let player = (key >> (16 * seat)) as u16;
                    (player > 0).then(|| (usize::from(player) - 1, seat))
                })
                .collect()
        };
        Choices {
            players,
            size,
            chosen,
            sets: weights
                .into_iter()
                .map(|(key, weight)| (options(key), weight))
                .collect(),
        }
    }

    /// How likely the games are: the logarithm, up to a constant.
    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let mut sum: f64 = self.chosen.iter().zip(strengths).map(|(a, b)| a * b).sum();
        for (options, weight) in &self.sets {
            let total: f64 = options
                .iter()
                .map(|&(player, seat)| (strengths[player] + strengths[self.players + seat]).exp())
                .sum();
            sum -= weight * total.ln();
        }
        for &strength in strengths {
            let expected = logistic(strength);
            sum += 0.5 * VIRTUAL * (expected * (1.0 - expected)).ln();
        }
        sum
    }

    /// The slope of the likelihood, and how fast it falls.
    fn slopes(&self, strengths: &[f64]) -> (Vec<f64>, Matrix) {
        let mut slope = self.chosen.clone();
        let mut bend = Matrix::zero(self.size);
        let mut shares = Vec::new();
        for (options, weight) in &self.sets {
            shares.clear();
            shares.extend(
                options.iter().map(|&(player, seat)| {
                    (strengths[player] + strengths[self.players + seat]).exp()
                }),
            );
            let total: f64 = shares.iter().sum();
            shares.iter_mut().for_each(|share| *share /= total);
            for (&(player, seat), &share) in options.iter().zip(&shares) {
                let here = [player, self.players + seat];
                for one in here {
                    slope[one] -= weight * share;
                    for other in here {
                        bend.add(one, other, weight * share);
                    }
                }
                for (&(player, seat), &other_share) in options.iter().zip(&shares) {
                    for one in here {
                        for other in [player, self.players + seat] {
                            bend.add(one, other, -weight * share * other_share);
                        }
                    }
                }
            }
        }
        for (parameter, &strength) in strengths.iter().enumerate() {
            let expected = logistic(strength);
            slope[parameter] += VIRTUAL * (0.5 - expected);
            bend.add(parameter, parameter, VIRTUAL * expected * (1.0 - expected));
        }
        (slope, bend)
    }

    /// Newton's method. The likelihood is concave, so that its one summit is found from
    /// anywhere if no step is allowed to go down.
    fn likeliest(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.size];
        let mut height = self.likelihood(&strengths);
        for _ in 0..100 {
            let (slope, bend) = self.slopes(&strengths);
            let Some(parts) = bend.cholesky() else {
                break;
            };
            let mut step = parts.solve(&slope);
            let largest = step.iter().map(|part| part.abs()).fold(0.0, f64::max);
            if largest < 1e-9 {
                break;
            }
            let tolerance = 1e-12 * height.abs();
            loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(a, b)| a + b).collect();
                let reached = self.likelihood(&next);
                if reached >= height - tolerance {
                    (strengths, height) = (next, reached);
                    break;
                }
                step.iter_mut().for_each(|part| *part *= 0.5);
                if step.iter().all(|part| part.abs() < 1e-12) {
                    return strengths;
                }
            }
        }
        strengths
    }

    /// The sandwich: how the slopes of the independent groups of games vary, seen through the
    /// bend of the likelihood. It asks nothing of the model but that the means are right, so
    /// that draws and games that vary together are taken as they come.
    fn covariance(
        &self,
        strengths: &[f64],
        encounters: &dyn Encounters,
        clusters: &Clusters,
    ) -> Matrix {
        let mut between = Matrix::zero(self.size);
        let mut slope = vec![0.0; self.size];
        let mut touched: Vec<usize> = Vec::new();
        let correction = clusters.correction();
        let force: Vec<f64> = strengths.iter().map(|strength| strength.exp()).collect();
        for group in clusters.iter() {
            for game in group.map(|game| encounters.encounter(game)) {
                for (seat, &player) in game.players.iter().enumerate() {
                    touched.extend([player, self.players + seat]);
                }
                visit_choices(game.ranks, |winners, among, weight| {
                    let force_of =
                        |seat: usize| force[game.players[seat]] * force[self.players + seat];
                    let total: f64 = bits(among).map(force_of).sum();
                    let each = weight / f64::from(winners.count_ones());
                    for seat in bits(among) {
                        let won = if winners >> seat & 1 == 1 { each } else { 0.0 };
                        let off = won - weight * force_of(seat) / total;
                        slope[game.players[seat]] += off;
                        slope[self.players + seat] += off;
                    }
                });
            }
            touched.sort_unstable();
            touched.dedup();
            for &row in &touched {
                for &column in &touched {
                    between.add(row, column, correction * slope[row] * slope[column]);
                }
            }
            for parameter in touched.drain(..) {
                slope[parameter] = 0.0;
            }
        }
        for (parameter, &strength) in strengths.iter().enumerate() {
            // The virtual game is as uncertain as a real one: won half the time, lost half.
            let expected = logistic(strength);
            let squares = (1.0 - expected).powi(2) + expected.powi(2);
            between.add(parameter, parameter, 0.5 * VIRTUAL * squares);
        }
        let (_, bend) = self.slopes(strengths);
        match bend.cholesky() {
            Some(parts) => {
                let inverse = parts.inverse();
                inverse.times(&between).times(&inverse)
            }
            // The virtual games make it positive definite; only rounding could undo that.
            None => Matrix::zero(self.size),
        }
    }
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The seats in a set of seats.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let seat = set.trailing_zeros() as usize;
            set &= set - 1;
            seat
        })
    })
}

/// The choices that a ranking is made of, as `(winners, among, weight)`: one of the winners,
/// each as often as the others, was chosen among all of `among`. Tied seats took their places
/// in one of their orders, each order counted in equal parts; a part of the tied seats is
/// what is left of them in as many of the orders as any other part of the same size.
fn visit_choices(ranks: &[u8], mut visit: impl FnMut(u32, u32, f64)) {
    let seats_where = |test: &dyn Fn(u8) -> bool| {
        ranks
            .iter()
            .enumerate()
            .filter(|&(_, &rank)| test(rank))
            .fold(0_u32, |set, (seat, _)| set | 1 << seat)
    };
    for (seat, &rank) in ranks.iter().enumerate() {
        if ranks[..seat].contains(&rank) {
            continue;
        }
        let tied = seats_where(&|other| other == rank);
        let worse = seats_where(&|other| other > rank);
        let mut left = tied;
        while left != 0 {
            let among = left | worse;
            if among.count_ones() > 1 {
                visit(
                    left,
                    among,
                    1.0 / ways(tied.count_ones(), left.count_ones()),
                );
            }
            left = (left - 1) & tied;
        }
    }
}

/// In how many ways some of all can be picked.
fn ways(all: u32, some: u32) -> f64 {
    (0..some).fold(1.0, |ways, k| ways * f64::from(all - k) / f64::from(k + 1))
}

/// The component of each player, numbered by its first player.
fn components<'a>(players: usize, games: impl Iterator<Item = EncounterView<'a>>) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..players).collect();
    fn root(parents: &mut [usize], mut player: usize) -> usize {
        while parents[player] != player {
            parents[player] = parents[parents[player]];
            player = parents[player];
        }
        player
    }
    for game in games {
        for pair in game.players.windows(2) {
            let (one, other) = (root(&mut parents, pair[0]), root(&mut parents, pair[1]));
            // The smaller number stays the root, so that it names the component.
            parents[one.max(other)] = one.min(other);
        }
    }
    (0..players)
        .map(|player| root(&mut parents, player))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The choices of a ranking with ties are the means over all its orders.
    #[test]
    fn ties_are_averaged_over_their_orders() {
        fn orders(seats: Vec<usize>) -> Vec<Vec<usize>> {
            if seats.is_empty() {
                return vec![vec![]];
            }
            let mut all = Vec::new();
            for &first in &seats {
                let rest = seats
                    .iter()
                    .copied()
                    .filter(|&seat| seat != first)
                    .collect();
                for mut order in orders(rest) {
                    order.insert(0, first);
                    all.push(order);
                }
            }
            all
        }
        let force = [1.0, 2.5, 0.3, 1.7];
        let cases: [&[u8]; 6] = [
            &[1, 2, 3, 4],
            &[1, 1, 3, 4],
            &[3, 1, 3, 1],
            &[2, 2, 1, 2],
            &[1, 1, 1, 1],
            &[2, 1, 2],
        ];
        for ranks in cases {
            let fitting: Vec<Vec<usize>> = orders((0..ranks.len()).collect())
                .into_iter()
                .filter(|order| order.is_sorted_by_key(|&seat| ranks[seat]))
                .collect();
            let expected: f64 = fitting
                .iter()
                .map(|order| {
                    (0..order.len())
                        .map(|place| {
                            let left: f64 = order[place..].iter().map(|&seat| force[seat]).sum();
                            (force[order[place]] / left).ln()
                        })
                        .sum::<f64>()
                })
                .sum::<f64>()
                / fitting.len() as f64;
            let mut found = 0.0;
            visit_choices(ranks, |winners, among, weight| {
                let total: f64 = bits(among).map(|seat| force[seat]).sum();
                let each = weight / f64::from(winners.count_ones());
                found += bits(winners)
                    .map(|seat| each * (force[seat] / total).ln())
                    .sum::<f64>();
            });
            assert!((found - expected).abs() < 1e-12, "{ranks:?}");
        }
    }
}
