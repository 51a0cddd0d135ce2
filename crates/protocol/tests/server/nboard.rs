//! Dialogues with NBoard.

use crate::{agents::Broken, answers, check, congklak, engine, othello};
use papan_protocol::server::{Engine, Port, Protocol};

/// The session of the protocol's description, and more of its commands.
#[test]
fn a_session() {
    check(
        othello(),
        Protocol::NBoard,
        "\
> nboard 2
< set myname Papan
> set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)
> set depth 6
< set myname Papan
> ping 1
< pong 1
> go
< status Papan is thinking
< search G3 3.00 0 6
< nodestats 11 0.00
< === G3/3.00/0.00
< status Papan is waiting
> set contempt 10
> move G3/3.00/0.01
> ping 2
< pong 2
> hint 2
< status Papan is analyzing
< search C2D2 -1.00 0 6
< search D2C2 -1.00 0 6
< status Papan is waiting
> learn
< learned
> quit
> ping 3
",
    );
}

#[test]
fn the_engine_does_not_play_its_own_move() {
    check(
        othello(),
        Protocol::NBoard,
        "\
> go
< status Papan is thinking
< search D3 3.00 0 1
< nodestats 4 0.00
< === D3/3.00/0.00
< status Papan is waiting
> move F5
> F6
> hint 1
< status Papan is analyzing
< search D3 3.00 0 1
< nodestats 4 0.00
< status Papan is waiting
",
    );
}

#[test]
fn passes_and_the_end() {
    check(
        othello(),
        Protocol::NBoard,
        "\
> set game (;GM[Othello]TY[8]BO[8 XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO O];)
> go
< === PA
> hint 4
< status Papan is analyzing
< status Papan is waiting
> set game (;GM[Othello]TY[8]BO[8 OX-------------------------------------------------------------- X];)
> go
< status Papan is thinking
< search PA 0.00 0 1
< nodestats 1 0.00
< === PA/0.00/0.00
< status Papan is waiting
",
    );
}

#[test]
fn analysis_goes_from_the_last_position_to_the_first() {
    let text = b"move F5\nmove D6\nanalyze\n";
    let found = answers(engine(othello()), Protocol::NBoard, text);
    let analysis: Vec<&str> = found
        .lines()
        .filter(|line| line.starts_with("analysis"))
        .collect();
    assert_eq!(
        analysis,
        ["analysis 2 3.00", "analysis 1 0.00", "analysis 0 3.00"]
    );
}

#[test]
fn what_is_wrong_is_shown_and_changes_nothing() {
    check(
        othello(),
        Protocol::NBoard,
        "\
> move F5
> move F5
< status error: 'f5' is not allowed: the square is taken
> set game (;GM[Othello]B[A1];)
< status error: ggf, game 1: move 1: 'a1' is not allowed: it would turn over none of black's opponent's discs
> set game
< status error: expected set game and one game in GGF
> set depth deep
< status error: expected set depth NUMBER
> hint all
< status error: expected hint NUMBER
> set hash 7
> fnord
> 
> move D6
> ping 9
< pong 9
",
    );
}

#[test]
fn only_othello_is_played() {
    let (port, _) = Port::for_tests();
    let refused = engine(congklak()).serve(Protocol::NBoard, &b""[..], port);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "nboard is a protocol for Othello, congklak is played over gtp or ugi"
    );
}

#[test]
fn an_agent_that_fails_says_so() {
    let broken = Engine {
        agent: Box::new(Broken),
        ..engine(othello())
    };
    assert_eq!(
        answers(broken, Protocol::NBoard, b"go\n"),
        "status Papan is thinking\nstatus error: it ended\n"
    );
}
