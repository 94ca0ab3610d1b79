//! Templates: locations, edges and their labels.

use crate::source::Span;
use crate::tree::{Declaration, Expr, Ident, Parameter, Type, Written};

/// A point of a picture; x to the right, y down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// What a label says, with its text and place on the picture. Labels compare by what they say.
#[derive(Clone, Debug)]
pub struct Label<T> {
    pub tree: T,
    /// The text as written.
    pub text: String,
    /// Where it is drawn.
    pub at: Option<Point>,
    /// Where it is written.
    pub span: Span,
}

impl<T: PartialEq> PartialEq for Label<T> {
    fn eq(&self, other: &Label<T>) -> bool {
        self.tree == other.tree && self.at == other.at
    }
}

/// A template. Templates compare by what they say; the two texts only repeat that.
#[derive(Clone, Debug)]
pub struct Template {
    /// The comments before it, in text formats.
    pub comment: Written,
    pub name: Ident,
    pub parameters: Vec<Parameter>,
    /// The parameters as written, for pictures.
    pub parameter_text: String,
    pub declarations: Vec<Declaration>,
    /// The local declarations as written, for pictures.
    pub declaration_text: String,
    /// Comments that belong to no declaration, location or edge.
    pub remarks: Written,
    pub locations: Vec<Location>,
    pub branchpoints: Vec<Branchpoint>,
    pub init: Option<Node>,
    pub edges: Vec<Edge>,
    /// Its place (its name in XML, the whole process in XTA).
    pub span: Span,
}

impl PartialEq for Template {
    fn eq(&self, other: &Template) -> bool {
        self.name == other.name
            && self.parameters == other.parameters
            && self.declarations == other.declarations
            && self.locations == other.locations
            && self.branchpoints == other.branchpoints
            && self.init == other.init
            && self.edges == other.edges
    }
}

/// An end of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A location, by number.
    Location(usize),
    /// A branchpoint, by number.
    Branchpoint(usize),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Location {
    /// Its identifier in XML (`id3`); in XTA its name.
    pub id: String,
    /// Its name; an anonymous location can be named by `_` and its identifier.
    pub name: Option<Label<Ident>>,
    pub invariant: Option<Label<Expr>>,
    /// Its exponential rate, for statistical model checking: an expression, or two.
    pub rate: Option<Label<Vec<Expr>>>,
    pub comment: Option<Label<String>>,
    /// `urgent`
    pub urgent: bool,
    /// `committed`
    pub committed: bool,
    /// Where it is drawn.
    pub at: Option<Point>,
    /// Its colour as written.
    pub colour: Option<String>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Branchpoint {
    /// Its identifier in XML; in XTA its name.
    pub id: String,
    /// Where it is drawn.
    pub at: Option<Point>,
    pub span: Span,
}

/// `name : type`, in a select.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    pub name: Ident,
    pub ty: Type,
}

/// Which end of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SyncDirection {
    /// `c!`
    Send,
    /// `c?`
    Receive,
    /// `c`: many-way synchronisation as in CSP.
    Csp,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SyncLabel {
    pub channel: Expr,
    pub direction: SyncDirection,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    pub source: Node,
    pub target: Node,
    pub select: Option<Label<Vec<Binding>>>,
    pub guard: Option<Label<Expr>>,
    pub sync: Option<Label<SyncLabel>>,
    /// Its updates, in order.
    pub update: Option<Label<Vec<Expr>>>,
    /// Its weight, on edges that leave a branchpoint.
    pub weight: Option<Label<Expr>>,
    pub comment: Option<Label<String>>,
    /// Not `-u->`.
    pub controllable: bool,
    /// Bends, from source to target.
    pub nails: Vec<Point>,
    /// Its colour as written.
    pub colour: Option<String>,
    pub span: Span,
}
