use network::generate::{Feature, Profile, generate, numbers};

use super::{Compared, WholeRuns, compare, compare_lassos};
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

/// Whatever a run with whole delays reaches is found, and shown with a run; no path of such a run is taken for
/// impossible.
#[test]
fn runs_of_random_networks_with_stopwatches_are_found() {
    judge(1200);
}

/// The campaign whose figures are in `bench/README.md`.
#[test]
#[ignore = "takes minutes"]
fn runs_of_many_networks_with_stopwatches_are_found() {
    judge(8000);
}

/// Judges so many networks; prints the figures.
fn judge(networks: u64) {
    let (mut shown, mut none, mut open, mut missed) = (0, 0, 0, Vec::new());
    for seed in 0..networks {
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
    println!("{networks} networks: {shown} runs, {none} goals without one, {open} left open");
    assert!(shown > networks && none > networks, "{shown} runs, {none} without, {open} open");
    assert!(open < 10, "{open} open");
}

/// Where a run with whole delays goes on for ever or ends, no answer says that there is none, and most say that there is one.
#[test]
fn maximal_runs_of_random_networks_with_stopwatches_are_found() {
    judge_lassos(300);
}

/// The campaign whose figures are in `bench/README.md`.
#[test]
#[ignore = "takes minutes"]
fn maximal_runs_of_many_networks_with_stopwatches_are_found() {
    judge_lassos(8000);
}

/// Judges the maximal runs of so many networks, every other one without clock differences; prints the figures.
fn judge_lassos(networks: u64) {
    let mut plain = profile();
    plain.forced.remove(Feature::Diagonals);
    for feature in [Feature::Diagonals, Feature::ClockCopies, Feature::ClockShifts] {
        plain.allowed.remove(feature);
    }
    plain.clocks = 3;
    let (mut shown, mut none, mut open, mut missed) = (0, 0, 0, Vec::new());
    for seed in 0..networks {
        let profile = if seed % 2 == 0 { plain } else { profile() };
        let generated = generate(&profile, &mut numbers(seed));
        let network = &generated.network;
        for query in &generated.queries {
            match compare_lassos(network, query, 2_000) {
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
    println!(
        "{networks} networks: {shown} maximal runs, {none} queries without one, {} left open, {} of them with a run of whole delays: networks {missed:?}",
        open + missed.len() as u64,
        missed.len()
    );
    assert!(shown > networks / 2 && none > networks / 4, "{shown} runs, {none} without");
    let open = open + missed.len() as u64;
    assert!(open * 20 < shown + none, "{open} open");
}
