//! A game in play, and an agent that is told of its moves.

use crate::{Agent, Answer, Failure, Limits, Lines, Values};
use papan_core::{Game, key, line::Replayed};
use std::time::Duration;
use web_time::Instant;

/// A game in play, and an agent that is told of its moves before it thinks. Engines of the
/// protocols and the players of the page are such sessions.
///
/// What an agent remembers follows one rule: an agent that
/// [remembers](Agent::remembers), which are those that only time limits, is told of each move
/// once and keeps what it knows; after a move taken back, or another game, it begins anew and
/// is told of all moves again. All other agents begin anew before every question, with a seed
/// that follows from the seed of the game and the number of moves. So the move of an agent
/// that is limited by nodes follows from the game, its moves and the seed alone: taking moves
/// back, closing the session and opening it again change nothing.
///
/// ```
/// use papan_core::{Game, example::Nim};
/// use papan_search::{AgentSession, Limits, RandomAgent};
///
/// let mut session = AgentSession::new(Nim::new(9), Box::new(RandomAgent::new(1)), 1);
/// let first = session.think(&Limits::NONE).unwrap().best;
/// session.play(first);
/// session.cut(0);
/// assert_eq!(session.think(&Limits::NONE).unwrap().best, first);
/// ```
pub struct AgentSession<G: Game> {
    game: G,
    agent: Box<dyn Agent<G>>,
    seed: u64,
    /// How many games have begun anew: each has chance of its own.
    games: u64,
    /// How many of the moves the agent knows of, or `None` when it must begin.
    told: Option<usize>,
    line: Replayed<G>,
    thought: Duration,
}

impl<G: Game> AgentSession<G> {
    /// A game from its start, with an agent whose chance follows from `seed`.
    pub fn new(game: G, agent: Box<dyn Agent<G>>, seed: u64) -> AgentSession<G> {
        let line = Replayed::from(game.start());
        AgentSession {
            game,
            agent,
            seed,
            games: 0,
            told: None,
            line,
            thought: Duration::ZERO,
        }
    }

    /// What is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The agent.
    pub fn agent(&self) -> &dyn Agent<G> {
        &*self.agent
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.line.last
    }

    /// The game until now: each move with the position before it.
    pub fn line(&self) -> &Replayed<G> {
        &self.line
    }

    /// How long the agent has thought in all.
    pub fn thought(&self) -> Duration {
        self.thought
    }

    /// What chance follows from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Chance follows from another seed from now on.
    pub fn reseed(&mut self, seed: u64) {
        (self.seed, self.games, self.told) = (seed, 0, None);
    }

    /// Another game is played from now on: it has other chance than the last one.
    pub fn next_game(&mut self) {
        self.games += 1;
        self.told = None;
    }

    /// A new game from the standard start, with other chance than the last one.
    pub fn restart(&mut self) {
        self.next_game();
        self.begin_at(self.game.start());
    }

    /// The same game begins with this position, and nothing is played yet.
    pub fn begin_at(&mut self, first: G::Position) {
        self.told = None;
        self.line = Replayed::from(first);
    }

    /// The game is this one now: moves that are known already are not played again. False
    /// when some had to be taken back, or the game began elsewhere.
    pub fn follow(&mut self, first: G::Position, moves: &[G::Move]) -> bool {
        let before = self.line.played.len();
        let known = match first == self.line.first() {
            true => {
                let played = self.line.played.iter().map(|(_, played)| played);
                played.zip(moves).take_while(|(a, b)| a == b).count()
            }
            false => {
                self.begin_at(first);
                0
            }
        };
        self.cut(known);
        for &played in &moves[known..] {
            self.play(played);
        }
        known == before
    }

    /// The same; another game than the one so far has other chance.
    pub fn follow_any(&mut self, first: G::Position, moves: &[G::Move]) {
        if !self.follow(first, moves) {
            self.next_game();
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, played: G::Move) {
        self.line.play(&self.game, played);
    }

    /// Takes back all moves but the first `plies`.
    pub fn cut(&mut self, plies: usize) {
        self.line.cut(plies);
        self.told = self.told.filter(|&told| told <= plies);
    }

    /// Asks the agent for a move in a game that goes on.
    pub fn think(&mut self, limits: &Limits) -> Answer<G::Move> {
        self.ask(|agent, game, position| agent.think(game, position, limits))
    }

    /// Asks the agent what each move is worth: see [`Agent::values`].
    pub fn values(&mut self, limits: &Limits) -> Values<G::Move> {
        self.ask(|agent, game, position| agent.values(game, position, limits))
    }

    /// Asks the agent for its best lines: see [`Agent::lines`].
    pub fn lines(&mut self, limits: &Limits, most: usize) -> Result<Lines<G::Move>, Failure> {
        self.ask(|agent, game, position| agent.lines(game, position, limits, most))
    }

    /// Asks the agent something about the position, and counts how long it thinks about it.
    fn ask<T>(&mut self, question: impl FnOnce(&mut dyn Agent<G>, &G, &G::Position) -> T) -> T {
        self.tell();
        let begin = Instant::now();
        let answer = question(&mut *self.agent, &self.game, &self.line.last);
        self.thought += begin.elapsed();
        answer
    }

    /// Tells the agent what it does not know of the game yet.
    fn tell(&mut self) {
        let plies = self.line.played.len();
        let told = self.told.filter(|_| self.agent.remembers());
        if told.is_none() {
            let chance = key::mix(self.seed, self.games);
            self.agent.begin(&self.game, key::mix(chance, plies as u64));
        }
        for (before, played) in &self.line.played[told.unwrap_or(0)..] {
            self.agent.observe(&self.game, before, *played);
        }
        self.told = Some(plies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Report;
    use papan_core::{Notation, example::Nim};
    use std::sync::{Arc, Mutex};

    type Heard = Arc<Mutex<String>>;

    /// Writes down what it is told.
    struct Witness {
        heard: Heard,
        remembers: bool,
    }

    impl Agent<Nim> for Witness {
        fn begin(&mut self, _: &Nim, _: u64) {
            self.heard.lock().unwrap().push_str(" begin");
        }

        fn observe(&mut self, game: &Nim, position: &<Nim as Game>::Position, played: u8) {
            let text = game.position_text(position);
            *self.heard.lock().unwrap() += &format!(" {text}-{played}");
        }

        fn think(&mut self, _: &Nim, _: &<Nim as Game>::Position, _: &Limits) -> Answer<u8> {
            Ok(Report::unsearched(1))
        }

        fn remembers(&self) -> bool {
            self.remembers
        }
    }

    fn session(remembers: bool) -> (AgentSession<Nim>, Heard) {
        let heard = Heard::default();
        let agent = Box::new(Witness {
            heard: heard.clone(),
            remembers,
        });
        (AgentSession::new(Nim::new(9), agent, 1), heard)
    }

    fn said(heard: &Heard) -> String {
        std::mem::take(&mut heard.lock().unwrap())
    }

    #[test]
    fn an_agent_that_remembers_hears_of_each_move_once() {
        let (mut session, heard) = session(true);
        session.play(2);
        session.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " begin 9 0-2");
        session.play(1);
        session.think(&Limits::NONE).unwrap();
        session.values(&Limits::NONE);
        assert_eq!(said(&heard), " 7 1-1");
        session.cut(0);
        session.play(3);
        session.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " begin 9 0-3");
        session.restart();
        session.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " begin");
    }

    #[test]
    fn any_other_agent_begins_before_each_question() {
        let (mut session, heard) = session(false);
        session.play(2);
        session.think(&Limits::NONE).unwrap();
        session.play(1);
        session.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " begin 9 0-2 begin 9 0-2 7 1-1");
    }

    #[test]
    fn a_game_that_goes_on_is_not_told_again() {
        let (mut session, heard) = session(true);
        let first = session.game().start();
        for (moves, goes_on, expected) in [
            (&[1, 2][..], true, " begin 9 0-1 8 1-2"),
            (&[1, 2, 3], true, " 6 0-3"),
            (&[1, 2, 3], true, ""),
            (&[1, 3], false, " begin 9 0-1 8 1-3"),
            (&[], false, " begin"),
        ] {
            assert_eq!(session.follow(first, moves), goes_on, "{moves:?}");
            session.think(&Limits::NONE).unwrap();
            assert_eq!(said(&heard), expected, "{moves:?}");
        }
        let other = session.game().parse_position("5 1").unwrap();
        session.follow(other, &[2]);
        session.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " begin 5 1-2");
    }
}
