//! All states of a model as a table: those that were stored, with all that symmetries make of them.

use std::collections::HashSet;

use branching::{StateSet, Symmetry, Table};
use network::Network;
use program::{Layout, State};
use symmetry::Group;

use crate::check::StoredGraph;

/// The states and what is known of them.
pub(super) struct States {
    pub(super) table: Table,
    /// Those from which the goal cannot be reached.
    pub(super) lost: StateSet,
    /// Those without any successor.
    pub(super) dead_ends: usize,
}

/// What generates the symmetries, as far as states are concerned.
pub(super) fn symmetries(network: &Network, group: Option<&Group>) -> Vec<Symmetry> {
    let cells = Layout::of(network).discrete;
    let Some(group) = group else { return Vec::new() };
    group
        .generators(network)
        .map(|(_, map)| Symmetry {
            columns: (0..cells).map(|cell| map.cell(cell)).collect(),
            values: (0..cells).map(|cell| map.changes(cell).to_vec()).collect(),
        })
        .collect()
}

/// Do all symmetries leave the initial state as it is? Then what they make of a reachable state is reachable.
pub(super) fn keep_start(network: &Network, symmetries: &[Symmetry]) -> bool {
    let layout = Layout::of(network);
    let mut start = layout.initial(network);
    start.truncate(layout.discrete);
    symmetries.iter().all(|symmetry| symmetry.row(&start) == start)
}

impl States {
    /// The states of a graph with their images; none if `go_on` says so.
    pub(super) fn of(
        found: &mut StoredGraph<'_>,
        safe: &StateSet,
        symmetries: &[Symmetry],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<States> {
        let width = found.evidence.key_cells();
        let stuck = found.graph.dead_ends();
        // A representative that was not found to be one may have been stored beside another of its orbit.
        let mut known: HashSet<Vec<i32>> = HashSet::new();
        let (mut cells, mut lost, mut dead_ends) = (Vec::new(), Vec::new(), 0);
        let mut state = State::blank();
        for node in found.evidence.nodes() {
            let number = node.0 as usize;
            if number.is_multiple_of(1 << 10) && !go_on() {
                return None;
            }
            found.evidence.load(node, &mut state);
            let mut waiting = vec![state.cells[..width].to_vec()];
            while let Some(row) = waiting.pop() {
                if !known.insert(row.clone()) {
                    continue;
                }
                cells.extend_from_slice(&row);
                lost.push(!safe.contains(number));
                dead_ends += usize::from(stuck.contains(number));
                waiting.extend(symmetries.iter().map(|symmetry| symmetry.row(&row)));
                if known.len().is_multiple_of(1 << 14) && !go_on() {
                    return None;
                }
            }
        }
        let lost = StateSet::of(lost.len(), |row| lost[row]);
        Some(States { table: Table::new(width, cells), lost, dead_ends })
    }
}
