//! What takes a while and is no question about a game that somebody plays: it is done where others
//! need not wait for it.

use super::Told;
use crate::{demonstration, error::Answer, papers};
use papan_search::Stop;
use serde::{Deserialize, Serialize};

/// Something to be done, whose result is JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Errand {
    /// The experiment of a paper.
    Experiment {
        /// The name of the paper.
        paper: String,
        /// The name of the experiment.
        experiment: String,
    },
    /// A short game of a family, for its board on the start page.
    Demonstration {
        /// The name of the family.
        family: String,
    },
}

impl Errand {
    /// The games that are played in it, each with the agent that plays, or with none where many
    /// may.
    pub fn needs(&self) -> Answer<Vec<(String, Option<&'static str>)>> {
        match self {
            Errand::Experiment { paper, experiment } => {
                let games = papers::games(paper, experiment)?.into_iter();
                Ok(games.map(|game| (game, None)).collect())
            }
            Errand::Demonstration { family } => {
                let (game, agent) = demonstration::players(family)?;
                Ok(vec![(game.to_owned(), Some(agent))])
            }
        }
    }

    /// Does it with so many threads.
    pub fn run(&self, threads: usize, stop: &Stop, told: &Told) -> Answer<String> {
        match self {
            Errand::Experiment { paper, experiment } => {
                papers::run(paper, experiment, threads, stop, told)
            }
            Errand::Demonstration { family } => demonstration::make(family),
        }
    }
}
