//! The command.

use std::process::ExitCode;

use super::automaton::{Setting, model};
use super::program::Program;

/// What the command understands.
pub const USAGE: &str =
    "cargo xtask lego PROGRAM ENVIRONMENT [extended] [LARGE=N] [LEAST=N] [MOST=N]
       byte code as a timed automaton, beside an environment; `extended` adds the thesis' cycles";

pub fn run(arguments: &[String]) -> ExitCode {
    match text(arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}\nusage: {USAGE}");
            ExitCode::from(2)
        }
    }
}

/// The model that is asked for.
///
/// # Errors
///
/// When a file cannot be read, the program is wrong, or a setting is not known.
pub(super) fn text(arguments: &[String]) -> Result<String, String> {
    let [program, environment, settings @ ..] = arguments else {
        return Err("a program and an environment are needed".to_owned());
    };
    let read =
        |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let parsed =
        Program::read(&read(program)?).map_err(|problem| format!("{program}: {problem}"))?;
    Ok(model(&parsed, &setting(settings)?, &read(environment)?))
}

fn setting(words: &[String]) -> Result<Setting, String> {
    let mut setting = Setting { least: 40, most: 50, large: 10_000, extended: false };
    for word in words {
        if word == "extended" {
            setting.extended = true;
            continue;
        }
        let unknown = || format!("{word} is not a setting");
        let (name, value) = word.split_once('=').ok_or_else(unknown)?;
        let value = value.parse().map_err(|_| unknown())?;
        match name {
            "LARGE" => setting.large = value,
            "LEAST" => setting.least = value,
            "MOST" => setting.most = value,
            _ => return Err(unknown()),
        }
    }
    if setting.least > setting.most {
        return Err("LEAST must not be larger than MOST".to_owned());
    }
    Ok(setting)
}
