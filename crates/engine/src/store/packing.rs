//! Discrete states in as few bits as their domains allow.

use network::Network;

use program::Layout;

/// How each cell of a discrete state is packed.
#[derive(Clone, Debug)]
pub struct Packing {
    fields: Vec<Field>,
    /// Cells that belong to the key; the rest (`meta`) is carried along.
    key_cells: usize,
    key_words: usize,
    words: usize,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    lower: i32,
    mask: u64,
    word: u32,
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
        let mut packing = Packing { fields: Vec::new(), key_cells, key_words: 0, words: 0 };
        let (mut word, mut shift) = (0, 0);
        let cells = ranges.len();
        for (number, (lower, upper)) in ranges.into_iter().enumerate() {
            let width = width(lower, upper);
            if shift + width > 64 || (number == key_cells && shift > 0) {
                word += 1;
                shift = 0;
            }
            if number == key_cells {
                packing.key_words = word as usize;
            }
            let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            packing.fields.push(Field { lower, mask, word, shift });
            shift += width;
        }
        packing.words = word as usize + usize::from(shift > 0);
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
        out.resize(self.words, 0);
        // A word is put together in a register: writing each field to memory waits for the one before.
        let (mut word, mut packed) = (0, 0);
        for (cell, field) in cells.iter().zip(&self.fields) {
            if field.word != word {
                out[word as usize] = packed;
                (word, packed) = (field.word, 0);
            }
            let value = u64::from(cell.wrapping_sub(field.lower).cast_unsigned());
            packed |= value << field.shift;
        }
        if let Some(last) = out.get_mut(word as usize) {
            *last = packed;
        }
    }

    /// Unpacks into `out`.
    #[inline]
    pub(crate) fn unpack(&self, words: &[u64], out: &mut Vec<i32>) {
        out.clear();
        out.extend(self.fields.iter().map(|field| {
            let value = words[field.word as usize] >> field.shift & field.mask;
            #[expect(clippy::cast_possible_truncation, reason = "a field has at most 32 bits")]
            let value = (value as u32).cast_signed();
            value.wrapping_add(field.lower)
        }));
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
