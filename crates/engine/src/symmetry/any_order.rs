//! Lists whose order says nothing.

use super::matcher::Matcher;
use super::pairing::Pairing;

impl<P: Pairing> Matcher<'_, P> {
    /// Each item of the left is matched with some item of the right, first come first served. The
    /// mismatch of an earlier attempt is kept.
    pub(super) fn any_order<T>(
        &mut self,
        left: &[T],
        right: &[T],
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
        for position in open {
            let item = &left[position];
            let mut found = false;
            // Most items of most lists stay where they are.
            for number in std::iter::once(position).chain(others.iter().copied()) {
                let other = &right[number];
                if taken[number] {
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
