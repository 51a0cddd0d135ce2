//! Why a move was not the best one: the seeds of whole turns, and where they go.

use papan_congklak::{Congklak, Hole, Position, Step};
use papan_core::{Game, Mistake, Phrase, Reason, Seat, counted};

/// How many seeds are worth a word, and how many at least are worth one beside something else.
const MANY_SEEDS: u32 = 5;
const FEW_SEEDS: u32 = 3;

/// The facts that speak against a move, what matters most first.
pub fn reasons(mistake: &Mistake<'_, Congklak>) -> Vec<Reason> {
    let game = mistake.game;
    let Some(seat) = game.turn(mistake.before) else {
        return Vec::new();
    };
    if mistake.played.is_empty() || mistake.better.is_empty() {
        return Vec::new();
    }
    let played = Turns::of(game, mistake.before, seat, mistake.played);
    let better = Turns::of(game, mistake.before, seat, mistake.better);
    let facts = [
        chain_missed(mistake, &played, &better),
        extra_turn_missed(mistake, &played, &better),
        hands_over(&played, &better),
        leaves_relay(game, &played, &better),
    ];
    facts.into_iter().flatten().collect()
}

/// The first two turns of a line: that of the mover, with all its moves, and that of the opponent.
struct Turns {
    /// What the mover stores in its turn.
    stored: u32,
    /// The moves of that turn.
    moves: usize,
    /// Whether the line is long enough to show where the turn ends.
    ended: bool,
    /// Whether the game is over then.
    over: bool,
    /// The opponent's turn, where the line goes on into it.
    reply: Option<Reply>,
}

/// The opponent's turn.
struct Reply {
    before: Position,
    first: Hole,
    stored: u32,
}

impl Turns {
    fn of(game: &Congklak, before: &Position, seat: Seat, line: &[Hole]) -> Turns {
        let store = |position: &Position, seat| u32::from(game.store(position, seat));
        let mut position = *before;
        let mut moves = 0;
        while moves < line.len() && game.turn(&position) == Some(seat) {
            game.play(&mut position, line[moves]);
            moves += 1;
        }
        let stored = store(&position, seat) - store(before, seat);
        let other = seat.next(2);
        let reply = line
            .get(moves)
            .filter(|_| game.turn(&position) == Some(other))
            .map(|&first| {
                let mut after = position;
                for &played in &line[moves..] {
                    if game.turn(&after) != Some(other) {
                        break;
                    }
                    game.play(&mut after, played);
                }
                Reply {
                    before: position,
                    first,
                    stored: store(&after, other) - store(&position, other),
                }
            });
        Turns {
            stored,
            moves,
            ended: game.turn(&position) != Some(seat),
            over: game.turn(&position).is_none(),
            reply,
        }
    }
}

impl Turns {
    /// What is true of the reply; nothing where the game is over, and unknown where the line ends
    /// too soon.
    fn answered(&self, count: impl Fn(&Reply) -> u32) -> Option<u32> {
        match &self.reply {
            Some(reply) => Some(count(reply)),
            None => self.over.then_some(0),
        }
    }
}

/// The better turn, of one move or of several, stores many more seeds.
fn chain_missed(mistake: &Mistake<'_, Congklak>, played: &Turns, better: &Turns) -> Option<Reason> {
    if !played.ended || better.stored < played.stored + MANY_SEEDS {
        return None;
    }
    let chain: Vec<String> = mistake.better[..better.moves]
        .iter()
        .map(Hole::to_string)
        .collect();
    let line = chain.join(" ");
    let (phrase, how) = match chain.len() {
        1 => {
            let phrase = Phrase::plain("misses-seeds").with("better", line.as_str());
            (phrase, format!("with hole {line}"))
        }
        _ => {
            let phrase = Phrase::plain("misses-chain").with("line", line.as_str());
            (phrase, format!("in one turn with holes {line}"))
        }
    };
    let phrase = phrase
        .with("count", better.stored)
        .with("less", played.stored);
    let text = format!(
        "It misses {} {how}; this turn stores {}.",
        counted(better.stored, "seed"),
        played.stored
    );
    // Where it begins; the whole turn may go round the row.
    Some(Reason::new(text, phrase).marked(chain.into_iter().take(1)))
}

/// The better move keeps the turn, and this one does not.
fn extra_turn_missed(
    mistake: &Mistake<'_, Congklak>,
    played: &Turns,
    better: &Turns,
) -> Option<Reason> {
    let game = mistake.game;
    let seat = game.turn(mistake.before)?;
    let keeps = |line: &[Hole]| game.turn(&mistake.after(line, 1)) == Some(seat);
    // The other side may have been passed over, which the last seed had no part in.
    let first = mistake.better[0];
    let falls_into_store = game
        .sowing(mistake.before, first)
        .iter()
        .any(|step| matches!(step, Step::ExtraTurn { .. }));
    if keeps(mistake.played) || !falls_into_store {
        return None;
    }
    // Said already where the whole turn is worth it.
    if played.ended && better.stored >= played.stored + MANY_SEEDS {
        return None;
    }
    let phrase = Phrase::plain("misses-extra-turn").with("better", first.to_string());
    let text =
        format!("It misses an extra turn: the last seed of hole {first} falls into the own store.");
    Some(Reason::new(text, phrase).marked([first.to_string()]))
}

/// The opponent's turn stores many seeds, more than after the better move.
fn hands_over(played: &Turns, better: &Turns) -> Option<Reason> {
    let reply = played.reply.as_ref()?;
    let otherwise = better.answered(|reply| reply.stored)?;
    if reply.stored < MANY_SEEDS || reply.stored < otherwise + MANY_SEEDS {
        return None;
    }
    let phrase = Phrase::plain("hands-over-seeds")
        .with("count", reply.stored)
        .with("reply", reply.first.to_string());
    let text = format!(
        "It hands over {}: the opponent stores them in the turn that begins with hole {}.",
        counted(reply.stored, "seed"),
        reply.first
    );
    Some(Reason::new(text, phrase))
}

/// The reply is sown on, which it would not be in the position before, nor is the reply to the
/// better move.
fn leaves_relay(game: &Congklak, played: &Turns, better: &Turns) -> Option<Reason> {
    let reply = played.reply.as_ref()?;
    let relays = |reply: &Reply| {
        let steps = game.sowing(&reply.before, reply.first);
        let relays = steps
            .iter()
            .filter(|step| matches!(step, Step::Relay { .. }));
        relays.count() as u32
    };
    let count = relays(reply);
    let otherwise = better.answered(relays)?;
    // A sowing that goes on and stores nothing punishes nobody.
    let gains =
        reply.stored >= FEW_SEEDS && reply.stored > better.answered(|reply| reply.stored)?;
    if count < 2 || otherwise > 0 || !gains {
        return None;
    }
    let phrase = Phrase::plain("leaves-relay")
        .with("count", count)
        .with("reply", reply.first.to_string());
    let text = format!(
        "It leaves the opponent a relay: hole {} is sown on {count} times.",
        reply.first
    );
    Some(Reason::new(text, phrase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Notation;

    /// The codes of the reasons for two lines from a position.
    fn said(game: &str, position: &str, played: &str, better: &str) -> Vec<Reason> {
        let game = Congklak::named(game).unwrap();
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
        reasons(&Mistake {
            game: &game,
            before: &before,
            played: &played,
            better: &better,
        })
    }

    /// A fact holds for a move beside a better one, with this number, and not the other way round.
    fn check(code: &str, count: u32, game: &str, position: &str, played: &str, better: &str) {
        let found = said(game, position, played, better);
        let known = found.iter().find(|reason| reason.phrase.code == code);
        let Some(reason) = known else {
            panic!("{code} is not among {found:?}");
        };
        if count > 0 {
            assert_eq!(reason.phrase.parameters["count"], count, "{}", reason.text);
        }
        let turned = said(game, position, better, played);
        assert!(
            turned.iter().all(|reason| reason.phrase.code != code),
            "{turned:?}"
        );
    }

    #[test]
    fn a_chain_of_moves_is_missed() {
        let position = "0,19,3,7,0,0,8:25 3,5,2,0,0,2,0:24 A";
        check(
            "misses-chain",
            12,
            "congklak",
            position,
            "4 1 1 2 4",
            "7 2 3 6 4",
        );
        // One hole is no chain.
        let position = "5,0,4,4,4,4:1 0,6,1,6,6,6:1 A";
        check("misses-seeds", 7, "kalah", position, "4 2", "6 3");
        let found = said("kalah", position, "4 2", "6 3");
        assert_eq!(found[0].marks, ["6"]);
        assert!(found[0].text.contains("with hole 6"), "{}", found[0].text);
        // A turn that is not over may store as much.
        let found = said(
            "congklak",
            "0,19,3,7,0,0,8:25 3,5,2,0,0,2,0:24 A",
            "7",
            "7 2 3",
        );
        assert!(
            found
                .iter()
                .all(|reason| !reason.phrase.code.starts_with("misses"))
        );
    }

    #[test]
    fn an_extra_turn_is_missed() {
        let position = "6,0,1,1,2,0:12 0,0,0,1,1,1:23 B";
        check("misses-extra-turn", 0, "kalah", position, "5 5", "6 4");
        let position = "0,0,1,3,3,0,1:44 1,0,1,0,1,2,1:40 A";
        check("misses-extra-turn", 0, "congklak", position, "4 6", "3 7");
    }

    #[test]
    fn seeds_are_handed_over() {
        let position = "2,0,1,5,5,5:3 1,8,2,7,0,7:2 B";
        check(
            "hands-over-seeds",
            9,
            "kalah",
            position,
            "3 3 1 6 6",
            "6 4 4 1 5",
        );
        // Without a reply to the better move nothing can be compared.
        let found = said("kalah", position, "3 3 1 6 6", "6");
        assert!(
            found
                .iter()
                .all(|reason| reason.phrase.code != "hands-over-seeds")
        );
    }

    /// Of random games every relay that is spoken of is one, and the other reply has none.
    #[test]
    fn a_relay_is_left_only_where_there_is_one() {
        let game = Congklak::default();
        let mut counted = 0;
        for number in 0..10 {
            let mut random = papan_core::Random::for_item(5, number);
            let mut position = game.start();
            while let Some(seat) = game.turn(&position) {
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
                // How often the first move of the opponent in a line is sown on.
                let relays = |line: &[Hole]| {
                    let mut at = position;
                    for &played in line {
                        if game.turn(&at) == Some(seat.next(2)) {
                            return game.effects(&at, played).details.relays;
                        }
                        game.play(&mut at, played);
                    }
                    0
                };
                let said = reasons(&mistake);
                for reason in said
                    .iter()
                    .filter(|reason| reason.phrase.code == "leaves-relay")
                {
                    counted += 1;
                    assert_eq!(reason.phrase.parameters["count"], relays(&played));
                    assert!(relays(&played) > 1 && relays(&better) == 0);
                }
                position = game.after(&position, played[0]);
            }
        }
        assert!(counted > 3, "{counted}");
    }
}
