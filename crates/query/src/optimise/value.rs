//! The least value of an expression at a goal, told like a cheapest run.

use reference::Rational;

use super::answer::{Cheapest, Improvement};
use crate::verdict::{Answer, Verdict};

/// The value that an `inf{goal}: e` query found, with what a query for a state of this value found. The second is asked for once
/// the value is known.
#[must_use]
pub fn of_value(least: &Answer, witness: Option<&Answer>) -> Cheapest {
    let mut found = Cheapest::new(least.verdict.clone(), least.plan.clone(), least.stats);
    if !matches!(least.verdict, Ok(Verdict::Holds)) {
        return found;
    }
    let Some((value, approached)) = least_of(least) else {
        let is_reached = least.values.iter().any(|value| !value.ranges.is_empty());
        if !is_reached {
            found.verdict = Ok(Verdict::Fails);
        }
        return found;
    };
    found.value = Some(Rational::from(value));
    found.bound = found.value;
    let seconds = least.stats.seconds;
    found.improvements = vec![Improvement { seconds, value: Some(value), bound: value }];
    if let Some(witness) = witness {
        found.run.clone_from(&witness.run);
        found.trace_error.clone_from(&witness.trace_error);
        found.stats.run_seconds += witness.stats.seconds + witness.stats.run_seconds;
        found.run_cost = found.value.filter(|_| !approached && found.run.is_some());
    }
    found
}

/// The least value that was found, and whether it is only approached.
#[must_use]
pub fn least_of(least: &Answer) -> Option<(i64, bool)> {
    least.values.first()?.ranges.first()?.lower
}
