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
    TooDeep = "E0103", "The text is nested more deeply than any reader can follow.";
    BadNumber = "E0104", "The number is too large.";
    UnknownLocation = "E0105", "An edge or a flag names a location that the template does not have.";
    BadEncoding = "E0106", "The file cannot be read as text.";
    AssignmentInCondition = "E0107", "A condition assigns where it should compare.";
    TooManyErrors = "E0108", "There are more errors than are worth listing.";
    Unsayable = "E0109", "The format to be written has no words for this.";
    NotUtf8 = "W0101", "The file is not in UTF-8.";
    SurprisingPrecedence = "W0102", "Operators bind in a way that surprises.";
    OldSpelling = "W0103", "Some versions of UPPAAL do not accept this spelling.";
    RepeatedPart = "W0104", "Something that should be there once is there again.";
    UnknownName = "E0201", "No such name is visible here.";
    DuplicateName = "E0202", "The name is already taken in this scope.";
    WrongType = "E0203", "The expression does not have the type that is needed here.";
    BadQuery = "E0401", "The query does not follow the grammar.";
}

impl Code {
    /// Whether it concerns one query only, so that the model and the other queries can still be used.
    #[must_use]
    pub fn is_about_query(self) -> bool {
        self.text()[1..].starts_with("04")
    }

    /// How bad it is, by its first letter.
    #[must_use]
    pub fn severity(self) -> Severity {
        if self.text().starts_with('W') { Severity::Warning } else { Severity::Error }
    }
}
