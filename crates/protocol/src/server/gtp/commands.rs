//! The commands of GTP.

use super::{
    arguments::{expected, illegal, number, push, seconds, words},
    files,
};
use crate::{
    dialect::{PASS, gtp_colour, parse_gtp_colour},
    server::VERSION,
};
use papan_core::{MoveError, Notation, Scores, Seat, shortened};
use papan_search::{AgentSession, Clock, Period, TimeControl};
use std::time::Duration;

/// The commands that are known.
const COMMANDS: [&str; 22] = [
    "all_legal",
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "loadsgf",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// A conversation in GTP.
pub(super) struct Session<G: Notation> {
    play: AgentSession<G>,
    /// How many moves had been played before each thing that was said: what nobody said,
    /// because there was nothing to choose, is taken back together with what followed it,
    /// and the pass of a colour that the rules skip is no move.
    said: Vec<usize>,
    name: String,
    /// What is given to each colour, where that is limited.
    time_control: Option<TimeControl>,
    /// By colour: one seat may play several of them.
    clock: Clock,
    moves: Vec<G::Move>,
    over: bool,
}

/// What it means that a colour is asked to move.
enum Turn {
    /// It is its turn.
    Now,
    /// It would be, if the other colour passed, which is all that one can do.
    BehindPass,
    /// The rules skip it, or the game is over: it can only pass.
    Skipped,
}

impl<G: Notation> Session<G> {
    pub(super) fn new(play: AgentSession<G>, name: String) -> Session<G> {
        Session {
            play,
            said: Vec::new(),
            name,
            time_control: None,
            clock: Clock::unlimited(TimeControl::default()),
            moves: Vec::new(),
            over: false,
        }
    }

    /// Whether `quit` was said.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Does what a command says and writes the answer. An error leaves all as it was.
    pub(super) fn answer(
        &mut self,
        command: &str,
        arguments: &str,
        text: &mut String,
    ) -> Result<(), String> {
        match command {
            "protocol_version" => *text += "2",
            "name" => *text += &self.name,
            "version" => *text += VERSION,
            "known_command" => {
                let known = COMMANDS.contains(&arguments);
                *text += if known { "true" } else { "false" };
            }
            "list_commands" => *text += &COMMANDS.join("\n"),
            "quit" => self.over = true,
            "boardsize" => self.boardsize(arguments)?,
            "clear_board" => self.restart(),
            "komi" => {
                number(arguments, "komi NUMBER")?;
            }
            "play" => self.play(arguments)?,
            "genmove" => self.genmove(arguments, text)?,
            "reg_genmove" => self.reg_genmove(arguments, text)?,
            "undo" => match self.said.pop() {
                Some(plies) => self.play.cut(plies),
                None => return Err("cannot undo: no move has been played".to_owned()),
            },
            "showboard" => self.showboard(text),
            "final_score" => match self.play.game().turn(self.play.position()) {
                None => *text += &self.final_score(),
                Some(_) => return Err("cannot score: the game is not over".to_owned()),
            },
            "time_settings" => self.time_settings(arguments)?,
            "time_left" => self.time_left(arguments)?,
            "cputime" => push(text, self.play.thought().as_secs_f64()),
            "set_game" => self.set_game(arguments)?,
            "list_games" => *text += &self.games().join("\n"),
            "loadsgf" => self.loadsgf(arguments)?,
            "all_legal" => self.all_legal(arguments, text)?,
            _ => return Err("unknown command".to_owned()),
        }
        Ok(())
    }

    fn restart(&mut self) {
        self.play.restart();
        self.said.clear();
        self.reset_clock();
    }

    /// What was said of single colours holds until the next game.
    fn reset_clock(&mut self) {
        self.clock = match self.time_control {
            Some(control) => Clock::new(control),
            None => Clock::unlimited(TimeControl::default()),
        };
    }

    fn boardsize(&mut self, arguments: &str) -> Result<(), String> {
        let wanted = number(arguments, "boardsize NUMBER")?;
        match self.play.game().board_size() {
            Some(size) if wanted != size as f64 => Err(format!(
                "unacceptable size: {} has a board of {size}",
                self.play.game().name()
            )),
            _ => {
                self.restart();
                Ok(())
            }
        }
    }

    fn colour(&self, word: &str) -> Result<usize, String> {
        let game = self.play.game();
        parse_gtp_colour(game, word).ok_or_else(|| {
            let colours: Vec<&str> = (0..game.colours()).map(|c| gtp_colour(game, c)).collect();
            let (found, colours) = (shortened(word), colours.join(", "));
            format!("syntax error: '{found}' is no colour; the colours are {colours}")
        })
    }

    fn turn_of(&mut self, colour: usize) -> Result<Turn, String> {
        let Some(next) = self.play.game().colour(self.play.position()) else {
            return Ok(Turn::Skipped);
        };
        if next == colour {
            return Ok(Turn::Now);
        }
        if self.only_pass().is_some() {
            return Ok(Turn::BehindPass);
        }
        // The rules skip the colours between the last one that moved and the next.
        let game = self.play.game();
        let last = self.play.line().played.last();
        let skipped = last
            .and_then(|(before, _)| game.colour(before))
            .map(|last| {
                let behind = |colour| (colour + game.colours() - last - 1) % game.colours();
                behind(colour) < behind(next)
            });
        match skipped {
            Some(true) => Ok(Turn::Skipped),
            _ => Err(format!("it is the turn of {}", gtp_colour(game, next))),
        }
    }

    /// The pass, where nothing else can be done.
    fn only_pass(&mut self) -> Option<G::Move> {
        let (game, position) = (self.play.game(), self.play.position());
        self.moves.clear();
        game.moves(position, &mut self.moves);
        match self.moves[..] {
            [only] if game.move_text(position, only) == PASS => Some(only),
            _ => None,
        }
    }

    /// Lets the other colour pass.
    fn pass(&mut self) {
        if let Some(pass) = self.only_pass() {
            self.play.play(pass);
        }
    }

    fn plies(&self) -> usize {
        self.play.line().played.len()
    }

    fn play(&mut self, arguments: &str) -> Result<(), String> {
        let mut words = arguments.split_whitespace();
        let (Some(colour), Some(played)) = (words.next(), words.next()) else {
            return Err(expected("play COLOUR MOVE"));
        };
        let colour = self.colour(colour)?;
        let plies = self.plies();
        match self.turn_of(colour).map_err(illegal)? {
            Turn::Now => {}
            Turn::Skipped if played.eq_ignore_ascii_case(PASS) => {
                self.said.push(plies);
                return Ok(());
            }
            Turn::BehindPass => self.pass(),
            Turn::Skipped => {
                let name = gtp_colour(self.play.game(), colour);
                return Err(match self.play.game().colour(self.play.position()) {
                    None => illegal("the game is over"),
                    Some(_) => illegal(format!("{name} cannot move and can only pass")),
                });
            }
        }
        let found = self
            .play
            .game()
            .parse_move(self.play.position(), played)
            .map_err(|error| match error {
                MoveError::Syntax { .. } => format!("syntax error: {error}"),
                _ => illegal(error),
            });
        match found {
            Ok(played) => {
                self.play.play(played);
                self.said.push(plies);
            }
            Err(_) => self.play.cut(plies),
        }
        found.map(|_| ())
    }

    fn genmove(&mut self, arguments: &str, text: &mut String) -> Result<(), String> {
        let plies = self.plies();
        let (colour, played) = self.think(arguments, "genmove COLOUR")?;
        self.said.push(plies);
        let Some((played, time)) = played else {
            *text += PASS;
            return Ok(());
        };
        *text += &self.play.game().move_text(self.play.position(), played);
        self.play.play(played);
        // Someone else keeps the time, and says what is lost by it.
        let _ = self.clock.spend(Seat::new(colour), time, Duration::ZERO);
        Ok(())
    }

    fn reg_genmove(&mut self, arguments: &str, text: &mut String) -> Result<(), String> {
        let plies = self.plies();
        let (_, played) = self.think(arguments, "reg_genmove COLOUR")?;
        match played {
            None => *text += PASS,
            Some((played, _)) => {
                *text += &self.play.game().move_text(self.play.position(), played);
            }
        }
        self.play.cut(plies);
        Ok(())
    }

    /// The move of a colour and how long it took, or none when it can only pass. The pass
    /// of the other colour, if there has to be one, has been played.
    #[expect(
        clippy::type_complexity,
        reason = "a pair that only two callers take apart"
    )]
    fn think(
        &mut self,
        arguments: &str,
        form: &str,
    ) -> Result<(usize, Option<(G::Move, Duration)>), String> {
        let Some(word) = arguments.split_whitespace().next() else {
            return Err(expected(form));
        };
        let colour = self.colour(word)?;
        let plies = self.plies();
        match self.turn_of(colour)? {
            Turn::Now => {}
            Turn::BehindPass => self.pass(),
            Turn::Skipped => return Ok((colour, None)),
        }
        if self.play.game().colour(self.play.position()).is_none() {
            self.play.cut(plies);
            return Ok((colour, None));
        }
        let (game, position) = (self.play.game(), self.play.position());
        let seat = Seat::new(colour);
        let mut limits = self.clock.limits(game, position, seat, Duration::ZERO);
        if game.colours() != game.seats() {
            // It is no clock of seats, which agents could read.
            limits.clock = None;
        }
        let before = self.play.thought();
        match self.play.think(&limits) {
            Ok(report) => {
                let time = self.play.thought() - before;
                Ok((colour, Some((report.best, time))))
            }
            Err(failure) => {
                self.play.cut(plies);
                Err(format!("no move: {failure}"))
            }
        }
    }

    fn all_legal(&mut self, arguments: &str, text: &mut String) -> Result<(), String> {
        if let Some(word) = arguments.split_whitespace().next() {
            let colour = self.colour(word)?;
            match self.turn_of(colour)? {
                Turn::Now => {}
                Turn::Skipped => return Ok(()),
                Turn::BehindPass => {
                    let next = self.play.game().colour(self.play.position());
                    let next = next.map_or("", |next| gtp_colour(self.play.game(), next));
                    return Err(format!("it is the turn of {next}, who must pass"));
                }
            }
        }
        let (game, position) = (self.play.game(), self.play.position());
        self.moves.clear();
        game.moves(position, &mut self.moves);
        for (index, &played) in self.moves.iter().enumerate() {
            *text += if index > 0 { "\n" } else { "" };
            *text += &game.move_text(position, played);
        }
        Ok(())
    }

    fn showboard(&self, text: &mut String) {
        let (game, position) = (self.play.game(), self.play.position());
        let board = game.draw(position);
        // An empty line would end the reply.
        for line in board.lines().filter(|line| !line.trim().is_empty()) {
            *text += "\n";
            *text += line;
        }
        match game.colour(position) {
            Some(colour) => push(text, format_args!("\n{} to move", gtp_colour(game, colour))),
            None => push(
                text,
                format_args!("\nthe game is over: {}", self.final_score()),
            ),
        }
    }

    /// `B+12`, `W+3` or `0` between two; the points of each among more.
    fn final_score(&self) -> String {
        let (game, position) = (self.play.game(), self.play.position());
        let scores: Scores = game.scores(position);
        if scores.seats() > 2 {
            let points = game.gtp_points(position);
            let points = points.unwrap_or_else(|| scores.as_slice().to_vec());
            let points: Vec<String> = points.iter().map(i32::to_string).collect();
            return points.join(" ");
        }
        match scores.difference(Seat::FIRST) {
            0 => "0".to_owned(),
            lead if lead > 0 => format!("B+{lead}"),
            lead => format!("W+{}", -lead),
        }
    }

    fn time_settings(&mut self, arguments: &str) -> Result<(), String> {
        let form = "time_settings MAIN_SECONDS PERIOD_SECONDS PERIOD_MOVES";
        let [main, period, moves] = words(arguments, form)?;
        let [main, period] = [seconds(main, form)?, seconds(period, form)?];
        let moves: u32 = moves.parse().map_err(|_| expected(form))?;
        // A period without a number of moves means no limit.
        let unlimited = !period.is_zero() && moves == 0;
        self.time_control = (!unlimited).then_some(TimeControl {
            period: (!period.is_zero()).then_some(Period {
                time: period,
                moves,
            }),
            ..TimeControl::new(main, Duration::ZERO)
        });
        self.reset_clock();
        Ok(())
    }

    fn time_left(&mut self, arguments: &str) -> Result<(), String> {
        let form = "time_left COLOUR SECONDS MOVES";
        let [colour, time, moves] = words(arguments, form)?;
        let (colour, time) = (self.colour(colour)?, seconds(time, form)?);
        let moves = moves.parse().map_err(|_| expected(form))?;
        self.clock.set(Seat::new(colour), time, moves);
        Ok(())
    }

    /// The names of the game, as others call it and as we do.
    fn games(&self) -> Vec<String> {
        let game = self.play.game();
        let others = G::GTP_NAMES.iter().filter(|(_, ours)| game.is_named(ours));
        let mut names: Vec<String> = others.map(|(name, _)| (*name).to_owned()).collect();
        names.push(game.name());
        names
    }

    fn loadsgf(&mut self, arguments: &str) -> Result<(), String> {
        let (first, moves) = files::load(self.play.game(), arguments)?;
        self.restart();
        self.play.follow(first, &moves);
        self.said.extend(0..moves.len());
        Ok(())
    }

    fn set_game(&mut self, wanted: &str) -> Result<(), String> {
        let game = self.play.game();
        let known = |(name, _): &&(&str, &str)| name.eq_ignore_ascii_case(wanted);
        // What others call Blokus is not what we call so.
        let same = match G::GTP_NAMES.iter().find(known) {
            Some((_, ours)) => game.is_named(ours),
            None => game.is_named(wanted),
        };
        match same {
            true => {
                self.restart();
                Ok(())
            }
            false => Err(format!(
                "this engine plays {}, not '{}'",
                self.games().join(" or "),
                shortened(wanted)
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::example::Nim;
    use papan_search::RandomAgent;

    fn session(matches: u8) -> Session<Nim> {
        let agent = Box::new(RandomAgent::new(1));
        let play = AgentSession::new(Nim::new(matches), agent, 1);
        Session::new(play, String::new())
    }

    #[test]
    fn every_command_of_the_list_is_known() {
        for command in COMMANDS {
            let mut session = session(7);
            let answer = session.answer(command, "", &mut String::new());
            assert_ne!(answer, Err("unknown command".to_owned()), "{command}");
        }
        assert!(COMMANDS.is_sorted());
    }

    #[test]
    fn clocks_are_set_by_commands_and_set_back_with_a_new_game() {
        let mut session = session(40);
        let mut left = |commands: &[&str]| {
            for command in commands {
                let (command, arguments) = command.split_once(' ').unwrap_or((command, ""));
                session
                    .answer(command, arguments, &mut String::new())
                    .unwrap();
            }
            [0, 1].map(|colour| {
                session
                    .clock
                    .left(Seat::new(colour))
                    .map(|left| left.as_secs())
            })
        };
        assert_eq!(left(&["time_settings 1 1 0"]), [None, None]);
        assert_eq!(left(&["time_left w 3 0"]), [None, Some(3)]);
        assert_eq!(left(&["clear_board"]), [None, None]);
        assert_eq!(left(&["time_settings 10 0 0"]), [Some(10), Some(10)]);
        assert_eq!(left(&["time_left b 20 0"]), [Some(20), Some(10)]);
        assert_eq!(left(&["clear_board"]), [Some(10), Some(10)]);
        assert_eq!(left(&["time_settings 0 8 5"]), [Some(8), Some(8)]);
        assert_eq!(left(&["time_left b 2 3"]), [Some(2), Some(8)]);
        assert_eq!(left(&["time_left b 0 0"]), [Some(8), Some(8)]);
        assert_eq!(left(&["time_settings 0 1 0"]), [None, None]);
    }
}
