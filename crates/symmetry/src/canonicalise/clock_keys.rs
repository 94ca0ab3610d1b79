//! What a zone says about elements: bounds on their clocks, and on differences to other clocks.
//!
//! States are later compared by inclusion of zones, row by row, so the elements of a zone and of a larger
//! one should be ordered alike. Therefore numbers come first, in an order that follows the order
//! of the clocks where there is one (smaller clocks have smaller upper and lower bounds), and hashes
//! last.

use zones::Zone;

use super::twins::{Swap, are_exchangeable};
use crate::group::action::Action;

use super::partition::Partition;
use crate::mixing::{join, mix, ordered};

/// Splits partitions by clocks.
#[derive(Clone, Debug)]
pub(super) struct ClockKeys {
    columns: Vec<ClockColumn>,
    /// By kind of clocks: its column plus one, or 0.
    column_of: Vec<u32>,
    /// Rows of clocks that belong to no element.
    fixed: Vec<usize>,
    /// Clocks with rows that belong to several elements.
    wide: Vec<Wide>,
    /// By row: the colour of what it belongs to.
    colours: Vec<u64>,
    /// Has every element at most one clock, which belongs to no other?
    single: bool,
    /// Rows of elements that may be twins.
    rows: Vec<usize>,
    sums: Vec<u64>,
    clock_of: Vec<usize>,
}

/// Clocks with one member: one for each element of a sort.
#[derive(Clone, Debug)]
struct ClockColumn {
    /// The elements of the sort, which are also their positions.
    from: usize,
    to: usize,
    first: u32,
    kind: u64,
    /// By element from the first on: the row of its clock, or 0.
    rows: Vec<usize>,
}

impl ClockColumn {
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
        let mut columns: Vec<ClockColumn> = Vec::new();
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
                columns.push(ClockColumn { from, to, first, kind: mix(number), rows });
                column_of[number as usize] = u32::try_from(columns.len()).expect("clocks are few");
            }
        }
        let wide = clocks.kinds().iter().any(|kind| kind.arity > 1);
        let several = |column: &ClockColumn| {
            columns.iter().filter(|other| other.from == column.from).count() > 1
        };
        ClockKeys {
            single: !wide && !columns.iter().any(several),
            rows: Vec::new(),
            columns,
            column_of,
            fixed: Vec::new(),
            wide: Vec::new(),
            colours: Vec::new(),
            sums: vec![0; action.elements()],
            clock_of: Vec::new(),
        }
    }

    /// Says which clocks have rows.
    pub(super) fn load(&mut self, action: &Action, rows: &[usize]) {
        let clocks = action.clocks();
        self.columns.iter_mut().for_each(|column| column.rows.fill(0));
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
                }
                _ => self.wide.push(Wide { row, clock: *clock }),
            }
        }
    }

    /// Do all exchanges of two of these elements, which are of one sort, fix the zone? `swap` tells if some
    /// have several clocks.
    pub(super) fn are_twins(
        &mut self,
        action: &Action,
        swap: &mut Swap,
        zone: &Zone,
        members: &[u32],
    ) -> bool {
        if !self.single {
            return members[1..]
                .iter()
                .all(|each| swap.fixes_zone(action, zone, members[0], *each));
        }
        let ClockKeys { columns, rows, .. } = self;
        let position = members[0] as usize;
        let Some(column) = columns.iter().find(|each| each.from <= position && position < each.to)
        else {
            return true;
        };
        rows.clear();
        rows.extend(members.iter().map(|each| column.row(*each)));
        match rows.iter().filter(|row| **row == 0).count() {
            0 => are_exchangeable(zone, rows),
            idle => idle == members.len(),
        }
    }

    /// Has every element at most one clock, which belongs to no other?
    pub(super) fn is_single(&self) -> bool {
        self.single
    }

    /// Splits by bounds on single clocks of an element, and on their differences to each other and to clocks that
    /// belong to no element.
    pub(super) fn split_by_bounds(&self, zone: &Zone, partition: &mut Partition) {
        for (number, column) in self.columns.iter().enumerate() {
            let against = |row: usize, other: usize| {
                if row == 0 { 0 } else { both_ways(zone, row, other) }
            };
            for other in std::iter::once(&0).chain(&self.fixed) {
                let key = |element| against(column.row(element), *other);
                partition.split_range(column.from, column.to, key);
            }
            for other in &self.columns[..number] {
                if other.from == column.from {
                    let key = |element| against(column.row(element), other.row(element));
                    partition.split_range(column.from, column.to, key);
                }
            }
        }
    }

    /// Splits by how a clock relates to all others: first by how many it never exceeds, which is its rank
    /// where clocks are totally ordered, then by how far it may be ahead of them on the whole.
    pub(super) fn split_by_ranks(&mut self, zone: &Zone, partition: &mut Partition, open: &Open) {
        let ClockKeys { columns, sums, .. } = self;
        for column in columns {
            let within = |(from, to): &&(usize, usize)| column.from <= *from && *to <= column.to;
            for (from, to) in open.iter().filter(within) {
                for element in &partition.order()[*from..*to] {
                    sums[*element as usize] = rank(zone, column.row(*element));
                }
                partition.split_range(*from, *to, |element| sums[element as usize]);
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
        mut is_settled: impl FnMut(&mut ClockKeys, &[u32]) -> bool,
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
            settle(partition, open, |members| is_settled(self, members));
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
fn rank(zone: &Zone, row: usize) -> u64 {
    if row == 0 {
        return 0;
    }
    let bounds = zone.row(row).iter().map(|bound| bound.raw());
    let (above, ahead) = bounds.fold((0u64, 0i64), |(above, ahead), bound| {
        (above + u64::from(bound <= 1), ahead + i64::from(bound))
    });
    // Up to 2^16 rows with bounds of up to 30 bits.
    let ahead = ((1 << 47) + ahead).cast_unsigned();
    (u64::from(u16::MAX) - above.min(u64::from(u16::MAX))) << 48 | ahead.min((1 << 48) - 1)
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
