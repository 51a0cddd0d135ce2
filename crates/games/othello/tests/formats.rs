//! Every format with random games, damaged files and arbitrary bytes.

use papan_core::{Format, Game, Notation, Random, Record, properties::check_any_file};
use papan_othello::{Othello, formats};
use proptest::prelude::*;

/// A game of random moves, cut short by chance, that begins in the usual position or
/// after some moves. It does not end with a pass, which some formats leave out.
fn random_game(game: &Othello, usual_start: bool, seed: u64) -> Record {
    let mut random = Random::new(seed);
    let mut position = game.start();
    let skipped = if usual_start { 0 } else { random.below(12) };
    let length = random.below(80);
    let mut record = Record::of(game);
    let mut moves = Vec::new();
    for ply in 0..skipped + length {
        if ply == skipped && ply > 0 {
            record.start = Some(game.position_text(&position));
        }
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let played = moves[random.below(moves.len())];
        if ply >= skipped {
            record.moves.push(game.move_text(&position, played).into());
        }
        game.play(&mut position, played);
    }
    record.moves.pop_if(|last| last.text == "pass");
    record
}

/// The record as it comes back from a file; `None` when the format cannot hold it.
fn through(game: &Othello, format: &Format<Othello>, record: &Record) -> Option<Record> {
    let written = (format.write)(game, std::slice::from_ref(record)).ok()?;
    let mut read = format
        .read(game, &written)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&written)));
    assert_eq!(read.len(), 1);
    read.pop()
}

fn holds(format: &Format<Othello>, game: &Othello, record: &Record) -> bool {
    let usual = record.start.is_none();
    match format.name {
        "transcript" => usual && !record.moves.is_empty(),
        "wthor" => usual && game.size() == 8,
        "obf" => record.moves.is_empty(),
        _ => true,
    }
}

/// Changes some bytes of a file: replaced, put in, taken out, or the rest cut off.
fn damage(bytes: &mut Vec<u8>, changes: &[(u8, u16, u8)]) {
    for &(kind, at, byte) in changes {
        let at = usize::from(at) % (bytes.len() + 1);
        match kind % 8 {
            0 => bytes.truncate(at),
            1 | 2 => bytes.insert(at, byte),
            3 if at < bytes.len() => drop(bytes.remove(at)),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => {}
        }
    }
}

fn size() -> impl Strategy<Value = u32> {
    prop_oneof![Just(4), Just(6), Just(8)]
}

/// Whatever a format reads, it can write, and that is read as the same.
fn check(game: &Othello, bytes: &[u8]) {
    check_any_file(game, bytes);
    for format in formats::ALL {
        if let Ok(records) = format.read(game, bytes) {
            let written = (format.write)(game, &records);
            assert!(written.is_ok(), "{}: {written:?}", format.name);
        }
    }
}

/// Bytes that matter in the formats, more often than any others.
fn byte() -> impl Strategy<Value = u8> {
    let common = b"()[];:/%+-.*XOBWabcdefgh12345678 \n\\\0".to_vec();
    prop_oneof![proptest::sample::select(common), any::<u8>()]
}

proptest! {
    #[test]
    fn a_game_passes_through_every_two_formats(
        size in size(), usual_start: bool, seed in any::<u64>(),
    ) {
        let game = Othello::with_size(size);
        let record = random_game(&game, usual_start, seed);
        for one in formats::ALL {
            for other in formats::ALL {
                if !holds(one, &game, &record) || !holds(other, &game, &record) {
                    continue;
                }
                let there = through(&game, one, &record).unwrap();
                let back = through(&game, other, &there).unwrap();
                prop_assert_eq!(&back.moves, &record.moves, "{} {}", one.name, other.name);
                prop_assert_eq!(&back.start, &record.start, "{} {}", one.name, other.name);
                prop_assert_eq!(&back.game, &record.game);
            }
        }
    }

    #[test]
    fn damaged_files_are_answered(
        size in size(),
        usual_start: bool,
        seeds in proptest::collection::vec(any::<u64>(), 1..3),
        changes in proptest::collection::vec((any::<u8>(), any::<u16>(), byte()), 0..4),
    ) {
        let game = Othello::with_size(size);
        let mut records: Vec<Record> = seeds
            .iter()
            .map(|&seed| random_game(&game, usual_start, seed))
            .collect();
        for record in &mut records {
            record.set_tag("black", "one");
            record.set_tag("date", "1998");
            record.set_tag("comment", "a % comment; (with) [brackets]");
            if let Some(first) = record.moves.first_mut() {
                first.value = Some(-1.5);
                first.seconds = Some(2.25);
                first.comment = Some("\\ a comment".to_owned());
            }
        }
        for format in formats::ALL {
            let Ok(mut bytes) = (format.write)(&game, &records) else {
                continue;
            };
            damage(&mut bytes, &changes);
            check(&game, &bytes);
        }
    }

    #[test]
    fn any_bytes_are_answered(
        size in size(), bytes in proptest::collection::vec(byte(), 0..300),
    ) {
        check(&Othello::with_size(size), &bytes);
    }

    #[test]
    fn any_problem_comes_back(
        black in any::<u64>(), discs in any::<u64>(), white_moves: bool, values: Vec<i32>,
    ) {
        let othello = Othello::new();
        let mover = papan_core::Seat::new(usize::from(white_moves));
        let position = othello.position(black & discs, !black & discs, mover).unwrap();
        let moves = othello.legal_moves(&position);
        let texts = moves.iter().map(|&played| othello.move_text(&position, played));
        let record = Record {
            start: Some(othello.position_text(&position)),
            values: texts.zip(values).collect(),
            ..Record::of(&othello)
        };
        let obf = papan_core::formats::find_format(&othello, "obf").unwrap();
        prop_assert_eq!(through(&othello, &obf, &record), Some(record));
    }
}

#[test]
fn ggf_and_sgf_know_the_same_tags() {
    let othello = Othello::new();
    let find = |name| papan_core::formats::find_format(&othello, name).unwrap();
    let mut record = random_game(&othello, true, 1);
    for (tag, text) in [
        ("black", "one"),
        ("white", "other"),
        ("date", "1998-11-07"),
        ("place", "Paris"),
        ("black-rating", "1800"),
        ("white-rating", "1900"),
        ("result", "W+4"),
    ] {
        record.set_tag(tag, text);
    }
    let there = through(&othello, &find("ggf"), &record).unwrap();
    assert_eq!(there, record);
    assert_eq!(through(&othello, &find("sgf"), &there).unwrap(), record);
    // Of the tags, the base of tournaments has a place for the year and the result.
    let wthor = through(&othello, &find("wthor"), &record).unwrap();
    assert_eq!(wthor.tag("date"), Some("1998"));
    assert_eq!(wthor.moves, record.moves);
}

#[test]
fn a_pass_at_the_end_is_kept_where_passes_are() {
    let small = Othello::with_size(4);
    for name in ["ggf", "sgf"] {
        let format = papan_core::formats::find_format(&small, name).unwrap();
        let mut record = Record::of(&small);
        for text in ["b1", "c1", "d3", "a1", "pass"] {
            record.moves.push(text.to_owned().into());
        }
        assert_eq!(
            through(&small, &format, &record).unwrap().moves,
            record.moves
        );
    }
}

/// The games of a file in a format, or what is wrong with it.
fn read(game: &Othello, format: &str, bytes: &[u8]) -> Result<Vec<Record>, String> {
    let format = papan_core::formats::find_format(game, format).unwrap();
    format.read(game, bytes).map_err(|error| error.to_string())
}

#[test]
fn a_file_in_another_format_is_refused() {
    let othello = Othello::new();
    for name in ["ggf", "sgf"] {
        for file in [&b"f5d6c3\n"[..], b"othello | start | f5", b"[]"] {
            let error = read(&othello, name, file).unwrap_err();
            assert!(error.contains("there is no game tree"), "{error}");
        }
        assert_eq!(read(&othello, name, b" \n"), Ok(Vec::new()));
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_file() {
    let othello = Othello::new();
    let mut record = Record::of(&othello);
    for format in papan_core::formats::formats::<Othello>() {
        if format.name == "wthor" {
            continue;
        }
        record.moves = match format.name {
            "obf" => Vec::new(),
            _ => vec!["f5".to_owned().into()],
        };
        let file = (format.write)(&othello, std::slice::from_ref(&record)).unwrap();
        let marked = [b"\xef\xbb\xbf", &file[..]].concat();
        let read = format.read(&othello, &marked).unwrap();
        assert_eq!(read, format.read(&othello, &file).unwrap());
        assert_eq!(read[0].moves, record.moves);
    }
}

#[test]
fn names_in_latin_1_are_read() {
    let othello = Othello::new();
    for (format, file) in [
        ("sgf", &b"(;GM[2]PB[J\xf6rg];B[fe])"[..]),
        ("ggf", b"(;GM[Othello]PB[J\xf6rg]B[F5];)"),
    ] {
        let records = read(&othello, format, file).unwrap();
        assert_eq!(records[0].tag("black"), Some("J\u{f6}rg"));
    }
    let start = othello.position_text(&othello.start());
    let problem = [start.as_bytes(), b"; % J\xf6rg"].concat();
    let records = read(&othello, "obf", &problem).unwrap();
    assert_eq!(records[0].tag("comment"), Some("J\u{f6}rg"));
}

#[test]
fn every_spelling_of_game_and_moves_is_read() {
    let othello = Othello::new();
    for name in ["othello", "OTHELLO", "othello:size=8", " Othello:Size=8 "] {
        let line = format!("{name} | START | F5 d6");
        let records = read(&othello, "lines", line.as_bytes()).unwrap();
        assert_eq!(records[0].game, "othello");
        assert_eq!(records[0].moves[0].text, "f5");
    }
    assert!(read(&othello, "lines", b"othello:size=6 | start | ").is_err());
    assert!(read(&othello, "lines", b"othello:size=7 | start | ").is_err());

    let small = Othello::with_size(4);
    for pass in ["pass", "PA", "ps", "--", "@@"] {
        let line = format!("othello:size=4 | start | b1 c1 d3 a1 {pass} a3");
        let records = read(&small, "lines", line.as_bytes()).unwrap();
        assert_eq!(records[0].moves[4].text, "pass");
    }
    let rows = r#"[{"game": "othello:size=4", "start": "----\n-ox-\n-xo-\n---- x"}]"#;
    let records = read(&small, "json", rows.as_bytes()).unwrap();
    assert_eq!(records[0].start, None, "it is the usual one");
}

#[test]
fn known_values_are_kept_or_refused() {
    let othello = Othello::new();
    let mut record = Record::of(&othello);
    record.values.push(("f5".to_owned(), 0));
    for format in papan_core::formats::formats::<Othello>() {
        match (format.write)(&othello, std::slice::from_ref(&record)) {
            Ok(file) => assert_eq!(format.read(&othello, &file).unwrap()[0], record),
            Err(error) => assert!(error.to_string().contains("values of its moves"), "{error}"),
        }
    }
}

#[test]
fn nobody_has_won_an_unfinished_game() {
    let othello = Othello::new();
    let records = read(&othello, "transcript", b"f5d6c3").unwrap();
    for format in papan_core::formats::formats::<Othello>() {
        if format.name != "obf" {
            let back = through(&othello, &format, &records[0]).unwrap();
            assert_eq!(back.tag("result"), None, "{}", format.name);
        }
    }
    let wthor = papan_core::formats::find_format(&othello, "wthor").unwrap();
    let there = through(&othello, &wthor, &records[0]).unwrap();
    assert_eq!(there.tag("black-score"), Some("5"));
    let ggf = papan_core::formats::find_format(&othello, "ggf").unwrap();
    let text = (ggf.write)(&othello, &[there]).unwrap();
    assert!(String::from_utf8(text).unwrap().contains("RE[?]"));
}
