//! What goes to a thinker and comes back from it, as JSON.

use papan_agents::{Playable, agents, games};
use papan_core::spec::SpecError;
use papan_host::{
    Answer, ApiError,
    thinkers::{Errand, Progress, Question},
};
use serde::{Deserialize, Serialize};

/// Something to think about.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Work {
    /// Whose it is: one thinker alone need keep the agents of an owner.
    pub(crate) owner: Option<String>,
    /// The names of the weights that are to be loaded before.
    pub(crate) weights: Vec<String>,
    /// What it is.
    pub(crate) does: What,
}

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum What {
    Question(Box<Question>),
    Errand(Errand),
}

/// What a thinker tells while it thinks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Told {
    Progress(Progress),
    /// How many steps of an errand are done.
    Steps(u64),
}

/// What a thinker answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answered<T> {
    Ok(T),
    Error(ApiError),
}

impl Work {
    pub(crate) fn new(owner: Option<u64>, does: What) -> Answer<Work> {
        let weights = match &does {
            What::Question(question) => weights(&question.game, &question.agent)?,
            What::Errand(errand) => {
                let mut all = Vec::new();
                for (game, agent) in errand.needs()? {
                    all.extend(match agent {
                        Some(agent) => weights(&game, agent)?,
                        None => games::weights(&game)?
                            .into_iter()
                            .map(str::to_owned)
                            .collect(),
                    });
                }
                all.sort();
                all.dedup();
                all
            }
        };
        Ok(Work {
            owner: owner.map(|owner| owner.to_string()),
            weights,
            does,
        })
    }

    pub(crate) fn text(&self) -> Answer<String> {
        serde_json::to_string(self).map_err(ApiError::internal)
    }
}

/// The names of the weights that an agent of a game needs.
fn weights(game: &str, agent: &str) -> Answer<Vec<String>> {
    struct Ask<'a>(&'a str);
    impl games::Visitor for Ask<'_> {
        type Output = Result<Vec<String>, SpecError>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let weights = agents::weights(&game, self.0)?.into_iter();
            Ok(weights.map(|weights| weights.name().to_owned()).collect())
        }
    }
    Ok(games::visit(game, Ask(agent))??)
}
