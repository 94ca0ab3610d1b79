//! Which loops over ids are taken in one step.

use std::sync::Arc;

use analysis::Fused;
use engine::goal::{negated, normal};
use network::{Network, Query};

use super::choose::{Reason, decide};
use super::options::{FuseOption, Options, SymmetryOption, TraceOption};
use super::symmetry::SymmetryPlan;

/// The network with loops over ids fused, where that is sound and brings something. Where there are no loops there is
/// nothing to say.
pub(super) fn fused(
    network: &Network,
    query: &Query,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Option<Arc<Fused>> {
    let topic = "loops over ids";
    let is_wanted = match options.fuse_loops {
        FuseOption::Auto => options.symmetry != SymmetryOption::Off,
        FuseOption::On => true,
        FuseOption::Off => false,
    };
    if !is_wanted || !network.limitations.is_empty() {
        return None;
    }
    let name = |process: network::ProcessId| network.process(process).name.as_str();
    let form = |(goal, opposite)| if opposite { negated(goal) } else { normal(goal) };
    let goals: Vec<_> = query.kind.sought().into_iter().map(form).collect();
    let found = match Fused::of(network, query, &goals)? {
        Ok(found) => found,
        Err((process, because)) => {
            decide(reasons, topic, "off", &format!("the chain of {}: {because}", name(process)));
            return None;
        }
    };
    match options.trace {
        TraceOption::Shortest | TraceOption::Fastest => {
            decide(reasons, topic, "off", "the run is looked for step by step");
            return None;
        }
        TraceOption::None | TraceOption::Some => {}
    }
    if options.fuse_loops == FuseOption::Auto && !makes_symmetry(network, &found, query, options) {
        decide(reasons, topic, "off", "it would bring no symmetry");
        return None;
    }
    let choice = format!("{} in one step", name(found.by));
    let told = match found.stations {
        0 => "steps for different ids commute".to_owned(),
        stations => format!("{stations} processes are told, and steps for different ids commute"),
    };
    decide(reasons, topic, &choice, &told);
    Some(Arc::new(found))
}

/// Are there more symmetries than before?
fn makes_symmetry(network: &Network, fused: &Fused, query: &Query, options: &Options) -> bool {
    let plan = |network| SymmetryPlan::new(network, &query.kind, options, &mut Vec::new()).group;
    let Some(after) = plan(&fused.network) else { return false };
    plan(network).is_none_or(|before| after.order() > before.order())
}
