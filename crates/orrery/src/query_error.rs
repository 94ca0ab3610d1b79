//! Why a formula is not a query about a model.

use std::sync::Arc;
use std::{error, fmt};

use network::QueryKind;
use report::view::DiagnosticView;
use syntax::RenderStyle;

use crate::loaded::Loaded;
use crate::query::Query;

/// Why a formula is not a query about a model. Displayed, it shows the errors as a compiler would.
#[derive(Clone)]
pub struct QueryError {
    loaded: Arc<Loaded>,
    reason: String,
}

impl QueryError {
    /// The queries, if nothing is wrong with any.
    pub(crate) fn unless_right(loaded: Arc<Loaded>) -> Result<Vec<Query>, QueryError> {
        let reason = loaded.queries().find_map(|(_, query)| {
            if let QueryKind::Wrong(reason) = &query.kind {
                return Some(reason.clone());
            }
            query.text.is_empty().then(|| "it is empty: nothing is asked".to_owned())
        });
        match (reason, loaded.network()) {
            (None, Some(network)) => Ok(Query::all(&loaded, network)),
            (Some(reason), _) => Err(QueryError { loaded, reason }),
            // The same model had a network before.
            (None, None) => {
                let reason = "with it, the model becomes too large".to_owned();
                Err(QueryError { loaded, reason })
            }
        }
    }

    /// What is wrong with the first formula that is wrong.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What is wrong with the formulas.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<DiagnosticView> {
        self.loaded.errors().map(|found| self.loaded.diagnostic_view(found)).collect()
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for found in self.loaded.errors() {
            writeln!(f, "{}\n", self.loaded.render(found, RenderStyle::default()))?;
        }
        write!(f, "not a query about {}: {}", self.loaded.name(), self.reason)
    }
}

/// The same as displayed: this is what `unwrap`, and a `main` that fails, show.
impl fmt::Debug for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for QueryError {}
