//! The addresses of the page's requests: one table for all who carry them.

use crate::{
    Later, analysis, catalogue, demonstration, drawings,
    error::{Answer, ApiError},
    games,
    house::House,
    inspect, papers,
    request::{Asked, Head, Request, Response},
};
use std::sync::Arc;

type Handler = fn(Arc<House>, Asked) -> Later<'static, Answer<Response>>;
pub(crate) type Opener = fn(Arc<House>, Asked) -> Later<'static, Answer<crate::Socket>>;

/// An address, and what happens there.
pub struct Route {
    method: &'static str,
    /// Parts in braces stand for any name.
    path: &'static str,
    does: Does,
}

#[derive(Clone, Copy)]
enum Does {
    Answers { handler: Handler, reads: bool },
    Opens(Opener),
}

/// What a request at an address needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing but the request itself; a body is not looked at.
    Plain,
    /// A body of JSON.
    Json,
    /// It becomes a socket.
    Socket,
}

/// All of them.
const ROUTES: &[&[Route]] = &[
    inspect::ROUTES,
    drawings::ROUTES,
    analysis::ROUTES,
    catalogue::ROUTES,
    demonstration::ROUTES,
    papers::ROUTES,
    games::ROUTES,
];

impl Route {
    pub(crate) const fn get(path: &'static str, handler: Handler) -> Route {
        Route::plain("GET", path, handler)
    }

    /// Something that is asked with a body of JSON.
    pub(crate) const fn json(method: &'static str, path: &'static str, handler: Handler) -> Route {
        let does = Does::Answers {
            handler,
            reads: true,
        };
        Route { method, path, does }
    }

    pub(crate) const fn plain(method: &'static str, path: &'static str, handler: Handler) -> Route {
        let does = Does::Answers {
            handler,
            reads: false,
        };
        Route { method, path, does }
    }

    pub(crate) const fn socket(path: &'static str, open: Opener) -> Route {
        Route {
            method: "GET",
            path,
            does: Does::Opens(open),
        }
    }

    /// What a request at this address needs.
    pub fn kind(&self) -> Kind {
        match self.does {
            Does::Answers { reads: true, .. } => Kind::Json,
            Does::Answers { reads: false, .. } => Kind::Plain,
            Does::Opens(_) => Kind::Socket,
        }
    }

    /// The address of a request; `None` where there is none, and a refusal where it is asked in
    /// another way.
    pub fn find(method: &str, path: &str) -> Option<Answer<&'static Route>> {
        let there = || {
            let all = ROUTES.iter().copied().flatten();
            all.filter(|route| matches(route.path, path))
        };
        // Who asks for the head alone is answered like who asks for all.
        let method = if method == "HEAD" { "GET" } else { method };
        let mut known = there().peekable();
        known.peek()?;
        let found = known.find(|route| route.method == method);
        Some(found.ok_or_else(|| {
            let text = "this address does not take this method";
            let mut error = ApiError::new(405, "method", text);
            let allowed = there().map(|route| match route.method {
                "GET" => "GET,HEAD",
                other => other,
            });
            error.allow = Some(allowed.collect::<Vec<_>>().join(","));
            error
        }))
    }

    fn asked(&self, request: Request) -> Answer<Asked> {
        let parameters = parameters(self.path, &request.head.path)?;
        Ok(Asked::new(request, parameters))
    }
}

impl House {
    /// Answers a request.
    pub async fn answer(self: &Arc<House>, request: Request) -> Response {
        let answer = self.try_answer(request).await;
        answer.unwrap_or_else(Response::from)
    }

    async fn try_answer(self: &Arc<House>, request: Request) -> Answer<Response> {
        let route = found(&request.head)?;
        match route.does {
            Does::Answers { handler, .. } => handler(Arc::clone(self), route.asked(request)?).await,
            Does::Opens(_) => {
                let text = "this is the address of a socket";
                Err(ApiError::bad("request", text))
            }
        }
    }

    /// Opens the socket of an address.
    pub async fn open(self: &Arc<House>, head: Head) -> Answer<crate::Socket> {
        let route = found(&head)?;
        let body = Vec::new();
        match route.does {
            Does::Opens(open) => {
                let asked = route.asked(Request { head, body })?;
                open(Arc::clone(self), asked).await
            }
            Does::Answers { .. } => Err(ApiError::bad("request", "there is no socket here")),
        }
    }
}

fn found(head: &Head) -> Answer<&'static Route> {
    let missing = || ApiError::missing("there is nothing at this address");
    Route::find(&head.method, &head.path).ok_or_else(missing)?
}

/// Whether a path is of this form.
fn matches(form: &str, path: &str) -> bool {
    let (mut forms, mut parts) = (form.split('/'), path.split('/'));
    loop {
        match (forms.next(), parts.next()) {
            (None, None) => return true,
            (Some(form), Some(part)) if is_parameter(form) => {
                if part.is_empty() {
                    return false;
                }
            }
            (Some(form), Some(part)) if form == part => {}
            _ => return false,
        }
    }
}

fn is_parameter(form: &str) -> bool {
    form.starts_with('{')
}

/// The names in a path of this form. What cannot be a name of anything is the name of nothing.
fn parameters(form: &str, path: &str) -> Answer<Vec<String>> {
    let parts = form.split('/').zip(path.split('/'));
    let named = parts.filter(|(form, _)| is_parameter(form));
    named.map(|(_, part)| decoded(part)).collect()
}

/// A part of an address without its percent signs.
fn decoded(part: &str) -> Answer<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = match after {
            [high, low, ..] if *first == b'%' => digit(*high).zip(digit(*low)),
            _ => None,
        };
        match digits {
            Some((high, low)) => {
                bytes.push(16 * high + low);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).map_err(|_| ApiError::missing("an address that is no text"))
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_by_their_parts() {
        let kind = |method: &str, path: &str| {
            let found = Route::find(method, path)?;
            Some(found.map(Route::kind).map_err(|error| error.allow))
        };
        assert_eq!(kind("POST", "/api/games"), Some(Ok(Kind::Json)));
        assert_eq!(kind("GET", "/api/games/x"), Some(Ok(Kind::Plain)));
        assert_eq!(kind("HEAD", "/api/games/x"), Some(Ok(Kind::Plain)));
        assert_eq!(kind("GET", "/api/games/x/socket"), Some(Ok(Kind::Socket)));
        for path in ["/api/games/", "/api/game", "/api/games/x/y", "/", ""] {
            assert_eq!(kind("GET", path), None, "{path}");
        }
        let allowed = Some("GET,HEAD,POST".to_owned());
        assert_eq!(kind("PUT", "/api/games"), Some(Err(allowed)));
    }

    #[test]
    fn names_are_read_from_addresses() {
        let names = |path| parameters("/a/{one}/b/{two}", path).map_err(|error| error.status);
        let both = |one: &str, two: &str| Ok(vec![one.to_owned(), two.to_owned()]);
        assert_eq!(names("/a/x/b/y"), both("x", "y"));
        assert_eq!(names("/a/x%20%2fy/b/%C3%A4%"), both("x /y", "ä%"));
        assert_eq!(names("/a/%ff/b/y"), Err(404));
    }

    #[test]
    fn no_two_routes_are_the_same() {
        let all: Vec<&Route> = ROUTES.iter().copied().flatten().collect();
        for (place, one) in all.iter().enumerate() {
            let mut others = all[..place].iter();
            assert!(
                !others.any(|other| other.method == one.method && matches(other.path, one.path)),
                "{}",
                one.path
            );
        }
    }
}
