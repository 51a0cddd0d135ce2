//! Pentobi's files: SGF with moves as lists of squares.
//!
//! `GM[Blokus Duo]` has the colours `B` and `W`, the games on the classic board `1` to
//! `4`; two players are `B` and `W` however many colours they have. A node may set up a
//! position (`AB`, `AW`, `A1` to `A4` with a piece each, `AE` with empty squares, `PL`)
//! before the first move. There is no pass. Read is the main line of each game.
//!
//! Read are also the files of Pentobi's first versions, with colours by their names and a
//! value for each square of a move: `BLUE[e10][e11]`.

use crate::notation::colour_name;
use crate::{Blokus, Move, Position, Rules, Squares, position::ALL_PIECES};
use papan_core::{
    Format, FormatError, Game, MAX_SEATS, Notation, Record, Seat,
    formats::{TakeRecord, write_each},
    line,
    record::Recorder,
    sgf,
};

const NAME: &str = "blksgf";

/// The names that Pentobi gives to games, and what we call them.
const GAMES: [(&str, &str); 4] = [
    ("Blokus Duo", "blokus-duo"),
    ("Blokus", "blokus-classic"),
    ("Blokus Two-Player", "blokus-classic-2"),
    ("Blokus Three-Player", "blokus-classic-3"),
];

/// Properties that both files and records know.
const TAGS: [(&str, &str); 6] = [
    ("DT", "date"),
    ("EV", "event"),
    ("PC", "place"),
    ("RO", "round"),
    ("TM", "time"),
    ("AN", "annotator"),
];

/// The formats of a game of Blokus besides those that all games have.
pub(crate) const fn formats<const WORDS: usize>() -> &'static [Format<Blokus<WORDS>>] {
    &[Format {
        name: NAME,
        extension: NAME,
        summary: "Pentobi's files, SGF with lists of squares",
        each: read::<WORDS>,
        write: write::<WORDS>,
        joins: true,
    }]
}

/// What Pentobi calls a game with these rules; the scoring is not part of the name.
fn game_name(rules: &Rules) -> Option<&'static str> {
    let same = |name: &str| {
        let settings = papan_core::spec::Settings::parse("game", name, crate::PRESETS).ok()?;
        let known = Rules::from_settings(&settings).ok()?;
        (known.size() == rules.size()
            && known.seats() == rules.seats()
            && known.colours() == rules.colours()
            && known.starts() == rules.starts())
        .then_some(())
    };
    GAMES
        .iter()
        .find(|(_, name)| same(name).is_some())
        .map(|(pentobi, _)| *pentobi)
}

/// The letter or number of one of `count` colours or players.
fn colour_property(count: usize, index: usize) -> &'static str {
    match count {
        2 => ["B", "W"][index],
        _ => ["1", "2", "3", "4"][index],
    }
}

/// The colour that a property belongs to, in any of the spellings that were ever used.
fn property_colour(colours: usize, name: &str) -> Option<usize> {
    let words: &[&str] = match colours {
        2 => &["BLUE", "GREEN"],
        _ => &["BLUE", "YELLOW", "RED", "GREEN"],
    };
    (0..colours).find(|&colour| {
        name == colour_property(colours, colour)
            || name == ["1", "2", "3", "4"][colour]
            || words.get(colour) == Some(&name)
    })
}

/// The properties of the players' names, `PB` and `PW` or `P1` to `P4`, and the tags for
/// them, which are the names of the seats.
fn players<const WORDS: usize>(game: &Blokus<WORDS>) -> Vec<(String, String)> {
    let seats = game.rules().seats();
    let property = |seat: Seat| format!("P{}", colour_property(seats, seat.index()));
    Seat::all(seats)
        .map(|seat| (property(seat), game.seat_name(seat)))
        .collect()
}

fn read<const WORDS: usize>(
    game: &Blokus<WORDS>,
    bytes: &[u8],
    take: &mut TakeRecord<'_>,
) -> Result<(), FormatError> {
    sgf::read_trees(NAME, bytes, take, |nodes| read_game(game, nodes))
}

fn read_game<const WORDS: usize>(
    game: &Blokus<WORDS>,
    nodes: &[sgf::Node],
) -> Result<Record, String> {
    let rules = game.rules();
    let colours = rules.colours();
    let root = nodes.first().ok_or("a game without a node")?;
    let found = root
        .get("GM")
        .ok_or("no property GM says which game it is")?;
    match game_name(rules) {
        Some(name) if name.eq_ignore_ascii_case(found.trim()) => {}
        _ => return Err(wrong_game(game, found)),
    }
    let mut recorder = Recorder::new(game, game.start());
    let record = &mut recorder.record;
    for (property, tag) in TAGS {
        record.set_tag(tag, root.get(property).unwrap_or_default());
    }
    for (property, tag) in players(game) {
        record.set_tag(&tag, root.get(&property).unwrap_or_default());
    }
    record.set_tag("result", root.get("RE").unwrap_or_default());

    for node in nodes {
        if let Some(arranged) = set_up(game, &recorder.position, node)? {
            if !recorder.record.moves.is_empty() {
                return Err("a position is set up after the first move".to_owned());
            }
            recorder.position = arranged;
            recorder.record.start = line::start_text(game, &arranged);
        }
        for (name, values) in &node.properties {
            let Some(colour) = property_colour(colours, name) else {
                continue;
            };
            // However many values there are, they are the squares of one move.
            let squares = values.join(",");
            if squares.trim().is_empty() {
                continue;
            }
            let turn = recorder.position.colour();
            if turn != Some(colour) {
                let number = recorder.number();
                let turn = turn.map_or("nobody", |turn| colour_name(colours, turn));
                let mover = colour_name(colours, colour);
                return Err(format!(
                    "move {number} is {mover}'s, but it is {turn}'s turn"
                ));
            }
            let recorded = recorder.play(&squares).map_err(|error| error.to_string())?;
            recorded.comment = node.get("C").map(str::to_owned);
        }
    }
    let mut record = recorder.record;
    // A comment beside a move is about the move.
    if !root
        .properties
        .iter()
        .any(|(name, _)| property_colour(colours, name).is_some())
    {
        record.set_tag("comment", root.get("C").unwrap_or_default());
    }
    Ok(record)
}

fn wrong_game<const WORDS: usize>(game: &Blokus<WORDS>, found: &str) -> String {
    let known = GAMES
        .iter()
        .find(|(pentobi, _)| pentobi.eq_ignore_ascii_case(found.trim()));
    match known {
        Some((pentobi, name)) => {
            format!(
                "a game of {pentobi}: read it as {name}, not as {}",
                game.name()
            )
        }
        None => format!(
            "a game of '{}', which Papan does not play",
            papan_core::shortened(found)
        ),
    }
}

/// The position that a node sets up, if it does.
fn set_up<const WORDS: usize>(
    game: &Blokus<WORDS>,
    before: &Position<WORDS>,
    node: &sgf::Node,
) -> Result<Option<Position<WORDS>>, String> {
    let colours = game.rules().colours();
    let size = game.rules().size();
    let mut placed: [Squares<WORDS>; MAX_SEATS] = before.placed;
    let mut changed = false;
    let squares = |text: &str| -> Result<Vec<usize>, String> {
        let square = |name: &str| {
            crate::notation::parse_square(name, size)
                .map(|square| game.index(square))
                .ok_or_else(|| format!("'{}' is no square", papan_core::shortened(name)))
        };
        text.split(',').map(square).collect()
    };
    for (name, values) in &node.properties {
        let emptied = name == "AE";
        let colour = name
            .strip_prefix('A')
            .and_then(|rest| property_colour(colours, rest));
        if !emptied && colour.is_none() {
            continue;
        }
        changed = true;
        for index in values
            .iter()
            .map(|value| squares(value))
            .collect::<Result<Vec<_>, _>>()?
            .concat()
        {
            let one = Squares::one(index);
            for (at, placed) in placed.iter_mut().enumerate() {
                match colour == Some(at) {
                    true => *placed |= one,
                    false => *placed = *placed & !one,
                }
            }
        }
    }
    // Pentobi takes the letters of two colours for the first two of four.
    let player = node.get("PL").map(|value| {
        property_colour(colours, value.trim())
            .or_else(|| property_colour(2, value.trim()))
            .ok_or_else(|| format!("'{}' is no player", papan_core::shortened(value)))
    });
    if !changed && player.is_none() {
        return Ok(None);
    }
    let mut left = [0; MAX_SEATS];
    for colour in 0..colours {
        let on_board = game.pieces_on_board(placed[colour]);
        let on_board = on_board.map_err(|problem| format!("set-up position: {problem}"))?;
        left[colour] = ALL_PIECES & !on_board;
    }
    let colour = player.transpose()?.or(before.colour()).unwrap_or(0);
    Ok(Some(game.arranged(placed, left, 0, colour)))
}

fn write<const WORDS: usize>(
    game: &Blokus<WORDS>,
    records: &[Record],
) -> Result<Vec<u8>, FormatError> {
    write_each(NAME, records, |record| {
        write_game(game, record).map(String::into_bytes)
    })
}

fn write_game<const WORDS: usize>(game: &Blokus<WORDS>, record: &Record) -> Result<String, String> {
    let name = game_name(game.rules())
        .ok_or_else(|| format!("Pentobi has no name for {}", game.name()))?;
    record.refuse_values().map_err(|error| error.to_string())?;
    let replayed = record.replay(game).map_err(|error| error.to_string())?;
    let mut text = format!("(;{}CA[UTF-8]", sgf::property("GM", name));
    text += &sgf::tag_properties(record, &TAGS);
    for (property, tag) in players(game) {
        text += &sgf::tag_properties(record, &[(&property, &tag)]);
    }
    text += &sgf::tag_properties(record, &[("RE", "result"), ("C", "comment")]);
    let first = replayed.first();
    if first != game.start() {
        text += &set_up_text(game, &first)?;
    }
    text.push('\n');
    for ((position, played), recorded) in replayed.played.iter().zip(&record.moves) {
        text += &move_node(game, position, *played, recorded.comment.as_deref());
    }
    Ok(text + ")\n")
}

fn set_up_text<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
) -> Result<String, String> {
    if position.monomino_last != 0 {
        return Err("it cannot say that the monomino was placed last".to_owned());
    }
    let colours = game.rules().colours();
    let mut text = String::new();
    for colour in 0..colours {
        let mut rest = position.placed[colour];
        if rest.is_empty() {
            continue;
        }
        text += &format!("A{}", colour_property(colours, colour));
        while let Some(piece) = game.next_piece(&mut rest) {
            let squares: Vec<_> = piece.iter().map(|index| game.square(index)).collect();
            text += &format!(
                "[{}]",
                crate::notation::squares_text(&squares, game.rules().size())
            );
        }
    }
    let player = position.colour().unwrap_or(0);
    Ok(text + &sgf::property("PL", colour_property(colours, player)))
}

fn move_node<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
    played: Move,
    comment: Option<&str>,
) -> String {
    let colour = position.colour().unwrap_or(0);
    let property = colour_property(game.rules().colours(), colour);
    let comment = comment.map_or(String::new(), |text| sgf::property("C", text));
    format!(
        ";{}{comment}\n",
        sgf::property(property, &game.move_text(position, played))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Large, Small};
    use papan_core::{Random, properties};
    use proptest::prelude::*;

    fn random_record<const WORDS: usize>(game: &Blokus<WORDS>, seed: u64, plies: usize) -> Record {
        let mut record = Record::of(game);
        let mut position = game.start();
        let mut random = Random::new(seed);
        for _ in 0..plies {
            let moves = game.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let played = moves[random.below(moves.len())];
            record.moves.push(game.move_text(&position, played).into());
            game.play(&mut position, played);
        }
        record
    }

    #[test]
    fn a_file_of_pentobi_is_read() {
        let duo = Small::named("blokus-duo").unwrap();
        let file = "(\n;GM[Blokus Duo]CA[UTF-8]PB[Anna]PW[Budi]DT[2026-01-02]\n\
                    ;B[e8,d9,e9,f9,e10]C[a cross]\n(;W[j5,i6,j6,k6,j7])(;W[j5]))\n";
        let records = formats()[0].read(&duo, file.as_bytes()).unwrap();
        assert_eq!(records[0].tag("black"), Some("Anna"));
        assert_eq!(records[0].moves.len(), 2);
        assert_eq!(records[0].moves[0].comment.as_deref(), Some("a cross"));
        let written = write(&duo, &records).unwrap();
        assert_eq!(formats()[0].read(&duo, &written).unwrap(), records);
    }

    #[test]
    fn two_players_are_black_and_white_with_four_colours_too() {
        let classic = Large::named("blokus-classic-2").unwrap();
        let file = "(;GM[Blokus Two-Player]CA[UTF-8]PB[Anna]PW[J\u{f6}rg]\n;1[a20]\n;2[t20]\n)\n";
        let records = formats()[0].read(&classic, file.as_bytes()).unwrap();
        assert_eq!(records[0].tag("blue and red"), Some("Anna"));
        assert_eq!(records[0].tag("yellow and green"), Some("J\u{f6}rg"));
        assert_eq!(write(&classic, &records).unwrap(), file.as_bytes());
        let latin1: Vec<u8> = file.chars().map(|character| character as u8).collect();
        assert_eq!(formats()[0].read(&classic, &latin1).unwrap(), records);

        // The fourth colour of three players is nobody's.
        let three = Large::named("blokus-classic-3").unwrap();
        let file = "(;GM[Blokus Three-Player]P1[one]P2[two]P3[three]P4[four])";
        let record = &formats()[0].read(&three, file.as_bytes()).unwrap()[0];
        assert_eq!(record.tag("red"), Some("three"));
        assert_eq!(record.tags.len(), 3);
    }

    #[test]
    fn old_files_have_a_value_for_each_square() {
        let duo = Small::named("blokus-duo").unwrap();
        let moves = |file: &str| {
            let mut records = formats()[0].read(&duo, file.as_bytes()).unwrap();
            std::mem::take(&mut records[0].moves)
        };
        let now = moves("(;GM[Blokus Duo];B[e10,e11];W[j5])");
        assert_eq!(now.len(), 2);
        assert_eq!(moves("(;GM[Blokus Duo];B[e10][e11];W[j5])"), now);
        assert_eq!(moves("(;GM[Blokus Duo];BLUE[e11][e10];GREEN[j5])"), now);
    }

    #[test]
    fn lines_are_written_as_the_game_writes_them() {
        let duo = Small::named("blokus-duo").unwrap();
        let find = |name| papan_core::formats::find_format(&duo, name).unwrap();
        let json = br#"[{"game": "blokus", "moves": [{"move": "E11 , e10"}]}]"#;
        let records = find("json").read(&duo, json).unwrap();
        let lines = (find("lines").write)(&duo, &records).unwrap();
        assert_eq!(lines, b"blokus-duo | start | e10,e11\n");
        for name in [
            "BLOKUS:size=14",
            "blokus-classic:size=14,seats=2,starts=duo",
        ] {
            let line = format!("{name} | Start | e11,e10");
            assert_eq!(find("lines").read(&duo, line.as_bytes()).unwrap(), records);
        }
        let other = b"blokus-classic | start | e11,e10";
        assert!(find("lines").read(&duo, other).is_err());
    }

    #[test]
    fn values_would_be_lost() {
        let duo = Small::named("blokus-duo").unwrap();
        let mut record = Record::of(&duo);
        record.values.push(("e10".to_owned(), 3));
        let error = write(&duo, &[record]).unwrap_err().to_string();
        assert!(error.contains("the values of its moves"), "{error}");
    }

    #[test]
    fn a_position_can_be_set_up() {
        let duo = Small::named("blokus-duo").unwrap();
        let file = "(;GM[Blokus Duo]AB[e8,d9,e9,f9,e10][g8]AW[j5]PL[W];W[k4,l4])";
        let records = formats()[0].read(&duo, file.as_bytes()).unwrap();
        let start = records[0].start.as_deref().unwrap();
        assert!(start.contains(" 2 I2,"), "{start}");
        assert_eq!(
            formats()[0]
                .read(&duo, &write(&duo, &records).unwrap())
                .unwrap(),
            records
        );
    }

    #[test]
    fn mistakes_are_named() {
        let duo = Small::named("blokus-duo").unwrap();
        let error = |file: &str| {
            formats()[0]
                .read(&duo, file.as_bytes())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("(;GM[Blokus])"),
            "blksgf, game 1: a game of Blokus: read it as blokus-classic, not as blokus-duo"
        );
        assert!(error("(;GM[Chess])").contains("which Papan does not play"));
        assert!(error("(;B[e10])").contains("no property GM"));
        assert!(error("blokus-duo | start | e10").contains("no game tree"));
        assert!(error("(;GM[Blokus Duo];W[j5])").contains("move 1 is white's, but it is black's"));
        assert!(error("(;GM[Blokus Duo];B[a1])").contains("must cover the start square e10"));
        let paper = Small::named("blokus-paper-duo").unwrap();
        let record = random_record(&paper, 1, 3);
        assert!(
            write(&paper, &[record])
                .unwrap_err()
                .to_string()
                .contains("no name for")
        );
    }

    #[test]
    fn what_a_set_up_cannot_say_is_refused() {
        let duo = Small::named("blokus-duo").unwrap();
        let mut position = duo.start();
        position.left[0] = 0;
        position.monomino_last = 1;
        let error = set_up_text(&duo, &position).unwrap_err();
        assert!(error.contains("monomino"), "{error}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn games_round_trip(seed in any::<u64>(), plies in 0..90_usize) {
            let duo = Small::named("blokus-duo").unwrap();
            let records = [random_record(&duo, seed, plies), random_record(&duo, !seed, 99)];
            prop_assert_eq!(&formats()[0].read(&duo, &write(&duo, &records).unwrap()).unwrap(), &records);
            for name in ["blokus-classic", "blokus-classic-2", "blokus-classic-3"] {
                let game = Large::named(name).unwrap();
                let mut record = random_record(&game, seed, plies);
                prop_assert_eq!(&formats()[0].read(&game, &write(&game, &[record.clone()]).unwrap()).unwrap()[0], &record);
                // The same from the middle of the game on.
                let played = record.replay(&game).unwrap().played;
                let half = played.len() / 2;
                if let Some((position, _)) = played.get(half).filter(|_| half > 0) {
                    record.start = Some(game.position_text(position));
                    record.moves.drain(..half);
                    prop_assert_eq!(&formats()[0].read(&game, &write(&game, &[record.clone()]).unwrap()).unwrap()[0], &record);
                }
            }
        }

        #[test]
        fn any_file_is_answered(file in "\\(;GM\\[Blokus Duo\\](;?[BWA1PLE]{1,2}\\[[a-o]1?[0-9]?(,[a-o]1?[0-9]){0,4}\\]){0,9}\\)|\\PC*") {
            properties::check_any_file(&Small::named("blokus-duo").unwrap(), file.as_bytes());
        }
    }
}
