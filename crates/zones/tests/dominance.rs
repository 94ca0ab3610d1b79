//! Which priced zone makes another one superfluous: against the naive twin, valuation by valuation, and
//! by what may happen afterwards.

mod tape;

use orrery_zones::naive::{self, Infimum};
use orrery_zones::priced::{Cost, CostError, PricedZone};
use orrery_zones::{Bound, NONE, Zone, generate};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use tape::{cases, player, points, priced_zone, small_cost, tape};

/// A priced zone and another that it dominates more often than chance would have it: a part of it,
/// or of what it becomes by extrapolation, with nearly the same cost.
fn pair(
    random: &mut impl FnMut() -> u64,
    most: i64,
    lower: &[i32],
    upper: &[i32],
) -> (PricedZone, PricedZone) {
    let big = priced_zone(random, most);
    let dim = big.zone().dim();
    let mut zone = big.zone().clone();
    match generate::number(random, 4) {
        0 => zone = generate::zone(random, dim, 6),
        1 => {
            let _ = zone.intersect(&generate::zone(random, dim, 6));
        }
        2 => zone.extrapolate_lu_plus(&lower[..dim], &upper[..dim]),
        _ => {
            zone.extrapolate_lu_plus(&lower[..dim], &upper[..dim]);
            let other = generate::zone(random, dim, 6);
            zone = zone.intersection(&other).unwrap_or(zone);
        }
    }
    let mut rates = big.cost().rates().to_vec();
    if generate::number(random, 2) == 0 {
        let row = generate::number(random, dim as i64) as usize;
        rates[row] += generate::number(random, 5) - 2;
    }
    let constant = big.cost().constant() + generate::number(random, 7);
    let nearly = Cost::new(constant, rates);
    let cost = if generate::number(random, 4) == 0 { small_cost(random, dim) } else { nearly };
    (big, PricedZone::new(zone, cost).expect("as many rates as rows"))
}

fn constants(random: &mut impl FnMut() -> u64) -> (Vec<i32>, Vec<i32>) {
    let lower = generate::constants(random, 6, 4);
    let upper = if generate::number(random, 3) == 0 {
        lower.clone()
    } else {
        generate::constants(random, 6, 4)
    };
    (lower, upper)
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn dominance_is_decided_at_corners(tape in tape()) {
        let random = &mut player(tape);
        let (big, small) = pair(random, 5, &[6; 5], &[6; 5]);
        let dominates = big.dominates(&small).unwrap();
        prop_assert_eq!(dominates, naive::dominates(&big, &small));
        prop_assert_eq!(big.dominates(&big), Ok(true));
        for point in points(random, small.zone(), 10).into_iter().filter(|point| point.is_in(small.zone())) {
            let cheap = point.is_in(big.zone())
                && naive::cost_at(big.cost(), &point) <= naive::cost_at(small.cost(), &point);
            prop_assert!(cheap || !dominates);
        }
    }

    #[test]
    fn dominance_modulo_lu_is_decided_in_cells(tape in tape()) {
        let random = &mut player(tape);
        let (lower, upper) = constants(random);
        let (big, small) = pair(random, 3, &lower, &upper);
        let dominates = big.dominates_modulo_lu(&small, &lower, &upper).unwrap();
        prop_assert_eq!(dominates, naive::dominates_modulo_lu(&big, &small, &lower, &upper));
        prop_assert!(dominates || big.dominates(&small) == Ok(false));
        // Constants that are never exceeded make it plain dominance.
        if (1..small.zone().dim()).all(|row| small.zone().satisfies(row, 0, Bound::le(1000))) {
            prop_assert_eq!(big.dominates_modulo_m(&small, &[1000; 6]), big.dominates(&small));
        }
        for point in points(random, small.zone(), 10).into_iter().filter(|point| point.is_in(small.zone())) {
            let cost = naive::cost_at(small.cost(), &point);
            let cheap = match naive::cost_modulo_lu(&big, &lower, &upper, &point) {
                Infimum::None => false,
                Infimum::Cost(least) => least <= cost,
                Infimum::Unbounded => true,
            };
            prop_assert!(cheap || !dominates, "{:?}", point);
        }
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn dominance_modulo_lu_of_three_clocks(tape in tape()) {
        let random = &mut player(tape);
        let (lower, upper) = constants(random);
        let (big, small) = pair(random, 4, &lower, &upper);
        let dominates = big.dominates_modulo_lu(&small, &lower, &upper);
        prop_assert_eq!(dominates, Ok(naive::dominates_modulo_lu(&big, &small, &lower, &upper)));
    }
}

/// The least cost after the same steps, or nothing if they are not possible.
fn least_after(start: &PricedZone, steps: &[Step]) -> Option<Result<i64, CostError>> {
    let mut pieces = vec![start.clone()];
    for step in steps {
        let next = |piece: &PricedZone| match *step {
            Step::Wait(rate) => piece.delay(rate),
            Step::Reset(row, value) => piece.reset(row, value),
            Step::Guard(i, j, bound) => {
                let mut piece = piece.clone();
                Ok(if piece.constrain(i, j, bound).is_ok() { vec![piece] } else { Vec::new() })
            }
        };
        let all: Result<Vec<Vec<PricedZone>>, CostError> = pieces.iter().map(next).collect();
        match all {
            Ok(all) => pieces = all.concat(),
            Err(error) => return Some(Err(error)),
        }
    }
    let values: Result<Vec<i64>, CostError> =
        pieces.iter().map(|piece| piece.least_cost().map(|least| least.value)).collect();
    values.map(|values| values.into_iter().min()).transpose()
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Wait(i64),
    Reset(usize, i32),
    Guard(usize, usize, Bound),
}

/// A step that the constants admit.
fn step(random: &mut impl FnMut() -> u64, dim: usize, lower: &[i32], upper: &[i32]) -> Step {
    let row = 1 + generate::number(random, dim as i64 - 1) as usize;
    let strict = generate::number(random, 2) == 0;
    let bound = |limit: i32| if strict { Bound::lt(limit) } else { Bound::le(limit) };
    match generate::number(random, 5) {
        0 if lower[row] >= 0 => Step::Guard(
            0,
            row,
            bound(-(generate::number(random, i64::from(lower[row]) + 1) as i32)),
        ),
        1 if upper[row] >= 0 => {
            Step::Guard(row, 0, bound(generate::number(random, i64::from(upper[row]) + 1) as i32))
        }
        2 => Step::Reset(row, generate::number(random, 3) as i32),
        _ => Step::Wait(generate::number(random, 4)),
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    /// Soundness, without the definition of simulation: whatever guards, resets and waits come
    /// afterwards, what is dominated is never the cheaper one.
    #[test]
    fn what_is_dominated_never_becomes_cheaper(tape in tape()) {
        let random = &mut player(tape);
        let (lower, upper) = constants(random);
        let (big, small) = pair(random, 4, &lower, &upper);
        if big.dominates_modulo_lu(&small, &lower, &upper) != Ok(true) {
            return Ok(());
        }
        let dim = big.zone().dim();
        for _ in 0..10 {
            let count = generate::number(random, 7);
            let steps: Vec<Step> = (0..count).map(|_| step(random, dim, &lower, &upper)).collect();
            let Some(Ok(after_small)) = least_after(&small, &steps) else { continue };
            match least_after(&big, &steps) {
                None => prop_assert!(false, "only the small one can do {:?}", steps),
                Some(Err(error)) => prop_assert_eq!(error, CostError::Unbounded),
                Some(Ok(after_big)) => prop_assert!(after_big <= after_small, "{:?}", steps),
            }
        }
    }
}

/// The generator of pairs is worth something: all outcomes are frequent.
#[test]
fn all_outcomes_occur() {
    let (mut plain, mut only_modulo, mut by_cost, mut total) = (0, 0, 0, 0);
    for seed in 0..2000 {
        let random = &mut player(vec![seed, seed >> 3, 7]);
        let (lower, upper) = constants(random);
        let (big, small) = pair(random, 3, &lower, &upper);
        let dominates = big.dominates_modulo_lu(&small, &lower, &upper).unwrap();
        let is_plain = big.dominates(&small).unwrap();
        plain += usize::from(is_plain);
        only_modulo += usize::from(dominates && !is_plain);
        let zones = big.zone().includes_modulo_lu(small.zone(), &lower, &upper);
        by_cost += usize::from(zones && !dominates);
        total += 1;
    }
    assert!(plain * 10 > total, "{plain}");
    assert!(only_modulo * 20 > total, "{only_modulo}");
    assert!(by_cost * 10 > total, "{by_cost}");
}

fn half_line(from: i32, rate: i64, constant: i64) -> PricedZone {
    let mut zone = Zone::universe(2);
    zone.constrain(0, 1, Bound::le(-from)).expect("there are larger values");
    PricedZone::new(zone, Cost::new(constant, vec![0, rate])).expect("as many rates as rows")
}

/// What makes a search end: zones that go away from 0 and get dearer are dominated modulo `M`.
#[test]
fn beyond_the_largest_constant_only_the_cheapest_counts() {
    let near = half_line(5, 1, 0);
    let far = half_line(7, 1, 0);
    assert_eq!(near.dominates(&far), Ok(true));
    assert_eq!(far.dominates(&near), Ok(false));
    // The far one costs at least 7 where the near one costs at least 5.
    assert_eq!(far.dominates_modulo_m(&near, &[0, 4]), Ok(false));
    let cheap = half_line(7, 0, 5);
    assert_eq!(cheap.dominates_modulo_m(&near, &[0, 4]), Ok(true));
    // With a constant of 5 the valuation x = 5 must be there, and it is not.
    assert_eq!(cheap.dominates_modulo_m(&near, &[0, 5]), Ok(false));
    assert_eq!(cheap.dominates_modulo_lu(&near, &[0, 5], &[0, NONE]), Ok(true));
    assert_eq!(cheap.dominates_modulo_lu(&near, &[0, NONE], &[0, 5]), Ok(false));
}

/// The cheapest `x` that goes with `y` is 1 as long as `y <= 4`, and `y - 3` from there on: no single line
/// says what it costs.
#[test]
fn every_line_of_the_infimum_counts() {
    let mut zone = Zone::universe(3);
    for (i, j, bound) in [(0, 1, Bound::le(-1)), (2, 1, Bound::le(3)), (2, 0, Bound::le(10))] {
        zone.constrain(i, j, bound).unwrap();
    }
    let big = PricedZone::new(zone, Cost::new(0, vec![0, 1, 0])).unwrap();
    let mut zone = Zone::universe(3);
    zone.constrain(0, 1, Bound::le(-20)).unwrap();
    zone.constrain(2, 0, Bound::le(10)).unwrap();
    let max = [0, 0, 10];
    for (constant, rate, expected) in [(7, 0, true), (6, 0, false), (0, 0, false), (1, 1, true)] {
        let small = PricedZone::new(zone.clone(), Cost::new(constant, vec![0, 0, rate])).unwrap();
        assert_eq!(big.dominates_modulo_m(&small, &max), Ok(expected), "{constant} + {rate} y");
        assert_eq!(big.dominates(&small), Ok(false));
    }
}

/// Strict bounds: `x > 4` has no cheapest valuation, but the infimum is what counts.
#[test]
fn costs_that_are_only_approached_count() {
    let mut open = half_line(0, 1, 0);
    open.constrain(0, 1, Bound::lt(-4)).unwrap();
    let least = open.least_cost().unwrap();
    assert_eq!((least.value, least.attained), (4, false));
    assert_eq!(open.dominates_modulo_m(&half_line(9, 0, 4), &[0, 4]), Ok(true));
    assert_eq!(open.dominates_modulo_m(&half_line(9, 0, 3), &[0, 4]), Ok(false));
}

/// The difference of two costs may need more bits than a cost.
#[test]
fn differences_of_costs_do_not_overflow() {
    let at_one = |rate: i64| {
        let mut zone = Zone::zero(2);
        zone.reset(1, 1);
        PricedZone::new(zone, Cost::new(0, vec![0, rate])).unwrap()
    };
    assert_eq!(at_one(i64::MAX).dominates(&at_one(-i64::MAX)), Ok(false));
    assert_eq!(at_one(-i64::MAX).dominates(&at_one(i64::MAX)), Ok(true));
}

#[test]
fn zones_that_lost_precision_are_not_compared() {
    let mut zone = Zone::zero(2);
    zone.reset(1, Bound::MAX_LIMIT);
    zone.shift(1, 1).unwrap();
    let rough = PricedZone::new(zone, Cost::constant_of(2, 0)).unwrap();
    let exact = PricedZone::zero(2);
    assert_eq!(rough.dominates(&exact), Err(CostError::Overflow));
    assert_eq!(exact.dominates(&rough), Err(CostError::Overflow));
    assert_eq!(rough.dominates_modulo_m(&rough, &[0, 3]), Err(CostError::Overflow));
}

#[test]
fn a_constant_that_is_no_bound_is_an_error() {
    let cheap = half_line(3, 0, 1);
    let dear = half_line(5, 0, 0);
    assert_eq!(cheap.dominates_modulo_m(&dear, &[0, i32::MAX]), Err(CostError::Overflow));
}

/// Thirty clocks that may all be on both sides of their constants would make 2^30 cells.
#[test]
fn a_comparison_that_would_take_for_ever_is_given_up() {
    let dim = 31;
    // The big one is dearer where clocks are large, which does not matter modulo M.
    let rates = (0..dim).map(|row| i64::from(row > 0)).collect();
    let big = PricedZone::new(Zone::universe(dim), Cost::new(0, rates)).unwrap();
    let small = PricedZone::new(Zone::universe(dim), Cost::constant_of(dim, 40)).unwrap();
    let answer = big.dominates_modulo_m(&small, &vec![1; dim]);
    assert_eq!(answer, Err(CostError::TooManyPieces));
}
