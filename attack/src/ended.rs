//! How a run of the program ended, and what counts as a failure of it.

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Code(i32),
    Signal(i32),
    /// Nothing moved any more.
    Hung,
    /// It worked on without end.
    Endless,
    /// It took more memory than it may.
    TooLarge,
}

/// A run that is over.
pub(crate) struct Ended {
    pub(crate) end: End,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The most memory that it took, in mebibytes.
    pub(crate) peak: u64,
    /// What it left running.
    pub(crate) left: Vec<String>,
    /// The command as one would type it.
    pub(crate) text: String,
}

/// Every exit code that a command may end with by itself.
pub(crate) const CODES: &[i32] = &[0, 1, 2, 3, 4, 5];

impl Ended {
    /// What is wrong, when it should have ended with one of these codes.
    pub(crate) fn problem(&self, codes: &[i32]) -> Option<String> {
        let last = self.stderr.trim_end().lines().next_back().unwrap_or("");
        let last: String = last.chars().take(200).collect();
        match self.end {
            _ if self.stderr.contains("panicked at") => {
                let place = self
                    .stderr
                    .lines()
                    .find(|line| line.contains("panicked at"));
                Some(format!("it panicked: {}: {last}", place.unwrap_or("")))
            }
            End::Code(code) if !codes.contains(&code) => {
                Some(format!("exit code {code}, not one of {codes:?}: {last}"))
            }
            End::Code(_) => self.left_behind(),
            End::Signal(signal) => Some(format!("killed by signal {signal}: {last}")),
            End::Hung => Some("it hangs: nothing moved any more".to_owned()),
            End::Endless => Some("it works on without end".to_owned()),
            End::TooLarge => Some(format!("it took {} MiB of memory", self.peak)),
        }
    }

    /// What is wrong when something was left running.
    pub(crate) fn left_behind(&self) -> Option<String> {
        match self.left.is_empty() {
            true => None,
            false => Some(format!("left running: {}", self.left.join("; "))),
        }
    }

    /// The same, when it must also say one of these on its standard error.
    pub(crate) fn problem_unless_says(&self, codes: &[i32], words: &[&str]) -> Option<String> {
        let says = words.iter().any(|word| self.stderr.contains(word));
        self.problem(codes).or_else(|| match says {
            true => None,
            false => Some(format!(
                "it says none of {words:?}: {}",
                self.stderr.chars().take(300).collect::<String>().trim()
            )),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(end: End, stderr: &str) -> Ended {
        Ended {
            end,
            stdout: String::new(),
            stderr: stderr.to_owned(),
            peak: 2000,
            left: Vec::new(),
            text: String::new(),
        }
    }

    #[test]
    fn verdicts() {
        assert_eq!(ended(End::Code(0), "").problem(&[0]), None);
        let wrong = [
            (ended(End::Code(1), "error: no"), "exit code 1"),
            (
                ended(End::Code(101), "thread 'main' panicked at src/a.rs"),
                "panicked",
            ),
            // A thread may panic in a program that ends well.
            (
                ended(End::Code(0), "thread '3' panicked at src/a.rs"),
                "panicked",
            ),
            (ended(End::Signal(6), ""), "signal 6"),
            (ended(End::Hung, ""), "it hangs"),
            (ended(End::Endless, ""), "without end"),
            (ended(End::TooLarge, ""), "2000 MiB"),
        ];
        for (ended, words) in wrong {
            let problem = ended.problem(&[0]).unwrap_or_default();
            assert!(problem.contains(words), "{problem}");
        }
        let mut left = ended(End::Code(0), "");
        left.left.push("12: sleep".to_owned());
        assert_eq!(
            left.problem(&[0]).as_deref(),
            Some("left running: 12: sleep")
        );
        let said = ended(End::Code(2), "error: the limit is 5");
        assert_eq!(said.problem_unless_says(&[2], &["limit"]), None);
        assert!(said.problem_unless_says(&[2], &["most"]).is_some());
    }
}
