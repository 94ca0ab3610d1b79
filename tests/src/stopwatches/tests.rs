use network::generate::{Feature, Profile, generate, numbers};

use super::{Compared, WholeRuns, compare};
use crate::text::{network_text, query_text};

/// Small networks with closed constraints, in which clocks stand still.
fn profile() -> Profile {
    let mut profile = Profile::default();
    for feature in [Feature::StrictBounds, Feature::Faults, Feature::UrgentClockGuards] {
        profile.allowed.remove(feature);
    }
    profile.allowed.insert(Feature::Stopwatches);
    profile.forced.insert(Feature::Stopwatches);
    profile.forced.insert(Feature::Diagonals);
    profile.clocks = 5;
    profile.constant = 5;
    profile
}

/// Of 8,000 networks, 11,000 runs were shown and three goals left open.
const NETWORKS: u64 = 1200;

/// Whatever a run with whole delays reaches is found, and shown with a run; no path of such a run is taken for
/// impossible.
#[test]
fn runs_of_random_networks_with_stopwatches_are_found() {
    let (mut shown, mut none, mut open, mut missed) = (0, 0, 0, Vec::new());
    for seed in 0..NETWORKS {
        let generated = generate(&profile(), &mut numbers(seed));
        let network = &generated.network;
        let Ok(mut runs) = WholeRuns::of(network, 400) else { continue };
        if let Some(path) = runs.without_times(network) {
            panic!("network {seed}\n{}\nno times for {path:?}", network_text(network));
        }
        for query in &generated.queries {
            match compare(network, query, &mut runs) {
                Ok(Compared::Run) => shown += 1,
                Ok(Compared::NoRun) => none += 1,
                Ok(Compared::Open) => open += 1,
                Ok(Compared::Missed) => missed.push(seed),
                Ok(Compared::Skipped) => {}
                Err(problem) => {
                    let question = query_text(network, &query.kind);
                    panic!("network {seed}\n{}\n{question}: {problem}", network_text(network));
                }
            }
        }
    }
    assert_eq!(missed, [0; 0], "a run with whole delays reaches the goals of these networks");
    assert!(shown > NETWORKS && none > NETWORKS, "{shown} runs, {none} without, {open} open");
    assert!(open < 10, "{open} open");
}
