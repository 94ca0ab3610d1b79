use network::generate::{generate, numbers};

use super::planted::planted;
use super::trial::{Tally, judge, trial};
use crate::cases::load;

#[test]
fn planted_symmetries_are_found_and_sound() {
    let mut tally = Tally::default();
    for seed in 0..100 {
        let model = planted(seed);
        match trial(&model, seed) {
            Ok(more) => tally.add(&more),
            Err(problem) => panic!("model {seed}: {problem}\n{}{:?}", model.text, model.queries),
        }
    }
    assert!(tally.counts > 100 && tally.renamings > 200, "{tally:?}");
}

#[test]
fn symmetries_of_random_copies_are_sound() {
    let profile = "+copies,-urgent-clock-guards,-faults".parse().expect("the features exist");
    let mut tally = Tally::default();
    for seed in 0..150 {
        let generated = generate(&profile, &mut numbers(seed));
        match judge(&generated.network, &generated.queries, seed) {
            Ok(more) => tally.add(&more),
            Err(problem) => panic!("network {seed}: {problem}"),
        }
    }
    assert!(tally.counts > 100 && tally.renamings > 100, "{tally:?}");
}

/// A model and its number of symmetries, as far as they are used.
fn order(model: &str) -> u64 {
    let (network, _) = load("model", model, &[]).expect("the model is right");
    judge(&network, &[], 0).expect("its symmetries are sound");
    super::trial::order(&network).expect("there is a plan")
}

/// Whether the one who answers belongs to the element of the one who asks makes a difference.
#[test]
fn elements_may_own_several_processes() {
    let model = "typedef int[0,1] S; typedef scalar[2] T; clock x[S]; clock y[T]; chan d;
        const int[0,2] D[S] = {2, 1};
        process P(const S i, const T h) {
          state L0 { x[i] <= 2 }, L1, L2;
          init L0;
          trans
            L0 -> L1 { sync d!; assign x[i] = 0, y[h] = 2; },
            L1 -> L2 { sync d?; },
            L1 -> L1 { guard x[i] <= 1; },
            L2 -> L1 { assign y[h] = 0, x[i] = 1; },
            L0 -> L2 { guard x[i] >= D[i]; };
        }
        system P;";
    assert!(order(model) > 1);
}

/// Receivers that copy a clock and then reset it depend on their order.
#[test]
fn receivers_that_read_a_clock_race() {
    let model = "typedef int[0,1] S; clock z; broadcast chan b;
        process P(const S i) {
          clock x; state A, B, C; init A;
          trans A -> B { sync b?; assign x = z, z = 0; }, B -> C { guard x > 1; };
        }
        process Q() { state A; init A; trans A -> A { sync b!; }; }
        system P, Q;";
    assert_eq!(order(model), 1);
}

/// Turning a ring of four by two exchanges two pairs; that is one symmetry, and turning by one another.
#[test]
fn rings_of_even_size_can_be_turned() {
    let model = "typedef int[1,4] S; int[0,2] a[S]; int[0,4] id = 0;
        process P(const S i) {
          state A, B; init A;
          trans A -> A { assign id = i, a[i % 4 + 1] = 2; }, A -> B { guard a[i] == 2; };
        }
        system P;";
    assert_eq!(order(model), 4);
}
