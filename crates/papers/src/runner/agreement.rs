//! Whether two agents say the same.

use super::{RowError, Task, judge_claim};
use crate::{data::Figure, estimate::Estimate, result::RowResult};
use papan_agents::{Playable, agents, games};
use papan_core::Random;
use papan_search::{Limits, Stop};
use std::collections::HashSet;

/// Asks two agents in positions of random games for a move and a value. What is compared is
/// the share of the different positions in which both say the same.
pub(super) fn run(task: &Task, result: &mut RowResult) -> Result<(), RowError> {
    let [left, right] = task.agents()? else {
        return Err(RowError::Other("two agents are compared".to_owned()));
    };
    let positions = task.runner.games(&task.settings);
    let comparison = CompareAgents {
        agents: [left, right],
        positions,
        seed: task.seed,
        stop: task.stop,
    };
    let [different, values, moves] = games::visit(task.game()?, comparison)??;
    result.detail("positions", positions);
    result.detail("different_positions", different);
    result.detail("same_values", values);
    result.detail("same_moves", moves);
    let share = values.min(moves) as f64 / different.max(1) as f64;
    let estimate = Estimate::share(share, different);
    result.figures.insert(Figure::Agreement, estimate);
    judge_claim(task.row, estimate, result);
    Ok(())
}

struct CompareAgents<'a> {
    agents: [&'a String; 2],
    positions: u64,
    seed: u64,
    stop: &'a Stop,
}

impl games::Visitor for CompareAgents<'_> {
    type Output = Result<[u64; 3], RowError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let [mut left, mut right] = [
            agents::open(&game, self.agents[0], self.seed)?,
            agents::open(&game, self.agents[1], self.seed)?,
        ];
        let [mut values, mut moves] = [0, 0];
        let mut seen = HashSet::new();
        for number in 0..self.positions {
            if self.stop.is_stopped() {
                return Err(RowError::Stopped);
            }
            let position = random_position(&game, Random::for_item(self.seed, number));
            if !seen.insert(game.key(&position)) {
                continue;
            }
            left.begin(&game, number);
            right.begin(&game, number);
            let left = left.think(&game, &position, &Limits::NONE)?;
            let right = right.think(&game, &position, &Limits::NONE)?;
            values += u64::from(left.value == right.value);
            moves += u64::from(left.best == right.best);
        }
        Ok([seen.len() as u64, values, moves])
    }
}

/// A position of a random game in which someone is to move.
fn random_position<G: Playable>(game: &G, mut random: Random) -> G::Position {
    const MOST_PLIES: usize = 30;
    let mut position = game.start();
    let mut choices = Vec::new();
    for _ in 0..random.below(MOST_PLIES) {
        choices.clear();
        game.moves(&position, &mut choices);
        let mut next = position;
        game.play(&mut next, choices[random.below(choices.len())]);
        if game.turn(&next).is_none() {
            break;
        }
        position = next;
    }
    position
}
