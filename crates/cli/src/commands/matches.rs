//! `papan match`

use crate::output;
use anyhow::Result;
use clap::Args;
use papan_arena::{Conditions, Contest, Counted, Openings, Played, Seating, Summary, interval};
use papan_core::Seat;
use papan_search::Stop;
use std::thread;

/// Let agents play many games against each other
///
/// The same seed gives the same games, whatever the number of threads, as long as no
/// agent runs out of time.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game with its parameters (papan games lists them)
    game: String,

    /// One agent for each seat (papan agents lists them)
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// What chance follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many games at the same time; as many as there are cores when not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Move every agent on by a seat after each game, so that all play from all seats
    #[arg(long)]
    rotate_seats: bool,

    /// Where games begin: start, or random:PLIES. With --rotate-seats every opening is
    /// played from all seats
    #[arg(long, value_name = "OPENINGS", default_value = "start")]
    openings: String,

    /// Write one JSON object: {"game", "games", "different", "agents", "wins", "draws", "losses",
    /// "mean_scores", "score", "interval", "intervals", "by_seat", "mean_nodes",
    /// "mean_seconds"}
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let openings: Openings = arguments.openings.parse()?;
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let contest = Contest {
        event: String::new(),
        game: arguments.game.clone(),
        agents: arguments.agents.clone(),
        games: arguments.games,
        seed: arguments.seed,
        seating: match arguments.rotate_seats {
            true => Seating::Rotate,
            false => Seating::Fixed,
        },
        openings,
        conditions: Conditions::NONE,
    };
    let bar = output::bar(contest.games);
    let threads = arguments.threads.map_or(cores, |threads| threads as usize);
    let mut share = 0.0;
    let games = contest.play(threads, &Stop::new(), &mut |played: &Played| {
        share += played.share_of(0);
        bar.inc(1);
        let percent = 100.0 * share / bar.position() as f64;
        bar.set_message(format!("| {percent:.1}% for {}", contest.agents[0]));
    });
    bar.finish_and_clear();
    let counted: Vec<Counted> = games?.iter().map(Counted::from).collect();
    let summary = Summary::of(&contest.game, &contest.agents, &counted);
    if arguments.json {
        return output::json(&summary);
    }
    output::text(&table(&summary))
}

fn table(summary: &Summary) -> String {
    let width = summary.agents.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max("agent".len());
    let mut text = format!(
        "{}: {} games, {} drawn\n{:<width$}   first  shared  behind   share  95% interval    mean score   s/game\n",
        summary.game, summary.games, summary.draws, "agent"
    );
    for (agent, name) in summary.agents.iter().enumerate() {
        let (low, high) = summary.intervals[agent];
        let shared = summary.games - summary.wins[agent] - summary.losses[agent];
        text += &format!(
            "{name:<width$}  {:>6}  {shared:>6}  {:>6}  {:>5.1}%  {:>5.1}%..{:>5.1}%  {:>10.2}  {:>7.3}\n",
            summary.wins[agent],
            summary.losses[agent],
            100.0 * summary.score[agent],
            100.0 * low,
            100.0 * high,
            summary.mean_scores[agent],
            summary.mean_seconds[agent],
        );
    }
    if 2 * summary.different <= summary.games && summary.games > 1 {
        let different = match summary.different {
            1 => "all games were the same".to_owned(),
            count => format!("there were only {count} different games"),
        };
        text += &format!(
            "{different}: agents without chance repeat themselves, and the intervals mean \
             little; --openings random:2 gives them other beginnings\n"
        );
    }
    if let [share, _] = summary.score[..] {
        let (low, high) = summary.interval;
        let [low, middle, high] = [low, share, high].map(interval::elo);
        text +=
            &format!("Elo of the first over the second: {middle:+.0} ({low:+.0}..{high:+.0})\n");
    }
    for seat in Seat::all(summary.agents.len()) {
        let places = summary.by_seat.iter().filter(|place| place.seat == seat);
        let parts: Vec<String> = places
            .map(|place| {
                let name = &summary.agents[place.agent];
                let (wins, draws, losses) = (place.wins, place.draws, place.losses);
                format!("{name} {wins}/{draws}/{losses}")
            })
            .collect();
        text += &format!("seat {seat} (first/shared/behind): {}\n", parts.join("; "));
    }
    text
}
