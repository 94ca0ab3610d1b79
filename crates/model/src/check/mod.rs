//! From tree to typed model: resolves names, gives every expression its type, and reports everything
//! that is wrong. One judgement per file.

mod assignment;
mod call;
mod condition;
mod declaration;
mod effect;
mod expression;
mod function;
mod initialiser;
mod name;
mod operator;
mod path;
mod process;
mod quantifier;
mod query;
mod statement;
mod system;
mod template;
mod ty;

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use syntax::tree::{Document, Ident, Item};
use syntax::{Code, Diagnostic, Span};

use crate::findings::Findings;
use crate::predeclared;
use crate::scope::Scopes;
use crate::symbol::{Symbol, SymbolId, SymbolKind};
use crate::typed::{Expr, Model};
use crate::types::Type;

pub(crate) use query::{Query, QueryKind};

/// Where the text being checked stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Region {
    /// Global declarations and the system section.
    Global,
    /// A template, by number.
    Template(usize),
    /// A query, by number.
    Query(usize),
}

/// The function being checked.
struct FunctionFrame {
    /// What it must return.
    result: Type,
    /// Its name, which it may not call.
    name: String,
}

/// Checks a document piece by piece.
pub(crate) struct Checker {
    /// What has been checked.
    pub(crate) model: Model,
    pub(crate) findings: Findings,
    scopes: Scopes,
    region: Region,
    function: Option<FunctionFrame>,
    /// Unknown names that have been reported, by region.
    unknown: FxHashSet<(Region, String)>,
    /// Symbols that decide the size of something declared in the current template.
    sizes: Vec<SymbolId>,
    /// There are declarations of dynamic templates: what uses them cannot be understood.
    dynamic: bool,
    /// There are declarations of external functions, whose names are not known.
    external: bool,
    /// The system line names something unknown: more processes were meant than it lists.
    unlisted: bool,
    /// Instances on the system line.
    listed: FxHashSet<usize>,
    /// Labels that queries may ask for: entries of the system line and locations, by number.
    pub(crate) labels: BTreeMap<String, Vec<(usize, usize)>>,
}

impl Checker {
    /// Nothing checked so far; `findings` are kept.
    pub(crate) fn new(findings: Findings) -> Checker {
        let mut checker = Checker {
            model: Model::default(),
            findings,
            scopes: Scopes::default(),
            region: Region::Global,
            function: None,
            unknown: FxHashSet::default(),
            sizes: Vec::new(),
            dynamic: false,
            external: false,
            unlisted: false,
            listed: FxHashSet::default(),
            labels: BTreeMap::new(),
        };
        predeclared::declare(&mut checker.model.symbols, &mut checker.scopes);
        checker.scopes.open();
        checker
    }

    /// Checks a whole document except its queries.
    pub(crate) fn check(&mut self, document: &Document) {
        for item in &document.items {
            match item {
                Item::Declaration(declaration) => self.global_declaration(declaration),
                Item::Template(template) => self.template(template),
            }
        }
        self.system(&document.system);
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.report(diagnostic);
    }

    /// Reports an error without further explanation.
    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.findings.report(Diagnostic::new(code, span, message));
    }

    /// Reports an error and gives the expression that stands for it.
    fn wrong(&mut self, code: Code, span: Span, message: impl Into<String>) -> Expr {
        self.error(code, span, message);
        Expr::error(span)
    }

    /// Notes something that no symbolic engine can run, and gives the expression that stands for it.
    fn beyond(&mut self, reason: String, span: Span) -> Expr {
        self.model.limitations.push((reason, span));
        Expr::error(span)
    }

    /// Gives a name a meaning in the innermost scope.
    fn declare(&mut self, name: &Ident, kind: SymbolKind) -> SymbolId {
        let symbol = Symbol { name: name.name.clone(), span: name.span, kind };
        let id = self.model.symbols.add(symbol);
        if name.name.is_empty() {
            return id;
        }
        if let Some(earlier) = self.scopes.declare(&name.name, id) {
            let earlier = self.model.symbols[earlier].span;
            let message = format!("`{}` is declared twice", name.name);
            self.report(
                Diagnostic::new(Code::DuplicateName, name.span, message)
                    .label(earlier, "first declared here"),
            );
        }
        id
    }

    /// Warns if a name that is about to be bound hides another one.
    fn warn_if_hiding(&mut self, name: &Ident) {
        let Some(hidden) = self.scopes.outer(&name.name) else { return };
        let place = self.model.symbols[hidden].span;
        let message = format!("`{}` hides a declaration of the same name", name.name);
        self.report(
            Diagnostic::new(Code::Shadowing, name.span, message).label(place, "this one is hidden"),
        );
    }
}
