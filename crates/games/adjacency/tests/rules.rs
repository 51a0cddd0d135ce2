//! The rules against an independent slow implementation and against known values.

use papan_adjacency::{Adjacency, Position, Square};
use papan_core::{Game, Notation, Random, Scores, Seat, perft, playouts};
use proptest::prelude::*;

/// The rules once more, written as one would explain them.
struct Slow {
    board: Vec<Vec<char>>,
    mover: char,
    plies_left: usize,
}

impl Slow {
    fn new(rounds: usize, first: char) -> Slow {
        let mut board = vec![vec!['.'; 8]; 8];
        for (row, column) in [(6, 0), (6, 1), (7, 0), (7, 1)] {
            board[row][column] = 'X';
        }
        for (row, column) in [(0, 6), (0, 7), (1, 6), (1, 7)] {
            board[row][column] = 'O';
        }
        Slow {
            board,
            mover: first,
            plies_left: 2 * rounds,
        }
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for row in 0..8 {
            for column in 0..8 {
                if self.plies_left > 0 && self.board[row][column] == '.' {
                    moves.push((row, column));
                }
            }
        }
        moves
    }

    fn play(&mut self, row: usize, column: usize) {
        let enemy = if self.mover == 'X' { 'O' } else { 'X' };
        self.board[row][column] = self.mover;
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let (row, column) = (row as i32 + down, column as i32 + right);
            if !(0..8).contains(&row) || !(0..8).contains(&column) {
                continue;
            }
            let neighbour = &mut self.board[row as usize][column as usize];
            if *neighbour == enemy {
                *neighbour = self.mover;
            }
        }
        self.mover = enemy;
        self.plies_left -= 1;
    }

    fn marks(&self, mark: char) -> i32 {
        let squares = self.board.iter().flatten();
        squares.filter(|&&square| square == mark).count() as i32
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.board.iter().map(|row| row.iter().collect()).collect();
        format!("{} {} {}", rows.join("/"), self.mover, self.plies_left)
    }
}

proptest! {
    #[test]
    fn the_slow_rules_agree(rounds in 1..=28_u32, o_first: bool, seed: u64) {
        let first = if o_first { Seat::SECOND } else { Seat::FIRST };
        let game = Adjacency::new(rounds, first);
        let mut fast = game.start();
        let mut slow = Slow::new(rounds as usize, if o_first { 'O' } else { 'X' });
        let mut random = Random::new(seed);
        loop {
            prop_assert_eq!(game.position_text(&fast), slow.text());
            prop_assert_eq!(game.scores(&fast), Scores::new(&[slow.marks('X'), slow.marks('O')]));
            let moves = game.legal_moves(&fast);
            let expected = slow.moves();
            prop_assert_eq!(
                &moves,
                &expected.iter().map(|&(row, column)| Square::at(row, column)).collect::<Vec<_>>()
            );
            if moves.is_empty() {
                break;
            }
            let chosen = random.below(moves.len());
            game.play(&mut fast, moves[chosen]);
            slow.play(expected[chosen].0, expected[chosen].1);
        }
        prop_assert_eq!(slow.plies_left, 0);
    }
}

#[test]
fn any_order_of_the_empty_squares_is_a_game() {
    let game = Adjacency::default();
    let mut expected = 1;
    for depth in 0..5 {
        assert_eq!(perft(&game, &game.start(), depth), expected);
        assert_eq!(game.perft(&game.start(), depth), expected);
        expected *= 56 - u64::from(depth);
    }
}

#[test]
fn the_game_ends_with_its_rounds_or_with_the_board() {
    let one_round = Adjacency::new(1, Seat::FIRST);
    let mut position = one_round.start();
    assert_eq!(perft(&one_round, &position, 2), 56 * 55);
    assert_eq!(one_round.playout(&mut position, &mut Random::new(1)), 2);
    assert_eq!(one_round.turn(&position), None);

    let game = Adjacency::default();
    let mut position = game
        .parse_position(
            "XXOOXXOO/XXOOXXOO/XXOOXXOO/XXOOXXOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOO.. O 9",
        )
        .unwrap();
    assert_eq!(position.plies_left(), 2);
    let plies = game.playout(&mut position, &mut Random::new(1));
    assert_eq!((plies, game.turn(&position)), (2, None));
    assert_eq!(position.mover(), Seat::SECOND);
    assert!(game.position_text(&position).ends_with(" O 7"));
}

#[test]
fn the_last_mover_turns_marks_for_good() {
    let game = Adjacency::default();
    let mut position = game
        .parse_position(
            "OOOOOOOO/OOOOXOOO/OOOX.XOO/OOOOXOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO O 1",
        )
        .unwrap();
    assert_eq!(game.scores(&position).as_slice(), [4, 59]);
    let last = game.parse_move(&position, "e3").unwrap();
    assert_eq!(position.converted(last).count_ones(), 4);
    game.play(&mut position, last);
    assert_eq!(game.scores(&position).as_slice(), [0, 64]);
    let outcome = game.outcome(&position).unwrap();
    assert_eq!(outcome.winner(), Some(Seat::SECOND));
}

/// X's marks minus O's after `depth` plies of best play.
fn best(game: &Adjacency, position: &Position, depth: u32, mut low: i32, mut high: i32) -> i32 {
    if depth == 0 {
        return game.scores(position).difference(Seat::FIRST);
    }
    let mut moves = game.legal_moves(position);
    moves.sort_by_key(|&square| std::cmp::Reverse(position.converted(square).count_ones()));
    for square in moves {
        let child = game.after(position, square);
        let value = best(game, &child, depth - 1, low, high);
        match position.mover() {
            Seat::FIRST => low = low.max(value),
            _ => high = high.min(value),
        }
        if low >= high {
            break;
        }
    }
    match position.mover() {
        Seat::FIRST => low,
        _ => high,
    }
}

#[test]
fn the_values_of_the_first_six_plies_are_known() {
    let game = Adjacency::default();
    for (depth, expected) in (1..=6).zip([3, 0, 3, 0, 3, 0]) {
        let value = best(&game, &game.start(), depth, -64, 64);
        assert_eq!(value, expected, "depth {depth}");
    }
    // The start is the same for both sides, turned by half a turn.
    let swapped = Adjacency::new(28, Seat::SECOND);
    assert_eq!(best(&swapped, &swapped.start(), 3, -64, 64), -3);
}

#[test]
fn random_games_favour_the_last_mover() {
    // In percent of 100,000 games, whose deviations are 0.15, 0.16 and 0.10.
    let share = |wins: u64| wins as f64 / 1000.0;
    for (first, second) in [(Seat::FIRST, Seat::SECOND), (Seat::SECOND, Seat::FIRST)] {
        let game = Adjacency::new(28, first);
        let tally = playouts(&game, &game.start(), 28, 0..100_000);
        assert_eq!(tally.moves, 56 * tally.games);
        assert!(
            (share(tally.wins[first.index()]) - 30.0).abs() < 0.6,
            "{tally:?}"
        );
        assert!(
            (share(tally.wins[second.index()]) - 58.2).abs() < 0.6,
            "{tally:?}"
        );
        assert!((share(tally.draws) - 11.8).abs() < 0.6, "{tally:?}");
    }
}
