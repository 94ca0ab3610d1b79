//! What is symmetric in a network, in the words of its author.

mod blame;
mod members;
mod queries;
mod rejected;
mod sorts;

pub use blame::SpotOf;
pub use queries::{query_symmetry, symmetry_reason};

use network::Network;
use symmetry::{Found, FoundRing, Group, Question, Renaming, group_for};

use crate::view::{GraphView, ModelView, RingView, SymmetriesView, ToolView};
use members::Members;

/// What was found in a network.
#[must_use]
pub fn symmetries(
    network: &Network,
    found: &Found,
    (tool, model): (ToolView, ModelView),
    spot: SpotOf<'_>,
) -> SymmetriesView {
    let (group, _) = group_for(network, found, Question::NOTHING, false);
    let members = Members::of(network, found);
    SymmetriesView {
        schema: SymmetriesView::SCHEMA.to_owned(),
        tool,
        model,
        order: group.order().to_string(),
        sorts: sorts::sorts(found.network(network), found, &members),
        rings: rings(found, &group, &members),
        graph: graph(network, found, &members),
        rejected: rejected::rejected(network, found, &members, spot),
        queries: Vec::new(),
        diagnostics: Vec::new(),
    }
}

/// Processes that can be mapped to each other in ways that are neither exchanges nor turns.
fn graph(network: &Network, found: &Found, members: &Members<'_>) -> Option<GraphView> {
    let graph = found.graph.as_ref()?;
    let mut names: Vec<String> = graph.members.iter().map(|one| members.process(*one)).collect();
    if names.is_empty() {
        names = moved_variables(found.network(network), &graph.generators);
    }
    let ways = queries::graph_ways(network, found);
    if ways <= 1 {
        return None;
    }
    let text = format!("{} can be mapped to each other in {ways} ways", members::listed(&names));
    Some(GraphView { text, members: names, ways })
}

/// The variables that some of these renamings move.
fn moved_variables(network: &Network, generators: &[Renaming]) -> Vec<String> {
    let moves = |at: usize| generators.iter().any(|each| each.variables[at] as usize != at);
    let variables = network.variables.iter().enumerate();
    variables.filter(|(at, _)| moves(*at)).map(|(_, variable)| variable.name.clone()).collect()
}

fn rings(found: &Found, group: &Group, members: &Members<'_>) -> Vec<RingView> {
    let view = |ring: &FoundRing| {
        let names: Vec<String> = ring.members.iter().map(|one| members.process(*one)).collect();
        let count = names.len();
        let ways =
            if ring.rotation.is_some() && ring.reversal.is_some() { 2 * count } else { count };
        let ways = if ring.rotation.is_some() { ways } else { 2 };
        let can = match (ring.rotation.is_some(), ring.reversal.is_some()) {
            (true, true) => "turned and reversed",
            (true, false) => "turned",
            _ => "reversed",
        };
        RingView {
            text: format!("the ring {} can be {can} in {ways} ways", members::listed(&names)),
            members: names,
            turns: ring.rotation.is_some(),
            reverses: ring.reversal.is_some(),
            used: ring.renamings().any(|one| group.listed.iter().any(|turn| turn.acts_like(one))),
        }
    };
    found.rings.iter().map(view).collect()
}
