//! The whole way from tree to network.

use network::Network;
use syntax::tree::{Document, Query};
use syntax::{Code, Diagnostic, Severity, Span};

use crate::check::Checker;
use crate::drawing::drawings;
use crate::instantiate::instantiate;

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
    let mut checker = Checker::document(document);
    let model_errors = checker.findings.errors();
    let checked: Vec<_> = queries
        .iter()
        .enumerate()
        .map(|(number, query)| (query, checker.query(number, query)))
        .collect();
    let Checker { model, mut findings, .. } = checker;
    let instantiated = instantiate(&model, &checked, model_errors == 0, &mut findings);
    let mut network = instantiated.network;
    for (template, drawing) in network.templates.iter_mut().zip(drawings(document)) {
        template.drawing = drawing;
    }
    let mut diagnostics = findings.into_sorted();
    let mut sound = instantiated.sound;
    if sound && let Err(problems) = network::validate::validate(&network) {
        let message = format!("the network is not what it should be: {}", problems.join("; "));
        let diagnostic = Diagnostic::new(Code::Internal, document.system.span, message)
            .help("this is a mistake in Orrery, not in the model: please report it");
        debug_assert!(diagnostic.severity() == Severity::Error);
        diagnostics.push(diagnostic);
        sound = false;
    }
    Loaded {
        network: sound.then_some(network),
        queries: instantiated.queries,
        origins: instantiated.origins,
        diagnostics,
    }
}
