//! Policies in words.

use network::{Network, Query};
use query::plan::PlanError;
use query::synth::{Cell, Condition, Forbidden, Synthesis, Test};
use query::verdict::Verdict;

use super::answer::{PlaceOf, bare, faulted, refused, stats_view, undecided};
use super::plan::plan_view;
use crate::view::{ForbiddenView, PolicyView, VerdictView};

/// What is to stay possible, with its policy.
#[must_use]
pub fn policy_view(
    network: &Network,
    number: usize,
    asked: &Query,
    made: Result<&Synthesis, &PlanError>,
    place: PlaceOf<'_>,
) -> PolicyView {
    // What is said of an answer as well is said in the same words.
    let mut answer = bare(number, asked);
    if let Err(problem) = made {
        (answer.verdict, answer.reason) = refused(problem);
    }
    let mut view = PolicyView {
        index: number,
        formula: asked.text.clone(),
        line: asked.line,
        verdict: answer.verdict,
        reason: answer.reason.take(),
        reachable: None,
        safe: None,
        unsafe_states: None,
        dead_ends: None,
        symmetries: None,
        policy: Vec::new(),
        verified: false,
        trace: None,
        plan: None,
        stats: answer.stats.clone(),
    };
    let Ok(made) = made else { return view };
    match &made.verdict {
        Ok(Verdict::Holds) if made.verified => answer.verdict = VerdictView::Holds,
        Ok(Verdict::Holds) => {
            answer.verdict = VerdictView::Unknown;
            answer.reason = Some("the policy could not be confirmed by a second search".to_owned());
        }
        Ok(Verdict::Fails) => {
            answer.verdict = VerdictView::Fails;
            answer.reason = Some("the goal cannot be reached from the start".to_owned());
        }
        Ok(Verdict::Unknown(why)) => {
            answer.verdict = VerdictView::Unknown;
            answer.reason = Some(undecided(why));
        }
        Err(fault) => faulted(&mut answer, network, fault, place),
    }
    (view.verdict, view.reason, view.trace) = (answer.verdict, answer.reason, answer.trace);
    if let Some(figures) = &made.figures {
        view.reachable = Some(figures.reachable);
        view.safe = Some(figures.safe);
        view.unsafe_states = Some(figures.unsafe_states);
        view.dead_ends = Some(figures.dead_ends);
        view.symmetries = Some(figures.symmetries.clone());
    }
    view.policy = made.forbidden.iter().map(|each| forbidden_view(network, each)).collect();
    view.verified = made.verified;
    view.plan = Some(plan_view(&made.plan));
    view.stats = stats_view(&made.stats);
    view
}

fn forbidden_view(network: &Network, forbidden: &Forbidden) -> ForbiddenView {
    let together = |conditions: &Vec<Condition>| {
        let parts: Vec<String> = conditions.iter().map(|each| condition(network, each)).collect();
        if parts.is_empty() { "true".to_owned() } else { parts.join(" && ") }
    };
    let images: Vec<String> = forbidden.images.iter().map(together).collect();
    let predicate = images.first().cloned().unwrap_or_default();
    ForbiddenView { predicate, states: forbidden.states, images }
}

/// A condition in UPPAAL's syntax.
fn condition(network: &Network, condition: &Condition) -> String {
    let either = |parts: Vec<String>| format!("({})", parts.join(" || "));
    match &condition.cell {
        Cell::Location(process) => {
            let process = network.process(*process);
            let at = |value: &i32| {
                let location = &process.locations[value.cast_unsigned() as usize].name;
                format!("{}.{location}", process.name)
            };
            match &condition.test {
                Test::Is(value) => at(value),
                Test::IsNot(value) => format!("!{}", at(value)),
                Test::Between(least, most) => {
                    either((*least..=*most).map(|one| at(&one)).collect())
                }
                Test::OneOf(values) => either(values.iter().map(at).collect()),
            }
        }
        Cell::Variable(variable, indices) => {
            let mut name = network.variable(*variable).name.clone();
            for index in indices {
                name = name.replacen("[]", &format!("[{index}]"), 1);
            }
            match &condition.test {
                Test::Is(value) => format!("{name} == {value}"),
                Test::IsNot(value) => format!("{name} != {value}"),
                Test::Between(least, most) => format!("{name} >= {least} && {name} <= {most}"),
                Test::OneOf(values) => {
                    either(values.iter().map(|value| format!("{name} == {value}")).collect())
                }
            }
        }
    }
}
