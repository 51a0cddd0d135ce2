//! Programs that do nothing right. A game that such a one forfeits says nothing about the
//! others, so that nobody is rated by it.

use crate::{Ending, GameResult, Slot};
use papan_core::Seat;
use papan_search::Fault;
use std::{collections::HashMap, fmt};

/// An agent that has not played a single game without a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultyAgent {
    /// The agent.
    pub agent: String,
    /// What it did.
    pub fault: Fault,
    /// The same in words.
    pub reason: String,
    /// What it wrote to its standard error, the last of it.
    pub errors: Option<String>,
    /// How many games it has forfeited so.
    pub games: u64,
}

impl fmt::Display for FaultyAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FaultyAgent {
            agent,
            fault,
            reason,
            ..
        } = self;
        let what = match (fault, self.games) {
            (Fault::Start, _) => "cannot be started".to_owned(),
            (_, games) => format!("forfeited its first {games} games for the same fault ({fault})"),
        };
        write!(f, "{agent} {what}: {reason}")?;
        if let Some(errors) = &self.errors {
            write!(f, "; its standard error ends with: {}", errors.trim())?;
        }
        f.write_str(
            ". Nothing was rated by that, and those games are not kept. Mend it (papan \
             engine-check tells what it does wrong), or rate it with its forfeits by \
             --allow-forfeits; forfeits that are in the ledger are played again with \
             --retry-forfeits",
        )
    }
}

impl std::error::Error for FaultyAgent {}

/// How many games an agent may forfeit for the same fault before it has played one without.
const FIRST: u64 = 5;

/// Which agents have shown that they can play, and the games that wait for that.
#[derive(Default)]
pub(super) struct Probation {
    trials: HashMap<String, Trial>,
    held: Vec<(Slot, GameResult)>,
}

/// What is known of an agent.
#[derive(Default)]
struct Trial {
    proven: bool,
    fault: Option<Fault>,
    forfeits: u64,
}

impl Probation {
    /// One more game: it is counted at once or has to wait. The error is an agent that should
    /// not be rated.
    pub(super) fn take(&mut self, slot: Slot, game: GameResult) -> Result<(), Box<FaultyAgent>> {
        let faulty = self.see(&game);
        self.held.push((slot, game));
        faulty
    }

    /// The games that need not wait any more.
    pub(super) fn released(&mut self) -> Vec<(Slot, GameResult)> {
        let trials = &self.trials;
        let waits = |(_, game): &mut (Slot, GameResult)| {
            let agent = at_fault(game).map(|(seat, _)| &game.job.agents[seat.index()]);
            agent.is_some_and(|agent| trials.get(agent).is_some_and(|trial| !trial.proven))
        };
        let free = self.held.extract_if(.., |game| !waits(game));
        free.collect()
    }

    /// All games that still wait: fewer than make an agent faulty.
    pub(super) fn rest(self) -> Vec<(Slot, GameResult)> {
        self.held
    }

    /// What a game shows of its agents.
    pub(super) fn see(&mut self, game: &GameResult) -> Result<(), Box<FaultyAgent>> {
        let fault = at_fault(game);
        let faulty = fault.map(|(seat, _)| &game.job.agents[seat.index()]);
        for (index, agent) in game.job.agents.iter().enumerate() {
            let has_moved = || {
                game.plies
                    .iter()
                    .any(|ply| ply.seat == Some(Seat::new(index)))
            };
            // Who was never asked for a move has shown nothing.
            if faulty != Some(agent) && has_moved() {
                self.trial(agent).proven = true;
            }
        }
        let (Some((_, fault)), Some(agent)) = (fault, faulty) else {
            return Ok(());
        };
        let trial = self.trial(agent);
        trial.forfeits += 1;
        trial.proven |= trial.fault.is_some_and(|before| before != fault);
        trial.fault = Some(fault);
        if trial.proven || (trial.forfeits < FIRST && fault != Fault::Start) {
            return Ok(());
        }
        let reason = match &game.ending {
            Ending::Forfeit { reason, .. } => reason.clone(),
            _ => String::new(),
        };
        Err(Box::new(FaultyAgent {
            agent: agent.clone(),
            fault,
            reason,
            errors: game.errors.clone(),
            games: trial.forfeits,
        }))
    }

    fn trial(&mut self, agent: &str) -> &mut Trial {
        self.trials.entry(agent.to_owned()).or_default()
    }
}

/// Who forfeited by a fault; whoever gives a game up has played it.
fn at_fault(game: &GameResult) -> Option<(Seat, Fault)> {
    let forfeit = game.forfeit();
    forfeit.filter(|(_, fault)| *fault != Fault::Resigned)
}
