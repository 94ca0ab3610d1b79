//! The cursor over the tokens of one block, with errors and recovery.

use std::ops::Range;

use crate::MAX_NESTING;
use crate::diagnostic::{Code, Diagnostic};
use crate::kept::Kept;
use crate::lex::{Comment, Kind, Lexed, Mode, Token, Word, lex};
use crate::source::{BlockId, Span};
use crate::tree::{Ident, SyntaxVersion};

/// Which language the text is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grammar {
    /// Models for UPPAAL 4 and 5.
    New,
    /// Models for UPPAAL 3.
    Old,
    Query,
}

/// Parsing failed here, and the reason has been reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

/// What a parsing function gives.
pub(crate) type Parsed<T> = Result<T, Failed>;

/// The parser of one block of text.
pub(crate) struct Parser<'s> {
    /// The text of the block.
    pub(super) text: &'s str,
    /// Which language it is in.
    pub(super) grammar: Grammar,
    pub(super) block: BlockId,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    /// The comments, and how many of them have been taken.
    comments: Vec<Comment>,
    taken: usize,
    /// A place and the start of its line, to find the starts of later lines from.
    line: (usize, usize),
    /// What has been found wrong.
    diagnostics: Kept,
    /// Where the last error was reported: one message per token is enough.
    last_error: Option<usize>,
    nesting: u32,
    /// How often something was seen that only this grammar knows.
    evidence: usize,
}

impl<'s> Parser<'s> {
    /// A parser for a whole block.
    pub(crate) fn new(text: &'s str, block: BlockId, grammar: Grammar) -> Parser<'s> {
        Parser::over(text, 0..text.len(), block, grammar)
    }

    /// A parser for a part of a block.
    pub(crate) fn over(
        text: &'s str,
        range: Range<usize>,
        block: BlockId,
        grammar: Grammar,
    ) -> Parser<'s> {
        let mode = if grammar == Grammar::Query { Mode::Query } else { Mode::Model };
        Parser::from_lexed(text, lex(text, range, mode), block, grammar)
    }

    /// A parser for tokens that have been scanned already.
    pub(super) fn from_lexed(
        text: &'s str,
        lexed: Lexed,
        block: BlockId,
        grammar: Grammar,
    ) -> Parser<'s> {
        let mut parser = Parser {
            text,
            grammar,
            block,
            tokens: lexed.tokens,
            at: 0,
            comments: Vec::new(),
            taken: 0,
            line: (0, 0),
            diagnostics: Kept::default(),
            last_error: None,
            nesting: 0,
            evidence: 0,
        };
        if let Some(open) = lexed.comments.last().filter(|comment| !comment.closed) {
            let span = Span { block, start: open.start, end: open.start + 2 };
            parser.report(Diagnostic::new(Code::Syntax, span, "this comment is never closed"));
        }
        parser.comments = lexed.comments;
        parser
    }

    /// What was found wrong.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics.into_list()
    }

    /// How often something was seen that only this grammar knows.
    pub(crate) fn evidence(&self) -> usize {
        self.evidence
    }

    /// Notes something that only this grammar knows.
    pub(super) fn note_evidence(&mut self) {
        self.evidence += 1;
    }

    // Looking.

    pub(super) fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    pub(super) fn peek(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::End, |token| token.kind)
    }

    pub(super) fn is(&self, kind: Kind) -> bool {
        self.kind() == kind
    }

    pub(super) fn is_word(&self, word: Word) -> bool {
        self.kind() == Kind::Word(word)
    }

    pub(super) fn span(&self) -> Span {
        self.span_of(self.tokens[self.at])
    }

    pub(super) fn span_of(&self, token: Token) -> Span {
        Span { block: self.block, start: token.start, end: token.end }
    }

    /// The place of the token before this one, or the start.
    pub(super) fn previous_span(&self) -> Span {
        match self.at.checked_sub(1) {
            Some(previous) => self.span_of(self.tokens[previous]),
            None => Span { block: self.block, start: self.span().start, end: self.span().start },
        }
    }

    /// From a start to the token before this one.
    pub(super) fn span_from(&self, start: Span) -> Span {
        start.to(self.previous_span())
    }

    pub(super) fn slice(&self, span: Span) -> &'s str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Whether this token starts a line of its own.
    pub(super) fn starts_line(&self) -> bool {
        let gap = self.previous_span().end as usize..self.span().start as usize;
        self.text.get(gap).is_some_and(|gap| gap.contains('\n'))
    }

    /// Whether nothing is left.
    pub(crate) fn is_blank(&self) -> bool {
        self.is(Kind::End)
    }

    /// The first comment that nobody has taken.
    pub(super) fn next_comment(&self) -> Option<Comment> {
        self.comments.get(self.taken).copied()
    }

    /// Takes the comments that start before a place.
    pub(super) fn take_comments(&mut self, before: u32) -> Vec<Comment> {
        let rest = &self.comments[self.taken..];
        let count = rest.iter().take_while(|comment| comment.start < before).count();
        let taken = rest[..count].to_vec();
        self.taken += count;
        taken
    }

    /// Where the line of a place starts. Asked for places from left to right, this takes no more time than
    /// the text is long, even if it is one line.
    pub(super) fn line_start(&mut self, at: usize) -> usize {
        let (from, known) = if at < self.line.0 { (0, 0) } else { self.line };
        let skipped = self.text.get(from..at).unwrap_or("");
        let start = skipped.rfind('\n').map_or(known, |end| from + end + 1);
        self.line = (at, start);
        start
    }

    /// How many tokens have been passed; to see whether a loop makes progress.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    // Moving.

    pub(super) fn bump(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.is(kind);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: Word) -> bool {
        self.eat(Kind::Word(word))
    }

    /// Runs a parser one level deeper, unless that is too deep.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            return Err(self.too_deep(self.span()));
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    /// Reports that the text is nested too deeply, and leaves it: going on would only repeat that.
    pub(super) fn too_deep(&mut self, span: Span) -> Failed {
        let message = "this is nested too deeply, or has too many operators in a row";
        self.report(
            Diagnostic::new(Code::TooDeep, span, message)
                .help("give parts of it names: a constant, a function or a variable"),
        );
        self.skip_all();
        Failed
    }

    /// Leaves the rest of the text, without a word about its end.
    fn skip_all(&mut self) {
        self.at = self.tokens.len() - 1;
        self.last_error = Some(self.at);
    }

    // Reporting.

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        if self.diagnostics.is_full() {
            self.skip_all();
        }
    }

    /// Reports an error at this token, unless one was reported here already.
    pub(super) fn fail(&mut self, message: impl Into<String>) -> Failed {
        let span = self.span();
        self.fail_with(Diagnostic::new(Code::Syntax, span, message))
    }

    pub(super) fn fail_with(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.last_error != Some(self.at) {
            self.last_error = Some(self.at);
            self.report(diagnostic);
        }
        Failed
    }

    /// Reports that something else was expected here.
    pub(super) fn expected(&mut self, what: &str) -> Failed {
        let diagnostic = self.expectation(what, self.span());
        self.fail_with(diagnostic)
    }

    /// What `expected` would report.
    pub(super) fn expectation(&self, what: &str, span: Span) -> Diagnostic {
        let (message, span) = if self.is(Kind::Unknown) {
            (format!("{} means nothing here", self.found()), self.span())
        } else {
            (format!("expected {what}, found {}", self.found()), span)
        };
        let diagnostic = Diagnostic::new(Code::Syntax, span, message);
        match self.hint() {
            Some(hint) => diagnostic.help(hint),
            None => diagnostic,
        }
    }

    /// This token, as a message names it.
    pub(super) fn found(&self) -> String {
        const LONGEST: usize = 30;
        match self.kind() {
            Kind::End => "the end".to_owned(),
            Kind::Newline => "the end of the line".to_owned(),
            _ => {
                let text = self.slice(self.span());
                let mut short: String = text.chars().take(LONGEST).collect();
                if short.len() < text.len() {
                    short.push('…');
                }
                format!("`{short}`")
            }
        }
    }

    // Expecting.

    /// Passes a token that must be here. `place` says where: "after the guard".
    pub(super) fn expect(&mut self, kind: Kind, symbol: &str, place: &str) -> Parsed<Span> {
        if self.is(kind) {
            return Ok(self.bump());
        }
        let blank = if place.is_empty() { "" } else { " " };
        Err(self.expected(&format!("`{symbol}`{blank}{place}")))
    }

    /// Passes a `;` that must be here. Where a new line or a new section starts instead, goes on as
    /// if it were here.
    pub(super) fn expect_semicolon(&mut self, place: &str) -> Parsed<()> {
        if self.eat(Kind::Semicolon) {
            return Ok(());
        }
        let after = self.previous_span();
        let span = Span { start: after.end.saturating_sub(1).max(after.start), ..after };
        let mut diagnostic = self.expectation(&format!("`;` {place}"), span);
        if diagnostic.help.is_none() && !self.is(Kind::Unknown) {
            diagnostic = diagnostic.help("put a `;` here");
        }
        let failed = self.fail_with(diagnostic);
        let goes_on = self.starts_line() || matches!(self.kind(), Kind::RBrace | Kind::End);
        if goes_on { Ok(()) } else { Err(failed) }
    }

    /// A name. Words that mean something in this grammar are not names.
    pub(crate) fn ident(&mut self, what: &str) -> Parsed<Ident> {
        match self.kind() {
            Kind::Word(word) if !self.grammar.reserves(word) => {
                let span = self.bump();
                Ok(Ident { name: self.slice(span).to_owned(), span })
            }
            Kind::Word(_) => {
                let message = format!("expected {what}, found the keyword {}", self.found());
                Err(self.fail(message))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Reports anything that follows a complete label or text.
    pub(crate) fn expect_end(&mut self, what: &str) {
        if self.is(Kind::End) {
            return;
        }
        let message = format!("unexpected {} after {what}", self.found());
        let mut diagnostic = Diagnostic::new(Code::Syntax, self.span(), message);
        diagnostic.help = self.hint();
        self.fail_with(diagnostic);
    }

    // Recovering.

    /// Skips to one of the given tokens (or the end) without passing it. Braces are skipped in
    /// pairs; a closing brace without an opening one also stops.
    pub(super) fn skip_to(&mut self, stops: &[Kind]) {
        let mut braces = 0usize;
        loop {
            match self.kind() {
                Kind::End => return,
                kind if braces == 0 && stops.contains(&kind) => return,
                Kind::LBrace => braces += 1,
                Kind::RBrace if braces == 0 => return,
                Kind::RBrace => braces -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips past the next `;`, or up to a `}`.
    pub(super) fn skip_past_semicolon(&mut self) {
        self.skip_to(&[Kind::Semicolon]);
        self.eat(Kind::Semicolon);
    }

    /// Skips past the next `;`, or up to a `}` or a line that starts a declaration or section.
    pub(super) fn skip_past_declaration(&mut self) {
        self.skip_past_semicolon_or(|word| {
            is_structure_word(word) || is_type_word(word) || word == Word::Int
        });
    }

    /// Skips past the next `;`, or up to a `}` or a line that starts a section.
    pub(super) fn skip_past_statement(&mut self) {
        self.skip_past_semicolon_or(is_structure_word);
    }

    /// Skips past the next `;`, or up to a `}` or a line that starts with one of some words.
    fn skip_past_semicolon_or(&mut self, stop: fn(Word) -> bool) {
        let mut braces = 0usize;
        let start = self.at;
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::Semicolon if braces == 0 => {
                    self.bump();
                    return;
                }
                Kind::LBrace => braces += 1,
                Kind::RBrace if braces == 0 => return,
                Kind::RBrace => braces -= 1,
                Kind::Word(word)
                    if braces == 0 && self.at > start && stop(word) && self.starts_line() =>
                {
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Parses what stands between braces, brackets or a list's commas; on failure skips to `stops`.
    pub(super) fn or_skip<T>(
        &mut self,
        stops: &[Kind],
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Option<T> {
        match parse(self) {
            Ok(value) => Some(value),
            Err(Failed) => {
                self.skip_to(stops);
                None
            }
        }
    }
}

/// Whether a text is a name in a grammar.
pub(crate) fn is_name(text: &str, grammar: Grammar) -> bool {
    let mode = if grammar == Grammar::Query { Mode::Query } else { Mode::Model };
    let tokens = lex(text, 0..text.len(), mode).tokens;
    let whole =
        tokens.first().is_some_and(|token| (token.start, token.end as usize) == (0, text.len()));
    match tokens.first().map(|token| token.kind) {
        Some(Kind::Word(word)) => whole && !grammar.reserves(word),
        _ => false,
    }
}

impl Grammar {
    /// The grammar of models of a version.
    pub(crate) fn of(syntax: SyntaxVersion) -> Grammar {
        match syntax {
            SyntaxVersion::New => Grammar::New,
            SyntaxVersion::Old => Grammar::Old,
        }
    }

    /// Whether a word may not be used as a name.
    pub(super) fn reserves(self, word: Word) -> bool {
        match self {
            Grammar::Query => is_expression_word(word) || word == Word::Deadlock,
            Grammar::Old => {
                matches!(word, Word::True | Word::False | Word::And | Word::Or | Word::Not)
                    || matches!(word, Word::Imply | Word::Int | Word::Bool | Word::Chan)
                    || matches!(word, Word::Clock | Word::Const | Word::Broadcast)
                    || is_structure_word(word)
            }
            Grammar::New => {
                is_expression_word(word)
                    || is_structure_word(word)
                    || is_type_word(word)
                    || is_statement_word(word)
            }
        }
    }
}

fn is_expression_word(word: Word) -> bool {
    matches!(word, Word::True | Word::False | Word::And | Word::Or | Word::Xor | Word::Not)
        || matches!(word, Word::Imply | Word::ForAll | Word::Exists | Word::Sum | Word::Int)
}

fn is_structure_word(word: Word) -> bool {
    matches!(word, Word::Process | Word::State | Word::Init | Word::Trans | Word::Commit)
        || matches!(word, Word::Urgent | Word::Guard | Word::Sync | Word::Assign | Word::System)
}

fn is_type_word(word: Word) -> bool {
    matches!(word, Word::Bool | Word::Clock | Word::Chan | Word::Void | Word::Scalar)
        || matches!(word, Word::Struct | Word::Typedef | Word::Const | Word::Meta)
        || word == Word::Broadcast
}

fn is_statement_word(word: Word) -> bool {
    matches!(word, Word::For | Word::While | Word::Do | Word::If | Word::Else | Word::Return)
}
