//! Inclusion of zones is tested on representatives, so a zone and a larger one should be ordered alike.

use orrery_symmetry::{
    Belonging, Canonicaliser, Meaning, Refine, SortSubstates, Structure, TryAll,
};
use program::State;
use zones::{Bound, Zone, generate};

use crate::random::{below, permutation, player, sorts, tuples};

const SIZE: usize = 5;

/// Elements with one location and one clock each.
fn structure() -> Structure {
    let sorts = sorts(&[SIZE as u32]);
    let of = |family: u32| move |tuple| Belonging { family, tuple };
    let singles = tuples(&[&sorts[0]], false);
    let cells: Vec<Belonging> = singles.iter().cloned().map(of(0)).collect();
    let meanings = vec![Meaning::Plain; SIZE];
    Structure::new(sorts, cells, meanings, singles.into_iter().map(of(1)).collect())
}

/// A zone as a run makes it: resets to zero, delays, guards on single clocks.
fn run(random: &mut impl FnMut() -> u64) -> Zone {
    let mut zone = Zone::zero(SIZE + 1);
    for _ in 0..4 + below(random, 4 * SIZE) {
        let row = 1 + below(random, SIZE);
        let limit = below(random, 5) as i32;
        match below(random, 5) {
            0 | 1 => zone.up(),
            2 | 3 => zone.reset(row, 0),
            _ => guard(random, &mut zone, row, limit),
        }
    }
    zone.up();
    zone
}

/// A guard that can be met.
fn guard(random: &mut impl FnMut() -> u64, zone: &mut Zone, row: usize, limit: i32) {
    let _ = match below(random, 4) {
        0 => zone.constrain(row, 0, Bound::le(limit)),
        1 => zone.constrain(row, 0, Bound::lt(limit)),
        2 => zone.constrain(0, row, Bound::le(-limit)),
        _ => zone.constrain(0, row, Bound::lt(-limit)),
    };
}

struct Tally {
    name: &'static str,
    canonicaliser: Box<dyn Canonicaliser>,
    found: usize,
}

fn tallies(structure: &Structure) -> Vec<Tally> {
    let tally = |name, canonicaliser| Tally { name, canonicaliser, found: 0 };
    vec![
        tally("refine", Box::new(Refine::new(structure, SIZE))),
        tally("sort", Box::new(SortSubstates::new(structure, SIZE))),
        tally("try all", Box::new(TryAll::new(structure, SIZE, 200).expect("a small group"))),
    ]
}

/// Makes a zone and one that it includes.
type Pairs<'a> = &'a mut dyn FnMut(&mut dyn FnMut() -> u64) -> (Zone, Zone);

/// Counts how often the representative of a zone includes that of a permuted subset.
fn count(pair: Pairs<'_>) -> Vec<Tally> {
    let structure = structure();
    let rows: Vec<usize> = (0..SIZE).collect();
    let mut tallies = tallies(&structure);
    let mut random = player(vec![2, 7, 1, 8]);
    for _ in 0..PAIRS {
        let (big, small) = pair(&mut random);
        assert!(big.includes(&small));
        let cells = vec![0; SIZE];
        let big = State { cells: cells.clone(), zone: big };
        let small = State { cells, zone: small };
        let mut renamed = State::blank();
        structure.apply(&permutation(&mut random, &structure), &small, &rows, &mut renamed);
        for tally in &mut tallies {
            let (mut big, mut small) = (big.clone(), renamed.clone());
            let _ = tally.canonicaliser.canonicalise(&mut big, &rows);
            let _ = tally.canonicaliser.canonicalise(&mut small, &rows);
            tally.found += usize::from(big.zone.includes(&small.zone));
        }
    }
    tallies
}

const PAIRS: usize = 400;

/// Where clocks are totally ordered, a zone that includes a permuted one includes it with both in order.
#[test]
fn inclusion_of_ordered_zones_is_found() {
    let tallies = count(&mut |random| {
        let mut random = random;
        let big = run(&mut random);
        let mut small = big.clone();
        for _ in 0..1 + below(&mut random, 3) {
            let (row, limit) = (1 + below(&mut random, SIZE), below(&mut random, 6) as i32);
            guard(&mut random, &mut small, row, limit);
        }
        (big, small)
    });
    assert_eq!(tallies[0].found, PAIRS, "{}", tallies[0].name);
}

/// After extrapolation it may not be, but nearly always is.
#[test]
fn inclusion_of_extrapolated_zones_is_found() {
    for kind in 0..3 {
        let tallies = count(&mut |random| {
            let mut random = random;
            let mut big = run(&mut random);
            let mut small = big.clone();
            for _ in 0..1 + below(&mut random, 3) {
                let (row, limit) = (1 + below(&mut random, SIZE), below(&mut random, 6) as i32);
                guard(&mut random, &mut small, row, limit);
            }
            let constant = |random: &mut &mut dyn FnMut() -> u64| {
                let mut all = vec![generate::constants(random, 2, 4)[1]; SIZE + 1];
                all[0] = 0;
                all
            };
            let (lower, upper) = (constant(&mut random), constant(&mut random));
            let extrapolate = |zone: &mut Zone| match kind {
                0 => zone.extrapolate_lu_plus(&lower, &upper),
                1 => zone.extrapolate_m_plus(&lower),
                _ => zone.extrapolate_lu(&lower, &upper),
            };
            extrapolate(&mut big);
            extrapolate(&mut small);
            // LU+ is not monotone; the larger zone shall include the smaller one.
            if !big.includes(&small) {
                big = small.clone();
            }
            (big, small)
        });
        assert!(tallies[0].found > PAIRS * 97 / 100, "{}", tallies[0].name);
    }
}
