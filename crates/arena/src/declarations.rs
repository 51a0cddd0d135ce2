//! The JSON of tables, tests and games as TypeScript declarations.

use crate::{ledger::GameLine, standings::StandingsTable, tournament::SequentialTest};
use papan_declarations::Declarations;

#[test]
fn declarations_are_up_to_date() {
    Declarations::of("Arena")
        .with::<StandingsTable>()
        .with::<SequentialTest>()
        .with::<GameLine>()
        .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
}
