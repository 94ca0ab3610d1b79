//! Ranges of integers that a network speaks of, by the class of what they contain.

use network::variable::Dim;
use network::visit::{Visitor, walk_edge, walk_guard};
use network::{ChannelFamilyId, ClockFamilyId, Network, Origin, VariableId};

use super::classes::{Class, Classes};
use super::loops::BoundRanges;

/// The most values of a sort that are tried one by one.
pub(crate) const MOST_VALUES_OF_A_SORT: u64 = 256;

/// A range: the domain of a variable, the indices of an array, what is selected or looped over.
pub(crate) struct Range<'n> {
    pub(crate) class: Class,
    pub(crate) dim: Dim,
    pub(crate) name: &'n str,
    pub(crate) origin: Origin,
}

pub(crate) fn ranges<'n>(network: &'n Network, classes: &Classes) -> Vec<Range<'n>> {
    let mut all = Vec::new();
    for (number, variable) in network.variables.iter().enumerate() {
        let (id, origin) = (VariableId::at(number), variable.origin);
        let name = variable.name.as_str();
        all.push(Range { class: classes.value(id), dim: variable.domain, name, origin });
        let dims = variable.dims.iter().enumerate();
        all.extend(dims.map(|(at, dim)| Range {
            class: classes.dim(id, at),
            dim: *dim,
            name,
            origin,
        }));
    }
    for (number, family) in network.clocks.iter().enumerate() {
        let (id, name, origin) = (ClockFamilyId::at(number), family.name.as_str(), family.origin);
        let dims = family.dims.iter().enumerate();
        all.extend(dims.map(|(at, dim)| Range {
            class: classes.clock_dim(id, at),
            dim: *dim,
            name,
            origin,
        }));
    }
    for (number, family) in network.channels.iter().enumerate() {
        let (id, name, origin) = (ChannelFamilyId::at(number), family.name.as_str(), family.origin);
        let dims = family.dims.iter().enumerate();
        all.extend(dims.map(|(at, dim)| Range {
            class: classes.channel_dim(id, at),
            dim: *dim,
            name,
            origin,
        }));
    }
    for edge in network.processes.iter().flat_map(|process| &process.edges) {
        all.extend(edge.selects.iter().map(|select| Range {
            class: classes.value(select.variable),
            dim: select.domain,
            name: "a select range",
            origin: edge.origin,
        }));
    }
    let mut bound = BoundRanges::default();
    walk_code(network, &mut bound);
    all.extend(bound.found.into_iter().map(|(variable, dim)| Range {
        class: classes.value(variable),
        dim,
        name: "a range",
        origin: Origin::NONE,
    }));
    all
}

/// Walks over all expressions and statements of a network.
fn walk_code(network: &Network, visitor: &mut dyn Visitor) {
    for process in &network.processes {
        for location in &process.locations {
            walk_guard(visitor, &location.invariant);
        }
        for edge in &process.edges {
            walk_edge(visitor, edge);
        }
    }
    let bodies = network.functions.iter().flat_map(|function| &function.body);
    for stmt in bodies.chain(&network.before_update).chain(&network.after_update) {
        visitor.stmt(stmt);
    }
}
