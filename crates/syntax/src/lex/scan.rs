//! The scanner. It never fails: what it cannot read becomes [`Kind::Unknown`].

use std::ops::Range;

use super::token::{Kind, Token, Word};
use crate::tree::{BinaryOp, PathQuantifier};

/// What the text is, as far as tokens differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Model,
    /// A query: `A[]`, `E<>` and `-->` are single tokens.
    Query,
    /// A file of queries: the ends of lines matter too.
    QueryLines,
}

/// The result of scanning.
#[derive(Debug)]
pub(crate) struct Lexed {
    /// The tokens; the last one is [`Kind::End`].
    pub(crate) tokens: Vec<Token>,
    /// The comments, in order. Kept for query files, where they say something.
    pub(crate) comments: Vec<Comment>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Comment {
    /// `/* … */` rather than `// …`.
    pub(crate) block: bool,
    /// Whether a `/*` has its `*/`.
    pub(crate) closed: bool,
    /// The first byte of the comment.
    pub(crate) start: u32,
    /// One past its last byte.
    pub(crate) end: u32,
}

/// Scans a range of a text. Offsets are those of the whole text.
pub(crate) fn lex(text: &str, range: Range<usize>, mode: Mode) -> Lexed {
    let out = Lexed { tokens: Vec::new(), comments: Vec::new() };
    let bytes = &text.as_bytes()[..range.end];
    let mut scanner = Scanner { bytes, text, at: range.start, mode, out };
    scanner.run();
    scanner.out
}

struct Scanner<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    mode: Mode,
    out: Lexed,
}

/// The symbol of several characters at the start of some bytes, and its length.
fn long_symbol(bytes: &[u8]) -> Option<(usize, Kind)> {
    Some(match bytes {
        [b'<', b'<', b'=', ..] => (3, Kind::AssignWith(BinaryOp::Shl)),
        [b'>', b'>', b'=', ..] => (3, Kind::AssignWith(BinaryOp::Shr)),
        [b'-', b'u', b'-', b'>', ..] => (4, Kind::UncontrolledArrow),
        [b'-', b'>', ..] => (2, Kind::Arrow),
        [b'+', b'+', ..] => (2, Kind::Increment),
        [b'-', b'-', ..] => (2, Kind::Decrement),
        [b'+', b'=', ..] => (2, Kind::AssignWith(BinaryOp::Add)),
        [b'-', b'=', ..] => (2, Kind::AssignWith(BinaryOp::Sub)),
        [b'*', b'=', ..] => (2, Kind::AssignWith(BinaryOp::Mul)),
        [b'/', b'=', ..] => (2, Kind::AssignWith(BinaryOp::Div)),
        [b'%', b'=', ..] => (2, Kind::AssignWith(BinaryOp::Mod)),
        [b'&', b'=', ..] => (2, Kind::AssignWith(BinaryOp::BitAnd)),
        [b'|', b'=', ..] => (2, Kind::AssignWith(BinaryOp::BitOr)),
        [b'^', b'=', ..] => (2, Kind::AssignWith(BinaryOp::BitXor)),
        [b'*', b'*', ..] => (2, Kind::Op(BinaryOp::Pow)),
        [b'&', b'&', ..] => (2, Kind::Op(BinaryOp::And)),
        [b'|', b'|', ..] => (2, Kind::Op(BinaryOp::Or)),
        [b'<', b'<', ..] => (2, Kind::Op(BinaryOp::Shl)),
        [b'>', b'>', ..] => (2, Kind::Op(BinaryOp::Shr)),
        [b'<', b'?', ..] => (2, Kind::Op(BinaryOp::Min)),
        [b'>', b'?', ..] => (2, Kind::Op(BinaryOp::Max)),
        [b'<', b'=', ..] => (2, Kind::Op(BinaryOp::Le)),
        [b'>', b'=', ..] => (2, Kind::Op(BinaryOp::Ge)),
        [b'=', b'=', ..] => (2, Kind::Op(BinaryOp::Eq)),
        [b'!', b'=', ..] => (2, Kind::Op(BinaryOp::Ne)),
        [b'=', b'<', ..] => (2, Kind::OldLe),
        [b'=', b'>', ..] => (2, Kind::OldGe),
        [b':', b'=', ..] => (2, Kind::Assign),
        [b'.', b'.', ..] => (2, Kind::DotDot),
        _ => return None,
    })
}

/// The symbol of one character.
fn short_symbol(byte: u8) -> Option<Kind> {
    Some(match byte {
        b'=' => Kind::Assign,
        b'+' => Kind::Op(BinaryOp::Add),
        b'-' => Kind::Op(BinaryOp::Sub),
        b'*' => Kind::Op(BinaryOp::Mul),
        b'/' => Kind::Op(BinaryOp::Div),
        b'%' => Kind::Op(BinaryOp::Mod),
        b'<' => Kind::Op(BinaryOp::Lt),
        b'>' => Kind::Op(BinaryOp::Gt),
        b'&' => Kind::Op(BinaryOp::BitAnd),
        b'|' => Kind::Op(BinaryOp::BitOr),
        b'^' => Kind::Op(BinaryOp::BitXor),
        b'(' => Kind::LParen,
        b')' => Kind::RParen,
        b'[' => Kind::LBracket,
        b']' => Kind::RBracket,
        b'{' => Kind::LBrace,
        b'}' => Kind::RBrace,
        b',' => Kind::Comma,
        b';' => Kind::Semicolon,
        b':' => Kind::Colon,
        b'.' => Kind::Dot,
        b'?' => Kind::Question,
        b'!' => Kind::Bang,
        b'\'' => Kind::Apostrophe,
        b'#' => Kind::Hash,
        b'\\' => Kind::Backslash,
        _ => return None,
    })
}

impl Scanner<'_> {
    fn run(&mut self) {
        loop {
            self.skip_blanks();
            let Some(&byte) = self.bytes.get(self.at) else { break };
            let start = self.at;
            let kind = match byte {
                b'\n' => self.newline(),
                b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.word(),
                b'0'..=b'9' => self.number(),
                b'"' => self.string(),
                _ => self.symbol(),
            };
            if kind == Kind::Unknown {
                self.join_unknown(start);
            } else {
                self.push(kind, start);
            }
        }
        self.push(Kind::End, self.at);
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.out.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    /// One token for a run of characters that mean nothing, so that they make one message.
    fn join_unknown(&mut self, start: usize) {
        match self.out.tokens.last_mut() {
            Some(last) if last.kind == Kind::Unknown && last.end as usize == start => {
                last.end = self.at as u32;
            }
            _ => self.push(Kind::Unknown, start),
        }
    }

    fn starts_with(&self, symbol: &str) -> bool {
        self.bytes[self.at..].starts_with(symbol.as_bytes())
    }

    fn skip_while(&mut self, test: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|&byte| test(byte)) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            let lines = self.mode == Mode::QueryLines;
            self.skip_while(|byte| {
                matches!(byte, b' ' | b'\t' | b'\r' | b'\x0C' | b'\x0B')
                    || (byte == b'\n' && !lines)
            });
            if self.starts_with("//") {
                self.comment(false);
            } else if self.starts_with("/*") {
                self.comment(true);
            } else if !self.skip_continuation() {
                return;
            }
        }
    }

    fn comment(&mut self, block: bool) {
        let start = self.at;
        let rest = &self.bytes[start + 2..];
        let length = if block {
            rest.windows(2).position(|pair| pair == b"*/").map(|at| at + 2)
        } else {
            rest.iter().position(|&byte| byte == b'\n')
        };
        self.at = length.map_or(self.bytes.len(), |length| start + 2 + length);
        let closed = !block || length.is_some();
        self.out.comments.push(Comment { block, closed, start: start as u32, end: self.at as u32 });
    }

    /// `\` at the end of a line continues it.
    fn skip_continuation(&mut self) -> bool {
        if self.bytes.get(self.at) != Some(&b'\\') {
            return false;
        }
        let blanks = self.bytes[self.at + 1..]
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
            .count();
        let end = self.at + 1 + blanks;
        let continued = matches!(self.bytes.get(end), Some(b'\n'));
        if continued {
            self.at = end + 1;
        }
        continued
    }

    fn newline(&mut self) -> Kind {
        self.at += 1;
        Kind::Newline
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#'));
        let word = &self.text[start..self.at];
        if self.mode != Mode::Model
            && let Some((symbol, path)) = self.path(word)
        {
            self.at += symbol.len();
            return Kind::Path(path);
        }
        Kind::Word(Word::of(word))
    }

    /// Whether `A` or `E` goes on as `A[]` or `E<>`.
    fn path(&self, word: &str) -> Option<(&'static str, PathQuantifier)> {
        let pairs = match word {
            "A" => [("[]", PathQuantifier::Always), ("<>", PathQuantifier::Eventually)],
            "E" => [("[]", PathQuantifier::PotentiallyAlways), ("<>", PathQuantifier::Possibly)],
            _ => return None,
        };
        pairs.into_iter().find(|(symbol, _)| self.starts_with(symbol))
    }

    fn number(&mut self) -> Kind {
        let digit = |byte: u8| byte.is_ascii_digit();
        self.skip_while(digit);
        let mut kind = Kind::Number;
        if self.bytes.get(self.at) == Some(&b'.')
            && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit)
        {
            self.at += 1;
            self.skip_while(digit);
            kind = Kind::Float;
        }
        if matches!(self.bytes.get(self.at), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.bytes.get(self.at + 1), Some(b'+' | b'-')));
            if self.bytes.get(self.at + 1 + sign).is_some_and(u8::is_ascii_digit) {
                self.at += 1 + sign;
                self.skip_while(digit);
                kind = Kind::Float;
            }
        }
        kind
    }

    fn string(&mut self) -> Kind {
        let rest = &self.bytes[self.at + 1..];
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\n'));
        match length {
            Some(length) if rest[length] == b'"' => {
                self.at += length + 2;
                Kind::Text
            }
            _ => {
                self.at += 1;
                Kind::Unknown
            }
        }
    }

    fn symbol(&mut self) -> Kind {
        if self.mode != Mode::Model && self.starts_with("-->") {
            self.at += 3;
            return Kind::LeadsTo;
        }
        let rest = &self.bytes[self.at..];
        if let Some((length, kind)) =
            long_symbol(rest).or_else(|| short_symbol(rest[0]).map(|kind| (1, kind)))
        {
            self.at += length;
            return kind;
        }
        let width = self.text[self.at..].chars().next().map_or(1, char::len_utf8);
        self.at = (self.at + width).min(self.bytes.len());
        Kind::Unknown
    }
}
