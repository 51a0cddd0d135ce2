//! Commands as one writes them, and lines fit to be shown.

/// The words of a command, split as a shell would; there is no shell.
///
/// ```
/// use papan_protocol::process::words;
///
/// assert_eq!(words("engine --name 'A B'").unwrap(), ["engine", "--name", "A B"]);
/// assert!(words("engine 'A").unwrap_err().contains("quotes"));
/// assert!(words(" ").is_err());
/// ```
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let quoted = papan_core::shortened(command);
    let words = shlex::split(command)
        .ok_or_else(|| format!("the quotes of the command '{quoted}' do not match"))?;
    match words.first().is_some_and(|program| !program.is_empty()) {
        true => Ok(words),
        false => Err("there is no command: write the program and its arguments".to_owned()),
    }
}

/// One word of a command, with quotes where it needs them: what [`words`] and shells read
/// as that word again.
///
/// ```
/// use papan_protocol::process::{quoted, words};
///
/// assert_eq!(quoted("./engine"), "./engine");
/// let odd = r#"Tina's "best" $engine.py"#;
/// assert_eq!(words(&quoted(odd)).unwrap(), [odd]);
/// ```
pub fn quoted(word: &str) -> String {
    // No word of a command can hold the one character that cannot be quoted.
    let word = word.replace('\0', "");
    match shlex::try_quote(&word) {
        Ok(quoted) => quoted.into_owned(),
        Err(_) => word,
    }
}

/// A line that someone else wrote, fit to be shown: not too long, and with nothing hidden in it.
pub(crate) fn shown(line: &str) -> String {
    let line: String = line.trim().chars().take(201).collect();
    let line = papan_core::visible(&line).replace(['\n', '\t'], " ");
    match line.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
