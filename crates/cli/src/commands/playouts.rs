//! `papan playouts`

use crate::{input::PositionArguments, output};
use anyhow::Result;
use clap::Args;
use papan_core::{AnyPosition, Seat, Tally};
use serde::Serialize;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

/// Play random games (rollouts) and count who wins
///
/// Every legal move is as likely as the others. The same seed gives the same games,
/// whatever the number of threads.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    at: PositionArguments,

    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The number of threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,

    /// Write one JSON object: {"game", "games", "moves", "seconds", "games_per_second",
    /// "wins", "draws", "win_share", "mean_scores"}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: String,
    games: u64,
    moves: u64,
    seconds: f64,
    games_per_second: f64,
    wins: Vec<u64>,
    draws: u64,
    win_share: Vec<f64>,
    mean_scores: Vec<f64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (game, position) = arguments.at.open()?;
    let begin = Instant::now();
    let tally = play_all(&*position, arguments);
    let seconds = begin.elapsed().as_secs_f64();
    let games = tally.games as f64;
    let rate = games / seconds.max(1e-9);
    let seats = game.seats();
    let share = |wins: &u64| *wins as f64 / games;
    let shares: Vec<f64> = tally.wins[..seats].iter().map(share).collect();
    let means: Vec<f64> = tally.points[..seats]
        .iter()
        .map(|&sum| sum as f64 / games)
        .collect();
    if arguments.json {
        return output::json(&Report {
            game: game.name(),
            games: tally.games,
            moves: tally.moves,
            seconds,
            games_per_second: rate,
            wins: tally.wins[..seats].to_vec(),
            draws: tally.draws,
            win_share: shares,
            mean_scores: means,
        });
    }
    let mut text = format!(
        "{}: {} games, {} moves ({:.1} a game), {seconds:.3} s, {rate:.0} games/s\n",
        game.name(),
        tally.games,
        tally.moves,
        tally.moves as f64 / games,
    );
    for seat in Seat::all(seats) {
        let (share, mean) = (100.0 * shares[seat.index()], means[seat.index()]);
        let name = game.seat_name(seat);
        text += &format!("{name:>16}  wins {share:5.1}%  mean score {mean:.2}\n");
    }
    let draws = 100.0 * tally.draws as f64 / games;
    output::text(&format!("{text}{:>16}       {draws:5.1}%\n", "draws"))
}

/// Threads take the next numbers of the series until all are taken.
fn play_all(position: &dyn AnyPosition, arguments: &Arguments) -> Tally {
    /// Long enough that taking it costs nothing, short enough for a smooth bar.
    const CHUNK: u64 = 256;
    let next = AtomicU64::new(0);
    let total = Mutex::new(Tally::default());
    let bar = output::bar(arguments.games);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= arguments.games {
                break;
            }
            let last = arguments.games.min(first + CHUNK);
            tally += position.playouts(arguments.seed, first..last);
            bar.inc(last - first);
        }
        *total
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()) += tally;
    };
    thread::scope(|scope| {
        for _ in 1..arguments.threads {
            // Fewer threads count the same, only later.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    bar.finish_and_clear();
    total
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
