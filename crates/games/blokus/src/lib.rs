//! The rules of Blokus for any board, start squares and 2-4 players.
