//! Models and queries as text, with no more parentheses than the grammar needs.
//!
//! Leaving them out is on purpose: a parser that binds operators differently must be noticed.

use crate::tree::{
    Binary, Block, Dim, Edge, Expr, Function, Initial, Instance, Item, Level, Model, Parameter,
    Quantifier, Query, Stay, Stmt, Template, Type, Unary, Variable,
};

/// The text of a model.
#[must_use]
pub fn model_text(model: &Model) -> String {
    let printer = Printer { scale: model.scale, words: model.words };
    let mut text = String::new();
    for item in &model.items {
        text += &printer.item(item, "");
    }
    if !model.priorities.is_empty() {
        text += &printer.priorities(&model.priorities);
    }
    for (word, updates) in [("before_update", &model.before), ("after_update", &model.after)] {
        if !updates.is_empty() {
            text += &format!("{word} {{ {} }}\n", printer.list(updates));
        }
    }
    for template in &model.templates {
        text += &printer.template(template);
    }
    for instance in &model.instances {
        text += &printer.instance(instance);
    }
    let groups: Vec<String> = model.system.iter().map(|group| group.join(", ")).collect();
    text + &format!("system {};\n", groups.join(" < "))
}

/// The text of a query.
#[must_use]
pub fn query_text(model: &Model, query: &Query) -> String {
    let printer = Printer { scale: model.scale, words: model.words };
    let expr = |expr: &Expr| printer.expr(expr);
    match query {
        Query::Reachable(goal) => format!("E<> {}", expr(goal)),
        Query::Invariant(goal) => format!("A[] {}", expr(goal)),
        Query::PotentiallyAlways(goal) => format!("E[] {}", expr(goal)),
        Query::Eventually(goal) => format!("A<> {}", expr(goal)),
        Query::LeadsTo(first, second) => format!("{} --> {}", expr(first), expr(second)),
        Query::Extreme { largest, within, term } => {
            let within =
                within.as_ref().map_or(String::new(), |goal| format!("{{{}}}", expr(goal)));
            format!("{}{within}: {}", if *largest { "sup" } else { "inf" }, expr(term))
        }
    }
}

struct Printer {
    scale: i32,
    words: bool,
}

/// Quantifiers bind loosest, and what follows them belongs to them.
const LOOSEST: u8 = 0;
const ASSIGNMENT: u8 = 1;
const CONDITIONAL: u8 = 2;
const UNARY: u8 = 15;
const POSTFIX: u8 = 16;

fn strength(op: Binary) -> u8 {
    use Binary::{
        Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Imply, Le, Lt, Max, Min, Mod, Mul, Ne,
        Or, Shl, Shr, Sub,
    };
    match op {
        Or | Imply => 3,
        And => 4,
        BitOr => 5,
        BitXor => 6,
        BitAnd => 7,
        Eq | Ne => 8,
        Lt | Le | Ge | Gt => 9,
        Min | Max => 10,
        Shl | Shr => 11,
        Add | Sub => 12,
        Mul | Div | Mod => 13,
    }
}

impl Printer {
    fn item(&self, item: &Item, indent: &str) -> String {
        match item {
            Item::Typedef(name, ty) => format!("{indent}typedef {};\n", self.declarator(name, ty)),
            Item::Variable(variable) => format!("{indent}{}\n", self.variable(variable)),
            Item::Function(function) => self.function(function, indent),
        }
    }

    /// A type with the name it gives something: dimensions follow the name.
    fn declarator(&self, name: &str, ty: &Type) -> String {
        let mut base = ty;
        let mut dims = String::new();
        while let Type::Array(element, dim) = base {
            dims += &match dim {
                Dim::Size(size) => format!("[{size}]"),
                Dim::Over(name) => format!("[{name}]"),
            };
            base = element;
        }
        format!("{} {name}{dims}", self.base(base))
    }

    fn base(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "int".to_owned(),
            Type::Range(lower, upper) => format!("int[{lower},{upper}]"),
            Type::Bool => "bool".to_owned(),
            Type::Scalar(size) => format!("scalar[{size}]"),
            Type::Clock => "clock".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Named(name) => name.clone(),
            Type::Chan(kind) => {
                let urgent = if kind.urgent { "urgent " } else { "" };
                let broadcast = if kind.broadcast { "broadcast " } else { "" };
                format!("{urgent}{broadcast}chan")
            }
            Type::Struct(fields) => {
                let fields = fields.iter().map(|(name, ty)| self.declarator(name, ty) + ";");
                format!("struct {{ {} }}", fields.collect::<Vec<_>>().join(" "))
            }
            Type::Array(..) => self.declarator("", ty),
        }
    }

    fn variable(&self, variable: &Variable) -> String {
        let constant = if variable.constant { "const " } else { "" };
        let meta = if variable.meta { "meta " } else { "" };
        let declarator = self.declarator(&variable.name, &variable.ty);
        let initial = variable.initial.as_ref().map_or(String::new(), |initial| {
            format!(" {} {}", if self.words { ":=" } else { "=" }, self.initial(initial))
        });
        format!("{constant}{meta}{declarator}{initial};")
    }

    fn initial(&self, initial: &Initial) -> String {
        match initial {
            Initial::Value(value) => self.expr(value),
            Initial::List(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.initial(part)).collect();
                format!("{{ {} }}", parts.join(", "))
            }
        }
    }

    fn parameters(&self, parameters: &[Parameter]) -> String {
        let each = parameters.iter().map(|parameter| {
            let constant = if parameter.constant { "const " } else { "" };
            let reference = if parameter.reference { "&" } else { "" };
            let name = format!("{reference}{}", parameter.name);
            format!("{constant}{}", self.declarator(&name, &parameter.ty))
        });
        each.collect::<Vec<_>>().join(", ")
    }

    fn function(&self, function: &Function, indent: &str) -> String {
        let head = self.declarator(&function.name, &function.result);
        let parameters = self.parameters(&function.parameters);
        format!("{indent}{head}({parameters}) {}", self.block(&function.body, indent))
    }

    fn block(&self, block: &Block, indent: &str) -> String {
        let inner = format!("{indent}  ");
        let variables = block.variables.iter();
        let mut text: String =
            variables.map(|variable| format!("{inner}{}\n", self.variable(variable))).collect();
        for statement in &block.statements {
            text += &self.statement(statement, &inner);
        }
        format!("{{\n{text}{indent}}}\n")
    }

    fn statement(&self, statement: &Stmt, indent: &str) -> String {
        let inner = format!("{indent}  ");
        let body = |statement: &Stmt| match statement {
            Stmt::Block(block) => format!(" {}", self.block(block, indent)),
            other => format!("\n{}", self.statement(other, &inner)),
        };
        match statement {
            Stmt::Expr(expr) => format!("{indent}{};\n", self.expr(expr)),
            Stmt::If(condition, then, otherwise) => {
                let otherwise = otherwise
                    .as_ref()
                    .map_or(String::new(), |other| format!("{indent}else{}", body(other)));
                format!("{indent}if ({}){}{otherwise}", self.expr(condition), body(then))
            }
            Stmt::While(condition, repeated) => {
                format!("{indent}while ({}){}", self.expr(condition), body(repeated))
            }
            Stmt::DoWhile(repeated, condition) => {
                format!("{indent}do{}{indent}while ({});\n", body(repeated), self.expr(condition))
            }
            Stmt::For(initial, condition, step, repeated) => format!(
                "{indent}for ({}; {}; {}){}",
                self.expr(initial),
                self.expr(condition),
                self.expr(step),
                body(repeated)
            ),
            Stmt::ForEach(name, ty, repeated) => {
                format!("{indent}for ({name} : {}){}", self.base(ty), body(repeated))
            }
            Stmt::Return(None) => format!("{indent}return;\n"),
            Stmt::Return(Some(value)) => format!("{indent}return {};\n", self.expr(value)),
            Stmt::Block(block) => format!("{indent}{}", self.block(block, indent)),
        }
    }

    fn priorities(&self, levels: &[Level]) -> String {
        let level = |level: &Level| {
            let mut names: Vec<String> =
                level.channels.iter().map(|channel| self.expr(channel)).collect();
            names.extend(level.default.then(|| "default".to_owned()));
            names.join(", ")
        };
        let levels: Vec<String> = levels.iter().map(level).collect();
        format!("chan priority {};\n", levels.join(" < "))
    }

    fn template(&self, template: &Template) -> String {
        let name = |number: usize| template.locations[number].name.clone();
        let parameters = self.parameters(&template.parameters);
        let mut text = format!("process {}({parameters}) {{\n", template.name);
        for item in &template.items {
            text += &self.item(item, "  ");
        }
        let locations = template.locations.iter().map(|location| match &location.invariant {
            Some(invariant) => format!("{} {{ {} }}", location.name, self.expr(invariant)),
            None => location.name.clone(),
        });
        text += &format!("  state {};\n", locations.collect::<Vec<_>>().join(", "));
        for (word, stay) in [("commit", Stay::Committed), ("urgent", Stay::Urgent)] {
            let these = template.locations.iter().filter(|location| location.stay == stay);
            let these: Vec<_> = these.map(|location| location.name.as_str()).collect();
            if !these.is_empty() {
                text += &format!("  {word} {};\n", these.join(", "));
            }
        }
        text += &format!("  init {};\n", name(0));
        let edges: Vec<String> = template.edges.iter().map(|edge| self.edge(edge, &name)).collect();
        if !edges.is_empty() {
            text += &format!("  trans\n    {};\n", edges.join(",\n    "));
        }
        text + "}\n"
    }

    fn edge(&self, edge: &Edge, name: &dyn Fn(usize) -> String) -> String {
        let mut labels = String::new();
        if !edge.selects.is_empty() {
            let selects =
                edge.selects.iter().map(|(name, ty)| format!("{name} : {}", self.base(ty)));
            labels += &format!(" select {};", selects.collect::<Vec<_>>().join(", "));
        }
        if let Some(guard) = &edge.guard {
            labels += &format!(" guard {};", self.expr(guard));
        }
        if let Some((channel, sends)) = &edge.sync {
            let end = if *sends { "!" } else { "?" };
            labels += &format!(" sync {}{end};", self.expr(channel));
        }
        if !edge.updates.is_empty() {
            labels += &format!(" assign {};", self.list(&edge.updates));
        }
        format!("{} -> {} {{{labels} }}", name(edge.source), name(edge.target))
    }

    fn instance(&self, instance: &Instance) -> String {
        let parameters = if instance.parameters.is_empty() {
            String::new()
        } else {
            format!("({})", self.parameters(&instance.parameters))
        };
        let Instance { name, template, arguments, .. } = instance;
        format!("{name}{parameters} = {template}({});\n", self.list(arguments))
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    fn expr(&self, expr: &Expr) -> String {
        self.bound(expr, LOOSEST, true)
    }

    /// An expression that must bind at least so strongly; `last` if nothing follows that could become a part
    /// of a quantifier's body.
    fn bound(&self, expr: &Expr, least: u8, last: bool) -> String {
        let (text, strength) = self.parts(expr, last);
        let swallows = ends_in_quantifier(expr) && !last;
        if strength < least || swallows { format!("({})", self.expr(expr)) } else { text }
    }

    fn parts(&self, expr: &Expr, last: bool) -> (String, u8) {
        let number = |value: i64| (value.to_string(), if value < 0 { UNARY } else { POSTFIX });
        let postfix = |text: String| (text, POSTFIX);
        match expr {
            Expr::Int(value) => number(i64::from(*value)),
            Expr::Time(value) => number(i64::from(*value) * i64::from(self.scale)),
            Expr::Bool(value) => postfix(value.to_string()),
            Expr::Name(name) => postfix(name.clone()),
            Expr::Index(array, index) => {
                postfix(format!("{}[{}]", self.bound(array, POSTFIX, false), self.expr(index)))
            }
            Expr::Field(record, field) => {
                postfix(format!("{}.{field}", self.bound(record, POSTFIX, false)))
            }
            Expr::Member(process, arguments, member) if arguments.is_empty() => {
                postfix(format!("{process}.{member}"))
            }
            Expr::Member(process, arguments, member) => {
                postfix(format!("{process}({}).{member}", self.list(arguments)))
            }
            Expr::Call(function, arguments) => {
                postfix(format!("{function}({})", self.list(arguments)))
            }
            Expr::Step { place, down } => {
                let op = if *down { "--" } else { "++" };
                postfix(format!("{}{op}", self.bound(place, POSTFIX, false)))
            }
            Expr::Deadlock => postfix("deadlock".to_owned()),
            Expr::Unary(op, operand) => {
                let op = match op {
                    Unary::Not if self.words => "not ",
                    Unary::Not => "!",
                    Unary::Negate => "-",
                };
                // `- -1` and `--1` are not the same.
                let operand = self.bound(operand, UNARY, last);
                let space = if operand.starts_with('-') && op == "-" { " " } else { "" };
                (format!("{op}{space}{operand}"), UNARY)
            }
            _ => self.operators(expr, last),
        }
    }

    fn operators(&self, expr: &Expr, last: bool) -> (String, u8) {
        match expr {
            Expr::Binary(op, left, right) => {
                let strength = strength(*op);
                let left = self.bound(left, strength, false);
                let right = self.bound(right, strength + 1, last);
                (format!("{left} {} {right}", self.operator(*op)), strength)
            }
            Expr::Cond(condition, then, otherwise) => {
                let condition = self.bound(condition, CONDITIONAL + 1, false);
                let then = self.bound(then, CONDITIONAL + 1, false);
                let otherwise = self.bound(otherwise, CONDITIONAL, last);
                (format!("{condition} ? {then} : {otherwise}"), CONDITIONAL)
            }
            Expr::Assign(op, place, value) => {
                let op = match op {
                    None if self.words => ":=".to_owned(),
                    None => "=".to_owned(),
                    Some(op) => format!("{}=", self.symbol(*op)),
                };
                let place = self.bound(place, POSTFIX, false);
                (format!("{place} {op} {}", self.bound(value, ASSIGNMENT, last)), ASSIGNMENT)
            }
            Expr::Quantified(quantifier, name, ty, body) => {
                let word = match quantifier {
                    Quantifier::ForAll => "forall",
                    Quantifier::Exists => "exists",
                    Quantifier::Sum => "sum",
                };
                // As an operand it begins with a word, so it binds as strongly as its place asks for.
                let body = self.bound(body, ASSIGNMENT, last);
                (format!("{word} ({name} : {}) {body}", self.base(ty)), POSTFIX)
            }
            _ => (String::new(), POSTFIX),
        }
    }

    fn operator(&self, op: Binary) -> &'static str {
        match op {
            Binary::And if self.words => "and",
            Binary::Or if self.words => "or",
            _ => self.symbol(op),
        }
    }

    fn symbol(&self, op: Binary) -> &'static str {
        match op {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::Mod => "%",
            Binary::Min => "<?",
            Binary::Max => ">?",
            Binary::Shl => "<<",
            Binary::Shr => ">>",
            Binary::BitAnd => "&",
            Binary::BitOr => "|",
            Binary::BitXor => "^",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Ge => ">=",
            Binary::Gt => ">",
            Binary::And => "&&",
            Binary::Or => "||",
            Binary::Imply => "imply",
        }
    }
}

/// Would an operator that follows the text become a part of a quantifier's body?
fn ends_in_quantifier(expr: &Expr) -> bool {
    match expr {
        Expr::Quantified(..) => true,
        Expr::Unary(_, last)
        | Expr::Binary(_, _, last)
        | Expr::Cond(_, _, last)
        | Expr::Assign(_, _, last) => ends_in_quantifier(last),
        _ => false,
    }
}
