//! Every example is answered as it says, with and without symmetry.

mod orrery;

#[path = "../../../xtask/src/example/constants.rs"]
mod constants;

use constants::with_constants;
use orrery::{Folder, orrery, root};
use std::fs;
use std::path::PathBuf;

/// Sizes at which an exploration without symmetry takes no time.
const SMALL: &[(&str, &[&str])] = &[
    ("agreement/agreement.xta", &["N=2"]),
    ("bang-olufsen/bang-olufsen.xta", &["SYMBOLS=1"]),
    ("bridge/bridge.xta", &["N=4"]),
    ("cache/cache.xta", &["N=3"]),
    ("csma-cd/csma-cd.xta", &["N=3"]),
    ("csma-cd/no-retry.xta", &["N=3"]),
    ("fire-alarm/fire-alarm.xta", &["N=3"]),
    ("fischer/broken.xta", &["N=3"]),
    ("fischer/demo.xta", &["N=3"]),
    ("fischer/fischer.xta", &["N=3"]),
    ("fischer/literal.xta", &["N=2"]),
    ("fischer/pat.xta", &["N=3"]),
    ("games/juggler.xta", &[]),
    ("games/leader.xta", &[]),
    ("games/production-cell.xta", &[]),
    ("games/train-gate-game.xta", &[]),
    ("lego/brick.xta", &["LARGE=1000"]),
    ("lego/extended.xta", &["LARGE=1000"]),
    ("lego/thesis.xta", &["L=100"]),
    ("lock/lock.xta", &["N=3"]),
    ("lock/semaphore.xta", &["N=3"]),
    ("lynch-shavit/lynch-shavit.xta", &["N=3"]),
    ("quorum-lease/late.xta", &["CLIENTS=2"]),
    ("quorum-lease/quorum-lease.xta", &["CLIENTS=2"]),
    ("sudoku/sudoku.xta", &[]),
    ("timeout/timeout.xta", &["d=1"]),
    ("token-ring/token-ring.xta", &["N=3"]),
    ("train-gate/any-number.xta", &["N=3"]),
    ("train-gate/bridge.xta", &["N=3"]),
    ("train-gate/train-gate.xta", &["N=3"]),
    ("wafer-scanner/one-armed.xta", &[]),
    ("wafer-scanner/timed.xta", &[]),
    ("wafer-scanner/wafer-scanner.xta", &[]),
];

fn examples() -> PathBuf {
    root().join("examples")
}

/// Models in folders of their own, as `folder/file`.
fn models() -> Vec<String> {
    let mut models = Vec::new();
    for folder in fs::read_dir(examples()).expect("there are examples").flatten() {
        if !folder.path().is_dir() {
            continue;
        }
        for file in fs::read_dir(folder.path()).expect("a folder").flatten() {
            let name = file.file_name().into_string().expect("a readable name");
            if name.ends_with(".xta") || name.ends_with(".xml") {
                models.push(format!("{}/{name}", folder.file_name().display()));
            }
        }
    }
    models.sort();
    models
}

/// Asks a file of queries, all of which say what they expect and are answered so.
#[track_caller]
fn assert_as_expected(model: &str, queries: Option<&str>, flags: &[&str]) {
    let queries = queries.map(|file| format!("examples/{file}"));
    let mut arguments = vec!["check", model];
    arguments.extend(queries.as_deref());
    arguments.extend(["--format", "json"].iter().chain(flags));
    let json = orrery(&arguments).assert_status(0).json();
    let answers = json["queries"].as_array().expect("a list of answers");
    assert!(!answers.is_empty(), "{model}");
    for answer in answers {
        assert!(!answer["expect"].is_null(), "{model}: {answer}");
    }
}

#[test]
fn every_example_is_answered_as_it_says() {
    for model in models() {
        assert_as_expected(&format!("examples/{model}"), None, &[]);
    }
}

#[test]
fn every_variant_is_answered_as_it_says() {
    let folder = Folder::new();
    let variants = fs::read_to_string(examples().join("variants.txt")).expect("a list of variants");
    let mut asked = 0;
    for line in variants.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [queries, model, settings @ ..] = &words[..] else { panic!("{line}") };
        let text = fs::read_to_string(examples().join(model)).expect("a model");
        let path = folder.file("variant.xta", with_constants(&text, settings).expect(line));
        assert_as_expected(&path, Some(queries), &[]);
        asked += 1;
    }
    assert!(asked > 0);
}

#[test]
fn symmetry_changes_no_answer() {
    let folder = Folder::new();
    for model in models().iter().filter(|model| model.ends_with(".xta")) {
        let small = SMALL.iter().find(|(known, _)| known == model);
        let (_, settings) = small.unwrap_or_else(|| panic!("say how {model} is made small"));
        let text = fs::read_to_string(examples().join(model)).expect("a model");
        let path = folder.file("small.xta", with_constants(&text, settings).expect(model));
        let queries = model.replace(".xta", ".q");
        for symmetry in ["auto", "sort", "scalars", "off"] {
            assert_as_expected(&path, Some(&queries), &["--symmetry", symmetry]);
        }
    }
}
