//! What someone may have meant who typed something else.

/// What an error says behind a mistyped name: the known one nearest to it, if it is near enough to
/// be meant, or nothing.
///
/// ```
/// use papan_core::spec::did_you_mean;
///
/// let known = ["othello", "congklak", "mcts"];
/// assert_eq!(did_you_mean("otello", known.into_iter()), ", did you mean 'othello'?");
/// assert_eq!(did_you_mean("mcst", known.into_iter()), ", did you mean 'mcts'?");
/// assert_eq!(did_you_mean("chess", known.into_iter()), "");
/// ```
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let name: String = name.chars().take(40).collect::<String>().to_lowercase();
    let nearest = known
        .map(|candidate| (distance(&name, candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= candidate.chars().count().max(3) / 3 || candidate.starts_with(&name)
        })
        .filter(|_| !name.is_empty())
        .min();
    nearest.map_or(String::new(), |(_, name)| {
        format!(", did you mean '{name}'?")
    })
}

/// How many characters must be changed, added, left out or swapped with their neighbour to make
/// one text of the other (optimal string alignment).
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows = vec![vec![0; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            rows[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let changed = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
                    changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1)
                }
            };
            let swapped =
                i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
            if swapped {
                rows[i][j] = rows[i][j].min(rows[i - 2][j - 2] + 1);
            }
        }
    }
    rows[left.len()][right.len()]
}
