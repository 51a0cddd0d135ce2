use super::desk::Desk;
use crate::{
    house::Client,
    sockets::{Limited, Listener, Outbox},
    testing::Threads,
};
use papan_agents::{erased::open_session, games};
use papan_core::LineOfPlay;
use papan_search::Limits;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

struct Page {
    desk: Limited<Desk>,
    outbox: Arc<Outbox>,
}

impl Page {
    fn new() -> Page {
        let desk = Desk::new(Threads::new(), Arc::default(), Client::HERE);
        Page {
            outbox: Arc::clone(desk.outbox()),
            desk: Limited::new(desk),
        }
    }

    async fn say(&mut self, message: &Value) {
        self.desk.hear(&message.to_string()).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        let answer = timeout(Duration::from_secs(120), self.outbox.next()).await;
        serde_json::from_str(&answer.unwrap().unwrap()).unwrap()
    }

    /// The next answer to a message, whatever else is told.
    async fn ask(&mut self, message: &Value) -> Value {
        self.say(message).await;
        loop {
            let answer = self.next().await;
            if answer["id"] == message["id"] && answer["type"] != "evaluation" {
                return answer;
            }
        }
    }

    /// All answers of a task until it is done.
    async fn all(&mut self, message: Value) -> Vec<Value> {
        self.say(&message).await;
        let mut answers = Vec::new();
        loop {
            let answer = self.next().await;
            let done = match answer["type"].as_str() {
                Some("evaluation") => answer["done"] == true,
                kind => kind != Some("reviewed"),
            };
            answers.push(answer);
            if done {
                return answers;
            }
        }
    }
}

fn run<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(future)
}

#[test]
fn every_family_has_values_and_a_worth() {
    run(async {
        for game in [
            "othello",
            "blokus-duo",
            "blokus-classic",
            "blokus-classic-3",
            "congklak",
            "kalah",
            "adjacency",
        ] {
            let mut page = Page::new();
            let ask = json!({"type": "evaluate", "id": 3, "game": game, "moves": [], "seconds": 0.25, "values": true});
            let answers = page.all(ask).await;
            let last = answers.last().unwrap();
            assert_eq!(last["type"], "evaluation", "{game}: {last}");
            assert_eq!((&last["id"], &last["seat"]), (&json!(3), &json!(0)));
            let legal = games::open(game).unwrap().start().moves();
            let values = last["values"].as_array().unwrap();
            let moves: Vec<&str> = values
                .iter()
                .map(|value| value["move"].as_str().unwrap())
                .collect();
            assert_eq!(moves, legal, "{game}");
            let mut chances = values
                .iter()
                .map(|value| value["worth"]["chance"].as_f64().unwrap());
            assert!(chances.all(|chance| (0.0..=1.0).contains(&chance)));
            assert!(last["worth"]["chance"].is_number() && last["line"][0] == last["best"]);
        }
    });
}

/// With four seats too: large pieces are worth more than small ones in the opening, and the
/// move that would be played is among the best.
#[test]
fn values_of_blokus_are_sensible_with_any_seats() {
    for game in ["blokus-duo", "blokus-classic"] {
        let mut agent = open_session(game, "explorer:nodes=400", 1).unwrap();
        let best = agent
            .think(&LineOfPlay::default(), &Limits::NONE)
            .unwrap()
            .best;
        let values = agent.values(&LineOfPlay::default(), &Limits::NONE).unwrap();
        let value = |wanted: &dyn Fn(&str) -> bool| {
            let of = values.iter().filter(|valued| wanted(&valued.played));
            of.map(|valued| valued.value.number()).fold(0.0, f64::max)
        };
        let most = value(&|_| true);
        assert!(value(&|text| text == best) > most - 0.05, "{game}");
        assert!(value(&|text| !text.contains(',')) < most - 0.02, "{game}");
    }
}

#[test]
fn an_evaluation_goes_deeper_and_can_be_stopped() {
    run(async {
        let mut page = Page::new();
        let ask =
            json!({"type": "evaluate", "id": 1, "game": "othello", "moves": ["d3"], "seconds": 60});
        page.say(&ask).await;
        let (first, second) = (page.next().await, page.next().await);
        assert_eq!((&first["done"], &first["seat"]), (&json!(false), &json!(1)));
        assert!(first["depth"].as_u64() <= second["depth"].as_u64());
        assert_eq!(page.ask(&ask).await["code"], "task");
        page.say(&json!({"type": "stop", "id": 1})).await;
        while page.next().await["done"] == json!(false) {}
        let over = {
            let mut position = games::open("adjacency:rounds=1").unwrap().start();
            let mut moves = Vec::new();
            while position.turn().is_some() {
                let text = position.moves()[0].clone();
                position.play(&text).unwrap();
                moves.push(text);
            }
            json!({"type": "evaluate", "id": 2, "game": "adjacency:rounds=1", "moves": moves, "seconds": 1})
        };
        let answers = page.all(over).await;
        assert_eq!((answers.len(), &answers[0]["seat"]), (1, &Value::Null));
    });
}

#[test]
fn several_lines_come_with_values_that_say_whether_they_are_proven() {
    run(async {
        let mut page = Page::new();
        let tiger = json!({"type": "evaluate", "id": 1, "game": "othello",
            "moves": ["f5", "d6", "c3", "d3", "c4"], "seconds": 0.5, "lines": 3});
        let answers = page.all(tiger).await;
        let last = answers.last().unwrap();
        let lines = last["lines"].as_array().unwrap();
        assert_eq!((lines.len(), &lines[0]["move"]), (3, &last["best"]));
        let chance = |line: &Value| line["worth"]["chance"].as_f64().unwrap();
        assert!(lines.is_sorted_by(|a, b| chance(a) >= chance(b)), "{last}");
        assert!(lines.iter().all(|line| line["line"][0] == line["move"]));
        assert!(!last["book"].as_array().unwrap().is_empty());
        // No more than five, and no more than there are.
        let small = json!({"type": "evaluate", "id": 2, "game": "othello:size=4",
            "moves": [], "seconds": 30, "values": true, "lines": 99});
        let answers = page.all(small).await;
        let last = answers.last().unwrap();
        for list in ["lines", "values"] {
            let moves = last[list].as_array().unwrap();
            assert_eq!(moves.len(), 4);
            for valued in moves {
                let worth = json!({"points": -10, "chance": 0.0, "exact": true});
                assert_eq!(valued["worth"], worth, "{list}");
            }
        }
        assert!(last["book"].as_array().unwrap().is_empty());
    });
}

/// Six good moves from the middle of a game with the worst one among them.
#[test]
fn a_review_finds_a_planted_blunder() {
    let mut agent = open_session("othello", "patterns:depth=4", 1).unwrap();
    let mut line = LineOfPlay::default();
    for ply in 0..26 {
        let played = match ply {
            22 => {
                let values = agent.values(&line, &Limits::depth(6)).unwrap();
                let worst = values
                    .into_iter()
                    .min_by_key(|valued| valued.value.number() as i32);
                worst.unwrap().played
            }
            _ => agent.think(&line, &Limits::NONE).unwrap().best,
        };
        line.moves.push(played);
    }
    let moves = line.moves;
    let mut position = games::open("othello").unwrap().start();
    for text in &moves[..20] {
        position.play(text).unwrap();
    }
    let ask = json!({"type": "review", "id": 9, "game": "othello", "start": position.text(),
        "moves": moves[20..], "seconds": 0.15});
    let answers = run(async { Page::new().all(ask).await });
    assert_eq!(answers.len(), 7);
    assert_eq!(answers[6], json!({"type": "done", "id": 9}));
    for (ply, answer) in answers[..6].iter().enumerate() {
        assert_eq!(answer["ply"], ply);
        assert_eq!(answer["move"], json!(moves[20 + ply]));
        let loss = answer["loss"].as_f64().unwrap();
        match ply {
            2 => assert!(answer["grade"] == "blunder" && loss > 0.2, "{answer}"),
            _ => assert!(answer["grade"] != "blunder" && loss < 0.2, "{answer}"),
        }
    }
}

#[test]
fn a_review_knows_the_end_of_every_game() {
    for game in [
        "othello:size=4",
        "blokus:size=5",
        "congklak:holes=2,seeds=2",
        "blokus-classic-3",
    ] {
        let mut position = games::open(game).unwrap().start();
        let mut moves = Vec::new();
        while position.turn().is_some() && moves.len() < 40 {
            let legal = position.moves();
            let text = legal[legal.len() / 2].clone();
            position.play(&text).unwrap();
            moves.push(text);
        }
        let ask = json!({"type": "review", "id": 1, "game": game, "moves": moves, "seconds": 0.01});
        let answers = run(async { Page::new().all(ask).await });
        assert_eq!(
            answers.len(),
            moves.len() + 1,
            "{game}: {:?}",
            answers.last()
        );
        for answer in &answers[..moves.len()] {
            assert!(
                (0.0..=1.0).contains(&answer["loss"].as_f64().unwrap()),
                "{answer}"
            );
        }
    }
}

#[test]
fn a_page_has_so_many_tasks() {
    run(async {
        let mut page = Page::new();
        for id in 0..4 {
            let ask = json!({"type": "evaluate", "id": id, "game": "othello", "moves": [], "seconds": 60});
            page.say(&ask).await;
        }
        let ask = json!({"type": "review", "id": 4, "game": "othello", "moves": [], "seconds": 1});
        assert_eq!(page.ask(&ask).await["code"], "busy");
        let ping = json!({"type": "ping", "id": 5});
        assert_eq!(page.ask(&ping).await, json!({"type": "pong", "id": 5}));
    });
}

#[test]
fn a_flood_of_messages_is_refused() {
    run(async {
        let mut page = Page::new();
        let mut refused = 0;
        for _ in 0..1_000 {
            let answer = page.ask(&json!({"type": "ping"})).await;
            refused += u32::from(answer["code"] == "busy");
        }
        assert!(refused > 500, "{refused}");
        let long = json!({"type": "ping", "more": "x".repeat(20_000)});
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(page.ask(&long).await["code"], "too-large");
    });
}

#[test]
fn previews_say_what_happens_or_why_not() {
    run(async {
        let mut page = Page::new();
        let mut preview =
            json!({"type": "preview", "id": 5, "game": "othello", "moves": ["d3"], "move": "c5"});
        let answer = page.ask(&preview).await;
        assert_eq!((&answer["id"], &answer["error"]), (&json!(5), &Value::Null));
        assert_eq!(answer["effects"]["phrases"][0]["code"], "flips");
        preview["move"] = json!("d3");
        let answer = page.ask(&preview).await;
        assert_eq!(
            (&answer["error"]["code"], &answer["effects"]),
            (&json!("occupied"), &Value::Null)
        );
    });
}

/// Any JSON, with a liking for what messages are made of.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0_u64..6).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "othello",
            "congklak",
            "blokus-duo",
            "d3",
            "1",
            "pass",
            "a1"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{1,6}", inner, 0..3).prop_map(Value::from_iter),
        ]
    })
}

/// A message that is right but for what is exchanged in it.
fn message() -> impl Strategy<Value = Value> {
    let kinds = ["evaluate", "review", "preview", "stop", "ping", "other"];
    let games = [
        "othello",
        "congklak",
        "adjacency",
        "blokus-duo",
        "othello:size=4",
    ];
    let lists: [&[&str]; 5] = [&[], &["d3"], &["d3", "c5"], &["1"], &["c4", "d4"]];
    let fields = [
        "type", "id", "game", "start", "moves", "seconds", "values", "move",
    ];
    let exchanged =
        prop::collection::vec((prop::sample::select(fields.to_vec()), anything()), 0..3);
    (
        prop::sample::select(kinds.to_vec()),
        0_u64..6,
        prop::sample::select(games.to_vec()),
        prop::sample::select(lists.to_vec()),
        any::<bool>(),
        exchanged,
    )
        .prop_map(|(kind, id, game, moves, values, exchanged)| {
            let mut message = json!({"type": kind, "id": id, "game": game, "moves": moves,
                "seconds": 0.01, "values": values, "move": "d3"});
            for (field, value) in exchanged {
                message[field] = value;
            }
            // Not even a mistake should make the test wait for a minute.
            if message["seconds"]
                .as_f64()
                .is_some_and(|seconds| seconds > 0.02)
            {
                message["seconds"] = json!(0.02);
            }
            message
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_message_is_answered(message in prop_oneof![4 => message(), 1 => anything()]) {
        let answer = run(async {
            let mut page = Page::new();
            page.say(&message).await;
            // A stop of nothing has no answer of its own.
            if message["type"] == "stop" {
                page.say(&json!({"type": "ping"})).await;
            }
            page.next().await
        });
        let kind = answer["type"].as_str().unwrap().to_owned();
        prop_assert!(
            ["evaluation", "reviewed", "done", "preview", "error", "pong"].contains(&kind.as_str())
        );
        if kind == "error" {
            prop_assert!(answer["code"] != "internal", "{answer}");
            prop_assert!(answer["text"].as_str().is_some_and(|text| !text.is_empty()));
        }
    }
}
