//! Random expressions and the types in them.

use orrery_syntax::Span;
use orrery_syntax::tree::{
    AssignOp, BinaryOp, Expr, ExprKind, Ident, IncDec, Quantifier, Type, TypeBase, TypePrefix,
    UnaryOp,
};
use proptest::prelude::*;

use super::{few, ident, name};

const BINARY: [BinaryOp; 23] = [
    BinaryOp::Pow,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Mod,
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Ge,
    BinaryOp::Gt,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::BitAnd,
    BinaryOp::BitXor,
    BinaryOp::BitOr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Imply,
];

const ASSIGN: [AssignOp; 5] = [
    AssignOp::Set,
    AssignOp::With(BinaryOp::Add),
    AssignOp::With(BinaryOp::Shr),
    AssignOp::With(BinaryOp::BitOr),
    AssignOp::With(BinaryOp::Mod),
];

const STEPS: [IncDec; 4] =
    [IncDec::PreIncrement, IncDec::PreDecrement, IncDec::PostIncrement, IncDec::PostDecrement];

fn make(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn leaf() -> BoxedStrategy<Expr> {
    let lowest = make(ExprKind::Int(i64::from(i32::MAX) + 1));
    let lowest = make(ExprKind::Unary(UnaryOp::Minus, Box::new(lowest)));
    prop_oneof![
        4 => name().prop_map(|name| make(ExprKind::Name(name))),
        3 => (0..=i64::from(i32::MAX)).prop_map(|value| make(ExprKind::Int(value))),
        1 => (0.0..1e300f64).prop_map(|value| make(ExprKind::Float(value))),
        1 => any::<bool>().prop_map(|value| make(ExprKind::Bool(value))),
        1 => "[a-z /*<&.]{1,8}".prop_map(|text| make(ExprKind::String(text))),
        1 => Just(lowest),
    ]
    .boxed()
}

/// The name of a type. `string` may name a variable, but as a type it is the built-in one.
fn type_name() -> impl Strategy<Value = Ident> {
    ident().prop_filter("`string` is a type of its own", |ident| ident.name != "string")
}

/// A type that may stand in an expression.
pub(crate) fn bound_type(size: BoxedStrategy<Expr>) -> impl Strategy<Value = Type> {
    let boxed = size.prop_map(Box::new);
    let base = prop_oneof![
        type_name().prop_map(TypeBase::Name),
        Just(TypeBase::Int(None)),
        (boxed.clone(), boxed.clone()).prop_map(|bounds| TypeBase::Int(Some(bounds))),
        boxed.prop_map(TypeBase::Scalar),
        Just(TypeBase::Bool),
    ];
    base.prop_map(|base| Type { prefix: TypePrefix::default(), base, span: Span::default() })
}

/// Everything but assignments, made of smaller things.
fn pure(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let boxed = inner.clone().prop_map(Box::new);
    let unary = prop::sample::select(&[UnaryOp::Minus, UnaryOp::Plus, UnaryOp::Not][..]);
    let quantifier =
        prop::sample::select(&[Quantifier::ForAll, Quantifier::Exists, Quantifier::Sum][..]);
    let binary = prop::sample::select(&BINARY[..]);
    let step = prop::sample::select(&STEPS[..]);
    prop_oneof![
        6 => (binary, boxed.clone(), boxed.clone()).prop_map(|(op, a, b)| make(ExprKind::Binary(op, a, b))),
        2 => (unary, boxed.clone()).prop_map(|(op, a)| make(ExprKind::Unary(op, a))),
        1 => (step, boxed.clone()).prop_map(|(step, a)| make(ExprKind::IncDec(step, a))),
        1 => (boxed.clone(), boxed.clone()).prop_map(|(a, i)| make(ExprKind::Index(a, i))),
        1 => (boxed.clone(), ident()).prop_map(|(a, member)| make(ExprKind::Member(a, member))),
        1 => (boxed.clone(), few(inner.clone())).prop_map(|(f, list)| make(ExprKind::Call(f, list))),
        1 => few(inner.clone()).prop_map(spawn),
        1 => boxed.clone().prop_map(|a| make(ExprKind::Rate(a))),
        1 => (boxed.clone(), boxed.clone(), boxed.clone())
            .prop_map(|(a, b, c)| make(ExprKind::Cond(a, b, c))),
        2 => (quantifier, ident(), bound_type(inner), boxed).prop_map(|(quantifier, name, ty, body)| {
            make(ExprKind::Quantified { quantifier, name, ty, body })
        }),
    ]
    .boxed()
}

fn spawn(arguments: Vec<Expr>) -> Expr {
    let named = |name: &str| Box::new(make(ExprKind::Name(name.to_owned())));
    let process = make(ExprKind::Call(named("T"), arguments));
    make(ExprKind::Call(named("spawn"), vec![process]))
}

pub(crate) fn expression() -> BoxedStrategy<Expr> {
    leaf()
        .prop_recursive(5, 24, 3, |inner| {
            let boxed = inner.clone().prop_map(Box::new);
            let assign = prop::sample::select(&ASSIGN[..]);
            prop_oneof![
                5 => pure(inner),
                1 => (assign, boxed.clone(), boxed)
                    .prop_map(|(op, a, b)| make(ExprKind::Assign(op, a, b))),
            ]
        })
        .boxed()
}

/// An expression that assigns nothing.
pub(crate) fn condition() -> BoxedStrategy<Expr> {
    leaf().prop_recursive(4, 16, 3, pure).boxed()
}
