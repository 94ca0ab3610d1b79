//! Loops over all ids whose rounds do not depend on each other.
//!
//! Each round may write what belongs to its id, and whether some round does a thing may be noted (`found = true`, or
//! `return true`). The first does to a few members what it does to them among all; the second is a quantifier. Other loops
//! depend on the order of ids, or count.

use std::collections::{BTreeMap, BTreeSet};

use super::look::{Look, Wanted};
use crate::expr::{BinaryOp, Expr, Place};
use crate::guard::ClockPlace;
use crate::ids::VariableId;
use crate::network::Network;
use crate::stmt::{Argument, Stmt, StmtKind};
use crate::visit::{Visitor, walk_expr, walk_stmt};

const DEPENDENT: &str = "the rounds of a loop over all ids depend on each other, on their order, or count processes: \
                         use a quantifier, or write only what belongs to the id of the round";

/// How often statements assign to each variable, with the functions they call.
pub(super) fn count_assignments(
    network: &Network,
    statements: &[Stmt],
    found: &mut BTreeMap<VariableId, usize>,
) {
    let mut writes = Assignments { network, found };
    statements.iter().for_each(|statement| writes.stmt(statement));
}

struct Assignments<'n, 'm> {
    network: &'n Network,
    found: &'m mut BTreeMap<VariableId, usize>,
}

impl Visitor for Assignments<'_, '_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } => {
                *self.found.entry(target.variable).or_default() += 1;
            }
            StmtKind::Call { function, .. } => {
                let body = &self.network.function(*function).body;
                body.iter().for_each(|stmt| self.stmt(stmt));
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }
}

/// Does an expression read one of these variables?
pub(super) fn mentions(expr: &Expr, variables: &[VariableId]) -> bool {
    struct Mentions<'v>(&'v [VariableId], bool);
    impl Visitor for Mentions<'_> {
        fn place(&mut self, place: &Place) {
            self.1 |= self.0.contains(&place.variable);
            place.indices.iter().for_each(|index| self.expr(index));
        }
    }
    let mut mentions = Mentions(variables, false);
    mentions.expr(expr);
    mentions.1
}

/// What the rounds of a loop do.
#[derive(Default)]
struct Rounds {
    /// For each variable, the indices of each read and write.
    touched: BTreeMap<VariableId, Vec<Vec<Expr>>>,
    /// Variables that are written, with what they are set to where that is a number that does not depend on the round.
    written: BTreeMap<VariableId, Vec<Option<i32>>>,
    /// Variables that are read other than to be set again.
    read: BTreeSet<VariableId>,
    /// Parameters, local variables and results of functions, set before they are used.
    fresh: BTreeSet<VariableId>,
    sets_own_clock: bool,
    /// How many clocks are reset that do not belong to the id of the round.
    resets: usize,
    returns: bool,
    trouble: bool,
}

/// Counts whom a loop over all ids makes one look at.
pub(super) fn over_ids(look: &mut Look<'_>, variable: VariableId, body: &[Stmt]) {
    let mut rounds = Rounds::default();
    look.bind(variable, |look| {
        let mut walk = Walk { look, variable, aliases: vec![variable], rounds: &mut rounds };
        walk.statements(body);
    });
    let mut flags = rounds.resets;
    for (written, values) in &rounds.written {
        let touched = &rounds.touched[written];
        if !rounds.returns && (rounds.fresh.contains(written) || is_own(touched, variable)) {
            continue;
        }
        let of_the_round = touched.iter().flatten().any(|index| mentions(index, &[variable]));
        let same = values.iter().all(|value| value.is_some() && *value == values[0]);
        if same && !rounds.read.contains(written) && !(rounds.returns && of_the_round) {
            flags += values.len();
        } else {
            rounds.trouble = true;
        }
    }
    let clocks_twice = rounds.sets_own_clock && rounds.resets > 0;
    let ends_early = rounds.returns && (rounds.sets_own_clock || rounds.resets > 0);
    if rounds.trouble || clocks_twice || ends_early {
        look.refuse(DEPENDENT);
    }
    look.need(flags.max(usize::from(rounds.returns)));
}

/// Is one and the same index always the id of the round?
fn is_own(touched: &[Vec<Expr>], variable: VariableId) -> bool {
    let round = Expr::variable(variable);
    let dims = touched.iter().map(Vec::len).min().unwrap_or(0);
    (0..dims).any(|dim| touched.iter().all(|indices| indices[dim] == round))
}

/// A walk over the body of a loop.
struct Walk<'w, 'l, 'i> {
    look: &'l mut Look<'i>,
    variable: VariableId,
    /// The variable of the loop, and parameters that stand for it.
    aliases: Vec<VariableId>,
    rounds: &'w mut Rounds,
}

impl Walk<'_, '_, '_> {
    /// The same index with the variable of the loop where a parameter stands for it.
    fn index(&self, index: &Expr) -> Expr {
        match index {
            Expr::Read(place)
                if place.indices.is_empty() && self.aliases.contains(&place.variable) =>
            {
                Expr::variable(self.variable)
            }
            _ => index.clone(),
        }
    }

    fn touch(&mut self, place: &Place) {
        let indices = place.indices.iter().map(|index| self.index(index)).collect();
        self.rounds.touched.entry(place.variable).or_default().push(indices);
    }

    /// Everything that an expression reads; it may not need anybody else.
    fn reads(&mut self, expr: &Expr) {
        if self.look.expr(expr, Wanted::Either) > 0 || self.look.asks_everybody(expr) {
            self.rounds.trouble = true;
        }
        let mut reads = Reads { places: Vec::new(), calls: false };
        reads.expr(expr);
        for place in reads.places {
            self.touch(&place);
            self.rounds.read.insert(place.variable);
        }
        // What a function does in the middle of an expression is not followed.
        self.rounds.trouble |= reads.calls;
    }

    fn statements(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign { target, value } => self.assign(target, value),
            StmtKind::SetClock { target, source, offset } => {
                self.clock(target, offset);
                self.rounds.trouble |= source.is_some();
            }
            StmtKind::If { condition, then, otherwise } => {
                match condition {
                    // A test by a function: it is called first.
                    Expr::After(calls, value) => {
                        self.statements(calls);
                        self.reads(value);
                    }
                    _ => self.reads(condition),
                }
                self.statements(then);
                self.statements(otherwise);
            }
            StmtKind::Call { function, arguments } => self.call(*function, arguments),
            StmtKind::Return => self.rounds.returns = true,
            StmtKind::Copy { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Assert(_) => self.rounds.trouble = true,
        }
    }

    fn assign(&mut self, target: &Place, value: &Expr) {
        self.touch(target);
        self.look.place(target);
        target.indices.iter().for_each(|index| self.reads(index));
        let written = match value {
            Expr::Const(value) => Some(*value),
            // `found = found || condition` sets it to 1, or not at all.
            Expr::Binary(op @ (BinaryOp::Or | BinaryOp::And), left, condition)
                if target.indices.is_empty() && **left == Expr::Read(target.clone()) =>
            {
                self.reads(condition);
                Some(i32::from(*op == BinaryOp::Or))
            }
            _ => {
                self.reads(value);
                None
            }
        };
        self.rounds.written.entry(target.variable).or_default().push(written);
    }

    fn clock(&mut self, place: &ClockPlace, offset: &Expr) {
        self.look.clock(place);
        place.indices.iter().for_each(|index| self.reads(index));
        self.reads(offset);
        let round = Expr::variable(self.variable);
        if place.indices.iter().any(|index| self.index(index) == round) {
            self.rounds.sets_own_clock = true;
        } else {
            self.rounds.resets += 1;
            self.rounds.trouble |= *offset != Expr::Const(0);
        }
    }

    fn call(&mut self, function: crate::FunctionId, arguments: &[Argument]) {
        for argument in arguments {
            match argument {
                Argument::Value(value) => self.reads(value),
                Argument::Block(_) => self.rounds.trouble = true,
            }
        }
        let function = self.look.instance.network.function(function);
        let parts = [&function.parameters, &function.results, &function.locals];
        self.rounds.fresh.extend(parts.into_iter().flatten());
        let round = Expr::variable(self.variable);
        let known = self.look.constant_parameters(function, arguments);
        let more = known.into_iter().filter(|(_, value)| *value == round);
        let before = self.aliases.len();
        self.aliases.extend(more.map(|(parameter, _)| parameter));
        let returns = self.rounds.returns;
        let outside = self.look.enter(function, arguments);
        self.statements(&function.body);
        self.look.leave(outside);
        // It leaves the function, not the loop.
        self.rounds.returns = returns;
        self.aliases.truncate(before);
    }
}

/// The cells an expression reads.
struct Reads {
    places: Vec<Place>,
    calls: bool,
}

impl Visitor for Reads {
    fn expr(&mut self, expr: &Expr) {
        self.calls |= matches!(expr, Expr::After(..));
        walk_expr(self, expr);
    }

    fn place(&mut self, place: &Place) {
        self.places.push(place.clone());
        place.indices.iter().for_each(|index| self.expr(index));
    }
}
