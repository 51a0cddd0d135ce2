//! One module for each command.

pub(crate) mod bench;
pub(crate) mod convert;
pub(crate) mod games;
pub(crate) mod perft;
pub(crate) mod playouts;
pub(crate) mod show;
