//! Ratings of pools against closed forms and against each other.

use crate::simulation::{Match, encounter, ranking, uniform};
use papan_arena::statistics::{BadEncounter, Encounter, WinDrawLoss, pool};
use papan_arena::{interval, statistics::seats};
use papan_core::Random;

/// Games between two players: `wins`, `draws` and `losses` of the first, as often from each
/// side.
fn between(one: usize, other: usize, counts: [u64; 3]) -> Vec<Encounter> {
    let endings = [WinDrawLoss::Win, WinDrawLoss::Draw, WinDrawLoss::Loss];
    let mut games = Vec::new();
    for (ending, count) in endings.into_iter().zip(counts) {
        for opening in 0..count {
            games.push(encounter(one, other, ending, opening));
            games.push(encounter(
                other,
                one,
                crate::simulation::turned(ending),
                opening,
            ));
        }
    }
    games
}

#[test]
fn two_players_have_the_elo_of_their_score() {
    let games = between(0, 1, [5000, 2000, 3000]);
    let fit = pool::fit(2, &games).unwrap();
    let difference = fit.ratings.difference(0, 1).unwrap();
    // The virtual games take 0.002 Elo from it.
    assert!(
        (difference.value - interval::elo(0.6)).abs() < 0.003,
        "{difference:?}"
    );
    assert!((fit.ratings.ratings[0].value - difference.value / 2.0).abs() < 1e-9);
    assert!((fit.ratings.ratings[0].value + fit.ratings.ratings[1].value).abs() < 1e-9);
    assert!(
        fit.first_move().unwrap().value.abs() < 1e-6,
        "{:?}",
        fit.first_move()
    );
}

#[test]
fn the_first_move_has_the_elo_of_its_score() {
    let games: Vec<Encounter> = (0..10_000)
        .flat_map(|opening| {
            let ending = if opening % 10 < 7 {
                WinDrawLoss::Win
            } else {
                WinDrawLoss::Loss
            };
            [
                encounter(0, 1, ending, opening),
                encounter(1, 0, ending, opening),
            ]
        })
        .collect();
    let fit = pool::fit(2, &games).unwrap();
    assert!((fit.first_move().unwrap().value - interval::elo(0.7)).abs() < 0.01);
    assert!(fit.ratings.difference(0, 1).unwrap().value.abs() < 1e-6);
}

#[test]
fn a_chain_adds_up() {
    let mut games = between(0, 1, [4000, 0, 2000]);
    games.extend(between(1, 2, [3000, 0, 1000]));
    let fit = pool::fit(3, &games).unwrap();
    let expected = interval::elo(2.0 / 3.0) + interval::elo(0.75);
    let found = fit.ratings.difference(0, 2).unwrap();
    assert!(
        (found.value - expected).abs() < 0.05,
        "{found:?} {expected}"
    );
    let order: Vec<usize> = fit.ratings.ladder.iter().map(|rung| rung.player).collect();
    assert_eq!(order, [0, 1, 2]);
    assert!(fit.ratings.ladder[0].superiority.unwrap() > 0.999);
    assert_eq!(fit.ratings.ladder[2].superiority, None);
}

#[test]
fn two_seats_are_bradley_and_terry() {
    let mut random = Random::new(8);
    let mut games = Vec::new();
    for opening in 0..200 {
        let (one, other) = (random.below(4), random.below(4));
        let game = Match {
            elo: 50.0 * (one as f64 - other as f64),
            first_move: 30.0,
            draws: 0.5,
            together: 0.5,
        };
        let [there, back] = game.sides(&mut random);
        games.push(encounter(one, other, there, opening));
        games.push(encounter(other, one, back, opening));
    }
    let two = pool::fit(4, &games).unwrap();
    let first_move = two.first_move().unwrap().value;
    assert!((first_move - (two.seats[0].value - two.seats[1].value)).abs() < 1e-9);
    // The slope of the likelihood, written down anew, is zero at the ratings: every player has
    // the points that are expected of it, the virtual game with them.
    let mut left = [0.0; 4];
    for game in &games {
        let rating = |seat: usize| two.ratings.ratings[game.players[seat]].value;
        let expected = crate::simulation::expected(rating(0) - rating(1) + first_move);
        let points = f64::from(game.scores[0]) / 2.0;
        left[game.players[0]] += points - expected;
        left[game.players[1]] -= points - expected;
    }
    for (left, rating) in left.iter().zip(&two.ratings.ratings) {
        assert!((left + 0.5 - crate::simulation::expected(rating.value)).abs() < 0.01);
    }
}

#[test]
fn unbeaten_players_have_finite_ratings_and_wide_intervals() {
    let fit = pool::fit(2, &between(0, 1, [5, 0, 0])).unwrap();
    let difference = fit.ratings.difference(0, 1).unwrap();
    assert!(
        difference.value > 400.0 && difference.value < 900.0,
        "{difference:?}"
    );
    assert!(
        difference.low > 0.0 && difference.low < 300.0,
        "{difference:?}"
    );
    assert!(difference.high > 700.0);
}

#[test]
fn parts_without_games_between_them_are_told_apart() {
    let mut games = between(0, 3, [30, 0, 10]);
    games.extend(between(1, 4, [10, 5, 10]));
    let fit = pool::fit(6, &games).unwrap();
    assert_eq!(
        fit.ratings.components,
        [vec![0, 3], vec![1, 4], vec![2], vec![5]]
    );
    assert_eq!(fit.ratings.difference(0, 1), None);
    assert_eq!(fit.ratings.superiority(3, 5), None);
    assert_eq!(fit.ratings.difference(0, 77), None);
    assert!(fit.ratings.superiority(0, 3).unwrap() > 0.9);
    assert_eq!(fit.ratings.ratings[2].error(), 2400.0);
    let mean = fit.ratings.ratings[0].value + fit.ratings.ratings[3].value;
    assert!(mean.abs() < 1e-9);
    let empty = pool::fit(0, &[]).unwrap();
    assert!(empty.ratings.ladder.is_empty());
    assert!(pool::fit(2, &[]).unwrap().seats.is_empty());
}

#[test]
fn one_opening_alone_is_no_group() {
    let apart = between(0, 1, [60, 0, 40]);
    let together: Vec<Encounter> = apart
        .iter()
        .map(|game| Encounter {
            opening: 0,
            ..game.clone()
        })
        .collect();
    let alone = pool::fit(2, &together).unwrap();
    let difference = alone.ratings.difference(0, 1).unwrap();
    // 200 independent games at 60%: about 49 Elo each way.
    assert!((difference.error() - 49.5).abs() < 2.0, "{difference:?}");
}

#[test]
fn places_scores_and_seats_are_plain_means() {
    let game = |players: [usize; 3], ranks: [u8; 3], scores: [i32; 3], opening| Encounter {
        players: players.to_vec(),
        ranks: ranks.to_vec(),
        scores: scores.to_vec(),
        opening,
    };
    let games = [
        game([0, 1, 2], [1, 2, 3], [9, 5, 1], 0),
        game([1, 2, 0], [1, 1, 3], [7, 7, 2], 1),
        game([2, 0, 1], [2, 3, 1], [4, 3, 8], 2),
    ];
    let by_seat = seats::advantages(&games).unwrap();
    // Games that vary independently have the interval of Student.
    let (plain, found) = (interval::mean(&[9.0, 7.0, 4.0]), by_seat[0].score);
    assert!((found.deviation - plain.deviation).abs() < 1e-12);
    let student = 4.3027 * plain.deviation / 3_f64.sqrt();
    assert!((plain.mean - found.interval.0 - student).abs() < 1e-3);
    assert_eq!(by_seat[0].first.value, 0.5);
    assert!((by_seat[2].first.value - 1.0 / 3.0).abs() < 1e-12);
    assert!((by_seat[2].score.mean - 11.0 / 3.0).abs() < 1e-12);
    assert!((by_seat[1].rank.mean - 6.5 / 3.0).abs() < 1e-12);
    let total: f64 = by_seat.iter().map(|seat| seat.first.value).sum();
    assert!((total - 1.0).abs() < 1e-12);
}

#[test]
fn four_seats_find_the_strengths_of_a_long_simulation() {
    let truth = [100.0, 20.0, -30.0, -90.0];
    let advantages = [30.0, 0.0, -10.0, -20.0];
    let mut random = Random::new(4);
    let games: Vec<Encounter> = (0..20_000)
        .map(|opening| {
            let turn = random.below(4);
            let players: Vec<usize> = (0..4).map(|k| (k + turn) % 4).collect();
            let strengths: Vec<f64> = (0..4).map(|k| truth[players[k]] + advantages[k]).collect();
            let luck: Vec<f64> = (0..4).map(|_| uniform(&mut random)).collect();
            Encounter {
                ranks: ranking(&strengths, &luck),
                players,
                scores: vec![0; 4],
                opening,
            }
        })
        .collect();
    let fit = pool::fit(4, &games).unwrap();
    for k in 0..4 {
        assert!((fit.ratings.ratings[k].value - truth[k]).abs() < 5.0);
        assert!((fit.seats[k].value - advantages[k]).abs() < 5.0);
        assert!(fit.ratings.ratings[k].error() < 4.0);
    }
}

#[test]
fn games_that_are_not_whole_are_refused() {
    let mut game = encounter(0, 2, WinDrawLoss::Win, 0);
    let error = pool::fit(2, std::slice::from_ref(&game)).unwrap_err();
    assert_eq!(
        error,
        BadEncounter::Player {
            game: 0,
            player: 2,
            players: 2
        }
    );
    game.ranks.pop();
    let error = pool::fit(3, &[game]).unwrap_err();
    assert!(error.to_string().contains("a rank and a score for each"));
}
