//! How wide charts are, and in which words.

use serde::{Deserialize, Serialize};

/// How wide a character of a label is, about.
const CHARACTER: f64 = 7.9;
/// Charts under this width write names above bars and below lines instead of beside them.
const NARROW: f64 = 560.0;

/// What charts are drawn with: their width in units of a pixel, and the words and numbers of a
/// language.
///
/// ```
/// use papan_report::chart::Style;
///
/// let style: Style = serde_json::from_str(r#"{"width": 360, "decimal_comma": true}"#).unwrap();
/// assert_eq!(style.number(1234.0), "1.234");
/// assert_eq!(style.words.published, "published");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Style {
    /// The width; what shows the chart may scale it.
    pub width: f64,
    /// Whether numbers are written as `1.234,5`.
    pub decimal_comma: bool,
    /// What is said of values.
    pub words: Words,
}

/// The words that charts add to those they are given.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs)]
pub struct Words {
    pub interval: String,
    pub interval_key: String,
    pub to: String,
    pub published: String,
    pub games: String,
    pub of: String,
    pub from: String,
    pub most_often: String,
    pub ends_at: String,
    pub no_values: String,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            width: 800.0,
            decimal_comma: false,
            words: Words::default(),
        }
    }
}

impl Default for Words {
    fn default() -> Words {
        Words {
            interval: "interval".to_owned(),
            interval_key: "95% interval".to_owned(),
            to: "to".to_owned(),
            published: "published".to_owned(),
            games: "games".to_owned(),
            of: "of".to_owned(),
            from: "from".to_owned(),
            most_often: "most often".to_owned(),
            ends_at: "ends at".to_owned(),
            no_values: "no values".to_owned(),
        }
    }
}

impl Style {
    /// A number as short as it can be read, as the language writes it.
    pub fn number(&self, value: f64) -> String {
        let text = super::number(value);
        match self.decimal_comma {
            false => text,
            true => (text.chars())
                .map(|character| match character {
                    '.' => ',',
                    ',' => '.',
                    other => other,
                })
                .collect(),
        }
    }

    /// A value, or the share of a whole that it is.
    pub(super) fn shown(&self, value: f64, percent: bool) -> String {
        match percent {
            true => format!("{}%", self.number((value * 1000.0).round() / 10.0)),
            false => self.number(value),
        }
    }

    /// The room between two values: "3 to 5".
    pub(super) fn span(&self, low: &str, high: &str) -> String {
        format!("{low} {} {high}", self.words.to)
    }

    pub(super) fn is_narrow(&self) -> bool {
        self.width < NARROW
    }

    /// How much room the longest of some labels needs, up to a share of the width.
    pub(super) fn room<'a>(&self, labels: impl Iterator<Item = &'a str>) -> f64 {
        let longest = labels.map(|label| label.chars().count()).max().unwrap_or(0);
        let most = self.width * if self.is_narrow() { 1.0 } else { 0.45 };
        (longest as f64 * CHARACTER + 12.0).clamp(40.0, most.max(40.0))
    }
}

/// A label that fits into the room for it.
pub(super) fn fitted(label: &str, room: f64) -> String {
    let most = ((room - 12.0) / CHARACTER).round().max(1.0) as usize;
    match label.chars().count() > most {
        true => label
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
        false => label.to_owned(),
    }
}
