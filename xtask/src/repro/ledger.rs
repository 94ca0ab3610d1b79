//! What has been measured. Each result is written down at once, so that an interrupted run goes on where it was.

use super::job::{Figures, Job};
use super::limits::Limits;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Measures, unless it is known.
pub struct Ledger {
    binary: PathBuf,
    folder: PathBuf,
    file: PathBuf,
    limits: Limits,
    known: BTreeMap<String, Figures>,
    measuring: bool,
}

impl Ledger {
    /// The ledger in a folder; an empty one when `fresh`. Without `measuring`, what is unknown stays unknown.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made.
    pub fn open(
        binary: PathBuf,
        folder: &Path,
        limits: Limits,
        modes: Modes,
    ) -> Result<Ledger, String> {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let file = folder.join(format!("{}s-{}.tsv", limits.seconds, limits.memory));
        if modes.fresh {
            let _ = fs::remove_file(&file);
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        let known = text.lines().filter_map(entry).collect();
        let folder = folder.to_owned();
        Ok(Ledger { binary, folder, file, limits, known, measuring: modes.measuring })
    }

    /// The limits of each run.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What came of a job, now or earlier. Nothing if it could not be run at all.
    pub fn measure(&mut self, job: &Job) -> Option<Figures> {
        let key = job.key();
        if let Some(figures) = self.known.get(&key) {
            return Some(figures.clone());
        }
        if !self.measuring {
            return None;
        }
        match job.run(&self.binary, &self.folder, &self.limits) {
            Ok(figures) => {
                println!(
                    "{key}: {} {} states {:.2} s",
                    figures.verdict, figures.stored, figures.seconds
                );
                self.note(&key, &figures);
                self.known.insert(key, figures.clone());
                Some(figures)
            }
            Err(problem) => {
                eprintln!("{key}: {problem}");
                None
            }
        }
    }

    fn note(&self, key: &str, figures: &Figures) {
        let Figures { verdict, stored, seconds, bytes } = figures;
        let line = format!("{key}\t{verdict}\t{stored}\t{seconds}\t{bytes}\n");
        let file = OpenOptions::new().create(true).append(true).open(&self.file);
        if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
            eprintln!("not written down: {error}");
        }
    }
}

/// How to treat what is known.
#[derive(Clone, Copy)]
pub struct Modes {
    pub fresh: bool,
    pub measuring: bool,
}

fn entry(line: &str) -> Option<(String, Figures)> {
    let mut fields = line.split('\t');
    let key = fields.next()?.to_owned();
    let verdict = fields.next()?.to_owned();
    let stored = fields.next()?.parse().ok()?;
    let seconds = fields.next()?.parse().ok()?;
    let bytes = fields.next()?.parse().ok()?;
    Some((key, Figures { verdict, stored, seconds, bytes }))
}
