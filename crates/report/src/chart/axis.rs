//! From values to places on a chart.

use serde::{Deserialize, Serialize};

/// How values are spread along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal differences take equal room.
    #[default]
    Linear,
    /// Equal ratios take equal room; values under 1 stand at the beginning.
    Logarithmic,
}

/// An axis from one value to another, drawn between two places.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    first: f64,
    last: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// An axis that shows at least the values from `low` to `high`, ends on round ones,
    /// and is drawn from `first` to `last`.
    pub(super) fn new(scale: Scale, low: f64, high: f64, first: f64, last: f64) -> Axis {
        let low = if low.is_finite() { low } else { 0.0 };
        let high = if high.is_finite() { high.max(low) } else { low };
        let ticks = match scale {
            Scale::Linear => round_steps(low, high),
            Scale::Logarithmic => powers(low, high),
        };
        Axis {
            scale,
            low: ticks[0],
            high: ticks[ticks.len() - 1],
            first,
            last,
            ticks,
        }
    }

    /// An axis that begins and ends where the values do, with the round ones between.
    pub(super) fn tight(low: f64, high: f64, first: f64, last: f64) -> Axis {
        let mut axis = Axis::new(Scale::Linear, low, high, first, last);
        let is_within = |tick: &f64| (low - 1e-9..=high + 1e-9).contains(tick);
        let ticks: Vec<f64> = axis.ticks.iter().copied().filter(is_within).collect();
        // One round value would not say how far apart two are.
        if ticks.len() > 1 {
            (axis.low, axis.high, axis.ticks) = (low, high, ticks);
        }
        axis
    }

    /// Where a value stands; what is no number stands at the beginning.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => {
                (value.max(self.low).ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
            }
        };
        let share = if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0)
        };
        self.first + share * (self.last - self.first)
    }

    /// The round values on it.
    pub(super) fn ticks(&self) -> &[f64] {
        &self.ticks
    }
}

/// Between four and eight round steps of 1, 2 or 5 times a power of ten.
fn round_steps(low: f64, high: f64) -> Vec<f64> {
    let span = if high > low { high - low } else { 1.0 };
    let rough = span / 8.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(10.0 * power);
    let first = (low / step + 1e-9).floor();
    let count = ((low + span) / step - first - 1e-9).ceil().max(1.0) as usize;
    (0..=count)
        .map(|index| (first + index as f64) * step)
        .collect()
}

/// Powers of ten around the values, at most about eight of them.
fn powers(low: f64, high: f64) -> Vec<f64> {
    let first = low.max(1.0).log10().floor() as i32;
    let last = (high.max(1.0).log10().ceil() as i32).max(first + 1);
    let stride = ((last - first) / 8 + 1) as usize;
    let last = first + ((last - first) as usize).div_ceil(stride) as i32 * stride as i32;
    (first..=last)
        .step_by(stride)
        .map(|power| 10f64.powi(power))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_all_values() {
        for (low, high) in [
            (0.0, 1.0),
            (0.0, 0.94),
            (-63.0, 20.0),
            (17.0, 17.0),
            (0.0, 9e9),
            (0.1, 0.11),
        ] {
            let axis = Axis::new(Scale::Linear, low, high, 0.0, 100.0);
            let ticks = axis.ticks();
            assert!(
                ticks[0] <= low + 1e-9 && high <= ticks[ticks.len() - 1] + 1e-9,
                "{low} {high}"
            );
            assert!((2..=12).contains(&ticks.len()), "{low} {high}: {ticks:?}");
            assert!(axis.place(low) >= -1e-9 && axis.place(high) <= 100.0 + 1e-9);
        }
        assert_eq!(round_steps(0.0, 1.0).len(), 6);
        assert_eq!(
            Axis::new(Scale::Linear, 0.0, f64::NAN, 0.0, 1.0).place(0.0),
            0.0
        );
    }

    #[test]
    fn a_tight_axis_ends_where_the_values_end() {
        let axis = Axis::tight(5.0, 240.0, 0.0, 235.0);
        assert_eq!((axis.place(5.0), axis.place(240.0)), (0.0, 235.0));
        assert_eq!(axis.ticks(), [50.0, 100.0, 150.0, 200.0]);
        let one = Axis::tight(7.0, 7.0, 0.0, 100.0);
        assert!(one.ticks().len() > 1);
    }

    #[test]
    fn a_logarithmic_axis_gives_each_power_of_ten_the_same_room() {
        let axis = Axis::new(Scale::Logarithmic, 3.0, 900.0, 0.0, 300.0);
        assert_eq!(axis.ticks(), [1.0, 10.0, 100.0, 1000.0]);
        for (value, place) in [
            (0.0, 0.0),
            (1.0, 0.0),
            (10.0, 100.0),
            (1000.0, 300.0),
            (1e9, 300.0),
        ] {
            assert!((axis.place(value) - place).abs() < 1e-9, "{value}");
        }
    }
}
