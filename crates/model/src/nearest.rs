//! The name somebody probably meant.

/// The closest of `names` to `wanted`, if one is close enough to be a slip of the finger.
pub(crate) fn nearest<'n>(
    wanted: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let allowed = (wanted.chars().count() / 3).clamp(1, 3);
    let close = names.into_iter().filter(|name| *name != wanted).filter_map(|name| {
        let distance = if name.eq_ignore_ascii_case(wanted) { 0 } else { distance(wanted, name) };
        (distance <= allowed && distance < name.chars().count()).then_some((distance, name))
    });
    close.min().map(|(_, name)| name)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other
/// (optimal string alignment).
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    if from.len().abs_diff(to.len()) > 3 {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (row, left) in from.iter().enumerate() {
        let mut current = Vec::with_capacity(to.len() + 1);
        current.push(row + 1);
        for (column, right) in to.iter().enumerate() {
            let replaced = above[column] + usize::from(left != right);
            let mut best = replaced.min(above[column + 1] + 1).min(current[column] + 1);
            let swapped =
                row > 0 && column > 0 && from[row - 1] == *right && to[column - 1] == *left;
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut above, current);
    }
    above[to.len()]
}
