//! Another value for a constant, set in the tree before anything is computed from it: sizes of arrays, ranges and
//! the number of processes follow.

use std::{error, fmt};

use syntax::tree::{
    Declaration, DeclarationKind, Document, Expr, ExprKind, Initialiser, InitialiserKind, Item,
    Type, TypeBase, UnaryOp, VariableDeclaration,
};

/// Why a constant cannot be given a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DefineError {
    /// Nothing outside the templates has this name.
    Unknown {
        name: String,
        /// The constants that there are.
        candidates: Vec<String>,
    },
    /// It is not a constant.
    NotConstant {
        name: String,
        /// The constants that there are.
        candidates: Vec<String>,
    },
    /// It is a constant that holds neither a number nor a truth value.
    NotNumber {
        name: String,
        /// The constants that there are.
        candidates: Vec<String>,
    },
    /// It is a truth value, and 0 and 1 are all it can be.
    NotTruth {
        name: String,
        /// What it was to be.
        value: i32,
    },
}

impl fmt::Display for DefineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (problem, candidates) = match self {
            DefineError::Unknown { name, candidates } => {
                (format!("there is no constant `{name}` outside the templates"), candidates)
            }
            DefineError::NotConstant { name, candidates } => {
                (format!("`{name}` is not a constant"), candidates)
            }
            DefineError::NotNumber { name, candidates } => {
                (format!("`{name}` is neither an `int` nor a `bool`"), candidates)
            }
            DefineError::NotTruth { name, value } => {
                return write!(f, "`{name}` is a `bool`: it can be true or false, not {value}");
            }
        };
        f.write_str(&problem)?;
        match candidates.as_slice() {
            [] => f.write_str("; the model has no constants that could be set"),
            some => write!(f, "; the constants that can be set are {}", some.join(", ")),
        }
    }
}

impl error::Error for DefineError {}

/// The constants outside templates that hold one number or truth value, in the order of the text.
#[must_use]
pub fn constants(document: &Document) -> Vec<String> {
    let mut names = Vec::new();
    for variables in declared(document) {
        for declarator in &variables.declarators {
            if declarator.dims.is_empty() && Held::by(&variables.ty, document).is_settable() {
                names.push(declarator.name.name.clone());
            }
        }
    }
    names
}

/// The types outside templates whose size is a number, `typedef int[1, 6] id_t;` or `typedef scalar[6] id_t;`, in the order of
/// the text, each with the place of that number.
#[must_use]
pub(crate) fn sized_types(document: &Document) -> Vec<(String, syntax::Span)> {
    let mut found = Vec::new();
    for declaration in global(document) {
        let DeclarationKind::Typedef(typedef) = &declaration.kind else { continue };
        let size = match &typedef.ty.base {
            TypeBase::Int(Some((_, upper))) => upper,
            TypeBase::Scalar(size) => size,
            _ => continue,
        };
        if let ([declarator], ExprKind::Int(_)) = (&typedef.declarators[..], &size.kind)
            && declarator.dims.is_empty()
        {
            found.push((declarator.name.name.clone(), size.span));
        }
    }
    found
}

/// Gives a constant another value, or the range of a type another upper bound.
pub fn define(document: &mut Document, name: &str, value: i32) -> Result<(), DefineError> {
    if let Some((_, span)) = sized_types(document).into_iter().find(|(one, _)| one == name) {
        resize(document, name, number(value, span));
        return Ok(());
    }
    check(document, name, value)?;
    let globals = document.items.iter_mut().filter_map(|item| match item {
        Item::Declaration(declaration) => Some(declaration),
        Item::Template(_) => None,
    });
    for declaration in globals.chain(&mut document.system.declarations) {
        let DeclarationKind::Variables(variables) = &mut declaration.kind else { continue };
        for declarator in &mut variables.declarators {
            if declarator.name.name == name {
                let span = declarator.initialiser.as_ref().map_or(declarator.name.span, |i| i.span);
                let kind = InitialiserKind::Expr(number(value, span));
                declarator.initialiser = Some(Initialiser { kind, span });
            }
        }
    }
    Ok(())
}

/// Gives a type another size.
fn resize(document: &mut Document, name: &str, value: Expr) {
    let globals = document.items.iter_mut().filter_map(|item| match item {
        Item::Declaration(declaration) => Some(declaration),
        Item::Template(_) => None,
    });
    for declaration in globals.chain(&mut document.system.declarations) {
        let DeclarationKind::Typedef(typedef) = &mut declaration.kind else { continue };
        if !typedef.declarators.iter().any(|one| one.name.name == name) {
            continue;
        }
        match &mut typedef.ty.base {
            TypeBase::Int(Some((_, size))) | TypeBase::Scalar(size) => **size = value.clone(),
            _ => {}
        }
    }
}

/// Can the constant have this value?
fn check(document: &Document, name: &str, value: i32) -> Result<(), DefineError> {
    let (name, candidates) = (name.to_owned(), constants(document));
    let found = declared(document).find_map(|variables| {
        let named = variables.declarators.iter().find(|one| one.name.name == name)?;
        Some((Held::by(&variables.ty, document), named.dims.is_empty()))
    });
    match found {
        None => Err(DefineError::Unknown { name, candidates }),
        Some((held, _)) if !held.constant => Err(DefineError::NotConstant { name, candidates }),
        Some((Held { truth: true, .. }, true)) if !(0..=1).contains(&value) => {
            Err(DefineError::NotTruth { name, value })
        }
        Some((held, true)) if held.is_settable() => Ok(()),
        Some(_) => Err(DefineError::NotNumber { name, candidates }),
    }
}

/// The declarations of variables outside templates.
fn declared(document: &Document) -> impl Iterator<Item = &VariableDeclaration> {
    global(document).filter_map(|declaration| match &declaration.kind {
        DeclarationKind::Variables(variables) => Some(variables),
        _ => None,
    })
}

fn global(document: &Document) -> impl Iterator<Item = &Declaration> {
    let items = document.items.iter().filter_map(|item| match item {
        Item::Declaration(declaration) => Some(declaration),
        Item::Template(_) => None,
    });
    items.chain(&document.system.declarations)
}

/// What a declared name holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    constant: bool,
    number: bool,
    truth: bool,
}

/// Names of types stand for names of types at most this often; more is an error that is reported elsewhere.
const DEEPEST: usize = 16;

impl Held {
    fn by(ty: &Type, document: &Document) -> Held {
        Held::within(ty, document, DEEPEST)
    }

    fn within(ty: &Type, document: &Document, depth: usize) -> Held {
        let constant = ty.prefix.constant;
        match &ty.base {
            TypeBase::Int(_) => Held { constant, number: true, truth: false },
            TypeBase::Bool => Held { constant, number: false, truth: true },
            TypeBase::Name(name) if depth > 0 => {
                let meant = global(document).find_map(|declaration| match &declaration.kind {
                    DeclarationKind::Typedef(typedef) => {
                        let mut names = typedef.declarators.iter();
                        let named = names.find(|one| one.name.name == name.name)?;
                        named.dims.is_empty().then_some(&typedef.ty)
                    }
                    _ => None,
                });
                let meant = meant.map(|ty| Held::within(ty, document, depth - 1));
                let meant = meant.unwrap_or(Held { constant, number: false, truth: false });
                Held { constant: constant || meant.constant, ..meant }
            }
            _ => Held { constant, number: false, truth: false },
        }
    }

    fn is_settable(self) -> bool {
        self.constant && (self.number || self.truth)
    }
}

/// A number as it would be written.
fn number(value: i32, span: syntax::Span) -> Expr {
    let size = Expr { kind: ExprKind::Int(i64::from(value).abs()), span };
    if value >= 0 {
        return size;
    }
    Expr { kind: ExprKind::Unary(UnaryOp::Minus, Box::new(size)), span }
}
