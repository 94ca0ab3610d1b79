//! What is wrong with a text, in a form that programs and people can read.

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    Warning,
    /// The text cannot be used.
    Error,
}

/// One message about one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub message: String,
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
    TooManyErrors = "E0108", "There are too many errors to list all.";
    Unsayable = "E0109", "The output format cannot express this.";
    NotUtf8 = "W0101", "The file is not in UTF-8.";
    SurprisingPrecedence = "W0102", "The precedence of operators may not be what was meant.";
    OldSpelling = "W0103", "Some versions of UPPAAL do not accept this spelling.";
    RepeatedPart = "W0104", "Something that should be there once is there again.";
    TooManyWarnings = "W0105", "There are too many warnings to list all.";
    UnknownLabel = "W0106", "A label of an XML file is of an unknown kind.";
    UnknownName = "E0201", "No such name is visible here.";
    DuplicateName = "E0202", "The name is already taken in this scope.";
    WrongType = "E0203", "The expression does not have the type that is needed here.";
    NotAType = "E0204", "The name does not stand for a type.";
    NotConstant = "E0205", "The value must be known before the model runs.";
    SideEffect = "E0206", "The expression changes something where nothing may change.";
    NotAssignable = "E0207", "The expression cannot be assigned to.";
    WrongArguments = "E0208", "The arguments do not fit the parameters.";
    ClockCondition = "E0209", "Clocks are compared in a way that is not allowed here.";
    BadInitialiser = "E0210", "The initial value does not fit the declaration.";
    MissingReturn = "E0211", "A function with a result does not return one on every path.";
    Recursion = "E0212", "A function calls itself.";
    UnknownMember = "E0213", "There is no such field, location or variable inside.";
    BadType = "E0214", "A type is not allowed here, or its keywords cannot be combined.";
    ScalarMisuse = "E0215", "An element of a scalar set is used like a number or mixed with another set.";
    BadLocation = "E0216", "A location or branchpoint is not well-formed.";
    BadConstant = "E0301", "A constant expression has no value.";
    OutOfRange = "E0302", "A value lies outside its declared range.";
    EmptyRange = "E0303", "A range or size has no elements.";
    TooLarge = "E0304", "The model is too large when written out.";
    BadInstance = "E0305", "A template is instantiated wrongly.";
    FreeParameter = "E0306", "A parameter without argument cannot range over a set of processes.";
    ListedTwice = "E0307", "A process is listed twice.";
    SizeMismatch = "E0308", "Sizes or ranges differ where they must be equal.";
    BadPriority = "E0309", "A priority declaration is wrong.";
    BadQuery = "E0401", "The query does not follow the grammar.";
    NotAProcess = "E0402", "A query names something that is not a single process of the system.";
    NoSuchProcess = "E0403", "A query names a process that does not exist.";
    MisplacedDeadlock = "E0404", "`deadlock` is only allowed in `E<>` and `A[]` queries.";
    NotAPredicate = "E0405", "The query does not ask for something that can be true or false, or a number.";
    Internal = "E0901", "Orrery contradicts itself.";
    NoEffect = "W0201", "A statement changes nothing.";
    Shadowing = "W0202", "A name hides another one.";
    EmptySelect = "W0203", "A range has no elements, so nothing is ever chosen.";
    StrictInvariant = "W0204", "An invariant with a strict upper bound can stop time without a transition.";
    PriorityDefault = "W0205", "A priority declaration does not say where unlisted channels belong.";
    UrgentClockGuard = "W0206", "A clock guard on an urgent channel is hard to get right.";
    IndexOutside = "W0208", "An index that never exists: evaluating it is a fault.";
    Wraps = "W0209", "An integer result does not fit into 32 bits while running; its lower 32 bits are used.";
    NoStates = "W0210", "An invariant does not hold at the start, so the model has no states.";
    BranchpointLabel = "W0207", "An edge out of a branchpoint has labels that belong on the edge into it.";
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
