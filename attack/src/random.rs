//! Chance that a seed repeats, and what it does to bytes.

/// Random numbers (SplitMix64): short, and the same on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one round of a case: each round can be repeated alone.
    pub(crate) fn new(seed: u64, case: &str, round: u64) -> Random {
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let name = case.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
        let mut random = Random(seed ^ name ^ round.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// Whether something that happens once in `times` happens now.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several.
    pub(crate) fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }

    /// A number of the kind that programs stumble over.
    pub(crate) fn number(&mut self) -> String {
        const ODD: &[&str] = &[
            "0",
            "-1",
            "1",
            "2",
            "65536",
            "2147483648",
            "4294967296",
            "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "99999999999999999999999999",
            "1e308",
            "1e-320",
            "nan",
            "inf",
            "-0",
            "0x10",
            "1_000",
            "٣",
            "1.5",
            "+7",
        ];
        match self.once_in(3) {
            true => self.below(100).to_string(),
            false => (*self.of(ODD)).to_owned(),
        }
    }
}

/// Words that mean something in files of some kind, put where they do not belong.
const SPLICES: &[&[u8]] = &[
    b"",
    b"\0",
    b"\n",
    b"\r\n\r\n",
    b"(;",
    b")",
    b"]",
    b"\\",
    b"[",
    b"{",
    b"}",
    b"\"",
    b",",
    b"|",
    b"-1",
    b"99999999999999999999",
    b"1e999",
    b"null",
    b"[[[[[[[[[[[[[[[[",
    b"{\"a\":{\"a\":{\"a\":",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    "\u{202e}\u{1b}[31m".as_bytes(),
    b"pass",
    b"a1",
    b"z99",
    b"start",
    b"SZ[19]",
    b"GM[2]",
    b"BO[8 ",
];

/// The bytes with a few of them changed, moved, taken away, doubled or put in.
pub(crate) fn mutated(random: &mut Random, original: &[u8]) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        let length = random.below(1 + (bytes.len() - at).min(40));
        match random.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => drop(bytes.drain(at..at + length)),
            3 => {
                let piece = bytes[at..at + length].to_vec();
                let times = 1 + random.below(50);
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, piece.repeat(times));
            }
            4 => bytes.truncate(at),
            5 => {
                let noise = random.below(64);
                let noise = random.bytes(noise);
                bytes.splice(at..at, noise);
            }
            _ => {
                let piece = *random.of(SPLICES);
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        let make = |seed, case, round| {
            let mut random = Random::new(seed, case, round);
            (0..50)
                .map(|_| mutated(&mut random, b"(;GM[2]SZ[8];B[f5])"))
                .collect::<Vec<_>>()
        };
        assert_eq!(make(1, "a", 3), make(1, "a", 3));
        for other in [make(2, "a", 3), make(1, "b", 3), make(1, "a", 4)] {
            assert_ne!(make(1, "a", 3), other);
        }
    }

    #[test]
    fn every_length_can_be_changed() {
        let mut random = Random::new(1, "lengths", 0);
        for length in 0..20 {
            let original = vec![b'x'; length];
            let changed = (0..100).filter(|_| mutated(&mut random, &original) != original);
            assert!(changed.count() > 50, "{length}");
        }
    }
}
