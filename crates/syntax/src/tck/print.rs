//! `.tck` trees to text.

use std::fmt::Write;

use super::tree::{
    Attribute, BinaryOp, Declaration, Document, Edge, Expr, ExprKind, Location, Stmt, StmtKind,
};

/// A `.tck` file.
#[must_use]
pub fn print_tck(document: &Document) -> String {
    let mut printer = TckPrinter { text: String::new() };
    if let Some(name) = &document.name {
        printer.line("system", &[&name.name], &document.attributes, Vec::new());
        printer.text.push('\n');
    }
    for declaration in &document.declarations {
        printer.declaration(declaration);
    }
    printer.text
}

struct TckPrinter {
    text: String,
}

impl TckPrinter {
    /// One line: a keyword, fields, and attributes after some that have a meaning.
    fn line(
        &mut self,
        keyword: &str,
        fields: &[&str],
        attributes: &[Attribute],
        mut all: Vec<String>,
    ) {
        self.text.push_str(keyword);
        for field in fields {
            self.text.push(':');
            self.text.push_str(field);
        }
        all.extend(attributes.iter().map(|it| format!("{}: {}", it.key.name, it.value)));
        if !all.is_empty() {
            self.text.push('{');
            self.text.push_str(&all.join(" : "));
            self.text.push('}');
        }
        self.text.push('\n');
    }

    fn declaration(&mut self, declaration: &Declaration) {
        match declaration {
            Declaration::Process(process) => {
                self.line("process", &[&process.name.name], &process.attributes, Vec::new());
            }
            Declaration::Event(event) => {
                self.line("event", &[&event.name.name], &event.attributes, Vec::new());
            }
            Declaration::Clock(clock) => {
                let fields = [clock.size.to_string(), clock.name.name.clone()];
                let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
                self.line("clock", &fields, &clock.attributes, Vec::new());
            }
            Declaration::Int(int) => {
                let numbers = [int.min, int.max, int.initial].map(|number| number.to_string());
                let size = int.size.to_string();
                let [min, max, initial] = &numbers;
                let fields = [size.as_str(), min, max, initial, &int.name.name];
                self.line("int", &fields, &int.attributes, Vec::new());
            }
            Declaration::Location(location) => self.location(location),
            Declaration::Edge(edge) => self.edge(edge),
            Declaration::Sync(sync) => {
                let constraints = sync.constraints.iter().map(|it| {
                    let weak = if it.weak { "?" } else { "" };
                    format!("{}@{}{weak}", it.process.name, it.event.name)
                });
                let fields: Vec<String> = constraints.collect();
                let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
                self.line("sync", &fields, &sync.attributes, Vec::new());
            }
        }
    }

    fn location(&mut self, location: &Location) {
        let flags = [
            (location.initial, "initial:"),
            (location.committed, "committed:"),
            (location.urgent, "urgent:"),
        ];
        let flags = flags.into_iter().filter(|(said, _)| *said);
        let mut all: Vec<String> = flags.map(|(_, word)| word.to_owned()).collect();
        if let Some(invariant) = &location.invariant {
            all.push(format!("invariant: {}", spell(invariant)));
        }
        if !location.labels.is_empty() {
            let names: Vec<&str> = location.labels.iter().map(|it| it.name.as_str()).collect();
            all.push(format!("labels: {}", names.join(",")));
        }
        let fields = [location.process.name.as_str(), &location.name.name];
        self.line("location", &fields, &location.attributes, all);
    }

    fn edge(&mut self, edge: &Edge) {
        let mut all = Vec::new();
        if let Some(guard) = &edge.guard {
            all.push(format!("provided: {}", spell(guard)));
        }
        if !edge.update.is_empty() {
            let mut text = String::from("do: ");
            sequence(&mut text, &edge.update);
            all.push(text);
        }
        let names = [&edge.process, &edge.source, &edge.target, &edge.event];
        let fields = names.map(|name| name.name.as_str());
        self.line("edge", &fields, &edge.attributes, all);
    }
}

fn spell(expr: &Expr) -> String {
    let mut text = String::new();
    expression(&mut text, expr, 0);
    text
}

/// How tightly an expression binds; larger is tighter.
fn level(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Binary(op, ..) => binary_level(*op),
        ExprKind::Not(_) => 2,
        ExprKind::Negate(_) => 6,
        _ => 7,
    }
}

fn binary_level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::And => 1,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt => 3,
        BinaryOp::Le | BinaryOp::Ge | BinaryOp::Gt => 3,
        BinaryOp::Add | BinaryOp::Sub => 4,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => 5,
    }
}

fn expression(text: &mut String, expr: &Expr, lowest: u8) {
    let parentheses = level(&expr.kind) < lowest;
    if parentheses {
        text.push('(');
    }
    match &expr.kind {
        // Writing to a string cannot fail.
        ExprKind::Int(value) => drop(write!(text, "{value}")),
        ExprKind::Variable(name) => text.push_str(name),
        ExprKind::Index(name, index) => {
            text.push_str(&name.name);
            text.push('[');
            expression(text, index, 4);
            text.push(']');
        }
        ExprKind::Negate(operand) => {
            text.push('-');
            // A blank keeps `- -a` from becoming `--a`.
            if matches!(operand.kind, ExprKind::Negate(_)) {
                text.push(' ');
            }
            expression(text, operand, 6);
        }
        ExprKind::Not(operand) => {
            text.push('!');
            expression(text, operand, 2);
        }
        ExprKind::Binary(op, left, right) => {
            let level = binary_level(*op);
            // Comparisons do not chain.
            let left_level = if level == 3 { 4 } else { level };
            expression(text, left, left_level);
            text.push_str(sign(*op));
            expression(text, right, level + 1);
        }
        ExprKind::IfThenElse(condition, then, otherwise) => {
            text.push_str("(if ");
            expression(text, condition, 0);
            text.push_str(" then ");
            expression(text, then, 4);
            text.push_str(" else ");
            expression(text, otherwise, 4);
            text.push(')');
        }
    }
    if parentheses {
        text.push(')');
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => " && ",
        BinaryOp::Eq => " == ",
        BinaryOp::Ne => " != ",
        BinaryOp::Lt => " < ",
        BinaryOp::Le => " <= ",
        BinaryOp::Ge => " >= ",
        BinaryOp::Gt => " > ",
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Mul => " * ",
        BinaryOp::Div => " / ",
        BinaryOp::Mod => " % ",
    }
}

/// Statements separated by `;`; none at all are said as `nop`.
fn sequence(text: &mut String, statements: &[Stmt]) {
    if statements.is_empty() {
        text.push_str("nop");
    }
    for (index, stmt) in statements.iter().enumerate() {
        if index > 0 {
            text.push_str("; ");
        }
        statement(text, stmt);
    }
}

fn statement(text: &mut String, stmt: &Stmt) {
    match &stmt.kind {
        StmtKind::Nop => text.push_str("nop"),
        StmtKind::Assign(target, value) => {
            expression(text, target, 7);
            text.push_str(" = ");
            expression(text, value, 4);
        }
        StmtKind::Local(name, value) => {
            text.push_str("local ");
            text.push_str(&name.name);
            if let Some(value) = value {
                text.push_str(" = ");
                expression(text, value, 4);
            }
        }
        StmtKind::LocalArray(name, size) => {
            text.push_str("local ");
            text.push_str(&name.name);
            text.push('[');
            expression(text, size, 4);
            text.push(']');
        }
        StmtKind::If(condition, then, otherwise) => {
            text.push_str("if ");
            expression(text, condition, 0);
            text.push_str(" then ");
            sequence(text, then);
            if !otherwise.is_empty() {
                text.push_str(" else ");
                sequence(text, otherwise);
            }
            text.push_str(" end");
        }
        StmtKind::While(condition, body) => {
            text.push_str("while ");
            expression(text, condition, 0);
            text.push_str(" do ");
            sequence(text, body);
            text.push_str(" end");
        }
    }
}
