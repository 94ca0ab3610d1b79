//! The whole way from tree to network.

use network::Network;
use syntax::tree::{Document, Query};
use syntax::{Code, Diagnostic, Span};

use crate::check::Checker;
use crate::drawing::drawings;
use crate::findings::Findings;
use crate::instantiate::{Instantiated, instantiate};

/// What a document says, as far as it could be understood.
pub struct Loaded {
    /// The network; none if the document has errors.
    pub network: Option<Network>,
    /// One for each query that was given, in order; a wrong one is
    /// [`QueryKind::Wrong`](network::QueryKind::Wrong).
    pub queries: Vec<network::Query>,
    /// The places that the network's origins stand for.
    pub origins: Vec<Span>,
    /// Everything that is wrong or suspicious, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a document, writes it out as a network and translates the queries.
///
/// Errors in queries concern only those queries; any other error means that there is no network.
#[must_use]
pub fn load(document: &Document, queries: &[Query]) -> Loaded {
    let mut checker = Checker::new(Findings::default());
    checker.check(document);
    finish(checker, document, queries, |_| {})
}

/// From a checked document to a network, which `complete` may add to.
pub(crate) fn finish(
    mut checker: Checker,
    document: &Document,
    queries: &[Query],
    complete: impl FnOnce(&mut Network),
) -> Loaded {
    // A missing system line is an error of the text, reported there.
    let sound = checker.findings.errors() == 0 && !checker.model.system.is_empty();
    let checked: Vec<_> = queries
        .iter()
        .enumerate()
        .map(|(number, query)| (query, checker.query(number, query)))
        .collect();
    let Checker { model, mut findings, .. } = checker;
    let Instantiated { mut network, mut sound, queries, origins } =
        instantiate(&model, &checked, sound, &mut findings);
    for (template, drawing) in network.templates.iter_mut().zip(drawings(document)) {
        template.drawing = drawing;
    }
    complete(&mut network);
    let mut diagnostics = findings.into_sorted();
    if sound && let Err(problems) = network::validate::validate(&network) {
        let message = format!("the network is not what it should be: {}", problems.join("; "));
        let span = document.system.span;
        let help = "this is a mistake in Orrery, not in the model: please report it";
        diagnostics.push(Diagnostic::new(Code::Internal, span, message).help(help));
        sound = false;
    }
    Loaded { network: sound.then_some(network), queries, origins, diagnostics }
}
