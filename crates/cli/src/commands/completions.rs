//! `papan completions`

use crate::output;
use anyhow::Result;
use clap::Args;
use clap_complete::{Shell, generate};

/// Write what lets a shell complete papan's words when Tab is pressed
///
/// The text goes to standard output: bash reads it from
/// ~/.local/share/bash-completion/completions/papan, zsh from a file _papan in a folder of $fpath,
/// fish from ~/.config/fish/completions/papan.fish; PowerShell and elvish from their profiles.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut text = Vec::new();
    generate(arguments.shell, &mut crate::command(), "papan", &mut text);
    output::bytes(&text)
}
