//! The laws of canonicalisers and of twins.

use orrery_symmetry::{
    Action, Canonicaliser, Element, Permutation, Refine, SortSubstates, Structure, TryAll, Twins,
};
use program::State;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use crate::random::{Case, below, case, cases, permutation, player, same, tape};

fn applied(case: &Case, permutation: &Permutation, state: &State) -> State {
    let mut out = State::blank();
    case.structure.apply(permutation, state, &case.rows(&state.cells), &mut out);
    out
}

fn canonical(canonicaliser: &mut dyn Canonicaliser, case: &Case, state: &State) -> State {
    let mut state = state.clone();
    let rows = case.rows(&state.cells);
    let _ = canonicaliser.canonicalise(&mut state, &rows);
    state
}

fn exchange(structure: &Structure, left: u32, right: u32) -> Permutation {
    let mut swap = Permutation::identity(structure.elements());
    swap.image[left as usize] = Element(right);
    swap.image[right as usize] = Element(left);
    swap
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn tables_apply_permutations(tape in tape()) {
        let random = &mut player(tape);
        let case = case(random, usize::MAX);
        let mut action = Action::new(&case.structure, case.key_cells);
        let mut out = State::blank();
        for _ in 0..3 {
            let state = case.state(random);
            let permutation = permutation(random, &case.structure);
            let rows = case.rows(&state.cells);
            action.apply(&permutation, &state, &rows, &mut out);
            let expected = applied(&case, &permutation, &state);
            prop_assert_eq!(&out.cells, &expected.cells);
            prop_assert_eq!(&out.zone, &expected.zone);
        }
    }

    #[test]
    fn every_canonicaliser_permutes(tape in tape()) {
        let random = &mut player(tape);
        let case = case(random, 200);
        let mut all: Vec<Box<dyn Canonicaliser>> = vec![
            Box::new(Refine::new(&case.structure, case.key_cells)),
            Box::new(Refine::with_budget(&case.structure, case.key_cells, 2)),
            Box::new(SortSubstates::new(&case.structure, case.key_cells)),
            Box::new(TryAll::new(&case.structure, case.key_cells, 200).expect("a small group")),
        ];
        for canonicaliser in &mut all {
            for _ in 0..2 {
                let state = case.state(random);
                let mut result = state.clone();
                let rows = case.rows(&state.cells);
                let permutation = canonicaliser.canonicalise(&mut result, &rows);
                let expected = applied(&case, permutation, &state);
                prop_assert_eq!(&result.cells, &expected.cells);
                prop_assert_eq!(&result.zone, &expected.zone);
            }
            prop_assert_eq!(canonicaliser.counters().calls, 2);
        }
    }

    #[test]
    fn one_representative_for_each_orbit(tape in tape()) {
        let random = &mut player(tape);
        let case = case(random, 150);
        let mut refine = Refine::new(&case.structure, case.key_cells);
        let mut oracle = TryAll::new(&case.structure, case.key_cells, 150).expect("a small group");
        let state = case.state(random);
        let expected = canonical(&mut refine, &case, &state);
        let least = canonical(&mut oracle, &case, &state);
        for permutation in oracle.group().to_vec() {
            let image = applied(&case, &permutation, &state);
            let result = canonical(&mut refine, &case, &image);
            prop_assert!(same(&result, &expected, case.key_cells), "{result:?}\n{expected:?}");
        }
        let again = canonical(&mut oracle, &case, &expected);
        prop_assert!(same(&again, &least, case.key_cells));
        prop_assert_eq!(refine.counters().exhausted, 0);
    }

    #[test]
    fn representatives_stay(tape in tape()) {
        let random = &mut player(tape);
        let case = case(random, 5000);
        let mut refine = Refine::new(&case.structure, case.key_cells);
        let state = case.state(random);
        let mut result = canonical(&mut refine, &case, &state);
        let rows = case.rows(&result.cells);
        prop_assert!(refine.canonicalise(&mut result, &rows).is_identity());
    }

    #[test]
    fn zones_and_meta_do_not_influence_the_discrete_part(tape in tape()) {
        let random = &mut player(tape);
        let case = case(random, 5000);
        let mut refine = Refine::new(&case.structure, case.key_cells);
        let state = case.state(random);
        let mut other = state.clone();
        other.zone = case.zone(random, &other.cells);
        for cell in &mut other.cells[case.key_cells..] {
            *cell = 0;
        }
        let other = applied(&case, &permutation(random, &case.structure), &other);
        let expected = canonical(&mut refine, &case, &state);
        let result = canonical(&mut refine, &case, &other);
        // Among candidates that only later levels of the search tell apart by discrete data, clocks choose.
        if refine.counters().branchings == 0 {
            prop_assert_eq!(&expected.cells[..case.key_cells], &result.cells[..case.key_cells]);
        }
    }

    #[test]
    fn meta_does_not_influence_the_permutation(tape in tape()) {
        let random = &mut player(tape);
        let case = case(random, 5000);
        let mut refine = Refine::new(&case.structure, case.key_cells);
        let mut state = case.state(random);
        let mut other = state.clone();
        for (cell, value) in other.cells.iter_mut().enumerate().skip(case.key_cells) {
            *value = case.value(random, cell);
        }
        let rows = case.rows(&state.cells);
        let expected = refine.canonicalise(&mut state, &rows).clone();
        prop_assert_eq!(&expected, refine.canonicalise(&mut other, &rows));
    }

    #[test]
    fn twins_are_found(tape in tape()) {
        let random = &mut player(tape);
        let case = case(random, 5000);
        let mut twins = Twins::new(&case.structure, case.key_cells);
        let mut refine = Refine::new(&case.structure, case.key_cells);
        let given = case.state(random);
        let state = canonical(&mut refine, &case, &given);
        let rows = case.rows(&state.cells);
        let classes = twins.twin_classes(&state, &rows).to_vec();
        for sort in &case.structure.sorts {
            for left in sort.first..sort.first + sort.size {
                for right in sort.first..left {
                    let swap = exchange(&case.structure, left, right);
                    let fixed = same(&applied(&case, &swap, &state), &state, case.key_cells);
                    let found = classes[left as usize] == classes[right as usize];
                    prop_assert_eq!(fixed, found, "{} and {}: {:?}", left, right, state);
                }
            }
        }
        prop_assert!(classes.is_sorted());
        // Where states are not canonical, no others are called twins.
        let rows = case.rows(&given.cells);
        let classes = twins.twin_classes(&given, &rows).to_vec();
        for element in 1..classes.len() as u32 {
            if classes[element as usize] == classes[element as usize - 1] {
                let swap = exchange(&case.structure, element, element - 1);
                prop_assert!(same(&applied(&case, &swap, &given), &given, case.key_cells));
            }
        }
    }
}

/// The random states are worth something: all mechanisms are used.
#[test]
fn random_states_exercise_everything() {
    let (mut branched, mut refined, mut twins, mut moved) = (0, 0, 0, 0);
    for seed in 0..2000u16 {
        let random = &mut player(vec![seed; 3]);
        let _ = below(random, 10);
        let case = case(random, 5000);
        let mut refine = Refine::new(&case.structure, case.key_cells);
        let state = canonical(&mut refine, &case, &case.state(random));
        let counters = refine.counters();
        branched += u32::from(counters.branchings > 0);
        refined += u32::from(counters.rounds > 0);
        moved += u32::from(counters.identities == 0);
        let mut finder = Twins::new(&case.structure, case.key_cells);
        let classes = finder.twin_classes(&state, &case.rows(&state.cells));
        twins += u32::from(classes.windows(2).any(|pair| pair[0] == pair[1]));
    }
    println!("branched {branched}, refined {refined}, with twins {twins}, moved {moved}");
    assert!(branched > 40 && refined > 400 && twins > 400 && moved > 400);
}
