//! NBoard's protocol, version 2, for Othello.
//!
//! The move of a `go` is found within the limits of the agent, whatever is said meanwhile; only
//! `quit` cuts it short. An analysis ends as soon as anything is said: who moves on does not
//! want to hear of the old position. A `pong` comes behind all that belongs to what was before
//! its `ping`. The engine does not play the move of its `go`: it waits to be told.

use super::{
    listener::{Listener, Request, Role, SharedPort},
    port::Port,
};
use crate::dialect::{from_nboard, nboard_move};
use papan_core::{Format, Notation, shortened};
use papan_search::{AgentSession, Limits, Report, Value};
use std::{
    io::{self, BufRead},
    time::Instant,
};

/// What a share of won games counts in discs: all of them is all of the board.
const BOARD: f64 = 64.0;

fn role(line: &str) -> Role {
    let first = line.split_whitespace().next().unwrap_or_default();
    Role {
        thinks: matches!(first, "go" | "hint" | "analyze"),
        firm: first == "go",
        interrupts: !first.is_empty(),
        ends: first == "quit",
        aside: None,
    }
}

/// Answers until `quit` or the end of the input.
pub(super) fn serve<G: Notation>(
    play: AgentSession<G>,
    name: String,
    ggf: Format<G>,
    input: impl BufRead + Send + 'static,
    port: Port,
) -> io::Result<()> {
    let port = SharedPort::new(port);
    let mut listener = Listener::new(input, port.clone(), role);
    let mut session = Session {
        play,
        name,
        ggf,
        port,
        depth: None,
    };
    while let Some(request) = listener.next() {
        let request = request?;
        let (command, arguments) = match request.text.trim().split_once(' ') {
            Some((command, arguments)) => (command, arguments.trim()),
            None => (request.text.trim(), ""),
        };
        match command {
            "quit" => break,
            _ => session.answer(command, arguments, &request)?,
        }
    }
    Ok(())
}

struct Session<G: Notation> {
    play: AgentSession<G>,
    name: String,
    ggf: Format<G>,
    port: SharedPort,
    depth: Option<u32>,
}

impl<G: Notation> Session<G> {
    fn answer(&mut self, command: &str, arguments: &str, request: &Request) -> io::Result<()> {
        match command {
            "" => Ok(()),
            "nboard" => self.introduce(),
            "set" => self.set(arguments),
            "move" => self.play(arguments),
            "go" => self.go(request),
            "hint" => self.hint(arguments, request),
            "analyze" => self.analyze(request),
            "ping" => self.send(&format!("pong {arguments}\n")),
            // There is no book that could grow.
            "learn" => self.send("learned\n"),
            // NBoard 1.1 sends a move without a word before it.
            _ if command.len() == 2 => self.play(command),
            _ => {
                self.note(&format!("unknown command '{}'", shortened(command)));
                Ok(())
            }
        }
    }

    fn send(&self, text: &str) -> io::Result<()> {
        self.port.lock().send(text)
    }

    fn note(&self, text: &str) {
        self.port.lock().note(text);
    }

    /// Someone may mend it: it is shown to them.
    fn refuse(&self, problem: &str) -> io::Result<()> {
        self.send(&format!("status error: {problem}\n"))
    }

    fn introduce(&self) -> io::Result<()> {
        self.send(&format!("set myname {}\n", self.name))
    }

    fn set(&mut self, arguments: &str) -> io::Result<()> {
        let (what, value) = arguments.split_once(' ').unwrap_or((arguments, ""));
        match what {
            "depth" => match value.trim().parse::<u32>() {
                Ok(depth) => {
                    self.depth = Some(depth.max(1));
                    self.introduce()
                }
                Err(_) => self.refuse("expected set depth NUMBER"),
            },
            "game" => match self.read_game(value) {
                Ok((first, moves)) => {
                    self.play.follow_any(first, &moves);
                    Ok(())
                }
                Err(problem) => self.refuse(&problem),
            },
            // A draw is worth what it is worth.
            "contempt" => Ok(()),
            _ => {
                self.note(&format!("unknown setting '{}'", shortened(what)));
                Ok(())
            }
        }
    }

    fn read_game(&self, text: &str) -> Result<(G::Position, Vec<G::Move>), String> {
        let game = self.play.game();
        let read = self.ggf.read(game, text.as_bytes());
        let records = read.map_err(|error| error.to_string())?;
        let [record] = &records[..] else {
            return Err("expected set game and one game in GGF".to_owned());
        };
        let replayed = record.replay(game).map_err(|error| error.to_string())?;
        Ok((replayed.first(), replayed.moves().collect()))
    }

    fn play(&mut self, arguments: &str) -> io::Result<()> {
        let text = arguments.split(['/', ' ']).next().unwrap_or_default();
        let (game, position) = (self.play.game(), self.play.position());
        match game.parse_move(position, &from_nboard(text)) {
            Ok(played) => {
                self.play.play(played);
                Ok(())
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn limits(&self, request: &Request) -> Limits {
        let limits = Limits::NONE.and_stop(&request.stop);
        match self.depth {
            Some(depth) => limits.and_depth(depth),
            None => limits,
        }
    }

    fn is_over(&self) -> bool {
        self.play.game().turn(self.play.position()).is_none()
    }

    fn begin(&self, doing: &str) -> io::Result<()> {
        self.send(&format!("status {} is {doing}\n", self.name))
    }

    fn end(&self, mut text: String) -> io::Result<()> {
        text += &format!("status {} is waiting\n", self.name);
        self.send(&text)
    }

    fn go(&mut self, request: &Request) -> io::Result<()> {
        if self.is_over() {
            return self.send("=== PA\n");
        }
        self.begin("thinking")?;
        let report = match self.play.think(&self.limits(request)) {
            Ok(report) => report,
            Err(failure) => return self.refuse(&failure.to_string()),
        };
        let mut text = self.search_lines(&report);
        let (game, position) = (self.play.game(), self.play.position());
        let played = nboard_move(&game.move_text(position, report.best));
        let seconds = report.time.as_secs_f64();
        text += &match report.value {
            Some(value) => format!("=== {played}/{:.2}/{seconds:.2}\n", discs(value)),
            None => format!("=== {played}\n"),
        };
        self.end(text)
    }

    /// What a search found, and what it took.
    fn search_lines(&self, report: &Report<G::Move>) -> String {
        let line = &report.principal_variation;
        let text = self.search_line(line, report.value, report.exact, report.depth);
        let (nodes, seconds) = (report.nodes, report.time.as_secs_f64());
        format!("{text}nodestats {nodes} {seconds:.2}\n")
    }

    fn search_line(
        &self,
        line: &[G::Move],
        value: Option<Value>,
        exact: bool,
        depth: u32,
    ) -> String {
        let line = self.play.game().line_text(self.play.position(), line);
        let line: String = line.iter().map(|text| nboard_move(text)).collect();
        let depth = match exact {
            true => "100%".to_owned(),
            false => depth.to_string(),
        };
        let value = value.map_or(0.0, discs);
        format!("search {line} {value:.2} 0 {depth}\n")
    }

    fn hint(&mut self, arguments: &str, request: &Request) -> io::Result<()> {
        let count = match arguments {
            "" => 1,
            text => match text.parse::<usize>() {
                Ok(count) => count.max(1),
                Err(_) => return self.refuse("expected hint NUMBER"),
            },
        };
        self.begin("analyzing")?;
        if self.is_over() {
            return self.end(String::new());
        }
        let limits = self.limits(request);
        let mut text = String::new();
        if count > 1 {
            let lines = match self.play.lines(&limits, count) {
                Ok((_, lines)) => lines,
                Err(failure) => return self.refuse(&failure.to_string()),
            };
            for valued in &lines {
                text +=
                    &self.search_line(&valued.line, Some(valued.value), valued.exact, valued.depth);
            }
        }
        // One line with what is expected, or an agent without opinions about each move.
        if text.is_empty() {
            match self.play.think(&limits) {
                Ok(report) => text = self.search_lines(&report),
                Err(failure) => return self.refuse(&failure.to_string()),
            }
        }
        self.end(text)
    }

    /// What each position of the game was worth to who was to move, the last one first.
    fn analyze(&mut self, request: &Request) -> io::Result<()> {
        self.begin("analyzing")?;
        let moves: Vec<G::Move> = self.play.line().played.iter().map(|&(_, m)| m).collect();
        let limits = self.limits(request);
        let begin = Instant::now();
        let mut nodes = 0;
        for count in (0..=moves.len()).rev() {
            if request.stop.is_stopped() {
                break;
            }
            self.play.cut(count);
            if let Some(value) = self.worth(&limits, &mut nodes) {
                self.send(&format!("analysis {count} {value:.2}\n"))?;
            }
        }
        for &played in &moves[self.play.line().played.len()..] {
            self.play.play(played);
        }
        let seconds = begin.elapsed().as_secs_f64();
        self.end(format!("nodestats {nodes} {seconds:.2}\n"))
    }

    fn worth(&mut self, limits: &Limits, nodes: &mut u64) -> Option<f64> {
        let game = self.play.game();
        if self.is_over() {
            // Nobody is to move: it is worth so much to who would be.
            let scores = game.scores(self.play.position());
            let last = self.play.line().played.last();
            let last = last.and_then(|(before, _)| game.turn(before))?;
            return Some(scores.difference(last.next(game.seats())).into());
        }
        let report = self.play.think(limits).ok()?;
        *nodes = nodes.saturating_add(report.nodes);
        report.value.map(discs)
    }
}

/// A value in discs.
fn discs(value: Value) -> f64 {
    match value {
        Value::Points(points) => points.number(),
        Value::Share(share) => BOARD * (2.0 * share - 1.0),
    }
}
