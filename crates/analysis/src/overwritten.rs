//! Clocks that an update certainly sets, whichever way control takes through it.
//!
//! A forward analysis of control flow: a clock is set for certain at a point if every way to that point
//! sets it. Ways out of a function by `return` are followed like any other: a loop over all members of an
//! array sets the whole array only on ways that complete the loop.

use std::collections::{BTreeMap, BTreeSet};

use network::network::cell_count;
use network::variable::Dim;
use network::visit::{Visitor, walk_stmt};
use network::{ClockPlace, Expr, FunctionId, Network, Stmt, StmtKind, VariableId};

type Clocks = BTreeSet<usize>;

/// The clocks whose old value certainly does not survive the statements, in order.
pub(super) fn overwritten(network: &Network, statements: &[Stmt]) -> Vec<usize> {
    let mut analysis = OverwrittenAnalysis { network, functions: BTreeMap::new() };
    analysis.body(statements).into_iter().collect()
}

/// What is set for certain where control leaves some statements; nothing for a way that there is not.
#[derive(Clone, Default)]
struct Exits {
    end: Option<Clocks>,
    /// By a `return` among them.
    returned: Option<Clocks>,
}

struct OverwrittenAnalysis<'n> {
    network: &'n Network,
    /// What calls of functions set, as far as they have been looked at.
    functions: BTreeMap<FunctionId, Clocks>,
}

/// Loop variables that run through all their values on the ways that are looked at.
type Iterators = Vec<(VariableId, Dim)>;

impl OverwrittenAnalysis<'_> {
    /// What is set however a function is left.
    fn body(&mut self, statements: &[Stmt]) -> Clocks {
        let exits = self.statements(statements, Clocks::new(), &mut Vec::new());
        either(exits.end, exits.returned).unwrap_or_default()
    }

    fn call(&mut self, id: FunctionId) -> Clocks {
        if let Some(known) = self.functions.get(&id) {
            return known.clone();
        }
        let network = self.network;
        let set = self.body(&network.function(id).body);
        self.functions.insert(id, set.clone());
        set
    }

    fn statements(
        &mut self,
        statements: &[Stmt],
        before: Clocks,
        iterators: &mut Iterators,
    ) -> Exits {
        let mut exits = Exits { end: Some(before), returned: None };
        for stmt in statements {
            let Some(before) = exits.end.take() else { break };
            let after = self.statement(&stmt.kind, before, iterators);
            exits.end = after.end;
            exits.returned = either(exits.returned, after.returned);
        }
        exits
    }

    fn statement(
        &mut self,
        kind: &StmtKind,
        mut before: Clocks,
        iterators: &mut Iterators,
    ) -> Exits {
        match kind {
            // A copy also overwrites; what it reads is recorded as a copy.
            StmtKind::SetClock { target, .. } => {
                before.extend(covered(self.network, target, iterators));
                Exits { end: Some(before), returned: None }
            }
            StmtKind::Call { function, .. } => {
                before.append(&mut self.call(*function));
                Exits { end: Some(before), returned: None }
            }
            StmtKind::If { then, otherwise, .. } => {
                let then = self.statements(then, before.clone(), iterators);
                let otherwise = self.statements(otherwise, before, iterators);
                Exits {
                    end: either(then.end, otherwise.end),
                    returned: either(then.returned, otherwise.returned),
                }
            }
            // Perhaps not even once.
            StmtKind::While { body, .. } => {
                let returned = may_return(body).then(|| before.clone());
                Exits { end: Some(before), returned }
            }
            // At least once. A return in a later round has set at least what one in the first has.
            StmtKind::DoWhile { body, .. } => self.statements(body, before, iterators),
            StmtKind::ForEach { variable, domain, body } if domain.size() > 0 => {
                // A return may happen in the first round, for some value of the iterator.
                let returned = may_return(body).then(|| before.clone());
                iterators.push((*variable, *domain));
                let end = self.statements(body, before, iterators).end;
                iterators.pop();
                Exits { end, returned }
            }
            StmtKind::Return => Exits { end: None, returned: Some(before) },
            StmtKind::ForEach { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Assert(_) => Exits { end: Some(before), returned: None },
        }
    }
}

fn may_return(statements: &[Stmt]) -> bool {
    struct ReturnFinder(bool);
    impl Visitor for ReturnFinder {
        fn stmt(&mut self, stmt: &Stmt) {
            self.0 |= stmt.kind == StmtKind::Return;
            walk_stmt(self, stmt);
        }
    }
    let mut finder = ReturnFinder(false);
    statements.iter().for_each(|stmt| finder.stmt(stmt));
    finder.0
}

/// What is set on both of two ways, as far as there are two.
fn either(left: Option<Clocks>, right: Option<Clocks>) -> Option<Clocks> {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.intersection(&right).copied().collect()),
        (left, right) => left.or(right),
    }
}

/// The clocks a place certainly covers while the iterators run through their domains.
fn covered(network: &Network, place: &ClockPlace, iterators: &[(VariableId, Dim)]) -> Vec<usize> {
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
