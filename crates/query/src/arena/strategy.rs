//! Strategies in terms of the model: what the controller does in each discrete state.

use std::collections::BTreeMap;

use branching::timed::{Action, Strategy};
use engine::semantics::Rows;
use network::{EdgeId, ProcessId};
use reference::EdgeInstance;
use zones::Zone;

use super::explore::TimedGraph;
use crate::prepared::Prepared;

/// What the controller does to win.
#[derive(Clone, Debug)]
pub struct ControlStrategy {
    /// More than one rule may fit a state, and any may be followed. Otherwise the first that fits counts.
    pub permissive: bool,
    pub states: Vec<ControlledState>,
}

/// What it does in a discrete state.
#[derive(Clone, Debug)]
pub struct ControlledState {
    /// The location of each process, then the variables.
    pub cells: Vec<i32>,
    /// The clock of each row of the zones, from row 1 on; others do not matter here.
    pub clocks: Vec<usize>,
    pub rules: Vec<ControlRule>,
}

#[derive(Clone, Debug)]
pub struct ControlRule {
    /// In one of these zones.
    pub when: Vec<Zone>,
    pub action: ControlAction,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ControlAction {
    /// What was to be reached is reached.
    Done,
    Wait,
    Take(Vec<EdgeInstance>),
}

impl ControlStrategy {
    /// The rules of a strategy, for the states that can be reached with it.
    pub(crate) fn new(
        prepared: &Prepared<'_>,
        found: &TimedGraph,
        strategy: &Strategy,
    ) -> ControlStrategy {
        let reached = reached(found, strategy);
        let mut states: BTreeMap<Vec<i32>, ControlledState> = BTreeMap::new();
        let mut rows = Rows::default();
        for rule in strategy.rules.iter().filter(|rule| reached[rule.place]) {
            let cells = found.nodes[rule.place].cells.to_vec();
            let action = match rule.action {
                Action::Done => ControlAction::Done,
                Action::Wait => ControlAction::Wait,
                Action::Take(edge) => ControlAction::Take(
                    found.arrows[edge]
                        .transition
                        .iter()
                        .map(|each| edge_instance(prepared, each))
                        .collect(),
                ),
            };
            let when = rule.valuations.zones().to_vec();
            prepared.active.rows(&cells[..prepared.network.processes.len()], &mut rows);
            let state = states.entry(cells.clone()).or_insert_with(|| ControlledState {
                cells,
                clocks: rows.clocks.clone(),
                rules: Vec::new(),
            });
            // Rules that follow one another and say the same are one.
            let known = state.rules.iter_mut().rev().find(|known| known.action == action);
            match known.filter(|_| strategy.permissive) {
                Some(known) => known.when.extend(when),
                None => state.rules.push(ControlRule { when, action }),
            }
        }
        ControlStrategy { permissive: strategy.permissive, states: states.into_values().collect() }
    }
}

/// The places that can be reached when the rules are followed.
pub(crate) fn reached(found: &TimedGraph, strategy: &Strategy) -> Vec<bool> {
    let mut taken = vec![false; found.arena.edges().len()];
    for rule in &strategy.rules {
        if let Action::Take(edge) = rule.action {
            taken[edge] = true;
        }
    }
    let mut reached = vec![false; found.nodes.len()];
    let mut waiting: Vec<usize> = found.start.iter().map(|(place, _)| *place).collect();
    while let Some(place) = waiting.pop() {
        if std::mem::replace(&mut reached[place], true) {
            continue;
        }
        for number in found.arena.numbers_leaving(place) {
            let edge = &found.arena.edges()[number];
            if !edge.controllable || taken[number] {
                waiting.push(edge.to as usize);
            }
        }
    }
    reached
}

/// An edge with the values of its select variables.
pub(crate) fn edge_instance(prepared: &Prepared<'_>, each: &program::Participant) -> EdgeInstance {
    let code = prepared.program.edge(each.process, each.edge);
    EdgeInstance {
        process: ProcessId(each.process),
        edge: EdgeId::at(code.edge.index()),
        bindings: code.bindings.to_vec(),
    }
}
