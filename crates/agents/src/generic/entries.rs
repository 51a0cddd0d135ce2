//! The generic agents as the catalogue has them.

use super::{
    greedy::Greedy,
    level::{self, Level},
    many::{Many, Others},
    monte_carlo::MonteCarloAgent,
    two_seats::Searching,
};
use crate::{
    AgentEntry, Behaviour, Needs, Playable, RandomAgent,
    parameters::{ASPIRATION, EVALUATION, NODES, TIES, TIME, VARY, deepen, depth, order, table},
};
use papan_core::spec::{Kind, Parameter};
use papan_search::Algorithm;
use std::marker::PhantomData;

/// The agents that play every game they can, for one game.
pub(crate) struct Generic<G>(PhantomData<G>);

impl<G: Playable> Generic<G> {
    /// The entries.
    pub(crate) const AGENTS: &'static [AgentEntry<G>] = &[
        AgentEntry::new(
            "random",
            "any legal move, each as likely as the others",
            |_, _, seed| Ok(Box::new(RandomAgent::new(seed))),
        ),
        AgentEntry::new(
            "greedy",
            "the move that looks best right after it",
            |game, settings, seed| Ok(Box::new(Greedy::new(game, settings, seed)?)),
        )
        .takes(&[EVALUATION, VARY, TIES])
        .judges_by_evaluation(),
        AgentEntry::new(
            "minimax",
            "every line to some depth; two seats",
            |game, settings, seed| Searching::open(game, Algorithm::Minimax, settings, seed),
        )
        .takes(&[depth("3"), EVALUATION, VARY, TIES, NODES, TIME])
        .needs(Needs::TwoSeats)
        .judges_by_evaluation(),
        AgentEntry::new(
            "negamax",
            "minimax with one rule for both sides; two seats",
            |game, settings, seed| Searching::open(game, Algorithm::Negamax, settings, seed),
        )
        .takes(&[depth("3"), EVALUATION, VARY, TIES, NODES, TIME])
        .needs(Needs::TwoSeats)
        .judges_by_evaluation(),
        AgentEntry::new(
            "alphabeta",
            "minimax without lines that cannot matter; two seats",
            |game, settings, seed| Searching::open(game, Algorithm::AlphaBeta, settings, seed),
        )
        .takes(&[
            depth("5"),
            EVALUATION,
            VARY,
            TIES,
            order("listed"),
            table("0"),
            deepen("off"),
            ASPIRATION,
            NODES,
            TIME,
        ])
        .needs(Needs::TwoSeats)
        .judges_by_evaluation(),
        AgentEntry::new(
            "negascout",
            "alpha-beta that asks first whether a move is better; two seats",
            |game, settings, seed| Searching::open(game, Algorithm::NegaScout, settings, seed),
        )
        .takes(&[
            depth("none"),
            EVALUATION,
            VARY,
            TIES,
            order("evaluation"),
            table("16"),
            deepen("on"),
            ASPIRATION,
            NODES,
            TIME,
        ])
        .needs(Needs::TwoSeats)
        .judges_by_evaluation(),
        AgentEntry::new(
            "mcts",
            "Monte Carlo tree search: random games, more where they went well",
            |_, settings, seed| Ok(Box::new(MonteCarloAgent::new(settings, seed))),
        )
        .takes(&[
            NODES,
            TIME,
            Parameter::new("exploration", Kind::Decimal(0, 10_000), "0.7")
                .means("how much it looks for moves that were tried seldom"),
            Parameter::new("rave", Kind::Decimal(0, 1_000_000_000), "0").means(
                "games after which a move's own results weigh as much as those of \
                          games in which it came later; 0 does without those",
            ),
        ]),
        AgentEntry::new(
            "maxn",
            "max^n: every seat takes what is best for itself",
            |game, settings, seed| Many::open(game, Others::ForThemselves, settings, seed),
        )
        .takes(&[depth("2"), EVALUATION, VARY, NODES, TIME])
        .judges_by_evaluation(),
        AgentEntry::new(
            "paranoid",
            "as if all others were against the mover",
            |game, settings, seed| Many::open(game, Others::AgainstTheMover, settings, seed),
        )
        .takes(&[depth("2"), EVALUATION, VARY, NODES, TIME])
        .judges_by_evaluation(),
        AgentEntry::new(
            "level",
            "from a beginner's opponent to the strongest we have",
            |game, settings, seed| Ok(Box::new(Level::new(game, settings, seed)?)),
        )
        .takes(&[
            Parameter::new("", Kind::Integer(1, 9), "5")
                .means("how strong; every step is a clear one"),
            TIME.means("the most time for a move; the level's own when not given"),
            Parameter::new("divisor", Kind::Integer(1, 1_000_000), "1")
                .means("divides the nodes, to compare levels in little time"),
        ])
        .needs_weights(level::weights)
        .follows(Behaviour::Other(level::behaviour)),
    ];
}
