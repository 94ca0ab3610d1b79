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

#[test]
#[ignore]
fn temporary_campaign() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
    };
    let seed = number("SEED", 1);
    let campaign =
        Campaign { seed, count: number("COUNT", 400), threads: 1, ..Campaign::default() };
    let summary = run(&campaign, &|_| {});
    println!(
        "agreed {} skipped {} reduced {} tally {:?}",
        summary.agreed, summary.skipped, summary.reduced, summary.tally
    );
    if let Some((seed, failure)) = summary.failures.first() {
        println!(
            "FAILED network {seed}\n{}",
            if std::env::var("SHRINK").is_ok() { failure.shrunk().text() } else { failure.text() }
        );
    }
    assert!(summary.failures.is_empty());
}
