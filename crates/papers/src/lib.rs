//! The experiments of five papers, run again and judged.
//!
//! Each paper is a file of data in `papers/`: its experiments, the numbers it published and
//! the verdict that we expect. A paper that is wrong is a finding; a verdict other than the
//! expected one is an error, either in the data or in the program.
//!
//! | module | what it holds |
//! |---|---|
//! | [`data`] | the papers as data, and what may be wrong with such data |
//! | [`select`] | papers and experiments by name |
//! | [`estimate`] | what was measured, how sure it is, and when a published value fits it |
//! | [`likelihood`] | how likely what was published is, if our reading is the paper's |
//! | [`result`] | the results of experiments and their rows |
//! | [`runner`] | running experiments |
//! | [`table`] | the columns of every table of results |
//! | [`charts`] | its charts, for the report and the page |
//! | [`page`] | the report as one page |
//! | [`docs`] | the tables in the documents, from one run |
//!
//! ```
//! use papan_papers::{Runner, data, select};
//!
//! let papers = data::all().unwrap();
//! let chosen = select::named(&papers, &["congklak-negascout/values"]).unwrap();
//! let results = Runner::default().run(&chosen, &|_| {}).unwrap();
//! assert!(results[0].rows.iter().all(|row| row.as_expected()));
//! ```

pub mod charts;
pub mod data;
#[cfg(test)]
mod declarations;
pub mod docs;
pub mod estimate;
pub mod likelihood;
pub mod page;
pub mod result;
pub mod runner;
pub mod select;
pub mod table;

pub use data::{Experiment, Paper};
pub use result::{ExperimentResult, RowResult};
pub use runner::{RunError, Runner};
