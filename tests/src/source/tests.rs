use super::campaign::run;
use crate::fuzz::Campaign;
use crate::trial::Plans;

#[test]
fn random_source_models_are_answered_as_the_judge_says() {
    let campaign =
        Campaign { count: 60, plans: Plans::Some(4), failures: 3, ..Campaign::default() };
    let summary = run(&campaign, &"".parse().unwrap(), &|_| {});
    for (seed, failure) in &summary.failures {
        println!("## Model {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.failures.is_empty());
    assert!(summary.agreed > 30, "only {} models were judged", summary.agreed);
}
