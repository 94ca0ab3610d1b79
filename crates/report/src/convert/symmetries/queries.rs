//! What a query leaves of the symmetries.

use engine::plan::{Plan, PlanError};
use engine::symmetry::{Found, FoundSort, Plain, Restriction};
use network::{Network, Query};

use super::members::{Members, listed};
use crate::view::QuerySymmetryView;

/// What a query leaves of the symmetries that were found in its network.
#[must_use]
pub fn query_symmetry(
    network: &Network,
    found: &Found,
    (index, query): (usize, &Query),
    plan: &Result<Plan, PlanError>,
) -> QuerySymmetryView {
    let mut view = QuerySymmetryView {
        index,
        formula: query.text.clone(),
        line: query.line,
        order: "1".to_owned(),
        interchangeable: Vec::new(),
        pinned: Vec::new(),
        text: Vec::new(),
        problem: None,
    };
    match plan {
        Ok(plan) => describe(network, found, plan, &mut view),
        Err(PlanError::Unsupported(reason)) => {
            view.problem = Some(format!("not supported: {reason}"));
        }
        Err(PlanError::Wrong(reason)) => view.problem = Some(reason.clone()),
        Err(PlanError::Inadmissible { asked, because }) => {
            view.problem = Some(format!("{asked} is not possible here: {because}"));
        }
    }
    view
}

fn describe(network: &Network, found: &Found, plan: &Plan, view: &mut QuerySymmetryView) {
    let symmetry = &plan.symmetry;
    if let Some(group) = &symmetry.group {
        view.order = group.order();
    }
    let Some(asked) = &symmetry.found else { return };
    let members = Members::of(network, asked);
    for (number, sort) in asked.sorts.iter().enumerate() {
        match symmetry.restrictions.iter().find(|restriction| restriction.sort == number) {
            Some(restriction) => restrict(sort, restriction, &members, view),
            None => view.interchangeable.push(names(sort, &members)),
        }
    }
    for sort in &found.sorts {
        if !asked.sorts.iter().any(|other| overlap(other, sort)) {
            let names = names(sort, &Members::of(network, found));
            view.text.push(lost(asked, &names));
            view.pinned.extend(names);
        }
    }
    if let [ring, ..] = asked.rings.as_slice() {
        let turns = symmetry.group.as_ref().map_or(1, |group| group.turns.len());
        let names: Vec<String> = ring.members.iter().map(|one| members.process(*one)).collect();
        let all = names.len() * if ring.reversal.is_some() { 2 } else { 1 };
        if turns < all && ring.turn.is_some() {
            let ways = if turns == 1 { "no way".to_owned() } else { format!("{turns} ways") };
            view.text.push(format!("it lets {} be turned in {ways}", listed(&names)));
        }
    }
    if view.text.is_empty() && !(found.sorts.is_empty() && found.rings.is_empty()) {
        view.text.push("all symmetries of the model".to_owned());
    }
}

fn names(sort: &FoundSort, members: &Members<'_>) -> Vec<String> {
    sort.members.iter().map(|one| members.name(*one)).collect()
}

fn overlap(left: &FoundSort, right: &FoundSort) -> bool {
    left.members.iter().any(|member| right.members.contains(member))
}

/// A query that tells some elements apart.
fn restrict(
    sort: &FoundSort,
    restriction: &Restriction,
    members: &Members<'_>,
    view: &mut QuerySymmetryView,
) {
    let named = |part: &Vec<usize>| -> Vec<String> {
        part.iter().filter_map(|at| sort.members.get(*at)).map(|one| members.name(*one)).collect()
    };
    let parts = restriction.parts.iter().map(named);
    let (alone, together): (Vec<_>, Vec<_>) = parts.partition(|part| part.len() == 1);
    let alone: Vec<String> = alone.into_iter().flatten().collect();
    let rest: Vec<String> = together.iter().map(|part| listed(part)).collect();
    view.text.push(match (alone.as_slice(), rest.as_slice()) {
        (all, []) => format!("it tells {} apart", listed(all)),
        ([], rest) => format!("it tells {} apart", rest.join(" from ")),
        (alone, [rest]) => {
            format!("it singles out {}; {rest} remain interchangeable", listed(alone))
        }
        (alone, rest) => {
            let rest = rest.join(", and so do ");
            format!("it singles out {}; {rest} remain interchangeable", listed(alone))
        }
    });
    view.pinned.extend(alone);
    view.interchangeable.extend(together);
}

/// A query that uses identities as numbers.
fn lost(asked: &Found, names: &[String]) -> String {
    let plain = asked.rejected.iter().find_map(|rejection| match &rejection.broken {
        engine::symmetry::Broken::Differs(_, plain) => *plain,
        _ => None,
    });
    let how = match plain {
        Some(Plain::Ordered(_)) => "it compares their ids by order",
        _ => "it uses their ids as numbers",
    };
    format!("{how}, so {} are not interchangeable", listed(names))
}
