//! Which states are followed to where they lead instead of being stored.

use engine::graph::Following;
use network::{LocationKind, Network, QueryKind, Scope};

use super::admissible::{Admissible, QueryShape};
use super::choose::{Abstraction, Reason, decide};
use super::options::{Options, TraceOption};

/// For each process and location, whether states with it are followed; empty if none is.
pub(super) fn passing(
    network: &Network,
    kind: &QueryKind,
    admissible: &Admissible,
    abstraction: Abstraction,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Vec<Vec<bool>> {
    let topic = "chains";
    let passing = committed(network);
    let count: usize = passing.iter().flatten().filter(|passing| **passing).count();
    if count == 0 {
        return Vec::new();
    }
    let because = match options.chains {
        Following::WhereItPays => {
            "states with a committed location are followed and not stored, where that is not the same again and again"
        }
        Following::Always => "states with a committed location are followed and not stored",
        Following::Never => return Vec::new(),
    };
    if let Err(reason) = allowed(kind, admissible, abstraction, options.trace) {
        decide(reasons, topic, "off", reason);
        return Vec::new();
    }
    let locations = if count == 1 { "1 location".into() } else { format!("{count} locations") };
    decide(reasons, topic, &locations, because);
    passing
}

/// The committed locations of each process.
fn committed(network: &Network) -> Vec<Vec<bool>> {
    let of_process = |process: &network::Process| {
        process.locations.iter().map(|each| each.kind == LocationKind::Committed).collect()
    };
    network.processes.iter().map(of_process).collect()
}

/// May states be followed without being stored, and if not, why? Every state is inspected either way, so what can be
/// reached is found. What needs each state with its edges, or the steps between states counted, needs them stored.
fn allowed(
    kind: &QueryKind,
    admissible: &Admissible,
    abstraction: Abstraction,
    trace: TraceOption,
) -> Result<(), &'static str> {
    match trace {
        TraceOption::Shortest => return Err("the shortest run is looked for step by step"),
        TraceOption::Fastest => return Err("the fastest run is looked for step by step"),
        TraceOption::None | TraceOption::Some => {}
    }
    if abstraction == Abstraction::Hull {
        return Err("convex hulls are made of stored states");
    }
    match admissible.shape {
        QueryShape::Branching => Err("the query is about branching time"),
        _ if kind.scope() == Scope::Costs => Err("runs are compared by their cost"),
        // The search for where runs of `-->` start; what follows looks at every state.
        QueryShape::Liveness if matches!(kind, QueryKind::LeadsTo(..)) => Ok(()),
        QueryShape::Liveness => Err("the query is about maximal runs"),
        QueryShape::Reachability | QueryShape::Deadlock | QueryShape::Optimum => Ok(()),
    }
}
