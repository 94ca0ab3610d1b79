//! Which polling loops are accelerated.

use analysis::{Loops, PollingLoop, accelerable_loops, find_loops, longest_wait};
use network::{Network, Query};

use super::admissible::{Admissible, QueryShape};
use super::choose::{Abstraction, Reason, decide};
use super::options::{AccelerateOption, Options, TraceOption};

/// The loops whose rounds are added at once. Where there is none and none nearly is one, there is nothing to say.
pub(super) fn loops(
    network: &Network,
    query: &Query,
    admissible: &Admissible,
    abstraction: Abstraction,
    options: &Options,
    reasons: &mut Vec<Reason>,
) -> Vec<PollingLoop> {
    let topic = "acceleration";
    if options.accelerate == AccelerateOption::Off {
        decide(reasons, topic, "off", "asked for");
        return Vec::new();
    }
    let mut loops = if options.near_misses {
        find_loops(network)
    } else {
        Loops { found: accelerable_loops(network), refused: Vec::new() }
    };
    if let Err(because) = allowed(admissible, abstraction, options.trace)
        && !loops.found.is_empty()
    {
        decide(reasons, topic, "off", because);
        return Vec::new();
    }
    if options.accelerate == AccelerateOption::Auto && admissible.shape != QueryShape::Optimum {
        let goals = query.kind.goals();
        loops.found.retain(|each| {
            let wait = longest_wait(network, &goals, each.clock);
            let saves = each.saves(wait);
            if !saves && options.near_misses {
                let because = format!("a round takes {}, and the other processes wait for at most {wait}: little would be saved", each.delay);
                decide(reasons, "not accelerated", &each.name(network), &because);
            }
            saves
        });
    }
    for each in &loops.found {
        decide(reasons, topic, &each.name(network), &rounds_text(each));
    }
    for each in &loops.refused {
        decide(reasons, "not accelerated", &each.name(network), &each.why.to_string());
        reasons.iter_mut().next_back().into_iter().for_each(|last| last.origin = each.origin);
    }
    loops.found
}

/// What rounds of a loop are good for, and where.
fn rounds_text(each: &PollingLoop) -> String {
    let then = each.from_then_on;
    let rounds =
        if then.rounds == 1 { "1 round".into() } else { format!("{} rounds", then.rounds) };
    let needs_partner = each.meetings.iter().any(|meeting| meeting.partners.is_some());
    let is_heard = each.meetings.iter().any(|meeting| !meeting.disturbed.is_empty());
    let ready =
        if needs_partner { "; used where a partner is ready that changes nothing" } else { "" };
    let heard = if is_heard { "; used where no process that receives it changes" } else { "" };
    let returns = if each.writes.iter().all(Vec::is_empty) {
        ""
    } else {
        "; used where its variables get their old values again"
    };
    let dead = if each.others.is_empty() {
        ""
    } else {
        "; used where the other clocks that it sets are inactive"
    };
    format!(
        "one round takes {}; from {rounds} on, that is from {} on, every duration is possible{ready}{heard}{returns}{dead}",
        each.delay, then.least.at,
    )
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
        // Rounds take the time that they take, so the order of time is that of real runs.
        TraceOption::None | TraceOption::Some | TraceOption::Fastest => {}
    }
    match abstraction {
        Abstraction::Hull => Err("convex hulls over-approximate"),
        Abstraction::Lu | Abstraction::M | Abstraction::Split | Abstraction::None => Ok(()),
    }
}
