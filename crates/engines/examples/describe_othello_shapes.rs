//! Writes where the patterns of Othello lie and which readings share a weight, for programs that train.
//!
//! ```text
//! cargo run --release -p papan-engines --example describe_othello_shapes -- OUT
//! ```
//!
//! All numbers are `u32`, little endian: the number of places, of readings and of weights; for every square
//! what a disc there adds to each reading; where the readings of each place begin; the weight of each reading.

use papan_engines::othello::shapes::{Layout, PLACES};
use std::{error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args()
        .nth(1)
        .ok_or("usage: describe_othello_shapes OUT")?;
    let layout = Layout::get();
    let shared = layout.shared();
    let mut numbers = vec![PLACES as u32, shared.len() as u32, layout.weights() as u32];
    for square in 0..64 {
        numbers.extend(layout.adds(square).map(u32::from));
    }
    numbers.extend(layout.begins());
    numbers.extend(shared);
    let bytes: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    fs::write(out, bytes)?;
    Ok(())
}
