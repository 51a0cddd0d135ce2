//! `papan serve`, which is also what `papan` alone does.

use crate::{elsewhere::Connection, input, output};
use anyhow::Result;
use clap::Args;
use papan_distributed::{Access, Address};
use papan_web::{LogLevel, Options, STORAGE, ServeError, serve, start_log};
use serde_json::json;
use std::{
    env, fs,
    io::{self, IsTerminal},
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

/// The port that is tried first when none is named.
const PORT: u16 = 8080;
/// The number of ports that are tried when none is named.
const PORTS: u16 = 50;

/// Play in the browser: start the web app and print its address
///
/// Papan then runs on this machine alone, until Ctrl-C. Games are saved as they are played
/// and are there again when it is started again.
#[derive(Args, Default)]
pub(crate) struct Arguments {
    /// The address of this machine to listen on; 127.0.0.1 when not given, which only this
    /// machine can reach
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,

    /// The port; 8080 or the next free one when not given, 0 for any free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// The file that games are saved in; games.db beside the usual ledger when not given
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,

    /// The ledger whose tournaments are shown
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// The most megabytes that saved games may take: no more games are made then, until some are
    /// deleted; 1024 when not given
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    storage: Option<u64>,

    /// Show who plays at these NATS servers, as papan workers does: nats://HOST,HOST...
    /// (docs/many-machines.md)
    #[arg(long, value_name = "ADDRESS")]
    workers: Option<Address>,

    /// The number of threads for agents; as many as there are cores when not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,

    /// Serve the files of the page from this folder, to work on them
    #[arg(long, value_name = "FOLDER")]
    assets: Option<PathBuf>,

    /// How much the server writes to the standard error about what it does: off, error, warn,
    /// info, debug or trace; what PAPAN_LOG says when not given, else warn
    #[arg(long, value_name = "LEVEL")]
    log: Option<LogLevel>,

    /// Write the address as one JSON object: {"address", "others"}; "others" are the addresses by
    /// which other machines reach it
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    connection: Connection,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let ip = arguments.listen.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let cores = || thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut options = Options {
        listen: SocketAddr::new(ip, arguments.port.unwrap_or(PORT)),
        data: data_path(arguments.data.as_deref())?,
        ledger: input::ledger_path(arguments.ledger.as_ref())?,
        storage: arguments
            .storage
            .map_or(STORAGE, |megabytes| megabytes << 20),
        threads: arguments.threads.map_or_else(cores, |given| given as usize),
        workers: arguments.watched()?,
        assets: arguments.assets.clone(),
    };
    if let Some(folder) = &options.assets
        && !folder.is_dir()
    {
        return input::mistake(format!("--assets {}: no such folder", folder.display()));
    }
    start_log(log_level(arguments.log)?);
    if !ip.is_loopback() {
        output::note(&format!(
            "warning: everyone who can reach {ip} can play here and use this machine's time; \
             there are no accounts and no encryption"
        ));
    }
    let last = match arguments.port {
        Some(port) => port,
        None => PORT + PORTS,
    };
    loop {
        match serve(options.clone(), |address| announce(arguments, address)) {
            Err(ServeError::Listen { source, .. })
                if source.kind() == io::ErrorKind::AddrInUse && options.listen.port() < last =>
            {
                options.listen.set_port(options.listen.port() + 1);
            }
            result => return Ok(result?),
        }
    }
}

impl Arguments {
    /// The servers whose workers are shown. That one is away now is no mistake: the page says so,
    /// and shows it when it is back.
    fn watched(&self) -> Result<Option<(Address, Access)>> {
        let Some(address) = &self.workers else {
            // Else someone might think that the page itself is encrypted.
            return match self.connection.is_given() {
                true => input::mistake(
                    "--credentials and --tls-... are for the NATS servers that --workers names, \
                     and it names none",
                ),
                false => Ok(None),
            };
        };
        let access = self.connection.access()?;
        access.check()?;
        Ok(Some((address.clone(), access)))
    }
}

/// The level that someone named, or that of the environment, or the usual one.
fn log_level(given: Option<LogLevel>) -> Result<LogLevel> {
    let of_environment = env::var("PAPAN_LOG").unwrap_or_default();
    match (given, of_environment.as_str()) {
        (Some(level), _) => Ok(level),
        (None, "") => Ok(LogLevel::WARN),
        (None, text) => match text.parse() {
            Ok(level) => Ok(level),
            Err(problem) => input::mistake(format!("PAPAN_LOG: {problem}")),
        },
    }
}

/// The file of games that someone named, or the usual one, whose folder is made.
fn data_path(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(path) = given {
        return Ok(path.to_owned());
    }
    let Some(ledger) = papan_arena::ledger::default_path() else {
        return input::mistake("there is no home folder to save games in; name a file by --data");
    };
    if let Some(folder) = ledger.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(ledger.with_file_name("games.db"))
}

fn announce(arguments: &Arguments, address: SocketAddr) {
    let page = page_address(address);
    let others = others(address);
    // A reader who does not want to hear it can still play.
    let _ = match (arguments.json, others.is_empty()) {
        (true, _) => output::json(&json!({ "address": page, "others": others })),
        (false, true) => output::text(&format!("Papan is at {page} (Ctrl-C ends it)")),
        (false, false) => output::text(&format!(
            "Papan is at {page} (Ctrl-C ends it)\nothers reach it at {}",
            others.join(" ")
        )),
    };
    if !arguments.no_open && !arguments.json && has_desktop() {
        open(&page);
    }
}

/// What one types into a browser. A server on all addresses is shown by that of this machine.
fn page_address(address: SocketAddr) -> String {
    let shown = match address.ip() {
        ip if !ip.is_unspecified() => address,
        _ => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
    };
    format!("http://{shown}/")
}

/// What others type into a browser, where they can reach it at all.
fn others(address: SocketAddr) -> Vec<String> {
    let shown = |ip: IpAddr| format!("http://{}/", SocketAddr::new(ip, address.port()));
    match address.ip() {
        ip if ip.is_loopback() => Vec::new(),
        ip if !ip.is_unspecified() => vec![shown(ip)],
        ip => {
            let mut ips = vec![own_address("0.0.0.0:0", "192.0.2.1:9")];
            if ip.is_ipv6() {
                ips.push(own_address("[::]:0", "[2001:db8::1]:9"));
            }
            ips.into_iter().flatten().map(shown).collect()
        }
    }
}

/// The address of this machine on the way to another one. Nothing is sent: connecting a
/// datagram socket only asks the system which way it would take.
fn own_address(from: &str, to: &str) -> Option<IpAddr> {
    let socket = UdpSocket::bind(from).ok()?;
    socket.connect(to).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

/// Whether a person sits before a screen that a browser can appear on.
fn has_desktop() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal()
        && (cfg!(any(target_os = "macos", windows))
            || is_set("DISPLAY")
            || is_set("WAYLAND_DISPLAY"))
}

/// Opens a page in the person's browser. That it does not open is no error: the address has
/// been printed.
fn open(page: &str) {
    let words: &[&str] = match env::consts::OS {
        "macos" => &["open"],
        "windows" => &["rundll32", "url.dll,FileProtocolHandler"],
        _ => &["xdg-open"],
    };
    let started = Command::new(words[0])
        .args(&words[1..])
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = started {
        thread::spawn(move || child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_what_one_types() {
        for (listen, page) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ("0.0.0.0:80", "http://127.0.0.1:80/"),
            ("[::1]:8080", "http://[::1]:8080/"),
        ] {
            assert_eq!(page_address(listen.parse().unwrap()), page);
        }
    }

    #[test]
    fn others_are_told_an_address_that_leads_here() {
        let told = |listen: &str| others(listen.parse().unwrap());
        assert_eq!(told("127.0.0.1:8080"), [""; 0]);
        assert_eq!(told("192.168.7.7:8080"), ["http://192.168.7.7:8080/"]);
        // A machine without a network has none to tell.
        for address in told("0.0.0.0:8080").into_iter().chain(told("[::]:8080")) {
            assert!(address.ends_with(":8080/"), "{address}");
            let is_useless = |part| address.contains(part);
            assert!(
                !["//0.0.0.0", "//127.", "//[::]", "//[::1]"]
                    .into_iter()
                    .any(is_useless)
            );
        }
    }
}
