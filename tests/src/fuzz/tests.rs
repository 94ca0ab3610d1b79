use network::generate::Feature;

use super::{Campaign, fuzz};
use crate::trial::Plans;

/// A slice of `cargo xtask fuzz`: the same networks each time, a few plans for each query.
#[test]
fn random_networks_are_answered_as_the_judge_says() {
    let campaign =
        Campaign { seed: 77_000_000, count: 1200, plans: Plans::Some(12), ..Campaign::default() };
    let summary = fuzz(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 900, "only {} networks were judged", summary.agreed);
    assert!(summary.tally.shared > 100, "hardly any search was shared");
    for (feature, count) in Feature::ALL.iter().zip(&summary.features) {
        let expected = campaign.profile.allowed.has(*feature);
        assert!(expected || *count == 0, "{feature} is not allowed");
        if !expected {
            continue;
        }
        assert!(*count > 0, "no network has {feature}");
    }
}

/// Networks without clocks, about which formulas of branching time are asked as well.
#[test]
fn formulas_of_branching_time_are_answered_as_the_judge_says() {
    let mut campaign =
        Campaign { seed: 78_000_000, count: 800, plans: Plans::Some(4), ..Campaign::default() };
    campaign.profile.clocks = 0;
    let summary = fuzz(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 600, "only {} networks were judged", summary.agreed);
    assert!(summary.tally.symmetric > 100, "hardly any network is symmetric");
}

/// A slice of `cargo xtask fuzz --profile +committed-locations`: chains of committed locations, stored or followed.
#[test]
fn chains_change_no_answer() {
    let mut campaign =
        Campaign { seed: 79_000_000, count: 600, plans: Plans::Some(10), ..Campaign::default() };
    campaign.profile = "+committed-locations".parse().expect("a profile");
    let summary = fuzz(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 400, "only {} networks were judged", summary.agreed);
    assert!(summary.tally.chained > 1000, "hardly any plan follows: {}", summary.tally.chained);
}
