//! Typed templates, instances, the system and queries.

use syntax::Span;
use syntax::tree::SyncDirection;

use crate::symbol::{SymbolId, Symbols};
use crate::typed::{Expr, Function};

#[derive(Default)]
pub(crate) struct Model {
    /// Everything that has a name.
    pub(crate) symbols: Symbols,
    /// Global variables in the order of declaration.
    pub(crate) globals: Vec<SymbolId>,
    /// All functions, each after those it calls.
    pub(crate) functions: Vec<Function>,
    pub(crate) templates: Vec<Template>,
    /// Templates and instantiations: what a name on the system line may stand for.
    pub(crate) instances: Vec<Instance>,
    /// The system line in order.
    pub(crate) system: Vec<Listed>,
    /// `chan priority`, lowest level first.
    pub(crate) priorities: Option<(Vec<PriorityLevel>, Span)>,
    /// `before_update`
    pub(crate) before_update: Vec<Expr>,
    /// `after_update`
    pub(crate) after_update: Vec<Expr>,
    /// Constructs that no symbolic engine runs.
    pub(crate) limitations: Vec<(String, Span)>,
    /// How many scalar sets there are.
    pub(crate) scalars: u32,
}

/// Channels of one priority; `None` is `default`.
pub(crate) type PriorityLevel = Vec<Option<Expr>>;

pub(crate) struct Template {
    pub(crate) name: String,
    /// Its local variables in the order of declaration.
    pub(crate) locals: Vec<SymbolId>,
    pub(crate) locations: Vec<Location>,
    /// Where it starts; none only if that has been reported.
    pub(crate) initial: Option<usize>,
    /// Its edges, branchpoints already resolved.
    pub(crate) edges: Vec<Edge>,
    /// Its names, for queries.
    pub(crate) names: Vec<(String, SymbolId)>,
}

pub(crate) struct Location {
    /// Its name, or `_` and its identifier.
    pub(crate) name: String,
    pub(crate) invariant: Option<Expr>,
    /// The invariant as written.
    pub(crate) text: String,
    /// `urgent`
    pub(crate) urgent: bool,
    /// `committed`
    pub(crate) committed: bool,
    pub(crate) span: Span,
}

/// An edge from location to location.
pub(crate) struct Edge {
    pub(crate) source: usize,
    pub(crate) target: usize,
    /// Its labels: those before a branchpoint and those after it, or all of them at once.
    pub(crate) gates: Vec<std::rc::Rc<Gate>>,
    /// Not `-u->`.
    pub(crate) controllable: bool,
    pub(crate) span: Span,
}

/// The labels of an edge as drawn. Several edges share them when it leads into a branchpoint or out
/// of one.
pub(crate) struct Gate {
    pub(crate) selects: Vec<SymbolId>,
    pub(crate) guard: Option<Expr>,
    /// Its channel and which end.
    pub(crate) sync: Option<(Expr, SyncDirection)>,
    pub(crate) updates: Vec<Expr>,
    /// Its labels as written.
    pub(crate) text: network::EdgeText,
}

/// Something that can be listed on the system line.
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) parameters: Vec<SymbolId>,
    /// What it is made from.
    pub(crate) body: Body,
    /// The template it is ultimately made from.
    pub(crate) template: usize,
    /// Its parameters that decide the size of something in the template.
    pub(crate) restricted: Vec<SymbolId>,
    /// Its arguments do not fit, and that has been reported.
    pub(crate) broken: bool,
    pub(crate) span: Span,
}

/// What an instance is made from.
pub(crate) enum Body {
    Template,
    /// Another instance with its parameters bound.
    Instance {
        base: usize,
        /// One for each of its parameters.
        arguments: Vec<Expr>,
    },
}

/// An entry of the system line.
pub(crate) struct Listed {
    pub(crate) instance: usize,
    pub(crate) priority: i32,
    /// It cannot be written out, and why has been reported.
    pub(crate) broken: bool,
    pub(crate) span: Span,
}

impl Model {
    /// The template an instance is ultimately made from.
    pub(crate) fn template_of(&self, instance: usize) -> usize {
        self.instances[instance].template
    }
}
