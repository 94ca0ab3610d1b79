//! Declarations and types.

use crate::source::Span;
use crate::tree::{Block, Expr, Ident, Written};

/// A declaration where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    pub kind: DeclarationKind,
    /// Itself and the comments that belong to it; starts with a line end if a blank line comes before.
    pub text: Written,
    pub span: Span,
}

impl Declaration {
    /// A declaration that nobody has written.
    #[must_use]
    pub fn new(kind: DeclarationKind, span: Span) -> Declaration {
        Declaration { kind, text: Written::default(), span }
    }
}

/// What a declaration declares.
#[derive(Clone, PartialEq, Debug)]
pub enum DeclarationKind {
    /// Variables, constants, clocks or channels.
    Variables(VariableDeclaration),
    /// `typedef`: names for a type; declarators have no initialisers.
    Typedef(VariableDeclaration),
    Function(Function),
    /// `Q(params) = P(args);`
    Instantiation(Instantiation),
    /// `chan priority …;`, lowest first.
    ChannelPriority(Vec<PriorityLevel>),
    /// `before_update { … }`
    BeforeUpdate(Vec<Expr>),
    /// `after_update { … }`
    AfterUpdate(Vec<Expr>),
    /// Something recognised and not supported by any symbolic tool: `import`, `dynamic`, an IO or
    /// LSC declaration. The text names the construct.
    Unsupported(String),
}

/// `type name[dims] = initialiser, …;`
#[derive(Clone, PartialEq, Debug)]
pub struct VariableDeclaration {
    pub ty: Type,
    pub declarators: Vec<Declarator>,
}

/// One name of a declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct Declarator {
    pub name: Ident,
    /// Its dimensions, outermost first.
    pub dims: Vec<Dim>,
    pub initialiser: Option<Initialiser>,
}

/// A dimension of an array. A bare name may turn out to be a type: that is decided later.
#[derive(Clone, PartialEq, Debug)]
pub enum Dim {
    /// `[size]`, or `[typename]`
    Expr(Expr),
    /// `[int[0,3]]`, `[scalar[3]]`
    Type(Type),
}

/// An initial value where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Initialiser {
    pub kind: InitialiserKind,
    pub span: Span,
}

/// What an initial value is.
#[derive(Clone, PartialEq, Debug)]
pub enum InitialiserKind {
    Expr(Expr),
    /// `{ a, b }` or `{ field: a, field: b }`
    List(Vec<(Option<Ident>, Initialiser)>),
}

/// A type where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    /// `const`, `meta`, …
    pub prefix: TypePrefix,
    pub base: TypeBase,
    pub span: Span,
}

/// Words before a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one for each word")]
pub struct TypePrefix {
    /// `const`
    pub constant: bool,
    /// `meta`
    pub meta: bool,
    /// `urgent`
    pub urgent: bool,
    /// `broadcast`
    pub broadcast: bool,
    /// `hybrid`
    pub hybrid: bool,
}

/// A type without prefixes.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeBase {
    /// `int`, `int[lower, upper]`
    Int(Option<(Box<Expr>, Box<Expr>)>),
    /// `bool`
    Bool,
    /// `clock`
    Clock,
    /// `chan`
    Chan,
    /// `void`
    Void,
    /// `double`
    Double,
    /// `string`
    String,
    /// `scalar[size]`
    Scalar(Box<Expr>),
    /// `struct { … }`
    Struct(Vec<Field>),
    /// A name given by `typedef`.
    Name(Ident),
    /// What could not be parsed; a diagnostic has said so.
    Error,
}

/// `type name[dims], …;` in a `struct`.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub ty: Type,
    /// The names with their dimensions.
    pub names: Vec<(Ident, Vec<Dim>)>,
}

/// A parameter of a function, template or instantiation.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    pub ty: Type,
    /// `&`
    pub reference: bool,
    pub name: Ident,
    pub dims: Vec<Dim>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    pub result: Type,
    pub name: Ident,
    pub parameters: Vec<Parameter>,
    pub body: Block,
}

/// `name(parameters) = template(arguments);`
#[derive(Clone, PartialEq, Debug)]
pub struct Instantiation {
    pub name: Ident,
    /// Its own parameters; none and no parentheses are the same.
    pub parameters: Vec<Parameter>,
    pub template: Ident,
    pub arguments: Vec<Expr>,
}

/// Channels of one priority; `None` stands for `default`.
#[derive(Clone, PartialEq, Debug)]
pub struct PriorityLevel {
    pub channels: Vec<Option<Expr>>,
}
