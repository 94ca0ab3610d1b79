//! Many networks in which some are told.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use network::generate::numbers;

use super::planted::{Twist, planted};
use crate::every_plan::Tally;
use crate::fuzz::{Campaign, each_seed};
use crate::trial::{Failure, Outcome, judge};

/// What came of it.
#[derive(Debug, Default)]
pub struct Summary {
    /// Networks on which everything agrees.
    pub agreed: u64,
    /// Networks that the judge gave up.
    pub skipped: u64,
    /// Of those that agree, how many have which twist, and in how many of them that was one step.
    pub twists: BTreeMap<Twist, (u64, u64)>,
    pub tally: Tally,
    pub failures: Vec<(u64, Failure)>,
}

/// Tries networks until there are enough, or time is up, or enough of them have failed.
#[must_use]
pub fn run(campaign: &Campaign, progress: &(dyn Fn(&Summary) + Sync)) -> Summary {
    let summary = Mutex::new(Summary::default());
    each_seed(campaign, &|seed| {
        let mut random = numbers(seed);
        let (generated, twist) = planted(&mut random);
        let outcome = judge(&generated, campaign.plans, &mut random);
        let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Outcome::Agreed { tally, .. } => {
                summary.agreed += 1;
                let (networks, fused) = summary.twists.entry(twist).or_default();
                *networks += 1;
                *fused += u64::from(tally.fused > 0);
                summary.tally.add(tally);
            }
            Outcome::Skipped(_) => summary.skipped += 1,
            Outcome::Failed(failure) => summary.failures.push((seed, *failure)),
        }
        progress(&summary);
        summary.failures.len()
    });
    let mut summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.failures.sort_by_key(|(seed, _)| *seed);
    summary
}
