//! Models and queries as people write them: names, scopes, types, expressions, statements.

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// `int`, with 16 bits.
    Int,
    /// `int[lo,hi]`.
    Range(i32, i32),
    /// `bool`.
    Bool,
    /// `scalar[n]`; only as the meaning of a type name.
    Scalar(i32),
    /// `clock`.
    Clock,
    Chan(ChanKind),
    /// `void`, of functions.
    Void,
    /// The name of a type.
    Named(String),
    Struct(Vec<(String, Type)>),
    Array(Box<Type>, Dim),
}

/// What kind of channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanKind {
    /// `urgent`.
    pub urgent: bool,
    /// `broadcast`.
    pub broadcast: bool,
}

/// The indices of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dim {
    /// `[n]`: from 0 to n - 1.
    Size(i32),
    /// `[T]`: the values of a named type.
    Over(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `<?`
    Min,
    /// `>?`
    Max,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `>=`
    Ge,
    /// `>`
    Gt,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `imply`
    Imply,
}

impl Binary {
    #[must_use]
    pub fn compares(self) -> bool {
        use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Lt | Le | Eq | Ne | Ge | Gt)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `!`
    Not,
    /// `-`
    Negate,
}

/// What ranges over the values of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// `forall`
    ForAll,
    /// `exists`
    Exists,
    /// `sum`
    Sum,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Int(i32),
    /// A number of units of time: written times the scale of the model, judged as it is.
    Time(i32),
    /// `true` or `false`.
    Bool(bool),
    Name(String),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `r.f`
    Field(Box<Expr>, String),
    /// `P.f` or `P(i).f`: a variable, a location, or the number of the location, of a process.
    Member(String, Vec<Expr>, String),
    /// `f(a, b)`
    Call(String, Vec<Expr>),
    /// An operator and its operand.
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `forall (i : T) e`
    Quantified(Quantifier, String, Type, Box<Expr>),
    /// `a = e`, or with an operator `a += e`.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// `a++` or, if down, `a--`.
    Step {
        place: Box<Expr>,
        /// Less instead of more.
        down: bool,
    },
    /// `deadlock`
    Deadlock,
}

impl Expr {
    #[must_use]
    pub fn name(text: &str) -> Expr {
        Expr::Name(text.to_owned())
    }

    #[must_use]
    pub fn binary(op: Binary, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// An entry of an array.
    #[must_use]
    pub fn index(array: Expr, index: Expr) -> Expr {
        Expr::Index(Box::new(array), Box::new(index))
    }

    /// `place = value`
    #[must_use]
    pub fn assign(place: Expr, value: Expr) -> Expr {
        Expr::Assign(None, Box::new(place), Box::new(value))
    }

    #[must_use]
    pub fn negated(self) -> Expr {
        Expr::Unary(Unary::Not, Box::new(self))
    }

    /// All of them, from left to right.
    #[must_use]
    pub fn all(parts: Vec<Expr>) -> Option<Expr> {
        parts.into_iter().reduce(|left, right| Expr::binary(Binary::And, left, right))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// An expression with an effect.
    Expr(Expr),
    /// `if`, perhaps with `else`.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`
    While(Expr, Box<Stmt>),
    /// `do … while`
    DoWhile(Box<Stmt>, Expr),
    /// `for (init; condition; step)`
    For(Expr, Expr, Expr, Box<Stmt>),
    /// `for (i : T)`
    ForEach(String, Type, Box<Stmt>),
    /// `return`
    Return(Option<Expr>),
    /// `{ … }`
    Block(Block),
}

/// Declarations and then statements.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    pub variables: Vec<Variable>,
    pub statements: Vec<Stmt>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Initial {
    Value(Expr),
    /// `{ … }`
    List(Vec<Initial>),
}

/// A variable, constant, clock or channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    /// `const`
    pub constant: bool,
    /// `meta`
    pub meta: bool,
    /// What it starts with.
    pub initial: Option<Initial>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    pub ty: Type,
    /// `const`
    pub constant: bool,
    /// `&`
    pub reference: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: String,
    pub result: Type,
    pub parameters: Vec<Parameter>,
    pub body: Block,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// `typedef`
    Typedef(String, Type),
    Variable(Variable),
    Function(Function),
}

/// Whether a process may stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stay {
    /// As long as the invariant holds.
    Normal,
    Urgent,
    Committed,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub name: String,
    pub invariant: Option<Expr>,
    /// Whether a process may stay.
    pub stay: Stay,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// From the location of this number.
    pub source: usize,
    /// To the location of this number.
    pub target: usize,
    /// `select`
    pub selects: Vec<(String, Type)>,
    /// `guard`
    pub guard: Option<Expr>,
    /// `sync`: the channel, and whether it sends.
    pub sync: Option<(Expr, bool)>,
    /// `assign`
    pub updates: Vec<Expr>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// Its variables and functions.
    pub items: Vec<Item>,
    /// Its locations; the first one is where it starts.
    pub locations: Vec<Location>,
    pub edges: Vec<Edge>,
}

/// `Q(params) = P(arguments);`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub name: String,
    /// The parameters that are left.
    pub parameters: Vec<Parameter>,
    pub template: String,
    pub arguments: Vec<Expr>,
}

/// One level of `chan priority`: channels, and whether it is the default level too.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Level {
    pub channels: Vec<Expr>,
    /// `default`
    pub default: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// What a unit of time is written as.
    pub scale: i32,
    /// Operators as words (`and`, `:=`) where there are any.
    pub words: bool,
    pub items: Vec<Item>,
    /// `chan priority`, from low to high.
    pub priorities: Vec<Level>,
    /// `before_update`
    pub before: Vec<Expr>,
    /// `after_update`
    pub after: Vec<Expr>,
    pub templates: Vec<Template>,
    pub instances: Vec<Instance>,
    /// The system line: groups of equal priority, from low to high.
    pub system: Vec<Vec<String>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// `E<> p`
    Reachable(Expr),
    /// `A[] p`
    Invariant(Expr),
    /// `E[] p`
    PotentiallyAlways(Expr),
    /// `A<> p`
    Eventually(Expr),
    /// `p --> q`
    LeadsTo(Expr, Expr),
    /// `sup{p}: e`, or `inf`.
    Extreme {
        /// `sup`
        largest: bool,
        within: Option<Expr>,
        term: Expr,
    },
}
