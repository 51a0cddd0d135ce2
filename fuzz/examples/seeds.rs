//! Writes the seeds again, from which the fuzzer starts: a short random game of each kind,
//! as text, in every format of the game and as what is said to an engine, and a problem. After
//! a game or a format was added, in fuzz/: cargo run --example seeds

use papan_agents::{
    Playable,
    games::{Visitor, families, visit},
};
use papan_core::{
    Notation, Random, Record,
    formats::{find_format, formats},
    record::RecordedMove,
};
use papan_protocol::dialect::{gtp_colour, nboard_move};
use std::{fs, io, path::Path};

/// Besides the game of each family: on small boards the fuzzer reaches the end of a game.
const SMALL: &[&str] = &[
    "adjacency:rounds=2,first=O",
    "blokus:size=5",
    "kalah:holes=3,relay=2",
    "othello:size=4",
];

/// So short that the fuzzer has room to change the rest.
const MAX_PLIES: usize = 20;

fn main() {
    let whole = families().map(|family| family.presets[0]);
    for name in whole.chain(SMALL.iter().copied()) {
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
    write_dialogues(game, &moves)?;
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

/// The same game told to an engine, and what one may ask of it then.
fn write_dialogues<G: Notation>(game: &G, moves: &[String]) -> io::Result<()> {
    let name = game.name();
    let mut gtp = format!("{name}\n1 clear_board\ntime_settings 60 10 5\n");
    let mut nboard = format!("{name}\nnboard 2\nset depth 2\n");
    let mut position = game.start();
    for text in moves {
        let colour = game.colour(&position).unwrap_or_default();
        gtp += &format!("play {} {text}\n", gtp_colour(game, colour));
        nboard += &format!("move {}\n", nboard_move(text));
        if let Ok(played) = game.parse_move(&position, text) {
            game.play(&mut position, played);
        }
    }
    for colour in 0..game.colours() {
        let colour = gtp_colour(game, colour);
        gtp += &format!("genmove {colour}\nplay {colour} pass\nall_legal {colour}\n");
    }
    gtp += "showboard # now\nfinal_score\nundo\nreg_genmove b\nquit\n";
    nboard += "go\nhint 2\nping 1\nanalyze\nquit\n";
    let moves = moves.join(" ");
    let start = game.position_text(&game.start());
    let ugi = format!(
        "{name}\nugi\nposition startpos moves {moves}\ngo p1time 9 p2inc 1 depth 1\n\
         position fen {start} moves {moves}\nquery turn\nquery result\ngo infinite\nstop\nquit\n"
    );
    write(game, "gtp", "", gtp.as_bytes())?;
    write(game, "ugi", "", ugi.as_bytes())?;
    match find_format(game, "ggf") {
        Ok(_) => write(game, "nboard", "", nboard.as_bytes()),
        // The protocol is for Othello alone.
        Err(_) => Ok(()),
    }
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
