//! The model under a policy.

use network::{
    Expr, Guard, Location, LocationId, LocationKind, Network, Origin, Process, TemplateId,
};

/// The network with one more process, whose only location forbids what the policy forbids: a transition into a
/// state that violates an invariant is not possible.
pub(super) fn restricted(network: &Network, forbidden: Expr) -> Network {
    let mut network = network.clone();
    let location = Location {
        name: "allowed".to_owned(),
        kind: LocationKind::Normal,
        invariant: Guard { condition: Expr::not(forbidden), clocks: Vec::new() },
        rates: Vec::new(),
        text: String::new(),
        labels: Vec::new(),
        origin: Origin::NONE,
    };
    network.processes.push(Process {
        name: "#policy".to_owned(),
        template: TemplateId(0),
        arguments: Vec::new(),
        locations: vec![location],
        initial: LocationId(0),
        edges: Vec::new(),
        priority: 0,
    });
    network
}
