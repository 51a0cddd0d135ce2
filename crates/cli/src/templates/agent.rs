//! An agent for Papan: reads a line of JSON for every move and answers with one.
//! The fields: game, position, board, seat, seat_name, turn, legal_moves, scores, moves,
//! time_left (seconds, or null), time, depth and nodes (limits, or null) and seed.

use std::io::{self, Write};

/// What stands behind a field, up to the given character. Serde reads all of JSON; this is
/// enough for moves, which have no quotes in them.
fn field<'a>(line: &'a str, name: &str, end: char) -> &'a str {
    let begin = line.find(&format!("\"{name}\":")).map_or(0, |at| at + name.len() + 3);
    line[begin..].split(end).next().unwrap_or("")
}

/// The move to play, one of the legal ones. Here your ideas go.
fn choose<'a>(legal_moves: &[&'a str], chance: usize) -> &'a str {
    legal_moves[chance % legal_moves.len()]
}

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        let line = line?;
        let list = field(&line, "legal_moves", ']').trim_start_matches('[');
        let legal_moves: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        // The same seed gives the same game again.
        let seed: u64 = field(&line, "seed", '}').parse().unwrap_or(0);
        let turn: u64 = field(&line, "turn", ',').parse().unwrap_or(0);
        let chance = seed.wrapping_add(turn).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        println!("{{\"move\": \"{}\"}}", choose(&legal_moves, chance as usize));
        // What is printed must be sent at once; messages for yourself go to standard error.
        io::stdout().flush()?;
    }
    Ok(())
}
