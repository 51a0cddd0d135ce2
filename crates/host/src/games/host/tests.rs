use super::*;
use crate::{
    games::room::Wanted,
    testing::{Memory, Threads},
};

fn rooms() -> Rooms {
    Rooms::new(Arc::new(Memory::default()), Threads::new())
}

fn wanted(agent: &str) -> Wanted {
    let agent = Player::Agent {
        agent: agent.to_owned(),
        time: None,
    };
    Wanted {
        game: "othello:size=4".to_owned(),
        seats: vec![agent, Player::Person],
        start: None,
        moves: Vec::new(),
        clock: None,
        title: None,
    }
}

fn watched(rooms: &Rooms) -> (Host, Arc<Outbox>) {
    let room = Room::new(wanted("random")).unwrap();
    let mut host = Host::new("one".to_owned(), [0; 32], room, rooms.clone());
    let outbox = Arc::new(Outbox::default());
    let member = Member {
        client: Client::HERE,
        outbox: Arc::clone(&outbox),
        role: Some(Role::Player),
    };
    host.members.insert(1, member);
    (host, outbox)
}

#[tokio::test]
async fn who_waits_for_nothing_is_not_woken_for_it() {
    let rooms = rooms();
    let (mut host, _outbox) = watched(&rooms);
    // Thinking was refused a while ago, and then somebody paused the game.
    host.retry = Some(Instant::now());
    runtime::sleep(Duration::from_millis(2)).await;
    host.room.pause(true).unwrap();
    host.go_on().await;
    assert!(host.wake() > Instant::now());
    // When it goes on, it is asked at once.
    host.room.pause(false).unwrap();
    host.go_on().await;
    assert!(host.thought.is_some());
}

#[tokio::test]
async fn the_sockets_of_a_host_that_ends_are_closed() {
    let rooms = rooms();
    let (host, outbox) = watched(&rooms);
    drop(host);
    // What has nothing to say and is not closed would wait for ever: it is asked only once.
    let next = std::pin::pin!(outbox.next());
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert_eq!(next.poll(&mut context), std::task::Poll::Ready(None));
}

#[tokio::test]
async fn a_room_that_broke_down_is_loaded_again() {
    let rooms = rooms();
    let (id, _) = rooms.create(wanted("random"), |_| Ok(())).await.unwrap();
    let (broken, commands) = mpsc::channel(1);
    drop(commands);
    rooms.loaded.lock().await.insert(id.clone(), broken);
    let room = rooms.enter(&id).await.unwrap();
    let (answer, answered) = oneshot::channel();
    assert!(room.send(Command::Show(answer)).await.is_ok());
    assert!(answered.await.unwrap().is_ok());
}
