//! From files to a model and its queries.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use network::{Overflow, Query};
use syntax::tree::{self, Formula};
use syntax::{Code, Diagnostic, Severity, SourceMap, Span};

use crate::load_error::LoadError;
use crate::loaded::{Loaded, Parts};
use crate::model::Model;

/// Loads a model in a way that can be adjusted: which queries are asked, and what becomes of integer
/// results that do not fit 32 bits.
///
/// ```
/// use orrery::{Loader, network::Overflow};
///
/// let text = "process P() { state a, b; init a; trans a -> b { }; } system P;";
/// let loader = Loader::new().formula("E<> P.b").formula("A[] P.a").overflow(Overflow::Fault);
/// let model = loader.load_text("m.xta", text)?;
/// assert_eq!(model.queries().len(), 2);
/// # Ok::<(), orrery::LoadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loader {
    formulas: Vec<(String, String)>,
    queries: Option<QueryFile>,
    numbers: Vec<usize>,
    without_queries: bool,
    overflow: Option<Overflow>,
}

/// What messages call a formula that has no other name.
pub(crate) const FORMULA: &str = "query";

/// A file of queries.
#[derive(Clone, Debug)]
enum QueryFile {
    /// On disk.
    At(PathBuf),
    /// Already read: its name and its bytes.
    Read(String, Vec<u8>),
}

impl Loader {
    /// Loads the queries on file: those in the model, else those in the `.q` file beside it.
    #[must_use]
    pub fn new() -> Loader {
        Loader::default()
    }

    /// Asks this instead of the queries on file; may be repeated.
    #[must_use]
    pub fn formula(self, formula: impl Into<String>) -> Loader {
        self.named_formula(FORMULA, formula)
    }

    /// Asks this instead of the queries on file; `name` is what messages call it.
    #[must_use]
    pub fn named_formula(mut self, name: &str, formula: impl Into<String>) -> Loader {
        self.formulas.push((name.to_owned(), formula.into()));
        self
    }

    /// Asks the queries in this file.
    #[must_use]
    pub fn query_file(mut self, path: impl Into<PathBuf>) -> Loader {
        self.queries = Some(QueryFile::At(path.into()));
        self
    }

    /// Asks the queries in the content of a file; `name` is what messages call it.
    #[must_use]
    pub fn query_text(mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Loader {
        self.queries = Some(QueryFile::Read(name.into(), bytes.into()));
        self
    }

    /// Asks only the query with this number, counted from 1; may be repeated.
    #[must_use]
    pub fn only(mut self, number: usize) -> Loader {
        self.numbers.push(number);
        self
    }

    /// Asks nothing, and does not mind what is wrong with the queries in the model.
    #[must_use]
    pub fn without_queries(mut self) -> Loader {
        self.without_queries = true;
        self
    }

    /// What becomes of integer results that do not fit 32 bits. By default they wrap, as in UPPAAL, and the
    /// [`Answer`](crate::Answer) has a warning.
    #[must_use]
    pub fn overflow(mut self, rule: Overflow) -> Loader {
        self.overflow = Some(rule);
        self
    }

    /// Loads a model from a file.
    pub fn load_file(&self, path: impl AsRef<Path>) -> Result<Model, LoadError> {
        let path = path.as_ref();
        let bytes = read_file(path)?;
        self.load(&path.display().to_string(), &bytes, Some(&path.with_extension("q")))
    }

    /// Loads a model from text. `name` is what messages call it; where the content does not tell the format,
    /// the end of the name does (`.xml`, `.xta`, `.ta`, `.tck`).
    pub fn load_text(&self, name: &str, text: impl AsRef<[u8]>) -> Result<Model, LoadError> {
        self.load(name, text.as_ref(), None)
    }

    fn load(&self, name: &str, bytes: &[u8], beside: Option<&Path>) -> Result<Model, LoadError> {
        let mut sources = SourceMap::new();
        let parsed = syntax::parse_model(&mut sources, name, bytes);
        let mut diagnostics = parsed.diagnostics;
        let asked = if self.without_queries {
            // Where nothing is asked, nobody wants to know what is wrong with the questions.
            diagnostics.retain(|found| !found.code.is_about_query());
            Vec::new()
        } else {
            self.asked(&parsed.tree, beside, &mut sources, &mut diagnostics)?
        };
        let (numbers, asked) = self.chosen(asked)?;
        let parts = Parts {
            name: name.to_owned(),
            sources,
            tree: parsed.tree.into(),
            overflow: self.overflow.unwrap_or(Overflow::Wrap),
        };
        Model::new(lower(parts, numbers, &asked, diagnostics))
    }

    /// The queries: those given, else those in the model, else those in the file beside it.
    fn asked(
        &self,
        model: &syntax::Model,
        beside: Option<&Path>,
        sources: &mut SourceMap,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Vec<tree::Query>, LoadError> {
        let mut asked = formulas(&self.formulas, sources, diagnostics);
        let mut file = |name: &str, bytes: &[u8], sources: &mut SourceMap| {
            let parsed = syntax::parse_queries(sources, name, bytes);
            diagnostics.extend(parsed.diagnostics);
            parsed.tree.queries
        };
        match (&self.queries, model) {
            (Some(QueryFile::Read(name, bytes)), _) => asked.extend(file(name, bytes, sources)),
            (Some(QueryFile::At(path)), _) => {
                let bytes = read_file(path)?;
                asked.extend(file(&path.display().to_string(), &bytes, sources));
            }
            (None, _) if !asked.is_empty() => {}
            (None, syntax::Model::Uppaal(document)) if document.queries.iter().any(asks) => {
                asked.extend(document.queries.iter().cloned());
            }
            (None, _) => {
                if let Some(path) = beside.filter(|path| path.is_file()) {
                    let bytes = read_file(path)?;
                    asked.extend(file(&path.display().to_string(), &bytes, sources));
                }
            }
        }
        asked.retain(asks);
        Ok(asked)
    }

    /// The queries with the numbers asked for, or all of them if there are none.
    fn chosen(
        &self,
        queries: Vec<tree::Query>,
    ) -> Result<(Vec<usize>, Vec<tree::Query>), LoadError> {
        let (numbers, count) = (&self.numbers, queries.len());
        if let Some(&number) = numbers.iter().find(|number| !(1..=count).contains(*number)) {
            return Err(LoadError::NoSuchQuery { number, count });
        }
        let numbered = (1..).zip(queries);
        Ok(numbered.filter(|(number, _)| numbers.is_empty() || numbers.contains(number)).unzip())
    }
}

/// Reads formulas, each as a text of its own.
pub(crate) fn formulas(
    formulas: &[(String, String)],
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<tree::Query> {
    let mut asked = Vec::new();
    for (name, formula) in formulas {
        let mut parsed = syntax::parse_query_text(sources, name, formula);
        parsed.tree.line = 0;
        asked.push(parsed.tree);
        diagnostics.extend(parsed.diagnostics);
    }
    asked
}

/// From trees to a network and its queries.
pub(crate) fn lower(
    parts: Parts,
    numbers: Vec<usize>,
    asked: &[tree::Query],
    mut diagnostics: Vec<Diagnostic>,
) -> Loaded {
    let mut loaded = match &*parts.tree {
        syntax::Model::Uppaal(document) => model::load(document, asked),
        syntax::Model::Tchecker(document) => model::load_tck(document, asked),
    };
    for (query, tree) in loaded.queries.iter_mut().zip(asked) {
        explain(query, tree, &diagnostics);
    }
    if let Some(network) = &mut loaded.network {
        network.overflow = parts.overflow;
    }
    let readable = !diagnostics.iter().any(is_model_error);
    // Of a file that is no model at all there is nothing more to say.
    if !diagnostics.iter().any(|found| found.code == Code::BadXml) {
        diagnostics.append(&mut loaded.diagnostics);
    }
    in_order(&mut diagnostics, &parts.sources);
    loaded.network = loaded.network.filter(|_| readable);
    Loaded::new(parts, loaded, numbers, diagnostics)
}

/// An error outside queries: the model cannot be used.
fn is_model_error(found: &Diagnostic) -> bool {
    found.severity() == Severity::Error && !found.code.is_about_query()
}

/// Sorts messages as one reads: file by file, from top to bottom.
fn in_order(diagnostics: &mut [Diagnostic], sources: &SourceMap) {
    let mut files: Vec<String> = Vec::new();
    for found in diagnostics.iter() {
        let file = sources.place(found.span).file;
        if !files.iter().any(|known| known == file) {
            files.push(file.to_owned());
        }
    }
    diagnostics.sort_by_cached_key(|found| {
        let place = sources.place(found.span);
        (files.iter().position(|file| file == place.file), place.line, place.column)
    });
}

/// A formula that could not be read is wrong for the reason that the reader gave.
fn explain(query: &mut Query, tree: &tree::Query, diagnostics: &[Diagnostic]) {
    let within = |found: &&Diagnostic| {
        let Span { block, start, .. } = found.span;
        found.code.is_about_query()
            && block == tree.span.block
            && (tree.span.start..=tree.span.end).contains(&start)
    };
    if tree.formula == Formula::Error
        && let Some(found) = diagnostics.iter().find(within)
    {
        query.kind = network::QueryKind::Wrong(found.message.clone());
    }
}

/// UPPAAL's editor keeps an empty line for the next query.
fn asks(query: &tree::Query) -> bool {
    query.formula != Formula::Empty
}

/// The bytes of a file. Not more than a model may have: the file might be a device without end.
fn read_file(path: &Path) -> Result<Vec<u8>, LoadError> {
    let most = syntax::MAX_FILE_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(LoadError::Unreadable { path: path.to_owned(), error }),
    }
}
