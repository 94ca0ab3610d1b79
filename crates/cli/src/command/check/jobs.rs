//! Which models are checked, and with which queries.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::flags::{CheckFlags, ModelFlags};

/// A model to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Job {
    pub(super) model: PathBuf,
    /// A file of queries that was named after it.
    pub(super) queries: Option<PathBuf>,
    /// Was it found in a folder?
    pub(super) in_folder: bool,
}

impl Job {
    /// The flags for this model.
    pub(super) fn flags(&self, flags: &CheckFlags) -> CheckFlags {
        let model = ModelFlags {
            model: self.model.clone(),
            queries: self.queries.clone(),
            ..flags.model.clone()
        };
        CheckFlags { model, more: Vec::new(), ..flags.clone() }
    }

    /// Its file name without extension, to name other files after it.
    pub(super) fn stem(&self) -> String {
        self.model.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
    }
}

/// How the names of models end.
const MODELS: [&str; 4] = ["xml", "xta", "ta", "tck"];

/// Folders may lie in one another so deep; links may make circles.
const MOST_DEPTH: usize = 16;

/// The models that the command line names, folders opened. The first may have any name, as may its queries;
/// of the others, a file of queries is known by its name and belongs to the model before it.
pub(super) fn jobs(flags: &CheckFlags) -> Result<Vec<Job>, Failure> {
    let mut jobs = Vec::new();
    add(&flags.model.model, &mut jobs)?;
    let second = flags.model.queries.iter();
    for path in second.chain(&flags.more) {
        let alone = jobs.len() == 1 && flags.more.is_empty() && !flags.model.model.is_dir();
        if is_model(path) || path.is_dir() {
            add(path, &mut jobs)?;
        } else if alone || has_extension(path, &["q"]) {
            let named = jobs.last_mut().filter(|job| !job.in_folder && job.queries.is_none());
            let Some(job) = named else {
                let what = path.display();
                return Err(Failure::wrong(format!(
                    "which model do the queries in {what} belong to?"
                )));
            };
            job.queries = Some(path.clone());
        } else {
            let what = path.display();
            return Err(Failure::wrong(format!(
                "cannot tell what {what} is: models end in .xml, .xta, .ta or .tck, queries in .q"
            )));
        }
    }
    Ok(jobs)
}

fn is_model(path: &Path) -> bool {
    has_extension(path, &MODELS)
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| known.contains(&extension.to_ascii_lowercase().as_str()))
}

fn add(path: &Path, jobs: &mut Vec<Job>) -> Result<(), Failure> {
    if !path.is_dir() {
        jobs.push(Job { model: path.to_path_buf(), queries: None, in_folder: false });
        return Ok(());
    }
    let mut models = Vec::new();
    find(path, MOST_DEPTH, &mut models)?;
    if models.is_empty() {
        return Err(Failure::wrong(format!(
            "{} has no models: files that end in .xml, .xta, .ta or .tck",
            path.display()
        )));
    }
    models.sort();
    let found = |model| Job { model, queries: None, in_folder: true };
    jobs.extend(models.into_iter().map(found));
    Ok(())
}

/// The models below a folder; hidden files and folders are left out.
fn find(folder: &Path, depth: usize, models: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::file("read", folder, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| Failure::file("read", folder, &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            if depth > 0 {
                find(&path, depth - 1, models)?;
            }
        } else if is_model(&path) {
            models.push(path);
        }
    }
    Ok(())
}
