//! Integer expressions.

use network::{BinaryOp as Op, Expr as Code, UnaryOp as Sign};
use syntax::tree::{BinaryOp, UnaryOp};

use super::{Lowered, Lowering, Stop, unsupported};
use crate::typed::{Builtin, Expr, ExprKind, FloatingResult};
use crate::types::Type;

impl Lowering<'_> {
    /// The code of an expression over integers, booleans and elements of scalar sets.
    pub(super) fn int(&mut self, expr: &Expr) -> Lowered<Code> {
        self.count_parts(1, expr.span)?;
        match &expr.kind {
            ExprKind::Error => Err(Stop::Reported),
            ExprKind::Int(value) => Ok(Code::Const(*value)),
            ExprKind::Double => unsupported("a floating-point number", expr.span),
            ExprKind::Text => unsupported("a string", expr.span),
            ExprKind::Symbol(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Member(..) => self.read(expr),
            ExprKind::At(process, location) => self.over_members(process, |_, member| {
                Ok(Code::At(member, network::LocationId::at(*location)))
            }),
            ExprKind::LocationOf(process) => {
                self.over_members(process, |_, member| Ok(Code::LocationOf(member)))
            }
            ExprKind::Call { .. } => self.call_value(expr),
            ExprKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, expr),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::IncDec(op, operand) => self.inc_dec_value(*op, operand, expr.span),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Assign(..) => self.assign_value(expr),
            ExprKind::Cond(condition, then, otherwise) => match self.int(condition)? {
                Code::Const(0) => self.int(otherwise),
                Code::Const(_) => self.int(then),
                condition => Ok(Code::Cond(
                    Box::new(condition),
                    Box::new(self.int(then)?),
                    Box::new(self.int(otherwise)?),
                )),
            },
            ExprKind::Quantified { quantifier, symbol, body } => {
                self.quantify(*quantifier, *symbol, |this| this.int(body))
            }
            ExprKind::Comma(first, second) => {
                let mut prelude = Vec::new();
                self.effect(first, &mut prelude)?;
                let value = self.int(second)?;
                Ok(after(prelude, value))
            }
            ExprKind::Rate(_) => unsupported("the rate of a clock used as a number", expr.span),
            ExprKind::Deadlock => unsupported("`deadlock` used as a number", expr.span),
            ExprKind::Path(..) | ExprKind::Until { .. } | ExprKind::Within { .. } => {
                unsupported("a quantifier over paths used as a number", expr.span)
            }
        }
    }

    /// Counts what is written out against the limit.
    pub(super) fn count_parts(&mut self, count: usize, span: syntax::Span) -> Lowered<()> {
        if self.usage.exhausted {
            return Err(Stop::Reported);
        }
        let (used, what) = (self.usage.parts, ("parts of expressions", span));
        let admitted = self.admit(count as u128, used, crate::limits::PARTS, what);
        self.usage.exhausted = admitted.is_err();
        self.usage.parts = admitted?;
        Ok(())
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[Expr], expr: &Expr) -> Lowered<Code> {
        match (builtin, arguments) {
            (Builtin::Abs, [operand]) => {
                let operand = self.int(operand)?;
                Ok(match operand {
                    Code::Const(value) if value != i32::MIN => Code::Const(value.abs()),
                    operand => Code::Unary(Sign::Abs, Box::new(operand)),
                })
            }
            // `fint` of an integer is that integer.
            (Builtin::Floating { result: FloatingResult::Int, .. }, [operand])
                if operand.ty.is_integral() =>
            {
                self.int(operand)
            }
            (Builtin::Floating { random: true, .. }, _) => {
                unsupported("a random number", expr.span)
            }
            _ => unsupported("a floating-point function", expr.span),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Lowered<Code> {
        let code = self.int(operand)?;
        Ok(match op {
            UnaryOp::Not => Code::not(code),
            UnaryOp::Minus => Code::negated(code),
            UnaryOp::Plus => code,
        })
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Lowered<Code> {
        if let Some(reason) = beyond_integers(left).or_else(|| beyond_integers(right)) {
            return unsupported(reason, expr.span);
        }
        let aggregate = |expr: &Expr| matches!(expr.ty, Type::Array(_) | Type::Record(_));
        if aggregate(left) || aggregate(right) {
            let equal = self.blocks_equal(left, right, expr.span)?;
            return Ok(if op == BinaryOp::Ne { Code::not(equal) } else { equal });
        }
        match op {
            BinaryOp::And => {
                let code = self.int(left)?;
                match code {
                    Code::Const(0) => Ok(Code::FALSE),
                    Code::Const(_) => self.truth(right),
                    code => match self.int(right)? {
                        right if right.is_true() && matches!(left.ty, Type::Bool) => Ok(code),
                        right => Ok(Code::binary(Op::And, code, right)),
                    },
                }
            }
            BinaryOp::Or => {
                let code = self.int(left)?;
                self.or(code, matches!(left.ty, Type::Bool), right)
            }
            BinaryOp::Imply => {
                let code = Code::not(self.int(left)?);
                self.or(code, true, right)
            }
            BinaryOp::Xor => Ok(fold(Op::Ne, self.truth(left)?, self.truth(right)?)),
            op => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                Ok(match operator(op) {
                    op @ (Op::Eq | Op::Ne) => self.compared(op, left, right),
                    op => fold(op, left, right),
                })
            }
        }
    }

    /// `left || right`; `truth` says that the left side is 0 or 1.
    fn or(&mut self, left: Code, truth: bool, right: &Expr) -> Lowered<Code> {
        match left {
            Code::Const(0) => self.truth(right),
            Code::Const(_) => Ok(Code::TRUE),
            left => match self.int(right)? {
                Code::Const(0) if truth => Ok(left),
                right => Ok(Code::binary(Op::Or, left, right)),
            },
        }
    }

    /// The expression as 0 or 1.
    pub(super) fn truth(&mut self, expr: &Expr) -> Lowered<Code> {
        let code = self.int(expr)?;
        Ok(match code {
            Code::Const(value) => Code::Const(i32::from(value != 0)),
            code if matches!(expr.ty, Type::Bool) => code,
            code => Code::binary(Op::Ne, code, Code::Const(0)),
        })
    }
}

/// The statements, then the value.
pub(super) fn after(prelude: Vec<network::Stmt>, value: Code) -> Code {
    if prelude.is_empty() { value } else { Code::After(prelude, Box::new(value)) }
}

/// `left op right`, computed if both are constants and there is a result.
pub(super) fn fold(op: Op, left: Code, right: Code) -> Code {
    if let (Code::Const(left), Code::Const(right)) = (&left, &right)
        && let Ok(value) = network::eval::apply(op, *left, *right)
    {
        return Code::Const(value);
    }
    Code::binary(op, left, right)
}

/// Why an operand is more than integers can express.
fn beyond_integers(expr: &Expr) -> Option<&'static str> {
    match expr.ty {
        Type::Clock { .. } | Type::Difference | Type::Condition(_) => {
            Some("clocks are compared where only integers can be followed")
        }
        Type::Double if mentions_clock(expr) => {
            Some("clocks compared by more than `x` or `x - y` with an integer")
        }
        Type::Double => Some("floating-point numbers decide what happens"),
        _ => None,
    }
}

fn mentions_clock(expr: &Expr) -> bool {
    let mut found = expr.ty.is_clock();
    expr.for_each_part(|part| found = found || mentions_clock(part));
    found
}

fn operator(op: BinaryOp) -> Op {
    match op {
        BinaryOp::Pow => Op::Pow,
        BinaryOp::Mul => Op::Mul,
        BinaryOp::Div => Op::Div,
        BinaryOp::Mod => Op::Mod,
        BinaryOp::Add => Op::Add,
        BinaryOp::Sub => Op::Sub,
        BinaryOp::Shl => Op::Shl,
        BinaryOp::Shr => Op::Shr,
        BinaryOp::Min => Op::Min,
        BinaryOp::Max => Op::Max,
        BinaryOp::Lt => Op::Lt,
        BinaryOp::Le => Op::Le,
        BinaryOp::Ge => Op::Ge,
        BinaryOp::Gt => Op::Gt,
        BinaryOp::Eq => Op::Eq,
        BinaryOp::Ne | BinaryOp::Xor => Op::Ne,
        BinaryOp::BitAnd => Op::BitAnd,
        BinaryOp::BitXor => Op::BitXor,
        BinaryOp::BitOr => Op::BitOr,
        BinaryOp::And => Op::And,
        BinaryOp::Or | BinaryOp::Imply => Op::Or,
    }
}

/// The code of an operator that is written with `=` after it.
pub(super) fn compound(op: BinaryOp, left: Code, right: Code) -> Code {
    fold(operator(op), left, right)
}
