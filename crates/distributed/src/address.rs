//! Where the servers are, and who one is there.

use crate::DistributedError;
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

/// The addresses of the servers of one cluster: `nats://HOST,HOST...`. With `tls://` nothing is
/// said without encryption. A name and password may stand before the host.
///
/// ```
/// use papan_distributed::Address;
///
/// let address: Address = "nats://anna:secret@one:4222,two".parse().unwrap();
/// // A password is not for everyone's eyes.
/// assert_eq!(address.to_string(), "nats://one:4222,two:4222");
/// let error = "http://one".parse::<Address>().unwrap_err();
/// assert!(error.to_string().contains("nats://HOST"));
/// ```
#[derive(Clone, Debug)]
pub struct Address {
    servers: Vec<ServerAddr>,
}

/// Who one is on a server, beyond what the address says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// A credentials file of NATS.
    pub credentials: Option<PathBuf>,
    /// A name and password.
    pub user: Option<(String, String)>,
    /// Certificates of those who sign for the servers.
    pub authorities: Option<PathBuf>,
    /// One's own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// Whether its files can be read.
    pub fn check(&self) -> Result<(), DistributedError> {
        let certificate = self.certificate.iter();
        let pair = certificate.flat_map(|(certificate, key)| [certificate, key]);
        let files = self.credentials.iter().chain(&self.authorities).chain(pair);
        for path in files {
            std::fs::File::open(path).map_err(|error| unusable(path, error))?;
        }
        Ok(())
    }
}

fn unusable(path: &Path, error: std::io::Error) -> DistributedError {
    DistributedError::File {
        path: path.to_owned(),
        problem: error.to_string(),
    }
}

impl FromStr for Address {
    type Err = DistributedError;

    fn from_str(text: &str) -> Result<Address, DistributedError> {
        let wrong = || DistributedError::Address(text.to_owned());
        let (scheme, hosts) = text.split_once("://").ok_or_else(wrong)?;
        if !matches!(scheme, "nats" | "tls") || hosts.trim().is_empty() {
            return Err(wrong());
        }
        // The name stands once, before the first host, or before each of them.
        let mut who = None;
        let mut servers = Vec::new();
        for host in hosts.split(',') {
            let host = host.trim();
            let host = host.strip_prefix("nats://").unwrap_or(host);
            if let Some((given, _)) = host.rsplit_once('@') {
                who = Some(given.to_owned());
            }
            let full = match (&who, host.contains('@')) {
                (Some(who), false) => format!("{scheme}://{who}@{host}"),
                _ => format!("{scheme}://{host}"),
            };
            let server: ServerAddr = full.parse().map_err(|_| wrong())?;
            if server.host().is_empty() {
                return Err(wrong());
            }
            servers.push(server);
        }
        Ok(Address { servers })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted() { "tls" } else { "nats" };
        let place = |server: &ServerAddr| format!("{}:{}", server.host(), server.port());
        let places: Vec<String> = self.servers.iter().map(place).collect();
        write!(f, "{scheme}://{}", places.join(","))
    }
}

impl Address {
    /// The name and password that stand in it.
    fn user(&self) -> Option<(String, String)> {
        let server = self.servers.iter().find(|server| server.has_user_pass())?;
        let text = |part: Option<&str>| part.unwrap_or_default().to_owned();
        Some((text(server.username()), text(server.password())))
    }

    fn is_encrypted(&self) -> bool {
        self.servers.iter().any(ServerAddr::tls_required)
    }

    /// Connects. A server that is not there now is an error; one that goes away later is waited
    /// for, which `note` hears.
    pub(crate) async fn connect(
        &self,
        access: &Access,
        name: &str,
        note: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Client, DistributedError> {
        access.check()?;
        let mut options = ConnectOptions::new()
            .name(format!("papan {name}"))
            .custom_inbox_prefix(format!("_INBOX.{name}"))
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .ping_interval(Duration::from_secs(10))
            // Workers come back after a pause that grows, and all at different times.
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis((50 * attempts as u64).clamp(50, 1_000))
            });
        if self.is_encrypted() {
            options = options.require_tls(true);
        }
        if let Some(path) = &access.authorities {
            options = options.add_root_certificates(path.clone());
        }
        if let Some((certificate, key)) = &access.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        if let Some((user, password)) = access.user.clone().or_else(|| self.user()) {
            options = options.user_and_password(user, password);
        }
        if let Some(path) = &access.credentials {
            let read = options.credentials_file(path).await;
            options = read.map_err(|error| unusable(path, error))?;
        }
        let note = std::sync::Arc::new(note);
        let place = self.to_string();
        options = options.event_callback(move |event| {
            let (note, place) = (note.clone(), place.clone());
            async move {
                match event {
                    Event::Disconnected => note(&format!("{place} is gone; waiting for it")),
                    Event::Connected => note(&format!("connected to {place}")),
                    Event::ServerError(error) => note(&format!("{place} says: {error}")),
                    _ => {}
                }
            }
        });
        let connected = options.connect(self.servers.clone()).await;
        let client = connected.map_err(|error| {
            let (place, problem) = (self.to_string(), reason(&error));
            match error.kind() {
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    DistributedError::Refused(place)
                }
                // Trouble on the way to a server that encrypts may pass. This does not: either side
                // has looked at what the other showed, and said no.
                _ if ["certificate", "fatal alert"]
                    .iter()
                    .any(|word| problem.to_lowercase().contains(word)) =>
                {
                    DistributedError::Certificate { place, problem }
                }
                _ => DistributedError::Silent { place, problem },
            }
        })?;
        let info = client.server_info();
        match info.jetstream {
            true => Ok(client),
            false => Err(DistributedError::NoJetStream(self.to_string())),
        }
    }
}

/// How long one waits for an answer of a server.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The innermost reason of an error, in one line: the others only say that something failed.
fn reason(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string().replace('\n', "; ")
}
