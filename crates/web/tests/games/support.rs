//! A server, and those who talk to it.

use papan_web::{Options, STORAGE};
use serde_json::{Value, json};
use std::{
    env, fs,
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{OnceLock, mpsc},
    thread,
    time::Duration,
};
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// When nothing at all came for so long, also on a busy machine, nothing will come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A file for one test, which is not there yet.
pub(crate) fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}-{}.db", std::process::id()));
    for end in ["", "-wal", "-shm", ".lock"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        let _ = fs::remove_file(name);
    }
    path
}

fn options(data: PathBuf) -> Options {
    Options {
        listen: (Ipv4Addr::LOCALHOST, 0).into(),
        ledger: data.with_extension("ledger"),
        data,
        storage: STORAGE,
        threads: 2,
        workers: None,
        assets: None,
    }
}

/// A server.
#[derive(Clone, Copy)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
}

impl Server {
    /// The one that most tests share.
    pub(crate) fn shared() -> Server {
        static SHARED: OnceLock<Server> = OnceLock::new();
        *SHARED.get_or_init(|| {
            let (sender, ready) = mpsc::channel();
            thread::spawn(move || {
                papan_web::serve(options(file("shared")), |address| {
                    sender.send(address).unwrap();
                })
                .unwrap();
            });
            let address = ready.recv_timeout(PATIENCE).unwrap();
            Server { address }
        })
    }

    /// Asks for something and reads the whole answer: its status, head and body.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        secret: Option<&str>,
        body: &str,
    ) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let address = self.address;
        let secret = secret.map_or(String::new(), |secret| {
            format!("Authorization: Bearer {secret}\r\n")
        });
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{secret}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // The server may end the connection of a request that it refuses to read.
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.expect("a whole head");
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut body = answer.split_off(end + 4);
        if head
            .to_ascii_lowercase()
            .contains("transfer-encoding: chunked")
        {
            body = unchunked(&body);
        }
        (status, head, body)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.ask("GET", path, None, "");
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    pub(crate) fn create(&self, wanted: &Value) -> Result<Game, Value> {
        let (status, _, body) = self.ask("POST", "/api/games", None, &wanted.to_string());
        let made: Value = serde_json::from_slice(&body).unwrap();
        if status != 201 {
            return Err(made["error"].clone());
        }
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        Ok(Game {
            server: *self,
            id: text("id"),
            secret: text("secret"),
        })
    }

    /// A game of these players: `person` or the text of an agent.
    pub(crate) fn game(&self, game: &str, seats: &[&str]) -> Game {
        let seats: Vec<Value> = seats.iter().map(|seat| player(seat)).collect();
        self.create(&json!({ "game": game, "seats": seats }))
            .unwrap()
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        whole.extend(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    whole
}

pub(crate) fn player(text: &str) -> Value {
    match text {
        "person" => json!({ "kind": "person" }),
        agent => json!({ "kind": "agent", "agent": agent, "time": 0.05 }),
    }
}

/// A game on a server.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) server: Server,
    pub(crate) id: String,
    pub(crate) secret: String,
}

impl Game {
    pub(crate) fn path(&self) -> String {
        format!("/api/games/{}", self.id)
    }

    /// A socket that has said nothing yet.
    pub(crate) fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let url = format!("ws://{}{}/socket", self.server.address, self.path());
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        Client {
            socket,
            state: Value::Null,
            id: 0,
        }
    }

    /// A socket that says this secret, and the state that it is told.
    pub(crate) fn join(&self, secret: Option<&str>) -> Client {
        let mut client = self.connect();
        client.send(&json!({ "type": "hello", "secret": secret }));
        client.state = client.until("state");
        client
    }

    pub(crate) fn player(&self) -> Client {
        self.join(Some(&self.secret))
    }

    pub(crate) fn watcher(&self) -> Client {
        self.join(None)
    }
}

/// A socket of a game.
pub(crate) struct Client {
    socket: WebSocket<TcpStream>,
    /// The newest state.
    pub(crate) state: Value,
    id: u64,
}

impl Client {
    pub(crate) fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub(crate) fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next message; null when the server has closed the socket.
    pub(crate) fn next(&mut self) -> Value {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "state" {
                        self.state = message.clone();
                    }
                    return message;
                }
                Ok(Message::Close(_))
                | Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::Protocol(_)) => {
                    return Value::Null;
                }
                Err(tungstenite::Error::Io(error))
                    if error.kind() != std::io::ErrorKind::WouldBlock =>
                {
                    return Value::Null;
                }
                Ok(_) => {}
                Err(error) => panic!("nothing came: {error}"),
            }
        }
    }

    /// The next message of a type.
    pub(crate) fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next();
            assert!(!message.is_null(), "the socket was closed");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Sends and waits for the answer.
    pub(crate) fn request(&mut self, mut message: Value) -> Value {
        self.id += 1;
        message["id"] = self.id.into();
        self.send(&message);
        loop {
            let answer = self.next();
            assert!(!answer.is_null(), "the socket was closed");
            if answer["id"] == self.id {
                return answer;
            }
        }
    }

    /// Waits until the newest state is like this.
    pub(crate) fn wait(&mut self, like: impl Fn(&Value) -> bool) -> Value {
        while !like(&self.state) {
            assert!(!self.next().is_null(), "the socket was closed");
        }
        self.state.clone()
    }

    /// Plays the first legal move, or the one with a number.
    pub(crate) fn play_any(&mut self, number: usize) -> Value {
        let moves = self.state["view"]["legal_moves"].as_array().unwrap();
        let chosen = moves[number % moves.len()].clone();
        let ply = self.state["ply"].clone();
        self.request(json!({ "type": "play", "move": chosen, "ply": ply }))
    }

    pub(crate) fn close(mut self) {
        let _ = self.socket.close(None);
        while !self.next().is_null() {}
    }
}

/// A server in a process of its own, so that it can be ended in any way.
pub(crate) struct Process {
    child: Child,
    pub(crate) server: Server,
}

const DATA: &str = "PAPAN_TEST_DATA";
const PLACE: &str = "PAPAN_TEST_ADDRESS";
const LEVEL: &str = "PAPAN_TEST_LOG";

impl Process {
    /// Starts one: this program again, told to be a server.
    pub(crate) fn start(data: &Path) -> Process {
        Process::start_with_log(data, Stdio::inherit(), "warn")
    }

    /// The same with a log of a level.
    pub(crate) fn start_with_log(data: &Path, log: Stdio, level: &str) -> Process {
        let place = data.with_extension("address");
        let _ = fs::remove_file(&place);
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "support::serve_if_asked", "--nocapture"])
            .env(DATA, data)
            .env(PLACE, &place)
            .env(LEVEL, level)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let address = loop {
            let text = fs::read_to_string(&place).unwrap_or_default();
            if let Ok(address) = text.parse() {
                break address;
            }
            let ended = child.try_wait().unwrap();
            assert_eq!(ended, None, "the server did not start");
            thread::sleep(Duration::from_millis(5));
        };
        let server = Server { address };
        Process { child, server }
    }

    /// As if the machine had lost its power.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// As one asks a program to end.
    pub(crate) fn terminate(mut self) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

/// Not a test by itself: what [`Process::start`] runs.
#[test]
fn serve_if_asked() {
    let (Some(data), Some(place)) = (env::var_os(DATA), env::var_os(PLACE)) else {
        return;
    };
    let level = env::var(LEVEL).unwrap();
    papan_web::start_log(level.parse().unwrap());
    papan_web::serve(options(data.into()), |address| {
        // Whole or not at all: the other side reads it as soon as it is there.
        let place = PathBuf::from(place);
        let half = place.with_extension("half");
        fs::write(&half, address.to_string()).unwrap();
        fs::rename(half, place).unwrap();
    })
    .unwrap();
}
