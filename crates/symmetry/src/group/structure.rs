//! What permutations of elements do to states.
//!
//! The symmetries we use permute *elements*: members of scalar sets, values that are used as identities,
//! copies of processes. Elements come in sorts; a permutation never mixes sorts. Every cell of a discrete
//! state belongs to a tuple of elements (usually none or one: `x[i]`, a local variable of process `i`; two
//! for `a[i][j]`), and so does every clock. Some cells hold elements as values. A permutation moves what
//! belongs to a tuple to what belongs to the permuted tuple, and renames the elements that cells hold.

use zones::Zone;

use program::State;

/// An element, numbered across all sorts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Element(pub u32);

/// Interchangeable elements `first..first + size`. The group contains every permutation of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sort {
    pub first: u32,
    pub size: u32,
}

/// What a cell or clock belongs to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Belonging {
    /// Cells with the same family belong to different tuples and are exchanged by permutations.
    pub family: u32,
    /// The tuple of elements; empty for what no permutation moves.
    pub tuple: Box<[Element]>,
}

/// What the value of a cell means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A number that no permutation changes.
    Plain,
    /// Value `lower + k` is the element `elements[k]`, or a number that no permutation changes.
    Reference {
        lower: i32,
        /// What each value from there on stands for.
        elements: Box<[Option<Element>]>,
    },
}

/// A permutation of the elements: element `e` becomes `image[e]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Permutation {
    pub image: Vec<Element>,
}

impl Permutation {
    #[must_use]
    pub fn identity(elements: usize) -> Permutation {
        let elements = u32::try_from(elements).expect("elements are few");
        Permutation { image: (0..elements).map(Element).collect() }
    }

    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.image.iter().zip(0u32..).all(|(image, element)| image.0 == element)
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(&self, next: &Permutation) -> Permutation {
        Permutation { image: self.image.iter().map(|element| next.of(*element)).collect() }
    }

    #[must_use]
    pub fn inverse(&self) -> Permutation {
        let mut inverse = Permutation::identity(self.image.len());
        for (element, image) in (0u32..).zip(&self.image) {
            inverse.image[image.0 as usize] = Element(element);
        }
        inverse
    }

    /// What an element becomes.
    #[must_use]
    pub fn of(&self, element: Element) -> Element {
        self.image[element.0 as usize]
    }

    /// How often it must be repeated to get back to the start.
    #[must_use]
    pub fn order(&self) -> u64 {
        let mut seen = vec![false; self.image.len()];
        let mut order = 1u64;
        for start in 0..self.image.len() {
            let (mut at, mut length) = (start, 0u64);
            while !seen[at] {
                seen[at] = true;
                at = self.image[at].0 as usize;
                length += 1;
            }
            if length > 1 {
                order = order / greatest_common_divisor(order, length) * length;
            }
        }
        order
    }
}

fn greatest_common_divisor(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { greatest_common_divisor(right, left % right) }
}

/// How permutations of elements act on the states of one network.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The sorts, in order of their elements.
    pub sorts: Vec<Sort>,
    /// For each discrete cell (locations first, then state variables, then `meta`) what it belongs to.
    pub cells: Vec<Belonging>,
    /// For each of these cells what its value means.
    pub meanings: Vec<Meaning>,
    /// For each clock what it belongs to.
    pub clocks: Vec<Belonging>,
    /// The cell of a family and tuple.
    cell_of: Lookup,
    /// The clock of a family and tuple.
    clock_of: Lookup,
}

type Lookup = std::collections::BTreeMap<(u32, Box<[Element]>), u32>;

fn lookup(belongings: &[Belonging]) -> Lookup {
    let numbered = (0u32..).zip(belongings);
    numbered.map(|(number, each)| ((each.family, each.tuple.clone()), number)).collect()
}

impl Structure {
    /// A structure; within a family, every permutation of a tuple that occurs must occur as well.
    #[must_use]
    pub fn new(
        sorts: Vec<Sort>,
        cells: Vec<Belonging>,
        meanings: Vec<Meaning>,
        clocks: Vec<Belonging>,
    ) -> Structure {
        let (cell_of, clock_of) = (lookup(&cells), lookup(&clocks));
        Structure { sorts, cells, meanings, clocks, cell_of, clock_of }
    }

    /// The number of elements of all sorts.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.sorts.last().map_or(0, |sort| (sort.first + sort.size) as usize)
    }

    /// Where a permutation moves a cell.
    #[must_use]
    pub fn cell_image(&self, cell: usize, permutation: &Permutation) -> usize {
        self.find_cell(cell, permutation).expect("families are closed under permutations")
    }

    /// Where a permutation moves a cell, if the structure says so.
    pub(crate) fn find_cell(&self, cell: usize, permutation: &Permutation) -> Option<usize> {
        image(&self.cells[cell], cell, permutation, &self.cell_of)
    }

    /// Where a permutation moves a clock.
    #[must_use]
    pub fn clock_image(&self, clock: usize, permutation: &Permutation) -> usize {
        self.find_clock(clock, permutation).expect("families are closed under permutations")
    }

    /// Where a permutation moves a clock, if the structure says so.
    pub(crate) fn find_clock(&self, clock: usize, permutation: &Permutation) -> Option<usize> {
        image(&self.clocks[clock], clock, permutation, &self.clock_of)
    }

    /// What a permutation makes of a value in a cell.
    #[must_use]
    pub fn value_image(&self, cell: usize, value: i32, permutation: &Permutation) -> i32 {
        let Meaning::Reference { lower, elements } = &self.meanings[cell] else { return value };
        let element = |value: i32| {
            let at = usize::try_from(i64::from(value) - i64::from(*lower)).ok()?;
            *elements.get(at)?
        };
        let Some(image) = element(value).map(|element| permutation.of(element)) else {
            return value;
        };
        let position = elements.iter().position(|each| *each == Some(image));
        position.map_or(value, |at| lower + i32::try_from(at).expect("domains are small"))
    }

    /// The state with a permutation applied. `rows` gives the clock of each row of its zone; the rows of
    /// the result are in the order of the clocks again.
    pub fn apply(&self, permutation: &Permutation, state: &State, rows: &[usize], out: &mut State) {
        out.cells.clear();
        out.cells.resize(state.cells.len(), 0);
        for (cell, value) in state.cells.iter().enumerate() {
            out.cells[self.cell_image(cell, permutation)] =
                self.value_image(cell, *value, permutation);
        }
        // Row r of the result is the image of the row that has the r-th smallest image.
        let mut order: Vec<(usize, usize)> = rows
            .iter()
            .enumerate()
            .map(|(row, clock)| (self.clock_image(*clock, permutation), row + 1))
            .collect();
        order.sort_unstable();
        let selection: Vec<usize> =
            std::iter::once(0).chain(order.into_iter().map(|(_, row)| row)).collect();
        copy_rows(&mut out.zone, &state.zone, &selection);
    }
}

fn copy_rows(out: &mut Zone, from: &Zone, selection: &[usize]) {
    out.copy_rows_from(from, selection);
}

fn image(
    belonging: &Belonging,
    number: usize,
    permutation: &Permutation,
    lookup: &Lookup,
) -> Option<usize> {
    if belonging.tuple.is_empty() {
        return Some(number);
    }
    let tuple: Box<[Element]> =
        belonging.tuple.iter().map(|element| permutation.of(*element)).collect();
    let found = lookup.get(&(belonging.family, tuple));
    found.map(|found| *found as usize)
}
