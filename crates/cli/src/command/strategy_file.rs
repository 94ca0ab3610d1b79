//! Strategies in files, in the format that the name asks for.

use std::path::Path;

use orrery::report::json::strategy_json;
use orrery::report::text::strategy_text;
use orrery::report::view::StrategyView;

use super::files::write_file;
use crate::failure::Failure;

/// A format of strategies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StrategyFormat {
    /// The rules, for people.
    Text,
    /// The same rules, for scripts.
    Json,
    /// The model under the strategy.
    Xta,
}

impl StrategyFormat {
    /// The format that a file name asks for.
    pub(super) fn of(path: &Path) -> Result<StrategyFormat, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.unwrap_or("") {
            "txt" => Ok(StrategyFormat::Text),
            "json" => Ok(StrategyFormat::Json),
            "xta" => Ok(StrategyFormat::Xta),
            _ => Err(Failure::wrong(format!(
                "cannot tell the format of {}: a strategy is written to .txt, .json or .xta",
                path.display()
            ))),
        }
    }
}

/// Writes a strategy; `model` is the model under it.
pub(super) fn write(
    path: &Path,
    format: StrategyFormat,
    strategy: &StrategyView,
    model: Option<&str>,
) -> Result<(), Failure> {
    let text = match format {
        StrategyFormat::Text => strategy_text(strategy),
        StrategyFormat::Json => strategy_json(strategy),
        StrategyFormat::Xta => {
            let Some(model) = model else {
                let why =
                    "the model under the strategy is too large, or sets a clock to another clock";
                return Err(Failure::wrong(format!("cannot write {}: {why}", path.display())));
            };
            model.to_owned()
        }
    };
    write_file(path, &text)
}
