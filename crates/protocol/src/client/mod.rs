//! Other programs as agents.

mod gtp;
mod heard;
mod json;
mod meter;
mod nboard;
mod ugi;

pub use crate::dialect::Protocol;
pub(crate) use gtp::{NOISE, Reply, read_reply, setup};
pub use json::Question;
pub(crate) use json::{question, read_answer as read_json_answer};
pub(crate) use nboard::{ggf, read_answer as read_nboard_answer};

use crate::{
    checksum,
    dialect::PASS,
    process::{Deadline, Process, Side, shown},
};
use meter::Meter;
use papan_core::{
    Notation, Seat,
    line::{self, Replayed},
};
use papan_search::{Agent, Answer, Failure, Fault, Limits, Points, Report, Stop, Value};
use std::time::Duration;
use web_time::Instant;

/// The least grace period: added to a move's time or a clock before a program counts as too
/// late. Whoever keeps the clock judges what is within it, this only ends the wait.
const GRACE: Duration = Duration::from_secs(1);

/// How to start another program, and its timeouts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The longest time until it is ready.
    pub start: Duration,
    /// The longest time for a move without a time limit.
    pub move_timeout: Duration,
    /// The [checksum](checksum::of_file) that its file must have; any will do without one.
    pub sha256: Option<String>,
}

impl Program {
    /// The default of [`start`](Program::start).
    pub const START_TIMEOUT: Duration = Duration::from_secs(10);
    /// The default of [`move_timeout`](Program::move_timeout).
    pub const MOVE_TIMEOUT: Duration = Duration::from_secs(60);

    /// The program that a command starts, with the usual waits; an error when the command
    /// cannot be read.
    pub fn new(protocol: Protocol, command: &str) -> Result<Program, String> {
        Ok(Program {
            protocol,
            words: crate::process::words(command)?,
            start: Program::START_TIMEOUT,
            move_timeout: Program::MOVE_TIMEOUT,
            sha256: None,
        })
    }

    /// Starts it. Where its file is another one by now, nobody is to blame for it in a game.
    pub(crate) fn launch(&self) -> Result<Process, Failure> {
        if let (Some(sha256), Some(file)) = (&self.sha256, self.words.first()) {
            let checked = checksum::check(file.as_ref(), sha256);
            checked.map_err(|problem| Failure::new(Fault::Machine, problem))?;
        }
        Process::start(&self.words, self.protocol.farewell())
    }
}

/// What a program is asked: its move in a position.
pub(crate) struct Turn<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    pub(crate) seat: Seat,
    /// The game so far, as far as the program can be told of it.
    pub(crate) line: &'a Replayed<G>,
    pub(crate) limits: &'a Limits,
    /// The longest time for a move without a time limit.
    pub(crate) move_timeout: Duration,
    pub(crate) seed: u64,
}

impl<G: Notation> Turn<'_, G> {
    /// What the clock of the seat shows, where there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let clock = self.limits.clock.as_ref()?;
        clock.left(self.seat)
    }
}

/// The answer of a program to the question for a move.
#[derive(Default)]
pub(crate) struct EngineAnswer {
    pub(crate) text: String,
    pub(crate) value: Option<Value>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// The principal variation, as it wrote it.
    pub(crate) line: Vec<String>,
}

/// A value in points, as far as it is one.
pub(crate) fn points(value: f64) -> Option<Value> {
    Points::nearest(value).map(Value::Points)
}

/// Our side of one of the protocols, with what the program was told in it so far.
pub(crate) trait ProtocolClient<G: Notation>: Send {
    /// Greets a program that has just been started, and learns what it is called.
    fn greet(
        &mut self,
        process: &mut Process,
        game: &G,
        deadline: &Deadline,
    ) -> Result<Option<String>, Failure>;

    /// A new game begins: the program will be told of it with the next question.
    fn begin(&mut self);

    /// Asks for a move.
    fn ask(
        &mut self,
        process: &mut Process,
        turn: &Turn<G>,
        deadline: &Deadline,
    ) -> Result<EngineAnswer, Failure>;
}

pub(crate) fn protocol_client<G: Notation>(protocol: Protocol) -> Box<dyn ProtocolClient<G>> {
    match protocol {
        Protocol::Gtp => Box::new(gtp::Gtp::new()),
        Protocol::NBoard => Box::new(nboard::NBoard::new()),
        Protocol::Ugi => Box::new(ugi::Ugi::new()),
        Protocol::Json => Box::new(json::Json),
    }
}

/// Another program that plays. It is started when its first game begins, and again after
/// it has failed.
pub struct ExternalAgent<G: Notation> {
    program: Program,
    protocol_client: Box<dyn ProtocolClient<G>>,
    process: Option<Process>,
    title: Option<String>,
    line: Option<Replayed<G>>,
    seed: u64,
    /// What ends the wait for its start.
    stop: Option<Stop>,
    /// Whether it was kept from an earlier game and was not asked in this one yet.
    kept: bool,
    /// Why it could not be started for this game.
    failed: Option<Failure>,
    errors: String,
    meter: Meter,
    /// What was last said, when that is to be kept.
    dialogue: Option<Vec<(Side, String)>>,
}

impl<G: Notation> ExternalAgent<G> {
    /// The agent; nothing is started yet.
    pub fn new(program: Program) -> ExternalAgent<G> {
        ExternalAgent {
            protocol_client: protocol_client(program.protocol),
            program,
            process: None,
            title: None,
            line: None,
            seed: 0,
            stop: None,
            kept: false,
            failed: None,
            errors: String::new(),
            meter: Meter::new(),
            dialogue: None,
        }
    }

    /// Keeps the last lines of what is said.
    pub(crate) fn record(&mut self) {
        self.dialogue = Some(Vec::new());
    }

    /// The last lines of what was said.
    pub(crate) fn dialogue(&mut self) -> Vec<(Side, String)> {
        match &mut self.process {
            Some(process) => process.dialogue(),
            None => self.dialogue.take().unwrap_or_default(),
        }
    }

    /// Starts the program unless it runs.
    fn start(&mut self, game: &G) -> Result<(), Failure> {
        if self.process.is_some() {
            return Ok(());
        }
        self.protocol_client.begin();
        self.errors.clear();
        let mut process = self.program.launch()?;
        if self.dialogue.is_some() {
            process.record();
        }
        let deadline = Deadline::new(self.program.start, self.stop.as_ref());
        let greeted = self.protocol_client.greet(&mut process, game, &deadline);
        self.title = greeted.map_err(|mut failure| {
            if failure.fault != Fault::Crash {
                process.quote_errors(&mut failure);
            }
            self.errors = process.errors();
            self.dialogue = self.dialogue.is_some().then(|| process.dialogue());
            if failure.fault.is_nobodys() {
                return failure;
            }
            let text = format!("it did not get ready: it {}", failure.text);
            Failure::new(Fault::Start, text)
        })?;
        self.process = Some(process);
        Ok(())
    }

    /// Lets the program go, after what it did cannot be trusted any more.
    fn end(&mut self) {
        if let Some(mut process) = self.process.take() {
            self.errors = process.errors();
            self.dialogue = self.dialogue.is_some().then(|| process.dialogue());
        }
    }

    fn ask(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        let Some(seat) = game.turn(position) else {
            return Err(Failure::new(Fault::Nonsense, "the game is over"));
        };
        if let Some(pass) = forced_pass(game, position) {
            return Ok(Report::unsearched(pass));
        }
        let kept = std::mem::take(&mut self.kept);
        match self.ask_program(game, position, seat, limits) {
            // It may have ended just as this game began, which does no harm to it.
            Err(failure) if kept && failure.fault == Fault::Crash => {
                self.end();
                self.meter = Meter::new();
                self.ask_program(game, position, seat, limits)
            }
            answer => answer,
        }
    }

    fn ask_program(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        limits: &Limits,
    ) -> Answer<G::Move> {
        self.start(game)?;
        let elsewhere;
        let line = match &self.line {
            Some(line) if line.last == *position => line,
            _ => {
                elsewhere = Replayed::from(*position);
                &elsewhere
            }
        };
        let Some(process) = &mut self.process else {
            return Err(Failure::new(Fault::Start, "it is not running"));
        };
        let move_timeout = match &limits.timekeeper {
            Some(timekeeper) => timekeeper.given(self.program.move_timeout),
            None => self.program.move_timeout,
        };
        let limits = &limits.by_the_wall();
        let grace = limits.grace.unwrap_or_default().max(GRACE);
        let left = limits.clock.and_then(|clock| clock.left(seat));
        let time = match (left, limits.time) {
            (Some(left), _) => left.saturating_add(grace),
            (None, Some(time)) => time.saturating_add(grace),
            (None, None) => move_timeout,
        };
        let deadline = Deadline::new(time, limits.stop.as_ref());
        let turn = Turn {
            game,
            position,
            seat,
            line,
            limits,
            move_timeout,
            seed: self.seed,
        };
        let begin = Instant::now();
        self.meter.question(process);
        let answer = self.protocol_client.ask(process, &turn, &deadline);
        self.meter.answer(process);
        let answer = answer?;
        let best = game.parse_move(position, &answer.text).map_err(|error| {
            let text = shown(&answer.text);
            Failure::new(Fault::Illegal, format!("answered '{text}': {error}"))
        })?;
        Ok(Report {
            best,
            value: answer.value,
            principal_variation: expected(game, position, best, &answer.line),
            depth: answer.depth,
            nodes: answer.nodes,
            time: begin.elapsed(),
            exact: false,
        })
    }
}

/// The pass of a position in which nothing else can be done. Programs are not asked about it:
/// some pass by themselves, and take it amiss.
fn forced_pass<G: Notation>(game: &G, position: &G::Position) -> Option<G::Move> {
    let moves = game.legal_moves(position);
    match moves[..] {
        [only] if game.move_text(position, only).eq_ignore_ascii_case(PASS) => Some(only),
        _ => None,
    }
}

/// The principal variation of a program, as far as it is legal and begins with its move.
fn expected<G: Notation>(
    game: &G,
    position: &G::Position,
    best: G::Move,
    texts: &[String],
) -> Vec<G::Move> {
    let mut line = Vec::new();
    // What cannot be played ends the line.
    let _ = line::walk_from(game, *position, texts, |_, played| line.push(played));
    match line.first() == Some(&best) {
        true => line,
        false => vec![best],
    }
}

impl<G: Notation> Agent<G> for ExternalAgent<G> {
    fn stop_by(&mut self, stop: &Stop) {
        self.stop = Some(stop.clone());
    }

    fn begin(&mut self, game: &G, seed: u64) {
        self.seed = seed;
        self.meter = Meter::new();
        self.line = Some(Replayed::from(game.start()));
        self.protocol_client.begin();
        // One that ended between two games has done no harm to this one.
        if self
            .process
            .as_mut()
            .is_some_and(|process| !process.is_running())
        {
            self.end();
        }
        self.kept = self.process.is_some();
        if let Some(process) = &mut self.process {
            process.forget_errors();
        }
        // Starting now keeps it off the clock of the first move.
        self.failed = self.start(game).err();
    }

    fn observe(&mut self, game: &G, position: &G::Position, played: G::Move) {
        let line = &mut self.line;
        let line = line.get_or_insert_with(|| Replayed::from(*position));
        if line.last != *position {
            *line = Replayed::from(*position);
        }
        line.play(game, played);
    }

    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        if let Some(timekeeper) = &limits.timekeeper {
            // Nobody knows what else than its clock another program looks at.
            timekeeper.note();
        }
        if let Some(failure) = self.failed.take() {
            return Err(failure);
        }
        let answer = self.ask(game, position, limits);
        if answer.is_err() {
            self.end();
        }
        answer
    }

    /// What the processes that were asked took in this game.
    fn processor_time(&self) -> Option<Duration> {
        self.meter.taken()
    }

    /// What it was told need not be told again.
    fn remembers(&self) -> bool {
        true
    }

    /// Since the game began, at most the last 64 KiB; after a failure, what it had written
    /// until then.
    fn errors(&mut self) -> Option<String> {
        let errors = match &mut self.process {
            Some(process) => process.errors(),
            None => self.errors.clone(),
        };
        (!errors.is_empty()).then_some(errors)
    }

    fn title(&self) -> Option<String> {
        self.title.clone()
    }
}
