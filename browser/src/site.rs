//! The page without a server, as somebody would offer it: a folder and a plain file server, which knows no place of the
//! app and answers nothing but files.

use crate::{Browser, site_folder};
use std::{
    collections::HashMap,
    fs,
    io::{self, BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The folder is offered below the root of its server, as on a page of somebody who has others too.
const BELOW: &str = "/papan/";

/// What lies between a server and a browser: all that is sent shares one line.
#[derive(Clone, Debug)]
pub struct Line {
    bytes_per_second: f64,
    /// How long it takes until anything comes back.
    delay: Duration,
    /// When all that was sent has gone through.
    free: Arc<Mutex<Instant>>,
}

impl Line {
    /// One of so many million bits a second, on which an answer takes so many milliseconds to begin.
    pub fn new(megabits: f64, milliseconds: u64) -> Line {
        Line {
            bytes_per_second: megabits * 125_000.0,
            delay: Duration::from_millis(milliseconds),
            free: Arc::new(Mutex::new(Instant::now())),
        }
    }

    /// Writes as fast as the line lets it.
    fn send(&self, to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(8 * 1024) {
            let takes = Duration::from_secs_f64(piece.len() as f64 / self.bytes_per_second);
            let through = {
                let mut free = lock(&self.free);
                *free = (*free).max(Instant::now()) + takes;
                *free
            };
            thread::sleep(through.saturating_duration_since(Instant::now()));
            to.write_all(piece)?;
        }
        Ok(())
    }
}

/// How a file server answers.
#[derive(Clone, Default)]
struct Manner {
    line: Option<Line>,
    /// What it sends packed.
    packed: Arc<HashMap<PathBuf, Vec<u8>>>,
    /// More headers for every file, each with the end of its line.
    headers: String,
}

/// A file server, until it is dropped.
pub struct Site {
    folder: PathBuf,
    manner: Manner,
    address: SocketAddr,
    running: Option<Arc<AtomicBool>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.switch_off();
    }
}

impl Site {
    /// Offers the folder that the tests are about.
    pub fn under_test() -> Site {
        Site::offer(&site_folder().expect("PAPAN_SITE: the folder that cargo xtask site makes"))
    }

    /// Offers a folder on a free port.
    pub fn offer(folder: &Path) -> Site {
        Site::offer_as(Manner::default(), folder)
    }

    /// The same over a line that takes its time, with texts packed as many servers do it.
    pub fn offer_over(line: Option<Line>, folder: &Path) -> Site {
        let mut packed = HashMap::new();
        pack(folder, &mut packed);
        let packed = Arc::new(packed);
        let manner = Manner {
            line,
            packed,
            ..Manner::default()
        };
        Site::offer_as(manner, folder)
    }

    /// The same with a header more for every file.
    pub fn offer_with(header: &str, folder: &Path) -> Site {
        let manner = Manner {
            headers: format!("{header}\r\n"),
            ..Manner::default()
        };
        Site::offer_as(manner, folder)
    }

    fn offer_as(manner: Manner, folder: &Path) -> Site {
        assert!(
            folder.join("index.html").is_file(),
            "{} is no page; make it with: cargo xtask site",
            folder.display()
        );
        let mut site = Site {
            folder: folder.to_owned(),
            manner,
            address: ([127, 0, 0, 1], 0).into(),
            running: None,
            asked: Arc::default(),
        };
        site.switch_on();
        site
    }

    /// The address of one of its pages. Files stand at one address only, and the page is behind a "#"; the number makes
    /// the browser load it anew.
    pub fn page(&self, path: &str) -> String {
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        format!("{}/?{number}#{path}", self.address())
    }

    /// The address of the start page, without the slash at its end.
    pub fn address(&self) -> String {
        format!("http://{}{}", self.address, BELOW.trim_end_matches('/'))
    }

    /// As if there were no network: nobody answers at the address any more.
    pub fn switch_off(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        running.store(false, Ordering::SeqCst);
        // Wakes who waits there.
        let _ = TcpStream::connect(self.address);
    }

    /// Answers again, at the same address.
    pub fn switch_on(&mut self) {
        let listener = TcpListener::bind(self.address).expect("a port");
        self.address = listener.local_addr().expect("an address");
        let running = Arc::new(AtomicBool::new(true));
        self.running = Some(Arc::clone(&running));
        let (folder, asked) = (self.folder.clone(), Arc::clone(&self.asked));
        let manner = self.manner.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if !running.load(Ordering::SeqCst) {
                    return;
                }
                let (folder, asked) = (folder.clone(), Arc::clone(&asked));
                let manner = manner.clone();
                thread::spawn(move || {
                    let _ = answer(stream, &manner, &folder, &asked);
                });
            }
        });
    }

    /// What was asked for since this was asked last, in order.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.asked))
    }
}

impl Browser {
    /// Waits until the page has kept everything for the time without a network, what the games have learned too.
    pub async fn kept(&self) {
        self.until("the service worker", "navigator.serviceWorker?.controller")
            .await;
        // What is asked again and again tells in the page how far it is, which is what waiting looks at.
        self.until("everything to be kept", KEPT).await;
    }
}

/// How many files of weights are kept, told in the page; true when all are.
const KEPT: &str = "(window.looking ??= setInterval(async () => {
    let weights = 0, files = 0;
    for (const name of await caches.keys()) {
      const kept = await (await caches.open(name)).keys();
      files += kept.length;
      weights = Math.max(weights, kept.filter(({ url }) => url.includes('/weights-')).length);
    }
    document.documentElement.dataset.kept = `${weights} of ${files}`;
  }, 200), document.documentElement.dataset.kept?.startsWith('3 '))";

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Packs the texts below a folder. What the folder has packed itself is left as it is.
fn pack(folder: &Path, packed: &mut HashMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            pack(&path, packed);
        } else if !matches!(kind(&path), "application/octet-stream" | "image/png") {
            let gzip = Command::new("gzip").arg("-c").arg(&path).output();
            packed.insert(path, gzip.expect("gzip").stdout);
        }
    }
}

/// Answers one request with a file, or says that there is none.
fn answer(
    stream: TcpStream,
    Manner {
        line,
        packed,
        headers,
    }: &Manner,
    folder: &Path,
    asked: &Mutex<Vec<String>>,
) -> io::Result<()> {
    let mut reader = BufReader::new(&stream);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
    }
    let delay = line.as_ref().map(|line| line.delay);
    thread::sleep(delay.unwrap_or_default());
    let target = first.split(' ').nth(1).unwrap_or_default();
    let path = target.split(['?', '#']).next().unwrap_or_default();
    lock(asked).push(path.to_owned());
    let is_plain = !path.split('/').any(|part| part.starts_with('.'));
    let name = path.strip_prefix(BELOW).filter(|_| is_plain);
    let file = name.map(|name| match name.is_empty() || name.ends_with('/') {
        true => folder.join(name).join("index.html"),
        false => folder.join(name),
    });
    let found = file.and_then(|file| {
        let (kind, packed) = (kind(&file), packed.get(&file).cloned());
        let encoding = packed.as_ref().map_or("", |_| "Content-Encoding: gzip\r\n");
        Some((packed.or_else(|| fs::read(&file).ok())?, kind, encoding))
    });
    let mut writer = &stream;
    match found {
        None => writer
            .write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        Some((bytes, kind, encoding)) => {
            // Nothing is left to the browser's own cache: what works without a network was kept by the page.
            write!(
                writer,
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n{encoding}{headers}Connection: close\r\n\r\n",
                bytes.len()
            )?;
            match line {
                None => writer.write_all(&bytes),
                Some(line) => line.send(&mut writer, &bytes),
            }
        }
    }
}

/// The types that such servers know; those of what was packed they do not.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
