//! `papan match`

use crate::{
    arena::{Playing, sprt_text},
    equal_cpu::{self, EqualCpu},
    input::{EnginesArguments, mistake},
    output, standings,
};
use anyhow::Result;
use clap::Args;
use papan_arena::{
    Adjudication, Conditions, Margin, Openings, Seating,
    ledger::Ledger,
    parse_time,
    standings::StandingsTable,
    statistics::{Sprt, SprtModel},
    tournament::{Entrant, Kind, SPRT_ROUNDS, SequentialTest, Shard, Tournament},
};
use papan_search::TimeControl;
use serde::Serialize;
use std::{collections::BTreeMap, path::PathBuf, time::Duration};

/// Let agents play many games against each other
///
/// The same seed gives the same games, whatever the number of threads, as long as no agent
/// has a time limit. With --ledger every finished game is kept, and the same command resumes
/// where it was.
///
/// Other people's engines play too: gtp:CMD, nboard:CMD, ugi:CMD and json:CMD are agents.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game with its parameters (papan games lists them)
    game: String,

    /// One agent for each seat (papan agents lists them)
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,

    /// The number of games; 100 when not given, and with --sprt as many as it takes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    games: Option<u64>,

    #[command(flatten)]
    engines: EnginesArguments,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Move every agent on by a seat after each game, so that all play from all seats
    #[arg(long)]
    rotate_seats: bool,

    /// Where games begin: start, random:PLIES, file:PATH or file:PATH,plies=PLIES (moves line
    /// by line, or any format of the game such as wtb or blksgf). With --rotate-seats every
    /// opening is played from all seats
    #[arg(long, value_name = "OPENINGS", default_value = "start")]
    openings: Openings,

    /// Time limit of each move, such as 100ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Time control of each seat, such as 60s or 60s+500ms
    #[arg(long, value_name = "BASE+INCREMENT")]
    clock: Option<TimeControl>,

    /// Grace period: how much later than allowed a move is still taken; 100ms when not given
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    grace: Option<Duration>,

    /// Node limit of each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    nodes: Option<u64>,

    /// Depth limit of each move, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// End a game of two seats once the exact solver proves its result within this many nodes
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    solver: Option<u64>,

    /// End a game of two seats once both see the same side POINTS ahead for PLIES plies, such
    /// as 20x4
    #[arg(long, value_name = "POINTSxPLIES")]
    margin: Option<Margin>,

    /// Sequential test: play until it is known whether the first agent is ELO0 or ELO1
    /// stronger than the second, with error rates ALPHA and BETA of 0.05 when not given. Turns
    /// on --rotate-seats
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<String>,

    /// Equal CPU: measure what both agents take of the processors and change the budget (nodes=,
    /// time=) of one of them until they take the same in a game, then play with that. Two
    /// different agents play, and the first that was given a budget is changed, or agent N,
    /// counted from 1. Turns on --rotate-seats
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        conflicts_with_all = ["shard", "on"],
        value_parser = clap::value_parser!(u8).range(1..)
    )]
    equal_cpu: Option<Option<u8>>,

    #[command(flatten)]
    playing: Playing,

    /// Play one of N equal parts, K from 1 to N, such as 3/16: each machine plays another one
    /// into a ledger of its own, and papan ledger merge puts them together
    #[arg(long, value_name = "K/N", requires = "ledger")]
    shard: Option<Shard>,

    /// Keep every game in this ledger, and resume from what is there
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// What the ledger calls the match; the game and the agents when not given
    #[arg(long, requires = "ledger")]
    name: Option<String>,

    /// Write one JSON object: the table that tournaments and reports have too, {"game", "games",
    /// "different", "openings", "agents", "seats", "by_seat", "by_opening", "pairs", "endings", "forfeits",
    /// "workers", "agreement", "first_move", "groups"}, with "sprt", "cpu_ratio" (CPU time a game of
    /// the first of two agents to that of the other), "equal_cpu" ({"given", "spec", "equal",
    /// "measurements", "command"}) and "stopped". Each of "agents" has "label", "spec", "place",
    /// "rating", "superiority", "games", "wins", "draws", "losses", "share", "interval",
    /// "mean_rank", "mean_score", "scored_games", "forfeits", "mean_seconds" (a move),
    /// "mean_game_seconds" and "mean_nodes" (a game), "mean_cpu_seconds" (a move) and
    /// "mean_game_cpu_seconds", null where the system does not tell. Agents and seats count from
    /// 0, and mean scores count only the "scored_games", those that were played to their end by
    /// the rules
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    table: &'a StandingsTable,
    sprt: Option<&'a SequentialTest>,
    cpu_ratio: Option<f64>,
    equal_cpu: Option<&'a EqualCpu>,
    stopped: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.engines.read_if_named()?;
    let mut tournament = arguments.tournament()?;
    let equal_cpu = match arguments.equal_cpu {
        Some(number) => {
            let which = number.map(|number| usize::from(number) - 1);
            let found = equal_cpu::calibrate(&mut tournament, which, &arguments.playing)?;
            tournament.name = arguments.event(&tournament.agents);
            Some(found)
        }
        None => None,
    };
    let mut program = tournament.prepare()?;
    if let Some(shard) = arguments.shard {
        program = program.shard(shard)?;
    }
    let mut ledger = arguments.ledger.as_deref().map(Ledger::open).transpose()?;
    let result = arguments
        .playing
        .play(&program, None, ledger.as_mut(), &mut |_| {})?;
    let progress = &result.progress;
    let table = progress.standings[0].table();
    let sprt = progress.sprt.as_ref();
    if arguments.json {
        output::json(&Answer {
            table: &table,
            sprt,
            cpu_ratio: table.cpu_ratio(),
            equal_cpu: equal_cpu.as_ref(),
            stopped: result.stopped,
        })?;
        return result.end();
    }
    let mut text = standings::text_of(&table, &tournament.openings);
    text += &equal_cpu.as_ref().map_or(String::new(), EqualCpu::text);
    text += &result.forfeits();
    if let Some(sprt) = sprt {
        text += &format!("{}\n", sprt_text(sprt));
        let under_way = progress.found + progress.played - table.games;
        if under_way > 0 {
            text += &format!("{under_way} more games were under way then; they do not count\n");
        }
    }
    if result.stopped {
        text += "stopped before the end\n";
    }
    output::text(&text)?;
    result.end()
}

impl Arguments {
    /// What a ledger calls the match between these.
    fn event(&self, agents: &[Entrant]) -> String {
        let agents: Vec<&str> = agents
            .iter()
            .map(|entrant| entrant.agent.as_str())
            .collect();
        let usual = || format!("{}: {}", self.game, agents.join(" - "));
        self.name.clone().unwrap_or_else(usual)
    }

    fn tournament(&self) -> Result<Tournament> {
        let sprt = self.sprt.as_deref().map(parse_sprt).transpose()?;
        let seating = match self.rotate_seats || sprt.is_some() || self.equal_cpu.is_some() {
            true => Seating::Rotate,
            false => Seating::Fixed,
        };
        let usual = if sprt.is_some() { 2 * SPRT_ROUNDS } else { 100 };
        let games = self.games.unwrap_or(usual);
        let seatings = seating.count(self.agents.len());
        let agents = self.agents.iter();
        let agents: Vec<Entrant> = agents.map(|agent| Entrant::from(agent.as_str())).collect();
        Ok(Tournament {
            name: self.event(&agents),
            kind: sprt.map_or(Kind::Match, Kind::Sprt),
            games: vec![self.game.clone()],
            agents,
            rounds: games.div_ceil(seatings),
            rounds_of: BTreeMap::new(),
            reach: None,
            tables: None,
            most_games: Some(games),
            seed: self.seed,
            seating,
            openings: self.openings.clone(),
            conditions: Conditions {
                depth: self.depth,
                nodes: self.nodes,
                time: self.time,
                clock: self.clock,
                grace: self.grace,
                adjudication: Adjudication {
                    solver: self.solver,
                    margin: self.margin,
                },
            },
            source: String::new(),
        })
    }
}

/// The numbers of a sequential test.
fn parse_sprt(text: &str) -> Result<Sprt> {
    const FORM: &str = "write ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,10";
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let sprt = match numbers.as_deref() {
        Ok([elo0, elo1]) => Sprt::new(*elo0, *elo1, 0.05, 0.05, SprtModel::Logistic),
        Ok([elo0, elo1, alpha, beta]) => {
            Sprt::new(*elo0, *elo1, *alpha, *beta, SprtModel::Logistic)
        }
        _ => return mistake(format!("'{text}' is no test; {FORM}")),
    };
    sprt.or_else(|error| mistake(format!("--sprt {text}: {error}")))
}
