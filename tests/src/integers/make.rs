//! Random networks in which no bound is strict, or hardly any.

use network::generate::{Feature, Generated, Profile, generate};
use network::{ClockConstraint, Expr, Goal, Network, QueryKind};

/// What networks do without for which whole numbers are not offered.
const NOT_OFFERED: [Feature; 8] = [
    Feature::StrictBounds,
    Feature::Diagonals,
    Feature::ClockCopies,
    Feature::ClockShifts,
    Feature::ReceiverClockGuards,
    Feature::UrgentClockGuards,
    Feature::ChannelPriorities,
    Feature::ProcessPriorities,
];

/// One network in so many may have what is not offered, to see that it is refused.
const WITH_ANYTHING: u64 = 6;

/// A random network, with queries of which many are about closed predicates.
#[must_use]
pub fn closed(profile: &Profile, random: &mut dyn FnMut() -> u64) -> Generated {
    let mut profile = *profile;
    if !random().is_multiple_of(WITH_ANYTHING) {
        NOT_OFFERED.into_iter().for_each(|feature| profile.allowed.remove(feature));
    }
    let mut generated = generate(&profile, random);
    make_exact(&mut generated.network, random);
    for query in &mut generated.queries {
        // Of `A[]`, the negation is looked for.
        if let QueryKind::Invariant(goal) = &mut query.kind {
            make_strict(goal);
        }
    }
    generated
}

/// Makes some upper bounds of guards into exact moments.
fn make_exact(network: &mut Network, random: &mut dyn FnMut() -> u64) {
    let edges = network.processes.iter_mut().flat_map(|process| &mut process.edges);
    for edge in edges {
        let mut more = Vec::new();
        for upper in &edge.guard.clocks {
            let single = upper.left.is_some() && upper.right.is_none() && !upper.strict;
            if single && random().is_multiple_of(3) {
                more.push(ClockConstraint {
                    left: None,
                    right: upper.left.clone(),
                    bound: Expr::negated(upper.bound.clone()),
                    ..upper.clone()
                });
            }
        }
        edge.guard.clocks.extend(more);
    }
}

fn make_strict(goal: &mut Goal) {
    match goal {
        Goal::And(parts) | Goal::Or(parts) => parts.iter_mut().for_each(make_strict),
        Goal::Clock(constraint) => constraint.strict = true,
        Goal::Not(_) | Goal::Holds(_) | Goal::Deadlock => {}
    }
}
