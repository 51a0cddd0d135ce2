//! The native part of the Python package `papan`: games, states, agents, batches of games, searches
//! and statistics. What is made of them in Python is in `python/papan`; `docs/python.md` is for its
//! users.

mod agent;
mod alphabeta;
mod arrays;
mod batch;
mod catalogue;
mod errors;
mod game;
mod json;
mod playouts;
mod record;
mod report;
mod solve;
mod state;
mod statistics;
mod tree;
mod tree_search;
mod waiting;

use papan_protocol::process::guard_as;
use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with the arguments behind its name, and returns its exit code. ``program``
/// are the words that start this program once more, as a guard of engines.
#[pyfunction]
fn run_program(py: Python<'_>, program: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        if guard_as(Some(program), arguments.iter().cloned()).is_some() {
            return 0;
        }
        papan::run_program(arguments)
    })
}

/// The version of the program.
#[pyfunction]
fn version() -> &'static str {
    papan::VERSION
}

#[pymodule]
fn _papan(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<agent::Thought>()?;
    module.add_class::<agent::Line>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<tree_search::TreeSearch>()?;
    module.add_class::<solve::Solution>()?;
    module.add_class::<statistics::Estimate>()?;
    module.add_function(wrap_pyfunction!(run_program, module)?)?;
    module.add_function(wrap_pyfunction!(version, module)?)?;
    module.add_function(wrap_pyfunction!(game::load_game, module)?)?;
    module.add_function(wrap_pyfunction!(game::all_games, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::all_levels, module)?)?;
    module.add_function(wrap_pyfunction!(agent::agent, module)?)?;
    module.add_function(wrap_pyfunction!(alphabeta::alphabeta, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(report::report_page, module)?)?;
    module.add_function(wrap_pyfunction!(report::report_charts, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::elo, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::share, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::superiority, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::sprt, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::fit_ratings, module)?)?;
    Ok(())
}
