//! Discrete states in as few bits as their domains allow.

use network::Network;

use program::Layout;

/// How each cell of a discrete state is packed.
#[derive(Clone, Debug)]
pub struct Packing {
    fields: Vec<Field>,
    /// Of each word, how many fields are in it and those before it.
    ends: Vec<usize>,
    /// Cells that belong to the key; the rest (`meta`) is carried along.
    key_cells: usize,
    key_words: usize,
    words: usize,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    lower: i32,
    mask: u32,
    shift: u32,
}

impl Packing {
    /// The packing for a network.
    #[must_use]
    pub fn of(network: &Network) -> Packing {
        Packing::with_clocks(network, &[])
    }

    /// The packing for a network and the values of clocks from 0 to these, as cells between those of the key and the
    /// rest.
    #[must_use]
    pub fn with_clocks(network: &Network, largest: &[i32]) -> Packing {
        let layout = Layout::of(network);
        let domains = network.slot_domains();
        let locations = network.processes.iter().map(|process| {
            (0, i32::try_from(process.locations.len()).map_or(i32::MAX, |count| count - 1))
        });
        let slots = domains[..layout.carried - layout.processes].iter();
        let mut ranges: Vec<(i32, i32)> =
            locations.chain(slots.map(|domain| (domain.lower, domain.upper))).collect();
        let clocks = largest.iter().map(|largest| (0, *largest));
        ranges.splice(layout.discrete..layout.discrete, clocks);
        let key_cells = layout.discrete + largest.len();
        let mut packing = Packing {
            fields: Vec::with_capacity(ranges.len()),
            ends: Vec::new(),
            key_cells,
            key_words: 0,
            words: 0,
        };
        let mut shift = 0;
        let cells = ranges.len();
        for (number, (lower, upper)) in ranges.into_iter().enumerate() {
            let width = width(lower, upper);
            if shift + width > 64 || (number == key_cells && shift > 0) {
                packing.ends.push(number);
                shift = 0;
            }
            if number == key_cells {
                packing.key_words = packing.ends.len();
            }
            packing.fields.push(Field { lower, mask: u32::MAX >> (32 - width), shift });
            shift += width;
        }
        if shift > 0 {
            packing.ends.push(cells);
        }
        packing.words = packing.ends.len();
        if key_cells == cells {
            packing.key_words = packing.words;
        }
        packing
    }

    /// Words of a packed state.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Words of the part that tells states apart.
    #[must_use]
    pub(crate) fn key_words(&self) -> usize {
        self.key_words
    }

    /// Packs cells into `out`.
    #[inline]
    pub fn pack(&self, cells: &[i32], out: &mut Vec<u64>) {
        out.clear();
        let mut start = 0;
        out.extend(self.ends.iter().map(|end| {
            let fields = &self.fields[start..*end];
            let packed = fields.iter().zip(&cells[start..*end]).fold(0, |word, (field, cell)| {
                word | u64::from(cell.wrapping_sub(field.lower).cast_unsigned()) << field.shift
            });
            start = *end;
            packed
        }));
    }

    /// Unpacks into `out`.
    #[inline]
    pub(crate) fn unpack(&self, words: &[u64], out: &mut Vec<i32>) {
        let mut words = words.iter();
        self.unpack_each(|| *words.next().expect("a state has all its words"), out);
    }

    /// Unpacks into `out` the words that this gives, one after the other.
    #[inline]
    pub(super) fn unpack_each(&self, mut next: impl FnMut() -> u64, out: &mut Vec<i32>) {
        out.resize(self.fields.len(), 0);
        let mut start = 0;
        for end in &self.ends {
            let word = next();
            let fields = &self.fields[start..*end];
            for (cell, field) in out[start..*end].iter_mut().zip(fields) {
                #[expect(clippy::cast_possible_truncation, reason = "a field has at most 32 bits")]
                let value = (word >> field.shift) as u32 & field.mask;
                *cell = value.cast_signed().wrapping_add(field.lower);
            }
            start = *end;
        }
    }

    /// Cells of the part that tells states apart.
    #[must_use]
    pub fn key_cells(&self) -> usize {
        self.key_cells
    }
}

/// The bits of a field: at least one, so that even a cell with a single value has a word to be in.
fn width(lower: i32, upper: i32) -> u32 {
    (32 - upper.abs_diff(lower).leading_zeros()).max(1)
}
