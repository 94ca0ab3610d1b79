//! Why a query is not answered at all.

use std::{error, fmt};

use query::plan::PlanError;

/// Why a query is not answered at all. That a limit was reached is no error but a verdict
/// ([`Verdict::Unknown`](crate::Verdict::Unknown)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckError {
    reason: PlanError,
}

impl CheckError {
    /// What kind of error it is.
    #[must_use]
    pub fn reason(&self) -> &PlanError {
        &self.reason
    }
}

impl From<PlanError> for CheckError {
    fn from(reason: PlanError) -> CheckError {
        CheckError { reason }
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            PlanError::Unsupported(reason) => write!(f, "not supported: {reason}"),
            PlanError::Wrong(reason) => f.write_str(reason),
            PlanError::Inadmissible { asked, because } => {
                write!(f, "{asked} is not possible here: {because}")
            }
        }
    }
}

impl error::Error for CheckError {}
