//! The loops for wider registers against the portable ones.

use proptest::prelude::{Strategy, any, prop, prop_assert, prop_assert_eq, proptest};

use super::{portable, wide};
use crate::bound::Bound;
use crate::row_set::RowSet;

/// Any bound that occurs: finite ones of both kinds, and none.
fn bound() -> impl Strategy<Value = Bound> {
    (any::<u8>(), -40..40i32).prop_map(|(kind, limit)| match kind % 4 {
        0 => Bound::UNBOUNDED,
        1 => Bound::lt(limit),
        _ => Bound::le(limit),
    })
}

/// Rows of bounds with their padding, and two rows of scratch space.
fn matrix() -> impl Strategy<Value = (usize, Vec<Bound>)> {
    (2..14usize).prop_flat_map(|dim| {
        let stride = portable::stride_of(dim);
        prop::collection::vec(bound(), (dim + 2) * stride).prop_map(move |cells| (dim, cells))
    })
}

fn rows(dim: usize, bits: u16) -> RowSet {
    let mut rows = RowSet::default();
    (0..dim).filter(|row| bits >> row & 1 == 1).for_each(|row| rows.insert(row));
    rows
}

proptest! {
    #[test]
    fn wide_registers_compute_the_same(
        (dim, cells) in matrix(),
        bound in bound(),
        (i, j) in (0..14usize, 0..14usize),
        (loosened, pivots) in (any::<u16>(), any::<u16>()),
    ) {
        let stride = portable::stride_of(dim);
        let (i, j) = (i % dim, j % dim);
        let run = |loops: &dyn Fn(&mut [Bound], &mut [Bound])| {
            let mut cells = cells.clone();
            let (matrix, scratch) = cells.split_at_mut(dim * stride);
            loops(matrix, scratch);
            cells
        };
        if !bound.is_unbounded() {
            prop_assert_eq!(
                run(&|matrix, scratch| wide::tighten(matrix, scratch, i, j, bound)),
                run(&|matrix, scratch| portable::tighten(matrix, scratch, i, j, bound))
            );
        }
        let (loosened, pivots) = (rows(dim, loosened), rows(dim, pivots));
        prop_assert_eq!(
            run(&|matrix, scratch| wide::close_rows(matrix, scratch, loosened, pivots)),
            run(&|matrix, scratch| portable::close_rows(matrix, scratch, loosened, pivots))
        );
        prop_assert_eq!(
            run(&|matrix, scratch| {
                let (caps, keeps) = scratch.split_at(stride);
                wide::drop_rows(&mut matrix[stride..], keeps, caps);
            }),
            run(&|matrix, scratch| {
                let (caps, keeps) = scratch.split_at(stride);
                portable::drop_rows(&mut matrix[stride..], keeps, caps);
            })
        );
    }
}

/// Integers of bounds, and whatever else a caller may clamp, in groups of lanes.
fn raws() -> impl Strategy<Value = Vec<i32>> {
    let raw =
        (any::<u8>(), any::<i32>(), -200..200i32).prop_map(|(kind, any, near)| match kind % 4 {
            0 => Bound::UNBOUNDED.raw(),
            1 => any >> (any & 31),
            _ => near,
        });
    prop::collection::vec(prop::collection::vec(raw, portable::LANES), 1..20)
        .prop_map(|groups| groups.concat())
}

proptest! {
    #[test]
    fn narrow_integers_come_back_if_they_fit(raws in raws(), more in 0..5usize) {
        let finite = |raw: &&i32| **raw < Bound::UNBOUNDED.raw();
        let extent = (
            raws.iter().filter(finite).min().map_or(0, |raw| 0.min(*raw)),
            raws.iter().filter(finite).max().map_or(0, |raw| 0.max(*raw)),
        );
        let mut bytes = vec![0; raws.len() + more * portable::LANES];
        prop_assert_eq!(wide::to_bytes(&raws, &mut bytes), extent);
        let mut expected = bytes.clone();
        prop_assert_eq!(portable::to_bytes(&raws, &mut expected), extent);
        prop_assert_eq!(&bytes, &expected);
        for (raw, byte) in raws.iter().zip(&bytes) {
            prop_assert_eq!(i32::from(*byte), (*raw).clamp(-128, 127));
        }
        let mut halves = vec![0; raws.len() + more * portable::LANES];
        prop_assert_eq!(wide::to_halves(&raws, &mut halves), extent);
        for (raw, half) in raws.iter().zip(&halves) {
            prop_assert_eq!(i32::from(*half), (*raw).clamp(-32768, 32767));
        }
        let mut back = vec![0; raws.len()];
        wide::from_halves(&halves, &mut back);
        for (raw, back) in raws.iter().zip(&back) {
            let exact = (-32768..32767).contains(raw) || *raw == Bound::UNBOUNDED.raw();
            prop_assert!(!exact || raw == back);
        }
        wide::from_bytes(&bytes, &mut back);
        for (raw, back) in raws.iter().zip(&back) {
            let exact = (-128..127).contains(raw) || *raw == Bound::UNBOUNDED.raw();
            prop_assert!(!exact || raw == back);
        }
    }
}
