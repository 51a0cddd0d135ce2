//! The program itself as a server, as `papan serve` starts it.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// A running server; killed when it is dropped, and its folder removed.
pub struct Server {
    child: Child,
    folder: PathBuf,
    words: Vec<String>,
    /// The address of the start page, without the slash at its end.
    pub address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Server {
    /// A server on a free port whose games are in a folder.
    pub fn start(folder: &Path) -> Server {
        serve_with(folder, &[])
    }

    /// Kills it, as a crash would, and starts it again on the same port.
    pub fn crash_and_restart(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        let (_, port) = self.address.rsplit_once(':').expect("a port");
        let (child, address) = serve(&self.folder, port, &self.words);
        assert_eq!(address, self.address);
        self.child = child;
    }

    /// The address of one of its pages.
    pub fn page(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

/// A small tournament, so that there is something to show.
const TOURNAMENT: &str = r#"
name = "spring cup"
kind = "round-robin"
game = "othello:size=6"
rounds = 4
openings = "random:4"
agents = ["level:2", "greedy", "random"]
"#;

/// Plays a tournament into the ledger of a folder.
pub fn fill_ledger(folder: &Path) {
    let file = folder.join("tournament.toml");
    fs::write(&file, TOURNAMENT).expect("a file");
    let played = Command::new(program())
        .arg("tournament")
        .arg(file)
        .arg("--ledger")
        .arg(folder.join("ledger.db"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "no games for the ledger: {told}");
}

pub(crate) fn program() -> PathBuf {
    env::var_os("PAPAN").map_or_else(built, PathBuf::from)
}

/// A server on a free port whose games are in a folder, with these words more.
pub(crate) fn serve_with(folder: &Path, words: &[&str]) -> Server {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let (child, address) = serve(folder, "0", &words);
    Server {
        child,
        folder: folder.to_owned(),
        words,
        address,
    }
}

fn serve(folder: &Path, port: &str, words: &[String]) -> (Child, String) {
    let program = program();
    let mut child = Command::new(&program)
        .args(["serve", "--no-open", "--port", port])
        .arg("--data")
        .arg(folder.join("games.db"))
        .arg("--ledger")
        .arg(folder.join("ledger.db"))
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| {
            panic!(
                "{} does not start: {error}; build it with: cargo build -p papan",
                program.display()
            )
        });
    let output = child.stdout.take().expect("its output");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let address = lines
        .find_map(|line| {
            let begin = line.find("http://")?;
            let address = line[begin..].split_whitespace().next()?;
            Some(address.trim_end_matches('/').to_owned())
        })
        .expect("it prints its address");
    std::thread::spawn(move || lines.for_each(drop));
    (child, address)
}

/// Where cargo puts it.
fn built() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/debug/papan")
}
