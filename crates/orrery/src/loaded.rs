//! A model and what is asked about it, as far as the texts could be understood.

use std::fmt;
use std::sync::Arc;

use network::drawing::TemplateDrawing;
use network::{Network, Origin, Overflow, Query};
use report::html::ModelText;
use report::view::{DiagnosticView, SeverityView, SpotView};
use syntax::tree;
use syntax::{Diagnostic, RenderStyle, Severity, SourceMap, Span};

/// A model and what is asked about it, as far as the texts could be understood.
///
/// This is what tools need that show or convert models, even those with errors. Whoever only asks questions
/// needs [`Model`](crate::Model).
pub struct Loaded {
    parts: Parts,
    network: Option<Arc<Network>>,
    strict: Option<Arc<Network>>,
    numbers: Vec<usize>,
    queries: Vec<Query>,
    diagnostics: Vec<Diagnostic>,
    origins: Vec<Span>,
    asked: Vec<tree::Query>,
}

/// What a model is made from.
#[derive(Clone)]
pub(crate) struct Parts {
    /// The model as the user named it.
    pub(crate) name: String,
    pub(crate) sources: SourceMap,
    /// The model as written.
    pub(crate) tree: Arc<syntax::Model>,
    /// What becomes of integer results that do not fit.
    pub(crate) overflow: Overflow,
}

/// The most characters of an excerpt.
const EXCERPT: usize = 60;

impl Loaded {
    pub(crate) fn new(
        parts: Parts,
        loaded: model::Loaded,
        (numbers, asked): (Vec<usize>, Vec<tree::Query>),
        diagnostics: Vec<Diagnostic>,
    ) -> Loaded {
        let model::Loaded { network, queries, origins, .. } = loaded;
        let strict = network.as_ref().filter(|network| network.overflow == Overflow::Wrap);
        let strict = strict
            .map(|network| Arc::new(Network { overflow: Overflow::Fault, ..network.clone() }));
        let network = network.map(Arc::new);
        Loaded { parts, network, strict, numbers, queries, diagnostics, origins, asked }
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The network in which a result that wraps is an error instead; none if it is one already.
    pub(crate) fn strict(&self) -> Option<&Arc<Network>> {
        self.strict.as_ref()
    }

    /// The model as it was named when it was loaded.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// All texts, and where they came from.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.parts.sources
    }

    /// The model as written.
    #[must_use]
    pub fn tree(&self) -> &syntax::Model {
        &self.parts.tree
    }

    /// The network; none if the model has errors.
    #[must_use]
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The queries that were asked for, each with its number.
    pub fn queries(&self) -> impl ExactSizeIterator<Item = (usize, &Query)> {
        self.numbers.iter().copied().zip(&self.queries)
    }

    pub(crate) fn query(&self, place: usize) -> (usize, &Query) {
        (self.numbers[place], &self.queries[place])
    }

    /// The queries as written.
    pub(crate) fn asked(&self) -> &[tree::Query] {
        &self.asked
    }

    /// What is wrong or suspicious in the texts, from top to bottom.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// A message as it is shown to people: with its place, an excerpt of the text, and advice.
    #[must_use]
    pub fn render(&self, diagnostic: &Diagnostic, style: RenderStyle) -> String {
        syntax::render(diagnostic, &self.parts.sources, style)
    }

    /// A message as a plain value.
    #[must_use]
    pub fn diagnostic_view(&self, diagnostic: &Diagnostic) -> DiagnosticView {
        let place = self.parts.sources.place(diagnostic.span);
        DiagnosticView {
            code: diagnostic.code.text().to_owned(),
            severity: match diagnostic.severity() {
                Severity::Error => SeverityView::Error,
                Severity::Warning => SeverityView::Warning,
            },
            message: diagnostic.message.clone(),
            file: place.file.to_owned(),
            line: place.line,
            column: place.column,
            place: Some(place.anchor.to_owned()).filter(|anchor| !anchor.is_empty()),
            help: diagnostic.help.clone(),
        }
    }

    /// All messages as plain values.
    #[must_use]
    pub fn diagnostic_views(&self) -> Vec<DiagnosticView> {
        self.diagnostics.iter().map(|found| self.diagnostic_view(found)).collect()
    }

    /// What the model says outside of its templates.
    #[must_use]
    pub fn text(&self) -> ModelText {
        match &*self.parts.tree {
            syntax::Model::Uppaal(document) => {
                let (declarations, system) = syntax::print::print_globals(document);
                ModelText { declarations, system }
            }
            syntax::Model::Tchecker(_) => ModelText::default(),
        }
    }

    /// The templates as they are drawn, as far as they could be read.
    #[must_use]
    pub fn drawings(&self) -> Vec<TemplateDrawing> {
        match &*self.parts.tree {
            syntax::Model::Uppaal(document) => model::drawings(document),
            syntax::Model::Tchecker(_) => {
                let templates = self.network.iter().flat_map(|network| &network.templates);
                templates.map(|template| template.drawing.clone()).collect()
            }
        }
    }

    /// Where in the text something stands; none if nobody wrote it.
    #[must_use]
    pub fn span(&self, origin: Origin) -> Option<Span> {
        self.origins.get(origin.index()).copied()
    }

    /// Where something stands, in words: `m.xml:12:3, template P, edge a -> b, guard`.
    #[must_use]
    pub fn place(&self, origin: Origin) -> Option<String> {
        Some(spot(&self.parts.sources, self.span(origin)?))
    }

    /// Where something stands, and what.
    #[must_use]
    pub fn spot(&self, origin: Origin) -> Option<SpotView> {
        let span = self.span(origin)?;
        let place = self.parts.sources.place(span);
        let words: Vec<&str> = self.parts.sources.text(span).split_whitespace().collect();
        let text = words.join(" ");
        let mut excerpt: String = text.chars().take(EXCERPT).collect();
        if excerpt.len() < text.len() {
            excerpt.push('…');
        }
        Some(SpotView {
            file: place.file.to_owned(),
            line: place.line,
            column: place.column,
            place: Some(place.anchor.to_owned()).filter(|anchor| !anchor.is_empty()),
            excerpt,
        })
    }

    /// The errors, not the warnings.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|found| found.severity() == Severity::Error)
    }
}

/// Where something stands, in a few words: `m.xml:12:3, template P, edge a -> b, guard`.
pub(crate) fn spot(sources: &SourceMap, span: Span) -> String {
    let place = sources.place(span);
    let anchor =
        if place.anchor.is_empty() { String::new() } else { format!(", {}", place.anchor) };
    format!("{}:{}:{}{anchor}", place.file, place.line, place.column)
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<&str> = self.diagnostics.iter().map(|one| one.message.as_str()).collect();
        let mut shown = f.debug_struct("Loaded");
        shown.field("name", &self.name()).field("messages", &messages).finish_non_exhaustive()
    }
}
