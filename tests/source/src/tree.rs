//! Models and queries as people write them: names, scopes, types, expressions, statements.

/// A type.
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
    /// A channel.
    Chan(ChanKind),
    /// `void`, of functions.
    Void,
    /// The name of a type.
    Named(String),
    /// A record.
    Struct(Vec<(String, Type)>),
    /// An array.
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

/// A binary operator.
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
    /// Does it compare?
    #[must_use]
    pub fn compares(self) -> bool {
        use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Lt | Le | Eq | Ne | Ge | Gt)
    }
}

/// A unary operator.
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

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A number.
    Int(i32),
    /// A number of units of time: written times the scale of the model, judged as it is.
    Time(i32),
    /// `true` or `false`.
    Bool(bool),
    /// A name.
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
    /// Two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `forall (i : T) e`
    Quantified(Quantifier, String, Type, Box<Expr>),
    /// `a = e`, or with an operator `a += e`.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// `a++` or, if down, `a--`.
    Step {
        /// What is changed.
        place: Box<Expr>,
        /// Less instead of more.
        down: bool,
    },
    /// `deadlock`
    Deadlock,
}

impl Expr {
    /// A name.
    #[must_use]
    pub fn name(text: &str) -> Expr {
        Expr::Name(text.to_owned())
    }

    /// Two operands.
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

    /// The opposite.
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

/// A statement.
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
    /// The variables.
    pub variables: Vec<Variable>,
    /// What to do.
    pub statements: Vec<Stmt>,
}

/// An initial value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Initial {
    /// One value.
    Value(Expr),
    /// `{ … }`
    List(Vec<Initial>),
}

/// A variable, constant, clock or channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// `const`
    pub constant: bool,
    /// `meta`
    pub meta: bool,
    /// What it starts with.
    pub initial: Option<Initial>,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// `const`
    pub constant: bool,
    /// `&`
    pub reference: bool,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it returns.
    pub result: Type,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// What it does.
    pub body: Block,
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// `typedef`
    Typedef(String, Type),
    /// A variable.
    Variable(Variable),
    /// A function.
    Function(Function),
}

/// Whether a process may stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stay {
    /// As long as the invariant holds.
    Normal,
    /// Time stands still.
    Urgent,
    /// It goes first.
    Committed,
}

/// A location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// Its invariant.
    pub invariant: Option<Expr>,
    /// Whether a process may stay.
    pub stay: Stay,
}

/// An edge.
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

/// A template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its variables and functions.
    pub items: Vec<Item>,
    /// Its locations; the first one is where it starts.
    pub locations: Vec<Location>,
    /// Its edges.
    pub edges: Vec<Edge>,
}

/// `Q(params) = P(arguments);`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The new name.
    pub name: String,
    /// The parameters that are left.
    pub parameters: Vec<Parameter>,
    /// What is instantiated.
    pub template: String,
    /// With what.
    pub arguments: Vec<Expr>,
}

/// One level of `chan priority`: channels, and whether it is the default level too.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// Channels.
    pub channels: Vec<Expr>,
    /// `default`
    pub default: bool,
}

/// A model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// What a unit of time is written as.
    pub scale: i32,
    /// Operators as words (`and`, `:=`) where there are any.
    pub words: bool,
    /// Global declarations.
    pub items: Vec<Item>,
    /// `chan priority`, from low to high.
    pub priorities: Vec<Level>,
    /// `before_update`
    pub before: Vec<Expr>,
    /// `after_update`
    pub after: Vec<Expr>,
    /// Templates.
    pub templates: Vec<Template>,
    /// Instances.
    pub instances: Vec<Instance>,
    /// The system line: groups of equal priority, from low to high.
    pub system: Vec<Vec<String>>,
}

/// A question.
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
        /// Where.
        within: Option<Expr>,
        /// Of what.
        term: Expr,
    },
}
