//! `papan review`

mod summary;
mod told;

use crate::{
    input::{ThreadsArguments, mistake},
    interrupt, output,
};
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use papan_agents::{
    erased::open_session,
    games,
    reading::{self, Unreadable},
    review::{self, Judged, Review},
};
use papan_core::{
    AnyGame, Record, Seat,
    files::{self, MOST_FOR_GAMES},
    spec::parse_time,
};
use papan_search::Limits;
use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};
use summary::Summary;
use told::Told;

/// How long each position is looked at when nothing else is said.
const TIME: Duration = Duration::from_millis(500);

/// Judge every move of games: what it gave away, what was better, and why
///
/// A move is judged by the points and by the chance to win that it gives away; crates/agents/grades.toml
/// has the thresholds of each game. Why a move was not the best one is said by facts about the
/// position; where none holds, the better line stands alone. The file may be of any format of any
/// game; what it is, is found out.
#[derive(Args)]
#[command(after_help = "Examples:
  papan review game.txt
  papan review game.txt --nodes 20000 --json
  papan review WTH_2024.wtb --games 1-10 --nodes 20000 --summary")]
pub(crate) struct Arguments {
    /// The files with the games; standard input when there is none, or -
    files: Vec<PathBuf>,

    /// The game with its parameters, where it should not be found out
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// The format of the files, where it should not be found out
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,

    /// Only games of which all players are among these: their names as the file has them, or in a base
    /// without names their numbers there
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    among: Vec<String>,

    /// Only these games of all that are read, counted from 1: one number, or the first and the last
    #[arg(long, value_name = "N-M", value_parser = parse_range)]
    games: Option<RangeInclusive<usize>>,

    /// The agent that judges [default: the one that judges the page's analyses]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,

    /// How many nodes each position is looked at for; the same games then get the same grades
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// How long each position is looked at, such as 2s [default: 500ms where nodes are not given]
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,

    /// Show every move, not only the faults
    #[arg(long)]
    all: bool,

    /// Show only what players did in all games together: the median of a player's faults in a game
    /// and their means
    #[arg(long)]
    summary: bool,

    #[command(flatten)]
    threads: ThreadsArguments,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Write one JSON object: {"agent", "games": [{"game", "tags", "moves": [{"ply", "seat", "move",
    /// "grade", "lost": {"points", "chance"}, "value", "best", "best_value", "depth", "exact", "line",
    /// "reply", "reasons": [{"text", "code", "parameters", "marks"}]}]}], "players": [{"game", "player", "games",
    /// "moves", "points", "chance", "inaccuracies", "mistakes", "blunders", "explained" (faults for which a
    /// reason was found), "median_mistakes"}]}; values are those of the seat that moved
    #[arg(long)]
    json: bool,
}

fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err("expected a number from 1, or two such as 1-10".to_owned()),
    }
}

fn read_time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| "expected a time such as 2s or 200ms".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    interrupt::end_at_once();
    let records = read(arguments)?;
    let bar = output::bar(records.len() as u64);
    let games = review_all(arguments, &records, &bar);
    bar.finish_and_clear();
    let games = games?;
    let players = Summary::of(&games);
    if arguments.json {
        return output::json(&told::Answer {
            agent: arguments.agent.as_deref(),
            games: (!arguments.summary).then_some(&games),
            players,
        });
    }
    let mut text = String::new();
    if !arguments.summary {
        for (number, game) in (1..).zip(&games) {
            text += &game.text(number, arguments.all);
        }
    }
    text += &summary::table(&players);
    output::text(&text)
}

/// The games that are to be judged.
fn read(arguments: &Arguments) -> Result<Vec<Record>> {
    let from_input = [PathBuf::from("-")];
    let files = match arguments.files.is_empty() {
        true => &from_input[..],
        false => &arguments.files,
    };
    let mut records = Vec::new();
    for path in files {
        let bytes = match path == Path::new("-") {
            true => files::read_standard_input(MOST_FOR_GAMES)?,
            false => files::read(path, MOST_FOR_GAMES)?,
        };
        let found = reading::read(&bytes, arguments.game.as_deref(), arguments.from.as_deref());
        match found {
            Ok(found) => records.extend(found),
            Err(Unreadable::Game(error)) => return Err(error.into()),
            Err(error) => return mistake(format!("{}: {error}", path.display())),
        }
    }
    if !arguments.among.is_empty() {
        keep_among(&mut records, &arguments.among)?;
    }
    if let Some(range) = &arguments.games {
        let count = records.len();
        if *range.start() > count {
            return mistake(format!(
                "--games {}: there are {count} games",
                range.start()
            ));
        }
        records.truncate(*range.end());
        records.drain(..range.start() - 1);
    }
    Ok(records)
}

/// Keeps the games in which only certain players sit.
fn keep_among(records: &mut Vec<Record>, players: &[String]) -> Result<()> {
    let mut kept = Vec::new();
    for record in records.drain(..) {
        let game = games::open(&record.game)?;
        let is_one = |seat| {
            let seat = game.seat_name(seat);
            let player = record
                .tag(&seat)
                .or_else(|| record.tag(&format!("{seat}-number")));
            player.is_some_and(|player| players.iter().any(|known| known.trim() == player))
        };
        if Seat::all(game.seats()).all(is_one) {
            kept.push(record);
        }
    }
    *records = kept;
    match records.is_empty() {
        true => mistake("--among: no game has only these players"),
        false => Ok(()),
    }
}

/// Reviews games side by side, and gives them back in their order.
fn review_all(arguments: &Arguments, records: &[Record], bar: &ProgressBar) -> Result<Vec<Told>> {
    // Threads are for games where there are several, and for thoughts where there is one.
    let threads = arguments.threads.count().min(records.len()).max(1);
    let part = if threads > 1 {
        1
    } else {
        arguments.threads.count()
    };
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(record) = records.get(number) else {
                return;
            };
            let told = review_game(arguments, record, part);
            if told.is_err() {
                // Nobody needs the others any more.
                next.store(records.len(), Ordering::Relaxed);
            }
            bar.inc(1);
            let mut done = done.lock().unwrap_or_else(|broken| broken.into_inner());
            done.push((number, told));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done
        .into_inner()
        .unwrap_or_else(|broken| broken.into_inner());
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, told)| told).collect()
}

fn review_game(arguments: &Arguments, record: &Record, threads: usize) -> Result<Told> {
    let agent = match &arguments.agent {
        Some(agent) => agent,
        None => games::analysis_agent(&record.game)?,
    };
    let limits = match arguments.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::time(arguments.time.unwrap_or(TIME)),
    };
    let limits = match arguments.time {
        Some(time) => limits.and_time(time),
        None => limits,
    };
    let limits = limits.and_threads(threads);
    let mut session = open_session(&record.game, agent, arguments.seed)?;
    let mut review = Review::open(&record.game, agent, &record.line())?;
    let mut judged: Vec<Judged> = Vec::with_capacity(review.plies());
    while let Some(question) = review.question() {
        let known = review::ask(&mut *session, &question, &limits)?;
        judged.extend(review.answer(known));
    }
    let game = games::open(&record.game)?;
    Ok(Told::new(
        &*game as &dyn AnyGame,
        record,
        review.scale(),
        judged,
    ))
}
