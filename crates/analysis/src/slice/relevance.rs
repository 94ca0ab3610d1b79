//! What the answer of a query depends on: the least set that contains what the query and the conditions of the
//! network read, and with anything all that decides its value.

use network::visit::{Visitor, walk_constraint, walk_expr, walk_goal, walk_guard, walk_stmt};
use network::{
    Argument, ClockConstraint, ClockPlace, Expr, FunctionId, Network, Place, QueryKind, Stmt,
    StmtKind, Term, VariableId,
};

use super::extent::Extent;
use super::suspects::Suspects;

/// What is needed. Everything else may be left out.
pub(super) struct Relevance<'n> {
    pub(super) network: &'n Network,
    pub(super) suspects: Suspects,
    pub(super) variables: Vec<bool>,
    pub(super) clocks: Vec<bool>,
    pub(super) processes: Vec<bool>,
    /// Functions in which something is done that is needed.
    live: Vec<bool>,
    /// Functions that do something needed beyond their own parameters, locals and results.
    lasting: Vec<bool>,
    /// Functions that are called from what is needed.
    called: Vec<bool>,
    /// Has anything been added since somebody looked?
    grew: bool,
}

impl<'n> Relevance<'n> {
    pub(super) fn of(network: &'n Network, kind: &QueryKind, extent: Extent) -> Relevance<'n> {
        let functions = network.functions.len();
        let everybody = extent != Extent::Processes;
        let mut relevance = Relevance {
            network,
            suspects: Suspects::of(network, kind),
            variables: vec![false; network.variables.len()],
            clocks: vec![false; network.clocks.len()],
            processes: vec![everybody; network.processes.len()],
            live: vec![false; functions],
            lasting: vec![false; functions],
            called: vec![false; functions],
            grew: true,
        };
        relevance.asked(kind);
        while std::mem::take(&mut relevance.grew) {
            relevance.round();
        }
        relevance
    }

    /// What the query reads.
    fn asked(&mut self, kind: &QueryKind) {
        for goal in kind.goals() {
            walk_goal(&mut Needs(self), goal);
        }
        for term in kind.terms() {
            match term {
                Term::Int { value, .. } => Needs(self).expr(value),
                Term::Clock { left, right, .. } => {
                    Needs(self).clock(left);
                    right.iter().for_each(|place| Needs(self).clock(place));
                }
            }
        }
    }

    fn round(&mut self) {
        let network = self.network;
        // Functions call only those before them.
        for (number, function) in network.functions.iter().enumerate() {
            let live = function.body.iter().any(|stmt| self.keeps(stmt));
            note(&mut self.live[number], live, &mut self.grew);
            let lasting = function.body.iter().any(|stmt| self.lasts(stmt, Some(number)));
            note(&mut self.lasting[number], lasting, &mut self.grew);
            if self.called[number] {
                self.require_block(&function.body, self.live[number]);
            }
        }
        for (number, process) in network.processes.iter().enumerate() {
            if !self.processes[number] && self.is_needed(number) {
                note(&mut self.processes[number], true, &mut self.grew);
            }
            if !self.processes[number] {
                continue;
            }
            for location in &process.locations {
                walk_guard(&mut Needs(self), &location.invariant);
                for rate in &location.rates {
                    if self.keeps_rate(number, rate) {
                        Needs(self).expr(&rate.when);
                        Needs(self).clock(&rate.clock);
                        Needs(self).expr(&rate.rate);
                    }
                }
            }
            for edge in &process.edges {
                walk_guard(&mut Needs(self), &edge.guard);
                edge.sync.iter().for_each(|sync| Needs(self).channel(&sync.channel));
                self.require_block(&edge.update, false);
            }
        }
        self.require_block(&network.before_update, false);
        self.require_block(&network.after_update, false);
    }

    /// A rate counts if its clock does, or if it may be invalid.
    pub(super) fn keeps_rate(&self, process: usize, rate: &network::guard::Rate) -> bool {
        self.clocks[rate.clock.family.index()] || self.suspects.has_process(process)
    }

    /// Must the statement stay?
    pub(super) fn keeps(&self, stmt: &Stmt) -> bool {
        if self.suspects.has(stmt) {
            return true;
        }
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.variables[target.variable.index()]
                    || self.any_acts(&target.indices)
                    || self.acts(value)
            }
            StmtKind::Copy { target, source } => {
                self.variables[target.variable.index()]
                    || self.any_acts(&target.indices)
                    || self.any_acts(&source.indices)
            }
            StmtKind::SetClock { target, source, offset } => {
                self.clocks[target.family.index()]
                    || self.any_acts(&target.indices)
                    || source.iter().any(|source| self.any_acts(&source.indices))
                    || self.acts(offset)
            }
            StmtKind::Call { function, arguments } => {
                self.live[function.index()] || self.any_argument_acts(arguments)
            }
            StmtKind::If { condition, then, otherwise } => {
                self.acts(condition) || then.iter().chain(otherwise).any(|stmt| self.keeps(stmt))
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.acts(condition) || body.iter().any(|stmt| self.keeps(stmt))
            }
            StmtKind::ForEach { body, .. } => body.iter().any(|stmt| self.keeps(stmt)),
            StmtKind::Return => false,
            StmtKind::Assert(condition) => self.acts(condition),
        }
    }

    /// The same in a function of which something stays: there, where control leaves it matters too.
    pub(super) fn keeps_in(&self, stmt: &Stmt, in_live_function: bool) -> bool {
        self.keeps(stmt) || (in_live_function && returns(stmt))
    }

    /// Is it called from anything that stays?
    pub(super) fn is_called(&self, function: usize) -> bool {
        self.called[function]
    }

    pub(super) fn is_live(&self, function: usize) -> bool {
        self.live[function]
    }

    /// Must this argument be evaluated, for this parameter?
    pub(super) fn keeps_argument(&self, call: &Stmt, parameter: VariableId, value: &Expr) -> bool {
        self.variables[parameter.index()] || self.suspects.has(call) || self.acts(value)
    }

    fn any_acts(&self, expressions: &[Expr]) -> bool {
        expressions.iter().any(|expr| self.acts(expr))
    }

    fn any_argument_acts(&self, arguments: &[Argument]) -> bool {
        arguments.iter().any(|argument| match argument {
            Argument::Value(value) => self.acts(value),
            Argument::Block(place) => self.any_acts(&place.indices),
        })
    }

    /// Does evaluating an expression do something needed, besides giving a value?
    fn acts(&self, expr: &Expr) -> bool {
        let mut actions = Actions { relevance: self, found: false };
        actions.expr(expr);
        actions.found
    }

    /// Does a statement do something needed that outlasts the function it stands in?
    fn lasts(&self, stmt: &Stmt, function: Option<usize>) -> bool {
        let own = |variable: VariableId| {
            function.is_some_and(|function| {
                let function = &self.network.functions[function];
                let mut own = function.parameters.iter().chain(&function.locals);
                own.any(|each| *each == variable) || function.results.contains(&variable)
            })
        };
        let mut lasts = Lasts { relevance: self, own: &own, found: false };
        lasts.stmt(stmt);
        lasts.found
    }

    pub(super) fn require_block(&mut self, statements: &'n [Stmt], in_live_function: bool) {
        for stmt in statements {
            if self.keeps_in(stmt, in_live_function) {
                self.require(stmt, in_live_function);
            }
        }
    }

    /// What a statement that stays depends on.
    fn require(&mut self, stmt: &'n Stmt, in_live_function: bool) {
        match &stmt.kind {
            StmtKind::Call { function, arguments } => {
                self.call(*function);
                let parameters = &self.network.function(*function).parameters;
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    match argument {
                        Argument::Value(value) => {
                            if self.keeps_argument(stmt, *parameter, value) {
                                Needs(self).place(&Place::whole(*parameter));
                                Needs(self).expr(value);
                            }
                        }
                        Argument::Block(place) => {
                            Needs(self).place(&Place::whole(*parameter));
                            Needs(self).place(place);
                        }
                    }
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                Needs(self).expr(condition);
                self.require_block(then, in_live_function);
                self.require_block(otherwise, in_live_function);
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                Needs(self).expr(condition);
                self.require_block(body, in_live_function);
            }
            StmtKind::ForEach { body, .. } => self.require_block(body, in_live_function),
            StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::SetClock { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => walk_stmt(&mut Needs(self), stmt),
        }
    }

    fn call(&mut self, function: FunctionId) {
        note(&mut self.called[function.index()], true, &mut self.grew);
    }
}

fn note(flag: &mut bool, value: bool, grew: &mut bool) {
    if value && !*flag {
        *flag = true;
        *grew = true;
    }
}

/// Does control leave the function somewhere in the statement?
fn returns(stmt: &Stmt) -> bool {
    let any = |statements: &[Stmt]| statements.iter().any(returns);
    match &stmt.kind {
        StmtKind::Return => true,
        StmtKind::If { then, otherwise, .. } => any(then) || any(otherwise),
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::ForEach { body, .. } => any(body),
        StmtKind::Assign { .. }
        | StmtKind::Copy { .. }
        | StmtKind::SetClock { .. }
        | StmtKind::Call { .. }
        | StmtKind::Assert(_) => false,
    }
}

/// Adds all that is read. Statements inside expressions stay as they are, so what they write is added too.
struct Needs<'a, 'n>(&'a mut Relevance<'n>);

impl Visitor for Needs<'_, '_> {
    fn place(&mut self, place: &Place) {
        note(&mut self.0.variables[place.variable.index()], true, &mut self.0.grew);
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn clock(&mut self, place: &ClockPlace) {
        note(&mut self.0.clocks[place.family.index()], true, &mut self.0.grew);
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn expr(&mut self, expr: &Expr) {
        if let Expr::At(process, _) | Expr::LocationOf(process) = expr {
            note(&mut self.0.processes[process.index()], true, &mut self.0.grew);
        }
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Call { function, .. } = &stmt.kind {
            self.0.call(*function);
            for parameter in &self.0.network.function(*function).parameters {
                note(&mut self.0.variables[parameter.index()], true, &mut self.0.grew);
            }
        }
        walk_stmt(self, stmt);
    }

    fn constraint(&mut self, constraint: &ClockConstraint) {
        walk_constraint(self, constraint);
    }
}

/// Looks for something needed that an expression does.
struct Actions<'a, 'n> {
    relevance: &'a Relevance<'n>,
    found: bool,
}

impl Visitor for Actions<'_, '_> {
    fn stmt(&mut self, stmt: &Stmt) {
        self.found |= self.relevance.lasts(stmt, None);
    }
}

/// Looks for something needed that outlasts a function.
struct Lasts<'a, 'n> {
    relevance: &'a Relevance<'n>,
    own: &'a dyn Fn(VariableId) -> bool,
    found: bool,
}

impl Visitor for Lasts<'_, '_> {
    fn stmt(&mut self, stmt: &Stmt) {
        self.found |= self.relevance.suspects.has(stmt);
        match &stmt.kind {
            StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } => {
                let variable = target.variable;
                self.found |= self.relevance.variables[variable.index()] && !(self.own)(variable);
            }
            StmtKind::SetClock { target, .. } => {
                self.found |= self.relevance.clocks[target.family.index()];
            }
            StmtKind::Call { function, .. } => {
                self.found |= self.relevance.lasting[function.index()];
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => {}
        }
        walk_stmt(self, stmt);
    }
}
