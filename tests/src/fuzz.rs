//! Many random networks, on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use network::generate::{Feature, Profile};

use crate::every_plan::Tally;
use crate::oracle::GivesUp;
use crate::trial::{Failure, Outcome, Plans, trial};

#[cfg(test)]
mod tests;

#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// What networks may contain.
    pub profile: Profile,
    /// The seed of the first network; the others follow.
    pub seed: u64,
    /// How many networks at most.
    pub count: u64,
    /// How long at most.
    pub time: Option<Duration>,
    /// On how many threads.
    pub threads: usize,
    pub plans: Plans,
    /// After how many failures to stop.
    pub failures: usize,
}

impl Default for Campaign {
    fn default() -> Campaign {
        Campaign {
            profile: Profile::default(),
            seed: 1,
            count: u64::MAX,
            time: None,
            threads: 2,
            plans: Plans::Every,
            failures: 1,
        }
    }
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Networks on which everything agrees.
    pub agreed: u64,
    /// Networks that are too large for the judge.
    pub too_large: u64,
    /// Networks that have no state at all.
    pub no_start: u64,
    /// Nodes of all region graphs.
    pub nodes: u64,
    pub tally: Tally,
    /// In how many of the networks each feature occurs, in the order of [`Feature::ALL`].
    pub features: Vec<u64>,
    pub failures: Vec<(u64, Failure)>,
    /// How long it took.
    pub time: Duration,
}

impl Summary {
    fn add(&mut self, seed: u64, outcome: Outcome) {
        self.features.resize(Feature::ALL.len(), 0);
        match outcome {
            Outcome::Agreed { tally, used, nodes } => {
                self.agreed += 1;
                self.nodes += nodes as u64;
                self.tally.add(tally);
                for (count, feature) in self.features.iter_mut().zip(Feature::ALL) {
                    *count += u64::from(used.has(*feature));
                }
            }
            Outcome::Skipped(GivesUp::TooLarge) => self.too_large += 1,
            Outcome::Skipped(GivesUp::NoStart) => self.no_start += 1,
            Outcome::Failed(failure) => self.failures.push((seed, *failure)),
        }
    }
}

/// Tries networks until there are enough, or time is up, or enough of them have failed.
#[must_use]
pub fn fuzz(campaign: &Campaign, progress: &(dyn Fn(&Summary) + Sync)) -> Summary {
    let started = Instant::now();
    let summary = Mutex::new(Summary::default());
    each_seed(campaign, &|seed| {
        let outcome = trial(&campaign.profile, seed, campaign.plans);
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

/// Works on seeds until there were enough, or time is up, or `work` has counted enough failures.
pub fn each_seed(campaign: &Campaign, work: &(dyn Fn(u64) -> usize + Sync)) {
    let started = Instant::now();
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let late = campaign.time.is_some_and(|time| started.elapsed() > time);
            if number >= campaign.count || late {
                return;
            }
            let failures = work(campaign.seed.wrapping_add(number));
            if failures >= campaign.failures {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..campaign.threads.max(1) {
            scope.spawn(work);
        }
    });
}
