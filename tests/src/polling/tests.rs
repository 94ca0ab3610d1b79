use super::{Broken, run};
use crate::fuzz::Campaign;
use crate::trial::Plans;

/// A slice of `cargo xtask fuzz --profile polling`.
#[test]
fn acceleration_changes_no_answer() {
    let campaign =
        Campaign { seed: 17_000_000, count: 700, plans: Plans::Some(12), ..Campaign::default() };
    let summary = run(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 400, "only {} networks were judged", summary.agreed);
    assert!(summary.tally.accelerated > 1000, "hardly any plan accelerates: {summary:?}");
    for broken in Broken::ALL {
        assert!(summary.broken.contains_key(&broken), "no network with {broken:?}");
    }
}
