//! `cargo xtask example CASE [N] [NAME=VALUE …]`: an example with other constants, on standard output.

use super::constants::with_constants;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How to call it.
const USAGE: &str = "cargo xtask example CASE [N] [NAME=VALUE …], such as `example fischer 20`";

pub fn run(arguments: &[String]) -> ExitCode {
    let Some((case, settings)) = arguments.split_first() else {
        eprintln!("usage: {USAGE}");
        return ExitCode::from(2);
    };
    let settings: Vec<String> = settings.iter().map(|setting| spelled_out(setting)).collect();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    match model_text(case, &settings) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// A bare number is the value of `N`.
fn spelled_out(setting: &str) -> String {
    if setting.contains('=') { setting.to_owned() } else { format!("N={setting}") }
}

/// An example: `fischer` is short for `fischer/fischer`.
///
/// # Errors
///
/// When there is no such example, or it has no such constant.
pub fn model_text(case: &str, settings: &[&str]) -> Result<String, String> {
    let path = examples().join(if case.contains('/') {
        format!("{case}.xta")
    } else {
        format!("{case}/{case}.xta")
    });
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    with_constants(&text, settings)
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}
