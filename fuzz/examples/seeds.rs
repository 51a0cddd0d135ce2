//! Writes the seeds again, from which the fuzzer starts: a short random game of each kind,
//! as text and in every format of the game, and a problem. After a game or a format was
//! added, in fuzz/: cargo run --example seeds

use papan_agents::{
    Playable,
    games::{Visitor, visit},
};
use papan_core::{Notation, Random, Record, formats::formats, record::RecordedMove};
use std::{fs, io, path::Path};

/// Small boards too: on them the fuzzer reaches the end of a game.
const GAMES: &[&str] = &[
    "adjacency",
    "adjacency:rounds=2,first=O",
    "blokus-duo",
    "blokus:size=5",
    "blokus-classic",
    "congklak",
    "kalah:holes=3,relay=2",
    "othello",
    "othello:size=4",
];

/// So short that the fuzzer has room to change the rest.
const MAX_PLIES: usize = 20;

fn main() {
    for name in GAMES {
        visit(name, WriteSeeds)
            .expect("the name of a game")
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

struct WriteSeeds;

impl Visitor for WriteSeeds {
    type Output = io::Result<()>;
    fn visit<G: Playable>(self, game: G) -> io::Result<()> {
        write_seeds(&game)
    }
}

fn write_seeds<G: Notation>(game: &G) -> io::Result<()> {
    let name = game.name();
    let start = game.position_text(&game.start());
    let moves = random_moves(game);
    let text = moves.join(" ");
    write(game, "spec", "", name.as_bytes())?;
    write(
        game,
        "position",
        "",
        format!("{name}\n{start}\n{text}").as_bytes(),
    )?;
    let first = moves.first().cloned().unwrap_or_default();
    let mut played = Record::of(game);
    played.set_tag("event", "seed");
    played.moves = moves.into_iter().map(RecordedMove::from).collect();
    played.moves[0].value = Some(1.5);
    played.moves[0].seconds = Some(0.25);
    played.moves[0].comment = Some("a note".to_owned());
    let mut problem = Record::of(game);
    problem.start = Some(start);
    problem.values = vec![(first, -3)];
    for format in formats::<G>() {
        for (kind, record) in [("game", &played), ("problem", &problem)] {
            // A format that has no place for such a record needs no seed of it.
            if let Ok(bytes) = (format.write)(game, std::slice::from_ref(record)) {
                let seed = [name.as_bytes(), b"\n", &bytes].concat();
                write(
                    game,
                    "file",
                    &format!("-{kind}.{}", format.extension),
                    &seed,
                )?;
            }
        }
    }
    Ok(())
}

fn random_moves<G: Notation>(game: &G) -> Vec<String> {
    let mut random = Random::new(2);
    let mut position = game.start();
    let mut texts = Vec::new();
    while texts.len() < MAX_PLIES && game.turn(&position).is_some() {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let played = moves[random.below(moves.len())];
        texts.push(game.move_text(&position, played));
        game.play(&mut position, played);
    }
    texts
}

fn write<G: Notation>(game: &G, target: &str, ending: &str, seed: &[u8]) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("seeds")
        .join(target);
    fs::create_dir_all(&folder)?;
    let name = game.name().replace([':', '=', ','], "-");
    fs::write(folder.join(name + ending), seed)
}
