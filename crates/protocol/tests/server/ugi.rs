//! Dialogues in UGI.

use crate::{adjacency, agents::Broken, answers, blokus, check, congklak, engine, othello};
use papan_protocol::server::{Engine, Protocol};

#[test]
fn a_game_from_the_start() {
    check(
        othello(),
        Protocol::Ugi,
        "\
> isready
< readyok
> ugi
< id name Papan 0.1.0
< id author The Papan authors
< option name Seed type spin default 1 min 0 max 9223372036854775807
< option name Depth type spin default 0 min 0 max 4294967295
< option name Nodes type spin default 0 min 0 max 9223372036854775807
< ugiok
> setoption name Seed value 7
> uginewgame
> isready
< readyok
> query gameover
< response false
> query p1turn
< response true
> go depth 3
< info depth 3 score cp 300 nodes 4 time 0 pv d3
< bestmove d3
> position startpos moves d3
> query p1turn
< response false
> query turn
< response p2
> go nodes 20 p1time 1000 p2time 1000 p1inc 10 p2inc 10
< info depth 1 score cp 0 nodes 20 time 0 pv c3
< bestmove c3
> query result
< response none
> quit
",
    );
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    check(
        othello(),
        Protocol::Ugi,
        "\
> position startpos moves f5
> position startpos moves f5 f5
< info string error: move 2: 'f5' is not allowed: the square is taken
> position fen nonsense
< info string error: not a position of othello: 8 characters instead of 64 squares and a side (expected the squares row by row from the top left as X (black), O (white) or -, a blank, and the side to move, X or O)
> position
< info string error: expected position startpos or fen TEXT, and moves
> position startpos f5
< info string error: expected position startpos or fen TEXT, and moves
> go depth many
< info string error: expected a number behind 'depth', not 'many'
> go ponder 1
< info string error: unknown limit 'ponder'; there are p1time, p1inc, p2time, ..., movetime, depth, nodes and infinite
> setoption name Hash value 3
< info string error: no option is called 'Hash'; the options are Seed, Depth and Nodes
> setoption name Depth
< info string error: expected setoption name NAME value NUMBER
> setoption name Depth value deep
< info string error: 'deep' is no number
> query
< info string error: expected query gameover, p1turn, turn or result
> xyzzy
> go
< info depth 1 score cp 0 nodes 3 time 0 pv f4
< bestmove f4
",
    );
}

#[test]
fn options_hold_for_all_that_follows() {
    check(
        othello(),
        Protocol::Ugi,
        "\
> setoption name Depth value 5
> setoption name nodes value 50
> go depth 9
< info depth 5 score cp 300 nodes 50 time 0 pv d3
< bestmove d3
> setoption name Depth value 0
> go depth 9
< info depth 9 score cp 300 nodes 50 time 0 pv d3
< bestmove d3
",
    );
}

#[test]
fn positions_with_blanks_and_the_end_of_a_game() {
    check(
        congklak(),
        Protocol::Ugi,
        "\
> position fen 0,0,0,0,0,0,1:40 1,0,0,0,0,0,0:56 A moves 7
> query gameover
< response true
> query turn
< response none
> query p1turn
< response false
> query result
< response p2win
> go infinite
< info string the game is over
< bestmove none
",
    );
    check(
        adjacency(),
        Protocol::Ugi,
        "\
> position fen ......OO/......OO/......../......../......../......../XX....../XX...... X 1 moves c4
> query result
< response p1win
",
    );
}

#[test]
fn four_players() {
    check(
        blokus("blokus-classic"),
        Protocol::Ugi,
        "\
> position startpos moves a20 t20
> query turn
< response p3
> go p1time 100 p2time 100 p3time 60000 p4time 100 p3inc 10 depth 1
< info depth 1 score cp 0 nodes 58 time 0 pv t1
< bestmove t1
> query result
< response none
",
    );
}

#[test]
fn an_agent_that_fails_says_so() {
    let broken = Engine {
        agent: Box::new(Broken),
        ..engine(othello())
    };
    assert_eq!(
        answers(broken, Protocol::Ugi, b"go\n"),
        "info string error: it ended\nbestmove none\n"
    );
}
