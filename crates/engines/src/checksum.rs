//! The checksum at the end of files of weights.

/// FNV-1a: enough to notice a file that was cut or changed.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
