//! The lines of a `.tck` file.

use super::attribute::RawAttribute;
use super::program::Program;
use super::tree::{
    Attribute, Clock, Declaration, Document, Edge, Int, Location, Named, Sync, SyncConstraint,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::kept::Kept;
use crate::source::{BlockId, Span};
use crate::tree::Ident;

/// Parses a file that is one block.
pub(crate) fn parse_document(text: &str, block: BlockId) -> (Document, Vec<Diagnostic>) {
    let last_close = text.rfind('}').unwrap_or(0);
    let mut reader = TckReader { text, block, at: 0, diagnostics: Kept::default(), last_close };
    let document = reader.document();
    (document, reader.diagnostics.into_list())
}

/// A declaration cannot be read, and the reason has been reported.
pub(super) struct LineFailed;

pub(super) type ParsedLine<T> = Result<T, LineFailed>;

pub(super) struct TckReader<'s> {
    pub(super) text: &'s str,
    pub(super) block: BlockId,
    pub(super) at: usize,
    diagnostics: Kept,
    /// Where the last `}` of the file is; beyond it there is no use in looking for one.
    last_close: usize,
}

const KEYWORDS: &str = "`process`, `event`, `clock`, `int`, `location`, `edge` or `sync`";

impl<'s> TckReader<'s> {
    fn document(&mut self) -> Document {
        let mut document = Document::default();
        while self.skip_blank_lines() && !self.diagnostics.is_full() {
            let start = self.at;
            let result = self.line(&mut document);
            if result.is_err() || self.expect_line_end().is_err() {
                self.skip_line(start);
            }
        }
        if document.name.is_none() && self.diagnostics.is_empty() {
            let message = "the first declaration must be `system:name`";
            self.complain(self.span(0, 0), message);
        }
        document
    }

    fn line(&mut self, document: &mut Document) -> ParsedLine<()> {
        let keyword = self.ident("a declaration")?;
        let is_system = keyword.name == "system";
        if is_system == document.name.is_some() {
            let message = if is_system {
                "the system is named twice"
            } else {
                "the first declaration must be `system:name`"
            };
            // One message is enough; the rest can still be read.
            if is_system || self.diagnostics.is_empty() {
                self.complain(keyword.span, message);
            }
        }
        if is_system {
            let Named { name, attributes } = self.named()?;
            document.name.get_or_insert(name);
            document.attributes.extend(attributes);
            return Ok(());
        }
        document.declarations.push(self.declaration(&keyword)?);
        Ok(())
    }

    fn declaration(&mut self, keyword: &Ident) -> ParsedLine<Declaration> {
        Ok(match keyword.name.as_str() {
            "process" => Declaration::Process(self.named()?),
            "event" => Declaration::Event(self.named()?),
            "clock" => Declaration::Clock(self.clock()?),
            "int" => Declaration::Int(self.int()?),
            "location" => Declaration::Location(self.location(keyword.span)?),
            "edge" => Declaration::Edge(self.edge(keyword.span)?),
            "sync" => Declaration::Sync(self.sync(keyword.span)?),
            other => {
                let message = format!("expected {KEYWORDS}, found `{}`", clipped(other));
                self.complain(keyword.span, message);
                return Err(LineFailed);
            }
        })
    }

    fn named(&mut self) -> ParsedLine<Named> {
        let name = self.field("a name")?;
        Ok(Named { name, attributes: self.plain_attributes()? })
    }

    fn clock(&mut self) -> ParsedLine<Clock> {
        let size = self.size()?;
        let name = self.field("the name of the clock")?;
        Ok(Clock { size, name, attributes: self.plain_attributes()? })
    }

    fn int(&mut self) -> ParsedLine<Int> {
        let size = self.size()?;
        let min = self.integer("the least value")?;
        let max = self.integer("the greatest value")?;
        let initial = self.integer("the initial value")?;
        let name = self.field("the name of the variable")?;
        Ok(Int { size, min, max, initial, name, attributes: self.plain_attributes()? })
    }

    fn location(&mut self, start: Span) -> ParsedLine<Location> {
        let process = self.field("the process")?;
        let name = self.field("the name of the location")?;
        let mut location = Location {
            process,
            name,
            initial: false,
            committed: false,
            urgent: false,
            invariant: None,
            labels: Vec::new(),
            attributes: Vec::new(),
            span: start,
        };
        for attribute in self.attributes()? {
            match attribute.key.name.as_str() {
                "initial" => location.initial = true,
                "committed" => location.committed = true,
                "urgent" => location.urgent = true,
                "invariant" => {
                    let invariant = self.program(&attribute, Program::whole_expression);
                    location.invariant = invariant.or(location.invariant);
                }
                "labels" => location.labels.extend(self.labels(&attribute)),
                _ => location.attributes.push(self.kept(attribute)),
            }
        }
        location.span = start.to(self.span(self.at, self.at));
        Ok(location)
    }

    fn edge(&mut self, start: Span) -> ParsedLine<Edge> {
        let mut edge = Edge {
            process: self.field("the process")?,
            source: self.field("the source of the edge")?,
            target: self.field("the target of the edge")?,
            event: self.field("the event")?,
            guard: None,
            update: Vec::new(),
            attributes: Vec::new(),
            span: start,
        };
        for attribute in self.attributes()? {
            match attribute.key.name.as_str() {
                "provided" => {
                    let guard = self.program(&attribute, Program::whole_expression);
                    edge.guard = guard.or(edge.guard);
                }
                "do" => {
                    let update = self.program(&attribute, Program::whole_sequence);
                    edge.update.extend(update.unwrap_or_default());
                }
                _ => edge.attributes.push(self.kept(attribute)),
            }
        }
        edge.span = start.to(self.span(self.at, self.at));
        Ok(edge)
    }

    fn sync(&mut self, start: Span) -> ParsedLine<Sync> {
        let mut constraints = Vec::new();
        loop {
            let process = self.field("a process")?;
            self.expect(b'@', "`@` and an event")?;
            let event = self.ident("an event")?;
            let weak = self.eat(b'?');
            constraints.push(SyncConstraint { process, event, weak });
            if self.peek() != Some(b':') {
                break;
            }
        }
        let attributes = self.plain_attributes()?;
        Ok(Sync { constraints, attributes, span: start.to(self.span(self.at, self.at)) })
    }

    /// Attributes that mean nothing on this kind of declaration.
    fn plain_attributes(&mut self) -> ParsedLine<Vec<Attribute>> {
        let raw = self.attributes()?;
        Ok(raw.into_iter().map(|attribute| self.kept(attribute)).collect())
    }

    fn kept(&self, attribute: RawAttribute) -> Attribute {
        let value = self.text[attribute.value].to_owned();
        Attribute { key: attribute.key, value }
    }

    fn labels(&mut self, attribute: &RawAttribute) -> Vec<Ident> {
        let mut labels = Vec::new();
        let mut start = attribute.value.start;
        for part in self.text[attribute.value.clone()].split(',') {
            let at = start + (part.len() - part.trim_start().len());
            let name = part.trim();
            let span = self.span(at, at + name.len());
            start += part.len() + 1;
            if name.contains(char::is_whitespace) {
                self.complain(span, "a label has no blanks; labels are separated by commas");
            } else if !name.is_empty() {
                labels.push(Ident { name: name.to_owned(), span });
            }
        }
        labels
    }

    /// Parses the value of an attribute; nothing if it is empty.
    fn program<T>(
        &mut self,
        attribute: &RawAttribute,
        parse: impl FnOnce(&mut Program<'s>) -> Option<T>,
    ) -> Option<T> {
        if attribute.value.is_empty() {
            return None;
        }
        let mut program = Program::new(self.text, attribute.value.clone(), self.block);
        let value = parse(&mut program);
        program.finish().into_iter().for_each(|diagnostic| self.report(diagnostic));
        value
    }

    // Fields.

    /// `:name`
    fn field(&mut self, what: &str) -> ParsedLine<Ident> {
        self.expect(b':', &format!("`:` and {what}"))?;
        self.ident(what)
    }

    /// `:size`, at least 1.
    fn size(&mut self) -> ParsedLine<u32> {
        self.expect(b':', "`:` and a size")?;
        let (value, span) = self.number("a size")?;
        match u32::try_from(value) {
            Ok(size) if size > 0 => Ok(size),
            _ => {
                self.complain(span, "a size is a positive number of 32 bits");
                Err(LineFailed)
            }
        }
    }

    /// `:number`
    fn integer(&mut self, what: &str) -> ParsedLine<i32> {
        self.expect(b':', &format!("`:` and {what}"))?;
        let (value, span) = self.number(what)?;
        i32::try_from(value).map_err(|_| {
            self.report(Diagnostic::new(Code::BadNumber, span, "the number has more than 32 bits"));
            LineFailed
        })
    }

    fn number(&mut self, what: &str) -> ParsedLine<(i64, Span)> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let sign = usize::from(rest.starts_with(['-', '+']));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let span = self.span(self.at, self.at + sign + digits);
        if digits == 0 {
            return Err(self.unexpected(what));
        }
        let value = rest[..sign + digits].parse().unwrap_or(i64::MAX);
        self.at += sign + digits;
        Ok((value, span))
    }

    pub(super) fn ident(&mut self, what: &str) -> ParsedLine<Ident> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        if !rest.bytes().next().is_some_and(start) {
            return Err(self.unexpected(what));
        }
        let inside = |byte: &u8| start(*byte) || byte.is_ascii_digit() || *byte == b'.';
        let length = rest.bytes().take_while(inside).count();
        let span = self.span(self.at, self.at + length);
        self.at += length;
        Ok(Ident { name: rest[..length].to_owned(), span })
    }

    // Characters.

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span { block: self.block, start: start as u32, end: end as u32 }
    }

    fn skip_blanks(&mut self) {
        let rest = self.text[self.at..].bytes();
        self.at += rest.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    }

    /// The next character that is not a blank.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, byte: u8, what: &str) -> ParsedLine<()> {
        if self.eat(byte) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    /// Skips comments and empty lines; whether anything follows.
    fn skip_blank_lines(&mut self) -> bool {
        loop {
            match self.peek() {
                None => return false,
                Some(b'\n') => self.at += 1,
                Some(b'#') => self.skip_comment(),
                Some(_) => return true,
            }
        }
    }

    fn skip_comment(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    fn expect_line_end(&mut self) -> ParsedLine<()> {
        match self.peek() {
            None | Some(b'\n') => Ok(()),
            Some(b'#') => {
                self.skip_comment();
                Ok(())
            }
            Some(_) => Err(self.unexpected("the end of the line")),
        }
    }

    /// Skips a line that cannot be read, and the lines that its attributes go on to.
    fn skip_line(&mut self, start: usize) {
        self.skip_comment();
        let line = &self.text[start..self.at];
        let open = line.matches('{').count() > line.matches('}').count();
        if open && self.at <= self.last_close {
            let rest = &self.text[self.at..];
            self.at += rest.find('}').map_or(0, |close| close + 1);
            self.skip_comment();
        }
    }

    // Reporting.

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn complain(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(Code::Syntax, span, message));
    }

    pub(super) fn unexpected(&mut self, what: &str) -> LineFailed {
        let next = self.text[self.at..].chars().next();
        let found = match next {
            None => "the end of the file".to_owned(),
            Some('\n') => "the end of the line".to_owned(),
            Some(c) => format!("`{}`", c.escape_debug()),
        };
        let width = next.filter(|&c| c != '\n').map_or(0, char::len_utf8);
        let span = self.span(self.at, self.at + width);
        self.complain(span, format!("expected {what}, found {found}"));
        LineFailed
    }
}

/// A word that is short enough for a message.
fn clipped(word: &str) -> String {
    word.chars().take(30).collect()
}
