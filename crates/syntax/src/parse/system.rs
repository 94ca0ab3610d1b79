//! Whole XTA files, and the `system` part of XML files.

use super::comments::lies_in;
use super::cursor::{Failed, Parsed, Parser};
use super::query::parse_query_range;
use super::query_file::expectation;
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Word};
use crate::source::Span;
use crate::tree::{
    BinaryOp, Declaration, Gantt, Item, ProcessRef, Progress, Query, System, Written,
};

/// What an XTA file, or the `system` element of an XML file, says.
#[derive(Default)]
pub(crate) struct SystemText {
    /// Declarations and templates in order.
    pub(crate) items: Vec<Item>,
    /// The system line; `None` if there is none.
    pub(crate) system: Option<System>,
    /// Queries of the file.
    pub(crate) queries: Vec<Query>,
}

impl Parser<'_> {
    /// Declarations, templates, the system line and what follows it.
    pub(crate) fn system_text(&mut self) -> SystemText {
        let mut text = SystemText::default();
        while !self.is(Kind::End) {
            match self.kind() {
                Kind::Word(Word::Process) => self.process_into(&mut text.items),
                Kind::Word(Word::System) => {
                    self.system_section(&mut text);
                    return text;
                }
                _ => {
                    let mut declarations = Vec::new();
                    self.declaration_into(&mut declarations);
                    text.items.extend(declarations.into_iter().map(Item::Declaration));
                }
            }
        }
        text
    }

    fn process_into(&mut self, items: &mut Vec<Item>) {
        match self.process() {
            Ok(template) => items.push(Item::Template(template)),
            Err(Failed) => {
                self.skip_to(&[Kind::LBrace, Kind::Semicolon]);
                if self.is(Kind::LBrace) {
                    self.skip_to(&[Kind::Word(Word::Process), Kind::Word(Word::System)]);
                } else {
                    self.eat(Kind::Semicolon);
                }
            }
        }
    }

    fn system_section(&mut self, text: &mut SystemText) {
        let mut system = System::empty(self.span());
        system.comment = self.take_remarks();
        if self.system_line(&mut system).is_err() {
            self.skip_past_semicolon();
        }
        while !self.is(Kind::End) {
            system.remarks.add(&self.take_remarks());
            if self.after_system(&mut system, &mut text.queries).is_err() {
                self.skip_past_semicolon();
                self.eat(Kind::RBrace);
            }
        }
        system.remarks.add(&self.take_remarks());
        text.system = Some(system);
    }

    /// `system A, B < C;`
    fn system_line(&mut self, system: &mut System) -> Parsed<()> {
        let start = self.bump();
        system.processes.push(Vec::new());
        loop {
            let name = self.ident("the name of a process or template")?;
            let arguments = if self.is(Kind::LParen) { self.argument_list()? } else { Vec::new() };
            if let Some(level) = system.processes.last_mut() {
                level.push(ProcessRef { name, arguments });
            }
            if self.eat(Kind::Op(BinaryOp::Lt)) {
                system.processes.push(Vec::new());
            } else if matches!(self.kind(), Kind::Word(Word::Plain)) && !self.starts_line() {
                // A process that is named without comma is meant all the same.
                let error = self.expectation("`,` between the processes", self.span());
                self.fail_with(error.help("put a `,` before it"));
            } else if !self.eat(Kind::Comma) {
                break;
            }
        }
        system.span = self.span_from(start);
        self.expect_semicolon("after the system line")
    }

    fn after_system(&mut self, system: &mut System, queries: &mut Vec<Query>) -> Parsed<()> {
        match self.kind() {
            Kind::Word(Word::Progress) => self.progress(&mut system.progress),
            Kind::Word(Word::Gantt) => {
                system.gantt = Some(self.gantt()?);
                Ok(())
            }
            Kind::Word(Word::Query) => {
                queries.push(self.embedded_query()?);
                Ok(())
            }
            Kind::Semicolon => {
                self.bump();
                Ok(())
            }
            _ => Err(self.expected("`progress`, `gantt` or the end after the system line")),
        }
    }

    /// `progress { guard : measure; … }`
    fn progress(&mut self, measures: &mut Vec<Progress>) -> Parsed<()> {
        self.bump();
        let open = self.expect(Kind::LBrace, "{", "after `progress`")?;
        while !matches!(self.kind(), Kind::RBrace | Kind::End) {
            let first = self.expression()?;
            let progress = if self.eat(Kind::Colon) {
                Progress { guard: Some(first), measure: self.expression()? }
            } else {
                Progress { guard: None, measure: first }
            };
            measures.push(progress);
            self.expect_semicolon("after the progress measure")?;
        }
        self.close_brace(open, "the progress measures")?;
        Ok(())
    }

    /// The text between braces, which must be here.
    fn braced(&mut self, what: &str) -> Parsed<Span> {
        self.bump();
        let open = self.expect(Kind::LBrace, "{", &format!("before {what}"))?;
        self.skip_to(&[]);
        let close = self.close_brace(open, what)?;
        Ok(Span { block: self.block, start: open.end, end: close.start })
    }

    fn gantt(&mut self) -> Parsed<Gantt> {
        let inside = self.braced("the Gantt chart")?;
        // Its comments are kept with its text.
        self.take_comments(inside.end);
        Ok(Gantt { text: self.slice(inside).trim().to_owned() })
    }

    fn embedded_query(&mut self) -> Parsed<Query> {
        let inside = self.braced("the query")?;
        let range = inside.start as usize..inside.end as usize;
        let (mut query, diagnostics) =
            parse_query_range(self.text, range, self.block, &mut Vec::new());
        let comments = self.take_comments(inside.end);
        let within = comments.into_iter().filter(|comment| lies_in(comment, inside));
        let said = within.map(|comment| self.said_by(&[comment]));
        let (expected, said): (Vec<_>, Vec<_>) = said.partition(|text| text.contains("EXPECT:"));
        query.comment = said.join("\n").trim().to_owned();
        query.written = Written::default();
        query.expect = expected.iter().find_map(|text| expectation(text));
        diagnostics.into_iter().for_each(|diagnostic| self.report(diagnostic));
        Ok(query)
    }

    /// Reports a model that runs nothing.
    pub(crate) fn missing_system(span: Span) -> Diagnostic {
        Diagnostic::new(Code::Syntax, span, "the model has no `system` line")
            .help("end it with `system P;`, naming the processes that run")
    }
}

/// Splits items at the last template: what comes later is invisible to templates.
pub(crate) fn split_items(items: Vec<Item>) -> (Vec<Item>, Vec<Declaration>) {
    let last = items.iter().rposition(|item| matches!(item, Item::Template(_)));
    let mut items = items;
    let rest = items.split_off(last.map_or(0, |last| last + 1));
    let declarations = rest.into_iter().filter_map(|item| match item {
        Item::Declaration(declaration) => Some(declaration),
        Item::Template(_) => None,
    });
    (items, declarations.collect())
}
