//! Two searches of Blokus with two seats play against each other: which network or which setting wins games,
//! before it is built into the program.
//!
//! ```text
//! cargo run --release -p papan-engines --example match_blokus -- GAME FIRST SECOND GAMES
//!     [--seed SEED] [--threads N]
//! ```
//!
//! FIRST and SECOND are `random`, `replies`, `built-in` (the network that comes with the program) or the file
//! of a network, followed by settings if there are any: `built-in,nodes=3000,weight=0.7`. Games come in pairs
//! from the same opening of one random placement of five squares for each colour, each side once first. The
//! share of FIRST is printed with its interval of 95% over pairs, with Elo, apart for both seats, with margins, and
//! with simulations and processor time a move of both.

use papan_blokus::{Blokus, Large, Piece, Position, Small};
use papan_core::{Game, Random, Seat, machine};
use papan_engines::blokus::{Explorer, ExplorerSettings, Network};
use papan_search::Limits;
use std::{
    error::Error,
    fs,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

/// One side as it was asked for.
#[derive(Clone)]
struct Side {
    settings: ExplorerSettings,
    network: Option<Arc<Network>>,
    nodes: u64,
}

impl Side {
    fn read<const WORDS: usize>(game: &Blokus<WORDS>, text: &str) -> Result<Side, Box<dyn Error>> {
        let mut words = text.split(',');
        let name = words.next().unwrap_or_default();
        let (settings, network) = match name {
            "random" => (ExplorerSettings::default(), None),
            "replies" => (ExplorerSettings::with_replies(), None),
            "built-in" => {
                let network = Network::trained(game).ok_or("no network comes with this game")?;
                (ExplorerSettings::with_network(), Some(network))
            }
            file => {
                let network = Network::read(game, &fs::read(file)?)?;
                (ExplorerSettings::with_network(), Some(Arc::new(network)))
            }
        };
        let mut side = Side {
            settings,
            network,
            nodes: 1_500,
        };
        for word in words {
            let (name, value) = word.split_once('=').ok_or("settings are NAME=VALUE")?;
            let number: f32 = value.parse()?;
            let settings = &mut side.settings;
            match name {
                "nodes" => side.nodes = value.parse()?,
                "exploration" => settings.exploration = number,
                "sharpness" => settings.prior_sharpness = number,
                "reduction" => settings.first_play_reduction = number,
                "margin" => settings.margin_weight = number,
                "expansion" => settings.expansion_visits = number as u32,
                "rave" => settings.rave_equivalence = (number > 0.0).then_some(number),
                "weight" => settings.network_weight = number,
                "mass" => settings.prior_mass = number,
                "endgame" => settings.endgame_placements = number as usize,
                "children" => settings.max_children = number as usize,
                "decided" => settings.stops_when_decided = number > 0.0,
                _ => return Err(format!("there is no setting '{name}'").into()),
            }
        }
        Ok(side)
    }
}

/// A side at the board.
struct Player<const WORDS: usize> {
    explorer: Explorer<WORDS>,
    nodes: u64,
}

#[derive(Clone, Copy, Default)]
struct Spent {
    moves: u64,
    nodes: u64,
    seconds: f64,
}

/// A game that one side played from a seat: what it got, and its margin.
type Played = (f64, i32);

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = Vec::new();
    let mut seed = 1;
    let mut threads = thread::available_parallelism()?.get();
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut number = || -> Result<u64, Box<dyn Error>> {
            Ok(arguments.next().ok_or("a number is missing")?.parse()?)
        };
        match &word[..] {
            "--seed" => seed = number()?,
            "--threads" => threads = number()? as usize,
            _ => words.push(word),
        }
    }
    let [game, first, second, games] = &words[..] else {
        return Err(
            "usage: match_blokus GAME FIRST SECOND GAMES [--seed SEED] [--threads N]".into(),
        );
    };
    let pairs = games.parse::<u64>()? / 2;
    match Small::named(game) {
        Ok(game) => run(&game, [first, second], pairs, seed, threads),
        Err(_) => run(&Large::named(game)?, [first, second], pairs, seed, threads),
    }
}

#[allow(clippy::print_stdout)]
fn run<const WORDS: usize>(
    game: &Blokus<WORDS>,
    names: [&String; 2],
    pairs: u64,
    seed: u64,
    threads: usize,
) -> Result<(), Box<dyn Error>> {
    if game.seats() != 2 {
        return Err("two sides need a game of two seats".into());
    }
    let sides = [Side::read(game, names[0])?, Side::read(game, names[1])?];
    let next = AtomicU64::new(0);
    let mut results: Vec<[Played; 2]> = Vec::new();
    let mut spent = [Spent::default(); 2];
    thread::scope(|scope| {
        let all: Vec<_> = (0..threads)
            .map(|_| {
                let (next, sides) = (&next, &sides);
                scope.spawn(move || {
                    let mut players = sides.clone().map(|side| Player {
                        nodes: side.nodes,
                        explorer: match side.network {
                            Some(network) => Explorer::new(side.settings).using(network),
                            None => Explorer::new(side.settings),
                        },
                    });
                    let (mut results, mut spent) = (Vec::new(), [Spent::default(); 2]);
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= pairs {
                            return (results, spent);
                        }
                        results.push([0, 1].map(|seat| {
                            let mut random = Random::for_item(seed, pair);
                            play(game, &mut players, seat, &mut random, &mut spent)
                        }));
                    }
                })
            })
            .collect();
        for thread in all {
            let (part, by) = thread.join().expect("no panic");
            results.extend(part);
            for (all, one) in spent.iter_mut().zip(by) {
                all.moves += one.moves;
                all.nodes += one.nodes;
                all.seconds += one.seconds;
            }
        }
    });
    let count = results.len() as f64;
    let mean = |of: &dyn Fn(&[Played; 2]) -> f64| results.iter().map(of).sum::<f64>() / count;
    let both = |pair: &[Played; 2]| (pair[0].0 + pair[1].0) / 2.0;
    let share = mean(&both);
    let variance = mean(&|pair| (both(pair) - share).powi(2));
    let error = 1.96 * (variance / count).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{} against {}: {:.1}% +- {:.1} of {} games, {:+.0} Elo ({:+.0} to {:+.0})",
        names[0],
        names[1],
        100.0 * share,
        100.0 * error,
        2 * results.len(),
        elo(share),
        elo(share - error),
        elo(share + error),
    );
    for seat in 0..2 {
        println!(
            "  from seat {}: {:.1}%, margin {:+.1}",
            seat + 1,
            100.0 * mean(&|pair| pair[seat].0),
            mean(&|pair| f64::from(pair[seat].1)),
        );
    }
    for (name, spent) in names.into_iter().zip(spent) {
        println!(
            "  {name}: {:.0} simulations and {:.4} s a move, {:.3} s a game",
            spent.nodes as f64 / spent.moves as f64,
            spent.seconds / spent.moves as f64,
            spent.seconds / (2.0 * count),
        );
    }
    Ok(())
}

/// A game in which the first side has this seat.
fn play<const WORDS: usize>(
    game: &Blokus<WORDS>,
    players: &mut [Player<WORDS>; 2],
    seat: usize,
    random: &mut Random,
    spent: &mut [Spent; 2],
) -> Played {
    let mut position: Position<WORDS> = game.start();
    let mut moves = Vec::new();
    for player in players.iter_mut() {
        player.explorer.forget();
    }
    for _ in 0..game.rules().colours() {
        let Some(colour) = position.colour() else {
            break;
        };
        moves.clear();
        game.moves_with(&position, colour, Piece::of_size(5), &mut moves);
        let chosen = moves[random.below(moves.len())];
        game.play(&mut position, chosen);
    }
    while let Some(turn) = game.turn(&position) {
        let side = turn.index() ^ seat;
        let Player { explorer, nodes } = &mut players[side];
        let before = machine::thread_processor_time().unwrap_or_default();
        let report = explorer.search(game, &position, &Limits::nodes(*nodes), random);
        let after = machine::thread_processor_time().unwrap_or_default();
        spent[side].nodes += report.nodes;
        spent[side].seconds += (after - before).as_secs_f64();
        spent[side].moves += 1;
        game.play(&mut position, report.best);
    }
    let margin = game.scores(&position).difference(Seat::new(seat));
    ((f64::from(margin.signum()) + 1.0) / 2.0, margin)
}
