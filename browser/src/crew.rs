//! Workers on other machines: a NATS server, workers and a coordinator, all of them on this one.

use crate::{
    nats::NatsServer,
    server::{program, serve_with},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// All of them run until this is dropped.
pub struct Crew {
    server: NatsServer,
    programs: Vec<Child>,
    folder: PathBuf,
}

impl Drop for Crew {
    fn drop(&mut self) {
        for program in &mut self.programs {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

/// More games than anybody waits for.
const TOURNAMENT: &str = r#"
name = "autumn cup"
kind = "round-robin"
game = "othello:size=6"
rounds = 100000
openings = "random:4"
agents = ["mcts:nodes=2000", "greedy", "random"]
"#;

impl Crew {
    /// A NATS server that nobody works at, beside the ledger of a folder.
    pub fn start(folder: &Path) -> Crew {
        let files = folder.join("nats");
        fs::create_dir_all(&files).expect("a folder");
        Crew {
            server: NatsServer::start(&files, ""),
            programs: Vec::new(),
            folder: folder.to_owned(),
        }
    }

    /// The web app with the ledger of the folder, which watches the NATS server.
    pub fn serve(&self) -> crate::Server {
        serve_with(&self.folder, &["--workers", &self.server.address()])
    }

    /// Another worker.
    pub fn hire(&mut self, name: &str) {
        let address = self.server.address();
        self.run(&["work", &address, "--name", name, "--threads", "1"]);
    }

    /// A coordinator of a tournament that goes on and on, with the ledger of the folder.
    pub fn coordinate(&mut self) {
        let (file, ledger) = ("autumn.toml", "ledger.db");
        fs::write(self.folder.join(file), TOURNAMENT).expect("a file");
        let address = self.server.address();
        let words = ["tournament", file, "--ledger", ledger, "--on", &address];
        self.run(&words);
    }

    fn run(&mut self, words: &[&str]) {
        let started = Command::new(program())
            .args(words)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.programs.push(started.expect("the program starts"));
    }

    /// The NATS server goes away.
    pub fn lose_server(&mut self) {
        self.server.kill();
    }

    /// And comes back.
    pub fn find_server(&mut self) {
        self.server.begin();
    }
}
