//! Statements and blocks.

use super::cursor::{Failed, Parsed, Parser};
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Word};
use crate::source::Span;
use crate::tree::{Block, Expr, ExprKind, ForHeader, Ident, Stmt, StmtKind};

impl Parser<'_> {
    /// The body of a function.
    pub(super) fn function_body(&mut self, name: &Ident) -> Parsed<Block> {
        let what = format!("the function `{}`", name.name);
        let open = self.open_brace(&format!("the body of `{}`", name.name))?;
        self.block_after(open, &what)
    }

    fn block(&mut self, what: &str) -> Parsed<Block> {
        let open = self.bump();
        self.block_after(open, what)
    }

    /// The rest of a block, after its brace.
    fn block_after(&mut self, open: Span, what: &str) -> Parsed<Block> {
        self.nested(|parser| {
            let mut declarations = Vec::new();
            while !parser.at_block_end() && (parser.at_variable() || parser.is_word(Word::Typedef))
            {
                match parser.local_declaration() {
                    Ok(declaration) => declarations.push(declaration),
                    Err(Failed) => parser.skip_past_statement(),
                }
            }
            let mut statements = Vec::new();
            while !parser.at_block_end() {
                statements.push(parser.statement_or_skip());
            }
            // A block without its brace is reported and kept.
            let _ = parser.close_brace(open, what);
            Ok(Block { declarations, statements, span: parser.span_from(open) })
        })
    }

    /// At the end of a block, or where something starts that cannot stand in one, because its brace
    /// is missing: a section of the file, or another function.
    fn at_block_end(&self) -> bool {
        match self.kind() {
            Kind::RBrace | Kind::End => true,
            Kind::Word(word) => {
                matches!(word, Word::Process | Word::System | Word::State | Word::Init)
                    || matches!(word, Word::Trans | Word::Commit)
                    || (self.at_variable()
                        && matches!(self.peek(1), Kind::Word(_))
                        && self.peek(2) == Kind::LParen)
            }
            _ => false,
        }
    }

    fn statement_or_skip(&mut self) -> Stmt {
        let start = self.span();
        let before = self.position();
        if let Ok(statement) = self.statement() {
            return *statement;
        }
        self.skip_past_statement();
        if self.position() == before {
            self.bump();
        }
        Stmt { kind: StmtKind::Error, span: self.span_from(start) }
    }

    fn statement(&mut self) -> Parsed<Box<Stmt>> {
        self.nested(|parser| {
            let start = parser.span();
            let kind = parser.statement_kind()?;
            Ok(Box::new(Stmt { kind, span: parser.span_from(start) }))
        })
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        match self.kind() {
            Kind::Semicolon => {
                self.bump();
                Ok(StmtKind::Empty)
            }
            Kind::LBrace => Ok(StmtKind::Block(self.block("the block")?)),
            Kind::Word(Word::If) => self.if_statement(),
            Kind::Word(Word::While) => self.while_statement(),
            Kind::Word(Word::Do) => self.do_while(),
            Kind::Word(Word::For) => self.for_statement(),
            Kind::Word(Word::Return) => self.return_statement(),
            Kind::Word(Word::Assert) if self.peek(1) != Kind::Assign => self.assertion(),
            Kind::Word(Word::Break | Word::Continue | Word::Switch)
                if matches!(self.peek(1), Kind::Semicolon | Kind::LParen) =>
            {
                Err(self.foreign_statement())
            }
            _ if self.at_variable() => Err(self.late_declaration()),
            _ => self.expression_statement(),
        }
    }

    fn expression_statement(&mut self) -> Parsed<StmtKind> {
        let expression = self.expression()?;
        self.expect_semicolon("after the statement")?;
        Ok(StmtKind::Expr(expression))
    }

    fn assertion(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let condition = self.expression()?;
        self.expect_semicolon("after the assertion")?;
        Ok(StmtKind::Assert(condition))
    }

    fn while_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let condition = self.condition("while")?;
        Ok(StmtKind::While(condition, self.statement()?))
    }

    fn foreign_statement(&mut self) -> Failed {
        let message = format!("{} is not part of the language", self.found());
        let mut error = Diagnostic::new(Code::Syntax, self.span(), message);
        error.help = self.hint();
        self.fail_with(error)
    }

    fn late_declaration(&mut self) -> Failed {
        let message = "declarations come before the statements of a block";
        let error = Diagnostic::new(Code::Syntax, self.span(), message)
            .help("move it to the head of the block, or put `{ }` around the rest");
        self.fail_with(error)
    }

    /// `(condition)` after a keyword.
    fn condition(&mut self, keyword: &str) -> Parsed<Expr> {
        self.expect(Kind::LParen, "(", &format!("after `{keyword}`"))?;
        let start = self.span();
        let condition = self.or_skip(&[Kind::RParen, Kind::Semicolon], Self::comma_expression);
        self.expect(Kind::RParen, ")", "after the condition")?;
        Ok(condition.unwrap_or(Expr { kind: ExprKind::Error, span: start }))
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let condition = self.condition("if")?;
        let then = self.statement()?;
        let otherwise = if self.eat_word(Word::Else) { Some(self.statement()?) } else { None };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    fn do_while(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let body = self.statement()?;
        if !self.eat_word(Word::While) {
            return Err(self.expected("`while` after the body of `do`"));
        }
        let condition = self.condition("while")?;
        self.expect_semicolon("after `do … while`")?;
        Ok(StmtKind::DoWhile(body, condition))
    }

    fn return_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let value = if self.is(Kind::Semicolon) { None } else { Some(self.expression()?) };
        self.expect_semicolon("after `return`")?;
        Ok(StmtKind::Return(value))
    }

    fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.expect(Kind::LParen, "(", "after `for`")?;
        if matches!(self.kind(), Kind::Word(_)) && self.peek(1) == Kind::Colon {
            let name = self.ident("the name of the loop variable")?;
            self.bump();
            let ty = self.ty()?;
            self.expect(Kind::RParen, ")", "after the type of the loop variable")?;
            return Ok(StmtKind::ForEach(name, ty, self.statement()?));
        }
        let start = self.span();
        let header = self.or_skip(&[Kind::RParen], Self::for_header);
        self.expect(Kind::RParen, ")", "after the head of the loop")?;
        let header = header.unwrap_or_else(|| broken_header(start));
        Ok(StmtKind::For(Box::new(header), self.statement()?))
    }

    fn for_header(&mut self) -> Parsed<ForHeader> {
        if self.at_variable() {
            let message = "a loop cannot declare its variable like this";
            let error = Diagnostic::new(Code::Syntax, self.span(), message).help(
                "write `for (i : int[0,5])`, or declare the variable at the head of the block",
            );
            return Err(self.fail_with(error));
        }
        let init = self.for_part("start")?;
        self.expect(Kind::Semicolon, ";", "after the start of the loop")?;
        let condition = self.for_part("condition")?;
        self.expect(Kind::Semicolon, ";", "after the condition of the loop")?;
        let step = self.for_part("step")?;
        Ok(ForHeader { init, condition, step })
    }

    fn for_part(&mut self, what: &str) -> Parsed<Expr> {
        if matches!(self.kind(), Kind::Semicolon | Kind::RParen) {
            let message = format!("the {what} of the loop is missing");
            let error = Diagnostic::new(Code::Syntax, self.span(), message)
                .help("all three parts are needed; use `while` where one makes no sense");
            return Err(self.fail_with(error));
        }
        self.comma_expression()
    }
}

fn broken_header(span: Span) -> ForHeader {
    let error = || Expr { kind: ExprKind::Error, span };
    ForHeader { init: error(), condition: error(), step: error() }
}
