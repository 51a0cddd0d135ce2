//! The page without a server: a folder that any file server can offer. docs/site.md says what is in it.

mod answers;
mod icons;
mod pack;
mod program;
mod sizes;

use icons::Cut;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

const HELP: &str = "\
usage: cargo xtask site [--out FOLDER] [--page-only]

Makes a folder with the whole page, the games, the agents and what they have learned, which any
file server can offer, from any place below its root: no program runs there.

  --out FOLDER   where to, instead of target/site/folder; what a former run has left there goes
  --page-only    take the program as it was built last; for those who work on the page";

/// The page as `papan serve` has it, and what stands in for the server.
const ASSETS: &str = "crates/web/assets";
const OVER: &str = "crates/web/site";
/// Where parts are made.
pub(crate) const WORK: &str = "target/site";
/// The policy of content of the server.
const GUARD: &str = "crates/web/src/guard.rs";
/// In every folder that was made here, so that no other one is emptied.
const MARK: &str = "papan-site.txt";

/// Files by their place in the folder.
type Files = BTreeMap<String, Vec<u8>>;

/// Does what the words behind `site` say.
pub(crate) fn build(words: &[&str]) -> Result<(), String> {
    let (mut out, mut page_only) = (format!("{WORK}/folder"), false);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match (*word, rest.as_slice()) {
            ("--help" | "-h", _) => {
                println!("{HELP}");
                return Ok(());
            }
            ("--page-only", _) => page_only = true,
            ("--out", [folder, ..]) => {
                out = (*folder).to_owned();
                rest.next();
            }
            _ => return Err(format!("'{word}' is not understood\n\n{HELP}")),
        }
    }
    if !page_only {
        program::build()?;
        answers::ask()?;
    }
    let site = Site::assemble()?;
    let sizes = sizes::of(&site.files, &site.first);
    print!("{}", sizes::table(&sizes));
    sizes::check(&sizes)?;
    site.write(Path::new(&out))?;
    println!("{out} is ready. To look at it: python3 -m http.server --directory {out}");
    Ok(())
}

/// The folder of the page with what stands in for the server, for the checks of its types.
pub(crate) fn page_for_checks(folder: &Path) -> Result<(), String> {
    let mut page = page_files()?;
    page.insert(
        "pocket/parts.js".to_owned(),
        parts("", &Files::new(), "", ""),
    );
    page.insert(
        "service-worker.js".to_owned(),
        service_worker("", &[], &[])?,
    );
    write_all(folder, &page)
}

/// All that is in the folder.
struct Site {
    files: Files,
    /// The files of the first view, by their places.
    first: Vec<String>,
}

impl Site {
    fn assemble() -> Result<Site, String> {
        let mut files = Files::new();
        let mut page = page_files()?;
        let mut worker = page.remove("service-worker.js").map(drop);
        let manifest = page
            .remove("manifest.webmanifest")
            .ok_or("there is no manifest")?;
        let index = page.remove("index.html").ok_or("there is no page")?;
        let mut answers = read_folder(&Path::new(WORK).join("answers"))?;
        if answers.is_empty() || worker.take().is_none() {
            return Err("run it once without --page-only".to_owned());
        }
        let still: Vec<String> = answers.keys().cloned().collect();
        for (name, answer) in std::mem::take(&mut answers) {
            page.insert(format!("answers/{name}"), answer);
        }
        let program = program_files()?;
        let program_folder = format!("program-{}", pack::name_of(bytes_of(&program)));
        let mut weights = Files::new();
        for (name, bytes) in program::weights()? {
            let packed = pack::gzip(&bytes);
            let folder = pack::name_of([&packed[..]]);
            weights.insert(format!("weights-{folder}/{name}.bin"), packed);
        }
        let index = String::from_utf8(index).map_err(|_| "index.html is no text")?;
        let everything = bytes_of(&page).chain([index.as_bytes(), &manifest]);
        let names = program_folder.as_bytes();
        let everything = everything
            .chain([names])
            .chain(weights.keys().map(String::as_bytes));
        let hash = pack::name_of(everything);
        let build = format!("{}-{hash}", env!("CARGO_PKG_VERSION"));
        let parts = parts(&build, &weights, &program_folder, &still_lines(&still));
        page.insert("pocket/parts.js".to_owned(), parts);
        let folder = format!("page-{hash}");
        files.extend(
            page.into_iter()
                .map(|(name, bytes)| (format!("{folder}/{name}"), bytes)),
        );
        files.extend(
            program
                .into_iter()
                .map(|(name, bytes)| (format!("{program_folder}/{name}"), bytes)),
        );
        files.insert("manifest.webmanifest".to_owned(), manifest);
        files.extend(drawn_icons()?);
        let index = index_page(&index, &folder)?;
        let first = first_view(&index, &folder, &files);
        let list = |files: &Files| -> Vec<(String, String)> {
            let file = |(name, bytes): (&String, &Vec<u8>)| (name.clone(), pack::integrity(bytes));
            files.iter().map(file).collect()
        };
        let mut now = list(&files);
        now.push(("./".to_owned(), pack::integrity(index.as_bytes())));
        let later = list(&weights);
        files.insert("index.html".to_owned(), index.into_bytes());
        files.extend(weights);
        let worker = service_worker(&build, &now, &later)?;
        files.insert("service-worker.js".to_owned(), worker);
        let mark = format!("Papan {build}, made by cargo xtask site\n");
        files.insert(MARK.to_owned(), mark.into_bytes());
        Ok(Site { files, first })
    }

    /// Writes the folder. What stood there is removed where it is a folder of ours.
    fn write(&self, out: &Path) -> Result<(), String> {
        let is_empty = || fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
        if out.exists() && !out.join(MARK).exists() && !is_empty() {
            let out = out.display();
            return Err(format!(
                "{out} is there and was not made by this command: name another folder, or empty it"
            ));
        }
        // Whoever breaks this off can begin anew: the mark goes last and comes first.
        empty_but_for_mark(out)?;
        let is_mark = |name: &String| name.as_str() == MARK;
        let (mark, files) = self
            .files
            .clone()
            .into_iter()
            .partition(|(name, _)| is_mark(name));
        write_all(out, &mark)?;
        write_all(out, &files)
    }
}

/// The page with what stands in for the server over it.
fn page_files() -> Result<Files, String> {
    let mut page = read_folder(Path::new(ASSETS))?;
    page.extend(read_folder(Path::new(OVER))?);
    Ok(page)
}

/// The program as `wasm-bindgen` has written it, its code packed.
fn program_files() -> Result<Files, String> {
    let mut files = Files::new();
    for (name, bytes) in read_folder(&Path::new(WORK).join("program"))? {
        match name.strip_suffix(".wasm") {
            Some(name) => files.insert(format!("{name}.bin"), pack::gzip(&bytes)),
            None => files.insert(name, bytes),
        };
    }
    match files.is_empty() {
        true => Err("there is no program yet; run it once without --page-only".to_owned()),
        false => Ok(files),
    }
}

/// The module that says what the others cannot know.
fn parts(build: &str, weights: &Files, program: &str, still: &str) -> Vec<u8> {
    let mut weight_lines = String::new();
    for place in weights.keys() {
        let name = place
            .rsplit('/')
            .next()
            .unwrap_or(place)
            .trim_end_matches(".bin");
        let _ = writeln!(weight_lines, "  \"{name}\": at(\"{place}\"),");
    }
    format!(
        "// What this build consists of; written by cargo xtask site.\n\
         \n\
         /** @param {{string}} place in the folder */\n\
         const at = (place) => new URL(`../../${{place}}`, import.meta.url).href;\n\
         /** The name of this build. */\n\
         export const BUILD = \"{build}\";\n\
         /** Answers that are the same for everybody, as files of the page. @type {{Record<string, string | undefined>}} */\n\
         export const STILL = {{\n{still}}};\n\
         /** The program: what loads it, and its code. */\n\
         export const PROGRAM = {{ module: at(\"{program}/papan_pocket.js\"), code: at(\"{program}/papan_pocket_bg.bin\") }};\n\
         /** What was learned, by its name. @type {{Record<string, string>}} */\n\
         export const WEIGHTS = {{\n{weight_lines}}};\n"
    )
    .into_bytes()
}

/// Files of answers are called as their addresses, with dots for slashes.
fn still_lines(names: &[String]) -> String {
    names.iter().fold(String::new(), |mut lines, name| {
        let address = name.trim_end_matches(".json").replace('.', "/");
        let _ = writeln!(lines, "  \"/{address}\": \"answers/{name}\",");
        lines
    })
}

/// The service worker with what it keeps.
fn service_worker(
    build: &str,
    now: &[(String, String)],
    later: &[(String, String)],
) -> Result<Vec<u8>, String> {
    let list = |files: &[(String, String)]| {
        files.iter().fold(String::new(), |mut text, (name, hash)| {
            let _ = write!(text, "[\"{name}\", \"{hash}\"], ");
            text
        })
    };
    let body = read_text(&Path::new(OVER).join("service-worker.js"))?;
    let (now, later) = (list(now), list(later));
    // Workers compile the program, which the page itself may not.
    let policy = format!("{}; script-src 'self' 'wasm-unsafe-eval'", policy()?);
    Ok(format!(
        "/** @type {{string}} */\nconst BUILD = \"{build}\";\n\
         /** @type {{[string, string][]}} */\nconst FILES = [{now}];\n\
         /** @type {{[string, string][]}} */\nconst LATER = [{later}];\n\
         const PAGE = \"./\";\nconst POLICY = \"{policy}\";\n{body}"
    )
    .into_bytes())
}

/// The page itself: its files by relative addresses, its policy in itself.
fn index_page(text: &str, folder: &str) -> Result<String, String> {
    let policy = policy()?;
    // What only a header can say.
    let policy = policy.replace("; frame-ancestors 'none'", "");
    let head = format!(
        "<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"theme-color\" content=\"#8a4b20\">\n\
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
         <link rel=\"apple-touch-icon\" href=\"icons/touch-180.png\">\n\
         <link rel=\"modulepreload\" href=\"{folder}/pocket/parts.js\">"
    );
    let page = text
        .replacen("<meta charset=\"utf-8\">", &head, 1)
        .replace("\"/assets/", &format!("\"{folder}/"));
    match page.contains(&head) && !page.contains("\"/") {
        true => Ok(page),
        false => Err("index.html has an address from the root, or no charset".to_owned()),
    }
}

/// The policy of the server.
fn policy() -> Result<String, String> {
    let guard = read_text(Path::new(GUARD))?;
    let policy = guard
        .split_once("CONTENT_SECURITY_POLICY: &str = \"")
        .and_then(|(_, rest)| rest.split_once("\";"))
        .ok_or_else(|| format!("{GUARD} has no policy of content"))?
        .0;
    let parts = policy.split(';').map(|part| {
        let words: Vec<&str> = part
            .split_whitespace()
            .filter(|word| *word != "\\")
            .collect();
        words.join(" ")
    });
    let parts: Vec<String> = parts.collect();
    Ok(parts.join("; "))
}

/// What a browser reads before it shows the start page in English.
fn first_view(index: &str, folder: &str, files: &Files) -> Vec<String> {
    let named = index.split('"').filter(|part| part.starts_with(folder));
    let mut first: Vec<String> = named.map(str::to_owned).collect();
    first.push(format!("{folder}/texts/start.en.json"));
    let shown = |name: &&String| {
        name.contains("/answers/api.demonstration.") || name.contains("/answers/api.families.")
    };
    first.extend(files.keys().filter(shown).cloned());
    first.sort();
    first.dedup();
    first
}

/// The icons that the manifest and the page name.
fn drawn_icons() -> Result<Files, String> {
    let mut icons = Files::new();
    let sign = fs::read(Path::new(ASSETS).join("favicon.svg"));
    let sign = sign.map_err(|error| format!("favicon.svg: {error}"))?;
    icons.insert("icons/icon.svg".to_owned(), sign);
    for (name, size, cut) in [
        ("icon-192", 192, Cut::Whole),
        ("icon-512", 512, Cut::Whole),
        ("maskable-192", 192, Cut::Maskable),
        ("maskable-512", 512, Cut::Maskable),
        ("touch-180", 180, Cut::Maskable),
    ] {
        icons.insert(format!("icons/{name}.png"), icons::icon(size, cut));
    }
    Ok(icons)
}

fn bytes_of(files: &Files) -> impl Iterator<Item = &[u8]> {
    files
        .iter()
        .flat_map(|(name, bytes)| [name.as_bytes(), bytes.as_slice()])
}

/// All files below a folder, by their places there; none where there is no folder.
fn read_folder(folder: &Path) -> Result<Files, String> {
    fn walk(folder: &Path, before: &str, files: &mut Files) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            match entry.file_type()?.is_dir() {
                true => walk(&entry.path(), &format!("{name}/"), files)?,
                false => drop(files.insert(name, fs::read(entry.path())?)),
            }
        }
        Ok(())
    }
    let mut files = Files::new();
    match walk(folder, "", &mut files) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Files::new()),
        Err(error) => Err(format!("{}: {error}", folder.display())),
        Ok(()) => Ok(files),
    }
}

fn read_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write_all(folder: &Path, files: &Files) -> Result<(), String> {
    for (name, bytes) in files {
        let path = folder.join(name);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        written
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Removes everything in a folder but the mark.
fn empty_but_for_mark(folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(failed)?,
    };
    for entry in entries {
        let entry = entry.map_err(failed)?;
        match entry.file_type().map_err(failed)?.is_dir() {
            true => fs::remove_dir_all(entry.path()).map_err(failed)?,
            false if entry.file_name() == MARK => (),
            false => fs::remove_file(entry.path()).map_err(failed)?,
        }
    }
    Ok(())
}

/// An empty folder where parts are made.
fn fresh(name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(WORK).join(name);
    remove(&folder)?;
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}
