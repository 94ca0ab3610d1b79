use super::job::{Figures, Job};
use super::ladder::FAMILIES;
use super::ledger::{Ledger, Modes};
use super::limits::Limits;
use crate::example::model_text;
use std::path::PathBuf;

#[test]
fn every_family_can_be_made_larger() {
    for family in &FAMILIES {
        let setting = format!("{}={}", family.constant, (family.value)(12));
        assert!(model_text(family.case, &[&setting]).is_ok(), "{}", family.name);
    }
}

#[test]
fn what_is_written_down_is_not_measured_again() {
    let folder = std::env::temp_dir().join(format!("orrery-ledger-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room");
    let job = Job::new("fischer", &["N=3".to_owned()], 1).plain();
    let line = format!("{}\tholds\t65\t0.5\t7000000\n", job.key());
    std::fs::write(folder.join("9s-1GiB.tsv"), line).expect("there is room");
    let limits = Limits { seconds: 9, memory: "1GiB".to_owned() };
    let modes = Modes { fresh: false, measuring: true };
    let mut ledger =
        Ledger::open(PathBuf::from("no such program"), &folder, limits, modes).expect("a folder");
    let known = Figures { verdict: "holds".to_owned(), stored: 65, seconds: 0.5, bytes: 7_000_000 };
    assert_eq!(ledger.measure(&job), Some(known));
    let other = Job::new("fischer", &["N=4".to_owned()], 1);
    assert_eq!(ledger.measure(&other), None, "the program cannot be run");
    let _ = std::fs::remove_dir_all(folder);
}

/// Whoever edits one and not the other loses that edit with the next `cargo xtask repro`.
#[test]
fn the_page_has_what_is_written_down_in_the_program() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/results.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    for section in [super::scanner::SECTION, super::brick::SECTION, super::views::SECTION] {
        let line = section.lines().find(|line| !page.contains(*line));
        assert_eq!(line, None);
        assert!(page.contains(section), "{}", section.lines().nth(1).unwrap_or_default());
    }
}
