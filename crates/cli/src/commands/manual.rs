//! `papan manual`

use crate::output;
use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man;
use std::{fs, path::PathBuf};

/// Write the manual pages: a page for papan and one for each command
///
/// They say what --help says: papan.1, papan-match.1 and so on. Where manual pages are kept on this
/// machine, as in ~/.local/share/man/man1, `man papan-match` shows them.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder that they are written into; it is made when it is not there
    folder: PathBuf,

    /// Replace pages that are already there
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut command = crate::command();
    command.build();
    write(&command, arguments)
}

/// The page of a command, and those of the commands below it.
fn write(command: &Command, arguments: &Arguments) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let man = Man::new(command.clone()).source(concat!("papan ", env!("PAPAN_VERSION")));
    let mut page = Vec::new();
    man.render(&mut page)?;
    let path = arguments.folder.join(format!("{name}.1"));
    output::file(&path, &page, arguments.force)?;
    let below = command.get_subcommands();
    // Each of them has a command `help`, which says the same again.
    for command in below.filter(|command| command.get_name() != "help" && !command.is_hide_set()) {
        write(command, arguments)?;
    }
    Ok(())
}
