//! What is known of positions, whoever asked. Hints, values of moves, live evaluations and reviews
//! say the same of one position, because each tells what was found looking deepest, and adds to it.

use super::message::Evaluation;
use crate::{
    inspect::GameLine,
    limits::KNOWLEDGE,
    lock,
    thinkers::{Progress, ValuedLine},
    value::Counted,
};
use papan_core::LineOfPlay;
use std::{collections::HashMap, sync::Mutex, time::Duration};

/// A position: the game, and how it came about.
pub(super) type Place = (String, LineOfPlay);

/// The position at the end of a line.
pub(super) fn place(asked: &GameLine) -> Place {
    (asked.game.clone(), asked.line())
}

/// What is known in a house.
#[derive(Default)]
pub(crate) struct Knowledge(Mutex<Positions>);

impl Knowledge {
    /// What is known of a position, and for how long it was looked at.
    pub(super) fn of(&self, place: &Place) -> Option<(Evaluation, Duration)> {
        lock(&self.0).of(place)
    }

    /// Takes what was found, and gives back what is known now: the same, or what was found before
    /// by looking deeper.
    pub(super) fn learn(&self, place: &Place, found: Evaluation, looked: Duration) -> Evaluation {
        lock(&self.0).learn(place, found, looked)
    }
}

/// Whether the first was found by looking deeper than the second. Games that are counted in shares
/// are looked at by playing them on, where only the time says how well.
pub(super) fn is_deeper(one: &Progress, other: &Progress) -> bool {
    let (Some(worth), Some(known)) = (&one.worth, &other.worth) else {
        return one.worth.is_some() || other.worth.is_none();
    };
    let depth = |progress: &Progress| match (worth.value, known.value) {
        (Counted::Points(_), Counted::Points(_)) => progress.depth,
        _ => 0,
    };
    let measure = |progress: &Progress, exact| (exact, depth(progress), progress.seconds);
    measure(one, worth.exact) >= measure(other, known.exact)
}

/// The positions that were looked at last.
#[derive(Default)]
struct Positions {
    positions: HashMap<Place, Entry>,
    bytes: usize,
    /// Counts what is asked for, so that it is known what was not for longest.
    clock: u64,
}

struct Entry {
    known: Evaluation,
    looked: Duration,
    used: u64,
    bytes: usize,
}

impl Positions {
    fn of(&mut self, place: &Place) -> Option<(Evaluation, Duration)> {
        self.clock += 1;
        let entry = self.positions.get_mut(place)?;
        entry.used = self.clock;
        Some((entry.known.clone(), entry.looked))
    }

    fn learn(&mut self, place: &Place, mut found: Evaluation, mut looked: Duration) -> Evaluation {
        // What the book says is looked up each time.
        let book = std::mem::take(&mut found.book);
        if let Some(before) = self.positions.remove(place) {
            self.bytes -= before.bytes;
            looked = looked.max(before.looked);
            let known = before.known;
            found.values = found.values.or(known.values);
            if !is_deeper(&found.known, &known.known) {
                found.known = known.known;
            }
            if found.lines.len() < known.lines.len() {
                found.lines = known.lines;
            }
        }
        found.agree();
        let bytes = size(place, &found);
        self.clock += 1;
        let entry = Entry {
            known: found.clone(),
            looked,
            used: self.clock,
            bytes,
        };
        self.bytes += bytes;
        self.positions.insert(place.clone(), entry);
        while self.bytes > KNOWLEDGE {
            self.forget();
        }
        Evaluation { book, ..found }
    }

    /// Forgets what was not asked for for longest, a part of all at once: looking for it takes a while.
    fn forget(&mut self) {
        let mut used: Vec<u64> = self.positions.values().map(|entry| entry.used).collect();
        used.sort_unstable();
        let last = used.get(used.len() / 4).copied().unwrap_or(self.clock);
        self.positions.retain(|_, entry| entry.used > last);
        self.bytes = self.positions.values().map(|entry| entry.bytes).sum();
    }
}

/// About how much memory it takes.
fn size(place: &Place, known: &Evaluation) -> usize {
    let texts = |moves: &[String]| -> usize { moves.iter().map(|text| 32 + text.len()).sum() };
    let line = |line: &ValuedLine| 96 + texts(&line.line);
    let values = known.values.iter().flatten();
    let (game, line_of_play) = place;
    512 + game.len()
        + line_of_play.start.as_ref().map_or(0, String::len)
        + texts(&line_of_play.moves)
        + texts(&known.known.line)
        + values.map(|valued| 96 + valued.played.len()).sum::<usize>()
        + known.lines.iter().map(line).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{thinkers::Valued, value::Scale};
    use papan_search::Value;

    fn place(moves: &str) -> Place {
        let moves = moves.split_whitespace();
        ("othello".to_owned(), LineOfPlay::moves(moves))
    }

    fn found(points: i32, depth: u32, exact: bool) -> Evaluation {
        let scale = Scale::of("othello", "patterns").unwrap();
        let mut found = Evaluation::default();
        found.known.worth = Some(scale.value(Value::points(points), exact));
        found.known.best = Some("c4".to_owned());
        found.known.depth = depth;
        found
    }

    fn points(known: &Evaluation) -> f64 {
        known.known.worth.unwrap().counted().number()
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn what_was_looked_at_deeper_stands() {
        let mut known = Positions::default();
        let at = place("d3");
        assert!(known.of(&at).is_none());
        assert_eq!(points(&known.learn(&at, found(3, 12, false), SECOND)), 3.0);
        // A quick look from elsewhere is told what is known already.
        assert_eq!(
            points(&known.learn(&at, found(7, 5, false), SECOND / 10)),
            3.0
        );
        assert_eq!(
            points(&known.learn(&at, found(4, 14, false), SECOND / 2)),
            4.0
        );
        assert_eq!(points(&known.learn(&at, found(2, 9, true), SECOND)), 2.0);
        assert_eq!(points(&known.learn(&at, found(6, 20, false), SECOND)), 2.0);
        let (told, looked) = known.of(&at).unwrap();
        assert_eq!((points(&told), looked), (2.0, SECOND));
        assert!(known.of(&place("c4")).is_none());
    }

    #[test]
    fn values_of_moves_stay_and_follow_the_worth_of_the_best() {
        let mut known = Positions::default();
        let at = place("d3");
        let worth = |points| found(points, 0, false).known.worth.unwrap();
        let values = [("c4", 3), ("e6", 1)].map(|(played, points)| Valued {
            played: played.to_owned(),
            worth: worth(points),
        });
        let mut first = found(3, 8, false);
        first.values = Some(values.into());
        known.learn(&at, first, SECOND);
        let told = known.learn(&at, found(-2, 16, false), SECOND);
        let told: Vec<f64> = told
            .values
            .unwrap()
            .iter()
            .map(|valued| valued.worth.counted().number())
            .collect();
        assert_eq!(told, [-2.0, -2.0]);
    }

    #[test]
    fn memory_has_a_bound_and_what_is_used_stays() {
        let mut known = Positions::default();
        let kept = place("d3 c5");
        known.learn(&kept, found(1, 1, false), SECOND);
        let long = "d3 ".repeat(500);
        for number in 0..4_000 {
            known.of(&kept);
            known.learn(
                &place(&format!("{long}{number}")),
                found(1, 1, false),
                SECOND,
            );
            assert!(known.bytes <= KNOWLEDGE);
        }
        assert!(known.of(&kept).is_some());
        assert!(known.positions.len() > 100);
        let bytes: usize = known.positions.values().map(|entry| entry.bytes).sum();
        assert_eq!(bytes, known.bytes);
    }
}
