//! Texts of others as they are shown.

use std::borrow::Cow;

/// A text of someone else, such as the name of an engine, fit to be shown: characters that
/// nobody sees, but that move the cursor of a terminal, hide what was written or turn its order
/// around, are written as escapes. Line breaks and tabs stay.
///
/// ```
/// use papan_core::visible;
///
/// assert_eq!(visible("Jörg 2000"), "Jörg 2000");
/// assert_eq!(visible("red\u{1b}[31m"), "red\\u{1b}[31m");
/// assert_eq!(visible("abc\u{202e}fed"), "abc\\u{202e}fed");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match is_hidden(character) {
            true => shown.extend(character.escape_default()),
            false => shown.push(character),
        }
    }
    shown.into()
}

/// Whether a character changes how others are shown, and is not seen itself. The joiners that
/// scripts and emoji need (U+200C, U+200D) do not count.
fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        // Marks, embeddings, overrides and isolates of the direction of text.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        // Separators of lines, characters without width, interlinear notes, tags.
        '\u{2028}' | '\u{2029}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_hidden_is_escaped() {
        for plain in ["", "a\tb\n", "é 名前 שם", "👩\u{200d}🚀"] {
            assert!(matches!(visible(plain), Cow::Borrowed(same) if same == plain));
        }
        for hidden in [
            '\r',
            '\u{7}',
            '\u{9b}',
            '\u{200f}',
            '\u{2066}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            let shown = visible(&format!("a{hidden}b")).into_owned();
            assert!(shown.starts_with("a\\") && shown.ends_with('b'), "{shown}");
            assert!(!shown.contains(hidden));
        }
    }
}
