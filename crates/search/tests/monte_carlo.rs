//! Monte Carlo tree search finds what is true, and says what it has proven.

use papan_blokus::{Large, Small};
use papan_congklak::Congklak;
use papan_core::{Game, Random};
use papan_othello::Othello;
use papan_search::{Limits, MonteCarlo, Report, ScoreDifference, TwoSeatSearch, Value};
use std::time::Duration;

fn run<G: Game>(game: &G, position: &G::Position, games: u64, rave: bool) -> Report<G::Move> {
    let mut search = MonteCarlo::default();
    search.rave = rave.then_some(500.0);
    search.run(game, position, &Limits::nodes(games), &mut Random::new(1))
}

/// Near the end everything is proven, and as exact search has it.
#[test]
fn what_is_proven_is_true() {
    fn check<G: Game>(game: &G, to_the_end: usize) {
        let mut proven = 0;
        for seed in 0..30 {
            let mut random = Random::new(seed);
            let mut positions = vec![game.start()];
            let mut moves = Vec::new();
            while game.turn(positions.last().unwrap()).is_some() {
                let mut position = *positions.last().unwrap();
                moves.clear();
                game.moves(&position, &mut moves);
                game.play(&mut position, moves[random.below(moves.len())]);
                positions.push(position);
            }
            let position = &positions[positions.len().saturating_sub(to_the_end + 1)];
            let mut exact = TwoSeatSearch::new(&ScoreDifference);
            let exact = exact.run(game, position, &Limits::NONE, &mut Random::new(1));
            let Some(Value::Points(margin)) = exact.value else {
                panic!("a search has a value");
            };
            for rave in [false, true] {
                let report = run(game, position, 3_000, rave);
                if report.exact {
                    proven += 1;
                    let share = f64::from(1 + margin.whole().signum()) / 2.0;
                    assert_eq!(report.value, Some(Value::Share(share)), "seed {seed}");
                }
            }
        }
        assert!(proven >= 40, "{proven} of 60 were proven");
    }
    check(&Othello::with_size(6), 7);
    check(&Congklak::default(), 6);
}

/// More simulations play better: it beats the one with few clearly.
#[test]
fn thinking_helps() {
    let game = Othello::with_size(6);
    let mut share = 0.0;
    for seed in 0..20 {
        let mut position = game.start();
        let mut random = Random::new(seed);
        game.playout_some(&mut position, 4, &mut random);
        let strong = seed % 2;
        while let Some(mover) = game.turn(&position) {
            let games = if mover.index() as u64 == strong {
                400
            } else {
                10
            };
            let best = MonteCarlo::default()
                .run(&game, &position, &Limits::nodes(games), &mut random)
                .best;
            game.play(&mut position, best);
        }
        let margin = game
            .scores(&position)
            .difference(papan_core::Seat::new(strong as usize));
        share += f64::from(1 + margin.signum()) / 2.0;
    }
    assert!(share >= 15.0, "{share} of 20");
}

trait PlayoutSome: Game {
    /// Plays `plies` random moves.
    fn playout_some(&self, position: &mut Self::Position, plies: usize, random: &mut Random) {
        for _ in 0..plies {
            let moves = self.legal_moves(position);
            self.play(position, moves[random.below(moves.len())]);
        }
    }
}

impl<G: Game> PlayoutSome for G {}

/// Four seats, and a stop at any moment.
#[test]
fn every_number_of_seats_and_any_limit() {
    let classic = Large::named("blokus-classic").unwrap();
    let moves = classic.legal_moves(&classic.start());
    for limits in [
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::nodes(200),
        Limits::time(Duration::ZERO),
        Limits::time(Duration::from_millis(5)),
    ] {
        let mut search = MonteCarlo::default();
        let report = search.run(&classic, &classic.start(), &limits, &mut Random::new(1));
        assert!(moves.contains(&report.best));
        assert_eq!(report.principal_variation[0], report.best);
        assert_eq!(search.root_moves().len(), moves.len());
    }
    let duo = Small::named("blokus-duo").unwrap();
    let again = || run(&duo, &duo.start(), 300, true);
    assert_eq!(again().principal_variation, again().principal_variation);
}
