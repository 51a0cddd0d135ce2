//! The JSON of what is compared and shown as TypeScript declarations.

use crate::{
    charts::ExperimentChart,
    data::{Compare, Verdict},
};
use papan_declarations::Declarations;

#[test]
fn declarations_are_up_to_date() {
    Declarations::of("Papers")
        .with::<Compare>()
        .with::<Verdict>()
        .with::<ExperimentChart>()
        .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
}
