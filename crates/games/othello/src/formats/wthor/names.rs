//! The lists of players and tournaments.

use super::NAME;
use super::header::{HEADER_LENGTH, NAMES};
use papan_core::{FormatError, formats::latin1};

/// The names in a list of players (`.jou`) or tournaments (`.trn`), in the order of the
/// numbers that games give them.
///
/// ```
/// let mut players = vec![20, 7, 5, 22, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
/// players.extend(b"Brightwell Graham\0\0\0");
/// let names = papan_othello::formats::wthor::names(&players).unwrap();
/// assert_eq!(names, ["Brightwell Graham"]);
/// ```
pub fn names(bytes: &[u8]) -> Result<Vec<String>, FormatError> {
    let error = |problem: String| FormatError::malformed(NAME, "header", problem);
    let (header, list) = bytes
        .split_at_checked(HEADER_LENGTH)
        .ok_or_else(|| error("the list is shorter than its header".to_owned()))?;
    let count = u16::from_le_bytes([header[NAMES], header[NAMES + 1]]);
    let lengths = [20, 26];
    let length = lengths
        .into_iter()
        .find(|length| usize::from(count) * length == list.len())
        .ok_or_else(|| {
            let found = list.len();
            error(format!(
                "{count} names of 20 or 26 bytes are announced, and {found} bytes follow"
            ))
        })?;
    let name = |bytes: &[u8]| {
        let end = bytes.iter().position(|&byte| byte == 0);
        latin1(&bytes[..end.unwrap_or(bytes.len())])
    };
    Ok(list.chunks(length).map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_list_is_answered(mut bytes: Vec<u8>, count in 0..4_u8) {
            if let Some(announced) = bytes.get_mut(NAMES..NAMES + 2) {
                announced.copy_from_slice(&[count, 0]);
            }
            if let Ok(found) = names(&bytes) {
                prop_assert_eq!(found.len(), usize::from(count));
            }
        }
    }

    #[test]
    fn lists_of_names() {
        let mut list = vec![0; HEADER_LENGTH];
        list[NAMES] = 2;
        list.extend(
            b"Chin\xe9\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                .iter()
                .chain(&[b'x'; 20]),
        );
        assert_eq!(names(&list).unwrap(), ["Chin\u{e9}", &"x".repeat(20)]);
        list.pop();
        let error = names(&list).unwrap_err().to_string();
        assert!(error.contains("2 names of 20 or 26 bytes"), "{error}");
        assert!(names(b"").is_err());
        assert!(names(&[0; HEADER_LENGTH]).unwrap().is_empty());
    }
}
