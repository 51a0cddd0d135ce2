//! The generic agents as the catalogue has them.

use super::{
    greedy::Greedy,
    level::{self, Level},
    many::{Many, Others},
    monte_carlo::MonteCarloAgent,
    two_seats::Searching,
};
use crate::{
    AgentEntry, AgentInfo, Behaviour, Needs, Playable, RandomAgent,
    parameters::{
        ASPIRATION, EVALUATION, NODES, TIES, TIME, VARY, deepen, depth, evaluation_info, order,
        table,
    },
};
use papan_core::spec::{Entry, Kind, Parameter};
use papan_search::Algorithm;
use std::marker::PhantomData;

/// The agents that play every game they can, for one game.
pub(crate) struct Generic<G>(PhantomData<G>);

impl<G: Playable> Generic<G> {
    /// The entries.
    pub(crate) const AGENTS: &'static [AgentEntry<G>] = &[
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "random",
                    summary: "any legal move, each as likely as the others",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, seed| Ok(Box::new(RandomAgent::new(seed))),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "greedy",
                    summary: "the move that looks best right after it",
                    parameters: &[EVALUATION, VARY, TIES],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(evaluation_info),
            open: |game, settings, seed| Ok(Box::new(Greedy::new(game, settings, seed)?)),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "minimax",
                    summary: "every line to some depth; two seats",
                    parameters: &[depth("3"), EVALUATION, VARY, TIES, NODES, TIME],
                },
                needs: Needs::TWO_SEATS,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(evaluation_info),
            open: |game, settings, seed| Searching::open(game, Algorithm::Minimax, settings, seed),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "negamax",
                    summary: "minimax with one rule for both sides; two seats",
                    parameters: &[depth("3"), EVALUATION, VARY, TIES, NODES, TIME],
                },
                needs: Needs::TWO_SEATS,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(evaluation_info),
            open: |game, settings, seed| Searching::open(game, Algorithm::Negamax, settings, seed),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "alphabeta",
                    summary: "minimax without lines that cannot matter; two seats",
                    parameters: &[
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
                    ],
                },
                needs: Needs::TWO_SEATS,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(evaluation_info),
            open: |game, settings, seed| {
                Searching::open(game, Algorithm::AlphaBeta, settings, seed)
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "negascout",
                    summary: "alpha-beta that asks first whether a move is better; two seats",
                    parameters: &[
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
                    ],
                },
                needs: Needs::TWO_SEATS,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(evaluation_info),
            open: |game, settings, seed| {
                Searching::open(game, Algorithm::NegaScout, settings, seed)
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "mcts",
                    summary: "Monte Carlo tree search: random games, more where they went well",
                    parameters: &[
                        NODES,
                        TIME,
                        Parameter {
                            name: "exploration",
                            kind: Kind::Decimal(0, 10_000),
                            default: "0.7",
                            summary: "how much it looks for moves that were tried seldom",
                        },
                        Parameter {
                            name: "rave",
                            kind: Kind::Decimal(0, 1_000_000_000),
                            default: "0",
                            summary: "games after which a move's own results weigh as much as those of \
                          games in which it came later; 0 does without those",
                        },
                    ],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, seed| Ok(Box::new(MonteCarloAgent::new(settings, seed))),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "maxn",
                    summary: "max^n: every seat takes what is best for itself",
                    parameters: &[depth("2"), EVALUATION, VARY, NODES, TIME],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(evaluation_info),
            open: |game, settings, seed| Many::open(game, Others::ForThemselves, settings, seed),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paranoid",
                    summary: "as if all others were against the mover",
                    parameters: &[depth("2"), EVALUATION, VARY, NODES, TIME],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(evaluation_info),
            open: |game, settings, seed| Many::open(game, Others::AgainstTheMover, settings, seed),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "level",
                    summary: "from a beginner's opponent to the strongest we have",
                    parameters: &[
                        Parameter {
                            name: "",
                            kind: Kind::Integer(1, 9),
                            default: "5",
                            summary: "how strong; every step is a clear one",
                        },
                        TIME,
                        Parameter {
                            name: "divisor",
                            kind: Kind::Integer(1, 1_000_000),
                            default: "1",
                            summary: "divides the nodes, to compare levels in little time",
                        },
                    ],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Other(level::behaviour),
            evaluation: None,
            open: |game, settings, seed| Ok(Box::new(Level::new(game, settings, seed)?)),
        },
    ];
}
