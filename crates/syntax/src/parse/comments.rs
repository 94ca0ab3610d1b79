//! Comments, and what they belong to.
//!
//! A comment belongs to what follows it, unless it stands on the line on which something ends.
//! Everybody takes the comments up to his own end, so that each is taken once.

use super::cursor::Parser;
use crate::lex::{Comment, Mode, lex};
use crate::source::Span;
use crate::tree::Written;

/// Comments between two tokens.
#[derive(Default)]
pub(super) struct Gap {
    /// Those on the line of the token before.
    pub(super) trailing: Vec<Comment>,
    pub(super) leading: Vec<Comment>,
}

impl Parser<'_> {
    /// Takes the comments before the token here that nobody has taken.
    pub(super) fn take_gap(&mut self) -> Gap {
        let end_of_last = self.previous_span().end as usize;
        let taken = self.take_comments(self.span().start);
        let on_line = |comment: &Comment| {
            let between = self.text.get(end_of_last..comment.start as usize);
            between.is_some_and(|between| !between.contains('\n'))
        };
        let (trailing, leading) = taken.into_iter().partition(on_line);
        Gap { trailing, leading }
    }

    /// The comments before the token here, as written.
    pub(crate) fn take_remarks(&mut self) -> Written {
        let taken = self.take_comments(self.span().start);
        Written(self.as_written(&taken))
    }

    /// Where the text of a declaration starts: with the comments before it.
    pub(super) fn start_with_comments(&self) -> u32 {
        let start = self.span().start;
        self.next_comment().filter(|next| next.start < start).map_or(start, |next| next.start)
    }

    /// The text from a start to the token before this one and the comments that follow it on its line.
    pub(super) fn written_since(&mut self, start: u32) -> Written {
        let mut end = self.previous_span().end;
        let gap_end = self.span().start;
        self.take_comments(end);
        while let Some(next) = self.next_comment().filter(|next| next.start < gap_end) {
            let between = self.text.get(end as usize..next.start as usize);
            if between.is_none_or(|between| between.contains('\n')) {
                break;
            }
            end = next.end;
            self.take_comments(next.end);
        }
        let text = self.dedented(start, end);
        let before = self.text.get(..start as usize).unwrap_or("");
        let blanks = &before[before.trim_end().len()..];
        let apart = blanks.len() < before.len() && blanks.matches('\n').count() > 1;
        Written(if apart { format!("\n{text}") } else { text })
    }

    /// What comments say, without their signs.
    pub(super) fn said_by(&self, comments: &[Comment]) -> String {
        let texts = comments.iter().map(|comment| said_by_comment(self.text, *comment));
        texts.collect::<Vec<_>>().join("\n")
    }

    pub(super) fn as_written(&mut self, comments: &[Comment]) -> String {
        let texts = comments.iter().map(|comment| self.dedented(comment.start, comment.end));
        texts.collect::<Vec<_>>().join("\n")
    }

    /// A part of the text without the blanks that its first line starts with.
    pub(super) fn dedented(&mut self, start: u32, end: u32) -> String {
        let line = self.line_start(start as usize);
        dedented(self.text, line, start, end)
    }
}

/// A part of a text, the first line of which starts at `line`, without the blanks that this line starts
/// with.
fn dedented(text: &str, line: usize, start: u32, end: u32) -> String {
    let (start, end) = (start as usize, end as usize);
    let indent = text.get(line..start).unwrap_or("");
    let indent = indent.len() - indent.trim_start().len();
    let cut = |line: &str| {
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        line[blanks.min(indent)..].trim_end().to_owned()
    };
    let mut lines = text.get(start..end).unwrap_or("").lines();
    let first = lines.next().unwrap_or("").trim_end().to_owned();
    std::iter::once(first).chain(lines.map(cut)).collect::<Vec<_>>().join("\n")
}

/// What a comment says, without its signs and with the blanks around it removed.
fn said_by_comment(text: &str, comment: Comment) -> String {
    let text = text.get(comment.start as usize + 2..comment.end as usize).unwrap_or("");
    if !comment.block {
        return text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned();
    }
    let text = text.strip_suffix("*/").unwrap_or(text);
    let lines = text.trim().lines().map(|line| line.trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// What the comments in a text say.
pub(crate) fn comments_of(text: &str) -> Vec<String> {
    let comments = lex(text, 0..text.len(), Mode::Model).comments;
    comments.into_iter().map(|comment| said_by_comment(text, comment)).collect()
}

/// The comments in a text as written, one after the other.
pub(crate) fn comments_as_written(text: &str) -> String {
    let comments = lex(text, 0..text.len(), Mode::Model).comments;
    let parts = comments.iter().filter_map(|it| text.get(it.start as usize..it.end as usize));
    parts.collect::<Vec<_>>().join("\n")
}

/// The part of a text from its first to its last token, and what the comments around it say.
pub(crate) fn core_and_comments(text: &str) -> (String, Vec<String>) {
    let lexed = lex(text, 0..text.len(), Mode::Model);
    let tokens = lexed.tokens.split_last().map_or(&[][..], |(_, tokens)| tokens);
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return Default::default();
    };
    let around = lexed.comments.iter().filter(|it| it.end <= first.start || it.start >= last.end);
    let said = around.map(|comment| said_by_comment(text, *comment)).collect();
    let before = text.get(..first.start as usize).unwrap_or("");
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    (dedented(text, line, first.start, last.end), said)
}

/// Whether a comment lies in a part of the text.
pub(super) fn lies_in(comment: &Comment, span: Span) -> bool {
    span.start <= comment.start && comment.end <= span.end
}
