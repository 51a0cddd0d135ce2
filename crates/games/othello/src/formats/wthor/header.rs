//! The header of a file, which speaks of all its games.

use super::GAME_LENGTH;
use super::field::{Field, field};
use crate::Othello;
use papan_core::{Record, shortened};
use std::collections::BTreeMap;

pub(super) const HEADER_LENGTH: usize = 16;
/// Where the header says how many games there are, and how many names.
const GAMES: usize = 4;
const NAMES: usize = 8;
/// Where the header says how large the board is, and what kind of games these are.
const BOARD: usize = 12;
const KIND: usize = 13;

/// The year in which the games were played.
const YEAR: Field = field("date", 10, 2, 0);
const FIELDS: [Field; 4] = [
    field("wthor-names", NAMES, 2, 0),
    field("wthor-board", BOARD, 1, 8),
    field("theoretical-depth", 14, 1, 0),
    field("wthor-reserved", 15, 1, 0),
];

/// The tags that all games of a file share, and the bytes of the games.
pub(super) fn read<'a>(
    game: &Othello,
    bytes: &'a [u8],
) -> Result<(BTreeMap<String, String>, &'a [u8]), String> {
    let (header, games) = bytes
        .split_at_checked(HEADER_LENGTH)
        .ok_or("the file is shorter than its header")?;
    let size = header[BOARD];
    if !matches!(size, 0 | 8) || game.size() != 8 {
        let size = if size == 0 { 8 } else { size };
        let wanted = game.size();
        return Err(format!("games on {size}x{size}, not {wanted}x{wanted}"));
    }
    match header[KIND] {
        0 => {}
        1 => return Err("solitaires, not games of two players".to_owned()),
        kind => return Err(format!("games of the unknown kind {kind}")),
    }
    let claimed = header[GAMES..NAMES].iter().rev();
    let claimed = claimed.fold(0, |count, &byte| count << 8 | u64::from(byte));
    if claimed * GAME_LENGTH as u64 != games.len() as u64 {
        let found = games.len();
        return Err(format!(
            "{claimed} games of {GAME_LENGTH} bytes are announced, and {found} bytes follow"
        ));
    }
    let tags = FIELDS.iter().chain([&YEAR]);
    let mut tags: BTreeMap<_, _> = tags.filter_map(|field| field.tag(header)).collect();
    if let Some(date) = read_date(header)? {
        tags.insert("file-date".to_owned(), date);
    }
    Ok((tags, games))
}

/// The day on which a file was made, as `2007-05-22`.
fn read_date(header: &[u8]) -> Result<Option<String>, String> {
    if header[..4] == [0; 4] {
        return Ok(None);
    }
    let [century, year, month, day] = [0, 1, 2, 3].map(|index| u32::from(header[index]));
    let year = 100 * century + year;
    // A year past 99, from programs of the last century, may overflow the century.
    match year / 100 {
        0..=255 => Ok(Some(format!("{year:04}-{month:02}-{day:02}"))),
        _ => Err(format!("the file is of the year {year}")),
    }
}

/// The header of a file with these games.
pub(super) fn write(game: &Othello, records: &[Record]) -> Result<Vec<u8>, String> {
    if game.size() != 8 {
        return Err("only games on 8x8 have a place in it".to_owned());
    }
    let mut header = vec![0; HEADER_LENGTH];
    let count = u32::try_from(records.len()).map_err(|_| "too many games")?;
    header[GAMES..NAMES].copy_from_slice(&count.to_le_bytes());
    for field in &FIELDS {
        let agreed = agreed(records, |record| field.of(record))?;
        field.put(&mut header, agreed.unwrap_or(field.usual));
    }
    if !matches!(header[BOARD], 0 | 8) {
        return Err("the tag wthor-board is neither 0 nor 8".to_owned());
    }
    let year = agreed(records, |record| Ok(year(record)))?;
    YEAR.put(&mut header, year.unwrap_or(YEAR.usual));
    let date = agreed(records, file_date)?;
    header[..4].copy_from_slice(&date.unwrap_or_default());
    Ok(header)
}

/// What all records have in common; `None` when they differ or when there are none.
fn agreed<T: PartialEq>(
    records: &[Record],
    of: impl Fn(&Record) -> Result<T, String>,
) -> Result<Option<T>, String> {
    let mut all = records.iter().map(of);
    let Some(first) = all.next().transpose()? else {
        return Ok(None);
    };
    for own in all {
        if own? != first {
            return Ok(None);
        }
    }
    Ok(Some(first))
}

/// The year in the date of a game: four digits, or a number by itself.
fn year(record: &Record) -> u16 {
    let date = record.tag("date").unwrap_or_default();
    date.split(|character: char| !character.is_ascii_digit())
        .find(|digits| digits.len() == 4 || digits.len() == date.len())
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(YEAR.usual)
}

/// The day on which the file of a record was made, as century, year, month and day.
fn file_date(record: &Record) -> Result<[u8; 4], String> {
    let Some(text) = record.tag("file-date") else {
        return Ok([0; 4]);
    };
    let numbers: Vec<u16> = text
        .split('-')
        .map_while(|part| part.parse().ok())
        .collect();
    let date = match numbers[..] {
        [year, month, day] => [year / 100, year % 100, month, day].map(|part| part.try_into().ok()),
        _ => [None; 4],
    };
    let [Some(century), Some(year), Some(month), Some(day)] = date else {
        return Err(format!("file-date '{}' is not a date", shortened(text)));
    };
    Ok([century, year, month, day])
}

#[cfg(test)]
mod tests {
    use super::super::write as write_file;
    use super::*;

    #[test]
    fn the_header_holds_what_the_games_agree_on() {
        let othello = Othello::new();
        let mut records = [Record::of(&othello), Record::of(&othello)];
        let year_of = |records: &[Record]| YEAR.get(&write_file(&othello, records).unwrap());
        for (date, expected) in [
            ("1998-11-07", 1998),
            ("2003.12.15_13:24:03.MST", 2003),
            ("7 Nov 1998", 1998),
            ("77", 77),
            ("945277754", 0),
        ] {
            records[0].set_tag("date", date);
            assert_eq!(year_of(&records[..1]), expected);
            assert_eq!(year_of(&records), 0, "the other has no date");
        }
        for (tag, text) in [
            ("file-date", "1998-11"),
            ("file-date", "1998-11-300"),
            ("wthor-board", "10"),
            ("theoretical-depth", "256"),
            ("black-score", "65"),
            ("black-number", "-1"),
        ] {
            let mut record = Record::of(&othello);
            record.set_tag(tag, text);
            let error = write_file(&othello, &[record]).unwrap_err().to_string();
            assert!(error.contains(tag), "{error}");
        }
    }
}
