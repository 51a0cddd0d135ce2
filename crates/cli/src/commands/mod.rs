//! One module for each command.

pub(crate) mod agents;
pub(crate) mod bench;
pub(crate) mod best;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod engine_check;
pub(crate) mod engines;
pub(crate) mod games;
pub(crate) mod ledger;
pub(crate) mod levels;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod new_agent;
pub(crate) mod papers;
pub(crate) mod perft;
pub(crate) mod playouts;
pub(crate) mod report;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod tournament;
pub(crate) mod trace;
pub(crate) mod work;
pub(crate) mod workers;
