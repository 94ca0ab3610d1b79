//! What a [`Structure`] says, as tables: applying a permutation costs a pass over the cells and one over
//! the zone. [`Structure::apply`] is the naive twin.

use program::State;

use super::placement::Placement;
use super::structure::{Element, Meaning, Permutation, Sort, Structure};

/// "Not an element", "not a value".
const NONE: u32 = u32::MAX;

/// Applies permutations to states.
#[derive(Clone, Debug)]
pub struct Action {
    sorts: Vec<Sort>,
    /// Cells of the discrete state; those after them (`meta`) are moved along but tell no states apart.
    key_cells: usize,
    cells: Placement,
    clocks: Placement,
    domains: Vec<Domain>,
    /// By cell; `NONE` for plain numbers.
    domain_of: Vec<u32>,
    /// Cells that hold elements.
    references: Vec<u32>,
    /// Does any clock belong to an element?
    moves_clocks: bool,
    /// By clock: its row in the zone being permuted, while that is done.
    row_at: Vec<u32>,
    selection: Vec<usize>,
}

/// The values of cells that hold elements.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Domain {
    lower: i32,
    /// What `lower + k` stands for.
    elements: Vec<u32>,
    /// By element; `None` if it has no value.
    values: Vec<Option<i32>>,
}

impl Domain {
    fn new(lower: i32, elements: &[Option<Element>], count: usize) -> Domain {
        let mut values = vec![None; count];
        // Backwards, because the first value of an element counts.
        for (at, element) in elements.iter().enumerate().rev() {
            if let Some(element) = element {
                let value = i64::from(lower) + at as i64;
                values[element.0 as usize] = i32::try_from(value).ok();
            }
        }
        let elements = elements.iter().map(|element| element.map_or(NONE, |each| each.0));
        Domain { lower, elements: elements.collect(), values }
    }

    #[inline]
    fn element(&self, value: i32) -> Option<u32> {
        let at = usize::try_from(i64::from(value) - i64::from(self.lower)).ok()?;
        self.elements.get(at).copied().filter(|element| *element != NONE)
    }
}

impl Action {
    /// The tables of a structure. The first `key_cells` cells are the discrete state; what follows is `meta`.
    #[must_use]
    pub fn new(structure: &Structure, key_cells: usize) -> Action {
        let mut domains: Vec<Domain> = Vec::new();
        let mut domain_of = Vec::new();
        for meaning in &structure.meanings {
            let Meaning::Reference { lower, elements } = meaning else {
                domain_of.push(NONE);
                continue;
            };
            let domain = Domain::new(*lower, elements, structure.elements());
            let known = domains.iter().position(|other| *other == domain);
            let at = known.unwrap_or(domains.len());
            if known.is_none() {
                domains.push(domain);
            }
            domain_of.push(u32::try_from(at).expect("domains are few"));
        }
        let holds_elements = |cell: &u32| domain_of[*cell as usize] != NONE;
        Action {
            sorts: structure.sorts.clone(),
            key_cells: key_cells.min(structure.cells.len()),
            cells: Placement::new(&structure.sorts, &structure.cells),
            clocks: Placement::new(&structure.sorts, &structure.clocks),
            references: (0u32..).take(domain_of.len()).filter(holds_elements).collect(),
            moves_clocks: structure.clocks.iter().any(|clock| !clock.tuple.is_empty()),
            domains,
            domain_of,
            row_at: vec![0; structure.clocks.len()],
            selection: Vec::new(),
        }
    }

    #[must_use]
    pub fn sorts(&self) -> &[Sort] {
        &self.sorts
    }

    /// The number of elements of all sorts.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.sorts.last().map_or(0, |sort| (sort.first + sort.size) as usize)
    }

    /// The number of cells that tell states apart.
    #[must_use]
    pub fn key_cells(&self) -> usize {
        self.key_cells
    }

    /// Does any permutation move clocks?
    #[must_use]
    pub fn moves_clocks(&self) -> bool {
        self.moves_clocks
    }

    pub(crate) fn cells(&self) -> &Placement {
        &self.cells
    }

    pub(crate) fn clocks(&self) -> &Placement {
        &self.clocks
    }

    /// Does the cell hold elements?
    pub(crate) fn is_reference(&self, cell: usize) -> bool {
        self.domain_of[cell] != NONE
    }

    /// The cells that hold elements.
    pub(crate) fn references(&self) -> &[u32] {
        &self.references
    }

    /// The element that a value in a cell stands for.
    #[inline]
    pub(crate) fn element(&self, cell: usize, value: i32) -> Option<u32> {
        self.domains.get(self.domain_of[cell] as usize)?.element(value)
    }

    /// What a permutation makes of a value in a cell.
    #[inline]
    pub(crate) fn value_image(
        &self,
        cell: usize,
        value: i32,
        permuted: impl Fn(u32) -> u32,
    ) -> i32 {
        let Some(domain) = self.domains.get(self.domain_of[cell] as usize) else { return value };
        let image = domain.element(value).and_then(|each| domain.values[permuted(each) as usize]);
        image.unwrap_or(value)
    }

    /// The state with a permutation applied; the same as [`Structure::apply`]. If no clocks are moved, `rows`
    /// is not looked at.
    pub fn apply(
        &mut self,
        permutation: &Permutation,
        state: &State,
        rows: &[usize],
        out: &mut State,
    ) {
        let permuted = |element: u32| permutation.image[element as usize].0;
        out.cells.clear();
        out.cells.extend_from_slice(&state.cells);
        self.cells.for_each_image(permuted, |cell, image| out.cells[image] = state.cells[cell]);
        for cell in &self.references {
            let cell = *cell as usize;
            let value = self.value_image(cell, state.cells[cell], permuted);
            out.cells[self.cells.image(cell, permuted)] = value;
        }
        if !self.moves_clocks {
            out.zone.copy_from(&state.zone);
            return;
        }
        for (clock, row) in rows.iter().zip(1u32..) {
            self.row_at[self.clocks.image(*clock, permuted)] = row;
        }
        self.selection.clear();
        self.selection.push(0);
        for row in &mut self.row_at {
            if *row != 0 {
                self.selection.push(*row as usize);
                *row = 0;
            }
        }
        out.zone.copy_rows_from(&state.zone, &self.selection);
    }
}
