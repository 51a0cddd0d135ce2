//! The tables of saved games, and the steps from each version of them to the next.

use papan_arena::database::FileKind;

/// The file of saved games among the files of Papan. Its header carries `PAPW`; a ledger
/// carries another word.
pub(super) const SAVED_GAMES: FileKind = FileKind {
    name: "file of saved games",
    application: 0x5041_5057,
    steps: STEPS,
};

/// What has been released is never changed: a new version is a new step.
pub(super) const STEPS: &[&str] = &[
    // The rules make everything but `start` and `moves` of a position; `shown` keeps what a
    // list of games shows, so that a list plays nothing again.
    "CREATE TABLE games (
        id TEXT NOT NULL PRIMARY KEY,
        secret BLOB NOT NULL CHECK (length(secret) = 32),
        game TEXT NOT NULL,
        start TEXT,
        seats TEXT NOT NULL,
        moves TEXT NOT NULL,
        ply INTEGER NOT NULL,
        clock TEXT,
        ending TEXT,
        version INTEGER NOT NULL,
        paused INTEGER NOT NULL,
        pace REAL NOT NULL,
        title TEXT NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        shown TEXT NOT NULL,
        variations TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX games_by_time ON games (updated);
    CREATE TABLE documents (
        key TEXT NOT NULL PRIMARY KEY,
        json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;",
];
