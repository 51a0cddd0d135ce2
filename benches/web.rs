//! How the web server bears many games at once: `cargo bench -p papan-benches --bench web`.
//!
//! First games are opened that nobody plays, each in its middle and with a socket: what each
//! costs in memory. Then two hundred persons, each at a socket of their own, play against
//! level 3 and answer after at most a second. What counts is how long they wait until it is
//! their turn again; in Blokus Classic that is for three agents, one after the other. The
//! server is a process of its own, this one is all of the persons, and both share the machine: how
//! long the server was on processors is the number to compare where others work there too.

#![allow(clippy::print_stdout)] // a program that talks to the person at the terminal

use papan_agents::games;
use papan_core::Random;
use papan_web::{Options, STORAGE, serve};
use serde_json::{Value, json};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time,
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Persons who play at once.
const PERSONS: u64 = 200;
/// The games of all of them.
const GAMES: [&str; 5] = [
    "othello",
    "congklak",
    "adjacency",
    "blokus-duo",
    "blokus-classic",
];
/// The moves that each of them plays.
const MOVES: u32 = 20;
/// The most time of the agent for a move.
const THINKING: f64 = 1.0;
/// Games that nobody plays, and the plies that were played before.
const IDLE: u64 = 400;
const PLIES: usize = 20;
/// What this program is told to be the server, with the folder of its files.
const SERVE: &str = "--serve";

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if let [_, word, folder] = &arguments[..]
        && word == SERVE
    {
        return be_server(Path::new(folder));
    }
    let folder = env::temp_dir().join(format!("papan-bench-web-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut server = Server::start(&folder);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let each = runtime.block_on(idle(&server));
    println!("memory of an idle game with a socket: {:.1} kB", each / 1e3);
    println!(
        "{} cores, {PERSONS} games at once, at most {THINKING} s for a move of level:3",
        cores()
    );
    let before = server.worked();
    let waits = runtime.block_on(play_all(server.address));
    let worked = server.worked() - before;
    println!(
        "the server worked {:.2} ms for each move and what followed it",
        worked * 1e3 / waits.len() as f64
    );
    show(waits);
    server.child.kill().expect("it still runs");
    server.child.wait().expect("it ends");
    let _ = fs::remove_dir_all(&folder);
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Serves, and says where.
fn be_server(folder: &Path) {
    let options = Options {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: folder.join("games.db"),
        ledger: folder.join("ledger.db"),
        storage: STORAGE,
        threads: cores(),
        assets: None,
        workers: None,
    };
    serve(options, |address| println!("{address}")).expect("it serves");
}

/// The server, as a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let program: PathBuf = env::current_exe().expect("a path");
        let mut child = Command::new(program)
            .arg(SERVE)
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut line = String::new();
        let output = child.stdout.take().expect("its words");
        BufReader::new(output).read_line(&mut line).expect("a line");
        Server {
            child,
            address: line.trim().parse().expect("an address"),
        }
    }

    /// How many seconds it was on processors.
    fn worked(&self) -> f64 {
        papan_benches::processor_time_of(self.child.id())
    }

    /// Its memory in bytes.
    fn resident(&self) -> f64 {
        papan_benches::memory(self.child.id(), "VmRSS")
    }
}

async fn play_all(address: SocketAddr) -> Vec<f64> {
    let mut made = Vec::new();
    for number in 0..PERSONS {
        made.push(make(address, &against_agents(game_of(number))).await);
    }
    // Nobody begins before all can.
    let persons = (0..).zip(made);
    let persons = persons.map(|(number, made)| tokio::spawn(person(address, number, made)));
    let persons: Vec<_> = persons.collect();
    let mut waits = Vec::new();
    for person in persons {
        waits.extend(person.await.expect("a game without trouble"));
    }
    waits
}

fn show(mut waits: Vec<f64>) {
    waits.sort_by(f64::total_cmp);
    let at = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize] * 1e3;
    println!(
        "{} moves answered after: half {:.1} ms, 99 of 100 {:.1} ms, the slowest {:.1} ms",
        waits.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Plays a game, or as much of it as is asked for. Returns how long each answer took.
async fn person(address: SocketAddr, number: u64, made: Value) -> Vec<f64> {
    let mut random = Random::new(number);
    let mut socket = open(address, &made).await;
    let mut waits = Vec::new();
    let mut state = next_state(&mut socket).await;
    for _ in 0..MOVES {
        while !is_over(&state) && !is_mine(&state) {
            state = next_state(&mut socket).await;
        }
        if is_over(&state) {
            break;
        }
        time::sleep(Duration::from_millis(random.below(1_000) as u64)).await;
        let legal = state["view"]["legal_moves"].as_array().expect("moves");
        let chosen = &legal[random.below(legal.len())];
        let message = json!({"type": "play", "move": chosen, "ply": state["ply"]});
        say(&mut socket, &message).await;
        let (asked, before) = (Instant::now(), state["ply"].as_u64());
        loop {
            state = next_state(&mut socket).await;
            let moved = state["ply"].as_u64() > before;
            if is_over(&state) || is_mine(&state) && moved {
                break;
            }
        }
        waits.push(asked.elapsed().as_secs_f64());
    }
    waits
}

fn is_over(state: &Value) -> bool {
    !state["result"].is_null()
}

/// Whether the person has a choice; forced passes are played by the server.
fn is_mine(state: &Value) -> bool {
    state["view"]["turn"] == 0 && state["view"]["legal_moves"] != json!(["pass"])
}

fn game_of(number: u64) -> &'static str {
    GAMES[number as usize % GAMES.len()]
}

/// A game that a person begins against agents.
fn against_agents(game: &str) -> Value {
    let seats = games::open(game).expect("a game").seats();
    let agent = json!({"kind": "agent", "agent": "level:3", "time": THINKING});
    let mut players = vec![agent; seats];
    players[0] = json!({"kind": "person"});
    json!({"game": game, "seats": players})
}

/// A game between persons, after some moves of chance.
fn in_its_middle(game: &str, random: &mut Random) -> Value {
    let opened = games::open(game).expect("a game");
    let mut position = opened.start();
    let mut moves = Vec::new();
    while position.turn().is_some() && moves.len() < PLIES {
        let legal = position.moves();
        let chosen = legal[random.below(legal.len())].clone();
        position.advance(&chosen).expect("a legal move");
        moves.push(chosen);
    }
    let players = vec![json!({"kind": "person"}); opened.seats()];
    json!({"game": game, "seats": players, "moves": moves})
}

async fn make(address: SocketAddr, body: &Value) -> Value {
    loop {
        let answer = request(address, "POST", "/api/games", &body.to_string()).await;
        if answer["id"].is_string() {
            return answer;
        }
        // More games than a client may make at once.
        assert_eq!(answer["error"]["code"], "busy", "{answer}");
        time::sleep(Duration::from_millis(100)).await;
    }
}

async fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> Value {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or(Value::Null)
}

async fn open(address: SocketAddr, made: &Value) -> WebSocketStream<TcpStream> {
    let id = made["id"].as_str().expect("a name");
    let stream = TcpStream::connect(address).await.expect("a connection");
    let url = format!("ws://{address}/api/games/{id}/socket");
    let (mut socket, _) = client_async(url, stream).await.expect("a socket");
    say(
        &mut socket,
        &json!({"type": "hello", "secret": made["secret"]}),
    )
    .await;
    // Only the agents' own time counts, not the pauses between their moves for the eye.
    say(&mut socket, &json!({"type": "pace", "seconds": 0})).await;
    socket
}

async fn say(socket: &mut WebSocketStream<TcpStream>, message: &Value) {
    use futures_util::SinkExt;
    let text = Message::text(message.to_string());
    socket.send(text).await.expect("sent");
}

async fn next_state(socket: &mut WebSocketStream<TcpStream>) -> Value {
    use futures_util::StreamExt;
    loop {
        let message = socket.next().await.expect("a message").expect("a message");
        if let Message::Text(text) = message {
            let value: Value = serde_json::from_str(&text).expect("JSON");
            match value["type"].as_str() {
                Some("state") => return value,
                Some("error") => panic!("{value}"),
                _ => {}
            }
        }
    }
}

/// The bytes that each of many games costs that are looked at and not played.
async fn idle(server: &Server) -> f64 {
    let mut random = Random::new(1);
    let mut sockets = Vec::new();
    let mut before = 0.0;
    // The first of them pay for what all share.
    for number in 0..IDLE * 5 / 4 {
        if number == IDLE / 4 {
            before = server.resident();
        }
        let wanted = in_its_middle(game_of(number), &mut random);
        let made = make(server.address, &wanted).await;
        let mut socket = open(server.address, &made).await;
        next_state(&mut socket).await;
        sockets.push(socket);
    }
    (server.resident() - before) / IDLE as f64
}
