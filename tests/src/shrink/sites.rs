//! Every place in a case where something stands that could be simpler.

use network::{
    Along, Argument, ChannelPlace, ClockConstraint, ClockPlace, Expr, Formula, Goal, Guard, Place,
    Process, QueryKind, Stmt, StmtKind, Term, VariableId,
};

use super::Case;

pub(super) enum Site<'a> {
    Expr(&'a mut Expr),
    Statements(&'a mut Vec<Stmt>),
    Constraints(&'a mut Vec<ClockConstraint>),
    Goal(&'a mut Goal),
    Variable(&'a mut VariableId),
    Clock(&'a mut ClockPlace),
    Channel(&'a mut ChannelPlace),
}

/// Visits every site, outer ones before what they contain.
pub(super) fn visit(case: &mut Case, visitor: &mut dyn FnMut(Site<'_>)) {
    let mut walk = Walk { visitor };
    for process in &mut case.network.processes {
        walk.process(process);
    }
    walk.statements(&mut case.network.before_update);
    walk.statements(&mut case.network.after_update);
    for function in &mut case.network.functions {
        let names = function.parameters.iter_mut().chain(&mut function.results);
        names.chain(&mut function.locals).for_each(|id| walk.variable(id));
        walk.statements(&mut function.body);
    }
    walk.query(&mut case.query.kind);
}

struct Walk<'v> {
    visitor: &'v mut dyn FnMut(Site<'_>),
}

impl Walk<'_> {
    fn process(&mut self, process: &mut Process) {
        for location in &mut process.locations {
            self.guard(&mut location.invariant);
        }
        for edge in &mut process.edges {
            edge.selects.iter_mut().for_each(|select| self.variable(&mut select.variable));
            self.guard(&mut edge.guard);
            if let Some(sync) = &mut edge.sync {
                (self.visitor)(Site::Channel(&mut sync.channel));
                sync.channel.indices.iter_mut().for_each(|index| self.expr(index));
            }
            self.statements(&mut edge.update);
        }
    }

    fn query(&mut self, kind: &mut QueryKind) {
        match kind {
            QueryKind::Reachable(goal)
            | QueryKind::Invariant(goal)
            | QueryKind::PotentiallyAlways(goal)
            | QueryKind::Eventually(goal)
            | QueryKind::Cheapest { goal, .. } => self.goal(goal),
            QueryKind::LeadsTo(first, second) => {
                self.goal(first);
                self.goal(second);
            }
            QueryKind::Optimum { within, terms, .. } => {
                self.goal(within);
                for term in terms {
                    match term {
                        Term::Int { value, .. } => self.expr(value),
                        Term::Clock { left, right, .. } => {
                            self.clock(left);
                            right.iter_mut().for_each(|right| self.clock(right));
                        }
                    }
                }
            }
            QueryKind::Branching(formula) => self.formula(formula),
            QueryKind::Unsupported(_) | QueryKind::Wrong(_) => {}
        }
    }

    fn formula(&mut self, formula: &mut Formula) {
        match formula {
            Formula::Goal(goal) => self.goal(goal),
            Formula::Not(part) => self.formula(part),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter_mut().for_each(|part| self.formula(part));
            }
            Formula::Same(left, right) => {
                self.formula(left);
                self.formula(right);
            }
            Formula::Some(along) | Formula::All(along) | Formula::Control(along) => match along {
                Along::Eventually(part) | Along::Always(part) | Along::Within(part, _) => {
                    self.formula(part);
                }
                Along::Until(first, second) | Along::WeakUntil(first, second) => {
                    self.formula(first);
                    self.formula(second);
                }
            },
        }
    }

    fn goal(&mut self, goal: &mut Goal) {
        (self.visitor)(Site::Goal(goal));
        match goal {
            Goal::And(parts) | Goal::Or(parts) => parts.iter_mut().for_each(|part| self.goal(part)),
            Goal::Not(part) => self.goal(part),
            Goal::Holds(condition) => self.expr(condition),
            Goal::Clock(constraint) => self.constraint(constraint),
            Goal::Deadlock => {}
        }
    }

    fn guard(&mut self, guard: &mut Guard) {
        self.expr(&mut guard.condition);
        (self.visitor)(Site::Constraints(&mut guard.clocks));
        guard.clocks.iter_mut().for_each(|each| self.constraint(each));
    }

    fn constraint(&mut self, constraint: &mut ClockConstraint) {
        self.expr(&mut constraint.when);
        constraint.left.iter_mut().for_each(|clock| self.clock(clock));
        constraint.right.iter_mut().for_each(|clock| self.clock(clock));
        self.expr(&mut constraint.bound);
    }

    fn clock(&mut self, place: &mut ClockPlace) {
        (self.visitor)(Site::Clock(place));
        place.indices.iter_mut().for_each(|index| self.expr(index));
    }

    fn variable(&mut self, id: &mut VariableId) {
        (self.visitor)(Site::Variable(id));
    }

    fn place(&mut self, place: &mut Place) {
        self.variable(&mut place.variable);
        place.indices.iter_mut().for_each(|index| self.expr(index));
    }

    fn expr(&mut self, expr: &mut Expr) {
        (self.visitor)(Site::Expr(expr));
        match expr {
            Expr::Const(_) | Expr::At(..) | Expr::LocationOf(_) => {}
            Expr::Read(place) => self.place(place),
            Expr::Unary(_, operand) => self.expr(operand),
            Expr::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::Cond(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| self.expr(part));
            }
            Expr::Quantified { variable, body, .. } => {
                self.variable(variable);
                self.expr(body);
            }
            Expr::BlocksEqual(left, right) => {
                self.place(left);
                self.place(right);
            }
            Expr::After(statements, value) => {
                // The call and its result belong together: neither is a site of its own.
                statements.iter_mut().for_each(|stmt| self.statement(stmt));
                if let Expr::Read(place) = &mut **value {
                    self.place(place);
                }
            }
        }
    }

    fn statements(&mut self, statements: &mut Vec<Stmt>) {
        (self.visitor)(Site::Statements(statements));
        statements.iter_mut().for_each(|stmt| self.statement(stmt));
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Assign { target, value } => {
                self.place(target);
                self.expr(value);
            }
            StmtKind::Copy { target, source } => {
                self.place(target);
                self.place(source);
            }
            StmtKind::SetClock { target, source, offset } => {
                self.clock(target);
                source.iter_mut().for_each(|source| self.clock(source));
                self.expr(offset);
            }
            StmtKind::Call { arguments, .. } => {
                for argument in arguments {
                    match argument {
                        Argument::Value(value) => self.expr(value),
                        Argument::Block(place) => self.place(place),
                    }
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.expr(condition);
                self.statements(body);
            }
            StmtKind::ForEach { variable, body, .. } => {
                self.variable(variable);
                self.statements(body);
            }
            StmtKind::Return => {}
            StmtKind::Assert(condition) => self.expr(condition),
        }
    }
}
