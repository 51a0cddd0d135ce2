//! Other programs as agents: `gtp:COMMAND`, or by a name: `engine:NAME`.

use crate::engines::{self, Engine};
use papan_core::{
    Notation,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};
use papan_protocol::{
    NO_PROGRAMS, STARTS_PROGRAMS,
    client::{Program, Protocol},
};

const WAITS: &[Parameter] = &[
    Parameter::new("start", Kind::Time(1, 3_600_000), "10s")
        .means("how long the program may take until it is ready"),
    Parameter::new("move", Kind::Time(1, 86_400_000), "60s")
        .means("how long it may take for a move that has no limit of time"),
];

/// The programs, by what they speak.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        name: "gtp",
        summary: "another program that speaks GTP 2: gtp:COMMAND, the parameters before the \
                  command as in gtp:move=5s,COMMAND",
        parameters: WAITS,
    },
    Entry {
        name: "nboard",
        summary: "another program that speaks NBoard, for Othello: nboard:COMMAND",
        parameters: WAITS,
    },
    Entry {
        name: "ugi",
        summary: "another program that speaks UGI: ugi:COMMAND",
        parameters: WAITS,
    },
    Entry {
        name: "json",
        summary: "another program that answers lines of JSON, a first agent of one's own: \
                  json:COMMAND",
        parameters: WAITS,
    },
    Entry {
        name: NAMED,
        summary: "another program that the owner of this machine has given a name, in engines.toml: \
                  engine:NAME",
        parameters: &[],
    },
];

/// What stands before the name of an engine.
pub(crate) const NAMED: &str = "engine";

/// The name behind `engine:`; names have no capital letters.
pub(crate) fn name_of_engine(text: &str) -> String {
    let (_, name) = text.split_once(':').unwrap_or((text, ""));
    name.trim().to_ascii_lowercase()
}

/// Another program, as a text names it.
pub(crate) struct ExternalProgram {
    pub(crate) program: Program,
    /// The shortest text that names it.
    pub(crate) text: String,
    /// The entry that names it, where it is asked for by name.
    pub(crate) engine: Option<&'static Engine>,
}

impl ExternalProgram {
    /// Reads `PROTOCOL:COMMAND` or `engine:NAME`; `None` when the text names something else.
    pub(crate) fn parse<G: Notation>(
        game: &G,
        text: &str,
    ) -> Result<Option<ExternalProgram>, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if !STARTS_PROGRAMS {
            return match ENTRIES.iter().any(|entry| entry.is_named(text)) {
                true => Err(SpecError::Conflict {
                    owner: papan_core::shortened(text.trim()),
                    problem: NO_PROGRAMS.to_owned(),
                }),
                false => Ok(None),
            };
        }
        if name.trim().eq_ignore_ascii_case(NAMED) {
            return ExternalProgram::named(game, engines::find(text)?).map(Some);
        }
        let Ok(protocol) = name.parse::<Protocol>() else {
            return Ok(None);
        };
        let (given, command) = split(rest);
        let settings = Settings::parse("agent", &format!("{protocol}:{given}"), ENTRIES)?;
        if let Some(problem) = cannot_play(protocol, game) {
            return Err(settings.conflict(problem));
        }
        let mut program = Program::new(protocol, command).map_err(|problem| {
            settings.conflict(format!(
                "{problem}, as in {protocol}:/path/to/program --option"
            ))
        })?;
        program.start = settings.time("start");
        program.move_timeout = settings.time("move");
        let written = settings.to_string();
        let separator = if written.contains(':') { ',' } else { ':' };
        Ok(Some(ExternalProgram {
            program,
            text: format!("{written}{separator}{command}"),
            engine: None,
        }))
    }

    /// How to start it, after it was found to be the one that its name stands for.
    pub(crate) fn checked(self) -> Result<Program, SpecError> {
        match self.engine.map(Engine::check) {
            Some(Err(problem)) => Err(SpecError::Conflict {
                owner: self.text,
                problem,
            }),
            _ => Ok(self.program),
        }
    }

    fn named<G: Notation>(game: &G, engine: &'static Engine) -> Result<Self, SpecError> {
        let text = format!("{NAMED}:{}", engine.name);
        if let Some(problem) = cannot_play(engine.protocol, game) {
            return Err(SpecError::Conflict {
                owner: text,
                problem,
            });
        }
        Ok(ExternalProgram {
            program: engine.program(),
            text,
            engine: Some(engine),
        })
    }
}

/// Why programs of a protocol do not play a game, when they do not.
fn cannot_play<G: Notation>(protocol: Protocol, game: &G) -> Option<String> {
    let game = (!protocol.plays(game)).then(|| game.name())?;
    Some(format!(
        "NBoard is a protocol for Othello, and this game is {game}"
    ))
}

/// The parameters in front of a command, and the command.
fn split(text: &str) -> (&str, &str) {
    let mut at = 0;
    while let Some(comma) = text[at..].find(',') {
        let piece = &text[at..at + comma];
        let name = piece.split_once('=').map_or("", |(name, _)| name.trim());
        if !WAITS
            .iter()
            .any(|wait| wait.name.eq_ignore_ascii_case(name))
        {
            break;
        }
        at += comma + 1;
    }
    (text[..at].trim_end_matches(','), text[at..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_othello::Othello;
    use std::time::Duration;

    fn parse(text: &str) -> Result<ExternalProgram, String> {
        let parsed =
            ExternalProgram::parse(&Othello::new(), text).map_err(|error| error.to_string())?;
        parsed.ok_or_else(|| "another agent".to_owned())
    }

    #[test]
    fn what_stands_before_the_command_are_parameters() {
        let external = parse("gtp:start=2s,move=500ms,engine 'a b',c=1, d").unwrap();
        assert_eq!(external.program.words, ["engine", "a b,c=1,", "d"]);
        assert_eq!(external.program.start, Duration::from_secs(2));
        assert_eq!(external.program.move_timeout, Duration::from_millis(500));
        assert_eq!(external.text, "gtp:start=2s,move=500ms,engine 'a b',c=1, d");
        let external = parse("UGI:engine").unwrap();
        assert_eq!(external.program.start, Program::START_TIMEOUT);
        assert_eq!(external.program.move_timeout, Program::MOVE_TIMEOUT);
        assert_eq!(external.text, "ugi:engine");
        assert!(parse("random").is_err_and(|error| error == "another agent"));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| parse(text).err().unwrap();
        assert!(
            error("gtp").contains("there is no command"),
            "{}",
            error("gtp")
        );
        assert!(error("gtp:move=1s,").contains("there is no command"));
        assert!(error("gtp:engine 'a").contains("quotes"));
        assert!(error("gtp:move=soon,engine").contains("move=soon is not possible"));
        assert!(error("gtp:move=1s,move=1s,engine").contains("given twice"));
        let congklak = papan_congklak::Congklak::default();
        let error = ExternalProgram::parse(&congklak, "nboard:engine")
            .err()
            .unwrap();
        assert!(
            error.to_string().contains("a protocol for Othello"),
            "{error}"
        );
    }
}
