//! Concrete points, delays, exact numbers and the printed form.

// Also in the functions that tests share, where the lint does not know that it is in a test.
#![allow(clippy::unwrap_used)]

mod tape;

use orrery_zones::naive::{self, Point};
use orrery_zones::{Bound, End, Interval, Rational, Zone, generate};
use proptest::prelude::{any, prop_assert, prop_assert_eq, prop_assert_ne, proptest};
use tape::{cases, player, points, small_zone, tape};

fn rational(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator, denominator).unwrap()
}

fn rationals(point: &Point) -> Vec<Rational> {
    point.values.iter().map(|&value| rational(value, point.scale)).collect()
}

/// A point over the common denominator of its values, for the twin.
fn common(values: &[Rational]) -> Point {
    let scale: i64 = values.iter().map(|value| value.denominator()).product();
    let value = |value: &Rational| value.numerator() * (scale / value.denominator());
    Point { values: values.iter().map(value).collect(), scale }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn samples_are_inside_and_integral_where_possible(tape in tape()) {
        let random = &mut player(tape);
        let dim = 1 + generate::number(random, 8) as usize;
        let zone = generate::zone(random, dim, 6);
        let sample = zone.sample().unwrap();
        prop_assert!(common(&sample).is_in(&zone), "{:?} in {:?}", sample, zone);
        prop_assert!(zone.contains(&sample));
        let has_integral_point = generate::point_in(random, &zone, 1).is_some();
        prop_assert_eq!(sample.iter().all(|value| value.is_integer()), has_integral_point);
        prop_assert!(sample.iter().all(|value| value.denominator() <= dim as i64));
        if let Some(other) = generate::point_in(random, &zone, 1) {
            prop_assert!(sample.iter().zip(&other.values).all(|(least, &value)| *least <= Rational::from(value)));
        }
    }

    #[test]
    fn samples_extend_what_is_known(tape in tape()) {
        let random = &mut player(tape);
        let zone = small_zone(random);
        for point in points(random, &zone, 20) {
            let known: Vec<bool> = (0..zone.dim()).map(|_| generate::number(random, 2) == 0).collect();
            let fixed: Vec<Option<Rational>> =
                rationals(&point).into_iter().zip(&known).map(|(value, &known)| known.then_some(value)).collect();
            let numbers: Vec<Option<i64>> =
                point.values.iter().zip(&known).map(|(&value, &known)| known.then_some(value)).collect();
            let possible = naive::extends(&zone, &numbers, point.scale);
            let sample = zone.sample_with(&fixed);
            prop_assert_eq!(sample.is_some(), possible, "{:?}", fixed);
            if let Some(sample) = sample {
                prop_assert!(common(&sample).is_in(&zone));
                prop_assert!(sample.iter().zip(&fixed).skip(1).all(|(value, fixed)| fixed.is_none_or(|fixed| fixed == *value)));
            }
        }
    }

    #[test]
    fn membership_and_delays(tape in tape()) {
        let random = &mut player(tape);
        let zone = small_zone(random);
        let stopped: Vec<bool> = (0..zone.dim()).map(|_| generate::number(random, 3) == 0).collect();
        for point in points(random, &zone, 20) {
            let start = rationals(&point);
            prop_assert_eq!(zone.contains(&start), point.is_in(&zone));
            prop_assert_eq!(zone.delays_from(&start).is_some(), naive::is_in_down(&zone, &point));
            for stopped in [&stopped[..], &[]] {
                let delays = zone.delays_from_running(&start, stopped);
                let runs = |row: usize| row > 0 && !stopped.get(row).copied().unwrap_or(false);
                let mut tried: Vec<i64> = (0..10).map(|_| generate::number(random, 9 * point.scale)).collect();
                tried.push(0);
                for delay in tried {
                    let mut later = point.clone();
                    for (row, value) in later.values.iter_mut().enumerate() {
                        *value += if runs(row) { delay } else { 0 };
                    }
                    let within = delays.is_some_and(|delays| delays.contains(rational(delay, point.scale)));
                    prop_assert_eq!(within, later.is_in(&zone), "{:?} + {}", later, delay);
                }
                if let Some(delays) = delays {
                    let delay = delays.simplest().unwrap();
                    prop_assert!(delays.contains(delay));
                    let move_on = |(row, &value): (usize, &Rational)| if runs(row) { value.checked_add(delay).unwrap() } else { value };
                    let later: Vec<Rational> = start.iter().enumerate().map(move_on).collect();
                    prop_assert!(zone.contains(&later));
                }
            }
        }
    }

    #[test]
    fn fractions_are_reduced_and_exact(a in -50_i64..50, b in 1_i64..30, c in -50_i64..50, d in -30_i64..-1) {
        let (left, right) = (rational(a, b), rational(c, d));
        prop_assert_eq!(left.numerator() * b, a * left.denominator());
        prop_assert!(right.denominator() > 0);
        prop_assert_eq!(left, rational(7 * a, 7 * b));
        let sum = left.checked_add(right).unwrap();
        prop_assert_eq!(sum.numerator() * b * d, (a * d + c * b) * sum.denominator());
        prop_assert_eq!(sum.checked_sub(right), Some(left));
        prop_assert_eq!(left < right, a * -d < -c * b);
        prop_assert!(left.floor() * b <= a && a < (left.floor() + 1) * b);
    }

    #[test]
    fn the_simplest_number_has_the_least_denominator(low in 0_i64..200, width in 1_i64..40, scale in 1_i64..30, strict: (bool, bool)) {
        let end = |value, strict| End { value, strict };
        let (lower, upper) = (rational(low, scale), rational(low + width, scale));
        let interval = Interval::FROM_ZERO.from_end(end(lower, strict.0)).unwrap().to_end(end(upper, strict.1)).unwrap();
        let simplest = interval.simplest().unwrap();
        prop_assert!(interval.contains(simplest));
        // Integers first; weak ends before other fractions.
        let denominators = 1..=simplest.denominator();
        let exists = |denominator: i64| (0..=240 * denominator).any(|n| interval.contains(rational(n, denominator)));
        let least = denominators.into_iter().find(|&d| exists(d)).unwrap();
        if strict == (true, true) || least == 1 {
            prop_assert_eq!(simplest.denominator(), least);
        } else {
            prop_assert!(simplest == lower || simplest == upper);
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused(a in any::<i64>(), b in any::<i64>(), c in any::<i64>(), d in any::<i64>()) {
        let (Some(left), Some(right)) = (Rational::new(a, b), Rational::new(c, d)) else {
            prop_assert!(b == 0 || d == 0 || [a, b, c, d].contains(&i64::MIN));
            return Ok(());
        };
        for sum in [left.checked_add(right), left.checked_sub(right)].into_iter().flatten() {
            prop_assert!(sum.denominator() > 0);
        }
        prop_assert_eq!(left.cmp(&right), right.cmp(&left).reverse());
    }

    #[test]
    fn what_is_printed_describes_the_zone(tape in tape()) {
        let random = &mut player(tape);
        let dim = 1 + generate::number(random, 6) as usize;
        let zone = generate::zone(random, dim, 6);
        let names = ["", "a", "b", "c", "d", "e"];
        let text = zone.display(&names).to_string();
        prop_assert_eq!(read(&text, &names[..dim]), zone.clone(), "{}", text);
        prop_assert_ne!(text, "");
    }
}

/// Reads the notation back.
fn read(text: &str, names: &[&str]) -> Zone {
    let mut zone = Zone::universe(names.len());
    for constraint in text.split(", ").filter(|&constraint| constraint != "true") {
        let operator = constraint.find(['<', '>', '=']).unwrap();
        let length = if constraint[operator + 1..].starts_with('=') { 2 } else { 1 };
        let (left, rest) = constraint.split_at(operator);
        let (operator, right) = rest.split_at(length);
        let ((plus, minus), constant) = (difference(left, names), sum(right, names));
        let minus = if constant.0 == 0 { minus } else { constant.0 };
        let limit = constant.1;
        let bounds = match operator {
            "<" => (Some(Bound::lt(limit)), None),
            "<=" => (Some(Bound::le(limit)), None),
            ">" => (None, Some(Bound::lt(-limit))),
            ">=" => (None, Some(Bound::le(-limit))),
            "==" => (Some(Bound::le(limit)), Some(Bound::le(-limit))),
            other => panic!("operator {other}"),
        };
        if let Some(bound) = bounds.0 {
            zone.constrain(plus, minus, bound).unwrap();
        }
        if let Some(bound) = bounds.1 {
            zone.constrain(minus, plus, bound).unwrap();
        }
    }
    zone
}

fn row(name: &str, names: &[&str]) -> usize {
    names.iter().position(|&other| other == name).unwrap()
}

/// `x` or `x-y`.
fn difference(text: &str, names: &[&str]) -> (usize, usize) {
    match text.split_once('-') {
        Some((plus, minus)) => (row(plus, names), row(minus, names)),
        None => (row(text, names), 0),
    }
}

/// `5`, `x`, `x+5` or `x-5`.
fn sum(text: &str, names: &[&str]) -> (usize, i32) {
    if let Ok(constant) = text.parse() {
        return (0, constant);
    }
    match text.find(['+', '-']) {
        Some(at) => (row(&text[..at], names), text[at..].parse().unwrap()),
        None => (row(text, names), 0),
    }
}

#[test]
fn zones_in_uppaal_notation() {
    let names = ["", "x", "y", "z"];
    let shown = |zone: &Zone| zone.display(&names).to_string();
    assert_eq!(shown(&Zone::universe(3)), "true");
    assert_eq!(shown(&Zone::zero(3)), "x==0, y==0");
    let mut zone = Zone::zero(4);
    zone.up();
    zone.constrain(1, 0, Bound::le(5)).unwrap();
    zone.constrain(0, 1, Bound::lt(-2)).unwrap();
    assert_eq!(shown(&zone), "y==x, z==x, x>2, x<=5");
    zone.reset(2, 0);
    zone.up();
    assert_eq!(shown(&zone), "z==x, x-y<=5, x-y>2");
    zone.shift(3, 2).unwrap();
    assert_eq!(shown(&zone), "z==x+2, x-y<=5, x-y>2");
    zone.free(3);
    zone.constrain(3, 2, Bound::lt(0)).unwrap();
    assert_eq!(shown(&zone), "x-y<=5, x-y>2, z-y<0");
    assert_eq!(Zone::zero(3).display(&[""; 1]).to_string(), "?==0, ?==0");
}

#[test]
fn a_zone_without_integral_points() {
    // 0 < x < y < z < 1 needs quarters.
    let mut zone = Zone::universe(4);
    zone.constrain(0, 1, Bound::lt(0)).unwrap();
    zone.constrain(1, 2, Bound::lt(0)).unwrap();
    zone.constrain(2, 3, Bound::lt(0)).unwrap();
    zone.constrain(3, 0, Bound::lt(1)).unwrap();
    let sample = zone.sample().unwrap();
    assert_eq!(
        sample.iter().map(Rational::to_string).collect::<Vec<_>>(),
        ["0", "1/2", "2/3", "3/4"]
    );
}
