//! Views with names for all numbers.

use network::eval::Fault;
use network::family::Instance;
use report::view::{ViewView, ViewsView};
use views::{Proof, View};

use super::open::Family;

/// A proof with names for all numbers.
pub(super) fn views_view(instance: &Instance, proof: &Proof, checked: bool) -> ViewsView {
    let list = proof.views.iter().map(|view| view_view(instance, view)).collect();
    ViewsView { arity: instance.ids.members, count: proof.views.len(), checked, list }
}

pub(super) fn view_view(instance: &Instance, view: &View) -> ViewView {
    let network = &instance.network;
    let locations =
        network.processes.iter().zip(&view.locations).map(|(process, at)| {
            (process.name.clone(), process.locations[at.index()].name.clone())
        });
    let names = network.slot_names();
    let values = view.cells.iter().enumerate().map(|(slot, value)| {
        let shown = match (instance.holds_ids[slot], instance.ids.member(*value)) {
            (true, _) if *value == instance.other => "other".to_owned(),
            (true, Some(member)) => format!("#{}", member + 1),
            _ => value.to_string(),
        };
        (names[slot].clone(), shown)
    });
    let clocks: Vec<String> = std::iter::once(String::new()).chain(network.clock_names()).collect();
    ViewView {
        locations: locations.collect(),
        values: values.collect(),
        zone: view.zone.display(&clocks).to_string(),
    }
}

/// An evaluation that may be invalid.
pub(super) fn fault_words(family: &Family, fault: &Fault) -> String {
    let place = family.written.loaded().place(fault.origin);
    let place = place.map_or_else(String::new, |place| format!(" at {place}"));
    format!("something invalid may be evaluated{place}")
}
