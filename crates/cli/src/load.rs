//! The model and the queries that the command line names.

use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use orrery::network::Overflow;
use orrery::syntax::MAX_FILE_BYTES;
use orrery::{Family, FamilyError, LoadError, Loaded, Loader, Model};

use crate::failure::Failure;
use crate::flags::{ConstantFlags, ModelFlags, OverflowChoice, SimulateFlags};

/// A model and what is asked about it, as far as the texts could be understood.
pub(crate) struct Input {
    /// What could be understood.
    pub(crate) loaded: Arc<Loaded>,
    /// The model, or why there is none.
    pub(crate) model: Result<Model, String>,
}

impl Input {
    fn of(loaded: Result<Model, LoadError>) -> Result<Input, Failure> {
        match loaded {
            Ok(model) => Ok(Input { loaded: Arc::clone(model.loaded()), model: Ok(model) }),
            Err(error) => {
                let summary = error.summary();
                match error {
                    LoadError::Wrong(loaded) => Ok(Input { loaded, model: Err(summary) }),
                    _ => Err(Failure::wrong(summary)),
                }
            }
        }
    }

    /// The model, for commands that cannot do without.
    pub(crate) fn usable(&self) -> Result<&Model, Failure> {
        self.model.as_ref().map_err(|summary| Failure::wrong(summary.clone()))
    }
}

/// Reads a model and its queries.
pub(crate) fn read(flags: &ModelFlags) -> Result<Input, Failure> {
    let (loader, piped) = loader(flags)?;
    let loaded = match piped {
        Some(bytes) => loader.load_text("-", bytes),
        None => loader.load_file(&flags.model),
    };
    if let Err(problem) = &loaded
        && let Some(failure) = formula_for_queries(problem, flags)
    {
        return Err(failure);
    }
    Input::of(loaded)
}

/// Reads a model and its queries, with a constant left open.
pub(crate) fn read_family(
    flags: &ModelFlags,
    parameter: Option<&str>,
) -> Result<Result<Family, FamilyError>, Failure> {
    let (loader, piped) = loader(flags)?;
    let loaded = match piped {
        Some(bytes) => Family::load_text(loader, "-", bytes, parameter),
        None => Family::load_file(loader, &flags.model, parameter),
    };
    if let Err(FamilyError::Load(problem)) = &loaded
        && let Some(failure) = formula_for_queries(problem, flags)
    {
        return Err(failure);
    }
    Ok(loaded)
}

/// What the flags say about loading, and the model if it is piped.
fn loader(flags: &ModelFlags) -> Result<(Loader, Option<Vec<u8>>), Failure> {
    let mut loader = flags.constants.applied_to(Loader::new()).overflow(flags.overflow.rule());
    for formula in &flags.formulas {
        loader = loader.named_formula("-q", formula.as_str());
    }
    for number in &flags.numbers {
        loader = loader.only(*number);
    }
    let piped = is_standard_input(&flags.model).then(read_standard_input).transpose()?;
    match &flags.queries {
        Some(path) if is_standard_input(path) => {
            loader = loader.query_text("-", read_standard_input()?);
        }
        Some(path) => loader = loader.query_file(path),
        None => {}
    }
    Ok((loader, piped))
}

/// The file of queries cannot be read because its name is a query.
fn formula_for_queries(problem: &LoadError, flags: &ModelFlags) -> Option<Failure> {
    match problem {
        LoadError::Unreadable { path, .. } if flags.queries.as_ref() == Some(path) => {
            formula_for_a_file(path)
        }
        _ => None,
    }
}

/// Reads a model and asks this one formula about it, which messages call by that name.
pub(crate) fn read_with(path: &Path, (name, formula): (&str, &str)) -> Result<Input, Failure> {
    let loader = Loader::new().overflow(Overflow::Wrap).named_formula(name, formula);
    Input::of(if is_standard_input(path) {
        loader.load_text("-", read_standard_input()?)
    } else {
        loader.load_file(path)
    })
}

/// Reads a model without asking anything about it.
pub(crate) fn read_model(path: &Path, constants: &ConstantFlags) -> Result<Input, Failure> {
    let loader = Loader::new().without_queries().overflow(Overflow::Fault);
    let loader = constants.applied_to(loader);
    Input::of(if is_standard_input(path) {
        loader.load_text("-", read_standard_input()?)
    } else {
        loader.load_file(path)
    })
}

/// Reads a model for a game: with the queries on file if the strategy is one of theirs, else with this one.
pub(crate) fn read_with_strategy(flags: &SimulateFlags, strategy: &str) -> Result<Input, Failure> {
    let mut model = ModelFlags::whole(flags.model.clone(), OverflowChoice::Error);
    model.constants = flags.constants.clone();
    if is_game(strategy) {
        model.formulas.push(strategy.to_owned());
    }
    read(&model)
}

/// Is this a game that is written out, and not a name?
pub(crate) fn is_game(strategy: &str) -> bool {
    strategy.contains(':')
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Not more than a model may have: the input might have no end.
fn read_standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match io::stdin().lock().take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::file("read", Path::new("-"), &error)),
    }
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
