//! Many games of one kind, stepped together: what a program that learns plays in.

use crate::{Encoding, Random, encoding::write_returns, machine};
use std::{ops::Range, sync::Arc, thread};
use thiserror::Error;

/// Where a step writes what came of it: memory of the caller, game after game.
///
/// A game that ends in a step begins anew in the same step. Its rewards and whether it ended are of
/// the end; what is observed, allowed and to move is of the new beginning.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// What the seat to move sees, [`Encoding::observation_size`] numbers a game.
    pub observations: Option<&'a mut [u8]>,
    /// The legal actions, [`Encoding::actions`] numbers a game.
    pub masks: Option<&'a mut [u8]>,
    /// The [returns](crate::returns) of each seat, 0 while a game goes on.
    pub rewards: &'a mut [f32],
    /// Whether the game ended.
    pub ended: &'a mut [u8],
    /// The seat to move.
    pub players: &'a mut [i8],
}

impl<'a> Buffers<'a> {
    /// Those of the first games, and those of the rest.
    fn split(self, games: usize, shape: &Shape) -> (Buffers<'a>, Buffers<'a>) {
        fn optional(
            memory: Option<&mut [u8]>,
            at: usize,
        ) -> (Option<&mut [u8]>, Option<&mut [u8]>) {
            match memory.map(|memory| memory.split_at_mut(at)) {
                Some((first, rest)) => (Some(first), Some(rest)),
                None => (None, None),
            }
        }
        let observations = optional(self.observations, games * shape.observation);
        let masks = optional(self.masks, games * shape.actions);
        let rewards = self.rewards.split_at_mut(games * shape.seats);
        let ended = self.ended.split_at_mut(games);
        let players = self.players.split_at_mut(games);
        (
            Buffers {
                observations: observations.0,
                masks: masks.0,
                rewards: rewards.0,
                ended: ended.0,
                players: players.0,
            },
            Buffers {
                observations: observations.1,
                masks: masks.1,
                rewards: rewards.1,
                ended: ended.1,
                players: players.1,
            },
        )
    }

    fn check(&self, games: usize, shape: &Shape) -> Result<(), BatchError> {
        let lengths = [
            (
                "observations",
                self.observations.as_ref().map(|memory| memory.len()),
                shape.observation,
            ),
            (
                "masks",
                self.masks.as_ref().map(|memory| memory.len()),
                shape.actions,
            ),
            ("rewards", Some(self.rewards.len()), shape.seats),
            ("ended", Some(self.ended.len()), 1),
            ("players", Some(self.players.len()), 1),
        ];
        for (name, found, each) in lengths {
            let wanted = games * each;
            if let Some(found) = found.filter(|&found| found != wanted) {
                return Err(BatchError::Length {
                    name,
                    found,
                    wanted,
                });
            }
        }
        Ok(())
    }
}

/// How many numbers a game has in each buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The seats.
    pub seats: usize,
    /// The actions.
    pub actions: usize,
    /// The numbers of an observation.
    pub observation: usize,
}

/// Why nothing was stepped; all games are as before.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BatchError {
    /// A buffer has another length than it should.
    #[error("{name} has {found} numbers where {wanted} are needed")]
    Length {
        /// Which one.
        name: &'static str,
        /// What it has.
        found: usize,
        /// What it should have.
        wanted: usize,
    },
    /// An action is not allowed.
    #[error("action {action} is not legal in game {game}")]
    Illegal {
        /// The game, from 0.
        game: usize,
        /// The action.
        action: i64,
    },
}

/// One of the games.
struct Lane<G: Encoding> {
    position: G::Position,
    random: Random,
}

/// Many games of one kind, each with a generator of its own.
///
/// ```
/// use papan_core::{Batch, Buffers, example::Nim};
///
/// let mut batch = Batch::new(Nim::new(4), 2, 1, 0);
/// let mut rewards = [0.0; 4];
/// let (mut ended, mut players) = ([0; 2], [0; 2]);
/// let mut step = |actions: &[i64]| {
///     let buffers = Buffers {
///         observations: None,
///         masks: None,
///         rewards: &mut rewards,
///         ended: &mut ended,
///         players: &mut players,
///     };
///     batch.step(actions, 1, buffers).map(|()| (rewards, ended, players))
/// };
/// // Both take three of four matches; then one of them takes the last.
/// assert_eq!(step(&[2, 2]), Ok(([0.0; 4], [0, 0], [1, 1])));
/// assert_eq!(step(&[1, 0]).unwrap_err().to_string(), "action 1 is not legal in game 0");
/// assert_eq!(step(&[0, 0]), Ok(([-1.0, 1.0, -1.0, 1.0], [1, 1], [0, 0])));
/// ```
pub struct Batch<G: Encoding> {
    game: Arc<G>,
    shape: Shape,
    opening: u32,
    lanes: Vec<Lane<G>>,
}

impl<G: Encoding> Batch<G> {
    /// So many games, all random choices of which follow from `seed`. Each begins with `opening`
    /// random plies.
    pub fn new(game: impl Into<Arc<G>>, games: usize, seed: u64, opening: u32) -> Batch<G> {
        let game = game.into();
        let shape = Shape {
            seats: game.seats(),
            actions: game.actions(),
            observation: game.observation_size(),
        };
        let mut batch = Batch {
            shape,
            opening,
            lanes: Vec::new(),
            game,
        };
        let start = batch.game.start();
        batch.lanes.extend((0..games).map(|_| Lane {
            position: start,
            random: Random::new(0),
        }));
        batch.seed(seed);
        batch
    }

    /// Begins all games anew, with other random choices.
    fn seed(&mut self, seed: u64) {
        let mut moves = Vec::new();
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            lane.random = Random::for_item(seed, number as u64);
            lane.begin(&self.game, self.opening, &mut moves);
        }
    }
}

impl<G: Encoding> Lane<G> {
    /// Begins the game: the opening is drawn again when it ends the game.
    fn begin(&mut self, game: &G, opening: u32, moves: &mut Vec<G::Move>) {
        for plies in (0..=opening).rev() {
            self.position = game.start();
            for _ in 0..plies {
                if let Some(played) = game.random_move(&self.position, moves, &mut self.random) {
                    game.play(&mut self.position, played);
                }
            }
            if game.turn(&self.position).is_some() {
                return;
            }
        }
    }
}

/// A [`Batch`] of a game that is only known at run time.
pub trait AnyBatch: Send {
    /// How many games there are.
    fn games(&self) -> usize;

    /// How many numbers each has in the buffers.
    fn shape(&self) -> Shape;

    /// Begins all games anew; all random choices follow from `seed`.
    fn reset(&mut self, seed: u64, threads: usize, buffers: Buffers) -> Result<(), BatchError>;

    /// Plays an action in each game, on so many threads. Where one is not legal, nothing is
    /// played.
    fn step(&mut self, actions: &[i64], threads: usize, buffers: Buffers)
    -> Result<(), BatchError>;

    /// Draws a legal action for each game, each as likely as the others.
    fn sample(&mut self, threads: usize, actions: &mut [i64]) -> Result<(), BatchError>;

    /// The position of a game as text, by the erased game that made the batch.
    fn position_text(&self, game: usize) -> Option<String>;
}

/// The parts that threads take: as equal as can be, none of them small.
fn parts(games: usize, threads: usize) -> impl Iterator<Item = Range<usize>> {
    const LEAST: usize = 64;
    let threads = machine::threads(threads).min(games.div_ceil(LEAST).max(1));
    (0..threads).map(move |part| games * part / threads..games * (part + 1) / threads)
}

impl<G: Encoding> Batch<G> {
    /// See [`AnyBatch::step`].
    pub fn step(
        &mut self,
        actions: &[i64],
        threads: usize,
        buffers: Buffers,
    ) -> Result<(), BatchError> {
        self.check_actions(actions)?;
        buffers.check(self.lanes.len(), &self.shape)?;
        for (game, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            let played = usize::try_from(action);
            let played = played.ok().and_then(|action| self.game.move_of(action));
            if !played.is_some_and(|played| self.game.is_legal(&lane.position, played)) {
                return Err(BatchError::Illegal { game, action });
            }
        }
        self.each_part(threads, Some(actions), buffers);
        Ok(())
    }

    /// See [`AnyBatch::reset`].
    pub fn reset(&mut self, seed: u64, threads: usize, buffers: Buffers) -> Result<(), BatchError> {
        buffers.check(self.lanes.len(), &self.shape)?;
        self.seed(seed);
        self.each_part(threads, None, buffers);
        Ok(())
    }

    /// See [`AnyBatch::sample`].
    pub fn sample(&mut self, threads: usize, actions: &mut [i64]) -> Result<(), BatchError> {
        self.check_actions(actions)?;
        let game = &*self.game;
        let draw = |lanes: &mut [Lane<G>], actions: &mut [i64]| {
            let mut moves = Vec::new();
            for (lane, action) in lanes.iter_mut().zip(actions) {
                let played = game.random_move(&lane.position, &mut moves, &mut lane.random);
                *action = played.map_or(-1, |played| game.action(played) as i64);
            }
        };
        let mut parts: Vec<_> = parts(self.lanes.len(), threads).collect();
        let own = parts.pop().unwrap_or_default();
        thread::scope(|scope| {
            let (mut lanes, mut actions) = (&mut self.lanes[..], actions);
            for part in parts {
                let (here, rest) = lanes.split_at_mut(part.len());
                let (written, left) = actions.split_at_mut(part.len());
                (lanes, actions) = (rest, left);
                let draw = &draw;
                scope.spawn(move || draw(here, written));
            }
            draw(&mut lanes[..own.len()], actions);
        });
        Ok(())
    }

    fn check_actions(&self, actions: &[i64]) -> Result<(), BatchError> {
        let (found, wanted) = (actions.len(), self.lanes.len());
        if found != wanted {
            return Err(BatchError::Length {
                name: "actions",
                found,
                wanted,
            });
        }
        Ok(())
    }

    /// Plays the actions, where there are any, and writes what came of it.
    fn each_part(&mut self, threads: usize, actions: Option<&[i64]>, buffers: Buffers) {
        let (game, shape, opening) = (&*self.game, &self.shape, self.opening);
        let mut parts: Vec<_> = parts(self.lanes.len(), threads).collect();
        let own = parts.pop().unwrap_or_default();
        thread::scope(|scope| {
            let (mut lanes, mut buffers) = (&mut self.lanes[..], buffers);
            for part in parts {
                let (here, rest) = lanes.split_at_mut(part.len());
                let (written, left) = buffers.split(part.len(), shape);
                (lanes, buffers) = (rest, left);
                let actions = actions.map(|actions| &actions[part]);
                scope.spawn(move || step_part(game, shape, opening, here, actions, written));
            }
            let actions = actions.map(|actions| &actions[own]);
            step_part(game, shape, opening, lanes, actions, buffers);
        });
    }
}

/// Plays the actions of some games, and writes what came of it.
fn step_part<G: Encoding>(
    game: &G,
    shape: &Shape,
    opening: u32,
    lanes: &mut [Lane<G>],
    actions: Option<&[i64]>,
    mut buffers: Buffers,
) {
    let mut moves = Vec::new();
    for (at, lane) in lanes.iter_mut().enumerate() {
        if let Some(played) = actions.and_then(|actions| game.move_of(actions[at] as usize)) {
            game.play(&mut lane.position, played);
        }
        let rewards = &mut buffers.rewards[at * shape.seats..][..shape.seats];
        let mover = game.turn(&lane.position);
        buffers.ended[at] = u8::from(mover.is_none());
        let mover = match mover {
            Some(mover) => {
                rewards.fill(0.0);
                Some(mover)
            }
            None => {
                write_returns(&game.scores(&lane.position), |seat, value| {
                    rewards[seat] = value as f32;
                });
                lane.begin(game, opening, &mut moves);
                game.turn(&lane.position)
            }
        };
        let mover = mover.unwrap_or_default();
        buffers.players[at] = mover.index() as i8;
        if let Some(observations) = &mut buffers.observations {
            let planes = &mut observations[at * shape.observation..][..shape.observation];
            game.observe(&lane.position, mover, planes);
        }
        if let Some(masks) = &mut buffers.masks {
            let mask = &mut masks[at * shape.actions..][..shape.actions];
            game.mask(&lane.position, &mut moves, mask);
        }
    }
}

impl<G: crate::Notation> AnyBatch for Batch<G> {
    fn games(&self) -> usize {
        self.lanes.len()
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn reset(&mut self, seed: u64, threads: usize, buffers: Buffers) -> Result<(), BatchError> {
        Batch::reset(self, seed, threads, buffers)
    }

    fn step(
        &mut self,
        actions: &[i64],
        threads: usize,
        buffers: Buffers,
    ) -> Result<(), BatchError> {
        Batch::step(self, actions, threads, buffers)
    }

    fn sample(&mut self, threads: usize, actions: &mut [i64]) -> Result<(), BatchError> {
        Batch::sample(self, threads, actions)
    }

    fn position_text(&self, game: usize) -> Option<String> {
        let lane = self.lanes.get(game)?;
        Some(self.game.position_text(&lane.position))
    }
}
