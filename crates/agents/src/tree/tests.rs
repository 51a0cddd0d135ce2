//! Trees hold together, and those of the papers come out.

use super::*;
use crate::games::{Visitor, visit};
use std::collections::BTreeMap;

/// What holds in every tree that was recorded whole.
struct Check {
    agent: &'static str,
    moves: usize,
}

impl Visitor for Check {
    type Output = Tree;

    fn visit<G: Playable>(self, game: G) -> Tree {
        let mut position = game.start();
        let mut legal = Vec::new();
        for _ in 0..self.moves {
            legal.clear();
            game.moves(&position, &mut legal);
            game.play(&mut position, legal[legal.len() / 2]);
        }
        let seat = game.turn(&position).expect("the game goes on");
        let mut agent = agents::open(&game, self.agent, 1).unwrap();
        agent.begin(&game, 1);
        let traced = agent
            .trace(&game, &position, &Limits::NONE, 100_000)
            .unwrap();
        agent.begin(&game, 1);
        let limits = Limits::depth(traced.report.depth);
        let report = agent.think(&game, &position, &limits).unwrap();
        assert_eq!(traced.report.best, report.best, "the agent itself");
        assert_eq!(traced.report.value, report.value, "the agent itself");
        let tree = Tree::of(&game, self.agent, &position, &traced);
        assert_eq!((tree.left_out, tree.recorded), (0, tree.branches.len()));
        let best = tree.best_look.map(|id| &tree.branches[id]).unwrap();
        assert_eq!(Some(Value::points(best.value)), tree.value);
        assert_eq!(best.played, tree.best);

        let mut below: BTreeMap<Option<usize>, Vec<&Look>> = BTreeMap::new();
        for (place, look) in tree.branches.iter().enumerate() {
            assert_eq!(look.id, place);
            assert!(look.parent.is_none_or(|parent| parent < place));
            below.entry(look.parent).or_default().push(look);
        }
        for (parent, looks) in &below {
            let at = parent.map_or(&position, |id| &traced.positions[id]);
            let (mover, cut) = match parent {
                None => (seat, &tree.root_cut),
                Some(id) => (tree.branches[*id].next.unwrap(), &tree.branches[*id].cut),
            };
            assert!(looks.iter().all(|look| look.mover == mover));
            // Every legal move was looked at or cut.
            legal.clear();
            game.moves(at, &mut legal);
            let mut seen: Vec<String> = looks
                .iter()
                .filter(|look| !look.again)
                .map(|look| look.played.clone())
                .chain(cut.iter().cloned())
                .collect();
            let mut expected: Vec<String> = legal.iter().map(|&m| game.move_text(at, m)).collect();
            seen.sort();
            expected.sort();
            assert_eq!(seen, expected);
            let Some(parent) = parent.map(|id| &tree.branches[id]) else {
                continue;
            };
            // The last look at each move counts.
            let last: BTreeMap<&str, i32> = looks
                .iter()
                .map(|look| (look.played.as_str(), look.value))
                .collect();
            let value = match mover == seat {
                true => last.values().max(),
                false => last.values().min(),
            };
            assert_eq!(Some(&parent.value), value, "{parent:?}");
            assert_eq!(tree.branches[parent.best.unwrap()].value, parent.value);
            if !parent.cut.is_empty() {
                assert!(match mover == seat {
                    true => parent.value >= parent.beta.unwrap(),
                    false => parent.value <= parent.alpha.unwrap(),
                });
            }
            let low = |look: &Look| look.alpha.unwrap_or(i32::MIN);
            let high = |look: &Look| look.beta.unwrap_or(i32::MAX);
            for look in looks {
                assert!(low(look) < high(look), "{look:?}");
                assert!(low(look) >= low(parent) && high(look) <= high(parent));
            }
        }
        for look in &tree.branches {
            let is_inner = below.contains_key(&Some(look.id));
            assert_eq!(is_inner, look.next.is_some() && !look.known, "{look:?}");
        }
        tree
    }
}

#[test]
fn trees_hold_together() {
    for (game, moves) in [
        ("othello:size=4", 2),
        ("othello", 5),
        ("congklak:holes=4,seeds=2", 0),
        ("kalah:holes=3", 1),
        ("adjacency:rounds=1", 0),
    ] {
        let check = |agent| visit(game, Check { agent, moves }).unwrap();
        let whole = check("minimax:depth=3");
        assert!(whole.branches.iter().all(|look| look.alpha.is_none()));
        let same = check("negamax:depth=3");
        assert_eq!(same.recorded, whole.recorded);
        let cut = check("alphabeta:depth=3");
        assert!(cut.recorded <= whole.recorded);
        for tree in [&same, &cut, &check("negascout:depth=3")] {
            assert_eq!(tree.value, whole.value, "{game} {}", tree.agent);
        }
        check("negascout:depth=4,table=0,order=listed");
    }
}

#[test]
fn cuts_second_searches_and_the_table_are_seen() {
    let check = |agent| {
        let moves = 0;
        let tree = visit("congklak", Check { agent, moves }).unwrap();
        let count =
            |holds: fn(&Look) -> bool| tree.branches.iter().filter(|look| holds(look)).count();
        [
            count(|look| !look.cut.is_empty()),
            count(|look| look.again),
            count(|look| look.known),
        ]
        .map(|count| count > 0)
    };
    assert_eq!(check("minimax:depth=3"), [false, false, false]);
    assert_eq!(check("alphabeta:depth=4"), [true, false, false]);
    assert_eq!(check("negascout:depth=4"), [true, true, true]);
}

/// The tree of an agent in a position.
struct Ask {
    agent: &'static str,
    position: &'static str,
    most: usize,
}

impl Visitor for Ask {
    type Output = Tree;

    fn visit<G: Playable>(self, game: G) -> Tree {
        let position = game.parse_position(self.position).unwrap();
        let mut agent = agents::open(&game, self.agent, 1).unwrap();
        let traced = agent.trace(&game, &position, &Limits::NONE, self.most);
        Tree::of(&game, self.agent, &position, &traced.unwrap())
    }
}

#[test]
fn a_large_tree_is_its_best_line_with_the_moves_beside_it() {
    let ask = |agent| {
        let position =
            "......OO/......OO/......../......../......../......../XX....../XX...... X 56";
        let most = 300;
        let tree = visit(
            "adjacency",
            Ask {
                agent,
                position,
                most,
            },
        )
        .unwrap();
        assert!(tree.recorded <= 300 && tree.left_out > 300);
        assert_eq!(tree.line.len() as u32, tree.depth);
        let mut on_line = vec![None];
        on_line
            .extend(std::iter::successors(tree.best_look, |&id| tree.branches[id].best).map(Some));
        assert_eq!(on_line.len(), 1 + tree.line.len());
        assert!(
            tree.branches
                .iter()
                .all(|look| on_line.contains(&look.parent))
        );
        tree
    };
    let tree = ask("alphabeta:depth=4");
    assert_eq!(
        tree.branches
            .iter()
            .filter(|look| look.parent.is_none())
            .count(),
        56
    );
    // Chance decides between equal moves; it must do so the same way each time.
    ask("alphabeta:depth=4,ties=random");
    // The report's bot does not say its line.
    let tree = ask("paper/adjacency-minimax");
    assert_eq!(tree.line.len(), 3);
    assert!(
        tree.branches
            .iter()
            .all(|look| look.parent.is_some() || look.alpha.is_none())
    );
}

#[test]
fn the_tree_of_the_paper_on_othello_comes_out() {
    let position = "--------------------X------XX------OX--------------------------- O";
    let ask = |agent| {
        let most = 1_000;
        visit(
            "othello",
            Ask {
                agent,
                position,
                most,
            },
        )
        .unwrap()
    };
    let values = |tree: &Tree, parent: Option<usize>| -> Vec<(String, i32)> {
        let looks = tree.branches.iter().filter(|look| look.parent == parent);
        looks
            .map(|look| (look.played.clone(), look.value))
            .collect()
    };
    let pairs = |pairs: &[(&str, i32)]| -> Vec<(String, i32)> {
        pairs
            .iter()
            .map(|&(played, value)| (played.to_owned(), value))
            .collect()
    };
    // One ply: the values of a, b and c, and the first of the best is 21, which is f3.
    let one = ask("paper/othello-negamax:depth=1");
    assert_eq!(
        values(&one, None),
        pairs(&[("d3", -720), ("f3", -620), ("f5", -620)])
    );
    assert_eq!(one.best, "f3");
    // Two plies: the nodes d to q below them.
    let two = ask("paper/othello-negamax:depth=2,cuts=off");
    assert_eq!(two.recorded, 17);
    let top: Vec<usize> = two
        .branches
        .iter()
        .filter(|look| look.parent.is_none())
        .map(|look| look.id)
        .collect();
    for (id, replies) in top.into_iter().zip([
        &[
            ("c2", 690),
            ("c3", 790),
            ("c4", 890),
            ("c5", 790),
            ("c6", 690),
        ][..],
        &[("g3", 690), ("f4", 690), ("c5", 690), ("d6", 690)],
        &[
            ("c6", 590),
            ("d6", 690),
            ("e6", 790),
            ("f6", 690),
            ("g6", 590),
        ],
    ]) {
        assert_eq!(values(&two, Some(id)), pairs(replies));
    }
    let cut = ask("paper/othello-negamax:depth=2");
    assert_eq!((cut.recorded, cut.value), (10, two.value));
    let never: usize = cut.branches.iter().map(|look| look.cut.len()).sum();
    assert_eq!(never, 7);
}
