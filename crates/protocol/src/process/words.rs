//! Commands as one writes them, and lines fit to be shown.

/// The words of a command, split as a shell would; there is no shell. On Windows a backslash stands
/// for itself, as in paths there.
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
    let words = match cfg!(windows) {
        true => split_with_backslashes(command),
        false => shlex::split(command),
    };
    let words =
        words.ok_or_else(|| format!("the quotes of the command '{quoted}' do not match"))?;
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
    match cfg!(windows) {
        true => quoted_with_backslashes(&word),
        false => match shlex::try_quote(&word) {
            Ok(quoted) => quoted.into_owned(),
            Err(_) => word,
        },
    }
}

/// Words between blanks, in which quotes of either kind keep everything as it is. `None`: one of them
/// has no other.
fn split_with_backslashes(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' | '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        end if end == letter => break,
                        other => word.push(other),
                    }
                }
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

/// A word that [`split_with_backslashes`] reads as that word again.
fn quoted_with_backslashes(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "\\/:._-+=,@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let pieces: Vec<String> = word
        .split('"')
        .map(|piece| match piece.is_empty() {
            true => String::new(),
            false => format!("\"{piece}\""),
        })
        .collect();
    match word.is_empty() {
        true => "\"\"".to_owned(),
        false => pieces.join("'\"'"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_backslashes_are_words() {
        let words = |command: &str| split_with_backslashes(command).unwrap();
        assert_eq!(
            words(r#"C:\engines\edax.exe -eval "C:\my data\eval.dat" ''"#),
            [r"C:\engines\edax.exe", "-eval", r"C:\my data\eval.dat", ""]
        );
        assert_eq!(split_with_backslashes("engine 'A"), None);
        for word in [
            "",
            "plain",
            r"C:\a b\c",
            r#"Tina's "best" $engine"#,
            r"\",
            "''",
        ] {
            assert_eq!(words(&quoted_with_backslashes(word)), [word], "{word}");
        }
    }
}
