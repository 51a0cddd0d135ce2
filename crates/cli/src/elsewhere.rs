//! What commands have in common that let other machines play.

use crate::{input::mistake, output};
use anyhow::{Context, Result};
use clap::Args;
use papan_arena::{GameId, ledger::Ledger};
use papan_distributed::{Access, Address, Coordinator, CoordinatorOptions};
use papan_search::Stop;
use std::path::{Path, PathBuf};

/// Who one is on a NATS server. A name and password may also stand in the address, or in
/// $PAPAN_NATS_USER and $PAPAN_NATS_PASSWORD, where other people's `ps` does not show them.
#[derive(Args, Default)]
#[command(next_help_heading = "Connection to NATS servers")]
pub(crate) struct Connection {
    /// Credentials file of NATS
    #[arg(long, value_name = "FILE")]
    credentials: Option<PathBuf>,

    /// Certificates of those who sign for the servers, for tls://
    #[arg(long, value_name = "FILE.pem")]
    tls_ca: Option<PathBuf>,

    /// Certificate to show to the server
    #[arg(long, value_name = "FILE.pem", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// Key of that certificate
    #[arg(long, value_name = "FILE.pem", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl Connection {
    /// Whether any of it stands on the command line.
    pub(crate) fn is_given(&self) -> bool {
        let files = [
            &self.credentials,
            &self.tls_ca,
            &self.tls_cert,
            &self.tls_key,
        ];
        files.into_iter().any(Option::is_some)
    }

    pub(crate) fn access(&self) -> Result<Access> {
        let variable = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        let user = match (variable("PAPAN_NATS_USER"), variable("PAPAN_NATS_PASSWORD")) {
            (Some(user), password) => Some((user, password.unwrap_or_default())),
            (None, Some(_)) => {
                return mistake("$PAPAN_NATS_PASSWORD is set, and $PAPAN_NATS_USER is not");
            }
            (None, None) => None,
        };
        Ok(Access {
            credentials: self.credentials.clone(),
            user,
            authorities: self.tls_ca.clone(),
            certificate: self.tls_cert.clone().zip(self.tls_key.clone()),
        })
    }
}

/// Other machines that play.
#[derive(Args)]
pub(crate) struct Elsewhere {
    /// Let the workers at these NATS servers play instead of this machine: nats://HOST,HOST...
    /// (papan work starts one; docs/many-machines.md)
    #[arg(long, value_name = "ADDRESS")]
    on: Option<Address>,

    /// With --on: the share of games that two workers play, to see whether they play the same
    #[arg(long, value_name = "SHARE", default_value = "1%", requires = "on", value_parser = share)]
    audit: f64,

    #[command(flatten)]
    connection: Connection,
}

impl Elsewhere {
    /// The workers at the servers, if they are asked for. `ledger` is where games are kept.
    pub(crate) fn coordinator(
        &self,
        ledger: Option<&Path>,
        stop: &Stop,
    ) -> Result<Option<Coordinator>> {
        let Some(address) = &self.on else {
            return Ok(None);
        };
        let options = CoordinatorOptions {
            audit: self.audit,
            ledger: ledger.map(word_for),
            stop: stop.clone(),
        };
        let note = |text: &str| output::note(&format!("note: {text}"));
        let connected = Coordinator::connect(address, &self.connection.access()?, options, note);
        Ok(Some(connected?))
    }
}

/// A share such as 1% or 0.01.
fn share(text: &str) -> Result<f64, String> {
    let number = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().map(|percent| percent / 100.0),
        None => text.trim().parse(),
    };
    match number {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("write a share from 0% to 100%, such as 1%".to_owned()),
    }
}

/// A word for a ledger on this machine, the same whenever it is opened.
fn word_for(ledger: &Path) -> String {
    let path = std::fs::canonicalize(ledger).unwrap_or_else(|_| ledger.to_owned());
    let place = format!("{}\n{}", papan_distributed::host(), path.display());
    GameId::of(place.as_bytes()).to_string()[..16].to_owned()
}

/// A ledger that nobody keeps, for those who want none: games of workers that turn out not to be
/// believed must be told from others.
pub(crate) fn passing_ledger() -> Result<Ledger> {
    Ledger::in_memory().context("no memory for the games")
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_are_read() {
        assert_eq!(share("1%"), Ok(0.01));
        assert_eq!(share("0.5"), Ok(0.5));
        for wrong in ["101%", "-1%", "x", "", "NaN"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }
}
