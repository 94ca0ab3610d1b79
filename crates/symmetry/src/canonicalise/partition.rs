//! Ordered partitions of the elements.

use crate::group::structure::Sort;

use crate::mixing::{join, mix};

/// An ordered partition: elements in a row, cut into cells. Within a cell elements are in the order of
/// their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    /// The elements from first to last.
    order: Vec<u32>,
    /// By element: where its cell begins. This is the element's colour.
    cell: Vec<u32>,
    /// By position where a cell begins: how many elements it has.
    size: Vec<u32>,
    /// How many cells there are.
    cells: usize,
    /// Keys with elements, while a cell is split.
    keyed: Vec<(u64, u32)>,
}

impl Partition {
    /// One cell for each sort.
    pub(super) fn reset(&mut self, sorts: &[Sort]) {
        let elements = sorts.last().map_or(0, |sort| sort.first + sort.size);
        self.order.clear();
        self.order.extend(0..elements);
        self.cell.clear();
        self.size.clear();
        self.size.resize(elements as usize, 0);
        for sort in sorts.iter().filter(|sort| sort.size > 0) {
            self.cell.resize((sort.first + sort.size) as usize, sort.first);
            self.size[sort.first as usize] = sort.size;
        }
        self.cells = sorts.iter().filter(|sort| sort.size > 0).count();
    }

    /// Takes over another partition without allocating where buffers suffice.
    pub(super) fn copy_from(&mut self, other: &Partition) {
        self.order.clone_from(&other.order);
        self.cell.clone_from(&other.cell);
        self.size.clone_from(&other.size);
        self.cells = other.cells;
    }

    /// Is every cell a single element?
    #[inline]
    pub(super) fn is_discrete(&self) -> bool {
        self.cells == self.order.len()
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// The elements from first to last.
    #[inline]
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Where the cell of an element begins.
    #[inline]
    pub(super) fn cell(&self, element: u32) -> u32 {
        self.cell[element as usize]
    }

    /// The cell that begins at a position.
    #[inline]
    pub(super) fn members(&self, start: usize) -> &[u32] {
        &self.order[start..start + self.size[start] as usize]
    }

    /// Where the cell after the one at `start` begins.
    #[inline]
    pub(super) fn next(&self, start: usize) -> usize {
        start + self.size[start] as usize
    }

    /// Where cells with several elements begin.
    pub(super) fn open_cells(&self) -> impl Iterator<Item = usize> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < self.order.len() {
                let start = at;
                at = self.next(start);
                if at - start > 1 {
                    return Some(start);
                }
            }
            None
        })
    }

    /// Splits all cells that begin in `from..to`; see [`Partition::split`]. Did any split?
    pub(super) fn split_range(
        &mut self,
        from: usize,
        to: usize,
        mut key: impl FnMut(u32) -> u64,
    ) -> bool {
        let (mut at, mut any) = (from, false);
        while at < to {
            let next = self.next(at);
            if next - at > 1 {
                any |= self.split(at, &mut key);
            }
            at = next;
        }
        any
    }

    /// Splits a cell into cells of equal keys, in the order of the keys. Did it split?
    pub(super) fn split(&mut self, start: usize, mut key: impl FnMut(u32) -> u64) -> bool {
        let end = self.next(start);
        let members = &mut self.order[start..end];
        let keyed = &mut self.keyed;
        keyed.clear();
        keyed.extend(members.iter().map(|element| (key(*element), *element)));
        let first = keyed[0].0;
        let (mut equal, mut sorted, mut last) = (true, true, first);
        for (key, _) in keyed.iter() {
            equal &= *key == first;
            sorted &= last <= *key;
            last = *key;
        }
        if equal {
            return false;
        }
        if !sorted {
            keyed.sort_unstable();
            for (place, (_, element)) in members.iter_mut().zip(keyed.iter()) {
                *place = *element;
            }
        }
        self.cut(start);
        true
    }

    /// Adds the keys that the cell at `start` was just split by to a trace.
    pub(super) fn trace_keys(&self, start: usize, trace: u64) -> u64 {
        self.keyed.iter().fold(join(trace, start as u64), |trace, (key, _)| mix(trace ^ key))
    }

    /// Cuts what begins at `start` into cells of equal keys.
    fn cut(&mut self, start: usize) {
        let (mut begin, mut last) = (start, self.keyed[0].0);
        self.cells -= 1;
        for (at, (key, element)) in (start..).zip(&self.keyed) {
            if *key != last {
                self.size[begin] = u32_of(at - begin);
                self.cells += 1;
                begin = at;
                last = *key;
            }
            self.cell[*element as usize] = u32_of(begin);
        }
        self.size[begin] = u32_of(start + self.keyed.len() - begin);
        self.cells += 1;
    }

    /// Becomes what orders first by `coarse` and then by itself.
    pub(super) fn refine_by(&mut self, coarse: &Partition) {
        let Partition { order, cell, keyed, .. } = self;
        keyed.clear();
        keyed.extend((0u32..).zip(&*cell).map(|(element, cell)| {
            (u64::from(coarse.cell(element)) << 32 | u64::from(*cell), element)
        }));
        keyed.sort_unstable();
        for (place, (_, element)) in order.iter_mut().zip(keyed.iter()) {
            *place = *element;
        }
        if !self.keyed.is_empty() {
            self.cells = 1;
            self.cut(0);
        }
    }
}

fn u32_of(position: usize) -> u32 {
    u32::try_from(position).expect("elements are numbered by 32 bits")
}
