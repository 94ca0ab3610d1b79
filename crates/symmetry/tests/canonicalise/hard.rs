//! States in which refinement tells nothing apart: cycles of references, regular graphs as arrays and as zones.

use orrery_symmetry::{Belonging, Canonicaliser, Counters, Element, Meaning, Refine, Structure};
use program::State;
use zones::{Bound, Zone};

use crate::random::{below, permutation, player, same, sorts, tuples};

/// One sort of this size, and for each element `next` (an element), a row of a matrix, and a clock.
fn structure(size: u32) -> Structure {
    let sorts = sorts(&[size]);
    let (singles, pairs) = (tuples(&[&sorts[0]], false), tuples(&[&sorts[0], &sorts[0]], false));
    let of = |family: u32| move |tuple| Belonging { family, tuple };
    let elements: Box<[Option<Element>]> = (0..size).map(|each| Some(Element(each))).collect();
    let next = Meaning::Reference { lower: 0, elements };
    let meanings = [vec![next; singles.len()], vec![Meaning::Plain; pairs.len()]].concat();
    let cells = singles.iter().cloned().map(of(0)).chain(pairs.into_iter().map(of(1))).collect();
    let clocks = singles.into_iter().map(of(0)).collect();
    Structure::new(sorts, cells, meanings, clocks)
}

type Graph = Vec<(usize, usize)>;

/// A state with a graph as its matrix and in the differences of its clocks, and everything else the same for all.
fn state(size: usize, matrix: &Graph, differences: &Graph) -> State {
    let mut cells: Vec<i32> = (0..size as i32).collect();
    cells.resize(size + size * size, 0);
    for (left, right) in matrix {
        cells[size + left * size + right] = 1;
        cells[size + right * size + left] = 1;
    }
    let bound = |i: usize, j: usize| match (i, j) {
        _ if i == j => Bound::LE_ZERO,
        (0, _) => Bound::LE_ZERO,
        (_, 0) => Bound::le(9),
        _ if differences.contains(&(i - 1, j - 1)) || differences.contains(&(j - 1, i - 1)) => {
            Bound::le(1)
        }
        _ => Bound::le(2),
    };
    let zone = Zone::from_bounds(size + 1, bound).expect("a point with equal clocks is inside");
    State { cells, zone }
}

fn with_next(mut state: State, next: impl Fn(usize) -> usize, size: usize) -> State {
    (0..size).for_each(|element| state.cells[element] = next(element) as i32);
    state
}

/// The representative, the same for several states of the orbit.
fn representative(structure: &Structure, state: &State) -> (State, Counters) {
    let size = structure.elements();
    let rows: Vec<usize> = (0..size).collect();
    let mut refine = Refine::new(structure, structure.cells.len());
    let mut expected = state.clone();
    let _ = refine.canonicalise(&mut expected, &rows);
    let random = &mut player(vec![size as u16, 7]);
    for _ in 0..6 {
        let renaming = permutation(random, structure);
        let (mut image, mut check) = (State::blank(), State::blank());
        structure.apply(&renaming, state, &rows, &mut image);
        let given = image.clone();
        let back = refine.canonicalise(&mut image, &rows).clone();
        structure.apply(&back, &given, &rows, &mut check);
        assert!(same(&image, &check, structure.cells.len()), "not a permutation");
        assert!(same(&image, &expected, structure.cells.len()), "two representatives");
    }
    (expected, refine.counters())
}

fn cycles(lengths: &[usize]) -> Graph {
    let mut graph = Graph::new();
    let mut first = 0;
    for length in lengths {
        graph.extend((0..*length).map(|at| (first + at, first + (at + 1) % length)));
        first += length;
    }
    graph
}

/// Copies of a graph side by side.
fn copies(graph: &Graph, size: usize, times: usize) -> Graph {
    let shifted = |copy: usize| graph.iter().map(move |(a, b)| (a + copy * size, b + copy * size));
    (0..times).flat_map(shifted).collect()
}

fn from_relation(size: usize, related: impl Fn(usize, usize) -> bool) -> Graph {
    let pairs = (0..size).flat_map(|left| (0..left).map(move |right| (left, right)));
    pairs.filter(|(left, right)| related(*left, *right)).collect()
}

fn petersen() -> Graph {
    let inner = (0..5).map(|at| (5 + at, 5 + (at + 2) % 5));
    cycles(&[5]).into_iter().chain(inner).chain((0..5).map(|at| (at, at + 5))).collect()
}

/// Same row or column of a 4 x 4 board.
fn rook() -> Graph {
    from_relation(16, |a, b| a / 4 == b / 4 || a % 4 == b % 4)
}

/// The other strongly regular graph with the parameters of the rook's: differences in Z4 x Z4.
fn shrikhande() -> Graph {
    from_relation(16, |a, b| {
        let (row, column) = ((4 + a / 4 - b / 4) % 4, (4 + a % 4 - b % 4) % 4);
        matches!((row, column), (0, 1 | 3) | (1 | 3, 0) | (1, 1) | (3, 3))
    })
}

/// Differences that are squares.
fn paley(prime: usize) -> Graph {
    from_relation(prime, |a, b| (1..prime).any(|root| root * root % prime == a - b))
}

fn cube(dimension: u32) -> Graph {
    from_relation(1 << dimension, |a, b| (a ^ b).count_ones() == 1)
}

#[test]
fn graphs_as_matrices_and_as_zones_have_one_representative() {
    let examples = [
        ("C6", 6, cycles(&[6])),
        ("2 C3", 6, cycles(&[3, 3])),
        ("C24", 24, cycles(&[24])),
        ("C7 C5 C3 C9", 24, cycles(&[7, 5, 3, 9])),
        ("10 C3", 30, cycles(&[3; 10])),
        ("8 C5", 40, cycles(&[5; 8])),
        ("Petersen", 10, petersen()),
        ("3 Petersen", 30, copies(&petersen(), 10, 3)),
        ("rook", 16, rook()),
        ("Shrikhande", 16, shrikhande()),
        ("rook and Shrikhande", 32, {
            let other = shrikhande().into_iter().map(|(a, b)| (a + 16, b + 16));
            rook().into_iter().chain(other).collect()
        }),
        ("Paley 29", 29, paley(29)),
        ("cube", 32, cube(5)),
        ("nothing", 60, Graph::new()),
    ];
    for (name, size, graph) in examples {
        let structure = structure(size as u32);
        for (place, state) in [
            ("matrix", state(size, &graph, &Graph::new())),
            ("zone", state(size, &Graph::new(), &graph)),
            ("both", state(size, &graph, &graph)),
        ] {
            let (_, counters) = representative(&structure, &state);
            println!("{name} as {place}: {counters:?}");
            assert_eq!(counters.exhausted, 0, "{name} as {place}");
            assert_eq!(counters.branchings > 0, !graph.is_empty(), "{name} as {place}");
        }
    }
}

#[test]
fn graphs_that_refinement_confuses_are_told_apart() {
    let pairs = [
        (6, cycles(&[6]), cycles(&[3, 3])),
        (16, rook(), shrikhande()),
        (9, cycles(&[9]), cycles(&[4, 5])),
    ];
    for (size, left, right) in pairs {
        let structure = structure(size as u32);
        let none = Graph::new();
        let of = |state| representative(&structure, &state).0;
        let (as_zone, other) = (of(state(size, &none, &left)), of(state(size, &none, &right)));
        assert!(!same(&as_zone, &other, structure.cells.len()));
        let (as_matrix, other) = (of(state(size, &left, &none)), of(state(size, &right, &none)));
        assert!(!same(&as_matrix, &other, structure.cells.len()));
    }
}

#[test]
fn cycles_of_references_have_one_representative() {
    let next_in = |lengths: &[usize]| {
        let mut next: Vec<usize> = vec![0; lengths.iter().sum()];
        cycles(lengths).into_iter().for_each(|(from, to)| next[from] = to);
        next
    };
    for lengths in [&[3, 3][..], &[6], &[40], &[3; 20], &[2; 15], &[5, 4, 4, 3, 3, 3]] {
        let next = next_in(lengths);
        let size = next.len();
        let structure = structure(size as u32);
        let none = Graph::new();
        let start = with_next(state(size, &none, &none), |element| next[element], size);
        let (plain, counters) = representative(&structure, &start);
        println!("{lengths:?}: {counters:?}");
        assert_eq!(counters.exhausted, 0, "{lengths:?}");
        // With clocks that tell all elements apart, the discrete part stays the same.
        let mut timed = start.clone();
        for row in 1..=size {
            timed.zone.reset(row, (row * 7 % size) as i32);
        }
        let (timed, counters) = representative(&structure, &timed);
        assert_eq!(counters.exhausted, 0, "{lengths:?}");
        assert_eq!(plain.cells, timed.cells, "{lengths:?}");
    }
}

#[test]
fn an_exhausted_budget_still_permutes() {
    let none = Graph::new();
    let start = state(32, &cube(5), &none);
    let structure = structure(32);
    let rows: Vec<usize> = (0..32).collect();
    let random = &mut player(vec![5]);
    for budget in 0..6 {
        let mut refine = Refine::with_budget(&structure, structure.cells.len(), budget);
        let (mut image, mut check) = (State::blank(), State::blank());
        structure.apply(&permutation(random, &structure), &start, &rows, &mut image);
        let given = image.clone();
        let renaming = refine.canonicalise(&mut image, &rows).clone();
        structure.apply(&renaming, &given, &rows, &mut check);
        assert!(same(&image, &check, structure.cells.len()));
        assert_eq!(refine.counters().exhausted, 1, "budget {budget}");
    }
}

/// A large state with classes of twins: locations, an owner, and clocks with few different values.
#[test]
fn planted_twins_need_no_search() {
    let size = 60;
    let structure = structure(size);
    let random = &mut player(vec![3, 1, 4]);
    for _ in 0..20 {
        let none = Graph::new();
        let mut state = state(size as usize, &none, &none);
        let values: Vec<i32> = (0..size).map(|_| below(random, 4) as i32).collect();
        for (row, value) in (1..).zip(&values) {
            state.zone.reset(row, *value);
        }
        let size = size as usize;
        for (element, value) in values.iter().enumerate() {
            state.cells[size + element * size + element] = below(random, 2) as i32 * value % 2;
        }
        let (_, counters) = representative(&structure, &state);
        assert_eq!(counters.branchings, 0);
    }
}

/// Two sorts and an array over both: an incidence matrix.
#[test]
fn incidence_of_two_sorts_has_one_representative() {
    let sorts = sorts(&[7, 7]);
    let pairs = tuples(&[&sorts[0], &sorts[1]], false);
    let cells: Vec<Belonging> =
        pairs.into_iter().map(|tuple| Belonging { family: 0, tuple }).collect();
    let meanings = vec![Meaning::Plain; cells.len()];
    let structure = Structure::new(sorts, cells, meanings, Vec::new());
    // The Fano plane: point p lies on line l if p - l is 0, 1 or 3 modulo 7.
    let cell =
        |(point, line): (i32, i32)| i32::from(matches!((point - line).rem_euclid(7), 0 | 1 | 3));
    let cells = (0..49).map(|at| cell((at / 7, at % 7))).collect();
    let state = State { cells, zone: Zone::zero(1) };
    let mut refine = Refine::new(&structure, 49);
    let mut expected = state.clone();
    let _ = refine.canonicalise(&mut expected, &[]);
    let random = &mut player(vec![9]);
    for _ in 0..50 {
        let mut image = State::blank();
        structure.apply(&permutation(random, &structure), &state, &[], &mut image);
        let _ = refine.canonicalise(&mut image, &[]);
        assert_eq!(image.cells, expected.cells);
    }
    assert!(refine.counters().branchings > 0);
}
