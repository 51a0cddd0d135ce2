//! Why a move was not the best one: marks that are turned back, left to be turned, or missed, and who
//! moves last in a region.

use papan_adjacency::{Adjacency, Position, Square, neighbours};
use papan_core::{Mistake, Phrase, Reason, bits, counted};

/// How many marks are worth a word.
const MANY_MARKS: u32 = 2;

/// In a larger region than this, who moves last is far from settled.
const LARGEST_REGION: u32 = 8;

/// The facts that speak against a move, what matters most first.
pub fn reasons(mistake: &Mistake<'_, Adjacency>) -> Vec<Reason> {
    let (Some(&played), Some(&better)) = (mistake.played.first(), mistake.better.first()) else {
        return Vec::new();
    };
    let facts = [
        turned_back(mistake),
        last_move(mistake.before, played, better),
        left_to_turn(mistake),
        missed(mistake.before, played, better),
    ];
    facts.into_iter().flatten().collect()
}

/// The marks that a move makes one's own, the new one among them, and that the reply turns back.
fn lost(mistake: &Mistake<'_, Adjacency>, line: &[Square]) -> u64 {
    let [played, reply, ..] = *line else {
        return 0;
    };
    let after = mistake.after(line, 1);
    let won = mistake.before.converted(played) | played.bit();
    won & after.converted(reply)
}

/// The reply turns back what the move has just turned, more than after the better move.
fn turned_back(mistake: &Mistake<'_, Adjacency>) -> Option<Reason> {
    let reply = *mistake.played.get(1)?;
    let marks = lost(mistake, mistake.played);
    let count = marks.count_ones();
    if count < MANY_MARKS || count <= lost(mistake, mistake.better).count_ones() {
        return None;
    }
    let phrase = Phrase::plain("marks-turned-back")
        .with("count", count)
        .with("reply", reply.to_string());
    let text = format!(
        "{reply} turns {} that it wins right back.",
        counted(count, "mark")
    );
    Some(Reason::new(text, phrase).marked(names(marks)))
}

/// The marks of the mover that the reply turns, whenever they were won.
fn turned_by_reply(mistake: &Mistake<'_, Adjacency>, line: &[Square]) -> u64 {
    match *line {
        [_, reply, ..] => mistake.after(line, 1).converted(reply),
        _ => 0,
    }
}

/// The reply turns marks, more than after the better move, that the mover had before.
fn left_to_turn(mistake: &Mistake<'_, Adjacency>) -> Option<Reason> {
    let reply = *mistake.played.get(1)?;
    let marks = turned_by_reply(mistake, mistake.played);
    let count = marks.count_ones();
    let older = marks & !lost(mistake, mistake.played);
    // What it has just won and loses again is said already.
    let is_said = older == 0;
    // Without a reply to the better move there is nothing to compare with.
    if is_said || count < MANY_MARKS || mistake.better.len() < 2 {
        return None;
    }
    let fewer = turned_by_reply(mistake, mistake.better).count_ones();
    if count < fewer + MANY_MARKS {
        return None;
    }
    let phrase = Phrase::plain("leaves-marks-to-turn")
        .with("count", count)
        .with("reply", reply.to_string())
        .with("fewer", fewer);
    let text = format!(
        "{reply} then turns {}; the reply to the better move turns {fewer}.",
        counted(count, "mark")
    );
    Some(Reason::new(text, phrase).marked(names(marks)))
}

/// The better move turns more marks at once.
fn missed(before: &Position, played: Square, better: Square) -> Option<Reason> {
    let [turned, more] = [played, better].map(|square| before.converted(square));
    let count = turned.count_ones();
    if more.count_ones() < count + MANY_MARKS {
        return None;
    }
    let phrase = Phrase::plain("marks-missed")
        .with("count", count)
        .with("better", better.to_string())
        .with("more", more.count_ones());
    let text = format!(
        "{better} turns {} marks; this one turns {count}.",
        more.count_ones()
    );
    Some(Reason::new(text, phrase).marked(names(more & !turned)))
}

/// It begins a small region with an even number of empty squares, where the other side can then
/// make the last move, and leaves alone one with an odd number. Only where all squares will be
/// filled is somebody sure to move there last.
fn last_move(before: &Position, played: Square, better: Square) -> Option<Reason> {
    let empty = before.empty();
    if before.plies_left() < empty.count_ones() {
        return None;
    }
    let [played, other] = [played, better].map(|square| region(empty, square));
    let count = played.count_ones();
    if count % 2 == 1 || count > LARGEST_REGION || other.count_ones().is_multiple_of(2) {
        return None;
    }
    let phrase = Phrase::plain("last-move-in-region")
        .with("count", count)
        .with("better", better.to_string());
    let text = format!(
        "It begins a region of {count} empty squares, an even number, where the last move counts and the \
         opponent can make it; {better} plays in an odd one."
    );
    Some(Reason::new(text, phrase).marked(names(played)))
}

/// The empty squares that hang together with one of them by their sides.
fn region(empty: u64, square: Square) -> u64 {
    let mut region = square.bit();
    loop {
        let grown = region | neighbours(region) & empty;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

fn names(squares: u64) -> Vec<String> {
    bits::ones(squares)
        .map(|index| Square::new(index as usize).to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Game, Notation};

    /// The codes of the reasons, each with its marks, for two lines from a position.
    fn said(position: &str, played: &str, better: &str) -> Vec<(&'static str, String)> {
        let game = Adjacency::default();
        let before = game.parse_position(position).unwrap();
        let read = |line: &str| {
            let mut position = before;
            let read = line.split(' ').map(|text| {
                let played = game.parse_move(&position, text).unwrap();
                game.play(&mut position, played);
                played
            });
            read.collect::<Vec<_>>()
        };
        let (played, better) = (read(played), read(better));
        let said = reasons(&Mistake {
            game: &game,
            before: &before,
            played: &played,
            better: &better,
        });
        said.into_iter()
            .map(|reason| (reason.phrase.code, reason.marks.join(" ")))
            .collect()
    }

    #[test]
    fn marks_are_turned_back_where_the_reply_turns_them() {
        let board = "..O.X.OO/OO..X.XX/..XX..XX/.XX....O/.XX...O./X..X.X.O/XX..XXX./XXXXXX.O O 29";
        let found = said(board, "d7 e6", "d4 b3");
        assert_eq!(found[0], ("marks-turned-back", "d6 e7".to_owned()));
        assert!(
            said(board, "d4 b3", "d7 e6")
                .iter()
                .all(|(code, _)| *code != "marks-turned-back")
        );
        // Another reply turns none of them.
        assert!(
            said(board, "d7 a1", "d4 b3")
                .iter()
                .all(|(code, _)| *code != "marks-turned-back")
        );
        assert!(
            said(board, "d7", "d4")
                .iter()
                .all(|(code, _)| *code != "marks-turned-back")
        );
    }

    #[test]
    fn marks_are_left_to_be_turned_or_missed() {
        // Two X stand at c3 and e3, and d3 lies between them.
        let board = "......../......../..X.X.../......../......../......../......../........ O 6";
        let found = said(board, "h1 a1", "d3 a1");
        assert_eq!(found, [("marks-missed", "c3 e3".to_owned())]);
        assert!(said(board, "d3 a1", "h1 a1").is_empty());
        // One mark more is not worth a word.
        assert!(said(board, "c4 a1", "d3 a1").is_empty());
        // Who is X leaves them there, or stands between them.
        let own = board.replace('O', "X");
        let found = said(&own, "h1 d3", "d3 a8");
        assert_eq!(found, [("leaves-marks-to-turn", "c3 e3".to_owned())]);
        assert!(said(&own, "d3 a8", "h1 d3").is_empty());
        // One more than after the better move is not worth a word.
        assert!(said(&own, "h1 d3", "d3 c4").is_empty());
        // With nothing to compare nothing is said.
        assert!(said(&own, "h1 d3", "d3").is_empty());
    }

    #[test]
    fn the_last_move_counts_in_a_small_even_region_of_a_game_that_fills_the_board() {
        let board = "OOOO.OOO/OOOOOXXO/X..OOXXO/O.X.XX.O/OOOOOXX./OO..XXXX/OO.XXXXX/XX.XXXOX O 11";
        let found = said(board, "c6 b4", "b4 c8");
        let region = ("last-move-in-region", "c6 d6 c7 c8".to_owned());
        assert_eq!(
            found,
            [region, ("leaves-marks-to-turn", "a4 b5".to_owned())]
        );
        assert!(said(board, "b4 c8", "c6 b4").is_empty());
        // With fewer plies left nobody is sure to come back there.
        let short = board.replace("O 11", "O 5");
        assert!(
            said(&short, "c6 b4", "b4 c8")
                .iter()
                .all(|(code, _)| *code != "last-move-in-region")
        );
    }
}
