//! What locations and variables say about elements: numbers that belong to one element, and links between
//! several.
//!
//! A *link* is a cell that belongs to several elements, or that belongs to some and holds another. Cells
//! that belong to none and hold an element mark that element.

use crate::group::action::Action;

use super::partition::Partition;
use crate::mixing::{join, mix, ordered};

/// Splits partitions by discrete data.
#[derive(Clone, Debug)]
pub(super) struct DiscreteKeys {
    columns: Vec<Column>,
    /// Cells that belong to no element and hold elements.
    marking: Vec<u32>,
    /// By element: which of them hold it; a set of bits if these suffice, else a hash. Zero in between.
    marks: Vec<u64>,
    /// Cells that may be links.
    linking: Vec<u32>,
    pairs: Vec<Pair>,
    groups: Vec<CellGroup>,
    group_members: Vec<u32>,
    /// By element: is it part of a link? If not, it is a twin of all others with the same numbers.
    linked: Vec<bool>,
    /// By element: the colour of its cell, and what its links say.
    colours: Vec<u64>,
    sums: Vec<u64>,
}

/// Cells with one member: a number for each element of a sort.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// The elements of the sort, which are also their positions.
    from: usize,
    to: usize,
    /// The kind of cells.
    kind: usize,
    /// Do they hold elements?
    holds: bool,
}

/// A link between two elements.
#[derive(Clone, Copy, Debug)]
struct Pair {
    colour: u64,
    left: u32,
    right: u32,
}

/// A link between more elements: `group_members[from..to]`.
#[derive(Clone, Copy, Debug)]
struct CellGroup {
    colour: u64,
    from: usize,
    to: usize,
}

impl DiscreteKeys {
    pub(super) fn new(action: &Action) -> DiscreteKeys {
        let cells = action.cells();
        let (mut columns, mut marking, mut linking) = (Vec::new(), Vec::new(), Vec::new());
        for (number, kind) in cells.kinds().iter().enumerate() {
            if kind.arity == 1 && kind.example < action.key_cells() {
                let element = cells.members(kind.example)[0];
                let within = |first: u32, size: u32| (first..first + size).contains(&element);
                let sort = action.sorts().iter().find(|sort| within(sort.first, sort.size));
                let sort = sort.expect("every element has a sort");
                let (from, to) = (sort.first as usize, (sort.first + sort.size) as usize);
                let holds = action.is_reference(kind.example);
                columns.push(Column { from, to, kind: number, holds });
            }
        }
        // Locations come first, and few of the numbers after them tell more.
        columns.sort_by_key(|column| cells.kinds()[column.kind].example);
        for cell in (0u32..).take(action.key_cells()) {
            let holds = action.is_reference(cell as usize);
            match cells.kind(cell as usize).arity {
                0 if holds => marking.push(cell),
                1 if holds => linking.push(cell),
                0 | 1 => {}
                _ => linking.push(cell),
            }
        }
        let elements = action.elements();
        DiscreteKeys {
            columns,
            marking,
            marks: vec![0; elements],
            linking,
            pairs: Vec::new(),
            groups: Vec::new(),
            group_members: Vec::new(),
            linked: vec![false; elements],
            colours: vec![0; elements],
            sums: vec![0; elements],
        }
    }

    /// Splits by everything that belongs to single elements.
    pub(super) fn split_by_numbers(
        &mut self,
        action: &Action,
        cells: &[i32],
        partition: &mut Partition,
    ) {
        for column in &self.columns {
            let kind = &action.cells().kinds()[column.kind];
            let cell = |element| action.cells().of_single(kind, element);
            if column.holds {
                partition.split_range(column.from, column.to, |element| {
                    let cell = cell(element);
                    match action.element(cell, cells[cell]) {
                        None => ordered(cells[cell]),
                        Some(held) if held == element => 1 << 32,
                        Some(_) => 2 << 32,
                    }
                });
            } else {
                let key = |element| ordered(cells[cell(element)]);
                partition.split_range(column.from, column.to, key);
            }
        }
        self.split_by_marks(action, cells, partition);
    }

    fn split_by_marks(&mut self, action: &Action, cells: &[i32], partition: &mut Partition) {
        let fits = self.marking.len() <= 64;
        let held = |cell: &u32| action.element(*cell as usize, cells[*cell as usize]);
        for (number, element) in (0u64..).zip(self.marking.iter().map(held)) {
            let Some(element) = element else { continue };
            let mark = &mut self.marks[element as usize];
            *mark = if fits { *mark | 1 << number } else { join(*mark, number) };
        }
        // Most elements are not marked, so only cells with marks are looked at.
        let marks = &mut self.marks;
        for element in self.marking.iter().filter_map(held) {
            let cell = partition.cell(element) as usize;
            if partition.members(cell).len() > 1 {
                partition.split(cell, |element| marks[element as usize]);
            }
        }
        self.marking.iter().filter_map(held).for_each(|each| marks[each as usize] = 0);
    }

    /// Finds the links of a state. May there be any?
    pub(super) fn find_links(&mut self, action: &Action, cells: &[i32]) -> bool {
        self.pairs.clear();
        self.groups.clear();
        self.group_members.clear();
        if self.linking.is_empty() && self.marking.len() <= 64 {
            return false;
        }
        self.linked.fill(false);
        for at in 0..self.linking.len() {
            self.find_link(action, self.linking[at] as usize, cells);
        }
        if self.marking.len() > 64 {
            // Equal hashes are no proof: have them looked at.
            for cell in &self.marking {
                if let Some(element) = action.element(*cell as usize, cells[*cell as usize]) {
                    self.linked[element as usize] = true;
                }
            }
        }
        self.linked.contains(&true)
    }

    fn find_link(&mut self, action: &Action, cell: usize, cells: &[i32]) {
        let members = action.cells().members(cell);
        let value = cells[cell];
        let held = action.element(cell, value);
        let colour = mix(u64::from(action.cells().kind_number(cell)));
        let (colour, other) = match held {
            Some(held) => match members.iter().position(|member| *member == held) {
                Some(position) => (join(colour, 1 << 40 | position as u64), None),
                None => (join(colour, 1 << 41), Some(held)),
            },
            // The most frequent number is no link: no information is lost, because all other numbers are.
            None if value == 0 && !action.is_reference(cell) => return,
            None => (join(colour, ordered(value)), None),
        };
        match (members, other) {
            ([_], None) => return,
            ([left], Some(right)) => self.pairs.push(Pair { colour, left: *left, right }),
            ([left, right], None) => {
                self.pairs.push(Pair { colour, left: *left, right: *right });
            }
            _ => {
                let from = self.group_members.len();
                self.group_members.extend_from_slice(members);
                self.group_members.extend(other);
                self.groups.push(CellGroup { colour, from, to: self.group_members.len() });
            }
        }
        for element in members.iter().copied().chain(other) {
            self.linked[element as usize] = true;
        }
    }

    /// May an element be anything but a twin of others with the same numbers?
    #[inline]
    pub(super) fn is_linked(&self, element: u32) -> bool {
        self.linked[element as usize]
    }

    /// Splits by links until they tell no more elements apart. Returns the number of rounds; `trace` sums up
    /// what was seen, the same for all states of an orbit.
    pub(super) fn refine(&mut self, partition: &mut Partition, trace: &mut u64) -> u64 {
        let mut rounds = 0;
        if self.pairs.is_empty() && self.groups.is_empty() {
            return rounds;
        }
        let mut any = true;
        while any && !partition.is_discrete() {
            rounds += 1;
            any = false;
            self.sum_links(partition);
            let mut at = 0;
            while at < partition.order().len() {
                let next = partition.next(at);
                if next - at > 1 {
                    any |= partition.split(at, |element| self.sums[element as usize]);
                    *trace = partition.trace_keys(at, *trace);
                }
                at = next;
            }
        }
        rounds
    }

    fn sum_links(&mut self, partition: &Partition) {
        let DiscreteKeys { pairs, groups, group_members, colours, sums, .. } = self;
        for (element, colour) in (0u32..).zip(colours.iter_mut()) {
            *colour = mix(u64::from(partition.cell(element)));
        }
        sums.fill(0);
        let add = |sums: &mut [u64], element: u32, colour: u64| {
            let sum = &mut sums[element as usize];
            *sum = sum.wrapping_add(colour);
        };
        for pair in pairs.iter() {
            let colour = |element: u32| colours[element as usize];
            add(sums, pair.left, mix(pair.colour ^ colour(pair.right)));
            add(sums, pair.right, mix(pair.colour.rotate_left(32) ^ colour(pair.left)));
        }
        for group in groups.iter() {
            let members = &group_members[group.from..group.to];
            let colour = members
                .iter()
                .fold(group.colour, |colour, member| join(colour, colours[*member as usize]));
            for (position, member) in (0u64..).zip(members) {
                add(sums, *member, join(colour, position));
            }
        }
    }
}
