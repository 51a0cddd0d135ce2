//! Parameters that agents have in common, and what they mean.

use crate::{EvaluationEntry, EvaluationInfo, Playable};
use papan_core::spec::{Kind, Parameter, Settings, SpecError, did_you_mean};
use papan_search::{Limits, Ties, Varied};

pub(crate) const fn depth(default: &'static str) -> Parameter {
    Parameter::new("depth", Kind::Limit, default).means("plies ahead")
}

pub(crate) const EVALUATION: Parameter = Parameter::new(
    "eval",
    Kind::Text(&["default"], "an evaluation of the game"),
    "default",
)
.means("what positions are worth");

pub(crate) const VARY: Parameter = Parameter::new("vary", Kind::Integer(0, 1_000_000), "0")
    .means("chance in the evaluation, in its points, so that games differ");

pub(crate) const TIES: Parameter =
    Parameter::new("ties", Kind::Choice(&["first", "last", "random"]), "first")
        .means("which of several best moves is played");

pub(crate) const fn order(default: &'static str) -> Parameter {
    Parameter::new(
        "order",
        Kind::Choice(&["listed", "promise", "evaluation"]),
        default,
    )
    .means(
        "which moves it looks at first: as listed, by a guess of the game, or by \
                  the evaluation after them",
    )
}

pub(crate) const fn table(default: &'static str) -> Parameter {
    Parameter::new("table", Kind::Integer(0, 4096), default)
        .means("megabytes for positions to remember")
}

pub(crate) const fn deepen(default: &'static str) -> Parameter {
    Parameter::new("deepen", Kind::Choice(&["on", "off"]), default)
        .means("look one ply ahead first, then two, and so on; always on without a depth")
}

pub(crate) const ASPIRATION: Parameter = Parameter::new("aspiration", Kind::Limit, "none")
    .means("how far from the value of the last depth it looks first");

pub(crate) const NODES: Parameter = Parameter::new("nodes", Kind::Limit, "none")
    .means("the most positions, or simulated games, for a move");

pub(crate) const TIME: Parameter =
    Parameter::new("time", Kind::Time(1, 3_600_000), "5s").means("the most time for a move");

pub(crate) const THREADS: Parameter = Parameter::new("threads", Kind::Integer(1, 256), "1").means(
    "threads that think together; with more than one, moves and nodes are not the same each time",
);

/// The depth, nodes and time of settings that have them.
pub(crate) fn limits(settings: &Settings) -> Limits {
    Limits {
        depth: depth_of(settings),
        ..limits_without_depth(settings)
    }
}

/// The nodes and time.
pub(crate) fn limits_without_depth(settings: &Settings) -> Limits {
    Limits {
        nodes: settings.limit("nodes"),
        time: Some(settings.time("time")),
        ..Limits::NONE
    }
}

fn depth_of(settings: &Settings) -> Option<u32> {
    let depth = settings.limit("depth")?;
    Some(u32::try_from(depth).unwrap_or(u32::MAX))
}

pub(crate) fn ties(settings: &Settings) -> Ties {
    settings.choice("ties", [Ties::First, Ties::Last, Ties::Random])
}

/// The evaluation that settings name, with the chance in it.
pub(crate) fn evaluation<G: Playable>(
    game: &G,
    settings: &Settings,
    seed: u64,
) -> Result<Varied<G::Evaluation>, SpecError> {
    Ok(Varied {
        evaluation: evaluation_entry(game, settings)?.evaluation,
        amount: settings.integer("vary"),
        seed,
    })
}

/// What the catalogue says of the evaluation that settings name.
pub(crate) fn evaluation_info<G: Playable>(
    game: &G,
    settings: &Settings,
) -> Result<EvaluationInfo, SpecError> {
    Ok(evaluation_entry(game, settings)?.info)
}

/// The evaluation that settings name.
pub(crate) fn evaluation_entry<G: Playable>(
    game: &G,
    settings: &Settings,
) -> Result<&'static EvaluationEntry<G::Evaluation>, SpecError> {
    let found = match settings.text("eval") {
        "default" => G::EVALUATIONS.first(),
        name => G::EVALUATIONS.iter().find(|known| known.info.name == name),
    };
    found.ok_or_else(|| {
        let names = G::EVALUATIONS.iter().map(|known| known.info.name);
        let nearest = did_you_mean(settings.text("eval"), names.clone());
        let (name, known) = (game.name(), names.collect::<Vec<&str>>().join(", "));
        let found = papan_core::shortened(settings.text("eval"));
        let problem = format!("eval={found} is no evaluation of {name}{nearest}; it has: {known}");
        settings.conflict(problem)
    })
}
