//! `papan solve`

use crate::{
    exit::Exit,
    input::{PositionArguments, ThreadsArguments, mistake},
    output,
};
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use papan_agents::{Playable, ProvenOutcome, SoFar, Solving, Unsolved, games, solving_text};
use papan_core::Seat;
use papan_search::{Limits, Live, Report, Value};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Find the exact value of a position, with its principal variation
///
/// The value is the final margin for the seat to move when both sides play perfectly; in
/// Othello empty squares go to the winner. A position that would take long is refused with an
/// estimate, unless --time says how long to go on, or --anyway to go on to the end. On a terminal
/// Othello shows how far the proof is: the bounds so far, who wins as soon as they decide it, how sure
/// the last search was, the best move and its value.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    at: PositionArguments,

    /// Find the most that the first player can collect in the first turn (congklak)
    #[arg(long)]
    first_turn: bool,

    /// Time limit in seconds: go on for so long, whatever it may take
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,

    /// Go on to the end, however long it may take
    #[arg(long)]
    anyway: bool,

    /// Find only who wins, which takes less work than by how much (Othello)
    #[arg(long, conflicts_with = "first_turn")]
    wdl: bool,

    #[command(flatten)]
    threads: ThreadsArguments,

    /// Write one JSON object: {"game", "position", "turn", "value", "line", "nodes",
    /// "seconds"}; with --wdl "outcome" ("win", "draw" or "loss" for the seat to move) in the place of "value";
    /// when the time ended first {"game", "position", "turn", "so_far"}, in Othello
    /// with {"least", "most", "guess", "confidence", "best", "nodes"}, and "outcome" where that is proven; with
    /// --first-turn {"game", "collected", "of", "at_most", "exact", "line", "nodes", "seconds"}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Solved {
    game: String,
    position: String,
    turn: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<ProvenOutcome>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// What there is when the time ended first.
#[derive(Serialize)]
struct Undecided {
    game: String,
    position: String,
    turn: Seat,
    so_far: Option<SoFar>,
}

#[derive(Serialize)]
struct FirstTurn {
    game: String,
    collected: i32,
    of: i32,
    at_most: i32,
    exact: bool,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    games::visit(&arguments.at.game, Solve(arguments))?
}

struct Solve<'a>(&'a Arguments);

impl games::Visitor for Solve<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: G) -> Result<()> {
        let Solve(arguments) = self;
        let position = arguments.at.position_in(&game)?;
        let Some(turn) = game.turn(&position) else {
            return mistake("the game is over in this position: there is nothing to solve");
        };
        let limits = Limits {
            time: arguments.time.map(Duration::from_secs),
            ..Limits::NONE
        };
        let bar = output::spinner();
        let mut progress = |message: String| bar.set_message(message);
        if arguments.first_turn {
            if arguments.at.position.is_some() || !arguments.at.moves.trim().is_empty() {
                return mistake(
                    "--first-turn is about the start: leave out --position and --moves",
                );
            }
            let found = game.first_turn(&position, &limits, &mut progress);
            bar.finish_and_clear();
            let Some(found) = found else {
                return mistake(format!(
                    "{} has no turns of several moves, and --first-turn asks for the best of these",
                    game.name()
                ));
            };
            let line = game.line_text(&position, &found.line);
            let answer = FirstTurn {
                game: game.name(),
                collected: found.collected,
                of: found.of,
                at_most: found.at_most,
                exact: found.collected == found.at_most,
                line,
                nodes: found.nodes,
                seconds: found.time.as_secs_f64(),
            };
            return first_turn(&answer, arguments.json);
        }
        let asked = Solving {
            limits,
            threads: arguments.threads.count(),
            anyway: arguments.anyway,
            only_outcome: arguments.wdl,
        };
        let report = solve_watched(&game, &position, asked, &bar);
        bar.finish_and_clear();
        let report = match (report, arguments.time) {
            (Err(Unsolved { reason, so_far }), Some(seconds)) => {
                let known = so_far.as_ref().map(|known| format!("; {known}"));
                if arguments.json {
                    output::json(&Undecided {
                        game: game.name(),
                        position: game.position_text(&position),
                        turn,
                        so_far,
                    })?;
                }
                return Exit::Undecided.end(format!(
                    "not solved within {seconds} s: {reason}{}",
                    known.unwrap_or_default()
                ));
            }
            (report, _) => report?,
        };
        let value = report.value.map_or(0.0, Value::number);
        let answer = Solved {
            game: game.name(),
            position: game.position_text(&position),
            turn,
            value: report.value.filter(|_| !arguments.wdl),
            outcome: arguments.wdl.then(|| ProvenOutcome::of(value as i32)),
            line: game.line_text(&position, &report.principal_variation),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
        };
        if arguments.json {
            return output::json(&answer);
        }
        let winner = game.seat_name(if value > 0.0 { turn } else { turn.next(2) });
        let seat = game.seat_name(turn);
        let verdict = match (value, answer.outcome) {
            (0.0, None) => format!("value +0 for {seat}: a draw"),
            (_, Some(ProvenOutcome::Draw)) => "a draw".to_owned(),
            (_, Some(_)) => format!("{winner} wins"),
            _ if game.seats() > 2 => {
                format!(
                    "value {value:+} for {seat}: by which it is ahead of the best of the others"
                )
            }
            _ => format!(
                "value {value:+} for {seat}: {winner} wins by {}",
                value.abs()
            ),
        };
        output::text(&format!(
            "{verdict}\nline  {}\nnodes {}\ntime  {:.3} s",
            answer.line.join(" "),
            answer.nodes,
            answer.seconds
        ))
    }
}

/// Solves a position, and shows meanwhile how far that is and how long it may still take.
fn solve_watched<G: Playable>(
    game: &G,
    position: &G::Position,
    asked: Solving,
    bar: &ProgressBar,
) -> Result<Report<G::Move>, Unsolved> {
    let (live, begin) = (Live::new(), Instant::now());
    let expected = game.positions_to_solve(position);
    let asked = Solving {
        limits: asked.limits.and_live(&live),
        ..asked
    };
    let mut told = |text: String| {
        bar.println(&text);
        bar.set_message(text);
    };
    output::watched(
        bar,
        || solving_text(live.read().nodes, expected, begin.elapsed()),
        || game.solve_as(position, &asked, &mut told),
    )
}

fn first_turn(answer: &FirstTurn, json: bool) -> Result<()> {
    if json {
        return output::json(answer);
    }
    let bound = match answer.exact {
        true => "proven to be the most".to_owned(),
        false => format!("more than {} is proven to be impossible", answer.at_most),
    };
    output::text(&format!(
        "{} of {} in the first turn; {bound}\nmoves ({}) {}\nnodes {}\ntime  {:.3} s",
        answer.collected,
        answer.of,
        answer.line.len(),
        answer.line.join(" "),
        answer.nodes,
        answer.seconds
    ))
}
