//! Games in the storage of the browser: each as JSON under its name, and beside them what analyses
//! and experiments keep.

use crate::outside::{Change, Handle, Trouble};
use papan_host::{Answer, ApiError, Later, Saved, Store, Variations, Write};
use serde::Deserialize;
use std::sync::Arc;

const GAMES: &str = "games";
const VARIATIONS: &str = "variations";
const DOCUMENTS: &str = "documents";

/// What is kept.
pub(crate) struct Storage(pub(crate) Arc<Handle>);

/// What a list is sorted by, without the rest of a game.
#[derive(Deserialize)]
struct Dated {
    updated: i64,
}

impl Storage {
    async fn find_text(&self, id: &str) -> Answer<Option<String>> {
        Ok(self.0.read(GAMES, id.to_owned()).await?)
    }

    /// All of these games that there are, as they are kept.
    async fn texts(&self, ids: Vec<String>) -> Answer<Vec<String>> {
        let asked: Vec<_> = (ids.into_iter()).map(|id| self.0.read(GAMES, id)).collect();
        let mut texts = Vec::new();
        for text in asked {
            texts.extend(text.await?);
        }
        Ok(texts)
    }

    async fn check_there(&self, id: &str) -> Answer<()> {
        let found = self.find_text(id).await?;
        found.map(drop).ok_or_else(no_game)
    }
}

impl Store for Storage {
    fn find(&self, id: &str) -> Later<'_, Answer<Option<Saved>>> {
        let id = id.to_owned();
        Box::pin(async move {
            let found = self.find_text(&id).await?;
            found.map(|text| read(&text)).transpose()
        })
    }

    fn list(&self, ids: Vec<String>) -> Later<'_, Answer<Vec<Saved>>> {
        Box::pin(async move {
            let texts = self.texts(ids).await?;
            // One that cannot be read hides no other.
            Ok(texts.iter().filter_map(|text| read(text).ok()).collect())
        })
    }

    fn last(&self, most: usize) -> Later<'_, Answer<Vec<Saved>>> {
        Box::pin(async move {
            let texts = self.texts(self.0.keys(GAMES).await?).await?;
            let dated = |text: String| {
                let Dated { updated } = serde_json::from_str(&text).ok()?;
                Some((updated, text))
            };
            let mut games: Vec<_> = texts.into_iter().filter_map(dated).collect();
            games.sort_by_key(|(updated, _)| std::cmp::Reverse(*updated));
            let games = games.iter().filter_map(|(_, text)| read(text).ok());
            Ok(games.take(most).collect())
        })
    }

    fn variations(&self, id: &str) -> Later<'_, Answer<Option<Variations>>> {
        let id = id.to_owned();
        Box::pin(async move {
            let Some(game) = self.find_text(&id).await? else {
                return Ok(None);
            };
            let secret = read(&game)?.secret;
            Ok(Some((secret, self.0.read(VARIATIONS, id).await?)))
        })
    }

    fn document(&self, key: &str) -> Later<'_, Answer<Option<String>>> {
        let key = key.to_owned();
        Box::pin(async move { Ok(self.0.read(DOCUMENTS, key).await?) })
    }

    fn write(&self, write: Write) -> Later<'_, Answer<()>> {
        Box::pin(async move {
            let changes = match write {
                Write::Create(saved) => vec![game(&saved)?],
                Write::Save(saved) => {
                    self.check_there(&saved.id).await?;
                    vec![game(&saved)?]
                }
                Write::Delete { id } => {
                    self.check_there(&id).await?;
                    let gone = |store| Change {
                        store,
                        key: id.clone(),
                        value: None,
                    };
                    vec![gone(GAMES), gone(VARIATIONS)]
                }
                Write::Variations { id, json } => {
                    self.check_there(&id).await?;
                    vec![Change {
                        store: VARIATIONS,
                        key: id,
                        value: Some(json),
                    }]
                }
                Write::Document { key, json } => vec![Change {
                    store: DOCUMENTS,
                    key,
                    value: Some(json),
                }],
            };
            Ok(self.0.write(changes).await?)
        })
    }
}

/// A game as a change of what is kept.
fn game(saved: &Saved) -> Answer<Change> {
    Ok(Change {
        store: GAMES,
        key: saved.id.clone(),
        value: Some(serde_json::to_string(saved).map_err(ApiError::internal)?),
    })
}

fn read(text: &str) -> Answer<Saved> {
    serde_json::from_str(text).map_err(ApiError::internal)
}

fn no_game() -> ApiError {
    ApiError::missing("there is no such game")
}

impl From<Trouble> for ApiError {
    fn from(trouble: Trouble) -> ApiError {
        if trouble.name == "QuotaExceededError" {
            let text = "the browser has no more room for saved games: delete some of them, or make \
                        room on this device";
            return ApiError::new(507, "storage-full", text);
        }
        ApiError::internal(format!("{}: {}", trouble.name, trouble.text))
    }
}
