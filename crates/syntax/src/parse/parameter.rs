//! Parameters of templates, functions and instantiations, in both syntaxes.

use super::cursor::{Failed, Grammar, Parsed, Parser};
use crate::lex::{Kind, Word};
use crate::tree::{Parameter, Type, TypeBase, TypePrefix};

impl Parser<'_> {
    pub(super) fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        self.expect(Kind::LParen, "(", "before the parameters")?;
        let parameters = if self.is(Kind::RParen) { Vec::new() } else { self.parameter_list() };
        self.expect(Kind::RParen, ")", "after the parameters")?;
        Ok(parameters)
    }

    /// Parameters, up to a `)` or the end.
    pub(crate) fn parameter_list(&mut self) -> Vec<Parameter> {
        if self.grammar == Grammar::Old { self.old_parameters() } else { self.new_parameters() }
    }

    fn new_parameters(&mut self) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        loop {
            match self.parameter() {
                Ok(parameter) => parameters.push(parameter),
                Err(Failed) => self.skip_to(&[Kind::Comma, Kind::RParen, Kind::LBrace]),
            }
            if parameters.last().is_some_and(is_scalarset) && self.peek(1) == Kind::RParen {
                // `process P(scalarset p;)`, as in the paper.
                self.eat(Kind::Semicolon);
            }
            if !self.next_parameter(Kind::Comma) {
                return parameters;
            }
        }
    }

    /// Goes on to the next parameter, if there is one.
    fn next_parameter(&mut self, separator: Kind) -> bool {
        if !matches!(self.kind(), Kind::RParen | Kind::End) && !self.is(separator) {
            self.expected("`,` or the end of the parameters");
            self.skip_to(&[separator, Kind::RParen, Kind::LBrace]);
        }
        self.eat(separator)
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let ty = self.ty()?;
        let reference = self.eat(Kind::Op(crate::tree::BinaryOp::BitAnd));
        let (name, dims) = self.name_and_dims("the name of the parameter")?;
        Ok(Parameter { ty, reference, name, dims })
    }

    /// `type a, b; const c; …`: by reference, except constants.
    fn old_parameters(&mut self) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        loop {
            if self.old_parameter_group(&mut parameters).is_err() {
                self.skip_to(&[Kind::Semicolon, Kind::RParen]);
            }
            let more = self.next_parameter(Kind::Semicolon);
            if !more || matches!(self.kind(), Kind::End | Kind::RParen) {
                return parameters;
            }
            self.note_evidence();
        }
    }

    fn old_parameter_group(&mut self, parameters: &mut Vec<Parameter>) -> Parsed<()> {
        let start = self.span();
        let constant = self.eat_word(Word::Const);
        let ty = if constant {
            let prefix = TypePrefix { constant, ..TypePrefix::default() };
            Type { prefix, base: TypeBase::Int(None), span: start }
        } else {
            self.ty()?
        };
        loop {
            let (name, dims) = self.name_and_dims("the name of the parameter")?;
            parameters.push(Parameter { ty: ty.clone(), reference: !constant, name, dims });
            if !self.eat(Kind::Comma) {
                return Ok(());
            }
        }
    }
}

fn is_scalarset(parameter: &Parameter) -> bool {
    matches!(&parameter.ty.base, TypeBase::Name(name) if name.name == "scalarset")
}
