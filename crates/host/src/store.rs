//! Where games are kept, seen from inside: a file of a server, or the storage of a browser.

use crate::{
    Later,
    error::Answer,
    games::{Ending, Played, Player, SavedClock},
};
use papan_arena::ledger::Moment;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The hash of a secret, and the JSON that an analysis keeps.
pub type Variations = ([u8; 32], Option<String>);

/// Where games are kept, and documents of other modules.
pub trait Store: Send + Sync {
    /// A game; `None` when there is no such.
    fn find(&self, id: &str) -> Later<'_, Answer<Option<Saved>>>;

    /// Those of these games that there are and can be read, in their order.
    fn list(&self, ids: Vec<String>) -> Later<'_, Answer<Vec<Saved>>>;

    /// The games that were changed last, the latest first.
    fn last(&self, most: usize) -> Later<'_, Answer<Vec<Saved>>>;

    /// The hash of a game's secret, and what its analysis keeps.
    fn variations(&self, id: &str) -> Later<'_, Answer<Option<Variations>>>;

    /// What another module has kept under a key.
    fn document(&self, key: &str) -> Later<'_, Answer<Option<String>>>;

    /// Writes; what it has answered without an error survives the end of the program in any way.
    /// A game that is not there any more is [missing](crate::ApiError::missing).
    fn write(&self, write: Write) -> Later<'_, Answer<()>>;
}

/// Something to be written.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new game.
    Create(Box<Saved>),
    /// A game as it is now.
    Save(Box<Saved>),
    /// A game with all that belongs to it is forgotten.
    Delete {
        /// Its name.
        id: String,
    },
    /// What the analysis of a game keeps.
    Variations {
        /// The name of the game.
        id: String,
        /// What is kept.
        json: String,
    },
    /// Something of another module.
    Document {
        /// What it is found by.
        key: String,
        /// What is kept.
        json: String,
    },
}

impl Write {
    /// About how many bytes more it may take.
    pub fn size(&self) -> usize {
        match self {
            Write::Create(saved) => saved.size(),
            Write::Variations { json, .. } | Write::Document { json, .. } => json.len(),
            // A move or two; and a game less.
            Write::Save(_) | Write::Delete { .. } => 0,
        }
    }

    /// Whether it may be refused: games that are under way go on.
    pub fn is_new(&self) -> bool {
        matches!(self, Write::Create(_) | Write::Variations { .. })
    }
}

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// Its name.
    pub id: String,
    /// The SHA-256 of the secret: whoever reads the file cannot move in its games.
    pub secret: [u8; 32],
    /// The game with its parameters.
    pub game: String,
    /// Where it began, when not at the usual position.
    pub start: Option<String>,
    /// Who plays.
    pub seats: Vec<Player>,
    /// All moves, also those that can be redone.
    pub moves: Vec<Played>,
    /// How many of them count.
    pub ply: usize,
    /// Its clocks.
    pub clock: Option<SavedClock>,
    /// An end that the rules do not know.
    pub ending: Option<Ending>,
    /// Grows with every change.
    pub version: u64,
    /// Whether it waits.
    pub paused: bool,
    /// The seconds between moves of agents.
    pub pace: f64,
    /// What it is called.
    pub title: String,
    /// When it was made.
    #[serde(with = "moment")]
    pub created: Moment,
    /// When it was last changed.
    #[serde(with = "moment")]
    pub updated: Moment,
    /// What lists show of it.
    pub shown: Box<RawValue>,
}

/// A moment as a number: as a text, which the page is told, it is without its thousandths.
mod moment {
    use papan_arena::ledger::Moment;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        moment: &Moment,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(moment.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Moment, D::Error> {
        i64::deserialize(deserializer).map(Moment)
    }
}

impl Saved {
    /// About how many bytes it takes.
    fn size(&self) -> usize {
        /// Its id, numbers and dates, and its places in the indices.
        const REST: usize = 300;
        let played = |played: &Played| {
            let worth = played.worth.as_ref().map_or(0, |worth| worth.get().len());
            played.text.len() + worth + 32
        };
        let seats = self.seats.iter().map(|seat| seat.label().len() + 40);
        let texts = [
            &self.game,
            &self.title,
            self.start.as_ref().unwrap_or(&self.id),
        ];
        REST + texts.map(String::len).iter().sum::<usize>()
            + seats.sum::<usize>()
            + self.moves.iter().map(played).sum::<usize>()
            + self.shown.get().len()
    }
}
