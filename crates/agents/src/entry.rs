//! What stands in the catalogue for an agent and for an evaluation: all that is said of it,
//! and what opens it.

use crate::{Agent, Playable, parameters};
use papan_core::{
    Game,
    spec::{Entry, Parameter, Settings, SpecError},
};
use papan_engines::weights::{MissingWeights, Weights};
use serde::Serialize;

/// An agent of the catalogue.
pub struct AgentEntry<G: Game> {
    /// What is said of it.
    pub info: AgentInfo,
    /// What its play follows from besides its text.
    pub behaviour: Behaviour<G>,
    /// The evaluation in whose points its values are; `None` when they are points of the
    /// game's result, or shares.
    pub evaluation: Option<EvaluationOf<G>>,
    /// The weights that it needs besides those of its evaluation.
    pub weights: Option<WeightsOf<G>>,
    /// Opens it with its parameters and a seed for its chance decisions.
    pub open: Open<G>,
}

/// What opens an agent.
pub type Open<G> = fn(&G, &Settings, u64) -> Result<Box<dyn Agent<G>>, SpecError>;

/// Finds the evaluation that settings name.
pub type EvaluationOf<G> = fn(&G, &Settings) -> Result<EvaluationInfo, SpecError>;

/// Finds the weights that an agent needs.
pub type WeightsOf<G> = fn(&G, &Settings) -> Result<Vec<&'static Weights>, SpecError>;

/// What the catalogue says of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AgentInfo {
    /// Its name with its parameters.
    #[serde(flatten)]
    pub entry: Entry,
    /// Which games it can play.
    #[serde(skip)]
    pub needs: Needs,
}

/// What an agent asks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Any game will do.
    Nothing,
    /// Two seats: what is good for one is bad for the other.
    TwoSeats,
    /// Moves that stay legal until someone makes them, so that a plan of them can be kept:
    /// see [`Playable::MOVES_LAST`].
    LastingMoves,
}

impl Needs {
    /// Whether a game has what is needed.
    pub fn are_met<G: Playable>(self, game: &G) -> bool {
        self.allow(game.seats()) && (self != Needs::LastingMoves || G::MOVES_LAST)
    }

    /// Whether games of this many seats have what is needed.
    pub fn allow(self, seats: usize) -> bool {
        self != Needs::TwoSeats || seats == 2
    }
}

/// What the play of an agent follows from besides its text. It goes into the
/// [fingerprint](crate::agents::fingerprint).
pub enum Behaviour<G: Game> {
    /// The code: a number that is raised whenever a change makes the agent play otherwise.
    Code(u32),
    /// The code, and a key of what was learned and is built in.
    Learned(u32, fn() -> u64),
    /// Something else in the catalogue, told as a text.
    Other(fn(&G, &Settings) -> Result<String, SpecError>),
}

impl<G: Game> AgentEntry<G> {
    /// An agent without parameters that any game will do for; its code has not changed yet what
    /// it plays.
    pub const fn new(name: &'static str, summary: &'static str, open: Open<G>) -> AgentEntry<G> {
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name,
                    summary,
                    parameters: &[],
                },
                needs: Needs::Nothing,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            weights: None,
            open,
        }
    }

    /// The same with parameters.
    pub const fn takes(mut self, parameters: &'static [Parameter]) -> AgentEntry<G> {
        self.info.entry.parameters = parameters;
        self
    }

    /// The same for games that have what it needs.
    pub const fn needs(mut self, needs: Needs) -> AgentEntry<G> {
        self.info.needs = needs;
        self
    }

    /// The same with weights that it needs.
    pub const fn needs_weights(mut self, weights: WeightsOf<G>) -> AgentEntry<G> {
        self.weights = Some(weights);
        self
    }

    /// The same with something else that its play follows from.
    pub const fn follows(mut self, behaviour: Behaviour<G>) -> AgentEntry<G> {
        self.behaviour = behaviour;
        self
    }
}

impl<G: Playable> AgentEntry<G> {
    /// The same with values in points of the evaluation that its parameter `eval` names.
    pub const fn judges_by_evaluation(mut self) -> AgentEntry<G> {
        self.evaluation = Some(parameters::evaluation_info);
        self
    }

    /// Opens the agent, where the game has what it needs.
    pub(crate) fn open(
        &self,
        game: &G,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        if !self.info.needs.allow(game.seats()) {
            let generic = crate::agents::generic();
            let others: Vec<&str> = generic
                .filter(|other| other.needs.are_met(game))
                .map(|other| other.entry.name)
                .collect();
            return Err(settings.conflict(format!(
                "it plays games of two, and {} has {} seats; these play it: {}",
                game.name(),
                game.seats(),
                others.join(", ")
            )));
        }
        if !self.info.needs.are_met(game) {
            let game = game.name();
            let problem = format!("it plans moves, and those of {game} do not stay legal");
            return Err(settings.conflict(problem));
        }
        for weights in self.weights(game, settings)? {
            let missing = |missing: MissingWeights| settings.conflict(missing.to_string());
            weights.check().map_err(missing)?;
        }
        (self.open)(game, settings, seed)
    }

    /// The weights without which it cannot be opened.
    pub(crate) fn weights(
        &self,
        game: &G,
        settings: &Settings,
    ) -> Result<Vec<&'static Weights>, SpecError> {
        let mut all = match self.weights {
            Some(weights) => weights(game, settings)?,
            None => Vec::new(),
        };
        if let Some(evaluation) = self.evaluation {
            all.extend(evaluation(game, settings)?.learned);
        }
        // A board for which nothing was learned needs nothing.
        let learned = game.weights();
        all.retain(|needed| learned.iter().any(|known| known.name() == needed.name()));
        Ok(all)
    }

    /// All that its play follows from, as a text.
    pub(crate) fn behaviour(&self, game: &G, settings: &Settings) -> Result<String, SpecError> {
        let name = self.info.entry.name;
        let code = match self.behaviour {
            Behaviour::Code(revision) => format!("{name} {revision}"),
            Behaviour::Learned(revision, learned) => {
                format!("{name} {revision} {:016x}", learned())
            }
            Behaviour::Other(text) => format!("{name} {}", text(game, settings)?),
        };
        Ok(match self.evaluation {
            None => code,
            Some(evaluation) => format!("{code}, {}", evaluation(game, settings)?.behaviour()),
        })
    }
}

/// An evaluation of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationEntry<E> {
    /// What is said of it.
    pub info: EvaluationInfo,
    /// The evaluation.
    pub evaluation: E,
}

impl<E: Copy> EvaluationEntry<E> {
    /// An evaluation in points of the game's result that was not learned; its code has not
    /// changed yet how it judges.
    pub const fn new(name: &'static str, summary: &'static str, evaluation: E) -> Self {
        EvaluationEntry {
            info: EvaluationInfo {
                name,
                summary,
                unit: 1,
                revision: 1,
                learned: None,
            },
            evaluation,
        }
    }

    /// The same where one point of the game's result counts this much.
    pub const fn with_unit(mut self, unit: i32) -> Self {
        self.info.unit = unit;
        self
    }

    /// The same with what was learned.
    pub const fn learned(mut self, weights: &'static Weights) -> Self {
        self.info.learned = Some(weights);
        self
    }
}

/// What the catalogue says of an evaluation.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EvaluationInfo {
    /// What one types behind `eval=`.
    pub name: &'static str,
    /// What it counts, in a few words.
    pub summary: &'static str,
    /// What one point of the game's result counts in it.
    #[serde(skip)]
    pub unit: i32,
    /// Raised whenever a change makes it judge otherwise.
    #[serde(skip)]
    pub revision: u32,
    /// What was learned for it.
    #[serde(skip)]
    pub learned: Option<&'static Weights>,
}

impl EvaluationInfo {
    /// All that it follows from, as a text.
    fn behaviour(&self) -> String {
        let learned = self.learned.map_or(0, Weights::key);
        format!("{} {} {learned:016x}", self.name, self.revision)
    }
}
