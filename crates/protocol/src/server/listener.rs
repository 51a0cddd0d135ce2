//! Reading lines in a thread of its own while the agent thinks.

use super::port::{Lines, Port};
use papan_search::Stop;
use std::{
    io::{self, BufRead},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver},
    },
    thread,
};

/// The most lines that wait to be answered; what comes then is left in the pipe.
const MAX_WAITING: usize = 10_000;

/// What a line means to the listening thread.
#[derive(Clone, Copy, Default)]
pub(super) struct Role {
    /// The agent will think about it.
    pub(super) thinks: bool,
    /// It will think to the end of its limits: of all that is said meanwhile only what ends
    /// everything is an interruption.
    pub(super) firm: bool,
    /// All thinking that was asked for before it shall end.
    pub(super) interrupts: bool,
    /// Nothing will be said after it.
    pub(super) ends: bool,
    /// The reply that it has while the agent thinks; otherwise it waits for its turn.
    pub(super) aside: Option<&'static str>,
}

/// Lines in the order in which they came, read by a thread of their own.
pub(super) struct Listener {
    lines: Receiver<io::Result<Request>>,
    state: Arc<State>,
    /// Whether the line that was handed out last is one to think about.
    thinking: bool,
}

/// A line that was read, and what stops the search that it asks for.
pub(super) struct Request {
    pub(super) text: String,
    pub(super) stop: Stop,
    number: u64,
    role: Role,
}

#[derive(Default)]
struct State {
    now: Mutex<Now>,
    changed: Condvar,
}

#[derive(Default)]
struct Now {
    /// The number of the last line that interrupts.
    interrupted_by: u64,
    /// What stops the agent, while it thinks, and whether it is firm.
    running: Option<(Stop, bool)>,
    /// Whether it thinks without an end of its own.
    endless: bool,
    /// The number of lines that ask for a search and are not answered yet.
    pending: u32,
    /// Whether a line has ended everything.
    over: bool,
    /// Whether nothing more will be heard.
    ended: bool,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A port that both the listener and who answers may write to.
#[derive(Clone)]
pub(super) struct SharedPort(Arc<Mutex<Port>>);

impl SharedPort {
    pub(super) fn new(port: Port) -> SharedPort {
        SharedPort(Arc::new(Mutex::new(port)))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Port> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener {
    /// Begins to listen. The thread ends with the input or with a line that ends it; who
    /// stops earlier leaves it waiting for the next line, and nothing else.
    pub(super) fn new(
        input: impl BufRead + Send + 'static,
        port: SharedPort,
        role: fn(&str) -> Role,
    ) -> Listener {
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING);
        let state = Arc::new(State::default());
        let shared = state.clone();
        thread::spawn(move || {
            let mut input = Lines::of(input);
            for number in 1.. {
                let mut text = String::new();
                let next = input.next(&mut text);
                if !matches!(next, Ok(true)) {
                    shared.end();
                    if let Err(error) = next {
                        // Nobody is left to tell when the receiver is gone.
                        let _ = sender.send(Err(error));
                    }
                    return;
                }
                port.lock().heard(&text);
                let role = role(&text);
                if shared.hears(number, role)
                    && let Some(reply) = role.aside
                {
                    // Who cannot be written to is noticed by who answers, too.
                    let _ = port.lock().send(reply);
                    continue;
                }
                let request = Request {
                    text,
                    stop: Stop::new(),
                    number,
                    role,
                };
                if sender.send(Ok(request)).is_err() || role.ends {
                    return;
                }
            }
        });
        Listener {
            lines,
            state,
            thinking: false,
        }
    }

    /// The next line, or `None` at the end. Whatever the last line asked for is done now.
    pub(super) fn next(&mut self) -> Option<io::Result<Request>> {
        if std::mem::take(&mut self.thinking) {
            let mut now = self.state.lock();
            now.pending -= 1;
            now.running = None;
            now.endless = false;
        }
        let request = self.lines.recv().ok()?;
        if let Ok(request) = &request
            && request.role.thinks
        {
            self.thinking = true;
            let firm = request.role.firm;
            let mut now = self.state.lock();
            now.running = Some((request.stop.clone(), firm));
            // It may have been interrupted before anyone began with it.
            if now.interrupted_by > request.number && (!firm || now.over) {
                request.stop.stop();
            }
        }
        Some(request)
    }

    /// The thinking that was asked for has no end of its own: the end of the input is one.
    pub(super) fn endless(&self) {
        let mut now = self.state.lock();
        now.endless = true;
        if now.ended
            && let Some((running, _)) = &now.running
        {
            running.stop();
        }
    }

    /// Waits until it is interrupted.
    pub(super) fn wait(&self, stop: &Stop) {
        let mut now = self.state.lock();
        while !stop.is_stopped() && !now.ended {
            now = match self.state.changed.wait(now) {
                Ok(now) => now,
                Err(poisoned) => poisoned.into_inner(),
            };
        }
    }
}

impl State {
    /// Whether the agent thinks or will think.
    fn hears(&self, number: u64, role: Role) -> bool {
        let mut now = self.lock();
        if role.interrupts {
            now.interrupted_by = number;
            now.over |= role.ends;
            if let Some((running, firm)) = &now.running
                && (!firm || role.ends)
            {
                running.stop();
            }
            self.changed.notify_all();
        }
        let busy = now.pending > 0;
        now.pending += u32::from(role.thinks);
        now.ended |= role.ends;
        busy
    }

    fn end(&self) {
        let mut now = self.lock();
        now.ended = true;
        if now.endless
            && let Some((running, _)) = &now.running
        {
            running.stop();
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{BufReader, Read},
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    /// Lines without end, counted as they are read.
    struct Endless(Arc<AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.fetch_add(1, Ordering::SeqCst);
            bytes[..2].copy_from_slice(b"x\n");
            Ok(2)
        }
    }

    #[test]
    fn a_flood_of_lines_waits_in_the_pipe() {
        let read = Arc::new(AtomicUsize::new(0));
        let input = BufReader::new(Endless(read.clone()));
        let port = SharedPort::new(Port::for_tests().0);
        let mut listener = Listener::new(input, port, |_| Role::default());
        let count = || read.load(Ordering::SeqCst);
        while count() < MAX_WAITING {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(20));
        assert!(count() <= MAX_WAITING + 1, "{}", count());
        for _ in 0..2 * MAX_WAITING {
            assert_eq!(listener.next().unwrap().unwrap().text, "x");
        }
    }
}
