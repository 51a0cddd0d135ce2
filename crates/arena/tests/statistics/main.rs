//! The statistics against published values, closed forms, and simulations in which the truth
//! is known.

mod agreement;
mod coverage;
mod extremes;
mod pool;
mod published;
mod sequential;
mod simulation;
