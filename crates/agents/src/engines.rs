//! Other engines by name: `engine:NAME`, where a file says which program that is.
//!
//! Whoever owns a machine writes the file, `engines.toml`; whoever names an agent, also from
//! another machine, only asks for a name. So nobody else decides which programs are started, and
//! a checksum says whether two machines mean the same program:
//!
//! ```toml
//! [[engine]]
//! name = "edax"
//! protocol = "nboard"
//! command = "edax -nboard"
//! sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
//! ```

mod file;

pub use file::{BadEngines, Engine, Engines};

use crate::programs;
use papan_core::{files, spec::SpecError};
use papan_protocol::Protocol;
use std::{
    env,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// Names the file of engines, where no option does.
pub const FILE_VARIABLE: &str = "PAPAN_ENGINES";

/// What the file of this process says.
static ENGINES: OnceLock<Result<Engines, BadEngines>> = OnceLock::new();

/// Which kind of program an agent's text would start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Starts {
    /// The one of a command that stands in the text, as in `gtp:COMMAND`.
    Command,
    /// The one that the file of engines has under this name, as in `engine:NAME`.
    Named(String),
}

/// Whether an agent's text would start another program when it plays, and which kind: for those
/// who take texts from others. No agent of Papan's own takes another agent as a parameter, so
/// that there is nothing to find inside of them.
///
/// ```
/// use papan_agents::engines::{Starts, starts};
///
/// assert_eq!(starts(" GTP: move=5s,rm -r"), Some(Starts::Command));
/// assert_eq!(starts("Engine: Edax"), Some(Starts::Named("edax".to_owned())));
/// assert_eq!(starts("level:5"), None);
/// ```
pub fn starts(text: &str) -> Option<Starts> {
    let mut entries = programs::ENTRIES.iter();
    let entry = entries.find(|entry| entry.is_named(text))?;
    Some(match entry.name == programs::NAMED {
        true => Starts::Named(programs::name_of_engine(text)),
        false => Starts::Command,
    })
}

/// The protocol of an agent that is another program, by command or by name; `None` for agents of
/// Papan's own, and for engines that nobody named.
///
/// ```
/// use papan_agents::engines::protocol;
/// use papan_protocol::Protocol;
///
/// assert_eq!(protocol("GTP: move=5s,edax"), Some(Protocol::Gtp));
/// assert_eq!(protocol("level:5"), None);
/// ```
pub fn protocol(text: &str) -> Option<Protocol> {
    match starts(text)? {
        Starts::Command => text.split(':').next()?.parse().ok(),
        Starts::Named(_) => find(text).ok().map(|engine| engine.protocol),
    }
}

/// Where the file of engines is when no option says so: where `PAPAN_ENGINES` says, else
/// `engines.toml` in [Papan's folder](files::data_folder) among the user's data.
pub fn default_path() -> Option<PathBuf> {
    let named = env::var_os(FILE_VARIABLE).filter(|value| !value.is_empty());
    match named {
        Some(named) => Some(named.into()),
        None => files::data_folder().map(|folder| folder.join("engines.toml")),
    }
}

/// Reads the file whose engines this process may start, before any is asked for: the one that
/// is given, else the [usual one](default_path), which need not be there. Only the first
/// call decides.
pub fn use_file(given: Option<&Path>) -> Result<&'static Engines, BadEngines> {
    let engines = ENGINES.get_or_init(|| match given {
        Some(path) => Engines::read(path),
        None => Engines::read_usual(),
    });
    engines.as_ref().map_err(BadEngines::clone)
}

/// The engine that a text asks for.
pub(crate) fn find(text: &str) -> Result<&'static Engine, SpecError> {
    let name = programs::name_of_engine(text);
    let problem = |problem: String| SpecError::Conflict {
        owner: papan_core::shortened(text.trim()),
        problem,
    };
    let engines = use_file(None).map_err(|error| problem(error.to_string()))?;
    if let Some(engine) = engines.all.iter().find(|engine| engine.name == name) {
        return Ok(engine);
    }
    match (&engines.path, engines.all.is_empty()) {
        (Some(path), true) => Err(problem(format!("{} names no engines", path.display()))),
        (None, _) => Err(problem(format!(
            "no engines are named here; write a file that names them (papan engines --sum PROGRAM \
             prints an entry), and name it by --engines FILE or {FILE_VARIABLE}"
        ))),
        _ => {
            let known = engines.all.iter().map(|engine| engine.name.as_str());
            Err(SpecError::unknown("engine", &name, known))
        }
    }
}
