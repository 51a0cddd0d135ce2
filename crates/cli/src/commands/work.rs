//! `papan work`

use crate::{elsewhere::Connection, exit::Exit, input::EnginesArguments, interrupt, output};
use anyhow::Result;
use clap::Args;
use papan_distributed::{Address, DistributedError, WorkerOptions, WorkerStatus, work};
use std::{
    thread,
    time::{Duration, Instant},
};

/// Play games for tournaments that other machines coordinate
///
/// Takes jobs from NATS servers, plays them and gives the results, for every tournament, match or
/// paper that runs there with --on, until it is stopped: Ctrl-C or SIGTERM gives back what is not
/// finished. A server that does not answer is waited for, from the start. No job makes it start a program, except those that an engines.toml of this machine
/// names. Where an agent would play differently here, because this is another version of Papan or
/// has other weights, nothing of that event is taken, and it says so.
///
/// docs/many-machines.md leads from two computers to a cluster.
#[derive(Args)]
#[command(after_help = "Examples:
  papan work nats://lab.example.org
  papan work nats://one,two,three --threads 8 --credentials worker.creds")]
pub(crate) struct Arguments {
    /// The servers: nats://HOST:PORT,HOST... or tls://HOST
    #[arg(value_name = "ADDRESS")]
    address: Address,

    /// The number of games at the same time; as many as there are cores when not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Let the system move games from core to core
    #[arg(long)]
    no_pin: bool,

    /// End after this many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// What this worker is called, among all at the servers; the machine's name and some letters
    /// when not given
    #[arg(long)]
    name: Option<String>,

    #[command(flatten)]
    engines: EnginesArguments,

    #[command(flatten)]
    connection: Connection,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.engines.read_if_named()?;
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let stop = interrupt::stop_then_end()?;
    let options = WorkerOptions {
        name: arguments.name.clone(),
        threads: arguments.threads.map_or(cores, |threads| threads as usize),
        pinned: !arguments.no_pin,
        games: arguments.games,
        stop: stop.clone(),
    };
    let bar = output::spinner();
    let begun = Instant::now();
    let mut next = begun + SELDOM;
    let note = {
        let bar = bar.clone();
        move |text: &str| bar.suspend(|| output::note(text))
    };
    let access = arguments.connection.access()?;
    let ended = work(&arguments.address, &access, &options, note, &mut |status| {
        let text = shown(status);
        if bar.is_hidden() && Instant::now() >= next {
            output::note(&text);
            next = Instant::now() + SELDOM;
        }
        bar.set_message(text);
    });
    bar.finish_and_clear();
    match ended {
        Ok(status) => {
            output::note(&format!(
                "{} has played {} games in {:.0} s",
                status.name,
                status.games,
                begun.elapsed().as_secs_f64()
            ));
            Ok(())
        }
        Err(error @ DistributedError::PutAside { .. }) => Exit::Rejected.end(error.to_string()),
        Err(error) => Err(error.into()),
    }
}

/// How often a line is written where nobody watches it change.
const SELDOM: Duration = Duration::from_secs(30);

/// What a worker has done so far, in a line.
fn shown(status: &WorkerStatus) -> String {
    let WorkerStatus {
        name,
        games,
        per_second,
        batches,
        events,
    } = status;
    let events = match events.is_empty() {
        true => "no event".to_owned(),
        false => events.join(", "),
    };
    format!("{name}: {games} games, {per_second:.1} a second, {batches} batches in hand, {events}")
}
