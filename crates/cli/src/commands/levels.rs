//! `papan levels`

use crate::{
    commands::report::choose,
    input::{ledger_path, mistake},
    output,
};
use anyhow::Result;
use clap::Args;
use papan_agents::{
    agents, games,
    levels::{self, COUNT},
    ratings::{self, MEAN, Rated, Rating},
};
use papan_arena::{ledger::Ledger, standings::StandingsTable};
use papan_core::spec::Settings;
use papan_report::tournament::report;
use std::{fs, path::PathBuf};

/// Show how levels play and what they are worth, or write what was measured
///
/// A level is an agent with a limit of nodes and a share of errors. With --write the ratings
/// of a tournament between levels are written into a file, as crates/agents/ratings.toml is
/// made: games that the tournament did not play keep what the file says of them.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The tournament in the ledger that measured the levels, as tournaments/levels.toml does
    #[arg(long, value_name = "NAME", requires = "write")]
    event: Option<String>,

    /// The ledger; $PAPAN_LEDGER or a file in your data folder when not given
    #[arg(long, value_name = "FILE", requires = "write")]
    ledger: Option<PathBuf>,

    /// The file to write the ratings of the tournament into
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.write {
        None => output::text(&shown()),
        Some(file) => write(arguments, file),
    }
}

/// The levels of all families.
fn shown() -> String {
    let mut text = String::new();
    for family in games::families() {
        text += &format!("{}\n", family.name);
        let rated = ratings::of(family.presets[0]);
        for (index, level) in levels::of(family.name).iter().enumerate() {
            let nodes = level
                .nodes
                .map_or("-".to_owned(), |nodes| nodes.to_string());
            let elo = rated.map_or("-".to_owned(), |rated| rated[index].elo.to_string());
            text += &format!(
                "  {}  {:<20} {nodes:>10} nodes {:>6.1}% errors {elo:>6} Elo\n",
                index + 1,
                level.agent,
                f64::from(level.errors) / 10.0,
            );
        }
    }
    text
}

fn write(arguments: &Arguments, file: &PathBuf) -> Result<()> {
    let ledger = Ledger::read(&ledger_path(arguments.ledger.as_ref())?)?;
    let event = choose(&ledger, arguments.event.as_deref())?;
    let report = report(&ledger, &event, 0, false)?;
    let fact = |name: &str| {
        let known = report.facts.iter().find(|fact| fact.name == name);
        known.map(|fact| fact.value.clone())
    };
    let mut rated = match file.exists() {
        false => Vec::new(),
        true => match ratings::read(&fs::read_to_string(file)?) {
            Ok(rated) => rated,
            Err(problem) => {
                return mistake(format!(
                    "{} is no file of ratings: {problem}",
                    file.display()
                ));
            }
        },
    };
    let tables = || report.reports.iter().map(|report| &report.table);
    for table in tables() {
        let new = Rated {
            game: table.game.clone(),
            games: Some(table.games),
            date: event.last_at.map(|moment| moment.day()),
            version: fact("Papan"),
            levels: measured(table)?,
        };
        match rated.iter_mut().find(|known| known.game == new.game) {
            Some(known) => *known = new,
            None => rated.push(new),
        }
    }
    output::file(file, ratings::write(&rated).as_bytes(), true)?;
    let names: Vec<&str> = tables().map(|table| &*table.game).collect();
    output::text(&format!(
        "{}: the levels of {}",
        file.display(),
        names.join(", ")
    ))
}

/// The ratings of the nine levels of a game.
fn measured(table: &StandingsTable) -> Result<[Rating; COUNT]> {
    let mut found = [None; COUNT];
    for agent in &table.agents {
        let level = level(&agent.spec).filter(|level| (1..=COUNT).contains(level));
        if let (Some(level), Some(rating)) = (level, &agent.rating) {
            let elo = |value: f64| MEAN + value.round() as i32;
            found[level - 1] = Some(Rating {
                level: level as u32,
                elo: elo(rating.value),
                low: elo(rating.low),
                high: elo(rating.high),
            });
        }
    }
    let all: Vec<Rating> = found.into_iter().flatten().collect();
    match (all.try_into(), table.agents.len()) {
        (Ok(all), COUNT) => Ok(all),
        _ => mistake(format!(
            "{}: ratings are relative to the mean of those who play, so that the nine levels and \
             nobody else must have played, with divisor=1",
            table.game
        )),
    }
}

/// The level that an agent is, with all its nodes.
fn level(agent: &str) -> Option<usize> {
    let info = agents::generic().find(|info| info.entry.is_named(agent))?;
    let is_level = info.entry.name == "level";
    let settings = Settings::read(info.entry, agent)
        .ok()
        .filter(|_| is_level)?;
    (settings.integer("divisor") == 1).then(|| settings.integer("") as usize)
}
