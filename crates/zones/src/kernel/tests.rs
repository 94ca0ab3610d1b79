//! The loops for wider registers against the portable ones.

use proptest::prelude::{Strategy, any, prop, prop_assert_eq, proptest};

use super::{portable, wide};
use crate::bound::Bound;
use crate::relax::RowSet;

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
