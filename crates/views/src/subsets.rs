//! Some of many, and all orders of them.

/// All sets of `size` of the numbers below `count`, the lowest first.
pub(crate) fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for set in subsets(count, size - 1) {
        let from = set.last().map_or(0, |last| last + 1);
        found.extend((from..count).map(|next| [&set[..], &[next]].concat()));
    }
    found
}

/// All orders of some numbers.
pub(crate) fn orders(set: &[usize]) -> Vec<Vec<usize>> {
    if set.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (at, first) in set.iter().enumerate() {
        let rest = [&set[..at], &set[at + 1..]].concat();
        found.extend(orders(&rest).into_iter().map(|rest| [&[*first], &rest[..]].concat()));
    }
    found
}
