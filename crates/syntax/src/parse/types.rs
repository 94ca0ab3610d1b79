//! Types and the dimensions of arrays.

use super::cursor::{Failed, Grammar, Parsed, Parser};
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Word};
use crate::source::Span;
use crate::tree::{Dim, Expr, Field, Ident, Type, TypeBase, TypePrefix};

impl Parser<'_> {
    /// Whether a type that is not just a name starts here.
    pub(super) fn at_type_keyword(&self) -> bool {
        let Kind::Word(word) = self.kind() else { return false };
        let before_name =
            || matches!(self.peek(1), Kind::Word(next) if !self.grammar.reserves(next));
        match word {
            Word::Int | Word::Bool | Word::Chan | Word::Clock | Word::Broadcast | Word::Const => {
                true
            }
            Word::Urgent => matches!(self.peek(1), Kind::Word(_)),
            Word::Meta | Word::Struct | Word::Scalar | Word::Void => self.grammar != Grammar::Old,
            Word::Double | Word::String => self.grammar != Grammar::Old && before_name(),
            Word::Hybrid => self.peek(1) == Kind::Word(Word::Clock),
            _ => false,
        }
    }

    /// Whether a declaration of a variable starts here: a type, then a name.
    pub(super) fn at_variable(&self) -> bool {
        if self.at_type_keyword() {
            return true;
        }
        let free = |kind| matches!(kind, Kind::Word(word) if !self.grammar.reserves(word));
        let verb = self.is_word(Word::Spawn) || self.is_word(Word::Assert);
        !verb && free(self.kind()) && free(self.peek(1))
    }

    pub(super) fn ty(&mut self) -> Parsed<Type> {
        self.nested(|parser| {
            let start = parser.span();
            let prefix = parser.type_prefix();
            let base = parser.type_base()?;
            Ok(Type { prefix, base, span: parser.span_from(start) })
        })
    }

    fn type_prefix(&mut self) -> TypePrefix {
        let mut prefix = TypePrefix::default();
        loop {
            let flag = match self.kind() {
                Kind::Word(Word::Const) => &mut prefix.constant,
                Kind::Word(Word::Meta) => &mut prefix.meta,
                Kind::Word(Word::Urgent) => &mut prefix.urgent,
                Kind::Word(Word::Broadcast) => &mut prefix.broadcast,
                Kind::Word(Word::Hybrid) if self.peek(1) == Kind::Word(Word::Clock) => {
                    &mut prefix.hybrid
                }
                _ => return prefix,
            };
            let repeated = std::mem::replace(flag, true);
            if matches!(self.kind(), Kind::Word(Word::Const | Word::Meta)) {
                self.note_evidence();
            }
            if repeated {
                let message = format!("{} is said twice", self.found());
                self.fail(message);
            }
            self.bump();
        }
    }

    fn type_base(&mut self) -> Parsed<TypeBase> {
        let Kind::Word(word) = self.kind() else { return Err(self.expected("a type")) };
        let base = match word {
            Word::Int => {
                self.bump();
                return Ok(TypeBase::Int(self.int_range()?));
            }
            Word::Scalar if self.grammar != Grammar::Old => return self.scalar(),
            Word::Struct if self.grammar != Grammar::Old => return self.structure(),
            _ if self.at_scalarset_type() => return self.scalarset_type(),
            Word::Bool => TypeBase::Bool,
            Word::Clock => TypeBase::Clock,
            Word::Chan => TypeBase::Chan,
            Word::Void => TypeBase::Void,
            Word::Double => TypeBase::Double,
            Word::String => TypeBase::String,
            _ if self.grammar == Grammar::Old && !self.at_scalarset_name() => {
                return Err(self.expected("a type"));
            }
            _ => return Ok(TypeBase::Name(self.ident("a type")?)),
        };
        self.bump();
        Ok(base)
    }

    /// `[lower, upper]` after `int`, if it is there.
    fn int_range(&mut self) -> Parsed<Option<(Box<Expr>, Box<Expr>)>> {
        if !self.eat(Kind::LBracket) {
            return Ok(None);
        }
        let lower = self.expression()?;
        if self.is(Kind::DotDot) || self.is(Kind::Colon) {
            let message = format!("expected `,` between the bounds, found {}", self.found());
            let help = "a range is written `int[0,5]`, with a comma";
            let span = self.span();
            self.fail_with(Diagnostic::new(Code::Syntax, span, message).help(help));
            self.bump();
        } else if self.is(Kind::RBracket) {
            let span = lower.span;
            let error = Diagnostic::new(Code::Syntax, span, "`int` needs two bounds")
                .help("write `int[0,5]`; the size of an array comes after its name: `int a[5];`");
            return Err(self.fail_with(error));
        } else {
            self.expect(Kind::Comma, ",", "between the bounds")?;
        }
        let upper = self.expression()?;
        self.expect(Kind::RBracket, "]", "after the bounds")?;
        Ok(Some((Box::new(lower), Box::new(upper))))
    }

    pub(super) fn scalar(&mut self) -> Parsed<TypeBase> {
        self.note_evidence();
        self.bump();
        self.expect(Kind::LBracket, "[", "and the size after `scalar`")?;
        let size = self.expression()?;
        self.expect(Kind::RBracket, "]", "after the size")?;
        Ok(TypeBase::Scalar(Box::new(size)))
    }

    fn structure(&mut self) -> Parsed<TypeBase> {
        self.note_evidence();
        self.bump();
        let open = self.expect(Kind::LBrace, "{", "after `struct`")?;
        let mut fields = Vec::new();
        while !matches!(self.kind(), Kind::RBrace | Kind::End) {
            match self.field() {
                Ok(field) => fields.push(field),
                Err(Failed) => self.skip_past_semicolon(),
            }
        }
        self.close_brace(open, "the `struct`")?;
        Ok(TypeBase::Struct(fields))
    }

    fn field(&mut self) -> Parsed<Field> {
        let ty = self.ty()?;
        let mut names = Vec::new();
        loop {
            let name = self.ident("the name of a field")?;
            names.push((name, self.dims()?));
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect_semicolon("after the field")?;
        Ok(Field { ty, names })
    }

    /// The dimensions after a name.
    pub(super) fn dims(&mut self) -> Parsed<Vec<Dim>> {
        let mut dims = Vec::new();
        while self.eat(Kind::LBracket) {
            let dim = if self.at_type_keyword() {
                Dim::Type(self.ty()?)
            } else {
                Dim::Expr(self.expression()?)
            };
            self.expect(Kind::RBracket, "]", "after the size of the array")?;
            dims.push(dim);
        }
        Ok(dims)
    }

    /// A `{` that must be here. Where a new line starts instead, goes on as if it were here.
    pub(super) fn open_brace(&mut self, what: &str) -> Parsed<Span> {
        if self.is(Kind::LBrace) {
            return Ok(self.bump());
        }
        let failed = self.expected(&format!("`{{` before {what}"));
        if self.starts_line() { Ok(self.previous_span()) } else { Err(failed) }
    }

    /// A `}` that must be here, for the `{` at `open`.
    pub(super) fn close_brace(&mut self, open: Span, what: &str) -> Parsed<Span> {
        if self.is(Kind::RBrace) {
            return Ok(self.bump());
        }
        let message = format!("expected `}}` at the end of {what}, found {}", self.found());
        let error = Diagnostic::new(Code::Syntax, self.span(), message)
            .label(open, "this brace is not closed");
        Err(self.fail_with(error))
    }

    /// A name and its dimensions.
    pub(super) fn name_and_dims(&mut self, what: &str) -> Parsed<(Ident, Vec<Dim>)> {
        let name = self.ident(what)?;
        let dims = self.dims()?;
        Ok((name, dims))
    }
}
