//! What tokens there are.

use crate::tree::{BinaryOp, PathQuantifier};

/// A token: what it is and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    /// One past its last byte.
    pub(crate) end: u32,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// The end of a line, where lines matter.
    Newline,
    /// A word. Which words are reserved depends on the grammar, so the parser decides.
    Word(Word),
    Number,
    /// A number with a point or an exponent.
    Float,
    /// `"…"`
    Text,
    /// Characters that mean nothing.
    Unknown,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `.`
    Dot,
    /// `..`
    DotDot,
    /// `?`
    Question,
    /// `!`
    Bang,
    /// `'`
    Apostrophe,
    /// `++`
    Increment,
    /// `--`
    Decrement,
    /// A binary operator written in symbols.
    Op(BinaryOp),
    /// `=<`, old for `<=`
    OldLe,
    /// `=>`, old for `>=`
    OldGe,
    /// `=` or `:=`
    Assign,
    /// `+=` and its kin.
    AssignWith(BinaryOp),
    /// `->`
    Arrow,
    /// `-u->`
    UncontrolledArrow,
    /// `-->`, in queries.
    LeadsTo,
    /// `A[]` and its kin, in queries.
    Path(PathQuantifier),
    /// `#`
    Hash,
    /// `\`
    Backslash,
}

/// Declares [`Word`] with the spelling of each.
macro_rules! words {
    ($($name:ident = $text:literal,)*) => {
        /// A word that means something somewhere, or a plain one.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Word {
            /// A word without a meaning of its own.
            Plain,
            $(#[doc = $text] $name,)*
        }

        impl Word {
            /// Which word a spelling is.
            pub(crate) fn of(text: &str) -> Word {
                match text { $($text => Word::$name,)* _ => Word::Plain }
            }
        }
    };
}

words! {
    AfterUpdate = "after_update",
    And = "and",
    Assert = "assert",
    Assign = "assign",
    BeforeUpdate = "before_update",
    Bool = "bool",
    Branchpoint = "branchpoint",
    Break = "break",
    Broadcast = "broadcast",
    Chan = "chan",
    Clock = "clock",
    Commit = "commit",
    Const = "const",
    Continue = "continue",
    Deadlock = "deadlock",
    Default = "default",
    Do = "do",
    Double = "double",
    Dynamic = "dynamic",
    Else = "else",
    Exists = "exists",
    False = "false",
    For = "for",
    ForAll = "forall",
    Gantt = "gantt",
    Guard = "guard",
    Hybrid = "hybrid",
    If = "if",
    Import = "import",
    Imply = "imply",
    Init = "init",
    Int = "int",
    Io = "IO",
    Meta = "meta",
    Not = "not",
    Or = "or",
    Priority = "priority",
    Probability = "probability",
    Process = "process",
    Progress = "progress",
    Query = "query",
    Return = "return",
    Scalar = "scalar",
    Select = "select",
    Spawn = "spawn",
    State = "state",
    String = "string",
    Struct = "struct",
    Sum = "sum",
    Switch = "switch",
    Sync = "sync",
    System = "system",
    Trans = "trans",
    True = "true",
    Typedef = "typedef",
    Under = "under",
    Urgent = "urgent",
    Void = "void",
    While = "while",
    Xor = "xor",
}
