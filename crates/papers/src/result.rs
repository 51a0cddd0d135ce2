//! The results of experiments.

use crate::{
    data::{Chart, Compare, Experiment, Figure, Row, Verdict},
    estimate::Estimate,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The results of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExperimentResult {
    /// The name of the paper.
    pub paper: String,
    /// The id of the experiment.
    pub experiment: String,
    /// What the experiment is called.
    pub title: String,
    /// What was done and how it is compared.
    pub about: String,
    /// The time that it took.
    pub seconds: f64,
    /// What was compared.
    pub rows: Vec<RowResult>,
    /// Which chart shows it.
    #[serde(skip)]
    pub chart: Option<Chart>,
}

/// The result of a row: the published value beside the measured one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RowResult {
    /// What it is called.
    pub name: String,
    /// How it was compared.
    pub compare: Compare,
    /// Where in the paper it stands; null for claims of our own.
    pub source: Option<String>,
    /// What the paper has.
    pub published: Value,
    /// Which number is compared; null where it is all of `measured`.
    pub figure: Option<Figure>,
    /// What we have.
    pub measured: Value,
    /// Where a published value would fit, or where ours lies.
    pub interval: Option<(f64, f64)>,
    /// What the published value would have to be for a match, or our own number for a claim to
    /// be true.
    pub match_if: Option<MatchIf>,
    /// How likely a sample at least as far from ours as the published one is, if our reading is
    /// the paper's; null where nothing is left to chance.
    pub likelihood: Option<f64>,
    /// The verdict that we expected; null where there is none, as below.
    pub expected: Option<Verdict>,
    /// The verdict; null where people would have to play and for what only measures others.
    pub verdict: Option<Verdict>,
    /// Why it is so, in a sentence.
    pub note: String,
    /// What else is known: wins, boards, means.
    #[serde(flatten)]
    pub details: Map<String, Value>,
    /// The numbers that claims and charts use.
    #[serde(skip)]
    pub figures: BTreeMap<Figure, Estimate>,
    /// What the chart of points shows of all games.
    #[serde(skip)]
    pub points: Vec<i64>,
    /// The values of all positions that were searched.
    #[serde(skip)]
    pub values: Vec<Value>,
    /// Whether fewer games were played than the file says.
    #[serde(skip)]
    pub is_short: bool,
    /// Where its bar stands in a chart.
    #[serde(skip)]
    pub place: ChartPlace,
}

/// What a number must be for a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchIf {
    /// This value.
    Equals(Value),
    /// From the first to the last.
    Between(f64, f64),
    /// More than this, beyond doubt.
    Above(f64),
    /// Less than this, beyond doubt.
    Below(f64),
    /// More than the first and less than the second, beyond doubt.
    Inside(f64, f64),
    /// The distance of the distributions is at most this.
    DistanceUpTo(f64),
    /// No number of wins would do, with so many ties.
    NoWins,
}

impl MatchIf {
    /// The bound of a claim, the lower one of two.
    pub fn bound(&self) -> Option<f64> {
        match self {
            MatchIf::Above(bound) | MatchIf::Below(bound) | MatchIf::Inside(bound, _) => {
                Some(*bound)
            }
            _ => None,
        }
    }
}

/// Where the bars of a row stand in a chart of groups.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChartPlace {
    /// The group.
    pub group: Option<String>,
    /// The bar of what we measured.
    pub series: Option<String>,
    /// The bar of what was published.
    pub published_series: Option<String>,
}

impl RowResult {
    /// A row before anything was measured.
    pub fn before(experiment: &Experiment, row: &Row) -> RowResult {
        let mut details = Map::new();
        let mut published = row.published.clone();
        let mut text = row.published_text.clone();
        if let Some(results) = &row.results {
            details.insert("published_results".to_owned(), results.as_slice().into());
            let games: u64 = results.iter().sum();
            let wins = results.first().copied().unwrap_or(0) as f64;
            published = published.or_else(|| Some(rounded(wins / games.max(1) as f64)));
            let shown: Vec<String> = results.iter().map(u64::to_string).collect();
            text = text.or_else(|| Some(shown.join(" / ")));
        }
        if let Some(text) = &text {
            details.insert("published_text".to_owned(), text.as_str().into());
        }
        if let Some(reproducible) = row.reproducible {
            details.insert("reproducible".to_owned(), reproducible.into());
        }
        let settings = row.settings(experiment);
        RowResult {
            name: row.name.clone(),
            compare: row.compare,
            source: settings.source,
            published: published
                .or_else(|| text.map(Value::String))
                .unwrap_or(Value::Null),
            figure: settings.figure,
            measured: Value::Null,
            interval: None,
            match_if: match (row.above, row.below) {
                (Some(above), Some(below)) => Some(MatchIf::Inside(above, below)),
                (Some(above), None) => Some(MatchIf::Above(above)),
                (None, Some(below)) => Some(MatchIf::Below(below)),
                (None, None) => None,
            },
            likelihood: None,
            expected: row.expected,
            verdict: None,
            note: row.reason.clone(),
            details,
            figures: BTreeMap::new(),
            points: Vec::new(),
            values: Vec::new(),
            is_short: false,
            place: ChartPlace {
                group: row.group.clone(),
                series: row.series.clone(),
                published_series: row.published_series.clone(),
            },
        }
    }

    /// Whether the verdict is the expected one, or nothing speaks against that.
    pub fn as_expected(&self) -> bool {
        self.verdict == self.expected || self.verdict == Some(Verdict::Undecided)
    }

    /// Keeps the verdict of a sample. Where fewer games were played than the file says, only
    /// what is clear may be unexpected: wide intervals let much fit, and chance does more.
    pub(crate) fn decide(&mut self, verdict: Verdict, is_clear: bool) {
        let is_open = self.is_short && !is_clear && self.expected != Some(verdict);
        self.verdict = Some(if is_open { Verdict::Undecided } else { verdict });
    }

    /// Keeps something else that is known.
    pub(crate) fn detail(&mut self, name: &str, value: impl Into<Value>) {
        self.details.insert(name.to_owned(), value.into());
    }

    /// The published value as people read it.
    pub fn published_words(&self) -> String {
        match self.details.get("published_text") {
            Some(Value::String(text)) => text.clone(),
            _ => words(&self.published, self.is_share()),
        }
    }

    /// Ours as people read it.
    pub fn measured_words(&self) -> String {
        let shown = words(&self.measured, self.is_share());
        match (
            self.figure,
            self.details.get("wins"),
            self.details.get("losses"),
            self.details.get("ties"),
        ) {
            (Some(Figure::Results), Some(wins), Some(losses), Some(ties)) => {
                let part = |value: &Value| words(value, true).replace('%', "");
                format!("{} / {} / {}", part(wins), part(losses), part(ties))
            }
            (Some(Figure::Points | Figure::Best | Figure::Steps), ..) => {
                match self.details.get("deviation") {
                    Some(deviation) => format!("{shown} ± {}", words(deviation, false)),
                    None => shown,
                }
            }
            // Times are shown beside nodes, and never compared exactly.
            (Some(Figure::Nodes), ..) if self.compare != Compare::Exact => {
                match self.details.get("seconds").and_then(Value::as_f64) {
                    Some(seconds) => format!("{shown} in {seconds:.4} s"),
                    None => shown,
                }
            }
            _ => shown,
        }
    }

    /// The interval as people read it.
    pub fn interval_words(&self) -> String {
        let Some((low, high)) = self.interval else {
            return String::new();
        };
        let show = |value: f64| words(&rounded(value), self.is_share());
        format!("{} to {}", show(low), show(high))
    }

    /// What the published value, or for a claim ours, would have to be for a match, as people
    /// read it.
    pub fn match_if_words(&self) -> String {
        let number = |value: f64| words(&rounded(value), self.is_share());
        match &self.match_if {
            None => String::new(),
            Some(MatchIf::Equals(value)) => words(value, self.is_share()),
            Some(MatchIf::Between(low, high)) => format!("{} to {}", number(*low), number(*high)),
            Some(MatchIf::Above(bound)) => format!("above {}", number(*bound)),
            Some(MatchIf::Below(bound)) => format!("below {}", number(*bound)),
            Some(MatchIf::Inside(low, high)) => {
                format!("above {} and below {}", number(*low), number(*high))
            }
            Some(MatchIf::NoWins) => "no number of wins".to_owned(),
            Some(MatchIf::DistanceUpTo(most)) => format!("distance up to {most:.2}"),
        }
    }

    /// The likelihood as people read it.
    pub fn likelihood_words(&self) -> String {
        match self.likelihood {
            None => String::new(),
            Some(share) if share < 0.0001 => "under 0.01%".to_owned(),
            Some(share) if share < 0.01 => format!("{:.2}%", 100.0 * share),
            Some(share) => format!("{:.0}%", 100.0 * share),
        }
    }

    /// How many games or positions it rests on, as people read it.
    pub fn games_words(&self) -> String {
        let count = |name: &str| self.details.get(name).and_then(Value::as_u64);
        let words = |all: &str, unit: &str| {
            let (all, different) = (count(all)?, count(&format!("different_{all}"))?);
            Some(match different < all {
                true => format!("{all}{unit}, {different} different"),
                false => format!("{all}{unit}"),
            })
        };
        words("games", "")
            .or_else(|| words("positions", " positions"))
            .unwrap_or_default()
    }

    /// The verdict as people read it.
    pub fn verdict_words(&self) -> &'static str {
        match (self.compare, self.verdict) {
            (Compare::Measure, None) => "the measure",
            (_, None) => "not run",
            (_, Some(Verdict::Undecided)) => "too few games",
            (Compare::Claim, Some(Verdict::Match)) => "true",
            (Compare::Claim, Some(Verdict::Differs)) => "false",
            (_, Some(Verdict::Match)) => "match",
            (_, Some(Verdict::Differs)) => "differs",
        }
    }

    /// Whether the number compared is a share of games.
    pub fn is_share(&self) -> bool {
        use Figure::{Agreement, Different, Lead, Likelihood, Losses, Results, Score, Ties, Wins};
        let shares = [
            Wins, Losses, Ties, Results, Lead, Score, Agreement, Different, Likelihood,
        ];
        self.figure.is_some_and(|figure| shares.contains(&figure))
            && self.details.get("ratio").is_none()
    }
}

/// A number with four places, enough for all shares and means here.
pub(crate) fn rounded(value: f64) -> Value {
    if !value.is_finite() {
        return Value::Null;
    }
    let value = (value * 1e4).round() / 1e4;
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => (value as i64).into(),
        false => value.into(),
    }
}

/// A value as people read it.
fn words(value: &Value, is_share: bool) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(holds) => if *holds { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            match is_share {
                true => format!("{:.1}%", (1000.0 * number).round() / 10.0),
                false => papan_report::chart::number(number),
            }
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| words(item, is_share)).collect();
            items.join(", ")
        }
        Value::Object(items) => {
            let item = |(name, value): (&String, &Value)| format!("{name} {}", words(value, false));
            items.iter().map(item).collect::<Vec<String>>().join(", ")
        }
    }
}

/// The names that are there, each once, in the order in which they come.
pub fn distinct<'a>(names: impl Iterator<Item = &'a Option<String>>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for name in names.flatten() {
        if !found.contains(&name.as_str()) {
            found.push(name.as_str());
        }
    }
    found
}
