//! The papers as data.

mod check;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use thiserror::Error;

/// The files, embedded so that the program needs nothing beside it.
const FILES: [(&str, &str); 5] = [
    (
        "adjacency",
        include_str!("../../../../papers/adjacency.toml"),
    ),
    (
        "othello-negamax",
        include_str!("../../../../papers/othello-negamax.toml"),
    ),
    (
        "congklak-negascout",
        include_str!("../../../../papers/congklak-negascout.toml"),
    ),
    (
        "blokus-duo-greedy",
        include_str!("../../../../papers/blokus-duo-greedy.toml"),
    ),
    (
        "blokus-leaky",
        include_str!("../../../../papers/blokus-leaky.toml"),
    ),
];

/// A paper and its experiments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Paper {
    /// What one types.
    #[serde(skip_deserializing)]
    pub name: String,
    /// The title it was published under.
    pub title: String,
    /// The language of the title.
    #[serde(default = "english")]
    pub language: String,
    /// Those who wrote it, where the source names them.
    #[serde(default)]
    pub authors: Vec<String>,
    /// When, where the source says so.
    pub year: Option<u32>,
    /// What it is about, in a sentence.
    pub summary: String,
    /// What it reports and concludes.
    pub experiments: Vec<Experiment>,
}

fn english() -> String {
    "en".to_owned()
}

/// Something that a paper did or says, to be done or judged again.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// What one types behind the name of the paper.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What is done and how it is compared, in a sentence or two.
    pub about: String,
    /// How it is run.
    pub kind: Kind,
    /// The seed of everything random.
    #[serde(default = "one")]
    pub seed: u64,
    /// Which chart shows it.
    pub chart: Option<Chart>,
    /// Whether rows carry the final board of their game, or of the first of their games.
    #[serde(default)]
    pub final_board: bool,
    /// What holds for all rows that do not say otherwise.
    #[serde(flatten)]
    pub common: Settings,
    /// Positions by name, for rows to refer to.
    #[serde(default)]
    pub positions: BTreeMap<String, String>,
    /// What is compared.
    pub rows: Vec<Row>,
}

/// How an experiment is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Othello's evaluation of moves, number by number.
    Evaluations,
    /// An agent is asked in positions: its move, its value, its nodes.
    Search,
    /// One game between agents without chance.
    Game,
    /// Many games between agents.
    Match,
    /// Rows of an earlier experiment played again with another value of a parameter, and how
    /// well all of them together fit what was published.
    Fit,
    /// Two agents are asked in random positions whether they agree.
    Agreement,
    /// The standing in a position.
    Standing,
    /// Two published counts against each other: nothing is played.
    Counts,
    /// Readings of a paper whose code is lost, searched for those that give what was published.
    Readings,
    /// Statements about the rows of other experiments.
    Claims,
    /// Games that people would have to play.
    #[default]
    People,
}

/// Which chart shows an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chart {
    /// Shares of games with error bars.
    Shares,
    /// How often each final score came up.
    Points,
    /// Steps or nodes in groups.
    Nodes,
    /// The same on a logarithmic scale.
    NodesLogarithmic,
}

/// What a row has of its experiment unless it says otherwise: how games are set up, what is
/// compared, and where it was published.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings {
    /// The game with its parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// One agent for each seat; for searches only the one that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agents: Option<Vec<String>>,
    /// The number of games, positions or readings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Whether agents change seats: `fixed` or `rotate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Seats>,
    /// Where games begin: `start`, `random:PLIES`, or `line:` and moves in which a `?` stands
    /// for whatever the agent in that seat plays, as far as the line can be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The agent whose results count, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<usize>,
    /// Which number is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// Where in the paper the published value or the claim stands: a table, a figure, a
    /// section, or what it follows from. What has no such place is a claim of our own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Why games repeat each other, where they must.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<String>,
}

/// Whether agents change seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// Everyone keeps the seat in which it is named.
    #[default]
    Fixed,
    /// Everyone moves on by a seat after each game; an opening is played from all seats.
    Rotate,
}

/// A number that comes out of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// The share of games that the subject won.
    Wins,
    /// The share of games that it lost.
    Losses,
    /// The share of games that nobody won.
    Ties,
    /// Wins, losses and ties together, as shares of the games.
    Results,
    /// Wins less losses, as a share of games.
    Lead,
    /// The share of first places, shared ones in parts.
    Score,
    /// The final points of the subject.
    Points,
    /// How far the first two seats were apart at the end.
    Margin,
    /// The final points of the best seat.
    Best,
    /// The nodes that the subject searched in a game.
    Steps,
    /// The share of the games that are different.
    Different,
    /// How likely what was published is under our reading.
    Likelihood,
    /// How many games ended with the published board.
    Board,
    /// The move of a search.
    Move,
    /// The value of a search.
    Value,
    /// The nodes or steps of a search.
    Nodes,
    /// The seconds of a search.
    Seconds,
    /// The share of positions in which two agents give the same value.
    Agreement,
    /// Whether a row matched.
    Matches,
}

/// How a published value is compared with ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// Equal or not.
    Exact,
    /// A sample like ours, or one that would come up in fewer than 5% of cases.
    Distribution,
    /// A statement, true or false.
    Claim,
    /// Not compared: the first of some searches, by which the others are measured, or a match
    /// that claims speak of.
    Measure,
    /// Listed, not run.
    NeedsPeople,
}

/// What a comparison shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Ours and the paper's agree; the claim is true.
    Match,
    /// They do not; the claim is false.
    Differs,
    /// Fewer games were played than the file says, too few to show the expected verdict,
    /// and nothing speaks against it.
    #[serde(skip_deserializing)]
    Undecided,
}

/// One comparison.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Row {
    /// What it is called, unlike the others of its experiment.
    pub name: String,
    /// How it is compared.
    pub compare: Compare,
    /// The verdict that we expect.
    pub expected: Option<Verdict>,
    /// Why, in a sentence.
    pub reason: String,
    /// What the paper has.
    pub published: Option<Value>,
    /// How the published value is shown when it is a text or more than the number compared.
    pub published_text: Option<String>,
    /// Wins, losses and ties as published, in games.
    pub results: Option<Vec<u64>>,
    /// For counts: those that the results are compared with.
    pub against: Option<Vec<u64>>,
    /// The final board as published, rows joined by `/`.
    pub board: Option<String>,
    /// Whether what was published can be reproduced at all.
    pub reproducible: Option<bool>,
    /// How this row is set up where it is not as its experiment.
    #[serde(flatten)]
    pub own: Settings,
    /// The position, by name or as text; all of the experiment's when there is none.
    pub position: Option<String>,
    /// The moves that lead to the position.
    pub moves: Option<String>,
    /// For evaluations: the node of the paper's tree.
    pub node: Option<String>,
    /// For evaluations: the node whose move comes before.
    pub after: Option<String>,
    /// For evaluations: the move as the paper writes it.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// For claims: the rows whose numbers are added up, as `experiment/row`. For a fit: the
    /// rows that are played again.
    pub of: Option<Vec<String>>,
    /// For claims: rows whose numbers are taken away from those.
    pub less: Option<Vec<String>>,
    /// For claims: rows by whose numbers the sum is divided.
    pub per: Option<Vec<String>>,
    /// For a fit: what is replaced in the names of the agents, and by what.
    pub replace: Option<[String; 2]>,
    /// A claim is true when the number is clearly above this.
    pub above: Option<f64>,
    /// A claim is true when the number is clearly below this.
    pub below: Option<f64>,
    /// For charts: the group of bars.
    pub group: Option<String>,
    /// For charts: the bar within its group.
    pub series: Option<String>,
    /// For charts: the bar of the published value within the group.
    pub published_series: Option<String>,
}

fn one() -> u64 {
    1
}

impl Settings {
    /// These settings with the gaps filled from others.
    pub fn or(&self, other: &Settings) -> Settings {
        Settings {
            game: self.game.clone().or_else(|| other.game.clone()),
            agents: self.agents.clone().or_else(|| other.agents.clone()),
            games: self.games.or(other.games),
            seats: self.seats.or(other.seats),
            openings: self.openings.clone().or_else(|| other.openings.clone()),
            subject: self.subject.or(other.subject),
            figure: self.figure.or(other.figure),
            source: self.source.clone().or_else(|| other.source.clone()),
            repeats: self.repeats.clone().or_else(|| other.repeats.clone()),
        }
    }
}

impl Row {
    /// How the row is set up within its experiment.
    pub fn settings(&self, experiment: &Experiment) -> Settings {
        self.own.or(&experiment.common)
    }
}

/// What is wrong with the data of a paper.
#[derive(Debug, Error)]
pub enum DataError {
    /// No TOML, or not of this form.
    #[error("papers/{paper}.toml: {source}")]
    Form {
        /// The paper.
        paper: String,
        /// What and where.
        source: toml::de::Error,
    },
    /// Something that the form alone does not show.
    #[error("papers/{paper}.toml: {place}: {problem}")]
    Content {
        /// The paper.
        paper: String,
        /// The experiment, and the row if it is one.
        place: String,
        /// What is wrong.
        problem: String,
    },
}

/// All papers.
///
/// ```
/// let papers = papan_papers::data::all().unwrap();
/// assert_eq!(papers.len(), 5);
/// ```
pub fn all() -> Result<Vec<Paper>, DataError> {
    FILES.iter().map(|(name, text)| parse(name, text)).collect()
}

/// Reads one paper and checks that everything is there.
///
/// ```
/// use papan_papers::data::parse;
///
/// let error = parse("mine", "title = 'Mine'").unwrap_err();
/// assert!(error.to_string().starts_with("papers/mine.toml: "));
/// ```
pub fn parse(name: &str, text: &str) -> Result<Paper, DataError> {
    let mut paper: Paper = toml::from_str(text).map_err(|source| DataError::Form {
        paper: name.to_owned(),
        source,
    })?;
    paper.name = name.to_owned();
    match check::problem(&paper) {
        Some((place, problem)) => Err(DataError::Content {
            paper: name.to_owned(),
            place,
            problem,
        }),
        None => Ok(paper),
    }
}

/// The experiment and the row that a reference names.
pub(crate) fn split(reference: &str) -> Option<(&str, &str)> {
    reference.split_once('/')
}
