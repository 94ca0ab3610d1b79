//! What a zone says about elements: bounds on their clocks, and on differences to other clocks.
//!
//! States are later compared by inclusion of zones, row by row, so the elements of a zone and of a larger
//! one should be ordered alike. Therefore numbers come first, in an order that follows the order
//! of the clocks where there is one (smaller clocks have smaller upper and lower bounds), and hashes
//! last.

use zones::Zone;

use crate::symmetry::action::Action;

use super::colour::{join, mix, ordered};
use super::partition::Partition;

/// Splits partitions by clocks.
#[derive(Clone, Debug)]
pub(super) struct ClockKeys {
    columns: Vec<Column>,
    /// By kind of clocks: its column plus one, or 0.
    column_of: Vec<u32>,
    /// Rows of clocks that belong to no element.
    fixed: Vec<usize>,
    /// Clocks with rows that belong to several elements.
    wide: Vec<Wide>,
    /// By row: the colour of what it belongs to.
    colours: Vec<u64>,
    /// By element: does any row belong to it?
    has_rows: Vec<bool>,
    ranks: Vec<Ranks>,
    sums: Vec<u64>,
    clock_of: Vec<usize>,
}

/// Clocks with one member: one for each element of a sort.
#[derive(Clone, Debug)]
struct Column {
    /// The elements of the sort, which are also their positions.
    from: usize,
    to: usize,
    first: u32,
    kind: u64,
    /// By element from the first on: the row of its clock, or 0.
    rows: Vec<usize>,
}

impl Column {
    #[inline]
    fn row(&self, element: u32) -> usize {
        self.rows[element as usize - self.from]
    }
}

#[derive(Clone, Copy, Debug)]
struct Wide {
    row: usize,
    clock: usize,
}

/// Ranges of positions that hold elements nothing has told apart yet.
pub(super) type Open = Vec<(usize, usize)>;

/// What happened during a refinement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Refined {
    /// Passes over the zone.
    pub rounds: u64,
    /// Sums up what was seen, the same for all states of an orbit.
    pub trace: u64,
}

impl ClockKeys {
    pub(super) fn new(action: &Action) -> ClockKeys {
        let clocks = action.clocks();
        let mut columns: Vec<Column> = Vec::new();
        let mut column_of = vec![0; clocks.kinds().len()];
        for (number, kind) in (0u64..).zip(clocks.kinds()) {
            if kind.arity == 1 {
                let element = clocks.members(kind.example)[0];
                let within = |first: u32, size: u32| (first..first + size).contains(&element);
                let sort = action.sorts().iter().find(|sort| within(sort.first, sort.size));
                let sort = sort.expect("every element has a sort");
                let from = sort.first as usize;
                let rows = vec![0; sort.size as usize];
                let (to, first) = (from + rows.len(), sort.first);
                columns.push(Column { from, to, first, kind: mix(number), rows });
                column_of[number as usize] = u32::try_from(columns.len()).expect("clocks are few");
            }
        }
        ClockKeys {
            columns,
            column_of,
            fixed: Vec::new(),
            wide: Vec::new(),
            colours: Vec::new(),
            has_rows: vec![false; action.elements()],
            ranks: vec![Ranks::default(); action.elements()],
            sums: vec![0; action.elements()],
            clock_of: Vec::new(),
        }
    }

    /// Says which clocks have rows.
    pub(super) fn load(&mut self, action: &Action, rows: &[usize]) {
        let clocks = action.clocks();
        self.columns.iter_mut().for_each(|column| column.rows.fill(0));
        self.has_rows.fill(false);
        self.fixed.clear();
        self.wide.clear();
        self.clock_of.clear();
        self.clock_of.extend_from_slice(rows);
        for (row, clock) in (1..).zip(rows) {
            match *clocks.members(*clock) {
                [] => self.fixed.push(row),
                [element] => {
                    let column = self.column_of[clocks.kind_number(*clock) as usize] as usize - 1;
                    let column = &mut self.columns[column];
                    column.rows[element as usize - column.from] = row;
                    self.has_rows[element as usize] = true;
                }
                ref members => {
                    self.wide.push(Wide { row, clock: *clock });
                    members.iter().for_each(|each| self.has_rows[*each as usize] = true);
                }
            }
        }
    }

    /// Does any row belong to an element?
    #[inline]
    pub(super) fn has_rows(&self, element: u32) -> bool {
        self.has_rows[element as usize]
    }

    /// Splits by bounds on single clocks of an element, and on their differences to each other and to clocks that
    /// belong to no element.
    pub(super) fn split_by_bounds(&self, zone: &Zone, partition: &mut Partition) {
        for (number, column) in self.columns.iter().enumerate() {
            let mut split = |other: &dyn Fn(u32) -> usize| {
                partition.split_range(column.from, column.to, |element| {
                    let (row, other) = (column.row(element), other(element));
                    if row == 0 { 0 } else { both_ways(zone, row, other) }
                });
            };
            split(&|_| 0);
            self.fixed.iter().for_each(|row| split(&|_| *row));
            for other in &self.columns[..number] {
                if other.from == column.from {
                    split(&|element| other.row(element));
                }
            }
        }
    }

    /// Splits by how a clock relates to all others: first by how many it never exceeds, which is its rank
    /// where clocks are totally ordered, then by how far it is from them on the whole.
    pub(super) fn split_by_ranks(&mut self, zone: &Zone, partition: &mut Partition, open: &Open) {
        let ClockKeys { columns, ranks, .. } = self;
        for column in columns {
            let within = |(from, to): &&(usize, usize)| column.from <= *from && *to <= column.to;
            for (from, to) in open.iter().filter(within) {
                for element in &partition.order()[*from..*to] {
                    ranks[*element as usize] = Ranks::of(zone, column.row(*element));
                }
                partition.split_range(*from, *to, |element| ranks[element as usize].rank);
                partition.split_range(*from, *to, |element| ranks[element as usize].ahead);
                partition.split_range(*from, *to, |element| ranks[element as usize].behind);
            }
        }
    }

    /// Splits open cells by differences to all other clocks, as often as that tells elements apart. What
    /// stays open is left in `open`.
    pub(super) fn refine(
        &mut self,
        action: &Action,
        zone: &Zone,
        partition: &mut Partition,
        open: &mut Open,
        mut is_settled: impl FnMut(&[u32]) -> bool,
    ) -> Refined {
        let mut refined = Refined::default();
        while !open.is_empty() && zone.dim() > 1 {
            refined.rounds += 1;
            self.colour_rows(action, partition);
            self.sum_differences(action, zone, partition, open);
            let mut any = false;
            for (from, _) in &*open {
                any |= partition.split(*from, |element| self.sums[element as usize]);
                refined.trace = partition.trace_keys(*from, refined.trace);
            }
            if !any {
                break;
            }
            settle(partition, open, &mut is_settled);
        }
        refined
    }

    fn colour_rows(&mut self, action: &Action, partition: &Partition) {
        let ClockKeys { columns, colours, clock_of, fixed, wide, .. } = self;
        colours.clear();
        colours.resize(clock_of.len() + 1, 0);
        for row in fixed {
            colours[*row] = mix(clock_of[*row - 1] as u64);
        }
        for column in columns {
            for (element, row) in (column.first..).zip(&column.rows) {
                colours[*row] = mix(column.kind ^ u64::from(partition.cell(element)));
            }
        }
        colours[0] = 0;
        for Wide { row, clock } in wide {
            let kind = mix(u64::from(action.clocks().kind_number(*clock)));
            let members = action.clocks().members(*clock).iter();
            colours[*row] =
                members.fold(kind, |colour, each| join(colour, u64::from(partition.cell(*each))));
        }
    }

    fn sum_differences(
        &mut self,
        action: &Action,
        zone: &Zone,
        partition: &Partition,
        open: &Open,
    ) {
        let ClockKeys { columns, colours, sums, wide, .. } = self;
        for (from, to) in open {
            for element in &partition.order()[*from..*to] {
                sums[*element as usize] = 0;
            }
        }
        for column in columns {
            let within = |(from, to): &&(usize, usize)| column.from <= *from && *to <= column.to;
            for (from, to) in open.iter().filter(within) {
                for element in &partition.order()[*from..*to] {
                    let row = column.row(*element);
                    if row != 0 {
                        let sum = &mut sums[*element as usize];
                        *sum = sum.wrapping_add(mix(differences(zone, row, colours) ^ column.kind));
                    }
                }
            }
        }
        for Wide { row, clock } in wide {
            let colour = join(differences(zone, *row, colours), colours[*row]);
            for (position, member) in (0u64..).zip(action.clocks().members(*clock)) {
                let sum = &mut sums[*member as usize];
                *sum = sum.wrapping_add(join(colour, position));
            }
        }
    }
}

/// Finds the cells within open ranges whose members are not yet settled.
pub(super) fn settle(
    partition: &Partition,
    open: &mut Open,
    mut is_settled: impl FnMut(&[u32]) -> bool,
) {
    let ranges = open.len();
    for number in 0..ranges {
        let (mut at, to) = open[number];
        while at < to {
            let next = partition.next(at);
            if next - at > 1 && !is_settled(partition.members(at)) {
                open.push((at, next));
            }
            at = next;
        }
    }
    open.drain(..ranges);
}

/// The bounds on a difference as one key: smaller for a smaller clock.
#[inline]
fn both_ways(zone: &Zone, row: usize, other: usize) -> u64 {
    let (upper, lower) = (zone.get(row, other), zone.get(other, row));
    ordered(upper.raw()) << 32 | (ordered(lower.raw()) ^ 0xffff_ffff)
}

/// How a clock relates to all others; smaller for a smaller clock.
#[derive(Clone, Copy, Debug, Default)]
struct Ranks {
    /// Few others that it never exceeds come last; then few others that never exceed it come first.
    rank: u64,
    /// All bounds on how far it may be ahead.
    ahead: u64,
    /// All bounds on how far others may be ahead, reversed.
    behind: u64,
}

impl Ranks {
    fn of(zone: &Zone, row: usize) -> Ranks {
        if row == 0 {
            return Ranks::default();
        }
        let (mut above, mut below, mut ahead, mut behind) = (0u64, 0u64, 0i64, 0i64);
        for (other, bound) in zone.row(row).iter().enumerate() {
            let back = zone.get(other, row).raw();
            above += u64::from(bound.raw() <= 1);
            below += u64::from(back <= 1);
            ahead += i64::from(bound.raw());
            behind += i64::from(back);
        }
        let rank = (u64::from(u32::MAX) - above) << 32 | below;
        let [ahead, behind] = [(1 << 62) + ahead, (1 << 62) - behind].map(i64::cast_unsigned);
        Ranks { rank, ahead, behind }
    }
}

/// The bounds on differences to all other rows, with the colours of those.
#[inline]
fn differences(zone: &Zone, row: usize, colours: &[u64]) -> u64 {
    let bounds = zone.row(row).iter().zip(colours).enumerate();
    bounds.fold(0u64, |sum, (other, (bound, colour))| {
        let back = zone.get(other, row).raw().cast_unsigned();
        let there = bound.raw().cast_unsigned();
        sum.wrapping_add(mix((u64::from(there) << 32 | u64::from(back)) ^ colour))
    })
}
