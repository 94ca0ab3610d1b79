//! What a query leaves of the symmetries.

use network::{Network, Query};
use query::plan::{Plan, PlanError};
use symmetry::{Found, FoundRing, FoundSort, Group, Plain, Question, Restriction, group_for};

use super::blame::SpotOf;
use super::members::{Members, listed};
use super::rejected::rejected;
use crate::text::readable_order;
use crate::view::QuerySymmetryView;

const ALL: &str = "all symmetries of the model";

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

/// Why a plan uses the symmetries that it uses, in a sentence; none if it says so itself.
#[must_use]
pub fn symmetry_reason(
    network: &Network,
    found: &Found,
    (index, query): (usize, &Query),
    plan: &Plan,
    spot: SpotOf<'_>,
) -> Option<String> {
    plan.symmetry.found.as_ref()?;
    let view = query_symmetry(network, found, (index, query), &Ok(plan.clone()));
    let restricted = !matches!(view.text.as_slice(), [text] if text == ALL);
    if view.order == "1" {
        let broken = rejected(network, found, &Members::of(network, found), spot);
        let reason = broken.into_iter().next().map(|one| one.text);
        let text = Some(view.text.join("; ")).filter(|text| !text.is_empty());
        return text.or(reason);
    }
    let mut parts: Vec<String> = view
        .interchangeable
        .iter()
        .map(|names| format!("{} are interchangeable", listed(names)))
        .collect();
    if restricted {
        parts = view.text;
    }
    let members = Members::of(network, found);
    for ring in &found.rings {
        let names: Vec<String> = ring.members.iter().map(|one| members.process(*one)).collect();
        parts.push(format!("the ring {} can be turned", listed(&names)));
    }
    if let Some(graph) = &found.graph {
        let names: Vec<String> = graph.members.iter().map(|one| members.process(*one)).collect();
        let ways = graph_ways(network, found);
        if ways > 1 {
            parts.push(format!("{} can be mapped to each other in {ways} ways", listed(&names)));
        }
    }
    Some(format!("{}: {} symmetries", parts.join("; "), readable_order(&view.order)))
}

fn describe(network: &Network, found: &Found, plan: &Plan, view: &mut QuerySymmetryView) {
    let symmetry = &plan.symmetry;
    if let Some(group) = &symmetry.group {
        view.order = group.order().to_string();
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
    for ring in asked.rings.iter().filter(|ring| ring.rotation.is_some()) {
        let turns = symmetry.group.as_ref().map_or(1, |group| ways(group, ring));
        let names: Vec<String> = ring.members.iter().map(|one| members.process(*one)).collect();
        let all = names.len() * if ring.reversal.is_some() { 2 } else { 1 };
        if turns < all {
            let ways = if turns == 1 { "no way".to_owned() } else { format!("{turns} ways") };
            view.text.push(format!("the query lets {} be turned in {ways}", listed(&names)));
        }
    }
    let turns = symmetry.group.as_ref().map_or(1, |group| group.listed.len());
    let all = graph_ways(network, asked);
    if turns < all {
        let graph = asked.graph.iter().flat_map(|graph| &graph.members);
        let names: Vec<String> = graph.map(|one| members.process(*one)).collect();
        let names = listed(&names);
        view.text.push(format!("the query leaves {turns} of {all} ways to map {names}"));
    }
    if let Some(closure) = &symmetry.closure {
        let count = closure.images.len();
        let alike = format!("the query is one of {count} that differ in names alone");
        view.text.push(format!("{alike}; all are searched for at once"));
    }
    if view.text.is_empty() && !(found.sorts.is_empty() && found.listed().next().is_none()) {
        view.text.push(ALL.to_owned());
    }
}

/// In how many ways a model maps processes that are neither interchangeable nor a ring.
pub(super) fn graph_ways(network: &Network, found: &Found) -> usize {
    if found.graph.is_none() {
        return 1;
    }
    group_for(network, found, Question::NOTHING, false).0.listed.len()
}

/// In how many ways a group arranges a ring.
fn ways(group: &Group, ring: &FoundRing) -> usize {
    let images = group.listed.iter().map(|turn| {
        ring.members.iter().map(|one| turn.processes[one.index()]).collect::<Vec<u32>>()
    });
    images.collect::<std::collections::BTreeSet<_>>().len()
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
        (all, []) => format!("the query tells {} apart", listed(all)),
        ([], rest) => format!("the query tells {} apart", rest.join(" from ")),
        (alone, [rest]) => {
            format!("the query singles out {}; {rest} remain interchangeable", listed(alone))
        }
        (alone, [first, others @ ..]) => {
            let others = others.join(", and so do ");
            let alone = listed(alone);
            format!(
                "the query singles out {alone}; {first} remain interchangeable, and so do {others}"
            )
        }
    });
    view.pinned.extend(alone);
    view.interchangeable.extend(together);
}

/// A query that uses identities as numbers.
fn lost(asked: &Found, names: &[String]) -> String {
    let plain = asked.rejected.iter().find_map(|rejection| match &rejection.broken {
        symmetry::Broken::Differs(_, plain) => *plain,
        _ => None,
    });
    let how = match plain {
        Some(Plain::Ordered(_)) => "the query compares their ids by order",
        _ => "the query uses their ids as numbers",
    };
    format!("{how}, so {} are not interchangeable", listed(names))
}
