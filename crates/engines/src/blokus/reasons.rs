//! Why a move was not the best one: corners, the middle, pieces that no longer fit or are small, and
//! land that others get into.

use papan_blokus::{Blokus, Move, Piece, Position, Squares};
use papan_core::{Mistake, Phrase, Reason, counted};

/// How many corners more are worth a word.
const MANY_CORNERS: u32 = 3;

/// How many squares nearer to the middle are worth a word, and how many pieces a colour may have
/// placed while the middle is still open.
const NEARER: usize = 2;
const OPENING: u32 = 4;

/// How many squares less are worth a word.
const SMALLER: u32 = 2;

/// What counts as a large piece, in squares.
const LARGE: u32 = 5;

/// How far from a corner its colour's land reaches: the length of the longest piece.
const REACH: usize = 5;

/// The facts that speak against a move, what matters most first.
pub fn reasons<const WORDS: usize>(mistake: &Mistake<'_, Blokus<WORDS>>) -> Vec<Reason> {
    let (Some(&played), Some(&better)) = (mistake.played.first(), mistake.better.first()) else {
        return Vec::new();
    };
    let Some(colour) = mistake.before.colour() else {
        return Vec::new();
    };
    let compared = Compared {
        mistake,
        game: mistake.game,
        colour,
        played,
        better,
        after_played: mistake.after(mistake.played, 1),
        after_better: mistake.after(mistake.better, 1),
    };
    let facts = [
        compared.lets_in(),
        compared.piece_stuck(),
        compared.corners_blocked(),
        compared
            .corners_closed()
            .or_else(|| compared.corners_fewer()),
        compared.leaves_middle(),
        compared.smaller_piece(),
    ];
    facts.into_iter().flatten().collect()
}

struct Compared<'a, const WORDS: usize> {
    mistake: &'a Mistake<'a, Blokus<WORDS>>,
    game: &'a Blokus<WORDS>,
    /// The colour that moves.
    colour: usize,
    played: Move,
    better: Move,
    after_played: Position<WORDS>,
    after_better: Position<WORDS>,
}

impl<const WORDS: usize> Compared<'_, WORDS> {
    fn names(&self, squares: Squares<WORDS>) -> Vec<String> {
        let size = self.game.rules().size();
        let name = |index| {
            let (row, column) = self.game.square(index);
            format!("{}{}", char::from(b'a' + column as u8), size - row)
        };
        squares.iter().map(name).collect()
    }

    /// The colours of others than who moves now.
    fn others(&self) -> impl Iterator<Item = usize> {
        let rules = self.game.rules();
        let (seats, shared) = (rules.seats(), rules.shares_fourth());
        let own = self.colour;
        (0..rules.colours()).filter(move |&other| {
            let same = !shared && other % seats == own % seats;
            other != own && !same
        })
    }

    /// The open squares near the corners of a colour: what its next piece could cover.
    fn near(&self, position: &Position<WORDS>, colour: usize) -> Squares<WORDS> {
        let open = self.game.open(position, colour);
        let corners = self.game.corners(position, colour);
        (1..REACH).fold(corners, |near, _| near | (self.game.beside(near) & open))
    }

    /// Others have corners in what only this colour could reach before, when they have replied.
    fn lets_in(&self) -> Option<Reason> {
        let before = self.mistake.before;
        let mut land = self.near(before, self.colour);
        for other in self.others() {
            land = land & !self.near(before, other);
        }
        let lines = [self.mistake.played, self.mistake.better];
        let plies = lines.map(<[Move]>::len).into_iter().min()?;
        let plies = plies.min(self.game.rules().colours());
        let entered = |line: &[Move]| {
            let after = self.mistake.after(line, plies);
            let corners = |other| self.game.corners(&after, other) & land;
            let colours = self
                .others()
                .map(corners)
                .filter(|corners| !corners.is_empty());
            colours.fold((0, Squares::EMPTY), |(count, all), corners| {
                (count + 1, all | corners)
            })
        };
        let [(count, corners), (fewer, _)] = lines.map(entered);
        if count <= fewer {
            return None;
        }
        let phrase = Phrase::plain("lets-colours-in").with("count", count);
        let text = match count {
            1 => "It lets an opponent into land that nobody else could reach.".to_owned(),
            _ => format!("It lets {count} colours into land that nobody else could reach."),
        };
        Some(Reason::new(text, phrase).marked(self.names(corners)))
    }

    /// A large piece in hand fits nowhere after it, and would after the better move.
    fn piece_stuck(&self) -> Option<Reason> {
        let fits = |position: &Position<WORDS>, piece: Piece| {
            let mut moves = Vec::new();
            self.game
                .moves_with(position, self.colour, 1 << piece.index(), &mut moves);
            !moves.is_empty()
        };
        let kept = self
            .after_played
            .pieces_left(self.colour)
            .collect::<Vec<_>>();
        let also = self.after_better.hand(self.colour);
        let stuck = kept.into_iter().rev().find(|&piece| {
            piece.size() >= LARGE
                && also >> piece.index() & 1 == 1
                && !fits(&self.after_played, piece)
                && fits(&self.after_better, piece)
        })?;
        let phrase = Phrase::plain("piece-does-not-fit").with("piece", stuck.name());
        let text = format!(
            "After it the {} fits nowhere; after the better move it still does.",
            stuck.name()
        );
        Some(Reason::new(text, phrase))
    }

    /// The reply closes corners of this colour, more than the reply to the better move.
    fn corners_blocked(&self) -> Option<Reason> {
        let closed = |line: &[Move], after: &Position<WORDS>| {
            let later = self.mistake.after(line, 2);
            let corners = |position| self.game.corners(position, self.colour);
            corners(after) & !corners(&later)
        };
        // The reply is another colour's.
        if self.mistake.played.len() < 2 || self.after_played.colour() == Some(self.colour) {
            return None;
        }
        let lost = closed(self.mistake.played, &self.after_played);
        let fewer = match self.after_better.colour() == Some(self.colour) {
            true => 0,
            false => closed(self.mistake.better, &self.after_better).count(),
        };
        let count = lost.count();
        if count < MANY_CORNERS || count < fewer + MANY_CORNERS {
            return None;
        }
        let phrase = Phrase::plain("reply-closes-corners").with("count", count);
        let text = format!(
            "The reply closes {} of this colour.",
            counted(count, "corner")
        );
        Some(Reason::new(text, phrase).marked(self.names(lost)))
    }

    /// The move closes corners of its own colour without using them, more than the better one.
    fn corners_closed(&self) -> Option<Reason> {
        let corners = |position: &Position<WORDS>| self.game.corners(position, self.colour);
        let closed = |played, after| {
            let (covered, _) = self.game.covered(played);
            corners(self.mistake.before) & !corners(after) & !covered
        };
        let lost = closed(self.played, &self.after_played);
        let fewer = closed(self.better, &self.after_better).count();
        let count = lost.count();
        if count < MANY_CORNERS || count < fewer + NEARER as u32 {
            return None;
        }
        let phrase = Phrase::plain("closes-own-corners")
            .with("count", count)
            .with("fewer", fewer);
        let text = format!(
            "It closes {} of its own colour; the better move closes {fewer}.",
            counted(count, "corner")
        );
        Some(Reason::new(text, phrase).marked(self.names(lost)))
    }

    /// After it its colour has fewer corners than after the better move.
    fn corners_fewer(&self) -> Option<Reason> {
        let corners = |position| self.game.corners(position, self.colour);
        let (fewer, many) = (corners(&self.after_played), corners(&self.after_better));
        let (count, more) = (fewer.count(), many.count());
        if more < count + MANY_CORNERS {
            return None;
        }
        let phrase = Phrase::plain("fewer-corners")
            .with("count", count)
            .with("more", more);
        let text = format!(
            "The better move leaves this colour {more} corners; this one leaves it {count}."
        );
        Some(Reason::new(text, phrase).marked(self.names(many & !fewer)))
    }

    /// It places fewer squares than the better move.
    fn smaller_piece(&self) -> Option<Reason> {
        let size = |played| self.game.covered(played).0.count();
        let (count, more) = (size(self.played), size(self.better));
        if more < count + SMALLER {
            return None;
        }
        let phrase = Phrase::plain("smaller-piece")
            .with("count", count)
            .with("more", more);
        let text = format!("The better move places {more} squares; this one places {count}.");
        Some(Reason::new(text, phrase))
    }

    /// In the opening it stays farther away from the middle than the better move.
    fn leaves_middle(&self) -> Option<Reason> {
        let placed = self
            .game
            .pieces_placed(self.mistake.before, self.colour)
            .count() as u32;
        if placed >= OPENING {
            return None;
        }
        let size = self.game.rules().size();
        let from_middle = |index| {
            let (row, column) = self.game.square(index);
            let off = |line: usize| (2 * line).abs_diff(size - 1) / 2;
            off(row).max(off(column))
        };
        let nearest =
            |position: &Position<WORDS>| position.placed(self.colour).iter().map(from_middle).min();
        let [far, near] = [&self.after_played, &self.after_better].map(nearest);
        let (far, near) = (far?, near?);
        if far < near + NEARER {
            return None;
        }
        let phrase = Phrase::plain("leaves-middle")
            .with("count", far)
            .with("near", near);
        let text = format!(
            "It leaves the middle to others: its colour stays {} away from it, with the better move {near}.",
            counted(far as u32, "square")
        );
        Some(Reason::new(text, phrase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_blokus::{Large, Small};
    use papan_core::{Game, Notation};

    fn read<const WORDS: usize>(
        game: &Blokus<WORDS>,
        before: &Position<WORDS>,
        line: &str,
    ) -> Vec<Move> {
        let mut position = *before;
        let read = line.split(' ').map(|text| {
            let played = game.parse_move(&position, text).unwrap();
            game.play(&mut position, played);
            played
        });
        read.collect()
    }

    /// The reasons for two lines from a position.
    fn said<const WORDS: usize>(
        game: &Blokus<WORDS>,
        position: &str,
        played: &str,
        better: &str,
    ) -> Vec<Reason> {
        let before = game.parse_position(position).unwrap();
        let (played, better) = (read(game, &before, played), read(game, &before, better));
        reasons(&Mistake {
            game,
            before: &before,
            played: &played,
            better: &better,
        })
    }

    /// A fact holds for a move beside a better one, and not the other way round.
    fn check<const WORDS: usize>(
        code: &str,
        game: &Blokus<WORDS>,
        position: &str,
        played: &str,
        better: &str,
    ) -> Reason {
        let turned = said(game, position, better, played);
        assert!(
            turned.iter().all(|reason| reason.phrase.code != code),
            "{turned:?}"
        );
        let found = said(game, position, played, better);
        let known = found.iter().find(|reason| reason.phrase.code == code);
        known
            .unwrap_or_else(|| panic!("{code} is not among {found:?}"))
            .clone()
    }

    fn duo() -> Small {
        Small::named("blokus-duo").unwrap()
    }

    /// Two pieces of black and one of white on the board of Duo.
    const EARLY: &str = "............../............../............../............../....11......../\
        ....1........./...11........./.11......2..../.........2..../.........2..../.........22.../\
        ............../............../.............. 2 I1,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,F,X \
        I1,I2,I3,V3,I4,L4,T4,Z4,O4,I5,Y,N,P,U,T5,V5,W,Z5,F,X";

    #[test]
    fn the_middle_is_left_only_in_the_opening() {
        let reason = check("leaves-middle", &duo(), EARLY, "l2,l3", "h7,h8,i8");
        assert_eq!(reason.phrase.parameters["count"], 2);
        assert_eq!(reason.phrase.parameters["near"], 0);
        // The other way round it comes nearer, and with more pieces on the board nobody asks.
        let found = said(&duo(), EARLY, "h7,h8,i8", "h7,h8,i8");
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_large_piece_fits_nowhere() {
        let board = "......11..22../1....11....22./.1.11..11..12./.1.1...111.1.2/.11.11222.1112/\
            ....1...2..22./...11..12..2../.11..111.2..2./1.....1..2.22./11...1...2.22./\
            1.111122.22..2/1...222.2..222/2222....222..2/..2......2.2.. 1 I3,I4,T4,O4,I5,N,U,V5,W,X \
            I3,I4,L4,T4,Z4,O4,I5,U,Z5,X";
        let duo = duo();
        let reason = check("piece-does-not-fit", &duo, board, "n7,n8,n9", "i4,i5,i6");
        assert_eq!(reason.phrase.parameters["piece"], "V5");
        // By the rules: no placement of it after the one, some after the other.
        let before = duo.parse_position(board).unwrap();
        let fits = |text| {
            let mut moves = Vec::new();
            let after = duo.after(&before, read(&duo, &before, text)[0]);
            let piece = Piece::named("V5").unwrap();
            duo.moves_with(&after, 0, 1 << piece.index(), &mut moves);
            moves.len()
        };
        assert_eq!(fits("n7,n8,n9"), 0);
        assert!(fits("i4,i5,i6") > 0);
    }

    #[test]
    fn others_get_into_land() {
        let board = "11............/.11.........../..1...111...../...111.1....../....11......../\
            ......11....../......12....../.....1122...../........2..22./.........222../............22/\
            ............2./............22/.............. 2 I1,I2,I3,V3,I4,L4,Z4,O4,I5,L5,Y,N,U,T5,V5,F,X \
            I1,I2,I3,V3,I4,L4,T4,O4,I5,L5,Y,P,T5,V5,W,Z5,F,X";
        let game = duo();
        let (played, better) = (
            "l1 h3,h4,h5,h6 k7,k8,j9,k9",
            "i9,i10 k9,k10,j11,k11 e4,f4,f5,g5,g6",
        );
        let reason = check("lets-colours-in", &game, board, played, better);
        assert_eq!(reason.marks, ["g2", "i2"]);
        // Before anybody has replied nobody is in.
        let found = said(&game, board, "l1", "i9,i10");
        assert!(
            found
                .iter()
                .all(|reason| reason.phrase.code != "lets-colours-in")
        );
    }

    #[test]
    fn the_reply_closes_corners() {
        let board = "............../..........1.../....111.111.../.....1..1...../...11.11....../\
            ....1.1......./......11....../........2...../22.2222.2...../222....222..../....222......./\
            ......2......./......2......./.............. 1 I1,I2,I3,I4,L4,Z4,O4,I5,L5,Y,N,P,T5,V5,W,F,X \
            I1,I2,I3,V3,L4,T4,Z4,O4,I5,L5,Y,N,U,W,Z5,F,X";
        let (played, better) = (
            "k8,l8,l9,l10,l11 j8,i9,j9,j10,j11",
            "a13,b13,c13,d13,d14 k2,l2,k3,k4",
        );
        let reason = check("reply-closes-corners", &duo(), board, played, better);
        assert_eq!(reason.marks, ["j10", "i9", "j9"]);
        // Before the reply, or with a quiet one, none are closed.
        for line in ["k8,l8,l9,l10,l11", "k8,l8,l9,l10,l11 k2,l2,k3,k4"] {
            let found = said(&duo(), board, line, better);
            assert!(
                found
                    .iter()
                    .all(|reason| reason.phrase.code != "reply-closes-corners"),
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_move_closes_corners_of_its_own_colour() {
        let board = "............../............../............../...1........../...11........./....1........./\
            ....1........./.....11......./......1..2..../......11.22.../.....1..22.2../....111....2.2/\
            .....1.....22./............2. 1 I1,I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,P,U,T5,V5,W,F \
            I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,P,U,T5,V5,W,Z5,X";
        let (played, better) = ("d5,c6,d6,c7,d7", "e12,d13,e13,e14");
        let reason = check("closes-own-corners", &duo(), board, played, better);
        assert_eq!(reason.marks, ["e6", "e5", "d4"]);
        assert_eq!(reason.phrase.parameters["count"], 3);
    }

    #[test]
    fn fewer_corners_are_left_and_fewer_squares_placed() {
        let (played, better) = ("l5,m5,n5", "k8,j9,k9,j10");
        let reason = check("fewer-corners", &duo(), EARLY, played, better);
        let number = |name: &str| reason.phrase.parameters[name].as_u64();
        assert_eq!((number("count"), number("more")), (Some(4), Some(8)));
        // By the rules: the corners after both moves.
        let duo = duo();
        let before = duo.parse_position(EARLY).unwrap();
        let corners = |text| {
            let after = duo.after(&before, read(&duo, &before, text)[0]);
            duo.corners(&after, 1).count()
        };
        assert_eq!((corners(played), corners(better)), (4, 8));
        // Two squares less are worth a word, one is not.
        let reason = check("smaller-piece", &duo, EARLY, "h8,i8", "i8,i9,j9,h10,i10");
        assert_eq!(reason.phrase.parameters["more"], 5);
        let found = said(&duo, EARLY, "k8,l8,m8,l9", "k8,l8,m8,l9,l10");
        assert!(
            found
                .iter()
                .all(|reason| reason.phrase.code != "smaller-piece")
        );
    }

    /// Of random lines every statement holds by a slower way to look at it.
    #[test]
    fn what_is_said_of_random_games_is_true() {
        let game = Large::named("blokus-classic").unwrap();
        let mut counted = 0;
        for number in 0..6 {
            let mut random = papan_core::Random::for_item(5, number);
            let mut position = game.start();
            while game.turn(&position).is_some() {
                let mut line = || {
                    let mut at = position;
                    let mut moves = Vec::new();
                    while moves.len() < 4 && game.turn(&at).is_some() {
                        let legal = game.legal_moves(&at);
                        moves.push(legal[random.below(legal.len())]);
                        game.play(&mut at, moves[moves.len() - 1]);
                    }
                    moves
                };
                let (played, better) = (line(), line());
                let mistake = Mistake {
                    game: &game,
                    before: &position,
                    played: &played,
                    better: &better,
                };
                for reason in reasons(&mistake) {
                    counted += 1;
                    check_slowly(&mistake, &reason);
                }
                position = game.after(&position, played[0]);
            }
        }
        assert!(counted > 40, "{counted}");
    }

    fn check_slowly<const WORDS: usize>(mistake: &Mistake<'_, Blokus<WORDS>>, reason: &Reason) {
        let game = mistake.game;
        let colour = mistake.before.colour().unwrap();
        let after = mistake.after(mistake.played, 1);
        let number = |name: &str| reason.phrase.parameters[name].as_u64().unwrap();
        let squares = || {
            let index = |name: &String| {
                let column = usize::from(name.as_bytes()[0] - b'a');
                let row = game.rules().size() - name[1..].parse::<usize>().unwrap();
                game.index((row, column))
            };
            reason.marks.iter().map(index).collect::<Vec<_>>()
        };
        match reason.phrase.code {
            "piece-does-not-fit" => {
                let piece = reason.phrase.parameters["piece"].as_str().unwrap();
                assert!(after.pieces_left(colour).any(|left| left.name() == piece));
                let fits = |position: &Position<WORDS>| {
                    let mut moves = Vec::new();
                    game.moves_with(position, colour, u32::MAX, &mut moves);
                    moves
                        .iter()
                        .any(|&played| game.piece(played).name() == piece)
                };
                assert!(!fits(&after) && fits(&mistake.after(mistake.better, 1)));
            }
            "lets-colours-in" => {
                // Nobody else had a corner there, and now as many colours have one.
                let others = (0..4).filter(|&other| other != colour);
                let end = mistake.after(
                    mistake.played,
                    mistake.played.len().min(mistake.better.len()),
                );
                let entered = others.filter(|&other| {
                    let has = |position: &Position<WORDS>| {
                        let corners = game.corners(position, other);
                        squares().into_iter().any(|square| corners.contains(square))
                    };
                    assert!(!has(mistake.before));
                    has(&end)
                });
                assert_eq!(entered.count() as u64, number("count"));
            }
            "reply-closes-corners" | "closes-own-corners" => {
                assert_eq!(squares().len() as u64, number("count"));
                let later = mistake.after(mistake.played, 2);
                for square in squares() {
                    let had = game.corners(mistake.before, colour).contains(square)
                        || game.corners(&after, colour).contains(square);
                    assert!(had && !game.corners(&later, colour).contains(square));
                }
            }
            "fewer-corners" => {
                let corners = |position: &Position<WORDS>| game.corners(position, colour);
                let better = mistake.after(mistake.better, 1);
                assert_eq!(corners(&after).iter().count() as u64, number("count"));
                assert_eq!(corners(&better).iter().count() as u64, number("more"));
                for square in squares() {
                    assert!(corners(&better).contains(square) && !corners(&after).contains(square));
                }
            }
            "smaller-piece" => {
                let size = |played| game.piece(played).size() as u64;
                assert_eq!(size(mistake.played[0]), number("count"));
                assert_eq!(size(mistake.better[0]), number("more"));
            }
            "leaves-middle" => assert!(number("count") >= number("near") + NEARER as u64),
            other => panic!("{other} is not known"),
        }
    }
}
