//! Operators without effects.

use syntax::tree::{self, BinaryOp, UnaryOp};
use syntax::{Code, Diagnostic, Span};

use super::{Checker, condition, path};
use crate::typed::{Expr, ExprKind};
use crate::types::{Condition, Type};

/// The type of `left op right`, if it has one.
fn binary_type(op: BinaryOp, left: &Type, right: &Type) -> Option<Type> {
    use BinaryOp::{
        Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Imply, Le, Lt, Max, Min, Mod, Mul, Ne,
        Or, Pow, Shl, Shr, Sub, Xor,
    };
    let integral = left.is_integral() && right.is_integral();
    let numbers = left.is_number() && right.is_number();
    match op {
        Add | Sub => sum_type(op, left, right),
        Mul | Div | Pow | Min | Max if integral => Some(Type::INT),
        Mul | Div | Pow | Min | Max => numbers.then_some(Type::Double),
        Mod | Shl | Shr | BitAnd | BitXor | BitOr => integral.then_some(Type::INT),
        Lt | Le | Ge | Gt if integral => Some(Type::Bool),
        Lt | Le | Ge | Gt => numbers.then(|| comparison_type(left, right, Condition::Invariant)),
        Eq | Ne => equality_type(op, left, right),
        And => condition::and(left, right),
        Or => condition::or(left, right),
        Imply => condition::or(&condition::not(left)?, right),
        Xor => integral.then_some(Type::Bool),
    }
}

fn sum_type(op: BinaryOp, left: &Type, right: &Type) -> Option<Type> {
    let (whole, subtract) = (Type::is_integral, op == BinaryOp::Sub);
    match (left, right) {
        (left, right) if whole(left) && whole(right) => Some(Type::INT),
        (Type::Clock { .. }, right) if whole(right) => Some(left.clone()),
        (left, Type::Clock { .. }) if whole(left) && !subtract => Some(right.clone()),
        (Type::Clock { .. }, Type::Clock { .. }) if subtract => Some(Type::Difference),
        (left, right) if whole(left) && right.is_clock_term() => Some(Type::Difference),
        (Type::Difference, right) if whole(right) => Some(Type::Difference),
        (left, right) => (left.is_number() && right.is_number()).then_some(Type::Double),
    }
}

/// A comparison over clocks, or over floating-point numbers.
fn comparison_type(left: &Type, right: &Type, condition: Condition) -> Type {
    if left.is_clock_term() || right.is_clock_term() {
        Type::Condition(condition)
    } else {
        Type::Bool
    }
}

fn equality_type(op: BinaryOp, left: &Type, right: &Type) -> Option<Type> {
    let rate = |rate: &Type, value: &Type| {
        matches!(rate, Type::Rate)
            && (value.is_integral() || value.is_clock() || matches!(value, Type::Double))
    };
    if op == BinaryOp::Eq && (rate(left, right) || rate(right, left)) {
        return Some(Type::Condition(Condition::InvariantWithRate));
    }
    if left.is_integral() && right.is_integral() {
        return Some(Type::Bool);
    }
    if left.is_number() && right.is_number() {
        let condition = if op == BinaryOp::Eq { Condition::Guard } else { Condition::Constraint };
        return Some(comparison_type(left, right, condition));
    }
    let comparable = matches!(left, Type::Scalar(_) | Type::Array(_) | Type::Record(_));
    (comparable && left.is_same(right)).then_some(Type::Bool)
}

impl Checker {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &tree::Expr, span: Span) -> Expr {
        // The only place where 2147483648 fits.
        if let (UnaryOp::Minus, tree::ExprKind::Int(2_147_483_648)) = (op, &operand.kind) {
            return Expr::int(i32::MIN, span);
        }
        let operand = self.expression(operand);
        if operand.ty.is_error() {
            return Expr::error(span);
        }
        let ty = match op {
            UnaryOp::Not => condition::not(&operand.ty),
            UnaryOp::Minus | UnaryOp::Plus if operand.ty.is_integral() => Some(Type::INT),
            UnaryOp::Plus if operand.ty.is_number() => Some(operand.ty.clone()),
            UnaryOp::Minus if operand.ty.is_number() => Some(Type::Double),
            UnaryOp::Minus | UnaryOp::Plus => None,
        };
        let Some(ty) = ty else {
            let sign = match op {
                UnaryOp::Not => "!",
                UnaryOp::Minus => "-",
                UnaryOp::Plus => "+",
            };
            let code = misuse(&operand.ty, &operand.ty);
            let message = format!("`{sign}` cannot be applied to {}", operand.ty.with_article());
            return self.wrong(code, span, message);
        };
        Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span }
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Expr {
        let left = self.expression(left);
        let right = self.expression(right);
        self.joined(op, left, right, span)
    }

    /// Many operands of `&&`, or of `||`. The tree that comes out is balanced: these operators are
    /// associative, also in which operands they evaluate, and trees are walked by recursion.
    pub(super) fn row(&mut self, op: BinaryOp, parts: &[tree::Expr], span: Span) -> Expr {
        let mut level: Vec<Expr> = parts.iter().map(|part| self.expression(part)).collect();
        while level.len() > 1 {
            let mut above = Vec::with_capacity(level.len().div_ceil(2));
            let mut rest = level.into_iter();
            while let Some(left) = rest.next() {
                above.push(match rest.next() {
                    Some(right) => {
                        let span = left.span.to(right.span);
                        self.joined(op, left, right, span)
                    }
                    None => left,
                });
            }
            level = above;
        }
        level.pop().unwrap_or_else(|| Expr::error(span))
    }

    fn joined(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if left.ty.is_error() || right.ty.is_error() {
            return Expr::error(span);
        }
        let ty = binary_type(op, &left.ty, &right.ty).or_else(|| path::equality(op, &left, &right));
        match ty {
            Some(ty) => {
                Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
            }
            None => {
                self.binary_mismatch(op, &left, &right, span);
                Expr::error(span)
            }
        }
    }

    fn binary_mismatch(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) {
        let sign = sign(op);
        let condition = |expr: &Expr| matches!(expr.ty, Type::Condition(_));
        let code = if condition(left) || condition(right) {
            Code::ClockCondition
        } else {
            misuse(&left.ty, &right.ty)
        };
        let message = format!(
            "`{sign}` cannot join {} and {}",
            left.ty.with_article(),
            right.ty.with_article()
        );
        let mut diagnostic = Diagnostic::new(code, span, message);
        let comparison = |op: BinaryOp| {
            use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
            matches!(op, Lt | Le | Ge | Gt | Eq | Ne)
        };
        let chained = match &left.kind {
            ExprKind::Binary(inner, ..) => comparison(*inner) && comparison(op),
            _ => false,
        };
        let help = if chained {
            Some("comparisons do not chain: write `a < x && x < b`")
        } else if matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr) && condition(left) {
            Some("use `&&` or `||` to combine conditions")
        } else if code == Code::ScalarMisuse {
            Some("elements of a scalar set can only be compared, by `==` and `!=`, with each other")
        } else if op == BinaryOp::Xor && code == Code::ClockCondition {
            Some("`xor` is for integers; clocks can only be combined by `&&`")
        } else {
            None
        };
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }

    /// `condition ? then : otherwise`
    pub(super) fn cond(
        &mut self,
        condition: &tree::Expr,
        then: &tree::Expr,
        otherwise: &tree::Expr,
        span: Span,
    ) -> Expr {
        let condition = self.integral(condition, "the condition before `?`");
        let then = self.expression(then);
        let otherwise = self.expression(otherwise);
        if condition.ty.is_error() || then.ty.is_error() || otherwise.ty.is_error() {
            return Expr::error(span);
        }
        let Some(ty) = common_type(&then.ty, &otherwise.ty) else {
            let clocks = |ty: &Type| matches!(ty, Type::Condition(_));
            let code = if clocks(&then.ty) || clocks(&otherwise.ty) {
                Code::ClockCondition
            } else {
                misuse(&then.ty, &otherwise.ty)
            };
            let message = format!(
                "`?:` cannot choose between {} and {}",
                then.ty.with_article(),
                otherwise.ty.with_article()
            );
            return self.wrong(code, span, message);
        };
        let parts = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr { kind: ExprKind::Cond(parts.0, parts.1, parts.2), ty, span }
    }
}

/// What both branches of a conditional expression are.
fn common_type(left: &Type, right: &Type) -> Option<Type> {
    match (left, right) {
        (Type::Condition(_), _) | (_, Type::Condition(_)) => None,
        (Type::Void, Type::Void) => Some(Type::Void),
        (Type::Bool, Type::Bool) => Some(Type::Bool),
        (left, right) if left.is_integral() && right.is_integral() => Some(Type::INT),
        (left, right) if left.is_clock() && right.is_clock() => Some(left.clone()),
        (left, right) if left.is_number() && right.is_number() => Some(Type::Double),
        (left, right) => (left.is_assignable() && left.is_same(right)).then(|| left.clone()),
    }
}

/// Mixing scalar sets is so common a mistake that it has its own code.
pub(super) fn misuse(left: &Type, right: &Type) -> Code {
    let scalar = |ty: &Type| matches!(ty.innermost(), Type::Scalar(_));
    if scalar(left) || scalar(right) { Code::ScalarMisuse } else { Code::WrongType }
}

/// The operator as written.
pub(super) fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Pow => "**",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Min => "<?",
        BinaryOp::Max => ">?",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Gt => ">",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Xor => "xor",
        BinaryOp::Imply => "imply",
    }
}
