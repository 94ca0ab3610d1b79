//! Every operator on zones against its naive twin, on random zones and random points.

mod tape;

use orrery_zones::naive::{self, Matrix, Point};
use orrery_zones::{Bound, NegativeClock, Precision, Zone, generate};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use tape::{cases, player, points, small_zone, tape};

fn row_of(random: &mut impl FnMut() -> u64, zone: &Zone) -> usize {
    1 + generate::number(random, zone.dim() as i64 - 1) as usize
}

fn bound_of(random: &mut impl FnMut() -> u64) -> Bound {
    let limit = generate::number(random, 17) as i32 - 8;
    if generate::number(random, 2) == 0 { Bound::le(limit) } else { Bound::lt(limit) }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn generated_zones_are_zones_and_contain_their_points(tape in tape()) {
        let random = &mut player(tape);
        let zone = small_zone(random);
        prop_assert_eq!(zone.defect(), None);
        let inside = generate::point_in(random, &zone, zone.dim() as i64);
        prop_assert!(inside.is_some_and(|point| point.is_in(&zone)));
    }

    #[test]
    fn closing_agrees_with_three_loops(tape in tape()) {
        let random = &mut player(tape);
        let dim = 1 + generate::number(random, 6) as usize;
        let density = 1 + generate::number(random, 5);
        let bounds: Vec<Bound> = (0..dim * dim)
            .map(|_| match generate::number(random, 10) {
                n if n >= 2 * density => Bound::UNBOUNDED,
                n if n % 2 == 0 => bound_of(random),
                _ => bound_of(random).max(Bound::le(2)),
            })
            .collect();
        let mut matrix = Matrix::unconstrained(dim);
        for i in 0..dim {
            matrix.add(0, i, Some((0, false)));
            for j in 0..dim {
                let bound = bounds[i * dim + j];
                matrix.add(i, j, bound.limit().map(|limit| (i64::from(limit), bound.is_strict())));
            }
        }
        prop_assert_eq!(Zone::from_bounds(dim, |i, j| bounds[i * dim + j]), matrix.zone());
    }

    #[test]
    fn constrain_keeps_what_satisfies(tape in tape()) {
        let random = &mut player(tape);
        let before = small_zone(random);
        let (i, j) = (row_of(random, &before), generate::number(random, before.dim() as i64) as usize);
        let (i, j) = if generate::number(random, 2) == 0 { (i, j) } else { (j, i) };
        let bound = bound_of(random);
        let mut after = before.clone();
        let result = after.constrain(i, j, bound);
        prop_assert_eq!(after.defect(), None);
        prop_assert_eq!(result.is_ok(), before.may_satisfy(i, j, bound));
        let mut twin = Matrix::of(&before, 1);
        twin.add(i, j, bound.limit().map(|limit| (i64::from(limit), bound.is_strict())));
        match result {
            Ok(()) => prop_assert_eq!(Some(after.clone()), twin.zone()),
            Err(_) => {
                prop_assert_eq!(&after, &before);
                prop_assert!(twin.closed().is_none());
            }
        }
        for point in points(random, &before, 30) {
            let expected = point.is_in(&before) && point.satisfies(i, j, bound);
            prop_assert_eq!(result.is_ok() && point.is_in(&after), expected, "{:?}", point);
        }
        prop_assert_eq!(before.satisfies(i, j, bound), result.is_ok() && after == before);
    }

    #[test]
    fn up_and_down_are_delays(tape in tape()) {
        let random = &mut player(tape);
        let before = small_zone(random);
        let (mut up, mut down) = (before.clone(), before.clone());
        up.up();
        down.down();
        prop_assert_eq!(up.defect(), None);
        prop_assert_eq!(down.defect(), None);
        let nothing = vec![false; before.dim()];
        for point in points(random, &before, 30) {
            prop_assert_eq!(point.is_in(&up), naive::is_in_up(&before, &nothing, &point), "{:?}", point);
            prop_assert_eq!(point.is_in(&down), naive::is_in_down(&before, &point), "{:?}", point);
        }
    }

    #[test]
    fn delay_within_bounds_is_delay_then_bounds(tape in tape()) {
        let random = &mut player(tape);
        let mut before = small_zone(random);
        let count = generate::number(random, 4);
        let limits: Vec<(usize, Bound)> =
            (0..count).map(|_| (row_of(random, &before), bound_of(random))).collect();
        let hold = limits.iter().all(|&(k, bound)| before.constrain(k, 0, bound).is_ok());
        if hold {
            let (mut within, mut twin) = (before.clone(), before);
            within.up_within(&limits);
            twin.up();
            for &(k, bound) in &limits {
                prop_assert!(twin.constrain(k, 0, bound).is_ok());
            }
            prop_assert_eq!(within.defect(), None);
            prop_assert_eq!(within, twin);
        }
    }

    #[test]
    fn delay_with_stopped_clocks_is_the_smallest_zone(tape in tape()) {
        let random = &mut player(tape);
        let before = small_zone(random);
        let dim = before.dim();
        let stopped: Vec<bool> = (0..dim).map(|_| generate::number(random, 2) == 0).collect();
        let mut after = before.clone();
        let precision = after.up_running(&stopped);
        prop_assert_eq!(after.defect(), None);
        for point in points(random, &before, 60).into_iter().chain(points(random, &after, 60)) {
            let expected = naive::is_in_up(&before, &stopped, &point);
            match precision {
                Precision::Exact => prop_assert_eq!(point.is_in(&after), expected, "{:?}", point),
                Precision::Larger => prop_assert!(!expected || point.is_in(&after), "{:?}", point),
            }
        }
        // Smallest: every bound is the one of the zone before, or nothing bounds the difference.
        for i in 0..dim {
            for j in 0..dim {
                let runs = |row: usize| row > 0 && !stopped[row];
                let expected = if runs(i) && !runs(j) { Bound::UNBOUNDED } else { before.get(i, j) };
                prop_assert_eq!(after.get(i, j), expected);
            }
        }
    }

    #[test]
    fn assignments_to_clocks(tape in tape()) {
        let random = &mut player(tape);
        let before = small_zone(random);
        let row = row_of(random, &before);
        let other = generate::number(random, before.dim() as i64) as usize;
        let value = generate::number(random, 7) as i32;
        let mut reset = before.clone();
        reset.reset(row, value);
        let mut copy = before.clone();
        copy.copy(row, other);
        let mut free = before.clone();
        free.free(row);
        for zone in [&reset, &copy, &free] {
            prop_assert_eq!(zone.defect(), None);
            prop_assert!(!zone.has_saturated());
        }
        for mut point in points(random, &before, 40) {
            for _ in 0..2 {
                prop_assert_eq!(point.is_in(&free), naive::is_in_free(&before, row, &point));
                prop_assert_eq!(point.is_in(&reset), naive::is_in_reset(&before, row, value, &point));
                prop_assert_eq!(point.is_in(&copy), naive::is_in_copy(&before, row, other, &point));
                let written = if generate::number(random, 2) == 0 { point.values[other] } else { i64::from(value) * point.scale };
                point = point.with(row, written);
            }
        }
    }

    #[test]
    fn shift_moves_one_clock_or_refuses(tape in tape()) {
        let random = &mut player(tape);
        let before = small_zone(random);
        let row = row_of(random, &before);
        let distance = generate::number(random, 13) as i32 - 6;
        let mut after = before.clone();
        let result = after.shift(row, distance);
        prop_assert_eq!(after.defect(), None);
        let mut negative = before.clone();
        let may_be_negative = distance < 0 && negative.constrain(row, 0, Bound::lt(-distance)).is_ok();
        if may_be_negative {
            prop_assert_eq!(result, Err(NegativeClock));
            prop_assert_eq!(after, before);
        } else {
            prop_assert_eq!(result, Ok(()));
            for point in points(random, &after, 30) {
                prop_assert_eq!(point.is_in(&after), naive::is_in_shift(&before, row, distance, &point));
            }
        }
    }

    #[test]
    fn rows_come_and_go(tape in tape()) {
        let random = &mut player(tape);
        let before = small_zone(random);
        let dim = before.dim();
        let at = 1 + generate::number(random, dim as i64) as usize;
        let value = generate::number(random, 7) as i32;
        let (mut grown, mut freed) = (before.clone(), before.clone());
        grown.insert_row(at, value);
        freed.insert_free_row(at);
        prop_assert_eq!(grown.defect(), None);
        prop_assert_eq!(freed.defect(), None);
        for point in points(random, &before, 20) {
            let mut wide = point.clone();
            wide.values.insert(at, generate::number(random, 7 * point.scale));
            prop_assert_eq!(wide.is_in(&freed), point.is_in(&before));
            prop_assert!(!wide.is_in(&grown) || wide.values[at] == i64::from(value) * point.scale);
            wide.values[at] = i64::from(value) * point.scale;
            prop_assert_eq!(wide.is_in(&grown), point.is_in(&before));
        }
        let keep: Vec<bool> = (0..=dim).map(|row| row != at).collect();
        grown.remove_rows(&keep);
        prop_assert_eq!(&grown, &before);
        let keep: Vec<bool> = (0..dim).map(|row| row == 0 || generate::number(random, 2) == 0).collect();
        let kept: Vec<usize> = (0..dim).filter(|&row| keep[row]).collect();
        let mut projected = before.clone();
        projected.remove_rows(&keep);
        prop_assert_eq!(projected.defect(), None);
        prop_assert_eq!(&projected, &before.select_rows(&kept));
        for point in points(random, &projected, 20) {
            let mut fixed = vec![None; dim];
            for (value, &row) in point.values.iter().zip(&kept) {
                fixed[row] = Some(*value);
            }
            prop_assert_eq!(point.is_in(&projected), naive::extends(&before, &fixed, point.scale));
        }
    }

    #[test]
    fn renaming_renames(tape in tape()) {
        let random = &mut player(tape);
        let before = small_zone(random);
        let mut rows: Vec<usize> = (0..before.dim()).collect();
        for i in (2..rows.len()).rev() {
            rows.swap(i, 1 + generate::number(random, i as i64) as usize);
        }
        let mut after = Zone::zero(9);
        after.copy_rows_from(&before, &rows);
        prop_assert_eq!(after.defect(), None);
        for point in points(random, &before, 20) {
            let values = rows.iter().map(|&row| point.values[row]).collect();
            prop_assert_eq!(Point { values, scale: point.scale }.is_in(&after), point.is_in(&before));
        }
    }

    #[test]
    fn a_copy_of_row_0_is_a_clock_that_is_0(tape in tape()) {
        let random = &mut player(tape);
        let before = small_zone(random);
        let mut set = before.clone();
        set.insert_row(before.dim(), 0);
        let mut rows: Vec<usize> = (0..before.dim()).collect();
        rows.push(0);
        prop_assert_eq!(before.select_rows(&rows), set);
    }

    #[test]
    fn inclusion_intersection_and_hull(tape in tape()) {
        let random = &mut player(tape);
        let left = small_zone(random);
        let right = generate::zone(random, left.dim(), 6);
        prop_assert_eq!(left.includes(&right), naive::covers(std::slice::from_ref(&left), &right));
        let both = left.intersection(&right);
        prop_assert_eq!(both.is_some(), left.intersects(&right));
        let mut hull = left.clone();
        hull.hull(&right);
        prop_assert_eq!(hull.defect(), None);
        for i in 0..left.dim() {
            for j in 0..left.dim() {
                prop_assert_eq!(hull.get(i, j), left.get(i, j).max(right.get(i, j)));
            }
        }
        if let Some(both) = &both {
            prop_assert_eq!(both.defect(), None);
            prop_assert!(left.includes(both) && right.includes(both));
        }
        for point in points(random, &left, 15).into_iter().chain(points(random, &right, 15)) {
            let inside = (point.is_in(&left), point.is_in(&right));
            prop_assert_eq!(both.as_ref().is_some_and(|both| point.is_in(both)), inside.0 && inside.1);
            prop_assert!(point.is_in(&hull) || !(inside.0 || inside.1));
        }
    }

    #[test]
    fn inclusion_of_larger_matrices_looks_at_every_bound(tape in tape()) {
        let random = &mut player(tape);
        let dim = 1 + generate::number(random, 24) as usize;
        let zone = generate::zone(random, dim, 9);
        let other = generate::zone(random, dim, 9);
        let all = |big: &Zone, small: &Zone| {
            (0..dim).all(|i| (0..dim).all(|j| small.get(i, j) <= big.get(i, j)))
        };
        prop_assert_eq!(zone.includes(&other), all(&zone, &other));
        let (i, j) = (generate::number(random, dim as i64) as usize, generate::number(random, dim as i64) as usize);
        let tighter = Bound::from_raw(zone.get(i, j).raw() - 1).min(Bound::le(100));
        let mut smaller = zone.clone();
        if smaller.constrain(i, j, tighter).is_ok() {
            prop_assert!(zone.includes(&smaller));
            prop_assert_eq!(smaller.includes(&zone), i == j);
        }
    }

    #[test]
    fn a_buffer_remembers_nothing(tape in tape()) {
        let random = &mut player(tape);
        let mut buffer = small_zone(random);
        for _ in 0..3 {
            let zone = small_zone(random);
            buffer.copy_from(&zone);
            prop_assert_eq!(buffer.defect(), None);
            prop_assert_eq!(&buffer, &zone);
            buffer.load(zone.dim(), |i, j| Bound::from_raw(zone.get(i, j).raw()));
            prop_assert_eq!(&buffer, &zone);
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    /// The precision that a delay with stopped clocks reports, on all points of a grid.
    #[test]
    fn delay_with_stopped_clocks_knows_when_it_is_exact(tape in tape()) {
        let random = &mut player(tape);
        let before = generate::zone(random, 4, 2);
        let stopped = [true, true, false, false];
        let mut after = before.clone();
        let precision = after.up_running(&stopped);
        let scale = 4;
        let side = || 0..=8 * scale;
        let mut surplus = side().flat_map(|x| side().flat_map(move |y| side().map(move |z| vec![0, x, y, z])));
        let surplus = surplus.any(|values| {
            let point = Point { values, scale };
            point.is_in(&after) && !naive::is_in_up(&before, &stopped, &point)
        });
        prop_assert_eq!(precision == Precision::Larger, surplus, "{:?}", before);
    }
}

#[test]
fn stopped_clocks_may_leave_more_than_a_zone() {
    // With s == y and x == 0, and s standing still from then on: y - x == s ever after, which no
    // zone can say.
    let mut zone = Zone::zero(4);
    zone.up();
    zone.reset(2, 0);
    assert_eq!(zone.clone().up_running(&[true, true, false, false]), Precision::Larger);
    assert_eq!(zone.clone().up_running(&[true, true, true, false]), Precision::Exact);
    assert_eq!(zone.up_running(&[true, false, false, false]), Precision::Exact);
}
