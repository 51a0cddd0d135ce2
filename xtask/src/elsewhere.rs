//! The program on another system, which Wine or an emulator plays: the rules, matches, other engines,
//! the ledger and the server do there what they do here.

use crate::tools::{self, capture, text_of};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Where the runs keep their files.
const FOLDER: &str = "target/elsewhere";

/// How long something may not change before it is given up.
const PATIENCE: Duration = Duration::from_secs(120);

/// A system that is not this one.
pub(crate) struct Machine {
    name: &'static str,
    /// What runs a program of that system.
    words: Vec<String>,
    variables: Vec<(&'static str, String)>,
    /// A library that the program needs beside it.
    beside: Option<PathBuf>,
    /// What is said there of a program that is not there.
    missing: &'static str,
    /// Why the program cannot start programs there, if it cannot.
    alone: Option<String>,
}

impl Machine {
    /// Windows, as Wine has it.
    pub(crate) fn wine() -> Result<Machine, String> {
        tools::need_program("wine", &["wine", "wine64"])?;
        let folder = absolute(FOLDER);
        fs::create_dir_all(&folder).map_err(failed(&folder))?;
        let variable = |name, value: &str| (name, value.to_owned());
        Ok(Machine {
            name: "wine",
            words: vec!["wine".to_owned()],
            variables: vec![
                variable("WINEPREFIX", &shown(&folder.join("wine"))),
                variable("WINEDEBUG", "-all"),
                // Nothing to install for pages and .NET, and no windows.
                variable("WINEDLLOVERRIDES", "mscoree,mshtml,winemenubuilder.exe="),
            ],
            beside: Some(random_numbers(&folder)?),
            missing: "there is no program",
            alone: None,
        })
    }

    /// Linux on ARM, as an emulator of the processor has it.
    pub(crate) fn qemu() -> Result<Machine, String> {
        tools::need_program("qemu-aarch64", &["qemu-user"])?;
        let alone = register_arm().err();
        Ok(Machine {
            name: "qemu-aarch64",
            words: vec!["qemu-aarch64".to_owned()],
            variables: vec![("QEMU_LD_PREFIX", "/usr/aarch64-linux-gnu".to_owned())],
            beside: None,
            // The emulator makes a copy of the process where one with the same memory is asked for, so
            // that who started a program does not hear why it did not begin: it ends like one.
            missing: "it ended with exit code 127",
            alone,
        })
    }

    /// This one.
    pub(crate) fn here() -> Machine {
        Machine {
            name: "here",
            words: Vec::new(),
            variables: Vec::new(),
            beside: None,
            missing: "there is no program",
            alone: None,
        }
    }

    /// Runs a program there that was just unpacked.
    pub(crate) fn first_run(&self, program: &Path) -> Result<(), String> {
        if let Some(library) = &self.beside {
            let name = library.file_name().unwrap_or_default();
            let place = program.with_file_name(name);
            fs::copy(library, &place).map_err(failed(&place))?;
        }
        for (arguments, part) in [
            (&["--version"][..], "build: "),
            (&["perft", "othello", "6"], "8200 nodes"),
            (
                &["match", "kalah", "greedy", "random", "--games", "2"],
                "2 games",
            ),
        ] {
            let mut command = self.command(program, arguments);
            println!("$ {}", text_of(&command));
            let said = capture(&mut command)?.standard;
            print!("{said}");
            if !said.contains(part) {
                return Err(format!("that lacks '{part}'"));
            }
        }
        Ok(())
    }

    fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let program = std::path::absolute(program).unwrap_or_else(|_| program.into());
        let mut words = self
            .words
            .iter()
            .map(Into::into)
            .chain([program.into_os_string()]);
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).args(arguments);
        command.envs(self.variables.iter().map(|(name, value)| (*name, value)));
        // Nothing that is the user's.
        let data = absolute(FOLDER).join("data");
        command.env("APPDATA", &data).env("XDG_DATA_HOME", &data);
        command
            .env_remove("PAPAN_LEDGER")
            .env_remove("PAPAN_ENGINES");
        command.stdin(Stdio::null());
        command
    }
}

/// Wine of Debian 12 lacks the library that Rust's programs for Windows get random numbers from: it is
/// made of the function that Wine has.
fn random_numbers(folder: &Path) -> Result<PathBuf, String> {
    const SOURCE: &str = "#include <windows.h>\n\
        BOOLEAN WINAPI SystemFunction036(PVOID, ULONG);\n\
        __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T size)\n\
        { return SystemFunction036(to, (ULONG)size); }\n";
    let source = folder.join("bcryptprimitives.c");
    let library = folder.join("bcryptprimitives.dll");
    fs::write(&source, SOURCE).map_err(failed(&source))?;
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    compiler.args(["-shared", "-o"]).arg(&library).arg(&source);
    capture(compiler.arg("-ladvapi32"))?;
    Ok(library)
}

/// Lets programs for ARM be started by others, as the guard of an engine is; the error is why not.
fn register_arm() -> Result<(), String> {
    const FILES: &str = "/proc/sys/fs/binfmt_misc";
    const RULE: &str = "/usr/lib/binfmt.d/qemu-aarch64.conf";
    if Path::new(FILES).join("qemu-aarch64").exists() {
        return Ok(());
    }
    tools::need_file(RULE, &["qemu-user-binfmt"])?;
    if !Path::new(FILES).join("register").exists() {
        capture(Command::new("mount").args(["-t", "binfmt_misc", "none", FILES]))
            .map_err(|error| format!("this system starts no programs for ARM: {error}"))?;
    }
    let rule = fs::read_to_string(RULE).map_err(failed(Path::new(RULE)))?;
    let register = Path::new(FILES).join("register");
    fs::write(&register, rule.trim_end())
        .map_err(|error| format!("this system starts no programs for ARM: {error}"))
}

/// Runs the program there and compares with the one that was built here. What could not be tried is
/// the answer.
pub(crate) fn check(machine: &Machine, program: &str) -> Result<Vec<String>, String> {
    let folder = absolute(FOLDER).join(machine.name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(failed(&folder))?;
    let own = folder.join(Path::new(program).file_name().unwrap_or_default());
    fs::copy(program, &own).map_err(failed(&own))?;
    if let Some(library) = &machine.beside {
        let name = library.file_name().unwrap_or_default();
        fs::copy(library, folder.join(name)).map_err(failed(&folder))?;
    }
    let try_out = Try {
        machine,
        program: own,
        folder,
        here: absolute("target/debug/papan"),
    };
    try_out.rules()?;
    try_out.a_match()?;
    try_out.ledger()?;
    try_out.server()?;
    match &machine.alone {
        Some(reason) => Ok(vec![format!(
            "other engines were not tried with {}: {reason}",
            machine.name
        )]),
        None => try_out.engines().map(|()| Vec::new()),
    }
}

struct Try<'a> {
    machine: &'a Machine,
    program: PathBuf,
    folder: PathBuf,
    here: PathBuf,
}

impl Try<'_> {
    fn there(&self, arguments: &[&str]) -> Command {
        let mut command = self.machine.command(&self.program, arguments);
        command.current_dir(&self.folder);
        command
    }

    /// What the program says there.
    fn said(&self, arguments: &[&str]) -> Result<String, String> {
        let mut command = self.there(arguments);
        println!("$ {}", text_of(&command));
        Ok(capture(&mut command)?.standard.replace("\r\n", "\n"))
    }

    /// It says the same here and there.
    fn same(&self, arguments: &[&str]) -> Result<String, String> {
        let there = self.said(arguments)?;
        let mut here = Command::new(&self.here);
        let here = capture(here.args(arguments).current_dir(&self.folder))?.standard;
        match here == there {
            true => Ok(there),
            false => Err(format!(
                "papan {} says here:\n{here}\nand with {}:\n{there}",
                arguments.join(" "),
                self.machine.name
            )),
        }
    }

    fn rules(&self) -> Result<(), String> {
        println!("{}", self.said(&["--version"])?.trim_end());
        for (game, depth) in [
            ("othello", "7"),
            ("blokus-duo", "2"),
            ("congklak", "6"),
            ("kalah", "7"),
            ("adjacency:rounds=2", "2"),
        ] {
            let count = |said: String| {
                let words = said.split_whitespace().next().map(str::to_owned);
                words.ok_or(format!("perft of {game} says nothing"))
            };
            let arguments = ["perft", game, depth];
            let there = count(self.said(&arguments)?)?;
            let here = count(capture(Command::new(&self.here).args(arguments))?.standard)?;
            if here != there {
                return Err(format!(
                    "perft {depth} of {game}: {here} here, {there} there"
                ));
            }
        }
        self.same(&["show", "congklak", "--moves", "1 2 7 7 1 3 1 4 7"])?;
        Ok(())
    }

    /// The same seeds are the same games, move for move.
    fn a_match(&self) -> Result<(), String> {
        for (game, agents) in [
            ("othello:size=6", ["level:2", "mcts:nodes=30"]),
            ("blokus-duo", ["level:1", "random"]),
            ("kalah", ["alphabeta:depth=3", "level:2"]),
        ] {
            let mut moves = Vec::new();
            for (place, ledger) in [("there", "there.db"), ("here", "here.db")] {
                let words = ["match", game, agents[0], agents[1], "--games", "4"];
                let mut words = words.to_vec();
                words.extend(["--openings", "random:4", "--ledger", ledger]);
                let export = ["ledger", "export", "--ledger", ledger, "--format", "lines"];
                for arguments in [&words[..], &export[..]] {
                    let said = match place {
                        "there" => self.said(arguments)?,
                        _ => {
                            let mut here = Command::new(&self.here);
                            capture(here.args(arguments).current_dir(&self.folder))?.standard
                        }
                    };
                    if arguments == export {
                        moves.push(said);
                    }
                }
                let _ = fs::remove_file(self.folder.join(ledger));
            }
            if moves[0] != moves[1] || moves[0].trim().is_empty() {
                return Err(format!(
                    "{game}: the games there are\n{}\nand here\n{}",
                    moves[0], moves[1]
                ));
            }
        }
        Ok(())
    }

    /// A ledger is resumed there, and read here.
    fn ledger(&self) -> Result<(), String> {
        let games = |number: &str| {
            let words = ["match", "othello", "greedy", "random", "--ledger", "own.db"];
            let mut words: Vec<String> = words.map(str::to_owned).to_vec();
            words.extend(["--games".to_owned(), number.to_owned()]);
            words.extend(["--openings", "random:6"].map(str::to_owned));
            words
        };
        for number in ["6", "10"] {
            let words = games(number);
            self.said(&words.iter().map(String::as_str).collect::<Vec<_>>())?;
        }
        self.said(&["ledger", "verify", "--ledger", "own.db"])?;
        let mut here = Command::new(&self.here);
        here.args(["ledger", "list", "--ledger", "own.db", "--json"]);
        let list = capture(here.current_dir(&self.folder))?.standard;
        match list.contains("\"count\":10,") {
            true => Ok(()),
            false => Err(format!("a ledger of 10 games made there is here: {list}")),
        }
    }

    /// The page is served, and a client is answered.
    fn server(&self) -> Result<(), String> {
        let mut command = self.there(&["serve", "--port", "0", "--no-open", "--data", "saved.db"]);
        println!("$ {}", text_of(&command));
        let server = command.stdout(Stdio::piped()).spawn();
        let mut server = Running(server.map_err(|error| error.to_string())?);
        let address = address_of(&mut server)?;
        for (path, part) in [("/", "<title>"), ("/api/catalogue", "congklak")] {
            let page = get(&address, path)?;
            if !page.starts_with("HTTP/1.1 200") || !page.contains(part) {
                return Err(format!("{path} is answered: {page:.300}"));
            }
        }
        Ok(())
    }

    /// An engine in a process of its own plays; it is gone when the program was killed.
    fn engines(&self) -> Result<(), String> {
        let engine = format!(
            "ugi:'{}' engine othello random --protocol ugi",
            self.named()
        );
        let table = self.said(&[
            "match",
            "othello",
            "greedy",
            &engine,
            "--games",
            "4",
            "--rotate-seats",
            "--json",
        ])?;
        // Those of all agents stand at the top; each agent has a number of its own.
        if !table.contains("\"games\":4,") || !table.contains("\"forfeits\":[]") {
            return Err(format!(
                "four games without a forfeit were to be played: {table}"
            ));
        }
        let problem = self
            .there(&["best", "othello", "ugi:no-such-program"])
            .output();
        let problem = problem.map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&problem.stderr);
        if problem.status.code() != Some(3) || !said.contains(self.machine.missing) {
            return Err(format!(
                "a program that is not there: {}, {said}",
                problem.status
            ));
        }
        self.nothing_is_left()
    }

    /// The path of the program as it is called there.
    fn named(&self) -> String {
        match self.machine.name {
            // Wine shows the files of this system as those of a drive.
            "wine" => format!("Z:{}", shown(&self.program).replace('/', "\\")),
            _ => shown(&self.program),
        }
    }

    fn nothing_is_left(&self) -> Result<(), String> {
        let engine = format!(
            "ugi:'{}' engine othello level:1 --protocol ugi",
            self.named()
        );
        let mut command = self.there(&["match", "othello", "random", &engine, "--games", "100000"]);
        println!("$ {}  # and is killed", text_of(&command));
        let program = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut program = Running(program.map_err(|error| error.to_string())?);
        // In mid-game: whoever is killed while the system still makes a process for it leaves one that never begins.
        await_until("no engine was started", || {
            let alive = self.engines_alive();
            alive.iter().any(|words| !words.contains(" __guard "))
        })?;
        program.end();
        await_until("an engine was left behind", || {
            self.engines_alive().is_empty()
        })
    }

    /// The processes of this system that are engines of ours.
    fn engines_alive(&self) -> Vec<String> {
        let Ok(processes) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        let name = self.machine.name;
        let own = format!("elsewhere{}{name}", if name == "wine" { "\\" } else { "/" });
        processes
            .flatten()
            .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
            .map(|words| String::from_utf8_lossy(&words).replace('\0', " "))
            .filter(|words| words.contains(&own) && words.contains("engine othello level:1"))
            .filter(|words| !words.contains(" match "))
            .collect()
    }
}

/// A process that is ended when it is no longer needed.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    pub(crate) fn end(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// The address that a server prints when it can be reached.
pub(crate) fn address_of(server: &mut Running) -> Result<String, String> {
    let output = server.0.stdout.take().ok_or("no output")?;
    let mut line = String::new();
    let read = BufReader::new(output).read_line(&mut line);
    read.map_err(|error| error.to_string())?;
    let address = line
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    let address = address.ok_or(format!("the server says '{line}'"))?;
    // One that listens for everyone is asked from here.
    Ok(address.replace("0.0.0.0", "127.0.0.1"))
}

/// What a server answers.
pub(crate) fn get(address: &str, path: &str) -> Result<String, String> {
    let ask = || {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    ask().map_err(|error: std::io::Error| format!("{address}{path}: {error}"))
}

/// Waits for something that others bring about.
fn await_until(problem: &str, is_so: impl Fn() -> bool) -> Result<(), String> {
    let begin = Instant::now();
    while !is_so() {
        if begin.elapsed() > PATIENCE {
            return Err(problem.to_owned());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn absolute(path: &str) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
