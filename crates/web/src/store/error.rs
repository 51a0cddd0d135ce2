//! What can be wrong with the file of games.

use papan_arena::database::DatabaseError;
use papan_host::ApiError;
use thiserror::Error;

/// Why the file of games cannot be opened, read or written. Whatever it is, what was
/// acknowledged before is still there.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    /// Something is wrong with the file.
    #[error(transparent)]
    File(#[from] DatabaseError),
    /// A row is there and cannot be read.
    #[error("the saved game {id} cannot be read: {problem}")]
    Row { id: String, problem: String },
    /// What was to be changed is not there any more.
    #[error("there is no such game any more")]
    Gone,
    /// The games take all that they may take.
    #[error(
        "the saved games take the {} megabytes that they may take: delete some of them, or start \
         the server with a larger --storage", most >> 20
    )]
    Full {
        /// The most bytes.
        most: u64,
    },
    /// The server is going down and writes nothing more.
    #[error("the server is going down")]
    Closed,
    /// A write failed together with others; they all have the same reason.
    #[error("{0}")]
    Together(String),
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Gone => ApiError::missing("there is no such game"),
            StoreError::Closed => ApiError::busy(error.to_string()),
            StoreError::Full { most } => {
                ApiError::new(507, "storage", error.to_string()).with("most", most >> 20)
            }
            _ => ApiError::internal(error),
        }
    }
}
