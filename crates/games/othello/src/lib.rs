//! The rules of Othello, its notation and its file formats.
