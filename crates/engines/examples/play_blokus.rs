//! Makes positions to train the network of Blokus on: the explorer plays against itself and
//! notes what its searches found and how the games ended.
//!
//! ```text
//! cargo run --release -p papan-engines --example play_blokus -- OUT GAME GAMES SEED
//!     [--nodes N] [--quick N] [--network FILE] [--weight W] [--threads N] [--seconds S]
//! ```
//!
//! A game begins with up to as many random placements of five squares as there are colours. The
//! moves of the next plies are drawn by their visits, later ones are the most visited. One move in
//! four is searched with `--nodes` simulations (1,200), and these are what placements are learned from; the
//! others with `--quick` (250): more games say more of how positions end.
//!
//! The file begins with the sizes and images that the trainer needs to know (`header`), then has
//! a record of the same length for each position (`record`).
#![allow(clippy::print_stderr)]

use papan_blokus::{Blokus, Large, Move, Piece, Position, Small};
use papan_core::{Game, Random};
use papan_engines::blokus::{Explorer, ExplorerSettings, Frames, Network, PriorContext, weights};
use papan_search::Limits;
use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// The placements of a record, those with the most visits.
const CANDIDATES: usize = 64;
/// One move in so many is searched well.
const SEARCHED_WELL: usize = 4;
/// The plies whose moves are drawn by their visits, for each colour.
const DRAWN: usize = 5;

struct Settings {
    games: u64,
    seed: u64,
    nodes: u64,
    quick: u64,
    network: Option<Vec<u8>>,
    weight: f32,
    threads: usize,
    time: Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut settings = Settings {
        games: 0,
        seed: 0,
        nodes: 1_200,
        quick: 250,
        network: None,
        weight: 1.0,
        threads: thread::available_parallelism()?.get(),
        time: Duration::MAX,
    };
    let mut words = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut text = || arguments.next().ok_or("a value is missing");
        match &word[..] {
            "--nodes" => settings.nodes = text()?.parse()?,
            "--quick" => settings.quick = text()?.parse()?,
            "--network" => settings.network = Some(fs::read(text()?)?),
            "--weight" => settings.weight = text()?.parse()?,
            "--threads" => settings.threads = text()?.parse()?,
            "--seconds" => settings.time = Duration::from_secs(text()?.parse()?),
            _ => words.push(word),
        }
    }
    let [out, game, games, seed] = &words[..] else {
        return Err(
            "usage: play_blokus OUT GAME GAMES SEED [--nodes N] [--quick N] \
             [--network FILE] [--weight W] [--threads N] [--seconds S]"
                .into(),
        );
    };
    settings.games = games.parse()?;
    settings.seed = seed.parse()?;
    let out = BufWriter::new(File::create(out)?);
    match Small::named(game) {
        Ok(game) => make(&game, &settings, out),
        Err(_) => make(&Large::named(game)?, &settings, out),
    }
}

fn make<const WORDS: usize>(
    game: &Blokus<WORDS>,
    settings: &Settings,
    mut out: BufWriter<File>,
) -> Result<(), Box<dyn Error>> {
    let frames = Frames::new(game).ok_or("this board does not look the same to all colours")?;
    let network = match &settings.network {
        Some(file) => Some(Arc::new(Network::read(game, file)?)),
        None => None,
    };
    out.write_all(&header(game, &frames))?;
    let (begin, next) = (Instant::now(), AtomicU64::new(0));
    let (sender, receiver) = mpsc::sync_channel(100);
    let mut counts = (0, 0);
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        for _ in 0..settings.threads {
            let (sender, next, frames, network) = (sender.clone(), &next, &frames, network.clone());
            scope.spawn(move || {
                let mut explorer = match network {
                    None => Explorer::new(ExplorerSettings {
                        endgame_placements: 0,
                        ..ExplorerSettings::with_replies()
                    }),
                    Some(network) => Explorer::new(ExplorerSettings {
                        endgame_placements: 0,
                        network_weight: settings.weight,
                        ..ExplorerSettings::with_network()
                    })
                    .using(network),
                };
                while begin.elapsed() < settings.time {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= settings.games {
                        break;
                    }
                    let played = play(game, frames, &mut explorer, settings, number);
                    if sender.send(played).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (records, count) in receiver {
            out.write_all(&records)?;
            counts = (counts.0 + 1, counts.1 + count);
            if counts.0 % 200 == 0 {
                say(begin, counts);
            }
        }
        Ok(())
    })?;
    out.flush()?;
    say(begin, counts);
    Ok(())
}

fn say(begin: Instant, (games, positions): (u64, usize)) {
    let seconds = begin.elapsed().as_secs_f64();
    eprintln!("{seconds:6.1} s: {games} games, {positions} positions");
}

/// Seven numbers of four bytes: the inputs, the placements, the squares, the colours, the
/// candidates of a record, the orientations, and whether there is a mirror. Then numbers of two bytes: the
/// images of all inputs, placements and squares in it; for each placement its orientation and
/// five squares, repeated where it has fewer.
fn header<const WORDS: usize>(game: &Blokus<WORDS>, frames: &Frames) -> Vec<u8> {
    let mirror = frames.mirror(game);
    let sizes = [
        frames.inputs(),
        frames.placements(),
        frames.cells(),
        frames.colours(),
        CANDIDATES,
        papan_blokus::orientations().len(),
        usize::from(mirror.is_some()),
    ];
    let mut bytes: Vec<u8> = sizes
        .iter()
        .flat_map(|&size| (size as u32).to_le_bytes())
        .collect();
    let mut numbers: Vec<u16> = Vec::new();
    match mirror {
        Some(mirror) => {
            numbers.extend(mirror.inputs);
            numbers.extend(mirror.placements);
            numbers.extend(mirror.cells);
        }
        None => {
            for count in &sizes[..3] {
                numbers.extend(0..*count as u16);
            }
        }
    }
    for played in game.placements() {
        numbers.push(game.anchored(played).0 as u16);
        let (squares, _) = game.covered(played);
        let cells: Vec<u16> = squares
            .iter()
            .map(|index| frames.cell(0, index) as u16)
            .collect();
        numbers.extend((0..5).map(|at| *cells.get(at).unwrap_or(&(frames.cells() as u16))));
    }
    bytes.extend(numbers.into_iter().flat_map(u16::to_le_bytes));
    bytes
}

/// A position of a game, until it is known how that ended.
struct Noted<const WORDS: usize> {
    position: Position<WORDS>,
    colour: usize,
    candidates: Vec<(Move, u32, f32)>,
    share: f32,
    well: bool,
}

fn play<const WORDS: usize>(
    game: &Blokus<WORDS>,
    frames: &Frames,
    explorer: &mut Explorer<WORDS>,
    settings: &Settings,
    number: u64,
) -> (Vec<u8>, usize) {
    let mut random = Random::for_item(settings.seed, number);
    let mut position = game.start();
    let colours = game.rules().colours();
    let random_plies = random.below(colours + 1);
    let mut noted = Vec::new();
    let mut moves = Vec::new();
    let mut ply = 0;
    while let Some(colour) = position.colour() {
        ply += 1;
        if ply <= random_plies {
            moves.clear();
            game.moves_with(&position, colour, Piece::of_size(5), &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
            continue;
        }
        let well = random.below(SEARCHED_WELL) == 0;
        let nodes = if well { settings.nodes } else { settings.quick };
        let report = explorer.search(game, &position, &Limits::nodes(nodes), &mut random);
        let view = PriorContext::new(game, &position, colour);
        let mut candidates: Vec<_> = explorer
            .visits()
            .map(|(played, visits)| (played, visits, view.logit(game, weights(game), played)))
            .collect();
        let total: u32 = candidates.iter().map(|candidate| candidate.1).sum();
        let mut chosen = report.best;
        if ply <= random_plies + DRAWN * colours && total > 0 {
            let mut rank = random.below(total as usize) as u32;
            for &(played, visits, _) in &candidates {
                if rank < visits {
                    chosen = played;
                    break;
                }
                rank -= visits;
            }
        }
        if let Some(share) = explorer.root_share() {
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.1));
            candidates.truncate(CANDIDATES);
            noted.push(Noted {
                position,
                colour,
                candidates,
                share,
                well,
            });
        }
        game.play(&mut position, chosen);
    }
    let mut bytes = Vec::new();
    for noted in &noted {
        record(game, frames, explorer, noted, &position, &mut bytes);
    }
    (bytes, noted.len())
}

/// The inputs as bits; how the game ended for the colour that moves and each after it: its share of
/// the win, its share with the margin, as floats; what the search found; the colour, whether it was
/// searched well, the phase, a zero; the owner of each square at the end, counted from the
/// colour that moves, with the number of colours for nobody; then the numbers of the candidates, their
/// shares of the visits as parts of 65,535, and their linear logits as floats.
fn record<const WORDS: usize>(
    game: &Blokus<WORDS>,
    frames: &Frames,
    explorer: &Explorer<WORDS>,
    noted: &Noted<WORDS>,
    end: &Position<WORDS>,
    bytes: &mut Vec<u8>,
) {
    let colour = noted.colour;
    let colours = frames.colours();
    let mut inputs = Vec::new();
    frames.list_inputs(game, &noted.position, colour, &mut inputs);
    let mut bits = vec![0_u8; frames.inputs().div_ceil(8)];
    for input in inputs {
        bits[usize::from(input) / 8] |= 1 << (input % 8);
    }
    bytes.extend(bits);
    let scores = game.scores(end);
    let shares = explorer.shares(&scores);
    let outcome = scores.outcome();
    let first = outcome.ranks().iter().filter(|&&rank| rank == 1).count() as f32;
    for next in 0..colours {
        let other = (colour + next) % colours;
        let won = match outcome.ranks()[other] {
            1 => 1.0 / first,
            _ => 0.0,
        };
        bytes.extend(f32::to_le_bytes(won));
        bytes.extend(f32::to_le_bytes(shares[other]));
    }
    bytes.extend(noted.share.to_le_bytes());
    let phase = PriorContext::new(game, &noted.position, colour).phase();
    bytes.extend([colour as u8, u8::from(noted.well), phase as u8, 0]);
    let mut owners = vec![colours as u8; frames.cells()];
    for next in 0..colours {
        for index in end.placed((colour + next) % colours).iter() {
            owners[frames.cell(colour, index)] = next as u8;
        }
    }
    bytes.extend(owners);
    let total: u32 = noted.candidates.iter().map(|candidate| candidate.1).sum();
    let candidates = || (0..CANDIDATES).map(|at| noted.candidates.get(at));
    for candidate in candidates() {
        let number = candidate.map_or(0, |candidate| frames.placement(colour, candidate.0));
        bytes.extend((number as u16).to_le_bytes());
    }
    for candidate in candidates() {
        let visits = candidate.map_or(0, |candidate| candidate.1);
        let part = f64::from(visits) / f64::from(total.max(1));
        bytes.extend(((part * 65_535.0).round() as u16).to_le_bytes());
    }
    for candidate in candidates() {
        bytes.extend(
            candidate
                .map_or(f32::MIN, |candidate| candidate.2)
                .to_le_bytes(),
        );
    }
}
