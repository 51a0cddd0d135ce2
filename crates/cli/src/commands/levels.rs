//! `papan levels`

use crate::{
    commands::report::choose,
    input::{ledger_path, mistake},
    output,
};
use anyhow::Result;
use clap::Args;
use papan_agents::{
    Playable, agents, games,
    levels::{self, COUNT, Level},
    ratings::{self, Anchor, Rated, Rating},
};
use papan_arena::{
    Standings,
    ledger::{EventSummary, Ledger},
    statistics::{Estimate, Ratings},
    tournament::Entrant,
};
use papan_core::{
    files::{self, MOST_FOR_SETTINGS},
    spec::{Settings, time_text},
};
use papan_report::tournament::{GameReport, Tournament, report};
use std::path::{Path, PathBuf};

/// Show how levels play and what they are worth, or write what was measured
///
/// A level is an agent with a limit of nodes and a share of errors. With --write the ratings
/// of a tournament between levels, random and greedy are written into a file, as
/// crates/agents/ratings.toml is made: games that the tournament did not play keep what the
/// file says of them. With --fit the tournament tells which errors would make even steps.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only this game; a variant has its own errors
    game: Option<String>,

    /// The tournament in the ledger that measured the levels, as tournaments/levels.toml does
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// The ledger; $PAPAN_LEDGER or a file in your data folder when not given
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// The file to write the ratings of the tournament into
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    write: Option<PathBuf>,

    /// Change the file of --write if it is there
    #[arg(long, requires = "write")]
    force: bool,

    /// Show the errors, in a thousand moves, that the ratings of the tournament ask for
    #[arg(long, conflicts_with_all = ["game", "write"])]
    fit: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.write {
        Some(file) => {
            output::check_place(file, arguments.force)?;
            write(&Measured::read(arguments)?, file, arguments.force)
        }
        None if arguments.fit => output::text(&fitted(&Measured::read(arguments)?)?),
        None => output::text(&shown(arguments.game.as_deref())?),
    }
}

struct Ask;

impl games::Visitor for Ask {
    type Output = (String, [Level; COUNT]);
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        (game.name(), levels::of(&game))
    }
}

/// The levels of a game, or of the first game of each family.
fn shown(game: Option<&str>) -> Result<String> {
    let firsts = games::families().map(|family| family.presets[0]);
    let names: Vec<&str> = game.map_or_else(|| firsts.collect(), |game| vec![game]);
    let mut text = String::new();
    for name in names {
        let (game, levels) = games::visit(name, Ask)?;
        text += &format!("{game}\n");
        let rated = ratings::of(&game).map_or(&[][..], |rated| &rated.levels);
        for (index, level) in levels.iter().enumerate() {
            let elo = match rated.get(index) {
                None => "-".to_owned(),
                Some(rating) if rating.is_current(&game) => rating.elo.to_string(),
                Some(rating) => format!("{} (stale)", rating.elo),
            };
            text += &format!(
                "  {}  {:<20} {:>10} nodes {:>6.1}% errors {:>4} at most {elo:>6} Elo\n",
                index + 1,
                level.agent,
                level.nodes,
                f64::from(level.errors) / 10.0,
                time_text(level.time),
            );
        }
    }
    Ok(text)
}

/// A tournament of levels, random and greedy.
struct Measured {
    event: EventSummary,
    report: Tournament,
}

impl Measured {
    fn read(arguments: &Arguments) -> Result<Measured> {
        let ledger = Ledger::read(&ledger_path(arguments.ledger.as_ref())?)?;
        let event = choose(&ledger, arguments.event.as_deref())?;
        let report = report(&ledger, &event, 0, false)?;
        Ok(Measured { event, report })
    }

    /// The ratings of each of its games.
    fn rated(&self) -> Result<Vec<Rated>> {
        let facts = &self.report.facts;
        let version = facts.iter().find(|fact| fact.name == "Papan");
        let rated = |report| {
            let game = MeasuredGame::new(report)?;
            Ok(Rated {
                game: report.table.game.clone(),
                games: report.table.games,
                date: self.event.last_at.map_or(String::new(), |last| last.day()),
                version: version.map_or(String::new(), |fact| fact.value.clone()),
                greedy: game.anchor("greedy")?,
                levels: game.levels()?,
            })
        };
        self.report.reports.iter().map(rated).collect()
    }
}

/// One game of such a tournament.
struct MeasuredGame<'a> {
    report: &'a GameReport,
    ratings: Ratings,
    random: usize,
}

impl MeasuredGame<'_> {
    fn new(report: &GameReport) -> Result<MeasuredGame<'_>> {
        let game = games::open(&report.table.game)?;
        let agents = report.table.agents.iter();
        let agents = agents
            .map(|agent| Entrant::from(agent.spec.as_str()))
            .collect();
        let mut standings = Standings::new(&*game, agents);
        for game in &report.results {
            standings.add(&game.entry.result, &game.players);
        }
        match (standings.ratings(), agent(report, "random")) {
            (Some(ratings), Some(random)) => Ok(MeasuredGame {
                report,
                ratings,
                random,
            }),
            _ => missing(report, "random"),
        }
    }

    /// How far an agent is above another in Elo, with the interval.
    fn above(&self, one: usize, other: usize) -> Result<[i32; 3]> {
        let Some(Estimate { value, low, high }) = self.ratings.difference(one, other) else {
            return missing(self.report, "games that connect all of them");
        };
        Ok([value, low, high].map(|elo| elo.round() as i32))
    }

    fn anchor(&self, name: &str) -> Result<Anchor> {
        let Some(agent) = agent(self.report, name) else {
            return missing(self.report, name);
        };
        let [elo, low, high] = self.above(agent, self.random)?;
        Ok(Anchor { elo, low, high })
    }

    /// The levels from the first on.
    fn levels(&self) -> Result<Vec<Rating>> {
        let place = |level: usize| {
            let agents = &self.report.table.agents;
            agents.iter().position(|agent| is_level(&agent.spec, level))
        };
        let mut below = self.random;
        let mut levels = Vec::new();
        for level in 1..=COUNT {
            let Some(agent) = place(level) else {
                continue;
            };
            if levels.len() + 1 < level {
                return missing(self.report, &format!("level:{}", levels.len() + 1));
            }
            let [elo, low, high] = self.above(agent, self.random)?;
            let [_, step_low, step_high] = self.above(agent, below)?;
            levels.push(Rating {
                level: level as u32,
                elo,
                low,
                high,
                step_low,
                step_high,
                fingerprint: self.fingerprint(agent)?,
            });
            below = agent;
        }
        match levels.is_empty() {
            true => missing(self.report, "level:1"),
            false => Ok(levels),
        }
    }

    /// The fingerprint with which an agent has played.
    fn fingerprint(&self, agent: usize) -> Result<String> {
        let known = self.report.results.iter().find_map(|game| {
            let seat = game.players.iter().position(|player| *player == agent)?;
            game.entry.result.fingerprints.get(seat)?.clone()
        });
        known.map_or_else(|| missing(self.report, "fingerprints of the agents"), Ok)
    }
}

fn agent(report: &GameReport, name: &str) -> Option<usize> {
    let agents = &report.table.agents;
    agents.iter().position(|agent| agent.spec == name)
}

fn missing<T>(report: &GameReport, what: &str) -> Result<T> {
    mistake(format!(
        "{}: the tournament has no {what}; it needs random, greedy and the levels from 1 on, with \
         divisor=1",
        report.table.game
    ))
}

/// Whether an agent is this level with all its nodes.
fn is_level(agent: &str, level: usize) -> bool {
    let mut infos = agents::generic();
    let Some(info) = infos.find(|info| info.entry.name == "level" && info.entry.is_named(agent))
    else {
        return false;
    };
    Settings::read(info.entry, agent).is_ok_and(|settings| {
        settings.integer("divisor") == 1 && settings.integer("") as usize == level
    })
}

/// The errors that the levels of each game should have, and those that they have.
fn fitted(measured: &Measured) -> Result<String> {
    let mut text = String::new();
    for rated in measured.rated()? {
        let (_, levels) = games::visit(&rated.game, Ask)?;
        let points: Vec<(u32, f64)> = rated
            .levels
            .iter()
            .zip(&levels)
            .map(|(rating, level)| (level.errors, rating.elo.into()))
            .collect();
        let line = |name: &str, values: Vec<i64>| {
            let values: Vec<String> = values.iter().map(|value| format!("{value:>6}")).collect();
            format!("  {name:<8}{}\n", values.concat())
        };
        let fitted = levels::fitted_errors(&points);
        text += &format!("{}, greedy {} Elo\n", rated.game, rated.greedy.elo);
        let ratings = points.iter().map(|&(_, elo)| elo as i64).collect();
        text += &line("Elo", ratings);
        text += &line(
            "errors",
            points.iter().map(|&(errors, _)| errors.into()).collect(),
        );
        text += &line("fitted", fitted.into_iter().map(i64::from).collect());
    }
    Ok(text)
}

fn write(measured: &Measured, file: &Path, force: bool) -> Result<()> {
    let mut rated = match file.exists() {
        false => Vec::new(),
        true => match ratings::read(&files::read_text(file, MOST_FOR_SETTINGS)?) {
            Ok(rated) => rated,
            Err(problem) => {
                return mistake(format!(
                    "{} is no file of ratings: {problem}",
                    file.display()
                ));
            }
        },
    };
    let measured = measured.rated()?;
    let names: Vec<String> = measured.iter().map(|new| new.game.clone()).collect();
    for new in measured {
        match rated.iter_mut().find(|known| known.game == new.game) {
            Some(known) => *known = new,
            None => rated.push(new),
        }
    }
    output::file(file, ratings::write(&rated).as_bytes(), force)?;
    output::text(&format!(
        "{}: the levels of {}",
        file.display(),
        names.join(", ")
    ))
}
