use source::answer::answers;
use source::feature::Profile;

use super::campaign::run;
use super::load::load;
use super::trial::{MOST_NODES, compared, lively, translated};
use crate::fuzz::Campaign;
use crate::trial::Plans;

/// A slice of `cargo xtask fuzz --profile source`: the same models each time, a few plans for each query.
#[test]
fn random_source_text_is_answered_as_the_judge_says() {
    let campaign =
        Campaign { seed: 1, count: 200, plans: Plans::Some(3), failures: 1, ..Campaign::default() };
    let summary = run(&campaign, &Profile::default(), &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("model {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed >= 150, "only {} models were judged", summary.agreed);
    assert!(summary.tally.symmetric > 100, "hardly any plan used symmetry");
    assert!(summary.faults > 0, "no query met a fault");
}

/// A front end that loses an edge or an update would be noticed.
#[test]
fn a_network_that_is_not_what_the_text_says_is_noticed() {
    let profile = Profile::default();
    let (mut changed, mut noticed) = (0, 0);
    for seed in 0..24 {
        let generated = lively(&profile, seed);
        let mut other = generated.model.clone();
        let edges = &mut other.templates[0].edges;
        if seed % 2 == 0 {
            edges.remove(0);
        } else {
            edges.iter_mut().for_each(|edge| edge.updates.clear());
        }
        let judge = |model| answers(model, &generated.queries, MOST_NODES);
        let (Ok(judged), Ok(differs)) = (judge(&generated.model), judge(&other)) else { continue };
        // A fault that is there either way is what a search ends with, so the states are not counted.
        let faults = judged.expected.iter().any(|expected| expected.alarm.is_some());
        if judged.states == differs.states || faults {
            continue;
        }
        let (network, queries) = load(&other, &generated.queries).expect("still legal");
        let plans = (Plans::Some(0), generated.model.scale > 1);
        let compared = compared(
            &network,
            &queries,
            &translated(&judged, generated.model.scale > 1),
            plans,
            seed,
        );
        // Nothing is said of clock guards on urgent channels.
        if !matches!(compared, Ok(tally) if tally.agreed == 0) {
            changed += 1;
            noticed += usize::from(compared.is_err());
        }
    }
    assert!(changed >= 5, "only {changed} networks have other states than before");
    assert_eq!(noticed, changed);
}
