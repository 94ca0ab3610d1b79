//! Updates, with functions written out in their places.

use orrery::network::{Argument, Expr, FunctionId, Stmt, StmtKind, Storage, VariableId};
use orrery::syntax::Span;
use orrery::syntax::tck::{self, BinaryOp};

use super::expressions::Scope;
use super::names::ident;
use super::places::Kept;
use super::terms::{binary, int, value, variable};
use super::unsayable::{Said, unsayable};

/// Statements of the other format.
type Out = Vec<tck::Stmt>;

fn push(out: &mut Out, kind: tck::StmtKind) {
    out.push(tck::Stmt { kind, span: Span::default() });
}

impl<'a> Scope<'a> {
    pub(super) fn update(&self, statements: &'a [Stmt]) -> Said<Out> {
        let mut out = Vec::new();
        self.clone().sequence(&statements.iter().collect::<Vec<_>>(), &mut out)?;
        Ok(out)
    }

    /// Statements up to a return. Where only one branch of a condition returns, the rest moves into the
    /// other.
    fn sequence(&mut self, statements: &[&'a Stmt], out: &mut Out) -> Said<()> {
        for (number, statement) in statements.iter().enumerate() {
            let rest = &statements[number + 1..];
            match &statement.kind {
                StmtKind::Return => return Ok(()),
                StmtKind::If { condition, then, otherwise }
                    if has_return(then) || has_return(otherwise) =>
                {
                    let condition = self.condition(condition)?;
                    let branch = |branch: &'a [Stmt]| {
                        let mut all: Vec<&Stmt> = branch.iter().collect();
                        all.extend(rest);
                        let mut inside = Vec::new();
                        self.clone().sequence(&all, &mut inside).map(|()| inside)
                    };
                    let kind = tck::StmtKind::If(condition, branch(then)?, branch(otherwise)?);
                    push(out, kind);
                    return Ok(());
                }
                _ => self.statement(statement, out)?,
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'a Stmt, out: &mut Out) -> Said<()> {
        match &statement.kind {
            StmtKind::Assign { target, value } => {
                let mut indices = Vec::with_capacity(target.indices.len());
                for index in &target.indices {
                    indices.push(self.evaluated(index, out)?);
                }
                let value = self.evaluated(value, out)?;
                self.assign(target.variable, &indices, 0, value, out)
            }
            StmtKind::Copy { target, source } => {
                let indices = self.terms(&target.indices)?;
                for further in 0..self.cells_of(target) {
                    let value = self.cell(source, further)?;
                    self.assign(target.variable, &indices, further, value, out)?;
                }
                Ok(())
            }
            StmtKind::SetClock { target, source, offset } => {
                let offset = self.evaluated(offset, out)?;
                let value = match source {
                    Some(source) => binary(BinaryOp::Add, self.clock(source)?, offset),
                    None => offset,
                };
                push(out, tck::StmtKind::Assign(self.clock(target)?, value));
                Ok(())
            }
            StmtKind::Call { function, arguments } => {
                self.call(*function, arguments, out).map(|_| ())
            }
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let kind =
                    tck::StmtKind::If(condition, self.update(then)?, self.update(otherwise)?);
                push(out, kind);
                Ok(())
            }
            StmtKind::Assert(_) => unsayable("an assertion", statement.origin),
            StmtKind::Return => Ok(()),
            StmtKind::ForEach { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. } => {
                if has_return(body) {
                    return unsayable("a return from inside a loop", statement.origin);
                }
                self.repeat(statement, out)
            }
        }
    }

    fn repeat(&mut self, statement: &'a Stmt, out: &mut Out) -> Said<()> {
        match &statement.kind {
            StmtKind::ForEach { variable, domain, body } => {
                for round in self.instances(*variable, *domain)? {
                    out.extend(round.update(body)?);
                }
            }
            StmtKind::While { condition, body } => {
                push(out, tck::StmtKind::While(self.condition(condition)?, self.update(body)?));
            }
            StmtKind::DoWhile { body, condition } => {
                let round = self.update(body)?;
                out.extend(round.clone());
                push(out, tck::StmtKind::While(self.condition(condition)?, round));
            }
            _ => {}
        }
        Ok(())
    }

    /// A value. Statements inside it that change something are done before it.
    fn evaluated(&mut self, value: &'a Expr, out: &mut Out) -> Said<tck::Expr> {
        let term = self.term(value);
        let Expr::After(statements, result) = value else { return term };
        if term.is_ok() {
            return term;
        }
        match &**statements {
            [Stmt { kind: StmtKind::Call { function, arguments }, .. }] => {
                self.call(*function, arguments, out)?.term(result)
            }
            several => {
                self.sequence(&several.iter().collect::<Vec<_>>(), out)?;
                self.term(result)
            }
        }
    }

    /// Writes out a function; its parameters and variables become local ones of their own.
    fn call(
        &self,
        function: FunctionId,
        arguments: &'a [Argument],
        out: &mut Out,
    ) -> Said<Scope<'a>> {
        let function = self.network().function(function);
        let mut inner = self.entered(function, arguments)?;
        let first = self.bindings.len();
        for (bound, term) in &mut inner.bindings[first..] {
            let name = &self.network().variable(*bound).name;
            *term = self.kept_locally(name, term.clone(), out);
        }
        inner.sequence(&function.body.iter().collect::<Vec<_>>(), out)?;
        Ok(inner)
    }

    /// A local variable that starts with this value.
    fn kept_locally(&self, wanted: &str, term: tck::Expr, out: &mut Out) -> tck::Expr {
        let name = self.world.names.borrow_mut().fresh(&format!("_{wanted}"));
        push(out, tck::StmtKind::Local(ident(&name), Some(term)));
        variable(&name)
    }

    /// Assigns to the `further`th cell after these indices.
    fn assign(
        &mut self,
        target: VariableId,
        indices: &[tck::Expr],
        further: usize,
        new: tck::Expr,
        out: &mut Out,
    ) -> Said<()> {
        let known = self.network().variable(target);
        let unknown = known.storage == Storage::Scratch && self.bound(target).is_none();
        if unknown && known.dims.is_empty() {
            let local = self.kept_locally(&known.name, new, out);
            self.bindings.push((target, local));
            return Ok(());
        }
        let Kept::Cells(names) = self.places().kept(target) else {
            push(out, tck::StmtKind::Assign(self.cell_at(target, indices, further)?, new));
            return Ok(());
        };
        let further = int(i64::try_from(further).unwrap_or(0));
        let number = binary(BinaryOp::Add, self.offset(&known.dims, indices), further);
        let chosen = value(&number).and_then(|number| usize::try_from(number).ok());
        if let Some(name) = chosen.and_then(|chosen| names.get(chosen)) {
            push(out, tck::StmtKind::Assign(variable(name), new));
            return Ok(());
        }
        // Neither the index nor the value may change while the cells are gone through.
        let number = self.kept_locally("index", number, out);
        let new = self.kept_locally("value", new, out);
        for (at, name) in names.iter().enumerate() {
            let here = binary(BinaryOp::Eq, number.clone(), int(i64::try_from(at).unwrap_or(0)));
            let kind = tck::StmtKind::Assign(variable(name), new.clone());
            let assign = tck::Stmt { kind, span: Span::default() };
            push(out, tck::StmtKind::If(here, vec![assign], Vec::new()));
        }
        Ok(())
    }
}

/// Does some path return before the end?
fn has_return(statements: &[Stmt]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StmtKind::Return => true,
        StmtKind::If { then, otherwise, .. } => has_return(then) || has_return(otherwise),
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::ForEach { body, .. } => has_return(body),
        _ => false,
    })
}
