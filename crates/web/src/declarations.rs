//! The JSON between server and page as TypeScript declarations, where no host without a server
//! speaks it too.

use crate::arena;
use papan_declarations::Declarations;

#[test]
fn declarations_are_up_to_date() {
    arena::declare(Declarations::of("Web"))
        .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
}
