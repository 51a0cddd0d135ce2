//! What stands in the catalogue for an agent and for an evaluation: all that is said of it,
//! and what opens it.

use crate::{Agent, Playable};
use papan_core::{
    Game,
    spec::{Entry, Settings, SpecError},
};
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
    /// Opens it with its parameters and a seed for its chance decisions.
    pub open: Open<G>,
}

/// What opens an agent.
pub type Open<G> = fn(&G, &Settings, u64) -> Result<Box<dyn Agent<G>>, SpecError>;

/// Finds the evaluation that settings name.
pub type EvaluationOf<G> = fn(&G, &Settings) -> Result<EvaluationInfo, SpecError>;

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Two seats: what is good for one is bad for the other.
    pub two_seats: bool,
    /// Moves that stay legal until someone makes them, so that a plan of them can be kept:
    /// see [`Playable::MOVES_LAST`].
    pub lasting_moves: bool,
}

impl Needs {
    /// Any game will do.
    pub const NOTHING: Needs = Needs {
        two_seats: false,
        lasting_moves: false,
    };
    /// Games of two.
    pub const TWO_SEATS: Needs = Needs {
        two_seats: true,
        lasting_moves: false,
    };
    /// Games whose moves stay legal.
    pub const LASTING_MOVES: Needs = Needs {
        two_seats: false,
        lasting_moves: true,
    };

    /// Whether a game has what is needed.
    pub fn are_met<G: Playable>(self, game: &G) -> bool {
        self.allow(game.seats()) && (!self.lasting_moves || G::MOVES_LAST)
    }

    /// Whether games of this many seats have what is needed.
    pub fn allow(self, seats: usize) -> bool {
        !self.two_seats || seats == 2
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

impl<G: Playable> AgentEntry<G> {
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
        (self.open)(game, settings, seed)
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationEntry<E> {
    /// What is said of it.
    pub info: EvaluationInfo,
    /// The evaluation.
    pub evaluation: E,
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
    /// A key of what was learned and is built in.
    #[serde(skip)]
    pub learned: Option<fn() -> u64>,
}

impl PartialEq for EvaluationInfo {
    fn eq(&self, other: &EvaluationInfo) -> bool {
        (self.name, self.summary, self.unit, self.revision)
            == (other.name, other.summary, other.unit, other.revision)
    }
}

impl Eq for EvaluationInfo {}

impl EvaluationInfo {
    /// All that it follows from, as a text.
    fn behaviour(&self) -> String {
        let learned = self.learned.map_or(0, |learned| learned());
        format!("{} {} {learned:016x}", self.name, self.revision)
    }
}
