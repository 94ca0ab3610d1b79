//! The programs that are compared, and how to read what they write.

use std::path::Path;

use serde_json::Value;

use super::measure::Run;

/// A program with its flags.
#[derive(Clone, Debug)]
pub struct Tool {
    /// What it is called in tables.
    pub name: String,
    /// The command without the model.
    before: Vec<String>,
    /// What follows the model.
    after: Vec<String>,
    is_orrery: bool,
}

/// What a run explored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub visited: u64,
    /// States stored in the end.
    pub stored: u64,
}

/// What is measured is the search, so reductions that would leave nothing of `E<> false` to search are off.
pub(super) const ONLY_SEARCH: [&str; 5] =
    ["--symmetry=off", "--slice=off", "--domain=zones", "--scouts=off", "--accelerate=off"];

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

impl Tool {
    /// Orrery, exploring everything without symmetry.
    pub fn orrery(binary: &Path, order: &str, threads: u16) -> Tool {
        let threads = threads.to_string();
        let mut after = strings(&["-q", "E<> false", "--search", order]);
        after.extend(strings(&ONLY_SEARCH));
        after.extend(strings(&["--threads", &threads, "--format", "json", "--stats"]));
        Tool {
            name: format!("orrery {order}"),
            before: strings(&[&binary.to_string_lossy(), "check"]),
            after,
            is_orrery: true,
        }
    }

    /// TChecker with one of its algorithms. Without a label to look for it explores everything.
    pub fn tchecker(binary: &str, algorithm: &str, order: &str) -> Tool {
        Tool {
            name: format!("{algorithm} {order}"),
            before: strings(&[binary, "-a", algorithm, "-s", order]),
            after: Vec::new(),
            is_orrery: false,
        }
    }

    /// The command for a model.
    pub fn command(&self, model: &Path) -> Vec<String> {
        let mut command = self.before.clone();
        command.push(model.to_string_lossy().into_owned());
        command.extend(self.after.iter().cloned());
        command
    }

    /// What a run says it did.
    pub fn counts(&self, run: &Run) -> Option<Counts> {
        if self.is_orrery { orrery_counts(&run.output) } else { tchecker_counts(&run.output) }
    }
}

fn orrery_counts(output: &str) -> Option<Counts> {
    let report: Value = serde_json::from_str(output).ok()?;
    let answer = report.get("queries")?.get(0)?;
    if answer.get("verdict")?.as_str()? == "unknown" {
        return None;
    }
    let stats = answer.get("stats")?;
    let figure = |name: &str| stats.get(name).and_then(Value::as_u64);
    Some(Counts { visited: figure("explored")?, stored: figure("stored")? })
}

fn tchecker_counts(output: &str) -> Option<Counts> {
    let figure = |name: &str| {
        let line = output.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().parse().ok()
    };
    Some(Counts {
        visited: figure("VISITED_STATES ")?,
        stored: figure("STORED_STATES ").or_else(|| figure("VISITED_STATES "))?,
    })
}
