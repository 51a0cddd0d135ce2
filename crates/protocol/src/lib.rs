//! Talking with other programs that play: GTP, NBoard, UGI and lines of JSON, both ways.
//!
//! | module | what it holds |
//! |---|---|
//! | [`dialect`] | what the protocols call colours and moves |

pub mod dialect;
