//! What a person or a program is shown, as plain values.
//!
//! Whoever runs a check fills these in; every report of this crate is a function of them. They are also
//! the JSON that scripts read (`docs/json.md`), so fields are only ever added and never change their meaning.

mod batch;
mod check;
mod coverage;
mod explain;
mod optimise;
mod prove;
mod run;
mod strategy;
mod symmetries;
mod synth;
mod time;

pub use batch::{BatchView, CountsView, PointView, SweepView};
pub use check::{
    BoundView, CheckView, ClaimView, DiagnosticView, ExpectView, ModelView, PhaseView, PlanView,
    QueryView, SeverityView, StatsView, SymmetryStatsView, SymmetryView, TermView, ToolView,
    ValueView, VerdictView,
};
pub use coverage::{CoverageView, CoveredEdgeView, CoveredLocationView, CoveredTemplateView};
pub use explain::{DecisionView, ExplainView, ExplainedView};
pub use optimise::{
    CheapestView, ExactView, ImprovementView, LowerBoundView, OptimiseView, ScheduledView,
};
pub use prove::{FamilyView, ProveView, ProvedView, ViewView, ViewsView};
pub use run::{
    AtLeastView, ChangeView, DirectionView, FaultView, GanttBarView, GanttRowView, MoveView,
    ProcessView, RenameView, RunKind, RunView, SelectView, StateView, StepView,
};
pub use strategy::{ActionView, ControlledView, RuleView, StrategyView};
pub use symmetries::{
    ElementView, GraphView, QuerySymmetryView, RejectedView, RingView, SortView, SpotView,
    SymmetriesView,
};
pub use synth::{ForbiddenView, PolicyView, SynthView};
pub use time::Time;
