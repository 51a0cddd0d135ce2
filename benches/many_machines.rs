//! What a coordinator of many machines bears: `cargo bench -p papan-benches --bench many_machines`.
//!
//! First real workers play, and the server tells how many messages and bytes a game is, for agents
//! that answer at once and for some that think. The results of the first event are written down
//! on their way. Then a thousand made-up workers, each with a connection of its own, take the jobs
//! of the same event and answer at once with what was written down: real games, so that the
//! coordinator, which replays them all, keeps every one. The coordinator is the program itself, as
//! is the server; both share the machine with the made-up workers.
//!
//! `-- --workers 1000 --games 100000 --thinking 60` are what they are when nothing is said, the last the
//! games of agents that think; with `--thinking 0` that part is left out.

#![allow(clippy::print_stdout)] // a program that talks to the person at the terminal

#[path = "../crates/cli/tests/support/nats.rs"]
mod nats;

use async_nats::{
    Client, ConnectOptions,
    jetstream::{self, consumer::pull, message::PublishMessage},
};
use futures_util::StreamExt;
use nats::NatsServer;
use papan_benches::{grouped, memory, program};
use papan_distributed::{Announcement, EventKey, JOBS, PROTOCOL, Sign};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::{
    collections::HashMap,
    env, fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::{sync::watch, task::JoinSet, time};

/// What workers answer, by the place of the game in the event.
type Recorded = HashMap<(usize, u64), Box<RawValue>>;

/// What the connection is called that writes down what others say: it is no part of what is
/// measured.
const RECORDER: &str = "recorder";

fn main() {
    let (workers, games) = (argument("--workers", 1_000), argument("--games", 100_000));
    let folder = env::temp_dir().join(format!("papan-bench-many-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let papan = program();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let thoughtful = argument("--thinking", 60);
    let instant = Bench::new(&papan, &folder, "instant", ["random", "greedy"], games);
    let thinking = Bench::new(
        &papan,
        &folder,
        "thinking",
        ["alphabeta:depth=9", "mcts:nodes=20000"],
        thoughtful,
    );
    let recorded = runtime.block_on(instant.by_real_workers());
    if thoughtful > 0 {
        runtime.block_on(thinking.by_real_workers());
    }
    runtime.block_on(instant.by_made_up_workers(workers, recorded));
    let _ = fs::remove_dir_all(&folder);
}

/// A number that was given on the command line.
fn argument(name: &str, otherwise: u64) -> u64 {
    let words: Vec<String> = env::args().collect();
    let place = words.iter().position(|word| word == name);
    let number = place.and_then(|place| words.get(place + 1)?.parse().ok());
    number.unwrap_or(otherwise)
}

/// An event that is played.
struct Bench {
    papan: PathBuf,
    folder: PathBuf,
    name: &'static str,
    file: PathBuf,
    games: u64,
}

impl Bench {
    fn new(
        papan: &Path,
        folder: &Path,
        name: &'static str,
        agents: [&str; 2],
        games: u64,
    ) -> Bench {
        let file = folder.join(format!("{name}.toml"));
        let text = format!(
            "name = \"{name}\"\ngame = \"othello\"\nagents = {agents:?}\nrounds = {}\nopenings = \
             \"random:6\"\nseed = 1\n",
            games.div_ceil(2)
        );
        fs::write(&file, text).expect("a file");
        Bench {
            papan: papan.to_owned(),
            folder: folder.to_owned(),
            name,
            file,
            games: games.div_ceil(2) * 2,
        }
    }

    /// A server of its own, and where it tells what it does.
    fn server(&self) -> (NatsServer, u16) {
        let folder = self.folder.join(self.name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let server = NatsServer::start(&folder, &format!("http: \"127.0.0.1:{port}\""));
        (server, port)
    }

    fn start(&self, words: &[&str]) -> Running {
        let log = fs::File::create(self.folder.join("log")).expect("a log");
        let child = Command::new(&self.papan)
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        Running(child.expect("the program starts"))
    }

    /// The coordinator, with a ledger that is new.
    fn coordinate(&self, server: &NatsServer) -> Running {
        let ledger = self.folder.join("ledger.db");
        for file in ["ledger.db", "ledger.db-wal", "ledger.db-shm"] {
            let _ = fs::remove_file(self.folder.join(file));
        }
        let (file, ledger) = (self.file.display(), ledger.display());
        let (file, ledger) = (file.to_string(), ledger.to_string());
        let words = [
            "tournament",
            &file,
            "--ledger",
            &ledger,
            "--on",
            &server.address(),
            "--audit",
            "0%",
        ];
        self.start(&words)
    }

    /// Has the event played by a real worker of two threads, says what that takes, and returns what it
    /// answered.
    async fn by_real_workers(&self) -> Recorded {
        let (server, port) = self.server();
        let recorder = connect(&server, RECORDER).await;
        let mut results = recorder
            .subscribe("papan.results.>")
            .await
            .expect("a subscription");
        let recording = tokio::spawn(async move {
            let mut recorded = Recorded::new();
            while let Some(message) = results.next().await {
                let results: Games = serde_json::from_slice(&message.payload).expect("results");
                for game in results.games {
                    let place: Place = serde_json::from_str(game.get()).expect("a game");
                    recorded.insert(place.slot, game);
                }
            }
            recorded
        });
        let worker = self.start(&["work", &server.address(), "--threads", "2"]);
        let begun = Instant::now();
        let mut coordinator = self.coordinate(&server);
        coordinator.wait().await;
        let taken = begun.elapsed();
        drop(worker);
        println!(
            "{} games of {} agents by one worker of two threads: {} a second",
            grouped(self.games as f64),
            self.name,
            grouped(self.games as f64 / taken.as_secs_f64())
        );
        self.tell_traffic(port);
        let _ = recorder.drain().await;
        recording.await.expect("a recording")
    }

    /// Has the event played by many made-up workers, and says how many results the coordinator
    /// takes and what it needs for that.
    async fn by_made_up_workers(&self, workers: u64, recorded: Recorded) {
        let (server, port) = self.server();
        let recorded = Arc::new(recorded);
        let (tell, hear) = watch::channel(1.0);
        let mut crew = JoinSet::new();
        for number in 0..workers {
            let name = format!("made-up-{number}");
            let client = connect(&server, &name).await;
            let worker = MadeUp {
                number,
                name,
                client,
                key: EventKey::of(self.name),
                recorded: Arc::clone(&recorded),
                in_hand: Mutex::default(),
            };
            crew.spawn(worker.work(hear.clone()));
        }
        let listener = connect(&server, RECORDER).await;
        let mut announcements = listener.subscribe("papan.events.*").await.expect("events");
        let mut coordinator = self.coordinate(&server);
        let process = coordinator.0.id();
        let (mut first, mut halfway) = (None, None);
        let mut last = (Instant::now(), 0);
        let (mut peak, mut on_processor) = (f64::NAN, f64::NAN);
        while !coordinator.has_ended() {
            let heard = time::timeout(Duration::from_millis(200), announcements.next()).await;
            let Ok(Some(message)) = heard else { continue };
            let told: Announcement = serde_json::from_slice(&message.payload).expect("an event");
            let _ = tell.send(told.sign_every);
            let now = (Instant::now(), told.done);
            if told.done > 0 && first.is_none() {
                first = Some(now);
            }
            if told.done >= self.games / 2 && halfway.is_none() {
                halfway = Some(memory(process, "VmHWM"));
            }
            if told.done > last.1 {
                last = now;
                (peak, on_processor) = (memory(process, "VmHWM"), processor_seconds(process));
            }
        }
        crew.shutdown().await;
        let (begun, before) = first.unwrap_or(last);
        let (ended, done) = last;
        let taken = ended.saturating_duration_since(begun).as_secs_f64();
        println!(
            "{workers} made-up workers: {} results a second over {taken:.1} s; {} for each second that the \
             coordinator was on a processor",
            grouped((done - before) as f64 / taken),
            grouped(done as f64 / on_processor),
        );
        println!(
            "  memory of the coordinator: at most {:.0} MB, and {:.0} MB in the first half",
            peak / 1e6,
            halfway.unwrap_or(f64::NAN) / 1e6
        );
        self.tell_traffic(port);
    }

    /// What went over the connections of a server, for each game.
    fn tell_traffic(&self, port: u16) {
        let told = get(port, "/connz?state=all&limit=100000");
        let told: Value = serde_json::from_str(&told).expect("JSON");
        let mut sums = [[0.0; 2]; 2];
        for connection in told["connections"].as_array().expect("connections") {
            let name = connection["name"].as_str().unwrap_or_default();
            if name == RECORDER {
                continue;
            }
            let number = |key: &str| connection[key].as_f64().unwrap_or(0.0);
            let sum = &mut sums[usize::from(!name.contains("coordinator"))];
            sum[0] += number("in_msgs") + number("out_msgs");
            sum[1] += number("in_bytes") + number("out_bytes");
        }
        for (who, [messages, bytes]) in ["coordinator", "workers"].into_iter().zip(sums) {
            let games = self.games as f64;
            println!(
                "  between server and {who}: {:.2} messages and {} bytes per game",
                messages / games,
                grouped(bytes / games)
            );
        }
    }
}

/// Results on their way.
#[derive(Deserialize)]
struct Games {
    games: Vec<Box<RawValue>>,
}

/// A game or a job, of which only the place matters.
#[derive(Deserialize)]
struct Place {
    slot: (usize, u64),
}

/// Jobs on their way.
#[derive(Deserialize)]
struct Jobs {
    batch: String,
    jobs: Vec<Place>,
}

/// A worker that knows all answers.
struct MadeUp {
    number: u64,
    name: String,
    client: Client,
    key: EventKey,
    recorded: Arc<Recorded>,
    in_hand: Mutex<Vec<String>>,
}

impl MadeUp {
    async fn work(self, sign_every: watch::Receiver<f64>) {
        tokio::select! {
            _ = self.sign(sign_every) => {}
            _ = self.answer() => {}
        }
    }

    /// Takes jobs and gives results, as a real one does.
    async fn answer(&self) {
        let context = jetstream::new(self.client.clone());
        let subject = format!("papan.results.{}.{}", self.key, self.name);
        loop {
            let consumer = context
                .get_consumer_from_stream::<pull::Config, _, _>(
                    format!("workers-{}", self.key),
                    JOBS,
                )
                .await;
            let Ok(consumer) = consumer else {
                time::sleep(Duration::from_millis(500)).await;
                continue;
            };
            loop {
                let asked = consumer
                    .batch()
                    .max_messages(2)
                    .expires(Duration::from_secs(5));
                let Ok(mut messages) = asked.messages().await else {
                    break;
                };
                while let Some(Ok(message)) = messages.next().await {
                    let jobs: Jobs = serde_json::from_slice(&message.payload).expect("jobs");
                    *self.in_hand.lock().expect("names") = vec![jobs.batch.clone()];
                    let games: Vec<&str> = jobs
                        .jobs
                        .iter()
                        .filter_map(|job| self.recorded.get(&job.slot))
                        .map(|game| game.get())
                        .collect();
                    let text = format!(
                        r#"{{"batch":"{}","version":"{}","games":[{}]}}"#,
                        jobs.batch,
                        papan_arena::versions::program(),
                        games.join(",")
                    );
                    let id = format!("{}-{}", jobs.batch, self.name);
                    let results = PublishMessage::build().payload(text.into()).message_id(id);
                    if let Ok(stored) = context.send_publish(subject.clone(), results).await
                        && stored.await.is_ok()
                    {
                        let _ = message.ack().await;
                    }
                }
            }
        }
    }

    /// Gives signs of life.
    async fn sign(&self, every: watch::Receiver<f64>) {
        // Not all at the same time.
        time::sleep(Duration::from_millis(self.number % 1_000)).await;
        loop {
            let sign = Sign {
                protocol: PROTOCOL,
                version: papan_arena::versions::program(),
                host: "made up".to_owned(),
                threads: 1,
                speed: 1_000_000,
                seconds: 1.0,
                games: 0,
                per_second: 0.0,
                batches: self.in_hand.lock().expect("names").clone(),
                declined: Vec::new(),
                faults: 0,
                last_fault: None,
                ended: false,
            };
            let payload = serde_json::to_vec(&sign).expect("JSON");
            let subject = format!("papan.signs.{}", self.name);
            let _ = self.client.publish(subject, payload.into()).await;
            let pause = *every.borrow();
            time::sleep(Duration::from_secs_f64(pause)).await;
        }
    }
}

async fn connect(server: &NatsServer, name: &str) -> Client {
    let options = ConnectOptions::new()
        .name(name)
        .custom_inbox_prefix(format!("_INBOX.{name}"));
    let connected = options.connect(server.address()).await;
    connected.expect("the server answers")
}

/// A command, until it is dropped.
struct Running(Child);

impl Running {
    fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("its state").is_some()
    }

    async fn wait(&mut self) {
        while !self.has_ended() {
            time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How long a process has been on a processor, in seconds.
fn processor_seconds(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = text.rsplit(") ").next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks
        .filter_map(|word| word.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

/// What a server answers over HTTP, without the head.
fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let request = format!("GET {path} HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    match answer.split_once("\r\n\r\n") {
        Some((_, body)) => body.to_owned(),
        None => answer,
    }
}
