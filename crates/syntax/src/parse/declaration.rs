//! Declarations.

use super::cursor::{Failed, Grammar, Parsed, Parser};
use crate::lex::{Kind, Word};
use crate::tree::{
    BinaryOp, Declaration, DeclarationKind, Declarator, Expr, Function, Ident, Initialiser,
    InitialiserKind, Instantiation, PriorityLevel, Type, TypeBase, TypePrefix, VariableDeclaration,
};

impl Parser<'_> {
    /// Declarations up to the end of the text; for XML.
    pub(crate) fn declarations(&mut self) -> Vec<Declaration> {
        let mut declarations = Vec::new();
        while !self.is(Kind::End) {
            self.declaration_into(&mut declarations);
        }
        declarations
    }

    /// One declaration; on failure skips past it.
    pub(super) fn declaration_into(&mut self, declarations: &mut Vec<Declaration>) {
        let before = self.position();
        let start = self.start_with_comments();
        match self.declaration() {
            Ok(Some(mut declaration)) => {
                declaration.text = self.written_since(start);
                declarations.push(declaration);
            }
            Ok(None) => {}
            Err(Failed) => self.skip_past_declaration(),
        }
        if self.position() == before {
            // Only a stray `}` stops recovery; it must not stop it for ever.
            self.fail("this brace closes nothing");
            self.bump();
        }
    }

    /// One declaration, or none where there is only a `;`.
    fn declaration(&mut self) -> Parsed<Option<Declaration>> {
        let start = self.span();
        if self.eat(Kind::Semicolon) {
            return Ok(None);
        }
        let kind = self.declaration_kind()?;
        Ok(Some(Declaration::new(kind, self.span_from(start))))
    }

    fn declaration_kind(&mut self) -> Parsed<DeclarationKind> {
        if self.grammar == Grammar::Old {
            return self.old_declaration();
        }
        let next = self.peek(1);
        match self.kind() {
            Kind::Word(Word::Typedef) => self.typedef(),
            Kind::Word(Word::BeforeUpdate) if next == Kind::LBrace => {
                Ok(DeclarationKind::BeforeUpdate(self.update_block()?))
            }
            Kind::Word(Word::AfterUpdate) if next == Kind::LBrace => {
                Ok(DeclarationKind::AfterUpdate(self.update_block()?))
            }
            Kind::Word(Word::Import) if next == Kind::Text => Ok(self.import()),
            Kind::Word(Word::Dynamic) if matches!(next, Kind::Word(_)) => {
                self.skip_past_semicolon();
                Ok(DeclarationKind::Unsupported("dynamic template".to_owned()))
            }
            Kind::Word(Word::Io) if matches!(next, Kind::Word(_)) => {
                self.skip_past_semicolon();
                Ok(DeclarationKind::Unsupported("IO declaration".to_owned()))
            }
            Kind::Word(Word::Chan)
                if next == Kind::Word(Word::Priority) && matches!(self.peek(2), Kind::Word(_)) =>
            {
                self.priorities()
            }
            Kind::Word(word) if !self.grammar.reserves(word) && starts_instance(next) => {
                Ok(DeclarationKind::Instantiation(self.instantiation()?))
            }
            _ if self.at_scalarset_declaration() => self.scalarset_declaration(),
            _ => self.variables_or_function(),
        }
    }

    fn old_declaration(&mut self) -> Parsed<DeclarationKind> {
        match self.kind() {
            Kind::Word(Word::Const) => self.old_constants(),
            _ if self.at_scalarset_declaration() => self.scalarset_declaration(),
            Kind::Word(word) if !self.grammar.reserves(word) && starts_instance(self.peek(1)) => {
                Ok(DeclarationKind::Instantiation(self.instantiation()?))
            }
            _ => self.variables_or_function(),
        }
    }

    /// `const name value, …;`
    fn old_constants(&mut self) -> Parsed<DeclarationKind> {
        let span = self.bump();
        let prefix = TypePrefix { constant: true, ..TypePrefix::default() };
        let ty = Type { prefix, base: TypeBase::Int(None), span };
        let mut declarators = Vec::new();
        loop {
            let (name, dims) = self.name_and_dims("the name of the constant")?;
            if !self.eat(Kind::Assign) {
                self.note_evidence();
            }
            let initialiser = Some(self.initialiser()?);
            declarators.push(Declarator { name, dims, initialiser });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.end_of_declaration(&declarators)?;
        Ok(DeclarationKind::Variables(VariableDeclaration { ty, declarators }))
    }

    fn typedef(&mut self) -> Parsed<DeclarationKind> {
        self.note_evidence();
        self.bump();
        let ty = self.ty()?;
        let mut declarators = Vec::new();
        loop {
            let (name, dims) = self.name_and_dims("the name of the type")?;
            declarators.push(Declarator { name, dims, initialiser: None });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.end_of_declaration(&declarators)?;
        Ok(DeclarationKind::Typedef(VariableDeclaration { ty, declarators }))
    }

    fn variables_or_function(&mut self) -> Parsed<DeclarationKind> {
        if !self.at_type_keyword() && !matches!(self.kind(), Kind::Word(_)) {
            return Err(self.expected("a declaration"));
        }
        let ty = self.ty()?;
        let name = self.ident("the name of what is declared")?;
        if self.is(Kind::LParen) && self.grammar != Grammar::Old {
            return Ok(DeclarationKind::Function(self.function(ty, name)?));
        }
        Ok(DeclarationKind::Variables(self.variables(ty, name)?))
    }

    /// `type name dims = value, …;`, for the heads of blocks.
    pub(super) fn variable_declaration(&mut self) -> Parsed<VariableDeclaration> {
        let ty = self.ty()?;
        let name = self.ident("the name of what is declared")?;
        self.variables(ty, name)
    }

    /// A declaration at the head of a block: variables or a typedef.
    pub(super) fn local_declaration(&mut self) -> Parsed<Declaration> {
        let start = self.span();
        let kind = if self.is_word(Word::Typedef) {
            self.typedef()?
        } else {
            DeclarationKind::Variables(self.variable_declaration()?)
        };
        Ok(Declaration::new(kind, self.span_from(start)))
    }

    fn variables(&mut self, ty: Type, first: Ident) -> Parsed<VariableDeclaration> {
        let mut declarators = Vec::new();
        let mut name = first;
        loop {
            let dims = self.dims()?;
            let initialiser = if self.eat(Kind::Assign) { Some(self.initialiser()?) } else { None };
            declarators.push(Declarator { name, dims, initialiser });
            if !self.eat(Kind::Comma) {
                break;
            }
            name = self.ident("another name after `,`")?;
        }
        self.end_of_declaration(&declarators)?;
        Ok(VariableDeclaration { ty, declarators })
    }

    fn end_of_declaration(&mut self, declarators: &[Declarator]) -> Parsed<()> {
        if self.eat(Kind::Semicolon) {
            return Ok(());
        }
        let name = declarators.last().map_or("", |declarator| &declarator.name.name);
        self.expect_semicolon(&format!("after the declaration of `{name}`"))
    }

    fn initialiser(&mut self) -> Parsed<Initialiser> {
        let start = self.span();
        let kind = if self.is(Kind::LBrace) {
            self.nested(Self::initialiser_list)?
        } else {
            InitialiserKind::Expr(self.expression()?)
        };
        Ok(Initialiser { kind, span: self.span_from(start) })
    }

    fn initialiser_list(&mut self) -> Parsed<InitialiserKind> {
        let open = self.bump();
        let mut list = Vec::new();
        let stops = [Kind::Comma, Kind::RBrace, Kind::Semicolon];
        while !self.is(Kind::RBrace) {
            list.extend(self.or_skip(&stops, Self::labelled_initialiser));
            if !stops.contains(&self.kind()) {
                self.expected("`,` or `}` after the value");
                self.skip_to(&stops);
            }
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.close_brace(open, "the initial value")?;
        Ok(InitialiserKind::List(list))
    }

    fn labelled_initialiser(&mut self) -> Parsed<(Option<Ident>, Initialiser)> {
        let labelled = matches!(self.kind(), Kind::Word(_)) && self.peek(1) == Kind::Colon;
        let label = if labelled {
            let label = self.ident("the name of a field")?;
            self.bump();
            Some(label)
        } else {
            None
        };
        Ok((label, self.initialiser()?))
    }

    fn function(&mut self, result: Type, name: Ident) -> Parsed<Function> {
        self.note_evidence();
        let parameters = self.parameters()?;
        let body = self.function_body(&name)?;
        Ok(Function { result, name, parameters, body })
    }

    fn instantiation(&mut self) -> Parsed<Instantiation> {
        let name = self.ident("the name of the process")?;
        let parameters = if self.is(Kind::LParen) { self.parameters()? } else { Vec::new() };
        self.expect(Kind::Assign, "=", "after the name of the process")?;
        if parameters.is_empty() && self.is_word(Word::ForAll) {
            return self.instantiation_for_all(name);
        }
        let template = self.ident("the name of a template")?;
        if !self.is(Kind::LParen) {
            return Err(self.expected("`(` and the arguments after the name of the template"));
        }
        let arguments = self.argument_list()?;
        self.expect_semicolon(&format!("after the instantiation of `{}`", name.name))?;
        Ok(Instantiation { name, parameters, template, arguments })
    }

    /// `chan priority a, b[0] < default < c;`
    fn priorities(&mut self) -> Parsed<DeclarationKind> {
        self.bump();
        self.bump();
        let mut levels = vec![PriorityLevel { channels: Vec::new() }];
        loop {
            let channel = if self.eat_word(Word::Default) { None } else { Some(self.operand()?) };
            if let Some(level) = levels.last_mut() {
                level.channels.push(channel);
            }
            if self.eat(Kind::Op(BinaryOp::Lt)) {
                levels.push(PriorityLevel { channels: Vec::new() });
            } else if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect_semicolon("after the channel priorities")?;
        Ok(DeclarationKind::ChannelPriority(levels))
    }

    /// `before_update { … }`
    fn update_block(&mut self) -> Parsed<Vec<Expr>> {
        self.bump();
        let open = self.bump();
        let updates = if self.is(Kind::RBrace) { Vec::new() } else { self.expression_list()? };
        self.close_brace(open, "the updates")?;
        Ok(updates)
    }

    /// `import "library" { … };`, which no symbolic tool can follow.
    fn import(&mut self) -> DeclarationKind {
        self.skip_to(&[Kind::LBrace, Kind::Semicolon]);
        if self.is(Kind::LBrace) {
            self.skip_to(&[Kind::Semicolon]);
        }
        self.eat(Kind::Semicolon);
        DeclarationKind::Unsupported("import of external functions".to_owned())
    }
}

/// Whether what follows a name makes it the name of an instantiation.
fn starts_instance(next: Kind) -> bool {
    matches!(next, Kind::Assign | Kind::LParen)
}
