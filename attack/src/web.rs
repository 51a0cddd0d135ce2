//! A server that is attacked, and clients that say exactly what they are told.

use crate::{
    ended::Ended,
    ground::{Ground, Trouble},
    program::{Order, Running},
};
use rustix::process::Signal;
use serde_json::Value;
use std::{
    fs,
    io::{self, Read, Write},
    net::TcpStream,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// When nothing at all came for so long, also on a busy machine, nothing will come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// `papan serve` on a free port of this machine.
pub(crate) struct Server {
    pub(crate) running: Running,
    pub(crate) address: String,
}

impl Server {
    /// The command that starts a server on the files of this folder.
    pub(crate) fn order(ground: &mut Ground, folder: &Path) -> Order {
        let _ = fs::create_dir_all(folder);
        ground
            .papan(["serve", "--no-open", "--json", "--port", "0", "--data"])
            .arguments([folder.join("games.db")])
            .arguments(["--ledger"])
            .arguments([folder.join("ledger.db")])
            .memory(2048)
    }

    pub(crate) fn start(ground: &mut Ground, folder: &Path) -> Result<Server, Trouble> {
        Server::of(Server::order(ground, folder))
    }

    pub(crate) fn of(order: Order) -> Result<Server, Trouble> {
        let mut running = order.start()?;
        let begin = Instant::now();
        loop {
            let written = running.written();
            if let Some((line, _)) = written.split_once('\n') {
                let told: Value = serde_json::from_str(line)?;
                let address = told["address"].as_str().unwrap_or_default();
                let address = address.trim_start_matches("http://").trim_end_matches('/');
                return Ok(Server {
                    address: address.to_owned(),
                    running,
                });
            }
            if running.has_ended() || begin.elapsed() > PATIENCE {
                let errors = running.errors();
                return Err(Trouble::Broken(format!(
                    "the server did not start: {errors}"
                )));
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn connect(&self) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(stream)
    }

    /// What comes back for these bytes until the server closes the connection.
    pub(crate) fn raw(&self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut stream = self.connect()?;
        // A server may answer and close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Err(error) if error.kind() != io::ErrorKind::ConnectionReset => Err(error),
            _ => Ok(answer),
        }
    }

    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        let has = |wanted: &str| headers.iter().any(|(name, _)| *name == wanted);
        if !has("host") {
            head += &format!("host: {}\r\n", self.address);
        }
        if !has("content-type") {
            head += "content-type: application/json\r\n";
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", body.len());
        let answer = self.raw(&[head.as_bytes(), body].concat())?;
        Answer::read(&answer).ok_or_else(|| {
            let answer = String::from_utf8_lossy(&answer).into_owned();
            io::Error::other(format!("no answer to {method} {path}: {answer:?}"))
        })
    }

    pub(crate) fn get(&self, path: &str) -> io::Result<Answer> {
        self.ask("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> io::Result<Answer> {
        self.ask("POST", path, &[], body.to_string().as_bytes())
    }

    /// A new game: its id and its secret.
    pub(crate) fn game(&self, game: &str, seats: &[&str]) -> Result<(String, String), Trouble> {
        let seat = |seat: &&str| match *seat {
            "person" => serde_json::json!({ "kind": "person" }),
            agent => serde_json::json!({ "kind": "agent", "agent": agent }),
        };
        let seats: Vec<Value> = seats.iter().map(seat).collect();
        let answer = self.post(
            "/api/games",
            &serde_json::json!({ "game": game, "seats": seats }),
        )?;
        let made = answer.json();
        match (made["id"].as_str(), made["secret"].as_str()) {
            (Some(id), Some(secret)) => Ok((id.to_owned(), secret.to_owned())),
            _ => Err(Trouble::Broken(format!(
                "no game was made: {}",
                answer.text()
            ))),
        }
    }

    /// Ends it as a person would, and waits until it has.
    pub(crate) fn end(self) -> Ended {
        self.running.signal(Signal::INT);
        self.running.wait()
    }

    /// What is wrong with a server that should still be there and answer.
    pub(crate) fn problem(&mut self) -> Option<String> {
        if self.running.has_ended() {
            let errors = self.running.errors();
            return Some(format!("the server has ended: {errors}"));
        }
        let errors = self.running.errors();
        if errors.contains("panicked at") {
            return Some(format!("the server panicked: {errors}"));
        }
        match self.get("/api/families") {
            Ok(answer) if answer.status == 200 => None,
            Ok(answer) => Some(format!("a plain request got {}", answer.status)),
            Err(error) => Some(format!("a plain request got no answer: {error}")),
        }
    }
}

/// What a server answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn read(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let body = &bytes[end + 4..];
        let body = match head.contains("transfer-encoding: chunked") {
            true => whole(body),
            false => body.to_vec(),
        };
        Some(Answer { status, head, body })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// A body that came in chunks.
fn whole(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).unwrap_or("");
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        let Some(chunk) = body.get(end + 2..end + 2 + size) else {
            break;
        };
        whole.extend(chunk);
        body = body.get(end + 4 + size..).unwrap_or(&[]);
    }
    whole
}

/// A web socket, as plain as can be: what is sent may be wrong in any way.
pub(crate) struct Socket {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Socket {
    pub(crate) fn open(server: &Server, path: &str) -> io::Result<Socket> {
        let address = &server.address;
        Socket::open_as(server, path, &format!("http://{address}"))
    }

    /// As a page of another origin would.
    pub(crate) fn open_as(server: &Server, path: &str, origin: &str) -> io::Result<Socket> {
        let mut stream = server.connect()?;
        let address = &server.address;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
             origin: {origin}\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )?;
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        match head.split(' ').nth(1) {
            Some("101") => Ok(Socket {
                stream,
                read: Vec::new(),
            }),
            _ => Err(io::Error::new(io::ErrorKind::PermissionDenied, head)),
        }
    }

    pub(crate) fn send(&mut self, message: &Value) -> io::Result<()> {
        self.frame(0x81, message.to_string().as_bytes())
    }

    /// A frame with any first byte.
    pub(crate) fn frame(&mut self, first: u8, payload: &[u8]) -> io::Result<()> {
        let mut bytes = vec![first];
        match payload.len() {
            length @ ..126 => bytes.push(0x80 | length as u8),
            length @ ..0x1_0000 => {
                bytes.push(0x80 | 126);
                bytes.extend((length as u16).to_be_bytes());
            }
            length => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        // A mask of zeros changes nothing.
        bytes.extend([0; 4]);
        bytes.extend(payload);
        self.raw(&bytes)
    }

    /// Bytes that need be no frame.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// The next message; an error when none comes within this time or the socket is closed.
    pub(crate) fn next_within(&mut self, time: Duration) -> io::Result<Value> {
        let end = Instant::now() + time;
        loop {
            if let Some((kind, payload)) = self.whole_frame() {
                match kind {
                    1 => return serde_json::from_slice(&payload).map_err(io::Error::other),
                    8 => return Err(io::ErrorKind::ConnectionAborted.into()),
                    9 => self.frame(0x8a, &payload)?,
                    _ => {}
                }
                continue;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
            let mut bytes = [0; 16 * 1024];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(io::ErrorKind::ConnectionAborted.into()),
                Ok(count) => self.read.extend(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The first message within this time of which something is true.
    pub(crate) fn until(
        &mut self,
        time: Duration,
        mut is_it: impl FnMut(&Value) -> bool,
    ) -> io::Result<Value> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.next_within(left)?;
            if is_it(&message) {
                return Ok(message);
            }
        }
    }

    fn whole_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let (length, head) = match self.read.get(1)? & 0x7f {
            126 => (
                usize::from(u16::from_be_bytes(self.read.get(2..4)?.try_into().ok()?)),
                4,
            ),
            127 => (
                u64::from_be_bytes(self.read.get(2..10)?.try_into().ok()?) as usize,
                10,
            ),
            length => (usize::from(length), 2),
        };
        let payload = self.read.get(head..head + length)?.to_vec();
        let kind = self.read[0] & 0x0f;
        self.read.drain(..head + length);
        Some((kind, payload))
    }
}
