//! Arrays taken for the cells they consist of.
//!
//! A renaming moves an array by moving its indices, so `x[i][h]` lets the arms of all robots be exchanged
//! together, but not those of one. If every index of an array is a constant (a template parameter, mostly), it is no
//! more than a list of variables, and each may go its own way. The split network has the same locations, cells
//! and clocks as the whole one, with the same numbers, and the same edges, or one for each way to take them
//! ([`WrittenOut`]); only the tables of names are longer. What is found in it holds for the states of either.

use std::collections::BTreeSet;

use network::network::cell_count;
use network::variable::{Dim, cell_name};
use network::visit::{Visitor, walk_edge, walk_goal, walk_guard};
use network::{
    ChannelFamilyId, ChannelId, ChannelPlace, ClockFamilyId, ClockId, ClockPlace, Expr, Goal,
    Network, Place, Slot, Storage, Term, VariableId,
};

use super::written_out::WrittenOut;
use crate::identities::classes::Classes;
use crate::offsets::indices;
use crate::renaming::rewrite::{self, Rewrite};

/// The most cells of an array that is split.
const MOST_CELLS: usize = 256;

/// A network some of whose arrays are split.
#[derive(Clone, Debug)]
pub struct Split {
    pub network: Network,
    variables: Cells,
    clocks: Cells,
    channels: Cells,
    /// What its edges are, if they were written out.
    pub(crate) edges: Option<WrittenOut>,
}

/// The arrays of one kind.
#[derive(Clone, Debug, Default)]
struct Cells {
    /// By array: its cells if it is split, else only itself.
    parts: Vec<Vec<u32>>,
    /// By array or cell of the split network: the array, and the indices of the cell.
    wholes: Vec<(u32, Vec<i32>)>,
}

impl Cells {
    /// Numbers of arrays with these dimensions. `splits` says which are split; all cells of an array but the
    /// first come after all arrays, or right after the first.
    fn of(dims: &[&[Dim]], splits: &BTreeSet<usize>, at_the_end: bool) -> Cells {
        let mut cells = Cells::default();
        let mut later = dims.len();
        for (number, dims) in dims.iter().enumerate() {
            let count = if splits.contains(&number) { cell_count(dims) } else { 1 };
            let more = if at_the_end { later } else { cells.total() + 1 };
            let first = if at_the_end { number } else { cells.total() };
            later += count - 1;
            let numbers = std::iter::once(first).chain(more..more + count - 1);
            cells.parts.push(numbers.map(number_of).collect());
        }
        cells.wholes = vec![(0, Vec::new()); cells.total()];
        for (number, parts) in cells.parts.iter().enumerate() {
            for (offset, part) in parts.iter().enumerate() {
                let is_cell = splits.contains(&number);
                let place = if is_cell { indices(dims[number], offset) } else { Vec::new() };
                cells.wholes[*part as usize] = (number_of(number), place);
            }
        }
        cells
    }

    fn total(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    /// What an array with these indices is in the split network, and whether its indices are used up.
    fn part(&self, array: u32, dims: &[Dim], given: &[Expr]) -> (u32, bool) {
        match &self.parts[array as usize][..] {
            [only] if !self.is_cell(*only) => (*only, false),
            parts => (offset(dims, given).map_or(parts[0], |offset| parts[offset]), true),
        }
    }

    fn is_cell(&self, part: u32) -> bool {
        !self.wholes[part as usize].1.is_empty()
    }

    /// The array that something of the split network is, and the indices it stands for.
    fn whole(&self, part: u32) -> (u32, &[i32]) {
        let (array, indices) = &self.wholes[part as usize];
        (*array, indices)
    }
}

fn number_of(at: usize) -> u32 {
    u32::try_from(at).expect("tables are small")
}

/// The cell that constant indices name; none if they are not constant or out of range.
fn offset(dims: &[Dim], given: &[Expr]) -> Option<usize> {
    if dims.len() != given.len() {
        return None;
    }
    let mut offset = 0;
    for (dim, index) in dims.iter().zip(given) {
        let Expr::Const(index) = index else { return None };
        if !dim.contains(*index) {
            return None;
        }
        offset =
            offset * cell_count(std::slice::from_ref(dim)) + index.abs_diff(dim.lower) as usize;
    }
    Some(offset)
}

impl Split {
    /// Splits what can be; none if no array with several dimensions can. `goals` have their say.
    pub(crate) fn of(network: &Network, goals: &[Goal]) -> Option<Split> {
        let uses = Uses::of(network, goals);
        (uses.tables() > 0).then(|| Split::with(network, &uses))
    }

    /// Splits what can be after edges were written out; none if that is no more than before.
    pub(crate) fn written_out(
        network: &Network,
        classes: &Classes,
        goals: &[Goal],
    ) -> Option<Split> {
        let (inner, edges) = WrittenOut::of(network)?;
        let uses = Uses::of(&inner, goals);
        let kept = Uses::of(network, goals).variables.kept;
        // What is indexed by numbers cannot be permuted otherwise, be it a table or a list.
        let numbered = |array: &usize| {
            let id = VariableId::at(*array);
            let dims = 0..network.variables[*array].dims.len();
            dims.into_iter().any(|dim| classes.plain(classes.dim(id, dim)).is_some())
        };
        let gained = kept.difference(&uses.variables.kept).filter(|array| {
            uses.variables.named.contains(*array)
                && (network.variables[**array].dims.len() > 1 || numbered(array))
        });
        if gained.count() == 0 {
            return None;
        }
        Some(Split { edges: Some(edges), ..Split::with(&inner, &uses) })
    }

    fn with(network: &Network, uses: &Uses<'_>) -> Split {
        let variables: Vec<&[Dim]> = network.variables.iter().map(|each| &each.dims[..]).collect();
        let clocks: Vec<&[Dim]> = network.clocks.iter().map(|each| &each.dims[..]).collect();
        let channels: Vec<&[Dim]> = network.channels.iter().map(|each| &each.dims[..]).collect();
        let mut split = Split {
            // Variables are bound and passed on by number, so these do not change.
            variables: Cells::of(&variables, &uses.variables.splits(&variables), true),
            // The clocks of the first array come first.
            clocks: Cells::of(&clocks, &uses.clocks.splits(&clocks), false),
            channels: Cells::of(&channels, &uses.channels.splits(&channels), false),
            network: network.clone(),
            edges: None,
        };
        let Split { network: inner, variables, clocks, channels, .. } = &mut split;
        rewrite::network(&Apart { whole: network, variables, clocks, channels }, inner);
        split.declare(network);
        split
    }

    fn declare(&mut self, whole: &Network) {
        let Split { network, variables, clocks, channels, .. } = self;
        network.variables = (0..number_of(variables.total()))
            .map(|part| {
                let (array, indices) = variables.whole(part);
                let mut variable = whole.variables[array as usize].clone();
                if let Some(offset) = position(&variable.dims, indices) {
                    variable.name = cell_name(&variable.name, &variable.dims, offset);
                    variable.base = Slot::at(variable.base.index() + offset);
                    variable.initial = vec![variable.initial[offset]];
                    variable.dims.clear();
                }
                variable
            })
            .collect();
        network.clocks = (0..number_of(clocks.total()))
            .map(|part| {
                let (array, indices) = clocks.whole(part);
                let mut family = whole.clocks[array as usize].clone();
                if let Some(offset) = position(&family.dims, indices) {
                    family.name = cell_name(&family.name, &family.dims, offset);
                    family.base = ClockId::at(family.base.index() + offset);
                    family.initial = vec![family.initial[offset]];
                    family.dims.clear();
                }
                family
            })
            .collect();
        network.channels = (0..number_of(channels.total()))
            .map(|part| {
                let (array, indices) = channels.whole(part);
                let mut family = whole.channels[array as usize].clone();
                if let Some(offset) = position(&family.dims, indices) {
                    family.name = cell_name(&family.name, &family.dims, offset);
                    family.base = ChannelId::at(family.base.index() + offset);
                    family.priority = vec![family.priority[offset]];
                    family.dims.clear();
                }
                family
            })
            .collect();
    }

    /// The same with the clocks that a whole network has got at its end.
    pub(crate) fn extended(&self, whole: &Network) -> Split {
        let mut split = self.clone();
        for (number, family) in whole.clocks.iter().enumerate().skip(self.clocks.parts.len()) {
            split.clocks.parts.push(vec![number_of(split.clocks.wholes.len())]);
            split.clocks.wholes.push((number_of(number), Vec::new()));
            split.network.clocks.push(family.clone());
        }
        split
    }

    /// A goal about the whole network as one about the split one; none if it asks for a cell by an index that
    /// is not a constant.
    pub(crate) fn goal(&self, whole: &Network, goal: &Goal) -> Option<Goal> {
        let mut uses = Uses::new(whole);
        walk_goal(&mut uses, goal);
        let mut goal = goal.clone();
        self.suits(&uses).then(|| rewrite::goal(&self.apart(whole), &mut goal))?;
        Some(goal)
    }

    pub(crate) fn term(&self, whole: &Network, term: &Term) -> Option<Term> {
        let mut uses = Uses::new(whole);
        match term {
            Term::Int { value, .. } => uses.expr(value),
            Term::Clock { left, right, .. } => {
                uses.clock(left);
                right.iter().for_each(|right| uses.clock(right));
            }
        }
        let mut term = term.clone();
        self.suits(&uses).then(|| rewrite::term(&self.apart(whole), &mut term))?;
        Some(term)
    }

    /// A goal about the split network as one about the whole one.
    pub(crate) fn whole_goal(&self, goal: &Goal) -> Goal {
        let mut goal = goal.clone();
        rewrite::goal(&Together(self), &mut goal);
        goal
    }

    fn apart<'s>(&'s self, whole: &'s Network) -> Apart<'s> {
        let Split { variables, clocks, channels, .. } = self;
        Apart { whole, variables, clocks, channels }
    }

    /// Are only arrays used in other ways that are not split?
    fn suits(&self, uses: &Uses<'_>) -> bool {
        let intact = |cells: &Cells, kept: &BTreeSet<usize>| {
            kept.iter().all(|array| !cells.is_cell(cells.parts[*array][0]))
        };
        intact(&self.variables, &uses.variables.kept) && intact(&self.clocks, &uses.clocks.kept)
    }
}

/// The number of the cell with these indices; none if there are no indices.
fn position(dims: &[Dim], indices: &[i32]) -> Option<usize> {
    let constants: Vec<Expr> = indices.iter().map(|index| Expr::Const(*index)).collect();
    if indices.is_empty() { None } else { offset(dims, &constants) }
}

/// From the whole network to the split one.
struct Apart<'s> {
    whole: &'s Network,
    variables: &'s Cells,
    clocks: &'s Cells,
    channels: &'s Cells,
}

impl Rewrite for Apart<'_> {
    fn place(&self, place: &mut Place) {
        let dims = &self.whole.variable(place.variable).dims;
        let (part, is_cell) = self.variables.part(place.variable.0, dims, &place.indices);
        place.variable = VariableId(part);
        if is_cell {
            place.indices.clear();
        }
    }

    fn clock(&self, place: &mut ClockPlace) {
        let dims = &self.whole.clock_family(place.family).dims;
        let (part, is_cell) = self.clocks.part(place.family.0, dims, &place.indices);
        place.family = ClockFamilyId(part);
        if is_cell {
            place.indices.clear();
        }
    }

    fn channel(&self, place: &mut ChannelPlace) {
        let dims = &self.whole.channel_family(place.family).dims;
        let (part, is_cell) = self.channels.part(place.family.0, dims, &place.indices);
        place.family = ChannelFamilyId(part);
        if is_cell {
            place.indices.clear();
        }
    }
}

/// From the split network to the whole one.
struct Together<'s>(&'s Split);

impl Rewrite for Together<'_> {
    fn place(&self, place: &mut Place) {
        let (array, indices) = self.0.variables.whole(place.variable.0);
        place.variable = VariableId(array);
        place.indices.extend(indices.iter().map(|index| Expr::Const(*index)));
    }

    fn clock(&self, place: &mut ClockPlace) {
        let (array, indices) = self.0.clocks.whole(place.family.0);
        place.family = ClockFamilyId(array);
        place.indices.extend(indices.iter().map(|index| Expr::Const(*index)));
    }

    fn channel(&self, place: &mut ChannelPlace) {
        let (array, indices) = self.0.channels.whole(place.family.0);
        place.family = ChannelFamilyId(array);
        place.indices.extend(indices.iter().map(|index| Expr::Const(*index)));
    }
}

/// Which arrays are named, and which must stay whole.
#[derive(Default)]
struct Named {
    named: BTreeSet<usize>,
    kept: BTreeSet<usize>,
}

impl Named {
    fn note(&mut self, array: usize, dims: &[Dim], given: &[Expr]) {
        self.named.insert(array);
        if !dims.is_empty() && offset(dims, given).is_none() {
            self.kept.insert(array);
        }
    }

    fn splits(&self, dims: &[&[Dim]]) -> BTreeSet<usize> {
        let can = |array: &usize| !self.kept.contains(array) && !dims[*array].is_empty();
        self.named.iter().copied().filter(can).collect()
    }
}

/// How arrays are used.
struct Uses<'n> {
    network: &'n Network,
    variables: Named,
    clocks: Named,
    channels: Named,
}

impl<'n> Uses<'n> {
    fn new(network: &'n Network) -> Uses<'n> {
        let (variables, clocks, channels) = (Named::default(), Named::default(), Named::default());
        Uses { network, variables, clocks, channels }
    }

    fn of(network: &'n Network, goals: &[Goal]) -> Uses<'n> {
        let mut uses = Uses::new(network);
        for process in &network.processes {
            for location in &process.locations {
                walk_guard(&mut uses, &location.invariant);
                for rate in &location.rates {
                    uses.expr(&rate.when);
                    uses.clock(&rate.clock);
                    uses.expr(&rate.rate);
                }
            }
            process.edges.iter().for_each(|edge| walk_edge(&mut uses, edge));
        }
        let bodies = network.functions.iter().flat_map(|function| &function.body);
        let hooks = network.before_update.iter().chain(&network.after_update);
        bodies.chain(hooks).for_each(|stmt| uses.stmt(stmt));
        goals.iter().for_each(|goal| walk_goal(&mut uses, goal));
        for (number, variable) in network.variables.iter().enumerate() {
            if variable.storage != Storage::State || cell_count(&variable.dims) > MOST_CELLS {
                uses.variables.kept.insert(number);
            }
        }
        let large = |dims: &[Dim]| cell_count(dims) > MOST_CELLS;
        let clocks = network.clocks.iter().enumerate();
        uses.clocks.kept.extend(clocks.filter(|(_, each)| large(&each.dims)).map(|(at, _)| at));
        let channels = network.channels.iter().enumerate();
        uses.channels.kept.extend(channels.filter(|(_, each)| large(&each.dims)).map(|(at, _)| at));
        uses
    }

    /// How many arrays with several dimensions there are to split.
    fn tables(&self) -> usize {
        let network = self.network;
        let several = |named: &Named, dims: &dyn Fn(usize) -> usize| {
            let splits = named.named.iter().filter(|array| !named.kept.contains(array));
            splits.filter(|array| dims(**array) > 1).count()
        };
        several(&self.variables, &|at| network.variables[at].dims.len())
            + several(&self.clocks, &|at| network.clocks[at].dims.len())
            + several(&self.channels, &|at| network.channels[at].dims.len())
    }
}

impl Visitor for Uses<'_> {
    fn place(&mut self, place: &Place) {
        let dims = &self.network.variable(place.variable).dims;
        self.variables.note(place.variable.index(), dims, &place.indices);
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn clock(&mut self, place: &ClockPlace) {
        let dims = &self.network.clock_family(place.family).dims;
        self.clocks.note(place.family.index(), dims, &place.indices);
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn channel(&mut self, place: &ChannelPlace) {
        let dims = &self.network.channel_family(place.family).dims;
        self.channels.note(place.family.index(), dims, &place.indices);
        place.indices.iter().for_each(|index| self.expr(index));
    }
}
