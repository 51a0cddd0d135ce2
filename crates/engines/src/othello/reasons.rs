//! Why a move was not the best one: what is true of the board after it, and not after the better
//! one.

use super::{
    squares::{Corners, around},
    stability::Edges,
};
use papan_core::{Mistake, Phrase, Reason, bits, counted};
use papan_othello::{Move, Othello, Position};

/// With more empty squares than this, who moves last in a region is far from settled.
const MOST_EMPTY_FOR_PARITY: u32 = 20;

/// With fewer empty squares than this, the number of moves is no worry any more.
const LEAST_EMPTY_FOR_MOBILITY: u32 = 12;

/// How many moves more are worth a word.
const MANY_MOVES: u32 = 3;

/// How many discs that are safe for ever are worth a word.
const MANY_SAFE: u32 = 3;

/// The facts that speak against a move, what matters most first.
pub fn reasons(mistake: &Mistake<'_, Othello>) -> Vec<Reason> {
    let (Some(&played), Some(&better)) = (mistake.played.first(), mistake.better.first()) else {
        return Vec::new();
    };
    let compared = Compared {
        game: mistake.game,
        before: mistake.before,
        played,
        better,
        after_played: mistake.after(mistake.played, 1),
        after_better: mistake.after(mistake.better, 1),
    };
    let replies = [mistake.played, mistake.better].map(|line| mistake.after(line, 2));
    let reply = mistake.played.get(1).copied();
    let facts = [
        compared.corner(reply),
        compared.safe_discs(&replies, reply),
        compared.mobility(),
        compared.parity(),
    ];
    facts.into_iter().flatten().collect()
}

struct Compared<'a> {
    game: &'a Othello,
    before: &'a Position,
    played: Move,
    better: Move,
    after_played: Position,
    after_better: Position,
}

impl Compared<'_> {
    fn name(&self, played: Move) -> String {
        played
            .square()
            .map_or("pass".to_owned(), |square| self.game.square_name(square))
    }

    fn names(&self, squares: u64) -> Vec<String> {
        let names = bits::ones(squares).map(|square| self.game.square_name(square));
        names.collect()
    }

    /// The squares where the other side may play, if it is its turn.
    fn open_to_opponent(&self, position: &Position) -> u64 {
        match position.mover() == self.before.mover() {
            true => 0,
            false => position.mobility(),
        }
    }

    /// The reply takes a corner, or may: one that the better move would not have let it have.
    fn corner(&self, reply: Option<Move>) -> Option<Reason> {
        let corners = Corners::of(self.game).corners;
        let [open, otherwise] = [&self.after_played, &self.after_better]
            .map(|position| self.open_to_opponent(position) & corners);
        // Whoever gives away another corner instead is no better off.
        if open.count_ones() <= otherwise.count_ones() {
            return None;
        }
        let opened = open & !otherwise;
        let taken = reply.and_then(Move::square).map_or(0, |square| 1 << square) & opened;
        let (better, shown) = (
            self.name(self.better),
            if taken != 0 { taken } else { opened },
        );
        let corner = self.names(shown).into_iter().next()?;
        let phrase = |code| {
            Phrase::plain(code)
                .with("corner", corner.as_str())
                .with("better", better.as_str())
        };
        Some(match taken {
            0 => Reason::new(
                format!("It opens the corner {corner} to the opponent's next move; {better} does not."),
                phrase("opens-corner"),
            ),
            _ => Reason::new(
                format!("It gives away the corner {corner}, which the reply takes; after {better} it could not."),
                phrase("gives-corner"),
            ),
        }.marked(self.names(shown)))
    }

    /// The reply makes discs safe for ever, more than after the better move.
    fn safe_discs(
        &self,
        [after_reply, after_better_reply]: &[Position; 2],
        reply: Option<Move>,
    ) -> Option<Reason> {
        let reply = reply.filter(|reply| reply.square().is_some())?;
        if self.after_played.mover() == self.before.mover() {
            return None;
        }
        let edges = Edges::of(self.game.squares());
        let (own, opponent) = (self.before.mover(), self.before.mover().next(2));
        let safe =
            |position: &Position| edges.stable(position.discs(opponent), position.discs(own));
        let won = safe(after_reply) & !safe(self.before);
        let otherwise = safe(after_better_reply) & !safe(self.before);
        let count = won.count_ones();
        if count < MANY_SAFE || count < otherwise.count_ones() + MANY_SAFE {
            return None;
        }
        let reply = self.name(reply);
        let phrase = Phrase::plain("hands-over-safe-discs")
            .with("count", count)
            .with("reply", reply.as_str());
        let discs = counted(count, "disc");
        let text = format!(
            "It hands over {discs} that can never be turned again: {reply} makes them safe."
        );
        Some(Reason::new(text, phrase).marked(self.names(won)))
    }

    /// The other side has more moves than after the better move.
    fn mobility(&self) -> Option<Reason> {
        let board = self.game.squares();
        let empty = (board & !(self.before.own() | self.before.other())).count_ones();
        let moves = self.open_to_opponent(&self.after_played).count_ones();
        let fewer = self.open_to_opponent(&self.after_better).count_ones();
        if empty < LEAST_EMPTY_FOR_MOBILITY || moves < fewer + MANY_MOVES {
            return None;
        }
        let better = self.name(self.better);
        let phrase = Phrase::plain("leaves-moves")
            .with("count", moves)
            .with("fewer", fewer)
            .with("better", better.as_str());
        let text = format!(
            "It leaves the opponent {}; {better} would leave {fewer}.",
            counted(moves, "move")
        );
        Some(Reason::new(text, phrase))
    }

    /// It begins a region with an even number of empty squares, where the other side can then make
    /// the last move, and leaves alone one with an odd number.
    fn parity(&self) -> Option<Reason> {
        let empty = self.game.squares() & !(self.before.own() | self.before.other());
        if empty.count_ones() > MOST_EMPTY_FOR_PARITY {
            return None;
        }
        let [played, better] = [self.played, self.better].map(|played| {
            let square = played.square()?;
            Some(region(empty, square))
        });
        let (played, better) = (played?, better?);
        let count = played.count_ones();
        let can_answer = self.open_to_opponent(&self.after_played) & played != 0;
        if count % 2 == 1 || better.count_ones().is_multiple_of(2) || !can_answer {
            return None;
        }
        let name = self.name(self.better);
        let phrase = Phrase::plain("breaks-parity")
            .with("count", count)
            .with("better", name.as_str());
        let text = format!(
            "It begins a region of {count} empty squares, an even number, so that the opponent can move last there; \
             {name} plays in an odd one."
        );
        Some(Reason::new(text, phrase).marked(self.names(played)))
    }
}

/// The empty squares that hang together with one of them, diagonally too.
fn region(empty: u64, square: u32) -> u64 {
    let mut region = 1 << square;
    loop {
        let grown = around(region) & empty;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Game, Notation};

    /// The codes of the reasons, each with its marks, for two lines from a position.
    fn said(size: u32, position: &str, played: &str, better: &str) -> Vec<(&'static str, String)> {
        let game = Othello::with_size(size);
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
        let mistake = Mistake {
            game: &game,
            before: &before,
            played: &played,
            better: &better,
        };
        let said = reasons(&mistake);
        said.into_iter()
            .map(|reason| (reason.phrase.code, reason.marks.join(" ")))
            .collect()
    }

    /// A fact holds for a move beside a better one, and not the other way round.
    fn check(code: &str, marks: &str, position: &str, played: &str, better: &str) {
        let found = said(8, position, played, better);
        let known = found.iter().find(|(known, _)| *known == code);
        let Some((_, marked)) = known else {
            panic!("{code} is not among {found:?}");
        };
        assert_eq!(marked, marks, "{code}");
        let turned = said(8, position, better, played);
        assert!(turned.iter().all(|(known, _)| *known != code), "{turned:?}");
    }

    #[test]
    fn a_corner_is_given_or_opened() {
        let board = "---------------O---XXXO---OXXOX---XOX-----OXX----O--XO---------- O";
        check("gives-corner", "a8", board, "f2 a8", "g2 g7");
        // The same corner is only opened when the reply is another move.
        check("opens-corner", "a8", board, "f2 g7", "g2 g7");
        // Not where the better move opens one as well, nor without a corner in reach.
        assert!(
            said(8, board, "f2 a8", "f2 g7")
                .iter()
                .all(|(code, _)| *code != "gives-corner")
        );
        let quiet = "--------------------------XXX----O-XX-----OOX------O------------ X";
        let found = said(8, quiet, "a6 f5", "b6 d3");
        assert!(
            found.iter().all(|(code, _)| !code.ends_with("corner")),
            "{found:?}"
        );
    }

    #[test]
    fn safe_discs_are_handed_over() {
        let board = "XXXO-X--OOOOXX-OOOOXXXO-OOXOOXX-OOXOOX---XOOOOXOXXXXXXOOOOOOOO-O X";
        let marks = "a2 b2 c2 a3 b3 c3 a4 b4 a5 b5 a6 b6 c6 d6 a7 b7";
        check("hands-over-safe-discs", marks, board, "e1 a6", "g2 e1");
        // Without a reply nobody knows.
        let found = said(8, board, "e1", "g2");
        assert!(
            found
                .iter()
                .all(|(code, _)| *code != "hands-over-safe-discs")
        );
    }

    #[test]
    fn moves_are_left() {
        let board = "--------------------------XXX----O-XX-----OOX------O------------ X";
        check("leaves-moves", "", board, "a6 f5", "b6 d3");
        // Near the end nobody counts moves any more.
        let late = "OOOXXO--OOOXXXXXOOXXOXOOOOOXXO-OOXOXXOO-OOXXXOO-OOOXOOXOOOOOOO-X X";
        let found = said(8, late, "g1 g8", "g4 h1");
        assert!(found.iter().all(|(code, _)| *code != "leaves-moves"));
    }

    #[test]
    fn parity_is_broken_in_an_even_region() {
        let board = "OOOXXO--OOOXXXXXOOXXOXOOOOOXXO-OOXOXXOO-OOXXXOO-OOOXOOXOOOOOOO-X X";
        let found = said(8, board, "g1", "g4");
        assert!(
            found.iter().any(|(code, _)| *code == "breaks-parity"),
            "{found:?}"
        );
        let other = "-XXXXXX-OOOOOOX-OOXXOOOXOOXOOOXOOOXXXX-XOOXOXXX-OOXXXXX-O-XXXX-- O";
        check("breaks-parity", "h1 h2", other, "h1", "h8");
        // Where the opponent has no answer in the region, it cannot move last there.
        let game = Othello::new();
        let shut = "XOOOOOO-XXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOO- X";
        let position = game.parse_position(shut).unwrap();
        let after = game.after(&position, game.parse_move(&position, "h1").unwrap());
        assert_eq!(after.mobility() & (1 << game.square("h2").unwrap()), 0);
        assert!(
            said(8, shut, "h1", "h8")
                .iter()
                .all(|(code, _)| *code != "breaks-parity")
        );
        // Both in even regions, or many squares empty: nothing is said.
        assert!(
            said(8, board, "g4", "g1")
                .iter()
                .all(|(code, _)| *code != "breaks-parity")
        );
        let early = "--------------------------XXX----O-XX-----OOX------O------------ X";
        assert!(
            said(8, early, "a6", "b6")
                .iter()
                .all(|(code, _)| *code != "breaks-parity")
        );
    }

    #[test]
    fn regions_hang_together_diagonally() {
        assert_eq!(
            region(1 | 1 << 9 | 1 << 18 | 1 << 63, 0),
            1 | 1 << 9 | 1 << 18
        );
        assert_eq!(region(1 | 1 << 63, 63), 1 << 63);
    }
}
