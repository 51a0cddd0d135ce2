//! The JSON of ratings and grades as TypeScript declarations.

use crate::{grades::Grade, ratings::Rating};
use papan_declarations::Declarations;

#[test]
fn declarations_are_up_to_date() {
    Declarations::of("Agents")
        .with::<Rating>()
        .with::<Grade>()
        .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
}
