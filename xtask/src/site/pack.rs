//! Files made smaller, named by what is in them, and drawn.

use base64::{Engine, prelude::BASE64_STANDARD};
use miniz_oxide::deflate;
use sha2::{Digest, Sha256, Sha384};

/// The best that the packer can do.
const BEST: u8 = 10;

/// A short name that follows from bytes.
pub(super) fn name_of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let hash = hasher.finalize();
    hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What browsers compare a file with.
pub(super) fn integrity(bytes: &[u8]) -> String {
    format!("sha384-{}", BASE64_STANDARD.encode(Sha384::digest(bytes)))
}

/// Bytes as gzip packs them. Nothing in it depends on when or where that was.
pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    packed.extend(deflate::compress_to_vec(bytes, BEST));
    packed.extend(crc(bytes).to_le_bytes());
    packed.extend((bytes.len() as u32).to_le_bytes());
    packed
}

/// A picture as PNG: rows of red, green, blue and how much is seen through.
pub(super) fn png(width: u32, pixels: &[[u8; 4]]) -> Vec<u8> {
    let height = pixels.len() as u32 / width;
    let mut rows = Vec::with_capacity(pixels.len() * 4 + height as usize);
    for row in pixels.chunks(width as usize) {
        rows.push(0);
        rows.extend(row.as_flattened());
    }
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend([8, 6, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [
        (b"IHDR", head),
        (b"IDAT", deflate::compress_to_vec_zlib(&rows, BEST)),
        (b"IEND", Vec::new()),
    ] {
        let body = [&kind[..], &data].concat();
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(&body);
        file.extend(crc(&body).to_be_bytes());
    }
    file
}

/// The check sum of gzip and PNG.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(sum & 1))
        })
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::inflate;

    #[test]
    fn check_sums_are_those_of_the_standard() {
        assert_eq!(crc(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc(b""), 0);
    }

    #[test]
    fn what_is_packed_is_there_again_and_always_the_same() {
        let text = b"Papan ".repeat(1000);
        let packed = gzip(&text);
        assert!(packed.len() < 200);
        assert_eq!(packed, gzip(&text));
        let inner = &packed[10..packed.len() - 8];
        assert_eq!(inflate::decompress_to_vec(inner).unwrap(), text);
    }

    #[test]
    fn names_follow_from_contents_and_from_where_they_are_parted() {
        let name = |parts: &[&'static str]| name_of(parts.iter().map(|part| part.as_bytes()));
        assert_eq!(name(&["ab", "c"]), name(&["ab", "c"]));
        assert_ne!(name(&["ab", "c"]), name(&["a", "bc"]));
        assert_eq!(name(&[]).len(), 16);
    }
}
