use super::*;
use papan_arena::database::Trouble;
use serde_json::json;
use std::{env, fs, process};

/// Enough for every test.
const MOST: u64 = 1 << 30;

fn file(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("papan-games-{name}-{}.db", process::id()));
    remove(&path);
    path
}

fn remove(path: &Path) {
    for end in ["", "-wal", "-shm", ".lock"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        let _ = fs::remove_file(name);
    }
}

fn saved(id: &str) -> Saved {
    let saved = json!({
        "id": id,
        "secret": vec![7; 32],
        "game": "othello:size=4",
        "start": null,
        "seats": [{"kind": "person"}, {"kind": "person"}],
        "moves": [{"m": "b1"}],
        "ply": 1,
        "clock": null,
        "ending": null,
        "version": 1,
        "paused": false,
        "pace": 0.5,
        "title": "a 'title' with \"quotes\"",
        "created": 1_767_225_600_000_i64,
        "updated": 1_767_225_600_000_i64,
        "shown": {"turn": 1},
    });
    serde_json::from_str(&saved.to_string()).unwrap()
}

#[tokio::test]
async fn what_was_acknowledged_is_there_afterwards() {
    let path = file("there");
    let store = Store::open(&path, MOST).unwrap();
    let keeper = &store.keeper;
    keeper
        .write(Write::Create(saved("one").into()))
        .await
        .unwrap();
    let json = "{\"x\": [1]}".to_owned();
    let id = "one".to_owned();
    keeper.write(Write::Variations { id, json }).await.unwrap();
    let document = |json: &str| Write::Document {
        key: "key".to_owned(),
        json: json.to_owned(),
    };
    keeper.write(document("1")).await.unwrap();
    keeper.write(document("2")).await.unwrap();
    assert!(matches!(
        keeper.write(Write::Save(saved("two").into())).await,
        Err(StoreError::Gone)
    ));
    assert!(
        keeper
            .write(Write::Create(saved("one").into()))
            .await
            .is_err()
    );
    drop(store);

    let store = Store::open(&path, MOST).unwrap();
    let found = store.reader.find("one").unwrap().unwrap();
    assert_eq!(found.title, saved("one").title);
    assert_eq!(
        (found.moves.len(), found.ply, found.secret),
        (1, 1, [7; 32])
    );
    assert!(store.reader.find("two").unwrap().is_none());
    let (_, variations) = store.reader.variations("one").unwrap().unwrap();
    assert_eq!(variations.as_deref(), Some("{\"x\": [1]}"));
    assert_eq!(store.reader.document("key").unwrap().as_deref(), Some("2"));
    assert_eq!(store.reader.last(10).unwrap().len(), 1);
    assert_eq!(
        store
            .reader
            .list(&["none", "one"].map(str::to_owned))
            .unwrap()[0]
            .id,
        "one"
    );
    let id = "one".to_owned();
    store.keeper.write(Write::Delete { id }).await.unwrap();
    assert!(store.reader.find("one").unwrap().is_none());
    assert!(store.reader.document("other").unwrap().is_none());
    store.keeper.close();
    let late = store.keeper.write(document("3")).await;
    assert!(matches!(late, Err(StoreError::Closed)));
    drop(store);
    remove(&path);
}

#[tokio::test]
async fn one_bad_write_does_not_spoil_those_that_wait_with_it() {
    let path = file("together");
    let store = Store::open(&path, MOST).unwrap();
    let writes = (0..100).map(|number| {
        let id = format!("game{number}");
        store.keeper.write(match number % 10 {
            9 => Write::Delete { id },
            _ => Write::Create(saved(&id).into()),
        })
    });
    let mut results = Vec::new();
    // All are asked for before the first is waited for.
    let mut waiting: Vec<_> = writes.map(Box::pin).collect();
    std::future::poll_fn(|context| {
        let mut left = Vec::new();
        for mut write in waiting.drain(..) {
            match write.as_mut().poll(context) {
                std::task::Poll::Ready(result) => results.push(result),
                std::task::Poll::Pending => left.push(write),
            }
        }
        waiting = left;
        match waiting.is_empty() {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    let good = results.iter().filter(|result| result.is_ok()).count();
    assert_eq!((good, store.reader.last(200).unwrap().len()), (90, 90));
    drop(waiting);
    drop(store);
    remove(&path);
}

#[test]
fn one_process_at_a_time() {
    let path = file("busy");
    let store = Store::open(&path, MOST).unwrap();
    let error = Store::open(&path, MOST).err().unwrap();
    assert!(
        error.to_string().contains("written by another papan"),
        "{error}"
    );
    drop(store);
    drop(Store::open(&path, MOST).unwrap());
    remove(&path);
}

#[test]
fn writes_go_through_to_the_disk() {
    let path = file("durable");
    let store = Store::open(&path, MOST).unwrap();
    let mode: String = store
        .reader
        .connection()
        .query_row("PRAGMA journal_mode", (), |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "wal");
    drop(store);
    // The default would lose the last commits with the power.
    let writer = schema::SAVED_GAMES.open(&path).unwrap().connection;
    let level: i64 = writer
        .query_row("PRAGMA synchronous", (), |row| row.get(0))
        .unwrap();
    assert_eq!(level, 2);
    drop(writer);
    remove(&path);
}

fn trouble(error: &StoreError) -> &Trouble {
    match error {
        StoreError::File(error) => &error.trouble,
        other => panic!("{other}"),
    }
}

#[test]
fn files_of_others_are_left_as_they_are() {
    let path = file("others");
    fs::write(
        &path,
        "This is a letter to a friend, and not short at all.".repeat(50),
    )
    .unwrap();
    let before = fs::read(&path).unwrap();
    let error = Store::open(&path, MOST).err().unwrap();
    assert!(matches!(trouble(&error), Trouble::NotOurs(_)), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
    remove(&path);

    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE theirs (x)").unwrap();
    drop(connection);
    let error = Store::open(&path, MOST).err().unwrap();
    assert!(matches!(trouble(&error), Trouble::NotOurs(_)), "{error}");
    remove(&path);

    drop(Store::open(&path, MOST).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let error = Store::open(&path, MOST).err().unwrap();
    assert!(error.to_string().contains("version 99"), "{error}");
    remove(&path);

    let error = Store::open(&env::temp_dir(), MOST).err().unwrap();
    assert!(matches!(trouble(&error), Trouble::Folder), "{error}");
}
