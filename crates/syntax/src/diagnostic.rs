//! What is wrong with a text, in a form that programs and people can read.

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Legal but suspicious.
    Warning,
    /// The text cannot be used.
    Error,
}

/// One message about one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its stable code.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Other places that explain it, each with a remark.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A message about a place.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), span, labels: Vec::new(), help: None }
    }

    /// Adds a place that explains it.
    #[must_use]
    pub fn label(mut self, span: Span, remark: impl Into<String>) -> Diagnostic {
        self.labels.push((span, remark.into()));
        self
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// How bad it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

/// Declares [`Code`] with its number and meaning in one place.
macro_rules! codes {
    ($($name:ident = $text:literal, $doc:literal;)*) => {
        /// The stable codes of all diagnostics. `E….` are errors, `W….` warnings; 01 is for text and
        /// syntax, 02 for names and types, 03 for instantiation, 04 for queries.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $doc] $name,)*
        }

        impl Code {
            /// All codes, in order.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code as shown: `E0101`.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// What it means, in one sentence.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$name => $doc,)* }
            }
        }
    };
}

codes! {
    Syntax = "E0101", "The text does not follow the grammar.";
    BadXml = "E0102", "The file is not well-formed XML, or not a UPPAAL model.";
    UnknownName = "E0201", "No such name is visible here.";
    DuplicateName = "E0202", "The name is already taken in this scope.";
    WrongType = "E0203", "The expression does not have the type that is needed here.";
}

impl Code {
    /// How bad it is, by its first letter.
    #[must_use]
    pub fn severity(self) -> Severity {
        if self.text().starts_with('W') { Severity::Warning } else { Severity::Error }
    }
}
