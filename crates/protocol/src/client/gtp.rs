//! The Go Text Protocol.

use super::{EngineAnswer, ProtocolClient, Turn, heard::Heard};
use crate::{
    dialect::{PASS, gtp_colour, gtp_game},
    process::{Deadline, Process, shown},
};
use papan_core::Notation;
use papan_search::{Failure, Fault};
use std::{fmt::Write, time::Duration};

/// A reply: what was said after `=`, or after `?`.
pub(crate) type Reply = Result<String, String>;

/// A program that speaks GTP, and what it knows.
pub(crate) struct Gtp<G: Notation> {
    heard: Heard<G>,
    /// `None` when it does not say which commands it has.
    commands: Option<Vec<String>>,
    /// The times that it was told at the beginning of the game.
    times: Option<String>,
}

impl<G: Notation> Gtp<G> {
    pub(crate) fn new() -> Gtp<G> {
        Gtp {
            heard: Heard::nothing(),
            commands: None,
            times: None,
        }
    }

    fn has(&self, command: &str) -> bool {
        let commands = self.commands.as_ref();
        commands.is_some_and(|commands| commands.iter().any(|known| known == command))
    }

    /// The commands that set the times, where the program knows them and they have changed.
    fn tell_times(&mut self, turn: &Turn<G>, text: &mut String) -> usize {
        if !self.has("time_settings") {
            return 0;
        }
        let mut commands = 0;
        let times = match (turn.time_left(), turn.limits.time) {
            // GTP has no increment: the clock is told anew before every move.
            (Some(left), _) => {
                let main = seconds(left);
                let known = self.times.clone();
                Some(known.unwrap_or_else(|| format!("time_settings {main} 0 0\n")))
            }
            (None, Some(time)) => Some(format!("time_settings 0 {} 1\n", seconds(time))),
            (None, None) => None,
        };
        if times.is_some() && times != self.times {
            *text += times.as_deref().unwrap_or_default();
            self.times = times;
            commands += 1;
        }
        if let (Some(left), true) = (turn.time_left(), self.has("time_left")) {
            let colour = gtp_colour(turn.game, turn.game.colour(turn.position).unwrap_or(0));
            let _ = writeln!(text, "time_left {colour} {} 0", seconds(left));
            commands += 1;
        }
        commands
    }
}

/// A time as GTP writes it: whole seconds, as its document says, where they are, and else with
/// decimals, which most programs read. Never more than there is: a program that believes it
/// has more comes too late.
fn seconds(time: Duration) -> String {
    match time.as_millis() % 1_000 {
        0 => time.as_secs().to_string(),
        part => format!("{}.{part:03}", time.as_secs()),
    }
}

/// The commands that choose the right game, where a program has them. One that does not say
/// what it has is told the size of the board.
pub(crate) fn setup<G: Notation>(game: &G, commands: Option<&[String]>) -> Vec<String> {
    let has =
        |command: &str| commands.map(|commands| commands.iter().any(|known| known == command));
    let mut setup = Vec::new();
    if let (Some(size), true) = (game.board_size(), has("boardsize") != Some(false)) {
        setup.push(format!("boardsize {size}"));
    }
    if let (Some(name), true) = (gtp_game(game), has("set_game") == Some(true)) {
        setup.push(format!("set_game {name}"));
    }
    setup
}

/// How many lines that are no reply are forgiven before one: some programs tell on standard
/// output how their search goes.
pub(crate) const NOISE: usize = 100;

/// Reads a reply, which ends with an empty line. Up to `noise` lines before it that are none are
/// skipped.
pub(crate) fn read_reply(
    process: &mut Process,
    noise: usize,
    deadline: &Deadline,
) -> Result<Reply, Failure> {
    let mut skipped = 0;
    let mut last = String::new();
    let nonsense = |line: &str| {
        let text = format!("wrote '{}' where a reply begins with = or ?", shown(line));
        Failure::new(Fault::Nonsense, text)
    };
    let (good, mut text) = loop {
        let line = process.line(deadline).map_err(|mut failure| {
            if failure.fault == Fault::Time && skipped > 0 {
                failure.text += &format!("; the last line that it wrote: '{}'", shown(&last));
            }
            failure
        })?;
        let line = line.trim();
        if let Some(rest) = line.strip_prefix('=') {
            break (true, rest.trim().to_owned());
        }
        if let Some(rest) = line.strip_prefix('?') {
            break (false, rest.trim().to_owned());
        }
        if !line.is_empty() {
            skipped += 1;
            if skipped > noise {
                return Err(nonsense(line));
            }
            last = line.to_owned();
        }
    };
    loop {
        let line = process.line(deadline)?;
        if line.trim().is_empty() {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text += line.trim_end();
    }
    Ok(match good {
        true => Ok(text),
        false => Err(text),
    })
}

impl<G: Notation> ProtocolClient<G> for Gtp<G> {
    fn greet(
        &mut self,
        process: &mut Process,
        game: &G,
        deadline: &Deadline,
    ) -> Result<Option<String>, Failure> {
        process.send("list_commands\nname\nversion\n", deadline)?;
        let commands = read_reply(process, NOISE, deadline)?;
        let words = |text: String| text.split_whitespace().map(str::to_owned).collect();
        self.commands = commands.ok().map(words);
        let name = read_reply(process, NOISE, deadline)?;
        let version = read_reply(process, NOISE, deadline)?;
        let title = [name, version].into_iter().flatten().collect::<Vec<_>>();
        for command in setup(game, self.commands.as_deref()) {
            process.send(&format!("{command}\n"), deadline)?;
            if let Err(error) = read_reply(process, NOISE, deadline)? {
                let text = format!("refused '{command}': {}", shown(&error));
                return Err(Failure::new(Fault::Start, text));
            }
        }
        let title = shown(&title.join(" "));
        Ok((!title.is_empty()).then_some(title))
    }

    fn begin(&mut self) {
        self.heard = Heard::nothing();
        self.times = None;
    }

    fn ask(
        &mut self,
        process: &mut Process,
        turn: &Turn<G>,
        deadline: &Deadline,
    ) -> Result<EngineAnswer, Failure> {
        let Turn { game, line, .. } = *turn;
        if line.first() != game.start() {
            return Err(Failure::new(
                Fault::Start,
                "GTP can tell a program of moves, not of positions: games must be played from \
                 the start",
            ));
        }
        // All in one piece: what it does not know of the game yet, and the question.
        let mut text = String::new();
        let known = self.heard.of(line);
        let cleared = known.is_none();
        if cleared {
            text += "clear_board\n";
        }
        let news = &line.played[known.unwrap_or(0)..];
        for (before, played) in news {
            let colour = gtp_colour(game, game.colour(before).unwrap_or(0));
            let _ = writeln!(text, "play {colour} {}", game.move_text(before, *played));
        }
        let times = self.tell_times(turn, &mut text);
        let colour = gtp_colour(game, game.colour(turn.position).unwrap_or(0));
        let _ = writeln!(text, "genmove {colour}");
        process.send(&text, deadline)?;

        if cleared && let Err(error) = read_reply(process, NOISE, deadline)? {
            let text = format!("refused 'clear_board': {}", shown(&error));
            return Err(Failure::new(Fault::Nonsense, text));
        }
        for (before, played) in news {
            let told = game.move_text(before, *played);
            let reply = read_reply(process, NOISE, deadline)?;
            // Some pass by themselves and refuse to be told.
            if let (Err(error), false) = (reply, told == PASS) {
                let error = shown(&error);
                let text = format!("refused the move '{told}' of its opponent: {error}");
                return Err(Failure::new(Fault::Nonsense, text));
            }
        }
        for _ in 0..times {
            // It need not care for the clock.
            let _ = read_reply(process, NOISE, deadline)?;
        }
        let answer = read_reply(process, NOISE, deadline)?.map_err(|error| {
            let text = format!("refused to choose a move: {}", shown(&error));
            Failure::new(Fault::Nonsense, text)
        })?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Failure::new(Fault::Resigned, "resigned"));
        }
        self.heard.all_of(line);
        if let Ok(played) = game.parse_move(turn.position, &answer) {
            self.heard.played(played);
        }
        Ok(EngineAnswer {
            text: answer,
            ..EngineAnswer::default()
        })
    }
}
