//! Places in source text.

/// A block of decoded text: a whole XTA file, or one declaration or label of an XML file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BlockId(pub u32);

/// A range of bytes of one block.
///
/// All spans compare equal, so that trees compare by what they say and not by where they say it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The block.
    pub block: BlockId,
    /// The first byte.
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
