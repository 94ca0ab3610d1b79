//! Minimal forms, subtraction, exact merging and federations against the naive twin.

mod tape;

use orrery_zones::naive::{self, Point};
use orrery_zones::{Bound, Federation, Remainder, Zone, generate};
use proptest::prelude::{prop_assert, prop_assert_eq, prop_assert_ne, proptest};
use tape::{cases, player, points, small_zone, tape};

fn federation(random: &mut impl FnMut() -> u64, dim: usize) -> Federation {
    let mut federation = Federation::empty(dim);
    for _ in 0..generate::number(random, 4) {
        federation.add(generate::zone(random, dim, 6));
    }
    federation
}

fn is_in(point: &Point, zones: &[Zone]) -> bool {
    zones.iter().any(|zone| point.is_in(zone))
}

proptest! {
    #![proptest_config(cases(600))]

    /// Piece by piece as all at once, and no point is in two pieces.
    #[test]
    fn what_is_left_comes_piece_by_piece(tape in tape()) {
        let random = &mut player(tape);
        let zone = small_zone(random);
        let dim = zone.dim();
        let others: Vec<Zone> = (0..generate::number(random, 6)).map(|_| generate::zone(random, dim, 6)).collect();
        let mut rest = Remainder::new(zone.clone(), others.clone());
        let empty = rest.is_empty(|| Ok::<(), ()>(())) == Ok(true);
        let mut pieces = Vec::new();
        while let Ok(Some(piece)) = rest.next(|| Ok::<(), ()>(())) {
            pieces.push(piece);
        }
        prop_assert_eq!(empty, pieces.is_empty());
        for point in points(random, &zone, 40) {
            let left = point.is_in(&zone) && !is_in(&point, &others);
            let within = pieces.iter().filter(|piece| point.is_in(piece)).count();
            prop_assert_eq!(within, usize::from(left), "{:?}", point);
        }
    }

    #[test]
    fn minimal_form_is_enough_and_no_constraint_too_many(tape in tape()) {
        let random = &mut player(tape);
        let dim = 1 + generate::number(random, 8) as usize;
        let zone = generate::zone(random, dim, 6);
        let minimal = zone.minimal();
        prop_assert_eq!(&minimal.zone(), &zone);
        prop_assert_eq!(zone.clone().minimal(), minimal.clone());
        for left_out in 0..minimal.constraints().len() {
            let bound = |i: usize, j: usize| {
                let mut others = minimal.constraints().iter().enumerate();
                let found = others.find(|(at, c)| *at != left_out && c.left == i && c.right == j);
                found.map_or(Bound::UNBOUNDED, |(_, constraint)| constraint.bound)
            };
            prop_assert_ne!(Zone::from_bounds(dim, bound), Some(zone.clone()), "{} of {:?}", left_out, minimal);
        }
    }

    #[test]
    fn subtraction_is_exact_and_its_pieces_disjoint(tape in tape()) {
        let random = &mut player(tape);
        let from = small_zone(random);
        let other = generate::zone(random, from.dim(), 6);
        let pieces = from.subtract(&other);
        for (at, piece) in pieces.iter().enumerate() {
            prop_assert_eq!(piece.defect(), None);
            prop_assert!(from.includes(piece) && !piece.intersects(&other));
            prop_assert!(pieces[..at].iter().all(|earlier| !earlier.intersects(piece)));
        }
        let mut all = pieces.clone();
        all.push(other.clone());
        prop_assert!(naive::covers(&all, &from));
        prop_assert_eq!(pieces.is_empty(), other.includes(&from));
        for point in points(random, &from, 20).into_iter().chain(points(random, &other, 10)) {
            prop_assert_eq!(is_in(&point, &pieces), point.is_in(&from) && !point.is_in(&other));
        }
        if !from.intersects(&other) {
            prop_assert_eq!(pieces, vec![from]);
        }
    }

    #[test]
    fn merging_is_the_union_or_nothing(tape in tape()) {
        let random = &mut player(tape);
        let zone = small_zone(random);
        let (i, j) = (generate::number(random, zone.dim() as i64) as usize, generate::number(random, zone.dim() as i64) as usize);
        // Halves that overlap, touch, or have a gap between them; sometimes an unrelated pair.
        let limit = generate::number(random, 9) as i32 - 4;
        let gap = generate::number(random, 3) as i32 - 1;
        let (mut left, mut right) = (zone.clone(), zone.clone());
        let _ = left.constrain(i, j, Bound::le(limit));
        let strict = generate::number(random, 2) == 0;
        let _ = right.constrain(j, i, if strict { Bound::lt(-limit - gap) } else { Bound::le(-limit - gap) });
        if generate::number(random, 4) == 0 {
            right = generate::zone(random, zone.dim(), 6);
        }
        let mut hull = left.clone();
        hull.hull(&right);
        let expected = naive::covers(&[left.clone(), right.clone()], &hull);
        prop_assert_eq!(left.merge(&right), expected.then_some(hull));
        prop_assert_eq!(right.merge(&left), left.merge(&right));
    }

    #[test]
    fn federations_are_unions(tape in tape()) {
        let random = &mut player(tape);
        let zone = small_zone(random);
        let dim = zone.dim();
        let (left, right) = (federation(random, dim), federation(random, dim));
        let changed = |change: &dyn Fn(&mut Federation)| {
            let mut federation = left.clone();
            change(&mut federation);
            federation
        };
        let union = changed(&|f| f.union(&right));
        let both = changed(&|f| f.intersect(&right));
        let minus = changed(&|f| f.subtract(&right));
        let within = changed(&|f| f.intersect_zone(&zone));
        let without = changed(&|f| f.subtract_zone(&zone));
        let merged = changed(&|f| f.merge());
        for result in [&union, &both, &minus, &within, &without, &merged] {
            for (at, member) in result.zones().iter().enumerate() {
                prop_assert_eq!(member.defect(), None);
                prop_assert!(!result.zones().iter().enumerate().any(|(other, z)| other != at && z.includes(member)));
            }
        }
        let mut tried = points(random, &zone, 20);
        for member in left.zones().iter().chain(right.zones()) {
            tried.extend(points(random, member, 10));
        }
        for point in tried {
            let (a, b, z) = (is_in(&point, left.zones()), is_in(&point, right.zones()), point.is_in(&zone));
            prop_assert_eq!(is_in(&point, union.zones()), a || b);
            prop_assert_eq!(is_in(&point, both.zones()), a && b);
            prop_assert_eq!(is_in(&point, minus.zones()), a && !b);
            prop_assert_eq!(is_in(&point, within.zones()), a && z);
            prop_assert_eq!(is_in(&point, without.zones()), a && !z);
            prop_assert_eq!(is_in(&point, merged.zones()), a);
        }
        prop_assert_eq!(left.includes_zone(&zone), naive::covers(left.zones(), &zone));
        prop_assert_eq!(left.includes(&right), right.zones().iter().all(|z| naive::covers(left.zones(), z)));
        prop_assert!(merged.is_same_set(&left));
        prop_assert_eq!(minus.is_empty(), right.includes(&left));
        prop_assert_eq!(left.intersects_zone(&zone), !within.is_empty());
    }

    #[test]
    fn the_past_avoids_what_is_bad(tape in tape()) {
        let random = &mut player(tape);
        let zone = small_zone(random);
        let (mut good, bad) = (federation(random, zone.dim()), federation(random, zone.dim()));
        good.add(zone.clone());
        let past = good.pred_t(&bad);
        for member in past.zones() {
            prop_assert_eq!(member.defect(), None);
        }
        let mut down = zone.clone();
        down.down();
        let mut tried = points(random, &down, 20);
        for member in good.zones().iter().chain(bad.zones()).chain(past.zones()) {
            tried.extend(points(random, member, 8));
        }
        for point in tried {
            let expected = naive::is_in_pred_t(good.zones(), bad.zones(), &point);
            prop_assert_eq!(is_in(&point, past.zones()), expected, "{:?}", point);
        }
    }

    #[test]
    fn operators_apply_to_every_member(tape in tape()) {
        let random = &mut player(tape);
        let zone = small_zone(random);
        let mut federation = federation(random, zone.dim());
        federation.add(zone.clone());
        let row = 1 + generate::number(random, zone.dim() as i64 - 1) as usize;
        let before = federation.clone();
        let changed = |change: &dyn Fn(&mut Federation)| {
            let mut federation = before.clone();
            change(&mut federation);
            federation
        };
        let (up, down) = (changed(&Federation::up), changed(&Federation::down));
        let (free, reset) = (changed(&|f| f.free(row)), changed(&|f| f.reset(row, 2)));
        let constrained = changed(&|f| f.constrain(row, 0, Bound::lt(3)));
        let nothing = vec![false; zone.dim()];
        let some = |test: &dyn Fn(&Zone) -> bool| before.zones().iter().any(test);
        for mut point in points(random, &zone, 30) {
            for _ in 0..2 {
                prop_assert_eq!(is_in(&point, up.zones()), some(&|z| naive::is_in_up(z, &nothing, &point)));
                prop_assert_eq!(is_in(&point, down.zones()), some(&|z| naive::is_in_down(z, &point)));
                prop_assert_eq!(is_in(&point, free.zones()), some(&|z| naive::is_in_free(z, row, &point)));
                prop_assert_eq!(is_in(&point, reset.zones()), some(&|z| naive::is_in_reset(z, row, 2, &point)));
                let kept = point.satisfies(row, 0, Bound::lt(3)) && is_in(&point, before.zones());
                prop_assert_eq!(is_in(&point, constrained.zones()), kept);
                point = point.with(row, 2 * point.scale);
            }
        }
    }
}
