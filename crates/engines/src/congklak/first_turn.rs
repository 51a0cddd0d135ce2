//! The best turn: the most seeds that one can bring home before the other side moves.
//!
//! A depth-first search over all that can be played until the turn passes. Every move that
//! keeps the turn stores a seed, so the depth is bounded. Positions that were searched are
//! kept whole in a transposition table, so that none is taken for another. The search
//! ends when it has seen all, or when it has reached what [`seeds_that_stay`] proves to be
//! the most.

use super::places::{filled_holes, seeds_in_holes, stores};
use papan_congklak::{Capture, Congklak, Hole, Position};
use papan_core::{Game, Seat};
use papan_search::{Limits, Watch};
use std::time::Duration;

/// What can be collected in one turn of several moves, as far as it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstTurn<M> {
    /// The moves.
    pub line: Vec<M>,
    /// What the mover has after them.
    pub collected: i32,
    /// What there is in all.
    pub of: i32,
    /// More than this is proven to be impossible.
    pub at_most: i32,
    /// The positions searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl<M> FirstTurn<M> {
    /// Whether no turn can be better.
    pub fn is_exact(&self) -> bool {
        self.collected == self.at_most
    }
}

/// The turn of the seat to move after which it has most seeds in its store, as far as it
/// is found within the limits. `progress` is called with every better turn, and now and
/// then in between. Once the game is over there is nothing to find.
///
/// ```
/// use papan_congklak::Congklak;
/// use papan_core::Game;
/// use papan_engines::congklak::best_turn;
/// use papan_search::Limits;
///
/// let game = Congklak::named("congklak:holes=4,seeds=4").unwrap();
/// let turn = best_turn(&game, &game.start(), &Limits::NONE, &mut |_| ());
/// assert_eq!((turn.collected, turn.at_most, turn.is_exact()), (30, 30, true));
/// ```
pub fn best_turn(
    game: &Congklak,
    position: &Position,
    limits: &Limits,
    progress: &mut dyn FnMut(&FirstTurn<Hole>),
) -> FirstTurn<Hole> {
    let mover = game.turn(position).unwrap_or(Seat::FIRST);
    let in_holes = seeds_in_holes(game, position);
    let [first, second] = stores(game, game.sides(position));
    let stored = [first, second][mover.index()];
    let mut search = Search {
        game,
        mover,
        searched: vec![None; if in_holes < 60 { 1 << 14 } else { 1 << 21 }],
        line: Vec::new(),
        found: FirstTurn {
            line: Vec::new(),
            collected: stored,
            of: in_holes + first + second,
            at_most: stored + in_holes - seeds_that_stay(game, position) as i32,
            nodes: 0,
            time: Duration::ZERO,
        },
        watch: Watch::start(limits),
        progress,
    };
    let over = game.turn(position).is_none();
    if over || search.explore(position).is_some() {
        search.found.at_most = search.found.collected;
    }
    search.note_nodes_and_time();
    let mut found = search.found;
    if found.line.is_empty() && !over {
        found
            .line
            .extend(filled_holes(game, position, mover).next());
    }
    found
}

/// How many seeds are left in the holes at least, whatever the seat to move plays in its
/// turn.
///
/// Let `h` be the holes of a side, every one of the other side filled. Sowing drops seeds
/// into one place after the other, also through a relay. When it comes to the other side
/// it drops a seed into each hole there in order. Such a hole is empty afterwards only when
/// the last seed of a hand fell into it and it was picked up: at least two seeds, the next
/// of which falls into the hole after it and is not the last of its hand. So of two
/// neighbours only one is emptied, and when sowing leaves the other side behind, at least
/// `h / 2` of its holes are filled, rounded down. From then on until sowing comes back
/// nothing there changes, except that a capture, which ends the turn, takes one hole.
///
/// Nor does it help to end the turn on the other side. Say the last seed falls into hole
/// `q`, counted from 0. That one is filled; so is the one before it, because who empties
/// it sows beyond `q`; of the holes before that, as above, of two neighbours one at
/// least; and those after `q` are as the last visit left them, or as they were in the
/// beginning. Together that is `h / 2` filled holes as well, with no capture.
///
/// And when sowing never comes to the other side, at most one of its holes is captured.
///
/// With seven holes two seeds stay, so nobody has more than 96 of 98 after the first turn.
///
/// ```
/// use papan_congklak::Congklak;
/// use papan_core::Game;
/// use papan_engines::congklak::seeds_that_stay;
///
/// let game = Congklak::default();
/// assert_eq!(seeds_that_stay(&game, &game.start()), 2);
/// ```
pub fn seeds_that_stay(game: &Congklak, position: &Position) -> u32 {
    let Some(mover) = game.turn(position) else {
        return 0;
    };
    let holes = usize::from(game.rules().holes);
    if filled_holes(game, position, mover.next(2)).count() < holes {
        return 0;
    }
    let captured = u32::from(game.rules().capture != Capture::Off);
    (holes as u32 / 2).saturating_sub(captured)
}

struct Search<'a> {
    game: &'a Congklak,
    mover: Seat,
    /// Positions that were searched, by their key; a newer one takes the place of an older.
    searched: Vec<Option<Position>>,
    line: Vec<Hole>,
    found: FirstTurn<Hole>,
    watch: Watch,
    progress: &'a mut dyn FnMut(&FirstTurn<Hole>),
}

/// The number of positions between two calls of `progress`.
const PROGRESS: u64 = 1 << 24;

impl Search<'_> {
    /// All that can be played from here while the turn lasts. Nothing when stopped.
    fn explore(&mut self, position: &Position) -> Option<()> {
        if self.watch.tick() {
            return None;
        }
        if self.watch.nodes().is_multiple_of(PROGRESS) {
            self.note_nodes_and_time();
            (self.progress)(&self.found);
        }
        let slot = (self.game.key(position) as usize) & (self.searched.len() - 1);
        if self.searched[slot] == Some(*position) {
            return Some(());
        }
        for hole in filled_holes(self.game, position, self.mover) {
            let after = self.game.after(position, hole);
            self.line.push(hole);
            if self.game.turn(&after) == Some(self.mover) {
                self.explore(&after)?;
            } else {
                self.end_turn(&after);
            }
            self.line.pop();
            if self.found.is_exact() {
                return Some(());
            }
        }
        self.searched[slot] = Some(*position);
        Some(())
    }

    fn end_turn(&mut self, after: &Position) {
        let seeds = i32::from(self.game.store(after, self.mover));
        if seeds > self.found.collected {
            self.found.collected = seeds;
            self.found.line.clone_from(&self.line);
            self.note_nodes_and_time();
            (self.progress)(&self.found);
        }
    }

    fn note_nodes_and_time(&mut self) {
        self.found.nodes = self.watch.nodes();
        self.found.time = self.watch.elapsed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Notation, Random};

    fn found(name: &str, limits: &Limits) -> FirstTurn<Hole> {
        let game = Congklak::named(name).unwrap();
        let turn = best_turn(&game, &game.start(), limits, &mut |_| ());
        // The moves are one turn and bring what they promise.
        let mut position = game.start();
        for &hole in &turn.line {
            assert_eq!(game.turn(&position), Some(Seat::FIRST));
            game.parse_move(&position, &hole.to_string()).unwrap();
            game.play(&mut position, hole);
        }
        assert_eq!(
            i32::from(game.store(&position, Seat::FIRST)),
            turn.collected
        );
        turn
    }

    #[test]
    fn small_boards_have_their_known_maximum() {
        for (holes, seeds, most) in [(4, 4, 30), (5, 5, 46), (6, 4, 45)] {
            let turn = found(
                &format!("congklak:holes={holes},seeds={seeds}"),
                &Limits::NONE,
            );
            assert_eq!((turn.collected, turn.at_most), (most, most));
        }
    }

    #[test]
    fn seven_holes_of_seven_give_ninety_six_and_no_more() {
        let turn = found("congklak", &Limits::NONE);
        assert_eq!((turn.collected, turn.at_most), (96, 96));
        assert!(turn.nodes < 200_000);
    }

    #[test]
    fn a_stopped_search_says_what_it_has() {
        let turn = found("congklak", &Limits::nodes(1_000));
        assert!(turn.collected >= 54 && turn.at_most == 96 && !turn.is_exact());
        assert_eq!(turn.nodes, 1_000);
    }

    /// The proof, tried on turns of random moves on many boards.
    #[test]
    fn seeds_stay_whatever_is_played() {
        let mut random = Random::new(5);
        for item in 0..20_000 {
            let (holes, seeds) = (1 + random.below(10), 1 + random.below(10));
            let capture = ["own", "opposite", "off"][random.below(3)];
            let relay = ["on", "off", "1", "3"][random.below(4)];
            let end = ["mover", "pass", "either"][random.below(3)];
            let name = format!(
                "congklak:holes={holes},seeds={seeds},capture={capture},relay={relay},end={end}"
            );
            let game = Congklak::named(&name).unwrap();
            let start = game.start();
            let mut position = start;
            let mut moves = Vec::new();
            while game.turn(&position) == Some(Seat::FIRST) {
                moves.clear();
                game.moves(&position, &mut moves);
                game.play(&mut position, moves[random.below(moves.len())]);
            }
            let all = 2 * holes as u32 * seeds as u32;
            let stored = u32::from(game.store(&position, Seat::FIRST));
            let stay = seeds_that_stay(&game, &start);
            assert!(stored + stay <= all, "{item}: {name}");
        }
    }
}
