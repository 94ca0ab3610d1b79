//! Places in source text: files, blocks of decoded text, and the way back from one to the other.

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FileId(u32);

/// A block of decoded text: a whole XTA file, or one declaration or label of an XML file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BlockId(pub u32);

/// A range of bytes of one block.
///
/// All spans compare equal, so that trees compare by what they say and not by where they say it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    pub block: BlockId,
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

impl Span {
    /// From the start of this span to the end of `other`, which must not start earlier.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.end), ..self }
    }
}

/// Where a span is, in the words of a person with the file open in an editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place<'s> {
    pub file: &'s str,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// The column of the end (one past the last character).
    pub end_column: u32,
    /// The place a UPPAAL user knows: `template P, edge idle -> cs, guard`. Empty in plain text
    /// files.
    pub anchor: &'s str,
}

/// All text that has been read, and where it came from.
#[derive(Clone, Default, Debug)]
pub struct SourceMap {
    files: Vec<File>,
    blocks: Vec<TextBlock>,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    text: String,
    /// Where each line starts.
    lines: Vec<u32>,
}

#[derive(Clone, Debug)]
struct TextBlock {
    file: FileId,
    anchor: String,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// The whole file, byte for byte.
    File,
    /// Text of its own.
    Decoded(Decoded),
}

/// Text taken out of a file, with the way back.
#[derive(Clone, Default, Debug)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    /// Runs that stand in the file as they stand here, in order.
    runs: Vec<Run>,
    /// Where the text ends in the file.
    end: u32,
}

/// From `here` on, text continues at `there` in the file, until the next run.
#[derive(Clone, Copy, Debug)]
struct Run {
    here: u32,
    there: u32,
    /// Whether one byte here is one byte there; otherwise all of it stands for the one place
    /// `there`.
    verbatim: bool,
}

impl Decoded {
    /// Appends text that stands at `there` in the file exactly so.
    pub(crate) fn push_verbatim(&mut self, text: &str, there: usize) {
        self.push(text, there, true);
        self.end = offset(there + text.len());
    }

    /// Appends text that is written differently in the file, at `there..end`.
    pub(crate) fn push_replaced(&mut self, text: &str, there: usize, end: usize) {
        self.push(text, there, false);
        self.end = offset(end);
    }

    fn push(&mut self, text: &str, there: usize, verbatim: bool) {
        self.runs.push(Run { here: offset(self.text.len()), there: offset(there), verbatim });
        self.text.push_str(text);
    }

    /// The place in the file of a place here.
    fn to_file(&self, here: u32) -> u32 {
        if here as usize >= self.text.len() {
            return self.end;
        }
        let after = self.runs.partition_point(|run| run.here <= here);
        match after.checked_sub(1).map(|index| self.runs[index]) {
            Some(run) if run.verbatim => run.there + (here - run.here),
            Some(run) => run.there,
            None => self.end,
        }
    }
}

/// Offsets fit in 32 bits because [`crate::MAX_FILE_BYTES`] is far smaller.
fn offset(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

impl SourceMap {
    /// A map without files.
    #[must_use]
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    pub(crate) fn add_file(&mut self, name: &str, text: String) -> FileId {
        let mut lines = vec![0];
        lines.extend(text.match_indices('\n').map(|(at, _)| offset(at + 1)));
        self.files.push(File { name: name.to_owned(), text, lines });
        FileId(offset(self.files.len() - 1))
    }

    /// Makes the whole of a file one block.
    pub(crate) fn add_whole(&mut self, file: FileId) -> BlockId {
        self.add(TextBlock { file, anchor: String::new(), content: Content::File })
    }

    /// Adds a block of decoded text.
    pub(crate) fn add_decoded(&mut self, file: FileId, anchor: String, text: Decoded) -> BlockId {
        self.add(TextBlock { file, anchor, content: Content::Decoded(text) })
    }

    fn add(&mut self, block: TextBlock) -> BlockId {
        self.blocks.push(block);
        BlockId(offset(self.blocks.len() - 1))
    }

    /// The text of a file.
    pub(crate) fn file_text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// The text of a block; empty if there is no such block.
    #[must_use]
    pub(crate) fn block_text(&self, block: BlockId) -> &str {
        match self.blocks.get(block.0 as usize) {
            Some(TextBlock { content: Content::Decoded(decoded), .. }) => &decoded.text,
            Some(TextBlock { content: Content::File, file, .. }) => self.file_text(*file),
            None => "",
        }
    }

    /// The text of a span; empty if it lies outside its block.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.block_text(span.block).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Where a span is. A span that belongs to no block is at the start of a file without a name.
    #[must_use]
    pub fn place(&self, span: Span) -> Place<'_> {
        let Some(block) = self.blocks.get(span.block.0 as usize) else {
            return Place { file: "", line: 1, column: 1, end_line: 1, end_column: 1, anchor: "" };
        };
        let file = &self.files[block.file.0 as usize];
        let (start, end) = match &block.content {
            Content::File => (span.start, span.end),
            Content::Decoded(decoded) => (decoded.to_file(span.start), decoded.to_file(span.end)),
        };
        let (line, column) = file.line_column(start);
        let (end_line, end_column) = file.line_column(end.max(start));
        Place { file: &file.name, line, column, end_line, end_column, anchor: &block.anchor }
    }
}

impl File {
    /// Line and column, both from 1, of a byte.
    fn line_column(&self, at: u32) -> (u32, u32) {
        let at = at.min(offset(self.text.len()));
        let line = self.lines.partition_point(|&start| start <= at).max(1);
        let start = self.lines[line - 1] as usize;
        let before = &self.text.as_bytes()[start..at as usize];
        // Bytes of the form 10xxxxxx continue a character.
        let characters = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        (offset(line), offset(characters + 1))
    }
}
