//! A constraint on the moments of a run.

/// `moment later - moment earlier`, and multiples of further moments, within a bound: `< limit` or
/// `<= limit`. There are further ones only where a clock stood still for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub(super) later: usize,
    pub(super) earlier: usize,
    pub(super) more: Vec<(usize, i64)>,
    pub(super) limit: i64,
    pub(super) strict: bool,
}

impl Link {
    /// The constraint that a sum of multiples of moments is within a bound, or its truth if nothing is left of
    /// the sum.
    pub(super) fn of(mut terms: Vec<(usize, i64)>, limit: i64, strict: bool) -> Result<Link, bool> {
        terms.sort_unstable();
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        terms.retain(|(_, factor)| *factor != 0);
        match terms[..] {
            [] => Err(if strict { 0 < limit } else { 0 <= limit }),
            [(later, 1), (earlier, -1)] | [(earlier, -1), (later, 1)] => {
                Ok(Link { later, earlier, more: Vec::new(), limit, strict })
            }
            _ => Ok(Link { later: 0, earlier: 0, more: terms, limit, strict }),
        }
    }

    /// That one moment is not before another.
    pub(super) fn order(first: usize, second: usize) -> Link {
        Link { later: first, earlier: second, more: Vec::new(), limit: 0, strict: false }
    }

    /// All moments with their factors.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        [(self.later, 1), (self.earlier, -1)].into_iter().chain(self.more.iter().copied())
    }
}
