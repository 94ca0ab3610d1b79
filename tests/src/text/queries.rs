//! Queries.

use network::{Along, Extremum, Formula, Goal, Network, QueryKind, Term};

use super::expressions::{clock, constraint, expr};

/// The query as one writes it.
#[must_use]
pub fn query_text(network: &Network, kind: &QueryKind) -> String {
    let text = |each: &Goal| goal(network, each);
    match kind {
        QueryKind::Reachable(each) => format!("E<> {}", text(each)),
        QueryKind::Invariant(each) => format!("A[] {}", text(each)),
        QueryKind::PotentiallyAlways(each) => format!("E[] {}", text(each)),
        QueryKind::Eventually(each) => format!("A<> {}", text(each)),
        QueryKind::LeadsTo(first, second) => format!("{} --> {}", text(first), text(second)),
        QueryKind::Optimum { extremum, within, terms } => {
            let word = match extremum {
                Extremum::Supremum => "sup",
                Extremum::Infimum => "inf",
                Extremum::Bounds => "bounds",
            };
            let terms: Vec<String> = terms.iter().map(|each| term(network, each)).collect();
            format!("{word}{{{}}}: {}", text(within), terms.join(", "))
        }
        QueryKind::Branching(each) => formula(network, each),
        QueryKind::Cheapest { goal, .. } => format!("inf{{{}}}: cost", text(goal)),
        QueryKind::Unsupported(reason) | QueryKind::Wrong(reason) => reason.clone(),
    }
}

fn term(network: &Network, term: &Term) -> String {
    match term {
        Term::Int { value, .. } => expr(network, value),
        Term::Clock { left, right: None, .. } => clock(network, left),
        Term::Clock { left, right: Some(right), .. } => {
            format!("{} - {}", clock(network, left), clock(network, right))
        }
    }
}

fn goal(network: &Network, each: &Goal) -> String {
    let joined = |parts: &[Goal], word: &str, none: &str| match parts {
        [] => none.to_owned(),
        parts => {
            let parts: Vec<String> = parts.iter().map(|part| goal(network, part)).collect();
            format!("({})", parts.join(word))
        }
    };
    match each {
        Goal::And(parts) => joined(parts, " && ", "true"),
        Goal::Or(parts) => joined(parts, " || ", "false"),
        Goal::Not(part) => format!("!({})", goal(network, part)),
        Goal::Holds(condition) => expr(network, condition),
        Goal::Clock(each) => constraint(network, each),
        Goal::Deadlock => "deadlock".to_owned(),
    }
}

fn formula(network: &Network, each: &Formula) -> String {
    let part = |each: &Formula| format!("({})", formula(network, each));
    let parts = |parts: &[Formula], empty: &str, sign: &str| match parts {
        [] => empty.to_owned(),
        parts => parts.iter().map(part).collect::<Vec<_>>().join(sign),
    };
    let path = |letter: &str, along: &Along| match along {
        Along::Eventually(each) => format!("{letter}<> {}", part(each)),
        Along::Within(each, limit) => format!("{letter}<>[<={limit}] {}", part(each)),
        Along::Always(each) => format!("{letter}[] {}", part(each)),
        Along::Until(first, second) => format!("{letter}[{} U {}]", part(first), part(second)),
        Along::WeakUntil(first, second) => {
            format!("{letter}[{} W {}]", part(first), part(second))
        }
    };
    match each {
        Formula::Goal(each) => goal(network, each),
        Formula::Not(each) => format!("!{}", part(each)),
        Formula::And(each) => parts(each, "true", " && "),
        Formula::Or(each) => parts(each, "false", " || "),
        Formula::Same(left, right) => format!("{} == {}", part(left), part(right)),
        Formula::Some(along) => path("E", along),
        Formula::All(along) => path("A", along),
        Formula::Control(along) => path("control: A", along),
    }
}
