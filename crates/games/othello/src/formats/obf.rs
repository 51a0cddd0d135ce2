//! OBF: problems of Othello, a position a line with the values of its moves.
//!
//! ```text
//! O--OOOOX-OOOOOOX...-- X; A2:+38; C7:+36; % a comment
//! ```
//!
//! Values are margins for the side to move. A game is written as the position that it
//! has reached, which is what one wants solved of it.

use super::lines;
use crate::Othello;
use papan_core::formats::{TakeRecord, read_each, text_of, write_each};
use papan_core::line;
use papan_core::{Format, FormatError, Notation, Record, shortened};

const NAME: &str = "obf";

pub(super) const FORMAT: Format<Othello> = Format {
    name: NAME,
    extension: "obf",
    summary: "problems: POSITION; MOVE:VALUE; ... (games: the position they reached)",
    each: read,
    write,
    joins: true,
};

fn read(game: &Othello, bytes: &[u8], take: &mut TakeRecord<'_>) -> Result<(), FormatError> {
    let text = text_of(bytes);
    let lines = lines(&text).filter(|(_, line)| !line.starts_with('%'));
    read_each(NAME, "line", lines, take, |line| read_problem(game, line))
}

fn read_problem(game: &Othello, line: &str) -> Result<Record, String> {
    let (problem, comment) = line.split_once('%').unwrap_or((line, ""));
    let mut fields = problem.split(';').map(str::trim);
    let position = fields.next().unwrap_or_default();
    let position = game
        .parse_position(position)
        .map_err(|error| error.to_string())?;
    let mut record = Record {
        start: line::start_text(game, &position),
        ..Record::of(game)
    };
    for field in fields.filter(|field| !field.is_empty()) {
        let (text, value) = field
            .split_once(':')
            .ok_or_else(|| format!("'{}' is not MOVE:VALUE", shortened(field)))?;
        let played = game
            .parse_move(&position, text)
            .map_err(|error| error.to_string())?;
        let value = value
            .trim()
            .parse()
            .map_err(|_| format!("the value in '{}' is not a number", shortened(field)))?;
        let text = game.move_text(&position, played);
        record.values.push((text, value));
    }
    record.set_tag("comment", one_line(comment));
    Ok(record)
}

fn write(game: &Othello, records: &[Record]) -> Result<Vec<u8>, FormatError> {
    write_each(NAME, records, |record| {
        if !record.values.is_empty() && !record.moves.is_empty() {
            return Err("the values are of a position before the last".to_owned());
        }
        let replayed = record.replay(game).map_err(|error| error.to_string())?;
        let position = replayed.last;
        let mut line = format!("{};", game.position_text(&position));
        for (text, value) in &record.values {
            let played = game
                .parse_move(&position, text)
                .map_err(|error| error.to_string())?;
            let text = game.move_text(&position, played).to_uppercase();
            line += &format!(" {text}:{value:+};");
        }
        if let Some(comment) = record.tag("comment") {
            line += &format!(" % {}", one_line(comment));
        }
        Ok((line + "\n").into_bytes())
    })
}

/// A comment without line breaks.
fn one_line(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X;";

    #[test]
    fn problems_round_trip() {
        let othello = Othello::new();
        let text = format!("{FFO_40} A2:+38; B1:-30; D8:+0; % number 40\n{FFO_40}\n");
        let records = FORMAT.read(&othello, text.as_bytes()).unwrap();
        assert_eq!(records[0].values[1], ("b1".to_owned(), -30));
        assert_eq!(records[0].tag("comment"), Some("number 40"));
        assert_eq!(write(&othello, &records).unwrap(), text.as_bytes());

        let loose = format!(
            "% Problems\n\n{}a2 : 38;b1:-30 ;d8:0;; %  number 40",
            FFO_40
        );
        assert_eq!(
            FORMAT.read(&othello, loose.as_bytes()).unwrap(),
            records[..1]
        );
    }

    #[test]
    fn a_game_is_the_position_it_reached() {
        let othello = Othello::new();
        let mut game = Record::of(&othello);
        let start = write(&othello, std::slice::from_ref(&game)).unwrap();
        assert_eq!(FORMAT.read(&othello, &start).unwrap()[0].start, None);
        game.moves.push("f5".to_owned().into());
        let written = write(&othello, std::slice::from_ref(&game)).unwrap();
        let last = game.replay(&othello).unwrap().last;
        assert_eq!(
            written,
            format!("{};\n", othello.position_text(&last)).as_bytes()
        );
        game.values.push(("f5".to_owned(), 0));
        assert!(write(&othello, &[game]).is_err());
    }

    #[test]
    fn mistakes_are_named() {
        let othello = Othello::new();
        let error = |text: &str| {
            FORMAT
                .read(&othello, text.as_bytes())
                .unwrap_err()
                .to_string()
        };
        assert!(error("% a comment\nXO X;").starts_with("obf, line 2: not a position"));
        assert!(error(&format!("{FFO_40} A1:+3;")).contains("'A1' is not allowed"));
        assert!(error(&format!("{FFO_40} A2;")).contains("'A2' is not MOVE:VALUE"));
        assert!(error(&format!("{FFO_40} A2:x;")).contains("'A2:x' is not a number"));
    }
}
