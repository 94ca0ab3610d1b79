//! The store against a list that compares zones with the operators of the zones crate.

use network::Network;
use orrery_engine::store::{Compression, Covering, Insert, NodeId, Packing, RowBounds, Store};
use program::State;
use proptest::prelude::{
    ProptestConfig, TestCaseError, any, prop, prop_assert, prop_assert_eq, proptest,
};
use zones::{Bound, Zone, generate, is_simulated_lu};

/// Random numbers from a tape; zeros when it has run out.
fn player(tape: Vec<u64>) -> impl FnMut() -> u64 {
    let mut tape = tape.into_iter();
    move || tape.next().unwrap_or(0)
}

/// A zone of this dimension with limits of about this size.
fn zone(random: &mut impl FnMut() -> u64, dim: usize, scale: i32) -> Zone {
    let mut zone = Zone::universe(dim);
    for _ in 0..generate::number(random, 8) {
        let (i, j) = (pick(random, dim), pick(random, dim));
        let limit = (generate::number(random, 9) as i32 - 2) * scale;
        let bound = if pick(random, 2) == 0 { Bound::le(limit) } else { Bound::lt(limit) };
        if i != j {
            let _ = zone.constrain(i, j, bound);
        }
    }
    zone
}

fn pick(random: &mut impl FnMut() -> u64, count: usize) -> usize {
    usize::try_from(generate::number(random, count as i64)).expect("not negative")
}

fn row_bounds(random: &mut impl FnMut() -> u64, dim: usize, scale: i32) -> RowBounds {
    let mut bounds = RowBounds { lower: vec![0], upper: vec![0] };
    for _ in 1..dim {
        let mut constant = || match generate::number(random, 6) as i32 {
            0 => zones::NONE,
            number => (number - 1) * scale,
        };
        bounds.lower.push(constant());
        bounds.upper.push(constant());
    }
    bounds
}

fn covers(covering: Covering, big: &Zone, small: &Zone, bounds: &RowBounds) -> bool {
    match covering {
        Covering::Equality => big == small,
        Covering::Inclusion => big.includes(small),
        Covering::Simulation => is_simulated_lu(small, big, &bounds.lower, &bounds.upper),
    }
}

/// A small zone somewhere: many of these do not cover one another.
fn small_zone(random: &mut impl FnMut() -> u64, dim: usize) -> Zone {
    let mut zone = Zone::universe(dim);
    for clock in 1..dim {
        let least = generate::number(random, 7) as i32;
        let most = least + generate::number(random, 3) as i32;
        let _ = zone.constrain(0, clock, Bound::le(-least));
        let _ = zone.constrain(clock, 0, Bound::le(most));
    }
    if pick(random, 2) == 0 {
        zone.up();
    }
    zone
}

/// Adds zones to a store and to a list, and holds one against the other; the most that were live at once.
fn compare_with_list(
    random: &mut impl FnMut() -> u64,
    (dim, count): (usize, usize),
    next: impl Fn(&mut dyn FnMut() -> u64) -> Zone,
) -> Result<usize, TestCaseError> {
    let covering = [Covering::Equality, Covering::Inclusion, Covering::Simulation][pick(random, 3)];
    let mut bounds = row_bounds(random, dim, 3);
    let mut store = Store::new(Packing::of(&Network::default()), covering, Compression::default());
    let mut twin: Vec<(Zone, bool)> = Vec::new();
    let mut longest = 0;
    for _ in 0..count {
        let state = State { cells: Vec::new(), zone: next(random) };
        let expected =
            twin.iter().any(|(zone, live)| *live && covers(covering, zone, &state.zone, &bounds));
        match store.insert(&state, NodeId::NONE, &mut bounds) {
            Insert::Covered(node) => {
                prop_assert!(expected);
                let (zone, live) = &twin[node.0 as usize];
                prop_assert!(*live && covers(covering, zone, &state.zone, &bounds));
            }
            Insert::New(node, count) => {
                prop_assert!(!expected);
                prop_assert_eq!(node.0 as usize, twin.len());
                let mut superseded = 0;
                for (zone, live) in &mut twin {
                    if *live && covers(covering, &state.zone, zone, &bounds) {
                        *live = false;
                        superseded += 1;
                    }
                }
                prop_assert_eq!(count, superseded);
                twin.push((state.zone, true));
            }
        }
        prop_assert_eq!(store.live(), twin.iter().filter(|(_, live)| *live).count());
        longest = longest.max(store.live());
    }
    for (number, (zone, live)) in (0u32..).zip(&twin) {
        let mut loaded = Zone::zero(1);
        store.zone(NodeId(number), dim, &mut loaded);
        prop_assert_eq!(&loaded, zone);
        prop_assert_eq!(loaded.defect(), None);
        prop_assert_eq!(store.is_superseded(NodeId(number)), !live);
    }
    Ok(longest)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn states_are_covered_and_superseded_as_by_the_operators(
        tape in prop::collection::vec(any::<u64>(), 0..600),
    ) {
        let random = &mut player(tape);
        let dim = 1 + pick(random, 6);
        compare_with_list(random, (dim, 20), |mut random| {
            // Limits that need one, two and four bytes, mixed in one store.
            let scale = [1, 3, 11, 40, 4000, 4_000_000][pick(&mut random, 6)];
            zone(&mut random, dim, scale)
        })?;
    }
}

/// The same for lists so long that zones are compared by their signatures first, which are made anew now
/// and then; some of the zones are large and supersede many.
#[test]
fn long_lists_are_like_short_ones() {
    let mut longest = 0;
    for seed in 0..60_u64 {
        let mut numbers = fastrand::Rng::with_seed(seed);
        let mut random = move || numbers.u64(..);
        let dim = 3 + pick(&mut random, 4);
        let most = compare_with_list(&mut random, (dim, 400), |mut random| {
            if pick(&mut random, 30) == 0 {
                zone(&mut random, dim, 1)
            } else {
                small_zone(&mut random, dim)
            }
        });
        longest = longest.max(most.expect("the store is like the list"));
    }
    assert!(longest > 150, "{longest}");
}

/// What a new zone is compared with in a list is counted, since it may take most of the time of a search.
#[test]
fn comparisons_are_counted() {
    for (covering, count) in
        [(Covering::Inclusion, 10), (Covering::Simulation, 10), (Covering::Inclusion, 200)]
    {
        let mut store =
            Store::new(Packing::of(&Network::default()), covering, Compression::default());
        let mut bounds = RowBounds { lower: vec![0, 500], upper: vec![0, 500] };
        let mut zone = Zone::zero(2);
        let compared = |store: &Store| store.progress(0, 0, 0).compared;
        for value in 0..count {
            zone.fill_point(&[value]);
            let state = State { cells: Vec::new(), zone: zone.clone() };
            assert!(matches!(store.insert(&state, NodeId::NONE, &mut bounds), Insert::New(..)));
        }
        // With every other one, for what covers it and for what it covers; in long lists most are told apart before.
        let pairs = u64::from(count.unsigned_abs()) * u64::from(count.unsigned_abs() - 1);
        let so_far = compared(&store);
        if count == 10 {
            assert_eq!(so_far, pairs, "{covering:?}");
        } else {
            assert!(48 * 47 <= so_far && so_far < pairs, "{so_far} of {pairs}");
        }
    }
}
