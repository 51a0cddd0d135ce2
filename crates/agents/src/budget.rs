//! What an agent may spend on a move, given another size.

use crate::engines;
use papan_core::spec::{parse_time, time_text};
use std::time::Duration;

/// An agent of Papan's own with `factor` times what its text allows it for a move, its `nodes=`
/// and its `time=`; `None` when the text gives neither, or names another program. A budget is a
/// whole number of nodes or milliseconds, and at least one.
///
/// ```
/// use papan_agents::budget::scaled;
///
/// assert_eq!(scaled("mcts:nodes=1000,eval=discs", 1.5).unwrap(), "mcts:nodes=1500,eval=discs");
/// assert_eq!(scaled("patterns:time=100ms", 20.0).unwrap(), "patterns:time=2s");
/// assert_eq!(scaled("minimax:depth=4", 2.0), None);
/// assert_eq!(scaled("gtp:./engine nodes=7", 2.0), None);
/// ```
pub fn scaled(agent: &str, factor: f64) -> Option<String> {
    if engines::starts(agent).is_some() {
        return None;
    }
    let (name, parameters) = agent.split_once(':')?;
    let mut is_found = false;
    let parameters = parameters.split(',').map(|parameter| {
        let scaled = scaled_parameter(parameter, factor);
        is_found |= scaled.is_some();
        scaled.unwrap_or_else(|| parameter.to_owned())
    });
    let parameters: Vec<String> = parameters.collect();
    is_found.then(|| format!("{name}:{}", parameters.join(",")))
}

fn scaled_parameter(parameter: &str, factor: f64) -> Option<String> {
    /// The longest time that a parameter can be.
    const LONGEST: f64 = 3_600_000.0;
    let (name, value) = parameter.split_once('=')?;
    let name = name.trim().to_ascii_lowercase();
    let value = value.trim();
    let value = match name.as_str() {
        "nodes" => {
            let nodes = value.parse::<u64>().ok()? as f64;
            ((nodes * factor).round() as u64).max(1).to_string()
        }
        "time" => {
            let milliseconds = parse_time(value)?.as_secs_f64() * 1e3 * factor;
            let milliseconds = milliseconds.round().clamp(1.0, LONGEST);
            time_text(Duration::from_millis(milliseconds as u64))
        }
        _ => return None,
    };
    Some(format!("{name}={value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_stay_possible() {
        assert_eq!(scaled("mcts:nodes=3", 0.01).unwrap(), "mcts:nodes=1");
        assert_eq!(scaled("mcts:time=10ms", 1e-9).unwrap(), "mcts:time=1ms");
        assert_eq!(scaled("mcts:time=1s", 1e9).unwrap(), "mcts:time=3600s");
        assert_eq!(
            scaled("MCTS: Nodes = 10 ,time=1s", 2.0).unwrap(),
            "MCTS:nodes=20,time=2s"
        );
    }

    #[test]
    fn what_is_no_budget_is_none() {
        for agent in ["random", "level:5", "mcts:nodes=none", "engine:nodes=5"] {
            assert_eq!(scaled(agent, 2.0), None, "{agent}");
        }
    }
}
