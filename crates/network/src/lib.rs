//! The waist of Orrery: flat networks of timed automata.
//!
//! Languages end here and algorithms begin here. A [`Network`] has no names to resolve, no types to
//! check, no templates to instantiate and no source text; everything is a number into a table. What
//! people want to see (names, label texts, coordinates) is kept beside the numbers and never read by
//! the engine.
//!
//! * [`network`], [`process`], [`channel`], [`variable`]: the tables.
//! * [`expr`], [`stmt`], [`guard`]: what edges and locations say, over those tables.
//! * [`query`], [`goal`], [`formula`]: questions about a network.
//! * [`cost`], [`pricing`]: what its runs cost.
//! * [`eval`]: the reference meaning of expressions and statements, by walking the tree.
//! * [`build`]: networks in a few lines, for tests.
//! * `generate`: random networks, for tests (feature `generate`).
//! * [`validate`]: everything the documentation of [`Network`] promises, checked.

mod arithmetic;
pub mod build;
pub mod channel;
pub mod cost;
pub mod drawing;
pub mod eval;
pub mod expr;
pub mod family;
mod fault;
mod fault_text;
pub mod features;
pub mod formula;
#[cfg(feature = "generate")]
pub mod generate;
pub mod goal;
pub mod guard;
pub mod ids;
mod kept;
pub mod network;
pub mod overflow;
pub mod pricing;
pub mod process;
pub mod query;
pub mod stmt;
pub mod validate;
pub mod variable;
pub mod visit;

pub use channel::{ChannelFamily, ChannelKind, ChannelPlace};
pub use cost::{CostModel, CostRate, Meter};
pub use eval::{ClockWrite, Fault, FaultKind};
pub use expr::{BinaryOp, Expr, Place, Quantifier, UnaryOp};
pub use formula::{Along, Formula};
pub use goal::Goal;
pub use guard::{ClockConstraint, ClockPlace, Guard, Rate};
pub use ids::{
    ChannelFamilyId, ChannelId, ClockFamilyId, ClockId, EdgeId, FunctionId, LocationId, Origin,
    ProcessId, ScalarSetId, Slot, TemplateId, VariableId,
};
pub use network::{Limitation, Network, ScalarSet, Template};
pub use overflow::Overflow;
pub use pricing::Pricing;
pub use process::{Direction, Edge, EdgeText, Location, LocationKind, Process, Select, Sync};
pub use query::{Expectation, Extremum, Led, Objective, Query, QueryKind, Scope, Term};
pub use stmt::{Argument, Function, Stmt, StmtKind};
pub use variable::{ClockFamily, Dim, Domain, Storage, Variable};
