//! Bounds as integers, and zones whose constants are near the end of the range.

mod tape;

use orrery_zones::naive::{Limit, Matrix};
use orrery_zones::{Bound, NONE, NegativeClock, Zone, generate};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use tape::{cases, player, tape};

const MAX: i64 = Bound::MAX_LIMIT as i64;

fn pair(bound: Bound) -> Limit {
    Some((i64::from(bound.limit()?), bound.is_strict()))
}

/// A bound anywhere in the range, often near one of its ends or near 0.
fn bound(random: &mut impl FnMut() -> u64) -> Bound {
    let limit = match generate::number(random, 6) {
        0 => generate::number(random, 5) - 2,
        1 => MAX - generate::number(random, 5),
        2 => -MAX + generate::number(random, 5),
        3 => generate::number(random, 2 * MAX / 3) - MAX / 3,
        _ => generate::number(random, 2 * MAX) - MAX,
    };
    match generate::number(random, 5) {
        0 => Bound::UNBOUNDED,
        1 | 2 => Bound::lt(limit as i32),
        _ => Bound::le(limit as i32),
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn bounds_are_pairs_in_order(tape in tape()) {
        let random = &mut player(tape);
        let (a, b) = (bound(random), bound(random));
        let key = |bound: Bound| pair(bound).map_or((i64::MAX, false), |(limit, strict)| (limit, !strict));
        prop_assert_eq!(a.cmp(&b), key(a).cmp(&key(b)));
        prop_assert_eq!(Bound::from_raw(a.raw()), a);
        match (pair(a), pair(b)) {
            (Some((x, x_strict)), Some((y, y_strict))) => {
                let strict = x_strict || y_strict;
                let expected = match x + y {
                    sum if sum > MAX => Bound::UNBOUNDED,
                    sum if sum < -MAX => a.then(b).max(Bound::lt(-Bound::MAX_LIMIT)),
                    sum if strict => Bound::lt(sum as i32),
                    sum => Bound::le(sum as i32),
                };
                prop_assert_eq!(a.then(b), expected);
            }
            _ => prop_assert_eq!(a.then(b), Bound::UNBOUNDED),
        }
        prop_assert_eq!(a.then(b), b.then(a));
        prop_assert_eq!(a.then(Bound::LE_ZERO), a);
        let complement = a.complement();
        prop_assert_eq!(complement.and_then(Bound::complement).unwrap_or(Bound::UNBOUNDED), a);
        if let (Some(complement), Some((limit, strict))) = (complement, pair(a)) {
            prop_assert_eq!(pair(complement), Some((-limit, !strict)));
        }
    }

    /// Constraints that compare one clock with a constant within the range are satisfiable after any
    /// operators exactly if they are so without an end of the range: what saturating adds is bisimilar to
    /// what there is. And as long as nothing saturates, all bounds are exact.
    #[test]
    fn what_saturates_decides_no_constraint(tape in tape()) {
        let random = &mut player(tape);
        let dim = 2 + generate::number(random, 4) as usize;
        let mut zone = Zone::universe(dim);
        let mut exact = Matrix::of(&zone, 1);
        for _ in 0..24 {
            let other = generate::number(random, dim as i64) as usize;
            let clock = 1 + generate::number(random, dim as i64 - 1) as usize;
            match generate::number(random, 9) {
                0 => {
                    let limit = bound(random);
                    if zone.satisfies(clock, 0, limit) {
                        zone.up_within(&[(clock, limit)]);
                        for i in 1..dim {
                            exact.limits[i][0] = None;
                        }
                        exact.add(clock, 0, pair(limit));
                        exact = exact.closed().expect("the limit holds before the delay");
                    }
                }
                1 => {
                    zone.up();
                    for i in 1..dim {
                        exact.limits[i][0] = None;
                    }
                }
                2 => {
                    let value = generate::number(random, MAX + 1) / [1, 2, MAX][generate::number(random, 3) as usize];
                    zone.reset(clock, value as i32);
                    set(&mut exact, clock, 0, value);
                }
                3 if other != 0 => {
                    zone.copy(clock, other);
                    set(&mut exact, clock, other, 0);
                }
                4 => {
                    // Comparisons with a clock that is moved up are comparisons with smaller constants.
                    let distance = generate::number(random, MAX) / 3;
                    prop_assert_eq!(zone.shift(clock, distance as i32), Ok(()));
                    set(&mut exact, clock, clock, distance);
                }
                _ => {
                    let (i, j) = if generate::number(random, 2) == 0 { (clock, 0) } else { (0, clock) };
                    let bound = bound(random);
                    let mut constrained = exact.clone();
                    constrained.add(i, j, pair(bound));
                    let closed = constrained.closed();
                    let before = zone.clone();
                    let result = zone.constrain(i, j, bound);
                    prop_assert_eq!(closed.is_some(), result.is_ok());
                    match closed {
                        Some(closed) => exact = closed,
                        None => prop_assert_eq!(&zone, &before),
                    }
                }
            }
            prop_assert_eq!(zone.defect(), None);
            prop_assert_eq!(&zone.minimal().zone(), &zone);
            if zone.has_saturated() {
                prop_assert!(is_larger(&zone, &exact));
            } else {
                prop_assert_eq!(&Matrix::of(&zone, 1), &exact);
            }
        }
    }

    #[test]
    fn closing_and_extrapolating_large_constants(tape in tape()) {
        let random = &mut player(tape);
        let dim = 2 + generate::number(random, 4) as usize;
        let small = generate::zone(random, dim, 5);
        // Up to the factor with which the zone just fits.
        let most = MAX / highest(&small).max(1);
        let factor = [1, 1000, most / 7, most / 2, most][generate::number(random, 5) as usize];
        let scaled = Matrix::of(&small, factor);
        let Some(zone) = Zone::from_bounds(dim, |i, j| match scaled.limits[i][j] {
            None => Bound::UNBOUNDED,
            Some((limit, true)) => Bound::lt(limit as i32),
            Some((limit, false)) => Bound::le(limit as i32),
        }) else {
            prop_assert!(false, "a zone remains one when it is scaled");
            return Ok(());
        };
        prop_assert!(!zone.has_saturated());
        prop_assert_eq!(&Matrix::of(&zone, 1), &scaled);
        // Extrapolation commutes with scaling.
        let (lower, upper) = (generate::constants(random, dim, 5), generate::constants(random, dim, 5));
        let scale = |constants: &[i32]| -> Vec<i32> {
            constants.iter().map(|&c| if c == NONE { NONE } else { (i64::from(c) * factor).min(MAX) as i32 }).collect()
        };
        for extrapolate in [Zone::extrapolate_lu, Zone::extrapolate_lu_plus] {
            let (mut few, mut many) = (small.clone(), zone.clone());
            extrapolate(&mut few, &lower, &upper);
            extrapolate(&mut many, &scale(&lower), &scale(&upper));
            prop_assert_eq!(many.defect(), None);
            if highest(&few) * factor < MAX {
                prop_assert!(!many.has_saturated());
                prop_assert_eq!(Matrix::of(&many, 1), Matrix::of(&few, factor));
            } else {
                prop_assert!(many.has_saturated() || Matrix::of(&many, 1) == Matrix::of(&few, factor));
            }
        }
    }
}

/// `row i := row j + distance`.
fn set(matrix: &mut Matrix, i: usize, j: usize, distance: i64) {
    let moved = |limit: Limit, by: i64| limit.map(|(limit, strict)| (limit + by, strict));
    let old = matrix.clone();
    for k in (0..matrix.dim()).filter(|&k| k != i) {
        matrix.limits[i][k] = moved(old.limits[j][k], distance);
        matrix.limits[k][i] = moved(old.limits[k][j], -distance);
    }
    matrix.limits[i][i] = Some((0, false));
}

/// Is no bound of the zone tighter than that of the matrix?
fn is_larger(zone: &Zone, exact: &Matrix) -> bool {
    (0..zone.dim()).all(|i| {
        (0..zone.dim()).all(|j| {
            pair(zone.get(i, j)).is_none_or(|(limit, _)| {
                exact.limits[i][j].is_some_and(|(exact, _)| exact <= limit)
            })
        })
    })
}

/// The largest absolute value of a limit.
fn highest(zone: &Zone) -> i64 {
    let limits = zone.rows().flatten().filter_map(|bound| bound.limit());
    limits.map(|limit| i64::from(limit).abs()).max().unwrap_or(0)
}

#[test]
fn limits_are_checked_at_the_edge() {
    assert_eq!(Bound::try_le(5), Some(Bound::le(5)));
    assert_eq!(Bound::try_lt(-5), Some(Bound::lt(-5)));
    assert_eq!(Bound::try_le(MAX).and_then(Bound::limit), Some(Bound::MAX_LIMIT));
    for limit in [MAX + 1, -MAX - 1, i64::MAX, i64::MIN] {
        assert_eq!((Bound::try_le(limit), Bound::try_lt(limit)), (None, None));
    }
    // Whoever did not check gets a bound that is looser, not one that is wrong.
    assert_eq!(Bound::le(i32::MAX), Bound::UNBOUNDED);
    assert_eq!(Bound::lt(i32::MIN), Bound::le(-Bound::MAX_LIMIT));
    assert_eq!(Bound::from_raw(i32::MAX), Bound::UNBOUNDED);
    assert_eq!(Bound::from_raw(i32::MIN), Bound::lt(-Bound::MAX_LIMIT));
    assert_eq!((Bound::UNBOUNDED.limit(), Bound::UNBOUNDED.complement()), (None, None));
    assert_eq!(
        format!("{:?} {:?} {:?}", Bound::LE_ZERO, Bound::lt(-1), Bound::UNBOUNDED),
        "<=0 <-1 <inf"
    );
}

#[test]
fn that_a_bound_saturated_is_remembered() {
    let mut zone = Zone::zero(3);
    zone.reset(1, Bound::MAX_LIMIT);
    assert_eq!(zone.shift(1, 1), Ok(()));
    assert!(zone.has_saturated());
    assert_eq!((zone.get(0, 1), zone.get(1, 0)), (Bound::lt(-Bound::MAX_LIMIT), Bound::UNBOUNDED));
    let mut copy = Zone::zero(5);
    copy.copy_from(&zone);
    assert!(copy.has_saturated());
    assert!(copy.select_rows(&[0, 2]).has_saturated());
    copy.copy_from(&Zone::zero(3));
    assert!(!copy.has_saturated());
    let mut other = Zone::universe(3);
    other.intersect(&zone).unwrap();
    assert!(other.has_saturated());
    let mut other = Zone::zero(3);
    other.hull(&zone);
    assert!(other.has_saturated());
}

#[test]
fn the_largest_value_is_a_value() {
    let mut zone = Zone::zero(3);
    zone.reset(1, Bound::MAX_LIMIT);
    zone.reset(2, 0);
    assert!(!zone.has_saturated());
    assert_eq!(zone.get(1, 2), Bound::le(Bound::MAX_LIMIT));
    assert_eq!(zone.shift(2, -1), Err(NegativeClock));
}

#[test]
fn a_closure_that_does_not_fit_is_larger_and_says_so() {
    // x <= M and y - x <= M: the bound 2 M on y does not fit.
    let bound = |i: usize, j: usize| match (i, j) {
        (1, 0) | (2, 1) => Bound::le(Bound::MAX_LIMIT),
        _ => Bound::UNBOUNDED,
    };
    let zone = Zone::from_bounds(3, bound).unwrap();
    assert!(zone.has_saturated());
    assert_eq!(zone.defect(), None);
    // x >= M and y - x >= M cannot be kept both, either.
    let bound = |i: usize, j: usize| match (i, j) {
        (0, 1) | (1, 2) => Bound::le(-Bound::MAX_LIMIT),
        _ => Bound::UNBOUNDED,
    };
    let zone = Zone::from_bounds(3, bound).unwrap();
    assert!(zone.has_saturated());
    assert_eq!(zone.defect(), None);
}

#[test]
fn many_rows_are_as_good_as_few() {
    // Rows beyond the sixty-third share a bit in the set of rows to be closed again.
    let random = &mut player(vec![7; 50]);
    let mut zone = generate::grown(random, 70, 9);
    let mut lower = generate::constants(random, 70, 9);
    let upper = generate::constants(random, 70, 9);
    lower[69] = 3;
    let (mut lu, mut plus) = (zone.clone(), zone.clone());
    lu.extrapolate_lu(&lower, &upper);
    plus.extrapolate_lu_plus(&lower, &upper);
    assert_eq!(Some(&lu), orrery_zones::naive::extra_lu(&zone, &lower, &upper).as_ref());
    assert_eq!(Some(&plus), orrery_zones::naive::extra_lu_plus(&zone, &lower, &upper).as_ref());
    zone.remove_rows(&[true; 70]);
    assert_eq!(zone.dim(), 70);
}
