//! Named predicates of queries: `define safe = E<> empty;` before a query, or on a line of its own before the queries of
//! a file. A name is replaced by what it stands for, so nothing but the parser knows of it.

use super::cursor::{Parsed, Parser};
use crate::MAX_DEPTH;
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Word};
use crate::tree::{Expr, ExprKind, Formula, Ident};

/// The most parts that a query may have once its names are replaced.
const MOST_PARTS: usize = 1 << 16;

/// A name and what it stands for; names in it have been replaced already.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    name: String,
    body: Expr,
}

impl Parser<'_> {
    /// `define name = predicate;`, as often as it stands here. Those that are given stand before them.
    pub(super) fn definitions(&mut self, known: &mut Vec<Definition>) -> Parsed<()> {
        while self.is_definition() {
            self.bump();
            let name = self.ident("the name that is defined")?;
            self.expect(Kind::Assign, "=", "after the name that is defined")?;
            let mut body = self.predicate()?;
            self.expect(Kind::Semicolon, ";", "after the definition")?;
            self.replace_names(&mut body, known)?;
            known.retain(|other| other.name != name.name);
            known.push(Definition { name: name.name, body });
        }
        Ok(())
    }

    /// A word that is followed by another starts no expression.
    fn is_definition(&self) -> bool {
        matches!(self.kind(), Kind::Word(_))
            && self.slice(self.span()) == "define"
            && matches!(self.peek(1), Kind::Word(word) if !is_operator(word))
    }

    /// Replaces defined names in a formula.
    pub(super) fn replace_all(
        &mut self,
        formula: &mut Formula,
        known: &[Definition],
    ) -> Parsed<()> {
        if known.is_empty() {
            return Ok(());
        }
        let mut parts = formula.expressions_mut().into_iter();
        parts.try_for_each(|part| self.replace_names(part, known))
    }

    fn replace_names(&mut self, expr: &mut Expr, known: &[Definition]) -> Parsed<()> {
        let mut replacing = Replacing { known, bound: Vec::new(), parts: 0 };
        replacing.within(expr, 0).map_err(|error| self.fail_with(*error))
    }
}

/// Does this word join two operands?
fn is_operator(word: Word) -> bool {
    matches!(word, Word::And | Word::Or | Word::Imply | Word::Xor)
}

struct Replacing<'d> {
    known: &'d [Definition],
    /// Names that quantifiers bind here.
    bound: Vec<String>,
    parts: usize,
}

impl Replacing<'_> {
    fn within(&mut self, expr: &mut Expr, depth: u32) -> Result<(), Box<Diagnostic>> {
        self.parts += 1;
        if self.parts > MOST_PARTS || depth > MAX_DEPTH {
            let message = "the query is too large once its names are replaced";
            return Err(Box::new(Diagnostic::new(Code::Syntax, expr.span, message)));
        }
        if let ExprKind::Name(name) = &expr.kind
            && !self.bound.contains(name)
            && let Some(definition) = self.known.iter().find(|known| known.name == *name)
        {
            self.check_bound(definition, expr)?;
            expr.kind = definition.body.kind.clone();
            self.parts += size(expr, depth).ok_or_else(|| {
                let message = "the query is too large once its names are replaced";
                Box::new(Diagnostic::new(Code::Syntax, expr.span, message))
            })?;
            return Ok(());
        }
        let binds = match &expr.kind {
            ExprKind::Quantified { name: Ident { name, .. }, .. } => Some(name.clone()),
            _ => None,
        };
        let binding = binds.is_some();
        self.bound.extend(binds);
        for part in expr.parts_mut() {
            self.within(part, depth + 1)?;
        }
        if binding {
            self.bound.pop();
        }
        Ok(())
    }

    /// A name in a definition must not come to mean something else where the definition is used.
    fn check_bound(&self, definition: &Definition, place: &Expr) -> Result<(), Box<Diagnostic>> {
        match self.bound.iter().find(|bound| mentions(&definition.body, bound)) {
            None => Ok(()),
            Some(bound) => {
                let name = &definition.name;
                let message = format!("`{name}` uses `{bound}`, which means something else here");
                let error = Diagnostic::new(Code::Syntax, place.span, message);
                Err(Box::new(error.help("give the bound variable of the quantifier another name")))
            }
        }
    }
}

fn mentions(expr: &Expr, name: &str) -> bool {
    match &expr.kind {
        ExprKind::Name(other) => other == name,
        _ => expr.parts().into_iter().any(|part| mentions(part, name)),
    }
}

/// The parts of an expression; none if it is too deep where it stands.
fn size(expr: &Expr, depth: u32) -> Option<usize> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut all = 1usize;
    for part in expr.parts() {
        all = all.saturating_add(size(part, depth + 1)?);
    }
    Some(all)
}
