//! How long `go` lets the agent think.

use papan_core::{Game, MAX_SEATS, Seat, shortened};
use papan_search::{Clock, Limits, TimeControl};
use std::time::Duration;

/// The words behind `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    times: [Option<Duration>; MAX_SEATS],
    increments: [Duration; MAX_SEATS],
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Until it is stopped, even when the agent has finished.
    pub(super) infinite: bool,
}

impl Go {
    /// Reads `p1time MS`, `p1inc MS`, ..., `movetime MS`, `depth N`, `nodes N`, `infinite`.
    pub(super) fn parse(text: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let value = words.next().unwrap_or_default();
            // What was overdrawn is nothing.
            let number = match value.strip_prefix('-') {
                Some(digits) => digits.parse().map(|_: u64| 0),
                None => value.parse::<u64>(),
            };
            let Ok(number) = number else {
                let (word, value) = (shortened(word), shortened(value));
                return Err(format!("expected a number behind '{word}', not '{value}'"));
            };
            match word {
                "movetime" => go.move_time = Some(Duration::from_millis(number)),
                "depth" => go.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
                "nodes" => go.nodes = Some(number),
                _ => go.set_clock(word, Duration::from_millis(number))?,
            }
        }
        Ok(go)
    }

    fn set_clock(&mut self, word: &str, time: Duration) -> Result<(), String> {
        let (kind, seat) = match word.as_bytes() {
            [b'p', digit @ b'1'..=b'4', kind @ ..] => (kind, usize::from(digit - b'1')),
            _ => (&b""[..], 0),
        };
        match kind {
            b"time" => self.times[seat] = Some(time),
            b"inc" => self.increments[seat] = time,
            _ => {
                let word = shortened(word);
                let known = "p1time, p1inc, p2time, ..., movetime, depth, nodes and infinite";
                return Err(format!("unknown limit '{word}'; there are {known}"));
            }
        }
        Ok(())
    }

    /// The limits for a seat: of its clock a fair share.
    pub(super) fn limits<G: Game>(&self, game: &G, position: &G::Position, seat: Seat) -> Limits {
        let increment = self.increments[seat.index()];
        let mut clock = Clock::unlimited(TimeControl::new(Duration::ZERO, increment));
        for (seat, time) in Seat::all(MAX_SEATS).zip(self.times) {
            if let Some(time) = time {
                clock.set(seat, time, 0);
            }
        }
        let own = Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            time: self.move_time,
            ..Limits::NONE
        };
        own.within(&clock.limits(game, position, seat, Duration::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::example::Nim;

    #[test]
    fn limits_are_read_in_any_order() {
        let go = Go::parse(" p2time 2000 p1inc 10 depth 7 p4time -5 nodes 9 movetime 30").unwrap();
        assert_eq!((go.depth, go.nodes, go.infinite), (Some(7), Some(9), false));
        assert_eq!(go.times[1], Some(Duration::from_secs(2)));
        assert_eq!(go.times[3], Some(Duration::ZERO));
        assert_eq!(go.increments[0], Duration::from_millis(10));
        assert!(Go::parse("infinite").unwrap().infinite);
        for wrong in [
            "depth", "depth x", "p5time 3", "ponder 1", "p1 2", "nodes -x",
        ] {
            assert!(Go::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_clock_of_the_mover_counts() {
        let nim = Nim::new(40);
        let limits = |text: &str| {
            let go = Go::parse(text).unwrap();
            go.limits(&nim, &nim.start(), Seat::FIRST)
        };
        assert_eq!(limits("p2time 50").time, None);
        let limits = limits("p1time 8000 p2time 50 p1inc 100");
        assert!(limits.time.unwrap() < Duration::from_secs(4));
        let clock = limits.clock.unwrap();
        assert_eq!(clock.left(Seat::FIRST), Some(Duration::from_secs(8)));
        assert_eq!(clock.control().increment, Duration::from_millis(100));
    }
}
