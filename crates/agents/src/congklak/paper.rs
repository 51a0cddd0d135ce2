//! The agents of the paper, quirks kept.

use crate::{Agent, Answer, Traced, Valued, Values, tree};
use papan_congklak::{Congklak, Hole, Position};
use papan_core::Game;
use papan_engines::congklak::paper::{self, Algorithm};
use papan_search::{Limits, Observer, Report, Value};
use web_time::Instant;

/// Plays what the paper's search finds in the paper's tree, on any rules.
pub(super) struct PaperAgent {
    tree: Congklak,
    algorithm: Algorithm,
    limits: Limits,
}

impl PaperAgent {
    pub(super) fn new(game: &Congklak, algorithm: Algorithm, limits: Limits) -> PaperAgent {
        PaperAgent {
            tree: paper::tree_game(game),
            algorithm,
            limits,
        }
    }

    fn search<O: Observer<Hole>>(
        &self,
        position: &Position,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<Hole> {
        let begin = Instant::now();
        let limits = &self.limits.within(limits);
        let depth = limits.depth.unwrap_or(1).max(1);
        let found = paper::search(
            &self.tree,
            position,
            self.algorithm,
            depth,
            limits,
            observer,
        )
        .expect("someone is to move");
        Report {
            best: found.hole,
            value: Some(Value::points(found.value)),
            principal_variation: vec![found.hole],
            depth,
            nodes: found.steps,
            time: begin.elapsed(),
            exact: false,
        }
    }
}

impl Agent<Congklak> for PaperAgent {
    fn begin(&mut self, game: &Congklak, _: u64) {
        self.tree = paper::tree_game(game);
    }

    /// The nodes of the report are the steps that the paper counts.
    fn think(&mut self, _: &Congklak, position: &Position, limits: &Limits) -> Answer<Hole> {
        Ok(self.search(position, limits, &mut ()))
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// By minimax, which looks at every move to the end and finds the same value.
    fn values(&mut self, game: &Congklak, position: &Position, limits: &Limits) -> Values<Hole> {
        let limits = self.limits.within(limits);
        let depth = limits.depth.unwrap_or(1).max(1);
        let minimax = Algorithm::Minimax;
        let found = paper::search(&self.tree, position, minimax, depth, &limits, &mut ());
        let moves = game.legal_moves(position);
        let value_of = |hole: &Hole| {
            let mut values = found.iter().flat_map(|found| &found.values);
            let (_, value) = values.find(|(searched, _)| searched == hole)?;
            Some(Valued {
                depth,
                ..Valued::at_sight(*hole, Value::points(*value))
            })
        };
        moves
            .iter()
            .map(value_of)
            .collect::<Option<_>>()
            .unwrap_or_default()
    }

    fn trace(
        &mut self,
        _: &Congklak,
        position: &Position,
        limits: &Limits,
        most: usize,
    ) -> Option<Traced<Congklak>> {
        tree::traced(&self.tree, position, most, |trace| {
            self.search(position, limits, trace)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Notation;
    use papan_engines::congklak::paper::Reading;

    /// How many looks, second looks and cuts there are in the five positions of the paper.
    fn counts(algorithm: Algorithm) -> [[usize; 3]; 5] {
        let game = Congklak::named("congklak-paper").unwrap();
        [
            "3,3,3,3,3,3,3:28 3,3,3,3,3,3,3:28 A",
            "0,4,0,0,4,4,0:30 4,4,0,4,5,5,0:34 A",
            "3,2,3,2,0,1,2:37 1,2,3,0,2,1,2:37 A",
            "0,3,4,0,1,2,0:38 1,0,3,0,2,2,3:39 A",
            "0,0,5,0,0,3,0:42 0,0,3,0,3,0,0:42 A",
        ]
        .map(|text| {
            let position = game.parse_position(text).unwrap();
            let mut agent = PaperAgent::new(&game, algorithm, Limits::depth(3));
            let traced = agent.trace(&game, &position, &Limits::NONE, 1_000).unwrap();
            let looks = &traced.trace.branches;
            let again = looks.iter().filter(|look| look.again).count();
            let cuts = looks.iter().filter(|look| !look.cut.is_empty()).count();
            assert_eq!(traced.positions.len(), looks.len());
            // The root is a step, and in the paper's reading so is every second search.
            let more = match algorithm {
                Algorithm::NegaScout(Reading::Paper) => 1 + again,
                _ => 1,
            };
            assert_eq!((looks.len() + more) as u64, traced.report.nodes);
            [looks.len(), again, cuts]
        })
    }

    #[test]
    fn the_trees_of_the_paper_have_its_steps() {
        let looks = |algorithm| counts(algorithm).map(|[looks, ..]| looks + 1);
        let textbook = Algorithm::NegaScout(Reading::Textbook);
        assert_eq!(looks(textbook), [118, 43, 119, 45, 21]);
        assert_eq!(looks(Algorithm::Minimax), [227, 92, 205, 90, 22]);
        assert!(
            counts(Algorithm::Minimax)
                .iter()
                .all(|count| count[1..] == [0, 0])
        );
        assert_eq!(
            counts(Algorithm::NegaScout(Reading::Paper))[0][..2],
            [156, 8]
        );
    }
}
