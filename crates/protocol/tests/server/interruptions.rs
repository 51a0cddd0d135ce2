//! What is said while the agent thinks. The tests say the next thing only when the last
//! answer is there, as a program with a board does.

use crate::{
    agents::{Patient, Released},
    engine, othello,
};
use papan_othello::Othello;
use papan_protocol::server::{Engine, Port, Protocol};
use papan_search::Agent;
use std::{
    io::{self, BufRead, BufReader, PipeWriter, Write},
    sync::mpsc::{self, Receiver},
    thread::{self, JoinHandle},
    time::Duration,
};

/// Far longer than any answer takes, also on a busy machine.
const LONG: Duration = Duration::from_secs(120);

struct Conversation {
    said: Option<PipeWriter>,
    answers: Receiver<String>,
    engine: JoinHandle<()>,
}

fn begin(protocol: Protocol) -> Conversation {
    begin_with(protocol, Box::new(Patient))
}

fn begin_with(protocol: Protocol, agent: Box<dyn Agent<Othello>>) -> Conversation {
    let (input, said) = io::pipe().unwrap();
    let (heard, output) = io::pipe().unwrap();
    let engine = Engine {
        agent,
        ..engine(othello())
    };
    let engine = thread::spawn(move || {
        let port = Port::new(output, io::sink());
        engine.serve(protocol, BufReader::new(input), port).unwrap();
    });
    let (sender, answers) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(heard).lines() {
            if sender.send(line.unwrap()).is_err() {
                return;
            }
        }
    });
    Conversation {
        said: Some(said),
        answers,
        engine,
    }
}

impl Conversation {
    fn say(&mut self, text: &str) {
        let said = self.said.as_mut().unwrap();
        said.write_all(text.as_bytes()).unwrap();
    }

    #[track_caller]
    fn expect(&self, line: &str) {
        assert_eq!(self.answers.recv_timeout(LONG).as_deref(), Ok(line));
    }

    fn is_silent(&self) -> bool {
        self.answers
            .recv_timeout(Duration::from_millis(30))
            .is_err()
    }

    fn close(&mut self) {
        self.said = None;
    }

    fn end(self) {
        self.engine.join().unwrap();
        assert_eq!(self.answers.recv_timeout(LONG).ok(), None);
    }
}

#[test]
fn ugi_is_ready_while_it_thinks_and_stops_when_told() {
    let mut ugi = begin(Protocol::Ugi);
    ugi.say("go infinite\n");
    assert!(ugi.is_silent());
    ugi.say("isready\n");
    ugi.expect("readyok");
    // Questions about the game wait for their turn.
    ugi.say("query turn\n");
    assert!(ugi.is_silent());
    ugi.say("stop\n");
    ugi.expect("info depth 1 score cp 300 nodes 4 time 0 pv d3");
    ugi.expect("bestmove d3");
    ugi.expect("response p1");
    ugi.say("stop\ngo movetime 5\nquit\n");
    ugi.expect("info depth 1 score cp 300 nodes 4 time 0 pv d3");
    ugi.expect("bestmove d3");
    ugi.end();
}

#[test]
fn a_stop_right_behind_go_is_not_lost() {
    for _ in 0..50 {
        let mut ugi = begin(Protocol::Ugi);
        ugi.say("go infinite\nstop\n");
        ugi.expect("info depth 1 score cp 300 nodes 4 time 0 pv d3");
        ugi.expect("bestmove d3");
        ugi.say("quit\n");
        ugi.end();
    }
}

#[test]
fn an_older_stop_does_not_stop_a_later_search() {
    let mut ugi = begin(Protocol::Ugi);
    ugi.say("stop\nstop\ngo infinite\n");
    assert!(ugi.is_silent());
    ugi.say("quit\n");
    ugi.expect("info depth 1 score cp 300 nodes 4 time 0 pv d3");
    ugi.expect("bestmove d3");
    ugi.end();
}

#[test]
fn nobody_thinks_for_ever_when_the_other_side_is_gone() {
    let mut ugi = begin(Protocol::Ugi);
    ugi.say("go infinite\n");
    assert!(ugi.is_silent());
    ugi.close();
    ugi.expect("info depth 1 score cp 300 nodes 4 time 0 pv d3");
    ugi.expect("bestmove d3");
    ugi.end();
}

#[test]
fn nboard_ends_an_analysis_before_it_pongs() {
    let mut nboard = begin(Protocol::NBoard);
    nboard.say("nboard 2\nhint 1\n");
    nboard.expect("set myname Papan");
    nboard.expect("status Papan is analyzing");
    assert!(nboard.is_silent());
    nboard.say("ping 7\n");
    nboard.expect("search D3 3.00 0 1");
    nboard.expect("nodestats 4 0.00");
    nboard.expect("status Papan is waiting");
    nboard.expect("pong 7");
    nboard.say("hint 1\n");
    nboard.expect("status Papan is analyzing");
    assert!(nboard.is_silent());
    nboard.say("quit\n");
    nboard.expect("search D3 3.00 0 1");
    nboard.expect("nodestats 4 0.00");
    nboard.expect("status Papan is waiting");
    nboard.end();
}

/// Whether the lines come with `go` in one piece or while the agent thinks.
#[test]
fn nothing_that_is_said_cuts_the_move_of_nboard_short() {
    for pieces in [
        &["go\nping 7\nset depth 3\nmove D3\nhint 1\nping 8\n"][..],
        &["go\n", "ping 7\nset depth 3\nmove D3\n", "hint 1\nping 8\n"],
    ] {
        let (ready, may_answer) = mpsc::channel();
        let mut nboard = begin_with(Protocol::NBoard, Box::new(Released(may_answer)));
        for piece in pieces {
            nboard.say(piece);
            if *piece == pieces[0] {
                nboard.expect("status Papan is thinking");
            }
            assert!(nboard.is_silent());
        }
        ready.send(()).unwrap();
        nboard.expect("search D3 3.00 0 1");
        nboard.expect("nodestats 4 0.00");
        nboard.expect("=== D3/3.00/0.00");
        nboard.expect("status Papan is waiting");
        nboard.expect("pong 7");
        nboard.expect("set myname Papan");
        // The analysis was to end before anyone began with it.
        nboard.expect("status Papan is analyzing");
        nboard.expect("status error: it was stopped");
        nboard.expect("pong 8");
        nboard.say("quit\n");
        nboard.end();
    }
}

#[test]
fn quit_cuts_the_move_of_nboard_short() {
    for together in [true, false] {
        let mut nboard = begin(Protocol::NBoard);
        nboard.say(if together {
            "go\nping 7\nquit\n"
        } else {
            "go\n"
        });
        nboard.expect("status Papan is thinking");
        if !together {
            assert!(nboard.is_silent());
            nboard.say("ping 7\nquit\n");
        }
        nboard.expect("search D3 3.00 0 1");
        nboard.expect("nodestats 4 0.00");
        nboard.expect("=== D3/3.00/0.00");
        nboard.expect("status Papan is waiting");
        nboard.expect("pong 7");
        nboard.end();
    }
}
