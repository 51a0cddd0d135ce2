//! The rules of the Adjacency game.
