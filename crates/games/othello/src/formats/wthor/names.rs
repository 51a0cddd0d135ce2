//! The files that lie beside those of games: names of players (`.jou`) and of tournaments (`.trn`).
//!
//! After a header of 16 bytes such a file has a name for each number from 0 on, filled up with zeros:
//! 20 bytes for a player, 26 for a tournament. Letters are those of Latin-1.

use super::header::HEADER_LENGTH;
use papan_core::Record;

/// What a file names: the tags with its numbers, those that get the names, and the bytes of a name.
struct Names {
    extension: &'static str,
    tags: &'static [(&'static str, &'static str)],
    bytes: usize,
}

const FILES: [Names; 2] = [
    Names {
        extension: "jou",
        tags: &[("black-number", "black"), ("white-number", "white")],
        bytes: 20,
    },
    Names {
        extension: "trn",
        tags: &[("tournament-number", "event")],
        bytes: 26,
    },
];

/// Puts the names of a file into the tags of a game of the base, where it has none.
pub(crate) fn complete(record: &mut Record, extension: &str, bytes: &[u8]) {
    let is_meant = |file: &&Names| file.extension.eq_ignore_ascii_case(extension);
    let Some(file) = FILES.iter().find(is_meant) else {
        return;
    };
    // Only games of the base have numbers; 0 is not written.
    if record.tag("theoretical-score").is_none() {
        return;
    }
    let names = bytes.get(HEADER_LENGTH..).unwrap_or_default();
    for &(number, tag) in file.tags {
        let number = record.tag(number).map_or(Some(0), |text| text.parse().ok());
        let name = number.and_then(|number: usize| names.chunks_exact(file.bytes).nth(number));
        if let (Some(name), None) = (name, record.tag(tag)) {
            record.set_tag(tag, text_of(name));
        }
    }
}

fn text_of(name: &[u8]) -> String {
    let letters = name.split(|&byte| byte == 0).next().unwrap_or_default();
    let text: String = letters.iter().map(|&byte| char::from(byte)).collect();
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: usize, names: &[&[u8]]) -> Vec<u8> {
        let mut file = vec![0; HEADER_LENGTH];
        for name in names {
            let mut padded = vec![0; bytes];
            padded[..name.len()].copy_from_slice(name);
            file.extend(padded);
        }
        file
    }

    fn game() -> Record {
        let mut record = Record::default();
        record.set_tag("theoretical-score", "32");
        record.set_tag("black-number", "2");
        record.set_tag("tournament-number", "1");
        record
    }

    #[test]
    fn numbers_become_names() {
        let players = file(20, &[b"Nobody", b"Ross Tim", b"J\xf6rg Anna"]);
        let events = file(26, &[b"Unknown", b"Open of Jakarta 1988"]);
        let mut record = game();
        complete(&mut record, "JOU", &players);
        complete(&mut record, "trn", &events);
        assert_eq!(record.tag("black"), Some("J\u{f6}rg Anna"));
        assert_eq!(record.tag("white"), Some("Nobody"));
        assert_eq!(record.tag("event"), Some("Open of Jakarta 1988"));
    }

    #[test]
    fn what_is_not_known_is_left_alone() {
        let mut record = game();
        complete(&mut record, "jou", b"short");
        complete(&mut record, "jou", &file(20, &[b"Nobody"]));
        assert_eq!(
            (record.tag("black"), record.tag("white")),
            (None, Some("Nobody"))
        );
        complete(&mut record, "txt", &file(26, &[b"Unknown", b"Open"]));
        assert_eq!(record.tag("event"), None);
        let mut other = Record::default();
        complete(&mut other, "jou", &file(20, &[b"Nobody"]));
        assert_eq!(other, Record::default());
    }
}
