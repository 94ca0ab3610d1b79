//! Strategies in terms of the model: what the controller does in each discrete state.

use std::collections::BTreeMap;

use branching::timed::{Action, Strategy};
use engine::semantics::Rows;
use network::{EdgeId, ProcessId};
use reference::EdgeInstance;
use zones::{Federation, Zone};

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
            // Where any rule that fits may be followed, those that say the same are one.
            let known = state.rules.iter_mut().rev().find(|known| known.action == action);
            match known.filter(|_| strategy.permissive) {
                Some(known) => known.when.extend(when),
                None => state.rules.push(ControlRule { when, action }),
            }
        }
        let mut states: Vec<ControlledState> = states.into_values().collect();
        for rule in states.iter_mut().flat_map(|state| &mut state.rules) {
            rule.when = merged(std::mem::take(&mut rule.when));
        }
        ControlStrategy { permissive: strategy.permissive, states }
    }
}

/// The same set in fewer zones, so that people read `x <= 20` instead of `x < 20 || x == 20`.
fn merged(zones: Vec<Zone>) -> Vec<Zone> {
    let Some(first) = zones.first() else { return zones };
    let mut union = Federation::empty(first.dim());
    for zone in zones {
        union.add(zone);
    }
    union.merge();
    union.into_zones()
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

#[cfg(test)]
mod tests {
    use zones::{Bound, Zone};

    use super::merged;

    #[test]
    fn neighbours_are_one_condition() {
        let below = |bound: Bound| {
            let mut zone = Zone::universe(2);
            zone.constrain(1, 0, bound).expect("not empty");
            zone
        };
        let mut end = below(Bound::le(20));
        end.constrain(0, 1, Bound::le(-20)).expect("not empty");
        let rules = merged(vec![below(Bound::lt(20)), end]);
        assert_eq!(rules, [below(Bound::le(20))]);
    }
}
