//! What of the network is searched.

use std::sync::Arc;

use analysis::Slice;
use network::features::Features;
use network::{Network, Query, QueryKind};

use super::choose::{Reason, decide};
use super::options::Options;

/// The most names that are listed.
const MOST_NAMES: usize = 12;

/// The slice of a query. Where nothing can be left out there is nothing to say.
pub(super) fn sliced(
    network: &Network,
    query: &Query,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Option<Arc<Slice>> {
    let topic = "slice";
    if !options.slice {
        decide(reasons, topic, "off", "asked for");
        return None;
    }
    if query.under.is_some() {
        decide(reasons, topic, "off", "a strategy is about the whole model");
        return None;
    }
    if is_about_runs(&query.kind) && Features::of(network).stopwatches {
        decide(reasons, topic, "off", "maximal runs where clocks stand still are timed as a whole");
        return None;
    }
    let slice = Slice::of(network, &query.kind)?;
    let left_out = &slice.left_out;
    if !left_out.processes.is_empty() {
        let names = left_out.processes.iter().map(|id| network.process(*id).name.as_str());
        let choice = format!("without {}", counted(names.len(), "process", "processes"));
        let because = "can stand still, and nothing that is kept depends on it";
        decide(reasons, topic, &choice, &format!("{}: {because}", listed(names)));
    }
    if !left_out.variables.is_empty() {
        let names = left_out.variables.iter().map(|id| network.variable(*id).name.as_str());
        let choice = format!("without {}", counted(names.len(), "variable", "variables"));
        let because = "neither the query nor any condition that is kept depends on it";
        decide(reasons, topic, &choice, &format!("{}: {because}", listed(names)));
    }
    Some(Arc::new(slice))
}

fn is_about_runs(kind: &QueryKind) -> bool {
    match kind {
        QueryKind::PotentiallyAlways(_) | QueryKind::Eventually(_) | QueryKind::LeadsTo(..) => true,
        QueryKind::Reachable(_)
        | QueryKind::Invariant(_)
        | QueryKind::Optimum { .. }
        | QueryKind::Cheapest { .. }
        | QueryKind::Branching(_)
        | QueryKind::Unsupported(_)
        | QueryKind::Wrong(_) => false,
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(MOST_NAMES);
    let mut text = names.take(MOST_NAMES).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}
