//! Just enough of Rust's lexical structure to tell code from comments and strings.

/// The text with comments, strings and characters replaced by blanks of the same length; newlines stay.
pub fn blanked(text: &str) -> String {
    let mut blank = Blanker { letters: text.chars().collect(), at: 0, out: String::new() };
    while blank.at < blank.letters.len() {
        blank.next();
    }
    blank.out
}

struct Blanker {
    letters: Vec<char>,
    at: usize,
    out: String,
}

impl Blanker {
    fn peek(&self, ahead: usize) -> char {
        self.letters.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn keep(&mut self) {
        self.out.push(self.peek(0));
        self.at += 1;
    }

    fn blank(&mut self, count: usize) {
        for _ in 0..count {
            let letter = self.peek(0);
            self.out.push(if letter == '\n' { '\n' } else { ' ' });
            self.at += 1;
        }
    }

    fn next(&mut self) {
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => {
                while self.at < self.letters.len() && self.peek(0) != '\n' {
                    self.blank(1);
                }
            }
            ('/', '*') => self.block_comment(),
            ('"', _) => self.string(),
            ('r', '"' | '#') if self.starts_raw_string() => self.raw_string(),
            ('\'', _) => self.quote(),
            (letter, _) if letter.is_alphanumeric() || letter == '_' => {
                while self.peek(0).is_alphanumeric() || self.peek(0) == '_' {
                    self.keep();
                    if self.peek(0) == '"' {
                        return;
                    }
                }
            }
            _ => self.keep(),
        }
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        loop {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => {
                    depth += 1;
                    self.blank(2);
                }
                ('*', '/') => {
                    depth -= 1;
                    self.blank(2);
                }
                _ => self.blank(1),
            }
            if depth == 0 || self.at >= self.letters.len() {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.keep();
        while self.at < self.letters.len() && self.peek(0) != '"' {
            let escaped = self.peek(0) == '\\' && self.at + 1 < self.letters.len();
            self.blank(if escaped { 2 } else { 1 });
        }
        if self.at < self.letters.len() {
            self.keep();
        }
    }

    fn starts_raw_string(&self) -> bool {
        let hashes = (1..).take_while(|ahead| self.peek(*ahead) == '#').count();
        self.peek(1 + hashes) == '"'
    }

    fn raw_string(&mut self) {
        let hashes = (1..).take_while(|ahead| self.peek(*ahead) == '#').count();
        self.blank(2 + hashes);
        let closes = |blank: &Blanker| {
            blank.peek(0) == '"' && (1..=hashes).all(|ahead| blank.peek(ahead) == '#')
        };
        while self.at < self.letters.len() && !closes(self) {
            self.blank(1);
        }
        self.blank((1 + hashes).min(self.letters.len() - self.at));
    }

    /// A character, or the tick of a lifetime.
    fn quote(&mut self) {
        if self.peek(1) == '\\' {
            self.blank(3);
            while self.at < self.letters.len() && self.peek(0) != '\'' {
                self.blank(1);
            }
            self.blank(1.min(self.letters.len() - self.at));
        } else if self.peek(2) == '\'' {
            self.blank(3);
        } else {
            self.keep();
        }
    }
}

/// The words of blanked code with the byte offset of each.
pub fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + code[rest..].find(is_word)?;
        let length = code[start..].find(|letter| !is_word(letter));
        rest = length.map_or(code.len(), |length| start + length);
        Some((start, &code[start..rest]))
    })
}

/// The line of a byte offset, from 1.
pub fn line_of(code: &str, offset: usize) -> usize {
    code[..offset].matches('\n').count() + 1
}

/// The offset just after the brace that closes the one at `open`.
pub fn closing(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, letter) in code[open..].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open + at + 1;
        }
    }
    code.len()
}
