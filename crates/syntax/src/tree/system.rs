//! The whole document and its system line.

use crate::source::Span;
use crate::tree::{Declaration, Expr, Ident, Query, Template, Written};

/// Which grammar the text was written for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SyntaxVersion {
    /// UPPAAL 4 and 5.
    New,
    Old,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// Which grammar it was written for. Printing writes the new one.
    pub syntax: SyntaxVersion,
    /// Global declarations and templates in order. In XML all declarations come first.
    pub items: Vec<Item>,
    /// Comments after the last global declaration, in XML.
    pub remarks: Written,
    pub system: System,
    /// The queries in the file.
    pub queries: Vec<Query>,
    /// Options for all queries of the file.
    pub options: Vec<(String, String)>,
}

/// A global declaration or template.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    Declaration(Declaration),
    Template(Template),
}

#[derive(Clone, PartialEq, Debug)]
pub struct System {
    /// Declarations and instantiations made after the templates; templates cannot see them.
    pub declarations: Vec<Declaration>,
    /// The comments before the system line.
    pub comment: Written,
    /// The processes, in order of priority levels: lowest first, one level if there are no
    /// priorities.
    pub processes: Vec<Vec<ProcessRef>>,
    /// `progress { … }`
    pub progress: Vec<Progress>,
    /// `gantt { … }`, as written.
    pub gantt: Option<Gantt>,
    /// The comments after the system line.
    pub remarks: Written,
    pub span: Span,
}

impl System {
    /// A system that runs nothing.
    #[must_use]
    pub fn empty(span: Span) -> System {
        System {
            declarations: Vec::new(),
            comment: Written::default(),
            processes: Vec::new(),
            progress: Vec::new(),
            gantt: None,
            remarks: Written::default(),
            span,
        }
    }
}

/// A process or template on the system line.
#[derive(Clone, PartialEq, Debug)]
pub struct ProcessRef {
    pub name: Ident,
    /// Arguments given on the system line itself, which some tools allow; normally none.
    pub arguments: Vec<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    pub guard: Option<Expr>,
    pub measure: Expr,
}

/// A Gantt section, kept as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gantt {
    /// What stands between the braces.
    pub text: String,
}
