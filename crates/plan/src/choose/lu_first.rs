//! A coarser plan to try first.
//!
//! LU bounds preserve what can be reached and nothing else, so a deadlock or a maximal run found with
//! them need not be real. But zones coarsened by them still include every real state, and every real
//! transition leads from one to another. What is not there is not there: if no deadlock, or no maximal
//! run, is found with LU bounds, there is none, and often far fewer states show it. One state may stand
//! for another only if it includes it; LU simulation would lose states that can do less.
//!
//! For maximal runs, boxes around these zones are tried before. They include still more, so the same is true of
//! them, and where many processes have clocks of their own there are far fewer.

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
        decide(reasons, "coarser zones first", "lu", because);
    }
    wanted
}

impl Plan {
    /// The plan of which only the answer "there is none" counts, if there is one.
    #[must_use]
    pub fn lu_first_plan(&self) -> Option<Plan> {
        self.lu_first.then(|| Plan {
            abstraction: Abstraction::Lu,
            covering: Covering::Inclusion,
            trace: TraceOption::None,
            lu_first: false,
            boxes_first: false,
            ..self.clone()
        })
    }

    /// A still coarser one, of which the same is true: of each clock, only its own values are known.
    #[must_use]
    pub fn boxes_first_plan(&self) -> Option<Plan> {
        let coarser = self.lu_first_plan().filter(|_| self.boxes_first)?;
        Some(Plan { boxes: true, ..coarser })
    }
}
