//! The tables of a ledger, and the steps from each version of them to the next.

use crate::database::FileKind;

/// The ledger among the files of Papan. Its header carries `PAPN`.
pub(super) const LEDGER: FileKind = FileKind {
    name: "ledger",
    application: 0x5041_504e,
    steps: STEPS,
};

/// What has been released is never changed: a new version is a new step.
const STEPS: &[&str] = &[
    // What the games of a tournament have in common is written once: an event, and for each
    // order of agents that sat down together a lineup.
    "CREATE TABLE events (
        event INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        begun_at INTEGER NOT NULL,
        settings TEXT,
        source TEXT NOT NULL,
        labels TEXT NOT NULL
    ) STRICT;
    CREATE TABLE lineups (
        lineup INTEGER PRIMARY KEY,
        event INTEGER NOT NULL REFERENCES events,
        game TEXT NOT NULL,
        agents TEXT NOT NULL,
        conditions TEXT NOT NULL,
        UNIQUE (event, game, agents, conditions)
    ) STRICT;
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
        lineup INTEGER NOT NULL REFERENCES lineups,
        round INTEGER NOT NULL,
        seating INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        finished_at INTEGER NOT NULL,
        ending TEXT NOT NULL,
        seat INTEGER,
        fault TEXT,
        reason TEXT,
        margin INTEGER,
        scores TEXT NOT NULL,
        ranks TEXT NOT NULL,
        nodes TEXT NOT NULL,
        version TEXT NOT NULL,
        titles TEXT,
        position TEXT NOT NULL,
        start TEXT,
        opening TEXT NOT NULL,
        moves TEXT NOT NULL,
        turns TEXT NOT NULL,
        times TEXT NOT NULL,
        estimates TEXT
    ) STRICT;
    CREATE INDEX games_in_order ON games (lineup, round, seating);",
    // What a program that forfeits wrote to its standard error.
    "ALTER TABLE games ADD COLUMN errors TEXT;",
    // What the behaviour of each agent followed from.
    "ALTER TABLE games ADD COLUMN fingerprints TEXT;",
    // Who played a game and who played it again, whether the clock had a say in it, and whose
    // games are no longer believed.
    "ALTER TABLE games ADD COLUMN worker TEXT;
    ALTER TABLE games ADD COLUMN confirmed_by TEXT;
    ALTER TABLE games ADD COLUMN timed INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE put_aside (
        event INTEGER NOT NULL REFERENCES events,
        worker TEXT NOT NULL,
        reason TEXT NOT NULL,
        put_aside_at INTEGER NOT NULL,
        PRIMARY KEY (event, worker)
    ) STRICT;",
    // What decides which games are played by a second worker: nobody else knows it, and it stays
    // the same, so that a coordinator that begins anew asks for the same games.
    "CREATE TABLE secrets (secret INTEGER NOT NULL) STRICT;
    INSERT INTO secrets VALUES (random());",
    // How long the processors worked for each seat.
    "ALTER TABLE games ADD COLUMN cpu_times TEXT;",
    // How the Papan that played was built.
    "ALTER TABLE games ADD COLUMN build TEXT;",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::header;
    use rusqlite::Connection;

    fn migrate(
        connection: &mut Connection,
        steps: &'static [&'static str],
    ) -> rusqlite::Result<()> {
        FileKind { steps, ..LEDGER }.migrate(connection)
    }

    const LATER: &[&str] = &[
        STEPS[0],
        "ALTER TABLE games ADD COLUMN remark TEXT;
         UPDATE games SET remark = 'old';",
        "CREATE TABLE remarks (remark TEXT) STRICT;",
    ];

    fn version_1() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        let fixture = include_str!("../../tests/data/ledger-1.sql");
        connection.execute_batch(fixture).unwrap();
        connection
    }

    #[test]
    fn an_old_ledger_takes_the_steps_it_has_not_seen() {
        let mut connection = version_1();
        let games = "SELECT count(*) FROM games";
        let count: i64 = connection.query_row(games, (), |row| row.get(0)).unwrap();
        migrate(&mut connection, LATER).unwrap();
        let header = header(&connection).unwrap();
        assert_eq!(
            (header.application, header.version),
            (LEDGER.application, 3)
        );
        let old = "SELECT count(*) FROM games WHERE remark = 'old'";
        let after: i64 = connection.query_row(old, (), |row| row.get(0)).unwrap();
        assert!(count > 0 && after == count);
        // There is nothing left to do.
        migrate(&mut connection, LATER).unwrap();
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let mut connection = version_1();
        const BROKEN: &[&str] = &[
            LATER[0],
            LATER[1],
            "CREATE TABLE events (twice TEXT) STRICT;",
        ];
        assert!(migrate(&mut connection, BROKEN).is_err());
        assert_eq!(header(&connection).unwrap().version, 1);
        assert!(connection.prepare("SELECT remark FROM games").is_err());
        migrate(&mut connection, LATER).unwrap();
    }

    /// The fixture was written by the first version and says how that one looked.
    #[test]
    fn the_first_version_is_as_it_was() {
        let mut new = Connection::open_in_memory().unwrap();
        migrate(&mut new, &STEPS[..1]).unwrap();
        let shape = |connection: &Connection| -> Vec<String> {
            let sql = "SELECT m.name || ' ' || c.name || ' ' || c.type || c.\"notnull\" || c.pk
                       FROM sqlite_schema m, pragma_table_info(m.name) c
                       WHERE m.type = 'table' ORDER BY m.name, c.cid";
            let mut statement = connection.prepare(sql).unwrap();
            let rows = statement.query_map((), |row| row.get(0)).unwrap();
            rows.collect::<Result<_, _>>().unwrap()
        };
        assert_eq!(shape(&new), shape(&version_1()));
    }
}
