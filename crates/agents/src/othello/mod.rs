//! Those who play Othello: evaluations, agents of this game alone, levels.

mod engine;
mod evaluations;

pub mod paper;

pub use evaluations::OthelloEvaluation;

use crate::{
    AgentEntry, AgentInfo, Behaviour, EvaluationEntry, EvaluationInfo, Needs, OutOfReach, Playable,
    agents::AgentTable, parameters,
};
use engine::EngineAgent;
use papan_core::{
    Game,
    spec::{Entry, Kind, Parameter},
};
use papan_engines::{
    othello::{Corners, Engine, Scoring, expected_nodes, patterns},
    time_in_words,
};
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Report};
use paper::PaperNegamax;

/// What the solver does on an ordinary machine, for estimates.
const POSITIONS_EACH_SECOND: f64 = 3e6;

impl Playable for Othello {
    type Evaluation = OthelloEvaluation;

    const EVALUATIONS: &'static [EvaluationEntry<OthelloEvaluation>] = &[
        EvaluationEntry {
            info: EvaluationInfo {
                name: "discs",
                summary: "the difference of discs",
                unit: 1,
                revision: 1,
                learned: None,
            },
            evaluation: OthelloEvaluation::Discs,
        },
        EvaluationEntry {
            info: EvaluationInfo {
                name: "mobility",
                summary: "the difference of moves",
                unit: 1,
                revision: 1,
                learned: None,
            },
            evaluation: OthelloEvaluation::Mobility,
        },
        EvaluationEntry {
            info: EvaluationInfo {
                name: "corners",
                summary: "corners, the squares beside them, and mobility",
                unit: 1,
                revision: 1,
                learned: None,
            },
            evaluation: OthelloEvaluation::Corners,
        },
        EvaluationEntry {
            info: EvaluationInfo {
                name: "patterns",
                summary: "patterns learned from tournament games, in eighths of a disc",
                unit: patterns::UNIT,
                revision: 1,
                learned: Some(patterns::learned_key),
            },
            evaluation: OthelloEvaluation::Patterns,
        },
        EvaluationEntry {
            info: EvaluationInfo {
                name: "paper",
                summary: "the paper's evaluation, corrected: after the discs are turned",
                unit: 1,
                revision: 1,
                learned: None,
            },
            evaluation: OthelloEvaluation::Paper,
        },
    ];

    const AGENTS: &'static [AgentEntry<Othello>] = &[
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "patterns",
                    summary: "the engine of Othello: patterns, a selective search, exact endgames",
                    parameters: &[
                        parameters::depth("none"),
                        parameters::NODES,
                        parameters::TIME,
                    ],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Learned(1, patterns::learned_key),
            evaluation: None,
            open: |game, settings, _| {
                Ok(Box::new(EngineAgent::new(
                    game,
                    parameters::limits(settings),
                )))
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/othello-negamax",
                    summary: "the paper's agent: negamax with alpha-beta, discs not turned when judged",
                    parameters: &[
                        Parameter {
                            name: "depth",
                            kind: Kind::Integer(1, 12),
                            default: "3",
                            summary: "plies ahead; easy, medium and hard are 1, 3 and 5",
                        },
                        Parameter {
                            name: "cuts",
                            kind: Kind::Choice(&["on", "off"]),
                            default: "on",
                            summary: "whether lines that cannot matter are left out; the paper's \
                              figures show them all",
                        },
                        parameters::TIME,
                    ],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, _| {
                Ok(Box::new(PaperNegamax {
                    limits: Limits::depth(settings.integer("depth"))
                        .and_time(settings.time("time")),
                    cuts: settings.choice("cuts", [true, false]),
                }))
            },
        },
    ];

    const ANALYSIS: &'static str = "patterns:time=60s";

    const SCALE: f64 = 12.0;

    const SEARCHES: &'static [(&'static str, &'static str)] = &[
        ("othello", "alphabeta:depth=9,time=3600s"),
        ("othello", "negascout:depth=10,time=3600s"),
        ("othello", "patterns:depth=12,time=3600s"),
    ];

    fn agents() -> &'static AgentTable<Self> {
        static TABLE: AgentTable<Othello> = AgentTable::new();
        &TABLE
    }

    #[inline]
    fn promise(&self, position: &Position, played: Move) -> i32 {
        let Some(square) = played.square() else {
            return 0;
        };
        let corners = Corners::of(self);
        let lies_in = |set: u64| i32::from(set >> square & 1 == 1);
        let mut after = *position;
        self.play(&mut after, played);
        20 * lies_in(corners.corners)
            - 10 * lies_in(corners.inside)
            - 2 * after.mobility().count_ones() as i32
    }

    fn solve(
        &self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(String),
    ) -> Result<Report<Move>, OutOfReach> {
        let discs = position.own() | position.other();
        let empties = (self.squares() & !discs).count_ones();
        if position.is_over() {
            return Err(OutOfReach("the game is over".to_owned()));
        }
        let nodes = expected_nodes(empties);
        let estimate = || {
            let time = time_in_words(nodes as f64 / POSITIONS_EACH_SECOND);
            format!(
                "{empties} empty squares: about {:.0e} positions or {time}",
                nodes as f64
            )
        };
        let most = if self.size() == 8 { 26 } else { 24 };
        if empties > most {
            return Err(OutOfReach(format!(
                "{}; {most} are the most that are tried",
                estimate()
            )));
        }
        progress(estimate());
        // No more to remember than there will be positions: small questions are asked often.
        let table = limits
            .nodes
            .map_or(1 << 22, |nodes| nodes.clamp(1 << 12, 1 << 22));
        Engine::new(self, (table as usize).next_power_of_two())
            .solve(position, Scoring::Margin, limits)
            .ok_or_else(|| {
                OutOfReach(format!(
                    "stopped before the end was reached; {}",
                    estimate()
                ))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, agents};
    use papan_core::Notation;
    use papan_search::Value;

    #[test]
    fn four_by_four_is_solved_from_the_start_and_eight_by_eight_refused() {
        let small = Othello::with_size(4);
        let report = small
            .solve(&small.start(), &Limits::NONE, &mut |_| {})
            .unwrap();
        assert_eq!(
            (report.value, report.exact),
            (Some(Value::Points(-10)), true)
        );
        let othello = Othello::new();
        let refused = othello.solve(&othello.start(), &Limits::NONE, &mut |_| {});
        let text = refused.unwrap_err().to_string();
        assert!(
            text.starts_with("60 empty squares: about ") && text.contains("years"),
            "{text}"
        );
        let hurried = small.solve(&small.start(), &Limits::nodes(10), &mut |_| {});
        assert!(hurried.is_err());
    }

    #[test]
    fn levels_play_whole_games_and_play_them_again() {
        let othello = Othello::new();
        let play = |agents: &mut [Box<dyn Agent<Othello>>; 2], seed| {
            for (index, agent) in agents.iter_mut().enumerate() {
                agent.begin(&othello, seed + index as u64);
            }
            let mut position = othello.start();
            let mut text = String::new();
            while let Some(mover) = othello.turn(&position) {
                let report = agents[mover.index()]
                    .think(&othello, &position, &Limits::NONE)
                    .unwrap();
                text += &othello.move_text(&position, report.best);
                othello.play(&mut position, report.best);
            }
            text
        };
        for level in 1..=9 {
            let mut agents = [level, 10 - level].map(|level| {
                agents::open(&othello, &format!("level:{level},divisor=4096"), 1).unwrap()
            });
            let first = play(&mut agents, 7);
            assert_eq!(play(&mut agents, 7), first, "level {level}");
        }
    }
}
