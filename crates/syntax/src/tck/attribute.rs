//! `{key: value : key: value}`

use std::ops::Range;

use super::parse::{LineFailed, ParsedLine, TckReader};
use crate::tree::Ident;

/// An attribute whose value has not been looked at.
pub(super) struct RawAttribute {
    pub(super) key: Ident,
    /// The value, without blanks around it.
    pub(super) value: Range<usize>,
}

impl TckReader<'_> {
    /// The attributes of a declaration, if it has any. They may go on over several lines.
    pub(super) fn attributes(&mut self) -> ParsedLine<Vec<RawAttribute>> {
        let mut attributes = Vec::new();
        // Some files put a colon before the brace.
        let start = self.at;
        self.eat(b':');
        if !self.eat(b'{') {
            self.at = start;
            return Ok(attributes);
        }
        self.skip_lines();
        if self.eat(b'}') {
            return Ok(attributes);
        }
        loop {
            self.skip_lines();
            let key = self.ident("the name of an attribute")?;
            self.skip_lines();
            self.expect(b':', "`:` after the name of an attribute")?;
            let value = self.value()?;
            attributes.push(RawAttribute { key, value });
            match self.peek() {
                Some(b':') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(attributes);
                }
                _ => return Err(self.unexpected("`:` or `}` after the value of an attribute")),
            }
        }
    }

    /// Everything up to the next character that ends a value.
    fn value(&mut self) -> ParsedLine<Range<usize>> {
        let rest = &self.text[self.at..];
        let Some(length) = rest.find([':', '{', '}', '#']) else {
            self.at = self.text.len();
            let _: LineFailed = self.unexpected("`}` after the attributes");
            return Err(LineFailed);
        };
        let value = &rest[..length];
        let start = self.at + (value.len() - value.trim_start().len());
        self.at += length;
        Ok(start..start + value.trim().len())
    }

    fn skip_lines(&mut self) {
        while self.eat(b'\n') {}
    }
}
