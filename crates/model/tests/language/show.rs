//! Lowered code as text, for comparing.

use network::{
    Argument, BinaryOp, ClockConstraint, ClockPlace, Expr, Goal, Guard, Network, Place, Quantifier,
    Rate, Stmt, StmtKind, UnaryOp,
};

/// An expression, fully parenthesised.
pub(crate) fn expr(network: &Network, code: &Expr) -> String {
    let show = |code: &Expr| expr(network, code);
    match code {
        Expr::Const(value) => value.to_string(),
        Expr::Read(place) => self::place(network, place),
        Expr::At(process, location) => {
            let process = network.process(*process);
            format!("{}.{}", process.name, process.locations[location.index()].name)
        }
        Expr::LocationOf(process) => format!("{}.location", network.process(*process).name),
        Expr::Unary(UnaryOp::Negate, operand) => format!("-{}", show(operand)),
        Expr::Unary(UnaryOp::Not, operand) => format!("!{}", show(operand)),
        Expr::Unary(UnaryOp::Abs, operand) => format!("abs({})", show(operand)),
        Expr::Binary(op, left, right) => {
            format!("({} {} {})", show(left), sign(*op), show(right))
        }
        Expr::Cond(condition, then, otherwise) => {
            format!("({} ? {} : {})", show(condition), show(then), show(otherwise))
        }
        Expr::Quantified { quantifier, variable, domain, body } => {
            let word = match quantifier {
                Quantifier::ForAll => "forall",
                Quantifier::Exists => "exists",
                Quantifier::Sum => "sum",
            };
            let name = &network.variable(*variable).name;
            format!("{word}({name}:{}..{}) {}", domain.lower, domain.upper, show(body))
        }
        Expr::BlocksEqual(left, right) => {
            format!("{} === {}", self::place(network, left), self::place(network, right))
        }
        Expr::After(statements, value) => {
            format!("{{{}; {}}}", stmts(network, statements), show(value))
        }
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::Pow => "**",
        BinaryOp::Min => "<?",
        BinaryOp::Max => ">?",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Ge => ">=",
        BinaryOp::Gt => ">",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

/// A name with `[]` and the indices that fill it.
fn filled(network: &Network, name: &str, indices: &[Expr]) -> String {
    let mut indices = indices.iter();
    let mut pieces = name.split("[]");
    let mut text = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        match indices.next() {
            Some(index) => text.push_str(&format!("[{}]", expr(network, index))),
            None => text.push_str("[]"),
        }
        text.push_str(piece);
    }
    text
}

fn place(network: &Network, place: &Place) -> String {
    filled(network, &network.variable(place.variable).name, &place.indices)
}

fn clock(network: &Network, place: &ClockPlace) -> String {
    filled(network, &network.clock_family(place.family).name, &place.indices)
}

/// `when -> left - right <= bound`
fn constraint(network: &Network, constraint: &ClockConstraint) -> String {
    let sign = if constraint.strict { "<" } else { "<=" };
    let bound = expr(network, &constraint.bound);
    let clocks = match (&constraint.left, &constraint.right) {
        (Some(left), Some(right)) => {
            format!("{} - {}", clock(network, left), clock(network, right))
        }
        (Some(left), None) => clock(network, left),
        (None, Some(right)) => format!("-{}", clock(network, right)),
        (None, None) => "0".to_owned(),
    };
    let when = if constraint.when.is_true() {
        String::new()
    } else {
        format!("{} -> ", expr(network, &constraint.when))
    };
    format!("{when}{clocks} {sign} {bound}")
}

/// The integer part and the constraints, with commas between them.
pub(crate) fn guard(network: &Network, guard: &Guard, rates: &[Rate]) -> String {
    let mut parts = Vec::new();
    if !guard.condition.is_true() {
        parts.push(expr(network, &guard.condition));
    }
    parts.extend(guard.clocks.iter().map(|part| constraint(network, part)));
    for rate in rates {
        let when = if rate.when.is_true() {
            String::new()
        } else {
            format!("{} -> ", expr(network, &rate.when))
        };
        let clock = clock(network, &rate.clock);
        parts.push(format!("{when}{clock}' == {}", expr(network, &rate.rate)));
    }
    if parts.is_empty() { "true".to_owned() } else { parts.join(", ") }
}

/// Statements with `;` between them.
pub(crate) fn stmts(network: &Network, statements: &[Stmt]) -> String {
    let texts: Vec<String> = statements.iter().map(|stmt| self::stmt(network, stmt)).collect();
    texts.join("; ")
}

fn stmt(network: &Network, stmt: &Stmt) -> String {
    let show = |code: &Expr| expr(network, code);
    match &stmt.kind {
        StmtKind::Assign { target, value } => {
            format!("{} = {}", place(network, target), show(value))
        }
        StmtKind::Copy { target, source } => {
            format!("{} := {}", place(network, target), place(network, source))
        }
        StmtKind::SetClock { target, source, offset } => {
            let offset = show(offset);
            let value = match source {
                Some(source) => format!("{} + {offset}", clock(network, source)),
                None => offset,
            };
            format!("{} = {value}", clock(network, target))
        }
        StmtKind::Call { function, arguments } => {
            let arguments: Vec<String> = arguments
                .iter()
                .map(|argument| match argument {
                    Argument::Value(value) => show(value),
                    Argument::Block(block) => place(network, block),
                })
                .collect();
            format!("{}({})", network.function(*function).name, arguments.join(", "))
        }
        StmtKind::If { condition, then, otherwise } => format!(
            "if {} {{{}}} else {{{}}}",
            show(condition),
            stmts(network, then),
            stmts(network, otherwise)
        ),
        StmtKind::While { condition, body } => {
            format!("while {} {{{}}}", show(condition), stmts(network, body))
        }
        StmtKind::DoWhile { body, condition } => {
            format!("do {{{}}} while {}", stmts(network, body), show(condition))
        }
        StmtKind::ForEach { variable, domain, body } => {
            let name = &network.variable(*variable).name;
            let body = stmts(network, body);
            format!("for {name}:{}..{} {{{body}}}", domain.lower, domain.upper)
        }
        StmtKind::Return => "return".to_owned(),
        StmtKind::Assert(condition) => format!("assert {}", show(condition)),
    }
}

pub(crate) fn goal(network: &Network, goal: &Goal) -> String {
    let list = |parts: &[Goal]| {
        let parts: Vec<String> = parts.iter().map(|part| self::goal(network, part)).collect();
        parts.join(", ")
    };
    match goal {
        Goal::And(parts) => format!("and({})", list(parts)),
        Goal::Or(parts) => format!("or({})", list(parts)),
        Goal::Not(part) => format!("not({})", self::goal(network, part)),
        Goal::Holds(condition) => expr(network, condition),
        Goal::Clock(part) => constraint(network, part),
        Goal::Deadlock => "deadlock".to_owned(),
    }
}
