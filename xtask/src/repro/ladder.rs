//! How far a model can grow within the limits.

use super::job::{Figures, Job};
use super::ledger::Ledger;

/// Sizes that are tried, one after the other, until one is too large.
const SIZES: [u32; 24] =
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 30, 40, 50, 70, 100, 140, 200, 300, 500, 1000];

/// A family of models.
pub struct Family {
    pub name: &'static str,
    pub case: &'static str,
    /// The constant that makes it larger.
    pub constant: &'static str,
    /// From the size to the value of the constant.
    pub value: fn(u32) -> u32,
    /// The query that is asked.
    pub query: u32,
}

fn same(size: u32) -> u32 {
    size
}

/// What is made larger. The size is the number of interchangeable things.
pub const FAMILIES: [Family; 8] = [
    Family { name: "Fischer, scalar set", case: "fischer", constant: "N", value: same, query: 1 },
    Family {
        name: "Fischer, plain numbers",
        case: "fischer/demo",
        constant: "N",
        value: same,
        query: 1,
    },
    Family { name: "CSMA/CD", case: "csma-cd", constant: "N", value: same, query: 1 },
    Family {
        name: "Timeout task, messages",
        case: "timeout",
        constant: "d",
        value: less_two,
        query: 1,
    },
    Family {
        name: "Train gate with queue",
        case: "train-gate",
        constant: "N",
        value: same,
        query: 1,
    },
    Family {
        name: "Bridge without queue",
        case: "train-gate/bridge",
        constant: "N",
        value: same,
        query: 1,
    },
    Family { name: "Token ring", case: "token-ring", constant: "N", value: same, query: 1 },
    Family {
        name: "Quorum lease, clients",
        case: "quorum-lease",
        constant: "CLIENTS",
        value: same,
        query: 1,
    },
];

/// With c1 = 1, d + 2 messages can be under way.
fn less_two(size: u32) -> u32 {
    size.saturating_sub(2)
}

/// The sizes that were answered, and what came of them.
pub fn climb(ledger: &mut Ledger, family: &Family, plain: bool) -> Vec<(u32, Figures)> {
    let mut rungs = Vec::new();
    for size in SIZES {
        let setting = format!("{}={}", family.constant, (family.value)(size));
        let job = Job::new(family.case, &[setting], family.query);
        let job = if plain { job.plain() } else { job };
        match ledger.measure(&job) {
            Some(figures) if figures.answered() => rungs.push((size, figures)),
            _ => break,
        }
    }
    rungs
}
