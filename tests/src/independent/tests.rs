use super::run;
use crate::fuzz::Campaign;

/// A slice of `cargo xtask fuzz --profile independent`.
#[test]
fn one_order_of_independent_steps_changes_no_answer() {
    let campaign = Campaign { seed: 31_000_000, count: 400, ..Campaign::default() };
    let summary = run(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 300, "only {} networks were judged", summary.agreed);
    assert!(summary.reduced > 80, "hardly anything is left out: {summary:?}");
}
