//! The JSON of ratings as TypeScript declarations.

use crate::ratings::Rating;
use papan_declarations::Declarations;

#[test]
fn declarations_are_up_to_date() {
    Declarations::of("Agents")
        .with::<Rating>()
        .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
}
