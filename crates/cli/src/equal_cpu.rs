//! `papan match --equal-cpu`: finding the budget with which two agents take as much CPU time.

use crate::{arena::Playing, input::mistake, output};
use anyhow::Result;
use papan_arena::{
    Calibration, Measurement,
    tournament::{Entrant, Kind, Tournament},
};
use papan_core::{key, machine};
use papan_protocol::process::quoted;
use serde::Serialize;

const UNKNOWN: &str =
    "equal CPU needs the CPU time of both agents, which this system does not tell";

/// What was found, as JSON has it.
#[derive(Serialize)]
pub(crate) struct EqualCpu {
    /// The agent as it was given.
    given: String,
    /// The same with the budget that was found.
    spec: String,
    /// Whether that makes them equal.
    equal: bool,
    measurements: Vec<Measurement>,
    /// The match without calibrating.
    command: String,
}

/// Plays some games, changes the budget of an agent by what they took, and so on until both take
/// the same. The agents of the tournament are then those that are equal.
pub(crate) fn calibrate(
    tournament: &mut Tournament,
    which: Option<usize>,
    playing: &Playing,
) -> Result<EqualCpu> {
    if machine::thread_processor_time().is_none() {
        return mistake(UNKNOWN);
    }
    let agents = tournament.agents.iter();
    let agents: Vec<String> = agents.map(|entrant| entrant.agent.clone()).collect();
    let calibration = Calibration::new(&agents, which);
    let mut calibration = calibration.or_else(|problem| mistake(problem.to_string()))?;
    let seatings = tournament.seating.count(agents.len());
    while !calibration.is_over() {
        let number = calibration.measurements().len() + 1;
        let spec = calibration.spec();
        let program = Tournament {
            kind: Kind::Match,
            agents: entrants(&calibration),
            rounds: Calibration::GAMES.div_ceil(seatings),
            most_games: None,
            // Other openings each time, and others than those of the match.
            seed: key::mix(tournament.seed, number as u64),
            ..tournament.clone()
        }
        .prepare()?;
        let sitting = program.beginning();
        let mut sitting = sitting.standings.iter().flat_map(|game| &game.agents);
        if let Some(first) = sitting.next()
            && sitting.all(|other| other.agent == first.agent)
        {
            return mistake(format!("at equal CPU both agents are {}", first.agent));
        }
        let result = playing.play(&program, None, None, &mut |_| {})?;
        if result.stopped {
            result.end()?;
        }
        let table = result.progress.standings[0].table();
        let Some(ratio) = table.cpu_ratio().filter(|ratio| *ratio > 0.0) else {
            return mistake(UNKNOWN);
        };
        output::note(&format!(
            "equal CPU, measurement {number}: {spec}, {} games, ratio {ratio:.3}",
            table.games
        ));
        calibration.measured(ratio);
    }
    tournament.agents = entrants(&calibration);
    Ok(EqualCpu {
        given: calibration.given().to_owned(),
        spec: calibration.spec(),
        equal: calibration.is_equal(),
        measurements: calibration.measurements().to_vec(),
        command: command(std::env::args().skip(1), &calibration),
    })
}

fn entrants(calibration: &Calibration) -> Vec<Entrant> {
    let agents = calibration.agents();
    agents
        .iter()
        .map(|agent| Entrant::from(agent.as_str()))
        .collect()
}

/// The command that plays the match with the budget that was found.
fn command(arguments: impl Iterator<Item = String>, calibration: &Calibration) -> String {
    let mut words = vec!["papan".to_owned()];
    let arguments: Vec<String> = arguments.collect();
    let rotates = arguments.iter().any(|word| word == "--rotate-seats");
    for word in arguments {
        if word == "--equal-cpu" || word.starts_with("--equal-cpu=") {
            // What it turns on.
            words.extend((!rotates).then(|| "--rotate-seats".to_owned()));
        } else if word == calibration.given() {
            words.push(quoted(&calibration.spec()));
        } else {
            words.push(quoted(&word));
        }
    }
    words.join(" ")
}

impl EqualCpu {
    /// In words.
    pub(crate) fn text(&self) -> String {
        let EqualCpu {
            given,
            spec,
            command,
            ..
        } = self;
        let found = match self.equal {
            true => format!("equal CPU: {spec} instead of {given}"),
            false => format!("equal CPU: no budget of {given} is nearer to it than {spec}"),
        };
        let count = match self.measurements.len() {
            1 => "1 measurement".to_owned(),
            count => format!("{count} measurements"),
        };
        format!("{found}, after {count}\nthe same without calibrating: {command}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_has_the_budget_that_was_found() {
        let agents = ["mcts:nodes=100", "gtp:./engine -l 3"].map(str::to_owned);
        let mut calibration = Calibration::new(&agents, None).unwrap();
        calibration.measured(2.0);
        let words = [
            "match",
            "othello",
            "mcts:nodes=100",
            "gtp:./engine -l 3",
            "--equal-cpu",
            "--games=100",
        ];
        let command = command(words.map(str::to_owned).into_iter(), &calibration);
        assert_eq!(
            command,
            "papan match othello 'mcts:nodes=50' 'gtp:./engine -l 3' --rotate-seats '--games=100'"
        );
    }
}
