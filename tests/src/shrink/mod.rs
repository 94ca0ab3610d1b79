//! Making a failing network smaller, as long as it keeps failing.
//!
//! One step removes or simplifies one thing: a process, an edge, a location, a constraint, a statement, a
//! piece of an expression. Every step is tried, the first that keeps the failure is taken, and so on until
//! none does.

mod edits;
mod sites;
mod structure;
#[cfg(test)]
mod tests;

use network::validate::validate;
use network::{Network, Query};

#[derive(Clone, Debug)]
pub struct Case {
    pub network: Network,
    pub query: Query,
}

/// The smallest case found that still fails.
pub fn shrink(case: Case, fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut smallest = case;
    // Taking up where the last success was keeps the number of attempts about linear.
    let mut from = 0;
    loop {
        let steps = structure::steps(&smallest).chain(edits::steps(&smallest));
        let steps: Vec<_> = steps.collect();
        let count = steps.len();
        let order = (from..count).chain(0..from.min(count));
        let mut found = None;
        for number in order {
            let mut smaller = smallest.clone();
            if steps[number].apply(&mut smaller) && is_sound(&mut smaller) && fails(&smaller) {
                found = Some((number, smaller));
                break;
            }
        }
        match found {
            Some((number, smaller)) => {
                from = number;
                smallest = smaller;
            }
            None => return smallest,
        }
    }
}

/// One way to make a case smaller.
enum Step {
    Structure(structure::Cut),
    Edit(edits::Edit),
}

impl Step {
    /// Does it; false if there is nothing to do.
    fn apply(&self, case: &mut Case) -> bool {
        match self {
            Step::Structure(cut) => cut.apply(case),
            Step::Edit(edit) => edit.apply(case),
        }
    }
}

fn is_sound(case: &mut Case) -> bool {
    case.network.lay_out();
    validate(&case.network).is_ok()
}
