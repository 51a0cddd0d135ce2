//! The openings that have names.
//!
//! Names and moves are those on which published lists agree (Robert Gatliff's catalogue, the lists
//! of players' sites and programs). A position has its name however it came about: by another
//! order of moves, or turned and mirrored.

use crate::{Move, Othello, Position, symmetry};
use papan_core::{Game, Opening};
use std::{collections::HashMap, sync::LazyLock};

/// The openings, each before those that go on from it.
pub(crate) const OPENINGS: &[Opening] = &[
    Opening::new("perpendicular", "Perpendicular", "f5d6"),
    Opening::new("bent-ganglion", "Bent Ganglion", "f5d6c3g5"),
    Opening::new("tiger", "Tiger", "f5d6c3d3c4"),
    Opening::new("aubrey", "Aubrey (Tanaka)", "f5d6c3d3c4b3"),
    Opening::new("brightwell", "Brightwell", "f5d6c3d3c4f4e3"),
    Opening::new("leaders-tiger", "Leader's Tiger", "f5d6c3d3c4f4e6"),
    Opening::new("stephenson", "Stephenson", "f5d6c3d3c4f4f6"),
    Opening::new("kung", "Kung", "f5d6c3d3c4f4f6b4"),
    Opening::new("no-kung", "No-Kung", "f5d6c3d3c4f4f6g5"),
    Opening::new("compoth", "Comp'Oth", "f5d6c3d3c4f4f6f3"),
    Opening::new("lightning-bolt", "Lightning Bolt", "f5d6c3d3c4f4f6f3e3"),
    Opening::new(
        "fat-draw",
        "F.A.T. Draw",
        "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7",
    ),
    Opening::new("rose-bill", "Rose-Bill", "f5d6c3d3c4f4c5b3c2"),
    Opening::new(
        "central-rose-bill",
        "Central Rose-Bill",
        "f5d6c3d3c4f4c5b3c2b4",
    ),
    Opening::new("tamenori", "Tamenori", "f5d6c3d3c4f4c5b3c2e6"),
    Opening::new("ishii", "Ishii", "f5d6c3d3c4f4c5b4b5c6f3e6e3"),
    Opening::new(
        "mainline-tiger",
        "Mainline Tiger",
        "f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3",
    ),
    Opening::new("ganglion", "Ganglion (No-Cat)", "f5d6c4g5"),
    Opening::new("swallow", "Swallow", "f5d6c4g5c6"),
    Opening::new("italian", "Italian", "f5d6c4d3e6"),
    Opening::new("cat", "Cat", "f5d6c4d3c5"),
    Opening::new("sakaguchi", "Sakaguchi", "f5d6c4d3c5f4e3f3c2c6"),
    Opening::new("berner", "Berner", "f5d6c4d3c5f4e3f3c2b4b3"),
    Opening::new("horse", "Horse", "f5d6c5f4d3"),
    Opening::new("mimura", "Mimura", "f5d6c5f4e3d3"),
    Opening::new("bhagat", "Bhagat", "f5d6c5f4e3c6d7"),
    Opening::new("inoue", "Inoue", "f5d6c5f4e3c6e6"),
    Opening::new("iago", "Iago", "f5d6c5f4e3c6e6f6"),
    Opening::new("shaman", "Shaman (Danish)", "f5d6c5f4e3c6f3"),
    Opening::new("ralle", "Ralle", "f5d6c5f4e3c6d3f3"),
    Opening::new("rose", "Rose", "f5d6c5f4e3c6d3f6e6d7"),
    Opening::new("greenberg", "Greenberg (Dawg)", "f5d6c5f4e3c6d3f6e6d7e7"),
    Opening::new("rose-birth", "Rose-Birth", "f5d6c5f4e3c6d3f6e6d7g3c4"),
    Opening::new(
        "rose-birdie",
        "Rose-Birdie (Rose-Tamenori)",
        "f5d6c5f4e3c6d3f6e6d7g3c4b4",
    ),
    Opening::new(
        "rose-tamenori-kling",
        "Rose-Tamenori-Kling",
        "f5d6c5f4e3c6d3f6e6d7g3c4b4c3",
    ),
    Opening::new(
        "brightstein",
        "Brightstein",
        "f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2",
    ),
    Opening::new("flat", "Flat", "f5d6c5f4e3c6d3f6e6d7g4"),
    Opening::new("rotating-flat", "Rotating Flat", "f5d6c5f4e3c6d3f6e6d7g4c4"),
    Opening::new(
        "murakami-variation",
        "Murakami Variation",
        "f5d6c5f4e3c6d3f6e6d7g4c4g6",
    ),
    Opening::new("parallel", "Parallel", "f5f4"),
    Opening::new("diagonal", "Diagonal", "f5f6"),
    Opening::new("wing-variation", "Wing Variation", "f5f6d3f4"),
    Opening::new("semi-wing-variation", "Semi-Wing Variation", "f5f6c4f4"),
    Opening::new("x-square", "X-Square", "f5f6e6d6g7"),
    Opening::new("raccoon-dog", "Raccoon Dog", "f5f6e6d6d7"),
    Opening::new("rocket", "Rocket", "f5f6e6d6c7"),
    Opening::new("hamilton", "Hamilton", "f5f6e6d6c7c6d7"),
    Opening::new("lollipop", "Lollipop", "f5f6e6d6c7f4"),
    Opening::new("snake", "Snake (Peasant)", "f5f6e6d6f7"),
    Opening::new("lysons", "Lysons", "f5f6e6d6f7f3"),
    Opening::new("pyramid", "Pyramid", "f5f6e6d6f7e3d7e7c6c5d3"),
    Opening::new("heath", "Heath (Tobidashi)", "f5f6e6d6e7"),
    Opening::new("heath-chimney", "Heath-Chimney", "f5f6e6d6e7f4"),
    Opening::new("heath-bat", "Heath-Bat", "f5f6e6d6e7g5c5"),
    Opening::new("iwasaki-variation", "Iwasaki Variation", "f5f6e6d6e7g5g4"),
    Opening::new(
        "mimura-variation-ii",
        "Mimura Variation II",
        "f5f6e6d6e7g5g6e3c5c6d3c4b3",
    ),
    Opening::new("buffalo", "Buffalo (Kenichi)", "f5f6e6d6c3"),
    Opening::new("hokuriku-buffalo", "Hokuriku Buffalo", "f5f6e6d6c3d3"),
    Opening::new("maruoka-buffalo", "Maruoka Buffalo", "f5f6e6d6c3g4c6"),
    Opening::new("tanida-buffalo", "Tanida Buffalo", "f5f6e6d6c3f4c6d3e3d2"),
    Opening::new("cow", "Cow", "f5f6e6d6c5"),
    Opening::new("chimney", "Chimney", "f5f6e6d6c5f4"),
    Opening::new("rose-v-toth", "Rose-v-Toth", "f5f6e6d6c5e3d3"),
    Opening::new("landau", "Landau", "f5f6e6d6c5e3d3c4c3"),
    Opening::new("maruoka", "Maruoka", "f5f6e6d6c5e3d3c4c6b5"),
    Opening::new("tanida", "Tanida", "f5f6e6d6c5e3d3g5"),
    Opening::new("aircraft", "Aircraft (Feldborg)", "f5f6e6d6c5e3d3g5d7"),
    Opening::new("sailboat", "Sailboat", "f5f6e6d6c5e3d3g5e2b5"),
    Opening::new("cow-bat", "Cow Bat (Cambridge)", "f5f6e6d6c5e3e7"),
    Opening::new("melnikov", "Melnikov", "f5f6e6d6c5e3e7c7d7c6d3"),
];

/// The position after each of them, as the least of its images.
static NAMED: LazyLock<HashMap<(u64, u64), &'static Opening>> = LazyLock::new(|| {
    OPENINGS
        .iter()
        .map(|opening| (least_image(&after(opening)), opening))
        .collect()
});

/// The discs on the board after the longest of them.
const MOST_DISCS: usize = {
    let (mut longest, mut at) = (0, 0);
    while at < OPENINGS.len() {
        if OPENINGS[at].moves.len() > longest {
            longest = OPENINGS[at].moves.len();
        }
        at += 1;
    }
    4 + longest / 2
};

/// The opening that ends in a position of the usual board.
pub(crate) fn named(position: &Position) -> Option<&'static Opening> {
    let discs = (position.own() | position.other()).count_ones() as usize;
    match discs <= MOST_DISCS {
        true => NAMED.get(&least_image(position)).copied(),
        false => None,
    }
}

fn least_image(position: &Position) -> (u64, u64) {
    symmetry::least_image(position.own(), position.other()).0
}

/// The position after the moves of an opening.
fn after(opening: &Opening) -> Position {
    let othello = Othello::new();
    let mut position = othello.start();
    for at in (0..opening.moves.len()).step_by(2) {
        if let Some(square) = othello.square(&opening.moves[at..at + 2]) {
            othello.play(&mut position, Move::place(square));
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{LineOfPlay, Notation};

    #[test]
    fn every_opening_can_be_played_and_is_another_position() {
        let othello = Othello::new();
        for opening in OPENINGS {
            let mut position = othello.start();
            for at in (0..opening.moves.len()).step_by(2) {
                let played = othello.parse_move(&position, &opening.moves[at..at + 2]);
                othello.play(&mut position, played.unwrap());
            }
            assert_eq!(named(&position), Some(opening));
        }
        assert_eq!(NAMED.len(), OPENINGS.len());
    }

    /// The name of the last named position on the way.
    fn name_after(moves: &str) -> Option<&'static str> {
        let game = papan_core::erase(Othello::new());
        let line = LineOfPlay::moves(moves.split(' '));
        let position = game.after(&line).unwrap();
        let view = position.view().opening;
        assert_eq!(
            view.map(|opening| opening.name),
            position.opening().map(|opening| opening.name)
        );
        let mut visited = None;
        game.replay(&line, &mut |_, _, after| visited = after.opening())
            .unwrap();
        assert_eq!(visited, position.opening());
        visited.map(|opening| opening.name)
    }

    #[test]
    fn names_hold_for_all_images_and_orders_and_until_the_next() {
        assert_eq!(name_after("f5"), None);
        for tiger in [
            "f5 d6 c3 d3 c4",
            "c4 e3 f6 e6 f5",
            "d3 c5 f6 f5 e6",
            "e6 f4 c3 c4 d3",
        ] {
            assert_eq!(name_after(tiger), Some("Tiger"), "{tiger}");
        }
        // The third and fifth moves exchanged.
        assert_eq!(name_after("f5 d6 c4 d3 c3"), Some("Tiger"));
        assert_eq!(name_after("f5 d6 c3 d3 c4 f4"), Some("Tiger"));
        assert_eq!(name_after("f5 d6 c3 d3 c4 f4 f6 f3"), Some("Comp'Oth"));
        let small = Othello::with_size(6);
        assert_eq!(
            (small.openings().len(), small.opening(&small.start())),
            (0, None)
        );
    }
}
