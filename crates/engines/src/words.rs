//! What estimates say to people.

/// A time that was guessed, in words, as exact as such a guess can be.
///
/// ```
/// use papan_engines::time_in_words;
///
/// assert_eq!(time_in_words(1_500.0), "25 minutes");
/// assert_eq!(time_in_words(5e18), "10^11 years");
/// ```
pub fn time_in_words(seconds: f64) -> String {
    let in_units = |unit: f64, name: &str| format!("{:.0} {name}", seconds / unit);
    match seconds {
        ..1.5 => "a second".to_owned(),
        ..120.0 => in_units(1.0, "seconds"),
        ..7_200.0 => in_units(60.0, "minutes"),
        ..172_800.0 => in_units(3_600.0, "hours"),
        ..2.0e8 => in_units(86_400.0, "days"),
        ..1.0e12 => in_units(YEAR, "years"),
        _ => format!("10^{:.0} years", (seconds / YEAR).log10()),
    }
}

/// The seconds of a year.
const YEAR: f64 = 31_557_600.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_none_of_its_unit() {
        for (seconds, words) in [
            (0.0, "a second"),
            (2.0, "2 seconds"),
            (1_000.0, "17 minutes"),
            (1_799.0, "30 minutes"),
            (7_200.0, "2 hours"),
            (1e5, "28 hours"),
            (172_800.0, "2 days"),
            (1e8, "1157 days"),
            (1e9, "32 years"),
            (3e20, "10^13 years"),
        ] {
            assert_eq!(time_in_words(seconds), words);
        }
        // Whatever the time, its number is two at least.
        for power in 18..1_000 {
            let words = time_in_words(10_f64.powf(f64::from(power) / 100.0));
            let number = words.split(['^', ' ']).next().unwrap();
            assert!(
                number.parse::<u32>().is_ok_and(|number| number >= 2),
                "{words}"
            );
        }
    }
}
