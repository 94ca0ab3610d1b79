//! One resource, used in turns: Jackson's preemptive schedule.

use std::collections::BinaryHeap;

/// What one process still wants of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Demand {
    /// It does not begin before this.
    pub(super) head: i64,
    /// How long it uses the resource in all.
    pub(super) work: i64,
    /// What it does after it has used it for the last time takes at least this.
    pub(super) tail: i64,
}

/// When all are done at the earliest, if only one at a time uses the resource and may be interrupted (Jackson 1955). It
/// is the largest of "least head + all work + least tail" over all sets of demands.
pub(super) fn jackson(demands: &mut [Demand]) -> i64 {
    demands.sort_unstable_by_key(|demand| demand.head);
    let mut ready: BinaryHeap<(i64, i64)> = BinaryHeap::new();
    let (mut now, mut end, mut next) = (0, 0, 0);
    while next < demands.len() || !ready.is_empty() {
        if ready.is_empty() {
            now = now.max(demands[next].head);
        }
        while let Some(demand) = demands.get(next).filter(|demand| demand.head <= now) {
            ready.push((demand.tail, demand.work));
            next += 1;
        }
        let Some((tail, work)) = ready.pop() else { continue };
        let until = demands.get(next).map_or(i64::MAX, |demand| demand.head);
        let done = work.min(until.saturating_sub(now));
        now += done;
        if done < work {
            ready.push((tail, work - done));
        } else {
            end = end.max(now.saturating_add(tail));
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::{Demand, jackson};

    /// By the definition: the largest over all sets.
    fn largest(demands: &[Demand]) -> i64 {
        let mut largest = 0;
        for set in 1..1_u32 << demands.len() {
            let chosen =
                || (0..).zip(demands).filter(|(at, _)| set >> at & 1 == 1).map(|(_, each)| each);
            let head = chosen().map(|each| each.head).min().unwrap_or(0);
            let tail = chosen().map(|each| each.tail).min().unwrap_or(0);
            largest = largest.max(head + chosen().map(|each| each.work).sum::<i64>() + tail);
        }
        largest
    }

    #[test]
    fn it_is_the_largest_over_all_sets() {
        let mut number = 7_u64;
        let mut below = |sides: u64| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            i64::try_from((number >> 33) % sides).expect("it is small")
        };
        for _ in 0..2_000 {
            let count = 1 + below(6);
            let mut demands: Vec<Demand> = (0..count)
                .map(|_| Demand { head: below(12), work: 1 + below(6), tail: below(12) })
                .collect();
            assert_eq!(largest(&demands), jackson(&mut demands), "{demands:?}");
        }
    }
}
