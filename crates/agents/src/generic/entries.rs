//! The generic agents by name.

use crate::parameters::{
    ASPIRATION, EVALUATION, NODES, TIES, TIME, VARY, deepen, depth, order, table,
};
use papan_core::spec::{Entry, Kind, Parameter};

/// The agents that play every game they can, each with its parameters.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        name: "random",
        summary: "any legal move, each as likely as the others",
        parameters: &[],
    },
    Entry {
        name: "greedy",
        summary: "the move that looks best right after it",
        parameters: &[EVALUATION, VARY, TIES],
    },
    Entry {
        name: "minimax",
        summary: "every line to some depth; two seats",
        parameters: &[depth("3"), EVALUATION, VARY, TIES, NODES, TIME],
    },
    Entry {
        name: "negamax",
        summary: "minimax with one rule for both sides; two seats",
        parameters: &[depth("3"), EVALUATION, VARY, TIES, NODES, TIME],
    },
    Entry {
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
    Entry {
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
    Entry {
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
    Entry {
        name: "maxn",
        summary: "max^n: every seat takes what is best for itself",
        parameters: &[depth("2"), EVALUATION, VARY, NODES, TIME],
    },
    Entry {
        name: "paranoid",
        summary: "as if all others were against the mover",
        parameters: &[depth("2"), EVALUATION, VARY, NODES, TIME],
    },
    Entry {
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
];
