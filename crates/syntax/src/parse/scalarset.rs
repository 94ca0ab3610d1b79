//! Scalar sets as the papers on symmetry in UPPAAL wrote them, before UPPAAL 4 chose its own spelling.
//!
//! * Hendriks, Behrmann, Larsen, Niebert and Vaandrager, "Adding symmetry reduction to UPPAAL" (2003):
//!   `typedef scalarset[3] t;` and `X = forall i in t : P(i);`
//! * Hendriks, "Enhancing UPPAAL by exploiting symmetry" (2002): `scalarset t[3];`, `process P(scalarset p)`
//!   and `X := P(t);`
//!
//! All of it is read as what it is today, with a warning that names today's form. What needs to know which
//! names are types is left to [`crate::scalarsets`].

use super::cursor::{Parsed, Parser};
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Word};
use crate::source::Span;
use crate::tree::{
    DeclarationKind, Declarator, Expr, ExprKind, Ident, Instantiation, Parameter, Type, TypeBase,
    TypePrefix, VariableDeclaration,
};

impl Parser<'_> {
    fn at_scalarset(&self) -> bool {
        self.kind() == Kind::Word(Word::Plain) && self.slice(self.span()) == "scalarset"
    }

    /// Whether `scalarset[size]` starts here.
    pub(super) fn at_scalarset_type(&self) -> bool {
        self.at_scalarset() && self.peek(1) == Kind::LBracket
    }

    /// Whether `scalarset name[size];` starts here.
    pub(super) fn at_scalarset_declaration(&self) -> bool {
        let named = matches!(self.peek(1), Kind::Word(Word::Plain));
        self.at_scalarset() && named && self.peek(2) == Kind::LBracket
    }

    /// Whether a name may be that of a scalar set in the syntax of UPPAAL 3, which has no other named types.
    pub(super) fn at_scalarset_name(&self) -> bool {
        self.kind() == Kind::Word(Word::Plain)
            && matches!(self.peek(1), Kind::Word(Word::Plain))
            && self.text.contains("scalarset")
    }

    fn warn_of_scalarset(&mut self, span: Span, today: &str) {
        let message = "this spelling of scalar sets is that of the papers, not of UPPAAL";
        let warning = Diagnostic::new(Code::OldSpelling, span, message);
        self.report(warning.help(format!("write `{today}`")));
    }

    /// `scalarset[size]`
    pub(super) fn scalarset_type(&mut self) -> Parsed<TypeBase> {
        let start = self.span();
        let base = self.scalar()?;
        let size = self.size_text(&base);
        self.warn_of_scalarset(self.span_from(start), &format!("scalar[{size}]"));
        Ok(base)
    }

    fn size_text(&self, base: &TypeBase) -> String {
        match base {
            TypeBase::Scalar(size) => self.slice(size.span).to_owned(),
            _ => String::new(),
        }
    }

    /// `scalarset name[size];`, which is a typedef.
    pub(super) fn scalarset_declaration(&mut self) -> Parsed<DeclarationKind> {
        let start = self.bump();
        let name = self.ident("the name of the scalar set")?;
        self.expect(Kind::LBracket, "[", "and the size of the scalar set")?;
        let size = self.expression()?;
        self.expect(Kind::RBracket, "]", "after the size")?;
        let span = self.span_from(start);
        let base = TypeBase::Scalar(Box::new(size));
        let today = format!("typedef scalar[{}] {};", self.size_text(&base), name.name);
        self.warn_of_scalarset(span, &today);
        self.expect_semicolon(&format!("after the declaration of `{}`", name.name))?;
        let ty = Type { prefix: TypePrefix::default(), base, span };
        let declarators = vec![Declarator { name, dims: Vec::new(), initialiser: None }];
        Ok(DeclarationKind::Typedef(VariableDeclaration { ty, declarators }))
    }

    /// `forall i in t : P(i)` after the name of an instantiation and `=`: a set of processes, one for each
    /// element.
    pub(super) fn instantiation_for_all(&mut self, name: Ident) -> Parsed<Instantiation> {
        let start = self.span();
        let mut parameters = Vec::new();
        while self.eat_word(Word::ForAll) {
            let bound = self.ident("the name of an element")?;
            if self.slice(self.span()) != "in" {
                return Err(self.expected("`in` and the name of a scalar set"));
            }
            self.bump();
            let set = self.ident("the name of a scalar set")?;
            self.expect(Kind::Colon, ":", "after the name of the scalar set")?;
            parameters.push(constant_parameter(bound, set));
        }
        let template = self.ident("the name of a template")?;
        if !self.is(Kind::LParen) {
            return Err(self.expected("`(` and the arguments after the name of the template"));
        }
        let arguments = self.argument_list()?;
        let shown = |parameter: &Parameter| match &parameter.ty.base {
            TypeBase::Name(set) => format!("const {} {}", set.name, parameter.name.name),
            _ => parameter.name.name.clone(),
        };
        let list: Vec<String> = parameters.iter().map(shown).collect();
        let body = self.slice(self.span_from(template.span));
        let today = format!("{}({}) = {body};", name.name, list.join(", "));
        self.warn_of_scalarset(self.span_from(start), &today);
        self.expect_semicolon(&format!("after the instantiation of `{}`", name.name))?;
        Ok(Instantiation { name, parameters, template, arguments })
    }
}

/// A parameter `const set name`.
pub(crate) fn constant_parameter(name: Ident, set: Ident) -> Parameter {
    let prefix = TypePrefix { constant: true, ..TypePrefix::default() };
    let span = set.span;
    let ty = Type { prefix, base: TypeBase::Name(set), span };
    Parameter { ty, reference: false, name, dims: Vec::new() }
}

/// An argument that is a name.
pub(crate) fn name_argument(name: &str, span: Span) -> Expr {
    Expr { kind: ExprKind::Name(name.to_owned()), span }
}
