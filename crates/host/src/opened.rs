//! Games are opened once for all who play them: the tables of one are larger than all that a
//! single game at a table needs besides.

use crate::{lock, runtime};
use papan_agents::games;
use papan_core::{AnyGame, spec::SpecError};
use std::sync::{Arc, Mutex};

/// How many games are kept open; who plays something rarer opens it again.
const KEPT: usize = 32;

type Opened = (String, Arc<dyn AnyGame>);

/// Those that were asked for last, the latest last.
static OPENED: Mutex<Vec<Opened>> = Mutex::new(Vec::new());

/// The game that a text names.
pub fn open(text: &str) -> Result<Arc<dyn AnyGame>, SpecError> {
    if let Some(game) = known(&mut lock(&OPENED), text) {
        return Ok(game);
    }
    // A game outlives the work that first needs it.
    runtime::apart(|| open_new(text))
}

/// A game that is open already, which is the latest then.
fn known(opened: &mut [Opened], text: &str) -> Option<Arc<dyn AnyGame>> {
    let place = opened.iter().position(|(name, _)| name == text)?;
    opened[place..].rotate_left(1);
    opened.last().map(|(_, game)| Arc::clone(game))
}

fn open_new(text: &str) -> Result<Arc<dyn AnyGame>, SpecError> {
    // Not under the lock: others need not wait until the tables are made.
    let game: Arc<dyn AnyGame> = games::open(text)?.into();
    let mut opened = lock(&OPENED);
    if let Some(game) = known(&mut opened, text) {
        return Ok(game);
    }
    if opened.len() >= KEPT {
        opened.remove(0);
    }
    opened.push((text.to_owned(), Arc::clone(&game)));
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_opened_once_and_few_are_kept() {
        let first = open("othello:size=4").unwrap();
        assert!(Arc::ptr_eq(&first, &open("othello:size=4").unwrap()));
        assert!(open("othelo").is_err());
        for rounds in 1..=20 {
            for first in ["X", "O"] {
                open(&format!("adjacency:rounds={rounds},first={first}")).unwrap();
            }
            assert_eq!(open("othello:size=4").unwrap().name(), first.name());
        }
        assert!(Arc::ptr_eq(&first, &open("othello:size=4").unwrap()));
        assert!(lock(&OPENED).len() <= KEPT);
    }
}
