//! Diagnostics for people: message, place, excerpt, hint.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{SourceMap, Span};

/// How a diagnostic is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RenderStyle {
    /// With colours for a terminal.
    pub colour: bool,
    /// The width of the terminal in characters, if it is known; longer lines are cut.
    pub width: Option<usize>,
}

/// Shows a diagnostic with the text it is about. Labels of XML files are shown as they read,
/// without escapes, under the place in the file where they stand.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: RenderStyle) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(visible(&diagnostic.message)).id(diagnostic.code.text());
    let mut group = Group::with_title(title);
    let excerpts = excerpts(diagnostic, sources);
    for (index, excerpt) in excerpts.iter().enumerate() {
        group = group.element(excerpt.snippet(index));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = match style.width {
        Some(width) => renderer.term_width(width.max(40)),
        None => renderer,
    };
    let mut text = renderer.render(&[group]);
    for (index, excerpt) in excerpts.iter().enumerate() {
        text = put_place(text, &stand_in(index), &excerpt.place);
    }
    text
}

/// Stands for a place until the excerpts are drawn: the renderer insists on lines and columns of
/// its own, which for a decoded label are not those of the file.
fn stand_in(index: usize) -> String {
    format!("\u{E000}{index}\u{E000}")
}

/// Replaces `stand_in:line:column` by the true place.
fn put_place(text: String, stand_in: &str, place: &str) -> String {
    let Some((before, after)) = text.split_once(stand_in) else { return text };
    let after = after.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit());
    format!("{before}{place}{after}")
}

/// Text that may come from a file, without characters that would confuse a terminal.
fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}

/// One excerpt for each block that the diagnostic mentions, the primary one first.
fn excerpts<'s>(diagnostic: &Diagnostic, sources: &'s SourceMap) -> Vec<Excerpt<'s>> {
    let mut excerpts = vec![Excerpt::around(sources, diagnostic.span)];
    for (span, remark) in &diagnostic.labels {
        let known = excerpts.iter_mut().find(|excerpt| excerpt.holds(*span));
        match known {
            Some(excerpt) => excerpt.add(*span, remark),
            None => {
                let mut excerpt = Excerpt::around(sources, *span);
                excerpt.main = Some(visible(remark));
                excerpts.push(excerpt);
            }
        }
    }
    excerpts
}

/// A part of a block, small enough to show.
struct Excerpt<'s> {
    text: &'s str,
    block: crate::source::BlockId,
    /// Where the part starts in its block.
    start: usize,
    /// The line of the file it starts on.
    line: usize,
    /// The place, in words.
    place: String,
    span: Range<usize>,
    /// A remark at the span.
    main: Option<String>,
    others: Vec<(Range<usize>, String)>,
}

/// Lines shown before and after the place.
const CONTEXT: usize = 2;
/// The most lines shown of a long span.
const MOST_LINES: usize = 8;
/// The most bytes shown of a line.
const MOST_BYTES: usize = 1000;

impl<'s> Excerpt<'s> {
    fn around(sources: &'s SourceMap, span: Span) -> Excerpt<'s> {
        let text = sources.block_text(span.block);
        let at = boundary(text, span.start as usize);
        let end = boundary(text, span.end as usize).max(at);
        let (start, stop) = window(text, at, end);
        let place = sources.place(span);
        let shown = &text[start..stop];
        // The lines of a block are the lines of its file.
        let first = sources.place(Span { start: start as u32, end: start as u32, ..span }).line;
        let anchor =
            if place.anchor.is_empty() { String::new() } else { format!(" ({})", place.anchor) };
        let end = end.min(stop);
        let end = if end == at { next(text, at).min(stop) } else { end };
        Excerpt {
            text: shown,
            block: span.block,
            start,
            line: first as usize,
            place: visible(&format!("{}:{}:{}{anchor}", place.file, place.line, place.column)),
            span: at - start..end.max(at) - start,
            main: None,
            others: Vec::new(),
        }
    }

    /// Whether a span lies in the part that is shown.
    fn holds(&self, span: Span) -> bool {
        let range = self.start..=self.start + self.text.len();
        span.block == self.block
            && range.contains(&(span.start as usize))
            && range.contains(&(span.end as usize))
    }

    fn add(&mut self, span: Span, remark: &str) {
        let start = boundary(self.text, span.start as usize - self.start);
        let end = boundary(self.text, span.end as usize - self.start);
        self.others.push((start..end.max(start), visible(remark)));
    }

    fn snippet(&self, index: usize) -> Snippet<'s, Annotation<'s>> {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let main = kind.span(self.span.clone()).label(self.main.clone());
        let others = self.others.iter().cloned();
        let others = others.map(|(span, remark)| AnnotationKind::Context.span(span).label(remark));
        Snippet::source(self.text)
            .path(stand_in(index))
            .line_start(self.line)
            .annotation(main)
            .annotations(others)
    }
}

/// The nearest place at or before `at` where a character starts.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The end of the character at a place.
fn next(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}

/// The part of the text to show for `at..end`: whole lines with some context, unless they are very
/// long.
fn window(text: &str, at: usize, end: usize) -> (usize, usize) {
    let mut start = line_start(text, at);
    for _ in 0..CONTEXT {
        let before = line_start(text, start.saturating_sub(1));
        if at - before > MOST_BYTES {
            break;
        }
        start = before;
    }
    if at - start > MOST_BYTES {
        start = boundary(text, at - MOST_BYTES / 2);
    }
    let lines = text[at..].split_inclusive('\n').take(MOST_LINES).map(str::len);
    let mut stop = at;
    for (index, length) in lines.enumerate() {
        if index > 0 && (stop > end || stop - at > MOST_BYTES) {
            break;
        }
        stop += length;
    }
    let stop = boundary(text, stop.min(at + 2 * MOST_BYTES));
    (start, stop)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}
