//! A slice of the campaign; `cargo xtask fuzz --profile families` tries more.

use std::path::Path;

use orrery::{Family, Loader};

use super::campaign::run;
use super::projections::compare;

#[test]
fn views_cover_instances_of_random_families() {
    let summary = run(1, 40, None, 1, &|_| {});
    assert!(summary.failures.is_empty(), "{:#?}", summary.failures);
    // Otherwise nothing has been tested.
    assert!(summary.compared > 20 && summary.complete > 60, "{summary:?}");
    assert!(summary.projections > 3_000 && summary.proved > 2, "{summary:?}");
}

/// The views of the examples cover every state of small instances, as far as this many symbolic states show them.
#[test]
fn views_cover_instances_of_the_examples() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    for (model, arity) in [
        ("fischer/demo.xta", 2),
        ("fischer/fischer.xta", 2),
        ("csma-cd/csma-cd.xta", 2),
        ("lynch-shavit/lynch-shavit.xta", 2),
        ("lock/lock.xta", 2),
        ("lock/semaphore.xta", 3),
        ("cache/cache.xta", 2),
        ("fire-alarm/fire-alarm.xta", 2),
        ("train-gate/any-number.xta", 1),
    ] {
        let loader = Loader::new().formula("A[] true");
        let family = Family::load_file(loader, examples.join(model), None).expect("it is a family");
        let limits = views::Limits { views: 1_000, joins: 1_000_000 };
        let found = family.view_set(0, arity, limits).expect("it can be looked at");
        let (instances, proof) = found.expect("there are not too many views");
        for members in arity..=arity + 3 {
            let large = family.members(members).expect("there is such an instance");
            let compared = compare(&instances.instances[0], &proof.views, &large, 150);
            let compared = compared.unwrap_or_else(|missing| panic!("{model}: {}", missing.0));
            assert!(compared.states > 1, "{model}: {compared:?}");
        }
    }
}
