//! Expectations of the corpus that are wrong: `stale.tsv` lists them with the argument.

const TABLE: &str = include_str!("stale.tsv");

/// Why the expectation of this query is known to be wrong.
pub(super) fn reason(file: &str, formula: &str) -> Option<&'static str> {
    TABLE.lines().skip(1).find_map(|line| {
        let (listed, rest) = line.split_once('\t')?;
        let (start, reason) = rest.split_once('\t')?;
        (listed == file && formula.starts_with(start)).then_some(reason)
    })
}
