//! Who played games, and whose are not believed.

use super::*;
use papan_arena::{Verifier, ledger::WorkerGames};

/// Putting aside takes what nobody else confirmed, of that event alone.
#[test]
fn a_worker_that_is_put_aside_leaves_what_others_confirmed() {
    let path = folder("put-aside").join("ledger.db");
    let mut ledger = Ledger::open(&path).unwrap();
    let mut games = [cup("one", 6), cup("two", 2)].concat();
    let workers = ["anna", "anna", "anna", "bert", "carl", "carl"];
    let names = workers.iter().chain(["anna"; 2].iter());
    for (game, worker) in games.iter_mut().zip(names) {
        game.worker = Some((*worker).to_owned());
    }
    ledger.add(&games).unwrap();
    let confirmed = |index: usize, by: &str| (games[index].job.id(), by.to_owned());
    let confirmations = [
        confirmed(0, "bert"),
        confirmed(1, "carl"),
        confirmed(3, "anna"),
    ];
    ledger.confirm(&confirmations).unwrap();
    let workers = ledger.workers("one").unwrap();
    let counts = |worker: &WorkerGames| {
        let name = worker.worker.clone().unwrap();
        (
            name,
            worker.games,
            worker.confirmed,
            worker.confirmed_for_others,
        )
    };
    assert_eq!(
        workers.iter().map(counts).collect::<Vec<_>>(),
        [
            ("anna".to_owned(), 3, 2, 1),
            ("bert".to_owned(), 1, 1, 1),
            ("carl".to_owned(), 2, 0, 1),
        ]
    );

    assert_eq!(
        ledger
            .put_aside("one", "anna", "it plays other moves")
            .unwrap(),
        1
    );
    let left = |ledger: &Ledger| ledger.ids(&Filter::event("one")).unwrap().len();
    assert_eq!(left(&ledger), 5);
    assert_eq!(ledger.ids(&Filter::event("two")).unwrap().len(), 2);
    // What it confirmed is worth nothing now, and stays.
    let bert = ledger.game(games[3].job.id()).unwrap().unwrap().result;
    assert_eq!(bert.confirmed_by, None);
    // Whoever vouched for it goes too: its games of before go with it.
    assert_eq!(ledger.put_aside("one", "carl", "slow").unwrap(), 3);
    assert_eq!(left(&ledger), 2);
    let aside = |name: &str, reason: &str| (name.to_owned(), reason.to_owned());
    drop(ledger);
    let ledger = Ledger::read(&path).unwrap();
    assert_eq!(
        ledger.put_aside_workers("one").unwrap(),
        [aside("anna", "it plays other moves"), aside("carl", "slow")]
    );
    assert_eq!(ledger.put_aside_workers("two").unwrap(), []);
    assert_eq!(problems(&path), [""; 0]);
}

/// What strangers send may have any shape.
#[test]
fn a_verifier_finds_what_does_not_fit_the_rules() {
    let game = cup("one", 1).remove(0);
    let mut verifier = Verifier::default();
    let mut problems = |change: &dyn Fn(&mut GameResult)| {
        let mut game = game.clone();
        change(&mut game);
        verifier.problems(&game).join("; ")
    };
    assert_eq!(problems(&|_| {}), "");
    let short = problems(&|game| game.nodes.clear());
    assert_eq!(short, "it has 0 node counts and needs 2");
    let seat = problems(&|game| game.ending = Ending::Agreed { seat: Seat::new(3) });
    assert_eq!(seat, "it names seat 4 and has 2");
    let moves = problems(&|game| game.plies[3].text = "z9".to_owned());
    assert!(moves.contains("move 4"), "{moves}");
    let agent = problems(&|game| game.job.agents[0] = "nobody".to_owned());
    assert!(agent.contains("nobody"), "{agent}");
    let name = problems(&|game| game.job.game = "chess".to_owned());
    assert!(name.contains("chess"), "{name}");
    let ranks = problems(&|game| game.ending = Ending::Solved { margin: 0 });
    assert!(ranks.contains("ranks") && ranks.contains("over"), "{ranks}");
}
