//! A server of its own for each test, and a client that says exactly what it is told.

#![allow(dead_code)] // every test program uses some of it

use papan_distributed::{Access, Address};
use papan_web::{Options, STORAGE, serve_until};
use serde_json::Value;
use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    sync::mpsc,
    thread,
    time::Duration,
};
use tokio::sync::oneshot;

/// A server that ends with this value.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) folder: PathBuf,
    end: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

/// A folder of its own for each test, emptied.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

impl Server {
    /// A server with a folder of its own, which is emptied.
    pub(crate) fn start(name: &str) -> Server {
        Server::start_with(name, STORAGE)
    }

    /// The same, whose saved games may take so many bytes.
    pub(crate) fn start_with(name: &str, storage: u64) -> Server {
        Server::serve(folder(name), storage, None)
    }

    /// The same, which watches the workers at a NATS server.
    pub(crate) fn start_watching(name: &str, servers: &str) -> Server {
        let address = servers.parse().expect("an address");
        let workers = Some((address, Default::default()));
        Server::serve(folder(name), STORAGE, workers)
    }

    /// A server with the files of another that has ended.
    pub(crate) fn start_in(folder: PathBuf) -> Server {
        Server::serve(folder, STORAGE, None)
    }

    fn serve(folder: PathBuf, storage: u64, workers: Option<(Address, Access)>) -> Server {
        let options = Options {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: folder.join("games.db"),
            ledger: folder.join("ledger.db"),
            storage,
            threads: 1,
            workers,
            assets: None,
        };
        let (end, ended) = oneshot::channel();
        let (ready, address) = mpsc::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .expect("a runtime");
            let tell = move |address| ready.send(address).expect("someone waits");
            let served = serve_until(options, tell, async {
                let _ = ended.await;
            });
            runtime.block_on(served).expect("it serves");
        });
        Server {
            address: address
                .recv_timeout(Duration::from_secs(120))
                .expect("it starts"),
            folder,
            end: Some(end),
            thread: Some(thread),
        }
    }

    /// Ends the server and waits until it has.
    pub(crate) fn stop(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it ends well");
        }
    }

    /// What comes back for these bytes, until the server closes the connection.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        let patience = Some(Duration::from_secs(120));
        stream.set_read_timeout(patience).expect("a timeout");
        // A server may answer and close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Ok(_) => answer,
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => answer,
            Err(error) => panic!(
                "no answer to {:?}: {error}",
                String::from_utf8_lossy(&bytes[..bytes.len().min(200)])
            ),
        }
    }

    /// The answer to a request with these headers.
    pub(crate) fn ask_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            request += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || ["POST", "PUT"].contains(&method) {
            request += &format!("content-length: {}\r\n", body.len());
        }
        request += "\r\n";
        let answer = self.raw(&[request.as_bytes(), body].concat());
        Answer::read(&answer)
            .unwrap_or_else(|| panic!("{method} {path}: {:?}", String::from_utf8_lossy(&answer)))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask_with("GET", path, &[], &[])
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let kind = [("content-type", "application/json")];
        self.ask_with("POST", path, &kind, body.to_string().as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.stop();
        }
    }
}

/// What a server answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn read(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| line.split_once(": "));
        Some(Answer {
            status,
            headers: headers
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect(),
            body: bytes[end + 4..].to_vec(),
        })
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}
