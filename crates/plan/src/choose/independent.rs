//! Whether steps are left out that might as well be taken later.

use std::sync::Arc;

use analysis::{Facts, Faults, Independence};
use network::features::Features;
use network::{ChannelKind, Network, Query};

use super::admissible::{Admissible, QueryShape};
use super::choose::{Abstraction, Reason, decide};
use super::options::{Options, TraceOption};

/// What may disturb what, if it is used.
pub(super) fn tables(
    network: &Network,
    query: &Query,
    admissible: &Admissible,
    abstraction: Abstraction,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Option<Arc<Independence>> {
    let topic = "independent steps";
    if !options.independent_steps {
        return None;
    }
    if let Err(because) = allowed(network, query, admissible, abstraction, options.trace) {
        decide(reasons, topic, "off", because);
        return None;
    }
    let Some(tables) = Independence::of(network) else {
        decide(reasons, topic, "off", "there are too many edges");
        return None;
    };
    if !tables.may_help(network) {
        let because = "wherever time may stand still, every process depends on every other";
        decide(reasons, topic, "off", because);
        return None;
    }
    let because =
        "where time stands still, steps that no other step depends on are taken in one order";
    decide(reasons, topic, "on", because);
    Some(Arc::new(tables))
}

/// May steps be left out, and if not, why?
fn allowed(
    network: &Network,
    query: &Query,
    admissible: &Admissible,
    abstraction: Abstraction,
    trace: TraceOption,
) -> Result<(), &'static str> {
    let features = Features::of(network);
    match admissible.shape {
        QueryShape::Reachability => {}
        QueryShape::Deadlock => return Err("the query asks for deadlocks"),
        QueryShape::Liveness => return Err("the query is about maximal runs"),
        QueryShape::Optimum => return Err("the query asks for extreme values"),
        QueryShape::Branching => return Err("the query is about branching time"),
    }
    match trace {
        TraceOption::Shortest => return Err("the shortest run is looked for step by step"),
        TraceOption::Fastest => return Err("the fastest run is looked for in order of time"),
        TraceOption::None | TraceOption::Some => {}
    }
    match abstraction {
        Abstraction::Hull => return Err("convex hulls over-approximate"),
        Abstraction::Split => return Err("clock differences are compared (x - y < c)"),
        Abstraction::Lu | Abstraction::M | Abstraction::None => {}
    }
    if admissible.diagonals {
        return Err("clock differences are compared (x - y < c)");
    }
    if network.channels.iter().any(|channel| channel.kind == ChannelKind::Rendezvous) {
        return Err("a loop over ids is one step, in which many take part");
    }
    if features.priorities {
        return Err("with priorities, any transition may prevent any other");
    }
    if features.broadcast_clock_guards {
        return Err("a broadcast receiver has a clock guard, so disabled edges matter too");
    }
    if features.stopwatches {
        return Err("clocks may stand still");
    }
    if features.update_hooks {
        return Err("every transition changes variables");
    }
    if features.meta {
        return Err("there are meta variables, of which the order of steps decides");
    }
    let mut faults = Faults::of(network);
    let mut invalid = query.kind.goals().into_iter().map(|goal| {
        faults.know(Facts::default());
        faults.goal(goal)
    });
    if invalid.any(|invalid| invalid) {
        return Err("the query may be invalid in some states");
    }
    Ok(())
}
