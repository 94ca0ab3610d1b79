//! Variables and clocks: named families of cells.
//!
//! Records and arrays are flattened to *leaves*: `struct { int a; int b[3]; } s[4]` becomes the
//! variable `s[].a` with one dimension and the variable `s[].b[]` with two. Every leaf is contiguous
//! in row-major order, so a leaf with its first few indices fixed is a contiguous block: copying and
//! comparing records or arrays is copying and comparing blocks.

use crate::ids::{ClockId, Origin, ProcessId, ScalarSetId, Slot};

/// The values a cell may hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Domain {
    pub lower: i32,
    pub upper: i32,
    /// The scalar set whose elements these are, when the type says so.
    pub scalar: Option<ScalarSetId>,
}

impl Domain {
    /// The integers from `lower` to `upper`.
    #[must_use]
    pub const fn int(lower: i32, upper: i32) -> Domain {
        Domain { lower, upper, scalar: None }
    }

    pub const BOOL: Domain = Domain::int(0, 1);

    pub const ANY: Domain = Domain::int(i32::MIN, i32::MAX);

    /// The elements of a scalar set.
    #[must_use]
    pub fn scalar(set: ScalarSetId, size: u32) -> Domain {
        let upper = i32::try_from(size).map_or(i32::MAX, |size| size - 1);
        Domain { lower: 0, upper, scalar: Some(set) }
    }

    /// Is `value` in the domain?
    #[must_use]
    pub fn contains(self, value: i32) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// How many values there are.
    #[must_use]
    pub fn size(self) -> u64 {
        u64::try_from(i64::from(self.upper) - i64::from(self.lower) + 1).unwrap_or(0)
    }

    /// The values in ascending order.
    pub fn values(self) -> impl Iterator<Item = i32> {
        self.lower..=self.upper
    }
}

/// One dimension of an array: the values an index may take.
pub type Dim = Domain;

/// Where the cells of a variable live.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// Part of the state.
    State,
    /// `meta`: kept from transition to transition but not part of the state.
    Meta,
    /// Function parameters and locals, select and quantifier variables: meaningless between uses.
    /// Calls do not recurse, so every function's frame has a fixed place.
    Scratch,
    /// Never written: tables that are indexed by something only known while running.
    Constant,
}

impl Storage {
    /// Every storage, in the order of memory.
    pub const ALL: [Storage; 4] =
        [Storage::State, Storage::Meta, Storage::Scratch, Storage::Constant];
}

/// A variable: cells with one domain, one name and a shape.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name with `[]` where indices go: `list[]`, `P(2).s[].len`.
    pub name: String,
    /// The process whose local variable it is.
    pub owner: Option<ProcessId>,
    /// Its dimensions, outermost first; none for a single cell.
    pub dims: Vec<Dim>,
    /// The values of each cell.
    pub domain: Domain,
    /// Where the cells live.
    pub storage: Storage,
    /// The first cell; assigned by [`Network::lay_out`](crate::Network::lay_out).
    pub base: Slot,
    /// Initial values, one for each cell.
    pub initial: Vec<i32>,
    /// Where it is declared.
    pub origin: Origin,
}

/// A clock or an array of clocks.
#[derive(Clone, Debug)]
pub struct ClockFamily {
    /// The name with `[]` where indices go.
    pub name: String,
    /// The process whose local clock it is.
    pub owner: Option<ProcessId>,
    /// Its dimensions, outermost first.
    pub dims: Vec<Dim>,
    /// The first clock; assigned by [`Network::lay_out`](crate::Network::lay_out).
    pub base: ClockId,
    /// Initial values, one for each clock.
    pub initial: Vec<i32>,
    /// Where it is declared.
    pub origin: Origin,
}

/// The number of cells of an array with these dimensions.
#[must_use]
pub fn cells(dims: &[Dim]) -> u64 {
    dims.iter().map(|dim| dim.size()).product()
}

/// The name of one cell: `pattern` with its `[]` filled by the indices of cell number `offset`.
#[must_use]
pub fn cell_name(pattern: &str, dims: &[Dim], offset: usize) -> String {
    let mut indices = Vec::with_capacity(dims.len());
    let mut rest = offset as u64;
    for dim in dims.iter().rev() {
        let size = dim.size().max(1);
        indices.push(i64::from(dim.lower) + i64::try_from(rest % size).unwrap_or(0));
        rest /= size;
    }
    let mut name = String::with_capacity(pattern.len() + 4);
    let mut pieces = pattern.split("[]");
    name.push_str(pieces.next().unwrap_or(""));
    for piece in pieces {
        if let Some(index) = indices.pop() {
            name.push_str(&format!("[{index}]"));
        }
        name.push_str(piece);
    }
    name
}
