//! A strategy is looked at once more, by the search that answers all other queries, on the model under it.

use network::{Along, Formula, Goal, Network, QueryKind};

use crate::controlled::Controlled;
use crate::plan::PlanError;
use crate::verdict::{Answer, Verdict, Verification};

/// What a strategy promises: the first holds until the second does, and that does come, or may not.
struct Promise {
    first: Goal,
    second: Option<Goal>,
    must_come: bool,
}

impl Promise {
    /// What a game is about; none if that is more than predicates on states.
    fn of(along: &Along) -> Option<Promise> {
        let all = || Goal::And(Vec::new());
        Some(match along {
            Along::Always(stay) => Promise { first: goal(stay)?, second: None, must_come: false },
            Along::Eventually(end) => {
                Promise { first: all(), second: Some(goal(end)?), must_come: true }
            }
            Along::Until(first, second) => {
                Promise { first: goal(first)?, second: Some(goal(second)?), must_come: true }
            }
            Along::WeakUntil(first, second) => {
                Promise { first: goal(first)?, second: Some(goal(second)?), must_come: false }
            }
            Along::Within(..) => return None,
        })
    }
}

/// A formula without paths, as a predicate.
fn goal(formula: &Formula) -> Option<Goal> {
    let all = |parts: &[Formula]| parts.iter().map(goal).collect::<Option<Vec<Goal>>>();
    Some(match formula {
        Formula::Goal(goal) => goal.clone(),
        Formula::Not(part) => Goal::Not(Box::new(goal(part)?)),
        Formula::And(parts) => Goal::And(all(parts)?),
        Formula::Or(parts) => Goal::Or(all(parts)?),
        Formula::Same(..) | Formula::Some(_) | Formula::All(_) | Formula::Control(_) => {
            return None;
        }
    })
}

/// Whom questions about the model under the strategy are put to.
pub(super) type Ask<'a> = dyn FnMut(&Network, QueryKind) -> Result<Answer, PlanError> + 'a;

/// Does a strategy keep what the game promises?
pub(super) fn verified(product: &Controlled, game: &Along, ask: &mut Ask<'_>) -> Verification {
    let Some(promise) = Promise::of(game) else { return Verification::NotAsked };
    let Some(first) = product.goal(&promise.first) else { return Verification::NotAsked };
    let never = Goal::Or(Vec::new());
    let Some(second) = product.goal(promise.second.as_ref().unwrap_or(&never)) else {
        return Verification::NotAsked;
    };
    let kept = Goal::Or(vec![first, second.clone()]);
    let stuck = Goal::Not(Box::new(product.stuck.clone()));
    let mut questions = vec![
        (QueryKind::Invariant(kept), "what must hold is lost"),
        (QueryKind::Invariant(stuck), "it stops"),
    ];
    if promise.must_come {
        questions.push((QueryKind::Eventually(second), "what must come does not"));
    }
    for (kind, otherwise) in questions {
        let Ok(answer) = ask(&product.network, kind) else { return Verification::NotAsked };
        match answer.verdict {
            Ok(Verdict::Holds) => {}
            Ok(Verdict::Fails) => return Verification::Refuted(otherwise),
            Ok(Verdict::Unknown(undecided)) => return Verification::Unknown(undecided),
            Err(_) => return Verification::NotAsked,
        }
    }
    Verification::Confirmed
}
