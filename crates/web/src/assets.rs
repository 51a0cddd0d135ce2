//! The files of the page, which are part of the program.

use crate::{app::App, error::Refused, extract::Path};
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use papan_host::ApiError;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::{borrow::Cow, fs, io, path, sync::Arc};

#[derive(RustEmbed)]
#[folder = "assets"]
struct Embedded;

/// What all files of the page together are known by, from the build.
const BUILD: &str = env!("PAPAN_ASSETS");

/// The addresses under which the page itself stands: it reads them itself.
const PAGES: [&str; 15] = [
    "/",
    "/new/{family}",
    "/games",
    "/game/{id}",
    "/carry",
    "/analyse",
    "/analyse/{id}",
    "/rules/{family}",
    "/papers",
    "/papers/{paper}",
    "/arena",
    "/arena/{event}",
    "/workers",
    "/about",
    "/index.html",
];

pub(crate) fn routes() -> Router<Arc<App>> {
    let router = Router::new()
        .route("/assets/{*path}", get(asset))
        .route("/favicon.ico", get(favicon));
    PAGES
        .into_iter()
        .fold(router, |router, page| router.route(page, get(index)))
}

/// What is answered where nothing else is.
pub(crate) async fn missing(app: &App, path: &str, headers: &HeaderMap) -> Response {
    if path.starts_with("/api/") || path.starts_with("/assets/") {
        return no("there is nothing at this address");
    }
    // The page says itself, in the language of the reader, that there is no such page.
    let mut response = page(app, headers).await;
    if response.status().is_success() {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

fn no(text: &str) -> Response {
    Refused(ApiError::missing(text)).into_response()
}

async fn index(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    page(&app, &headers).await
}

async fn favicon(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    file(&app, "favicon.svg", &headers).await
}

async fn asset(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response {
    // Of another build there may be an old file in the address; the newest is sent, and not
    // kept under that name.
    let (build, rest) = path.split_once('/').unwrap_or_default();
    match build.strip_prefix("build-") {
        Some(hash) => {
            let mut response = file(&app, rest, &headers).await;
            if hash == BUILD && response.status().is_success() {
                let kept = HeaderValue::from_static("public, max-age=31536000, immutable");
                response.headers_mut().insert(header::CACHE_CONTROL, kept);
            }
            response
        }
        None => file(&app, &path, &headers).await,
    }
}

/// The page itself. What it loads first is named with the hash of the build, and so is all
/// that its modules import: browsers keep those for ever and ask for nothing but the page.
/// Files of a folder that somebody works on have no such names.
async fn page(app: &App, headers: &HeaderMap) -> Response {
    if app.options.assets.is_some() {
        return file(app, "index.html", headers).await;
    }
    let Some(index) = Embedded::get("index.html") else {
        return no("there is no such file");
    };
    let text = String::from_utf8_lossy(&index.data);
    let text = text.replace("\"/assets/", &format!("\"/assets/build-{BUILD}/"));
    answer("index.html", BUILD, text.into_bytes().into(), headers)
}

/// A file as an answer.
async fn file(app: &App, path: &str, headers: &HeaderMap) -> Response {
    match read(app, path).await {
        Some((hash, bytes)) => answer(path, &hash, bytes, headers),
        None => no("there is no such file"),
    }
}

/// A file with this hash as an answer. Browsers keep it and ask each time whether it is still
/// the same.
fn answer(path: &str, hash: &str, bytes: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
    let tag = format!("\"{hash}\"");
    let known = headers.get(header::IF_NONE_MATCH);
    let same = known.is_some_and(|known| {
        let known = known.to_str().unwrap_or_default();
        known.split(',').any(|known| known.trim() == tag)
    });
    let head = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    if same {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let kind = HeaderValue::from_static(content_type(path));
    (head, [(header::CONTENT_TYPE, kind)], bytes).into_response()
}

/// A file with its hash, which for those of the program was found when it was built.
async fn read(app: &App, path: &str) -> Option<(String, Cow<'static, [u8]>)> {
    if !is_plain(path) {
        return None;
    }
    match &app.options.assets {
        None => {
            let file = Embedded::get(path)?;
            Some((hexadecimal(&file.metadata.sha256_hash()), file.data))
        }
        Some(folder) => {
            let (folder, path) = (folder.clone(), path.to_owned());
            let read = tokio::task::spawn_blocking(move || read_below(&folder, &path));
            let bytes = read.await.ok()?.ok()?;
            Some((hexadecimal(&Sha256::digest(&bytes)), Cow::Owned(bytes)))
        }
    }
}

fn hexadecimal(hash: &[u8]) -> String {
    hash[..12]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A file of a folder and of no other: links do not lead out of it.
fn read_below(folder: &path::Path, path: &str) -> io::Result<Vec<u8>> {
    let folder = folder.canonicalize()?;
    let path = folder.join(path).canonicalize()?;
    match path.starts_with(&folder) && path.is_file() {
        true => fs::read(path),
        false => Err(io::ErrorKind::NotFound.into()),
    }
}

/// Whether a path stays in the folder: names only, and none that hides a file.
fn is_plain(path: &str) -> bool {
    let names = || path::Path::new(path).components();
    !path.contains(['\\', '\0', ':'])
        && names().next().is_some()
        && names().all(|part| match part {
            path::Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
            _ => false,
        })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_below_the_folder_are_read() {
        for good in ["index.html", "lib/dom.js", "texts/en.json"] {
            assert!(is_plain(good), "{good}");
        }
        for bad in [
            "",
            "/etc/passwd",
            "../Cargo.toml",
            "lib/../../Cargo.toml",
            "..\\x",
            "lib/./.git",
            ".git/config",
            "c:x",
            "a\0b",
        ] {
            assert!(!is_plain(bad), "{bad}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_the_folder() {
        let place = std::env::temp_dir().join(format!("papan-assets-{}", std::process::id()));
        let folder = place.join("assets");
        fs::create_dir_all(folder.join("lib")).unwrap();
        fs::write(place.join("private.txt"), "private").unwrap();
        fs::write(folder.join("lib/dom.js"), "dom").unwrap();
        let link = |to: &str, name: &str| {
            let _ = std::os::unix::fs::symlink(place.join(to), folder.join(name));
        };
        link("private.txt", "private.txt");
        link("", "out");
        link("assets/lib", "inside");
        assert_eq!(read_below(&folder, "lib/dom.js").unwrap(), b"dom");
        assert_eq!(read_below(&folder, "inside/dom.js").unwrap(), b"dom");
        for path in ["private.txt", "out/private.txt", "lib", "none.js"] {
            assert!(read_below(&folder, path).is_err(), "{path}");
        }
        fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn files_have_their_types() {
        assert_eq!(content_type("lib/dom.js"), "text/javascript; charset=utf-8");
        assert_eq!(content_type("noextension"), "application/octet-stream");
    }
}
