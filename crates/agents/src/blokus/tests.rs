//! Tests of the agents of Blokus.

use super::readings::{BothScores, Match, Reading, distance};
use crate::{Agent, Playable};
use papan_blokus::{Blokus, Large, Move, Piece, Position, Small, Square};
use papan_core::{Game, Notation, spec::Settings};
use papan_search::Limits;
use std::collections::BTreeSet;

fn open<const WORDS: usize>(game: &Blokus<WORDS>, text: &str) -> Box<dyn Agent<Blokus<WORDS>>> {
    let mut agents = super::Own::<WORDS>::AGENTS.iter();
    let agent = agents
        .find(|agent| agent.info.entry.is_named(text))
        .unwrap();
    let settings = Settings::read(agent.info.entry, text).unwrap();
    (agent.open)(game, &settings, 1).unwrap()
}

/// Plays a game in which one agent takes all seats, and checks each move.
fn play<const WORDS: usize>(
    game: &Blokus<WORDS>,
    agent: &mut dyn Agent<Blokus<WORDS>>,
    seed: u64,
) -> Vec<Move> {
    agent.begin(game, seed);
    let mut position = game.start();
    let (mut played, mut moves) = (Vec::new(), Vec::new());
    while game.turn(&position).is_some() {
        let chosen = agent.choose(game, &position);
        moves.clear();
        game.moves(&position, &mut moves);
        assert!(moves.contains(&chosen), "{}", game.position_text(&position));
        game.play(&mut position, chosen);
        played.push(chosen);
    }
    played
}

fn check_agents<const WORDS: usize>(name: &str) {
    let game = Blokus::<WORDS>::named(name).unwrap();
    let shuffled = [
        "paper/leaky:deck=shuffled",
        "paper/leaky:plan=centre",
        "leaky:plan=centre",
    ];
    let names = super::Own::<WORDS>::AGENTS
        .iter()
        .map(|agent| agent.info.entry.name);
    for text in names.chain(shuffled).filter(|name| *name != "explorer") {
        let mut agent = open(&game, text);
        let first = play(&game, agent.as_mut(), 5);
        let other = play(&game, agent.as_mut(), 6);
        assert_eq!(play(&game, agent.as_mut(), 5), first, "{text} in {name}");
        let fixed = [
            "first-fit",
            "paper/leaky",
            "paper/leaky-text",
            "paper/brute-force",
            "paper/leaky-fitted",
            "paper/brute-force-fitted",
        ];
        if fixed.contains(&text) {
            assert_eq!(first, other, "{text} in {name}");
        }
    }
}

#[test]
fn agents_play_by_the_rules_and_again_the_same() {
    for name in [
        "blokus-duo",
        "blokus-paper-duo",
        "blokus:size=5",
        "blokus:size=7,seats=4",
    ] {
        check_agents::<4>(name);
    }
    for name in ["blokus-classic", "blokus-classic-2", "blokus-classic-3"] {
        check_agents::<7>(name);
    }
}

/// The corners of the study's players, kept as its program keeps them: piece by piece.
struct Running {
    corners: Vec<BTreeSet<Square>>,
}

impl Running {
    fn new(game: &Small) -> Running {
        let starts = game.rules().starts();
        Running {
            corners: starts
                .iter()
                .map(|&start| BTreeSet::from([start]))
                .collect(),
        }
    }

    /// The corners of every player after a move.
    fn after(&self, game: &Small, position: &Position<4>, played: Move) -> Vec<BTreeSet<Square>> {
        let size = game.rules().size() as i32;
        let colour = position.colour().unwrap();
        let squares = game.placement(played).1;
        let has = |row: i32, column: i32| squares.contains(&(row as usize, column as usize));
        let mut after = self.corners.clone();
        for &(row, column) in &squares {
            for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                let (r, c) = (row as i32 + down, column as i32 + right);
                let inside = (0..size).contains(&r) && (0..size).contains(&c);
                let own =
                    has(r, c) || has(r - 1, c) || has(r + 1, c) || has(r, c - 1) || has(r, c + 1);
                if inside && !own {
                    let square = (r as usize, c as usize);
                    if !game.occupied(position).contains(game.index(square)) {
                        after[colour].insert(square);
                    }
                }
            }
        }
        for (other, corners) in after.iter_mut().enumerate() {
            if other != colour {
                corners.retain(|square| !squares.contains(square));
            }
        }
        after
    }
}

#[test]
fn the_advanced_strategy_takes_a_best_placement_by_its_own_count() {
    let game = Small::named("blokus-paper-duo").unwrap();
    for (text, weight) in [
        ("paper/duo-advanced", 2.0),
        ("paper/duo-advanced:weight=1/2", 0.5),
    ] {
        let mut advanced = open(&game, text);
        let mut greedy = open(&game, "paper/duo-greedy");
        advanced.begin(&game, 3);
        greedy.begin(&game, 4);
        let mut running = Running::new(&game);
        let mut position = game.start();
        let mut moves = Vec::new();
        while let Some(colour) = position.colour() {
            let worth = |played: Move| {
                let after = running.after(&game, &position, played);
                let difference = after[colour].len() as f64 - after[1 - colour].len() as f64;
                weight * f64::from(game.piece(played).size()) + difference
            };
            let chosen = match colour {
                0 => advanced.choose(&game, &position),
                _ => greedy.choose(&game, &position),
            };
            if colour == 0 {
                moves.clear();
                game.moves(&position, &mut moves);
                let most = moves
                    .iter()
                    .map(|&played| worth(played))
                    .fold(f64::MIN, f64::max);
                assert_eq!(worth(chosen), most, "{}", game.position_text(&position));
            }
            running.corners = running.after(&game, &position, chosen);
            game.play(&mut position, chosen);
        }
    }
}

#[test]
fn the_greedy_strategy_takes_the_largest_piece_in_the_order_of_the_game() {
    let game = Small::named("blokus-paper-duo").unwrap();
    let mut agent = open(&game, "paper/duo-greedy");
    let mut first_pieces = BTreeSet::new();
    for seed in 0..40 {
        agent.begin(&game, seed);
        let start = game.start();
        let piece = game.piece(agent.choose(&game, &start));
        // The order is that of the game: the same piece again, in any placement.
        assert_eq!(game.piece(agent.choose(&game, &start)), piece);
        assert_eq!(piece.size(), 5);
        first_pieces.insert(piece);
    }
    // In a corner all but the cross fit; 40 shuffles show most of them.
    assert!(first_pieces.len() > 6 && !first_pieces.contains(&Piece::named("X").unwrap()));
}

/// Random games agree with the published share of the first player (53.6%) within the
/// error of so many games.
#[test]
fn the_random_strategy_wins_as_often_as_published() {
    let game = Small::named("blokus-paper-duo").unwrap();
    let mut agent = open(&game, "paper/duo-random");
    let (mut won, games) = (0, 2_000);
    for seed in 0..games {
        agent.begin(&game, seed);
        let mut position = game.start();
        while game.turn(&position).is_some() {
            let chosen = agent.choose(&game, &position);
            game.play(&mut position, chosen);
        }
        let scores = game.scores(&position);
        won += u64::from(scores.as_slice()[0] > scores.as_slice()[1]);
    }
    let share = won as f64 / games as f64;
    assert!((0.5..0.58).contains(&share), "{share}");
}

const PAPER_TABLE: &str = "blokus:size=20,seats=4,starts=a20+t20+a1+t1";

#[test]
fn brute_force_takes_the_first_placement() {
    let game = Large::named(PAPER_TABLE).unwrap();
    let mut agent = open(&game, "paper/brute-force");
    let mut position = game.start();
    let mut texts = Vec::new();
    for _ in 0..5 {
        let chosen = agent.choose(&game, &position);
        texts.push(game.move_text(&position, chosen));
        game.play(&mut position, chosen);
    }
    // The I5 lies along the top for red and green; row by row, the first placement on a1
    // and on t1 is the upright one. Then red has one corner: f19.
    assert_eq!(texts[0], "a20,b20,c20,d20,e20");
    assert_eq!(texts[1], "p20,q20,r20,s20,t20");
    assert_eq!(texts[2], "a1,a2,a3,a4,a5");
    assert_eq!(texts[3], "t1,t2,t3,t4,t5");
    assert!(texts[4].contains("f19"), "{}", texts[4]);
}

#[test]
fn leaky_goes_out_of_its_quadrant() {
    let game = Large::named(PAPER_TABLE).unwrap();
    // On the empty board there are no leaks: the heights alone decide. Of all pieces on
    // a20 the one that reaches farthest along the diagonal is worth the most: the W with
    // 1 + 1 + 2 + 2 + 3, or another as good that comes before it.
    let mut agent = open(&game, "paper/leaky");
    let chosen = agent.choose(&game, &game.start());
    let height = |&(row, column): &Square| row.min(column) + 1;
    let (piece, squares) = game.placement(chosen);
    assert_eq!(piece, Piece::named("W").unwrap());
    assert_eq!(squares.iter().map(height).sum::<usize>(), 9);
}

const PUBLISHED: BothScores = [20, -58, -13, -10, -17, -22, -17, -20];

/// The choices of a reading, each as text.
fn choices(reading: &Reading) -> Vec<String> {
    let text = format!("{reading:?}");
    text.split(", ").map(str::to_owned).collect()
}

#[test]
fn readings_are_counted_once_each() {
    let all: BTreeSet<Vec<String>> = (0..Reading::COUNT)
        .map(|number| choices(&Reading::nth(number)))
        .collect();
    assert_eq!(all.len() as u64, Reading::COUNT);
}

/// The search in small: of all readings that differ from the fitted one in a single choice,
/// none is nearer to the published scores.
#[test]
fn no_neighbour_of_the_fitted_reading_is_nearer() {
    let table = Match::new();
    let fitted = choices(&Reading::FITTED);
    let nearest = distance(&table.scores(&Reading::FITTED), &PUBLISHED);
    let mut neighbours = 0;
    for number in 0..Reading::COUNT {
        let reading = Reading::nth(number);
        let pairs = choices(&reading)
            .into_iter()
            .zip(&fitted)
            .collect::<Vec<_>>();
        if pairs.iter().filter(|(one, other)| one != *other).count() == 1 {
            neighbours += 1;
            let other = distance(&table.scores(&reading), &PUBLISHED);
            assert!(other >= nearest, "{other} < {nearest}: {reading}");
        }
    }
    assert!(neighbours > 10, "{neighbours}");
}

/// The agents are the readings: they play the games that the search played.
#[test]
fn the_fitted_agents_play_the_fitted_games() {
    let game = Large::named(PAPER_TABLE).unwrap();
    let names = ["paper/leaky-fitted", "paper/brute-force-fitted"];
    let mut agents = names.map(|name| open(&game, name));
    let scores = Match::new().scores(&Reading::FITTED);
    for (is_leaky, expected) in [
        ([true, false, false, false], &scores[..4]),
        ([true; 4], &scores[4..]),
    ] {
        let mut position = game.start();
        while let Some(colour) = position.colour() {
            let chosen = agents[usize::from(!is_leaky[colour])].choose(&game, &position);
            game.play(&mut position, chosen);
        }
        for (colour, &expected) in expected.iter().enumerate() {
            let score = i64::from(game.colour_score(&position, colour));
            assert!(score == expected || (score, expected) == (15, 20));
        }
    }
}

#[test]
fn the_corrected_agents_do_not_depend_on_the_hand() {
    // `largest` draws among the placements of all of the largest pieces.
    let game = Small::named("blokus-duo").unwrap();
    let mut agent = open(&game, "largest");
    agent.begin(&game, 1);
    let start = game.start();
    let pieces: BTreeSet<Piece> = (0..200)
        .map(|_| game.piece(agent.choose(&game, &start)))
        .collect();
    assert_eq!(pieces.len(), 12);
    // `first-fit` takes the first square: the I5 upright above e10 reaches e14.
    let mut agent = open(&game, "first-fit");
    let chosen = agent.choose(&game, &start);
    assert_eq!(game.move_text(&start, chosen), "e10,e11,e12,e13,e14");
}

#[test]
fn levels_and_the_explorer_play_by_the_rules() {
    for name in ["blokus:size=7", "blokus:size=9,seats=3"] {
        let game = Small::named(name).unwrap();
        for level in 1..=9 {
            let mut agent =
                crate::agents::open(&game, &format!("level:{level},divisor=2000"), 1).unwrap();
            let first = play(&game, agent.as_mut(), 5);
            assert_eq!(
                play(&game, agent.as_mut(), 5),
                first,
                "level {level} in {name}"
            );
        }
        for playout in ["random", "replies", "network"] {
            let mut agent = open(&game, &format!("explorer:nodes=20,playout={playout}"));
            assert_eq!(
                play(&game, agent.as_mut(), 5),
                play(&game, agent.as_mut(), 5)
            );
        }
    }
}

/// Levels were rated with random playouts: they stay what they are when the others change.
#[test]
fn replies_and_the_network_are_behaviours_of_their_own() {
    let game = Small::named("blokus-duo").unwrap();
    let fingerprint = |agent| crate::agents::fingerprint(&game, agent).unwrap();
    let usual = fingerprint("explorer");
    assert_eq!(usual, fingerprint("explorer:playout=random"));
    let replies = fingerprint("explorer:playout=replies");
    assert_ne!(usual, replies);
    let network = fingerprint("explorer:playout=network");
    assert_ne!(usual, network);
    assert_ne!(replies, network);
}

#[test]
fn the_explorer_keeps_its_tree_when_only_time_limits_it() {
    let game = Small::named("blokus-duo").unwrap();
    assert!(open(&game, "explorer:time=10ms").remembers());
    assert!(!open(&game, "explorer:nodes=10,time=10ms").remembers());
    let memory = open(&game, "explorer:memory=3").memory();
    assert!(((3 << 20) - 20..=3 << 20).contains(&memory));
}

/// Nothing has learned the other boards: there the network is another word for replies.
#[test]
fn without_a_network_there_are_replies() {
    let game = Small::named("blokus:size=10,seats=2").unwrap();
    let mut replies = open(&game, "explorer:nodes=40,playout=replies");
    let mut network = open(&game, "explorer:nodes=40,playout=network");
    assert_eq!(
        play(&game, replies.as_mut(), 3),
        play(&game, network.as_mut(), 3)
    );
}

#[test]
fn a_level_spends_what_it_says() {
    let game = Small::named("blokus-duo").unwrap();
    let start = game.start();
    let nodes = |level, divisor| {
        let mut agent =
            crate::agents::open(&game, &format!("level:{level},divisor={divisor}"), 1).unwrap();
        agent.think(&game, &start, &Limits::NONE).unwrap().nodes
    };
    assert_eq!(nodes(6, 1), 400);
    assert_eq!(nodes(5, 1), 120);
    assert_eq!(nodes(4, 1_000), 1);
    // With the network a search ends as soon as its best move cannot be overtaken any more.
    assert!((101..=200).contains(&nodes(9, 1_000)));
    let mut agent = crate::agents::open(&game, "level:6", 1).unwrap();
    assert_eq!(
        agent.think(&game, &start, &Limits::nodes(7)).unwrap().nodes,
        7
    );
}

#[test]
fn solving_refuses_what_it_cannot_do_and_says_why() {
    let solve = |name: &str| {
        let game = Small::named(name).unwrap();
        let refusal = game.solve(&game.start(), &Limits::NONE, &mut |_| {});
        refusal.unwrap_err().to_string()
    };
    assert!(solve("blokus-duo").contains("lines of play"));
    assert!(solve("blokus:size=7,seats=3").contains("no single value"));
    // Near the end it does what it can within the limits.
    let game = Small::named("blokus:size=7").unwrap();
    let mut position = game.start();
    let mut agent = open(&game, "largest");
    while game.count_moves(&position, &mut Vec::new()) > 12 {
        let chosen = agent.choose(&game, &position);
        game.play(&mut position, chosen);
    }
    let mut told = Vec::new();
    let report = game.solve(&position, &Limits::NONE, &mut |text| told.push(text));
    assert!(report.unwrap().exact && told.len() == 1);
    let refusal = game.solve(&position, &Limits::nodes(1), &mut |_| {});
    assert!(refusal.unwrap_err().to_string().contains("these limits"));
}
