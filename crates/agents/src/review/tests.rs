use super::*;
use crate::{erased::open_session, games};
use papan_search::Limits;

fn review(game: &str, agent: &str, nodes: u64, line: &LineOfPlay) -> Vec<Judged> {
    let mut review = Review::open(game, agent, line).unwrap();
    let mut session = open_session(game, agent, 1).unwrap();
    let mut judged = Vec::new();
    while let Some(question) = review.question() {
        let known = ask(&mut *session, &question, &Limits::nodes(nodes)).unwrap();
        judged.extend(review.answer(known));
    }
    judged
}

/// A game that is lost beyond hope: discs still tell good moves from bad ones.
#[test]
fn moves_of_a_lost_game_are_judged_by_discs() {
    let moves = [
        "c4", "e3", "f2", "c5", "d6", "c6", "b4", "d3", "e2", "b6", "f4", "b3", "b2", "e6",
    ];
    let judged = review(
        "othello",
        "patterns:time=60s",
        30_000,
        &LineOfPlay::moves(moves),
    );
    assert_eq!(judged.len(), moves.len());
    for judged in &judged {
        let lost = judged.loss.points.unwrap_or(0.0);
        if judged.grade == Grade::Good {
            assert!(lost < 3.0, "{judged:?}");
        }
        if lost >= 7.0 {
            assert!(judged.grade >= Grade::Mistake, "{judged:?}");
            assert!(
                judged.reply.len() > 1 && judged.line[0] == judged.best,
                "{judged:?}"
            );
        }
    }
    let faults = judged
        .iter()
        .filter(|judged| judged.grade >= Grade::Mistake);
    assert!(faults.count() >= 3, "{judged:#?}");
}

/// White opens a corner with its last move: that is a fault, and the corner is why.
#[test]
fn a_fault_comes_with_its_reason() {
    let moves = "d3 c5 b6 f3 f6 c4 b5 b3 f5 f4 c3 d6 f2 d2 a2 a7 e6 g3 e2 g7";
    let line = LineOfPlay::moves(moves.split(' '));
    let judged = review("othello", "patterns:time=60s", 5_000, &line);
    let last = judged.last().unwrap();
    assert!(last.grade >= Grade::Mistake, "{last:#?}");
    let corner = &last.reasons[0];
    assert!(corner.text.contains("the corner h8"), "{last:#?}");
    assert!(corner.marks.contains(&"h8".to_owned()), "{last:#?}");
}

/// What is judged from the middle of a game on is judged as in the whole of it.
#[test]
fn a_part_of_a_game_is_judged_alike() {
    let moves = "f5 d6 c3 d3 c4 f4 e3 f3 e6 b4";
    let line = LineOfPlay::moves(moves.split(' '));
    let judge = |from| {
        let mut review = Review::open("othello", "patterns", &line).unwrap();
        review.begin_at(from);
        let mut judged = Vec::new();
        while let Some(question) = review.question() {
            // Each position by itself, so that nothing follows from what was looked at before.
            let mut session = open_session("othello", "patterns:time=60s", 1).unwrap();
            let known = ask(&mut *session, &question, &Limits::nodes(500)).unwrap();
            judged.extend(review.answer(known));
        }
        judged
    };
    let whole = judge(0);
    for from in [0, 1, 6, 9] {
        assert_eq!(judge(from), whole[from..], "from {from}");
    }
    assert_eq!(judge(99), whole[9..]);
}

#[test]
fn every_move_of_every_family_is_judged_once_and_in_order() {
    for game in [
        "othello:size=4",
        "blokus:size=5",
        "blokus-classic-3:size=8",
        "congklak:holes=2,seeds=2",
        "kalah:holes=3",
        "adjacency:rounds=3",
    ] {
        let mut position = games::open(game).unwrap().start();
        let mut line = LineOfPlay::default();
        while position.turn().is_some() && line.moves.len() < 40 {
            let legal = position.moves();
            let text = legal[legal.len() / 2].clone();
            line.moves.push(position.advance(&text).unwrap());
        }
        let agent = games::analysis_agent(game).unwrap();
        for plies in [0, 1, line.moves.len() / 2, line.moves.len()] {
            let part = LineOfPlay::moves(&line.moves[..plies]);
            let judged = review(game, agent, 60, &part);
            let numbers: Vec<usize> = judged.iter().map(|judged| judged.ply).collect();
            assert_eq!(numbers, (0..plies).collect::<Vec<_>>(), "{game}");
            for judged in judged {
                assert_eq!(judged.played, line.moves[judged.ply]);
                assert!((0.0..=1.0).contains(&judged.loss.chance), "{judged:?}");
                assert!(judged.loss.points.is_none_or(|points| points >= 0.0));
                assert_eq!(
                    judged.grade.is_fault(),
                    judged.best != judged.played && judged.grade > Grade::Good
                );
                assert!(judged.reasons.is_empty() || judged.grade.is_fault());
            }
        }
    }
}

/// A small game that the agent solves: the best move loses nothing, any other exactly what it is
/// worth less.
#[test]
fn proven_losses_are_those_of_the_game() {
    let game = games::open("othello:size=4").unwrap();
    let mut session = open_session("othello:size=4", "patterns:time=60s", 1).unwrap();
    let line = game.random_line(5, &mut papan_core::Random::new(3));
    let judged = review("othello:size=4", "patterns:time=60s", 10_000_000, &line);
    for judged in judged {
        let before = LineOfPlay::moves(&line.moves[..judged.ply]);
        let values = session.values(&before, &Limits::NONE).unwrap();
        let of = |text: &str| {
            let found = values.iter().find(|valued| valued.played == text);
            found.map(|valued| valued.value.number()).unwrap()
        };
        let best = values.iter().map(|valued| valued.value.number());
        let lost = best.fold(f64::MIN, f64::max) - of(&judged.played);
        assert_eq!(judged.loss.points.unwrap_or(0.0), lost, "{judged:?}");
        assert_eq!(judged.grade == Grade::Best, lost == 0.0);
    }
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let line = LineOfPlay::moves(["a1"]);
    assert!(matches!(
        Review::open("othello", "patterns", &line),
        Err(ReviewError::Line(LineError::Move { number: 1, .. }))
    ));
    let nothing = LineOfPlay::default();
    assert!(matches!(
        Review::open("chess", "patterns", &nothing),
        Err(ReviewError::Spec(_))
    ));
    assert!(matches!(
        Review::open("othello", "nobody", &nothing),
        Err(ReviewError::Spec(_))
    ));
}
