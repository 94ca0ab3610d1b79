//! From a `.tck` document to a network.

use network::{Expr, LocationId, Network, ProcessId};
use syntax::tck::Document;
use syntax::tree::Query;
use syntax::{Code, Diagnostic, Span};

use super::translate::{Translated, translate};
use crate::check::Checker;
use crate::findings::Findings;
use crate::load::{Loaded, finish};

/// Checks a `.tck` document, writes it out as a network and translates the queries.
///
/// Queries name locations as `Process.location`, and labels by themselves: a label holds where some
/// process is at a location that has it.
#[must_use]
pub fn load_tck(document: &Document, queries: &[Query]) -> Loaded {
    let mut findings = Findings::default();
    let translated = translate(document, &mut findings);
    let mut checker = Checker::new(findings);
    checker.labels = translated.labels.clone();
    checker.model.limitations = translated.limitations.clone();
    checker.check(&translated.document);
    finish(checker, &translated.document, queries, |network| complete(network, &translated))
}

/// A `.tck` document in the words of the other formats; or what these have no words for. Labels are left
/// out: they say something about a model, not what it does.
///
/// # Errors
/// One diagnostic for each construct that cannot be said.
pub fn translate_tck(document: &Document) -> Result<syntax::tree::Document, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let translated = translate(document, &mut findings);
    let mut unsayable: Vec<Diagnostic> = translated
        .limitations
        .iter()
        .map(|(reason, span)| Diagnostic::new(Code::Unsayable, *span, reason.clone()))
        .collect();
    if !translated.conditions.is_empty() {
        let text =
            "a synchronisation of three or more processes cannot be expressed in UPPAAL's formats";
        let span = document.name.as_ref().map_or_else(Span::default, |name| name.span);
        unsayable.push(Diagnostic::new(Code::Unsayable, span, text));
    }
    if unsayable.is_empty() { Ok(translated.document) } else { Err(unsayable) }
}

/// Adds what the tree cannot say.
fn complete(network: &mut Network, translated: &Translated) {
    for (label, places) in &translated.labels {
        for (process, location) in places {
            let process = network.processes.get_mut(*process);
            if let Some(location) = process.and_then(|p| p.locations.get_mut(*location)) {
                location.labels.push(label.clone());
            }
        }
    }
    for condition in &translated.conditions {
        let process = network.processes.get_mut(condition.process);
        let Some(edge) = process.and_then(|process| process.edges.get_mut(condition.edge)) else {
            continue;
        };
        for (process, location, present) in &condition.places {
            let at = Expr::At(ProcessId::at(*process), LocationId::at(*location));
            let part = if *present { at } else { Expr::not(at) };
            let guard = std::mem::replace(&mut edge.guard.condition, Expr::TRUE);
            edge.guard.condition = Expr::and(guard, part);
        }
    }
}
