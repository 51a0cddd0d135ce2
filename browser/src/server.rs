//! Whoever offers the page: the program itself, as `papan serve` starts it, or a file server.

use crate::{Browser, Site, Workers};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Who offers the page; gone when it is dropped, with its folder of games.
pub struct Server {
    kind: Kind,
    folder: PathBuf,
    /// The address of the start page, without the slash at its end.
    pub address: String,
}

enum Kind {
    /// The program, with the words that it was started with.
    Program(Child, Vec<String>),
    /// Files alone.
    Files(Site),
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Kind::Program(child, _) = &mut self.kind {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder that the tests are about, where they are not about the program.
pub fn site_folder() -> Option<PathBuf> {
    env::var_os("PAPAN_SITE").map(PathBuf::from)
}

impl Server {
    /// A server on a free port whose games are in a folder; where the tests are about a folder of files, one that
    /// offers these, and the games are in the browser.
    pub fn start(folder: &Path) -> Server {
        match site_folder() {
            None => serve_with(folder, &[]),
            Some(files) => {
                let site = Site::offer(&files);
                Server {
                    address: site.address(),
                    kind: Kind::Files(site),
                    folder: folder.to_owned(),
                }
            }
        }
    }

    /// Kills whoever keeps the games, as a crash would; the program is started again on the same port, and the page
    /// starts its worker again.
    pub async fn crash_and_restart(&mut self, browser: &Browser) {
        match &mut self.kind {
            Kind::Files(_) => browser.kill_workers(Workers::Host).await,
            Kind::Program(child, words) => {
                child.kill().expect("it runs");
                child.wait().expect("it ends");
                let (_, port) = self.address.rsplit_once(':').expect("a port");
                let (started, address) = serve(&self.folder, port, words);
                assert_eq!(address, self.address);
                *child = started;
            }
        }
    }

    /// After the first visit, where `PAPAN_OFFLINE` says so: the network is gone, and the page loaded again.
    pub async fn leave_network(&mut self, browser: &Browser) {
        if let Kind::Files(site) = &mut self.kind
            && env::var_os("PAPAN_OFFLINE").is_some()
        {
            browser.kept().await;
            site.switch_off();
            browser.reload().await;
        }
    }

    /// Whether there are only files.
    pub fn is_site(&self) -> bool {
        matches!(self.kind, Kind::Files(_))
    }

    /// The address of one of its pages.
    pub fn page(&self, path: &str) -> String {
        match &self.kind {
            Kind::Program(..) => format!("{}{path}", self.address),
            Kind::Files(site) => site.page(path),
        }
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

/// Plays a tournament into the ledger of a folder, where there is a program that has one.
pub fn fill_ledger(folder: &Path) {
    if site_folder().is_some() {
        return;
    }
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
        kind: Kind::Program(child, words),
        folder: folder.to_owned(),
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
