//! Giving an agent the budget with which it takes as much of the processors as another.
//!
//! What an agent takes grows with its budget, but hardly ever in proportion: openings come from
//! books and endgames are solved. So the budget is changed by the ratio that was measured, more
//! where the last change did less than it should have, and measured again.

use papan_agents::budget;
use serde::Serialize;
use thiserror::Error;

/// Two agents, one of which is given the budget that makes them equal. Whoever plays asks for
/// the [agents](Calibration::agents) of the next measurement and says what came of it, until it
/// [is over](Calibration::is_over).
///
/// ```
/// use papan_arena::Calibration;
///
/// let agents = ["gtp:./engine", "mcts:nodes=1000"].map(str::to_owned);
/// let mut calibration = Calibration::new(&agents, None).unwrap();
/// // The engine took four times as long as mcts.
/// calibration.measured(4.0);
/// assert_eq!(calibration.agents(), ["gtp:./engine", "mcts:nodes=4000"]);
/// calibration.measured(1.01);
/// assert!(calibration.is_over() && calibration.is_equal());
/// assert_eq!(calibration.agents(), ["gtp:./engine", "mcts:nodes=4000"]);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// The agents as they were given.
    given: Vec<String>,
    /// The number of the one that is calibrated.
    agent: usize,
    measurements: Vec<Measurement>,
    factor: f64,
}

/// What one budget came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measurement {
    /// The agent that is calibrated, with this budget.
    pub spec: String,
    /// CPU time a game of the first agent to that of the other.
    pub cpu_ratio: f64,
    /// What the budget that was given was multiplied by.
    #[serde(skip)]
    factor: f64,
}

impl Measurement {
    /// How far from equal: 0 where both took the same.
    fn distance(&self) -> f64 {
        self.cpu_ratio.ln().abs()
    }
}

/// Why agents cannot be made equal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotComparable {
    /// There are more than two, or only one.
    #[error(
        "equal CPU is between two different agents, and {0} were named; with more than two seats \
         the same agent may sit several times"
    )]
    Agents(usize),
    /// None of them has a budget.
    #[error(
        "equal CPU needs an agent of Papan's own with a budget that can be changed, nodes= or \
         time=, and none was given one"
    )]
    NoBudget,
    /// The one that was to be calibrated has none.
    #[error("'{0}' has no budget that can be changed: give it nodes= or time=")]
    Fixed(String),
    /// There is no agent with this number.
    #[error("there is no agent {0} to give another budget; there are {1}")]
    NoAgent(usize, usize),
}

impl Calibration {
    /// How many games a measurement has at least.
    pub const GAMES: u64 = 16;
    /// The most measurements.
    pub const MOST: usize = 8;
    /// How near to 1 a ratio must come.
    pub const TOLERANCE: f64 = 0.03;
    /// The most by which a budget is changed at once: a ratio may be far off where an agent hardly
    /// thinks, and nobody wants to wait for a hundred times the games.
    const STEP: f64 = 10.0;

    /// Calibrates one of the agents at a table: the one with the number `which`, from 0, or the
    /// first that was given a budget. Each is there once for every seat that it has.
    pub fn new(agents: &[String], which: Option<usize>) -> Result<Calibration, NotComparable> {
        let mut different: Vec<&String> = Vec::new();
        for agent in agents {
            if !different.contains(&agent) {
                different.push(agent);
            }
        }
        if different.len() != 2 {
            return Err(NotComparable::Agents(different.len()));
        }
        let has_budget = |agent: &String| budget::scaled(agent, 1.0).is_some();
        let agent = match which {
            Some(number) => {
                let Some(agent) = agents.get(number) else {
                    return Err(NotComparable::NoAgent(number + 1, agents.len()));
                };
                if !has_budget(agent) {
                    return Err(NotComparable::Fixed(agent.clone()));
                }
                number
            }
            None => {
                let first = agents.iter().position(has_budget);
                first.ok_or(NotComparable::NoBudget)?
            }
        };
        Ok(Calibration {
            given: agents.to_vec(),
            agent,
            measurements: Vec::new(),
            factor: 1.0,
        })
    }

    /// The agents of the next measurement; once it is over, those that are equal.
    pub fn agents(&self) -> Vec<String> {
        let calibrated = self.spec();
        let of_table = self
            .given
            .iter()
            .map(|given| match *given == self.given[self.agent] {
                true => calibrated.clone(),
                false => given.clone(),
            });
        of_table.collect()
    }

    /// The agent that is calibrated, as it was given.
    pub fn given(&self) -> &str {
        &self.given[self.agent]
    }

    /// The same with its budget for the next measurement; once it is over, with the one that
    /// came nearest.
    pub fn spec(&self) -> String {
        let spec = budget::scaled(self.given(), self.factor);
        spec.unwrap_or_else(|| self.given().to_owned())
    }

    /// What has been measured.
    pub fn measurements(&self) -> &[Measurement] {
        &self.measurements
    }

    /// Takes what a measurement came to: CPU time a game of the first agent to that of the other,
    /// which is above 0.
    pub fn measured(&mut self, cpu_ratio: f64) {
        self.measurements.push(Measurement {
            spec: self.spec(),
            cpu_ratio,
            factor: self.factor,
        });
        let factor = self.factor;
        self.factor *= self.change(cpu_ratio);
        let is_stuck = self
            .measurements
            .iter()
            .any(|known| known.spec == self.spec());
        if self.is_equal() || is_stuck || self.measurements.len() >= Self::MOST {
            self.factor = self.nearest().map_or(factor, |nearest| nearest.factor);
        }
    }

    /// What the budget is to be multiplied by after the latest measurement.
    fn change(&self, cpu_ratio: f64) -> f64 {
        // The first agent takes too much when the ratio is above 1, the other when it is below.
        let is_first = self.given[self.agent] == self.given[0];
        let too_little = if is_first { 1.0 / cpu_ratio } else { cpu_ratio };
        let power = self.power().unwrap_or(1.0);
        too_little.powf(power).clamp(1.0 / Self::STEP, Self::STEP)
    }

    /// The power of its ratio by which a budget is changed: 2 where the last change moved the
    /// ratio by its root only. `None` where two ratios are too near to each other to tell.
    fn power(&self) -> Option<f64> {
        const TELLING: f64 = 0.1;
        let [.., before, last] = &self.measurements[..] else {
            return None;
        };
        let budgets = (last.factor / before.factor).ln().abs();
        let ratios = (last.cpu_ratio / before.cpu_ratio).ln().abs();
        // What hardly moves is no measure: the power has its bounds.
        (budgets > TELLING).then(|| (budgets / ratios).clamp(0.5, 4.0))
    }

    fn nearest(&self) -> Option<&Measurement> {
        let by_distance =
            |one: &&Measurement, other: &&Measurement| one.distance().total_cmp(&other.distance());
        self.measurements.iter().min_by(by_distance)
    }

    /// Whether some budget makes the agents equal.
    pub fn is_equal(&self) -> bool {
        let nearest = self.nearest();
        nearest.is_some_and(|nearest| nearest.distance() <= (1.0 + Self::TOLERANCE).ln())
    }

    /// Whether nothing more is to be measured: a budget makes them equal, or none that is left
    /// would come nearer.
    pub fn is_over(&self) -> bool {
        let next = self.spec();
        self.measurements.iter().any(|known| known.spec == next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a budget takes.
    type Cost = fn(f64) -> f64;

    fn agents<const N: usize>(texts: [&str; N]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    /// Calibrates an agent that takes as long as `cost` says of its budget, against one that
    /// takes 1000.
    fn calibrated(given: u64, cost: impl Fn(f64) -> f64) -> (Calibration, f64) {
        let given = agents([&format!("mcts:nodes={given}"), "gtp:engine"]);
        let mut calibration = Calibration::new(&given, None).unwrap();
        let cost_of = |spec: &str| cost(spec.rsplit('=').next().unwrap().parse().unwrap());
        while !calibration.is_over() {
            let ratio = cost_of(&calibration.spec()) / 1_000.0;
            calibration.measured(ratio);
        }
        let ratio = cost_of(&calibration.agents()[0]) / 1_000.0;
        (calibration, ratio)
    }

    #[test]
    fn a_budget_is_found_though_it_does_not_cost_in_proportion() {
        for given in [1, 100, 5_000, 1_000_000] {
            let costs: [(&str, Cost); 4] = [
                ("in proportion", |nodes| 0.2 * nodes),
                ("half of it is always there", |nodes| 500.0 + 0.5 * nodes),
                ("ever less", |nodes| 30.0 * nodes.sqrt()),
                ("ever more", |nodes| 0.01 * nodes.powf(1.5)),
            ];
            for (what, cost) in costs {
                let (calibration, ratio) = calibrated(given, cost);
                let count = calibration.measurements().len();
                assert!(calibration.is_equal(), "{what} from {given}: {ratio}");
                assert!((ratio - 1.0).abs() < 0.031, "{what} from {given}: {ratio}");
                assert!(count <= Calibration::MOST, "{what} from {given}: {count}");
            }
        }
    }

    #[test]
    fn where_no_budget_makes_them_equal_the_nearest_is_taken() {
        // It takes more than the other whatever it is given.
        let (calibration, ratio) = calibrated(50, |nodes| 3_000.0 + nodes);
        assert!(!calibration.is_equal() && calibration.spec() == "mcts:nodes=1");
        assert!(ratio < 3.01, "{ratio}");
        // What it takes does not follow from its budget, as with chance in it.
        let ratios = [3.0, 0.2, 1.1, 0.5, 2.0, 0.4, 1.9, 3.0, 9.0];
        let given = agents(["mcts:nodes=1000", "greedy"]);
        let mut calibration = Calibration::new(&given, None).unwrap();
        let mut left = ratios.iter();
        while !calibration.is_over() {
            calibration.measured(*left.next().unwrap());
        }
        let nearest = &calibration.measurements()[2];
        assert_eq!(
            (nearest.cpu_ratio, &nearest.spec),
            (1.1, &calibration.spec())
        );
    }

    #[test]
    fn the_one_that_has_a_budget_is_changed_wherever_it_sits() {
        let table = agents(["ugi:engine", "mcts:nodes=100", "ugi:engine", "ugi:engine"]);
        let mut calibration = Calibration::new(&table, None).unwrap();
        calibration.measured(0.5);
        let changed = agents(["ugi:engine", "mcts:nodes=50", "ugi:engine", "ugi:engine"]);
        assert_eq!(calibration.agents(), changed);
        let both = agents(["mcts:nodes=100", "alphabeta:time=1s"]);
        let mut calibration = Calibration::new(&both, Some(1)).unwrap();
        calibration.measured(0.5);
        assert_eq!(calibration.agents()[1], "alphabeta:time=500ms");
    }

    #[test]
    fn what_cannot_be_compared_is_said() {
        let problem = |agents: &[String], which| Calibration::new(agents, which).unwrap_err();
        let none = agents(["random", "ugi:engine nodes=5"]);
        assert_eq!(problem(&none, None), NotComparable::NoBudget);
        let same = agents(["mcts:nodes=9", "mcts:nodes=9"]);
        assert_eq!(problem(&same, None), NotComparable::Agents(1));
        let three = agents(["mcts:nodes=9", "greedy", "random"]);
        assert_eq!(problem(&three, None), NotComparable::Agents(3));
        let two = agents(["mcts:nodes=9", "greedy"]);
        assert_eq!(
            problem(&two, Some(1)),
            NotComparable::Fixed("greedy".into())
        );
        assert_eq!(problem(&two, Some(5)), NotComparable::NoAgent(6, 2));
    }
}
