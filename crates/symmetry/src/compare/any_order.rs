//! Lists whose order says nothing, or only in part.
//!
//! `own != -1 && a[own] == 0` is not `a[own] == 0 && own != -1`: operands are evaluated from the left, and the
//! first that decides is the last. An operand that may be invalid stays where it is, and the others stay
//! before or behind it. Those between two such operands are all valid, so nobody can tell in which order they
//! are evaluated.

use super::matcher::Matcher;
use super::pairing::Pairing;

impl<P: Pairing> Matcher<'_, P> {
    /// Each item of the left is matched with some item of the right, first come first served. No item passes
    /// one that stays in its place. The mismatch of an earlier attempt is kept.
    pub(crate) fn any_order<T>(
        &mut self,
        left: &[T],
        right: &[T],
        stays: &dyn Fn(&T) -> bool,
        mut same: impl FnMut(&mut Self, &T, &T) -> bool,
    ) -> bool {
        if left.len() != right.len() {
            return self.differ();
        }
        let mut taken = vec![false; right.len()];
        let known = self.mismatch.clone();
        let mut open: Vec<usize> = (0..left.len()).collect();
        if self.pairing.is_settled() {
            // Nothing depends on the order of attempts, and a long list changes in few places.
            open.retain(|position| {
                let mark = self.pairing.mark();
                taken[*position] = same(self, &left[*position], &right[*position]);
                if !taken[*position] {
                    self.pairing.roll_back(mark);
                }
                !taken[*position]
            });
        }
        let others = open.clone();
        let stretches = stretches(left, &open, stays);
        for position in open {
            let item = &left[position];
            let mut found = false;
            // Most items of most lists stay where they are.
            for number in std::iter::once(position).chain(others.iter().copied()) {
                let other = &right[number];
                if taken[number] || stretches.get(number) != stretches.get(position) {
                    continue;
                }
                let mark = self.pairing.mark();
                if same(self, item, other) {
                    taken[number] = true;
                    found = true;
                    break;
                }
                self.pairing.roll_back(mark);
            }
            if !found {
                if known.is_some() {
                    self.mismatch = known;
                }
                return self.differ();
            }
        }
        self.mismatch = known;
        true
    }
}

/// For each position up to the last open one: in which stretch between items that stay it lies. Only what lies between
/// open positions is looked at.
fn stretches<T>(list: &[T], open: &[usize], stays: &dyn Fn(&T) -> bool) -> Vec<usize> {
    let (Some(first), Some(last)) = (open.first(), open.last()) else { return Vec::new() };
    let mut stretch = 0;
    let mut numbers = vec![0; *first];
    for item in &list[*first..=*last] {
        let alone = usize::from(stays(item));
        numbers.push(stretch + alone);
        stretch += 2 * alone;
    }
    numbers
}
