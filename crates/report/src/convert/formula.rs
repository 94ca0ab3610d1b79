//! Formulas as people write them.

use network::{
    Along, BinaryOp, ClockConstraint, ClockPlace, Expr, Formula, Goal, Network, Place, Quantifier,
    UnaryOp, VariableId,
};

/// How tightly an operator binds; what binds less tightly than its surroundings is put in brackets.
const LEAST: u8 = 0;
const UNARY: u8 = 20;

/// Writes formulas about a network.
pub(super) struct FormulaWriter<'n> {
    pub(super) network: &'n Network,
}

impl FormulaWriter<'_> {
    pub(super) fn formula(&self, formula: &Formula) -> String {
        self.formula_within(formula, LEAST)
    }

    fn formula_within(&self, formula: &Formula, around: u8) -> String {
        let each = |parts: &[Formula], op: BinaryOp| {
            let texts = parts.iter().map(|part| self.formula_within(part, strength(op) + 1));
            joined(texts.collect(), op, around)
        };
        match formula {
            Formula::Goal(goal) => self.goal(goal, around),
            Formula::Not(part) => format!("!{}", self.formula_within(part, UNARY)),
            Formula::And(parts) => each(parts, BinaryOp::And),
            Formula::Or(parts) => each(parts, BinaryOp::Or),
            Formula::Same(left, right) => {
                let sides = [left, right].map(|side| self.formula_within(side, UNARY));
                bracketed(sides.join(" == "), around > strength(BinaryOp::Eq))
            }
            Formula::Some(along) => bracketed(self.along("E", along), around > LEAST),
            Formula::All(along) => bracketed(self.along("A", along), around > LEAST),
            Formula::Control(along) => {
                bracketed(format!("control: {}", self.along("A", along)), around > LEAST)
            }
        }
    }

    fn along(&self, paths: &str, along: &Along) -> String {
        match along {
            Along::Eventually(part) => format!("{paths}<> {}", self.formula(part)),
            Along::Within(part, limit) => format!("{paths}<>[<={limit}] {}", self.formula(part)),
            Along::Always(part) => format!("{paths}[] {}", self.formula(part)),
            Along::Until(first, second) => {
                format!("{paths}[{} U {}]", self.formula(first), self.formula(second))
            }
            Along::WeakUntil(first, second) => {
                format!("{paths}[{} W {}]", self.formula(first), self.formula(second))
            }
        }
    }

    fn goal(&self, goal: &Goal, around: u8) -> String {
        let each = |parts: &[Goal], op: BinaryOp| {
            let texts = parts.iter().map(|part| self.goal(part, strength(op) + 1));
            joined(texts.collect(), op, around)
        };
        match goal {
            Goal::And(parts) => each(parts, BinaryOp::And),
            Goal::Or(parts) => each(parts, BinaryOp::Or),
            Goal::Not(part) => format!("!{}", self.goal(part, UNARY)),
            Goal::Holds(condition) => self.expr(condition, around),
            Goal::Clock(constraint) => {
                bracketed(self.constraint(constraint), around > strength(BinaryOp::Le))
            }
            Goal::Deadlock => "deadlock".to_owned(),
        }
    }

    fn constraint(&self, constraint: &ClockConstraint) -> String {
        let ClockConstraint { left, right, strict, .. } = constraint;
        let (less, more) = if *strict { ("<", ">") } else { ("<=", ">=") };
        let bound = self.expr(&constraint.bound, strength(BinaryOp::Le) + 1);
        let text = match (left, right) {
            (Some(left), Some(right)) => {
                format!("{} - {} {less} {bound}", self.clock(left), self.clock(right))
            }
            (Some(left), None) => format!("{} {less} {bound}", self.clock(left)),
            (None, Some(right)) => {
                format!("{} {more} {}", self.clock(right), negated(&constraint.bound, &bound))
            }
            (None, None) => format!("0 {less} {bound}"),
        };
        match &constraint.when {
            Expr::Const(value) if *value != 0 => text,
            when => format!("({} imply {text})", self.expr(when, UNARY)),
        }
    }

    fn expr(&self, expr: &Expr, around: u8) -> String {
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Read(place) => self.place(place),
            Expr::At(process, location) => {
                let process = self.network.process(*process);
                format!("{}.{}", process.name, process.locations[location.index()].name)
            }
            Expr::LocationOf(process) => {
                format!("{}.location", self.network.process(*process).name)
            }
            Expr::Unary(op, operand) => {
                let operand = self.expr(operand, UNARY);
                match op {
                    UnaryOp::Negate => format!("-{operand}"),
                    UnaryOp::Not => format!("!{operand}"),
                    UnaryOp::Abs => format!("abs({operand})"),
                }
            }
            Expr::Binary(op, left, right) => {
                let strength = strength(*op);
                let (left, right) = (self.expr(left, strength), self.expr(right, strength + 1));
                bracketed(format!("{left} {} {right}", sign(*op)), around > strength)
            }
            Expr::Cond(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|part| self.expr(part, UNARY));
                bracketed(format!("{condition} ? {then} : {otherwise}"), around > LEAST)
            }
            Expr::Quantified { quantifier, variable, domain, body } => {
                let word = match quantifier {
                    Quantifier::ForAll => "forall",
                    Quantifier::Exists => "exists",
                    Quantifier::Sum => "sum",
                };
                let (name, body) = (self.name(*variable), self.expr(body, UNARY));
                let range = format!("int[{},{}]", domain.lower, domain.upper);
                bracketed(format!("{word} ({name} : {range}) {body}"), around > LEAST)
            }
            Expr::BlocksEqual(left, right) => {
                let text = format!("{} == {}", self.place(left), self.place(right));
                bracketed(text, around > strength(BinaryOp::Eq))
            }
            // What a function gives, of which the call is not known any more.
            Expr::After(..) => "(a function)".to_owned(),
        }
    }

    fn name(&self, variable: VariableId) -> &str {
        &self.network.variable(variable).name
    }

    fn place(&self, place: &Place) -> String {
        self.indexed(self.name(place.variable), &place.indices)
    }

    fn clock(&self, place: &ClockPlace) -> String {
        self.indexed(&self.network.clock_family(place.family).name, &place.indices)
    }

    /// Puts indices where the name has room for them.
    fn indexed(&self, name: &str, indices: &[Expr]) -> String {
        let mut text = String::new();
        let mut parts = name.split("[]");
        text.push_str(parts.next().unwrap_or_default());
        let mut indices = indices.iter();
        for part in parts {
            let index = indices.next().map(|index| self.expr(index, LEAST));
            text.push_str(&format!("[{}]{part}", index.unwrap_or_default()));
        }
        text
    }
}

fn bracketed(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

/// Several texts with a connective between them; none of them is true of all, or of nothing.
fn joined(texts: Vec<String>, op: BinaryOp, around: u8) -> String {
    match &texts[..] {
        [] if op == BinaryOp::And => "true".to_owned(),
        [] => "false".to_owned(),
        [only] => only.clone(),
        _ => bracketed(texts.join(&format!(" {} ", sign(op))), around > strength(op)),
    }
}

/// The bound of `0 - x <= bound`, turned round.
fn negated(bound: &Expr, text: &str) -> String {
    match bound {
        Expr::Const(value) => {
            value.checked_neg().map_or_else(|| text.to_owned(), |v| v.to_string())
        }
        Expr::Unary(UnaryOp::Negate, _) => text.trim_start_matches('-').to_owned(),
        _ => format!("-({text})"),
    }
}

fn strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 3,
        BinaryOp::BitOr => 5,
        BinaryOp::BitXor => 6,
        BinaryOp::BitAnd => 7,
        BinaryOp::Eq | BinaryOp::Ne => 8,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 9,
        BinaryOp::Min | BinaryOp::Max => 10,
        BinaryOp::Shl | BinaryOp::Shr => 11,
        BinaryOp::Add | BinaryOp::Sub => 12,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => 13,
        BinaryOp::Pow => 14,
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => "||",
        BinaryOp::And => "&&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::BitAnd => "&",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Min => "<?",
        BinaryOp::Max => ">?",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::Pow => "**",
    }
}
