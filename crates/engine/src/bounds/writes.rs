//! Which clocks an update sets: for certain, and from which others it may copy.

use network::network::cell_count;
use network::variable::Dim;
use network::visit::{Visitor, walk_stmt};
use network::{ClockPlace, Expr, Network, Stmt, StmtKind, VariableId};

use super::interval::{Interval, interval};

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
    let mut certain = Vec::new();
    definite(network, statements, &mut Vec::new(), &mut certain);
    certain.sort_unstable();
    certain.dedup();
    effects.overwritten = certain;
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

/// Clocks set on every way through the statements. `iterators` are loop variables in scope; a clock
/// array indexed by one of them is set as a whole.
fn definite(
    network: &Network,
    statements: &[Stmt],
    iterators: &mut Vec<(VariableId, Dim)>,
    out: &mut Vec<usize>,
) {
    for stmt in statements {
        match &stmt.kind {
            StmtKind::SetClock { target, source: None, .. } => {
                out.extend(exact(network, target, iterators));
            }
            // A copy also overwrites, and what it reads is recorded as a copy.
            StmtKind::SetClock { target, source: Some(_), .. } => {
                out.extend(exact(network, target, iterators));
            }
            StmtKind::Call { function, .. } => {
                definite(network, &network.function(*function).body, &mut Vec::new(), out);
            }
            StmtKind::If { then, otherwise, .. } => {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                definite(network, then, iterators, &mut left);
                definite(network, otherwise, iterators, &mut right);
                out.extend(left.into_iter().filter(|clock| right.contains(clock)));
                if may_return(then) || may_return(otherwise) {
                    return;
                }
            }
            StmtKind::ForEach { variable, domain, body } if domain.size() > 0 => {
                iterators.push((*variable, *domain));
                definite(network, body, iterators, out);
                iterators.pop();
                if may_return(body) {
                    return;
                }
            }
            StmtKind::DoWhile { body, .. } => {
                definite(network, body, iterators, out);
                if may_return(body) {
                    return;
                }
            }
            StmtKind::While { body, .. } if may_return(body) => return,
            StmtKind::Return => return,
            _ => {}
        }
    }
}

fn may_return(statements: &[Stmt]) -> bool {
    struct Finder(bool);
    impl Visitor for Finder {
        fn stmt(&mut self, stmt: &Stmt) {
            self.0 |= stmt.kind == StmtKind::Return;
            walk_stmt(self, stmt);
        }
    }
    let mut finder = Finder(false);
    statements.iter().for_each(|stmt| finder.stmt(stmt));
    finder.0
}

/// The clocks a place certainly covers while the iterators run through their domains.
fn exact(network: &Network, place: &ClockPlace, iterators: &[(VariableId, Dim)]) -> Vec<usize> {
    let family = network.clock_family(place.family);
    let mut offsets = vec![0];
    for (dim, index) in family.dims.iter().zip(&place.indices) {
        let size = cell_count(std::slice::from_ref(dim));
        let positions: Vec<usize> = match index {
            Expr::Const(value) if dim.contains(*value) => {
                vec![value.abs_diff(dim.lower) as usize]
            }
            Expr::Read(read) => {
                let iterator = iterators.iter().find(|(variable, _)| *variable == read.variable);
                match iterator {
                    // Each index may use an iterator of its own; two uses of one give a diagonal.
                    Some((_, domain))
                        if place.indices.iter().filter(|other| *other == index).count() == 1 =>
                    {
                        let inside = domain.values().filter(|value| dim.contains(*value));
                        inside.map(|value| value.abs_diff(dim.lower) as usize).collect()
                    }
                    _ => return Vec::new(),
                }
            }
            _ => return Vec::new(),
        };
        offsets = offsets
            .iter()
            .flat_map(|offset| positions.iter().map(move |position| offset * size + position))
            .collect();
    }
    offsets.into_iter().map(|offset| family.base.index() + offset).collect()
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
