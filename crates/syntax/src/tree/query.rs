//! Queries.

use crate::source::Span;
use crate::tree::{Expr, PathQuantifier, Written};

/// A file of queries.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct QueryFile {
    /// The queries in order.
    pub queries: Vec<Query>,
}

/// A query with what is stored about it. Queries compare by what they ask and by what is stored,
/// not by where and how they are written.
#[derive(Clone, Debug)]
pub struct Query {
    pub formula: Formula,
    /// The formula as written, with comments removed and runs of blanks folded to one.
    pub text: String,
    /// The formula with its comments; empty if it has none.
    pub written: Written,
    /// The comment that belongs to it.
    pub comment: String,
    /// What the author expects.
    pub expect: Option<Expect>,
    /// Options for this query.
    pub options: Vec<(String, String)>,
    /// Results that a tool has stored.
    pub results: Vec<StoredResult>,
    /// The line of the file it starts on, from 1.
    pub line: u32,
    pub span: Span,
}

impl Query {
    /// A question with nothing stored about it.
    #[must_use]
    pub fn new(formula: Formula, span: Span) -> Query {
        Query {
            formula,
            text: String::new(),
            written: Written::default(),
            comment: String::new(),
            expect: None,
            options: Vec::new(),
            results: Vec::new(),
            line: 0,
            span,
        }
    }
}

impl PartialEq for Query {
    fn eq(&self, other: &Query) -> bool {
        let opaque = matches!(self.formula, Formula::Unsupported(_));
        self.formula == other.formula
            && (!opaque || self.text == other.text)
            && self.comment == other.comment
            && self.expect == other.expect
            && self.options == other.options
            && self.results == other.results
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// `A[] p`, `E<> p`, `E[] p`, `A<> p`
    Path(PathQuantifier, Expr),
    /// `p --> q`
    LeadsTo(Expr, Expr),
    /// `sup{p}: e, …` and its kin.
    Optimum {
        /// Which of the three.
        optimum: Optimum,
        within: Option<Expr>,
        terms: Vec<Expr>,
    },
    /// Quantifiers over paths among the parts of a state formula: `AG EF p`, `E<> p && E<> q`.
    Branching(Expr),
    /// `control: A[] p` and its kin: a quantifier over every path, of which a controller may choose the controllable
    /// edges.
    Control(Expr),
    /// `strategy name = control: …`
    Strategy(String, Box<Formula>),
    /// `… under name`: of the model that a strategy controls.
    Under(Box<Formula>, String),
    /// A query of a family that no symbolic tool answers; the text names the family.
    Unsupported(String),
    /// Nothing but blanks and comments: legal, and asks nothing.
    Empty,
    /// What could not be parsed; a diagnostic has said so.
    Error,
}

impl Formula {
    /// The expressions it is made of, to be changed.
    pub(crate) fn expressions_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Formula::Strategy(_, inner) | Formula::Under(inner, _) => inner.expressions_mut(),
            Formula::Path(_, part) | Formula::Branching(part) | Formula::Control(part) => {
                vec![part]
            }
            Formula::LeadsTo(first, second) => vec![first, second],
            Formula::Optimum { within, terms, .. } => within.iter_mut().chain(terms).collect(),
            Formula::Unsupported(_) | Formula::Empty | Formula::Error => Vec::new(),
        }
    }
}

/// The three extreme-value queries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Optimum {
    /// `sup`
    Supremum,
    /// `inf`
    Infimum,
    /// `bounds`
    Bounds,
}

/// What an author expects of a query.
#[derive(Clone, PartialEq, Debug)]
pub struct Expect {
    /// `success`, `failure`, `error`, `maybe_success`, `maybe_failure`, in XML's words.
    pub outcome: Option<String>,
    /// `quality` or `quantity`.
    pub kind: Option<String>,
    pub value: Option<String>,
    /// Resources: type, value, unit.
    pub resources: Vec<(String, String, Option<String>)>,
}

/// A result that a tool has stored in the file.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredResult {
    pub outcome: Option<String>,
    pub kind: Option<String>,
    pub value: Option<String>,
    /// When it was stored.
    pub timestamp: Option<String>,
    /// What else was stored: its text.
    pub details: Option<String>,
    /// The options it was computed with.
    pub options: Vec<(String, String)>,
    /// Resources: type, value, unit.
    pub resources: Vec<(String, String, Option<String>)>,
}
