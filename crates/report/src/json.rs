//! JSON for scripts. The fields are described in `docs/json.md`.

use serde::Serialize;

use crate::view::{
    BatchView, CheckView, CoverageView, ExplainView, OptimiseView, ProveView, RunView,
    StrategyView, SweepView, SymmetriesView, SynthView,
};

/// The results of a check.
#[must_use]
pub fn check_json(view: &CheckView) -> String {
    written(view)
}

/// The results of several models.
#[must_use]
pub fn batch_json(view: &BatchView) -> String {
    written(view)
}

/// The results for several values of a constant.
#[must_use]
pub fn sweep_json(view: &SweepView) -> String {
    written(view)
}

/// What a controller does to win a game.
#[must_use]
pub fn strategy_json(view: &StrategyView) -> String {
    written(view)
}

/// What is reached and taken.
#[must_use]
pub fn coverage_json(view: &CoverageView) -> String {
    written(view)
}

#[must_use]
pub fn optimise_json(view: &OptimiseView) -> String {
    written(view)
}

/// Plans with their reasons.
#[must_use]
pub fn explain_json(view: &ExplainView) -> String {
    written(view)
}

/// What was proved for all instances of a family.
#[must_use]
pub fn prove_json(view: &ProveView) -> String {
    written(view)
}

/// What is symmetric, and what is not.
#[must_use]
pub fn symmetries_json(view: &SymmetriesView) -> String {
    written(view)
}

#[must_use]
pub fn synth_json(view: &SynthView) -> String {
    written(view)
}

/// A run on its own, for `--trace-out run.json`.
#[must_use]
pub fn run_json(run: &RunView) -> String {
    #[derive(Serialize)]
    struct RunFile<'a> {
        schema: &'static str,
        #[serde(flatten)]
        run: &'a RunView,
    }
    written(&RunFile { schema: RUN_SCHEMA, run })
}

/// The format of a run on its own.
const RUN_SCHEMA: &str = "orrery.run/1";

/// Reads what [`run_json`] wrote.
///
/// # Errors
/// A sentence that says what is wrong with the text.
pub fn read_run(text: &str) -> Result<RunView, String> {
    #[derive(serde::Deserialize)]
    struct ReadRunFile {
        schema: String,
        #[serde(flatten)]
        run: RunView,
    }
    let alone: ReadRunFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if alone.schema == RUN_SCHEMA {
        Ok(alone.run)
    } else {
        Err(format!("the format is `{}`, not `{RUN_SCHEMA}`", alone.schema))
    }
}

/// Indented, with a newline at the end.
fn written(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value)
        .expect("views have text keys only and are written to memory");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
