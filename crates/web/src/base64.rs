//! Bytes that travel as text.

/// The bytes of a text in base64, with either alphabet, with or without padding; blanks and
/// line ends are passed over. Nothing when it is something else.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    let mut padding = 0;
    for character in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let six = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => {
                padding += 1;
                continue;
            }
            _ => return None,
        };
        if padding > 0 {
            return None;
        }
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    // One sign alone is no byte.
    (padding <= 2 && count < 6).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn the_examples_of_the_standard() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg", "foob"),
            ("Zm9v\r\nYmE=", "fooba"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        assert_eq!(decode("-_8"), Some(vec![0xfb, 0xff]));
        for bad in ["Zm9v!", "Zg==Zg==", "Z", "Zg==="] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
