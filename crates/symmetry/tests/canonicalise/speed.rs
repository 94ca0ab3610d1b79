//! How long a canonicalisation takes; run by hand:
//!
//! `cargo test --release -p orrery-engine --test canonicalise speed -- --ignored --nocapture`

use std::hint::black_box;
use std::time::Instant;

use orrery_symmetry::{Action, Canonicaliser, Refine, SortSubstates, Structure, Twins};
use program::State;

use zones::Bound;

use crate::fischer::{Abstraction, Covering, explore, rows, structure};
use crate::random::{permutation, player};

type Sample = Vec<(State, Vec<usize>)>;

fn with_rows(states: impl Iterator<Item = State>) -> Sample {
    states.map(|state| (state.clone(), rows(&state.cells))).collect()
}

/// States as an exploration gives them to the canonicaliser, at most `count` of them.
fn sample(n: usize, way: Abstraction, count: usize) -> Sample {
    let structure = structure(n as u32);
    let mut refine = Refine::new(&structure, n + 1);
    let mut seen = Vec::new();
    let mut number = 0;
    explore(n, way, &mut refine, &mut |state| {
        number += 1;
        if seen.len() < count && number % (1 + n * n * n / 600) == 0 {
            seen.push(state.clone());
        }
    });
    with_rows(seen.into_iter())
}

/// Nanoseconds for one state: the best of several passes over the sample.
fn time(sample: &Sample, mut work: impl FnMut(&State, &[usize])) -> f64 {
    let mut best = f64::INFINITY;
    let passes = 100_000 / sample.len() + 20;
    for _ in 0..passes {
        let start = Instant::now();
        for (state, rows) in sample {
            work(state, rows);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / sample.len() as f64);
    }
    best
}

fn canonicalising(sample: &Sample, canonicaliser: &mut dyn Canonicaliser) -> f64 {
    let mut buffer = State::blank();
    let copying = time(sample, |state, _| buffer.copy_from(black_box(state)));
    let both = time(sample, |state, rows| {
        buffer.copy_from(black_box(state));
        black_box(canonicaliser.canonicalise(&mut buffer, rows));
    });
    both - copying
}

fn shuffled(structure: &Structure, sample: &Sample) -> Sample {
    let random = &mut player(vec![1, 2, 3]);
    let shuffle = |(state, rows): &(State, Vec<usize>)| {
        let mut out = State::blank();
        structure.apply(&permutation(random, structure), state, rows, &mut out);
        out
    };
    with_rows(sample.iter().map(shuffle).collect::<Vec<_>>().into_iter())
}

fn sorted(structure: &Structure, sample: &Sample) -> Sample {
    let mut refine = Refine::new(structure, structure.cells.len());
    let sort = |(state, rows): &(State, Vec<usize>)| {
        let mut out = state.clone();
        let _ = refine.canonicalise(&mut out, rows);
        out
    };
    with_rows(sample.iter().map(sort).collect::<Vec<_>>().into_iter())
}

/// What an exploration does to a zone anyway.
fn operate(state: &State, out: &mut State) {
    out.zone.copy_from(&state.zone);
    let dim = out.zone.dim();
    let limits: Vec<i32> = (0..dim).map(|row| row as i32 % 2 * 2).collect();
    if dim > 1 {
        let _ = out.zone.constrain(0, 1, Bound::lt(-1));
        out.zone.reset(1, 0);
        out.zone.up();
        let _ = out.zone.constrain(1, 0, Bound::le(2));
        out.zone.extrapolate_lu_plus(&limits, &limits);
    }
}

#[test]
#[ignore = "measures; needs an optimised build and a quiet machine"]
fn speed() {
    println!(
        "ns per state: refine fresh / presorted / shuffled, seeds' sort of shuffled, apply, twins"
    );
    let only = std::env::var("SPEED_OF").ok().and_then(|n| n.parse().ok());
    for n in [5, 10, 20, 50].into_iter().filter(|n| only.is_none_or(|only| *n == only)) {
        for way in [
            Abstraction::Lu(Covering::Inclusion),
            Abstraction::M(Covering::Inclusion),
            Abstraction::Simulation,
        ] {
            if n == 50 && matches!(way, Abstraction::M(_)) {
                continue;
            }
            let structure = structure(n as u32);
            let fresh = sample(n, way, 400);
            let dims: usize = fresh.iter().map(|(state, _)| state.zone.dim()).sum();
            let (presorted, random) = (sorted(&structure, &fresh), shuffled(&structure, &fresh));
            let mut refine = Refine::new(&structure, n + 1);
            let mut sort = SortSubstates::new(&structure, n + 1);
            let mut action = Action::new(&structure, n + 1);
            let mut twins = Twins::new(&structure, n + 1);
            let renaming = permutation(&mut player(vec![7]), &structure);
            let mut out = State::blank();
            println!(
                "{n:3} {:38} dim {:4.1}: {:6.0} {:6.0} {:6.0}, {:6.0}, {:6.0}, {:6.0}, {:6.0}   {:?}",
                format!("{way:?}"),
                dims as f64 / fresh.len() as f64,
                canonicalising(&fresh, &mut refine),
                canonicalising(&presorted, &mut refine),
                canonicalising(&random, &mut refine),
                canonicalising(&random, &mut sort),
                time(&random, |state, rows| action.apply(&renaming, state, rows, &mut out)),
                time(&presorted, |state, rows| {
                    black_box(twins.twin_classes(state, rows));
                }),
                time(&fresh, |state, _| operate(state, &mut out)),
                refine.counters(),
            );
        }
    }
}
