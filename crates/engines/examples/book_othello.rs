//! Makes the opening book of Othello: games of people say which positions, our own searches what
//! they are worth.
//!
//! ```text
//! cargo run --release -p papan-engines --example book_othello -- OUT FILE...
//!     [--times N] [--plies N] [--most N] [--nodes N] [--threads N]
//! ```
//!
//! FILEs are games of the WTHOR base (`.wtb`). Those positions are taken, images and transpositions
//! counted together, that stood on the board after up to `--plies` plies (24) in `--times` games (8) at
//! least, the most frequent `--most` (8,000) of them.
//!
//! In each the moves that leave the book are searched with `--nodes` nodes (100,000); then the values go
//! from the last positions to the first: a position is worth what its best move is, inside of the book
//! or out of it. The book is the same for any number of `--threads` (all of the machine).
//!
//! The book that comes with the program is `crates/engines/src/othello/book.bin`; whoever trains
//! the evaluation again makes it again.

use papan_core::{Game, formats::find_format};
use papan_engines::othello::{
    Engine,
    book::{Book, Known, MOST_POSITIONS},
    patterns::UNIT,
};
use papan_othello::{Move, Othello, Position, symmetry::least_image};
use papan_search::Limits;
use std::{
    collections::{HashMap, HashSet},
    error::Error,
    fs,
    io::{IsTerminal, Write, stderr},
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

/// A position as the least of its images.
type Discs = (u64, u64);

struct Settings {
    times: u32,
    plies: usize,
    most: usize,
    nodes: u64,
    threads: usize,
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let mut words = Vec::new();
    let mut settings = Settings {
        times: 8,
        plies: 24,
        most: 8_000,
        nodes: 100_000,
        threads: thread::available_parallelism()?.get(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut number = || -> Result<u64, Box<dyn Error>> {
            let text = arguments.next().ok_or("a number is missing")?;
            let number = text.parse()?;
            match number {
                0 => Err(format!("{word} must be 1 at least").into()),
                _ => Ok(number),
            }
        };
        match &word[..] {
            "--times" => settings.times = number()?.try_into()?,
            "--plies" => settings.plies = number()? as usize,
            "--most" => settings.most = number()? as usize,
            "--nodes" => settings.nodes = number()?,
            "--threads" => settings.threads = number()? as usize,
            _ if word.starts_with("--") => return Err(format!("{word} is no option").into()),
            _ => words.push(word),
        }
    }
    let [out, files @ ..] = &words[..] else {
        return Err(usage());
    };
    if files.is_empty() {
        return Err(usage());
    }
    if settings.most > MOST_POSITIONS {
        return Err(format!("--most is {MOST_POSITIONS} at most, the size of a book").into());
    }
    let begin = Instant::now();
    let othello = Othello::new();
    let positions = choose(&othello, files, &settings)?;
    eprintln!("{} positions", positions.len());
    let found = search(&othello, &positions, &settings);
    let book = Book::of(back_up(&othello, &positions, &found));
    // The old one stays until the new one is whole.
    let partly = format!("{out}.new");
    fs::write(&partly, book.bytes())?;
    fs::rename(&partly, out)?;
    let start = book.find(&othello.start());
    println!(
        "{out}: {} positions, {} bytes, {:.0} s; the start is worth {:+.2}",
        book.len(),
        book.bytes().len(),
        begin.elapsed().as_secs_f64(),
        start.map_or(0.0, |known| f64::from(known.value) / f64::from(UNIT)),
    );
    Ok(())
}

fn usage() -> Box<dyn Error> {
    "usage: book_othello OUT FILE... [--times N] [--plies N] [--most N] [--nodes N] [--threads N]"
        .into()
}

/// The positions that occur often, those with more discs first.
fn choose(
    othello: &Othello,
    files: &[String],
    settings: &Settings,
) -> Result<Vec<Position>, Box<dyn Error>> {
    let wthor = find_format(othello, "wthor")?;
    let mut counts: HashMap<Discs, (u32, Position)> = HashMap::new();
    for path in files {
        let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let records = wthor.read(othello, &bytes);
        for record in records.map_err(|error| format!("{path}: {error}"))? {
            let played = record.replay(othello)?.played;
            for (position, _) in played.iter().take(settings.plies + 1) {
                // Who must pass has nothing to choose.
                if position.mobility() != 0 {
                    let entry = counts.entry(least(position)).or_insert((0, *position));
                    entry.0 += 1;
                }
            }
        }
    }
    let mut frequent: Vec<(Discs, (u32, Position))> = counts
        .into_iter()
        .filter(|(_, (count, _))| *count >= settings.times)
        .collect();
    // The order of a hash map is another one each time.
    frequent.sort_by_key(|&(discs, (count, _))| (std::cmp::Reverse(count), discs));
    frequent.truncate(settings.most);
    frequent.sort_by_key(|&((own, other), _)| {
        (std::cmp::Reverse((own | other).count_ones()), own, other)
    });
    Ok(frequent
        .into_iter()
        .map(|(_, (_, position))| position)
        .collect())
}

fn least(position: &Position) -> Discs {
    least_image(position.own(), position.other()).0
}

/// The best move out of the book of each position; none where all moves stay in it.
fn search(
    othello: &Othello,
    positions: &[Position],
    settings: &Settings,
) -> Vec<Option<(Move, i32)>> {
    let inside: HashSet<Discs> = positions.iter().map(least).collect();
    let found: Vec<OnceLock<Option<(Move, i32)>>> = vec![OnceLock::new(); positions.len()];
    let (next, done, begin) = (AtomicUsize::new(0), AtomicUsize::new(0), Instant::now());
    thread::scope(|scope| {
        for _ in 0..settings.threads {
            scope.spawn(|| {
                let mut engine = Engine::new(othello, 1 << 16);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(position) = positions.get(at) else {
                        break;
                    };
                    let leaves =
                        |played: Move| !inside.contains(&least(&othello.after(position, played)));
                    let limits = Limits::nodes(settings.nodes);
                    found[at].get_or_init(|| engine.best_of(position, &limits, leaves));
                    tell(
                        done.fetch_add(1, Ordering::Relaxed) + 1,
                        positions.len(),
                        begin,
                    );
                }
            });
        }
    });
    found
        .into_iter()
        .map(|best| best.into_inner().flatten())
        .collect()
}

/// Says how far it is.
fn tell(done: usize, of: usize, begin: Instant) {
    let every = if stderr().is_terminal() { 20 } else { 500 };
    if done.is_multiple_of(every) || done == of {
        let seconds = begin.elapsed().as_secs_f64();
        let left = seconds / done as f64 * (of - done) as f64;
        let end = if stderr().is_terminal() { "\r" } else { "\n" };
        // Nobody may be there to read it.
        let _ = write!(
            stderr(),
            "{done} of {of}, {seconds:.0} s, {left:.0} s left  {end}"
        );
    }
}

/// Values from the last positions to the first: a position has that of its best move, and of equals one
/// that stays in the book.
fn back_up(
    othello: &Othello,
    positions: &[Position],
    found: &[Option<(Move, i32)>],
) -> Vec<(Position, Known)> {
    let mut values: HashMap<Discs, i32> = HashMap::new();
    let mut known = Vec::with_capacity(positions.len());
    // Those with more discs come first.
    for (position, outside) in positions.iter().zip(found) {
        let inside = othello.legal_moves(position).into_iter();
        let inside = inside.filter_map(|best| {
            let value = -values.get(&least(&othello.after(position, best)))?;
            Some(Known {
                best,
                value,
                leaves: false,
            })
        });
        let outside = outside.map(|(best, value)| Known {
            best,
            value,
            leaves: true,
        });
        // Of equals `max_by_key` takes the last one.
        let best = outside
            .into_iter()
            .chain(inside)
            .max_by_key(|known| known.value);
        if let Some(best) = best {
            values.insert(least(position), best.value);
            known.push((*position, best));
        }
    }
    known
}
