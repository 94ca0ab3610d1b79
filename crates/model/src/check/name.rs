//! Names: what they stand for, and what was probably meant where they stand for nothing.

use syntax::tree::{self, ExprKind as Tree};
use syntax::{Code, Diagnostic, Span};

use super::{Checker, Region};
use crate::nearest::nearest;
use crate::symbol::{SymbolId, SymbolKind};
use crate::typed::{Expr, ExprKind, ProcessRef};
use crate::types::Type;

/// After so many errors nobody reads suggestions, and looking for them takes time.
const MOST_SUGGESTIONS: usize = 100;

/// Words that start a declaration.
const TYPE_WORDS: [&str; 8] =
    ["int", "bool", "clock", "chan", "const", "void", "broadcast", "urgent"];

/// The word of this language for one of another.
fn word_for(name: &str) -> Option<&'static str> {
    Some(match name {
        "boolean" | "Boolean" => "bool",
        "integer" | "Integer" | "long" | "short" => "int",
        "byte" => "int[0, 255]",
        "unsigned" | "uint" | "nat" => "int[0, 32767]",
        "float" | "real" => "double",
        "channel" => "chan",
        "timer" => "clock",
        "constant" | "final" | "define" => "const int",
        "template" | "automaton" | "proctype" | "module" => "process",
        _ => return None,
    })
}

impl Checker {
    /// The symbol of a visible name. Locations are not visible: they are only named by queries, through
    /// their process.
    pub(super) fn lookup(&self, name: &str) -> Option<SymbolId> {
        self.scopes.find(name, |id| {
            let kind = &self.model.symbols[id].kind;
            !matches!(kind, SymbolKind::Location(_) | SymbolKind::Branchpoint)
        })
    }

    /// A name used as a value.
    pub(super) fn name(&mut self, name: &str, span: Span) -> Expr {
        let Some(id) = self.lookup(name) else {
            if let Some(label) = self.label(name, span) {
                return label;
            }
            let processes = self.in_query();
            self.unknown_name(name, span, "name", |kind| {
                matches!(kind, SymbolKind::Variable(_))
                    || (processes && matches!(kind, SymbolKind::Instance(_)))
            });
            return Expr::error(span);
        };
        let (code, message, help) = match &self.model.symbols[id].kind {
            SymbolKind::Broken => return Expr::error(span),
            SymbolKind::Variable(variable) => {
                let ty = variable.ty.clone();
                return Expr { kind: ExprKind::Symbol(id), ty, span };
            }
            SymbolKind::Type { .. } => (Code::WrongType, format!("`{name}` is a type"), None),
            SymbolKind::Function(_) | SymbolKind::Builtin(_) => (
                Code::WrongType,
                format!("`{name}` is a function"),
                Some(format!("call it: `{name}(…)`")),
            ),
            SymbolKind::Instance(_) if self.in_query() => (
                Code::NotAPredicate,
                format!("`{name}` is a process, which is neither true nor false"),
                Some(format!("ask for one of its locations: `{name}.location_name`")),
            ),
            SymbolKind::Instance(_) => {
                (Code::WrongType, format!("`{name}` is a template or process"), None)
            }
            SymbolKind::Location(_) | SymbolKind::Branchpoint => return Expr::error(span),
        };
        let mut diagnostic = Diagnostic::new(code, span, message);
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
        Expr::error(span)
    }

    /// A label: some process is at a location that has it.
    fn label(&self, name: &str, span: Span) -> Option<Expr> {
        let places = self.labels.get(name).filter(|_| self.in_query())?;
        let at = places.iter().map(|(listed, location)| {
            let process = ProcessRef { listed: *listed, arguments: Vec::new(), span };
            let kind = ExprKind::At(Box::new(process), *location);
            Expr { kind, ty: Type::Bool, span }
        });
        let mut parts: Vec<Expr> = at.collect();
        while parts.len() > 1 {
            // Pairs of pairs: a shallow tree, since there may be many.
            let mut pairs = Vec::with_capacity(parts.len().div_ceil(2));
            let mut rest = parts.into_iter();
            while let Some(left) = rest.next() {
                pairs.push(match rest.next() {
                    Some(right) => {
                        let (left, right) = (Box::new(left), Box::new(right));
                        let kind = ExprKind::Binary(tree::BinaryOp::Or, left, right);
                        Expr { kind, ty: Type::Bool, span }
                    }
                    None => left,
                });
            }
            parts = pairs;
        }
        parts.pop()
    }

    /// Reports a name that stands for nothing, once for each template and query.
    pub(super) fn unknown_name(
        &mut self,
        name: &str,
        span: Span,
        what: &str,
        wanted: impl Fn(&SymbolKind) -> bool,
    ) {
        if name.is_empty() || !self.unknown.insert((self.region, name.to_owned())) {
            return;
        }
        let message = format!("there is no {what} `{name}` here");
        let mut diagnostic = Diagnostic::new(Code::UnknownName, span, message);
        if let Some((help, place)) = self.hidden_in_template(name) {
            diagnostic = diagnostic.help(help);
            if let Some(place) = place {
                diagnostic = diagnostic.label(place, "it is declared here");
            }
        } else if let Some(word) = Some(name).filter(|_| what == "type").and_then(word_for) {
            diagnostic = diagnostic.help(format!("write `{word}`"));
        } else if self.findings.errors() < MOST_SUGGESTIONS {
            let symbols = &self.model.symbols;
            let names = self.scopes.names().filter(|(_, id)| wanted(&symbols[*id].kind));
            let words = match what {
                "name" => self.constant_words(),
                "type" => &TYPE_WORDS,
                _ => &[],
            };
            let words = words.iter().copied();
            if let Some(near) = nearest(name, names.map(|(name, _)| name).chain(words)) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
        }
        self.report(diagnostic);
    }

    /// Words of the language that stand where names of variables do.
    fn constant_words(&self) -> &'static [&'static str] {
        if self.in_query() { &["deadlock", "true", "false"] } else { &["true", "false"] }
    }

    /// For queries: the process that has this name inside, if one does.
    pub(super) fn hidden_in_template(&self, name: &str) -> Option<(String, Option<Span>)> {
        if !self.in_query() {
            return None;
        }
        let found = self.model.system.iter().find_map(|listed| {
            let template = &self.model.templates[self.model.template_of(listed.instance)];
            let (_, id) = template.names.iter().find(|(local, _)| local == name)?;
            Some((self.model.instances[listed.instance].name.clone(), *id))
        });
        if let Some((process, id)) = found {
            let help = format!("it is local to a process: write `{process}.{name}`");
            return Some((help, Some(self.model.symbols[id].span)));
        }
        let unlisted = self.model.instances.iter().find(|instance| instance.name == name)?;
        let help = format!("add `{name}` to the system line");
        Some((help, Some(unlisted.span)))
    }

    /// `base.member`
    pub(super) fn member(&mut self, base: &tree::Expr, member: &tree::Ident, span: Span) -> Expr {
        if let Tree::Name(name) = &base.kind {
            // Names of `.tck` models may contain dots.
            let dotted = format!("{name}.{}", member.name);
            if self.lookup(&dotted).is_some() {
                return self.name(&dotted, span);
            }
        }
        if let Some(process) = self.process_name(base) {
            return self.process_member(process, base, member, span);
        }
        if self.reports_unknown_process(base) || self.reports_indexed_process(base) {
            return Expr::error(span);
        }
        let base = self.expression(base);
        let record = match &base.ty {
            Type::Error => return Expr::error(span),
            Type::Record(record) => record.clone(),
            ty => {
                let message =
                    format!("{ty} has no field `{}`", member.name, ty = ty.with_article());
                return self.wrong(Code::UnknownMember, member.span, message);
            }
        };
        match record.fields.iter().position(|(name, _)| *name == member.name) {
            Some(field) => {
                let ty = record.fields[field].1.clone();
                Expr { kind: ExprKind::Field(Box::new(base), field), ty, span }
            }
            None => {
                self.unknown_field(&record, member);
                Expr::error(span)
            }
        }
    }

    /// The instance that an expression names, if it is nothing but a process or a member of a set.
    pub(super) fn process_name(&self, tree: &tree::Expr) -> Option<usize> {
        let name = match &tree.kind {
            Tree::Name(name) => name,
            Tree::Call(callee, _) => match &callee.kind {
                Tree::Name(name) => name,
                _ => return None,
            },
            _ => return None,
        };
        match self.model.symbols[self.lookup(name)?].kind {
            SymbolKind::Instance(instance) => Some(instance),
            _ => None,
        }
    }

    /// What kind of region names are looked up in, for messages.
    pub(super) fn region(&self) -> Region {
        self.region
    }
}
