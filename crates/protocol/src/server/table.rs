//! The game that an engine is asked about, and its agent.

use papan_core::{Game, Notation, key};
use papan_search::{Agent, Answer, Limits, Value};
use std::time::{Duration, Instant};

/// A game with all its moves so far, and an agent that is told of them before it thinks:
/// after a move taken back or another game it begins anew and hears all of them again.
pub(super) struct Table<G: Notation> {
    game: G,
    agent: Box<dyn Agent<G>>,
    seed: u64,
    /// How often the agent has begun: each time with other chance.
    begun: u64,
    /// How many of the steps the agent knows of, or `None` when it must begin.
    told: Option<usize>,
    first: G::Position,
    position: G::Position,
    steps: Vec<Step<G>>,
    thought: Duration,
}

/// What someone said was played.
pub(super) struct Step<G: Game> {
    /// The position before it.
    pub(super) before: G::Position,
    /// The move; `None` for the pass of a colour that the rules skip.
    pub(super) played: Option<G::Move>,
    /// Whether nobody said it, because there was nothing to choose: it is taken back
    /// together with what follows.
    implied: bool,
}

impl<G: Notation> Table<G> {
    pub(super) fn new(game: G, agent: Box<dyn Agent<G>>, seed: u64) -> Table<G> {
        let first = game.start();
        Table {
            game,
            agent,
            seed,
            begun: 0,
            told: None,
            first,
            position: first,
            steps: Vec::new(),
            thought: Duration::ZERO,
        }
    }

    pub(super) fn game(&self) -> &G {
        &self.game
    }

    pub(super) fn position(&self) -> &G::Position {
        &self.position
    }

    pub(super) fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    /// How long the agent has thought in all.
    pub(super) fn thought(&self) -> Duration {
        self.thought
    }

    /// What chance follows from.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Chance follows from another seed, from the next game on.
    pub(super) fn reseed(&mut self, seed: u64) {
        (self.seed, self.begun, self.told) = (seed, 0, None);
    }

    /// A new game from the usual start.
    pub(super) fn restart(&mut self) {
        self.told = None;
        self.first = self.game.start();
        self.position = self.first;
        self.steps.clear();
    }

    /// The game is this one now. An agent that knows its beginning need not begin anew.
    pub(super) fn follow(&mut self, first: G::Position, moves: &[G::Move]) {
        let same = |&(step, &played): &(&Step<G>, &G::Move)| step.played == Some(played);
        let known = match first == self.first {
            true => self.steps.iter().zip(moves).take_while(same).count(),
            false => 0,
        };
        self.cut(known);
        if first != self.first {
            (self.first, self.position, self.told) = (first, first, None);
        }
        for &played in &moves[known..] {
            self.play(played);
        }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, played: G::Move) {
        self.push(Some(played), false);
    }

    /// Plays the only move there is, which nobody mentioned.
    pub(super) fn play_implied(&mut self, played: G::Move) {
        self.push(Some(played), true);
    }

    /// Notes the pass of a colour that the rules skip.
    pub(super) fn skip(&mut self) {
        self.push(None, false);
    }

    fn push(&mut self, played: Option<G::Move>, implied: bool) {
        let before = self.position;
        if let Some(played) = played {
            self.game.play(&mut self.position, played);
        }
        self.steps.push(Step {
            before,
            played,
            implied,
        });
    }

    /// Takes back the last thing that was said. `false` when nothing was.
    pub(super) fn undo(&mut self) -> bool {
        let Some(last) = self.steps.len().checked_sub(1) else {
            return false;
        };
        let implied = self.steps[..last].iter().rev();
        let implied = implied.take_while(|step| step.implied).count();
        self.cut(last - implied);
        true
    }

    /// Goes back to when there were so many steps.
    pub(super) fn cut(&mut self, steps: usize) {
        let Some(step) = self.steps.get(steps) else {
            return;
        };
        self.position = step.before;
        self.steps.truncate(steps);
        self.told = self.told.filter(|&told| told <= steps);
    }

    /// The only legal move here, when its text is this.
    pub(super) fn only_move(&self, text: &str, scratch: &mut Vec<G::Move>) -> Option<G::Move> {
        scratch.clear();
        self.game.moves(&self.position, scratch);
        match scratch[..] {
            [only] if self.game.move_text(&self.position, only) == text => Some(only),
            _ => None,
        }
    }

    /// Asks the agent for a move in a game that goes on.
    pub(super) fn think(&mut self, limits: &Limits) -> Answer<G::Move> {
        self.tell();
        let begin = Instant::now();
        let answer = self.agent.think(&self.game, &self.position, limits);
        self.thought += begin.elapsed();
        answer
    }

    /// Asks the agent what each move is worth.
    pub(super) fn values(&mut self, limits: &Limits) -> Vec<(G::Move, Value)> {
        self.tell();
        let begin = Instant::now();
        let values = self.agent.values(&self.game, &self.position, limits);
        self.thought += begin.elapsed();
        values
    }

    /// The depth that the agent keeps to by itself.
    pub(super) fn own_depth(&self) -> Option<u32> {
        self.agent.limits().depth
    }

    fn tell(&mut self) {
        let told = match self.told {
            Some(told) => told,
            None => {
                let seed = key::mix(self.seed, self.begun);
                self.agent.begin(&self.game, seed);
                self.begun += 1;
                0
            }
        };
        for step in &self.steps[told..] {
            if let Some(played) = step.played {
                self.agent.observe(&self.game, &step.before, played);
            }
        }
        self.told = Some(self.steps.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::example::Nim;
    use papan_search::Report;
    use std::sync::{Arc, Mutex};

    type Heard = Arc<Mutex<String>>;

    /// Writes down what it is told.
    struct Witness(Heard);

    impl Agent<Nim> for Witness {
        fn begin(&mut self, _: &Nim, _: u64) {
            self.0.lock().unwrap().push_str(" begin");
        }

        fn observe(&mut self, game: &Nim, position: &<Nim as Game>::Position, played: u8) {
            let text = game.position_text(position);
            *self.0.lock().unwrap() += &format!(" {text}-{played}");
        }

        fn think(
            &mut self,
            _: &Nim,
            _: &<Nim as Game>::Position,
            _: &Limits,
        ) -> Answer<<Nim as Game>::Move> {
            Ok(Report::unsearched(1))
        }
    }

    fn table() -> (Table<Nim>, Heard) {
        let heard = Heard::default();
        let agent = Box::new(Witness(heard.clone()));
        (Table::new(Nim::new(9), agent, 1), heard)
    }

    fn said(heard: &Heard) -> String {
        std::mem::take(&mut heard.lock().unwrap())
    }

    #[test]
    fn an_agent_hears_of_each_move_once() {
        let (mut table, heard) = table();
        table.play(2);
        table.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " begin 9 0-2");
        table.play(1);
        table.skip();
        table.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " 7 1-1");
        assert!(table.undo() && table.undo() && table.undo() && !table.undo());
        table.play(3);
        table.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " begin 9 0-3");
    }

    #[test]
    fn a_game_that_goes_on_is_not_told_again() {
        let (mut table, heard) = table();
        let first = table.game().start();
        for (moves, expected) in [
            (&[1, 2][..], " begin 9 0-1 8 1-2"),
            (&[1, 2, 3], " 6 0-3"),
            (&[1, 2, 3], ""),
            (&[1, 3], " begin 9 0-1 8 1-3"),
            (&[], " begin"),
        ] {
            table.follow(first, moves);
            table.think(&Limits::NONE).unwrap();
            assert_eq!(said(&heard), expected, "{moves:?}");
        }
        let other = table.game().parse_position("5 1").unwrap();
        table.follow(other, &[2]);
        table.think(&Limits::NONE).unwrap();
        assert_eq!(said(&heard), " begin 5 1-2");
    }

    #[test]
    fn what_was_implied_is_taken_back_with_what_was_said() {
        let (mut table, _) = table();
        table.play(1);
        table.play_implied(1);
        table.play(1);
        assert!(table.undo());
        assert_eq!(table.steps().len(), 1);
        assert_eq!(table.game().position_text(table.position()), "8 1");
    }
}
