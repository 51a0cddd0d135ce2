use super::*;
use papan_core::Random;
use proptest::{collection::vec, prelude::*, test_runner::RngSeed};
use std::time::Duration;

fn agent(text: &str) -> Player {
    let agent = text.to_owned();
    Player::Agent { agent, time: None }
}

fn wanted(game: &str, seats: &[Player]) -> Wanted {
    Wanted {
        game: game.to_owned(),
        seats: seats.to_vec(),
        start: None,
        moves: Vec::new(),
        clock: None,
        title: None,
    }
}

fn room(game: &str, seats: &[Player]) -> Room {
    Room::new(wanted(game, seats)).unwrap()
}

fn code(result: Answer<()>) -> String {
    result.unwrap_err().code.into_owned()
}

/// Plays these moves, whoever is to move.
fn play(room: &mut Room, moves: &[&str]) {
    for text in moves {
        room.play(text, None, Instant::now()).unwrap();
    }
}

#[test]
fn undo_goes_back_to_my_own_last_turn() {
    let now = Instant::now();
    // Hole 1 of the usual congklak brings another turn or not: ask the room who is to move.
    let mut room = room("congklak", &[Player::Person, agent("random")]);
    let mut random = Random::new(3);
    let mut mine = Vec::new();
    let mut twice = false;
    while room.turn().is_some() && room.ply < 60 {
        if room.mover() == Some(&Player::Person) && !room.must_pass() {
            mine.push(room.ply);
        }
        let before = room.turn();
        let moves = room.position.moves();
        let chosen = moves[random.below(moves.len())].clone();
        play(&mut room, &[&chosen]);
        twice |= room.turn() == before && before == Some(Seat::SECOND);
    }
    assert!(twice, "the agent never moved twice");
    if mine.last() == Some(&room.ply) {
        mine.pop();
    }
    while let Some(ply) = mine.pop() {
        room.undo(now).unwrap();
        assert_eq!(room.ply, ply);
        assert_eq!(room.mover(), Some(&Player::Person));
        assert!(!room.paused);
    }
    assert_eq!(code(room.undo(now)), "nothing-to-undo");
}

#[test]
fn with_three_agents_one_undo_is_one_round() {
    let now = Instant::now();
    let agents = [
        Player::Person,
        agent("greedy"),
        agent("greedy"),
        agent("greedy"),
    ];
    let mut room = room("blokus-classic", &agents);
    for _ in 0..6 {
        let chosen = room.position.moves()[0].clone();
        play(&mut room, &[&chosen]);
    }
    room.undo(now).unwrap();
    assert_eq!(room.ply, 4);
    room.undo(now).unwrap();
    assert_eq!(room.ply, 0);
    room.redo(now).unwrap();
    assert_eq!(room.ply, 4);
    // The end of what was played, where an agent is to move: nothing to redo behind it.
    room.redo(now).unwrap();
    assert_eq!((room.ply, room.paused), (6, false));
    room.go(5, now).unwrap();
    assert!(room.paused, "an agent would play another move at once");
}

#[test]
fn a_forced_pass_is_no_choice() {
    let now = Instant::now();
    // Black has no move at the end of this game of two persons, and white moves twice.
    let mut room = room("othello:size=4", &[Player::Person, Player::Person]);
    let mut random = Random::new(1);
    let passed = (0..1_000).find_map(|_| {
        room.restart(now).unwrap();
        while room.turn().is_some() {
            if room.must_pass() {
                return Some(room.ply);
            }
            let moves = room.position.moves();
            let chosen = moves[random.below(moves.len())].clone();
            play(&mut room, &[&chosen]);
        }
        None
    });
    let ply = passed.expect("some game has a pass");
    play(&mut room, &["pass"]);
    assert_eq!(room.ply, ply + 1);
    room.undo(now).unwrap();
    assert_eq!(room.ply, ply - 1);
}

#[test]
fn resigning_is_a_step_that_can_be_taken_back() {
    let now = Instant::now();
    let mut room = room("othello", &[Player::Person, agent("random")]);
    assert_eq!(code(room.resign(1)), "not-a-person");
    assert_eq!(code(room.resign(2)), "seat");
    play(&mut room, &["d3", "c3", "c4"]);
    room.resign(0).unwrap();
    let outcome = room.outcome().unwrap();
    assert_eq!(
        (outcome.ranks, outcome.reason),
        (vec![2, 1], Reason::Resigned)
    );
    assert_eq!(room.turn(), None);
    assert_eq!(code(room.play("e3", None, now)), "game-over");
    assert_eq!(code(room.resign(0)), "game-over");
    // The agent was to move when it was given up: back to the own last turn.
    room.undo(now).unwrap();
    assert_eq!((room.ply, room.outcome()), (2, None));
    room.redo(now).unwrap();
    assert_eq!(room.outcome().unwrap().seat, Some(0));
    assert_eq!(code(room.redo(now)), "nothing-to-redo");
    room.undo(now).unwrap();
    play(&mut room, &["f6"].map(|_| "c4"));
    assert_eq!(room.ending, None);
}

#[test]
fn with_more_seats_who_gives_up_is_last() {
    let persons = [const { Player::Person }; 4];
    let mut room = room("blokus-classic", &persons);
    room.resign(2).unwrap();
    assert_eq!(room.outcome().unwrap().ranks, [1, 1, 4, 1]);
}

#[test]
fn clocks_run_for_the_seat_to_move_and_come_back_with_undo() {
    let begin = Instant::now();
    let at = |seconds: f64| begin + Duration::from_secs_f64(seconds);
    let left = |room: &Room, seat, seconds| {
        let left = room.left(Seat::new(seat), at(seconds));
        left.map(|left| left.as_secs_f64())
    };
    let mut room = Room::new(Wanted {
        clock: Some(ControlSeconds {
            seconds: 10.0,
            increment: 2.0,
        }),
        ..wanted("othello", &[Player::Person, Player::Person])
    })
    .unwrap();
    assert_eq!(left(&room, 0, 100.0), Some(10.0));
    room.turn_time.run(true, at(0.0));
    assert_eq!(left(&room, 0, 3.0), Some(7.0));
    assert_eq!(left(&room, 1, 3.0), Some(10.0));
    room.play("d3", None, at(4.0)).unwrap();
    assert_eq!(room.plies[0].played.seconds, Some(4.0));
    assert_eq!(left(&room, 0, 9.0), Some(8.0));
    assert_eq!(left(&room, 1, 9.0), Some(5.0));
    // A pause stops it.
    room.turn_time.run(false, at(9.0));
    assert_eq!(left(&room, 1, 50.0), Some(5.0));
    assert_eq!(room.out_of_time(at(60.0)), None);
    room.turn_time.run(true, at(60.0));
    assert_eq!(room.out_of_time(at(64.9)), None);
    let late = room.out_of_time(at(65.0)).unwrap();
    room.lose_on_time(late).unwrap();
    let outcome = room.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.seat), (Reason::Time, Some(1)));
    assert_eq!(outcome.ranks, [1, 2]);
    // Back to the turn that was lost, with the time that it began with.
    room.undo(at(70.0)).unwrap();
    assert_eq!((room.ply, left(&room, 1, 70.0)), (1, Some(10.0)));
    room.undo(at(70.0)).unwrap();
    assert_eq!((room.ply, left(&room, 0, 70.0)), (0, Some(10.0)));
}

#[test]
fn what_makes_no_game_is_refused() {
    let code = |wanted: Wanted| Room::new(wanted).err().unwrap().code;
    let persons = [Player::Person, Player::Person];
    assert_eq!(code(wanted("chess", &persons)), "spec");
    assert_eq!(code(wanted("othello", &persons[..1])), "seats");
    assert_eq!(
        code(wanted("othello", &[agent("gtp:x"), Player::Person])),
        "program"
    );
    assert_eq!(
        code(Wanted {
            start: Some("nonsense".to_owned()),
            ..wanted("othello", &persons)
        }),
        "position"
    );
    let error = Room::new(Wanted {
        moves: vec!["d3".to_owned(), "a1".to_owned()],
        ..wanted("othello", &persons)
    });
    assert_eq!(error.err().unwrap().parameters["ply"], 1);
    for (seconds, increment) in [(0.0, 0.0), (f64::NAN, 0.0), (60.0, -1.0), (1e12, 0.0)] {
        let clock = Some(ControlSeconds { seconds, increment });
        assert_eq!(
            code(Wanted {
                clock,
                ..wanted("othello", &persons)
            }),
            "clock"
        );
    }
    assert_eq!(
        code(Wanted {
            title: Some("x".repeat(101)),
            ..wanted("othello", &persons)
        }),
        "title"
    );
}

/// Something that can be done to a room; numbers choose among what there is.
#[derive(Clone, Debug)]
enum Deed {
    Play(usize),
    Nonsense,
    Undo,
    Redo,
    Go(usize),
    Restart,
    Resign(usize),
    Player(usize, bool),
    Pause(bool),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        12 => (0..1_000_usize).prop_map(Deed::Play),
        1 => Just(Deed::Nonsense),
        3 => Just(Deed::Undo),
        3 => Just(Deed::Redo),
        2 => (0..12_usize).prop_map(Deed::Go),
        1 => Just(Deed::Restart),
        1 => (0..5_usize).prop_map(Deed::Resign),
        1 => (0..5_usize, any::<bool>()).prop_map(|(seat, person)| Deed::Player(seat, person)),
        1 => any::<bool>().prop_map(Deed::Pause),
    ]
}

fn perform(room: &mut Room, deed: &Deed, now: Instant) -> Answer<()> {
    match *deed {
        Deed::Play(number) => {
            let moves = room.position.moves();
            let chosen = moves.get(number % moves.len().max(1)).cloned();
            room.play(&chosen.unwrap_or_default(), None, now)
        }
        Deed::Nonsense => room.play("no such move", None, now),
        Deed::Undo => room.undo(now),
        Deed::Redo => room.redo(now),
        Deed::Go(ply) => room.go(ply, now),
        Deed::Restart => room.restart(now),
        Deed::Resign(seat) => room.resign(seat),
        Deed::Player(seat, person) => {
            let player = if person {
                Player::Person
            } else {
                agent("random")
            };
            room.set_player(seat, player)
        }
        Deed::Pause(on) => {
            room.pause(on).unwrap();
            Ok(())
        }
    }
}

/// All that a room is, to be compared.
fn picture(room: &Room) -> String {
    let texts: Vec<&str> = room
        .plies
        .iter()
        .map(|ply| ply.played.text.as_str())
        .collect();
    let Room {
        seats,
        turns,
        ply,
        ending,
        clock,
        paused,
        effects,
        ..
    } = room;
    let position = room.position.text();
    let effects = effects.as_ref().map(|effects| effects.get());
    format!(
        "{seats:?} {texts:?} {turns:?} {ply} {position} {effects:?} {ending:?} {clock:?} {paused}"
    )
}

fn check(room: &Room) {
    assert!(room.ply <= room.plies.len());
    assert_eq!(room.turns.len(), room.plies.len() + 1);
    let mut position = match &room.start {
        None => room.game.start(),
        Some(text) => room.game.position(text).unwrap(),
    };
    for (index, ply) in room.plies.iter().enumerate() {
        if index == room.ply {
            assert_eq!(position.text(), room.position.text());
        }
        assert_eq!(position.turn(), room.turns[index].seat);
        position.play(&ply.played.text).unwrap();
        assert_eq!(position.scores(), ply.scores);
    }
    if room.ply == room.plies.len() {
        assert_eq!(position.text(), room.position.text());
    }
    if let Some(ending) = room.ending {
        assert!(!ending.counts || room.ply == room.plies.len());
        assert!(ending.seat < room.seats.len());
    }
    if let Some(clock) = &room.clock {
        assert_eq!(clock.plies(), room.turns.len());
    }
    assert_eq!(room.outcome().is_some(), room.turn().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_is_done_the_room_stays_whole(
        game in 0..5_usize,
        people in 0..16_u8,
        clocked in any::<bool>(),
        deeds in vec(deed(), 1..40),
    ) {
        let game = ["othello:size=4", "blokus-classic-3:size=8", "congklak:holes=3", "kalah:holes=2", "adjacency:rounds=4"][game];
        let seats = papan_agents::games::open(game).map_or(2, |game| game.seats());
        let player = |seat| match people >> seat & 1 {
            0 => agent("random"),
            _ => Player::Person,
        };
        let seats: Vec<Player> = (0..seats).map(player).collect();
        let rule = ControlSeconds { seconds: 100.0, increment: 1.0 };
        let clock = clocked.then_some(rule);
        let mut room = Room::new(Wanted { clock, ..wanted(game, &seats) }).unwrap();
        let now = Instant::now();
        for deed in &deeds {
            let (before, version) = (picture(&room), room.version);
            let mut next = room.clone();
            match perform(&mut next, deed, now) {
                Ok(()) => prop_assert!(next.version > version),
                Err(_) => prop_assert_eq!(&before, &picture(&room)),
            }
            check(&room);
            if next.version > version {
                room = next;
            }
            check(&room);

            // As it is saved it comes back.
            let saved = room.save("id", [0; 32], now).unwrap();
            let loaded = Room::load(saved).unwrap();
            prop_assert_eq!(picture(&room), picture(&loaded));

            // Undo and redo lead back, from wherever redo can lead to.
            let here = picture(&room);
            let stops = room.is_choice(room.ply) || room.ended()
                || (room.ply == room.plies.len() && room.ending.is_none())
                || !room.has_persons();
            let mut other = room.clone();
            if stops && other.undo(now).is_ok() {
                prop_assert!(other.ply < room.ply || room.ended());
                if room.has_persons() {
                    prop_assert!(other.is_choice(other.ply));
                } else {
                    prop_assert!(other.paused);
                }
                other.redo(now).unwrap();
                other.paused = room.paused;
                prop_assert_eq!(here, picture(&other));
            }
        }
    }
}
