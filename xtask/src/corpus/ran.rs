//! A query answered in one of several ways, to be compared.

use std::time::Instant;

use network::{Network, Query};
use query::plan::Options;

use super::judge::{JudgeLimits, describe};

/// One way of answering a query.
pub struct Ran {
    outcome: String,
    verdict: Option<bool>,
    pub stored: u64,
    pub explored: u64,
    pub seconds: f64,
}

impl Ran {
    /// Is it decided, and otherwise than the other way?
    pub fn contradicts(&self, other: &Ran) -> bool {
        matches!((self.verdict, other.verdict), (Some(one), Some(two)) if one != two)
    }

    /// A number of states, with the reason if there is no verdict.
    pub fn counted(&self, states: u64) -> String {
        match self.verdict {
            Some(_) => states.to_string(),
            None => format!("{states} ({})", self.outcome),
        }
    }
}

pub fn run(network: &Network, query: &Query, options: &Options, limits: &JudgeLimits) -> Ran {
    let started = Instant::now();
    let mut watch = limits.watch();
    let answer = query::check(network, query, options, &mut watch);
    let seconds = started.elapsed().as_secs_f64();
    match answer {
        Err(problem) => {
            let outcome = format!("{problem:?}");
            Ran { outcome, verdict: None, stored: 0, explored: 0, seconds }
        }
        Ok(answer) => {
            let (outcome, verdict) = describe(network, &answer);
            let progress = &answer.stats.progress;
            let (stored, explored) = (progress.stored, progress.explored);
            Ran { outcome, verdict, stored, explored, seconds }
        }
    }
}
