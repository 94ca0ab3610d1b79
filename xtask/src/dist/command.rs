//! The command.

use std::path::PathBuf;
use std::process::ExitCode;

use super::{build, package};

pub const USAGE: &str = "cargo xtask dist [--target TRIPLE] [--binary FILE] [--out DIR]";

/// What the command line asks for.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Asked {
    /// For which machine; by default static Linux, if the toolchain has it.
    pub target: Option<String>,
    /// A binary that is there already, instead of building one.
    pub binary: Option<PathBuf>,
    pub out: Option<PathBuf>,
}

impl Asked {
    pub(super) fn parse(words: &[String]) -> Result<Asked, String> {
        let mut asked = Asked::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().cloned().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--target" => asked.target = Some(value()?),
                "--binary" => asked.binary = Some(value()?.into()),
                "--out" => asked.out = Some(value()?.into()),
                _ => return Err(format!("usage: {USAGE}")),
            }
        }
        Ok(asked)
    }
}

pub fn run(words: &[String]) -> ExitCode {
    let done = Asked::parse(words).and_then(|asked| {
        let built = build::build(&asked)?;
        package::package(&built, asked.out)
    });
    match done {
        Ok(archive) => {
            println!("{}", archive.display());
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}
