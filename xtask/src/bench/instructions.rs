//! Instructions of whole runs, counted by callgrind: the same on a busy machine as on a quiet one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use super::run::build;
use super::tools::ONLY_SEARCH;

/// `(what is measured, model, search order)`; small, because counting slows a run down fiftyfold.
const RUNS: &[(&str, &str, &str)] = &[
    ("closure and extrapolation", "fischer_6", "bfs"),
    ("order by levels", "fischer_6", "auto"),
    ("discrete states and code", "train_gate_4", "bfs"),
    ("covering, long lists", "dining-philosophers_5", "bfs"),
    ("synchronisation", "leader-election_4_4", "bfs"),
    ("wide constants", "csmacd_6", "bfs"),
    ("growing zones", "fddi_8", "auto"),
    ("start and end", "fischer_2", "bfs"),
];

/// Where counts are recorded.
const RECORD: &str = "bench/instructions.txt";
/// Changes that are worth a line, in per cent.
const NOTABLE: f64 = 3.0;

/// Runs the command: counts, and compares with what is recorded. Never fails for a change.
pub fn run(arguments: &[String]) -> ExitCode {
    let record = arguments.iter().any(|argument| argument == "--record");
    let folder = arguments.iter().skip_while(|argument| *argument != "--models").nth(1);
    let folder = folder.map_or("../shared/bench", String::as_str);
    let Some(orrery) = build() else { return ExitCode::from(2) };
    let before = recorded(&fs::read_to_string(RECORD).unwrap_or_default());
    let mut text = String::new();
    for (what, model, order) in RUNS {
        let path = PathBuf::from(folder).join(format!("{model}.tck"));
        let name = format!("{model} {order}");
        let Some(count) = count(&orrery, &path, order) else {
            println!("{name}: not counted (is valgrind there, and {}?)", path.display());
            continue;
        };
        text.push_str(&format!("{count} {name}\n"));
        println!("{count:>14} {name} ({what}){}", change(&before, &name, count));
    }
    // Without valgrind or models there is nothing to remember, and what is recorded stays.
    if record
        && !text.is_empty()
        && let Err(problem) = fs::write(RECORD, text)
    {
        eprintln!("{RECORD}: {problem}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

/// The change against what is recorded, if it is worth mentioning.
fn change(before: &BTreeMap<String, u64>, name: &str, count: u64) -> String {
    let Some(before) = before.get(name) else { return " new".to_owned() };
    let percent = (count as f64 / *before as f64 - 1.0) * 100.0;
    if percent.abs() < NOTABLE { String::new() } else { format!(" CHANGED by {percent:+.1} %") }
}

fn recorded(text: &str) -> BTreeMap<String, u64> {
    let line = |line: &str| {
        let (count, name) = line.split_once(' ')?;
        Some((name.to_owned(), count.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

/// The instructions of one run; callgrind writes the total to standard error.
fn count(orrery: &Path, model: &Path, order: &str) -> Option<u64> {
    if !model.is_file() {
        return None;
    }
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(orrery)
        .arg("check")
        .arg(model)
        .args(["-q", "E<> false", "--threads", "1", "--search", order])
        .args(ONLY_SEARCH)
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(' ').next()?.parse().ok()
}
