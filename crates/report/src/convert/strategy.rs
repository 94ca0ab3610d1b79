//! Strategies with their names.

use network::Network;
use query::verdict::Verification;
use query::{ControlAction, ControlStrategy, ControlledState};

use super::names::Names;
use super::run::moves_view;
use crate::view::{ActionView, ControlledView, RuleView, StrategyView};

/// A strategy, and what a second look at it said.
#[must_use]
pub(super) fn strategy_view(
    network: &Network,
    strategy: &ControlStrategy,
    verification: Option<&Verification>,
) -> StrategyView {
    let verified = match verification {
        Some(Verification::Confirmed) => Some(true),
        Some(Verification::Refuted(_)) => Some(false),
        Some(Verification::Unknown(_) | Verification::NotAsked) | None => None,
    };
    let names = Names::of(network);
    let states = strategy.states.iter().map(|state| state_rules(network, &names, state));
    StrategyView { permissive: strategy.permissive, verified, states: states.collect() }
}

fn state_rules(network: &Network, names: &Names<'_>, state: &ControlledState) -> ControlledView {
    let (locations, variables) = state.cells.split_at(network.processes.len());
    let location = |(process, location): (&network::Process, &i32)| {
        let at = usize::try_from(*location).unwrap_or(0);
        format!("{}.{}", process.name, process.locations[at].name)
    };
    let variable = |(name, value): (&String, &i32)| format!("{name} == {value}");
    let mut clocks = vec![""];
    clocks.extend(state.clocks.iter().map(|clock| names.clocks[*clock].as_str()));
    let rules = state.rules.iter().map(|rule| {
        let (action, moves) = match &rule.action {
            ControlAction::Done => (ActionView::Done, Vec::new()),
            ControlAction::Wait => (ActionView::Wait, Vec::new()),
            ControlAction::Take(edges) => (ActionView::Take, moves_view(names, edges, None)),
        };
        let when = rule.when.iter().map(|zone| {
            let text = zone.display(&clocks).to_string();
            if text == "true" { String::new() } else { text }
        });
        RuleView { action, moves, when: when.collect() }
    });
    ControlledView {
        locations: network.processes.iter().zip(locations).map(location).collect(),
        variables: names.variables.iter().zip(variables).map(variable).collect(),
        rules: rules.collect(),
    }
}
