//! The binary, static where that is possible.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::command::Asked;

/// Linux without any library of the machine it runs on.
const STATIC: &str = "x86_64-unknown-linux-musl";

/// A binary and what it is for.
pub(super) struct Built {
    pub binary: PathBuf,
    pub target: String,
}

/// Builds the binary, unless there is one already.
pub(super) fn build(asked: &Asked) -> Result<Built, String> {
    let target = match &asked.target {
        Some(target) => target.clone(),
        None => default_target()?,
    };
    if let Some(binary) = &asked.binary {
        return Ok(Built { binary: binary.clone(), target });
    }
    let mut command = Command::new("cargo");
    command.args(["build", "--locked", "--profile", "dist", "--package", "orrery-cli", "--target"]);
    let status = command.arg(&target).status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("{target} could not be built"));
    }
    let name = if target.contains("windows") { "orrery.exe" } else { "orrery" };
    let folder = root().join("target").join(&target).join("dist");
    Ok(Built { binary: folder.join(name), target })
}

/// The root of the project.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Static Linux if this is Linux and the toolchain has it, else this machine.
fn default_target() -> Result<String, String> {
    let host = output("rustc", &["--version", "--verbose"])?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not say what machine this is")?.to_owned();
    if !host.contains("x86_64-unknown-linux") {
        return Ok(host);
    }
    let libraries = output("rustc", &["--print", "target-libdir", "--target", STATIC])?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(STATIC.to_owned());
    }
    eprintln!(
        "the binary will need the C library of the machine: `rustup target add {STATIC}` avoids that"
    );
    Ok(host)
}

/// What a program prints.
pub(super) fn output(program: &str, arguments: &[&str]) -> Result<String, String> {
    let done = Command::new(program).args(arguments).output();
    let done = done.map_err(|error| format!("{program}: {error}"))?;
    if !done.status.success() {
        return Err(format!("{program}: {}", String::from_utf8_lossy(&done.stderr)));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
