//! The JSON of charts and facts as TypeScript declarations.

use crate::{chart::Chart, tournament::Fact};
use papan_declarations::Declarations;

#[test]
fn declarations_are_up_to_date() {
    Declarations::of("Report")
        .with::<Chart>()
        .with::<Fact>()
        .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
}
