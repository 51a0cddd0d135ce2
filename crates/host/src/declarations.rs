//! The JSON between host and page as TypeScript declarations.

use crate::{analysis, catalogue, error::ApiError, games, inspect, papers, sockets::SocketTold};
use papan_declarations::Declarations;

#[test]
fn declarations_are_up_to_date() {
    games::declare(Declarations::of("Web"))
        .with::<ApiError>()
        .with::<SocketTold>()
        .with::<analysis::Ask>()
        .with::<analysis::Tell>()
        .with::<catalogue::Catalogue>()
        .with::<catalogue::Cards>()
        .with::<inspect::Inspected>()
        .with::<inspect::Imported>()
        .with::<papers::Papers>()
        .with::<papers::ExperimentShown<'static>>()
        .with::<papers::Started>()
        .with::<papers::RunTold>()
        .check(concat!(env!("CARGO_MANIFEST_DIR"), "/json.d.ts"));
}
