//! The folder, the archive and its checksum.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::{Built, output, root};
use super::licences;

const SHELLS: [(&str, &str); 4] = [
    ("bash", "orrery.bash"),
    ("zsh", "_orrery"),
    ("fish", "orrery.fish"),
    ("powershell", "_orrery.ps1"),
];

/// Makes the folder and the archive; the path of the archive.
pub(super) fn package(built: &Built, out: Option<PathBuf>) -> Result<PathBuf, String> {
    let out = out.unwrap_or_else(|| root().join("target").join("dist"));
    let name = format!("orrery-{}-{}", env!("CARGO_PKG_VERSION"), built.target);
    let folder = out.join(&name);
    let make = |path: &Path| fs::create_dir_all(path).map_err(told(path));
    let _ = fs::remove_dir_all(&folder);
    make(&folder.join("completions"))?;
    make(&folder.join("man"))?;
    let binary = built.binary.display().to_string();
    let file = built.binary.file_name().ok_or("the binary has no name")?;
    copy(&built.binary, &folder.join(file))?;
    for page in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(page), &folder.join(page))?;
    }
    write(&folder.join("THIRD-PARTY.md"), &licences::page(&built.target)?)?;
    for (shell, file) in SHELLS {
        let script = output(&binary, &["completions", shell])?;
        write(&folder.join("completions").join(file), &script)?;
    }
    output(&binary, &["man", &folder.join("man").display().to_string()])?;
    let archive = archive(&out, &name)?;
    let size = fs::metadata(&built.binary).map_or(0, |known| known.len());
    eprintln!("the binary has {:.1} MB", size as f64 / 1e6);
    Ok(archive)
}

/// The folder as `.tar.gz`, with its checksum beside it.
fn archive(out: &Path, name: &str) -> Result<PathBuf, String> {
    let archive = out.join(format!("{name}.tar.gz"));
    let status = Command::new("tar")
        .arg("-czf")
        .arg(&archive)
        .arg("-C")
        .arg(out)
        .arg(name)
        .status()
        .map_err(|error| format!("tar: {error}"))?;
    if !status.success() {
        return Err("tar could not make the archive".to_owned());
    }
    let file = archive.display().to_string();
    let sum = output("sha256sum", &[&file]).or_else(|_| output("shasum", &["-a", "256", &file]))?;
    // A name with a backslash is announced by one, on Windows.
    let sum = sum.split_whitespace().next().unwrap_or_default().trim_start_matches('\\');
    write(&out.join(format!("{name}.tar.gz.sha256")), &format!("{sum}  {name}.tar.gz\n"))?;
    Ok(archive)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(|_| ()).map_err(told(from))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(told(path))
}

fn told(path: &Path) -> impl Fn(std::io::Error) -> String {
    let path = path.display().to_string();
    move |error| format!("{path}: {error}")
}
