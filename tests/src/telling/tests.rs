use super::{Twist, run};
use crate::fuzz::Campaign;
use crate::trial::Plans;

/// A part of `cargo xtask fuzz --profile telling`.
#[test]
fn telling_all_at_once_changes_no_answer() {
    let campaign =
        Campaign { seed: 61_000_000, count: 300, plans: Plans::Some(8), ..Campaign::default() };
    let summary = run(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 150, "only {} networks were judged", summary.agreed);
    assert!(summary.tally.fused > 500, "hardly anything is one step: {summary:?}");
    for twist in Twist::ALL {
        assert!(summary.twists.contains_key(&twist), "no network with {twist:?}");
    }
}
