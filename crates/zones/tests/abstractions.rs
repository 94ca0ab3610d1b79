//! Extrapolations and inclusion modulo LU against their definitions.

mod tape;

use orrery_zones::naive::{self, Matrix};
use orrery_zones::{NONE, Zone, generate, is_simulated_lu};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use tape::{cases, player, points, small_zone, tape};

/// A zone of up to `rows` rows with constants for it.
fn case(random: &mut impl FnMut() -> u64, rows: i64) -> (Zone, Vec<i32>, Vec<i32>) {
    let dim = 2 + generate::number(random, rows - 1) as usize;
    let zone = generate::zone(random, dim, 5);
    let lower = generate::constants(random, dim, 5);
    let upper = generate::constants(random, dim, 5);
    (zone, lower, upper)
}

fn applied(zone: &Zone, extrapolate: impl Fn(&mut Zone)) -> Zone {
    let mut zone = zone.clone();
    extrapolate(&mut zone);
    zone
}

/// The four extrapolations for one pair of constants, finest first within each pair of the same
/// constants.
fn all_four(zone: &Zone, lower: &[i32], upper: &[i32]) -> [(&'static str, Zone); 4] {
    let max: Vec<i32> = lower.iter().zip(upper).map(|(a, b)| *a.max(b)).collect();
    [
        ("M", applied(zone, |zone| zone.extrapolate_m(&max))),
        ("M+", applied(zone, |zone| zone.extrapolate_m_plus(&max))),
        ("LU", applied(zone, |zone| zone.extrapolate_lu(lower, upper))),
        ("LU+", applied(zone, |zone| zone.extrapolate_lu_plus(lower, upper))),
    ]
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn extrapolations_agree_with_their_definitions(tape in tape()) {
        let random = &mut player(tape);
        let (zone, lower, upper) = case(random, 6);
        let max: Vec<i32> = lower.iter().zip(&upper).map(|(a, b)| *a.max(b)).collect();
        let expected = [
            naive::extra_lu(&zone, &max, &max),
            naive::extra_lu_plus(&zone, &max, &max),
            naive::extra_lu(&zone, &lower, &upper),
            naive::extra_lu_plus(&zone, &lower, &upper),
        ];
        for ((name, extrapolated), expected) in all_four(&zone, &lower, &upper).into_iter().zip(expected) {
            prop_assert_eq!(extrapolated.defect(), None, "{}", name);
            prop_assert_eq!(Some(extrapolated), expected, "{} of {:?}", name, zone);
        }
    }

    #[test]
    fn extrapolations_are_ordered_idempotent_and_inside_the_abstraction(tape in tape()) {
        let random = &mut player(tape);
        let (zone, lower, upper) = case(random, 5);
        let four = all_four(&zone, &lower, &upper);
        for (name, extrapolated) in &four {
            prop_assert!(extrapolated.includes(&zone), "{}", name);
            // All of them are sound: nothing in them that the zone does not simulate.
            prop_assert!(is_simulated_lu(extrapolated, &zone, &lower, &upper), "{} of {:?}", name, zone);
        }
        let [m, m_plus, lu, lu_plus] = four.map(|(_, zone)| zone);
        prop_assert!(m_plus.includes(&m) && lu.includes(&m));
        prop_assert!(lu_plus.includes(&lu) && lu_plus.includes(&m_plus));
        for (before, again) in [&m, &m_plus, &lu, &lu_plus].into_iter().zip(0..) {
            let again = &all_four(before, &lower, &upper)[again].1;
            prop_assert_eq!(again, before);
        }
    }

    #[test]
    fn points_simulated_by_a_zone(tape in tape()) {
        let random = &mut player(tape);
        let (zone, lower, upper) = case(random, 4);
        let abstraction = naive::abstraction_lu(&zone, &lower, &upper);
        let plus = applied(&zone, |zone| zone.extrapolate_lu_plus(&lower, &upper));
        for point in points(random, &zone, 20).into_iter().chain(points(random, &plus, 20)) {
            let simulated = naive::is_simulated(&point, &zone, &lower, &upper);
            prop_assert!(simulated || !point.is_in(&plus), "{:?}", point);
            // The two definitions of the twin agree with one another.
            let mut alone = Matrix::unconstrained(zone.dim());
            for (row, &value) in point.values.iter().enumerate() {
                alone.fix(row, value);
            }
            let scaled: Vec<Matrix> = abstraction.iter().map(|piece| scaled(piece, point.scale)).collect();
            prop_assert_eq!(alone.is_covered(&scaled), simulated, "{:?}", point);
        }
    }
}

fn scaled(matrix: &Matrix, scale: i64) -> Matrix {
    let mut scaled = matrix.clone();
    for limit in scaled.limits.iter_mut().flatten().flatten() {
        limit.0 *= scale;
    }
    scaled
}

proptest! {
    #![proptest_config(cases(3000))]

    /// Exact: small ⊆ aLU(big) as a union of zones, by cutting.
    #[test]
    fn inclusion_modulo_lu_is_inclusion_in_the_abstraction(tape in tape()) {
        let random = &mut player(tape);
        let (big, lower, upper) = case(random, 3);
        let small = generate::zone(random, big.dim(), 5);
        let pieces = naive::abstraction_lu(&big, &lower, &upper);
        let expected = Matrix::of(&small, 1).is_covered(&pieces);
        prop_assert_eq!(is_simulated_lu(&small, &big, &lower, &upper), expected,
            "small {:?} big {:?} L {:?} U {:?}", small, big, lower, upper);
        prop_assert!(is_simulated_lu(&big, &big, &lower, &upper));
        prop_assert!(!big.includes(&small) || expected);
    }

    /// The same on the points of a grid of multiples of 1/dim, which meets every region with small
    /// constants.
    #[test]
    fn inclusion_modulo_lu_holds_for_every_point_of_a_grid(tape in tape()) {
        let random = &mut player(tape);
        let big = generate::zone(random, 3, 2);
        let small = generate::zone(random, 3, 2);
        let lower = generate::constants(random, 3, 2);
        let upper = generate::constants(random, 3, 2);
        let scale = 3;
        let mut all = true;
        for x in 0..=8 * scale {
            for y in 0..=8 * scale {
                let point = naive::Point { values: vec![0, x, y], scale };
                if point.is_in(&small) {
                    all &= naive::is_simulated(&point, &big, &lower, &upper);
                }
            }
        }
        prop_assert_eq!(is_simulated_lu(&small, &big, &lower, &upper), all,
            "small {:?} big {:?} L {:?} U {:?}", small, big, lower, upper);
    }
}

#[test]
fn a_clock_that_is_compared_with_nothing_is_free() {
    let mut zone = Zone::zero(3);
    zone.extrapolate_lu_plus(&[0, NONE, 2], &[0, NONE, 2]);
    let mut expected = Zone::zero(3);
    expected.free(1);
    assert_eq!(zone, expected);
}

#[test]
fn zones_over_different_clocks_do_not_simulate_one_another() {
    assert!(!is_simulated_lu(&Zone::zero(2), &Zone::zero(3), &[0; 3], &[0; 3]));
}

#[test]
fn small_zone_has_room_for_every_case() {
    // Guards the generator: if it only made one kind of zone, the laws above would say little.
    let random = &mut player(vec![]);
    let mut bounded = 0;
    let mut integral = 0;
    for _ in 0..400 {
        let zone = small_zone(random);
        bounded += usize::from((1..zone.dim()).all(|i| !zone.get(i, 0).is_unbounded()));
        integral += usize::from(generate::point_in(random, &zone, 1).is_some());
    }
    assert!((40..360).contains(&bounded), "{bounded} of 400 bounded");
    assert!((40..390).contains(&integral), "{integral} of 400 with an integral point");
}
