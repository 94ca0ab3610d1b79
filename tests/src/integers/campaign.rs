//! Many networks without strict bounds.

use std::sync::{Mutex, PoisonError};

use super::trial::trial;
use crate::every_plan::Tally;
use crate::fuzz::{Campaign, each_seed};
use crate::trial::{Failure, Outcome};

/// What came of it.
#[derive(Debug, Default)]
pub struct Summary {
    /// Networks on which everything agrees.
    pub agreed: u64,
    /// Networks that the judge gave up.
    pub skipped: u64,
    /// Networks whose discrete states were compared one by one.
    pub compared: u64,
    pub tally: Tally,
    pub failures: Vec<(u64, Failure)>,
}

/// Tries networks until there are enough, or time is up, or enough of them have failed.
#[must_use]
pub fn run(campaign: &Campaign, progress: &(dyn Fn(&Summary) + Sync)) -> Summary {
    let summary = Mutex::new(Summary::default());
    each_seed(campaign, &|seed| {
        let (outcome, compared) = trial(&campaign.profile, seed);
        let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
        summary.compared += u64::from(compared);
        match outcome {
            Outcome::Agreed { tally, .. } => {
                summary.agreed += 1;
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
