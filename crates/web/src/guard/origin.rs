//! Which pages may ask: only the one that this server sends.
//!
//! A browser lets any page of the world send requests to a server on the same machine. It
//! says which page does so (`Origin`), and a page that pretends that its own name is ours
//! (DNS rebinding) is told from us by that name (`Host`). Programs that are no browsers send
//! no origin and are let in.

use super::is_upgrade;
use axum::{
    extract::Request,
    http::{HeaderMap, Method, header, uri::Authority},
};
use papan_host::ApiError;
use std::net::IpAddr;

/// Refuses what another page sends. `local` is whether only this machine is to reach us.
pub(super) fn check(request: &Request, local: bool) -> Result<(), ApiError> {
    let headers = request.headers();
    let host = host(request)
        .ok_or_else(|| ApiError::bad("host", "the request does not say which host it wants"))?;
    if local && !is_this_machine(&host) {
        return Err(ApiError::forbidden(
            "host",
            "this server answers only under the name of this machine, such as 127.0.0.1",
        ));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if (reads && !is_upgrade(headers)) || is_same(headers, &host) {
        return Ok(());
    }
    Err(ApiError::forbidden(
        "origin",
        "this was sent by a page of another server",
    ))
}

/// The host that a request wants, from its one `Host` header or else its address.
fn host(request: &Request) -> Option<Authority> {
    let mut values = request.headers().get_all(header::HOST).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok()?.parse().ok(),
        (None, _) => request.uri().authority().cloned(),
        (Some(_), Some(_)) => None,
    }
}

fn is_this_machine(host: &Authority) -> bool {
    let name = host.host().trim_matches(['[', ']']);
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Whether the page that asks is of the host that it asks.
fn is_same(headers: &HeaderMap, host: &Authority) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (None, _) => true,
        (Some(origin), None) => {
            let origin = origin.to_str().unwrap_or_default();
            let page = origin
                .strip_prefix("http://")
                .or_else(|| origin.strip_prefix("https://"));
            page.is_some_and(|page| page.eq_ignore_ascii_case(host.as_str()))
        }
        (Some(_), Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn code(method: &str, headers: &[(&str, &str)], local: bool) -> Option<String> {
        let mut request = Request::builder().method(method).uri("/api/games");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        let refused = check(&request, local).err();
        refused.map(|error| error.code.into_owned())
    }

    #[test]
    fn only_names_of_this_machine_are_answered_on_it() {
        for host in [
            "127.0.0.1:8080",
            "localhost",
            "LOCALHOST:1",
            "[::1]:8080",
            "127.0.0.2",
        ] {
            assert_eq!(code("GET", &[("host", host)], true), None, "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "192.168.0.1",
            "localhost.evil",
        ] {
            assert_eq!(
                code("GET", &[("host", host)], true),
                Some("host".to_owned()),
                "{host}"
            );
            assert_eq!(code("GET", &[("host", host)], false), None, "{host}");
        }
        assert_eq!(code("GET", &[], true), Some("host".to_owned()));
        let twice = [("host", "localhost"), ("host", "evil.example")];
        assert_eq!(code("GET", &twice, true), Some("host".to_owned()));
    }

    #[test]
    fn other_pages_may_not_change_anything() {
        let host = ("host", "127.0.0.1:8080");
        let ours = ("origin", "http://127.0.0.1:8080");
        assert_eq!(code("POST", &[host, ours], true), None);
        assert_eq!(code("POST", &[host], true), None);
        for origin in [
            "http://evil.example",
            "null",
            "http://127.0.0.1:8081",
            "file://",
            "",
        ] {
            let theirs = [host, ("origin", origin)];
            for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
                assert_eq!(
                    code(method, &theirs, true),
                    Some("origin".to_owned()),
                    "{method} {origin}"
                );
                assert_eq!(
                    code(method, &theirs, false),
                    Some("origin".to_owned()),
                    "{method} {origin}"
                );
            }
            assert_eq!(code("GET", &theirs, true), None, "{origin}");
            let socket = [host, ("origin", origin), ("upgrade", "WebSocket")];
            assert_eq!(
                code("GET", &socket, true),
                Some("origin".to_owned()),
                "{origin}"
            );
        }
        let socket = [host, ours, ("upgrade", "websocket")];
        assert_eq!(code("GET", &socket, true), None);
    }
}
