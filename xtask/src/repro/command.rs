//! The command: flags, files.

use super::ledger::{Ledger, Modes};
use super::limits::Limits;
use super::page;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How to call it.
pub const USAGE: &str = "cargo xtask repro [--time-limit SECONDS] [--memory-limit SIZE] [--fresh] [--page-only] [--binary PATH]";

/// Measures what is not known yet and writes `docs/results.md`.
pub fn run(arguments: &[String]) -> ExitCode {
    match Options::read(arguments).and_then(|options| write_page(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    seconds: u64,
    memory: String,
    modes: Modes,
    binary: PathBuf,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options {
            seconds: 60,
            memory: "8GiB".to_owned(),
            modes: Modes { fresh: false, measuring: true },
            binary: root().join("target/release/orrery"),
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().cloned().ok_or(format!("usage: {USAGE}"));
            match argument.as_str() {
                "--time-limit" => {
                    options.seconds =
                        value()?.parse().map_err(|_| "a time limit is a number of seconds")?;
                }
                "--memory-limit" => options.memory = value()?,
                "--binary" => options.binary = value()?.into(),
                "--fresh" => options.modes.fresh = true,
                "--page-only" => options.modes.measuring = false,
                _ => return Err(format!("usage: {USAGE}")),
            }
        }
        Ok(options)
    }
}

fn write_page(options: &Options) -> Result<(), String> {
    if options.modes.measuring && !options.binary.exists() {
        return Err("build it first: cargo build --release".to_owned());
    }
    let limits = Limits { seconds: options.seconds, memory: options.memory.clone() };
    let folder = root().join("target/repro");
    let mut ledger = Ledger::open(options.binary.clone(), &folder, limits, options.modes)?;
    let page = page::compose(&mut ledger);
    let pictures = root().join("docs/results");
    std::fs::create_dir_all(&pictures).map_err(|error| error.to_string())?;
    for (name, picture) in &page.pictures {
        write(&pictures.join(name), picture)?;
    }
    write(&root().join("docs/results.md"), &page.text)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
