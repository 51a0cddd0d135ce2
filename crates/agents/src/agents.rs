//! All agents, by the names that one types.

use crate::{
    Agent, AgentEntry, AgentInfo, Playable,
    engines::{self, Starts},
    generic::Generic,
    programs::{self, ExternalProgram},
};
use papan_core::spec::{Entry, Settings, SpecError};
use papan_engines::weights::Weights;
use papan_othello::Othello;
use papan_protocol::client::{ExternalAgent, Program};
use sha2::{Digest, Sha256};

/// Other programs as agents: by the protocols that they speak, as in `gtp:COMMAND`, and by name, as
/// in `engine:NAME`.
/// None where no program can be started.
pub const PROGRAMS: &[Entry] = match papan_protocol::STARTS_PROGRAMS {
    true => programs::ENTRIES,
    false => &[],
};

/// The kind of other programs that a text names, whether or not one can be started here.
///
/// ```
/// use papan_agents::agents::kind_of_program;
///
/// assert_eq!(kind_of_program(" GTP:edax").unwrap().name, "gtp");
/// assert!(kind_of_program("level:3").is_none());
/// ```
pub fn kind_of_program(text: &str) -> Option<&'static Entry> {
    programs::ENTRIES.iter().find(|entry| entry.is_named(text))
}

/// The agents that play every game they can. Those that only one game has are its
/// [`Playable::AGENTS`].
///
/// ```
/// use papan_agents::agents;
///
/// let needs = |name| agents::generic().find(|info| info.entry.name == name).unwrap().needs;
/// assert!(needs("mcts").allow(4));
/// assert!(!needs("minimax").allow(4));
/// ```
pub fn generic() -> impl Iterator<Item = &'static AgentInfo> + Clone {
    // What is said of them is the same for every game.
    Othello::agents().0[0].iter().map(|entry| &entry.info)
}

/// The agents of a game: those that play every game they can, then its own.
pub struct AgentTable<G: Playable>([&'static [AgentEntry<G>]; 2]);

impl<G: Playable> AgentTable<G> {
    /// The table of the game, for [`Playable::agents`].
    pub(crate) const fn new() -> AgentTable<G> {
        AgentTable([Generic::<G>::AGENTS, G::AGENTS])
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = &'static AgentEntry<G>> + Clone + use<G> {
        self.0.into_iter().flatten()
    }

    fn read(&self, text: &str) -> Result<(&'static AgentEntry<G>, Settings), SpecError> {
        let named = |entry: &&AgentEntry<G>| entry.info.entry.is_named(text);
        match self.iter().find(named) {
            Some(found) => Ok((found, Settings::read(found.info.entry, text)?)),
            None => {
                let ours = self.iter().map(|entry| entry.info.entry.name);
                let names = ours.chain(PROGRAMS.iter().map(|entry| entry.name));
                Err(SpecError::unknown("agent", text, names))
            }
        }
    }
}

/// What is said of each agent that plays a game with its number of seats.
pub fn playing<G: Playable>(game: &G) -> Vec<&'static AgentInfo> {
    let infos = G::agents().iter().map(|entry| &entry.info);
    infos.filter(|info| info.needs.are_met(game)).collect()
}

/// The agent that a text names, for a game. Its chance decisions follow from `seed`.
///
/// ```
/// use papan_agents::agents;
/// use papan_core::Game;
/// use papan_othello::Othello;
///
/// let othello = Othello::new();
/// let mut agent = agents::open(&othello, "random", 1).unwrap();
/// let chosen = agent.choose(&othello, &othello.start());
/// assert!(othello.flips(&othello.start(), chosen) != 0);
/// let problem = |text| agents::open(&othello, text, 1).err().unwrap().to_string();
/// assert!(problem("mcst").starts_with("unknown agent 'mcst', did you mean 'mcts'?"));
/// assert!(problem("mcts:ndoes=9").contains("no parameter 'ndoes', did you mean 'nodes'?"));
/// assert!(problem("greedy:eval=dicss").contains(", did you mean 'discs'?"));
/// assert!(problem("greedy:ties=lats").contains("not possible, did you mean 'last'?"));
/// ```
pub fn open<G: Playable>(game: &G, text: &str, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
    if let Some(external) = ExternalProgram::parse(game, text)?
        // What speaks their protocols is left out where there are none.
        && papan_protocol::STARTS_PROGRAMS
    {
        return Ok(Box::new(ExternalAgent::new(external.checked()?)));
    }
    let (entry, settings) = G::agents().read(text)?;
    entry.open(game, &settings, seed)
}

/// The shortest text that names the same agent: parameters that have their usual values are
/// left out, and the others stand in the order of the catalogue.
///
/// ```
/// use papan_agents::agents::canonical;
/// use papan_othello::Othello;
///
/// let othello = Othello::new();
/// assert_eq!(canonical(&othello, " Minimax:eval=discs,depth=3").unwrap(), "minimax:eval=discs");
/// assert_eq!(
///     canonical(&othello, "GTP: move=5s,start=10s, engine  -l 6 ").unwrap(),
///     "gtp:move=5s,engine  -l 6"
/// );
/// ```
pub fn canonical<G: Playable>(game: &G, text: &str) -> Result<String, SpecError> {
    if let Some(external) = ExternalProgram::parse(game, text)? {
        return Ok(external.text);
    }
    let (entry, settings) = G::agents().read(text)?;
    // Some mistakes are found only by who opens it. What it has learned may come later.
    let mut weights = entry.weights(game, &settings)?.into_iter();
    if weights.all(|weights| weights.check().is_ok()) {
        entry.open(game, &settings, 0)?;
    }
    Ok(settings.to_string())
}

/// The weights without which the agent that a text names cannot be opened. Where they are not part
/// of the program, they are to be [given](papan_engines::weights::provide) to it before.
///
/// ```
/// use papan_agents::agents::weights;
/// use papan_othello::Othello;
///
/// let names = |size, agent| -> Vec<&str> {
///     let weights = weights(&Othello::with_size(size), agent).unwrap();
///     weights.iter().map(|weights| weights.name()).collect()
/// };
/// assert_eq!(names(8, "level:9"), ["othello"]);
/// assert_eq!(names(8, "patterns:book=on"), ["othello", "othello-book"]);
/// assert_eq!(names(8, "greedy:eval=patterns"), ["othello"]);
/// assert!(names(8, "greedy").is_empty() && names(6, "level:9").is_empty());
/// ```
pub fn weights<G: Playable>(game: &G, text: &str) -> Result<Vec<&'static Weights>, SpecError> {
    if ExternalProgram::parse(game, text)?.is_some() {
        return Ok(Vec::new());
    }
    let (entry, settings) = G::agents().read(text)?;
    entry.weights(game, &settings)
}

/// How to start the other program that a text names; `None` when it names an agent of ours.
pub fn program<G: Playable>(game: &G, text: &str) -> Result<Option<Program>, SpecError> {
    let external = ExternalProgram::parse(game, text)?;
    external.map(ExternalProgram::checked).transpose()
}

/// A short text that is another one whenever the agent that a text names plays otherwise,
/// the same on every machine: games under one name may be counted together only when it is
/// the same. It follows from the revisions of code, from what was learned and from the data
/// of levels; for an engine by name, from its protocol, its arguments and its checksum. `None` for
/// other programs, of which nothing is known.
///
/// ```
/// use papan_agents::agents::fingerprint;
/// use papan_othello::Othello;
///
/// let of = |text| fingerprint(&Othello::new(), text).unwrap();
/// assert_eq!(of("level:5"), of("LEVEL: 5"));
/// assert_ne!(of("level:5"), of("level:6"));
/// assert_eq!(of("gtp:engine"), None);
/// ```
pub fn fingerprint<G: Playable>(game: &G, text: &str) -> Result<Option<String>, SpecError> {
    let behaviour = match ExternalProgram::parse(game, text)? {
        Some(external) => match external.engine {
            Some(engine) => engine.behaviour(),
            None => return Ok(None),
        },
        None => {
            let (entry, settings) = G::agents().read(text)?;
            entry.behaviour(game, &settings)?
        }
    };
    let digest = Sha256::digest(behaviour);
    let digits = digest.iter().take(6).map(|byte| format!("{byte:02x}"));
    Ok(Some(digits.collect()))
}

/// What one point of the game's result counts in the values that an agent gives. Most count
/// the result itself, some evaluations count parts of it.
///
/// ```
/// use papan_agents::agents::unit;
/// use papan_othello::Othello;
///
/// assert_eq!(unit(&Othello::new(), "level:3"), Ok(1));
/// assert_eq!(unit(&Othello::new(), "negascout:eval=patterns"), Ok(32));
/// ```
pub fn unit<G: Playable>(game: &G, text: &str) -> Result<i32, SpecError> {
    // What an engine's name stands for may be known on another machine.
    let named = matches!(engines::starts(text), Some(Starts::Named(_)));
    if named || ExternalProgram::parse(game, text)?.is_some() {
        return Ok(1);
    }
    let (entry, settings) = G::agents().read(text)?;
    match entry.evaluation {
        None => Ok(1),
        Some(evaluation) => Ok(evaluation(game, &settings)?.unit),
    }
}

/// All that the play of the agent follows from, as a text; for agents made of others.
pub(crate) fn behaviour<G: Playable>(game: &G, text: &str) -> Result<String, SpecError> {
    let (entry, settings) = G::agents().read(text)?;
    entry.behaviour(game, &settings)
}
