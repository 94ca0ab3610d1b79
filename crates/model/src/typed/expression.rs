//! Typed expressions.

use syntax::Span;
use syntax::tree::{AssignOp, BinaryOp, IncDec, PathQuantifier, Quantifier, UnaryOp};

use crate::symbol::SymbolId;
use crate::types::Type;

/// An expression with its type and place.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: Type,
    pub(crate) span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// Something wrong that has been reported.
    Error,
    /// A whole number, or a boolean as 0 or 1.
    Int(i32),
    /// A floating-point number; its value never matters to us.
    Double,
    Text,
    /// A variable, constant or parameter.
    Symbol(SymbolId),
    /// `base[index]`
    Index(Box<Expr>, Box<Expr>),
    /// A field of a record, by number.
    Field(Box<Expr>, usize),
    /// A local variable of a process.
    Member(Box<ProcessRef>, SymbolId),
    /// Is the process at that location?
    At(Box<ProcessRef>, usize),
    /// The number of the process's location.
    LocationOf(Box<ProcessRef>),
    /// A call of a function, perhaps of one that belongs to a process.
    Call {
        /// The function, by number.
        function: usize,
        /// Whose function it is, in queries.
        process: Option<Box<ProcessRef>>,
        /// One for each parameter.
        arguments: Vec<Expr>,
    },
    /// A function of the language.
    Builtin(Builtin, Vec<Expr>),
    Unary(UnaryOp, Box<Expr>),
    /// An increment or decrement.
    IncDec(IncDec, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Assign(AssignOp, Box<Expr>, Box<Expr>),
    /// `condition ? then : otherwise`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A quantifier or sum.
    Quantified {
        quantifier: Quantifier,
        /// The bound name; its type is the range.
        symbol: SymbolId,
        body: Box<Expr>,
    },
    /// `first, second`
    Comma(Box<Expr>, Box<Expr>),
    /// `clock'`
    Rate(Box<Expr>),
    /// `deadlock`
    Deadlock,
    /// A quantifier over paths.
    Path(PathQuantifier, Box<Expr>),
    /// `E<>[<=bound] body`
    Within {
        quantifier: PathQuantifier,
        bound: Box<Expr>,
        body: Box<Expr>,
    },
    /// `E[first U second]`, or `A[first U second]` if it is about every path.
    Until {
        /// Every path is meant, not only some.
        every: bool,
        /// The second need not come.
        weak: bool,
        first: Box<Expr>,
        second: Box<Expr>,
    },
}

/// A process of the system, or a member of a set of processes.
#[derive(Clone, Debug)]
pub(crate) struct ProcessRef {
    /// Which entry of the system line.
    pub(crate) listed: usize,
    /// Which member; empty for a single process.
    pub(crate) arguments: Vec<Expr>,
    pub(crate) span: Span,
}

/// Functions of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    /// `abs`, the only one over integers.
    Abs,
    /// One that takes floating-point numbers, with the number of its parameters.
    Floating {
        parameters: usize,
        result: FloatingResult,
        /// It gives another value each time.
        random: bool,
    },
}

/// What a floating-point function gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatingResult {
    Double,
    Int,
    Bool,
}

impl Expr {
    /// A number that stands nowhere in particular.
    pub(crate) fn int(value: i32, span: Span) -> Expr {
        Expr { kind: ExprKind::Int(value), ty: Type::INT, span }
    }

    /// Something wrong that has been reported.
    pub(crate) fn error(span: Span) -> Expr {
        Expr { kind: ExprKind::Error, ty: Type::Error, span }
    }

    /// Calls `visit` for each direct part, the arguments that select processes included.
    pub(crate) fn for_each_part<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        match &self.kind {
            ExprKind::Error
            | ExprKind::Int(_)
            | ExprKind::Double
            | ExprKind::Text
            | ExprKind::Symbol(_)
            | ExprKind::Deadlock => {}
            ExprKind::Member(process, _)
            | ExprKind::At(process, _)
            | ExprKind::LocationOf(process) => process.arguments.iter().for_each(visit),
            ExprKind::Index(first, second)
            | ExprKind::Binary(_, first, second)
            | ExprKind::Assign(_, first, second)
            | ExprKind::Within { bound: first, body: second, .. }
            | ExprKind::Until { first, second, .. }
            | ExprKind::Comma(first, second) => {
                visit(first);
                visit(second);
            }
            ExprKind::Field(part, _)
            | ExprKind::Unary(_, part)
            | ExprKind::IncDec(_, part)
            | ExprKind::Path(_, part)
            | ExprKind::Rate(part) => visit(part),
            ExprKind::Quantified { body, .. } => visit(body),
            ExprKind::Call { process, arguments, .. } => {
                process.iter().flat_map(|process| &process.arguments).for_each(&mut visit);
                arguments.iter().for_each(visit);
            }
            ExprKind::Builtin(_, arguments) => arguments.iter().for_each(visit),
            ExprKind::Cond(condition, then, otherwise) => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
        }
    }

    /// Is there a quantifier over paths in it?
    pub(crate) fn has_path(&self) -> bool {
        let mut found = matches!(
            self.kind,
            ExprKind::Path(..) | ExprKind::Until { .. } | ExprKind::Within { .. }
        );
        self.for_each_part(|part| found = found || part.has_path());
        found
    }

    /// The variable that a chain of indices and fields starts from.
    pub(crate) fn root(&self) -> Option<SymbolId> {
        match &self.kind {
            ExprKind::Symbol(symbol) => Some(*symbol),
            ExprKind::Index(base, _) | ExprKind::Field(base, _) => base.root(),
            _ => None,
        }
    }
}
