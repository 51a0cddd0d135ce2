//! What someone may have meant who typed something else.

/// The known name nearest to a mistyped one, if it is near enough to be meant.
///
/// ```
/// use papan_core::spec::nearest;
///
/// let known = ["othello", "congklak"];
/// assert_eq!(nearest("otello", known.into_iter()).as_deref(), Some("othello"));
/// assert_eq!(nearest("chess", known.into_iter()), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let name: String = name.chars().take(40).collect::<String>().to_lowercase();
    known
        .map(|candidate| (distance(&name, candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= candidate.chars().count().max(3) / 3 || candidate.starts_with(&name)
        })
        .filter(|_| !name.is_empty())
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

/// Levenshtein's distance.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in right.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}
