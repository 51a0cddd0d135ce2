//! A game on the first line and behind it what is said to an engine that plays it.

use papan_agents::{
    Playable, RandomAgent,
    games::{Visitor, visit},
};
use papan_protocol::server::{Engine, Port, Protocol};
use std::io::Cursor;

struct Serve<'a> {
    protocol: Protocol,
    said: &'a [u8],
}

impl Visitor for Serve<'_> {
    type Output = Option<String>;
    fn visit<G: Playable>(self, game: G) -> Option<String> {
        let (port, output) = Port::for_tests();
        let engine = Engine {
            game,
            agent: Box::new(RandomAgent::new(1)),
            name: "Chance".to_owned(),
            seed: 1,
        };
        let served = engine.serve(self.protocol, Cursor::new(self.said.to_vec()), port);
        served.ok().map(|()| output.text())
    }
}

/// What is said, and all that is answered; `None` where nobody plays.
pub(crate) fn hold(protocol: Protocol, input: &[u8]) -> Option<(&[u8], String)> {
    let end = input.iter().position(|&byte| byte == b'\n')?;
    let name = str::from_utf8(&input[..end]).ok()?;
    let said = &input[end + 1..];
    let answered = visit(name, Serve { protocol, said }).ok()??;
    Some((said, answered))
}
