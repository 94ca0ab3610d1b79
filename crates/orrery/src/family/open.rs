//! A model with a constant left open.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{error, fmt};

use network::family::{Instance, Witnesses};
use report::view::DiagnosticView;
use syntax::{Code, Diagnostic};

use crate::load_error::LoadError;
use crate::loader::Loader;
use crate::model::Model;

/// A model with a constant left open: one instance for each value.
///
/// ```
/// use orrery::{Family, Loader, ProveOptions, report::view::VerdictView};
///
/// let loader = Loader::new();
/// let family = Family::load_file(loader, "examples/fischer.xta", None)?;
/// assert_eq!(family.parameter(), "N");
/// let proved = family.prove(0, &ProveOptions::default());
/// assert_eq!(proved.query.verdict, VerdictView::Holds);
/// # Ok::<(), orrery::FamilyError>(())
/// ```
#[derive(Debug)]
pub struct Family {
    pub(super) loader: Loader,
    pub(super) source: Source,
    pub(super) parameter: String,
    /// The model as written.
    pub(super) written: Model,
    /// What the instances have in common, or why they cannot be reasoned about together.
    pub(super) shape: Result<model::Family, Vec<model::Obstacle>>,
    /// Whom one must look at to see what edges do, once that has been asked.
    pub(super) witnesses: OnceCell<Result<Witnesses, String>>,
    /// An instance with many members, once it has been asked for.
    pub(super) many: OnceCell<Result<Instance, String>>,
    /// The instances that have been asked for, by their number of members.
    pub(super) known: RefCell<BTreeMap<usize, Result<Model, String>>>,
    /// Whether the members were found to be interchangeable, by their number.
    pub(super) symmetric: RefCell<BTreeMap<usize, Result<(), String>>>,
}

/// Where the text of a model is.
#[derive(Debug)]
pub(super) enum Source {
    File(PathBuf),
    Text(String, Vec<u8>),
}

/// Why there is no family.
#[non_exhaustive]
pub enum FamilyError {
    /// The model cannot be loaded.
    Load(LoadError),
    /// No constant, or more than one, says how many processes there are; the text lists the candidates.
    Parameter(String),
}

impl Family {
    /// Loads a model from a file. Without the name of a constant, the only one that says how many processes there
    /// are is taken.
    pub fn load_file(
        loader: Loader,
        path: impl Into<PathBuf>,
        parameter: Option<&str>,
    ) -> Result<Family, FamilyError> {
        Family::load(loader, Source::File(path.into()), parameter)
    }

    /// Loads a model from text; see [`Loader::load_text`].
    pub fn load_text(
        loader: Loader,
        name: &str,
        text: impl Into<Vec<u8>>,
        parameter: Option<&str>,
    ) -> Result<Family, FamilyError> {
        Family::load(loader, Source::Text(name.to_owned(), text.into()), parameter)
    }

    fn load(
        loader: Loader,
        source: Source,
        parameter: Option<&str>,
    ) -> Result<Family, FamilyError> {
        let written = source.load(&loader).map_err(FamilyError::Load)?;
        let syntax::Model::Uppaal(document) = written.loaded().tree() else {
            let problem = "a .tck file has no constants: no number of processes can be generalised";
            return Err(FamilyError::Parameter(problem.to_owned()));
        };
        let candidates = model::open_constants(document);
        let parameter =
            chosen(parameter, &candidates, &model::constants(document)).map_err(|why| {
                let odd = model::odd_constants(document).into_iter().next();
                if let Some((name, odd)) = odd.filter(|_| candidates.is_empty()) {
                    let at = written.loaded().sources().place(odd.span);
                    return FamilyError::Parameter(format!(
                        "{}:{}:{}: with {name} left open, {}",
                        at.file, at.line, at.column, odd.reason
                    ));
                }
                let advice = model::listed_alike(document).filter(|_| candidates.is_empty());
                FamilyError::Parameter(match advice {
                    Some(alike) => format!("{why}\n{}", advice_for(&alike)),
                    None => why,
                })
            })?;
        let shape = model::family(document, &parameter, written.loaded().asked());
        Ok(Family {
            loader,
            source,
            parameter,
            written,
            shape,
            witnesses: OnceCell::new(),
            many: OnceCell::new(),
            known: RefCell::default(),
            symmetric: RefCell::default(),
        })
    }

    /// The model with the constant as written.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.written
    }

    /// The constant that is left open.
    #[must_use]
    pub fn parameter(&self) -> &str {
        &self.parameter
    }

    /// What is left open, in words.
    pub(super) fn words(&self) -> String {
        let syntax::Model::Uppaal(document) = self.written.loaded().tree() else {
            return self.parameter.clone();
        };
        if model::constants(document).contains(&self.parameter) {
            self.parameter.clone()
        } else {
            format!("bound of {}", self.parameter)
        }
    }

    /// What keeps the instances from being reasoned about together.
    #[must_use]
    pub fn obstacles(&self) -> Vec<DiagnosticView> {
        let loaded = self.written.loaded();
        let obstacles = self.shape.as_ref().err().into_iter().flatten();
        let view = |found: &model::Obstacle| {
            let message = Diagnostic::new(Code::NotConstant, found.span, found.reason.clone());
            loaded.diagnostic_view(&message)
        };
        obstacles.map(view).collect()
    }
}

impl Source {
    pub(super) fn load(&self, loader: &Loader) -> Result<Model, LoadError> {
        match self {
            Source::File(path) => loader.load_file(path),
            Source::Text(name, bytes) => loader.load_text(name, bytes),
        }
    }
}

/// How to leave the number of processes open that are listed one by one.
fn advice_for(alike: &model::Alike) -> String {
    let (template, count) = (&alike.template, alike.numbers.len());
    let names = alike.processes.join(", ");
    let range = match alike.numbers.iter().min() {
        Some(0) => "int[0, N - 1]",
        _ => "int[1, N]",
    };
    format!(
        "hint: {names} are {template} with numbers of their own. Write `const int N = {count}; typedef {range} id_t;`, give \
         {template} a parameter `const id_t pid` in place of the number, use `id_t` for what holds such numbers and \
         list `{template}` in the system line: then N can be left open"
    )
}

impl Model {
    /// The constants that say how many processes there are, and types whose size is written as a number that does:
    /// what can be left open ([`Family`]).
    #[must_use]
    pub fn open_constants(&self) -> Vec<String> {
        match self.loaded().tree() {
            syntax::Model::Uppaal(document) => model::open_constants(document),
            syntax::Model::Tchecker(_) => Vec::new(),
        }
    }

    /// The constant that says how many processes there are, and its value, if the model looks like a family and one of
    /// these queries might be proved for every value of it ([`Family`]).
    #[must_use]
    pub fn open_constant(&self, queries: &[usize]) -> Option<(String, i32)> {
        let syntax::Model::Uppaal(document) = self.loaded().tree() else { return None };
        let [parameter] = &model::open_constants(document)[..] else { return None };
        let family = model::family(document, parameter, self.loaded().asked()).ok()?;
        let fits = |place: &usize| family.widths.get(*place).is_some_and(Result::is_ok);
        queries.iter().any(fits).then_some((parameter.clone(), family.written?))
    }
}

/// The constant to leave open.
fn chosen(
    wanted: Option<&str>,
    candidates: &[String],
    constants: &[String],
) -> Result<String, String> {
    match (wanted, candidates) {
        (Some(name), _) if candidates.iter().any(|one| one == name) => Ok(name.to_owned()),
        (Some(name), []) => Err(format!(
            "the number of processes does not depend on `{name}`, nor on any other constant or type"
        )),
        (Some(name), _) => {
            let what = if constants.iter().any(|one| one == name) {
                format!("the number of processes does not depend on `{name}`")
            } else {
                format!("there is no constant `{name}`")
            };
            Err(format!("{what}; it depends on {}", candidates.join(", ")))
        }
        (None, [only]) => Ok(only.clone()),
        (None, []) => Err("the number of processes does not depend on a constant".to_owned()),
        (None, several) => Err(format!(
            "the number of processes depends on {}: say which with --for-all",
            several.join(" and on ")
        )),
    }
}

impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FamilyError::Load(problem) => problem.fmt(f),
            FamilyError::Parameter(problem) => f.write_str(problem),
        }
    }
}

/// The same as displayed.
impl fmt::Debug for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for FamilyError {}
