//! Why a model could not be loaded.

use std::path::PathBuf;
use std::sync::Arc;
use std::{error, fmt, io};

use report::view::DiagnosticView;
use syntax::RenderStyle;

use crate::loaded::Loaded;

/// Why a model could not be loaded. Displayed, it shows all errors as a compiler would.
#[non_exhaustive]
pub enum LoadError {
    /// A file cannot be read.
    Unreadable {
        /// The file that cannot be read.
        path: PathBuf,
        /// Why it cannot be read.
        error: io::Error,
    },
    /// There is no query with the number that was asked for.
    NoSuchQuery {
        /// The number of the query that was asked for.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// A constant cannot be given a value by [`Loader::define`](crate::Loader::define). The text says why, and which
    /// constants there are.
    WrongConstant(String),
    /// The model has errors. What could be understood of it is here.
    Wrong(Arc<Loaded>),
}

impl LoadError {
    /// What is wrong or suspicious in the texts; nothing if they could not even be read.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<DiagnosticView> {
        match self {
            LoadError::Wrong(loaded) => loaded.diagnostic_views(),
            LoadError::Unreadable { .. }
            | LoadError::NoSuchQuery { .. }
            | LoadError::WrongConstant(_) => Vec::new(),
        }
    }

    /// What is wrong, in one line without the diagnostics.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            LoadError::Unreadable { path, error } => {
                format!("cannot read {}: {}", path.display(), reason(error))
            }
            LoadError::NoSuchQuery { number, count } => {
                let count = match count {
                    0 => "there are no queries".to_owned(),
                    1 => "there is only one".to_owned(),
                    many => format!("they are numbered from 1 to {many}"),
                };
                format!("there is no query number {number}: {count}")
            }
            LoadError::WrongConstant(problem) => problem.clone(),
            LoadError::Wrong(loaded) => {
                let errors = match loaded.errors().count() {
                    1 => "1 error".to_owned(),
                    many => format!("{many} errors"),
                };
                format!("{} cannot be used: {errors}", loaded.name())
            }
        }
    }
}

/// What went wrong, without the number that the operating system gives it.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let LoadError::Wrong(loaded) = self {
            for found in loaded.errors() {
                writeln!(f, "{}\n", loaded.render(found, RenderStyle::default()))?;
            }
        }
        f.write_str(&self.summary())
    }
}

/// The same as displayed: this is what `unwrap`, and a `main` that fails, show.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for LoadError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            LoadError::Unreadable { error, .. } => Some(error),
            LoadError::NoSuchQuery { .. } | LoadError::WrongConstant(_) | LoadError::Wrong(_) => {
                None
            }
        }
    }
}
