//! Ledgers that are put together.

use super::*;
use papan_arena::{
    ledger::Merged,
    tournament::{Program, Shard, Tournament},
};

/// A ledger with these games.
fn written(path: &Path, games: &[GameResult]) -> PathBuf {
    let mut ledger = Ledger::open(path).unwrap();
    ledger.add(games).unwrap();
    path.to_owned()
}

fn merge(all: &Path, parts: &[PathBuf]) -> Result<Merged, LedgerError> {
    Ledger::open(all)?.merge(parts, &mut |_| {})
}

/// Everything that a ledger says.
fn content(path: &Path) -> (Vec<GameResult>, Vec<Value>) {
    let ledger = Ledger::read(path).unwrap();
    let events = ledger.events().unwrap();
    let mut said = Vec::new();
    for event in events {
        let aside = ledger.put_aside_workers(&event.name).unwrap();
        said.push(json!([event, aside]));
    }
    (all(&ledger, &Filter::default()), said)
}

fn shard(text: &str) -> Shard {
    text.parse().unwrap()
}

fn program(text: &str) -> Program {
    Tournament::from_toml(text, "cup")
        .unwrap()
        .tournament
        .prepare()
        .unwrap()
}

const CUP: &str = "
games = ['othello:size=4', 'kalah']
agents = ['greedy', 'random', 'minimax:depth=1']
rounds = 7
openings = 'random:2'
seed = 5
[rounds_of]
kalah = 3
";

/// Every game belongs to one shard, with the others of its round.
#[test]
fn shards_have_every_game_once() {
    let ids = |program: &Program| program.jobs().map(|job| job.id()).collect::<Vec<_>>();
    let whole = ids(&program(CUP));
    for count in [1, 2, 3, 16, 100] {
        let mut all = Vec::new();
        let mut sizes = Vec::new();
        for number in 1..=count {
            let part = program(CUP)
                .shard(shard(&format!("{number}/{count}")))
                .unwrap();
            let own = ids(&part);
            assert_eq!(part.total(), own.len() as u64);
            // Both colours of an opening are played by the same machine.
            assert!(own.len().is_multiple_of(2));
            for job in program(CUP).jobs() {
                assert_eq!(part.has(&job), own.contains(&job.id()));
            }
            sizes.push(own.len());
            all.extend(own);
        }
        let (least, most) = (sizes.iter().min(), sizes.iter().max());
        assert!(most.unwrap() - least.unwrap() <= 2, "{sizes:?}");
        let distinct: HashSet<&GameId> = all.iter().collect();
        assert_eq!((all.len(), distinct.len()), (whole.len(), whole.len()));
        assert!(whole.iter().all(|id| distinct.contains(id)));
    }
    // The last round of a match may be half a one.
    let contest = "kind = 'match'\ngame = 'kalah'\nagents = ['greedy', 'random']\nrounds = 5";
    let mut tournament = Tournament::from_toml(contest, "m").unwrap().tournament;
    tournament.most_games = Some(9);
    let totals = ["1/2", "2/2"].map(|text| {
        let part = tournament.prepare().unwrap().shard(shard(text)).unwrap();
        assert_eq!(part.jobs().count() as u64, part.total());
        part.total()
    });
    assert_eq!(totals, [5, 4]);
}

#[test]
fn a_sequential_test_has_no_shards() {
    let test = "kind = 'sprt'\ngame = 'kalah'\nagents = ['greedy', 'random']\nopenings = 'random:2'
                [sprt]\nelo0 = 0\nelo1 = 10";
    let error = program(test).shard(shard("1/2")).err().unwrap().to_string();
    assert!(error.contains("it has no shard 1/2"), "{error}");
}

#[test]
fn merging_again_changes_nothing() {
    let folder = folder("merge-again");
    let games = cup("one", 12);
    let parts = [&games[..5], &games[3..9], &games[9..]];
    let parts: Vec<PathBuf> = (0..)
        .zip(parts)
        .map(|(index, games)| written(&folder.join(format!("{index}.db")), games))
        .collect();
    let all_of = folder.join("all.db");
    let merged = merge(&all_of, &parts).unwrap();
    let counts = |merged: &Merged| {
        let count = |part: &papan_arena::ledger::MergedPart| (part.games, part.added, part.equal);
        merged.parts.iter().map(count).collect::<Vec<_>>()
    };
    assert_eq!(counts(&merged), [(5, 5, 0), (6, 4, 2), (3, 3, 0)]);
    assert_eq!((merged.games, merged.removed), (12, 0));
    let first = content(&all_of);
    assert_eq!(first.0, games);
    let again = merge(&all_of, &parts).unwrap();
    assert_eq!(counts(&again), [(5, 0, 5), (6, 0, 6), (3, 0, 3)]);
    assert_eq!(content(&all_of), first);
    assert_eq!(problems(&all_of), [""; 0]);
    // In another order, and from what was put together already.
    let other = folder.join("other.db");
    let parts = [parts[2].clone(), all_of.clone(), parts[0].clone()];
    merge(&other, &parts).unwrap();
    assert_eq!(content(&other), first);
}

#[test]
fn different_games_under_one_id_change_nothing() {
    let folder = folder("merge-different");
    let games = cup("one", 6);
    let mut lie = games[4].clone();
    lie.nodes[0] += 1;
    let parts = [
        written(&folder.join("1.db"), &games[..2]),
        written(&folder.join("2.db"), &games[2..]),
        written(&folder.join("3.db"), &[games[0].clone(), lie.clone()]),
    ];
    let all_of = folder.join("all.db");
    let before = cup("two", 3);
    written(&all_of, &before);
    let error = merge(&all_of, &parts).unwrap_err().to_string();
    let id = lie.job.id().to_string();
    for named in ["2.db", "3.db", &id, "nodes ["] {
        assert!(error.contains(named), "{named}: {error}");
    }
    assert!(
        !error.contains("1.db") && !error.contains("all.db"),
        "{error}"
    );
    assert_eq!(content(&all_of).0, before);
    // What was there is named as well.
    merge(&all_of, &parts[..2]).unwrap();
    let error = merge(&all_of, &parts[2..]).unwrap_err().to_string();
    assert!(
        error.contains("all.db") && error.contains("3.db"),
        "{error}"
    );

    // Where the clock had a say, the first stays.
    for timed in [0, 1] {
        let mut pair = [games[4].clone(), lie.clone()];
        pair[timed].timed = true;
        let parts = [
            written(&folder.join(format!("t{timed}.db")), &pair[..1]),
            written(&folder.join(format!("u{timed}.db")), &pair[1..]),
        ];
        let all_of = folder.join(format!("timed{timed}.db"));
        let merged = merge(&all_of, &parts).unwrap();
        assert_eq!((merged.parts[1].added, merged.parts[1].different), (0, 1));
        assert_eq!(content(&all_of).0, &pair[..1]);
        assert_eq!(merge(&all_of, &parts).unwrap().parts[1].different, 1);
    }
    // So with an agent that time limits, of which ledgers of before do not say it.
    let contest = Contest::new("othello:size=4", &["mcts:time=1ms", "greedy"], 1);
    let by_time = play(&contest).remove(0);
    let mut other = by_time.clone();
    other.nodes[0] += 1;
    (other.timed, other.worker) = (false, None);
    let parts = [
        written(
            &folder.join("v.db"),
            &[GameResult {
                timed: false,
                ..by_time
            }],
        ),
        written(&folder.join("w.db"), &[other]),
    ];
    let merged = merge(&folder.join("by-time.db"), &parts).unwrap();
    assert_eq!(merged.parts[1].different, 1);
}

#[test]
fn events_are_put_together() {
    let folder = folder("merge-events");
    let [one, two, all_of] = ["1.db", "2.db", "all.db"].map(|name| folder.join(name));
    let games = cup("one", 4);
    let begin = |path: &Path, settings: &str, source: &str, labels: &[(&str, &str)]| {
        let labels = labels.iter();
        let event = Event {
            name: "one".to_owned(),
            settings: settings.to_owned(),
            source: source.to_owned(),
            labels: labels
                .map(|(agent, label)| ((*agent).into(), (*label).into()))
                .collect(),
        };
        Ledger::open(path).unwrap().begin(&event).unwrap();
    };
    begin(&one, r#"{"seed":1}"#, "old", &[("a", "A"), ("b", "B")]);
    written(&one, &games[..2]);
    // Moments are milliseconds: the second ledger has the latest game.
    thread::sleep(Duration::from_millis(3));
    begin(
        &two,
        r#"{ "seed": 1 }"#,
        "new",
        &[("a", "The A"), ("c", "C")],
    );
    written(&two, &games[2..]);
    for parts in [[one.clone(), two.clone()], [two.clone(), one.clone()]] {
        let _ = fs::remove_file(&all_of);
        merge(&all_of, &parts).unwrap();
        let event = Ledger::read(&all_of).unwrap().events().unwrap().remove(0);
        assert_eq!((event.count, event.source.as_str()), (4, "new"));
        let mut labels = event.labels;
        labels.sort();
        let label = |agent: &str, label: &str| (agent.to_owned(), label.to_owned());
        assert_eq!(
            labels,
            [label("a", "The A"), label("b", "B"), label("c", "C")]
        );
    }

    let three = folder.join("3.db");
    begin(&three, r#"{"seed":2}"#, "other", &[]);
    let before = content(&all_of);
    let error = merge(&all_of, &[two, three]).unwrap_err();
    assert!(error.is_mistake());
    let error = error.to_string();
    for named in ["'one'", "3.db", "all.db", "seed was 1, now 2"] {
        assert!(error.contains(named), "{named}: {error}");
    }
    assert_eq!(content(&all_of), before);
}

/// A worker that one part has put aside is not believed in the others.
#[test]
fn workers_that_are_put_aside_stay_aside() {
    let folder = folder("merge-aside");
    let [one, two, all_of] = ["1.db", "2.db", "all.db"].map(|name| folder.join(name));
    let mut games = cup("one", 5);
    let workers = ["anna", "anna", "bert", "bert", "anna"];
    for (game, worker) in games.iter_mut().zip(workers) {
        game.worker = Some(worker.to_owned());
    }
    games[1].confirmed_by = Some("bert".to_owned());
    games[2].confirmed_by = Some("anna".to_owned());
    written(&one, &games);
    let mut again = games[0].clone();
    again.worker = Some("bert".to_owned());
    written(&two, std::slice::from_ref(&again));
    Ledger::open(&two)
        .unwrap()
        .put_aside("one", "anna", "it lies")
        .unwrap();
    // It was there before anybody knew.
    written(&all_of, &games[..1]);
    let parts = [one, two];
    let merged = merge(&all_of, &parts).unwrap();
    assert_eq!((merged.removed, merged.games), (1, 4));
    assert_eq!(
        (merged.parts[0].not_believed, merged.parts[0].added),
        (2, 3)
    );
    let first = content(&all_of);
    let ledger = Ledger::read(&all_of).unwrap();
    let game = |index: usize| ledger.game(games[index].job.id()).unwrap();
    assert_eq!(game(0).unwrap().result, again);
    assert_eq!(game(1).unwrap().result, games[1]);
    assert_eq!(game(2).unwrap().result.confirmed_by, None);
    assert!(game(4).is_none());
    let aside = ("anna".to_owned(), "it lies".to_owned());
    assert_eq!(ledger.put_aside_workers("one").unwrap(), [aside]);
    drop(ledger);
    let merged = merge(&all_of, &parts).unwrap();
    assert_eq!((merged.removed, merged.games), (0, 4));
    assert_eq!(content(&all_of), first);
}

/// Before values had fractions they were rounded to whole points.
#[test]
fn a_game_of_an_earlier_version_has_the_same_values_rounded() {
    let folder = folder("merge-rounded");
    let with_value = |name: &str, value: papan_search::Value| {
        let mut games = cup("one", 1);
        games[0].plies.last_mut().unwrap().value = Some(value);
        written(&folder.join(name), &games)
    };
    let parts = |parts| papan_search::Value::Points(papan_search::Points::parts(parts, 32));
    let all = with_value("all.db", parts(109));
    let before = with_value("before.db", parts(3 * 32));
    let other = with_value("other.db", parts(4 * 32));
    let merged = merge(&all, &[before]).unwrap();
    assert_eq!((merged.parts[0].equal, merged.parts[0].added), (1, 0));
    assert!(merge(&all, &[other]).is_err());
    let kept = content(&all).0;
    assert_eq!(kept[0].plies.last().unwrap().value, Some(parts(109)));
}

#[test]
fn a_part_that_is_no_ledger_changes_nothing() {
    let folder = folder("merge-parts");
    let games = cup("one", 3);
    let all_of = written(&folder.join("all.db"), &games[..1]);
    let good = written(&folder.join("good.db"), &games[1..]);
    let before = content(&all_of);
    let bad = folder.join("bad.db");
    fs::write(&bad, "no ledger").unwrap();
    let edited = written(&folder.join("edited.db"), &games);
    let connection = Connection::open(&edited).unwrap();
    connection
        .execute("UPDATE games SET seed = seed + 1 WHERE number = 3", ())
        .unwrap();
    drop(connection);
    let broken = written(&folder.join("broken.db"), &games);
    let connection = Connection::open(&broken).unwrap();
    connection
        .execute("UPDATE games SET ranks = '' WHERE number = 2", ())
        .unwrap();
    drop(connection);
    for (part, expected) in [
        (bad, "not a ledger"),
        (folder.join("missing.db"), "there is no ledger"),
        (edited, "its id is not that of its job"),
        (broken, "its ranks cannot be ''"),
    ] {
        let error = merge(&all_of, &[good.clone(), part.clone()])
            .unwrap_err()
            .to_string();
        let name = part.file_name().unwrap().to_str().unwrap();
        assert!(error.contains(expected) && error.contains(name), "{error}");
        assert_eq!(content(&all_of), before);
    }
}
