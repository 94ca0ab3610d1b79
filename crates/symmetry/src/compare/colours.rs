//! Colours: what is invariant under every symmetry, found without trying any.
//!
//! Processes, functions and hooks mention names and values; names have attributes. A node starts with a
//! colour of its own and takes in the colours of its neighbours until no more nodes are told apart. A
//! symmetry maps nodes to nodes of the same colour, so most candidates need not be tried.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use network::variable::Dim;
use network::{
    ChannelFamilyId, ChannelKind, ClockFamilyId, FunctionId, LocationId, Network, ProcessId,
    Storage, VariableId,
};

use super::matcher::Matcher;
use super::pairing::Pairing;
use crate::identities::classes::{Class, Classes};
use crate::identities::ranges::ranges;
use crate::mixing::{join, mix};

/// What can have a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum ColourNode {
    Process(ProcessId),
    Function(FunctionId),
    /// The code before or after every update.
    Hook(usize),
    Variable(VariableId),
    Clock(ClockFamilyId),
    Channel(ChannelFamilyId),
    Value(Class, i32),
    /// An entry of a table of constants that are identities.
    Entry(VariableId, usize),
}

/// The colours of a network.
#[derive(Clone, Debug)]
pub(crate) struct Colours {
    pub(crate) processes: Vec<u64>,
    values: BTreeMap<(Class, i32), u64>,
    /// What has a colour; processes first.
    pub(crate) nodes: Vec<ColourNode>,
    pub(crate) all: Vec<u64>,
    /// Who mentions whom, by number, and how.
    pub(crate) links: Vec<(usize, usize, u64)>,
}

/// The most entries of a table that are looked at.
const MOST_ENTRIES: usize = 4096;

/// The most rounds: colours may travel once around a ring of this many processes.
const MOST_ROUNDS: usize = 256;

impl Colours {
    /// The colours of a network whose processes have these shapes.
    pub(crate) fn of(network: &Network, classes: &Classes, shapes: &[u64]) -> Colours {
        let mut mentions = Mentions::new(network, classes);
        mentions.walk();
        mentions.entries();
        let links = std::mem::take(&mut mentions.links);
        let mut colours: BTreeMap<ColourNode, u64> = BTreeMap::new();
        for (unit, plain) in &mentions.plain {
            colours.insert(*unit, *plain);
        }
        for (number, shape) in shapes.iter().enumerate() {
            let colour = colours.entry(ColourNode::Process(ProcessId::at(number))).or_default();
            *colour = hash((*colour, shape));
        }
        for (unit, name) in links.keys() {
            for node in [unit, name] {
                colours.entry(*node).or_insert_with(|| own_colour(network, classes, *node));
            }
        }
        for (value, colour) in value_colours(network, classes) {
            let known = colours.entry(ColourNode::Value(value.0, value.1)).or_default();
            *known = hash((*known, colour));
        }
        let places: BTreeMap<ColourNode, usize> = colours.keys().copied().zip(0..).collect();
        let links = links.iter().map(|((unit, name), how)| (places[unit], places[name], *how));
        let (nodes, all) = colours.into_iter().unzip();
        let mut colours = Colours {
            processes: Vec::new(),
            values: BTreeMap::new(),
            links: links.collect(),
            nodes,
            all,
        };
        let mut all = std::mem::take(&mut colours.all);
        colours.refine(&mut all);
        for (node, colour) in colours.nodes.iter().zip(&all) {
            match node {
                ColourNode::Process(_) => colours.processes.push(*colour),
                ColourNode::Value(class, value) => {
                    colours.values.insert((*class, *value), *colour);
                }
                _ => {}
            }
        }
        colours.all = all;
        colours
    }

    /// Lets colours travel along links until that tells no more nodes apart. Returns what it cost.
    pub(crate) fn refine(&self, colours: &mut [u64]) -> usize {
        let (mut kinds, mut cost) = (0, 0);
        let mut sorted = Vec::with_capacity(colours.len());
        for _ in 0..MOST_ROUNDS {
            sorted.clear();
            sorted.extend_from_slice(colours);
            sorted.sort_unstable();
            sorted.dedup();
            let now = sorted.len();
            if now == kinds {
                break;
            }
            kinds = now;
            cost += self.links.len() + self.nodes.len();
            let mut sums = vec![0u64; colours.len()];
            for (unit, name, how) in &self.links {
                let there = join(colours[*name], *how);
                let back = join(colours[*unit], !how);
                sums[*unit] = sums[*unit].wrapping_add(there);
                sums[*name] = sums[*name].wrapping_add(back);
            }
            for (colour, sum) in colours.iter_mut().zip(sums) {
                *colour = join(*colour, sum);
            }
        }
        cost
    }

    /// The colour of a value of a class.
    pub(crate) fn value(&self, class: Class, value: i32) -> Option<u64> {
        self.values.get(&(class, value)).copied()
    }
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

fn sizes(dims: &[Dim]) -> Vec<(i32, i32)> {
    dims.iter().map(|dim| (dim.lower, dim.upper)).collect()
}

/// What a name says by itself.
fn own_colour(network: &Network, classes: &Classes, name: ColourNode) -> u64 {
    match name {
        ColourNode::Variable(id) => {
            let variable = network.variable(id);
            let domain = (variable.domain.lower, variable.domain.upper);
            let is_table =
                variable.storage == Storage::Constant && classes.plain(classes.value(id)).is_some();
            let table = variable.initial.iter().filter(|_| is_table);
            let table = table.fold(0u64, |sum, value| sum.wrapping_add(hash(value)));
            let storage = Storage::ALL.iter().position(|each| *each == variable.storage);
            hash((0, storage, sizes(&variable.dims), domain, table))
        }
        ColourNode::Clock(id) => hash((1, sizes(&network.clock_family(id).dims))),
        ColourNode::Channel(id) => {
            let family = network.channel_family(id);
            let priorities = family.priority.iter();
            let priorities = priorities.fold(0u64, |sum, each| sum.wrapping_add(hash(each)));
            let kind = match family.kind {
                ChannelKind::Binary => 0,
                ChannelKind::Broadcast => 1,
                ChannelKind::Rendezvous => 2,
            };
            hash((2, sizes(&family.dims), kind, family.urgent, priorities))
        }
        ColourNode::Value(class, _) => hash((3, class)),
        ColourNode::Process(_) => 4,
        ColourNode::Function(_) => 5,
        ColourNode::Hook(number) => hash((6, number)),
        ColourNode::Entry(..) => 7,
    }
}

/// Which ranges contain a value, and what constant tables say about it.
fn value_colours(network: &Network, classes: &Classes) -> BTreeMap<(Class, i32), u64> {
    let mut colours: BTreeMap<(Class, i32), u64> = BTreeMap::new();
    let mut add = |class: Class, value: i32, what: u64| {
        let colour = colours.entry((class, value)).or_default();
        *colour = colour.wrapping_add(what);
    };
    for range in ranges(network, classes) {
        if classes.plain(range.class).is_none()
            && range.dim.size() <= crate::identities::ranges::MOST_VALUES_OF_A_SORT
        {
            let what = hash((range.dim.lower, range.dim.upper));
            range.dim.values().for_each(|value| add(range.class, value, what));
        }
    }
    for (number, variable) in network.variables.iter().enumerate() {
        let id = VariableId::at(number);
        if variable.storage != Storage::Constant || classes.plain(classes.value(id)).is_none() {
            continue;
        }
        let own = own_colour(network, classes, ColourNode::Variable(id));
        for (offset, entry) in variable.initial.iter().enumerate() {
            for (dim, index) in crate::offsets::indices(&variable.dims, offset).iter().enumerate() {
                let class = classes.dim(id, dim);
                if classes.plain(class).is_none() {
                    add(class, *index, hash((own, dim, entry)));
                }
            }
        }
    }
    colours
}

/// What units of code mention.
struct Mentions<'n> {
    network: &'n Network,
    classes: &'n Classes,
    /// What is being read.
    unit: ColourNode,
    /// In which kind of label.
    part: u64,
    /// How a unit mentions a name: all ways in any order.
    links: BTreeMap<(ColourNode, ColourNode), u64>,
    /// Constants of units that mean themselves, in any order.
    plain: BTreeMap<ColourNode, u64>,
    functions: Vec<FunctionId>,
}

impl<'n> Mentions<'n> {
    fn new(network: &'n Network, classes: &'n Classes) -> Mentions<'n> {
        Mentions {
            network,
            classes,
            unit: ColourNode::Hook(0),
            part: 0,
            links: BTreeMap::new(),
            plain: BTreeMap::new(),
            functions: Vec::new(),
        }
    }

    /// Reads everything: a piece of code compared with itself names all that it mentions.
    fn walk(&mut self) {
        let (network, classes) = (self.network, self.classes);
        for number in 0..network.processes.len() {
            let process = ProcessId::at(number);
            self.start(ColourNode::Process(process));
            for location in &network.process(process).locations {
                Matcher::new(network, classes, self).locations(location, location);
            }
            for edge in &network.process(process).edges {
                let kind = match edge.sync.as_ref().map(|sync| sync.direction) {
                    None => 1,
                    Some(network::Direction::Send) => 2,
                    Some(network::Direction::Receive) => 3,
                };
                self.part = if edge.controllable { kind } else { kind + 3 };
                Matcher::new(network, classes, self).edges((process, process), edge, edge);
            }
        }
        for (number, hook) in
            [&network.before_update, &network.after_update].into_iter().enumerate()
        {
            self.start(ColourNode::Hook(number));
            Matcher::new(network, classes, self).stmts(hook, hook);
        }
        let mut next = 0;
        while let Some(function) = self.functions.get(next).copied() {
            next += 1;
            self.start(ColourNode::Function(function));
            Matcher::new(network, classes, self).functions(function, function);
        }
    }

    /// What tables of constants say about identities.
    fn entries(&mut self) {
        for (number, variable) in self.network.variables.iter().enumerate() {
            let id = VariableId::at(number);
            let class = self.classes.value(id);
            if variable.storage != Storage::Constant || self.classes.plain(class).is_some() {
                continue;
            }
            for (offset, entry) in variable.initial.iter().enumerate().take(MOST_ENTRIES) {
                self.start(ColourNode::Entry(id, offset));
                self.mention(ColourNode::Variable(id));
                self.mention(ColourNode::Value(class, *entry));
                let indices = crate::offsets::indices(&variable.dims, offset);
                for (dim, index) in indices.into_iter().enumerate() {
                    self.part = 1 + dim as u64;
                    let class = self.classes.dim(id, dim);
                    match self.classes.plain(class) {
                        None => self.mention(ColourNode::Value(class, index)),
                        Some(_) => self.constant(index, index, None),
                    };
                }
            }
        }
    }

    fn start(&mut self, unit: ColourNode) {
        self.unit = unit;
        self.part = 0;
        self.plain.insert(unit, 0);
    }

    fn mention(&mut self, name: ColourNode) -> bool {
        if name != self.unit {
            let how = self.links.entry((self.unit, name)).or_default();
            *how = how.wrapping_add(mix(self.part));
        }
        true
    }
}

impl Pairing for Mentions<'_> {
    fn rearranges(&self) -> bool {
        false
    }
    fn variable(&mut self, from: VariableId, _: VariableId) -> bool {
        self.mention(ColourNode::Variable(from))
    }
    fn clock(&mut self, from: ClockFamilyId, _: ClockFamilyId) -> bool {
        self.mention(ColourNode::Clock(from))
    }
    fn channel(&mut self, from: ChannelFamilyId, _: ChannelFamilyId) -> bool {
        self.mention(ColourNode::Channel(from))
    }
    fn function(&mut self, from: FunctionId, _: FunctionId) -> bool {
        if !self.functions.contains(&from) {
            self.functions.push(from);
        }
        self.mention(ColourNode::Function(from))
    }
    fn location(&mut self, from: (ProcessId, LocationId), _: (ProcessId, LocationId)) -> bool {
        self.mention(ColourNode::Process(from.0))
    }
    fn process(&mut self, from: ProcessId, _: ProcessId) -> bool {
        self.mention(ColourNode::Process(from))
    }
    fn constant(&mut self, from: i32, _: i32, class: Option<Class>) -> bool {
        match class.filter(|class| self.classes.plain(*class).is_none()) {
            Some(class) => self.mention(ColourNode::Value(class, from)),
            None => {
                let plain = self.plain.entry(self.unit).or_default();
                *plain = plain.wrapping_add(hash((from, self.part)));
                true
            }
        }
    }
    fn is_settled(&self) -> bool {
        true
    }
    fn mark(&self) -> usize {
        0
    }
    fn roll_back(&mut self, _: usize) {}
}
