//! From files to a network and its queries.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use network::{Network, Origin, Query};
use report::html::ModelText;
use syntax::tree::Formula;
use syntax::{Code, Diagnostic, Severity, SourceMap, Span, tree};

use crate::failure::Failure;
use crate::flags::{ModelFlags, OverflowChoice};

/// A model and what is asked about it, as far as the texts could be understood.
pub(crate) struct Input {
    /// The model as the user named it.
    pub(crate) path: String,
    /// All texts.
    pub(crate) sources: SourceMap,
    /// The model as written.
    pub(crate) tree: syntax::Model,
    /// The network; none if the model has errors.
    pub(crate) network: Option<Network>,
    /// The queries to be answered, each with its number.
    pub(crate) queries: Vec<(usize, Query)>,
    /// What is wrong or suspicious in the texts.
    pub(crate) diagnostics: Vec<Diagnostic>,
    origins: Vec<Span>,
}

impl Input {
    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|found| found.severity() == Severity::Error).count()
    }

    /// Why nothing can be done with the model.
    pub(crate) fn unusable(&self) -> String {
        let errors = match self.errors() {
            1 => "1 error".to_owned(),
            many => format!("{many} errors"),
        };
        format!("{} cannot be used: {errors}", self.path)
    }

    /// What the model says outside of its templates.
    pub(crate) fn text(&self) -> ModelText {
        match &self.tree {
            syntax::Model::Uppaal(document) => {
                let (declarations, system) = syntax::print::print_globals(document);
                ModelText { declarations, system }
            }
            syntax::Model::Tchecker(_) => ModelText::default(),
        }
    }

    /// Where something stands.
    pub(crate) fn span(&self, origin: Origin) -> Option<Span> {
        self.origins.get(origin.index()).copied()
    }

    /// Where something stands, in words.
    pub(crate) fn place(&self, origin: Origin) -> Option<String> {
        let place = self.sources.place(self.span(origin)?);
        let anchor =
            if place.anchor.is_empty() { String::new() } else { format!(", {}", place.anchor) };
        Some(format!("{}:{}:{}{anchor}", place.file, place.line, place.column))
    }
}

/// Reads a model and its queries.
pub(crate) fn read(flags: &ModelFlags) -> Result<Input, Failure> {
    read_asking(flags, true)
}

fn read_asking(flags: &ModelFlags, ask: bool) -> Result<Input, Failure> {
    let path = flags.model.display().to_string();
    let bytes = read_file(&flags.model)?;
    let mut sources = SourceMap::new();
    let parsed = syntax::parse_model(&mut sources, &path, &bytes);
    let mut diagnostics = parsed.diagnostics;
    let asked = if ask {
        queries(flags, &parsed.tree, &mut sources, &mut diagnostics)?
    } else {
        // Where nothing is asked, nobody wants to know what is wrong with the questions.
        diagnostics.retain(|found| !found.code.is_about_query());
        Vec::new()
    };
    let (numbers, asked) = chosen(&flags.numbers, asked)?;
    let mut loaded = load(&parsed.tree, &asked);
    for (query, tree) in loaded.queries.iter_mut().zip(&asked) {
        explain(query, tree, &diagnostics);
    }
    if let Some(network) = &mut loaded.network {
        network.overflow = flags.overflow.rule();
    }
    let readable = !diagnostics.iter().any(is_model_error);
    // Of a file that is no model at all there is nothing more to say.
    if !diagnostics.iter().any(|found| found.code == Code::BadXml) {
        diagnostics.extend(loaded.diagnostics);
    }
    in_order(&mut diagnostics, &sources);
    Ok(Input {
        path,
        sources,
        tree: parsed.tree,
        network: loaded.network.filter(|_| readable),
        queries: numbers.into_iter().zip(loaded.queries).collect(),
        diagnostics,
        origins: loaded.origins,
    })
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

/// Reads a model without asking anything about it.
pub(crate) fn read_model(path: &Path) -> Result<Input, Failure> {
    let model = path.to_owned();
    read_asking(&ModelFlags::whole(model, OverflowChoice::Error), false)
}

/// An error outside queries: the model cannot be used.
fn is_model_error(found: &Diagnostic) -> bool {
    found.severity() == Severity::Error && !found.code.is_about_query()
}

fn load(model: &syntax::Model, queries: &[tree::Query]) -> model::Loaded {
    match model {
        syntax::Model::Uppaal(document) => model::load(document, queries),
        syntax::Model::Tchecker(document) => model::load_tck(document, queries),
    }
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

/// The bytes of a file, or of standard input for `-`. Not more than a model may have: the file might be
/// a device without end.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let most = syntax::MAX_FILE_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::file("read", path, &error)),
    }
}

/// The queries: those given, else those in the model, else those in the file beside it.
fn queries(
    flags: &ModelFlags,
    model: &syntax::Model,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<tree::Query>, Failure> {
    let mut asked = Vec::new();
    for formula in &flags.formulas {
        let mut parsed = syntax::parse_query_text(sources, "-q", formula);
        parsed.tree.line = 0;
        asked.push(parsed.tree);
        diagnostics.extend(parsed.diagnostics);
    }
    let beside = beside(&flags.model).filter(|path| path.is_file());
    match (&flags.queries, model) {
        (Some(path), _) => from_file(path, sources, diagnostics, &mut asked)?,
        (None, _) if !asked.is_empty() => {}
        (None, syntax::Model::Uppaal(document)) if document.queries.iter().any(asks) => {
            asked.extend(document.queries.iter().cloned());
        }
        (None, _) => {
            if let Some(path) = beside {
                from_file(&path, sources, diagnostics, &mut asked)?;
            }
        }
    }
    asked.retain(asks);
    Ok(asked)
}

/// UPPAAL's editor keeps an empty line for the next query.
fn asks(query: &tree::Query) -> bool {
    query.formula != Formula::Empty
}

fn from_file(
    path: &Path,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
    asked: &mut Vec<tree::Query>,
) -> Result<(), Failure> {
    if let Some(failure) = formula_for_a_file(path) {
        return Err(failure);
    }
    let bytes = read_file(path)?;
    let parsed = syntax::parse_queries(sources, &path.display().to_string(), &bytes);
    asked.extend(parsed.tree.queries);
    diagnostics.extend(parsed.diagnostics);
    Ok(())
}

/// A query where the name of a file of queries belongs, which is an easy slip.
fn formula_for_a_file(path: &Path) -> Option<Failure> {
    let text = path.to_str().filter(|_| !path.exists())?;
    let signs = ["[]", "<>", "-->", "sup:", "inf:", "bounds:", "sup{", "inf{", "bounds{"];
    signs.iter().any(|sign| text.contains(sign)).then(|| {
        let quoted = text.replace('\'', "'\\''");
        Failure::wrong(format!("there is no file `{text}`; a query is given by -q '{quoted}'"))
    })
}

/// The file of queries that belongs to a model.
fn beside(model: &Path) -> Option<PathBuf> {
    (model != Path::new("-")).then(|| model.with_extension("q"))
}

/// The queries with these numbers, or all of them if there are none.
fn chosen(
    numbers: &[usize],
    queries: Vec<tree::Query>,
) -> Result<(Vec<usize>, Vec<tree::Query>), Failure> {
    if let Some(wrong) = numbers.iter().find(|number| !(1..=queries.len()).contains(*number)) {
        let count = match queries.len() {
            0 => "there are no queries".to_owned(),
            1 => "there is only one".to_owned(),
            many => format!("they are numbered from 1 to {many}"),
        };
        return Err(Failure::wrong(format!("there is no query number {wrong}: {count}")));
    }
    let numbered = (1..).zip(queries);
    Ok(numbered.filter(|(number, _)| numbers.is_empty() || numbers.contains(number)).unzip())
}
