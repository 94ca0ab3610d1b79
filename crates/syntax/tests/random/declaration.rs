//! Random declarations and statements.

use orrery_syntax::Span;
use orrery_syntax::tree::{
    Block, Declaration, DeclarationKind, Declarator, Dim, Expr, ExprKind, Field, ForHeader,
    Function, Initialiser, InitialiserKind, Instantiation, Parameter, PriorityLevel, Stmt,
    StmtKind, Type, TypeBase, TypePrefix, VariableDeclaration,
};
use proptest::prelude::*;

use super::expression::{bound_type, condition, expression};
use super::{few, ident, name, some};

fn span() -> Span {
    Span::default()
}

fn prefix() -> impl Strategy<Value = TypePrefix> {
    any::<[bool; 4]>().prop_map(|[constant, meta, urgent, broadcast]| TypePrefix {
        constant,
        meta,
        urgent,
        broadcast,
        hybrid: false,
    })
}

fn dims() -> impl Strategy<Value = Vec<Dim>> {
    let ty = bound_type(condition())
        .prop_filter("a bare name is an expression", |ty| !matches!(ty.base, TypeBase::Name(_)));
    few(prop_oneof![3 => condition().prop_map(Dim::Expr), 1 => ty.prop_map(Dim::Type)])
}

fn ty() -> BoxedStrategy<Type> {
    let plain = prop_oneof![
        Just(TypeBase::Clock),
        Just(TypeBase::Chan),
        Just(TypeBase::Double),
        Just(TypeBase::String),
        Just(TypeBase::Void),
    ];
    let plain = plain.prop_map(|base| Type { prefix: TypePrefix::default(), base, span: span() });
    let hybrid = TypePrefix { hybrid: true, ..TypePrefix::default() };
    let hybrid = Type { prefix: hybrid, base: TypeBase::Clock, span: span() };
    let leaf = prop_oneof![3 => bound_type(condition()), 2 => plain, 1 => Just(hybrid)];
    let with_prefix = (prefix(), leaf).prop_map(|(prefix, ty)| Type {
        prefix: if ty.prefix.hybrid { ty.prefix } else { prefix },
        ..ty
    });
    with_prefix
        .prop_recursive(2, 4, 2, |inner| {
            let names = some((ident(), dims()));
            let field = (inner, names).prop_map(|(ty, names)| Field { ty, names });
            (prefix(), some(field)).prop_map(|(prefix, fields)| Type {
                prefix,
                base: TypeBase::Struct(fields),
                span: span(),
            })
        })
        .boxed()
}

fn initialiser() -> impl Strategy<Value = Initialiser> {
    let make = |kind| Initialiser { kind, span: span() };
    let leaf = expression().prop_map(InitialiserKind::Expr).prop_map(make);
    leaf.prop_recursive(2, 6, 3, move |inner| {
        few((prop::option::of(ident()), inner)).prop_map(InitialiserKind::List).prop_map(make)
    })
}

fn variables() -> impl Strategy<Value = VariableDeclaration> {
    let declarator = (ident(), dims(), prop::option::of(initialiser()))
        .prop_map(|(name, dims, initialiser)| Declarator { name, dims, initialiser });
    (ty(), some(declarator)).prop_map(|(ty, declarators)| VariableDeclaration { ty, declarators })
}

fn typedef() -> impl Strategy<Value = VariableDeclaration> {
    variables().prop_map(|mut variables| {
        variables.declarators.iter_mut().for_each(|it| it.initialiser = None);
        variables
    })
}

pub(crate) fn parameters() -> impl Strategy<Value = Vec<Parameter>> {
    few((ty(), any::<bool>(), ident(), dims()).prop_map(|(ty, reference, name, dims)| Parameter {
        ty,
        reference,
        name,
        dims,
    }))
}

fn declaration(kind: DeclarationKind) -> Declaration {
    Declaration::new(kind, span())
}

fn comma() -> impl Strategy<Value = Expr> {
    some(expression()).prop_map(|list| {
        let join = |left, right| {
            let kind = ExprKind::Comma(Box::new(left), Box::new(right));
            Expr { kind, span: span() }
        };
        list.into_iter().reduce(join).unwrap()
    })
}

fn statement(kind: StmtKind) -> Stmt {
    Stmt { kind, span: span() }
}

fn block_of(statements: BoxedStrategy<Stmt>) -> impl Strategy<Value = Block> {
    let local = prop_oneof![
        variables().prop_map(DeclarationKind::Variables),
        typedef().prop_map(DeclarationKind::Typedef),
    ];
    (prop::collection::vec(local.prop_map(declaration), 0..2), few(statements))
        .prop_map(|(declarations, statements)| Block { declarations, statements, span: span() })
}

/// An `if` whose `else` would go to an inner `if` cannot be written; its first part is put in
/// braces.
fn if_else(condition: Expr, then: Stmt, otherwise: Option<Stmt>) -> Stmt {
    let then = if otherwise.is_some() && !matches!(then.kind, StmtKind::Block(_)) {
        let block = Block { declarations: Vec::new(), statements: vec![then], span: span() };
        statement(StmtKind::Block(block))
    } else {
        then
    };
    statement(StmtKind::If(condition, Box::new(then), otherwise.map(Box::new)))
}

fn statements() -> BoxedStrategy<Stmt> {
    let leaf = prop_oneof![
        1 => Just(StmtKind::Empty),
        3 => expression().prop_map(StmtKind::Expr),
        1 => prop::option::of(expression()).prop_map(StmtKind::Return),
        1 => expression().prop_map(StmtKind::Assert),
    ];
    leaf.prop_map(statement)
        .prop_recursive(3, 12, 3, |inner| {
            let boxed = inner.clone().prop_map(Box::new);
            let header = (comma(), comma(), comma())
                .prop_map(|(init, condition, step)| Box::new(ForHeader { init, condition, step }));
            let other = prop_oneof![
                (comma(), boxed.clone()).prop_map(|(c, body)| StmtKind::While(c, body)),
                (boxed.clone(), comma()).prop_map(|(body, c)| StmtKind::DoWhile(body, c)),
                (header, boxed.clone()).prop_map(|(header, body)| StmtKind::For(header, body)),
                (ident(), bound_type(condition()), boxed)
                    .prop_map(|(name, ty, body)| StmtKind::ForEach(name, ty, body)),
                block_of(inner.clone()).prop_map(StmtKind::Block),
            ];
            prop_oneof![
                2 => other.prop_map(statement),
                1 => (comma(), inner.clone(), prop::option::of(inner))
                    .prop_map(|(condition, then, otherwise)| if_else(condition, then, otherwise)),
            ]
        })
        .boxed()
}

fn function() -> impl Strategy<Value = Function> {
    (ty(), ident(), parameters(), block_of(statements()))
        .prop_map(|(result, name, parameters, body)| Function { result, name, parameters, body })
}

pub(crate) fn instantiation() -> impl Strategy<Value = Declaration> {
    (ident(), parameters(), ident(), few(expression())).prop_map(
        |(name, parameters, template, arguments)| {
            let instantiation = Instantiation { name, parameters, template, arguments };
            declaration(DeclarationKind::Instantiation(instantiation))
        },
    )
}

fn priorities() -> impl Strategy<Value = DeclarationKind> {
    let channel = name().prop_map(|name| Expr { kind: ExprKind::Name(name), span: span() });
    let level = some(prop::option::of(channel)).prop_map(|channels| PriorityLevel { channels });
    some(level).prop_map(DeclarationKind::ChannelPriority)
}

/// A declaration that a template may have.
pub(crate) fn local() -> impl Strategy<Value = Declaration> {
    prop_oneof![
        3 => variables().prop_map(DeclarationKind::Variables),
        1 => typedef().prop_map(DeclarationKind::Typedef),
        2 => function().prop_map(DeclarationKind::Function),
    ]
    .prop_map(declaration)
}

/// A declaration that a file may have before its templates.
pub(crate) fn global() -> impl Strategy<Value = Declaration> {
    let update = prop_oneof![
        few(expression()).prop_map(DeclarationKind::BeforeUpdate),
        few(expression()).prop_map(DeclarationKind::AfterUpdate),
        priorities(),
    ];
    prop_oneof![3 => local(), 1 => update.prop_map(declaration)]
}
