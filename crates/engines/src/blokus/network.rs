//! A small network that looks at a position once: what each colour will get, and which placements
//! are good.
//!
//! ```text
//! given  = bias + the sum of a row of 256 bytes for every input that is there (see Frames)
//! first  = given, cut off below 0 and above 1
//! second = bias + first x weights, 64 numbers, cut off likewise
//! share of a colour = sigmoid(bias + the first 32 of second x weights)
//! logit of a placement = its 32 bytes x the last 32 of second + the linear prior x scale[phase]
//! ```
//!
//! Whole numbers and sums in a fixed order: the result is the same on every machine.

use super::{
    frame::Frames,
    prior::{self, PHASES},
};
use crate::{
    checksum::checksum,
    weights::{self, Weights},
};
use papan_blokus::{Blokus, Move, Position, Small};
use papan_core::{MAX_SEATS, machine::Vectors};
use std::{
    fmt,
    sync::{Arc, LazyLock, OnceLock},
};
use thiserror::Error;

/// The neurons of the first layer.
const WIDTH: usize = 256;
/// Those that are added up at once: they fit the registers of a processor.
const BLOCK: usize = 128;
/// The neurons of the second layer: a half for the shares, a half for the placements.
const HIDDEN: usize = 64;
/// A half of them.
const HALF: usize = HIDDEN / 2;
/// One in whole numbers: what a neuron of the first layer is given at most.
const ONE: i16 = 64;
/// One for the neurons of the second layer that placements are compared with.
const POLICY_ONE: f32 = 127.0;

const MAGIC: &[u8] = b"papan blokus network\n\x01";

/// The rules of Blokus Duo, for which a network comes with the program.
static DUO: LazyLock<Option<Small>> = LazyLock::new(|| Small::named("blokus-duo").ok());

/// A trained network for the rules of one game.
#[derive(Clone)]
pub struct Network {
    frames: Frames,
    bias: Vec<i16>,
    rows: Vec<i8>,
    second_bias: [f32; HIDDEN],
    second: Vec<[f32; HIDDEN]>,
    share_bias: [f32; MAX_SEATS],
    shares: [[f32; MAX_SEATS]; HALF],
    prior_scales: [f32; PHASES],
    policy_scale: f32,
    placements: Vec<[i8; HALF]>,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    vectors: Option<Vectors>,
}

impl fmt::Debug for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Network of {} inputs", self.frames.inputs())
    }
}

/// Why a file is no network for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// It begins otherwise.
    #[error("this is no file of a network for Blokus, or one of another version")]
    Format,
    /// Something in it has changed.
    #[error("the file of the network is damaged: its checksum is wrong")]
    Checksum,
    /// It was trained for another board.
    #[error("the network was trained for another board")]
    Board,
}

/// What a network says of a position.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The value for each colour, from 0 to 1, by its number.
    pub shares: [f32; MAX_SEATS],
    wanted: [i16; HALF],
    colour: usize,
}

impl Network {
    /// The weights of the network that comes with the program for a game; none for most of them.
    pub fn weights_for<const WORDS: usize>(game: &Blokus<WORDS>) -> Option<&'static Weights> {
        let duo = DUO.as_ref()?;
        (game.rules() == duo.rules()).then_some(&weights::BLOKUS_DUO)
    }

    /// The network that comes with the program for a game; none for most of them, nor where its
    /// [weights](Network::weights_for) are not there.
    ///
    /// ```
    /// use papan_blokus::{Large, Small};
    /// use papan_core::Game;
    /// use papan_engines::blokus::Network;
    ///
    /// let duo = Small::named("blokus-duo").unwrap();
    /// let network = Network::trained(&duo).unwrap();
    /// let sight = network.look(&duo, &duo.start(), 0, &mut Vec::new());
    /// // Who begins gets more of it, and the other one the rest.
    /// assert!(sight.shares[0] > 0.5 && sight.shares[1] < 0.5);
    ///
    /// let classic = Large::named("blokus-classic").unwrap();
    /// assert!(Network::trained(&classic).is_none());
    /// ```
    pub fn trained<const WORDS: usize>(game: &Blokus<WORDS>) -> Option<Arc<Network>> {
        static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
        let file = Network::weights_for(game)?.bytes().ok()?;
        let read = || Network::read(game, file).ok().map(Arc::new);
        NETWORK.get_or_init(read).clone()
    }

    /// Reads a file that `train_blokus.py` has written, for a game.
    pub fn read<const WORDS: usize>(
        game: &Blokus<WORDS>,
        file: &[u8],
    ) -> Result<Network, NetworkError> {
        let body = file.strip_prefix(MAGIC).ok_or(NetworkError::Format)?;
        let (body, sum) = body.split_last_chunk().ok_or(NetworkError::Format)?;
        if checksum(&file[..file.len() - 8]) != u64::from_le_bytes(*sum) {
            return Err(NetworkError::Checksum);
        }
        let frames = Frames::new(game).ok_or(NetworkError::Board)?;
        let mut reader = Reader { rest: body };
        let mut number = || {
            reader
                .take()
                .map(|bytes| u32::from_le_bytes(*bytes) as usize)
        };
        let sizes = [number()?, number()?, number()?];
        if sizes != [frames.inputs(), frames.placements(), frames.colours()] {
            return Err(NetworkError::Board);
        }
        let [inputs, placements, colours] = sizes;
        let bias = (0..WIDTH).map(|_| Ok(i16::from_le_bytes(*reader.take()?)));
        let bias = bias.collect::<Result<_, _>>()?;
        let rows = reader.signed(inputs * WIDTH)?;
        let second_bias = reader.floats()?;
        let second = (0..WIDTH)
            .map(|_| reader.floats())
            .collect::<Result<_, _>>()?;
        let mut share_bias = [0.0; MAX_SEATS];
        let mut shares = [[0.0; MAX_SEATS]; HALF];
        for bias in &mut share_bias[..colours] {
            [*bias] = reader.floats()?;
        }
        for weights in &mut shares {
            for weight in &mut weights[..colours] {
                [*weight] = reader.floats()?;
            }
        }
        let prior_scales = reader.floats()?;
        let [policy_scale] = reader.floats()?;
        let vectors = reader.signed(placements * HALF)?;
        let (vectors, _) = vectors.as_chunks::<HALF>();
        if !reader.rest.is_empty() {
            return Err(NetworkError::Format);
        }
        Ok(Network {
            frames,
            bias,
            rows,
            second_bias,
            second,
            share_bias,
            shares,
            prior_scales,
            policy_scale,
            placements: vectors.to_vec(),
            vectors: Vectors::detect(),
        })
    }

    /// The same with the code that every machine can run.
    pub fn portable(self) -> Network {
        Network {
            vectors: None,
            ..self
        }
    }

    /// Looks at a position in which `colour` moves. `inputs` is memory to work in.
    pub fn look<const WORDS: usize>(
        &self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        inputs: &mut Vec<u16>,
    ) -> Sight {
        self.frames.list_inputs(game, position, colour, inputs);
        let second = self.second(inputs);
        let colours = self.frames.colours();
        let mut sums = self.share_bias;
        for (said, weights) in second.iter().zip(&self.shares) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += said * weight;
            }
        }
        let mut shares = [0.0; MAX_SEATS];
        for next in 0..colours {
            shares[(colour + next) % colours] = sigmoid(sums[next]);
        }
        Sight {
            shares,
            wanted: std::array::from_fn(|at| (second[HALF + at] * POLICY_ONE + 0.5) as i16),
            colour,
        }
    }

    /// The logit of a placement at sight, when the linear prior gives it `linear`.
    #[inline(always)]
    pub fn logit(&self, sight: &Sight, played: Move, phase: usize, linear: f32) -> f32 {
        let placement = self.frames.placement(sight.colour, played);
        let vector = &self.placements[placement];
        let products = vector.iter().zip(&sight.wanted);
        let sum: i32 = products
            .map(|(&weight, &wanted)| i32::from(i16::from(weight)) * i32::from(wanted))
            .sum();
        sum as f32 * self.policy_scale + self.prior_scales[phase] * linear
    }

    fn second(&self, inputs: &[u16]) -> [f32; HIDDEN] {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn with_vectors(network: &Network, inputs: &[u16]) -> [f32; HIDDEN] {
            network.second_anywhere(inputs)
        }

        #[cfg(target_arch = "x86_64")]
        if self.vectors.is_some() {
            // SAFETY: that proves that the processor has these instructions.
            return unsafe { with_vectors(self, inputs) };
        }
        self.second_anywhere(inputs)
    }

    #[inline(always)]
    fn second_anywhere(&self, inputs: &[u16]) -> [f32; HIDDEN] {
        let mut second = self.second_bias;
        let (rows, _) = self.rows.as_chunks::<BLOCK>();
        let (biases, _) = self.bias.as_chunks::<BLOCK>();
        for (block, bias) in biases.iter().enumerate() {
            let mut given = *bias;
            for &input in inputs {
                let row = &rows[usize::from(input) * (WIDTH / BLOCK) + block];
                for (sum, &weight) in given.iter_mut().zip(row) {
                    *sum = sum.saturating_add(weight.into());
                }
            }
            let weights = &self.second[block * BLOCK..][..BLOCK];
            for (&sum, weights) in given.iter().zip(weights) {
                if sum <= 0 {
                    continue;
                }
                let first = f32::from(sum.min(ONE)) / f32::from(ONE);
                for (sum, weight) in second.iter_mut().zip(weights) {
                    *sum += first * weight;
                }
            }
        }
        second.map(|sum| sum.clamp(0.0, 1.0))
    }
}

/// One over one and the exponential of the negative.
fn sigmoid(sum: f32) -> f32 {
    let small = prior::exp(-sum.abs());
    let below = small / (1.0 + small);
    if sum < 0.0 { below } else { 1.0 - below }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take<const BYTES: usize>(&mut self) -> Result<&'a [u8; BYTES], NetworkError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(NetworkError::Format)?;
        self.rest = rest;
        Ok(taken)
    }

    fn floats<const COUNT: usize>(&mut self) -> Result<[f32; COUNT], NetworkError> {
        let mut floats = [0.0; COUNT];
        for float in &mut floats {
            *float = f32::from_le_bytes(*self.take()?);
        }
        Ok(floats)
    }

    fn signed(&mut self, count: usize) -> Result<Vec<i8>, NetworkError> {
        let (taken, rest) = self
            .rest
            .split_at_checked(count)
            .ok_or(NetworkError::Format)?;
        self.rest = rest;
        Ok(taken.iter().map(|&byte| byte as i8).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_blokus::Small;
    use papan_core::{Game, Random, Seat};

    /// A file with random weights.
    fn file(frames: &Frames) -> Vec<u8> {
        let mut random = Random::new(5);
        let mut bytes = MAGIC.to_vec();
        let sizes = [frames.inputs(), frames.placements(), frames.colours()];
        bytes.extend(sizes.iter().flat_map(|&size| (size as u32).to_le_bytes()));
        let mut small =
            |count: usize| -> Vec<i8> { (0..count).map(|_| random.below(15) as i8 - 7).collect() };
        let floats = |numbers: Vec<i8>| {
            numbers
                .into_iter()
                .flat_map(|number| (f32::from(number) / 16.0).to_le_bytes())
        };
        let bias = small(WIDTH);
        bytes.extend(
            bias.into_iter()
                .flat_map(|bias| i16::from(bias).to_le_bytes()),
        );
        bytes.extend(
            small(WIDTH * frames.inputs())
                .iter()
                .map(|&byte| byte as u8),
        );
        let others = HIDDEN + WIDTH * HIDDEN + (1 + HALF) * frames.colours() + PHASES + 1;
        bytes.extend(floats(small(others)));
        bytes.extend(
            small(HALF * frames.placements())
                .iter()
                .map(|&byte| byte as u8),
        );
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn vectors_see_what_plain_code_sees() {
        let duo = Small::named("blokus-duo").unwrap();
        let network = Network::read(&duo, &file(&Frames::new(&duo).unwrap())).unwrap();
        let plain = network.clone().portable();
        let mut random = Random::new(6);
        let mut position = duo.start();
        let mut inputs = Vec::new();
        while let Some(colour) = position.colour() {
            let sight = network.look(&duo, &position, colour, &mut inputs);
            let same = plain.look(&duo, &position, colour, &mut inputs);
            assert_eq!(sight.shares, same.shares);
            assert_eq!(sight.wanted, same.wanted);
            assert!(sight.shares.iter().all(|share| (0.0..=1.0).contains(share)));
            let moves = duo.legal_moves(&position);
            duo.play(&mut position, moves[random.below(moves.len())]);
        }
    }

    /// The known failure is a value that learns the colour and nothing else: such a value would
    /// say the same of all games after as many moves.
    #[test]
    fn the_trained_network_knows_more_than_who_began() {
        let duo = Small::named("blokus-duo").unwrap();
        let network = Network::trained(&duo).unwrap();
        // What it says of the first seat in games that this seat wins, and in those it loses.
        let mut said = [Vec::new(), Vec::new()];
        for number in 0..200 {
            let mut random = Random::for_item(9, number);
            let mut position = duo.start();
            let mut share = 0.0;
            for ply in 0.. {
                let Some(colour) = position.colour() else {
                    break;
                };
                if ply == 20 {
                    let sight = network.look(&duo, &position, colour, &mut Vec::new());
                    share = sight.shares[0];
                }
                // Large pieces first, as in games that are worth learning from.
                let mut moves = duo.legal_moves(&position);
                let size = |&played: &Move| duo.piece(played).size();
                let largest = moves.iter().map(size).max();
                moves.retain(|played| Some(size(played)) == largest);
                duo.play(&mut position, moves[random.below(moves.len())]);
            }
            match duo.scores(&position).difference(Seat::new(0)) {
                0 => {}
                difference => said[usize::from(difference < 0)].push(share),
            }
        }
        let [won, lost] = &said;
        assert!(
            won.len() > 50 && lost.len() > 50,
            "one seat wins nearly all"
        );
        let pairs = won
            .iter()
            .flat_map(|won| lost.iter().map(move |lost| won > lost));
        let right = pairs.filter(|&right| right).count() as f64;
        let right = right / (won.len() * lost.len()) as f64;
        // By chance it would be 0.5 with a deviation of 0.04.
        assert!(
            right > 0.65,
            "{right:.3} of all pairs of games are in order"
        );
    }

    #[test]
    fn files_that_are_no_networks_are_refused() {
        let duo = Small::named("blokus-duo").unwrap();
        let good = file(&Frames::new(&duo).unwrap());
        let refused = |file: &[u8]| Network::read(&duo, file).unwrap_err();
        assert_eq!(refused(b"something else"), NetworkError::Format);
        assert_eq!(refused(&good[..good.len() - 1]), NetworkError::Checksum);
        let mut changed = good.clone();
        changed[1_000] ^= 1;
        assert_eq!(refused(&changed), NetworkError::Checksum);
        let small = Small::named("blokus:size=8,seats=2").unwrap();
        let error = Network::read(&small, &good).unwrap_err();
        assert_eq!(error, NetworkError::Board);
    }
}
