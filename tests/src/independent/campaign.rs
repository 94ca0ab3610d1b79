//! Many such networks.

use std::sync::{Mutex, PoisonError};

use engine::graph::Following;
use network::generate::numbers;
use query::plan::{
    AbstractionOption, CoveringOption, DomainOption, Options, OrderOption, SymmetryOption,
    TraceOption,
};

use super::generate::generate;
use crate::all_at_once::all_at_once;
use crate::answers::answers;
use crate::every_plan::{Tally, each_plan};
use crate::fuzz::{Campaign, each_seed};
use crate::trial::{Failure, MOST_NODES};

/// Ways to answer a query that are tried, besides the default.
const PLANS: usize = 6;

/// What came of it.
#[derive(Debug, Default)]
pub struct Summary {
    /// Networks on which everything agrees.
    pub agreed: u64,
    /// Networks that the judge gave up.
    pub skipped: u64,
    /// Networks of which some search left something out.
    pub reduced: u64,
    pub tally: Tally,
    pub failures: Vec<(u64, Failure)>,
}

/// Tries networks until there are enough, or time is up, or enough of them have failed.
#[must_use]
pub fn run(campaign: &Campaign, progress: &(dyn Fn(&Summary) + Sync)) -> Summary {
    let summary = Mutex::new(Summary::default());
    each_seed(campaign, &|seed| {
        let outcome = trial(seed);
        let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Ok(Some(tally)) => {
                summary.agreed += 1;
                summary.reduced += u64::from(tally.reduced > 0);
                summary.tally.add(tally);
            }
            Ok(None) => summary.skipped += 1,
            Err(failure) => summary.failures.push((seed, *failure)),
        }
        progress(&summary);
        summary.failures.len()
    });
    let mut summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.failures.sort_by_key(|(seed, _)| *seed);
    summary
}

/// What was tried on the network of a seed; nothing if the judge gave up.
fn trial(seed: u64) -> Result<Option<Tally>, Box<Failure>> {
    let mut random = numbers(seed);
    let made = generate(&mut random);
    let Ok(judged) = answers(&made.network, &made.queries, MOST_NODES) else { return Ok(None) };
    let mut tally = Tally::default();
    let failure = |number: usize, difference| {
        let (network, query) = (made.network.clone(), made.queries[number].clone());
        Box::new(Failure { network, query, factor: 1, difference })
    };
    for (number, (query, expected)) in made.queries.iter().zip(&judged.expected).enumerate() {
        let choices = choose(&mut random);
        match each_plan(&made.network, query, expected, judged.size, &choices) {
            Ok(more) => tally.add(more),
            Err(difference) => return Err(failure(number, *difference)),
        }
    }
    // Searches that look out for several goals.
    let together = Options { independent_steps: true, ..Options::default() };
    match all_at_once(&made.network, &made.queries, &judged, &together) {
        Ok(more) => tally.add(more),
        Err(wrong) => {
            let (number, difference) = *wrong;
            return Err(failure(number, difference));
        }
    }
    Ok(Some(tally))
}

/// The default, and some ways to answer with all that steps are left out together with.
fn choose(random: &mut dyn FnMut() -> u64) -> Vec<Options> {
    use OrderOption::{Auto, Bfs, Dfs, Random};
    let usual = Options { independent_steps: true, ..Options::default() };
    let mut choices = vec![Options { symmetry: SymmetryOption::Off, ..usual.clone() }];
    for _ in 0..PLANS {
        let dice = random();
        let is = |bit: u32| dice >> bit & 1 == 1;
        let zones = is(0) || is(1);
        let covering = match dice >> 10 & 3 {
            0 if zones => CoveringOption::Equality,
            1 if zones => CoveringOption::Inclusion,
            _ => CoveringOption::Auto,
        };
        let abstraction = match dice >> 12 & 3 {
            0 if zones => AbstractionOption::M,
            1 if zones && is(20) => AbstractionOption::None,
            _ => AbstractionOption::Auto,
        };
        choices.push(Options {
            domain: if zones { DomainOption::Zones } else { DomainOption::Integers },
            covering,
            abstraction,
            order: [Auto, Bfs, Dfs, Random][usize::try_from(dice >> 14 & 3).unwrap_or(0)],
            symmetry: if is(2) { SymmetryOption::Auto } else { SymmetryOption::Off },
            trace: if is(3) { TraceOption::Some } else { TraceOption::None },
            active_clocks: is(4) || is(5),
            dead_variables: is(6) || is(7),
            threads: 1 + usize::from(is(8) && is(9)),
            chains: [
                Following::Never,
                Following::WhereItPays,
                Following::Always,
                Following::Always,
            ][usize::try_from(dice >> 16 & 1 | dice >> 22 & 2).unwrap_or(0)],
            slice: is(17),
            drop_orphans: is(18),
            independent_steps: is(19) || is(21) || is(22),
            ..usual.clone()
        });
    }
    choices
}
