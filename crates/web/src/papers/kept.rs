//! Outcomes in the file of games.

use super::runs::Keep;
use crate::games::{Rooms, Write};
use tokio::runtime::Handle;

/// Keeps outcomes as documents beside the games.
pub(crate) struct Kept {
    rooms: Rooms,
    /// The thread that runs experiments is none of the runtime's, and waits for it.
    runtime: Handle,
}

impl Kept {
    /// In the file of these games. To be called in a runtime.
    pub(crate) fn in_file(rooms: Rooms) -> Kept {
        Kept {
            rooms,
            runtime: Handle::current(),
        }
    }
}

impl Keep for Kept {
    fn load(&self, key: &str) -> Option<String> {
        self.rooms.store.document(key).ok().flatten()
    }

    fn save(&self, key: &str, json: String) {
        let write = Write::Document {
            key: key.to_owned(),
            json: Some(json),
        };
        // It is shown until the server ends, even where it cannot be kept.
        let _ = self.runtime.block_on(self.rooms.write(write));
    }
}
