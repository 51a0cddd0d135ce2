//! Numbers in the bytes of a file, and the tags for them.

use papan_core::{Record, shortened};

/// A number in a header or a game, and the tag for it; without the tag it is `usual`.
pub(super) struct Field {
    tag: &'static str,
    at: usize,
    bytes: usize,
    pub(super) usual: u16,
}

pub(super) const fn field(tag: &'static str, at: usize, bytes: usize, usual: u16) -> Field {
    Field {
        tag,
        at,
        bytes,
        usual,
    }
}

impl Field {
    pub(super) fn get(&self, bytes: &[u8]) -> u16 {
        let digits = bytes[self.at..self.at + self.bytes].iter().rev();
        digits.fold(0, |number, &byte| number << 8 | u16::from(byte))
    }

    pub(super) fn put(&self, bytes: &mut [u8], number: u16) {
        let digits = &number.to_le_bytes()[..self.bytes];
        bytes[self.at..self.at + self.bytes].copy_from_slice(digits);
    }

    /// The tag of the number that these bytes hold, unless it is the usual one.
    pub(super) fn tag(&self, bytes: &[u8]) -> Option<(String, String)> {
        let number = self.get(bytes);
        (number != self.usual).then(|| (self.tag.to_owned(), number.to_string()))
    }

    /// The number in the tag of a record.
    pub(super) fn of(&self, record: &Record) -> Result<u16, String> {
        let most = if self.bytes == 1 {
            u8::MAX.into()
        } else {
            u16::MAX
        };
        Ok(number(record, self.tag, most)?.unwrap_or(self.usual))
    }
}

/// The number from 0 to `most` in a tag.
pub(super) fn number(record: &Record, tag: &str, most: u16) -> Result<Option<u16>, String> {
    let Some(text) = record.tag(tag) else {
        return Ok(None);
    };
    match text.parse() {
        Ok(number) if number <= most => Ok(Some(number)),
        _ => {
            let found = shortened(text);
            Err(format!("{tag} '{found}' is not a number from 0 to {most}"))
        }
    }
}
