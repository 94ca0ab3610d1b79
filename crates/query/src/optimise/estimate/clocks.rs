//! Which clocks only one process sets.

use network::visit::{Visitor, walk_edge, walk_stmt};
use network::{ClockPlace, Expr, Network, Stmt, StmtKind};

/// Who sets a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Setter {
    Nobody,
    Process(usize),
    Anybody,
}

/// For each clock, who sets it.
pub(super) struct Setters(Vec<Setter>);

impl Setters {
    pub(super) fn of(network: &Network) -> Setters {
        let mut found = Found {
            network,
            by: Setter::Anybody,
            setters: vec![Setter::Nobody; network.clock_count()],
        };
        let functions = network.functions.iter().flat_map(|function| &function.body);
        let hooks = network.before_update.iter().chain(&network.after_update);
        functions.chain(hooks).for_each(|stmt| found.stmt(stmt));
        for (at, process) in network.processes.iter().enumerate() {
            found.by = Setter::Process(at);
            process.edges.iter().for_each(|edge| walk_edge(&mut found, edge));
        }
        Setters(found.setters)
    }

    /// Does nobody but this process set the clock?
    pub(super) fn only(&self, clock: usize, process: usize) -> bool {
        self.0[clock] == Setter::Nobody || self.0[clock] == Setter::Process(process)
    }
}

struct Found<'n> {
    network: &'n Network,
    by: Setter,
    setters: Vec<Setter>,
}

impl Visitor for Found<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::SetClock { target, .. } = &stmt.kind {
            let family = self.network.clock_family(target.family);
            let base = family.base.index();
            let clocks = match clock_of(self.network, target) {
                Some(clock) => clock..clock + 1,
                None => base..base + family.initial.len(),
            };
            for setter in &mut self.setters[clocks] {
                *setter = match *setter {
                    Setter::Nobody => self.by,
                    other if other == self.by => other,
                    _ => Setter::Anybody,
                };
            }
        }
        walk_stmt(self, stmt);
    }
}

/// The clock that is meant, if its indices are constants.
pub(super) fn clock_of(network: &Network, place: &ClockPlace) -> Option<usize> {
    let family = network.clock_family(place.family);
    let offset = offset(&family.dims, &place.indices)?;
    Some(family.base.index() + offset)
}

/// Where in an array constant indices lead; nothing if one is not constant or not all are given.
pub(super) fn offset(dims: &[network::Dim], indices: &[Expr]) -> Option<usize> {
    if dims.len() != indices.len() {
        return None;
    }
    let mut offset = 0;
    for (dim, index) in dims.iter().zip(indices) {
        let Expr::Const(index) = index else { return None };
        if !dim.contains(*index) {
            return None;
        }
        let size = usize::try_from(dim.size()).ok()?;
        let at = usize::try_from(i64::from(*index) - i64::from(dim.lower)).ok()?;
        offset = offset * size + at;
    }
    Some(offset)
}
