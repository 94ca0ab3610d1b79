//! Plans in words.

use query::plan::{Abstraction, Order, Plan, SymmetryPlan, TimeDomain};

use crate::view::{DecisionView, PlanView, SymmetryView};

/// How a query is answered.
#[must_use]
pub fn plan_view(plan: &Plan) -> PlanView {
    let sentence = |reason: &query::plan::Reason| {
        format!("{} {}: {}", reason.topic, reason.choice, reason.because)
    };
    PlanView {
        symmetry: symmetry_view(&plan.symmetry),
        domain: domain_word(plan.domain).to_owned(),
        abstraction: abstraction_word(plan.abstraction).to_owned(),
        search: search_word(plan.order).to_owned(),
        accelerated: plan.accelerated.len(),
        independent_steps: plan.independent.is_some(),
        reasons: plan.reasons.iter().map(sentence).collect(),
    }
}

fn symmetry_view(symmetry: &SymmetryPlan) -> SymmetryView {
    match &symmetry.group {
        None => SymmetryView { kind: "none".to_owned(), orbit_bound: "1".to_owned() },
        Some(group) => SymmetryView {
            kind: symmetry.kind().to_owned(),
            orbit_bound: group.order().to_string(),
        },
    }
}

/// What was decided and why, one by one.
#[must_use]
pub fn decisions(plan: &Plan) -> Vec<DecisionView> {
    let decision = |reason: &query::plan::Reason| DecisionView {
        topic: reason.topic.to_owned(),
        choice: reason.choice.clone(),
        because: reason.because.clone(),
    };
    plan.reasons.iter().map(decision).collect()
}

fn domain_word(domain: TimeDomain) -> &'static str {
    match domain {
        TimeDomain::Zones => "zones",
        TimeDomain::Integers => "integers",
        TimeDomain::Both => "both",
    }
}

fn abstraction_word(abstraction: Abstraction) -> &'static str {
    match abstraction {
        Abstraction::Lu => "lu",
        Abstraction::M => "m",
        Abstraction::Split => "split",
        Abstraction::None => "none",
        Abstraction::Hull => "hull",
    }
}

fn search_word(order: Order) -> &'static str {
    match order {
        Order::Bfs => "bfs",
        Order::Dfs => "dfs",
        Order::Random => "random",
        Order::Adaptive => "ranked",
        Order::Time => "time",
        Order::Guided => "guided",
        Order::Newest => "newest",
    }
}
