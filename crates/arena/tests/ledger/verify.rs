//! What was changed in a ledger is found.

use super::*;

#[test]
fn verify_finds_what_was_changed() {
    let folder = folder("verify");
    let (path, _) = written(&folder);
    assert_eq!(problems(&path), [""; 0]);
    let whole = fs::read(&path).unwrap();
    for (change, expected) in [
        ("UPDATE games SET seed = seed + 1", "its id is not that"),
        (
            "UPDATE lineups SET conditions = '{\"nodes\":5}'",
            "its id is not that",
        ),
        (
            "UPDATE games SET moves = substr(moves, 1, 3) || 'a1' || substr(moves, 6)",
            "move 2: ",
        ),
        (
            "UPDATE games SET start = 'nowhere'",
            "its first position: not a position of othello:size=4",
        ),
        (
            "UPDATE games SET opening = substr(opening, 1, 3) || 'a1'",
            "move 2: ",
        ),
        (
            "UPDATE games SET moves = opening, turns = '', times = '[]', estimates = NULL",
            "it is not over",
        ),
        ("UPDATE games SET moves = opening", "turns and needs 0"),
        (
            "UPDATE games SET moves = ''",
            "fewer moves than its opening",
        ),
        (
            "UPDATE games SET turns = '1' || substr(turns, 2)",
            "move 3 was not that seat's turn",
        ),
        ("UPDATE games SET times = '[]'", "it has 0 times and needs"),
        (
            "UPDATE games SET position = 'XXXXXXXXXXXXXXXX O'",
            "its last position is",
        ),
        ("UPDATE games SET scores = '[16,0]'", "not 16, 0"),
        (
            "UPDATE games SET ranks = '[1,1]'",
            "its ranks do not follow",
        ),
        (
            "UPDATE games SET ranks = '[2,3]'",
            "its ranks cannot be '[2,3]'",
        ),
        (
            "UPDATE games SET ending = 'agreed', seat = 0",
            "it is over by its rules, not agreed",
        ),
        (
            "UPDATE games SET ending = 'forfeit', seat = 9, fault = 'time', reason = ''",
            "its seat cannot be '9'",
        ),
        (
            "UPDATE games SET ending = 'dull'",
            "its ending cannot be 'dull'",
        ),
        ("UPDATE games SET ending = 'solved'", "margin"),
        (
            "UPDATE games SET estimates = '[0.5'",
            "its estimates cannot be",
        ),
        (
            "UPDATE lineups SET agents = replace(agents, 'mcts:nodes=8', 'ghost')",
            "unknown agent 'ghost'",
        ),
        ("UPDATE lineups SET game = 'chess'", "unknown game 'chess'"),
        ("DELETE FROM lineups", "a row of games belongs to nothing"),
        ("DELETE FROM events", "a row of lineups belongs to nothing"),
    ] {
        fs::write(&path, &whole).unwrap();
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch("PRAGMA foreign_keys = OFF")
            .unwrap();
        connection.execute_batch(change).unwrap();
        drop(connection);
        let found = problems(&path);
        assert!(
            found.iter().any(|problem| problem.contains(expected)),
            "{change}: {found:?}"
        );
    }
}

#[test]
fn games_of_every_kind_can_be_verified() {
    let mut ledger = Ledger::in_memory().unwrap();
    let solved = Contest {
        conditions: Conditions {
            adjudication: papan_arena::Adjudication {
                solver: Some(100_000),
                margin: None,
            },
            ..Conditions::NONE
        },
        ..Contest::new("othello:size=4", &["random", "random"], 2)
    };
    let start = papan_agents::games::open("kalah").unwrap().start().text();
    let mut kalah = Contest::new("kalah", &["greedy", "random"], 1)
        .schedule()
        .unwrap()
        .job(0);
    kalah.opening.start = Some(start);
    let kalah = papan_arena::Referee::default()
        .play(&kalah, &Stop::new())
        .unwrap()
        .unwrap();
    for games in [
        play(&solved),
        play(&Contest::new("blokus-classic-3", &["random"; 3], 2)),
        play(&Contest::new("congklak", &["greedy", "random"], 2)),
        vec![kalah],
    ] {
        ledger.add(&games).unwrap();
    }
    let mut done = 0;
    let found = ledger
        .verify(&Filter::default(), 3, &mut |count| done = count)
        .unwrap();
    assert_eq!(found, []);
    assert_eq!(done, 7);
    let solved = all(
        &ledger,
        &Filter {
            game: Some("othello:size=4".to_owned()),
            ..Filter::default()
        },
    );
    assert!(matches!(solved[0].ending, Ending::Solved { .. }));
}
