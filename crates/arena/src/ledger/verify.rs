//! Whether the games of a ledger are what it says they are.

use super::{
    Entry, Filter, Ledger, LedgerError,
    rows::{self, Unreadable},
};
use crate::{Ending, GameId, GameResult};
use papan_agents::{
    Playable, agents,
    engines::{self, Starts},
    games,
};
use papan_core::{LineError, line};
use serde::Serialize;
use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The game; `None` when it is the file.
    pub id: Option<GameId>,
    /// What is wrong, in words.
    pub text: String,
}

/// Games that one thread checks before it asks for more.
const BATCH: usize = 64;

impl Ledger {
    /// Checks the file itself and every game that is meant: its id follows from its job, its
    /// game and agents are known, it can be replayed through the rules, and seats, position,
    /// scores, ranks and ending are what comes out. Agents of other programs are not started,
    /// and what an exact solver said is not proven again.
    ///
    /// `watch` is told how many games have been checked so far. Returns what is wrong, in the
    /// order of ids.
    pub fn verify(
        &self,
        filter: &Filter,
        threads: usize,
        watch: &mut dyn FnMut(u64),
    ) -> Result<Vec<Problem>, LedgerError> {
        let mut problems = self.check_file()?;
        if !problems.is_empty() {
            // Whatever follows would be wrong because of this.
            return Ok(problems);
        }
        let threads = threads.max(1);
        let (sender, batches) = mpsc::sync_channel::<Vec<Entry>>(2 * threads);
        let batches = Mutex::new(batches);
        let (answer, answers) = mpsc::channel::<(u64, Vec<Problem>)>();
        let mut done = 0;
        let mut take = |(games, found): (u64, Vec<Problem>)| {
            done += games;
            problems.extend(found);
            watch(done);
        };
        thread::scope(|scope| {
            let mut started = 0;
            for _ in 0..threads {
                let (answer, batches) = (answer.clone(), &batches);
                let thread = thread::Builder::new().spawn_scoped(scope, move || {
                    let mut verifier = Verifier::default();
                    let next = || {
                        batches
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .recv()
                    };
                    while let Ok(batch) = next() {
                        let found = batch
                            .iter()
                            .flat_map(|entry| problems_of(entry, &mut verifier))
                            .collect();
                        let _ = answer.send((batch.len() as u64, found));
                    }
                });
                // Fewer find the same, only later.
                match thread {
                    Ok(_) => started += 1,
                    Err(_) => break,
                }
            }
            drop(answer);
            let mut batch = Vec::with_capacity(BATCH);
            let mut own = Verifier::default();
            let read = self.each_row(filter, &mut |row| {
                match row {
                    Ok(entry) if started == 0 => {
                        take((1, problems_of(&entry, &mut own)));
                    }
                    Ok(entry) => batch.push(entry),
                    Err(Unreadable { id, problem }) => take((1, vec![problem_of(id, problem)])),
                }
                if batch.len() == BATCH {
                    let _ = sender.send(std::mem::take(&mut batch));
                    answers.try_iter().for_each(&mut take);
                }
                ControlFlow::Continue(())
            });
            let _ = sender.send(batch);
            drop(sender);
            answers.iter().for_each(&mut take);
            read
        })?;
        problems.sort_by_key(|problem| problem.id);
        Ok(problems)
    }

    /// What SQLite itself says of the file.
    fn check_file(&self) -> Result<Vec<Problem>, LedgerError> {
        let read = || {
            let mut found: Vec<String> = Vec::new();
            let mut statement = self.connection.prepare("PRAGMA quick_check")?;
            for line in statement.query_map((), |row| row.get(0))? {
                found.push(line?);
            }
            let mut statement = self.connection.prepare("PRAGMA foreign_key_check")?;
            for line in statement.query_map((), |row| row.get::<_, String>(0))? {
                found.push(format!("a row of {} belongs to nothing", line?));
            }
            Ok(found)
        };
        let found = read().map_err(|error| self.failed(error))?;
        let problem = |text| Problem { id: None, text };
        let bad = found.into_iter().filter(|line| line != "ok");
        Ok(bad.map(problem).collect())
    }
}

fn problem_of(id: GameId, text: String) -> Problem {
    Problem { id: Some(id), text }
}

fn problems_of(entry: &Entry, verifier: &mut Verifier) -> Vec<Problem> {
    let mut found = Vec::new();
    if entry.result.job.id() != entry.id {
        found.push("its id is not that of its event, game, agents, round, seating, opening, seed and conditions".to_owned());
    }
    found.extend(verifier.problems(&entry.result));
    let problem = |text| problem_of(entry.id, text);
    found.into_iter().map(problem).collect()
}

/// Checks finished games one by one: game and agents are known, the game can be replayed
/// through the rules, and what was noted of it is what comes out.
///
/// ```
/// use papan_arena::{Contest, Verifier};
/// use papan_search::Stop;
///
/// let contest = Contest::new("othello:size=4", &["greedy", "random"], 1);
/// let mut game = contest.play(1, &Stop::new(), &mut |_| {}).unwrap().remove(0).game;
/// let mut verifier = Verifier::default();
/// assert_eq!(verifier.problems(&game), [""; 0]);
/// game.plies.pop();
/// assert!(verifier.problems(&game).contains(&"it is not over".to_owned()));
/// ```
#[derive(Default)]
pub struct Verifier {
    /// What is needed to check the games of each name; a text when it names no game.
    checks: HashMap<String, Result<Box<dyn Check>, String>>,
}

impl Verifier {
    /// What is wrong with a game, in words.
    pub fn problems(&mut self, game: &GameResult) -> Vec<String> {
        let name = &game.job.game;
        if !self.checks.contains_key(name) {
            let check = games::visit(name, SetUp).map_err(|error| error.to_string());
            self.checks.insert(name.clone(), check);
        }
        let mut found = Vec::new();
        match self.checks.get_mut(name) {
            Some(Ok(check)) => check.check(game, &mut found),
            Some(Err(text)) => found.push(text.clone()),
            None => {}
        }
        found
    }
}

trait Check: Send {
    fn check(&mut self, game: &GameResult, found: &mut Vec<String>);
}

struct Replay<G> {
    game: G,
    /// Agents that were looked up, and what is wrong with them.
    agents: HashMap<String, Option<String>>,
}

struct SetUp;

impl games::Visitor for SetUp {
    type Output = Box<dyn Check>;

    fn visit<G: Playable>(self, game: G) -> Box<dyn Check> {
        Box::new(Replay {
            game,
            agents: HashMap::new(),
        })
    }
}

impl<G: Playable> Check for Replay<G> {
    fn check(&mut self, finished: &GameResult, found: &mut Vec<String>) {
        // A game of a ledger was read with this check; one from elsewhere may be anything.
        if let Err(problem) = rows::check_seats(finished, self.game.seats()) {
            found.push(problem);
            return;
        }
        for text in &finished.job.agents {
            if !self.agents.contains_key(text) {
                let problem = match engines::starts(text) {
                    // Which program that is may be known on another machine.
                    Some(Starts::Named(_)) => None,
                    _ => agents::open(&self.game, text, 0).err(),
                };
                let problem = problem.map(|error| error.to_string());
                self.agents.insert(text.clone(), problem);
            }
            found.extend(self.agents.get(text).cloned().flatten());
        }
        if let Err(problem) = self.replay(finished, found) {
            found.push(problem);
        }
    }
}

impl<G: Playable> Replay<G> {
    /// Plays the game again. What makes playing on senseless is the error.
    fn replay(&self, finished: &GameResult, found: &mut Vec<String>) -> Result<(), String> {
        let game = &self.game;
        let opening = &finished.job.opening;
        let replayed = line::replay(game, opening.start.as_deref(), finished.moves());
        let replayed = replayed.map_err(|error| match error {
            LineError::Start(error) => format!("its first position: {error}"),
            error => error.to_string(),
        })?;
        // The same move may be written in two ways.
        if !finished
            .moves()
            .take(opening.moves.len())
            .eq(&opening.moves)
        {
            let opening = opening.replay(game).map_err(|error| error.to_string())?;
            let mut both = opening.played.iter().zip(&replayed.played);
            if let Some(index) = both.position(|(of_opening, played)| of_opening != played) {
                return Err(format!("move {} is not that of the opening", index + 1));
            }
        }
        let played = finished.plies.iter().zip(&replayed.played);
        for (number, (ply, (position, _))) in (1..).zip(played) {
            if !ply.is_opening() && ply.seat != game.turn(position) {
                found.push(format!("move {number} was not that seat's turn"));
            }
        }
        self.check_end(finished, &replayed.last, found);
        Ok(())
    }

    fn check_end(&self, finished: &GameResult, position: &G::Position, found: &mut Vec<String>) {
        let text = self.game.position_text(position);
        if finished.position != text {
            let stored = &finished.position;
            found.push(format!("its last position is '{text}', not '{stored}'"));
        }
        let scores = self.game.scores(position);
        let shown = |scores: &[i32]| {
            let texts: Vec<String> = scores.iter().map(i32::to_string).collect();
            texts.join(", ")
        };
        if finished.scores != scores {
            let (real, stored) = (shown(scores.as_slice()), shown(finished.scores.as_slice()));
            found.push(format!("its scores are {real}, not {stored}"));
        }
        if finished.outcome != finished.ending.outcome(&scores) {
            found.push("its ranks do not follow from its scores and its ending".to_owned());
        }
        match (self.game.turn(position), &finished.ending) {
            (Some(_), Ending::Over) => found.push("it is not over".to_owned()),
            (None, ending) if *ending != Ending::Over => {
                found.push(format!("it is over by its rules, not {}", ending.kind()));
            }
            _ => {}
        }
    }
}
