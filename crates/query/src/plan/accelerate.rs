//! Which polling loops are accelerated.

use analysis::{PollingLoop, find_loops};
use network::Network;

use super::admissible::Admissible;
use super::choose::{Abstraction, Reason, decide};
use super::options::{Options, TraceOption};

/// The loops whose rounds are added at once. Where there is none and none nearly is one, there is nothing to say.
pub(super) fn loops(
    network: &Network,
    admissible: &Admissible,
    abstraction: Abstraction,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Vec<PollingLoop> {
    let topic = "acceleration";
    if !options.accelerate {
        decide(reasons, topic, "off", "asked for");
        return Vec::new();
    }
    let loops = find_loops(network);
    if let Err(because) = allowed(admissible, abstraction, options.trace)
        && !loops.found.is_empty()
    {
        decide(reasons, topic, "off", because);
        return Vec::new();
    }
    for each in &loops.found {
        let then = each.from_then_on;
        let rounds =
            if then.rounds == 1 { "1 round".into() } else { format!("{} rounds", then.rounds) };
        let because = format!(
            "one round takes {}; from {rounds} on, that is from {} on, every duration is possible",
            each.delay, then.least.at,
        );
        decide(reasons, topic, &each.name(network), &because);
    }
    for each in &loops.refused {
        decide(reasons, "not accelerated", &each.name(network), &each.why.to_string());
    }
    loops.found
}

/// May loops be accelerated, and if not, why?
fn allowed(
    admissible: &Admissible,
    abstraction: Abstraction,
    trace: TraceOption,
) -> Result<(), &'static str> {
    admissible.acceleration?;
    match trace {
        TraceOption::Shortest => return Err("the shortest run is looked for step by step"),
        TraceOption::Fastest => return Err("the fastest run is looked for step by step"),
        TraceOption::None | TraceOption::Some => {}
    }
    match abstraction {
        Abstraction::Hull => Err("convex hulls over-approximate"),
        Abstraction::Lu | Abstraction::M | Abstraction::Split | Abstraction::None => Ok(()),
    }
}
