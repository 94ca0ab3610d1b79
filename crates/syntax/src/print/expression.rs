//! Expressions with as few parentheses as they need.

use super::printer::Printer;
use crate::LONG_ROW;
use crate::precedence::{self, Level};
use crate::tree::{
    AssignOp, BinaryOp, Expr, ExprKind, IncDec, PathQuantifier, Quantifier, UnaryOp,
};

/// Where an expression stands.
#[derive(Clone, Copy)]
struct ExprContext {
    /// What binds looser than this needs parentheses.
    lowest: Level,
    /// Whether nothing follows that could belong to the body of a quantifier.
    last: bool,
}

/// A place with delimiters around it.
const ALONE: ExprContext = ExprContext { lowest: Level::LOWEST, last: true };

impl Printer {
    /// An expression that stands alone or between delimiters.
    pub(super) fn expression(&mut self, expr: &Expr) {
        self.expr(expr, ALONE);
    }

    /// Expressions separated by commas.
    pub(super) fn expressions(&mut self, list: &[Expr]) {
        self.separated(list, ", ", Printer::expression);
    }

    /// An operand that something else follows, such as the channel of a synchronisation.
    pub(super) fn operand(&mut self, expr: &Expr) {
        self.expr(expr, ExprContext { lowest: Level::PREFIX, last: false });
    }

    fn expr(&mut self, expr: &Expr, place: ExprContext) {
        if needs_parentheses(&expr.kind, place) {
            self.put("(");
            self.bare(expr, ALONE);
            self.put(")");
        } else {
            self.bare(expr, place);
        }
    }

    fn bare(&mut self, expr: &Expr, place: ExprContext) {
        match &expr.kind {
            ExprKind::Int(value) => self.put_value(value),
            ExprKind::Float(value) => self.put_value(format_args!("{value:?}")),
            ExprKind::String(text) => self.put_value(format_args!("\"{text}\"")),
            ExprKind::Bool(value) => self.put_value(value),
            ExprKind::Name(name) => self.put(name),
            ExprKind::Deadlock => self.put("deadlock"),
            ExprKind::Error => self.cannot_say("an expression that could not be read", expr.span),
            ExprKind::Comma(left, right) => {
                self.expression(left);
                self.put(", ");
                self.expression(right);
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            ExprKind::Index(base, _) | ExprKind::Member(base, _) | ExprKind::Rate(base) => {
                self.base(base);
                self.suffix(&expr.kind);
            }
            ExprKind::IncDec(IncDec::PostIncrement | IncDec::PostDecrement, base) => {
                self.base(base);
                self.suffix(&expr.kind);
            }
            _ => self.operation(&expr.kind, place),
        }
    }

    /// What stands before a call, an index or the like.
    fn base(&mut self, base: &Expr) {
        self.expr(base, ExprContext { lowest: Level::POSTFIX, last: false });
    }

    /// What follows the base of a postfix expression.
    fn suffix(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Index(_, index) => {
                self.put("[");
                self.expression(index);
                self.put("]");
            }
            ExprKind::Member(_, member) => {
                self.put(".");
                self.put(&member.name);
            }
            ExprKind::Rate(_) => self.put("'"),
            ExprKind::IncDec(IncDec::PostIncrement, _) => self.put("++"),
            _ => self.put("--"),
        }
    }

    /// Prefix and infix operators, conditions and quantifiers.
    fn operation(&mut self, kind: &ExprKind, place: ExprContext) {
        match kind {
            ExprKind::Unary(op, operand) => self.prefixed(unary_sign(*op), operand, place),
            ExprKind::IncDec(step, operand) => {
                let up = *step == IncDec::PreIncrement;
                self.prefixed(if up { "++" } else { "--" }, operand, place);
            }
            ExprKind::Binary(op, left, right) => {
                let level = precedence::of_binary(*op);
                let lowest = if splits_row(*op, left) { level.tighter() } else { level };
                self.infix(left, lowest, binary_sign(*op), (right, level.tighter()), place);
            }
            ExprKind::Row(op, parts) => self.row(*op, parts, place),
            ExprKind::Assign(op, left, right) => {
                let above = Level::COND.tighter();
                self.infix(left, above, assign_sign(*op), (right, Level::ASSIGN), place);
            }
            ExprKind::Cond(condition, then, otherwise) => {
                self.expr(condition, ExprContext { lowest: Level::COND.tighter(), last: false });
                self.put(" ? ");
                self.expression(then);
                self.put(" : ");
                self.expr(otherwise, ExprContext { lowest: Level::ASSIGN, ..place });
            }
            ExprKind::Quantified { quantifier, name, ty, body } => {
                self.put(quantifier_word(*quantifier));
                self.put(" (");
                self.put(&name.name);
                self.put(" : ");
                self.ty(ty);
                self.put(") ");
                self.expression(body);
            }
            ExprKind::Path(quantifier, body) => {
                self.put(path_sign(*quantifier));
                self.put(" ");
                self.expression(body);
            }
            ExprKind::Within { quantifier, bound, body } => {
                self.put(path_sign(*quantifier));
                self.put("[<=");
                self.expression(bound);
                self.put("] ");
                self.expression(body);
            }
            ExprKind::Until { every, weak, first, second } => {
                self.put(if *every { "A[" } else { "E[" });
                self.expression(first);
                self.put(if *weak { " W " } else { " U " });
                self.expression(second);
                self.put("]");
            }
            _ => {}
        }
    }

    /// Operands in a row; one that is itself such a row keeps its parentheses.
    fn row(&mut self, op: BinaryOp, parts: &[Expr], place: ExprContext) {
        let lowest = precedence::of_binary(op).tighter();
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                self.put_value(format_args!(" {} ", binary_sign(op)));
            }
            let last = place.last && number + 1 == parts.len();
            self.expr(part, ExprContext { lowest, last });
        }
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr]) {
        if is_spawn(callee, arguments) {
            self.put("spawn ");
            self.expressions(arguments);
            return;
        }
        self.base(callee);
        self.put("(");
        self.expressions(arguments);
        self.put(")");
    }

    /// A prefix operator; a blank keeps `- -a` from becoming `--a`.
    fn prefixed(&mut self, sign: &str, operand: &Expr, place: ExprContext) {
        self.put(sign);
        let start = self.length();
        self.expr(operand, ExprContext { lowest: Level::PREFIX, ..place });
        let clash =
            ['-', '+'].iter().any(|&c| sign.ends_with(c) && self.since(start).starts_with(c));
        if clash {
            self.insert(start, " ");
        }
    }

    fn infix(
        &mut self,
        left: &Expr,
        lowest: Level,
        sign: &str,
        (right, right_lowest): (&Expr, Level),
        place: ExprContext,
    ) {
        self.expr(left, ExprContext { lowest, last: false });
        self.put_value(format_args!(" {sign} "));
        self.expr(right, ExprContext { lowest: right_lowest, ..place });
    }
}

/// Whether operands grouped to the left need parentheses, because so many without any would be read as
/// a row.
fn splits_row(op: BinaryOp, left: &Expr) -> bool {
    let mut operands = 1;
    let mut at = left;
    while let ExprKind::Binary(inner, next, _) = &at.kind
        && *inner == op
    {
        operands += 1;
        at = next;
    }
    matches!(op, BinaryOp::And | BinaryOp::Or) && operands > 1 && operands % (LONG_ROW - 1) == 1
}

/// `spawn T(…)`, of dynamic templates.
fn is_spawn(callee: &Expr, arguments: &[Expr]) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if name == "spawn")
        && matches!(arguments, [Expr { kind: ExprKind::Call(..), .. }])
}

fn needs_parentheses(kind: &ExprKind, place: ExprContext) -> bool {
    let level = match kind {
        ExprKind::Binary(op, ..) | ExprKind::Row(op, _) => precedence::of_binary(*op),
        ExprKind::Assign(..) => Level::ASSIGN,
        ExprKind::Cond(..) => Level::COND,
        ExprKind::Unary(..) | ExprKind::IncDec(IncDec::PreIncrement | IncDec::PreDecrement, _) => {
            Level::PREFIX
        }
        ExprKind::Quantified { .. } | ExprKind::Path(..) => {
            return !place.last || place.lowest >= Level::POSTFIX;
        }
        ExprKind::Call(callee, arguments) if is_spawn(callee, arguments) => Level::PREFIX,
        _ => return false,
    };
    level < place.lowest
}

fn unary_sign(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Minus => "-",
        UnaryOp::Plus => "+",
        UnaryOp::Not => "!",
    }
}

/// A quantifier over paths.
pub(super) fn path_sign(quantifier: PathQuantifier) -> &'static str {
    match quantifier {
        PathQuantifier::Always => "A[]",
        PathQuantifier::Possibly => "E<>",
        PathQuantifier::PotentiallyAlways => "E[]",
        PathQuantifier::Eventually => "A<>",
    }
}

fn quantifier_word(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::ForAll => "forall",
        Quantifier::Exists => "exists",
        Quantifier::Sum => "sum",
    }
}

fn binary_sign(op: BinaryOp) -> &'static str {
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

/// The sign of an assignment. Operators that have none (`&&=`, say) never come out of the parser.
fn assign_sign(op: AssignOp) -> &'static str {
    match op {
        AssignOp::With(BinaryOp::Add) => "+=",
        AssignOp::With(BinaryOp::Sub) => "-=",
        AssignOp::With(BinaryOp::Mul) => "*=",
        AssignOp::With(BinaryOp::Div) => "/=",
        AssignOp::With(BinaryOp::Mod) => "%=",
        AssignOp::With(BinaryOp::BitAnd) => "&=",
        AssignOp::With(BinaryOp::BitOr) => "|=",
        AssignOp::With(BinaryOp::BitXor) => "^=",
        AssignOp::With(BinaryOp::Shl) => "<<=",
        AssignOp::With(BinaryOp::Shr) => ">>=",
        AssignOp::Set | AssignOp::With(_) => "=",
    }
}
