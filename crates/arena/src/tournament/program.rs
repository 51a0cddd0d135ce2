//! The games of a tournament.

use super::{
    Entrant, Kind, MOST_AGENTS, Shard, Tournament, TournamentError,
    meetings::{meetings, spread, width},
};
use crate::{
    AgentVersion, Conditions, Contest, ContestError, ContestGame, GameResult, Job, JobError,
    Schedule, Seating, Slot, Standings,
    contest::{ContestSetup, canonical},
    ledger::Event,
};
use papan_agents::engines;
use papan_core::key;
use papan_protocol::Protocol;
use std::collections::HashMap;

/// The most games of a tournament.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// All games of a tournament, checked and in order.
pub struct Program {
    pub(super) tournament: Tournament,
    pub(super) games: Vec<String>,
    /// The standings of each game before anything was played.
    pub(super) standings: Vec<Standings>,
    /// What the agents are called, by their texts in jobs.
    labels: Vec<(String, String)>,
    pub(super) meetings: Vec<Meeting>,
    /// The meeting of some agents, in any order, in a game.
    found_by: HashMap<(String, Vec<String>), usize>,
    /// The part of it that is played; all of it when there is none.
    shard: Option<Shard>,
}

pub(super) struct Meeting {
    /// The game's number in the tournament.
    pub(super) game: usize,
    /// The numbers of the agents.
    pub(super) agents: Vec<usize>,
    schedule: Schedule,
    /// How many rounds the meetings before it have together. Counted on from there, its rounds
    /// have numbers of their own in the tournament, by which shards share them.
    rounds_before: u64,
}

impl Meeting {
    fn rounds(&self) -> u64 {
        let seatings = self.schedule.seatings();
        self.schedule.contest().games.div_ceil(seatings)
    }

    /// Whether a round belongs to a shard. All games of a round do: an opening is played
    /// from all sides by the same machine.
    fn has_round(&self, shard: Option<Shard>, round: u64) -> bool {
        shard.is_none_or(|shard| shard.has(self.rounds_before + round))
    }

    /// How many games belong to a shard.
    fn games(&self, shard: Option<Shard>) -> u64 {
        let games = self.schedule.contest().games;
        let Some(shard) = shard.filter(|_| games > 0) else {
            return games;
        };
        let rounds = self.rounds();
        let before = self.rounds_before;
        let own = shard.below(before + rounds) - shard.below(before);
        let seatings = self.schedule.seatings();
        // The last round may have fewer games than the others.
        let missing = match shard.has(before + rounds - 1) {
            true => rounds * seatings - games,
            false => 0,
        };
        own * seatings - missing
    }
}

impl Tournament {
    /// Finds all mistakes, reads the openings and works out who meets whom.
    pub fn prepare(&self) -> Result<Program, TournamentError> {
        let conflict = |text: String| Err(TournamentError::Conflict(text));
        if self.name.trim().is_empty() {
            return conflict("a tournament needs a name".to_owned());
        }
        let texts = self.agents.iter().map(|entrant| &entrant.label);
        for text in texts.chain([&self.name]) {
            if text.trim().is_empty() || text.chars().any(char::is_control) {
                return conflict(format!(
                    "{text:?} is no name: a name is one line of text, and not empty"
                ));
            }
        }
        let agents = self.agents.len();
        if agents > MOST_AGENTS {
            return conflict(format!(
                "{agents} agents take part, and a tournament has at most {MOST_AGENTS}"
            ));
        }
        for (index, entrant) in self.agents.iter().enumerate() {
            let others = &self.agents[..index];
            if !self.is_match() && others.iter().any(|other| other.label == entrant.label) {
                return conflict(format!("two agents are called {}", entrant.label));
            }
        }
        if matches!(self.kind, Kind::Sprt(_)) && self.games.len() != 1 {
            return conflict("an SPRT is of one game".to_owned());
        }
        let mut program = Program {
            tournament: self.clone(),
            games: Vec::new(),
            standings: Vec::new(),
            labels: Vec::new(),
            meetings: Vec::new(),
            found_by: HashMap::new(),
            shard: None,
        };
        for game in &self.games {
            program.add_game(game)?;
        }
        match program.total() {
            total if total > MOST_GAMES => conflict(format!(
                "that would be {total} games, and a tournament has at most {MOST_GAMES}: ask for \
                 fewer rounds"
            )),
            _ => Ok(program),
        }
    }

    /// Whether all agents sit at one table, where the same one may sit twice.
    fn is_match(&self) -> bool {
        matches!(self.kind, Kind::Match | Kind::Sprt(_))
    }
}

impl Program {
    fn add_game(&mut self, given: &str) -> Result<(), TournamentError> {
        let tournament = &self.tournament;
        let wrong = |problem: ContestError| TournamentError::Contest {
            game: given.to_owned(),
            problem: Box::new(problem),
        };
        let setup = ContestSetup::new(given, &tournament.openings).map_err(wrong)?;
        let (name, seats) = (setup.game().name(), setup.game().seats());
        if self.games.contains(&name) {
            return Err(TournamentError::Conflict(format!("{name} is there twice")));
        }
        let written: Vec<String> = tournament
            .agents
            .iter()
            .map(|entrant| entrant.agent.clone())
            .collect();
        let written = canonical(given, &written).map_err(|error| wrong(error.into()))?;
        for (index, agent) in written.iter().enumerate() {
            if !tournament.is_match() && written[..index].contains(agent) {
                return Err(TournamentError::Conflict(format!(
                    "{agent} takes part twice; to let an agent play against itself, use kind = \
                     \"match\""
                )));
            }
            let label = (agent.clone(), tournament.agents[index].label.clone());
            if !self.labels.contains(&label) {
                self.labels.push(label);
            }
        }
        let agents = written.len();
        if matches!(tournament.kind, Kind::Match) && agents != seats {
            let game = name;
            let problem = JobError::Seats {
                game,
                seats,
                agents,
            };
            return Err(TournamentError::Conflict(problem.to_string()));
        }
        let kept = self.meetings.len();
        let mut chosen = meetings(tournament.kind, agents, seats, tournament.reach, kept)?;
        if let Some(reach) = tournament.reach {
            chosen.retain(|agents| width(agents) <= reach);
            if chosen.is_empty() {
                return Err(TournamentError::Conflict(format!(
                    "{name} has {seats} seats: with a reach of {reach} there are no {seats} agents \
                     that may meet"
                )));
            }
        }
        if let Some(tables) = tournament.tables.filter(|_| seats > 2) {
            chosen = spread(chosen, tables)?;
        }
        let rounds = tournament.rounds_of.get(given);
        let rounds = rounds.copied().unwrap_or(tournament.rounds);
        for agents in chosen {
            let texts: Vec<String> = agents.iter().map(|&agent| written[agent].clone()).collect();
            let mut sorted = texts.clone();
            sorted.sort();
            let contest = Contest {
                event: tournament.name.clone(),
                game: name.clone(),
                // Known when the seatings are.
                games: 0,
                seed: match tournament.kind {
                    // One meeting, and the seed that was given is the one that is used.
                    Kind::Match => tournament.seed,
                    _ => meeting_seed(tournament.seed, &name, &sorted),
                },
                agents: texts,
                seating: tournament.seating,
                openings: tournament.openings.clone(),
                conditions: tournament.conditions.clone(),
            };
            if matches!(tournament.kind, Kind::Sprt(_)) && contest.seating == Seating::Fixed {
                return Err(TournamentError::Conflict(
                    "an SPRT plays every opening from both sides: seats cannot be fixed".to_owned(),
                ));
            }
            let schedule = setup.schedule(contest).map_err(wrong)?;
            let games = rounds.saturating_mul(schedule.seatings());
            let schedule =
                schedule.with_games(games.min(tournament.most_games.unwrap_or(u64::MAX)));
            self.found_by
                .insert((name.clone(), sorted), self.meetings.len());
            self.meetings.push(Meeting {
                game: self.games.len(),
                agents,
                schedule,
                rounds_before: match self.meetings.last() {
                    Some(last) => last.rounds_before.saturating_add(last.rounds()),
                    None => 0,
                },
            });
        }
        let entrants = tournament.agents.iter().zip(written);
        let entrants = entrants.map(|(entrant, agent)| Entrant {
            label: entrant.label.clone(),
            agent,
        });
        let standings = Standings::new(setup.game(), entrants.collect());
        self.standings.push(standings);
        self.games.push(name);
        Ok(())
    }

    /// One of several parts of it, which together have every game once. Each has about the
    /// same number of rounds of each meeting, and whole rounds. A sequential test, which looks
    /// at all games in their order, has no parts.
    pub fn shard(mut self, shard: Shard) -> Result<Program, TournamentError> {
        if matches!(self.tournament.kind, Kind::Sprt(_)) {
            return Err(TournamentError::Conflict(format!(
                "a sequential test looks at its games in their order and ends when it knows enough: \
                 it has no shard {shard}"
            )));
        }
        self.shard = Some(shard);
        Ok(self)
    }

    /// The tournament that it comes from.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// How many games there are in all, or in the shard; an SPRT may need fewer.
    pub fn total(&self) -> u64 {
        let games = |meeting: &Meeting| meeting.games(self.shard);
        let each = self.meetings.iter().map(games);
        each.fold(0, u64::saturating_add)
    }

    /// After how many rounds the openings begin anew, when there are more rounds than that.
    pub fn repeats_after(&self) -> Option<u64> {
        let openings = |meeting: &Meeting| {
            let count = meeting.schedule.openings()?;
            (count < meeting.rounds()).then_some(count)
        };
        self.meetings.iter().filter_map(openings).min()
    }

    /// What whoever plays this should know before: what may be meant otherwise.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();

        let Conditions { time, clock, .. } = self.tournament.conditions;
        let timed = time.is_some() || clock.is_some();
        for (agent, _) in &self.labels {
            if timed && engines::protocol(agent) == Some(Protocol::NBoard) {
                notes.push(format!(
                    "{agent} is held to its time, but NBoard has no words to tell it of that"
                ));
            }
        }
        notes
    }

    /// How many rounds the longest of the meetings has.
    fn rounds(&self) -> u64 {
        self.meetings.iter().map(Meeting::rounds).max().unwrap_or(0)
    }

    /// All jobs in the order in which they are played.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + Send {
        self.slots().map(|slot| self.job(slot))
    }

    /// The job at a slot.
    pub(super) fn job(&self, (meeting, number): Slot) -> Job {
        self.meetings[meeting].schedule.job(number)
    }

    /// The job at a slot that came from elsewhere, if there is one.
    pub(super) fn job_at(&self, (meeting, number): Slot) -> Option<Job> {
        let schedule = &self.meetings.get(meeting)?.schedule;
        (number < schedule.contest().games).then(|| schedule.job(number))
    }

    /// Where all jobs are, in the order in which they are played: every meeting's first round,
    /// then every meeting's second.
    pub(super) fn slots(&self) -> impl Iterator<Item = Slot> + Send {
        (0..self.rounds()).flat_map(move |round| {
            let meetings = self.meetings.iter().enumerate();
            meetings.flat_map(move |(index, meeting)| {
                let seatings = meeting.schedule.seatings();
                let last = match meeting.has_round(self.shard, round) {
                    true => meeting.schedule.contest().games,
                    false => 0,
                };
                let numbers = round * seatings..((round + 1) * seatings).min(last);
                numbers.map(move |number| (index, number))
            })
        })
    }

    /// Each agent in each game, as it is here and now.
    pub(super) fn agents_here(&self) -> Result<Vec<AgentVersion>, JobError> {
        let mut all = Vec::new();
        for (game, standings) in self.games.iter().zip(&self.standings) {
            let texts = standings.agents.iter();
            let texts: Vec<&str> = texts.map(|entrant| entrant.agent.as_str()).collect();
            all.extend(AgentVersion::here(game, &texts)?);
        }
        Ok(all)
    }

    /// What the ledger keeps about the tournament.
    pub fn event(&self) -> Event {
        let tournament = &self.tournament;
        let openings: Vec<String> = self
            .games
            .iter()
            .enumerate()
            .map(|(index, _)| {
                let meeting = self.meetings.iter().find(|meeting| meeting.game == index);
                meeting.map_or(String::new(), |meeting| meeting.schedule.openings_digest())
            })
            .collect();
        let mut settings = serde_json::json!({
            "games": self.games,
            "seed": tournament.seed,
            "seats": tournament.seating,
            "openings": openings,
            "conditions": tournament.conditions,
        });
        if let Kind::Sprt(sprt) = tournament.kind {
            // Other bounds after the first games would make the error rates meaningless.
            settings["sprt"] = serde_json::json!(sprt);
        }
        Event {
            name: tournament.name.clone(),
            settings: settings.to_string(),
            source: match tournament.source.is_empty() {
                true => tournament.to_toml(),
                false => tournament.source.clone(),
            },
            labels: self.labels.clone(),
        }
    }

    /// Where a job is, when it is one of these.
    fn slot_of(&self, job: &Job) -> Option<Slot> {
        let mut agents = job.agents.clone();
        agents.sort();
        let meeting = *self.found_by.get(&(job.game.clone(), agents))?;
        let schedule = &self.meetings[meeting].schedule;
        let number = schedule.number(job);
        let is_ours = number < schedule.contest().games
            && self.meetings[meeting].has_round(self.shard, job.round)
            && schedule.job(number) == *job;
        is_ours.then_some((meeting, number))
    }

    /// Whether a job is one of the tournament's, or of the shard's: a ledger may hold others
    /// under its name, of agents that take part no more or of other shards.
    pub fn has(&self, job: &Job) -> bool {
        self.slot_of(job).is_some()
    }

    /// A finished game with its slot, when it is one of these.
    pub(super) fn recognise(&self, game: GameResult) -> Option<(Slot, ContestGame)> {
        let slot = self.slot_of(&game.job)?;
        Some((slot, self.played(slot, game)))
    }

    /// The finished game of a slot.
    pub(super) fn played(&self, (meeting, _): Slot, game: GameResult) -> ContestGame {
        self.meetings[meeting].schedule.played(game)
    }
}

/// What the chance of a meeting follows from: not from who else takes part, so that more
/// agents may be added later.
fn meeting_seed(seed: u64, game: &str, agents: &[String]) -> u64 {
    let texts = std::iter::once(game).chain(agents.iter().map(String::as_str));
    texts.fold(seed, |seed, text| {
        let bytes = text.bytes().map(u64::from);
        key::mix(bytes.fold(seed, key::mix), text.len() as u64)
    })
}
