//! All ways to extend a view by more members such that every K of them look like a view.

use network::family::{Instance, Placement};

use crate::config::Config;
use crate::meter::Meter;
use crate::view::View;

/// Puts together configurations of some members from views of K of them.
#[derive(Debug)]
pub(crate) struct Join {
    /// For each set of K members, all orders of these; the first set is the first K members, in order.
    placements: Vec<Vec<Placement>>,
}

impl Join {
    pub(crate) fn new(small: &Instance, large: &Instance) -> Result<Join, String> {
        let (arity, members) = (small.ids.members, large.ids.members);
        let mut placements = Vec::new();
        for set in subsets(members, arity) {
            let orders = if placements.is_empty() { vec![set] } else { orders(&set) };
            let placed = orders.iter().map(|order| Placement::new(small, large, order));
            placements.push(placed.collect::<Result<_, _>>()?);
        }
        Ok(Join { placements })
    }

    /// Calls `found` for every configuration in which the first K members look like `first`. Every other set of K
    /// members looks like one of the views.
    pub(crate) fn each<E>(
        &self,
        large: &Instance,
        (first, views): (&View, &[&View]),
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(View, &mut Meter<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let start = Config::unknown(large).with(first, &self.placements[0][0], large);
        match start {
            Some(start) => self.extend(large, (&start, 1), views, meter, found),
            None => Ok(()),
        }
    }

    fn extend<E>(
        &self,
        large: &Instance,
        (config, next): (&Config, usize),
        views: &[&View],
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(View, &mut Meter<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(placements) = self.placements.get(next) else {
            meter.joins += 1;
            return match config.clone().finish(large) {
                Some(view) => found(view, meter),
                None => Ok(()),
            };
        };
        for placement in placements {
            for view in views {
                if meter.is_over() {
                    return Ok(());
                }
                if let Some(more) = config.with(view, placement, large) {
                    self.extend(large, (&more, next + 1), views, meter, found)?;
                }
            }
        }
        Ok(())
    }
}

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
