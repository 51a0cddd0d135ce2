//! Openings that are partly given.

use super::RowError;
use papan_agents::{Playable, agents, games};
use papan_arena::Openings;
use papan_core::{LineOfPlay, key};
use papan_search::Limits;

/// As many openings as there are games, each from a line of moves in which a `?` stands for
/// whatever the agent of that seat plays. It ends early where those answers prevent the next
/// move.
pub(super) fn openings(
    game: &str,
    line: &str,
    agents: &[String],
    seed: u64,
    count: u64,
) -> Result<Openings, RowError> {
    let draw = DrawLines {
        line,
        agents,
        seed,
        count,
    };
    games::visit(game, draw)?
}

struct DrawLines<'a> {
    line: &'a str,
    agents: &'a [String],
    seed: u64,
    count: u64,
}

impl games::Visitor for DrawLines<'_> {
    type Output = Result<Openings, RowError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut agents = self
            .agents
            .iter()
            .map(|agent| agents::open(&game, agent, self.seed))
            .collect::<Result<Vec<_>, _>>()?;
        let mut lines: Vec<LineOfPlay> = Vec::new();
        for number in 0..self.count {
            for (seat, agent) in agents.iter_mut().enumerate() {
                agent.begin(&game, key::mix(key::mix(self.seed, number), seat as u64));
            }
            let mut position = game.start();
            let mut moves = Vec::new();
            for text in self.line.split_whitespace() {
                let Some(seat) = game.turn(&position) else {
                    break;
                };
                let played = match text {
                    "?" => {
                        let agent = &mut agents[seat.index()];
                        agent.think(&game, &position, &Limits::NONE)?.best
                    }
                    text => match game.parse_move(&position, text) {
                        Ok(played) => played,
                        // The first move is the data's alone; later ones the others may prevent.
                        Err(error) if moves.is_empty() => return Err(error.into()),
                        Err(_) => break,
                    },
                };
                moves.push(game.move_text(&position, played));
                game.play(&mut position, played);
            }
            lines.push(LineOfPlay { start: None, moves });
        }
        Ok(Openings::List(lines.into()))
    }
}
