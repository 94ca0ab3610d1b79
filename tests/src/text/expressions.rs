//! Expressions, constraints and statements.

use std::fmt::Write;

use network::{
    Argument, BinaryOp, ClockConstraint, ClockPlace, Domain, Expr, Guard, Network, Place,
    Quantifier, Stmt, StmtKind, UnaryOp, VariableId,
};

/// A type as declared.
pub(super) fn domain(domain: Domain) -> String {
    format!("int[{},{}]", domain.lower, domain.upper)
}

/// The name of a process without the parentheses of its arguments.
pub(super) fn plain(name: &str) -> String {
    name.replace(['(', ')', ','], "")
}

fn base_name(name: &str) -> &str {
    name.trim_end_matches("[]")
}

pub(super) fn variable_name(network: &Network, id: VariableId) -> &str {
    base_name(&network.variable(id).name)
}

fn indexed(network: &Network, name: &str, indices: &[Expr]) -> String {
    let mut text = base_name(name).to_owned();
    for index in indices {
        let _ = write!(text, "[{}]", expr(network, index));
    }
    text
}

pub(super) fn place(network: &Network, place: &Place) -> String {
    indexed(network, &network.variable(place.variable).name, &place.indices)
}

pub(super) fn clock(network: &Network, place: &ClockPlace) -> String {
    indexed(network, &network.clock_family(place.family).name, &place.indices)
}

pub(super) fn channel(network: &Network, place: &network::ChannelPlace) -> String {
    indexed(network, &network.channel_family(place.family).name, &place.indices)
}

/// An expression, with parentheses around every operation.
pub(super) fn expr(network: &Network, expr_: &Expr) -> String {
    let text = |expr_: &Expr| expr(network, expr_);
    match expr_ {
        Expr::Const(value) if *value < 0 => format!("({value})"),
        Expr::Const(value) => value.to_string(),
        Expr::Read(read) => place(network, read),
        Expr::At(process, location) => {
            let process = network.process(*process);
            format!("{}.{}", plain(&process.name), process.locations[location.index()].name)
        }
        Expr::LocationOf(process) => format!("{}.location", plain(&network.process(*process).name)),
        Expr::Unary(UnaryOp::Negate, operand) => format!("(-{})", text(operand)),
        Expr::Unary(UnaryOp::Not, operand) => format!("(!{})", text(operand)),
        Expr::Unary(UnaryOp::Abs, operand) => format!("abs({})", text(operand)),
        Expr::Binary(op, left, right) => {
            format!("({} {} {})", text(left), operator(*op), text(right))
        }
        Expr::Cond(condition, then, otherwise) => {
            format!("({} ? {} : {})", text(condition), text(then), text(otherwise))
        }
        Expr::Quantified { quantifier, variable, domain: of, body } => {
            let word = match quantifier {
                Quantifier::ForAll => "forall",
                Quantifier::Exists => "exists",
                Quantifier::Sum => "sum",
            };
            let name = variable_name(network, *variable);
            format!("({word} ({name} : {}) {})", domain(*of), text(body))
        }
        Expr::BlocksEqual(left, right) => {
            format!("({} == {})", place(network, left), place(network, right))
        }
        // The only statement in an expression is the call whose result it is.
        Expr::After(statements, _) => match statements.first().map(|stmt| &stmt.kind) {
            Some(StmtKind::Call { function, arguments }) => call(network, *function, arguments),
            _ => String::from("/* statements */"),
        },
    }
}

fn operator(op: BinaryOp) -> &'static str {
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

fn call(network: &Network, function: network::FunctionId, arguments: &[Argument]) -> String {
    let argument = |argument: &Argument| match argument {
        Argument::Value(value) => expr(network, value),
        Argument::Block(block) => place(network, block),
    };
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    format!("{}({})", network.function(function).name, arguments.join(", "))
}

pub(super) fn constraint(network: &Network, each: &ClockConstraint) -> String {
    let name = |place: &Option<ClockPlace>| place.as_ref().map(|place| clock(network, place));
    let (less, more) = if each.strict { ("<", ">") } else { ("<=", ">=") };
    let text = match (name(&each.left), name(&each.right)) {
        (Some(left), Some(right)) => {
            format!("{left} - {right} {less} {}", expr(network, &each.bound))
        }
        (None, Some(right)) => {
            let bound = match &each.bound {
                Expr::Unary(UnaryOp::Negate, operand) => (**operand).clone(),
                other => Expr::negated(other.clone()),
            };
            format!("{right} {more} {}", expr(network, &bound))
        }
        (left, None) => {
            format!("{} {less} {}", left.unwrap_or_default(), expr(network, &each.bound))
        }
    };
    if each.when.is_true() { text } else { format!("({} imply {text})", expr(network, &each.when)) }
}

/// A guard or invariant; empty if it says nothing.
pub(super) fn guard(network: &Network, guard: &Guard) -> String {
    let mut parts = Vec::new();
    if !guard.condition.is_true() {
        parts.push(expr(network, &guard.condition));
    }
    parts.extend(guard.clocks.iter().map(|each| constraint(network, each)));
    parts.join(" && ")
}

/// A statement that is also an expression, as labels of edges want it.
pub(super) fn simple(network: &Network, kind: &StmtKind) -> Option<String> {
    match kind {
        StmtKind::Assign { target, value } => {
            Some(format!("{} = {}", place(network, target), expr(network, value)))
        }
        StmtKind::Copy { target, source } => {
            Some(format!("{} = {}", place(network, target), place(network, source)))
        }
        StmtKind::SetClock { target, source, offset } => {
            let value = match (source, offset) {
                (None, offset) => expr(network, offset),
                (Some(source), Expr::Const(0)) => clock(network, source),
                (Some(source), offset) => {
                    format!("{} + {}", clock(network, source), expr(network, offset))
                }
            };
            Some(format!("{} = {value}", clock(network, target)))
        }
        StmtKind::Call { function, arguments } => Some(call(network, *function, arguments)),
        _ => None,
    }
}

/// Statements as in the body of a function whose result is in `result`.
pub(super) fn block(
    network: &Network,
    statements: &[Stmt],
    result: Option<VariableId>,
    indent: usize,
    out: &mut String,
) {
    let pad = " ".repeat(indent);
    let inner = |body: &[Stmt], out: &mut String| block(network, body, result, indent + 2, out);
    for stmt in statements {
        if let Some(text) = simple(network, &stmt.kind) {
            let _ = writeln!(out, "{pad}{text};");
            continue;
        }
        match &stmt.kind {
            StmtKind::If { condition, then, otherwise } => {
                let _ = writeln!(out, "{pad}if ({}) {{", expr(network, condition));
                inner(then, out);
                if !otherwise.is_empty() {
                    let _ = writeln!(out, "{pad}}} else {{");
                    inner(otherwise, out);
                }
                let _ = writeln!(out, "{pad}}}");
            }
            StmtKind::While { condition, body } => {
                let _ = writeln!(out, "{pad}while ({}) {{", expr(network, condition));
                inner(body, out);
                let _ = writeln!(out, "{pad}}}");
            }
            StmtKind::DoWhile { body, condition } => {
                let _ = writeln!(out, "{pad}do {{");
                inner(body, out);
                let _ = writeln!(out, "{pad}}} while ({});", expr(network, condition));
            }
            StmtKind::ForEach { variable, domain: of, body } => {
                let name = variable_name(network, *variable);
                let _ = writeln!(out, "{pad}for ({name} : {}) {{", domain(*of));
                inner(body, out);
                let _ = writeln!(out, "{pad}}}");
            }
            StmtKind::Return => {
                let value = result.map_or("", |result| variable_name(network, result));
                let _ = writeln!(out, "{pad}return {value};");
            }
            StmtKind::Assert(condition) => {
                let _ = writeln!(out, "{pad}assert {};", expr(network, condition));
            }
            _ => {}
        }
    }
}
