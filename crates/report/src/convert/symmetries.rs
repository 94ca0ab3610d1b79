//! What is symmetric in a network, in the words of its author.

mod blame;
mod members;
mod queries;
mod rejected;
mod sorts;

pub use blame::SpotOf;
pub use queries::{query_symmetry, symmetry_reason};

use engine::symmetry::{Found, Question, group_for};
use network::Network;

use crate::view::{ModelView, RingView, SymmetriesView, ToolView};
use members::Members;

/// What was found in a network.
#[must_use]
pub fn symmetries(
    network: &Network,
    found: &Found,
    (tool, model): (ToolView, ModelView),
    spot: SpotOf<'_>,
) -> SymmetriesView {
    let nothing = Question { goals: &[], terms: &[] };
    let (group, _) = group_for(network, found, nothing, false);
    let members = Members::of(network, found);
    SymmetriesView {
        schema: SymmetriesView::SCHEMA.to_owned(),
        tool,
        model,
        order: group.order(),
        sorts: sorts::sorts(network, found, &members),
        rings: rings(found, &members),
        rejected: rejected::rejected(network, found, &members, spot),
        queries: Vec::new(),
        diagnostics: Vec::new(),
    }
}

fn rings(found: &Found, members: &Members<'_>) -> Vec<RingView> {
    let view = |(number, ring): (usize, &engine::symmetry::FoundRing)| {
        let names: Vec<String> = ring.members.iter().map(|one| members.process(*one)).collect();
        let count = names.len();
        let ways = if ring.turn.is_some() && ring.reversal.is_some() { 2 * count } else { count };
        let ways = if ring.turn.is_some() { ways } else { 2 };
        let can = match (ring.turn.is_some(), ring.reversal.is_some()) {
            (true, true) => "turned and reversed",
            (true, false) => "turned",
            _ => "reversed",
        };
        RingView {
            text: format!("the ring {} can be {can} in {ways} ways", members::listed(&names)),
            members: names,
            turns: ring.turn.is_some(),
            reverses: ring.reversal.is_some(),
            used: number == 0,
        }
    };
    found.rings.iter().enumerate().map(view).collect()
}
