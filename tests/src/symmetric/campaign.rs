//! Many models with symmetries.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use network::generate::{Profile, generate, numbers};

use super::planted::planted;
use super::shaped::shaped;
use super::shorten::shortened;
use super::trial::{Tally, judge, trial};
use crate::fuzz::{Campaign, each_seed};
use crate::text::network_text;

/// Where the models come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Text with a known group.
    Planted,
    /// Random networks of copies of a process.
    Copies,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub tally: Tally,
    /// How many models contain what.
    pub tags: BTreeMap<&'static str, u64>,
    /// Failures: the seed, what is wrong, the model.
    pub failures: Vec<(u64, String, String)>,
    /// How long it took.
    pub time: Duration,
}

/// Tries models until there are enough, or time is up, or enough of them have failed.
#[must_use]
pub fn run(campaign: &Campaign, source: Source, progress: &(dyn Fn(&Summary) + Sync)) -> Summary {
    let started = Instant::now();
    let summary = Mutex::new(Summary::default());
    each_seed(campaign, &|seed| {
        let (outcome, tags) = match source {
            Source::Planted => try_planted(seed),
            Source::Copies => (try_copies(&campaign.profile, seed), vec!["copies of a process"]),
        };
        let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Ok(tally) => {
                summary.tally.add(&tally);
                tags.iter().for_each(|tag| *summary.tags.entry(tag).or_default() += 1);
            }
            Err((problem, model)) => summary.failures.push((seed, problem, model)),
        }
        summary.time = started.elapsed();
        progress(&summary);
        summary.failures.len()
    });
    let mut summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.failures.sort();
    summary
}

type Tried = Result<Tally, (String, String)>;

fn try_planted(seed: u64) -> (Tried, Vec<&'static str>) {
    let model = if seed % 4 == 3 { shaped(seed) } else { planted(seed) };
    let tried = guarded(|| trial(&model, seed));
    let tags = model.tags.clone();
    let shown = |problem: String| {
        let (problem, model) = shortened(&model, seed, problem);
        (problem, format!("{}{}\n", model.text, model.queries.join("\n")))
    };
    (tried.map_err(shown), tags)
}

fn try_copies(profile: &Profile, seed: u64) -> Tried {
    let generated = generate(profile, &mut numbers(seed));
    let tried = guarded(|| judge(&generated.network, &generated.queries, seed));
    tried.map_err(|problem| (problem, network_text(&generated.network)))
}

/// A panic is a problem like any other.
pub(super) fn guarded(work: impl FnOnce() -> Result<Tally, String>) -> Result<Tally, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("the engine panicked".to_owned()))
}
