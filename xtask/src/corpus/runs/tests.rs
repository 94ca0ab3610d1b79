//! A slice of the gate. Time is not judged here.

use std::path::Path;
use std::time::Duration;

use super::Found;
use crate::corpus::judge::JudgeLimits;
use crate::corpus::manifest;

/// Models whose runs were missing or came late at some time.
const MODELS: [&str; 6] = [
    "scp__5nodes.xml",
    "casino__Reentrant.xml",
    "demo5__train-gate.xml",
    "demo5__bridge.xml",
    "demo5__2doors.xml",
    "elevator__system.xml",
];

#[test]
fn runs_of_public_models_are_shown() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let Ok(entries) = manifest::read(&folder) else {
        eprintln!("the public models are not here: nothing is tested");
        return;
    };
    let limits = JudgeLimits { time: Duration::from_secs(2), memory: 2 << 30, threads: 1 };
    let mut found = Found::default();
    for entry in entries.iter().filter(|entry| MODELS.contains(&entry.file.as_str())) {
        found.model(&folder, entry, &limits);
    }
    let wrong = |problem: &&String| !problem.contains(" s instead of ");
    let wrong: Vec<_> = found.problems.iter().filter(wrong).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(found.decided >= 8 && found.runs >= 4, "{} {}", found.decided, found.runs);
}
