//! UGI, the Universal Game Interface, for any number of players.
//!
//! `stop` and `quit` end a search, which then answers at once; `isready` is answered while
//! it runs. All else waits until it is done.

mod go;

use super::{
    VERSION,
    listener::{Listener, Request, Role, SharedPort},
    port::Port,
};
use go::Go;
use papan_core::{Notation, line, shortened};
use papan_search::{AgentSession, Limits, Report, Value};
use std::io::{self, BufRead};

fn role(line: &str) -> Role {
    match line.split_whitespace().next().unwrap_or_default() {
        "go" => Role {
            thinks: true,
            ..Role::default()
        },
        "stop" => Role {
            interrupts: true,
            ..Role::default()
        },
        "quit" => Role {
            interrupts: true,
            ends: true,
            ..Role::default()
        },
        "isready" => Role {
            aside: Some("readyok\n"),
            ..Role::default()
        },
        _ => Role::default(),
    }
}

/// Answers until `quit` or the end of the input.
pub(super) fn serve<G: Notation>(
    play: AgentSession<G>,
    name: String,
    input: impl BufRead + Send + 'static,
    port: Port,
) -> io::Result<()> {
    let port = SharedPort::new(port);
    let mut listener = Listener::new(input, port.clone(), role);
    let mut session = Session {
        play,
        name,
        port,
        own: Limits::NONE,
    };
    while let Some(request) = listener.next() {
        let request = request?;
        let line = request.text.trim();
        let (command, arguments) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "quit" => break,
            "go" => session.go(arguments, &request, &listener)?,
            _ => session.answer(command, arguments.trim())?,
        }
    }
    Ok(())
}

struct Session<G: Notation> {
    play: AgentSession<G>,
    name: String,
    port: SharedPort,
    /// What the options ask to keep to.
    own: Limits,
}

impl<G: Notation> Session<G> {
    fn answer(&mut self, command: &str, arguments: &str) -> io::Result<()> {
        match command {
            "" | "stop" => Ok(()),
            "ugi" => self.introduce(),
            "isready" => self.send("readyok\n"),
            "uginewgame" => {
                self.play.restart();
                Ok(())
            }
            "setoption" => self.setoption(arguments),
            "position" => match self.read_position(arguments) {
                Ok((first, moves)) => {
                    self.play.follow_any(first, &moves);
                    Ok(())
                }
                Err(problem) => self.refuse(&problem),
            },
            "query" => self.query(arguments),
            _ => {
                let command = shortened(command);
                self.port
                    .lock()
                    .note(&format!("unknown command '{command}'"));
                Ok(())
            }
        }
    }

    fn send(&self, text: &str) -> io::Result<()> {
        self.port.lock().send(text)
    }

    fn refuse(&self, problem: &str) -> io::Result<()> {
        self.send(&format!("info string error: {problem}\n"))
    }

    fn introduce(&self) -> io::Result<()> {
        self.send(&format!(
            "id name {} {VERSION}\nid author {}\n\
             option name Seed type spin default {} min 0 max {}\n\
             option name Depth type spin default 0 min 0 max {}\n\
             option name Nodes type spin default 0 min 0 max {}\n\
             ugiok\n",
            self.name,
            env!("CARGO_PKG_AUTHORS"),
            self.play.seed(),
            i64::MAX,
            u32::MAX,
            i64::MAX,
        ))
    }

    fn setoption(&mut self, arguments: &str) -> io::Result<()> {
        let form = "setoption name NAME value NUMBER";
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let ["name", name, "value", value] = words[..] else {
            return self.refuse(&format!("expected {form}"));
        };
        let Ok(number) = value.parse::<u64>() else {
            return self.refuse(&format!("'{}' is no number", shortened(value)));
        };
        match name.to_ascii_lowercase().as_str() {
            "seed" => self.play.reseed(number),
            // 0 is no limit.
            "depth" => {
                let depth = u32::try_from(number).unwrap_or(u32::MAX);
                self.own.depth = Some(depth).filter(|&depth| depth > 0);
            }
            "nodes" => self.own.nodes = Some(number).filter(|&nodes| nodes > 0),
            _ => {
                let name = shortened(name);
                let known = "the options are Seed, Depth and Nodes";
                return self.refuse(&format!("no option is called '{name}'; {known}"));
            }
        }
        Ok(())
    }

    /// `startpos` or `fen TEXT`, and behind `moves` what was played since. The text of a
    /// position may hold blanks.
    fn read_position(&self, arguments: &str) -> Result<(G::Position, Vec<G::Move>), String> {
        let game = self.play.game();
        let padded = format!("{arguments} ");
        let (place, moves) = padded.split_once(" moves ").unwrap_or((&padded, ""));
        let place = place.trim();
        let start = match place.split_once(' ') {
            None if place == "startpos" => None,
            Some(("fen", text)) => Some(text),
            _ => return Err("expected position startpos or fen TEXT, and moves".to_owned()),
        };
        let replayed = line::replay(game, start, moves.split_whitespace());
        let replayed = replayed.map_err(|error| error.to_string())?;
        Ok((replayed.first(), replayed.moves().collect()))
    }

    fn query(&self, what: &str) -> io::Result<()> {
        let (game, position) = (self.play.game(), self.play.position());
        let turn = game.turn(position);
        let player = |seat: papan_core::Seat| format!("p{}", seat.index() + 1);
        let response = match what {
            "gameover" => turn.is_none().to_string(),
            "p1turn" => turn.is_some_and(|seat| seat.index() == 0).to_string(),
            "turn" => turn.map_or("none".to_owned(), player),
            "result" => match game.outcome(position) {
                None => "none".to_owned(),
                Some(outcome) => match outcome.winner() {
                    None => "draw".to_owned(),
                    Some(winner) => player(winner) + "win",
                },
            },
            _ => {
                let known = "gameover, p1turn, turn or result";
                return self.refuse(&format!("expected query {known}"));
            }
        };
        self.send(&format!("response {response}\n"))
    }

    fn go(&mut self, arguments: &str, request: &Request, listener: &Listener) -> io::Result<()> {
        let (game, position) = (self.play.game(), self.play.position());
        let go = match Go::parse(arguments) {
            Ok(go) => go,
            Err(problem) => return self.refuse(&problem),
        };
        let Some(seat) = game.turn(position) else {
            return self.send("info string the game is over\nbestmove none\n");
        };
        let limits = self.own.within(&go.limits(game, position, seat));
        if go.infinite {
            listener.endless();
        }
        let answer = self.play.think(&limits.and_stop(&request.stop));
        if go.infinite {
            listener.wait(&request.stop);
        }
        match answer {
            Ok(report) => self.send(&self.report_text(&report)),
            Err(failure) => {
                let problem = format!("info string error: {failure}\nbestmove none\n");
                self.send(&problem)
            }
        }
    }

    fn report_text(&self, report: &Report<G::Move>) -> String {
        let (game, position) = (self.play.game(), self.play.position());
        let score = report.value.map(hundredths);
        let score = score.map_or(String::new(), |score| format!(" score cp {score}"));
        format!(
            "info depth {}{score} nodes {} time {} pv {}\nbestmove {}\n",
            report.depth,
            report.nodes,
            report.time.as_millis(),
            game.line_text(position, &report.principal_variation)
                .join(" "),
            game.move_text(position, report.best),
        )
    }
}

/// A value in hundredths: of a point, or of the share of games won above or below a half,
/// doubled, so that a sure win is 100.
fn hundredths(value: Value) -> i64 {
    match value {
        Value::Points(points) => (100.0 * points.number()).round() as i64,
        Value::Share(share) => (200.0 * share - 100.0).round() as i64,
    }
}
