//! Every operator on priced zones against its naive twin, valuation by valuation.

mod tape;

use orrery_zones::naive::{self, Infimum, Point};
use orrery_zones::priced::{Cost, CostError, PricedZone};
use orrery_zones::{Bound, Rational, Zone, generate};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use tape::{cases, player, points, priced_zone, small_cost, tape};

fn row_of(random: &mut impl FnMut() -> u64, dim: usize) -> usize {
    1 + generate::number(random, dim as i64 - 1) as usize
}

fn bound_of(random: &mut impl FnMut() -> u64) -> Bound {
    let limit = generate::number(random, 17) as i32 - 8;
    if generate::number(random, 2) == 0 { Bound::le(limit) } else { Bound::lt(limit) }
}

fn rationals(point: &Point) -> Vec<Rational> {
    point
        .values
        .iter()
        .map(|&value| Rational::new(value, point.scale).expect("it is small"))
        .collect()
}

/// Points to try on pieces: those worth trying on the zone before, and on every piece.
fn points_around(
    random: &mut impl FnMut() -> u64,
    before: &PricedZone,
    pieces: &[PricedZone],
) -> Vec<Point> {
    let mut all = points(random, before.zone(), 12);
    for piece in pieces {
        all.extend(points(random, piece.zone(), 12));
    }
    all
}

fn no_piece_is_superfluous(pieces: &[PricedZone]) -> bool {
    pieces.iter().enumerate().all(|(at, piece)| {
        let others = pieces.iter().enumerate().filter(|(other, _)| *other != at);
        others.into_iter().all(|(_, other)| !other.zone().includes(piece.zone()))
    })
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn least_cost_is_that_of_a_corner(tape in tape()) {
        let random = &mut player(tape);
        let priced = priced_zone(random, 5);
        let expected = naive::least(priced.zone(), priced.cost().rates());
        let least = priced.least_cost();
        match expected {
            None => {
                prop_assert_eq!(least, Err(CostError::Unbounded));
                prop_assert_eq!(priced.cheapest(), Err(CostError::Unbounded));
                return Ok(());
            }
            Some((value, attained)) => {
                let least = least.unwrap();
                let value = value + i128::from(priced.cost().constant());
                prop_assert_eq!((i128::from(least.value), least.attained), (value, attained));
            }
        }
        let least = least.unwrap();
        let cheapest = priced.cheapest().unwrap();
        prop_assert_eq!(cheapest.is_some(), least.attained);
        let inside = points(random, priced.zone(), 12);
        let best = cheapest.iter().flat_map(|zone| points(random, zone, 6)).collect::<Vec<_>>();
        for point in inside.into_iter().chain(best).filter(|point| point.is_in(priced.zone())) {
            let cost = naive::cost_at(priced.cost(), &point);
            let bound = i128::from(least.value) * i128::from(point.scale);
            prop_assert!(cost >= bound);
            let is_best = cheapest.as_ref().is_some_and(|zone| point.is_in(zone));
            prop_assert_eq!(is_best, cost == bound);
        }
    }

    #[test]
    fn least_cost_with_huge_rates(tape in tape()) {
        let random = &mut player(tape);
        let zone = priced_zone(random, 5).zone().clone();
        let rate = |row: usize, random: &mut dyn FnMut() -> u64| {
            let huge = (random)() as i64 ^ ((random)() as i64).rotate_left(23) ^ ((random)() as i64).rotate_left(46);
            if row == 0 { 0 } else { huge >> ((random)() % 40) }
        };
        let rates: Vec<i64> = (0..zone.dim()).map(|row| rate(row, random)).collect();
        let expected = naive::least(&zone, &rates);
        let priced = PricedZone::new(zone, Cost::new(0, rates)).unwrap();
        match (expected, priced.least_cost()) {
            (None, least) => prop_assert_eq!(least, Err(CostError::Unbounded)),
            (Some((value, _)), Err(error)) => {
                prop_assert_eq!(error, CostError::Overflow);
                prop_assert!(i64::try_from(value).is_err());
            }
            (Some((value, attained)), Ok(least)) => {
                prop_assert_eq!((i128::from(least.value), least.attained), (value, attained));
            }
        }
    }

    #[test]
    fn what_does_not_split(tape in tape()) {
        let random = &mut player(tape);
        let before = priced_zone(random, 4);
        let dim = before.zone().dim();
        let (i, j) = (row_of(random, dim), generate::number(random, dim as i64) as usize);
        let (i, j) = if generate::number(random, 2) == 0 { (i, j) } else { (j, i) };
        let bound = bound_of(random);
        let summand = generate::number(random, 9) - 4;
        let other = generate::zone(random, dim, 6);
        let (row, distance) = (row_of(random, dim), generate::number(random, 9) as i32 - 4);
        let (mut less, mut both, mut moved, mut dearer) =
            (before.clone(), before.clone(), before.clone(), before.clone());
        let kept = less.constrain(i, j, bound).is_ok();
        let common = both.intersect(&other).is_ok();
        let shifted = moved.shift(row, distance);
        dearer.add(summand).unwrap();
        if !kept {
            prop_assert_eq!(&less, &before);
        }
        if !common {
            prop_assert_eq!(&both, &before);
        }
        if shifted.is_err() {
            prop_assert_eq!(&moved, &before);
        }
        for point in points_around(random, &before, std::slice::from_ref(&moved)) {
            let inside = point.is_in(before.zone());
            let cost = naive::cost_at(before.cost(), &point);
            let expect = |holds: bool, cost: i128| {
                if inside && holds { Some(Rational::new(cost as i64, point.scale).unwrap()) } else { None }
            };
            let at = |priced: &PricedZone| priced.cost_at(&rationals(&point)).unwrap();
            prop_assert_eq!(at(&before), expect(true, cost));
            prop_assert_eq!(at(&dearer), expect(true, cost + i128::from(summand) * i128::from(point.scale)));
            if kept {
                prop_assert_eq!(at(&less), expect(point.satisfies(i, j, bound), cost));
            }
            if common {
                prop_assert_eq!(at(&both), expect(point.is_in(&other), cost));
            }
            if shifted.is_ok() {
                let old = point.with(row, point.values[row] - i64::from(distance) * point.scale);
                let cost = naive::cost_at(before.cost(), &old) as i64;
                let expected = old.is_in(before.zone()).then(|| Rational::new(cost, point.scale).unwrap());
                prop_assert_eq!(at(&moved), expected);
            }
        }
    }

    #[test]
    fn delay_is_the_cheapest_wait(tape in tape()) {
        let random = &mut player(tape);
        let before = priced_zone(random, 5);
        let rate = generate::number(random, 9) - 2;
        let pieces = before.delay(rate).unwrap();
        prop_assert!(pieces.len() <= before.zone().dim());
        prop_assert!(no_piece_is_superfluous(&pieces));
        for point in points_around(random, &before, &pieces) {
            prop_assert_eq!(
                naive::cheapest_piece(&pieces, &point),
                naive::cost_after_delay(&before, rate, &point),
                "{:?}", point
            );
        }
    }

    #[test]
    fn assignments_take_the_cheapest_value(tape in tape()) {
        let random = &mut player(tape);
        let before = priced_zone(random, 5);
        let dim = before.zone().dim();
        let row = row_of(random, dim);
        let other = generate::number(random, dim as i64) as usize;
        let value = generate::number(random, 7) as i32;
        let (free, reset, copy) = (before.free(row), before.reset(row, value), before.copy(row, other));
        if free.is_err() {
            let inside = generate::point_in(random, before.zone(), dim as i64).unwrap();
            prop_assert_eq!(&free, &Err(CostError::Unbounded));
            prop_assert_eq!(&reset, &free);
            prop_assert_eq!(naive::cost_after_forgetting(&before, row, &inside), Infimum::Unbounded);
            return Ok(());
        }
        let (free, reset, copy) = (free.unwrap(), reset.unwrap(), copy.unwrap());
        prop_assert!(no_piece_is_superfluous(&free));
        prop_assert!(free.iter().all(|piece| piece.cost().rates()[row] == 0));
        for mut point in points_around(random, &before, &free) {
            for _ in 0..3 {
                let expected = naive::cost_after_forgetting(&before, row, &point);
                let is_reset = point.values[row] == i64::from(value) * point.scale;
                let is_copy = point.values[row] == point.values[other];
                let when = |holds: bool| if holds { expected } else { Infimum::None };
                prop_assert_eq!(naive::cheapest_piece(&free, &point), expected, "{:?}", point);
                prop_assert_eq!(naive::cheapest_piece(&reset, &point), when(is_reset), "{:?}", point);
                if row != other {
                    prop_assert_eq!(naive::cheapest_piece(&copy, &point), when(is_copy), "{:?}", point);
                }
                let written = if is_reset { point.values[other] } else { i64::from(value) * point.scale };
                point = point.with(row, written);
            }
        }
        if row == other {
            prop_assert_eq!(copy, vec![before]);
        }
    }

    /// A path is a series of waits with guards and resets. Its times satisfy constraints on differences
    /// and its cost is affine in them, so the least cost of one zone over times is the answer.
    #[test]
    fn a_whole_path_costs_what_its_times_cost(tape in tape()) {
        let random = &mut player(tape);
        let (clocks, steps) = (1 + generate::number(random, 3) as usize, 1 + generate::number(random, 4) as usize);
        let mut pieces = vec![PricedZone::zero(clocks + 1)];
        let mut times = Zone::universe(steps + 1);
        let mut rates = vec![0; steps + 1];
        let mut constant = 0;
        // A clock has the value of the time since its last reset plus what it was set to.
        let mut resets = vec![(0_usize, 0_i32); clocks + 1];
        let mut possible = true;
        for step in 1..=steps {
            let rate = generate::number(random, 5);
            pieces = pieces.iter().flat_map(|piece| piece.delay(rate).unwrap()).collect();
            rates[step] += rate;
            rates[step - 1] -= rate;
            possible &= times.constrain(step - 1, step, Bound::LE_ZERO).is_ok();
            for _ in 0..generate::number(random, 3) {
                let (clock, limit) = (row_of(random, clocks + 1), generate::number(random, 7) as i32);
                let (since, value) = resets[clock];
                let strict = generate::number(random, 2) == 0;
                let bound = |limit: i32| if strict { Bound::lt(limit) } else { Bound::le(limit) };
                let is_upper = generate::number(random, 2) == 0;
                let (i, j, of_clock, of_times) = if is_upper {
                    (clock, 0, bound(limit), (step, since, bound(limit - value)))
                } else {
                    (0, clock, bound(-limit), (since, step, bound(value - limit)))
                };
                pieces.retain_mut(|piece| piece.constrain(i, j, of_clock).is_ok());
                possible &= times.constrain(of_times.0, of_times.1, of_times.2).is_ok();
            }
            let price = generate::number(random, 4) - 1;
            pieces.iter_mut().for_each(|piece| piece.add(price).unwrap());
            constant += price;
            let (clock, value) = (row_of(random, clocks + 1), generate::number(random, 3) as i32);
            if generate::number(random, 3) > 0 {
                pieces = pieces.iter().flat_map(|piece| piece.reset(clock, value).unwrap()).collect();
                resets[clock] = (step, value);
            }
        }
        prop_assert_eq!(pieces.is_empty(), !possible);
        if possible {
            rates[0] = 0;
            let (expected, _) = naive::least(&times, &rates).unwrap();
            let least = pieces.iter().map(|piece| piece.least_cost().unwrap().value).min();
            prop_assert_eq!(least.map(i128::from), Some(expected + i128::from(constant)));
        }
    }
}

/// Costs near the end of the range: exact, or an error.
#[test]
fn nothing_overflows_in_silence() {
    let mut dear = PricedZone::new(Zone::zero(2), Cost::constant_of(2, i64::MAX)).unwrap();
    assert_eq!(dear.add(1), Err(CostError::Overflow));
    assert_eq!(dear.least_cost().unwrap().value, i64::MAX);
    dear.add(-1).unwrap();
    assert_eq!(dear.cost().constant(), i64::MAX - 1);

    let at = |value: i32, rate: i64| {
        let mut zone = Zone::zero(2);
        zone.reset(1, value);
        PricedZone::new(zone, Cost::new(0, vec![0, rate])).unwrap()
    };
    assert_eq!(at(3, i64::MAX).least_cost(), Err(CostError::Overflow));
    assert_eq!(at(1, i64::MAX).least_cost().unwrap().value, i64::MAX);
    assert_eq!(at(3, i64::MAX).reset(1, 0), Err(CostError::Overflow));
    assert_eq!(at(3, 1).delay(i64::MAX), Err(CostError::Overflow));
    assert_eq!(at(0, i64::MIN).delay(1), Err(CostError::Overflow));
    let three = [Rational::ZERO, Rational::from(3)];
    assert_eq!(at(3, i64::MAX).cost_at(&three), Err(CostError::Overflow));
    assert_eq!(at(3, i64::MAX).shift(1, 2), Err(CostError::Overflow));
    assert_eq!(at(3, 1).shift(1, -4), Err(CostError::NegativeClock));
}

#[test]
fn what_was_computed_from_a_zone_that_lost_precision_is_an_error() {
    let mut zone = Zone::zero(2);
    zone.reset(1, Bound::MAX_LIMIT);
    zone.shift(1, 1).unwrap();
    assert!(zone.has_saturated());
    let rough = PricedZone::new(zone, Cost::constant_of(2, 0)).unwrap();
    let exact = PricedZone::zero(2);
    assert_eq!(rough.least_cost(), Err(CostError::Overflow));
    assert_eq!(rough.cheapest(), Err(CostError::Overflow));
    assert_eq!(rough.delay(1), Err(CostError::Overflow));
    assert_eq!(rough.delay(0), Err(CostError::Overflow));
    assert_eq!(rough.free(1), Err(CostError::Overflow));
    assert_eq!(rough.copy(1, 1), Err(CostError::Overflow));
    assert_eq!(exact.reset(1, -1), Err(CostError::Overflow));
    // x >= c and x >= y - c: the former counts while y <= 2 c, and that is no bound.
    let large = Bound::MAX_LIMIT / 2 + 10;
    let mut wide = Zone::universe(3);
    wide.constrain(0, 1, Bound::le(-large)).unwrap();
    wide.constrain(2, 1, Bound::le(large)).unwrap();
    assert!(!wide.has_saturated());
    let wide = PricedZone::new(wide, Cost::new(0, vec![0, 1, 0])).unwrap();
    assert_eq!(wide.free(1), Err(CostError::Overflow));
}

#[test]
fn rates_and_rows_must_agree() {
    assert!(PricedZone::new(Zone::zero(2), Cost::new(0, vec![0, 1, 2])).is_none());
    let cost = Cost::new(1, vec![7, 2]);
    assert_eq!((cost.constant(), cost.rates()), (1, &[0, 2][..]));
    assert_eq!(Cost::new(1, Vec::new()), Cost::constant_of(0, 1));
}

#[test]
fn without_clocks_time_is_all_that_counts() {
    let nothing = PricedZone::zero(1);
    assert_eq!(nothing.delay(3), Ok(vec![nothing.clone()]));
    assert_eq!(nothing.delay(-1), Err(CostError::Unbounded));
    assert_eq!(nothing.least_cost().unwrap().value, 0);
}

#[test]
fn a_delay_splits_where_waiting_got_dearer() {
    // x - y is between 0 and 2, y at most 1, each time unit of y has cost 1 so far.
    let mut zone = Zone::universe(3);
    for (i, j, bound) in [(1, 2, Bound::le(2)), (2, 1, Bound::LE_ZERO), (2, 0, Bound::le(1))] {
        zone.constrain(i, j, bound).unwrap();
    }
    let priced = PricedZone::new(zone, Cost::new(0, vec![0, 0, 1])).unwrap();
    // As dear as before: one piece. Dearer: leave the zone as late as possible.
    assert_eq!(priced.delay(1).unwrap().len(), 1);
    let dearer = priced.delay(3).unwrap();
    assert_eq!(dearer.len(), 2);
    assert_eq!(dearer[0], priced);
    assert_eq!(dearer[1].cost(), &Cost::new(-2, vec![0, 0, 3]));
    // Cheaper: leave it as early as possible, which is where y, the later clock, is 0.
    let cheaper = priced.delay(0).unwrap();
    assert_eq!(cheaper.len(), 1);
    assert_eq!(cheaper[0].cost(), &Cost::constant_of(3, 0));
}

#[test]
fn random_costs_are_of_both_signs() {
    let random = &mut player(vec![3; 4]);
    let rates: Vec<i64> =
        (0..100).flat_map(|_| small_cost(random, 4).rates()[1..].to_vec()).collect();
    assert!(rates.iter().filter(|&&rate| rate < 0).count() > 30);
    assert!(rates.iter().filter(|&&rate| rate > 0).count() > 30);
}
