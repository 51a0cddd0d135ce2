//! How large the parts of the folder are, and how large they may be.

use super::{Files, pack};
use std::fmt::Write as _;

/// The most bytes that go over the line before the start page stands, for the program behind it, and for what was
/// learned of one game.
const FIRST_VIEW: usize = 200_000;
const PROGRAM: usize = 1_500_000;
const WEIGHTS: usize = 2_000_000;

/// A part of the folder.
pub(super) struct Part {
    what: String,
    files: usize,
    bytes: usize,
    /// As servers send it that pack what is not packed yet.
    packed: usize,
    /// The most that it may be, packed.
    most: Option<usize>,
}

/// All parts, the first view by the places of its files.
pub(super) fn of(files: &Files, first: &[String]) -> Vec<Part> {
    let part = |what: &str, names: &[&str], most: Option<usize>| {
        let files = || names.iter().filter_map(|name| files.get(*name));
        Part {
            what: what.to_owned(),
            files: names.len(),
            bytes: files().map(Vec::len).sum(),
            packed: files()
                .map(|file| pack::gzip(file).len().min(file.len()))
                .sum(),
            most,
        }
    };
    let named = |begin: &str| -> Vec<&str> {
        let names = files.keys().map(String::as_str);
        names.filter(|name| name.starts_with(begin)).collect()
    };
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    let mut parts = vec![
        part("first view", &first, Some(FIRST_VIEW)),
        part("the page, all of it", &named("page-"), None),
        part("program", &named("program-"), Some(PROGRAM)),
    ];
    let mut weights: Vec<(String, Vec<&str>)> = Vec::new();
    for place in named("weights-") {
        let name = place.rsplit('/').next().unwrap_or(place);
        // `othello.bin` and `othello-book.bin` are both for Othello.
        let game = name.split(['-', '.']).next().unwrap_or(name).to_owned();
        match weights.iter_mut().find(|(known, _)| *known == game) {
            Some((_, places)) => places.push(place),
            None => weights.push((game, vec![place])),
        }
    }
    for (game, places) in weights {
        parts.push(part(&format!("weights of {game}"), &places, Some(WEIGHTS)));
    }
    parts.push(part("everything", &named(""), None));
    parts
}

/// What they take, as they are and packed.
pub(super) fn table(parts: &[Part]) -> String {
    let mut table = format!(
        "{:<24}{:>6}{:>12}{:>12}{:>12}\n",
        "", "files", "bytes", "packed", "at most"
    );
    for part in parts {
        let most = part.most.map_or(String::new(), |most| most.to_string());
        let (what, files) = (&part.what, part.files);
        let (bytes, packed) = (part.bytes, part.packed);
        let _ = writeln!(
            table,
            "{what:<24}{files:>6}{bytes:>12}{packed:>12}{most:>12}"
        );
    }
    table
}

/// Whether all are small enough. One of which there is nothing was not found.
pub(super) fn check(parts: &[Part]) -> Result<(), String> {
    for part in parts {
        let (what, packed) = (&part.what, part.packed);
        match part.most {
            Some(most) if packed > most => {
                return Err(format!(
                    "{what}: {packed} bytes are more than the {most} that a phone is asked to fetch"
                ));
            }
            Some(_) if packed == 0 => return Err(format!("{what}: there is nothing of it")),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that cannot be packed.
    fn noise(count: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..count).map(|_| next()).collect()
    }

    fn problem_of(program: usize, one: usize, other: usize) -> Option<String> {
        let mut files = Files::new();
        for (name, bytes) in [
            ("page-1/index.js", 10),
            ("program-1/program.bin", program),
            ("weights-1/othello.bin", one),
            ("weights-2/othello-book.bin", other),
            ("weights-3/blokus-duo.bin", 1_900_000),
        ] {
            files.insert(name.to_owned(), noise(bytes));
        }
        check(&of(&files, &["page-1/index.js".to_owned()])).err()
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert_eq!(problem_of(1_400_000, 1_000_000, 900_000), None);
        let program = problem_of(1_600_000, 1, 1).expect("the program is too large");
        assert!(program.starts_with("program: "), "{program}");
        // Both files of one game are fetched with it.
        let weights = problem_of(1, 1_500_000, 600_000).expect("the weights are too large");
        assert!(weights.starts_with("weights of othello: "), "{weights}");
        assert!(problem_of(0, 1, 1).is_some());
    }
}
