//! TypeScript declarations of the JSON that the page reads and writes, for tests only.
//!
//! A crate whose structs become JSON derives `ts_rs::TS` for them in its tests, and one of its
//! tests compares the declarations with the file `json.d.ts` beside its `Cargo.toml`:
//!
//! ```no_run
//! #[derive(ts_rs::TS)]
//! struct Board {
//!     rows: Vec<String>,
//! }
//!
//! papan_declarations::Declarations::of("Discs")
//!     .with::<Board>()
//!     .check("json.d.ts");
//! ```
//!
//! A type of another crate is named as that crate declares it: `#[ts(type = "Core.View")]`.

use std::{collections::BTreeMap, env, fs, path::Path};
use ts_rs::{Config, TS, TypeVisitor};

/// What a file says when it is written. The page uses it without importing it.
const HEAD: &str = "// Written by the tests from the structs of this crate: UPDATE=1 cargo test\n";

/// The declarations of one crate, in a namespace of their own.
pub struct Declarations {
    namespace: &'static str,
    config: Config,
    /// By name, so that their order does not depend on who mentions whom.
    found: BTreeMap<String, String>,
}

impl Declarations {
    /// None so far.
    pub fn of(namespace: &'static str) -> Declarations {
        Declarations {
            namespace,
            // JSON has one kind of number, and the page reads it as one.
            config: Config::new().with_large_int("number"),
            found: BTreeMap::new(),
        }
    }

    /// With a type and all that it is made of.
    ///
    /// # Panics
    /// When two types have the same name.
    #[must_use]
    pub fn with<T: TS + 'static + ?Sized>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }

    /// The whole file.
    fn text(&self) -> String {
        let mut text = format!("{HEAD}declare namespace {} {{\n", self.namespace);
        for declaration in self.found.values() {
            for line in declaration.lines() {
                text += &format!("  {}\n", line.trim_end());
            }
        }
        tidy(&text) + "}\n"
    }

    /// Compares with a file; writes it instead where the environment has `UPDATE`.
    ///
    /// # Panics
    /// When the file says something else.
    pub fn check(&self, file: impl AsRef<Path>) {
        let (file, text) = (file.as_ref(), self.text());
        if env::var_os("UPDATE").is_some() {
            fs::write(file, text).expect("the file of declarations can be written");
            return;
        }
        let kept = fs::read_to_string(file).unwrap_or_default();
        assert!(
            kept == text,
            "{} is not what the structs are: write it with `UPDATE=1 cargo test` of the same crate",
            file.display()
        );
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers, texts and lists have no declaration.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        let about = T::docs().unwrap_or_default();
        let declaration = format!("{about}{}", T::decl(&self.config));
        if let Some(known) = self.found.get(&name) {
            // One with parameters is the same whatever they are.
            assert!(*known == declaration, "two types are called {name}");
            return;
        }
        self.found.insert(name, declaration);
        T::visit_dependencies(self);
    }
}

/// Comments of one line on one line.
fn tidy(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.trim() == "*/"
            && let [.., begin, only] = &lines[..]
            && begin.trim() == "/**"
            && let Some(said) = only.trim().strip_prefix("* ")
        {
            let indent = &begin[..begin.len() - "/**".len()];
            let comment = format!("{indent}/** {said} */");
            lines.truncate(lines.len() - 2);
            lines.push(comment);
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}
