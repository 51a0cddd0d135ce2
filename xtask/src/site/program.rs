//! The program for browsers, and what it learned.

use super::{fresh, read_text};
use crate::wasm;
use std::{fs, path::Path};

/// Where the files of weights are listed.
const WEIGHTS: &str = "crates/engines/src/weights.rs";

/// Builds it into `target/site/program`.
pub(super) fn build() -> Result<(), String> {
    wasm::build("papan-pocket", "web", &fresh("program")?)
}

/// The files of weights with their names, as the engines list them.
pub(super) fn weights() -> Result<Vec<(String, Vec<u8>)>, String> {
    let list = read_text(Path::new(WEIGHTS))?;
    let named = weights_in(&list);
    if named.is_empty() {
        return Err(format!("{WEIGHTS} lists no weights"));
    }
    let folder = Path::new(WEIGHTS).parent().unwrap_or(Path::new("."));
    let read = |(name, file): (&str, &str)| {
        let path = folder.join(file);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok((name.to_owned(), bytes))
    };
    named.into_iter().map(read).collect()
}

/// What stands behind `name: "` and `file!("` by turns.
fn weights_in(list: &str) -> Vec<(&str, &str)> {
    let entries = list.split("name: \"").skip(1);
    let entry = |text| {
        let (name, rest): (&str, &str) = str::split_once(text, '"')?;
        let (_, rest) = rest.split_once("file!(\"")?;
        let (file, _) = rest.split_once('"')?;
        Some((name, file))
    };
    entries.filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_found_where_the_engines_list_them() {
        let list = "static A: Weights = Weights {\n name: \"one\",\n built_in: file!(\"a/one.bin\"),\n};\n\
                    static B: Weights = Weights {\n name: \"two\",\n built_in: file!(\"two.bin\"),\n};";
        assert_eq!(weights_in(list), [("one", "a/one.bin"), ("two", "two.bin")]);
        assert_eq!(weights_in("nothing"), []);
    }
}
