//! Which clocks an update sets: for certain, and from which others it may copy.

use network::network::cell_count;
use network::visit::{Visitor, walk_stmt};
use network::{ClockPlace, Network, Stmt, StmtKind};

use super::overwritten::overwritten;
use crate::intervals::{Interval, interval};

/// The effect of an update on clocks, as far as it is known before running it.
#[derive(Clone, Debug, Default)]
pub(super) struct ClockEffects {
    /// Clocks whose old value certainly does not survive, whatever happens.
    pub overwritten: Vec<usize>,
    /// `(target, source, offset)`: the target may become the source plus something in the interval.
    pub copies: Vec<(usize, usize, Interval)>,
    /// Clocks that may be set to a value.
    pub resets: Vec<usize>,
}

/// The effects of statements done one after the other.
pub(super) fn effects(network: &Network, statements: &[Stmt]) -> ClockEffects {
    let mut effects = ClockEffects::default();
    let mut collector = Collector { network, effects: &mut effects };
    statements.iter().for_each(|stmt| collector.stmt(stmt));
    effects.overwritten = overwritten(network, statements);
    effects
}

/// Everything that may happen, calls included.
struct Collector<'a> {
    network: &'a Network,
    effects: &'a mut ClockEffects,
}

impl Visitor for Collector<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::SetClock { target, source, offset } => {
                let targets = possible(self.network, target);
                match source {
                    None => self.effects.resets.extend(targets),
                    Some(source) => {
                        let offset = interval(self.network, offset);
                        for from in possible(self.network, source) {
                            for to in targets.clone() {
                                self.effects.copies.push((to, from, offset));
                            }
                        }
                    }
                }
            }
            StmtKind::Call { function, .. } => {
                let network = self.network;
                network.function(*function).body.iter().for_each(|stmt| self.stmt(stmt));
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }
}

/// The clocks a place may denote.
pub(super) fn possible(network: &Network, place: &ClockPlace) -> Vec<usize> {
    let family = network.clock_family(place.family);
    let mut offsets = vec![0];
    for (dim, index) in family.dims.iter().zip(&place.indices) {
        let size = cell_count(std::slice::from_ref(dim));
        let values = interval(network, index);
        let lower = values.lower.max(i64::from(dim.lower));
        let upper = values.upper.min(i64::from(dim.upper));
        let first = i64::from(dim.lower);
        let position = |value: i64| usize::try_from(value - first).unwrap_or(0);
        offsets = offsets
            .iter()
            .flat_map(|offset| (lower..=upper).map(move |value| offset * size + position(value)))
            .collect();
    }
    offsets.into_iter().map(|offset| family.base.index() + offset).collect()
}
