use network::Network;
use network::generate::{Profile, generate, numbers};
use reference::{Candidate, Concrete, candidates};

use super::super::Simulator;

/// What was compared.
#[derive(Default)]
struct Compared {
    possible: u32,
    impossible: u32,
    /// Transitions that some delays allow, but not those that were chosen.
    only_in_zone: u32,
}

/// Holds the zone after a run against every transition of its last discrete state: those of the zone can be taken at
/// some times, and for the others there are no times.
fn compare(
    network: &Network,
    simulator: &Simulator<'_>,
    compared: &mut Compared,
) -> Vec<Candidate> {
    let Ok(Some(zone)) = simulator.zone_outlook() else { return Vec::new() };
    let Ok(now) = simulator.outlook() else { return Vec::new() };
    if zone.fault.is_some() {
        return zone.possible;
    }
    let mut discrete = Concrete::of(network, &simulator.state()).discrete;
    for candidate in candidates(&mut discrete).expect("no fault") {
        let in_zone = zone.possible.contains(&candidate);
        let mut later = simulator.clone();
        let taken = later.take_in_zone(&candidate).is_ok();
        assert_eq!(in_zone, taken, "{candidate:?}");
        if in_zone {
            compared.possible += 1;
            assert_eq!(later.steps(), simulator.steps() + 1);
            assert_eq!(later.undo_in_zone(), Ok(true));
            assert_eq!(later.steps(), simulator.steps());
        } else {
            compared.impossible += 1;
        }
        let now = now.possible.iter().any(|one| one.candidate == candidate && one.fault.is_none());
        assert!(in_zone || !now, "possible, but not in the zone: {candidate:?}");
        compared.only_in_zone += u32::from(in_zone && !now);
    }
    zone.possible
}

#[test]
fn zones_allow_what_some_delays_allow() {
    let mut compared = Compared::default();
    for seed in 0..1500 {
        let mut random = numbers(seed);
        let network = generate(&Profile::default(), &mut random).network;
        let Ok(mut simulator) = Simulator::new(&network) else { continue };
        for _ in 0..5 {
            let possible = compare(&network, &simulator, &mut compared);
            let Ok(outlook) = simulator.outlook() else { break };
            let Some(count) = u64::try_from(possible.len()).ok().filter(|count| *count > 0) else {
                break;
            };
            let chosen = &possible[usize::try_from(random() % count).expect("a small number")];
            // Late, if that is possible; else at times that are chosen anew.
            let late = outlook.possible.iter().find(|one| one.candidate == *chosen);
            let waited = late.and_then(|one| one.when.last()).is_some_and(|delay| {
                simulator.delay(delay).is_ok() && simulator.take(chosen).is_ok()
            });
            if !waited && simulator.take_in_zone(chosen).is_err() {
                break;
            }
        }
    }
    let Compared { possible, impossible, only_in_zone } = compared;
    assert!(
        possible > 5000 && impossible > 500 && only_in_zone > 100,
        "{possible} {impossible} {only_in_zone}"
    );
}
