//! Those who play congklak and kalah: evaluations, agents of this game alone, levels.

mod paper;
mod planner;
#[cfg(test)]
mod tests;

use crate::{AgentEntry, EvaluationEntry, OutOfReach, Playable, agents::AgentTable, parameters};
use papan_congklak::{Congklak, Hole, Position};
use papan_core::{
    Game, Mistake, Reason,
    spec::{Kind, Parameter, Settings},
};
use papan_engines::congklak::{
    CongklakEvaluation, FirstTurn, best_turn, log2_nodes,
    paper::{Algorithm, Reading},
    solve,
};
use papan_search::{Limits, Report, margin};
use paper::PaperAgent;
use planner::Planner;

const PAPER_DEPTH: Parameter =
    Parameter::new("depth", Kind::Integer(1, 12), "3").means("plies that it looks ahead");

fn paper_limits(settings: &Settings) -> Limits {
    Limits::depth(settings.integer("depth")).and_time(settings.time("time"))
}

impl Playable for Congklak {
    type Evaluation = CongklakEvaluation;

    const EVALUATIONS: &'static [EvaluationEntry<CongklakEvaluation>] = &[
        EvaluationEntry::new(
            "stores",
            "the difference of the stores",
            CongklakEvaluation::Stores,
        ),
        EvaluationEntry::new(
            "outlook",
            "stores, what the mover can store at once, seeds on either side, in hundredths",
            CongklakEvaluation::Outlook,
        )
        .with_unit(CongklakEvaluation::SEED),
    ];

    const AGENTS: &'static [AgentEntry<Congklak>] = &[
        AgentEntry::new(
            "planner",
            "the engine of this game: NegaScout that thinks in turns of several moves",
            |_, settings, _| Ok(Box::new(Planner::new(settings))),
        )
        .takes(&[
            Parameter::new("depth", Kind::Limit, "none")
                .means("plies to look ahead, a move that keeps the turn counting a quarter"),
            parameters::NODES,
            parameters::TIME,
        ]),
        AgentEntry::new(
            "paper/congklak-negascout",
            "NegaScout as published: in its tree nobody moves twice in a row",
            |game, settings, _| {
                let reading = settings.choice("reading", [Reading::Paper, Reading::Textbook]);
                Ok(Box::new(PaperAgent::new(
                    game,
                    Algorithm::NegaScout(reading),
                    paper_limits(settings),
                )))
            },
        )
        .takes(&[
            PAPER_DEPTH,
            parameters::TIME,
            Parameter::new("reading", Kind::Choice(&["paper", "textbook"]), "paper")
                .means("the flow chart of the paper, or NegaScout as Reinefeld has it"),
        ]),
        AgentEntry::new(
            "paper/congklak-minimax",
            "the same tree searched whole",
            |game, settings, _| {
                Ok(Box::new(PaperAgent::new(
                    game,
                    Algorithm::Minimax,
                    paper_limits(settings),
                )))
            },
        )
        .takes(&[PAPER_DEPTH, parameters::TIME]),
    ];

    const ANALYSIS: &'static str = "planner:time=60s";

    const SCALE: f64 = 15.0;

    const SEARCHES: &'static [(&'static str, &'static str)] = &[
        ("congklak", "negascout:depth=8,time=3600s"),
        ("congklak", "planner:depth=4,time=3600s"),
        ("kalah", "alphabeta:depth=9,time=3600s"),
    ];

    fn reasons(mistake: &Mistake<'_, Self>) -> Vec<Reason> {
        papan_engines::congklak::reasons(mistake)
    }

    fn agents() -> &'static AgentTable<Self> {
        static TABLE: AgentTable<Congklak> = AgentTable::new();
        &TABLE
    }

    /// Moves that store much or keep the turn come first.
    #[inline]
    fn promise(&self, position: &Position, played: Hole) -> i32 {
        let Some(mover) = self.turn(position) else {
            return 0;
        };
        let after = self.after(position, played);
        let again = i32::from(self.turn(&after) == Some(mover));
        margin(self, &after, mover) + 8 * again
    }

    fn solve(
        &self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(String),
    ) -> Result<Report<Hole>, OutOfReach> {
        solve(self, position, limits, progress).map_err(|reason| OutOfReach(reason.to_string()))
    }

    fn positions_to_solve(&self, position: &Position) -> Option<f64> {
        Some(f64::from(log2_nodes(self, position)).exp2())
    }

    fn first_turn(
        &self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(String),
    ) -> Option<FirstTurn<Hole>> {
        self.turn(position)?;
        Some(best_turn(self, position, limits, &mut |turn| {
            let (seeds, nodes) = (turn.collected, turn.nodes);
            progress(format!("{seeds} seeds after {nodes} positions"));
        }))
    }
}
