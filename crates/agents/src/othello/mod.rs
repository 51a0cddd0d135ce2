//! Those who play Othello: evaluations, agents of this game alone, levels.

mod engine;
mod evaluations;

pub mod paper;

pub use evaluations::OthelloEvaluation;

use crate::{
    AgentEntry, Behaviour, EvaluationEntry, OutOfReach, Playable, ProvenOutcome, SoFar, Solving,
    Unsolved, Values, agents::AgentTable, parameters,
};
use engine::EngineAgent;
use papan_core::{
    Game, Mistake, Notation, Reason,
    spec::{Kind, Parameter, Settings, SpecError},
};
use papan_engines::{
    othello::{Corners, Engine, Goal, Progress, Scoring, book::Book, expected_nodes, patterns},
    time_in_words,
    weights::{self, MissingWeights, Weights},
};
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Report};
use paper::PaperNegamax;

/// What the solver does on an ordinary machine, for estimates.
const POSITIONS_EACH_SECOND: f64 = 5e6;

/// Raised whenever a change makes the engine play otherwise.
const ENGINE_REVISION: u32 = 5;

/// Whether settings of the engine ask for its opening book.
fn has_book(settings: &Settings) -> bool {
    settings.choice("book", [false, true])
}

/// What the play of the engine follows from: its code, what it has learned, and its book.
fn engine_behaviour(_: &Othello, settings: &Settings) -> Result<String, SpecError> {
    let learned = weights::OTHELLO.key();
    let book = match has_book(settings) {
        true => format!(" {:016x}", weights::OTHELLO_BOOK.key()),
        false => String::new(),
    };
    Ok(format!("{ENGINE_REVISION} {learned:016x}{book}"))
}

/// What the engine needs.
fn engine_weights(_: &Othello, settings: &Settings) -> Result<Vec<&'static Weights>, SpecError> {
    let book = has_book(settings).then_some(&weights::OTHELLO_BOOK);
    Ok([&weights::OTHELLO].into_iter().chain(book).collect())
}

/// The number of empty squares.
fn empties(game: &Othello, position: &Position) -> u32 {
    (game.squares() & !(position.own() | position.other())).count_ones()
}

impl Playable for Othello {
    type Evaluation = OthelloEvaluation;

    const EVALUATIONS: &'static [EvaluationEntry<OthelloEvaluation>] = &[
        EvaluationEntry::new("discs", "the difference of discs", OthelloEvaluation::Discs),
        EvaluationEntry::new(
            "mobility",
            "the difference of moves",
            OthelloEvaluation::Mobility,
        ),
        EvaluationEntry::new(
            "corners",
            "corners, the squares beside them, and mobility",
            OthelloEvaluation::Corners,
        ),
        EvaluationEntry::new(
            "patterns",
            "patterns learned from games of the engine with itself, in 32nds of a disc",
            OthelloEvaluation::Patterns,
        )
        .with_unit(patterns::UNIT)
        .learned(&weights::OTHELLO),
        EvaluationEntry::new(
            "paper",
            "the paper's evaluation, corrected: after the discs are turned",
            OthelloEvaluation::Paper,
        ),
    ];

    const AGENTS: &'static [AgentEntry<Othello>] = &[
        AgentEntry::new(
            "patterns",
            "the engine of Othello: patterns, a selective search, exact endgames",
            |game, settings, _| {
                Ok(Box::new(EngineAgent::new(
                    game,
                    parameters::limits(settings),
                    settings.integer("threads") as usize,
                    has_book(settings),
                )))
            },
        )
        .takes(&[
            parameters::depth("none"),
            parameters::NODES,
            parameters::TIME,
            parameters::THREADS,
            Parameter::new("book", Kind::Choice(&["off", "on"]), "off").means(
                "whether positions of the opening book are played from it, without a search",
            ),
        ])
        .needs_weights(engine_weights)
        .follows(Behaviour::Other(engine_behaviour)),
        AgentEntry::new(
            "paper/othello-negamax",
            "the paper's agent: negamax with alpha-beta, discs not turned when judged",
            |_, settings, seed| Ok(Box::new(PaperNegamax::new(settings, seed))),
        )
        .takes(&[
            Parameter::new("depth", Kind::Integer(1, 12), "3")
                .means("plies ahead; easy, medium and hard are 1, 3 and 5"),
            Parameter::new("cuts", Kind::Choice(&["on", "off"]), "on").means(
                "whether lines that cannot matter are left out; the paper's \
                 figures show them all",
            ),
            parameters::VARY,
            parameters::TIME,
        ]),
    ];

    const ANALYSIS: &'static str = "patterns:time=60s";

    const SCALE: f64 = 12.0;

    const SEARCHES: &'static [(&'static str, &'static str)] = &[
        ("othello", "alphabeta:depth=9,time=3600s"),
        ("othello", "negascout:depth=10,time=3600s"),
        ("othello", "patterns:depth=12,time=3600s"),
    ];

    fn reasons(mistake: &Mistake<'_, Self>) -> Vec<Reason> {
        papan_engines::othello::reasons(mistake)
    }

    fn weights(&self) -> Vec<&'static Weights> {
        match self.size() {
            8 => vec![&weights::OTHELLO, &weights::OTHELLO_BOOK],
            _ => Vec::new(),
        }
    }

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
        let after = self.after(position, played);
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
        let asked = Solving {
            limits: limits.clone(),
            threads: 1,
            anyway: false,
            only_outcome: false,
        };
        self.solve_as(position, &asked, progress)
            .map_err(|unsolved| unsolved.reason)
    }

    fn solve_as(
        &self,
        position: &Position,
        asked: &Solving,
        progress: &mut dyn FnMut(String),
    ) -> Result<Report<Move>, Unsolved> {
        if position.is_over() {
            return Err(OutOfReach("the game is over".to_owned()).into());
        }
        if self.size() == 8 {
            let missing = |missing: MissingWeights| OutOfReach(missing.to_string());
            weights::OTHELLO.check().map_err(missing)?;
        }
        let limits = &asked.limits;
        let empties = empties(self, position);
        let nodes = expected_nodes(empties) as f64;
        let time = time_in_words(nodes / POSITIONS_EACH_SECOND);
        let estimate = format!("{empties} empty squares: about {nodes:.0e} positions or {time}");
        let most = if self.size() == 8 { 28 } else { 24 };
        if empties > most && limits.time.is_none() && !asked.anyway {
            return Err(OutOfReach(format!(
                "{estimate}; without a time limit {most} are the most that are tried"
            ))
            .into());
        }
        progress(estimate.clone());
        // No more to remember than there will be positions: small questions are asked often.
        let table = limits
            .nodes
            .map_or(1 << 22, |nodes| nodes.clamp(1 << 12, 1 << 22));
        let mut so_far = None;
        let mut tell = |found: &Progress| {
            let known = SoFar {
                least: found.least,
                most: found.most,
                outcome: found.outcome().map(ProvenOutcome::of),
                guess: found.value,
                confidence: found.confidence,
                best: self.move_text(position, found.best),
                nodes: found.nodes,
            };
            if found.confidence > 0 {
                progress(known.to_string());
            }
            so_far = Some(known);
        };
        let goal = match (asked.only_outcome, limits.time) {
            (true, _) => Goal::Outcome,
            // When time ends it, it is something to know who wins.
            (false, Some(_)) => Goal::OutcomeFirst,
            (false, None) => Goal::Value,
        };
        let solved = Engine::new(self, (table as usize).next_power_of_two())
            .with_threads(asked.threads)
            .solve_telling(position, Scoring::Margin, goal, limits, &mut tell);
        solved.ok_or_else(|| Unsolved {
            reason: OutOfReach(format!("stopped before the end was reached; {estimate}")),
            so_far,
        })
    }

    fn book(&self, position: &Position) -> Values<Move> {
        Book::built_in().moves(self, position)
    }

    fn positions_to_solve(&self, position: &Position) -> Option<f64> {
        Some(expected_nodes(empties(self, position)) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, agents};
    use papan_search::Value;

    #[test]
    fn four_by_four_is_solved_from_the_start_and_eight_by_eight_refused() {
        let small = Othello::with_size(4);
        let report = small
            .solve(&small.start(), &Limits::NONE, &mut |_| {})
            .unwrap();
        assert_eq!(
            (report.value, report.exact),
            (Some(Value::points(-10)), true)
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

    /// An hour's work is refused unless someone says how long to go on.
    #[test]
    fn a_time_limit_says_to_go_on() {
        let game = Othello::with_size(6);
        let solve = |limits| {
            let mut told = Vec::new();
            let solved = game.solve(&game.start(), &limits, &mut |text| told.push(text));
            (solved.unwrap_err().to_string(), told.len())
        };
        let (text, told) = solve(Limits::NONE);
        assert!(text.contains("without a time limit 24 are the most") && told == 0);
        let (text, told) = solve(Limits::time(std::time::Duration::from_millis(50)));
        assert!(text.starts_with("stopped before the end was reached; 32 empty squares"));
        assert!(told >= 1);
        assert!(game.positions_to_solve(&game.start()).unwrap() > 1e9);
    }

    /// Who ends a search knows what it has found.
    #[test]
    fn an_unsolved_position_has_bounds_and_a_guess() {
        let game = Othello::with_size(6);
        let asked = Solving {
            limits: Limits::nodes(200_000),
            threads: 1,
            anyway: true,
            only_outcome: false,
        };
        let mut told = Vec::new();
        let unsolved = game
            .solve_as(&game.start(), &asked, &mut |text| told.push(text))
            .unwrap_err();
        let known = unsolved.so_far.unwrap();
        assert!(known.least <= -4 && -4 <= known.most, "{known}");
        assert!(known.nodes > 0 && told.len() == 1, "{told:?}");
        let text = SoFar {
            least: -4,
            most: 2,
            outcome: None,
            guess: 2,
            confidence: 95,
            best: "d3".into(),
            nodes: 9,
        };
        assert_eq!(text.to_string(), "-4 <= value <= 2, 95%: d3 +2");
        let text = SoFar {
            most: -2,
            outcome: Some(ProvenOutcome::Loss),
            ..text
        };
        assert_eq!(text.to_string(), "-4 <= value <= -2 (a loss), 95%: d3 +2");
    }

    /// Who wins is known with less work than by how much.
    #[test]
    fn the_outcome_is_known_before_the_value() {
        let game = Othello::with_size(4);
        let solve = |only_outcome| {
            let asked = Solving {
                limits: Limits::NONE,
                threads: 1,
                anyway: false,
                only_outcome,
            };
            game.solve_as(&game.start(), &asked, &mut |_| {}).unwrap()
        };
        let (outcome, value) = (solve(true), solve(false));
        assert_eq!((value.value, value.exact), (Some(Value::points(-10)), true));
        let Some(Value::Points(bound)) = outcome.value else {
            panic!("a value in discs");
        };
        assert!(
            (-10..0).contains(&bound.whole()) || outcome.exact,
            "{bound}"
        );
        assert!(outcome.nodes < value.nodes);
    }

    /// The book changes nothing where it is off, and what is played from it is another behaviour.
    #[test]
    fn the_book_is_a_behaviour_of_its_own() {
        let othello = Othello::new();
        let fingerprint = |agent| agents::fingerprint(&othello, agent).unwrap();
        assert_eq!(fingerprint("patterns"), fingerprint("patterns:book=off"));
        assert_ne!(fingerprint("patterns"), fingerprint("patterns:book=on"));
        let mut agent = agents::open(&othello, "patterns:book=on,nodes=100", 1).unwrap();
        let mut position = othello.start();
        let mut from_book = 0;
        loop {
            let report = agent.think(&othello, &position, &Limits::NONE).unwrap();
            match othello.book(&position).first() {
                Some(known) => assert_eq!((known.played, report.nodes), (report.best, 0)),
                None => break assert!(report.nodes > 0),
            }
            from_book += 1;
            othello.play(&mut position, report.best);
        }
        assert!(from_book > 4, "{from_book}");
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
