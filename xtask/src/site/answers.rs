//! Answers that are the same for everybody become files, so that the first view needs no program: they are those
//! of `papan serve`.

use super::{WORK, fresh};
use crate::{
    checks::{absolute, cargo},
    tools::run,
};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

/// A server that ends with whoever started it.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Asks for all of them, into `target/site/answers`.
pub(super) fn ask() -> Result<(), String> {
    run(&mut cargo("build --locked --package papan"))?;
    let folder = fresh("answers")?;
    let data = Path::new(WORK);
    let mut command = Command::new(absolute("target/debug/papan"));
    command.args(["serve", "--no-open", "--port", "0", "--data"]);
    command
        .arg(data.join("games.db"))
        .arg("--ledger")
        .arg(data.join("ledger.db"));
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let child = command
        .spawn()
        .map_err(|error| format!("papan serve: {error}"))?;
    let mut server = Server(child);
    let output = server.0.stdout.take().ok_or("papan serve has no output")?;
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let address = lines
        .find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            let end = rest.find(['/', ' ']).unwrap_or(rest.len());
            Some(rest[..end].to_owned())
        })
        .ok_or("papan serve does not say its address")?;
    let families = get(&address, "/api/families")?;
    let mut wanted = vec!["/api/catalogue".to_owned()];
    let text = String::from_utf8_lossy(&families).into_owned();
    for part in text.split("\"family\":\"").skip(1) {
        let name = part.split('"').next().unwrap_or_default();
        wanted.push(format!("/api/demonstration/{name}"));
    }
    if wanted.len() == 1 {
        return Err("papan serve names no families of games".to_owned());
    }
    keep(&folder, "/api/families", &families)?;
    for path in wanted {
        keep(&folder, &path, &get(&address, &path)?)?;
    }
    Ok(())
}

/// Files are called as their addresses, with dots for slashes.
fn keep(folder: &Path, path: &str, body: &[u8]) -> Result<(), String> {
    let name = format!("{}.json", path.trim_start_matches('/').replace('/', "."));
    let path = folder.join(name);
    fs::write(&path, body).map_err(|error| format!("{}: {error}", path.display()))
}

/// The body of an answer.
fn get(address: &str, path: &str) -> Result<Vec<u8>, String> {
    let wrong = |error: std::io::Error| format!("{path}: {error}");
    let mut stream = TcpStream::connect(address).map_err(wrong)?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n").map_err(wrong)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).map_err(wrong)?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.ok_or_else(|| format!("{path}: no answer"))?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let is_good = head
        .lines()
        .next()
        .is_some_and(|line| line.contains(" 200"));
    let is_whole = !head.to_ascii_lowercase().contains("transfer-encoding");
    match is_good && is_whole {
        true => Ok(answer[end + 4..].to_vec()),
        false => Err(format!("{path}: {head}")),
    }
}
