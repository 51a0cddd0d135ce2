//! Who keeps a room while it is used. One task for each room hears what the sockets say, one
//! after the other; it saves every change before anyone is told of it, and asks the thinkers
//! when an agent is to move and somebody looks on.

#[cfg(test)]
mod tests;
mod thought;

use super::{
    message::Message,
    room::{Player, Room},
    rooms::{Rooms, no_game, wrong_secret},
    secret,
    state::{Role, StateText, Thinking},
};
use crate::{
    error::{Answer, ApiError},
    house::Client,
    runtime::{self, Instant},
    sockets::{Kind, Outbox, tell_error},
    store::Write,
    thinkers::{Asker, Reply},
};
use serde_json::Number;
use std::{collections::HashMap, sync::Arc, time::Duration};
use thought::{Thought, reply_to};
use tokio::sync::{mpsc, oneshot};

/// How long a room is kept after the last socket has left: for a page that is loaded again.
const IDLE: Duration = Duration::from_secs(10);

/// What a room is told.
pub(super) enum Command {
    /// A socket has opened.
    Enter {
        socket: u64,
        client: Client,
        outbox: Arc<Outbox>,
    },
    /// A socket says something.
    Say {
        socket: u64,
        id: Option<Number>,
        message: Message,
    },
    /// A socket has closed.
    Leave { socket: u64 },
    /// Somebody wants to see the game once, as a watcher.
    Show(oneshot::Sender<Answer<String>>),
    /// The game is to be forgotten, by one who has its secret.
    Delete(oneshot::Sender<Answer<()>>),
}

/// A socket in the room.
struct Member {
    client: Client,
    outbox: Arc<Outbox>,
    /// Who it is; not known before it has said `hello`.
    role: Option<Role>,
}

/// The one who keeps a room.
pub(super) struct Host {
    id: String,
    secret: [u8; 32],
    room: Room,
    rooms: Rooms,
    /// Who the thinkers think that asks.
    owner: u64,
    members: HashMap<u64, Member>,
    /// The agent that is to move.
    thought: Option<Thought>,
    /// Whether one move is wanted while the game is paused.
    step: bool,
    /// When an agent last moved.
    moved: Option<Instant>,
    /// Thinking is not asked for before this, after it was refused.
    retry: Option<Instant>,
    /// When nobody was in the room any more.
    empty: Instant,
    gone: bool,
}

enum Event {
    Command(Option<Command>),
    Thought(Answer<Reply>),
    Time,
}

impl Host {
    pub(super) fn new(id: String, secret: [u8; 32], room: Room, rooms: Rooms) -> Host {
        Host {
            id,
            secret,
            room,
            owner: rooms.thinkers.owner(),
            rooms,
            members: HashMap::new(),
            thought: None,
            step: false,
            moved: None,
            retry: None,
            empty: Instant::now(),
            gone: false,
        }
    }

    /// Keeps the room until nobody needs it.
    pub(super) async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        loop {
            let wake = self.wake();
            let event = tokio::select! {
                command = commands.recv() => Event::Command(command),
                reply = reply_to(self.thought.as_mut().and_then(Thought::task)) => Event::Thought(reply),
                () = runtime::sleep_until(wake) => Event::Time,
            };
            match event {
                Event::Command(Some(command)) => self.hear(command).await,
                Event::Command(None) => return,
                Event::Thought(reply) => self.take_thought(reply).await,
                Event::Time => {}
            }
            self.go_on().await;
            if self.gone || self.leave(&commands).await {
                return;
            }
        }
    }

    /// Lets go of a room that nobody needs. Whoever enters holds a sender, and gets it under
    /// the lock: with only the one of the list left, nobody is on the way.
    async fn leave(&mut self, commands: &mpsc::Receiver<Command>) -> bool {
        if !self.members.is_empty() || self.empty.elapsed() < IDLE {
            return false;
        }
        let mut loaded = self.rooms.loaded.lock().await;
        let alone = loaded
            .get(&self.id)
            .is_none_or(|sender| sender.strong_count() == 1);
        let leave = alone && commands.is_empty();
        if leave {
            loaded.remove(&self.id);
        } else {
            drop(loaded);
            self.empty = Instant::now();
        }
        leave
    }

    async fn hear(&mut self, command: Command) {
        match command {
            Command::Enter {
                socket,
                client,
                outbox,
            } => {
                let role = None;
                let member = Member {
                    client,
                    outbox,
                    role,
                };
                self.members.insert(socket, member);
            }
            Command::Leave { socket } => self.part(socket).await,
            Command::Say {
                socket,
                id,
                message,
            } => {
                if let Err(error) = self.obey(socket, id.as_ref(), message).await {
                    self.tell(socket, tell_error(id.as_ref(), error));
                }
            }
            Command::Show(answer) => {
                let text = self
                    .state_text()
                    .map(|text| text.message(Role::Watcher, None));
                let _ = answer.send(text);
            }
            Command::Delete(answer) => {
                let _ = answer.send(self.delete().await);
            }
        }
    }

    /// A socket leaves. The last one stops the clock, which is written down.
    async fn part(&mut self, socket: u64) {
        let watched = self.is_watched();
        self.members.remove(&socket);
        if watched && !self.is_watched() {
            self.empty = Instant::now();
            let now = self.empty;
            self.room.turn_time.run(false, now);
            if self.room.clock.is_some()
                && let Ok(saved) = self.room.save(&self.id, self.secret, now)
            {
                // Without it the turn begins anew, in favour of who is to move.
                let _ = self.rooms.write(Write::Save(Box::new(saved))).await;
            }
        }
    }

    async fn delete(&mut self) -> Answer<()> {
        let id = self.id.clone();
        self.rooms.write(Write::Delete { id }).await?;
        self.gone = true;
        self.rooms.loaded.lock().await.remove(&self.id);
        self.tell_all(&tell_error(None, no_game()).into());
        Ok(())
    }

    /// Does what a message says.
    async fn obey(&mut self, socket: u64, id: Option<&Number>, message: Message) -> Answer<()> {
        let now = Instant::now();
        let role = self.members.get(&socket).and_then(|member| member.role);
        if let Message::Hello { secret } = message {
            return self.greet(socket, id, secret.as_deref());
        }
        match role {
            Some(Role::Player) => {}
            Some(Role::Watcher) => {
                let text = "only who has the secret of the game can do this; you are watching";
                return Err(ApiError::forbidden("watcher", text));
            }
            None => {
                let text = "the first message of a socket is hello";
                return Err(ApiError::bad("hello", text));
            }
        }
        let by = Some((socket, id));
        match message {
            Message::Hello { .. } => Ok(()),
            Message::Play { played, ply } => {
                self.check_ply(ply)?;
                if let Some(Player::Agent { .. }) = self.room.mover() {
                    let text = "it is the turn of an agent";
                    return Err(ApiError::bad("turn", text));
                }
                self.change(by, |room| room.play(&played, None, now)).await
            }
            Message::Undo => self.change(by, |room| room.undo(now)).await,
            Message::Redo => self.change(by, |room| room.redo(now)).await,
            Message::Go { ply } => self.change(by, |room| room.go(ply, now)).await,
            Message::Restart => self.change(by, |room| room.restart(now)).await,
            Message::Resign { seat } => self.change(by, |room| room.resign(seat)).await,
            Message::Player { seat, player } => {
                let player = player.checked(&self.room.game.name())?;
                self.change(by, |room| room.set_player(seat, player)).await
            }
            Message::Pause { on } => {
                self.step = false;
                self.change(by, |room| room.pause(on)).await
            }
            Message::Pace { seconds } => self.change(by, |room| room.set_pace(seconds)).await,
            Message::Step => self.start_step(by).await,
            Message::Stop => {
                self.stop();
                self.show(socket, id)
            }
        }
    }

    /// One move of an agent in a game that is paused, which it is from now on.
    async fn start_step(&mut self, by: Option<(u64, Option<&Number>)>) -> Answer<()> {
        match self.room.mover() {
            None => return Err(super::room::over()),
            Some(Player::Person) if !self.room.must_pass() => {
                return Err(ApiError::bad("person", "it is the turn of a person"));
            }
            _ => {}
        }
        self.step = true;
        self.change(by, |room| room.pause(true)).await
    }

    fn check_ply(&self, ply: usize) -> Answer<()> {
        if ply == self.room.ply {
            return Ok(());
        }
        let text = format!("the game is at ply {}, not at {ply}", self.room.ply);
        Err(ApiError::bad("stale", text).with("ply", self.room.ply))
    }

    /// Changes the game: on a copy first, then on the disk, then for all to see. `by` is told
    /// that this is the answer to its message.
    async fn change(
        &mut self,
        by: Option<(u64, Option<&Number>)>,
        change: impl FnOnce(&mut Room) -> Answer<()>,
    ) -> Answer<()> {
        let mut next = self.room.clone();
        change(&mut next)?;
        let saved = next.save(&self.id, self.secret, Instant::now())?;
        self.rooms.write(Write::Save(Box::new(saved))).await?;
        let same = next.ply == self.room.ply
            && next.mover() == self.room.mover()
            && next.position.text() == self.room.position.text();
        self.room = next;
        if !same {
            // A move that was asked for was asked for elsewhere.
            self.step = false;
            self.forget_thought();
        }
        self.prepare();
        self.broadcast(by)
    }

    /// For whom the agents of the game think: a player, or else one who watches.
    fn asker(&self) -> Asker {
        let rank =
            |(number, member): &(&u64, &Member)| (member.role != Some(Role::Player), **number);
        let first = self.members.iter().min_by_key(rank);
        Asker {
            owner: self.owner,
            // Nobody thinks while nobody looks on.
            client: first.map_or(Client::HERE, |(_, member)| member.client),
        }
    }

    /// Whether anybody looks on.
    fn is_watched(&self) -> bool {
        self.members.values().any(|member| member.role.is_some())
    }

    /// Whether moves may be made that no person makes.
    fn is_going(&self) -> bool {
        self.is_watched() && (!self.room.paused || self.step)
    }

    /// Sets clock and thinking in motion or stops them, as the game now needs it.
    fn prepare(&mut self) {
        let running = self.is_watched() && !self.room.paused && self.room.turn().is_some();
        self.room.turn_time.run(running, Instant::now());
        self.prepare_thought();
    }

    /// Does what follows by itself: time that runs out, forced passes, moves of agents.
    async fn go_on(&mut self) {
        loop {
            self.prepare();
            let now = Instant::now();
            let done = if let Some(seat) = self.room.out_of_time(now).filter(|_| self.is_watched())
            {
                self.change(None, |room| room.lose_on_time(seat)).await
            } else if self.is_going() && self.room.must_pass() {
                self.step = false;
                self.change(None, |room| room.play("pass", None, now)).await
            } else if let Some((played, worth)) = self.ready_move() {
                self.step = false;
                self.moved = Some(Instant::now());
                self.change(None, |room| room.play(&played, worth, now))
                    .await
            } else {
                break;
            };
            if let Err(error) = done {
                self.halt(error);
                break;
            }
        }
        self.tell_progress();
    }

    /// The game cannot go on by itself: the disk is full, an agent broke down.
    fn halt(&mut self, error: ApiError) {
        self.step = false;
        self.room.paused = true;
        self.forget_thought();
        self.prepare();
        self.tell_all(&tell_error(None, error).into());
        let _ = self.broadcast(None);
    }

    /// When something happens by itself at the latest.
    fn wake(&self) -> Instant {
        let now = Instant::now();
        let mut wake = now + IDLE;
        if let Some(turn) = self.room.turn()
            && self.room.turn_time.is_running()
            && let Some(left) = self.room.left(turn, now)
        {
            wake = wake.min(now + left);
        }
        for moment in [self.thought_wakes(), self.retry].into_iter().flatten() {
            wake = wake.min(moment);
        }
        wake
    }

    fn greet(&mut self, socket: u64, id: Option<&Number>, given: Option<&str>) -> Answer<()> {
        let right = given.map(|given| secret::is_secret(given, &self.secret));
        let role = match right {
            Some(true) => Role::Player,
            _ => Role::Watcher,
        };
        if let Some(member) = self.members.get_mut(&socket) {
            member.role = Some(role);
        }
        self.prepare();
        if right == Some(false) {
            self.tell(socket, tell_error(id, wrong_secret()));
            return self.show(socket, None);
        }
        self.show(socket, id)
    }

    fn state_text(&self) -> Answer<StateText> {
        let now = Instant::now();
        let thinking = self.thought.as_ref().map(|thought| Thinking {
            seat: thought.seat,
            seconds: (now - thought.began).as_secs_f64(),
        });
        StateText::of(&self.id, &self.room, thinking, now)
    }

    /// Tells one socket how the game stands.
    fn show(&self, socket: u64, id: Option<&Number>) -> Answer<()> {
        let state = self.state_text()?;
        if let Some(member) = self.members.get(&socket) {
            let role = member.role.unwrap_or(Role::Watcher);
            member.outbox.push(Kind::State, state.message(role, id));
        }
        Ok(())
    }

    /// Tells all sockets how the game stands.
    fn broadcast(&self, by: Option<(u64, Option<&Number>)>) -> Answer<()> {
        if self.members.is_empty() {
            return Ok(());
        }
        let state = self.state_text()?;
        let text = |role| Arc::<str>::from(state.message(role, None));
        let (player, watcher) = (text(Role::Player), text(Role::Watcher));
        for (number, member) in &self.members {
            let Some(role) = member.role else { continue };
            match by {
                // An answer must arrive, also where a newer state would do.
                Some((socket, Some(id))) if socket == *number => {
                    member
                        .outbox
                        .push(Kind::Answer, state.message(role, Some(id)));
                }
                _ if role == Role::Player => member.outbox.push(Kind::State, player.clone()),
                _ => member.outbox.push(Kind::State, watcher.clone()),
            }
        }
        Ok(())
    }

    fn tell_all(&self, text: &Arc<str>) {
        for member in self.members.values() {
            member.outbox.push(Kind::Answer, text.clone());
        }
    }

    fn tell(&self, socket: u64, text: impl Into<Arc<str>>) {
        if let Some(member) = self.members.get(&socket) {
            member.outbox.push(Kind::Answer, text);
        }
    }
}

/// However a host ends, its agents are closed, and its sockets end too, and come back to a
/// room that is loaded again.
impl Drop for Host {
    fn drop(&mut self) {
        self.rooms.thinkers.leave(self.owner);
        for member in self.members.values() {
            member.outbox.close();
        }
    }
}
