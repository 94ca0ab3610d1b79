//! placeholder
use network::{Extremum, Goal, Network, Term};

use crate::plan::{Plan, PlanError};
use crate::verdict::Answer;
use crate::watch::Watch;

pub(super) fn optimum(
    _: &Network,
    _: Extremum,
    _: &Goal,
    _: &[Term],
    _: Plan,
    _: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    Err(PlanError::Unsupported("optimum".to_owned()))
}
