//! `papan workers`

use crate::{elsewhere::Connection, exit::Exit, output};
use anyhow::Result;
use clap::Args;
use papan_core::visible;
use papan_distributed::{Address, Listener, Status};
use std::time::Duration;

/// Show who plays at NATS servers, and how far their events are
///
/// Listens for some seconds to the signs of life that workers and coordinators give: speed, games a
/// second, faults, time left.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The servers: nats://HOST:PORT,HOST... or tls://HOST
    #[arg(value_name = "ADDRESS")]
    address: Address,

    /// For how long to listen, in seconds
    #[arg(long, value_name = "S", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,

    /// Go on, and show it again and again until Ctrl-C
    #[arg(long, conflicts_with = "json")]
    watch: bool,

    /// End an event that nobody coordinates any more: its jobs and results on the server go.
    /// Ledgers are not touched
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["watch", "json"])]
    remove: Option<String>,

    /// Write one JSON object: {"events": [{"event", "announcement", "seconds_left"}], "workers":
    /// [{"name", "last_sign", "put_aside", "version", "host", "threads", "speed", "games",
    /// "per_second", "batches", "declined", "faults", "last_fault"}]}
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    connection: Connection,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let access = arguments.connection.access()?;
    let mut listener = Listener::connect(&arguments.address, &access)?;
    if let Some(event) = &arguments.remove {
        let time = Duration::from_secs(arguments.seconds.into());
        let status = listener.listen(time)?;
        let is_led = |known: &papan_distributed::EventStatus| {
            known.event == *event && known.announcement.is_some()
        };
        if status.events.iter().any(is_led) {
            return Exit::BadInput.end(format!(
                "'{event}' is being played: stop its coordinator first"
            ));
        }
        return match listener.remove(event)? {
            true => output::text(&format!("'{event}' is gone from the server")),
            false => Exit::BadInput.end(format!("the server knows no event '{event}'")),
        };
    }
    loop {
        let status = listener.listen(Duration::from_secs(arguments.seconds.into()))?;
        match arguments.json {
            true => output::json(&status)?,
            false => output::text(&shown(&status))?,
        }
        if !arguments.watch {
            return Ok(());
        }
    }
}

fn shown(status: &Status) -> String {
    let mut text = String::new();
    if status.events.is_empty() {
        text += "no events\n";
    }
    for event in &status.events {
        let name = visible(&event.event);
        text += &match &event.announcement {
            None => format!("{name}: nobody coordinates it now\n"),
            Some(told) => format!(
                "{name}: {} of {} games, {:.1} a second{}, coordinated by {} (Papan {})\n",
                told.done,
                told.total,
                told.per_second,
                event
                    .seconds_left
                    .map_or(String::new(), |left| format!(", {} left", time_text(left))),
                visible(&told.host),
                visible(&told.version),
            ),
        };
    }
    text.push('\n');
    if status.workers.is_empty() {
        return text + "no workers\n";
    }
    let rows: Vec<Vec<String>> = status
        .workers
        .iter()
        .map(|worker| {
            let sign = &worker.sign;
            let mut notes: Vec<String> = Vec::new();
            if let Some((event, reason)) = &worker.put_aside {
                notes.push(format!("put aside in {event}: {reason}"));
            }
            let declined = sign.declined.iter();
            notes.extend(declined.map(|(event, reason)| format!("declines {event}: {reason}")));
            notes.extend(sign.last_fault.clone());
            vec![
                visible(&worker.name).into_owned(),
                visible(&sign.host).into_owned(),
                sign.threads.to_string(),
                format!("{:.1}", sign.speed as f64 / 1e6),
                sign.games.to_string(),
                format!("{:.1}", sign.per_second),
                format!("{:.0} s", worker.last_sign),
                sign.faults.to_string(),
                visible(&notes.join("; ")).into_owned(),
            ]
        })
        .collect();
    let heads = [
        "worker",
        "machine",
        "threads",
        "M nodes/s",
        "games",
        "games/s",
        "last sign",
        "faults",
        "",
    ];
    text + &output::table(&heads, &rows)
}

/// A time in the two largest units that it needs.
fn time_text(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min {seconds} s"),
        _ => format!("{hours} h {minutes} min"),
    }
}
