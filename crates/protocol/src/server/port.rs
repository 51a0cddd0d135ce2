//! The two ends of a conversation: lines that come in, replies that go out, and a log of
//! both.

use std::{
    io::{self, BufRead, Read, Write},
    mem,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

/// Where an engine writes its replies, its notes and its log.
pub struct Port {
    output: Box<dyn Write + Send>,
    notes: Box<dyn Write + Send>,
    log: Option<Log>,
}

struct Log {
    file: Box<dyn Write + Send>,
    begin: Instant,
}

impl Port {
    /// Replies go to `output`, one write each; what was heard and not understood is noted
    /// in `notes`, where the protocol has no reply for it.
    pub fn new(output: impl Write + Send + 'static, notes: impl Write + Send + 'static) -> Port {
        Port {
            output: Box::new(output),
            notes: Box::new(notes),
            log: None,
        }
    }

    /// The same, with a log of all that is said: the seconds since now, `<` for what was
    /// heard and `>` for what was answered, and the line.
    pub fn with_log(mut self, file: impl Write + Send + 'static) -> Port {
        let (file, begin) = (Box::new(file), Instant::now());
        self.log = Some(Log { file, begin });
        self
    }

    /// A port whose replies can be read afterwards.
    pub fn for_tests() -> (Port, Kept) {
        let kept = Kept::default();
        (Port::new(kept.clone(), io::sink()), kept)
    }

    /// Writes a reply, which ends with a line break.
    pub(super) fn send(&mut self, text: &str) -> io::Result<()> {
        if let Some(log) = &mut self.log {
            log.write('>', text);
        }
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    /// Something was heard.
    pub(super) fn heard(&mut self, line: &str) {
        if let Some(log) = &mut self.log {
            log.write('<', line);
        }
    }

    /// Something was heard that the protocol has no reply for. Who does not read notes does
    /// not stop the game.
    pub(super) fn note(&mut self, text: &str) {
        let _ = writeln!(self.notes, "papan: {text}");
    }
}

impl Log {
    /// A full disk does not stop the game either.
    fn write(&mut self, sign: char, text: &str) {
        let seconds = self.begin.elapsed().as_secs_f64();
        let mut lines = String::new();
        for line in text.lines() {
            lines += &format!("{seconds:10.3} {sign} {line}\n");
        }
        let _ = self.file.write_all(lines.as_bytes());
        let _ = self.file.flush();
    }
}

/// What was written to a port of [`Port::for_tests`].
#[derive(Clone, Debug, Default)]
pub struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// All of it so far.
    pub fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// No line of a protocol is longer; who sends more is not kept in memory.
const LONGEST: u64 = 1 << 20;

/// The lines of an input, one after the other.
pub(super) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn of(input: R) -> Lines<R> {
        let bytes = Vec::new();
        Lines { input, bytes }
    }

    /// Reads the next line into `line`, without its end and without control characters,
    /// with blanks for tabs. Of a line that is far too long only the beginning is kept.
    /// `false` at the end of the input.
    pub(super) fn next(&mut self, line: &mut String) -> io::Result<bool> {
        line.clear();
        self.bytes.clear();
        let mut part = self.input.by_ref().take(LONGEST);
        if part.read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(false);
        }
        if self.bytes.len() as u64 == LONGEST && self.bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        match str::from_utf8(&self.bytes) {
            Ok(text) => clean(text, line),
            Err(_) => clean(&String::from_utf8_lossy(&self.bytes), line),
        }
        if self.bytes.capacity() > 1 << 16 {
            mem::take(&mut self.bytes);
        }
        Ok(true)
    }
}

fn clean(text: &str, line: &mut String) {
    line.extend(text.chars().filter_map(|character| match character {
        '\t' => Some(' '),
        control if control.is_control() => None,
        other => Some(other),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut lines = Lines::of(input);
        let mut all = Vec::new();
        let mut line = String::new();
        while lines.next(&mut line).unwrap() {
            all.push(line.clone());
        }
        all
    }

    #[test]
    fn control_characters_go_and_tabs_become_blanks() {
        assert_eq!(
            lines(b"play\tb\x07 f5\r\n\n\xff\nlast"),
            ["play b f5", "", "\u{fffd}", "last"]
        );
    }

    #[test]
    fn a_flood_is_cut_and_what_follows_is_heard() {
        let flood = [vec![b'x'; 3 << 20], b"\nquit\n".to_vec()].concat();
        let lines = lines(&flood);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len(), 1 << 20);
        assert_eq!(lines[1], "quit");
    }

    #[test]
    fn the_log_has_both_sides() {
        let kept = Kept::default();
        let mut port = Port::new(io::sink(), io::sink()).with_log(kept.clone());
        port.heard("name");
        port.send("= Papan\n\n").unwrap();
        let text = kept.text();
        let signs: Vec<&str> = text.lines().map(|line| &line[11..]).collect();
        assert_eq!(signs, ["< name", "> = Papan", "> "]);
    }
}
