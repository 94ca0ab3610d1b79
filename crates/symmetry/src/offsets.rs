//! Cells of arrays, by offset and by indices.

use network::network::cell_count;
use network::variable::Dim;

/// The indices of a cell of an array.
pub(crate) fn indices(dims: &[Dim], offset: usize) -> Vec<i32> {
    let mut rest = offset;
    let mut indices = Vec::with_capacity(dims.len());
    for dim in dims.iter().rev() {
        let size = cell_count(std::slice::from_ref(dim)).max(1);
        indices.push(dim.lower + i32::try_from(rest % size).expect("arrays are small"));
        rest /= size;
    }
    indices.reverse();
    indices
}

/// The offset of a cell after its indices have been renamed.
pub(crate) fn move_offset(
    dims: &[Dim],
    offset: usize,
    rename: impl Fn(usize, i32) -> i32,
) -> usize {
    let mut rest = offset;
    let mut moved = 0;
    let mut scale = 1;
    for (number, dim) in dims.iter().enumerate().rev() {
        let size = cell_count(std::slice::from_ref(dim)).max(1);
        let index = dim.lower + i32::try_from(rest % size).expect("arrays are small");
        rest /= size;
        let image = rename(number, index);
        moved += (image.abs_diff(dim.lower) as usize).min(size - 1) * scale;
        scale *= size;
    }
    moved
}
