//! Interchangeable elements and what belongs to them.

use network::network::cell_count;
use network::{Network, Storage};
use symmetry::{Belonging, Element, Found, Group, Meaning};

use super::members::{Members, listed, plain};
use crate::view::{ElementView, SortView};

/// The sorts of a network.
pub(super) fn sorts(network: &Network, found: &Found, members: &Members<'_>) -> Vec<SortView> {
    let all = found.sorts.iter().map(|sort| sort.exchanges.clone()).collect();
    let (group, left_out) = Group::new(network, &found.classes, all, Vec::new());
    let mut used = group.structure.sorts.iter();
    let mut views = Vec::new();
    for (number, sort) in found.sorts.iter().enumerate() {
        let names: Vec<String> = sort.members.iter().map(|one| members.name(*one)).collect();
        let sets = sort.scalar_sets.iter().map(|set| network.scalar_set(*set).name.clone());
        let mut view = SortView {
            text: format!("{} are interchangeable", listed(&names)),
            scalar_sets: sets.collect(),
            elements: names.into_iter().map(element).collect(),
            held_by: Vec::new(),
            used: !left_out.contains(&number),
        };
        if view.used
            && let Some(elements) = used.next()
        {
            let first = elements.first;
            view.held_by = held_by(network, &group, first..first + elements.size);
            for (element, number) in view.elements.iter_mut().zip(first..) {
                own(network, &group, Element(number), element);
            }
        }
        if let [.., _] = view.held_by.as_slice() {
            let verb = if view.held_by.len() == 1 { "holds" } else { "hold" };
            view.text.push_str(&format!("; {} {verb} their ids", listed(&view.held_by)));
        }
        views.push(view);
    }
    views
}

fn element(name: String) -> ElementView {
    let nothing = Vec::new;
    ElementView { name, processes: nothing(), variables: nothing(), clocks: nothing() }
}

/// Variables whose values are elements.
fn held_by(network: &Network, group: &Group, elements: std::ops::Range<u32>) -> Vec<String> {
    let holds = |meaning: &Meaning| match meaning {
        Meaning::Plain => false,
        Meaning::Reference { elements: values, .. } => {
            values.iter().flatten().any(|element| elements.contains(&element.0))
        }
    };
    let processes = network.processes.len();
    let stored = network.variables.iter().filter(|variable| {
        let first = processes + variable.base.index();
        matches!(variable.storage, Storage::State | Storage::Meta)
            && cell_count(&variable.dims) > 0
            && group.structure.meanings.get(first).is_some_and(holds)
    });
    stored.map(|variable| plain(&variable.name)).collect()
}

/// Writes down what belongs to an element.
fn own(network: &Network, group: &Group, element: Element, view: &mut ElementView) {
    let owned = |belongs: &&Belonging| belongs.tuple.contains(&element);
    let named = |belongings: &[Belonging], names: &[String]| -> Vec<String> {
        let pairs = belongings.iter().zip(names);
        pairs.filter(|(one, _)| owned(one)).map(|(_, name)| name.clone()).collect()
    };
    let processes: Vec<String> = network.processes.iter().map(|one| one.name.clone()).collect();
    let cells = &group.structure.cells;
    view.processes = named(cells, &processes);
    view.variables = named(&cells[processes.len().min(cells.len())..], &network.slot_names());
    view.clocks = named(&group.structure.clocks, &network.clock_names());
}
