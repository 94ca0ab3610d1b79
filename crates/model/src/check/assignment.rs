//! Assignments, and what can be assigned to.

use syntax::tree::{self, AssignOp, IncDec};
use syntax::{Code, Diagnostic, Span};

use super::{Checker, operator};
use crate::symbol::Role;
use crate::typed::{Expr, ExprKind};
use crate::types::Type;

impl Checker {
    /// `target = value`, `target += value`, …
    pub(super) fn assignment(
        &mut self,
        op: AssignOp,
        target: &tree::Expr,
        value: &tree::Expr,
        span: Span,
    ) -> Expr {
        let target = self.expression(target);
        let value = self.expression(value);
        if target.ty.is_error() || value.ty.is_error() || !self.require_place(&target) {
            return Expr::error(span);
        }
        self.mark_target(&target);
        let fits = match op {
            AssignOp::Set => target.ty.is_assignable() && target.ty.accepts(&value.ty),
            // `b += 1` is refused although `b -= 1` is not: so does UPPAAL.
            AssignOp::With(tree::BinaryOp::Add) => {
                matches!(target.ty, Type::Int(_) | Type::Meter(_)) && value.ty.is_integral()
            }
            AssignOp::With(_) => target.ty.is_integral() && value.ty.is_integral(),
        };
        if !fits {
            self.assignment_mismatch(op, &target, &value, span);
            return Expr::error(span);
        }
        let ty = target.ty.clone();
        Expr { kind: ExprKind::Assign(op, Box::new(target), Box::new(value)), ty, span }
    }

    fn assignment_mismatch(&mut self, op: AssignOp, target: &Expr, value: &Expr, span: Span) {
        let code = operator::misuse(&target.ty, &value.ty);
        let message = match op {
            AssignOp::Set => {
                format!(
                    "{} cannot be assigned to {}",
                    value.ty.with_article(),
                    target.ty.with_article()
                )
            }
            AssignOp::With(op) => {
                let sign = operator::sign(op);
                format!(
                    "`{sign}=` needs integers, not {} and {}",
                    target.ty.with_article(),
                    value.ty.with_article()
                )
            }
        };
        let mut diagnostic = Diagnostic::new(code, span, message);
        if let Type::Meter(meter) = &target.ty {
            let name = meter.name();
            diagnostic = diagnostic.help(format!("the {name} can only grow: `{name} += …`"));
        } else if target.ty.is_clock() && matches!(op, AssignOp::With(_)) {
            diagnostic = diagnostic.help("clocks can only be set by `=`");
        } else if matches!(target.ty, Type::Int(_) | Type::Bool) && value.ty.is_clock_term() {
            diagnostic = diagnostic.help("the value of a clock cannot be stored in an integer");
        }
        self.report(diagnostic);
    }

    /// `a++` and its kin.
    pub(super) fn inc_dec(&mut self, op: IncDec, operand: &tree::Expr, span: Span) -> Expr {
        let operand = self.expression(operand);
        if operand.ty.is_error() || !self.require_place(&operand) {
            return Expr::error(span);
        }
        self.mark_target(&operand);
        if !matches!(operand.ty, Type::Int(_)) {
            let code = operator::misuse(&operand.ty, &operand.ty);
            let message = format!(
                "only integers can be counted up or down, not {}",
                operand.ty.with_article()
            );
            return self.wrong(code, span, message);
        }
        Expr { kind: ExprKind::IncDec(op, Box::new(operand)), ty: Type::INT, span }
    }

    /// May the expression be assigned to?
    pub(super) fn is_modifiable(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Symbol(id) => {
                self.model.symbols.variable(*id).is_some_and(|variable| variable.is_modifiable())
            }
            ExprKind::Index(base, _) | ExprKind::Field(base, _) => self.is_modifiable(base),
            ExprKind::Assign(..)
            | ExprKind::IncDec(IncDec::PreIncrement | IncDec::PreDecrement, _)
            | ExprKind::Error => true,
            ExprKind::Cond(_, then, otherwise) => {
                self.is_modifiable(then)
                    && self.is_modifiable(otherwise)
                    && then.ty.is_same(&otherwise.ty)
            }
            ExprKind::Comma(_, last) => self.is_modifiable(last),
            _ => false,
        }
    }

    fn require_place(&mut self, target: &Expr) -> bool {
        if self.is_modifiable(target) {
            return true;
        }
        let message = "this cannot be assigned to";
        let mut diagnostic = Diagnostic::new(Code::NotAssignable, target.span, message);
        if let Some(id) = target.root()
            && let Some(variable) = self.model.symbols.variable(id)
        {
            let name = &self.model.symbols[id].name;
            let why = match variable.role {
                Role::Constant | Role::LocalConstant => format!("`{name}` is a constant"),
                Role::TemplateParameter(_) | Role::FunctionParameter(_) => {
                    format!("the parameter `{name}` is `const`")
                }
                Role::Selected => format!("`{name}` is chosen by `select`"),
                Role::Quantified => format!("`{name}` is bound by a quantifier"),
                Role::Iterator => format!("`{name}` is the loop variable"),
                Role::State | Role::Meta | Role::Local => format!("`{name}` is declared here"),
            };
            diagnostic = diagnostic.label(self.model.symbols[id].span, why);
        }
        self.report(diagnostic);
        false
    }

    /// The updates of an edge or of a hook.
    pub(super) fn updates(&mut self, updates: &[tree::Expr]) -> Vec<Expr> {
        updates.iter().map(|update| self.update(update)).collect()
    }

    /// An expression that is there for its effect.
    pub(super) fn update(&mut self, tree: &tree::Expr) -> Expr {
        let expr = self.expression(tree);
        if matches!(expr.ty, Type::Condition(_) | Type::Rate | Type::Channel(_)) {
            let message = format!("{} is not a statement", expr.ty.with_article());
            let help = match expr.ty {
                Type::Channel(_) => {
                    "`c!` and `c?` are synchronisations: they have a label of their own"
                }
                _ => "to set a clock write `=`",
            };
            self.report(Diagnostic::new(Code::WrongType, tree.span, message).help(help));
            return Expr::error(tree.span);
        }
        self.warn_if_idle(&expr);
        expr
    }
}
