//! What a run shows of a formula, in sentences.

use network::{Along, Formula, Network};
use query::verdict::Claim;

use super::formula::FormulaWriter;
use crate::view::ClaimView;

#[must_use]
pub(super) fn claim_view(network: &Network, claim: &Claim) -> ClaimView {
    let write = FormulaWriter { network };
    ClaimView {
        after: claim.after,
        part: write.formula(&claim.part),
        holds: claim.holds,
        text: sentence(&write, &claim.part, claim.holds),
    }
}

/// What is said of a state.
fn sentence(write: &FormulaWriter<'_>, part: &Formula, holds: bool) -> String {
    let told = |part: &Formula| format!("`{}`", write.formula(part));
    match (part, holds) {
        (Formula::Some(Along::Eventually(goal)), true) => {
            format!("some path from here leads to {}", told(goal))
        }
        (Formula::Some(Along::Eventually(goal)), false) => {
            format!("no path from here leads to {}", told(goal))
        }
        (Formula::Some(Along::Always(stay)), true) => {
            format!("some path from here stays in {}", told(stay))
        }
        (Formula::Some(Along::Always(stay)), false) => {
            format!("every path from here leaves {}", told(stay))
        }
        (Formula::All(Along::Eventually(goal)), true) => {
            format!("every path from here leads to {}", told(goal))
        }
        (Formula::All(Along::Eventually(goal)), false) => {
            format!("some path from here never gets to {}", told(goal))
        }
        (Formula::All(Along::Always(stay)), true) => {
            format!("every path from here stays in {}", told(stay))
        }
        (Formula::All(Along::Always(stay)), false) => {
            format!("some path from here leaves {}", told(stay))
        }
        (Formula::Control(_), true) => format!("the controller wins {} from here", told(part)),
        (Formula::Control(_), false) => format!("the controller loses {} from here", told(part)),
        (_, true) => format!("{} holds here", told(part)),
        (_, false) => format!("{} does not hold here", told(part)),
    }
}
