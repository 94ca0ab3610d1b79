//! Many random models, on several threads.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use source::explore::GivesUp;
use source::feature::{Feature, Profile};

use super::trial::{Failure, Outcome, trial};
use crate::every_plan::Tally;
use crate::fuzz::{Campaign, each_seed};

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Models on which everything agrees.
    pub agreed: u64,
    /// Models that are too large for the judge.
    pub too_large: u64,
    /// Models without a valid start.
    pub no_start: u64,
    /// Nodes of all graphs.
    pub nodes: u64,
    /// Queries with a fault that cannot be avoided.
    pub faults: u64,
    pub tally: Tally,
    /// In how many models each feature occurs, in the order of [`Feature::ALL`].
    pub features: Vec<u64>,
    pub failures: Vec<(u64, Failure)>,
    /// How long it took.
    pub time: Duration,
}

impl Summary {
    fn add(&mut self, seed: u64, outcome: Outcome) {
        self.features.resize(Feature::ALL.len(), 0);
        match outcome {
            Outcome::Agreed { tally, used, nodes, faults } => {
                self.agreed += 1;
                self.nodes += nodes as u64;
                self.faults += faults;
                self.tally.add(tally);
                for (count, feature) in self.features.iter_mut().zip(Feature::ALL) {
                    *count += u64::from(used.has(*feature));
                }
            }
            Outcome::Skipped(GivesUp::TooLarge) => self.too_large += 1,
            Outcome::Skipped(_) => self.no_start += 1,
            Outcome::Failed(failure, _) => self.failures.push((seed, *failure)),
        }
    }
}

/// Tries models until there are enough, or time is up, or enough of them have failed.
#[must_use]
pub fn run(
    campaign: &Campaign,
    profile: &Profile,
    progress: &(dyn Fn(&Summary) + Sync),
) -> Summary {
    let started = Instant::now();
    let summary = Mutex::new(Summary::default());
    each_seed(campaign, &|seed| {
        let outcome = trial(profile, seed, campaign.plans);
        let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
        summary.add(seed, outcome);
        summary.time = started.elapsed();
        progress(&summary);
        summary.failures.len()
    });
    let mut summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.failures.sort_by_key(|(seed, _)| *seed);
    summary
}
