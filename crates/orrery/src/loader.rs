//! From files to a model and its queries.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use network::Overflow;
use syntax::tree::{self, Formula};
use syntax::{Diagnostic, SourceMap};

use crate::load_error::LoadError;
use crate::loaded::Parts;
use crate::lower::{FORMULA, formulas, is_model_error, lower};
use crate::model::Model;

/// Loads a model in a way that can be adjusted: which queries are asked, which values constants have, and
/// what becomes of integer results that do not fit 32 bits.
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
    definitions: Vec<(String, i32)>,
}

/// A file of queries.
#[derive(Clone, Debug)]
enum QueryFile {
    /// A file that is still to be read.
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
        self.numbers.clear();
        self
    }

    /// What becomes of integer results that do not fit 32 bits. By default they wrap, as in UPPAAL, and the
    /// [`Answer`](crate::Answer) has a warning.
    #[must_use]
    pub fn overflow(mut self, rule: Overflow) -> Loader {
        self.overflow = Some(rule);
        self
    }

    /// Gives a constant of the model another value; `false` is 0 and `true` is 1. Sizes of arrays, ranges and the
    /// number of processes follow. A name that is no such constant is [`LoadError::WrongConstant`].
    ///
    /// ```
    /// use orrery::Loader;
    ///
    /// let text = "const int N = 2; process P(int[1, N] id) { state a; init a; } system P;";
    /// let model = Loader::new().define("N", 5).load_text("m.xta", text)?;
    /// assert_eq!(model.network().processes.len(), 5);
    /// # Ok::<(), orrery::LoadError>(())
    /// ```
    #[must_use]
    pub fn define(mut self, name: impl Into<String>, value: i32) -> Loader {
        self.definitions.push((name.into(), value));
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
        let mut parsed = syntax::parse_model(&mut sources, name, bytes);
        let mut diagnostics = parsed.diagnostics;
        self.set_constants(&mut parsed.tree, &diagnostics)?;
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

    /// Sets the constants that were given values.
    fn set_constants(
        &self,
        model: &mut syntax::Model,
        diagnostics: &[Diagnostic],
    ) -> Result<(), LoadError> {
        for (name, value) in &self.definitions {
            let set = match model {
                syntax::Model::Uppaal(document) => {
                    model::define(document, name, *value).map_err(|error| error.to_string())
                }
                syntax::Model::Tchecker(_) => {
                    Err(format!("`{name}` cannot be set: a .tck file has no constants"))
                }
            };
            // Where the text could not be read, the constant may be in the part that is missing.
            match set {
                Err(problem) if !diagnostics.iter().any(is_model_error) => {
                    return Err(LoadError::WrongConstant(problem));
                }
                _ => {}
            }
        }
        Ok(())
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

    /// The queries with the numbers asked for, or all of them if there are none; and those that make a strategy another one is
    /// under.
    fn chosen(
        &self,
        queries: Vec<tree::Query>,
    ) -> Result<(Vec<usize>, Vec<tree::Query>), LoadError> {
        let (numbers, count) = (&self.numbers, queries.len());
        if let Some(&number) = numbers.iter().find(|number| !(1..=count).contains(*number)) {
            return Err(LoadError::NoSuchQuery { number, count });
        }
        let strategy_of = |number: &usize| {
            let Formula::Under(_, name) = &queries[number - 1].formula else { return None };
            let makes = |query: &tree::Query| matches!(&query.formula, Formula::Strategy(made, _) if made == name);
            Some(1 + queries[..number - 1].iter().rposition(makes)?)
        };
        let strategies: Vec<usize> = numbers.iter().filter_map(strategy_of).collect();
        let is_chosen = |number: &usize| {
            numbers.is_empty() || numbers.contains(number) || strategies.contains(number)
        };
        Ok((1..).zip(queries).filter(|(number, _)| is_chosen(number)).unzip())
    }
}

impl Model {
    /// Loads a model and its queries from a file: UPPAAL's `.xml`, `.xta` or `.ta`, or TChecker's `.tck`.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Model, LoadError> {
        Loader::new().load_file(path)
    }

    /// Loads a model from text. `name` is what messages call it; its end tells the format where the content
    /// does not.
    pub fn from_text(name: &str, text: impl AsRef<[u8]>) -> Result<Model, LoadError> {
        Loader::new().load_text(name, text)
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
