//! Does it matter in which order things are done?
//!
//! `for (i : S)` runs through the values of `S` in ascending order, and the receivers of a broadcast update
//! in the order of the processes. A permutation changes these orders, so it is a symmetry only if the
//! order makes no difference. What is accepted here is what certainly makes none:
//!
//! * rounds (or receivers) that write different cells and read nothing that another one writes;
//! * sums: `v = v + e` (also `v = v - e`) and nothing else with `v`, if all of them raise `v` or all lower it. Then
//!   the last value is the farthest, and it is out of range after any order or after none. With steps in both
//!   directions the range could be left half way in one order and not in another;
//! * marks: `v = c`, the same constant everywhere, and `v` not read;
//! * a loop that only looks, returns the same constant whenever it returns early, and cannot be invalid: a round
//!   behind the one that returns is not evaluated.
//!
//! Invalid evaluations are part of what is done. Rounds that see nothing of each other are invalid in
//! any order or in none.

use std::collections::BTreeMap;

use network::visit::{Visitor, walk_expr, walk_stmt};
use network::{
    Argument, BinaryOp, ClockFamilyId, ClockPlace, Dim, Domain, Expr, FunctionId, Network, Origin,
    Overflow, Place, Stmt, StmtKind, Storage, VariableId,
};

use analysis::{Facts, Faults, Interval, interval};

/// Why the order may matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderMatters {
    /// The place to blame.
    pub origin: Origin,
    /// What may depend on the order: a variable, a clock, or the value returned.
    pub what: String,
}

/// How a variable is written.
#[derive(Clone, PartialEq, Debug)]
enum Write {
    /// In a cell that is this round's own: the dimension that the iterator indexes.
    Own(usize),
    /// `v = v + e`, `v = v - e`.
    Sum(Steps),
    /// `v = c`.
    Mark(i32),
    /// In any other way.
    Other,
}

/// In which directions a sum may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Steps {
    up: bool,
    down: bool,
}

impl Steps {
    /// Of `v = v + e` (or `v - e`) for a variable and the values of `e`.
    fn of(network: &Network, variable: VariableId, op: BinaryOp, by: Interval) -> Steps {
        let Interval { lower, upper } = by;
        let (lower, upper) = if op == BinaryOp::Sub { (-upper, -lower) } else { (lower, upper) };
        let domain = network.variable(variable).domain;
        if network.overflow == Overflow::Wrap {
            // Every value is in the domain, and what wraps commutes.
            if domain == Domain::ANY {
                return Steps { up: false, down: false };
            }
            // Beyond the largest integer comes the smallest: a step up may lead down.
            let wraps = i64::from(domain.upper) + upper > i64::from(i32::MAX)
                || i64::from(domain.lower) + lower < i64::from(i32::MIN);
            if wraps {
                return Steps { up: true, down: true };
            }
        }
        Steps { up: upper > 0, down: lower < 0 }
    }
}

/// Do all these writes add to a variable, in one direction?
fn are_sums(writes: &[(Write, Origin)]) -> bool {
    let steps = |(write, _): &(Write, Origin)| match write {
        Write::Sum(steps) => Some(*steps),
        Write::Own(_) | Write::Mark(_) | Write::Other => None,
    };
    let steps: Option<Vec<Steps>> = writes.iter().map(steps).collect();
    steps.is_some_and(|all| !(all.iter().any(|each| each.up) && all.iter().any(|each| each.down)))
}

/// What is done with one variable or array of clocks.
#[derive(Clone, Debug, Default)]
struct Accesses {
    writes: Vec<(Write, Origin)>,
    /// Dimensions indexed by the iterator, one for each read that has one.
    reads: Option<Vec<usize>>,
    /// There are reads without one.
    foreign_reads: bool,
    /// The constant indices of each access, by dimension.
    constants: Vec<Vec<Option<i32>>>,
}

impl Accesses {
    fn write(&mut self, own: Option<usize>, write: Write, origin: Origin, indices: &[Expr]) {
        self.writes.push((own.map_or(write, Write::Own), origin));
        self.constants.push(constant_indices(indices));
    }

    fn read(&mut self, own: Option<usize>, indices: &[Expr]) {
        self.constants.push(constant_indices(indices));
        match own {
            Some(dim) => self.reads.get_or_insert_default().push(dim),
            None => self.foreign_reads = true,
        }
    }

    fn is_unread(&self) -> bool {
        self.reads.is_none() && !self.foreign_reads
    }

    /// The place to blame.
    fn origin(&self) -> Origin {
        self.writes.last().map_or(Origin::NONE, |(_, origin)| *origin)
    }

    /// Does it not matter whether these writes come before or after what another update does?
    fn commutes_with(&self, other: &Accesses) -> bool {
        if self.writes.is_empty() || disjoint(&self.constants, &other.constants) {
            return true;
        }
        let both: Vec<_> = self.writes.iter().chain(&other.writes).cloned().collect();
        self.is_unread() && other.is_unread() && (are_sums(&both) || all_marks(&both))
    }
}

/// Collects what one round does.
struct Round<'n> {
    network: &'n Network,
    /// The loop's iterator and parameters that have its value; none for the update of a receiver.
    iterators: Vec<VariableId>,
    variables: BTreeMap<VariableId, Accesses>,
    clocks: BTreeMap<ClockFamilyId, Accesses>,
    /// Variables of functions called: theirs alone, written before they are read.
    private: Vec<VariableId>,
    returns: Vec<Origin>,
    origin: Origin,
}

impl<'n> Round<'n> {
    fn new(network: &'n Network, iterator: Option<VariableId>) -> Round<'n> {
        Round {
            network,
            iterators: iterator.into_iter().collect(),
            variables: BTreeMap::new(),
            clocks: BTreeMap::new(),
            private: Vec::new(),
            returns: Vec::new(),
            origin: Origin::NONE,
        }
    }

    fn is_iterator(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Read(place) if self.iterators.contains(&place.variable))
    }

    fn own_dim(&self, indices: &[Expr]) -> Option<usize> {
        indices.iter().position(|index| self.is_iterator(index))
    }

    fn write(&mut self, target: &Place, write: Write) {
        let (own, origin) = (self.own_dim(&target.indices), self.origin);
        let accesses = self.variables.entry(target.variable).or_default();
        accesses.write(own, write, origin, &target.indices);
        target.indices.iter().for_each(|index| self.expr(index));
    }

    fn set_clock(&mut self, target: &ClockPlace, source: Option<&ClockPlace>, offset: &Expr) {
        if let Some(source) = source {
            let own = self.own_dim(&source.indices);
            self.clocks.entry(source.family).or_default().read(own, &source.indices);
        }
        let write = match (source, offset) {
            (None, Expr::Const(value)) => Write::Mark(*value),
            _ => Write::Other,
        };
        let (own, origin) = (self.own_dim(&target.indices), self.origin);
        let accesses = self.clocks.entry(target.family).or_default();
        accesses.write(own, write, origin, &target.indices);
    }

    fn assign(&mut self, target: &Place, value: &Expr) {
        if let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) = value
            && **left == Expr::Read(target.clone())
        {
            let by = interval(self.network, right);
            let steps = Steps::of(self.network, target.variable, *op, by);
            self.write(target, Write::Sum(steps));
            self.expr(right);
            return;
        }
        let write = match value {
            Expr::Const(value) => Write::Mark(*value),
            _ => Write::Other,
        };
        self.write(target, write);
        self.expr(value);
    }

    fn call(&mut self, id: FunctionId, arguments: &[Argument]) {
        let function = self.network.function(id);
        let known = self.iterators.len();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let passes = matches!(argument, Argument::Value(value) if self.is_iterator(value));
            if passes && !function.body.iter().any(|stmt| writes_in(stmt, *parameter)) {
                self.iterators.push(*parameter);
            }
        }
        let frame = function.parameters.iter().chain(&function.locals).chain(&function.results);
        self.private.extend(frame);
        // The returns of a callee are its own affair.
        let returns = std::mem::take(&mut self.returns);
        function.body.iter().for_each(|stmt| self.stmt(stmt));
        self.returns = returns;
        self.iterators.truncate(known);
    }
}

/// The constants among indices.
fn constant_indices(indices: &[Expr]) -> Vec<Option<i32>> {
    let constant = |index: &Expr| match index {
        Expr::Const(value) => Some(*value),
        _ => None,
    };
    indices.iter().map(constant).collect()
}

/// Do two sets of accesses never touch the same cell, because some index is always a different constant?
fn disjoint(left: &[Vec<Option<i32>>], right: &[Vec<Option<i32>>]) -> bool {
    let dims = left.iter().chain(right).map(Vec::len).min().unwrap_or(0);
    (0..dims).any(|dim| {
        let constants = |accesses: &[Vec<Option<i32>>]| {
            accesses.iter().map(|indices| indices[dim]).collect::<Option<Vec<i32>>>()
        };
        match (constants(left), constants(right)) {
            (Some(left), Some(right)) => left.iter().all(|index| !right.contains(index)),
            _ => false,
        }
    })
}

impl Visitor for Round<'_> {
    fn place(&mut self, place: &Place) {
        let own = self.own_dim(&place.indices);
        self.variables.entry(place.variable).or_default().read(own, &place.indices);
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn expr(&mut self, expr: &Expr) {
        if !self.is_iterator(expr) {
            walk_expr(self, expr);
        }
    }

    fn clock(&mut self, place: &ClockPlace) {
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if stmt.origin != Origin::NONE {
            self.origin = stmt.origin;
        }
        match &stmt.kind {
            StmtKind::Assign { target, value } => self.assign(target, value),
            StmtKind::Copy { target, source } => {
                self.write(target, Write::Other);
                self.place(source);
            }
            StmtKind::SetClock { target, source, offset } => {
                self.set_clock(target, source.as_ref(), offset);
                walk_stmt(self, stmt);
            }
            StmtKind::Call { function, arguments } => {
                for argument in arguments {
                    match argument {
                        Argument::Value(value) => self.expr(value),
                        Argument::Block(place) => self.place(place),
                    }
                }
                self.call(*function, arguments);
            }
            StmtKind::ForEach { variable, .. } => {
                self.private.push(*variable);
                walk_stmt(self, stmt);
            }
            StmtKind::Return => self.returns.push(self.origin),
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Assert(_) => walk_stmt(self, stmt),
        }
    }
}

/// Can the rounds of a loop be done in any order? The loop is given by its iterator and its body; `outside` is the rest of the function, which tells
/// whether a temporary variable is used after the loop.
pub(crate) fn loop_commutes(
    network: &Network,
    (iterator, domain): (VariableId, Dim),
    body: &[Stmt],
    outside: &[Stmt],
) -> Result<(), OrderMatters> {
    let mut round = Round::new(network, Some(iterator));
    body.iter().for_each(|stmt| round.stmt(stmt));
    let private = std::mem::take(&mut round.private);
    for (variable, accesses) in &round.variables {
        let name = &network.variable(*variable).name;
        let temporary = || is_temporary(network, *variable, body, outside);
        if private.contains(variable) || independent(accesses) || temporary() {
            continue;
        }
        // The value that an early return hands over is judged with the returns.
        return Err(OrderMatters { origin: accesses.origin(), what: name.clone() });
    }
    if let Some((family, accesses)) = round.clocks.iter().find(|(_, each)| !independent(each)) {
        let what = network.clock_family(*family).name.clone();
        return Err(OrderMatters { origin: accesses.origin(), what });
    }
    let may_fault = || {
        let mut facts = Facts::default();
        facts.bind(iterator, domain);
        Faults::given(network, facts).block(body)
    };
    match round.returns.first() {
        None => Ok(()),
        Some(_) if returns_only_look(&round) && !may_fault() => Ok(()),
        Some(origin) => Err(OrderMatters { origin: *origin, what: "the early return".to_owned() }),
    }
}

/// A loop with early returns must do nothing else: marks of one constant in scratch variables (the result).
fn returns_only_look(round: &Round<'_>) -> bool {
    round.clocks.is_empty()
        && round.variables.iter().all(|(variable, accesses)| {
            let scratch = round.network.variable(*variable).storage == Storage::Scratch;
            accesses.writes.is_empty()
                || (scratch
                    && accesses.writes.iter().all(|(write, _)| matches!(write, Write::Mark(_))))
        })
}

fn all_marks(writes: &[(Write, Origin)]) -> bool {
    let mut marks = writes.iter().map(|(write, _)| write);
    let Some(first @ Write::Mark(_)) = marks.next() else { return writes.is_empty() };
    marks.all(|write| write == first)
}

/// Do rounds not get in each other's way with this variable?
fn independent(accesses: &Accesses) -> bool {
    let writes = &accesses.writes;
    if writes.is_empty() {
        return true;
    }
    if let Some((Write::Own(dim), _)) = writes.first() {
        let same = |(write, _): &(Write, Origin)| *write == Write::Own(*dim);
        let reads = accesses.reads.iter().flatten().all(|read| read == dim);
        return writes.iter().all(same) && reads && !accesses.foreign_reads;
    }
    accesses.is_unread() && (are_sums(writes) || all_marks(writes))
}

/// A scratch variable that each round sets before using it and that nothing outside the loop reads.
fn is_temporary(network: &Network, variable: VariableId, body: &[Stmt], outside: &[Stmt]) -> bool {
    struct ReadsOutside(VariableId, bool);
    impl Visitor for ReadsOutside {
        fn place(&mut self, place: &Place) {
            self.1 |= place.variable == self.0;
            place.indices.iter().for_each(|index| self.expr(index));
        }
        fn stmt(&mut self, stmt: &Stmt) {
            match &stmt.kind {
                // Writing is not reading; and the loop itself is looked at separately.
                StmtKind::Assign { target, value } => {
                    target.indices.iter().for_each(|index| self.expr(index));
                    self.expr(value);
                }
                // All that these mention counts as read.
                StmtKind::Copy { .. }
                | StmtKind::SetClock { .. }
                | StmtKind::Call { .. }
                | StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::ForEach { .. }
                | StmtKind::Return
                | StmtKind::Assert(_) => walk_stmt(self, stmt),
            }
        }
    }
    if network.variable(variable).storage != Storage::Scratch {
        return false;
    }
    let reads_in = |statements: &[Stmt]| {
        let mut reads = ReadsOutside(variable, false);
        statements.iter().for_each(|stmt| reads.stmt(stmt));
        reads.1
    };
    // The first statement of the round that mentions it must set it.
    let first = body.iter().find(|stmt| {
        let sets =
            matches!(&stmt.kind, StmtKind::Assign { target, .. } if target.variable == variable);
        sets || reads_in(std::slice::from_ref(stmt)) || writes_in(stmt, variable)
    });
    let set_first = first.is_some_and(|stmt| {
        matches!(&stmt.kind, StmtKind::Assign { target, value }
            if *target == Place::whole(variable) && !reads_in_expr(value, variable))
    });
    set_first && !reads_in(outside)
}

fn reads_in_expr(expr: &Expr, variable: VariableId) -> bool {
    struct ReadsInExpr(VariableId, bool);
    impl Visitor for ReadsInExpr {
        fn place(&mut self, place: &Place) {
            self.1 |= place.variable == self.0;
            place.indices.iter().for_each(|index| self.expr(index));
        }
    }
    let mut reads = ReadsInExpr(variable, false);
    reads.expr(expr);
    reads.1
}

fn writes_in(stmt: &Stmt, variable: VariableId) -> bool {
    struct Writes(VariableId, bool);
    impl Visitor for Writes {
        fn stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } = &stmt.kind {
                self.1 |= target.variable == self.0;
            }
            walk_stmt(self, stmt);
        }
    }
    let mut writes = Writes(variable, false);
    writes.stmt(stmt);
    writes.1
}

/// Can two updates be done in either order?
pub(crate) fn updates_commute(
    network: &Network,
    left: &[Stmt],
    right: &[Stmt],
) -> Result<(), OrderMatters> {
    let collect = |statements: &[Stmt]| {
        let mut round = Round::new(network, None);
        statements.iter().for_each(|stmt| round.stmt(stmt));
        round
    };
    let (left, right) = (collect(left), collect(right));
    for (one, other) in [(&left, &right), (&right, &left)] {
        for (variable, accesses) in &one.variables {
            let scratch = network.variable(*variable).storage == Storage::Scratch;
            let Some(theirs) = other.variables.get(variable) else { continue };
            if one.private.contains(variable) || scratch || accesses.commutes_with(theirs) {
                continue;
            }
            let what = network.variable(*variable).name.clone();
            return Err(OrderMatters { origin: accesses.origin(), what });
        }
        for (family, accesses) in &one.clocks {
            let Some(theirs) = other.clocks.get(family) else { continue };
            if !accesses.commutes_with(theirs) {
                let what = network.clock_family(*family).name.clone();
                return Err(OrderMatters { origin: accesses.origin(), what });
            }
        }
    }
    Ok(())
}
