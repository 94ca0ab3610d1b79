//! A coarser plan to try first.
//!
//! LU bounds preserve what can be reached and nothing else, so a deadlock or a maximal run found with
//! them need not be real. But zones coarsened by them still include every real state, and every real
//! transition leads from one to another. What is not there is not there: if no deadlock, or no maximal
//! run, is found with LU bounds, there is none, and often far fewer states show it. One state may stand
//! for another only if it includes it; LU simulation would lose states that can do less.

use super::admissible::{Admissible, QueryShape};
use super::choose::{Abstraction, Plan, Reason, decide};
use super::options::{AbstractionOption, CoveringOption, Options, TraceOption};
use engine::store::Covering;

/// Is a plan with LU bounds worth its while, and is nothing else asked for?
pub(super) fn is_wanted(
    admissible: &Admissible,
    abstraction: Abstraction,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> bool {
    let wanted = abstraction == Abstraction::M
        && matches!(admissible.shape, QueryShape::Deadlock | QueryShape::Liveness)
        && options.abstraction == AbstractionOption::Auto
        && options.covering == CoveringOption::Auto;
    if wanted {
        let because = "with lu bounds first: what is not found with them does not exist";
        decide(reasons, "outline", "lu", because);
    }
    wanted
}

impl Plan {
    /// The plan of which only the answer "there is none" counts, if there is one.
    #[must_use]
    pub(crate) fn lu_first_plan(&self) -> Option<Plan> {
        self.lu_first.then(|| Plan {
            abstraction: Abstraction::Lu,
            covering: Covering::Inclusion,
            trace: TraceOption::None,
            lu_first: false,
            ..self.clone()
        })
    }
}
