//! The flat network that a model becomes: processes, locations, edges, variables and clocks, all by number, with
//! their names beside them. Queries speak of it too.

pub use ::network::network::cell_count;
pub use ::network::{
    Argument, BinaryOp, ChannelFamily, ChannelFamilyId, ChannelId, ChannelKind, ChannelPlace,
    ClockConstraint, ClockFamily, ClockFamilyId, ClockId, ClockPlace, ClockWrite, Dim, Direction,
    Domain, Edge, EdgeId, EdgeText, Expectation, Expr, Extremum, Fault, FaultKind, Function,
    FunctionId, Goal, Guard, Limitation, Location, LocationId, LocationKind, Network, Objective,
    Origin, Overflow, Place, Process, ProcessId, Quantifier, Query, QueryKind, Rate, ScalarSet,
    ScalarSetId, Select, Slot, Stmt, StmtKind, Storage, Sync, Template, TemplateId, Term, UnaryOp,
    Variable, VariableId, drawing, features, guard, visit,
};
