//! Functions inside expressions: executed with terms instead of numbers, as long as they change nothing.

use orrery::network::{Argument, Expr, Function, Stmt, StmtKind, Storage, VariableId};
use orrery::syntax::tck;

use super::expressions::Scope;
use super::terms::{choose, int, value};
use super::unsayable::{Said, unsayable};

/// How much is written out before a function counts as too long.
const BUDGET: usize = 20_000;

/// What is still to be done, innermost last, each with what its names stand for.
type Rest<'n> = Vec<(&'n [Stmt], Vec<(VariableId, tck::Expr)>)>;

impl<'a> Scope<'a> {
    /// The value of an expression after statements, such as the call of a function.
    pub(super) fn computed(&self, statements: &'a [Stmt], result: &'a Expr) -> Said<tck::Expr> {
        let mut budget = BUDGET;
        let (name, body, inner) = match statements {
            [Stmt { kind: StmtKind::Call { function, arguments }, .. }] => {
                let function = self.network().function(*function);
                (function.name.as_str(), &function.body[..], self.entered(function, arguments)?)
            }
            _ => ("", statements, self.clone()),
        };
        let mut execution = Execution { name, result, budget: &mut budget };
        execution.run(inner, vec![(body, Vec::new())])
    }

    /// The scope of a function's body.
    pub(super) fn entered(
        &self,
        function: &Function,
        arguments: &'a [Argument],
    ) -> Said<Scope<'a>> {
        let mut inner = self.clone();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            match argument {
                Argument::Value(value) => {
                    let term = self.term(value)?;
                    inner.bindings.push((*parameter, term));
                }
                Argument::Block(_) => {
                    let what = format!("an array given to the function `{}`", function.name);
                    return unsayable(what, self.origin);
                }
            }
        }
        for local in function.locals.iter().chain(&function.results) {
            let known = self.network().variable(*local);
            if !known.dims.is_empty() {
                let what = format!("a local array of the function `{}`", function.name);
                return unsayable(what, self.origin);
            }
            let first = known.initial.first().copied().unwrap_or(0);
            inner.bindings.push((*local, int(i64::from(first))));
        }
        Ok(inner)
    }
}

/// A function being executed.
struct Execution<'n, 'b> {
    name: &'n str,
    /// What is wanted at its end.
    result: &'n Expr,
    budget: &'b mut usize,
}

impl<'n> Execution<'n, '_> {
    /// The result of doing the rest; both branches of a condition are followed to their ends.
    fn run(&mut self, mut scope: Scope<'n>, mut rest: Rest<'n>) -> Said<tck::Expr> {
        loop {
            *self.budget = self.budget.saturating_sub(1);
            if *self.budget == 0 {
                return self.refuse(&scope, "is too long to be written out");
            }
            let Some((statements, bound)) = rest.pop() else { return scope.term(self.result) };
            scope.bindings.extend(bound);
            let Some((first, after)) = statements.split_first() else { continue };
            rest.push((after, Vec::new()));
            match &first.kind {
                StmtKind::Return => return scope.term(self.result),
                StmtKind::Assign { target, value } => {
                    let known = scope.network().variable(target.variable);
                    if known.storage != Storage::Scratch || !known.dims.is_empty() {
                        return self.refuse(&scope, "changes something");
                    }
                    let term = scope.term(value)?;
                    scope.bindings.push((target.variable, term));
                }
                StmtKind::If { condition, then, otherwise } => {
                    let condition = scope.condition(condition)?;
                    let mut one = rest.clone();
                    one.push((then, Vec::new()));
                    rest.push((otherwise, Vec::new()));
                    let yes = self.run(scope.clone(), one)?;
                    let no = self.run(scope, rest)?;
                    return Ok(choose(condition, yes, no));
                }
                StmtKind::ForEach { variable, domain, body } => {
                    for round in scope.instances(*variable, *domain)?.into_iter().rev() {
                        rest.push((body, round.bindings.last().cloned().into_iter().collect()));
                    }
                }
                StmtKind::While { condition, body } => match value(&scope.condition(condition)?) {
                    Some(0) => {}
                    Some(_) => {
                        rest.push((&statements[..1], Vec::new()));
                        rest.push((body, Vec::new()));
                    }
                    None => return self.refuse(&scope, "loops as long as something holds"),
                },
                StmtKind::DoWhile { .. } => return self.refuse(&scope, "has a `do` loop"),
                StmtKind::Call { .. } | StmtKind::Copy { .. } | StmtKind::SetClock { .. } => {
                    return self.refuse(&scope, "changes something or calls another function");
                }
                StmtKind::Assert(_) => return self.refuse(&scope, "makes an assertion"),
            }
        }
    }

    fn refuse(&self, scope: &Scope<'n>, why: &str) -> Said<tck::Expr> {
        let what = match self.name {
            "" => "an assignment inside a condition or value".to_owned(),
            name => format!("the function `{name}` in a condition or value: it {why}"),
        };
        unsayable(what, scope.origin)
    }
}
