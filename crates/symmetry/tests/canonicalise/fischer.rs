//! Fischer's protocol, explored up to symmetry by a few lines of code, so that nothing else of the engine
//! plays a part.

use std::collections::VecDeque;

use orrery_symmetry::{
    Belonging, Canonicaliser, Counters, Element, Meaning, Refine, SortSubstates, Structure, TryAll,
};
use program::State;
use zones::{Bound, NONE, Zone, is_simulated_lu};

use crate::random::{sorts, tuples};

const IDLE: i32 = 0;
const REQUEST: i32 = 1;
const WAIT: i32 = 2;
const CRITICAL: i32 = 3;
/// How long a request may take, and a waiting process must wait.
const DELAY: i32 = 2;

/// How permutations of the processes act: `n` locations, `id` (0 or a process counted from 1), `n` clocks.
pub(crate) fn structure(n: u32) -> Structure {
    let sorts = sorts(&[n]);
    let singles = tuples(&[&sorts[0]], false);
    let of = |family: u32| move |tuple| Belonging { family, tuple };
    let id = Belonging { family: 1, tuple: Box::new([]) };
    let elements: Box<[Option<Element>]> = (0..n).map(|each| Some(Element(each))).collect();
    let mut meanings = vec![Meaning::Plain; n as usize];
    meanings.push(Meaning::Reference { lower: 1, elements });
    let cells = singles.iter().cloned().map(of(0)).chain([id]).collect();
    Structure::new(sorts, cells, meanings, singles.into_iter().map(of(2)).collect())
}

/// Clocks of requesting and waiting processes are active.
pub(crate) fn rows(cells: &[i32]) -> Vec<usize> {
    let locations = &cells[..cells.len() - 1];
    (0..locations.len()).filter(|process| matches!(locations[*process], REQUEST | WAIT)).collect()
}

/// The L and U bounds of each row.
fn bounds(cells: &[i32]) -> (Vec<i32>, Vec<i32>) {
    let of = |location: i32| {
        let rows = rows(cells).into_iter();
        let bound = rows.map(|process| if cells[process] == location { DELAY } else { NONE });
        std::iter::once(0).chain(bound).collect()
    };
    (of(WAIT), of(REQUEST))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Abstraction {
    /// No extrapolation, covering modulo LU.
    Simulation,
    /// LU+, covering by inclusion or equality.
    Lu(Covering),
    M(Covering),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Covering {
    Inclusion,
    Equality,
}

impl Abstraction {
    /// Lets time pass within the invariants, and extrapolates.
    fn finish(self, mut state: State) -> State {
        state.zone.up();
        for (row, process) in (1..).zip(rows(&state.cells)) {
            if state.cells[process] == REQUEST {
                state.zone.constrain(row, 0, Bound::le(DELAY)).expect("invariants hold on entry");
            }
        }
        let (lower, upper) = bounds(&state.cells);
        let most: Vec<i32> = lower.iter().zip(&upper).map(|(l, u)| *l.max(u)).collect();
        match self {
            Abstraction::Simulation => {}
            Abstraction::Lu(_) => state.zone.extrapolate_lu_plus(&lower, &upper),
            Abstraction::M(_) => state.zone.extrapolate_m_plus(&most),
        }
        state
    }

    fn covers(self, big: &State, small: &State) -> bool {
        match self {
            Abstraction::Simulation => {
                let (lower, upper) = bounds(&big.cells);
                is_simulated_lu(&small.zone, &big.zone, &lower, &upper)
            }
            Abstraction::Lu(Covering::Inclusion) | Abstraction::M(Covering::Inclusion) => {
                big.zone.includes(&small.zone)
            }
            _ => big.zone == small.zone,
        }
    }
}

/// What one process can do, before time passes.
fn step(state: &State, process: usize) -> Option<State> {
    let n = state.cells.len() - 1;
    let (location, id) = (state.cells[process], state.cells[n]);
    let me = process as i32 + 1;
    let row = rows(&state.cells).iter().filter(|other| **other < process).count() + 1;
    let mut next = state.clone();
    match location {
        IDLE if id == 0 => next.zone.insert_row(row, 0),
        REQUEST => {
            next.zone.constrain(row, 0, Bound::le(DELAY)).ok()?;
            next.zone.reset(row, 0);
            next.cells[n] = me;
        }
        WAIT if id == 0 => next.zone.reset(row, 0),
        WAIT if id == me => {
            next.zone.constrain(0, row, Bound::lt(-DELAY)).ok()?;
            let keep: Vec<bool> = (0..next.zone.dim()).map(|other| other != row).collect();
            next.zone.remove_rows(&keep);
        }
        CRITICAL => next.cells[n] = 0,
        _ => return None,
    }
    next.cells[process] = match location {
        IDLE => REQUEST,
        REQUEST => WAIT,
        WAIT if id == 0 => REQUEST,
        WAIT => CRITICAL,
        _ => IDLE,
    };
    Some(next)
}

/// Explores everything; `seen` gets states before they are replaced by representatives. The number of
/// stored states.
pub(crate) fn explore(
    n: usize,
    abstraction: Abstraction,
    canonicaliser: &mut dyn Canonicaliser,
    seen: &mut dyn FnMut(&State),
) -> usize {
    let start = State { cells: vec![0; n + 1], zone: Zone::zero(1) };
    let mut stored: std::collections::HashMap<Vec<i32>, Vec<State>> =
        [(start.cells.clone(), vec![start.clone()])].into();
    let mut waiting = VecDeque::from([start]);
    while let Some(state) = waiting.pop_front() {
        if !stored[&state.cells].iter().any(|other| other.zone == state.zone) {
            continue;
        }
        for next in (0..n).filter_map(|process| step(&state, process)) {
            let mut next = abstraction.finish(next);
            seen(&next);
            let rows = rows(&next.cells);
            let _ = canonicaliser.canonicalise(&mut next, &rows);
            let others = stored.entry(next.cells.clone()).or_default();
            if others.iter().any(|other| abstraction.covers(other, &next)) {
                continue;
            }
            others.retain(|other| !abstraction.covers(&next, other));
            others.push(next.clone());
            waiting.push_back(next);
        }
    }
    stored.values().map(Vec::len).sum()
}

const WAYS: [Abstraction; 5] = [
    Abstraction::Simulation,
    Abstraction::Lu(Covering::Inclusion),
    Abstraction::Lu(Covering::Equality),
    Abstraction::M(Covering::Inclusion),
    Abstraction::M(Covering::Equality),
];

/// Without covering the stored states are the orbits, as many as brute force finds; with covering the order
/// within representatives matters, and ours is at least as good.
#[test]
fn stored_states_are_orbits() {
    for n in 2..=5 {
        let structure = structure(n as u32);
        for way in WAYS {
            let mut refine = Refine::new(&structure, n + 1);
            let mut oracle = TryAll::new(&structure, n + 1, 200).expect("a small group");
            let mut sort = SortSubstates::new(&structure, n + 1);
            let refined = explore(n, way, &mut refine, &mut |_| {});
            let tried = explore(n, way, &mut oracle, &mut |_| {});
            let sorted = explore(n, way, &mut sort, &mut |_| {});
            println!("{n} {way:?}: refined {refined}, tried {tried}, sorted {sorted}");
            match way {
                Abstraction::Lu(Covering::Equality) | Abstraction::M(Covering::Equality) => {
                    assert_eq!(refined, tried);
                }
                _ => assert!(refined <= tried),
            }
            assert!(refined <= sorted);
            assert_eq!(refine.counters().branchings, 0);
        }
    }
}

/// The optimal quotient is known to have n (n + 3) states.
#[test]
fn larger_instances_stay_small() {
    for n in [8, 12] {
        for way in WAYS {
            let mut refine = Refine::new(&structure(n as u32), n + 1);
            let stored = explore(n, way, &mut refine, &mut |_| {});
            let counters: Counters = refine.counters();
            println!("{n} {way:?}: {stored} {counters:?}");
            if matches!(way, Abstraction::Simulation | Abstraction::Lu(Covering::Inclusion)) {
                assert_eq!(stored, n * (n + 3));
            }
            assert_eq!(counters.branchings, 0);
        }
    }
}
