//! The entry points: bytes of a file to a tree and diagnostics.

use crate::decode::decode;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::kept::Kept;
use crate::parse::{
    Attempt, Grammar, Parser, best_syntax, errors, parse_query, parse_query_file, split_items,
};
use crate::source::{BlockId, FileId, SourceMap, Span};
use crate::tree::{Document, Query, QueryFile, SyntaxVersion, System, Written};
use crate::{scalarsets, tck, xml};

/// A tree with what was found wrong on the way to it. There is always a tree; where the text made
/// no sense, it says so with error nodes.
#[derive(Clone, Debug)]
pub struct Parse<T> {
    /// What the text says.
    pub tree: T,
    /// What is wrong with it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parse<T> {
    /// Whether the tree can be used: there are no errors, except in single queries (those are
    /// [`crate::tree::Formula::Error`]).
    #[must_use]
    pub fn is_ok(&self) -> bool {
        errors(&self.diagnostics) == 0
    }

    /// The same with another tree.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Parse<U> {
        Parse { tree: change(self.tree), diagnostics: self.diagnostics }
    }
}

/// Reads a model in UPPAAL's XML. `name` is what messages call the file.
pub fn parse_xml(sources: &mut SourceMap, name: &str, bytes: &[u8]) -> Parse<Document> {
    let (file, mut diagnostics) = add_file(sources, name, bytes);
    let mut found = Kept::default();
    let raw = xml::read(sources, file, &mut found);
    diagnostics.extend(found.into_list());
    let Some(raw) = raw else {
        return finish(empty_document(Span::default()), diagnostics);
    };
    let mut best = best_syntax(|syntax| xml::build(sources, &raw, syntax));
    scalarsets::rewrite(&mut best.document, &mut best.diagnostics);
    diagnostics.extend(best.diagnostics);
    finish(best.document, diagnostics)
}

/// Reads a model in the textual format, of UPPAAL 4 or UPPAAL 3.
pub fn parse_xta(sources: &mut SourceMap, name: &str, bytes: &[u8]) -> Parse<Document> {
    let (file, mut diagnostics) = add_file(sources, name, bytes);
    let block = sources.add_whole(file);
    let text = sources.block_text(block);
    let mut best = best_syntax(|syntax| xta(text, block, syntax));
    for query in &mut best.document.queries {
        query.line = sources.place(query.span).line;
    }
    scalarsets::rewrite(&mut best.document, &mut best.diagnostics);
    diagnostics.extend(best.diagnostics);
    finish(best.document, diagnostics)
}

/// Reads a model in TChecker's format.
pub fn parse_tck(sources: &mut SourceMap, name: &str, bytes: &[u8]) -> Parse<tck::Document> {
    let (file, mut diagnostics) = add_file(sources, name, bytes);
    let block = sources.add_whole(file);
    let (tree, found) = tck::parse_document(sources.block_text(block), block);
    diagnostics.extend(found);
    finish(tree, diagnostics)
}

/// A model in one of the formats.
#[derive(Clone, Debug)]
pub enum Model {
    /// UPPAAL's XML or text.
    Uppaal(Document),
    Tchecker(tck::Document),
}

/// Reads a model in the format that its content, or else its name, tells.
pub fn parse_model(sources: &mut SourceMap, name: &str, bytes: &[u8]) -> Parse<Model> {
    match format_of(name, bytes) {
        Format::Xml => parse_xml(sources, name, bytes).map(Model::Uppaal),
        Format::Xta => parse_xta(sources, name, bytes).map(Model::Uppaal),
        Format::Tck => parse_tck(sources, name, bytes).map(Model::Tchecker),
    }
}

enum Format {
    Xml,
    Xta,
    Tck,
}

/// XML starts with `<`, a `.tck` file with `system:`; these tell more than a name.
fn format_of(name: &str, bytes: &[u8]) -> Format {
    let extension = name.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    let mark = |mark: &[u8]| bytes.strip_prefix(mark);
    let start = mark(b"\xEF\xBB\xBF").or(mark(b"\xFF\xFE")).or(mark(b"\xFE\xFF")).unwrap_or(bytes);
    let visible = start.iter().find(|&&byte| byte > b' ');
    if visible == Some(&b'<') {
        return Format::Xml;
    }
    let lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    let first = lines.next().and_then(|line| line.strip_prefix(b"system"));
    let is_tck = first.is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"));
    match extension.as_str() {
        _ if is_tck => Format::Tck,
        "tck" => Format::Tck,
        "xml" => Format::Xml,
        _ => Format::Xta,
    }
}

/// Reads a file of queries.
pub fn parse_queries(sources: &mut SourceMap, name: &str, bytes: &[u8]) -> Parse<QueryFile> {
    let (file, mut diagnostics) = add_file(sources, name, bytes);
    let block = sources.add_whole(file);
    let (mut tree, found) = parse_query_file(sources.block_text(block), block);
    for query in &mut tree.queries {
        query.line = sources.place(query.span).line;
    }
    diagnostics.extend(found);
    finish(tree, diagnostics)
}

/// Reads one query, such as an argument on the command line.
pub fn parse_query_text(sources: &mut SourceMap, name: &str, text: &str) -> Parse<Query> {
    let (file, mut diagnostics) = add_file(sources, name, text.as_bytes());
    let block = sources.add_whole(file);
    let (mut tree, found) = parse_query(sources.block_text(block), block);
    tree.line = sources.place(tree.span).line;
    diagnostics.extend(found);
    finish(tree, diagnostics)
}

/// Adds a file to the sources; if it is not text, an empty one and an error.
fn add_file(sources: &mut SourceMap, name: &str, bytes: &[u8]) -> (FileId, Vec<Diagnostic>) {
    let (text, problem) = match decode(bytes) {
        Ok(decoded) => (decoded.text, decoded.warning.map(|warning| (Code::NotUtf8, warning))),
        Err(message) => (String::new(), Some((Code::BadEncoding, message))),
    };
    let file = sources.add_file(name, text);
    let diagnostics = problem.map(|(code, message)| {
        let block = sources.add_whole(file);
        Diagnostic::new(code, Span { block, start: 0, end: 0 }, message)
    });
    (file, diagnostics.into_iter().collect())
}

fn xta(text: &str, block: BlockId, syntax: SyntaxVersion) -> Attempt {
    let mut parser = Parser::new(text, block, Grammar::of(syntax));
    let parsed = parser.system_text();
    let evidence = parser.evidence();
    let mut diagnostics = parser.finish();
    let (items, declarations) = split_items(parsed.items);
    let mut system = parsed.system.unwrap_or_else(|| {
        let end = text.trim_end().len() as u32;
        let span = Span { block, start: end, end };
        if errors(&diagnostics) == 0 {
            diagnostics.push(Parser::missing_system(span));
        }
        System::empty(span)
    });
    system.declarations = declarations;
    let queries = parsed.queries;
    let document = Document {
        syntax,
        items,
        remarks: Written::default(),
        system,
        queries,
        options: Vec::new(),
    };
    Attempt { document, diagnostics, evidence }
}

fn empty_document(span: Span) -> Document {
    Document {
        syntax: SyntaxVersion::New,
        items: Vec::new(),
        remarks: Written::default(),
        system: System::empty(span),
        queries: Vec::new(),
        options: Vec::new(),
    }
}

/// The most diagnostics that are listed for one file.
const MAX_DIAGNOSTICS: usize = 200;

/// Puts the diagnostics in order and cuts the list to a length one can read.
fn finish<T>(tree: T, mut diagnostics: Vec<Diagnostic>) -> Parse<T> {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.block, diagnostic.span.start));
    if diagnostics.len() > MAX_DIAGNOSTICS {
        let span = diagnostics[MAX_DIAGNOSTICS].span;
        // Errors are kept before warnings, so that a file with errors never looks right.
        diagnostics.sort_by_key(|diagnostic| diagnostic.severity() != Severity::Error);
        diagnostics.truncate(MAX_DIAGNOSTICS);
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span.block, diagnostic.span.start));
        let errors = errors(&diagnostics) > 0;
        let code = if errors { Code::TooManyErrors } else { Code::TooManyWarnings };
        diagnostics.push(Diagnostic::new(code, span, "there are more of these"));
    }
    Parse { tree, diagnostics }
}
