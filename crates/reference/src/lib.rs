//! The definition of what a network does, one concrete state at a time.
//!
//! Nothing here shares code with the symbolic engine: expressions are evaluated by walking the tree,
//! transitions are found by trying everything, time is an exact rational number. Slow, and the judge of
//! everything else: no trace is shown that this file's siblings have not replayed. It also drives the
//! simulator.

mod cost;
mod discrete;
mod replay;
mod run;
mod satisfies;
mod stays;
mod transitions;
mod valuation;

pub use cost::{cost, cost_rate};
pub use discrete::{Discrete, EdgeInstance};
pub use replay::{Concrete, ReplayError, replay};
pub use run::{Ending, Run, RunStep, Snapshot};
pub use satisfies::satisfies;
pub use stays::stays;
pub use transitions::{
    Candidate, Obstacle, candidate_of, candidates, candidates_at, candidates_unless, obstacle,
    uncommitted_candidates,
};
pub use valuation::{Valuation, whole};
pub use zones::Rational;
