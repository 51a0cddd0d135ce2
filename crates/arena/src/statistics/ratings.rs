//! Ratings of a pool on the Elo scale.

use super::choices::Fit;
use super::{ELO_PER_LOGIT, Estimate, interval::NORMAL_95, normal};
use serde::Serialize;

/// One rating a player. Ratings can be compared only between players that are connected by
/// games, directly or through others; the mean of each connected part is 0.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// The rating of each player in Elo. One who met nobody has the whole scale as interval.
    pub ratings: Vec<Estimate>,
    /// The players by connected part. More than one part means that the games say nothing
    /// about who is stronger across parts.
    pub components: Vec<Vec<usize>>,
    /// The players of each part from the best to the last, part after part.
    pub ladder: Vec<Rung>,
    #[serde(skip)]
    fit: Fit,
}

/// One player's place on the ladder.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rung {
    /// The player.
    pub player: usize,
    /// Its rating.
    pub rating: Estimate,
    /// How likely it is stronger than the next one on the ladder; nothing for the last of a
    /// connected part.
    pub superiority: Option<f64>,
}

impl Ratings {
    pub(super) fn new(players: usize, fit: Fit) -> Ratings {
        let mut components: Vec<Vec<usize>> = Vec::new();
        for player in 0..players {
            let number = fit.components[player];
            match components
                .iter_mut()
                .find(|component| component[0] == number)
            {
                Some(component) => component.push(player),
                None => components.push(vec![player]),
            }
        }
        let mut ratings = vec![Estimate::unknown(); players];
        for component in components.iter().filter(|component| component.len() > 1) {
            for (&player, estimate) in component.iter().zip(centred(&fit, component)) {
                ratings[player] = estimate;
            }
        }
        let mut whole = Ratings {
            ratings,
            components,
            ladder: Vec::new(),
            fit,
        };
        whole.ladder = whole.climb();
        whole
    }

    fn climb(&self) -> Vec<Rung> {
        let mut ladder = Vec::new();
        for component in &self.components {
            let mut order = component.clone();
            order.sort_by(|&a, &b| self.ratings[b].value.total_cmp(&self.ratings[a].value));
            ladder.extend(order.iter().enumerate().map(|(place, &player)| {
                let next = order.get(place + 1);
                Rung {
                    player,
                    rating: self.ratings[player],
                    superiority: next.and_then(|&next| self.superiority(player, next)),
                }
            }));
        }
        ladder
    }

    /// How much higher the first player is rated than the second; nothing if no games connect
    /// them. Its interval is not the sum of both intervals: games between the two count for it
    /// more than games with others.
    pub fn difference(&self, one: usize, other: usize) -> Option<Estimate> {
        let (value, error) = self.compared(one, other)?;
        Some(Estimate::around(
            ELO_PER_LOGIT * value,
            ELO_PER_LOGIT * self.fit.critical * error,
        ))
    }

    /// How likely the first player is stronger than the second; nothing if no games connect
    /// them.
    pub fn superiority(&self, one: usize, other: usize) -> Option<f64> {
        let (value, error) = self.compared(one, other)?;
        // In the same measure as the interval: it holds 0 as long as this is below 97.5%.
        let measure = NORMAL_95 / self.fit.critical;
        Some(match error > 0.0 {
            true => normal::cumulative(measure * value / error),
            false => 0.5,
        })
    }

    /// The difference and its standard error in natural units.
    fn compared(&self, one: usize, other: usize) -> Option<(f64, f64)> {
        let component = self.fit.components.get(one)?;
        (component == self.fit.components.get(other)?).then(|| {
            let value = self.fit.strengths[one] - self.fit.strengths[other];
            let covariance = &self.fit.covariance;
            let variance = covariance.at(one, one) + covariance.at(other, other)
                - 2.0 * covariance.at(one, other);
            (value, variance.max(0.0).sqrt())
        })
    }
}

/// The strengths of some players or seats in Elo, such that their mean is 0.
pub(super) fn centred(fit: &Fit, some: &[usize]) -> Vec<Estimate> {
    let count = some.len() as f64;
    let mean = |values: &dyn Fn(usize) -> f64| {
        some.iter().map(|&parameter| values(parameter)).sum::<f64>() / count
    };
    let middle = mean(&|parameter| fit.strengths[parameter]);
    let with_mean: Vec<f64> = some
        .iter()
        .map(|&one| mean(&|other| fit.covariance.at(one, other)))
        .collect();
    let of_mean = with_mean.iter().sum::<f64>() / count;
    some.iter()
        .zip(&with_mean)
        .map(|(&parameter, with_mean)| {
            let variance = fit.covariance.at(parameter, parameter) - 2.0 * with_mean + of_mean;
            Estimate::around(
                ELO_PER_LOGIT * (fit.strengths[parameter] - middle),
                ELO_PER_LOGIT * fit.critical * variance.max(0.0).sqrt(),
            )
        })
        .collect()
}
