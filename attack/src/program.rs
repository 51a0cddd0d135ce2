//! Running the attacked program.

use crate::{
    confined::Limit,
    ended::{End, Ended},
    processes::{self, MARK},
};
use rustix::process::Signal;
use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Read, Write},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// What is kept of an output; a program that writes more is read on, and its text forgotten.
const KEPT: usize = 8 << 20;
/// When neither the program nor anything it started has worked or written for so long, nothing
/// moves any more, also on a busy machine.
const QUIET: Duration = Duration::from_secs(60);
/// Who works for longer than this for one command of ours goes on without end: seconds of a core.
const WORK: u64 = 150;
/// How long processes may take to end after the program that started them.
const AFTER: Duration = Duration::from_secs(5);

/// What a program reads.
enum Input {
    Nothing,
    Bytes(Vec<u8>),
    File(File),
}

/// A command that is not started yet.
pub(crate) struct Order {
    program: PathBuf,
    own: PathBuf,
    mark: String,
    folder: PathBuf,
    arguments: Vec<OsString>,
    limits: Vec<Limit>,
    input: Input,
    stdout: Option<File>,
    stderr: Option<File>,
    memory: u64,
    quiet: Duration,
    work: u64,
}

impl Order {
    /// The program with these arguments, in a folder of its own. `own` is the attack itself.
    pub(crate) fn new(program: &Path, own: &Path, mark: String, folder: &Path) -> Order {
        Order {
            program: program.to_owned(),
            own: own.to_owned(),
            mark,
            folder: folder.to_owned(),
            arguments: Vec::new(),
            limits: Vec::new(),
            input: Input::Nothing,
            stdout: None,
            stderr: None,
            memory: 1024,
            quiet: QUIET,
            work: WORK,
        }
    }

    pub(crate) fn arguments<T: AsRef<OsStr>>(
        mut self,
        arguments: impl IntoIterator<Item = T>,
    ) -> Order {
        let owned = |argument: T| argument.as_ref().to_owned();
        self.arguments.extend(arguments.into_iter().map(owned));
        self
    }

    pub(crate) fn limit(mut self, limit: Limit) -> Order {
        self.limits.push(limit);
        self
    }

    /// What it reads; without it its input is empty.
    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Order {
        self.input = Input::Bytes(input.into());
        self
    }

    /// A file that it reads.
    pub(crate) fn input_file(mut self, file: File) -> Order {
        self.input = Input::File(file);
        self
    }

    /// Where it writes, instead of to us.
    pub(crate) fn output_to(mut self, stdout: File, stderr: Option<File>) -> Order {
        (self.stdout, self.stderr) = (Some(stdout), stderr);
        self
    }

    /// The most memory that it may take, in mebibytes.
    pub(crate) fn memory(mut self, most: u64) -> Order {
        self.memory = most;
        self
    }

    /// How long nothing may move, where nothing is to be waited for.
    pub(crate) fn quiet(mut self, time: Duration) -> Order {
        self.quiet = time;
        self
    }

    /// How many seconds of a core it may work.
    pub(crate) fn work(mut self, seconds: u64) -> Order {
        self.work = seconds;
        self
    }

    /// The program with a terminal of its own, which `script` makes.
    pub(crate) fn at_terminal(mut self, words: &str) -> Order {
        let command = format!("exec '{}' {words}", self.program.display());
        self.program = "script".into();
        self.arguments(["-q", "-f", "-e", "-c", &command, "/dev/null"])
    }

    /// As one would type it, in the folder of the trial.
    fn text(&self) -> String {
        let limits: String = self.limits.iter().map(|limit| limit.shell()).collect();
        let words = self.arguments.iter().map(|word| quoted(word));
        let words: Vec<String> = words.collect();
        let text = format!("{limits}papan {}", words.join(" "));
        match text.char_indices().nth(400) {
            Some((end, _)) => format!("{} ...", &text[..end]),
            None => text,
        }
    }

    pub(crate) fn start(self) -> io::Result<Running> {
        let text = self.text();
        let mut command = match self.limits.is_empty() {
            true => Command::new(&self.program),
            false => {
                let mut command = Command::new(&self.own);
                command.arg("confined");
                command.args(self.limits.iter().map(|limit| limit.word()));
                command.arg("--").arg(&self.program);
                command
            }
        };
        let (stdin, bytes) = match self.input {
            Input::Nothing => (Stdio::null(), None),
            Input::Bytes(bytes) => (Stdio::piped(), Some(bytes)),
            Input::File(file) => (file.into(), None),
        };
        let mut child = command
            .args(&self.arguments)
            .current_dir(&self.folder)
            .env(MARK, &self.mark)
            .env("HOME", &self.folder)
            .env("XDG_DATA_HOME", self.folder.join("data"))
            .env("TMPDIR", &self.folder)
            .env_remove("PAPAN_LEDGER")
            .stdin(stdin)
            .stdout(self.stdout.map_or_else(Stdio::piped, Stdio::from))
            .stderr(self.stderr.map_or_else(Stdio::piped, Stdio::from))
            .spawn()?;
        if let (Some(mut pipe), Some(bytes)) = (child.stdin.take(), bytes) {
            // A program that does not read it all may end all the same.
            thread::spawn(move || pipe.write_all(&bytes));
        }
        Ok(Running {
            stdout: Output::of(child.stdout.take()),
            stderr: Output::of(child.stderr.take()),
            child,
            mark: self.mark,
            text,
            memory: self.memory,
            quiet: self.quiet,
            work: self.work,
            end: None,
            peak: 0,
        })
    }

    /// Runs it to its end.
    pub(crate) fn run(self) -> io::Result<Ended> {
        Ok(self.start()?.wait())
    }
}

fn quoted(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=,+".contains(&byte);
    match !text.is_empty() && text.bytes().all(plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.escape_default()),
    }
}

/// What a program has written so far.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Written>>);

#[derive(Default)]
struct Written {
    kept: Vec<u8>,
    length: usize,
    /// Nobody can write any more.
    ended: bool,
}

impl Output {
    fn of(pipe: Option<impl Read + Send + 'static>) -> Output {
        let output = Output::default();
        let Some(mut pipe) = pipe else {
            output.lock().ended = true;
            return output;
        };
        let written = output.clone();
        thread::spawn(move || {
            let mut bytes = [0; 16 * 1024];
            while let Ok(count @ 1..) = pipe.read(&mut bytes) {
                let mut written = written.lock();
                let room = KEPT - written.kept.len();
                written.kept.extend(&bytes[..count.min(room)]);
                written.length += count;
            }
            written.lock().ended = true;
        });
        output
    }

    fn lock(&self) -> MutexGuard<'_, Written> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.lock().kept).into_owned()
    }
}

/// The program while it runs. It is killed, with all that it started, when nobody holds it any more.
pub(crate) struct Running {
    child: Child,
    pub(crate) mark: String,
    text: String,
    memory: u64,
    stdout: Output,
    stderr: Output,
    quiet: Duration,
    work: u64,
    end: Option<End>,
    peak: u64,
}

impl Running {
    pub(crate) fn number(&self) -> i32 {
        self.child.id() as i32
    }

    /// What it has written to its standard output so far.
    pub(crate) fn written(&self) -> String {
        self.stdout.text()
    }

    pub(crate) fn errors(&self) -> String {
        self.stderr.text()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        // Only while it is not waited for: its number may be another's then.
        if self.end.is_none() {
            processes::signal(self.number(), signal);
        }
    }

    /// Whether it has ended by now.
    pub(crate) fn has_ended(&mut self) -> bool {
        if self.end.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            self.end = Some(match status.code() {
                Some(code) => End::Code(code),
                None => End::Signal(status.signal().unwrap_or(0)),
            });
        }
        self.end.is_some()
    }

    /// The memory that it takes now, in mebibytes.
    pub(crate) fn memory_now(&self) -> u64 {
        processes::memory(self.number(), "VmRSS").unwrap_or(0)
    }

    /// Looks at its memory; the end of it when there is too much.
    fn look(&mut self) {
        let peak = processes::memory(self.number(), "VmHWM").unwrap_or(0);
        self.peak = self.peak.max(peak);
        if self.peak > self.memory {
            self.force(End::TooLarge);
        }
    }

    fn force(&mut self, end: End) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.end = Some(end);
    }

    /// Waits for so long, or until it has ended: true when it has.
    pub(crate) fn wait_for(&mut self, time: Duration) -> bool {
        let begin = Instant::now();
        while !self.has_ended() && begin.elapsed() < time {
            self.look();
            thread::sleep(Duration::from_millis(5));
        }
        self.end.is_some()
    }

    /// Waits until it has ended, for as long as something moves.
    pub(crate) fn wait(mut self) -> Ended {
        let mut state = (0, 0);
        let mut since = Instant::now();
        let mut pause = Duration::from_millis(1);
        while !self.has_ended() {
            self.look();
            if since.elapsed() > Duration::from_secs(2) {
                let ours = processes::marked(&self.mark);
                let worked: u64 = ours.into_iter().filter_map(processes::worked).sum();
                let written = self.stdout.lock().length + self.stderr.lock().length;
                let now = (worked, written);
                if now != state {
                    (state, since) = (now, Instant::now() - Duration::from_secs(1));
                }
                if worked > self.work * 100 {
                    self.force(End::Endless);
                }
            }
            if since.elapsed() > self.quiet {
                self.force(End::Hung);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        self.ended()
    }

    /// What is left of it and of those it started.
    fn ended(mut self) -> Ended {
        let begin = Instant::now();
        let mut left = processes::marked(&self.mark);
        while !left.is_empty() && begin.elapsed() < AFTER {
            thread::sleep(Duration::from_millis(20));
            left = processes::marked(&self.mark);
        }
        let commands: Vec<String> = left
            .iter()
            .map(|left| processes::command_of(*left))
            .collect();
        for process in left {
            processes::signal(process, Signal::KILL);
        }
        // Whatever still holds the pipes is dead now: their readers come to the end.
        let begin = Instant::now();
        while !(self.stdout.lock().ended && self.stderr.lock().ended) && begin.elapsed() < AFTER {
            thread::sleep(Duration::from_millis(1));
        }
        Ended {
            end: self.end.take().unwrap_or(End::Hung),
            stdout: self.stdout.text(),
            stderr: self.stderr.text(),
            peak: self.peak,
            left: commands,
            text: std::mem::take(&mut self.text),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.end.is_none() {
            self.force(End::Signal(9));
        }
        for process in processes::marked(&self.mark) {
            processes::signal(process, Signal::KILL);
        }
    }
}
