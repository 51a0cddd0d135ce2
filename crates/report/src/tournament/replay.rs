//! Games that can be played back by someone who does not know the rules.

use papan_arena::GameResult;
use papan_core::{
    AnyGame, AnyPosition, Seat,
    picture::{Animation, Picture, Theme},
};
use std::collections::HashMap;

/// The boards of a game as pictures. The moves themselves are the plies of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// The board before the first move and behind every move.
    pub pictures: Animation,
    /// The seats that made the moves, counted from 0: also in the opening, where plies do not
    /// tell.
    pub seats: Vec<usize>,
}

impl Replay {
    /// The boards of a game; `None` when its moves are not those of the rules.
    pub fn of(game: &dyn AnyGame, result: &GameResult) -> Option<Replay> {
        let mut pictures = Vec::with_capacity(result.plies.len() + 1);
        let mut seats = Vec::with_capacity(result.plies.len());
        let start = result.job.opening.start.as_deref();
        let mut look = |position: &dyn AnyPosition| {
            pictures.push(position.picture());
            position.turn()
        };
        let last = game.walk(start, &mut result.moves(), &mut |position, _, _| {
            seats.extend(look(position).map(Seat::index));
        });
        look(&*last.ok()?);
        Some(Replay::new(&pictures, seats))
    }

    /// The replay of some boards, and the seats that made the moves between them.
    pub fn new(pictures: &[Picture], seats: Vec<usize>) -> Replay {
        Replay {
            pictures: Animation::new(pictures, Theme::Page),
            seats,
        }
    }
}

/// Shapes with the indices of their paints.
type Group = Vec<(usize, String)>;

/// A group by its number, and when it comes and goes: see [`Animation`].
pub(super) type ShownGroup = (usize, Vec<usize>);

/// What stands on the boards of many games, each thing once: a page of a thousand games is
/// hardly larger than their moves.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) paints: Vec<String>,
    pub(super) groups: Vec<Group>,
    known_paints: HashMap<String, usize>,
    known_groups: HashMap<Group, usize>,
}

impl Pieces {
    /// The boards of one more game. Shapes that stand together and come and go together are
    /// one group.
    pub(super) fn add(&mut self, pictures: &Animation) -> Vec<ShownGroup> {
        let paints: Vec<usize> = pictures
            .paints
            .iter()
            .map(|paint| number_of(paint, &mut self.known_paints, &mut self.paints))
            .collect();
        let together = pictures.shapes.chunk_by(|one, other| one.2 == other.2);
        together
            .map(|shapes| {
                let shape = |(paint, element, _): &(usize, String, Vec<usize>)| {
                    (paints[*paint], element.clone())
                };
                let group: Group = shapes.iter().map(shape).collect();
                let number = number_of(&group, &mut self.known_groups, &mut self.groups);
                (number, shapes[0].2.clone())
            })
            .collect()
    }
}

/// The number of a thing in a list, to which it is added when it is new.
fn number_of<T: Clone + Eq + std::hash::Hash>(
    thing: &T,
    known: &mut HashMap<T, usize>,
    list: &mut Vec<T>,
) -> usize {
    if let Some(number) = known.get(thing) {
        return *number;
    }
    known.insert(thing.clone(), list.len());
    list.push(thing.clone());
    list.len() - 1
}
