use super::super::fraction::{Amount, Fraction};
use super::{Pivoted, Simplex};

type Constraint = (Vec<(usize, i128)>, i128, bool);

fn most(limit: i128, strict: bool) -> Amount {
    let small = Fraction::whole(-i128::from(strict));
    Amount { whole: Fraction::whole(limit), small }
}

fn solve(variables: usize, constraints: &[Constraint]) -> (Simplex, Pivoted) {
    let mut simplex = Simplex::new(variables);
    let mut last = Pivoted::Feasible;
    for (sum, limit, strict) in constraints {
        if last == Pivoted::Feasible {
            last = simplex.add(sum, most(*limit, *strict), &mut || true);
        }
    }
    (simplex, last)
}

/// What a constraint leaves in the solution is not negative.
fn holds(simplex: &Simplex, (sum, limit, strict): &Constraint) -> bool {
    let left = sum.iter().try_fold(most(*limit, *strict), |left, (variable, factor)| {
        left.minus(simplex.value(*variable).times(Fraction::whole(*factor))?)
    });
    left.is_some_and(|left| !left.is_negative())
}

#[test]
fn a_sum_may_be_large_where_each_part_is_small() {
    // a + b >= 7, a <= 3, b <= 4 leaves one solution; a < 3 leaves none.
    let least: Constraint = (vec![(0, -1), (1, -1)], -7, false);
    let (simplex, end) =
        solve(2, &[least.clone(), (vec![(0, 1)], 3, false), (vec![(1, 1)], 4, false)]);
    assert_eq!(end, Pivoted::Feasible);
    assert_eq!([0, 1].map(|each| simplex.value(each).whole.floor()), [3, 4]);
    let (_, end) = solve(2, &[least, (vec![(0, 1)], 3, true), (vec![(1, 1)], 4, false)]);
    assert_eq!(end, Pivoted::Infeasible);
}

/// A small generator of numbers, for tests.
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// Every solution satisfies all constraints, and where whole numbers do, there is one.
#[test]
fn random_constraints_agree_with_trying_whole_numbers() {
    const LARGEST: i128 = 4;
    let mut state = 1;
    let (mut feasible, mut infeasible) = (0, 0);
    for _ in 0..4000 {
        let constraints: Vec<Constraint> = (0..2 + random(&mut state, 5))
            .map(|_| {
                let factors = (0..3).map(|each| (each, i128::from(random(&mut state, 5)) - 2));
                let sum = factors.filter(|(_, factor)| *factor != 0).collect();
                let limit = i128::from(random(&mut state, 13)) - 6;
                (sum, limit, random(&mut state, 3) == 0)
            })
            .collect();
        let (simplex, end) = solve(3, &constraints);
        assert_ne!(end, Pivoted::GaveUp);
        if end == Pivoted::Feasible {
            feasible += 1;
            assert!(constraints.iter().all(|each| holds(&simplex, each)), "{constraints:?}");
        } else {
            infeasible += 1;
            let value = |point: i128, each: usize| point / (LARGEST + 1).pow(each as u32) % 5;
            let satisfies = |point: i128, (sum, limit, strict): &Constraint| {
                let sum: i128 = sum.iter().map(|(each, by)| by * value(point, *each)).sum();
                if *strict { sum < *limit } else { sum <= *limit }
            };
            let mut points = 0..(LARGEST + 1).pow(3);
            let found = points.find(|at| constraints.iter().all(|each| satisfies(*at, each)));
            assert_eq!(found, None, "{constraints:?}");
        }
    }
    assert!(feasible > 1000 && infeasible > 500, "{feasible} and {infeasible}");
}
