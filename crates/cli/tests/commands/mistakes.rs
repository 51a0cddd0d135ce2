//! Command lines that are wrong.

use crate::support::refusal;

/// A full board of Adjacency.
const FULL: &str = "XOXOXOXO/OXOXOXOX/XOXOXOXO/OXOXOXOX/XOXOXOXO/OXOXOXOX/XOXOXOXO/OXOXOXOX X 0";

#[test]
fn mistakes_say_what_was_wrong_and_what_is_allowed() {
    for (arguments, expected) in [
        (&["show", "otello"][..], "did you mean 'othello'?"),
        (&["show", "othello:size=5"], "size is 4|6|8"),
        (&["show", "othello:sise=6"], "did you mean 'size'?"),
        (&["show", "adjacency:rounds=29"], "rounds is 1..=28"),
        (
            &["show", "blokus:seats=2,colours=3"],
            "2 players hold 2 or 4 colours",
        ),
        (
            &["show", "othello", "--moves", "f5 f5"],
            "move 2: 'f5' is not allowed: the square is taken",
        ),
        (
            &["perft", "othello", "2", "--moves", "f5 f5 d6"],
            "error: move 2: 'f5' is not allowed: the square is taken",
        ),
        (
            &["best", "othello", "random", "--moves", "f5 f5 d6"],
            "error: move 2: 'f5' is not allowed: the square is taken",
        ),
        (
            &["best", "othello", "random", "--position", "XO"],
            "error: not a position of othello",
        ),
        (
            &["show", "blokus-duo", "--moves", "a1"],
            "must cover the start square e10",
        ),
        (
            &["show", "othello", "--position", "XO"],
            "instead of 64 squares",
        ),
        (&["show", "congklak", "--moves", "8"], "8"),
        (&["perft", "othello", "x"], "invalid value 'x'"),
        (&["perft", "othello", "-1"], "unexpected argument '-1'"),
        (&["playouts", "othello", "--games", "0"], "0 is not in 1.."),
        (
            &["playouts", "othello", "--threads", "0"],
            "0 is not in 1..=1024",
        ),
        (
            &["convert", "othello", "--from", "chess", "--to", "sgf"],
            "it has: transcript, obf, ggf",
        ),
        (
            &["convert", "othello", "nowhere.ggf", "--to", "sgf"],
            "cannot read nowhere.ggf",
        ),
        (
            &["convert", "othello", "--from", "sgf"],
            "Say --to and one of: transcript (.txt)",
        ),
        (
            &[
                "convert", "othello", "--from", "sgf", "--to", "ggf", "--json",
            ],
            "name an output file",
        ),
        (&["best", "othello", "negamix"], "did you mean 'negamax'?"),
        (&["best", "othello", "minimax:depth=0"], "depth is none|1.."),
        (&["best", "othello", "level:10"], "it is 1..=9"),
        (&["best", "othello", "greedy:eval=nice"], "it has: discs"),
        (
            &["best", "blokus-classic", "minimax"],
            "these play it: random, greedy, mcts, maxn, paranoid, level",
        ),
        (
            &["best", "othello", "random", "--all"],
            "no opinion about moves",
        ),
        (
            &["best", "othello", "random", "--lines", "3"],
            "no opinion about moves: --lines needs an agent with values",
        ),
        (
            &["best", "othello", "greedy", "--lines", "0"],
            "0 is not in 1..",
        ),
        (
            &["best", "othello", "random", "--position", "X"],
            "instead of 64 squares",
        ),
        (
            &["best", "adjacency", "random", "--position", FULL],
            "the game is over",
        ),
        (
            &["solve", "adjacency", "--position", FULL],
            "nothing to solve",
        ),
        (
            &["solve", "othello", "--first-turn"],
            "has no turns of several moves",
        ),
        (
            &["match", "othello", "random"],
            "has 2 seats, and agents for 1 of them were named",
        ),
        (
            &["match", "othello", "random", "randon"],
            "did you mean 'random'?",
        ),
        (
            &["match", "othello", "random", "random", "--openings", "book"],
            "write start, random:PLIES",
        ),
        (
            &["match", "othello", "random", "random", "--games", "0"],
            "0 is not in 1..",
        ),
        (&["sing"], "unrecognized subcommand 'sing'"),
    ] {
        let said = refusal(arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}
